"""Word documents: tables and paragraphs below one another, and text that no reader sees."""

import re
from collections.abc import Mapping

from sdc_desktop.engine.submission.reading.archive import Archive
from sdc_desktop.engine.submission.reading.charts import chart_sheet
from sdc_desktop.engine.submission.reading.links import unseen_links
from sdc_desktop.engine.submission.reading.markup import local, parse
from sdc_desktop.engine.submission.reading.office_parts import links_of, office_carried, relations_of
from sdc_desktop.engine.submission.sheets import (
    MOST_CELLS,
    UNSEEN,
    Box,
    Carried,
    Cell,
    ReadFile,
    Sheet,
    Unreadable,
    whole_number,
)

_CHANGED = {
    "del": "deleted_text",
    "moveFrom": "deleted_text",
    "ins": "inserted_text",
    "moveTo": "inserted_text",
}
_FIELDS = {"PAGE", "NUMPAGES", "SECTIONPAGES", "TOC", "REF", "SEQ", "HYPERLINK", "PAGEREF", "STYLEREF"}
_MOST_SPAN = 1000
_BLANK = 50  # twentieths of a point that a blank is wide
_ON = ("", "1", "true", "on")


class _Table:
    def __init__(self) -> None:
        self.row, self.column = -1, 0
        self.cells: dict[tuple[int, int], Cell] = {}
        self.merges: list[Box] = []
        self.open: dict[int, tuple[int, int]] = {}  # by column, where a joined cell begins and its width
        self.text: list[str] = []
        self.span, self.joined = 1, ""
        self.unseen = False
        self.indent = 0  # of the cell's first paragraph, in twentieths of a point


class _Reader:
    """Places paragraphs and tables below one another in one grid."""

    def __init__(self) -> None:
        self.cells: dict[tuple[int, int], Cell] = {}
        self.merges: list[Box] = []
        self.carried: dict[Carried, None] = {}
        self.row = 0
        self._tables: list[_Table] = []
        self._paragraph: list[str] = []
        self._changes: list[str] = []
        self._into = False
        self._field = self._deleted = False
        self._vanished = self._in_run = self._in_marks = False
        self._fallback = 0

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        tag = local(name)
        values = {local(key): value for key, value in attributes.items()}
        if tag == "Fallback":
            self._fallback += 1
        elif tag in _CHANGED:
            self._changes.append(tag)
        elif tag == "tbl":
            self._flush()
            self._tables.append(_Table())
        elif tag == "tr" and self._tables:
            self._tables[-1].row += 1
            self._tables[-1].column = 0
        elif tag == "tc" and self._tables:
            table = self._tables[-1]
            table.text, table.span, table.joined, table.unseen = [], 1, "", False
            table.indent = 0
        elif tag == "ind" and self._tables and not self._tables[-1].text:
            self._tables[-1].indent = _indent(values)
        elif tag == "gridSpan" and self._tables:
            number = values.get("val", "")
            self._tables[-1].span = min(max(whole_number(number) or 1, 1), _MOST_SPAN)
        elif tag == "vMerge" and self._tables:
            self._tables[-1].joined = values.get("val", "continue")
        elif tag == "r":
            self._in_run, self._vanished = True, False
        elif tag == "rPr":
            self._in_marks = True
        elif tag in ("vanish", "webHidden", "specVanish") and self._in_run:
            self._vanished = self._vanished or values.get("val", "") in _ON
        elif (tag == "color" and self._in_run and values.get("val", "").upper() == "FFFFFF") or (
            tag == "sz" and self._in_run and values.get("val", "9") in ("0", "1", "2", "3")
        ):
            self._vanished = True
        elif tag in ("t", "delText"):
            self._into, self._deleted = True, tag == "delText"
        elif tag == "instrText":
            self._field = True
        elif tag == "fldSimple":
            self._note_field(values.get("instr", ""))
        elif tag in ("tab", "br", "cr"):
            self._add(" ")
        elif tag == "docPr" and (values.get("descr", "").strip() or values.get("title", "").strip()):
            self.carried.setdefault(Carried("alt_text", values.get("name", "")[:60]))
        elif tag in ("object", "altChunk"):
            self.carried.setdefault(Carried("embedded_file"))

    def end(self, name: str) -> None:
        tag = local(name)
        if tag == "Fallback":
            self._fallback -= 1
        elif tag in _CHANGED and self._changes:
            self._changes.pop()
        elif tag == "tc" and self._tables:
            self._end_cell()
        elif tag == "tbl" and self._tables:
            self._end_table()
        elif tag == "p":
            self._end_paragraph()
        elif tag in ("t", "delText"):
            self._into = self._deleted = False
        elif tag == "instrText":
            self._field = False
        elif tag == "r":
            self._in_run = self._vanished = False
        elif tag == "rPr":
            self._in_marks = False

    def text(self, data: str) -> None:
        if self._fallback:
            if self._into and data.strip():
                self.carried.setdefault(Carried("alternate_text"))
            return
        if self._field:
            self._note_field(data)
        elif self._into and data:
            if self._deleted or self._changes:
                code = "deleted_text" if self._deleted else _CHANGED[self._changes[-1]]
                self.carried.setdefault(Carried(code))
            if self._deleted or (self._changes and _CHANGED[self._changes[-1]] == "deleted_text"):
                return
            if self._vanished and data.strip():
                self.carried.setdefault(Carried("hidden_text"))
                if self._tables:
                    self._tables[-1].unseen = True
            self._add(data)

    def _note_field(self, text: str) -> None:
        word = text.split()[0].upper() if text.split() else ""
        if re.fullmatch(r"[A-Z]{3,}", word) and word not in _FIELDS:
            self.carried.setdefault(Carried("field_code", word[:20]))

    def _add(self, text: str) -> None:
        (self._tables[-1].text if self._tables else self._paragraph).append(text)

    def _end_paragraph(self) -> None:
        if self._tables:
            self._tables[-1].text.append(" ")
        else:
            self._flush()

    def _end_cell(self) -> None:
        table = self._tables[-1]
        whole = "".join(table.text)
        text = " ".join(whole.split())
        indent = table.indent + (len(whole) - len(whole.lstrip())) * _BLANK
        at = max(table.row, 0), table.column
        right = at[1] + table.span - 1
        if table.joined == "restart":
            table.open[at[1]] = (at[0], right)
        elif table.joined and at[1] in table.open:
            top, end = table.open[at[1]]
            table.merges = [box for box in table.merges if box[:2] != (top, at[1])]
            table.merges.append((top, at[1], at[0], end))
        if table.span > 1 and not table.joined:
            table.merges.append((at[0], at[1], at[0], right))
        if text:
            table.cells[at] = Cell(text, "", UNSEEN if table.unseen else 0, indent)
        table.column += table.span
        table.text = []

    def _end_table(self) -> None:
        table = self._tables.pop()
        top = self.row + (1 if self.row else 0)
        for (row, column), cell in table.cells.items():
            self.cells[top + row, column] = cell
        self.merges += [(top + a, b, top + c, d) for a, b, c, d in table.merges]
        self.row = top + max(table.row, 0) + 2
        if len(self.cells) > MOST_CELLS:
            raise Unreadable("too_many_cells")

    def _flush(self) -> None:
        text = " ".join("".join(self._paragraph).split())
        self._paragraph.clear()
        if text:
            self.cells[self.row, 0] = Cell(text)
            self.row += 1


