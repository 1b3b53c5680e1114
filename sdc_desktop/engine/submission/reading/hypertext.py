"""HTML: tables with joined cells, the texts between them, and what a browser does not show."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

from sdc_desktop.engine.submission.reading.delimited import decoded
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

_VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
_ACTIVE = {"script", "iframe", "object", "embed", "template", "noscript", "applet", "frame"}
_VALUED = {"input", "meter", "progress"}  # show or hide a value that is no text
_SKIPPED = {"script", "style", "template", "noscript", "iframe", "object"}
_BREAKS = {"p", "div", "br", "li", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "caption", "title", "section"}
_HIDES = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?![.\d]*[1-9])"
    r"|font-size\s*:\s*0|(?<![-\w])color\s*:\s*(?:white|#fff(?:fff)?\b|rgba?\(\s*255\s*,\s*255\s*,\s*255)"
    r"|text-indent\s*:\s*-\d{3}|(?:left|top)\s*:\s*-\d{3}|(?:width|height)\s*:\s*0(?:px)?\s*(?:;|$)",
    re.IGNORECASE,
)
_INDENT = re.compile(
    r"(?:padding-left|margin-left|text-indent)\s*:\s*(?P<number>\d{1,4}(?:\.\d{1,4})?)\s*(?P<unit>[a-z]*)",
    re.IGNORECASE,
)
_PIXELS = {"em": 16.0, "rem": 16.0, "ch": 8.0, "pt": 4 / 3, "cm": 37.8, "mm": 3.78, "in": 96.0}
_BLANK = 4  # pixels that a blank is wide
_ADDS = re.compile(r"content\s*:\s*[\"'][^\"']", re.IGNORECASE)
_MOST_SPAN = 1000
_MOST_DEPTH = 500
_META = {"author", "generator", "description", "keywords", "dc.creator"}


@dataclass
class _Table:
    row: int = -1
    column: int = 0
    taken: dict[tuple[int, int], None] = field(default_factory=dict)
    cells: dict[tuple[int, int], Cell] = field(default_factory=dict)
    merges: list[Box] = field(default_factory=list)
    text: list[str] | None = None
    span: tuple[int, int] = (1, 1)
    indent: int = 0
    unseen: bool = False


class _Reader(HTMLParser):
    """Places paragraphs and tables below one another in one grid."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.cells: dict[tuple[int, int], Cell] = {}
        self.merges: list[Box] = []
        self.carried: dict[Carried, None] = {}
        self._row = 0
        self._stack: list[tuple[str, bool]] = []  # open elements, each with whether it hides
        self._hidden = self._skipped = 0
        self._tables: list[_Table] = []
        self._paragraph: list[str] = []
        self._style: list[str] = []
        self._order = 1  # of the next item of a list

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        self._note_attributes(tag, attributes)
        hides = self._hides(tag, attributes)
        if tag in _BREAKS:
            self._break()
        if tag in ("ol", "li"):
            self._number(tag, attributes.get("start" if tag == "ol" else "value", ""))
        if tag not in _VOID:
            if len(self._stack) >= _MOST_DEPTH:
                raise Unreadable("too_deep")
            self._stack.append((tag, hides))
            self._hidden += hides
            self._skipped += tag in _SKIPPED
        if tag == "table":
            self._flush()
            self._tables.append(_Table())
        elif tag == "tr" and self._tables:
            self._end_cell()
            self._tables[-1].row += 1
            self._tables[-1].column = 0
        elif tag in ("td", "th") and self._tables:
            self._begin_cell(attributes)
        elif self._tables and self._tables[-1].text == []:
            self._tables[-1].indent += _indent(attributes)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th", "tr", "table") and self._tables:
            self._end_cell()
        if tag == "table" and self._tables:
            self._end_table()
        if tag in _BREAKS:
            self._break()
        for place in range(len(self._stack) - 1, -1, -1):
            if self._stack[place][0] == tag:
                for name, hides in self._stack[place:]:
                    self._hidden -= hides
                    self._skipped -= name in _SKIPPED
                del self._stack[place:]
                break

    def handle_data(self, data: str) -> None:
        if self._stack and self._stack[-1][0] == "style":
            self._style.append(data)
        if self._skipped:
            return
        if self._hidden and data.strip():
            self.carried.setdefault(Carried("hidden_text"))
        if self._tables:
            if self._tables[-1].text is not None:
                self._tables[-1].text.append(data)
                self._tables[-1].unseen |= bool(self._hidden and data.strip())
            elif data.strip():
                self._paragraph.append(data)
        else:
            self._paragraph.append(data)

    def handle_comment(self, data: str) -> None:
        if data.strip():
            self.carried.setdefault(Carried("comment"))

    def handle_decl(self, decl: str) -> None:
        if not decl.lower().startswith("doctype html"):
            self.carried.setdefault(Carried("comment"))

    def unknown_decl(self, data: str) -> None:
        self.carried.setdefault(Carried("comment"))

    def handle_pi(self, data: str) -> None:
        self.carried.setdefault(Carried("comment"))

    def finish(self) -> None:
        """Place what is still open."""
        while self._tables:
            self._end_cell()
            self._end_table()
        self._flush()
        style = "".join(self._style)
        if _HIDES.search(style) or _ADDS.search(style):
            self.carried.setdefault(Carried("style_hides"))

    def _note_attributes(self, tag: str, attributes: dict[str, str]) -> None:
        if tag in _ACTIVE or (tag == "link" and "stylesheet" not in attributes.get("rel", "")):
            self.carried.setdefault(Carried("script"))
        if tag == "meta" and attributes.get("name", "").lower() in _META and attributes.get("content"):
            self.carried.setdefault(Carried("metadata", attributes["name"].lower()[:40]))
        if tag in _VALUED and attributes.get("value"):
            self.carried.setdefault(Carried("hidden_text"))
        if tag in ("img", "svg", "canvas", "video", "audio", "picture"):
            self.carried.setdefault(Carried("picture"))
        for name, value in attributes.items():
            if name.startswith("data-") and value.strip():
                self.carried.setdefault(Carried("data_attribute"))
            elif name.startswith("on"):
                self.carried.setdefault(Carried("script"))
            elif name in ("alt", "title", "aria-label", "aria-description", "summary") and value.strip():
                self.carried.setdefault(Carried("alt_text"))

    def _hides(self, tag: str, attributes: dict[str, str]) -> bool:
        hidden = "hidden" in attributes or _HIDES.search(attributes.get("style", "")) is not None
        colour = attributes.get("color", "").lower() if tag == "font" else ""
        return hidden or colour in ("white", "#ffffff", "#fff")

    def _begin_cell(self, attributes: dict[str, str]) -> None:
        self._end_cell()
        table = self._tables[-1]
        table.row = max(table.row, 0)
        while (table.row, table.column) in table.taken:
            table.column += 1
        table.span = _span(attributes.get("rowspan", "")), _span(attributes.get("colspan", ""))
        table.text, table.unseen = [], False
        table.indent = _indent(attributes)

    def _end_cell(self) -> None:
        table = self._tables[-1]
        if table.text is None:
            return
        whole = "".join(table.text).lstrip(" \t\r\n")
        text = " ".join(whole.split())
        indent = table.indent + (len(whole) - len(whole.lstrip())) * _BLANK
        rows, columns = table.span
        if rows * columns + len(table.taken) > MOST_CELLS:
            raise Unreadable("too_many_cells")
        at = table.row, table.column
        if rows * columns > 1:
            table.merges.append((at[0], at[1], at[0] + rows - 1, at[1] + columns - 1))
        for row in range(rows):
            for column in range(columns):
                table.taken[at[0] + row, at[1] + column] = None
        if text:
            table.cells[at] = Cell(text, "", UNSEEN if table.unseen else 0, indent)
        table.column += columns
        table.text = None

    def _end_table(self) -> None:
        table = self._tables.pop()
        if self._tables and self._tables[-1].text is not None and not self._tables[-1].text:
            self._tables[-1].text = None  # a cell that only holds the table
        if not table.cells:
            return
        top = self._row + (1 if self._row else 0)
        for (row, column), cell in table.cells.items():
            self.cells[top + row, column] = cell
        self.merges += [(top + a, b, top + c, d) for a, b, c, d in table.merges]
        self._row = top + max(max(row for row, _ in table.cells), table.row) + 2
        if len(self.cells) > MOST_CELLS:
            raise Unreadable("too_many_cells")

    def _number(self, tag: str, given: str) -> None:
        """Place a number that a list begins with or an item has, where it is not the next one."""
        number = whole_number(given)
        if number not in (None, 1, self._order):
            self._break()
            self._row += 1  # it is no table with the items
            self.handle_data(given)
            self._break()
            self._row += 1
        first = self._order if tag == "li" else 1
        self._order = (first if number is None else number) + (tag == "li")

    def _break(self) -> None:
        if self._tables and self._tables[-1].text is not None:
            self._tables[-1].text.append(" ")
            return
        self._flush()

    def _flush(self) -> None:
        text = " ".join("".join(self._paragraph).split())
        self._paragraph.clear()
        if text:
            self.cells[self._row, 0] = Cell(text)
            self._row += 1


def read_hypertext(data: bytes, format: str) -> ReadFile:
    """The tables and texts of an HTML file. Raises :class:`Unreadable`."""
    reader = _Reader()
    try:
        reader.feed(decoded(data).replace("\0", ""))
        reader.close()
    except (AssertionError, ValueError, RecursionError):
        raise Unreadable("damaged") from None
    reader.finish()
    return ReadFile(format, tuple(_sheets(reader)), tuple(reader.carried))


def _sheets(reader: _Reader) -> Iterator[Sheet]:
    yield Sheet("", reader.cells, tuple(reader.merges))


def _indent(attributes: dict[str, str]) -> int:
    """How far an element is set to the right, in pixels."""
    found = _INDENT.search(attributes.get("style", ""))
    return 0 if found is None else round(float(found["number"]) * _PIXELS.get(found["unit"].lower(), 1))


def _span(text: str) -> int:
    return min(max(int(text), 1), _MOST_SPAN) if text.isascii() and text.isdigit() and len(text) < 9 else 1
