"""The files a plan makes, and their names: below one folder, never over an input, all of them or none."""

import re
import shutil
import tempfile
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path, PurePath, PurePosixPath

from sdc_desktop.engine.data.argus.beside import argus_paths
from sdc_desktop.engine.data.formats import (
    ONLY_READ,
    ending_of,
    format_of,
    output_format_of,
    unpacked_name,
    unwritten,
)
from sdc_desktop.engine.data.spec import OutputSpec
from sdc_desktop.engine.data.table_layouts import LIST, TAB, TableLayout, endings_of, layout_paths
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.methods.tables.table import TABLE
from sdc_desktop.engine.output.files import write_problem
from sdc_desktop.engine.output.own_parts import OwnPlace, sweep
from sdc_desktop.engine.plan import Job, Plan, params_of
from sdc_desktop.engine.problems import Place, Problem, Refused, error

MOST_BYTES = 255  # of one part of a path, in UTF-8: the limit of most file systems
_FORBIDDEN = set('<>:"|?*')  # by one system or another
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)  # devices on Windows
_HIDDEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}  # controls, bidirectional and zero-width signs, halves of pairs
_BLANKS = set("\u034f\u115f\u1160\u2800\u3164\uffa0")  # letters and marks that show nothing
_LIKE_OTHERS = set("\u2024\u2044\u2215\u2236\u29f5\u29f8\ua789")  # like . / : and \
_FORMS = ("<wide>", "<narrow>", "<small>")


def parts_of(path: str) -> list[str]:
    """The folders and the name of a path, however they are separated."""
    return [part for part in path.replace("\\", "/").split("/") if part not in ("", ".")]


def name_problems(path: str, where: Place, files: Iterable[str] = ()) -> Iterator[Problem]:
    """The first thing that is wrong with a path's parts, or with those of the ``files`` made for it."""
    parts = parts_of(path)
    signs = tuple(dict.fromkeys(f"U+{ord(sign):04X}" for part in parts for sign in part if _is_odd(sign)))
    longest = max((_size(part) for one in (path, *files) for part in parts_of(one)), default=0)
    if any(map(_is_unusable, parts)):
        yield error("plan.output_name", where, path=shown(path))
    elif signs:
        yield error("plan.output_name_sign", where, path=shown(path), signs=signs)
    elif longest > MOST_BYTES:
        yield error("plan.output_name_long", where, number=longest, most=MOST_BYTES)


def shown(path: str) -> str:
    """A path as it can be printed: signs that hide, turn or imitate others by their number."""
    return "".join(f"<U+{ord(sign):04X}>" if _is_odd(sign) or ord(sign) < 32 else sign for sign in path)


def _size(part: str) -> int:
    return len(part.encode("utf-8", "surrogatepass"))  # never fewer than the units that Windows counts


def _is_unusable(part: str) -> bool:
    """Whether some system cannot have a file or folder of this name."""
    odd = bool(set(part) & _FORBIDDEN) or any(ord(sign) < 32 for sign in part) or part[-1] in " ."
    return odd or _RESERVED.fullmatch(part) is not None


def _is_odd(sign: str) -> bool:
    """Whether a sign shows nothing, turns what follows, or looks like an ASCII sign that it is not."""
    if sign.isascii():
        return sign == "\x7f"
    kind = unicodedata.category(sign)
    if kind in _HIDDEN or kind == "Zs" or sign in _BLANKS or sign in _LIKE_OTHERS:
        return True
    form_of = unicodedata.decomposition(sign)
    return form_of.startswith(_FORMS) and unicodedata.normalize("NFKC", sign).isascii()


RESULT_FILE = "result.json"
_MOST_DIMENSIONS = 10  # of a table, whose trees have files of their own beside a .tab
LOG_FILE = "run.log"


def output_of(job: Job) -> OutputSpec | None:
    """The file a job writes; None where it writes none."""
    output = job.output
    if output is None and method_of(job.kind).writes and not job.no_file:
        output = OutputSpec(path=f"{job.name}.csv")
    return output


def proposed_output(plan: Plan) -> OutputSpec:
    """How the protected file of a plan is exported unless the user chooses otherwise: named after the data,
    in random order. Records at a site keep the order that they have there.
    """
    path = "data.csv" if plan.data is None else plan.data.path.replace("\\", "/")
    format = format_of(path, None if plan.data is None else plan.data.format)
    name, order = PurePath(path).name, "as_is" if format == "counts" else "random"
    stem = PurePath(unpacked_name(name)).stem
    return OutputSpec(path=f"{stem}_protected{ending_of(format, name)}", order=order)


