"""OpenDocument spreadsheets: cells as stored, repeated ones within limits, and what they carry unseen."""

import re
from collections.abc import Iterator, Mapping

from sdc_desktop.engine.submission.reading.archive import Archive
from sdc_desktop.engine.submission.reading.default_names import is_sheet_name, is_style_name
from sdc_desktop.engine.submission.reading.links import Link, texts_of, unseen_links
from sdc_desktop.engine.submission.reading.markup import local, parse, tree
from sdc_desktop.engine.submission.reading.number_format import normal
from sdc_desktop.engine.submission.sheets import (
    COARSE,
    FORMULA,
    MASKED,
    MOST_CELLS,
    NO_VALUE,
    PERCENT,
    UNSEEN,
    Box,
    Carried,
    Cell,
    ReadFile,
    Sheet,
    Unreadable,
    column_name,
)

_PARTS = (
    (r"mimetype|content\.xml|styles\.xml|settings\.xml|META-INF/manifest\.xml|manifest\.rdf", ""),
    (r"meta\.xml", "metadata"),
    (r"Thumbnails/.*", "thumbnail"),
    (r"Pictures/.*", "picture"),
    (r"Object [^/]*/.*|ObjectReplacements/.*", "embedded_file"),
    (r"Basic/.*|Scripts/.*", "macros"),
    (r"Configurations2/.*", ""),
    (r"META-INF/.*", "unknown_part"),
)
_CONTENT = {
    "annotation": "comment",
    "tracked-changes": "revisions",
    "data-pilot-table": "pivot_cache",
    "cell-range-source": "external_link",
    "table-source": "external_link",
    "dde-link": "external_link",
    "plugin": "embedded_file",
    "object": "embedded_file",
    "scenario": "hidden_sheet",
    "script": "macros",
    "filter-condition": "filter_criterion",
    "filter-set-item": "filter_criterion",
}
_QUOTED = re.compile(r"[\"'][^\"']*[^\"'\s][^\"']*[\"']")  # a text within a condition
_WRITERS = ("openpyxl", "")


