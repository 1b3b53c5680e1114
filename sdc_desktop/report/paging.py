"""The layout of a published table on paper: size of type, orientation, transposed or as is.

The layout with the fewest pages is chosen; then portrait, then the larger type, then the table as is. All
lengths are in points; numbers of characters are those of the widest text, a thin space counts 0.4.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Literal

Orientation = Literal["portrait", "landscape"]

SIZES = (8.0, 7.0, 6.3)
USABLE: dict[Orientation, tuple[float, float]] = {"portrait": (515.9, 751.2), "landscape": (762.5, 504.6)}
MOST_PAGES = 4  # beyond, the paper shows totals and the first level of groups
_CHARACTER = 0.58  # width of a character, as a share of the size of type
_THIN_SPACES = "\u2009\u202f"
_THIN = 0.4
_CAPTION = 40


@dataclass(frozen=True)
class TableSize:
    """The size of a table in characters.

    widest_by_column: widest entry of each column as is, in characters; widest_by_row: of each row.
    """

    longest_row_label: float
    longest_head: float
    widest_by_column: tuple[float, ...]
    widest_by_row: tuple[float, ...]

    def transposed(self) -> "TableSize":
        """The size of the table with rows and columns exchanged."""
        return TableSize(self.longest_head, self.longest_row_label, self.widest_by_row, self.widest_by_column)


@dataclass(frozen=True)
class Layout:
    """How a table is set.

    strips: first and last (exclusive) column of each strip, of the transposed table if it is transposed.
    """

    pages: int
    size: float
    orientation: Orientation
    transposed: bool
    strips: tuple[tuple[int, int], ...]
    rows_a_page: int

    @property
    def fits(self) -> bool:
        """Whether the whole table is printed."""
        return self.pages <= MOST_PAGES


def characters(text: str) -> float:
    """The width of a text in characters: a thin space counts 0.4, any other character 1."""
    thin = sum(text.count(space) for space in _THIN_SPACES)
    return len(text) - thin + _THIN * thin


def best_layout(table: TableSize) -> Layout:
    """Returns the layout with the fewest pages; of equal ones portrait, larger type, as is come first."""
    return min(
        (
            layout(table, orientation, size, transposed=transposed)
            for orientation in USABLE
            for size in SIZES
            for transposed in (False, True)
        ),
        key=lambda each: each.pages,
    )


def layout(table: TableSize, orientation: Orientation, size: float, *, transposed: bool) -> Layout:
    """Returns a table's layout with an orientation and a size of type (points)."""
    turned = table.transposed() if transposed else table
    width, height = USABLE[orientation]
    strips = _strips(turned.widest_by_column, size, width - label_width(turned.longest_row_label, size))
    rows_a_page = max(
        1, floor((height - head_height(turned.longest_head, size) - _CAPTION) / row_height(size))
    )
    pages = len(strips) * max(1, ceil(len(turned.widest_by_row) / rows_a_page))
    return Layout(pages, size, orientation, transposed, strips, rows_a_page)


def label_width(longest: float, size: float) -> float:
    """The width of the column of row labels, in points."""
    return min(_CHARACTER * size * longest + 4, 150)


def column_width(widest: float, size: float) -> float:
    """The width of a column whose widest entry has this many characters, in points."""
    return max(_CHARACTER * size * widest, 1.2 * size) + 3.2


def head_height(longest: float, size: float) -> float:
    """The height of the heads, which are turned by 90 degrees, in points."""
    return min(_CHARACTER * size * longest, 110) + 4


def row_height(size: float) -> float:
    """The height of a row, in points."""
    return 0.714 * size + 3.8


def _strips(widest: Sequence[float], size: float, room: float) -> tuple[tuple[int, int], ...]:
    """Columns fill strips from the left; a column wider than a strip has one of its own."""
    strips: list[tuple[int, int]] = []
    first, used = 0, 0.0
    for place, entry in enumerate(widest):
        width = column_width(entry, size)
        if place > first and used + width > room:
            strips.append((first, place))
            first, used = place, 0.0
        used += width
    return (*strips, (first, len(widest)))
