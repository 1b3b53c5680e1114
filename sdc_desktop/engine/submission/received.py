"""Reading of a submission: all files in a child process, their tables found and corrected."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import Literal

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.problems import refuse_errors
from sdc_desktop.engine.submission.corrections import corrected, correction_for, statement_problems
from sdc_desktop.engine.submission.finding.coverage import Coverage, Covered, covered
from sdc_desktop.engine.submission.finding.figures import Meaning, Style
from sdc_desktop.engine.submission.finding.find import FoundFile, Reading, find_in
from sdc_desktop.engine.submission.finding.sentences import sentences
from sdc_desktop.engine.submission.finding.table import FoundTable
from sdc_desktop.engine.submission.finding.unread import unread_in
from sdc_desktop.engine.submission.gathering import Source
from sdc_desktop.engine.submission.judging.rules import Rules, Severity, carried_severity
from sdc_desktop.engine.submission.peer import RESULT_NAMES, counts_stated, hint_of, is_evidence, session_of
from sdc_desktop.engine.submission.reader import Reader, Submitted
from sdc_desktop.engine.submission.recount import Records
from sdc_desktop.engine.submission.sheets import COARSE, NO_VALUE, ReadFile, Sheet, Unreadable, around
from sdc_desktop.engine.submission.spec import CorrectionSpec
from sdc_desktop.engine.submission.submission import (
    PICTURE_FORMATS,
    FileFinding,
    PeerOutput,
    Session,
    table_id,
)

WholeNumbers = Literal["ask", "counts", "sums"]
STEP_READING = "reading_outputs"
_MOST_LISTED = 200  # places of one kind that a file's findings name


@dataclass(frozen=True)
class Settings:
    """What a check is made by, beside the rules."""

    rules: Rules = field(default_factory=Rules)
    style: Style | None = None
    empty: Meaning = "suppressed"
    marks: Mapping[str, Meaning] = field(default_factory=dict)
    synonyms: Mapping[str, str] = field(default_factory=dict)
    population: str = ""
    corrections: tuple[CorrectionSpec, ...] = ()
    records: Records | None = None  # open microdata
    whole_numbers: WholeNumbers = "ask"  # what whole figures are that nothing shows to be counts


@dataclass(frozen=True)
class ReadTable:
    """A table before it is judged: as found or corrected, and what a checker says of it."""

    table: FoundTable
    id: str
    correction: CorrectionSpec | None = None


@dataclass(frozen=True)
class ReadOutput:
    """A file as read and searched. Its sheets have no cells."""

    submitted: Submitted
    found: FoundFile
    tables: tuple[ReadTable, ...]
    findings: tuple[FileFinding, ...]
    evidence: bool
    peer: PeerOutput | None = None
    coverage: Coverage = field(default_factory=Coverage)
    made_by: tuple[object, ...] = field(default=(), repr=False, compare=False)  # all that this depends on
    name: str = ""  # within what is submitted


@dataclass(frozen=True)
class ReadOutputs:
    """All files of a submission as read. ``limited``: the system limited the memory of their reader."""

    files: tuple[ReadOutput, ...]
    sessions: tuple[Session, ...]
    findings: tuple[FileFinding, ...] = ()
    limited: bool = True


# reading --------------------------------------------------------------------------------------------------


def read_outputs(
    sources: Sequence[Source],
    settings: Settings,
    context: JobContext,
    known: ReadOutputs | None = None,
) -> ReadOutputs:
    """Read all files in a child process, one at a time, and find their tables. ``known``: an earlier reading;
    files whose bytes, settings and corrections are the same are not searched again. Raises :class:`Refused`,
    Cancelled.
    """
    before = {} if known is None else {file.submitted.path: file for file in known.files}
    with Reader() as reader:
        sessions, findings = _sessions(sources, reader, context)
        by_path = {path: output for session in sessions for path, output in session.outputs.items()}
        files = []
        for number, source in enumerate(sources):
            context.progress(number / max(1, len(sources)), STEP_READING)
            peer = by_path.get(source.path)
            made_by = _made_by(source, peer, settings)
            file = before.get(source.path)
            if file is None or not _is_same(file, source, made_by):
                file = replace(_read(source, reader, peer, settings, context), made_by=made_by)
            files.append(replace(file, name=source.name))
    limited = reader.limited and (known is None or known.limited)
    return ReadOutputs(tuple(files), sessions, findings, limited)


def read_file(sources: Sequence[Source], path: str, context: JobContext) -> Submitted | None:
    """One file of a submission with the cells of its sheets; None where it is not part of it. Raises
    :class:`Refused`, Cancelled.
    """
    source = next((one for one in sources if one.path == path), None)
    if source is None:
        return None
    with Reader() as reader:
        return _loaded(source, reader, context)


def _made_by(source: Source, peer: PeerOutput | None, settings: Settings) -> tuple[object, ...]:
    """What the reading of a file depends on, beside its bytes."""
    own = tuple(one for one in settings.corrections if one.file == source.path)
    marks = tuple(sorted(settings.marks.items()))
    rules = settings.rules
    return settings.style, marks, settings.empty, rules.plots, rules.threshold, own, peer, source.evidence


def _is_same(file: ReadOutput, source: Source, made_by: tuple[object, ...]) -> bool:
    """Whether a file was read before with the same settings and has the same bytes."""
    if source.refused or file.made_by != made_by or not file.submitted.sha256:
        return False
    try:
        return hashlib.sha256(source.load()).hexdigest() == file.submitted.sha256
    except Unreadable:
        return False


def _sessions(
    sources: Sequence[Source], reader: Reader, context: JobContext
) -> tuple[tuple[Session, ...], tuple[FileFinding, ...]]:
    """The peer's sessions among the files, by folder; two result files in one folder are refused."""
    results: dict[str, dict[str, ReadFile]] = {}
    configs: dict[str, ReadFile] = {}
    for source in sources:
        if not source.path.lower().endswith(".json") or source.refused:
            continue
        folder = PurePosixPath(source.path).parent.as_posix().removeprefix(".")
        read = _loaded(source, reader, context).read
        if read.format == "session":
            results.setdefault(folder, {})[source.path.rpartition("/")[2]] = read
        elif read.format == "session_config":
            configs[folder] = read
    sessions, findings = [], []
    for folder, found in results.items():
        name = next((one for one in RESULT_NAMES if one in found), next(iter(found)))
        if len(found) > 1:
            findings.append(FileFinding("two_sessions", Severity.REFUSE, folder))
        config = configs[folder].session["config"] if folder in configs else {}
        sessions.append(session_of(folder, found[name].session, config))
    return tuple(sessions), tuple(findings)