class _Reader:
    """Gathers the sheets of content.xml."""

    def __init__(self) -> None:
        self.sheets: list[Sheet] = []
        self.carried: dict[Carried, None] = {}
        self._hidden_tables: set[str] = set()  # styles of tables that are not shown
        self._white: set[str] = set()  # styles of cells whose text has the colour of its ground
        self._indents: dict[str, int] = {}  # of styles of cells, in tenths of a millimetre
        self._style = ""
        self._colour: dict[str, str] = {}
        self._cells: dict[tuple[int, int], Cell] = {}
        self._merges: list[Box] = []
        self._number = 0
        self._name, self._state = "", "visible"
        self._row = self._column = 0
        self._row_times = self._times = 1
        self._row_hidden = False
        self._columns: list[tuple[int, int]] = []
        self._column_at = 0
        self._row_cells: list[tuple[int, Cell]] = []
        self._cell: dict[str, str] | None = None
        self._text: list[str] = []
        self._paragraph = self._note = 0
        self._links: list[Link] = []
        self._are_common = False  # styles that have names, not those of single cells

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        tag = local(name)
        values = {local(key): value for key, value in attributes.items()}
        if tag in _CONTENT:
            self._carry(_CONTENT[tag])
        elif tag in ("map", "condition"):  # of a conditional format
            if _QUOTED.search(values.get("condition", "") + values.get("value", "")):
                self._carry("format_text", self._name)
        elif tag == "a":
            where = f"{self._name}!{column_name(self._column)}{self._row + 1}" if self._cell else self._name
            self._links.append(Link(where, texts_of(values, ("href", "title"))))
        elif tag == "styles":
            self._are_common = True
        if tag in ("table-cell", "covered-table-cell"):
            self._cell, self._text = values, []
            self._times = _times(values.get("number-columns-repeated", ""))
        elif tag == "p" and self._cell is not None:
            self._paragraph += 1
            if self._text and not self._note:
                self._text.append(" ")
        elif tag == "annotation":
            self._note += 1
        elif tag == "table-row":
            self._row_times = _times(values.get("number-rows-repeated", ""))
            self._row_hidden = values.get("visibility", "visible") != "visible"
            self._column, self._row_cells = 0, []
        elif tag == "table-column":
            times = _times(values.get("number-columns-repeated", ""))
            if values.get("visibility", "visible") != "visible":
                self._columns.append((self._column_at, self._column_at + times - 1))
            self._column_at += times
        elif tag == "table":
            self._begin_table(values)
        elif tag == "paragraph-properties":
            self._indents[self._style] = _tenths(values.get("margin-left", ""))
        elif tag in ("style", "table-properties", "text-properties", "table-cell-properties"):
            self._note_style(tag, values)

    def _note_style(self, tag: str, values: Mapping[str, str]) -> None:
        if tag == "style":
            self._style, self._colour = values.get("name", ""), {}
            name = values.get("display-name", "") or self._style.replace("_20_", " ")
            if self._are_common and values.get("family") == "table-cell" and not is_style_name(name):
                self._carry("style_name", name)
        elif tag == "table-properties" and values.get("display") == "false":
            self._hidden_tables.add(self._style)
        elif tag == "text-properties":
            self._colour["text"] = values.get("color", "").lower()
            if values.get("display") == "none" or values.get("font-size", "9pt") in ("0pt", "1pt"):
                self._white.add(self._style)
        elif tag == "table-cell-properties":
            self._colour["ground"] = values.get("background-color", "").lower()
        ground = self._colour.get("ground", "").replace("transparent", "") or "#ffffff"
        if self._colour.get("text") == ground:
            self._white.add(self._style)
        else:
            self._white -= {self._style} if tag == "table-cell-properties" else set()

    def end(self, name: str) -> None:
        tag = local(name)
        if tag in ("table-cell", "covered-table-cell"):
            self._end_cell()
        elif tag == "p" and self._cell is not None:
            self._paragraph -= 1
        elif tag == "annotation":
            self._note -= 1
        elif tag == "table-row":
            self._end_row()
        elif tag == "table":
            self._end_table()
        elif tag == "styles":
            self._are_common = False

    def finish(self) -> None:
        """What shows once all sheets are read: links that no cell shows, names of sheets without cells."""
        for where in unseen_links(self._links, self.sheets):
            self._carry("link_target", where)
        for sheet in self.sheets:
            if not sheet.cells and not is_sheet_name(sheet.name):
                self._carry("sheet_name", sheet.name)

    def text(self, data: str) -> None:
        if self._paragraph and not self._note:
            self._text.append(data)

    def _begin_table(self, values: Mapping[str, str]) -> None:
        self._name = values.get("name", "")
        hidden = values.get("style-name", "") in self._hidden_tables
        self._state = "hidden" if hidden else "visible"
        if hidden:
            self._carry("hidden_sheet", self._name)
        self._cells, self._merges, self._row = {}, [], 0
        self._columns, self._column_at = [], 0

    def _end_cell(self) -> None:
        values, text = self._cell or {}, "".join(self._text).strip()
        self._cell = None
        cell = self._cell_of(values, text)
        rows, columns = (
            _times(values.get("number-rows-spanned", "")),
            _times(values.get("number-columns-spanned", "")),
        )
        if rows * columns > 1:
            box = self._row, self._column, self._row + rows - 1, self._column + columns - 1
            self._merges.append(box)
        if cell is not None:
            if self._times * self._row_times + self._number > MOST_CELLS:
                raise Unreadable("too_many_cells")
            for step in range(self._times):
                self._row_cells.append((self._column + step, cell))
        self._column += self._times

    def _cell_of(self, values: Mapping[str, str], text: str) -> Cell | None:
        kind, stored = values.get("value-type", ""), values.get("value", "")
        flags = FORMULA if values.get("formula") else 0
        figure = stored if kind in ("float", "percentage", "currency") else ""
        if kind == "percentage":
            flags |= PERCENT
        if not text and not figure:
            return Cell("", "", flags | NO_VALUE) if flags & FORMULA else None
        if figure and not any(sign.isdigit() for sign in text):
            flags |= MASKED
        elif figure and _digits(figure) > _digits(text):
            flags |= COARSE
        if values.get("style-name", "") in self._white:
            self._carry("white_text", f"{self._name}!{column_name(self._column)}{self._row + 1}")
            flags |= UNSEEN
        elif self._row_hidden:
            self._carry("hidden_row", f"{self._name}!{self._row + 1}")
            flags |= UNSEEN
        elif any(first <= self._column <= last for first, last in self._columns):
            self._carry("hidden_column", f"{self._name}!{column_name(self._column)}")
            flags |= UNSEEN
        elif self._state == "hidden":
            flags |= UNSEEN
        return Cell(text, figure, flags, 0 if figure else self._indents.get(values.get("style-name", ""), 0))

    def _end_row(self) -> None:
        if self._row_cells:
            self._number += len(self._row_cells) * self._row_times
            if self._number > MOST_CELLS:
                raise Unreadable("too_many_cells")
            for step in range(self._row_times):
                for column, cell in self._row_cells:
                    self._cells[self._row + step, column] = cell
        self._row += self._row_times

    def _end_table(self) -> None:
        self.sheets.append(Sheet(self._name, self._cells, tuple(self._merges), self._state))

    def _carry(self, code: str, where: str = "") -> None:
        self.carried.setdefault(Carried(code, where))


