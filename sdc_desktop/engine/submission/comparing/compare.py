"""What several tables reveal together: within a submission, and with what a project released before."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.problems import Param
from sdc_desktop.engine.submission.check import Judging
from sdc_desktop.engine.submission.comparing.definitions import Definition, Described
from sdc_desktop.engine.submission.comparing.differences import few_differences
from sdc_desktop.engine.submission.comparing.systems import KnownCell, KnownTable, following
from sdc_desktop.engine.submission.finding.table import ADDITIVE
from sdc_desktop.engine.submission.judging.behind import Count
from sdc_desktop.engine.submission.judging.judge import Judged
from sdc_desktop.engine.submission.judging.rules import Rules, Severity, Spot, look
from sdc_desktop.engine.submission.judging.suppressed import is_suppressed
from sdc_desktop.engine.submission.submission import CheckedTable, Difference, FileFinding, Submission

_STATISTICS = ("mean",)
_MOST_PER_TABLE = 500  # findings of one code that a table gets from comparisons


def known_table(
    table: CheckedTable,
    name: str,
    cells: Mapping[tuple[int, int], Definition],
    about: Described | None = None,
) -> KnownTable:
    """A submitted table as one of cells of a common definition."""
    found = table.table
    numbers: dict[tuple[int, int], int] = {}
    listed: list[KnownCell] = []
    for (row, column), definition in cells.items():
        figure = found.figures[row, column]
        kind = found.kinds_at(row, column)[0]
        if figure.parts or kind not in (*ADDITIVE, *_STATISTICS) or found.form != "table":
            continue
        if figure.value is None and not is_suppressed(figure):
            continue
        count = table.judged.counts.get((row, column))
        numbers[row, column] = len(listed)
        value = figure.value if figure.status in ("value", "zero") else None
        behind = _certain(count)
        address = found.cell(row, column)
        unread = ("", "") if about is None else about.unread_at(row, column)
        listed.append(KnownCell(definition, value, address, figure.low, figure.high, behind, unread))
    relations = () if found.without_suppressed else tuple(_relations(table, numbers))
    statements = tuple((one.n, one.text) for one in found.statements if one.scope == "table")
    return KnownTable(table.id, name, False, tuple(listed), relations, found.rounded, statements)


def _certain(count: Count | None) -> int | None:
    return None if count is None or count.low != count.high else count.low


def _relations(
    table: CheckedTable, numbers: Mapping[tuple[int, int], int]
) -> Iterator[tuple[int, tuple[int, ...]]]:
    found = table.table
    for total in found.row_totals:
        for column in range(len(found.columns)):
            yield from _relation(numbers, (total.line, column), [(part, column) for part in total.parts])
    for total in found.column_totals:
        for row in range(len(found.rows)):
            yield from _relation(numbers, (row, total.line), [(row, part) for part in total.parts])


def _relation(
    numbers: Mapping[tuple[int, int], int], total: tuple[int, int], parts: Sequence[tuple[int, int]]
) -> Iterator[tuple[int, tuple[int, ...]]]:
    if total in numbers and all(part in numbers for part in parts):
        yield numbers[total], tuple(numbers[part] for part in parts)


def table_name(submission: Submission, table: CheckedTable) -> str:
    """File, sheet and body of a table in one text."""
    path = submission.files[table.file].path
    sheet = table.table.sheet.name
    return f"{path}!{sheet}!{table.table.address}" if sheet else f"{path}!{table.table.address}"


def compared(
    submission: Submission,
    judging: Judging,
    rules: Rules,
    context: JobContext,
    *,
    with_ledger: bool,
) -> Submission:
    """The submission with what its tables reveal together, and with those released before where there is a
    ledger of them. Raises Cancelled.
    """
    own: list[CheckedTable] = []
    known: list[KnownTable] = []
    summed: list[KnownTable] = []  # with the sums of rows and columns that have no total
    for file_number, file in enumerate(submission.files):
        for table in () if file.evidence else file.tables:
            if table.not_table:
                continue
            cells = judging.cells[file_number, table.number]
            own.append(table)
            about = judging.about[file_number, table.number]
            one = known_table(table, table_name(submission, table), cells, about)
            known.append(one)
            sums = judging.sums.get((file_number, table.number), ())
            summed.append(replace(one, cells=(*one.cells, *sums)))
    known += judging.released
    summed += judging.released
    spots: dict[int, list[Spot]] = {}
    differences = [
        *_with_following(known, own, spots, context),
        *_with_differences(summed, own, spots, rules),
        *_with_models(submission, known, own, spots, rules),
    ]
    for number, found in spots.items():
        table = own[number]
        judged = table.judged.with_spots(_limited(found))
        submission = submission.with_table(replace(table, judged=_without_covered(judged)))
    findings = submission.findings
    if not with_ledger:
        findings = (*findings, FileFinding("not_compared", Severity.LOOK))
    return replace(submission, differences=tuple(differences), findings=findings)


def _limited(spots: Sequence[Spot]) -> list[Spot]:
    numbers: dict[str, int] = {}
    kept = []
    for spot in spots:
        numbers[spot.code] = numbers.get(spot.code, 0) + 1
        if numbers[spot.code] <= _MOST_PER_TABLE:
            kept.append(spot)
    return kept


def _without_covered(judged: Judged) -> Judged:
    """A cell that follows within its own table does not also follow with another, unless it follows with the
    margin of another.
    """
    by_margin = {
        (one.row, one.column) for one in judged.intervals if any(part[0] == "margin" for part in one.stated)
    }
    own, both = (
        {(spot.row, spot.column) for spot in judged.spots if spot.code == code and spot.row >= 0}
        for code in ("disclosed", "disclosed_with_earlier")
    )
    covered = {"disclosed": both & by_margin, "disclosed_with_earlier": own - by_margin}
    spots = (one for one in judged.spots if (one.row, one.column) not in covered.get(one.code, ()))
    return replace(judged, spots=tuple(spots))


def _with_following(
    known: Sequence[KnownTable],
    own: Sequence[CheckedTable],
    spots: dict[int, list[Spot]],
    context: JobContext,
) -> Iterator[Difference]:
    found, sizes = following(known, context)
    for one in found:
        here, there, cell = one.here, one.there, known[one.here].cells[one.cell]
        if here >= len(own):  # suppressed in an earlier release: the new table reveals it
            here, there = _revealing(known, one.there, len(own)), here
            cell = _same_cell(known[here], cell) or cell
        place = _place(own[here], cell.address)
        figures: dict[str, Param] = {"table": known[there].name, "earlier": known[there].earlier}
        spots.setdefault(here, []).append(Spot("disclosed_with_earlier", Severity.CHANGE, *place, figures))
        yield Difference(
            "disclosed_with_earlier", own[here].id, known[there].id, known[there].name, (cell.address,),
            earlier=known[there].earlier,
        )  # fmt: skip
    for size, tables in sizes:
        for number in tables:
            if number < len(own):
                spots.setdefault(number, []).append(look("too_large_to_compare", -1, -1, number=size))
        yield Difference("too_large_to_compare", "", "", "", (), float(size))


def _revealing(known: Sequence[KnownTable], there: int, own: int) -> int:
    """A submitted table among those that reveal a cell of an earlier one."""
    return there if there < own else next(number for number in range(len(known)) if number < own)


def _same_cell(table: KnownTable, cell: KnownCell) -> KnownCell | None:
    return next((one for one in table.cells if one.definition == cell.definition), None)


def _with_differences(
    known: Sequence[KnownTable], own: Sequence[CheckedTable], spots: dict[int, list[Spot]], rules: Rules
) -> Iterator[Difference]:
    for few in few_differences(known, rules):
        here, there = few.here[0], few.there[0]
        number = float(few.difference)
        for (table, cell), (other, _) in ((few.here, few.there), (few.there, few.here)):
            if table >= len(own):
                continue
            place = _place(own[table], known[table].cells[cell].address)
            figures: dict[str, Param] = {
                "number": number,
                "threshold": rules.threshold,
                "table": known[other].name,
            }
            spots.setdefault(table, []).append(Spot("difference_of_few", Severity.CHANGE, *place, figures))
        address = known[here].cells[few.here[1]].address
        yield Difference(
            "difference_of_few", own[here].id, known[there].id, known[there].name, (address,), number,
            known[there].earlier,
        )  # fmt: skip


def _with_models(
    submission: Submission,
    known: Sequence[KnownTable],
    own: Sequence[CheckedTable],
    spots: dict[int, list[Spot]],
    rules: Rules,
) -> Iterator[Difference]:
    """Totals of tables against the number of observations of models."""
    models = [
        (model.n, file.path)
        for file in submission.submitted
        for model, _ in file.models
        if model.n is not None
    ]
    for number, table in enumerate(known[: len(own)]):
        for cell in table.cells:
            if cell.definition.cell or cell.definition.statistic != "count" or cell.value is None:
                continue
            for n, path in models:
                difference = abs(n - cell.value)
                if 0 < difference < rules.threshold:
                    place = _place(own[number], cell.address)
                    figures: dict[str, Param] = {
                        "number": float(difference),
                        "threshold": rules.threshold,
                        "table": path,
                    }
                    spots.setdefault(number, []).append(
                        Spot("difference_of_few", Severity.CHANGE, *place, figures)
                    )
                    yield Difference(
                        "difference_of_few", table.id, "", path, (cell.address,), float(difference)
                    )


def _place(table: CheckedTable, address: str) -> tuple[int, int]:
    """Row and column of a cell by its address."""
    found = table.table
    for row, column in found.figures:
        if found.cell(row, column) == address:
            return row, column
    return -1, -1
