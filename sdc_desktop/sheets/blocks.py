"""The blocks of a sheet and of a report, apart from how they are set. Every text is already in words.

Running text is `Paragraph`, `Steps` (numbered), `Bullets` and `Note` (a box with the sign of a grade);
`Heading` divides a chapter. Figures come as `KeyFigures`, as a `Table` (its cells are texts, a `Signed` word
or a `Named` file), as a `Figure` of one `Chart` or several small ones, and as the `PublishedTable`.
`Checklist`, `Options` and `SignOff` are filled in by hand.
"""

from dataclasses import dataclass
from typing import Literal

Mark = Literal["safe", "reservations", "unsafe", "open", "measured"]  # the grades, and a step that measures


Align = Literal["left", "right"]


PointMark = Literal["candidate", "chosen", "optimum"]


@dataclass(frozen=True)
class Paragraph:
    """Running text. A `lead` is set before it in bold."""

    text: str
    lead: str = ""


@dataclass(frozen=True)
class Steps:
    """Paragraphs that are numbered from 1."""

    items: tuple[Paragraph, ...]


@dataclass(frozen=True)
class Bullets:
    """Paragraphs of a list in which order does not matter."""

    items: tuple[Paragraph, ...]


@dataclass(frozen=True)
class Note:
    """A box that stands out: the sign of a grade, a lead and a text."""

    mark: Mark
    lead: str
    text: str


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


@dataclass(frozen=True)
class Named:
    """A name, and below it the name of its file, in a cell of a table."""

    name: str
    below: str


Cell = str | Signed | Named


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
        """Title and unit, for the axis."""
        return f"{self.title} ({self.unit})" if self.unit else self.title


@dataclass(frozen=True)
class Series:
    """One bar for each category; `values` in their order, none negative. `hatched`: what was before."""

    name: str
    values: tuple[float, ...]
    hatched: bool = False


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
    def requires_length(self) -> bool:
        """Whether the required length exceeds the distance of the two ends."""
        return self.length > (self.high - self.low) * (1 + 1e-9)


@dataclass(frozen=True)
class Interval:
    """An interval with two ends; None: there is no end. `missed`: it should extend further, as far as
    `asked`.
    """

    label: str
    low: float | None
    high: float | None
    missed: bool = False
    asked: Reach | None = None


@dataclass(frozen=True)
class IntervalChart:
    """Intervals on one axis, one row each."""

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
    limit: float | None = None  # the most that is tolerated on the x axis
    front: bool = False  # whether the points with less x and more y than all others are joined


ShareFill = Literal["shown", "empty", "unsafe", "secondary", "withheld", "changed"]


@dataclass(frozen=True)
class Share:
    """A part of a whole: what it is called, how many it counts."""

    name: str
    number: int
    fill: ShareFill


@dataclass(frozen=True)
class ShareChart:
    """Parts that add up to a whole, side by side."""

    shares: tuple[Share, ...]


@dataclass(frozen=True)
class LinkChart:
    """Boxes below one another, and what links them: two boxes by their places, and a label."""

    boxes: tuple[tuple[str, str], ...]  # a name, and a line below it
    links: tuple[tuple[int, int, str], ...]


Chart = BarChart | ScatterChart | LineChart | IntervalChart | ShareChart | LinkChart


@dataclass(frozen=True)
class LegendEntry:
    """What a mark of a figure means."""

    mark: PointMark | Literal["forbidden", "interval", "asked", "required_length"]
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


@dataclass(frozen=True)
class Head:
    """The head of a row or column of a published table; `depth` counts from 0, the total and the groups."""

    text: str
    depth: int = 0


CellKind = Literal["shown", "empty", "unsafe", "secondary", "withheld"]


@dataclass(frozen=True)
class PublishedCell:
    """A published cell: its text, and what it is in this edition."""

    text: str
    kind: CellKind = "shown"


@dataclass(frozen=True)
class PublishedPage:
    """A block of a published table, for one category each of the dimensions that make no rows or columns."""

    title: str
    rows: tuple[Head, ...]
    columns: tuple[Head, ...]
    cells: tuple[tuple[PublishedCell, ...], ...]  # by row


@dataclass(frozen=True)
class PublishedTable:
    """A published table. `corner` names what the rows are. The first of `paper` and `pages` is printed, the
    second is the whole, for the twin; `note` explains the signs, `left_out` what is not on paper.
    """

    title: str
    corner: str
    turned_corner: str  # the same where rows and columns are exchanged
    pages: tuple[PublishedPage, ...]
    paper: tuple[PublishedPage, ...]
    note: str
    left_out: str = ""


@dataclass(frozen=True)
class Question:
    """A line of the checklist: its text, and what the program enters or who must enter it."""

    text: str
    answer: Cell


@dataclass(frozen=True)
class Checklist:
    """Numbered lines with a column for initials; `heads`: number, text, entry, initials."""

    title: str
    heads: tuple[str, str, str, str]
    questions: tuple[Question, ...]


@dataclass(frozen=True)
class Options:
    """Boxes to tick; each with its words and whether it is ticked."""

    options: tuple[tuple[str, bool], ...]


@dataclass(frozen=True)
class SignOff:
    """Lines to sign on: role and name of each, and what belongs on the line."""

    people: tuple["CoverField", ...]
    below: str


Block = (
    Paragraph
    | Steps
    | Bullets
    | Note
    | Finding
    | Verdict
    | KeyFigures
    | Table
    | Figure
    | PublishedTable
    | Checklist
    | Options
    | SignOff
)


@dataclass(frozen=True)
class Heading:
    """A heading within a section."""

    text: str


@dataclass(frozen=True)
class CoverField:
    """What the cover says of the report; an empty value leaves a line to write on."""

    label: str
    value: str
