"""The judging of a submission: every table separately, with what tables offer one another."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

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
from sdc_desktop.engine.submission.comparing.elsewhere import Elsewhere, TableBeside
from sdc_desktop.engine.submission.comparing.systems import KnownCell, KnownTable
from sdc_desktop.engine.submission.corrections import count_columns
from sdc_desktop.engine.submission.finding.closed_words import statistic_of
from sdc_desktop.engine.submission.finding.models import Model
from sdc_desktop.engine.submission.finding.table import FoundTable
from sdc_desktop.engine.submission.finding.words import is_total_label
from sdc_desktop.engine.submission.judging.behind import SUPPRESSED, Companions, Count, Offered, rounded_range
from sdc_desktop.engine.submission.judging.judge import Beside, Judged, judge
from sdc_desktop.engine.submission.judging.models import TwoByTwo, judge_model, two_by_two
from sdc_desktop.engine.submission.judging.relations import NumberElsewhere
from sdc_desktop.engine.submission.judging.rules import Rules
from sdc_desktop.engine.submission.judging.shares import half_unit
from sdc_desktop.engine.submission.kinds_settled import with_kinds_settled
from sdc_desktop.engine.submission.received import ReadOutput, ReadOutputs, ReadTable, Settings
from sdc_desktop.engine.submission.recount import NOTHING, Recounted, recounted
from sdc_desktop.engine.submission.submission import CheckedFile, CheckedTable, FileFinding, Submission

STEP_JUDGING = "judging_outputs"
_MOST_TWO_BY_TWO = 2_000


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
        self.sums: dict[tuple[int, int], list[KnownCell]] = {}  # of all rows or columns without a total
        self.companions = Companions()
        self._two_by_twos: list[TwoByTwo] = []
        for place, table in self._all():
            self.cells[place] = self._cells(place, table)
            self._offer(place, table)
        self._elsewhere = self._numbers_elsewhere()

    def _numbers_elsewhere(self) -> Elsewhere:
        """What the submitted tables and those released before state of one another."""
        files = self.outputs.files
        tables = [
            TableBeside(place, self._address(place, read.table), read.table, files[place[0]].evidence)
            for place, read in self._all()
        ]
        pool = {
            number: [
                replace(one, place=f"{file.submitted.path}!{one.place}") for one in file.found.statements
            ]
            for number, file in enumerate(files)
            if not file.evidence
        }
        return Elsewhere(tables, pool, self.released)

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
        self.sums[place] = []
        for definition, total, unread in _implied(read, self.cells[place], values, about, self.names):
            add(definition.cell, *rounded_range(total, table.rounded), table.address)
            sum_of = KnownCell(definition, Decimal(total), table.address, unread=unread)
            self.sums[place].append(sum_of)
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
            count_columns(correction, read.table) if correction is not None else {},
            correction.n if correction is not None else None,
            correction is not None and bool(correction.kinds),
            lambda row, column: again.dominance.get((row, column)),
            lambda: self._numbers_for(place, read),
        )
        return judge(read.table, self.settings.rules, beside, context).with_spots(again.spots)

    def _numbers_for(self, place: tuple[int, int], read: ReadTable) -> Sequence[NumberElsewhere]:
        """The numbers that other tables and texts state for one, but those that a checker excludes."""
        given = {} if read.correction is None else read.correction.statements
        path = self.outputs.files[place[0]].submitted.path
        excluded = {f"{path}!{at}" for at, meaning in given.items() if meaning == "not_total"}
        return [one for one in self._elsewhere.of(place, read.table) if one.place not in excluded]

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
) -> Iterator[tuple[Definition, int, tuple[str, str]]]:
    """Sums of all rows or of all columns of counts, where a table has no total there and all are known; and
    what was not read of their labels.
    """
    table = read.table
    rows, columns = range(len(table.rows)), range(len(table.columns))
    of_rows = {names.name(one) for one in about.rows}
    of_columns = {names.name(one) for one in about.columns}
    counts = [column for column in columns if table.kinds[column] == "count"]
    if not table.row_totals and not any(map(_is_named, table.rows)):
        for column in counts:
            if all((row, column) in values for row in rows) and len(rows) > 1:
                of = cells[0, column]
                without = frozenset(pair for pair in of.cell if pair[0] not in of_rows)
                total = sum(values[row, column] for row in rows)
                yield of._replace(cell=without), total, about.unread_at(None, column)
    if not table.column_totals and of_columns and not any(map(_is_named, table.columns)):
        for row in rows:
            if len(counts) > 1 and all((row, column) in values for column in counts):
                of = cells[row, counts[0]]
                without = frozenset(pair for pair in of.cell if pair[0] not in of_columns)
                total = sum(values[row, column] for column in counts)
                yield of._replace(cell=without), total, about.unread_at(row, None)


def _is_named(label: str) -> bool:
    return is_total_label(label.split(" / ")[-1])


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
    n = _observations(file, table)
    if n is not None:
        return Model(table.body, table.command, n, n - len(_coefficients(table)))
    if file.peer is None:
        return None
    same = (
        model
        for other in outputs.files
        if other.peer is not None and other.peer.uid == file.peer.uid and _folder(other) == _folder(file)
        for model in other.found.models
    )
    return next((model for model in same if model.freedom is not None), None)


def _observations(file: ReadOutput, table: FoundTable) -> int | None:
    """The number of observations of a model: stated for its table, in a row of it, or with it in its file."""
    rows = [
        int(figure.value)
        for (row, _), figure in table.figures.items()
        if statistic_of(table.rows[row]) == "count" and figure.value is not None
    ]
    stated = [one.n for one in table.statements if one.scope in ("table", "pool")]
    found = [min(rows)] if rows else stated
    found += [model.n for model in file.found.models if model.n is not None]
    return found[0] if found else None


def _coefficients(table: FoundTable) -> list[str]:
    return [label for label in table.rows if statistic_of(label) != "count"]


def _folder(file: ReadOutput) -> str:
    return file.submitted.path.rpartition("/")[0]


def judge_outputs(
    outputs: ReadOutputs, settings: Settings, context: JobContext, released: Sequence[KnownTable] = ()
) -> tuple[Submission, Judging]:
    """All tables judged one by one; what follows from several, and with tables released before, is added by
    `comparing`. Raises Cancelled.
    """
    outputs = with_kinds_settled(outputs, settings)
    judging = Judging(outputs, settings, released)
    files = []
    for number, file in enumerate(outputs.files):
        context.progress(number / max(1, len(outputs.files)), STEP_JUDGING)
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
        submitted.read.sheets, bool(submitted.read.refused), file.name, file.coverage,
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
    tables = [read.table for read in file.tables if read.table.form == "coefficients"]
    if model.freedom is None and model.n is not None and tables:
        model = replace(model, freedom=model.n - max(len(_coefficients(table)) for table in tables))
    for spot in judge_model(model, rules):
        yield FileFinding(spot.code, spot.severity, model.command or _box(file, model), spot.figures)


def _box(file: ReadOutput, model: Model) -> str:
    sheets = file.submitted.read.sheets
    return sheets[0].box_address(model.box) if sheets else ""