def settled_seed(job: Job, seed: int | None = None) -> int:
    """The seed of a simulation: the one given, else its params', its own, or 0."""
    own = (getattr(job.params, "seed", None), getattr(job, "seed", None))
    return next(value for value in (seed, *own, 0) if value is not None)


def with_seed(job: Job, seed: int | None) -> Job:
    """The job with this seed in its params, where they have a seed; unchanged where `seed` is None."""
    if seed is None or getattr(job.params, "seed", None) is None:
        return job
    return job.model_copy(update={"params": job.params.model_copy(update={"seed": seed})})


def output_problems(plan: Plan) -> Iterable[Problem]:
    """Outputs that would leave the folder, that no file can be called, or that two jobs would write; those of
    jobs that make no records, and the jobs that would read these, or cells where there are none.
    """
    yield from _no_records(plan)
    yield from _products_without_file(plan)
    taken = {RESULT_FILE: RESULT_FILE, LOG_FILE: LOG_FILE}
    yield from _layouts(plan)
    for where, name, path, format, layout in _written(plan):
        parts, files = parts_of(path), _files_of(path, format, layout)
        rooted = path.startswith(("/", "\\")) or Path(path).is_absolute()
        if rooted or ".." in parts or not parts or ":" in parts[0]:
            yield error("plan.output_outside", where, path=shown(path))
        elif misnamed := tuple(name_problems(path, where, files)):
            yield from misnamed
        elif (whose := unwritten(path)) is not None:
            yield error("data.unsupported_written", where, path=path, whose=whose)
        elif PurePosixPath(path.lower()).suffix in ONLY_READ:
            code = "data.sas_only_read" if path.lower().endswith(".sas7bdat") else "data.sheet_only_read"
            yield error(code, where, path=path)
        files = (*files, *codebook_paths(path)) if format else files
        keys = [unicodedata.normalize("NFC", PurePosixPath(one).as_posix()).casefold() for one in files]
        for other, owner in taken.items():
            if any(k == other or k.startswith(f"{other}/") or other.startswith(f"{k}/") for k in keys):
                yield error("plan.output_taken", where, path=path, name=owner)
                break
        taken |= dict.fromkeys(keys, name)


def _written(plan: Plan) -> Iterator[tuple[Place, str, str, str, TableLayout]]:
    """The files that jobs write: where the plan says so, the job's name, path, format and layout."""
    for index, job in enumerate(plan.jobs):
        for path in texts_of(job):
            yield Place(key=f"jobs[{index}].name", job=job.name), job.name, path, "", LIST
        for path in method_of(job.kind).further(job.params):
            yield Place(key=f"jobs[{index}].params", job=job.name), job.name, path, "", LIST
        output = output_of(job)
        if output is not None:
            where = Place(key=f"jobs[{index}].output.path", job=job.name)
            format = output_format_of(output.path, output.format)
            yield where, job.name, output.path, format, output.layout or LIST
            for place, other in enumerate(output.also):
                where = Place(key=f"jobs[{index}].output.also[{place}].path", job=job.name)
                yield where, job.name, other.path, output_format_of(other.path), other.layout or LIST


def _layouts(plan: Plan) -> Iterable[Problem]:
    """Layouts of jobs that make no table, and names and formats that do not go with their layout."""
    for index, job in enumerate(plan.jobs):
        output = output_of(job)
        if output is None or (output.layout is None and not output.also and output.publication is None):
            continue
        where = Place(key=f"jobs[{index}].output", job=job.name)
        if params_of(job, TABLE) is None:
            yield error("output.layout_of_table", where)
            continue
        for path, layout in ((output.path, output.layout), *((one.path, one.layout) for one in output.also)):
            endings = endings_of(layout or LIST)
            if endings and not path.lower().endswith(endings):
                yield error("output.layout_ending", where, path=path, endings=endings)
        form = output.publication
        if form is not None and form.symbol == form.empty:
            yield error("output.same_signs", where, sign=form.symbol)
        if output.layout not in (None, LIST) and output.format not in (None, "csv"):
            yield error("output.layout_is_text", where, format=output.format)


def _products_without_file(plan: Plan) -> Iterable[Problem]:
    without = {job.name for job in plan.jobs if output_of(job) is None and not method_of(job.kind).releases}
    for index, name in enumerate(plan.report.products or ()):
        if name in without:
            yield error("report.product_without_file", Place(key=f"report.products[{index}]"), name=name)


