"""The published table for the clipboard: text for spreadsheets and HTML for reports. Neither has a suppressed
value or the reason of a suppression.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData

from sdc_desktop.ui.models.cells_model import CellsModel, Entry
from sdc_desktop.ui.models.text_table_model import quoted
from sdc_desktop.words import N_, Words
from sdc_desktop.words.tables.cells import NOTHING, WITHHELD
from sdc_desktop.words.tables.figures import Decimals, value_text
from sdc_desktop.words.words import THIN_SPACE

if TYPE_CHECKING:
    from sdc_desktop.engine.data.csv.formulas import FormulaEscaper
    from sdc_desktop.engine.tables.cells import CellResult

Line = tuple[int, Sequence[str]]  # the depth of a row's category, and its texts
_MARKS = ((WITHHELD, N_("x: suppressed")), (NOTHING, N_("–: no contributors")))


def published_copy(
    model: CellsModel,
    words: Words,
    rows: Sequence[Entry] | None = None,
    columns: Sequence[Entry] | None = None,
) -> QMimeData:
    """The published page in view with its folded categories, or some of its rows and columns, with what its
    marks mean below.
    """
    from sdc_desktop.engine.data.csv.formulas import FormulaEscaper

    down, across = model.published_axes()
    down, across = tuple(rows or down), tuple(columns or across)
    escaper = FormulaEscaper("," if words.decimal_mark == "," else ".")
    names = [dimension.name for dimension in model.dimensions[:2]]
    found = [[model.at(row.place, column.place) for column in across] for row in down]
    released = _released([cell for line in found for cell in line if cell is not None], model)
    lines: list[Line] = []
    used = set()
    for row, cells in zip(down, found, strict=True):
        texts = [
            _text(None if cell is None else released[cell.coordinates], model.decimals, words)
            for cell in cells
        ]
        used.update(texts)
        lines.append((row.depth, (escaper.text(row.label), *texts)))
    legend = "   ".join(words.say(text) for mark, text in _MARKS if mark in used)
    corner = escaper.text(" / ".join(names))
    head = (corner, *(escaper.text(column.label) for column in across))
    page = _page(model, escaper)
    data = QMimeData()
    data.setText(_tabbed(page, head, lines, legend))
    data.setHtml(_html(page, head, lines, legend))
    return data


def _tabbed(page: str, head: Sequence[str], lines: Sequence[Line], legend: str) -> str:
    """Lines with tabs between the fields."""
    whole: list[Sequence[str]] = [[page]] if page else []
    whole += [head, *(fields for _, fields in lines), *([[legend]] if legend else [])]
    return "".join("\t".join(map(quoted, fields)) + "\n" for fields in whole)


def _html(page: str, names: Sequence[str], lines: Sequence[Line], legend: str) -> str:
    """One table, its caption the page."""
    head = "".join(f"<th>{escape(field)}</th>" for field in names)
    rows = "".join(_html_row(depth, fields) for depth, fields in lines)
    caption = f"<caption>{escape(page)}</caption>" if page else ""
    below = f"<p>{escape(legend)}</p>" if legend else ""
    return (
        f'<meta charset="utf-8"><table>{caption}<thead><tr>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table>{below}"
    )


def _released(cells: Iterable[CellResult], model: CellsModel) -> dict[tuple[str, ...], CellResult]:
    """The cells with the statuses that a released file states."""
    from sdc_desktop.engine.tables.cells import CHANGED, as_released

    changed = next((cell.status for cell in model.unusual.values() if cell.status in CHANGED), None)
    return {cell.coordinates: cell for cell in as_released(list(cells), changed)}


def _page(model: CellsModel, escaper: FormulaEscaper) -> str:
    pairs = zip(model.pages, model.page, strict=True)
    return escaper.text(", ".join(f"{dimension.name}: {dimension.rows[place]}" for dimension, place in pairs))


def _text(cell: CellResult | None, decimals: Decimals, words: Words) -> str:
    if cell is None or cell.status == "empty":
        return NOTHING
    if cell.published is None:
        return WITHHELD
    text = value_text(cell.published, decimals.published, words)
    return text.replace(THIN_SPACE, "").replace("\u2212", "-")


def _html_row(depth: int, fields: Sequence[str]) -> str:
    indent = f' style="text-align:left;padding-left:{depth}em"' if depth else ' style="text-align:left"'
    cells = "".join(f'<td style="text-align:right">{escape(field)}</td>' for field in fields[1:])
    return f"<tr><th{indent}>{escape(fields[0])}</th>{cells}</tr>"