def _loaded(source: Source, reader: Reader, context: JobContext) -> Submitted:
    if source.refused:
        return Submitted(source.path, "", 0, ReadFile("", refused=source.refused))
    try:
        return reader.read(source.path, source.load(), context)
    except Unreadable as refusal:
        return Submitted(source.path, "", 0, ReadFile("", refused=refusal.code))


def _read(
    source: Source, reader: Reader, peer: PeerOutput | None, settings: Settings, context: JobContext
) -> ReadOutput:
    submitted = _loaded(source, reader, context)
    read = submitted.read
    evidence = source.evidence or is_evidence(source.path)
    reading = Reading(
        settings.style, settings.marks, counts_stated(peer), peer.rounding if peer else 0, settings.empty,
        hint_of(peer),
    )  # fmt: skip
    found = find_in(read, reading) if not read.refused else FoundFile()
    refuse_errors(tuple(statement_problems(submitted.path, found, settings.corrections)))
    made = tuple(corrected(submitted, found, reading, settings.corrections))
    tables = tuple(_tables(submitted, made, settings.corrections))
    own = [one.table for one in tables if one.correction is None or not one.correction.not_table]
    seen = covered(read, made, own, found, settings.marks)
    findings = tuple(_findings(submitted, found, tables, seen, settings.rules))
    light = replace(submitted, read=replace(read, sheets=tuple(map(_without_cells, read.sheets)), session={}))
    is_session = read.format in ("session", "session_config")
    return ReadOutput(
        light, replace(found, tables=()), tables, findings, evidence or is_session, peer, seen.coverage
    )


