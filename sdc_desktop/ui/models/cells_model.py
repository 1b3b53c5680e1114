"""A table of a result as rows and columns: nothing is copied, texts of cells are made on demand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from sdc_desktop.words import N_, Words
from sdc_desktop.words.tables.category_name import category_name
from sdc_desktop.words.tables.cells import Look, Shown, is_primary, look, tip
from sdc_desktop.words.tables.figures import Decimals, decimals_of

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from sdc_desktop.engine.methods.tables.audit.engine import AuditResult
    from sdc_desktop.engine.methods.tables.table.result import TableResult
    from sdc_desktop.engine.tables.cells import CellResult
    from sdc_desktop.engine.tables.dimension import Dimension
    from sdc_desktop.engine.tables.table import Table


@dataclass(frozen=True)
class Entry:
    """One row of a category: its number among the dimension's rows, how deep it lies, whether it is the sum
    of others (``sums``), whether it can be folded, whether its parts are shown (``is_open``), and whether it
    is folded over unsafe cells (``covers``).
    """

    place: int
    label: str
    depth: int
    sums: bool = False
    folds: bool = False
    is_open: bool = False
    covers: bool = False


def entries(
    dimension: Dimension,
    opened: Set[int],
    *,
    total_last: bool = False,
    gone: Set[int] = frozenset(),
    over_unsafe: Set[int] = frozenset(),
) -> tuple[Entry, ...]:
    """The categories in view: roots, and the parts of those that are opened, below them.

    With `total_last`, for dimensions without a hierarchy, the total follows its parts and nothing folds.
    Categories `gone` are not shown; those of `over_unsafe` have unsafe cells below them. A category that is a
    part of two others is below both.
    """
    parts = {
        parent: [place for place in places if place not in gone]
        for parent, places in dimension.shown_parts.items()
    }
    below = {place for places in parts.values() for place in places}
    names = dimension.rows
    roots = [place for place in dimension.shown_order if place not in below and place not in gone]
    if total_last:
        first = [Entry(place, names[place], 0) for root in roots for place in parts.get(root, ())]
        return (*first, *(Entry(root, names[root], 0, sums=bool(parts.get(root))) for root in roots))
    found: list[Entry] = []
    stack = [(root, 0) for root in reversed(roots)]
    while stack:
        place, depth = stack.pop()
        beneath = parts.get(place, [])
        sums = bool(beneath)
        is_open = sums and place in opened
        covers = sums and not is_open and place in over_unsafe
        found.append(Entry(place, names[place], depth, sums, sums, is_open, covers))
        if is_open:
            stack.extend((child, depth + 1) for child in reversed(beneath))
    return tuple(found)


def opened_at_first(dimension: Dimension, most: int) -> frozenset[int]:
    """What is open before anyone has touched anything: the roots, and further levels while not more than
    `most` categories come into view.
    """
    parts = dimension.shown_parts
    below = {place for places in parts.values() for place in places}
    layer = [place for place in parts if place not in below]
    opened = frozenset(layer)
    while layer:
        layer = [child for place in layer for child in parts[place] if child in parts]
        wider = opened | frozenset(layer)
        if len(entries(dimension, wider)) > most:
            break
        opened = wider
    return opened


def way_to(dimension: Dimension, place: int) -> frozenset[int]:
    """The categories that have to be open for a category to be in view."""
    parent_of: dict[int, int] = {}
    for parent, children in dimension.shown_parts.items():
        for child in children:
            parent_of.setdefault(child, parent)
    way: set[int] = set()
    while place in parent_of:
        place = parent_of[place]
        way.add(place)
    return frozenset(way)


def above(dimension: Dimension, places: Set[int]) -> frozenset[int]:
    """The categories that have one of these among their parts, or the parts' parts."""
    parents_of: dict[int, list[int]] = {}
    for parent, children in dimension.row_parts.items():
        for child in children:
            parents_of.setdefault(child, []).append(parent)
    found: set[int] = set()
    waiting = list(places)
    while waiting:
        for parent in parents_of.get(waiting.pop(), ()):
            if parent not in found:
                found.add(parent)
                waiting.append(parent)
    return frozenset(found)


Index = QModelIndex | QPersistentModelIndex
_FIRST_ROWS, _FIRST_COLUMNS = 24, 12  # so many are unfolded at first
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
ROW, COLUMN = 0, 1  # the axes: the first dimension, the second; further ones are pages


