"""What was read of a file: the class of every token with a digit in its cells that are seen."""

import re
from collections import Counter, deque
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, fields
from itertools import pairwise
from typing import NamedTuple

from sdc_desktop.engine.submission.finding.figures import Meaning, Style, figure_of, marks_of
from sdc_desktop.engine.submission.finding.find import FoundFile
from sdc_desktop.engine.submission.finding.scopes import Text, box_of, places_in, texts_outside
from sdc_desktop.engine.submission.finding.statements import stated_in
from sdc_desktop.engine.submission.finding.table import FoundTable
from sdc_desktop.engine.submission.sheets import UNSEEN, Box, ReadFile, Sheet

_TOKEN = re.compile(r"\d(?:[\d.,'’]*\d)?")
_NO_FIGURE = re.compile(  # a date, a time, a year or a number of order
    r"(?:19|20)\d\d(?:[-/](?:\d\d|\d{4}))?|\d{1,2}[./]\d{1,2}[./](?:\d\d){1,2}|\d{4}-\d\d-\d\d|\d{1,2}:\d\d(?::\d\d)?"
    r"|[(\[]?\d{1,2}[.)\]]"
)
_LONG_LINE = 50  # characters of a line that the next one can continue
_LISTING = re.compile(r"\D*[^\W\d_]\D*\d[\d.,]*\s*")  # a line that ends with its only figure
_LED = re.compile(r"[(\[]\d{1,9}[)\]] \D*[^\W\d_]\D*")  # or begins with it, as among others: (3) East
_AMOUNT = re.compile(r"[^\w\s]?\d[\d.,]*(?:\s?\S{0,12}| ?[^\w\s] ?\S{1,12})")  # 3 pts, 120+80

Place = tuple[int, int]


@dataclass(frozen=True)
class Coverage:
    """Numbers of tokens with a digit, by what they are; ``texts`` are examined sentence by sentence."""

    body: int = 0
    heads: int = 0
    statements: int = 0
    texts: int = 0
    models: int = 0
    not_read: int = 0

    @property
    def figures(self) -> int:
        """All of them."""
        return sum(getattr(self, one.name) for one in fields(self))


class Passage(NamedTuple):
    """A text outside of tables: where each of its lines begins in it, and their addresses."""

    text: str
    lines: tuple[tuple[int, str], ...]

    def place(self, start: int) -> str:
        """The address of the line that has this position."""
        return next(place for at, place in reversed(self.lines) if at <= start)


@dataclass(frozen=True)
class Covered:
    """The coverage of a file, the places of figures that were not read, and the texts to be examined."""

    coverage: Coverage
    not_read: tuple[str, ...]
    passages: tuple[Passage, ...]


def covered(
    read: ReadFile,
    tables: Sequence[FoundTable],
    judged: Sequence[FoundTable],
    found: FoundFile,
    marks: Mapping[str, Meaning],
) -> Covered:
    """What was read of a file with these tables. ``judged``: those that a checker takes for tables, whose
    titles and notes are examined with them.
    """
    counts: Counter[str] = Counter()
    not_read: list[str] = []
    passages: list[Passage] = []
    every = marks_of(marks)
    about = {line for table in judged for line in f"{table.title}\n{table.notes}".splitlines()}
    for number, sheet in enumerate(read.sheets):
        own = [table for table in tables if table.number == number]
        models = [box for at, box in found.model_boxes if at == number]
        records = [box for at, box in found.record_boxes if at == number]
        if sheet.name and sheet.kind == "sheet":
            passages.append(Passage(sheet.name, ((0, sheet.named("")),)))
        sheet_of = _SheetCoverage(sheet, counts, found.style, every)
        sheet_of.add_tables(own)
        sheet_of.add_boxes(models, "models")
        sheet_of.add_boxes(records, "not_read")
        not_read += sheet_of.add_texts(about)
        passages += sheet_of.passages
    for command in read.commands:
        counts["texts"] += len(_TOKEN.findall(command.text))
    return Covered(Coverage(**counts), tuple(not_read), tuple(passages))


def _are_listed(one: Text, other: Text) -> bool:
    """Whether two lines follow each other and each has its only figure at one end: North 120, (3) East."""
    ends = [_LISTING.fullmatch(each.text) for each in (one, other)]
    led = _LED.fullmatch((other if ends[0] else one).text)
    return other.row == one.row + 1 and (all(ends) or (any(ends) and led is not None))


