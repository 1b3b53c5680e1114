"""A published table as a workbook or a text, with nothing in it that is not seen.

The workbook has neither formulas nor comments, no properties of the document, and no part out of sight. Equal
tables give equal bytes.
"""

import io
import os
import re
import textwrap
import zipfile
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

from sdc_desktop.engine.data.csv.formulas import FormulaEscaper
from sdc_desktop.engine.data.formats import DecimalMark
from sdc_desktop.engine.data.limits import MOST_COLUMNS, MOST_ROWS
from sdc_desktop.engine.output.zip_parts import zip_part
from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.spec import Number
from sdc_desktop.engine.tables.files.publication import Publication, Row, Value

LONGEST_TEXT = 32_767
_EXACT = 15  # figures that a sheet keeps of a number
_FONT, _SIZE, _TITLE_SIZE = "Arial", 10, 12
_INDENT = 2  # characters that a level takes
_NARROWEST, _WIDEST = 9, 44  # characters of a column
_PAGE = 190  # characters across a page in landscape, as small as can still be read
_LEAST_TEXT, _BESIDE = 84, 40  # characters of a line of text; of the labels where these are on every page
_LINE = 13.5  # points
_PROPERTIES = re.compile(rb"<(?:Override|Relationship)\b[^>]*docProps/[^>]*/>")
_CODES_ARE_TEXTS = (  # else Excel marks codes of digits as errors
    b'<ignoredErrors><ignoredError sqref="A1:XFD1048576" numberStoredAsText="1"/></ignoredErrors></worksheet>'
)
_SHEET_SIGNS = re.compile(r"[\\/*?:\[\]']")
_UNPRINTED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def workbook_bytes(form: Publication, name: str) -> bytes:
    """The workbook (.xlsx), with one sheet of this name. Raises :class:`Refused` for a table that no sheet
    can hold.
    """
    _refuse_size(form)
    os.environ["OPENPYXL_LXML"] = "False"  # before the import: lxml would write other bytes
    import openpyxl

    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet(_sheet_name(name))
    shape = _Shape.of(form)
    titles, units = shape.wrapped(form.title, _TITLE_SIZE / _SIZE), shape.wrapped(form.unit)
    above = len(titles) + len(units) + 1
    _lay_out(sheet, form, shape, above)
    styles = _Styles(sheet, form.decimals)
    for line in titles:
        sheet.append([styles.text(line, "title", bold=True)])
    for line in units:
        sheet.append([styles.text(line, "plain")])
    sheet.append([])
    for place, head in enumerate(form.heads):
        sheet.append(list(_head_cells(form, head, place, styles)))
    for place, row in enumerate(form.rows):
        sheet.append(list(_row_cells(form, row, styles, last=place == len(form.rows) - 1)))
    sheet.append([])
    for line in (part for note in form.notes for part in shape.wrapped(note)):
        sheet.append([styles.text(line, "note")])
    whole = io.BytesIO()
    book.save(whole)
    return _bare(whole)


def publication_text(form: Publication, decimal: DecimalMark, escaper: FormulaEscaper | None) -> str:
    """The same lines as a text with separators: semicolons where the decimal mark is a comma."""
    lines: list[Sequence[str]] = [[form.title], *([[form.unit]] if form.unit else []), []]
    lines += form.heads
    for row in form.rows:
        labels = row.labels + ("",) * (form.label_columns - len(row.labels)) if row.values else row.labels
        lines.append((*labels, *(_plain(value, form.decimals, decimal) for value in row.values)))
    lines += [[], *([note] for note in form.notes)]
    mark = ";" if decimal == "," else ","
    return "".join(mark.join(_field(text, escaper) for text in line) + "\n" for line in lines)


def _plain(value: Value, decimals: int, decimal: DecimalMark) -> str:
    return value if isinstance(value, str) else f"{value:.{decimals}f}".replace(".", decimal)


def _field(text: str, escaper: FormulaEscaper | None) -> str:
    if re.fullmatch(r"-?\d+([.,]\d+)?", text) or not text:
        return text if "," not in text else f'"{text}"'
    text = text if escaper is None else escaper.text(text)
    return '"' + text.replace('"', '""') + '"'


def _refuse_size(form: Publication) -> None:
    rows, columns = len(form.rows) + len(form.heads) + len(form.notes) + 10, len(form.heads[-1])
    if rows > MOST_ROWS or columns > MOST_COLUMNS:
        raise Refused(error("output.sheet_too_small", Place(key="output.layout"), rows=rows, columns=columns))


