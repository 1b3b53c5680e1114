"""A project in a folder of its own together with every file it reads: it opens wherever the folder is taken.

The only form of a project that holds microdata; written where the officer asks for it.
"""

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.files import write_problem
from sdc_desktop.engine.outputs import move_into, temporary_folder
from sdc_desktop.engine.plan import Plan, inputs_of
from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.project.project import Project
from sdc_desktop.project.project_file import save_project
from sdc_desktop.project.rebase import relative_path, with_paths

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
    something already, where a file of the plan in force is not there, or where one cannot be written, and
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
