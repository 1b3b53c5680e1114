"""What a checker corrects of the tables found: outlines, headers, kinds, totals and counts.

A correction is kept by file, sheet and body as found. Rows and columns are named as in the sheet: 5, C.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from sdc_desktop.engine.problems import Place, Problem, error
from sdc_desktop.engine.submission.finding.figures import marks_of
from sdc_desktop.engine.submission.finding.find import FoundFile, Reading, table_in
from sdc_desktop.engine.submission.finding.layout import Grid, Layout
from sdc_desktop.engine.submission.finding.scopes import with_statements
from sdc_desktop.engine.submission.finding.statements import Statement
from sdc_desktop.engine.submission.finding.table import FoundTable
from sdc_desktop.engine.submission.finding.totals import Total
from sdc_desktop.engine.submission.reader import Submitted
from sdc_desktop.engine.submission.sheets import Box, Sheet, split_box
from sdc_desktop.engine.submission.spec import CorrectionSpec, TotalSpec


def count_columns(one: CorrectionSpec, table: FoundTable) -> Mapping[int, int]:
    """By column of the table the one that has its counts."""
    places = _column_places(table)
    return {
        places[name]: places[other]
        for name, other in one.counts.items()
        if name in places and other in places
    }


def correction_for(
    path: str, table: FoundTable, corrections: Sequence[CorrectionSpec]
) -> CorrectionSpec | None:
    """The correction of a table, by what was found or by its outline; the last one counts."""
    return next((one for one in reversed(corrections) if _is_for(one, path, table)), None)


def _is_for(one: CorrectionSpec, path: str, table: FoundTable) -> bool:
    same = one.file == path and one.sheet == table.sheet.name
    return same and table.address in (one.outline or one.body, one.body)


def corrected(
    submitted: Submitted, found: FoundFile, reading: Reading, corrections: Sequence[CorrectionSpec]
) -> Iterator[FoundTable]:
    """The tables of a file with the corrections made, in their order."""
    own = [one for one in corrections if one.file == submitted.path]
    sheets = {sheet.name: (number, sheet) for number, sheet in enumerate(submitted.read.sheets)}
    drawn: list[FoundTable] = []
    for one in own:
        if (one.outline or one.header is not None or one.labels is not None) and one.sheet in sheets:
            table = _drawn(one, *sheets[one.sheet], found, reading)
            if table is not None:
                drawn = [other for other in drawn if not _overlap(other, table)]
                drawn.append(table)
    kept = [table for table in found.tables if not any(_overlap(table, other) for other in drawn)]
    for table in _with_statements(sheets.values(), (*kept, *drawn), {table.number for table in drawn}):
        correction = correction_for(submitted.path, table, own)
        if correction is not None:
            table = _with_stated(with_correction(table, correction), found.statements, correction)
        yield table


def statement_problems(
    path: str, found: FoundFile, corrections: Sequence[CorrectionSpec]
) -> Iterator[Problem]:
    """What is wrong with corrections of stated numbers: unknown places, no reason."""
    stated = (*found.statements, *(one for table in found.tables for one in table.statements))
    places = {one.place for one in stated}
    for one in corrections:
        if one.file != path:
            continue
        for place, meaning in one.statements.items():
            if place not in places:
                yield error("outputs.no_statement", Place(file=path), place=place)
            elif meaning == "not_total" and not one.reason.strip():
                yield error("output_check.no_reason", Place(file=path), table=f"{path} {place}")


def _with_stated(table: FoundTable, pool: Sequence[Statement], one: CorrectionSpec) -> FoundTable:
    """A table with the stated numbers that a checker confirms, and without those that are not its total."""
    kept = [
        replace(stated, certain=stated.certain or stated.place in one.statements)
        for stated in table.statements
        if one.statements.get(stated.place) != "not_total"
    ]
    own = {stated.place for stated in table.statements}
    for stated in pool:
        if one.statements.get(stated.place) == "total" and stated.place not in own:
            kept.append(replace(stated, scope="table", certain=True))
    return replace(table, statements=tuple(kept))


def _with_statements(
    sheets: Iterable[tuple[int, Sheet]], tables: Iterable[FoundTable], changed: set[int]
) -> Iterator[FoundTable]:
    """The tables in their order; what is stated for them is sought again in sheets that have other tables."""
    by_sheet: dict[int, list[FoundTable]] = {}
    for table in sorted(tables, key=lambda table: (table.number, table.body)):
        by_sheet.setdefault(table.number, []).append(table)
    for number, sheet in sheets:
        own = by_sheet.get(number, [])
        yield from with_statements(sheet, own).tables if number in changed else own


def _overlap(one: FoundTable, other: FoundTable) -> bool:
    if one.number != other.number:
        return False
    a, b = one.body, other.body
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


def _drawn(
    one: CorrectionSpec, number: int, sheet: Sheet, found: FoundFile, reading: Reading
) -> FoundTable | None:
    """A table by an outline of its body, with this many header rows and label columns."""
    before = next((t for t in found.tables if t.number == number and t.address == one.body), None)
    box = _box(sheet, one.outline or one.body, before)
    if box is None:
        return None
    header = one.header if one.header is not None else len(before.header_rows) if before else 1
    labels = one.labels if one.labels is not None else len(before.label_columns) if before else 1
    whole = (max(box[0] - header, 0), max(box[1] - labels, 0), box[2], box[3])
    grid = Grid(sheet, whole, found.style, marks_of(reading.marks))
    layout = Layout(
        tuple(range(whole[0], box[0])),
        tuple(range(whole[1], box[1])),
        box,
        (one.title_text or "") if one.title_text is not None else before.title if before else "",
        before.notes if before else "",
    )
    return table_in(grid, number, layout, reading, before.command if before else "", ())


def _box(sheet: Sheet, address: str, before: FoundTable | None) -> Box | None:
    """The box of an address; in texts only that of a table as found."""
    if sheet.places is not None:
        return before.body if before is not None else None
    try:
        return split_box(address)
    except ValueError:
        return None


def with_correction(table: FoundTable, one: CorrectionSpec) -> FoundTable:
    """A table with kinds, totals, rounding and title as corrected."""
    columns, rows = _column_places(table), _row_places(table)
    kinds = list(table.kinds)
    for name, kind in one.kinds.items():
        if name in columns:
            kinds[columns[name]] = kind
    row_kinds = dict(table.row_kinds)
    for name, kind in one.row_kinds.items():
        if name in rows:
            row_kinds[rows[name]] = (kind,)
    row_totals = table.row_totals if one.row_totals is None else _totals(one.row_totals, rows)
    column_totals = table.column_totals if one.column_totals is None else _totals(one.column_totals, columns)
    return replace(
        table,
        kinds=tuple(kinds),
        row_kinds=row_kinds,
        row_totals=row_totals,
        column_totals=column_totals,
        given_totals=frozenset(
            axis
            for axis, given in (("rows", one.row_totals), ("columns", one.column_totals))
            if given is not None
        ),
        without_suppressed=table.without_suppressed and one.row_totals is None and one.column_totals is None,
        rounded=table.rounded if one.rounded is None else one.rounded,
        rounding_stated=table.rounding_stated or one.rounded is not None,
        title=table.title if one.title_text is None else one.title_text,
        assumed=frozenset() if one.kinds else table.assumed,
        questions=(),
    )


def _totals(given: Sequence[TotalSpec], places: Mapping[str, int]) -> tuple[Total, ...]:
    return tuple(
        Total(places[one.line], tuple(sorted(places[part] for part in one.parts)))
        for one in given
        if one.line in places and all(part in places for part in one.parts)
    )


def _column_places(table: FoundTable) -> dict[str, int]:
    """The columns of a table by their name in the sheet."""
    return {table.column_name(place): place for place in range(len(table.columns))}


def _row_places(table: FoundTable) -> dict[str, int]:
    return {table.row_name(place): place for place in range(len(table.rows))}