def _no_records(plan: Plan) -> Iterable[Problem]:
    measuring = {job.name for job in plan.jobs if method_of(job.kind).makes == "measures"}
    tables = {job.name for job in plan.jobs if method_of(job.kind).makes == "table"}
    for index, job in enumerate(plan.jobs):
        if job.name in measuring and job.output is not None:
            yield error("cae.no_records", Place(key=f"jobs[{index}].output", job=job.name))
        where = Place(key=f"jobs[{index}].input", job=job.name)
        if method_of(job.kind).takes_cells(job.params):
            if not any(other.name == job.input and method_of(other.kind).makes_cells for other in plan.jobs):
                yield error("cae.input_no_table", where)
        elif job.input in measuring:
            yield error("cae.no_records", where)
        elif job.input in tables:
            yield error("table.read_as_records", where, name=job.input)


def refuse_overwriting(
    jobs: Sequence[Job], out: Path, kept: Sequence[Path], *, with_codebooks: bool = False
) -> None:
    """Raise :class:`Refused` where a job's file, the result, or a codebook cannot be put in its place.

    It would overwrite one of the files kept, or its path is blocked; what is found now cannot stop the moving
    half-way.
    """
    try:
        if out.exists() and not out.is_dir():
            raise Refused(error("file.not_a_folder", Place(file=str(out))))
    except OSError as failure:  # its path is too long
        raise Refused(write_problem(out, failure)) from None
    written = [(job.name, path) for job in jobs for path in _paths_of_job(job)]
    places = [Place(file=path, job=name) for name, path in written]
    _refuse_over([*places, Place(file=RESULT_FILE), Place(file=LOG_FILE)], out, kept)
    if with_codebooks:
        _refuse_over(_places_of_codebooks(jobs), out, kept)


def _places_of_codebooks(jobs: Iterable[Job]) -> list[Place]:
    """Raises :class:`Refused` where the name of a codebook would be too long."""
    outputs = ((job.name, output_of(job)) for job in jobs)
    named = [(name, output.path, codebook_paths(output.path)) for name, output in outputs if output]
    problems = [
        problem
        for name, path, books in named
        for problem in name_problems(path, Place(file=books[0], job=name), books)
    ]
    if problems:
        raise Refused(problems)
    return [Place(file=book, job=name) for name, _, books in named for book in books]


def folder_of_keys(jobs: Sequence[Job], out: Path, keys: Path | None, kept: Sequence[Path]) -> Path:
    """The folder for key files of pseudonyms; `out` where no job makes any.

    Raises :class:`Refused` where none is named, or one in which the protected files would be beside the key:
    `out` itself and what is below it. Else as :func:`refuse_overwriting`.
    """
    places = [Place(file=path, job=job.name) for job in jobs for path in _keys_of_job(job)]
    if not places:
        return out
    if keys is None:
        raise Refused([error("prepare.no_key_folder", where, path=where.file) for where in places])
    if keys.resolve().is_relative_to(out.resolve()):
        raise Refused([error("prepare.key_beside_data", where, path=where.file) for where in places])
    if keys.exists() and not keys.is_dir():
        raise Refused(error("file.not_a_folder", Place(file=str(keys))))
    beside = [where for where in places if (keys / str(where.file)).resolve().is_relative_to(out.resolve())]
    if beside:  # by way of a link, or named so below a folder above
        raise Refused([error("prepare.key_beside_data", where, path=where.file) for where in beside])
    _refuse_over(places, keys, kept)
    return keys


def _refuse_over(places: Iterable[Place], out: Path, kept: Sequence[Path]) -> None:
    problems: list[Problem] = []
    for where in places:
        try:
            problems += _in_the_way(where, out, kept)
        except OSError as failure:
            problems.append(replace(write_problem(out, failure), where=where))
    if problems:
        raise Refused(problems)


def _in_the_way(where: Place, out: Path, kept: Sequence[Path]) -> Iterator[Problem]:
    """The problems of the place of one file below the folder. Raises OSError where its path is too long."""
    assert where.file is not None
    target = out / where.file
    if any(same_file(target, path) for path in kept):
        yield error("plan.output_over_input", where, path=where.file)
    elif target.is_dir():
        yield error("file.is_folder", where)
    elif any(folder.exists() and not folder.is_dir() for folder in target.parents):
        yield error("file.not_a_folder", where)
    elif not target.resolve().is_relative_to(out.resolve()):  # by way of a link
        yield error("plan.output_outside", where, path=where.file)


def texts_of(job: Job) -> tuple[str, ...]:
    """The files on a job's result that a run writes beside result.json."""
    return tuple(f"{job.name}.{ending}" for ending in method_of(job.kind).texts(job.params))


def _paths_of_job(job: Job) -> Iterator[str]:
    yield from texts_of(job)
    output = output_of(job)
    if output is not None:
        yield from paths_of(output)


def _keys_of_job(job: Job) -> Iterator[str]:
    return (path.replace("\\", "/") for path in method_of(job.kind).further(job.params))