class _SheetCoverage:
    """The classes of the tokens of a sheet, each cell once."""

    def __init__(
        self, sheet: Sheet, counts: Counter[str], style: Style, marks: Mapping[str, Meaning]
    ) -> None:
        self.sheet, self.counts, self.style, self.marks = sheet, counts, style, marks
        self.passages: list[Passage] = []
        self._done = {at for at, cell in sheet.cells.items() if cell.flags & UNSEEN}

    def add_tables(self, tables: Iterable[FoundTable]) -> None:
        """Cells of tables: figures of the body that were read, and heads and labels."""
        for table in tables:
            read = {table.place(*at): figure.is_read for at, figure in table.figures.items()}
            filled = {table.place(*at)[0] for at, figure in table.figures.items() if figure.shown}
            bare = set(table.row_places) - filled
            for at in places_in(self.sheet, box_of(table)):
                text = self._take(at)
                if not read.get(at, at[0] not in bare):
                    self.passages.append(self._passage([Text(*at, at[1], text)]))
                if at not in read:
                    deque(self._add_stated(text, "heads", is_label=True), 0)
                else:
                    self.counts["body" if read[at] else "not_read"] += len(_TOKEN.findall(text))

    def add_boxes(self, boxes: Iterable[Box], name: str) -> None:
        """Cells of these boxes."""
        for box in boxes:
            for at in places_in(self.sheet, box):
                self.counts[name] += len(_TOKEN.findall(self._take(at)))

    def add_texts(self, about: Set[str]) -> Iterator[str]:
        """All other cells; gives the addresses of those with a figure and no word. ``about``: lines of titles
        and notes, which are examined with their tables.
        """
        for at in self.sheet.cells.keys() - self._done:
            if figure_of(self.sheet.cells[at], self.style, self.marks).worded == "word":
                yield self._address(at)
        texts = texts_outside(self.sheet, self._done)
        for text in texts:
            figures = dict(self._figures(text))
            for token in self._add_stated(text.text, "texts", apart=figures):
                at = figures[token]
                self.counts["not_read"] += 1
                yield self._address(at)
        own = [text for text in texts if text.text.replace("\t", " ") not in about]
        self.passages += self._passages(own)

    def _figures(self, text: Text) -> Iterator[tuple[int, Place]]:
        """The positions of tokens in cells of a line that are figures and nothing else."""
        start = 0
        for number, cell in enumerate(text.text.split("\t")):
            at = text.row, text.left + number
            is_figure = at in self.sheet.cells and not _NO_FIGURE.fullmatch(cell)
            amount = number > 0 and self.sheet.kind != "text" and _AMOUNT.fullmatch(cell)
            if is_figure and (amount or self._status(at) != "text"):
                yield from ((start + token.start(), at) for token in _TOKEN.finditer(cell))
            start += len(cell) + 1

    def _status(self, at: Place) -> str:
        return figure_of(self.sheet.cells[at], self.style, self.marks).status

    def _add_stated(
        self, text: str, name: str, *, is_label: bool = False, apart: Container[int] = ()
    ) -> Iterator[int]:
        """Counts the tokens of a text as stated or by this name; gives the positions of those apart."""
        tokens = [token.start() for token in _TOKEN.finditer(text)]
        spans = [(one.start, one.end) for one in stated_in(text, is_label=is_label)] if tokens else []
        for token in tokens:
            if any(start <= token < end for start, end in spans):
                self.counts["statements"] += 1
            elif token in apart:
                yield token
            else:
                self.counts[name] += 1

    def _passages(self, texts: Iterable[Text]) -> Iterator[Passage]:
        """The texts, long lines of prose joined with those that continue them, and the lines of a list."""
        joined: list[Text] = []
        for text in texts:
            last = joined[-1] if joined else None
            continues = self.sheet.kind == "text" and last is not None and text.row == last.row + 1
            listing = last is not None and _are_listed(last, text)
            if last is not None and not (listing or (continues and len(last.text) >= _LONG_LINE)):
                yield self._passage(joined)
                joined = []
            joined.append(text)
        if joined:
            yield self._passage(joined)

    def _passage(self, texts: Sequence[Text]) -> Passage:
        starts, start = [], 0
        for text in texts:
            starts.append((start, self._address((text.row, text.left))))
            start += len(text.text) + 1
        parts = [text.text for text in texts]
        joints = ["," if _are_listed(*two) else " " for two in pairwise(texts)]
        return Passage("".join(map("".join, zip(parts, [*joints, ""], strict=True))), tuple(starts))

    def _address(self, at: Place) -> str:
        return self.sheet.named(self.sheet.address(*at))

    def _take(self, at: Place) -> str:
        if at in self._done:
            return ""
        self._done.add(at)
        return self.sheet.cells[at].shown
