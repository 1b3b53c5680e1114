"""Tables in the layouts of publication of tau-ARGUS: cross table, pivot, code-value and SBS.

A suppressed value is `x`, an empty cell `-`. Values have the decimals of the published unit. All suppressed
cells have one status, except in the layout of structural business statistics: its receivers require the rule,
so that its file is not for publication.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from types import MappingProxyType
from typing import Literal

from sdc_desktop.engine.data.csv.formulas import FormulaEscaper
from sdc_desktop.engine.data.formats import DecimalMark, decimals_in
from sdc_desktop.engine.tables.cells import SUPPRESSED, CellResult, as_released, in_row_order
from sdc_desktop.engine.tables.dimension import Dimension
from sdc_desktop.engine.tables.table import Table

Layout = Literal["cross_table", "pivot", "code_value", "sbs"]
EMPTY = "-"
_LETTERS: Mapping[str, str] = MappingProxyType({"safe": "S", "unsafe": "U", "suppressed": "D", "empty": "E"})
_NUMBERS: Mapping[str, int] = MappingProxyType(
    {"safe": 1, "zero": 1, "unsafe": 3, "suppressed": 11, "empty": 14}
)


@dataclass(frozen=True)
class Published:
    """What is exported: the cells, their table, and the name of the values."""

    table: Table
    cells: Sequence[CellResult]
    value_name: str = "value"
    decimal: DecimalMark = "."
    places: int | None = None  # decimals of the values; None: those of the table's unit
    escaper: FormulaEscaper | None = None  # for spreadsheets: names and codes that they would run

    def quoted(self, text: str) -> str:
        """A name or code as a field."""
        return _quoted(text if self.escaper is None else self.escaper.text(text))


def layout_text(published: Published, layout: Layout) -> str:
    """The table as a file in a layout. Rows that repeat a cell follow it."""
    cells = published.cells if layout == "sbs" else as_released(published.cells)
    ordered = replace(published, cells=in_row_order(published.table, cells))
    return "".join(f"{line}\n" for line in LAYOUTS[layout](ordered))


def _labels(dimension: Dimension) -> list[str]:
    return [dimension.rows[row] for row in dimension.shown_order]


def _cross_tables(published: Published) -> Iterator[str]:
    """A cross table of the last dimension (columns) by the one before it for each combination of the others;
    of one dimension one line per category.
    """
    names = published.table.names
    if len(names) == 1:
        yield _line([published.quoted(names[0]), published.quoted(published.value_name)], published)
        for cell in published.cells:
            yield _line([published.quoted(cell.coordinates[0]), _value(cell, published)], published)
        return
    columns, rows = (_labels(dimension) for dimension in reversed(published.table.dimensions[-2:]))
    by = {cell.coordinates: cell for cell in published.cells}
    above = groupby(published.cells, lambda cell: cell.coordinates[:-2])
    for number, (others, _) in enumerate(above):
        if others:
            pairs = zip(names[:-2], others, strict=True)
            yield from [""] if number else []
            yield _line([published.quoted(f"{name} = {code}") for name, code in pairs], published)
        head = f"{names[-2]} / {names[-1]}"
        yield _line([published.quoted(head), *map(published.quoted, columns)], published)
        for row in rows:
            values = [_value(by.get((*others, row, column)), published) for column in columns]
            yield _line([published.quoted(row), *values], published)


def _pivot(published: Published) -> Iterator[str]:
    """A line a cell, with the names first and the status as a letter last."""
    yield _line([*map(published.quoted, (*published.table.names, published.value_name, "status"))], published)
    for cell in published.cells:
        letter = _LETTERS.get(cell.status, "S")
        yield _line([*map(published.quoted, cell.coordinates), _value(cell, published), letter], published)


def _code_value(published: Published) -> Iterator[str]:
    for cell in published.cells:
        value = EMPTY if cell.published is None else _value(cell, published)
        number = str(_NUMBERS.get(cell.status, 1))
        yield _line([*map(published.quoted, cell.coordinates), value, number], published)


def _sbs(published: Published) -> Iterator[str]:
    """The lines of structural business statistics: level and code by dimension, the value and the status.
    Status letters: A too few contributors, B one contributor dominates, C several do, D suppressed to protect
    others, V published.
    """
    depths = [dict(zip(d.rows, d.row_depths, strict=True)) for d in published.table.dimensions]
    for cell in published.cells:
        fields = []
        for axis, code in enumerate(cell.coordinates):
            fields += [str(depths[axis][code]), published.quoted(code)]
        yield _line([*fields, _value(cell, published), sbs_letter(cell)], published)


def sbs_letter(cell: CellResult) -> str:
    """The status letter of a cell in structural business statistics."""
    if cell.status in ("secondary", "suppressed"):
        return "D"
    if cell.status != "unsafe":
        return "V"
    kinds = {reason.kind: reason.figures for reason in cell.reason}
    if "threshold" in kinds:
        return "A"
    several = kinds.get("dominance", {}).get("n", 1) > 1 or any(
        figures.get("colluders", 1) > 1 for figures in kinds.values()
    )
    one = {"dominance", "p_percent", "pq"} & set(kinds)
    return "B" if one and not several else "C"


LAYOUTS: Mapping[Layout, Callable[[Published], Iterator[str]]] = MappingProxyType(
    {"cross_table": _cross_tables, "pivot": _pivot, "code_value": _code_value, "sbs": _sbs}
)


def _value(cell: CellResult | None, published: Published) -> str:
    if cell is None or cell.status == "empty":
        return EMPTY
    if cell.published is None:
        return SUPPRESSED
    places = decimals_in(published.table.unit) if published.places is None else published.places
    return f"{cell.published:.{places}f}".replace(".", published.decimal)


def _line(fields: Sequence[str], published: Published) -> str:
    """Semicolons where the decimal mark is a comma."""
    return (";" if published.decimal == "," else ",").join(fields)


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'
