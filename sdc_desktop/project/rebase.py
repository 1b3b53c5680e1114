"""A project that moves to another folder still finds its files: the paths in its plans are told anew."""

import os
from dataclasses import replace
from pathlib import Path

from sdc_desktop.engine.microdata.hierarchy_spec import LevelsSpec
from sdc_desktop.engine.plan import DataSpec, Job, Plan
from sdc_desktop.project.project import Project, Step


def rebased(project: Project, old: Path, new: Path) -> Project:
    """The project whose plans' paths, relative to folder `old`, are relative to folder `new` instead."""
    if old == new:
        return project
    history = tuple(Step(step.label, rebased_plan(step.plan, old, new)) for step in project.history)
    return replace(project, history=history)


def rebased_plan(plan: Plan, old: Path, new: Path) -> Plan:
    """The same for one plan."""
    if old == new:
        return plan
    data = None if plan.data is None else _rebased_data(plan.data, old, new)
    return plan.model_copy(
        update={"data": data, "jobs": tuple(_rebased_job(job, old, new) for job in plan.jobs)}
    )


def relative_path(path: Path, folder: Path) -> str:
    """A file's path as a plan in `folder` says it: relative with `/`, absolute on another drive."""
    try:
        return Path(os.path.relpath(path, folder)).as_posix()
    except ValueError:  # Windows: no way leads from one drive to another
        return path.as_posix()


def _rebased_data(spec: DataSpec, old: Path, new: Path) -> DataSpec:
    hierarchies = {
        name: hierarchy.model_copy(update={"path": _moved(hierarchy.path, old, new)})
        if isinstance(hierarchy, LevelsSpec)
        else hierarchy
        for name, hierarchy in spec.hierarchies.items()
    }
    metadata = None if spec.metadata is None else _moved(spec.metadata, old, new)
    told = {"path": _moved(spec.path, old, new), "metadata": metadata, "hierarchies": hierarchies}
    return spec.model_copy(update=told)


def _rebased_job(job: Job, old: Path, new: Path) -> Job:
    moved = job.params.with_files(lambda path: _moved(path, old, new))
    return job if moved is job.params else job.model_copy(update={"params": moved})


def _moved(text: str, old: Path, new: Path) -> str:
    return text if Path(text).is_absolute() else relative_path(old / text, new)