def read_opendocument(data: bytes, format: str) -> ReadFile:
    """The sheets of an OpenDocument spreadsheet. Raises :class:`Unreadable`."""
    archive = Archive(data)
    if "content.xml" not in archive:
        raise Unreadable("not_its_format")
    if _MANIFEST in archive and tree(archive.read(_MANIFEST)).first("encryption-data") is not None:
        raise Unreadable("password")
    reader = _Reader()
    for name in ("styles.xml", "content.xml"):
        if name in archive:
            parse(archive.read(name), reader.start, reader.end, reader.text)
    reader.finish()
    carried = dict(reader.carried)
    carried.update(dict.fromkeys(_of_parts(archive)))
    return ReadFile(format, tuple(reader.sheets), tuple(carried))


_MANIFEST = "META-INF/manifest.xml"


def _of_parts(archive: Archive) -> Iterator[Carried]:
    for name in archive.names:
        code = next((code for pattern, code in _PARTS if re.fullmatch(pattern, name)), "unknown_part")
        if code == "metadata":
            yield from _of_meta(archive.read(name))
        elif code:
            yield Carried(code, name if code == "unknown_part" else "")
    archive.check()
    if archive.has_more:
        yield Carried("bytes_between")


def _of_meta(data: bytes) -> Iterator[Carried]:
    root = tree(data)
    for key in ("creator", "initial-creator", "title", "subject", "description", "keyword"):
        node = root.first(key)
        if node is not None and node.whole_text().strip().lower() not in _WRITERS:
            yield Carried("metadata", key)
    if root.first("user-defined") is not None:
        yield Carried("custom_properties")


def _digits(text: str) -> int:
    """Digits of a figure from the first that is not 0, without zeros at its end."""
    found = normal(text) if text.isascii() else None
    bare = "".join(sign for sign in (text if found is None else f"{found:f}") if sign.isdigit())
    return len(bare.lstrip("0").rstrip("0"))


_LENGTHS = {"mm": 10, "cm": 100, "in": 254, "pt": 254 / 72}  # tenths of a millimetre


def _tenths(text: str) -> int:
    number, unit = text[:-2], text[-2:]
    if unit not in _LENGTHS or not re.fullmatch(r"\d{1,4}(\.\d{1,9})?", number):
        return 0
    return round(float(number) * _LENGTHS[unit])


def _times(text: str) -> int:
    return max(int(text), 1) if text.isascii() and text.isdigit() and len(text) < 9 else 1
