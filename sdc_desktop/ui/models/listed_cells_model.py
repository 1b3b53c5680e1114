"""Cells of a table as a list with reasons, found and sorted; the text of a row is made on demand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt

from sdc_desktop.ui.models.text_table_model import TextsModel
from sdc_desktop.words import Words
from sdc_desktop.words.tables.figures import Decimals

if TYPE_CHECKING:
    from sdc_desktop.engine.tables.cells import CellResult

Index = QModelIndex | QPersistentModelIndex
_NEVER = -1.0


class ListedCellsModel(TextsModel):
    """The columns are those of :mod:`sdc_desktop.words.tables.table_evidence`."""

    figure_columns = (2, 3, 4)

    def __init__(self, words: Words, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._all: Sequence[CellResult] = ()
        self.cells: list[CellResult] = []
        self._search = ""
        self._sorted: tuple[int, Qt.SortOrder] | None = None
        self._decimals = Decimals()

    def show(self, cells: Sequence[CellResult], decimals: Decimals) -> None:
        """List other cells; what is searched for and how they are sorted stay."""
        from sdc_desktop.words.tables.table_evidence import listed_header

        self._all, self._decimals = cells, decimals
        self.header = listed_header(self._words)
        self._find()

    def search(self, text: str) -> None:
        """List only the cells in whose names, status or rules all words of a text stand."""
        if text != self._search:
            self._search = text
            self._find()

    def _find(self) -> None:
        from sdc_desktop.words.tables.table_evidence import finder

        self.beginResetModel()
        self.cells = list(filter(finder(self._search, self._words), self._all))
        self._sort()
        self.endResetModel()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; by none (-1): as given."""
        self._sorted = (column, order) if column >= 0 else None
        self._find()

    def _sort(self) -> None:
        if self._sorted is None:
            return
        column, order = self._sorted
        self.cells.sort(key=_KEYS[column], reverse=order == Qt.SortOrder.DescendingOrder)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self.cells)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        shown = Qt.ItemDataRole.DisplayRole if role == Qt.ItemDataRole.ToolTipRole else role
        return super().data(index, shown)

    def _row(self, row: int) -> tuple[str, ...]:
        from sdc_desktop.words.tables.table_evidence import listed_row

        return listed_row(self.cells[row], self._decimals, self._words)


def _by_value(cell: CellResult) -> float:
    value = cell.value if cell.value is not None else cell.published
    return _NEVER if value is None else float(value)


def _by_risk(cell: CellResult) -> float:
    return 2.0 if cell.disclosed else cell.risk if cell.risk is not None else _NEVER


def _by_length(cell: CellResult) -> float:
    if cell.lower is None or cell.upper is None:
        return float("inf")
    return float(cell.upper - cell.lower)


_KEYS: Sequence[Callable[[CellResult], Any]] = (
    lambda cell: cell.coordinates,
    lambda cell: cell.status,
    _by_value,
    _by_length,
    _by_risk,
    lambda cell: [one.kind for one in cell.reason],
)
