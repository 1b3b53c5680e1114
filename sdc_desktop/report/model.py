"""What a report says, apart from how it is set. Every text is already in words; nothing here knows a page.

The vocabulary: a `Report` has a cover (verdict, fields, key figures) and `Section`s; a section has blocks.
`Paragraph`, `Table` (its cells are texts or a `Signed` word), `KeyFigures`, `Figure` (of one `Chart` or
several small ones) and `Heading` set what a chapter says; `Finding` is the one sentence of a job, which
becomes its `Verdict`. `typst_json` turns all of it into what the PDF's template reads, `html` into the twin.
Alternative texts of figures are made from their charts (:mod:`sdc_desktop.report.alt`), never by a chapter.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Literal

Edition = Literal["internal", "external"]
Mark = Literal["safe", "reservations", "unsafe", "open", "measured"]  # the grades, and a step that measures
Align = Literal["left", "right"]
PointMark = Literal["candidate", "chosen", "optimum"]


@dataclass(frozen=True)
class Paragraph:
    """Running text. A `lead` is set before it in bold."""

    text: str
    lead: str = ""


@dataclass(frozen=True)
class Finding:
    """What a job found, in one sentence. It carries no mark: the grade is the engine's verdict."""

    text: str


@dataclass(frozen=True)
class Verdict:
    """A grade and a sentence; `mark_name` is the grade in words, `reasons` are why it is not better."""

    text: str
    mark: Mark
    mark_name: str
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True)
class KeyFigure:
    """A figure, what it is, and how to read it."""

    label: str
    value: str
    reading: str = ""


@dataclass(frozen=True)
class KeyFigures:
    """A few figures side by side."""

    figures: tuple[KeyFigure, ...]


@dataclass(frozen=True)
class Column:
    """A column: its head, and its part of the width. Figures stand right; `code` is for checksums."""

    head: str
    align: Align = "left"
    share: float = 1.0
    code: bool = False


@dataclass(frozen=True)
class Signed:
    """A word with the sign of a grade before it, in a cell of a table."""

    mark: Mark
    text: str


Cell = str | Signed


@dataclass(frozen=True)
class Table:
    """Rows of texts under the columns; its head is repeated on every page it runs over."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""


@dataclass(frozen=True)
class Axis:
    """What an axis measures, and in which unit (empty for plain numbers)."""

    title: str
    unit: str = ""

    @property
    def label(self) -> str:
        """Title and unit as they stand at the axis."""
        return f"{self.title} ({self.unit})" if self.unit else self.title


@dataclass(frozen=True)
class Series:
    """One bar for each category; `values` in their order, none negative."""

    name: str
    values: tuple[float, ...]


@dataclass(frozen=True)
class BarChart:
    """Bars lying on their side, a group for each category; at most three series."""

    categories: tuple[str, ...]
    series: tuple[Series, ...]
    axis: Axis
    decimals: int = 2
    limit: float | None = None  # a line across the bars that should not be passed


@dataclass(frozen=True)
class Curve:
    """Points (x, y) by rising x, neither negative."""

    name: str
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class LineChart:
    """Curves over one axis, at most four; as `steps` each value holds until the next x."""

    curves: tuple[Curve, ...]
    x: Axis
    y: Axis
    steps: bool = False


@dataclass(frozen=True)
class Reach:
    """How far an interval should reach: from below to above a value, and in length at least."""

    value: float
    low: float
    high: float
    length: float

    @property
    def asks_length(self) -> bool:
        """Whether the length asks for more than the two ends do."""
        return self.length > (self.high - self.low) * (1 + 1e-9)


@dataclass(frozen=True)
class Interval:
    """What lies between two ends; None: there is no end. `missed`: it should reach further, as far as
    `asked`.
    """

    label: str
    low: float | None
    high: float | None
    missed: bool = False
    asked: Reach | None = None


@dataclass(frozen=True)
class IntervalChart:
    """Intervals on one axis, a row each."""

    intervals: tuple[Interval, ...]
    axis: Axis


@dataclass(frozen=True)
class Point:
    """A point of a scatter chart with its direct label."""

    x: float
    y: float
    label: str
    mark: PointMark


@dataclass(frozen=True)
class ScatterChart:
    """Points in a plane, both axes from zero: the utility-privacy plane of a variable.

    ``least_x`` and ``least_y`` bound the region that is not allowed (rationing), which is hatched.
    """

    title: str
    x: Axis
    y: Axis
    points: tuple[Point, ...]
    least_x: float = 0.0
    least_y: float = 0.0


Chart = BarChart | ScatterChart | LineChart | IntervalChart


@dataclass(frozen=True)
class LegendEntry:
    """What a mark of a figure means."""

    mark: PointMark | Literal["forbidden", "interval", "asked", "asked_length"]
    text: str


@dataclass(frozen=True)
class Figure:
    """One chart, or several small ones of a kind. `reading` says in words what they show; `alt` is for those
    who cannot see them (made by :func:`sdc_desktop.report.alt.with_alts`).
    """

    title: str
    charts: tuple[Chart, ...]
    reading: str
    legend: tuple[LegendEntry, ...] = ()
    alt: str = ""


Block = Paragraph | Finding | Verdict | KeyFigures | Table | Figure


@dataclass(frozen=True)
class Heading:
    """A heading within a section."""

    text: str


@dataclass(frozen=True)
class Section:
    """A chapter of the report. `key` is unique in it and names bookmark and link."""

    title: str
    blocks: tuple[Block | Heading, ...]
    key: str
    on_new_page: bool = False

    @property
    def is_chapter(self) -> bool:
        """Whether it is on a job: it has a verdict."""
        return any(isinstance(block, Verdict) for block in self.blocks)

    @property
    def begins_page(self) -> bool:
        """Whether it begins on a page of its own: chapters do, lists follow one another."""
        return self.on_new_page or self.is_chapter


@dataclass(frozen=True)
class CoverField:
    """What the cover says of the report; an empty value leaves a line to write on."""

    label: str
    value: str


@dataclass(frozen=True)
class Labels:
    """The few words that the typesetting itself needs, in the language of the report."""

    contents: str
    page_of: str  # with {page} and {pages}
    edition: str
    edition_told: str  # for whom this edition is
    rows_left_out: str  # with {left}: of a table too long for paper
    more_verdicts: str  # with {number}: those for which the first page has no room
    producer: str
    language: str
    decimal_mark: str  # what stands before the decimals of a figure


@dataclass(frozen=True)
class Report:
    """A whole report, ready to be set."""

    title: str
    subject: str  # the name of the file it is about
    purpose: str
    author: str
    edition: Edition
    fields: tuple[CoverField, ...]
    signatures: tuple[CoverField, ...]  # officer and reviewer: a line each to sign on
    verdict: Verdict  # on all that is released: on the first page, before those on the jobs
    verdicts: tuple[Verdict, ...]  # one for each job, on the first page
    sections: tuple[Section, ...]
    labels: Labels
    date: date  # of the report: the only date in the PDF
    keywords: tuple[str, ...] = ()

    def blocks(self) -> Iterator[Block | Heading]:
        """Every block in order."""
        for section in self.sections:
            yield from section.blocks
