"""The way from files to a judged submission: read, find, correct, judge, compare."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from pathlib import PurePosixPath

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.submission.comparing.definitions import (
    Definition,
    Described,
    Names,
    cells_of,
    described,
    dimensions_of,
    plain,
    population_text,
    renamed,
)
from sdc_desktop.engine.submission.comparing.systems import KnownTable
from sdc_desktop.engine.submission.corrections import Correction, corrected, correction_for
from sdc_desktop.engine.submission.finding.figures import Meaning, Style
from sdc_desktop.engine.submission.finding.find import FoundFile, Reading, find_in
from sdc_desktop.engine.submission.finding.models import Model
from sdc_desktop.engine.submission.finding.table import FoundTable
from sdc_desktop.engine.submission.gathering import Source
from sdc_desktop.engine.submission.judging.behind import SUPPRESSED, Companions, Count, Offered, rounded_range
from sdc_desktop.engine.submission.judging.judge import Beside, Judged, judge
from sdc_desktop.engine.submission.judging.models import TwoByTwo, judge_model, two_by_two
from sdc_desktop.engine.submission.judging.rules import Rules, Severity, carried_severity
from sdc_desktop.engine.submission.judging.shares import half_unit
from sdc_desktop.engine.submission.peer import RESULT_NAMES, counts_stated, hint_of, is_evidence, session_of
from sdc_desktop.engine.submission.reader import Reader, Submitted
from sdc_desktop.engine.submission.recount import NOTHING, Records, Recounted, recounted
from sdc_desktop.engine.submission.sheets import COARSE, NO_VALUE, ReadFile, Sheet, Unreadable
from sdc_desktop.engine.submission.submission import (
    PICTURE_FORMATS,
    CheckedFile,
    CheckedTable,
    FileFinding,
    PeerOutput,
    Session,
    Submission,
    table_id,
)

READING, JUDGING = "reading_outputs", "judging_outputs"
_MOST_LISTED = 200  # places of one kind that a file's findings name
_MOST_TWO_BY_TWO = 2_000


@dataclass(frozen=True)
class Settings:
    """What a check is made by, beside the rules."""

    rules: Rules = field(default_factory=Rules)
    style: Style | None = None
    empty: Meaning = "suppressed"
    marks: Mapping[str, Meaning] = field(default_factory=dict)
    synonyms: Mapping[str, str] = field(default_factory=dict)
    population: str = ""
    corrections: tuple[Correction, ...] = ()
    records: Records | None = None  # open microdata


@dataclass(frozen=True)
class ReadTable:
    """A table before it is judged: as found or corrected, and what a checker says of it."""

    table: FoundTable
    id: str
    correction: Correction | None = None


@dataclass(frozen=True)
class ReadOutput:
    """A file as read and searched. Its sheets have no cells."""

    submitted: Submitted
    found: FoundFile
    tables: tuple[ReadTable, ...]
    findings: tuple[FileFinding, ...]
    evidence: bool
    peer: PeerOutput | None = None
    text_format: bool = False


@dataclass(frozen=True)
class ReadOutputs:
    """All files of a submission as read."""

    files: tuple[ReadOutput, ...]
    sessions: tuple[Session, ...]
    findings: tuple[FileFinding, ...] = ()


# reading --------------------------------------------------------------------------------------------------


def read_outputs(sources: Sequence[Source], settings: Settings, context: JobContext) -> ReadOutputs:
    """Read all files in a child process, one at a time, and find their tables. Raises :class:`Refused`,
    Cancelled.
    """
    with Reader() as reader:
        sessions, findings = _sessions(sources, reader, context)
        by_path = {path: output for session in sessions for path, output in session.outputs.items()}
        files = []
        for number, source in enumerate(sources):
            context.progress(number / max(1, len(sources)), READING)
            files.append(_read(source, reader, by_path.get(source.path), settings, context))
    return ReadOutputs(tuple(files), sessions, findings)


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
    tables = tuple(_tables(submitted, found, reading, settings.corrections))
    findings = tuple(_findings(submitted, found, tables, settings.rules))
    light = replace(submitted, read=replace(read, sheets=tuple(map(_without_cells, read.sheets)), session={}))
    is_session = read.format in ("session", "session_config")
    return ReadOutput(
        light, replace(found, tables=()), tables, findings, evidence or is_session, peer,
        read.format in ("docx", "html", "txt", "log", "smcl"),
    )  # fmt: skip


def _tables(
    submitted: Submitted, found: FoundFile, reading: Reading, corrections: Sequence[Correction]
) -> Iterator[ReadTable]:
    """The tables of a file, with what a checker corrected. Outlines that were drawn replace those found that
    they overlap.
    """
    made = corrected(submitted, found, reading, corrections)
    for table in made:
        light = replace(table, sheet=_without_cells(table.sheet))
        id = table_id(submitted.sha256, table.sheet.name, table.address)
        yield ReadTable(light, id, correction_for(submitted.path, table, corrections))


def _without_cells(sheet: Sheet) -> Sheet:
    return replace(sheet, cells={})


def _findings(
    submitted: Submitted, found: FoundFile, tables: Sequence[ReadTable], rules: Rules
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
    for code, places in (
        ("far_cell", found.far_cells),
        ("loose_figure", found.loose),
        ("text_by_eye", found.texts),
    ):
        for where in places[:_MOST_LISTED]:
            yield FileFinding(code, Severity.LOOK, where)
    for sheet in found.too_many:
        yield FileFinding("too_many_blocks", Severity.REFUSE, sheet)
    yield from _of_cells(read)
    for table in tables:
        box = _coarse(table.table)
        if box:
            severity = carried_severity("stored_precision")
            yield FileFinding("stored_precision", severity, box, carried=True)
    is_text = read.format not in PICTURE_FORMATS and read.format not in ("session", "session_config")
    if is_text and not tables and not found.models and not found.records:
        yield FileFinding("no_table", Severity.LOOK)


def _of_cells(read: ReadFile) -> Iterator[FileFinding]:
    for sheet in read.sheets:
        empty = [at for at, cell in sheet.cells.items() if cell.flags & NO_VALUE]
        for row, column in empty[:_MOST_LISTED]:
            where = f"{sheet.name}!{sheet.address(row, column)}"
            yield FileFinding("formula_without_value", Severity.CHANGE, where)


def _coarse(table: FoundTable) -> str:
    """The box of figures that are stored with more digits than shown; "" where there is none."""
    places = [
        table.place(row, column) for (row, column), figure in table.figures.items() if figure.flags & COARSE
    ]
    if not places:
        return ""
    rows, columns = [row for row, _ in places], [column for _, column in places]
    box = (min(rows), min(columns), max(rows), max(columns))
    name = f"{table.sheet.name}!" if table.sheet.name else ""
    return name + table.sheet.box_address(box)


# judging --------------------------------------------------------------------------------------------------


class Judging:
    """The tables of a submission with the definitions of their cells, and what they offer one another."""

    def __init__(self, outputs: ReadOutputs, settings: Settings, released: Sequence[KnownTable] = ()) -> None:
        self.outputs, self.settings = outputs, settings
        self.about: dict[tuple[int, int], Described] = {}
        for place, table in self._all():
            self.about[place] = described(table.table, settings.synonyms)
        own = [dimension for about in self.about.values() for dimension in about.dimensions]
        cells = [tuple(cell.definition for cell in table.cells) for table in released]
        self.names = Names([*own, *(dimension for one in cells for dimension in dimensions_of(one))])
        units = [about.unit for about in self.about.values() if about.unit]
        units += [one[0].unit for one in cells if one and one[0].unit]
        self.usual_unit = max(sorted(set(units)), key=units.count, default="")
        self.released = tuple(
            replace(
                table,
                cells=tuple(
                    replace(cell, definition=definition)
                    for cell, definition in zip(
                        table.cells, renamed(one, self.names, self.usual_unit), strict=True
                    )
                ),
            )
            for table, one in zip(released, cells, strict=True)
        )
        self.cells: dict[tuple[int, int], Mapping[tuple[int, int], Definition]] = {}
        self.companions = Companions()
        self._two_by_twos: list[TwoByTwo] = []
        for place, table in self._all():
            self.cells[place] = self._cells(place, table)
            self._offer(place, table)

    def _all(self) -> Iterator[tuple[tuple[int, int], ReadTable]]:
        for number, file in enumerate(self.outputs.files):
            for place, table in enumerate(file.tables):
                if table.correction is None or not table.correction.not_table:
                    yield (number, place), table

    def population(self, place: tuple[int, int], table: ReadTable) -> str:
        """The population of a table: the checker's, else the project's, and what the title counts."""
        given = table.correction.population if table.correction is not None else None
        if given is not None:
            return population_text(given, "")
        return population_text(self.settings.population, self.about[place].subject)

    def _cells(self, place: tuple[int, int], table: ReadTable) -> Mapping[tuple[int, int], Definition]:
        about = self.about[place]
        unit = about.unit or self.usual_unit
        return cells_of(table.table, about, self.names, unit, self.population(place, table))

    def _offer(self, place: tuple[int, int], read: ReadTable) -> None:
        """Offers the counts of a table to others, and their sums where it has no totals."""
        table, about = read.table, self.about[place]
        if table.form != "table":
            return
        near = (place[0], table.number, place[1])
        subject = frozenset(about.subject.split())
        dimensions = frozenset(self.names.name(one) for one in about.dimensions)
        name = self._address(place, table)

        def add(cell: frozenset[tuple[str, str]], low: int, high: int, where: str) -> None:
            count = Count(low, high, "companion", f"{name}{where}")
            self.companions.add(cell, Offered(count, subject, about.period, name, dimensions, near))

        values: dict[tuple[int, int], int] = {}
        for (row, column), definition in self.cells[place].items():
            figure = table.figures[row, column]
            if definition.statistic == "count" and figure.status == "suppressed":
                count = Count(0, 0, SUPPRESSED, f"{name}{table.cell(row, column)}")
                offer = Offered(count, subject, about.period, name, dimensions, near)
                self.companions.add(definition.cell, offer)
            if definition.statistic != "count" or figure.value is None or figure.parts:
                continue
            values[row, column] = number = int(figure.value)
            add(definition.cell, *rounded_range(number, table.rounded), table.cell(row, column))
        for cell, total in _implied(read, self.cells[place], values, about, self.names):
            add(cell, *rounded_range(total, table.rounded), table.address)
        found = two_by_two(table, f"{name}{table.address}")
        if found is not None and len(self._two_by_twos) < _MOST_TWO_BY_TWO:
            self._two_by_twos.append(found)

    def _address(self, place: tuple[int, int], table: FoundTable) -> str:
        path = self.outputs.files[place[0]].submitted.path
        return f"{path}!{table.sheet.name}!" if table.sheet.name else f"{path}!"

    def offered(self, place: tuple[int, int], read: ReadTable) -> Callable[[int, int], Count | None]:
        """Finds the count that another table offers for a figure of this one."""
        table, about, cells = read.table, self.about[place], self.cells[place]
        near = (place[0], table.number, place[1])
        subject = frozenset(about.subject.split()) | frozenset(table.title.casefold().split())
        rows = frozenset(self.names.name(one) for one in about.rows)
        columns = frozenset(self.names.name(one) for one in about.columns)

        def find(row: int, column: int) -> Count | None:
            definition = cells.get((row, column))
            if definition is None or table.form != "table":
                return None
            period = definition.period
            whole = self.companions.nearest(definition.cell, rows | columns, subject, period, near)
            if table.kinds_at(row, column)[0] != "percent" or (whole and whole.source == SUPPRESSED):
                return whole
            figure = table.figures[row, column]
            for left in (columns, rows, rows | columns):
                cell = frozenset(pair for pair in definition.cell if pair[0] not in left)
                total = self.companions.nearest(cell, (rows | columns) - left, subject, period, near)
                if total is None or total.source == SUPPRESSED or not (left or whole):
                    continue
                if whole is None and left == columns:
                    return total
                if whole is not None and _is_share(whole, total, figure.value, figure.decimals):
                    return total
            return None

        return find

    def judged(self, place: tuple[int, int], read: ReadTable, context: JobContext) -> Judged:
        """One table, judged. Raises Cancelled."""
        file = self.outputs.files[place[0]]
        correction = read.correction
        again = self._recounted(place, read)
        offered = self.offered(place, read)
        beside = Beside(
            lambda row, column: offered(row, column) or again.counts.get((row, column)),
            _model_for(file, read.table, self.outputs),
            self._two_by_twos,
            correction.count_columns(read.table) if correction is not None else {},
            correction.n if correction is not None else None,
            correction is not None and bool(correction.kinds),
            lambda row, column: again.dominance.get((row, column)),
        )
        return judge(read.table, self.settings.rules, beside, context).with_spots(again.spots)

    def _recounted(self, place: tuple[int, int], read: ReadTable) -> Recounted:
        """The table from open microdata, where there are any."""
        records, one = self.settings.records, read.correction
        if records is None or not records.is_usable:
            return NOTHING
        chosen = (
            {} if one is None else {plain(name, {}): variable for name, variable in one.variables.items()}
        )
        population = {} if one is None else one.filter
        settings = self.settings
        return recounted(
            read.table, self.about[place], records, settings.rules, chosen, population, settings.synonyms
        )


def _is_share(count: Count, total: Count, percent: object, decimals: int) -> bool:
    if not isinstance(percent, Decimal) or not total.low or count.low != count.high or not count.high:
        return False
    return abs(Decimal(100) * count.low / total.low - percent) <= half_unit(decimals) + Decimal("1e-6")


def _implied(
    read: ReadTable,
    cells: Mapping[tuple[int, int], Definition],
    values: Mapping[tuple[int, int], int],
    about: Described,
    names: Names,
) -> Iterator[tuple[frozenset[tuple[str, str]], int]]:
    """Sums of all rows or of all columns of counts, where a table has no total there and all are known."""
    table = read.table
    rows, columns = range(len(table.rows)), range(len(table.columns))
    of_rows = {names.name(one) for one in about.rows}
    of_columns = {names.name(one) for one in about.columns}
    counts = [column for column in columns if table.kinds[column] == "count"]
    if not table.row_totals:
        for column in counts:
            if all((row, column) in values for row in rows) and len(rows) > 1:
                cell = cells[0, column].cell
                without = frozenset(pair for pair in cell if pair[0] not in of_rows)
                yield without, sum(values[row, column] for row in rows)
    if not table.column_totals and of_columns:
        for row in rows:
            if len(counts) > 1 and all((row, column) in values for column in counts):
                cell = cells[row, counts[0]].cell
                without = frozenset(pair for pair in cell if pair[0] not in of_columns)
                yield without, sum(values[row, column] for column in counts)


def _model_for(file: ReadOutput, table: FoundTable, outputs: ReadOutputs) -> Model | None:
    """The model whose coefficients a table has: the last summary before it in its file, the first after it,
    or one in a file of the same output of a session.
    """
    if table.form != "coefficients":
        return None
    models = [model for model in file.found.models if model.freedom is not None]
    before = [model for model in models if model.box[0] <= table.body[0]]
    if before or models:
        return before[-1] if before else models[0]
    if file.peer is None:
        return None
    same = (
        model
        for other in outputs.files
        if other.peer is not None and other.peer.uid == file.peer.uid and _folder(other) == _folder(file)
        for model in other.found.models
    )
    return next((model for model in same if model.freedom is not None), None)


def _folder(file: ReadOutput) -> str:
    return file.submitted.path.rpartition("/")[0]


def judge_outputs(
    outputs: ReadOutputs, settings: Settings, context: JobContext, released: Sequence[KnownTable] = ()
) -> tuple[Submission, Judging]:
    """All tables judged one by one; what follows from several, and with tables released before, is added by
    `comparing`. Raises Cancelled.
    """
    judging = Judging(outputs, settings, released)
    files = []
    for number, file in enumerate(outputs.files):
        context.progress(number / max(1, len(outputs.files)), JUDGING)
        tables = tuple(
            _checked(judging, number, place, read, context) for place, read in enumerate(file.tables)
        )
        files.append(_checked_file(file, tables, outputs, settings.rules))
    definitions = {
        table.id: judging.cells[number, table.number]
        for number, file in enumerate(files)
        for table in file.tables
        if not table.not_table
    }
    return Submission(tuple(files), (), outputs.findings, outputs.sessions, definitions), judging


def _checked(judging: Judging, number: int, place: int, read: ReadTable, context: JobContext) -> CheckedTable:
    correction = read.correction
    if correction is not None and correction.not_table:
        reason = correction.not_table
        return CheckedTable(read.id, number, place, Judged(read.table), not_table=reason, corrected=True)
    judged = judging.judged((number, place), read, context)
    return CheckedTable(
        read.id,
        number,
        place,
        judged,
        judging.population((number, place), read),
        corrected=correction is not None,
    )


def _checked_file(
    file: ReadOutput, tables: tuple[CheckedTable, ...], outputs: ReadOutputs, rules: Rules
) -> CheckedFile:
    submitted = file.submitted
    models = tuple((model, tuple(_of_model(model, file, outputs, rules))) for model in file.found.models)
    findings = (*file.findings, *(one for _, found in models for one in found))
    return CheckedFile(
        submitted.path, submitted.sha256, submitted.bytes, submitted.read.format, tables,
        findings, models, file.peer, file.evidence,
        submitted.read.sheets, bool(submitted.read.refused),
    )  # fmt: skip


def _of_model(model: Model, file: ReadOutput, outputs: ReadOutputs, rules: Rules) -> Iterator[FileFinding]:
    """Findings on a model's summary; parts of one output share their degrees of freedom."""
    if model.freedom is None and file.peer is not None:
        others = (
            one
            for other in outputs.files
            if other.peer is not None and other.peer.uid == file.peer.uid and _folder(other) == _folder(file)
            for one in other.found.models
        )
        model = next((one for one in others if one.freedom is not None), model)
    for spot in judge_model(model, rules):
        yield FileFinding(spot.code, spot.severity, model.command or _box(file, model), spot.figures)


def _box(file: ReadOutput, model: Model) -> str:
    sheets = file.submitted.read.sheets
    return sheets[0].box_address(model.box) if sheets else ""


def all_tables(files: Iterable[CheckedFile]) -> Iterator[CheckedTable]:
    """The tables of several files."""
    for file in files:
        yield from file.tables