def _sheet_name(name: str) -> str:
    """The name of the file as one that a sheet can have."""
    return _SHEET_SIGNS.sub(" ", _UNPRINTED.sub("", name)).strip()[:31] or "1"


# how it looks ----------------------------------------------------------------------------------------


def _widths(form: Publication) -> list[int]:
    """The width of each column in characters."""
    heads = [head[form.label_columns :] for head in form.heads]
    longest = [0] * form.label_columns + [
        max((max(map(len, head[at].split()), default=0) for head in heads), default=0)
        for at in range(len(form.depths))
    ]
    for row in form.rows:
        if not row.values:
            continue
        for at, text in enumerate(row.labels):
            longest[at] = max(longest[at], len(text) + (_INDENT * row.depth if at == 0 else 0))
        for at, value in enumerate(row.values, form.label_columns):
            longest[at] = max(longest[at], _width(value, form.decimals))
    widths = [min(max(number + 2, _NARROWEST), _WIDEST) for number in longest]
    own = form.label_columns
    widths[own - 1] += max(0, min(len(form.heads[-1][0]) + 2, _WIDEST * own) - sum(widths[:own]))
    return widths


def _width(value: Value, decimals: int) -> int:
    return len(value) if isinstance(value, str) else len(f"{value:,.{decimals}f}")


