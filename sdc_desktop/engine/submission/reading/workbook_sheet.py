"""One sheet of a workbook, read by events: its cells as stored, and what a reader of it does not see."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sdc_desktop.engine.submission.reading.links import texts_of
from sdc_desktop.engine.submission.reading.markup import local, parse
from sdc_desktop.engine.submission.reading.number_format import hides_text, shown, text_shown
from sdc_desktop.engine.submission.reading.workbook_styles import Styles
from sdc_desktop.engine.submission.sheets import (
    COARSE,
    FORMULA,
    MASKED,
    MOST_CELLS,
    NO_VALUE,
    PERCENT,
    UNSEEN,
    Box,
    Cell,
    Unreadable,
    column_name,
    split_address,
    split_box,
    whole_number,
)

MOST_MERGES = 50_000
_NUMBERS = re.compile(r"(?<![A-Za-z0-9_$.!'])\d+(?:\.\d+)?(?![\d:A-Za-z!(.])")
_PLAIN_NUMBERS = {"0", "1", "2", "100"}
_QUOTED = re.compile(r'"[^"]*"')
CRITERIA = ("filter", "customFilter", "dateGroupItem", "top10", "dynamicFilter")  # of a filter's column
_LEAST_WIDTH = 0.3  # characters
_LEAST_HEIGHT = 1.0  # points


@dataclass
class SheetContent:
    """Cells by place; joined cells; addresses of what is not seen, by code; the shared texts it uses; of each
    link the id of its relation, its place and its texts.
    """

    cells: dict[tuple[int, int], Cell] = field(default_factory=dict)
    merges: list[Box] = field(default_factory=list)
    carried: dict[tuple[str, str], None] = field(default_factory=dict)
    used: set[int] = field(default_factory=set)
    links: list[tuple[str, str, tuple[str, ...]]] = field(default_factory=list)


class SheetReader:
    """Gathers the cells of one sheet. ``texts`` are shared texts, each with whether it is seen."""

    def __init__(self, name: str, texts: Sequence[tuple[str, bool]], styles: Styles, room: int) -> None:
        self.content = SheetContent()
        self._name, self._texts, self._styles, self._room = name, texts, styles, room
        self._local: dict[str, str] = {}
        self._row = self._column = -1
        self._row_hidden = self._all_hidden = False
        self._columns_hidden: list[tuple[int, int]] = []
        self._all_narrow = False
        self._kind = self._style = ""
        self._value: list[str] | None = None
        self._texts_inline: list[str] = []
        self._formula: list[str] | None = None
        self._had_formula = self._run_unseen = self._any_unseen = False
        self._into: list[str] | None = None
        self._phonetic = 0
        self._where = ""
        self._condition: list[str] | None = None  # the formulas of a conditional format

    def read(self, data: bytes) -> SheetContent:
        """The content of a sheet's part. Raises :class:`Unreadable`."""
        parse(data, self._start, self._end, self._text)
        return self.content

    def _start(self, name: str, attributes: Mapping[str, str]) -> None:
        tag = self._local.get(name)
        if tag is None:
            tag = self._local.setdefault(name, local(name))
        if tag == "c":
            self._begin_cell(attributes)
        elif tag == "v":
            self._value = self._into = []
        elif tag == "t":
            self._into = None if self._phonetic else self._texts_inline
        elif tag == "f" and self._condition is None:
            self._had_formula = True
            self._formula = self._into = []
        elif tag == "row":
            self._begin_row(attributes)
        elif tag == "rPh":
            self._phonetic += 1
            self._carry("phonetic_text", f"{self._name}!{self._where}")
        else:
            self._start_other(tag, attributes)

    def _start_other(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "mergeCell":
            self._merge(attributes.get("ref", ""))
        elif tag == "col":
            self._begin_columns(attributes)
        elif tag == "sheetFormatPr":
            self._all_hidden = _true(attributes.get("zeroHeight", ""))
            self._all_narrow = _below(attributes.get("defaultColWidth", ""), _LEAST_WIDTH)
        elif tag == "cfRule":
            self._begin_condition(attributes)
        elif tag in ("f", "formula") and self._condition is not None:
            self._into = self._condition
        elif tag in CRITERIA:
            self._carry("filter_criterion", self._name)
        elif tag == "hyperlink":
            link = next((value for name, value in attributes.items() if local(name) == "id"), "")
            texts = texts_of(attributes, ("location", "tooltip", "display"))
            self.content.links.append((link, attributes.get("ref", ""), texts))
        elif tag in ("oddHeader", "evenHeader", "firstHeader", "oddFooter", "evenFooter", "firstFooter"):
            self._into = self._formula = []
        elif tag in ("oleObject", "control"):
            self._carry("embedded_file", self._name)
        elif tag == "dataValidation" and attributes.get("type") == "list":
            self._carry("validation_list", self._name)
        elif tag in ("color", "sz") and self._column >= 0:
            white = attributes.get("rgb", "").upper().endswith("FFFFFF") or attributes.get("theme") == "0"
            self._run_unseen = self._run_unseen or white or _below(attributes.get("val", ""), 2.0)

    def _end(self, name: str) -> None:
        tag = self._local[name]
        if tag == "c":
            self._end_cell()
        elif tag in ("v", "t", "f", "formula"):
            self._into = None
        elif tag == "cfRule":
            if _has_texts("".join(self._condition or ())):
                self._carry("format_text", self._name)
            self._condition = None
        elif tag == "r":
            self._any_unseen = self._any_unseen or self._run_unseen
            self._run_unseen = False
        elif tag == "rPh":
            self._phonetic -= 1
        elif tag.endswith(("Header", "Footer")) and self._formula:
            if _has_text("".join(self._formula)):
                self._carry("header_footer", self._name)
            self._formula = self._into = None

    def _text(self, data: str) -> None:
        if self._into is not None:
            self._into.append(data)

    def _begin_condition(self, attributes: Mapping[str, str]) -> None:
        """A conditional format: the text it is given, and whether it changes what is seen."""
        self._condition = []
        number = attributes.get("dxfId", "")
        if whole_number(number) in self._styles.changing:
            self._carry("conditional_format", self._name)
        if attributes.get("text", "").strip():
            self._carry("format_text", self._name)

    def _begin_row(self, attributes: Mapping[str, str]) -> None:
        number = attributes.get("r", "")
        row = whole_number(number)
        self._row = self._row + 1 if row is None else row - 1
        self._column = -1
        hidden = attributes.get("hidden")
        self._row_hidden = _true(hidden) if hidden is not None else self._all_hidden
        self._row_hidden |= _below(attributes.get("ht", ""), _LEAST_HEIGHT)

    def _begin_columns(self, attributes: Mapping[str, str]) -> None:
        first, last = whole_number(attributes.get("min", "")), whole_number(attributes.get("max", ""))
        if first is None or last is None:
            return
        if _true(attributes.get("hidden", "")) or _below(attributes.get("width", ""), _LEAST_WIDTH):
            self._columns_hidden.append((first - 1, last - 1))

    def _begin_cell(self, attributes: Mapping[str, str]) -> None:
        address = attributes.get("r", "")
        if address:
            try:
                self._row, self._column = split_address(address)
            except ValueError:
                raise Unreadable("damaged") from None
        else:
            self._column += 1
        self._where = address
        self._kind, self._style = attributes.get("t", "n"), attributes.get("s", "")
        self._value, self._texts_inline, self._formula = None, [], None
        self._had_formula = self._any_unseen = self._run_unseen = False

    def _end_cell(self) -> None:
        flags = 0
        if self._had_formula:
            flags |= FORMULA
            if _has_constants("".join(self._formula or ())):
                self._carry("formula_constants", self._at())
        stored = "".join(self._value or ())
        nothing = self._kind == "n" and not stored.strip()  # some programs write formulas with an empty value
        if (self._value is None or nothing) and not self._texts_inline:
            if self._had_formula:
                self._put(Cell("", "", flags | NO_VALUE))
            return
        style = self._styles.of(self._style)
        unseen = style.unseen or self._any_unseen
        if self._kind == "n" and self._value is not None:
            seen = shown(stored.strip(), style.format)
            flags |= (MASKED if seen.masked else 0) | (PERCENT if seen.percent else 0)
            flags |= COARSE if seen.coarse else 0
            cell = Cell(seen.text, stored.strip(), flags)
        else:
            text, seen_text = self._text_of(stored)
            unseen = unseen or not seen_text
            if not text.strip():
                return
            masked = hides_text(style.format)
            indent = style.indent or len(text) - len(text.lstrip())
            text, has_words = text_shown(text, style.format)
            if has_words:
                self._carry("format_text", self._name)
            cell = Cell(text, "", flags | (MASKED if masked else 0), indent)
            unseen = unseen or masked
        self._put(self._judged(cell, unseen))

    def _text_of(self, stored: str) -> tuple[str, bool]:
        if self._kind == "s":
            place = whole_number(stored.strip())
            if place is None or place >= len(self._texts):
                raise Unreadable("damaged")
            self.content.used.add(place)
            return self._texts[place]
        if self._kind == "inlineStr":
            return "".join(self._texts_inline), True
        if self._kind == "b":
            return {"1": "TRUE", "0": "FALSE"}.get(stored.strip(), stored), True
        return stored, True

    def _judged(self, cell: Cell, unseen: bool) -> Cell:
        """The cell with what hides it."""
        if unseen:
            self._carry("white_text", self._at())
        elif self._row_hidden:
            self._carry("hidden_row", f"{self._name}!{self._row + 1}")
        elif self._column_is_hidden():
            self._carry("hidden_column", f"{self._name}!{column_name(self._column)}")
        else:
            return cell
        return cell._replace(flags=cell.flags | UNSEEN)

    def _column_is_hidden(self) -> bool:
        hidden = any(first <= self._column <= last for first, last in self._columns_hidden)
        return hidden or self._all_narrow

    def _put(self, cell: Cell) -> None:
        if len(self.content.cells) >= self._room:
            raise Unreadable("too_many_cells")
        self.content.cells[self._row, self._column] = cell

    def _merge(self, ref: str) -> None:
        if len(self.content.merges) >= MOST_MERGES:
            raise Unreadable("too_large")
        try:
            self.content.merges.append(split_box(ref))
        except ValueError:
            raise Unreadable("damaged") from None

    def _at(self) -> str:
        return f"{self._name}!{column_name(self._column)}{self._row + 1}"

    def _carry(self, code: str, where: str) -> None:
        if len(self.content.carried) < MOST_CELLS:
            self.content.carried.setdefault((code, where))


def _true(text: str | None) -> bool:
    return text in ("1", "true", "on")


def _below(text: str, bound: float) -> bool:
    try:
        return float(text) < bound
    except ValueError:
        return False


def _has_text(header: str) -> bool:
    """Whether a header or footer says more than page, date and file fields."""
    bare = re.sub(r"&(?:\"[^\"]*\"|K[0-9A-F]{6}|\d+|.)", "", header)
    return bool(bare.removeprefix("Page").strip(" /-|of"))


def _has_constants(formula: str) -> bool:
    """Whether a formula holds figures or texts of its own beside those of cells."""
    bare = _QUOTED.sub("", formula)
    return _has_texts(formula) or any(number not in _PLAIN_NUMBERS for number in _NUMBERS.findall(bare))


def _has_texts(formula: str) -> bool:
    return any(text.strip('" ') for text in _QUOTED.findall(formula))