class CellsModel(QAbstractTableModel):
    """The first dimension down, the second across, of all others one category (the page)."""

    def __init__(self, words: Words, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._cells: Sequence[CellResult] = ()
        self.dimensions: tuple[Dimension, ...] = ()
        self._numbers: npt.NDArray[np.int32] | None = None  # of cells, by place in each dimension
        self._page_numbers: npt.NDArray[np.int32] | None = None  # the same of the page, two-dimensional
        self._gone: tuple[frozenset[int], ...] = ()
        self._unpublished: tuple[frozenset[int], ...] = ()  # rows that are not published at all
        self._over_unsafe: tuple[frozenset[int], ...] = ()
        self._opened: list[frozenset[int]] = []
        self._page: list[int] = []  # places in the third dimension and further
        self._axes: list[tuple[Entry, ...]] = [(), ()]
        self.shown: Shown = "known"
        self.decimals = Decimals()
        self.unusual: dict[
            int, CellResult
        ] = {}  # the cells by number that are not simply safe, zero or empty

    # what is shown -----------------------------------------------------------------------------------

    def show(self, result: TableResult | AuditResult, shown: Shown) -> None:
        """Show another result, or the same in another way; what is unfolded and the page stay where the
        dimensions are the same.
        """
        table = result.table
        assert table is not None
        self.beginResetModel()
        if table.dimensions != self.dimensions:
            self._lay_out(table.dimensions)
        if result.cells is not self._cells:
            self._numbers = _numbers(result.cells, table)
            self._cells, self.decimals = result.cells, decimals_of(result)
            self.unusual = _unusual(result.cells)
            self._over_unsafe = _over_unsafe(table, self.unusual)
        self.shown = shown
        self._unpublished = _gone(result, "published")
        self._gone = _gone(result, shown)
        self._turn()
        self.endResetModel()

    def clear(self) -> None:
        """Show nothing."""
        self.beginResetModel()
        self._cells, self.dimensions, self._numbers, self._page_numbers = (), (), None, None
        self._axes = [(), ()]
        self.endResetModel()

    @property
    def pages(self) -> tuple[Dimension, ...]:
        """The dimensions that one category is chosen in."""
        return self.dimensions[2:]

    @property
    def page(self) -> tuple[int, ...]:
        """The place in view in each of the dimensions of `pages`."""
        return tuple(self._page)

    def axis(self, axis: int) -> tuple[Entry, ...]:
        """The rows (0) or columns (1) in view."""
        return self._axes[axis]

    def published_axes(self) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
        """The rows and columns in view without those that are merged into others."""
        return self._found_axes(self._unpublished)

    def at(self, row: int, column: int) -> CellResult | None:
        """The cell of a place in the rows and one in the columns, on the page in view."""
        if self._page_numbers is None:
            return None
        number = int(self._page_numbers[row, column])
        return self._cells[number] if number >= 0 else None

    @property
    def has_folds(self) -> bool:
        """Whether there is a hierarchy to fold or unfold."""
        return any(not _is_plain(dimension) for dimension in self.dimensions[:2])

    # folding -----------------------------------------------------------------------------------------

    def fold(self, axis: int, number: int, is_open: bool | None = None) -> bool:
        """Fold or unfold a row or column (None: the other way round); whether anything changed."""
        axes = self._axes[axis]
        if not 0 <= number < len(axes) or not axes[number].folds:
            return False
        entry = axes[number]
        wanted = not entry.is_open if is_open is None else is_open
        if wanted == entry.is_open:
            return False
        opened = self._opened[axis]
        self._open(axis, opened | {entry.place} if wanted else opened - {entry.place})
        return True

    def fold_all(self, is_open: bool) -> None:
        """Unfold all rows and columns, or fold them down to the roots' parts."""
        self.beginResetModel()
        for axis, dimension in enumerate(self.dimensions[:2]):
            parents = frozenset(dimension.row_parts)
            self._opened[axis] = parents if is_open else opened_at_first(dimension, 0)
        self._turn()
        self.endResetModel()

    def turn_to(self, number: int, place: int) -> None:
        """Look at another category of the dimension `pages[number]`."""
        if self._page[number] == place:
            return
        self.beginResetModel()
        self._page[number] = place
        self._turn()
        self.endResetModel()

    def bring(self, coordinates: Sequence[str]) -> tuple[int, int] | None:
        """Unfold and turn to where a cell is in view; its row and column, None where there is no such."""
        if len(coordinates) != len(self.dimensions):
            return None
        places = list(places_of(self.dimensions, coordinates))
        if -1 in places:
            return None
        if self.find(places) is None or places[2:] != self._page:
            self.beginResetModel()
            self._page = places[2:]
            for axis, place in enumerate(places[:2]):
                self._opened[axis] |= way_to(self.dimensions[axis], place)
            self._turn()
            self.endResetModel()
        return self.find(places)

    def find(self, places: Sequence[int]) -> tuple[int, int] | None:
        """The row and column in view of a cell by its places, on any page; None if it is not in view."""
        found = []
        for axis, place in enumerate(places[:2]):
            number = next((n for n, entry in enumerate(self._axes[axis]) if entry.place == place), None)
            if number is None:
                return None
            found.append(number)
        return (found[0], found[1] if len(found) > 1 else 0)

    # cells -------------------------------------------------------------------------------------------

    def cell(self, row: int, column: int) -> CellResult | None:
        """The cell there; None where the table has none."""
        if self._page_numbers is None:
            return None
        return self.at(self._axes[ROW][row].place, self._axes[COLUMN][column].place)

    def look(self, row: int, column: int) -> Look | None:
        """How the cell there is shown."""
        cell = self.cell(row, column)
        return None if cell is None else look(cell, self.shown, self.decimals, self._words)

    def places(self, row: int, column: int) -> tuple[int, ...]:
        """The place of the cell there in each dimension."""
        down, across = self._axes[ROW][row].place, self._axes[COLUMN][column].place
        return (down, across, *self._page)[: max(len(self.dimensions), 1)]

    # Qt ----------------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self._axes[ROW])

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._axes[COLUMN])

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        axis = self._axes[ROW if orientation == Qt.Orientation.Vertical else COLUMN]
        if not 0 <= section < len(axis):
            return None
        texts = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole)
        return axis[section].label if role in texts else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            found = self.look(index.row(), index.column())
            return "" if found is None else found.text
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            cell = self.cell(index.row(), index.column())
            return None if cell is None else tip(cell, self.decimals, self._words)
        return int(_RIGHT) if role == Qt.ItemDataRole.TextAlignmentRole else None

    # inside ------------------------------------------------------------------------------------------

    def _lay_out(self, dimensions: tuple[Dimension, ...]) -> None:
        self.dimensions = dimensions
        most = (_FIRST_ROWS, _FIRST_COLUMNS)
        self._opened = [
            opened_at_first(one, wanted) for one, wanted in zip(dimensions[:2], most, strict=False)
        ]
        self._page = [one.total or 0 for one in dimensions[2:]]

    def _open(self, axis: int, opened: frozenset[int]) -> None:
        self.beginResetModel()
        self._opened[axis] = opened
        self._turn()
        self.endResetModel()

    def _turn(self) -> None:
        """Find the rows and columns in view and the cells of the page again."""
        self._axes = list(self._found_axes(self._gone))
        numbers = self._numbers
        assert numbers is not None
        for place in reversed(self._page):
            numbers = numbers[..., place]
        self._page_numbers = numbers if numbers.ndim == 2 else numbers[:, None]

    def _found_axes(self, gone: Sequence[frozenset[int]]) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
        last = all(_is_plain(dimension) for dimension in self.dimensions[:2])
        found = [
            entries(dimension, opened, total_last=last, gone=own, over_unsafe=over)
            for dimension, opened, own, over in zip(
                self.dimensions, self._opened, gone, self._over_unsafe, strict=False
            )
        ]
        found = [tuple(map(self._named, axis)) for axis in found]
        value = (Entry(0, self._words.say(N_("Value")), 0),)
        return found[0], found[1] if len(found) > 1 else value

    def _named(self, entry: Entry) -> Entry:
        label = category_name(entry.label, self._words)
        return entry if label == entry.label else replace(entry, label=label)