@dataclass(frozen=True)
class _Shape:
    """The widths of the columns in characters, and how many pages lie side by side in print."""

    widths: tuple[int, ...]
    labels: int  # columns of labels, which every page has
    pages: int

    @classmethod
    def of(cls, form: Publication) -> "_Shape":
        """The shape of a table. Labels of several pages are wide enough for the title above them."""
        widths = _widths(form)
        labels = form.label_columns
        beside = max(sum(widths[:labels]), _BESIDE)
        if sum(widths) <= _PAGE:
            return cls(tuple(widths), labels, 1)
        widths[labels - 1] += beside - sum(widths[:labels])
        pages = -(-sum(widths[labels:]) // max(_PAGE - beside, _PAGE // 3))
        return cls(tuple(widths), labels, pages)

    def wrapped(self, text: str, scale: float = 1.0) -> list[str]:
        """A text as lines that are no wider than the table on a page: joined cells are neither sorted nor
        read well.
        """
        width = max(sum(self.widths), _LEAST_TEXT) if self.pages == 1 else sum(self.widths[: self.labels])
        return textwrap.wrap(text, int(width / scale)) if text else []

    def lines(self, texts: Sequence[str], depth: int = 0) -> int:
        """How many lines the highest of some cells side by side takes."""
        inner = (width - 1 - (_INDENT * depth if at == 0 else 0) for at, width in enumerate(self.widths))
        return max(
            len(textwrap.wrap(text, max(width, 4))) or 1 for text, width in zip(texts, inner, strict=False)
        )


def _lay_out(sheet: Any, form: Publication, shape: _Shape, above: int) -> None:
    """Widths, heights, heads that stay in view and print set-up: all of it precedes the rows."""
    from openpyxl.utils import get_column_letter
    from openpyxl.worksheet.properties import PageSetupProperties

    for place, width in enumerate(shape.widths, start=1):
        sheet.column_dimensions[get_column_letter(place)].width = width
    first = above + len(form.heads) + 1
    for place, head in enumerate(form.heads, start=above + 1):
        blank = ("",) * shape.labels
        sheet.row_dimensions[place].height = _LINE * shape.lines((*blank, *head[shape.labels :]))
    for place, row in enumerate(form.rows, start=first):
        lines = shape.lines(row.labels, row.depth) if row.values else 1.4
        if lines != 1:
            sheet.row_dimensions[place].height = _LINE * lines
    sheet.freeze_panes = f"{get_column_letter(shape.labels + 1)}{first}"
    sheet.sheet_view.showGridLines = False
    sheet.print_title_rows = f"{above + 1}:{first - 1}"
    sheet.print_title_cols = f"A:{get_column_letter(shape.labels)}"
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.paperSize = 9  # A4
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = shape.pages, 0
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    margins = sheet.page_margins
    margins.left = margins.right = margins.top = margins.bottom = 0.6
    footer = sheet.oddFooter.right
    footer.text, footer.font, footer.size = "&P / &N", _FONT, 8


class _Styles:
    """Cells by kind of line; each look is made once."""

    def __init__(self, sheet: Any, decimals: int) -> None:
        from openpyxl.cell import WriteOnlyCell

        self._sheet, self._make = sheet, WriteOnlyCell
        self._format = "#,##0" + ("." + "0" * decimals if decimals else "")
        self._known: dict[tuple[object, ...], Any] = {}

    def text(
        self, text: str, kind: str, *, depth: int = 0, right: bool = False, edge: str = "", bold: bool = False
    ) -> Any:
        """A cell with a text, whatever it looks like."""
        if len(text) > LONGEST_TEXT:
            raise Refused(error("data.sheet_text", most=LONGEST_TEXT))
        cell = self._make(self._sheet, _UNPRINTED.sub(" ", text))
        cell.data_type = "s"  # else what begins with = would be run
        cell._style = self._look(kind, depth, right, edge, bold)
        return cell

    def number(self, value: Number, edge: str, bold: bool) -> Any:
        """A cell with a number, right-aligned with its decimals."""
        if len(str(value).replace(".", "").lstrip("-0")) > _EXACT:
            return self.text(str(value), "value", right=True, edge=edge, bold=bold)
        cell = self._make(self._sheet, value)
        cell._style = self._look("value", 0, True, edge, bold)
        return cell

    def blank(self, kind: str, edge: str) -> Any:
        """A cell without content, where a line has to be drawn."""
        cell = self._make(self._sheet)
        cell._style = self._look(kind, 0, False, edge, False)
        return cell

    def _look(self, kind: str, depth: int, right: bool, edge: str, bold: bool) -> Any:
        key = (kind, depth, right, edge, bold)
        if key not in self._known:
            self._known[key] = self._made(kind, depth, right, edge, bold)
        return copy(self._known[key])

    def _made(self, kind: str, depth: int, right: bool, edge: str, bold: bool) -> Any:
        from openpyxl.styles import Alignment, Border, Font, Side

        cell = self._make(self._sheet)
        cell.font = Font(
            name=_FONT,
            size=_TITLE_SIZE if kind == "title" else _SIZE - (kind == "note"),
            bold=bold,
        )
        cell.alignment = Alignment(
            horizontal="right" if right else "left",
            vertical="bottom",
            indent=depth,
            wrap_text=kind in ("head", "label"),
        )
        if edge:
            cell.border = Border(**{side: Side("thin") for side in edge.split()})
        if kind == "value":
            cell.number_format = self._format
        return cell._style


def _head_cells(form: Publication, head: Sequence[str], place: int, styles: _Styles) -> Iterator[Any]:
    """The cells of a header row: a line above and below the head, and one over the parts of each heading."""
    last, spanner = place == len(form.heads) - 1, place == 0 and len(form.heads) > 1
    over = ""
    for at, text in enumerate(head):
        is_value = at >= form.label_columns
        if text and is_value:
            over = "bottom" if spanner or (not last and place > 1) else ""
        elif is_value and not spanner and form.depths[at - form.label_columns] < place:
            over = ""  # a column of a level above
        own = over if is_value and (spanner or not text) else ""
        edge = " ".join(filter(None, ("top" if place == 0 else "", "bottom" if last else own)))
        kind = "head" if is_value and not spanner else "plain"
        right = is_value and not spanner
        cell = styles.text(text, kind, right=right, edge=edge, bold=True) if text else None
        yield cell or styles.blank("head", edge)


def _row_cells(form: Publication, row: Row, styles: _Styles, *, last: bool) -> Iterator[Any]:
    edge = "bottom" if last else ""
    if not row.values:
        yield styles.text(row.labels[0], "plain", bold=True)
        return
    for at in range(form.label_columns):
        text = row.labels[at] if at < len(row.labels) else ""
        if text:
            depth = row.depth if at == 0 else 0
            yield styles.text(text, "label", depth=depth, edge=edge, bold=not row.depth)
        else:
            yield styles.blank("label", edge)
    for value in row.values:
        if isinstance(value, str):
            yield styles.text(value, "value", right=True, edge=edge, bold=not row.depth)
        else:
            yield styles.number(value, edge, not row.depth)


def _bare(whole: io.BytesIO) -> bytes:
    """The workbook without the properties of the document, which would name its program and its time."""
    kept = io.BytesIO()
    with zipfile.ZipFile(whole) as source, zipfile.ZipFile(kept, "w") as target:
        for part in source.infolist():
            if part.filename.startswith("docProps/"):
                continue
            content = source.read(part)
            if part.filename in ("[Content_Types].xml", "_rels/.rels"):
                content = _PROPERTIES.sub(b"", content)
            elif part.filename.startswith("xl/worksheets/"):
                content = content.replace(b"</worksheet>", _CODES_ARE_TEXTS)
            target.writestr(zip_part(part.filename), content)
    return kept.getvalue()
