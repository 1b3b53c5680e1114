"""The parts of a block: title, header rows, label columns, body, notes; and where the next table begins."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from sdc_desktop.engine.submission.finding.blocks import Block
from sdc_desktop.engine.submission.finding.figures import NOTHING, Figure, Meaning, Style, figure_of
from sdc_desktop.engine.submission.sheets import UNSEEN, Box, Cell, Sheet

_FIRST_YEAR, _LAST_YEAR = 1900, 2100
_NOTE_WORDS = ("source", "note", "quelle", "anmerkung", "hinweis", "*", "†", "‡", "[", "(", "1)", "¹")
_LONG = 40  # characters: a note rather than a label
_MOST_LABELS = 8  # label columns
_COUNT_WORDS = (
    "n",
    "count",
    "freq",
    "frequency",
    "number",
    "anzahl",
    "total",
    "n.",
    "obs",
    "cases",
    "weight",
)

_AGES = ("age", "alter", "age in years", "age (years)", "alter in jahren", "single year of age")

Place = tuple[int, int]


@dataclass(frozen=True)
class Layout:
    """A table within a block. Rows and columns are those of the sheet; ``skipped`` rows of the body hold one
    label and head the rows below.
    """

    header: tuple[int, ...]
    labels: tuple[int, ...]
    body: Box
    title: str = ""
    notes: str = ""
    skipped: tuple[int, ...] = ()
    index: int | None = None  # the row that names the labels


@dataclass
class Grid:
    """The cells of a block as figures. ``joined``: for each place within a joined cell its first place."""

    sheet: Sheet
    box: Box
    style: Style
    marks: Mapping[str, Meaning]
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
        if len(places) != 1 or grid.figure(places[0]).status == "value":
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
    if header and grid.text((header[-1], left)) and _are_labels_alone(grid, header[-1], others):
        return False
    if all(figure.status != "value" for figure in figures):
        marks = all(figure.status != "text" for figure in figures)
        return not marks or not header
    values = [figure.value for figure in figures]
    if any(f.status != "value" or f.value is None or f.decimals or f.parts for f in figures):
        return _mostly_texts(figures)
    numbers = [int(value) for value in values if value is not None]
    years = min(numbers) >= _FIRST_YEAR and max(numbers) <= _LAST_YEAR and _rises(numbers)
    if header and grid.text((row, left)) and not years:
        return False
    return years or (len(numbers) > 1 and all(b - a == 1 for a, b in pairwise(numbers)))


def _are_labels_alone(grid: Grid, last: int, others: list[Place]) -> bool:
    """Whether a row below a whole header has labels and no cells: it is one whose cells are empty."""
    heads = grid.row(last, grid.first)
    places = [column for _, column in others]
    return len(others) * 2 < len(heads) and places == list(range(grid.first, grid.first + len(others)))


def _mostly_texts(figures: list[Figure]) -> bool:
    """Whether a row holds years among texts: 2021, 2022, Change."""
    values = [f for f in figures if f.status == "value"]
    texts = [f for f in figures if f.status == "text"]
    return bool(texts) and all(
        f.value is not None and not f.decimals and not f.parts and _FIRST_YEAR <= f.value <= _LAST_YEAR
        for f in values
    )


def _rises(numbers: list[int]) -> bool:
    return all(b > a for a, b in pairwise(numbers))


def _body(grid: Grid, rows: list[int], header: list[int], left: int) -> tuple[list[int], list[int]]:
    """The rows of the body, and the rows from where the next table begins."""
    last = header[-1] if header else None
    heads = None if last is None else _shown_row(grid, last, left)
    had_figures = False
    for place, row in enumerate(rows):
        others = grid.row(row, grid.first)
        if had_figures and others:
            texts = [grid.figure(at).status == "text" for at in others]
            repeated = heads is not None and len(heads) > 1 and _shown_row(grid, row, left) == heads
            enough = len(others) > 1 or grid.box[3] == grid.first
            if repeated or (all(texts) and enough and _has_figures(grid, rows[place + 1 :], left)):
                return _split(grid, rows, place, left)
        had_figures = had_figures or any(grid.figure(at).status == "value" for at in others)
    return rows, []


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
    while len(rows) > 1 and rows[-1] in singles and (_is_note(grid.text((rows[-1], left))) or len(rows) == 2):
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
    lower = text.lower()
    return lower.startswith(_NOTE_WORDS) or len(text) > _LONG or text.endswith(".") or len(text.split()) > 4


def _label_columns(grid: Grid, header: list[int], rows: list[int], left: int, right: int) -> list[int]:
    """Leading columns of texts, or of rising whole numbers under a text."""
    labels: list[int] = []
    for column in range(left, min(right, left + _MOST_LABELS) + 1):
        figures = [grid.figure((row, column)) for row in rows if grid.own((row, column)) is not None]
        texts = sum(figure.status == "text" for figure in figures)
        values = [figure for figure in figures if figure.status == "value"]
        if (
            (texts and not values)
            or (texts and len(values) * 2 <= texts and not labels)
            or (values and not texts and _are_codes(grid, header, values, column, bool(labels)))
            or (not figures and labels and column < right and _is_covered(grid, rows, column))
            or (labels and column < right and _tells_apart(grid, header, rows, column))
        ):
            labels.append(column)
        else:
            break
    return labels


def _is_covered(grid: Grid, rows: list[int], column: int) -> bool:
    """Whether a column lies below joined cells of labels."""
    return any((row, column) in grid.joined for row in rows)


def _tells_apart(grid: Grid, header: list[int], rows: list[int], column: int) -> bool:
    """Whether ages are labels: other labels are the same in several rows, which differ by them."""
    text = next((grid.text((row, column)) for row in reversed(header) if grid.text((row, column))), "")
    before = {tuple(grid.text((row, at)) for at in range(grid.box[1], column)) for row in rows}
    with_it = {tuple(grid.text((row, at)) for at in range(grid.box[1], column + 1)) for row in rows}
    return text.lower() in _AGES and len(before) < len(rows) == len(with_it)


def _are_codes(grid: Grid, header: list[int], values: list[Figure], column: int, has_labels: bool) -> bool:
    """Whether figures are labels: the first column, rising under a text that is no word for counts."""
    text = next((grid.text((row, column)) for row in reversed(header) if grid.text((row, column))), "")
    numbers = [figure.value for figure in values if figure.value is not None]
    if not text or text.lower().strip("().: ") in _COUNT_WORDS or len(numbers) < 2:
        return False
    if has_labels:
        years = all(_FIRST_YEAR <= number <= _LAST_YEAR for number in numbers)
        return years and text.lower() in ("year", "jahr", "period", "time")
    return all(b > a for a, b in pairwise(numbers))
