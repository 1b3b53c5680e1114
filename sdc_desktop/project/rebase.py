"""A project that moves to another folder still finds its files: the paths in its plans are told anew."""

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from sdc_desktop.engine.microdata.hierarchy_spec import LevelsSpec
from sdc_desktop.engine.plan import DataSpec, Job, Plan
from sdc_desktop.project.project import Project

Moved = Callable[[str], str]  # a path as a plan says it -> as it is to be said


def rebased(project: Project, old: Path, new: Path) -> Project:
    """The project whose plans' paths, relative to folder `old`, are relative to folder `new` instead."""
    return project if old == new else with_paths(project, lambda path: _moved(path, old, new))


def rebased_plan(plan: Plan, old: Path, new: Path) -> Plan:
    """The same for one plan."""
    return plan if old == new else plan_with_paths(plan, lambda path: _moved(path, old, new))


def with_paths(project: Project, moved: Moved) -> Project:
    """The project with every path told in another way, in the steps and the strategies kept."""

    def other(plan: Plan) -> Plan:
        if id(plan) not in told:  # steps that changed no plan share it
            told[id(plan)] = plan_with_paths(plan, moved)
        return told[id(plan)]

    told: dict[int, Plan] = {}
    history = tuple(
        replace(
            step,
            plan=other(step.plan),
            strategies=tuple(replace(one, plan=other(one.plan)) for one in step.strategies),
        )
        for step in project.history
    )
    return replace(project, history=history)


def plan_with_paths(plan: Plan, moved: Moved) -> Plan:
    """The same for one plan."""
    data = None if plan.data is None else _data(plan.data, moved)
    return plan.model_copy(update={"data": data, "jobs": tuple(_job(job, moved) for job in plan.jobs)})


def relative_path(path: Path, folder: Path) -> str:
    """A file's path as a plan in `folder` says it: relative with `/`, absolute on another drive."""
    try:
        return Path(os.path.relpath(path, folder)).as_posix()
    except ValueError:  # Windows: no way leads from one drive to another
        return path.as_posix()


def _data(spec: DataSpec, moved: Moved) -> DataSpec:
    hierarchies = {
        name: hierarchy.model_copy(update={"path": moved(hierarchy.path)})
        if isinstance(hierarchy, LevelsSpec)
        else hierarchy
        for name, hierarchy in spec.hierarchies.items()
    }
    metadata = None if spec.metadata is None else moved(spec.metadata)
    told = {"path": moved(spec.path), "metadata": metadata, "hierarchies": hierarchies}
    return spec.model_copy(update=told)


def _job(job: Job, moved: Moved) -> Job:
    params = job.params.with_files(moved)
    return job if params is job.params else job.model_copy(update={"params": params})


def _moved(text: str, old: Path, new: Path) -> str:
    return text if Path(text).is_absolute() else relative_path(old / text, new)