def _indent(values: Mapping[str, str]) -> int:
    """How far a paragraph is indented, with its first line."""
    left = _twentieths(values.get("left", "")) or _twentieths(values.get("start", ""))
    return max(0, left + _twentieths(values.get("firstLine", "")) - _twentieths(values.get("hanging", "")))


def _twentieths(text: str) -> int:
    return int(text) if re.fullmatch(r"\d{1,6}", text) else 0


def read_word(data: bytes, format: str) -> ReadFile:
    """The tables and texts of a Word document. Raises :class:`Unreadable`."""
    archive = Archive(data)
    path = next((one.target for one in relations_of(archive, "") if one.kind == "officeDocument"), "")
    if path not in archive:
        path = "word/document.xml"
    if path not in archive:
        raise Unreadable("not_its_format")
    reader = _Reader()
    for name in (path, "word/footnotes.xml", "word/endnotes.xml"):
        if name in archive:
            parse(archive.read(name), reader.start, reader.end, reader.text)
            reader.row += 2
    carried = dict(reader.carried)
    carried.update(dict.fromkeys(office_carried(archive, {})))
    if "word/settings.xml" in archive and b":docVar " in archive.read("word/settings.xml"):
        carried.setdefault(Carried("custom_properties"))
    names = (name for name in archive.names if re.fullmatch(r"word/charts/chart\w*\.xml", name))
    charts = [chart_sheet(archive.read(name), name) for name in names]
    sheets = (Sheet("", reader.cells, tuple(reader.merges)), *filter(None, charts))
    links = (link for _, _, link in links_of(archive, {}))
    carried.update(dict.fromkeys(Carried("link_target", where) for where in unseen_links(links, sheets)))
    return ReadFile(format, sheets, tuple(carried))