def paths_of(output: OutputSpec) -> tuple[str, ...]:
    """The files that an output may have, below the folder: records of ARGUS have two."""
    first = _files_of(output.path, output_format_of(output.path, output.format), output.layout or LIST)
    further = (_files_of(one.path, output_format_of(one.path), one.layout or LIST) for one in output.also)
    return (*first, *(path for files in further for path in files))


def codebook_paths(path: str) -> tuple[str, str]:
    """The HTML and the CSV file of the codebook beside a protected file, by its path below the folder."""
    whole = path.replace("\\", "/")
    return (f"{whole}.codebook.html", f"{whole}.codebook.csv")


def _files_of(path: str, format: str, layout: TableLayout = LIST) -> tuple[str, ...]:
    path = path.replace("\\", "/")
    if layout == TAB:
        return layout_paths(path, layout, _MOST_DIMENSIONS)
    if format != "rda":
        return (path,)
    return tuple(found.as_posix() for found in argus_paths(PurePosixPath(path)))


def same_file(target: Path, kept: Path) -> bool:
    """Whether two paths are one file, also under another spelling where the disk ignores case."""
    if target.resolve() == kept.resolve():
        return True
    return target.exists() and kept.exists() and target.samefile(kept)


@contextmanager
def temporary_folder(out: Path) -> Iterator[Path]:
    """A folder on the target's disk (so that files can be moved, not copied), gone when the block ends; what
    a killed run left there goes when the next one begins.

    In the target where that exists: beside it may be another disk, or no right to write. Folders made on the
    way there go as well, unless the block put something into them.
    """
    home = out.absolute()
    parent = home if home.is_dir() else home.parent
    made = [path for path in (parent, *parent.parents) if not path.exists()]
    try:
        parent.mkdir(parents=True, exist_ok=True)
        sweep(home.parent)  # a run that was killed may have been the first into this folder
        place = OwnPlace(parent)
    except OSError as failure:
        _remove_empty(made)
        raise Refused(write_problem(out, failure)) from None
    try:
        try:
            place.folder.mkdir(mode=0o700)
        except OSError as failure:
            raise Refused(write_problem(out, failure)) from None
        yield place.folder
    finally:
        place.close()
        _remove_empty(made)


def _remove_empty(folders: Iterable[Path]) -> None:
    """Remove these folders, innermost first, up to the first that is not empty."""
    with suppress(OSError):
        for folder in folders:
            folder.rmdir()


def write_texts(folder: Path, texts: Mapping[str, str | bytes]) -> None:
    """Save small files below a folder, texts as UTF-8 with their line ends unchanged."""
    for name, text in texts.items():
        (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))


def move_into(*moves: tuple[Path, Path], last: Callable[[], None] = lambda: None) -> None:
    """Put every file of each (temporary folder, target folder) in place; result.json last, as the sign that
    all is there. Then ``last`` is called.

    If one cannot be put there, or the program is stopped, those before it are removed again and what they
    replaced is restored. Raises :class:`Refused`.
    """
    found = [
        (path, folder, out)
        for folder, out in moves
        for path in sorted(path for path in folder.rglob("*") if path.is_file())
    ]
    found.sort(key=lambda move: move[0].name == RESULT_FILE)
    undo: list[tuple[Path, Path | None]] = []  # (what was put in place, what it replaced)
    out = moves[0][1]
    try:
        out.mkdir(parents=True, exist_ok=True)
        kept = {folder: Path(tempfile.mkdtemp(prefix=".before-", dir=folder)) for folder, _ in moves}
        for number, (path, folder, out) in enumerate(found):
            target = out / path.relative_to(folder)
            before = kept[folder]
            target.parent.mkdir(parents=True, exist_ok=True)
            if not target.parent.resolve().is_relative_to(out.resolve()):  # a link made meanwhile
                raise Refused(error("plan.output_outside", Place(file=target.name), path=target.name))
            replaced = before / str(number) if target.exists() else None
            undo.append((target, replaced))
            if replaced is not None:
                _keep(target, replaced)
            path.replace(target)
        last()
    except BaseException as failure:
        _take_back(undo)
        if isinstance(failure, OSError):
            raise Refused(write_problem(out, failure)) from None
        raise


def _keep(target: Path, replaced: Path) -> None:
    """Give what is replaced a second name, so that it stays where it is until the new file takes its place:
    of a program that is killed in between neither is missing. Disks without second names have it copied.
    """
    try:
        replaced.hardlink_to(target)
    except OSError:
        shutil.copy2(target, replaced)


def _take_back(undo: Iterable[tuple[Path, Path | None]]) -> None:
    for target, replaced in undo:
        with suppress(OSError):
            if replaced is None:
                target.unlink(missing_ok=True)
            elif replaced.exists():
                replaced.replace(target)
