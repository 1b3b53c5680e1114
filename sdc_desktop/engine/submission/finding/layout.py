"""The parts of a block: title, header rows, label columns, body, notes; and where the next table begins."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from sdc_desktop.engine.submission.finding.blocks import Block
from sdc_desktop.engine.submission.finding.closed_words import (
    NOTE_WORDS,
    is_step_label,
    is_unit,
    quantile_kind,
    statistic_of,
)
from sdc_desktop.engine.submission.finding.figures import NOTHING, Figure, Meaning, Style, figure_of
from sdc_desktop.engine.submission.finding.words import is_total_label
from sdc_desktop.engine.submission.sheets import UNSEEN, Box, Cell, Sheet

_FIRST_YEAR, _LAST_YEAR = 1900, 2100
_LONG = 40  # characters: a note rather than a label
_MOST_LABELS = 8  # label columns
_SMALL = 100  # a label above it is no count of few
_COUNT_WORDS = ("number", "total", "weight")  # beside those of statistics and units
_CODE = re.compile(
    r"age|alter|year|jahr|period|class|klasse|group|gruppe|code|schlüssel|id|no|nr|number|nummer|score|size|größe"
    r"|grade|stage|level|week|woche|day|tag|month|monat|hour|stunde|quarter|quartal|wave|welle|round|decile"
    r"|quintile|dezil|plz|postcode|zip|district|kreis|region|nace|isco|icd|rank|rang|step|cluster"
)

_AGES = ("age", "alter", "age in years", "age (years)", "alter in jahren", "single year of age")

Place = tuple[int, int]


@dataclass(frozen=True)
class Layout:
    """A table within a block. Rows and columns are those of the sheet; ``skipped`` rows of the body hold one
    label and head the rows below. ``unclear``: whether its first row or column may as well be figures.
    """

    header: tuple[int, ...]
    labels: tuple[int, ...]
    body: Box
    title: str = ""
    notes: str = ""
    skipped: tuple[int, ...] = ()
    index: int | None = None  # the row that names the labels
    unclear: bool = False


@dataclass
class Grid:
    """The cells of a block as figures. ``joined``: for each place within a joined cell its first place."""

    sheet: Sheet
    box: Box
    style: Style
    marks: Mapping[str, Meaning]
    tabulated: bool = False  # a command that makes tables of counts printed it
    joined: dict[Place, Place] = field(default_factory=dict)
    figures: dict[Place, Figure] = field(default_factory=dict)

    def __post_init__(self) -> None:
        top, left, bottom, right = self.box
        for a, b, c, d in self.sheet.merges:
            if a > bottom or c < top or b > right or d < left:
                continue
            for row in range(a, min(c, bottom) + 1):
                for column in range(b, min(d, right) + 1):
                    self.joined[row, column] = (a, b)

    @property
    def first(self) -> int:
        """The first column right of a label column; the only one where there is no other."""
        return self.box[1] + (self.box[3] > self.box[1])

    def cell(self, at: Place) -> Cell | None:
        """The cell at a place, or the joined cell over it."""
        return self.sheet.cells.get(self.joined.get(at, at))

    def own(self, at: Place) -> Cell | None:
        """The cell at a place itself."""
        return self.sheet.cells.get(at)

    def figure(self, at: Place) -> Figure:
        """What the cell at a place states."""
        found = self.figures.get(at)
        if found is None:
            cell = self.sheet.cells.get(at)
            found = NOTHING if cell is None else figure_of(cell, self.style, self.marks)
            self.figures[at] = found
        return found

    def row(self, row: int, first: int) -> list[Place]:
        """The places of a row that hold a cell, from a column on."""
        cells = self.sheet.cells
        return [(row, column) for column in range(first, self.box[3] + 1) if (row, column) in cells]

    def text(self, at: Place) -> str:
        """The text at a place, or of the joined cell over it."""
        cell = self.cell(at)
        return "" if cell is None else cell.shown.strip()


def layouts(grid: Grid, block: Block) -> Iterator[Layout]:
    """The tables of a block from top to bottom."""
    top, left, bottom, right = grid.box
    rows = [row for row in range(top, bottom + 1) if grid.row(row, left)]
    above = "\n".join(block.above)
    while rows:
        title, rows = _title(grid, rows, left, right)
        header, rest = _header(grid, rows, left)
        if not rest:
            return
        body, following = _body(grid, rest, header, left)
        if not body:
            return
        made = _layout(grid, header, body, "\n".join(filter(None, (above, *title))), block, not following)
        if made is not None:
            yield made
        rows, above = following, ""


def _title(grid: Grid, rows: list[int], left: int, right: int) -> tuple[list[str], list[int]]:
    """Leading rows of a single text, and the rest."""
    title: list[str] = []
    while len(rows) > 1 and right > left:
        places = grid.row(rows[0], left)
        if len(places) != 1:
            break
        figure = grid.figure(places[0])
        if figure.status == "value" and figure.worded != "base":
            break
        if places[0][1] != left and not title and not _covers(grid, places[0], right):
            break
        cell = grid.cell(places[0])
        if cell is not None and not cell.flags & UNSEEN:
            title.append(grid.text(places[0]))
        rows = rows[1:]
    return title, rows


def _covers(grid: Grid, at: Place, right: int) -> bool:
    return (at[0], right) in grid.joined and grid.joined[at[0], right] == at


def _header(grid: Grid, rows: list[int], left: int) -> tuple[list[int], list[int]]:
    """Leading header rows, and the rest. A row of a single label after them names the index."""
    header: list[int] = []
    for place, row in enumerate(rows):
        others = grid.row(row, grid.first)
        if not others:
            if header and grid.row(row, left):
                break
            return header, rows[place:]
        if not _is_header(grid, row, left, others, header):
            break
        header.append(row)
    return header, rows[len(header) :]


def _is_header(grid: Grid, row: int, left: int, others: list[Place], header: list[int]) -> bool:
    figures = [grid.figure(at) for at in others]
    label = grid.text((row, left))
    if header and grid.text((header[-1], left)) and _are_labels_alone(grid, header[-1], others):
        return False
    if label and _has_cells(figures, is_first=not header):
        return False
    values = [figure for figure in figures if figure.status == "value" and not figure.worded]
    if not values:
        marks = all(figure.status not in ("text", "value") for figure in figures)
        return not marks or not header
    if len(values) < len(figures):
        return _mostly_texts(grid, row, left, figures, header)
    if header and label and (_is_count_word(label) or not _are_years(values)):
        return False
    return (
        _are_years(values) or _by_one(values) or _are_shares(grid, row, values) or _tabulated(grid, row, left)
    )


def _has_cells(figures: list[Figure], *, is_first: bool) -> bool:
    """Whether cells beside a label are those of a body: marks, figures with words."""
    worded = [figure for figure in figures if figure.worded]
    if is_first:
        worded = [figure for figure in worded if figure.worded != "base"]
        return bool(worded) and not _by_one(worded)
    marks = any(figure.status == "suppressed" and not figure.is_range for figure in figures)
    return bool(worded) or marks


def _are_years(values: list[Figure]) -> bool:
    """Whether figures are rising years."""
    return _rises(values) and all(_is_year(figure) for figure in values)


def _is_year(figure: Figure) -> bool:
    value = figure.value
    return (
        value is not None and not figure.decimals and not figure.parts and _FIRST_YEAR <= value <= _LAST_YEAR
    )


def _by_one(figures: list[Figure]) -> bool:
    """Whether whole figures rise by 1."""
    return _are_whole(figures) and all(
        b.value - a.value == 1 for a, b in pairwise(figures) if a.value is not None and b.value is not None
    )


def _are_whole(figures: list[Figure]) -> bool:
    """Whether figures are several whole numbers."""
    return len(figures) > 1 and all(
        figure.value is not None and not figure.decimals and not figure.parts and not figure.percent
        for figure in figures
    )


def _is_share(figure: Figure) -> bool:
    """Whether a figure can be a share as a heading of quantiles is: per cent, or within [0, 1]."""
    value = figure.value
    if value is None or figure.parts:
        return False
    return 0 <= value <= 100 if figure.percent else 0 <= value <= 1


def _are_shares(grid: Grid, row: int, values: list[Figure]) -> bool:
    """Whether a row holds rising percentages, or rising decimals within [0, 1], and the next row does not."""

    def rising(figures: list[Figure]) -> bool:
        percent = all(figure.percent for figure in figures)
        decimal = any(figure.decimals for figure in figures) and not any(f.percent for f in figures)
        alike = all(map(_is_share, figures)) and (percent or decimal)
        return alike and len(figures) > 1 and _rises(figures)

    return rising(values) and not rising(_next(grid, row))


def _next(grid: Grid, row: int) -> list[Figure]:
    """The figures of the row below."""
    return [grid.figure(at) for at in grid.row(row + 1, grid.first)]


def _tabulated(grid: Grid, row: int, left: int) -> bool:
    """Whether rising whole numbers over an empty label are what a command tabulates."""
    return grid.tabulated and _may_be_head(grid, row, left)


def _may_be_head(grid: Grid, row: int, left: int) -> bool:
    """Whether a row of rising whole numbers over an empty label may be a head or figures."""
    figures = [grid.figure(at) for at in grid.row(row, grid.first)]
    return not grid.text((row, left)) and _are_whole(figures) and _rises(figures) and not _by_one(figures)


def _are_labels_alone(grid: Grid, last: int, others: list[Place]) -> bool:
    """Whether a row below a whole header has labels and no cells: it is one whose cells are empty."""
    heads = grid.row(last, grid.first)
    places = [column for _, column in others]
    return len(others) * 2 < len(heads) and places == list(range(grid.first, grid.first + len(others)))


def _mostly_texts(grid: Grid, row: int, left: int, figures: list[Figure], header: list[int]) -> bool:
    """Whether a row holds years, shares or the numbers of categories among texts: 2021, 2022, Change."""
    values = [f for f in figures if f.status == "value" and not f.worded]
    if not any(f.status == "text" or f.worded for f in figures):
        return False
    following = [f for f in _next(grid, row) if f.status == "value" and not f.worded]
    if all(map(_is_year, values)):
        return not (following and all(map(_is_year, following)))
    if header and grid.text((row, left)):
        single = len(grid.row(header[-1], grid.first)) == 1 and is_total_label(figures[-1].shown)
        return single and _rises(values) and len(values) == len(figures) - 1  # 0, 1, Total
    if header and values[0].value in (0, 1) and (len(values) == 1 or _by_one(values)):
        return _is_repeated(grid, header[-1])
    return all(map(_is_share, values)) and not (following and all(map(_is_share, following)))


def _is_repeated(grid: Grid, row: int) -> bool:
    """Whether a heading is joined over columns, or repeated in the next."""
    texts = [grid.text((row, column)) for column in range(grid.first, grid.box[3] + 1)]
    return any(a == b and a for a, b in pairwise(texts))


def _rises(figures: list[Figure]) -> bool:
    numbers = [figure.value for figure in figures if figure.value is not None]
    return len(numbers) == len(figures) and all(b > a for a, b in pairwise(numbers))


def _body(grid: Grid, rows: list[int], header: list[int], left: int) -> tuple[list[int], list[int]]:
    """The rows of the body, and the rows from where the next table begins."""
    last = header[-1] if header else None
    heads = None if last is None else _shown_row(grid, last, left)
    had_figures = False
    for place, row in enumerate(rows):
        others = grid.row(row, grid.first)
        if had_figures and others:
            texts = [_is_head(grid.figure(at)) for at in others]
            repeated = heads is not None and len(heads) > 1 and _shown_row(grid, row, left) == heads
            enough = len(others) > 1 or grid.box[3] == grid.first
            is_head = all(texts) and enough and not statistic_of(grid.text((row, left)))
            starts = is_head or _is_year_head(grid, row, last, left)
            if repeated or (starts and _has_figures(grid, rows[place + 1 :], left)):
                return _split(grid, rows, place, left)
        had_figures = had_figures or any(grid.figure(at).status == "value" for at in others)
    return rows, []


def _is_head(figure: Figure) -> bool:
    return figure.status == "text" and not figure.worded


def _is_year_head(grid: Grid, row: int, last: int | None, left: int) -> bool:
    """Whether a row of years below a head of years heads a table of its own."""
    if last is None or grid.text((row, left)) not in ("", grid.text((last, left))):
        return False
    heads, own = ([grid.figure(at) for at in grid.row(one, grid.first)] for one in (last, row))
    return all(map(_is_year, own)) and _rises(own) and any(map(_is_year, heads))


def _split(grid: Grid, rows: list[int], place: int, left: int) -> tuple[list[int], list[int]]:
    """Divides rows before a header, and before the titles above it."""
    while place > 1 and not grid.row(rows[place - 1], grid.first):
        place -= 1
    return rows[:place], rows[place:]


def _shown_row(grid: Grid, row: int, left: int) -> tuple[tuple[int, str], ...]:
    return tuple((at[1], grid.text(at)) for at in grid.row(row, grid.first))


def _has_figures(grid: Grid, rows: list[int], left: int) -> bool:
    return any(grid.figure(at).status == "value" for row in rows[:3] for at in grid.row(row, grid.first))


def _layout(
    grid: Grid, header: list[int], body: list[int], title: str, block: Block, is_last: bool
) -> Layout | None:
    _, left, _, right = grid.box
    index = None
    singles = [row for row in body if not grid.row(row, grid.first)]  # of a label alone
    notes: list[str] = []
    rows = list(body)
    while len(rows) > 1 and rows[-1] in singles:
        is_note = _is_note(grid.text((rows[-1], left))) or _covers(grid, (rows[-1], left), right)
        if not is_note and len(rows) > 2:
            break
        notes.append(grid.text((rows.pop(), left)))
    labels = _label_columns(grid, header, [row for row in rows if row not in singles], left, right)
    first = labels[-1] + 1 if labels else left
    if first > right:
        return None
    if (
        header
        and rows[0] in singles
        and (len([r for r in rows if r in singles]) == 1 or _gaps(grid, rows[1:], first))
    ):
        index, rows = rows[0], rows[1:]
    skipped = _headings(grid, rows, singles, first)
    own = [row for row in rows if row not in skipped]
    if not any(
        grid.figure((row, column)).status == "value" for row in own for column in range(first, right + 1)
    ):
        return None
    if is_last:
        notes = [*block.below, *reversed(notes)]
    return Layout(
        tuple(header),
        tuple(labels),
        (own[0], first, own[-1], right),
        title,
        "\n".join(notes),
        tuple(skipped),
        index,
        _is_unclear(grid, header, own, labels, left),
    )


def _headings(grid: Grid, rows: list[int], singles: list[int], first: int) -> list[int]:
    """Rows of one label that head the rows below. Where other cells of the body are empty, they are rows
    whose cells are suppressed, and at the end there is nothing to head.
    """
    inner = [row for row in rows if row in singles]
    if not inner or _gaps(grid, [row for row in rows if row not in singles], first):
        return []
    return [row for row in inner if row != rows[-1] and not (row == rows[-2] and rows[-1] in inner)]


def _gaps(grid: Grid, rows: list[int], first: int) -> bool:
    """Whether cells of these rows are empty."""
    return any(
        grid.cell((row, column)) is None
        for row in rows
        if grid.row(row, first)
        for column in range(first, grid.box[3] + 1)
    )


def _is_note(text: str) -> bool:
    is_marked = text.lower().startswith((*NOTE_WORDS, "("))
    return is_marked or len(text) > _LONG or text.endswith(".") or len(text.split()) > 4


def _label_columns(grid: Grid, header: list[int], rows: list[int], left: int, right: int) -> list[int]:
    """Leading columns of texts, of ranges, or of whole numbers that are categories."""
    labels: list[int] = []
    for column in range(left, min(right, left + _MOST_LABELS) + 1):
        figures = [grid.figure((row, column)) for row in rows if grid.own((row, column)) is not None]
        texts = sum(figure.status == "text" for figure in figures)
        values = [figure for figure in figures if figure.status == "value"]
        if (
            (texts and not values)
            or (not labels and column < right and _are_labels(grid, header, figures, column))
            or (
                values
                and (not texts or not labels)
                and _are_codes(grid, header, values, column, bool(labels))
            )
            or (not figures and labels and column < right and _is_covered(grid, rows, column))
            or (labels and column < right and _tells_apart(grid, header, rows, column))
            or (not labels and column < right and _numbers_rows(grid, header, rows, column))
        ):
            labels.append(column)
        else:
            break
    return labels


def _numbers_rows(grid: Grid, header: list[int], rows: list[int], column: int) -> bool:
    """Whether a first column without a heading numbers the rows from 0 or 1, left of their labels."""
    values = [grid.figure((row, column)).value for row in rows]
    if not header or _head(grid, header, column) or values[:1] not in ([0], [1]):
        return False
    numbers = [(values[0] or 0) + place for place in range(len(rows))]
    beside = (grid.figure((row, column + 1)) for row in rows)
    return values == numbers and len(rows) > 1 and all(figure.status == "text" for figure in beside)


def _are_labels(grid: Grid, header: list[int], figures: list[Figure], column: int) -> bool:
    """Whether more than half of a first column are texts, ranges or names of statistics; under a word for
    counts ranges are masked counts.
    """
    texts = sum(
        figure.status == "text" or bool(figure.worded) or _is_statistic(figure.shown) for figure in figures
    )
    ranges = sum(figure.is_range for figure in figures)
    if ranges and not texts and _is_count_word(_head(grid, header, column)):
        return False
    return (texts + ranges) * 2 > len(figures)


def _is_statistic(text: str) -> bool:
    return "%" in text and quantile_kind(text) is not None


def _head(grid: Grid, header: list[int], column: int) -> str:
    """The heading of a column: its last one."""
    return next((grid.text((row, column)) for row in reversed(header) if grid.text((row, column))), "")


def _is_count_word(text: str) -> bool:
    bare = text.lower().strip("().: ")
    return bare in _COUNT_WORDS or "count" in (statistic_of(text), statistic_of(bare)) or is_unit(bare)


def _is_covered(grid: Grid, rows: list[int], column: int) -> bool:
    """Whether a column lies below joined cells of labels."""
    return any((row, column) in grid.joined for row in rows)


def _tells_apart(grid: Grid, header: list[int], rows: list[int], column: int) -> bool:
    """Whether ages are labels: other labels are the same in several rows, which differ by them."""
    text = _head(grid, header, column)
    before = {tuple(grid.text((row, at)) for at in range(grid.box[1], column)) for row in rows}
    with_it = {tuple(grid.text((row, at)) for at in range(grid.box[1], column + 1)) for row in rows}
    return text.lower() in _AGES and len(before) < len(rows) == len(with_it)


def _are_codes(grid: Grid, header: list[int], values: list[Figure], column: int, has_labels: bool) -> bool:
    """Whether figures are labels: the first column, rising under a text that is no word for counts, or all
    different where another column has such a word; and years that follow one another, whatever their head.
    """
    text = _head(grid, header, column)
    numbers = [figure.value for figure in values if figure.value is not None]
    years = all(_FIRST_YEAR <= number <= _LAST_YEAR for number in numbers)
    if not text or len(numbers) < 2:
        return False
    if _is_count_word(text):
        return years and not has_labels and all(b - a == 1 for a, b in pairwise(numbers))
    if has_labels:
        return years and text.lower() in ("year", "jahr", "period", "time")
    if all(b > a for a, b in pairwise(numbers)):
        return True
    whole = not any(figure.decimals or figure.parts or figure.percent for figure in values)
    return whole and len(set(numbers)) == len(numbers) and _counts_beside(grid, header, column)


def _counts_beside(grid: Grid, header: list[int], column: int) -> bool:
    """Whether a word for counts heads a column right of this one."""
    return any(_is_count_word(_head(grid, header, other)) for other in range(column + 1, grid.box[3] + 1))


def _may_be_figures(grid: Grid, row: int, left: int) -> bool:
    """Whether a head of whole numbers that rise by 1, beside a label or a figure, may be the first row."""
    figures = [grid.figure(at) for at in grid.row(row, grid.first)]
    small = _by_one(figures) and 1 < (figures[0].value or 0) < _SMALL
    return small and (bool(grid.text((row, left))) or grid.first == left)


def _is_unclear(grid: Grid, header: list[int], rows: list[int], labels: list[int], left: int) -> bool:
    """Whether the first row or column may be figures as well as heads or labels."""
    if not header and _may_be_head(grid, rows[0], left):
        return True
    if len(header) == 1 and _may_be_figures(grid, header[0], left):
        return True
    if not labels:
        return False
    figures = [grid.figure((row, labels[0])) for row in rows if grid.own((row, labels[0])) is not None]
    values = [f for f in figures if f.status == "value" and not f.worded and not _is_statistic(f.shown)]
    numbers = [int(figure.value) for figure in values if figure.value is not None and not figure.decimals]
    if len(numbers) < 2 or len(numbers) * 2 <= len(figures) or not 0 < min(numbers) < _SMALL:
        return False
    text = _head(grid, header, labels[0])
    even = len({b - a for a, b in pairwise(numbers)}) == 1
    named = is_step_label(text) or _CODE.search(text.lower()) is not None
    return not even and not named and not _counts_beside(grid, header, labels[0])