def places_of(dimensions: Sequence[Dimension], coordinates: Sequence[str]) -> tuple[int, ...]:
    """The row of each label in its dimension, -1 where there is none."""
    return tuple(
        dimension.row_of.get(label, -1) for dimension, label in zip(dimensions, coordinates, strict=False)
    )


def _is_plain(dimension: Dimension) -> bool:
    """Whether there is at most a total and its parts."""
    return dimension.flat and not dimension.twins


def _numbers(cells: Sequence[CellResult], table: Table) -> npt.NDArray[np.int32]:
    """The number of each cell by its rows in the dimensions, -1 where there is none. The cells of the table
    come first, in its order and in rows of their own, then the rows that repeat one.
    """
    import numpy as np

    numbers = np.full([len(one.rows) for one in table.dimensions], -1, dtype=np.int32)
    numbers[tuple(table.codes.T)] = np.arange(len(table), dtype=np.int32)
    for number, cell in enumerate(cells[len(table) :], start=len(table)):
        places = (one.row_of[label] for one, label in zip(table.dimensions, cell.coordinates, strict=True))
        numbers[tuple(places)] = number
    return numbers


def _unusual(cells: Sequence[CellResult]) -> dict[int, CellResult]:
    usual = ("safe", "zero", "empty")
    return {
        number: cell
        for number, cell in enumerate(cells)
        if cell.status not in usual or cell.overruled is not None
    }


def _over_unsafe(table: Table, unusual: Mapping[int, CellResult]) -> tuple[frozenset[int], ...]:
    """For rows and columns the categories with unsafe cells below them."""
    unsafe = [cell for cell in unusual.values() if is_primary(cell)]
    places = (
        {one.row_of[cell.coordinates[axis]] for cell in unsafe} for axis, one in enumerate(table.dimensions)
    )
    return tuple(above(one, found) for one, found in zip(table.dimensions[:2], places, strict=False))


def _gone(result: TableResult | AuditResult, shown: Shown) -> tuple[frozenset[int], ...]:
    """For each dimension the rows that are merged into others, where cells are shown as published."""
    table = result.table
    assert table is not None
    kept: Set[int]
    if shown != "published" or getattr(result, "method", None) != "redesign":
        return tuple(frozenset[int]() for _ in table.dimensions)
    cells = [cell for cell in result.cells if cell.status != "merged"]
    gone = []
    for axis, dimension in enumerate(table.dimensions):
        kept = {dimension.row_of[cell.coordinates[axis]] for cell in cells}
        gone.append(frozenset(row for row in range(len(dimension.rows)) if row not in kept))
    return tuple(gone)
