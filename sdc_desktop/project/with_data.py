"""A project in a folder of its own with every file it reads: it opens wherever the folder is.

The only form of a project that holds microdata, made only at the user's request.
"""

import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.hierarchies.spec import LevelsSpec
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.output.files import write_problem
from sdc_desktop.engine.plan import Job, Plan, inputs_of
from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.running.outputs import move_into, temporary_folder
from sdc_desktop.project.project import Project
from sdc_desktop.project.project_file import save_project

Moved = Callable[[str], str]  # a path in the plan -> the path in the copy


def rebased(project: Project, old: Path, new: Path) -> Project:
    """The project whose plans' paths, relative to folder `old`, are relative to folder `new` instead."""
    return project if old == new else with_paths(project, lambda path: _moved(path, old, new))


def rebased_plan(plan: Plan, old: Path, new: Path) -> Plan:
    """The plan with paths relative to the folder `new` instead of `old`."""
    return plan if old == new else plan_with_paths(plan, lambda path: _moved(path, old, new))


def with_paths(project: Project, moved: Moved) -> Project:
    """The project with every path given in another way, in the steps and the strategies kept."""

    def other(plan: Plan) -> Plan:
        if id(plan) not in plans:  # steps that changed no plan share it
            plans[id(plan)] = plan_with_paths(plan, moved)
        return plans[id(plan)]

    plans: dict[int, Plan] = {}
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
    """The plan with every path changed by `moved`."""
    data = None if plan.data is None else _data(plan.data, moved)
    policy = plan.policy
    if policy is not None and policy.answers:
        answers = {rule: answer.with_files(moved) for rule, answer in policy.answers.items()}
        policy = policy.model_copy(update={"answers": answers})
    jobs = tuple(_job(job, moved) for job in plan.jobs)
    return plan.model_copy(update={"data": data, "jobs": jobs, "policy": policy})


def relative_path(path: Path, folder: Path) -> str:
    """A file's path as a plan in `folder` states it: relative with `/`, absolute on another drive."""
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
    catalog = None if spec.catalog is None else moved(spec.catalog)
    fields = {
        "path": moved(spec.path),
        "metadata": metadata,
        "catalog": catalog,
        "hierarchies": hierarchies,
    }
    return spec.model_copy(update=fields)


def _job(job: Job, moved: Moved) -> Job:
    params = job.params.with_files(moved)
    return job if params is job.params else job.model_copy(update={"params": params})


def _moved(text: str, old: Path, new: Path) -> str:
    return text if Path(text).is_absolute() else relative_path(old / text, new)


_CHUNK = 8 << 20
SUFFIX = ".sdcproj"


def files_of(project: Project, base: Path) -> Mapping[Path, str]:
    """Every file that a step or a strategy reads and that is there, with the name it gets in the copy."""
    named: dict[Path, str] = {}
    for plan in _plans(project):
        for path in inputs_of(plan):
            file = (base / path).resolve()
            if file not in named and file.is_file():
                named[file] = _free(file.name, {name.casefold() for name in named.values()})
    return named


def copy_with_data(project: Project, base: Path, folder: Path, context: JobContext) -> Path:
    """Write the project and all files it reads into `folder`, all or nothing; gives the project's path.

    ``base`` is the folder that the project's paths begin at. Raises :class:`Refused` where the folder holds
    something already, where a file of the current plan is not there, or where a file cannot be saved, and
    Cancelled.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Refused(error("project.folder_taken", Place(file=folder.name)))
    missing = [path for path in inputs_of(project.plan) if not (base / path).is_file()]
    if missing:
        raise Refused([error("project.data_missing", Place(file=Path(path).name)) for path in missing])
    files = files_of(project, base)

    def moved(path: str) -> str:
        file = (base / path).resolve()
        return files[file] if file in files else relative_path(file, folder.resolve())

    name = folder.name + SUFFIX
    taken = {given.casefold() for given in files.values()}
    while name.casefold() in taken:
        name = f"_{name}"
    with temporary_folder(folder) as temporary:
        for number, (file, given) in enumerate(files.items()):
            _copy(file, temporary / given, context.within(number / len(files), (number + 1) / len(files)))
        save_project(with_paths(project, moved), temporary / name)
        context.checkpoint()
        move_into((temporary, folder))
    return folder / name


def _plans(project: Project) -> Iterator[Plan]:
    yield project.plan  # first, so that its files keep their names
    for step in project.history:
        yield step.plan
        for strategy in step.strategies:
            yield strategy.plan


def _free(name: str, taken: set[str]) -> str:
    stem, suffix, number = Path(name).stem, Path(name).suffix, 2
    free = name
    while free.casefold() in taken:
        free, number = f"{stem}_{number}{suffix}", number + 1
    return free


def _copy(file: Path, target: Path, context: JobContext) -> None:
    try:
        size, done = max(file.stat().st_size, 1), 0
        with file.open("rb") as source, target.open("xb") as copy:
            while chunk := source.read(_CHUNK):
                copy.write(chunk)
                done += len(chunk)
                context.checkpoint()
                context.progress(min(done / size, 1.0), "copying")
        shutil.copymode(file, target)
    except OSError as failure:
        raise Refused(write_problem(target, failure)) from None
