"""The files of jobs: below the folder of a run, at a place of their own, or only their digests."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.argus.beside import argus_paths
from sdc_desktop.engine.data.csv.write import digest_csv, digest_key, refuse_read_only, write_csv, write_key
from sdc_desktop.engine.data.formats import Dialect, WrittenFormat, output_format_of, unpacked_name
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.data.reading import Style
from sdc_desktop.engine.data.spec import OutputSpec
from sdc_desktop.engine.output.files import ReadFile, atomic_path, refuse_changed, sha256_of, write_problem
from sdc_desktop.engine.plan import Job
from sdc_desktop.engine.plan_secrets import ORDER
from sdc_desktop.engine.problems import Place, Problem, Refused, error, refuse_errors
from sdc_desktop.engine.running.checking import role_problems
from sdc_desktop.engine.running.codebook import Changes, VariableEntry, changes_after, entries_of
from sdc_desktop.engine.running.outputs import name_problems, output_of, same_file, shown
from sdc_desktop.engine.running.stages import apply, run_job
from sdc_desktop.engine.secret_stream import order_stream
from sdc_desktop.engine.source import Source


def output_format(output: OutputSpec) -> WrittenFormat:
    """The format of an output: as given, else by the ending of its name."""
    return output_format_of(output.path, output.format)


@dataclass(frozen=True)
class WrittenData:
    """The SHA-256 of a file of records (empty: not known yet), and how many of its texts were changed so that
    no spreadsheet runs them; None for formats where none has to be. ``notes``: what the format holds in
    another way than the source.
    """

    sha256: str = ""
    escaped: int | None = None
    notes: tuple[Problem, ...] = ()


def write_data(
    data: Microdata, path: Path, output: OutputSpec, style: Style, context: JobContext
) -> WrittenData:
    """Write all records, whole or not at all. Raises :class:`Refused` and Cancelled; then the target is as it
    was. The SHA-256 is not computed.
    """
    format = output_format(output)
    if format == "csv":
        notes = _notes(data, output, style, context)
        escaped = write_csv(data, path, _dialect(output, style), output.escape_formulas, context)
        return WrittenData(escaped=escaped, notes=notes)
    if format == "rda":
        from sdc_desktop.engine.data.argus.write import write_argus

        return WrittenData(notes=(*_notes(data, output, style, context), *write_argus(data, path, context)))
    from sdc_desktop.engine.data.foreign.write import write_foreign

    refuse_read_only(path)
    with atomic_path(path, keep_beside=True) as file:
        notes = write_foreign(data, file, path.name, format, style.columns, context)
        context.checkpoint()
    return WrittenData(notes=notes)


def digest_data(data: Microdata, output: OutputSpec, style: Style, context: JobContext) -> WrittenData:
    """What `write_data` would give, with the SHA-256 of its file, which is empty for formats whose bytes are
    known only when they are on disk, where cell values must not be for a report. Raises as `write_data` does.
    """
    notes = _notes(data, output, style, context)
    if output_format(output) != "csv":
        return WrittenData(notes=notes)
    dialect = _dialect(output, style)
    digest, escaped = digest_csv(data, output.path, dialect, output.escape_formulas, context)
    return WrittenData(digest, escaped, notes)


def _notes(data: Microdata, output: OutputSpec, style: Style, context: JobContext) -> tuple[Problem, ...]:
    """What the format of an output holds in another way than the source. Raises :class:`Refused` with what it
    cannot hold.
    """
    format, name = output_format(output), output.path.replace("\\", "/").rpartition("/")[2]
    if format == "csv" and not any(column.label or column.labels for column in style.columns):
        return ()
    from sdc_desktop.engine.data.foreign.write import fitted_columns

    return fitted_columns(data, name, format, style.columns, context)[1]


def _dialect(output: OutputSpec, style: Style) -> Dialect:
    """The dialect of the source; but a name that promises tabs gets them."""
    tabs = unpacked_name(output.path).lower().endswith((".tsv", ".tab"))
    return replace(style.dialect, delimiter="\t") if tabs else style.dialect


_DataWriter = Callable[[Microdata, OutputSpec, Style, JobContext], "WrittenData"]
_KeyWriter = Callable[[Sequence[Sequence[str]], str, JobContext], str]  # gives a key file's SHA-256
_TextWriter = Callable[[str, bytes], str]  # the same of a text, by its path


@dataclass(frozen=True)
class Writer:
    """What makes files of a run, or only their digests: of records, key files of pseudonyms, and tables in
    a layout of their own.
    """

    data: _DataWriter
    key: _KeyWriter
    text: _TextWriter


@dataclass(frozen=True)
class WrittenFile:
    """A file that a job made: its digest, its number of records, and what was changed for the format. Some
    records may have been removed. ``escaped``: texts that got an apostrophe so that no spreadsheet runs them;
    ``notes``: what its format holds in another way. ``codebook``: its variables, if it has one.
    """

    sha256: str
    records: int
    escaped: int = 0
    notes: tuple[Problem, ...] = ()
    codebook: tuple[VariableEntry, ...] = ()


def write_job(
    job: Job,
    source: Source,
    style: Style,
    target: Path,
    kept: Sequence[Path],
    context: JobContext,
    read: Sequence[ReadFile] = (),
    earlier: Changes | None = None,
) -> WrittenFile:
    """All stages of one job and its file, at `target` and not below a folder: the same bytes as `run_plan`'s.

    ``job.output`` gives the order of the records and the escaping; what is drawn comes from
    ``context.secrets``. ``kept`` are the files that must not be overwritten, ``read`` those that the records
    came from: nothing is saved if any was changed since. ``earlier``: the changes of earlier steps, for a
    codebook. Raises :class:`Refused`; then `target` is unchanged.
    """
    _refuse_target(job, target, kept)
    refuse_changed(read)
    refuse_errors(role_problems(job, source))
    done = run_job(job, source, context)
    assert done.source is not None
    written = _written(job, done.source.data, style, target, context, read)
    return _with_codebook(written, job, source, done.source.data, style, earlier, context)


def write_result(
    job: Job,
    result: Any,
    counted: Any,
    source: Source,
    style: Style,
    target: Path,
    kept: Sequence[Path],
    context: JobContext,
    read: Sequence[ReadFile] = (),
    earlier: Changes | None = None,
) -> WrittenFile:
    """The third stage of a job with a settled result, and its file at `target`. Raises :class:`Refused`."""
    _refuse_target(job, target, kept)
    refuse_errors(role_problems(job, source))
    released = apply(job, result, counted, source, context)
    written = _written(job, released, style, target, context, read)
    return _with_codebook(written, job, source, released, style, earlier, context)


def write_made(
    job: Job,
    data: Microdata,
    style: Style,
    target: Path,
    kept: Sequence[Path],
    context: JobContext,
    read: Sequence[ReadFile] = (),
) -> WrittenFile:
    """The file at `target` of records that a job has made. Raises :class:`Refused`."""
    _refuse_target(job, target, kept)
    return _written(job, data, style, target, context, read)


def _with_codebook(
    written: WrittenFile,
    job: Job,
    source: Source,
    released: Microdata,
    style: Style,
    earlier: Changes | None,
    context: JobContext,
) -> WrittenFile:
    if earlier is None:
        return written
    changes = changes_after(earlier, job, source.data, released, context)
    return replace(written, codebook=entries_of(released, style.columns, changes, context))


def _refuse_target(job: Job, target: Path, kept: Sequence[Path]) -> None:
    output = output_of(job)
    refuse_errors(name_problems(target.name, Place(file=shown(target.name), job=job.name)))
    written = (target,) if output is None or output_format(output) != "rda" else argus_paths(target)
    if any(same_file(path, other) for path in written for other in kept):
        raise Refused(
            error("plan.output_over_input", Place(file=target.name, job=job.name), path=target.name)
        )


def _written(
    job: Job, data: Microdata, style: Style, target: Path, context: JobContext, read: Sequence[ReadFile]
) -> WrittenFile:
    output = output_of(job)
    if output is None:
        raise ValueError("a job without output writes nothing")
    released = in_order(data, job, context)
    refuse_changed(read)
    done = _write(released, output, target, style, context)
    return WrittenFile(done.sha256, released.records, done.escaped or 0, done.notes)


def in_order(data: Microdata, job: Job, context: JobContext) -> Microdata:
    """The records in the order of the job's output. Raises :class:`Refused` without that order's secret."""
    output = output_of(job)
    if output is None or output.order != "random":
        return data
    secret = context.secrets.of_order(job.name) or context.secret
    if secret is None:
        where = Place(key="secrets", job=job.name)
        raise Refused(error("secret.missing_order", where, name=f"{job.name}{ORDER}"))
    most = data.relation.most_shuffled
    if most is not None and data.records > most:
        where = Place(key="output.order", job=job.name)
        raise Refused(error("site.order_too_many", where, number=data.records, most=most))
    return data.shuffled(order_stream(secret), context)


def _write(
    data: Microdata, output: OutputSpec, target: Path, style: Style, context: JobContext
) -> WrittenData:
    context.progress(0.7, "writing")
    done = write_data(data, target, output, style, context.within(0.7, 1.0))
    return replace(done, sha256=sha256_of(target))


def writer_below(folder: Path, key_folder: Path, keys: Path) -> Writer:
    """Writes files below `folder`, and key files below `key_folder`, which is moved into `keys` later."""
    return Writer(_writing_below(folder), _keys_below(key_folder, keys), _texts_below(folder))


def _writing_below(folder: Path) -> _DataWriter:
    def write(data: Microdata, output: OutputSpec, style: Style, context: JobContext) -> WrittenData:
        target = _made_below(folder, output.path.replace("\\", "/"))
        try:
            done = _write(data, output, target, style, context)
        except Refused as refusal:  # by the name the officer knows, not the temporary one
            raise Refused([_shown_as(problem, target, output.path) for problem in refusal.problems]) from None
        return replace(done, notes=tuple(_shown_as(one, target, output.path) for one in done.notes))

    return write


def _texts_below(folder: Path) -> _TextWriter:
    def write(path: str, content: bytes) -> str:
        target = _made_below(folder, path)
        try:
            target.write_bytes(content)
        except OSError as failure:
            raise Refused(write_problem(Path(path), failure)) from None
        return hashlib.sha256(content).hexdigest()

    return write


def _made_below(folder: Path, path: str) -> Path:
    target = folder / path
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except OSError as failure:
        raise Refused(write_problem(Path(path), failure)) from None
    return target


def _keys_below(folder: Path, keys: Path) -> _KeyWriter:
    """Makes a key file below `folder`. An older file of that name in `keys` may be the only key to records
    that were handed on: it stays, and other bytes are refused.
    """

    def write(rows: Sequence[Sequence[str]], path: str, context: JobContext) -> str:
        target = _made_below(folder, path)
        write_key(target, rows, context)
        written, there = sha256_of(target), keys / path
        if there.exists() and sha256_of(there) != written:
            raise Refused(error("prepare.key_exists", Place(file=path), path=path))
        return written

    return write


def _key_digest(rows: Sequence[Sequence[str]], path: str, context: JobContext) -> str:
    return digest_key(rows, path, context)


def _shown_as(problem: Problem, target: Path, path: str) -> Problem:
    if problem.where.file not in (str(target), target.name):
        return problem
    return replace(problem, where=replace(problem.where, file=path))


def _digest(data: Microdata, output: OutputSpec, style: Style, context: JobContext) -> WrittenData:
    """Writes nothing: the SHA-256 that the file would have."""
    done = digest_data(data, output, style, context.within(0.7, 1.0))
    shown = Path(output.path.replace("\\", "/"))
    return replace(done, notes=tuple(_shown_as(one, shown, output.path) for one in done.notes))


def _text_digest(path: str, content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


DIGESTS = Writer(_digest, _key_digest, _text_digest)  # writes nothing
NO_FILES = Writer(_digest, lambda rows, path, context: "", lambda path, content: "")  # for audits alone