def _tables(
    submitted: Submitted, made: Sequence[FoundTable], corrections: Sequence[CorrectionSpec]
) -> Iterator[ReadTable]:
    """The tables of a file as corrected, without the cells of their sheets."""
    for table in made:
        unread = tuple(unread_in(table, table.sheet, submitted.read.format))
        light = replace(table, sheet=_without_cells(table.sheet), unread=unread)
        id = table_id(submitted.sha256, table.sheet.name, table.address)
        yield ReadTable(light, id, correction_for(submitted.path, table, corrections))


def _without_cells(sheet: Sheet) -> Sheet:
    return replace(sheet, cells={})


def _findings(
    submitted: Submitted, found: FoundFile, tables: Sequence[ReadTable], seen: Covered, rules: Rules
) -> Iterator[FileFinding]:
    """What there is to say of a file itself."""
    read = submitted.read
    if read.refused:
        yield FileFinding(read.refused, Severity.REFUSE)
        return
    if read.format in PICTURE_FORMATS:
        yield FileFinding("plot_by_eye", Severity(rules.plots))
    for one in read.carried[:_MOST_LISTED]:
        yield FileFinding(one.code, carried_severity(one.code), one.where, carried=True)
    for where in found.records:
        yield FileFinding("records", Severity.REFUSE, where)
    loose = set(found.loose)
    for code, places in (
        ("far_cell", found.far_cells),
        ("loose_figure", [place for place in seen.not_read if place in loose]),
        ("figure_not_read", [place for place in seen.not_read if place not in loose]),
        ("too_many_statements", found.excess),
    ):
        for where in places[:_MOST_LISTED]:
            yield FileFinding(code, Severity.LOOK, where)
    for sheet in found.too_many:
        yield FileFinding("too_many_blocks", Severity.REFUSE, sheet)
    of_texts = tuple(_of_texts(seen, rules))
    yield from of_texts
    yield from _of_cells(read)
    for table in tables:
        box = _coarse(table.table)
        if box:
            severity = carried_severity("stored_precision")
            yield FileFinding("stored_precision", severity, box, carried=True)
    is_text = read.format not in PICTURE_FORMATS and read.format not in ("session", "session_config")
    examined = of_texts or seen.coverage.statements + seen.coverage.texts
    if is_text and not (tables or found.models or found.records or examined):
        yield FileFinding("no_table", Severity.LOOK)


def _of_texts(seen: Covered, rules: Rules) -> Iterator[FileFinding]:
    """Sentences outside of tables that leave few, or that have a minimum or maximum."""
    for passage in seen.passages:
        for one in sentences(passage.text, rules.is_few):
            where = passage.place(one.start)
            if one.few is not None:
                figures = {"number": one.few, "threshold": rules.threshold}
                yield FileFinding("few_in_text", Severity.LOOK, where, figures)
            elif one.has_endpoint:
                yield FileFinding("text_by_eye", Severity.LOOK, where)


def _of_cells(read: ReadFile) -> Iterator[FileFinding]:
    for sheet in read.sheets:
        empty = [at for at, cell in sheet.cells.items() if cell.flags & NO_VALUE]
        for row, column in empty[:_MOST_LISTED]:
            where = sheet.named(sheet.address(row, column))
            yield FileFinding("formula_without_value", Severity.CHANGE, where)


def _coarse(table: FoundTable) -> str:
    """The box of figures that are stored with more digits than shown; "" where there is none."""
    places = [
        table.place(row, column) for (row, column), figure in table.figures.items() if figure.flags & COARSE
    ]
    if not places:
        return ""
    box = around((row, column, row, column) for row, column in places)
    return table.sheet.named(table.sheet.box_address(box))
