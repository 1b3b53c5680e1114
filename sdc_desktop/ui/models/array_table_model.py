"""A table over arrays: nothing is copied, cells are written when they are looked at."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy.typing as npt
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

Index = QModelIndex | QPersistentModelIndex
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True)
class ArrayColumn:
    """A title, an array (rows,) of numbers, and how one of them is written."""

    title: str
    values: npt.NDArray[Any]
    said: Callable[[Any], str]


class ArrayTableModel(QAbstractTableModel):
    """Columns of figures, all equally long."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._columns: Sequence[ArrayColumn] = ()

    def show(self, columns: Sequence[ArrayColumn]) -> None:
        """Show other columns."""
        self.beginResetModel()
        self._columns = tuple(columns)
        self.endResetModel()

    def value(self, row: int, column: int) -> object:
        """The number in a cell, as a native Python value."""
        return self._columns[column].values[row].item()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() or not self._columns else len(self._columns[0].values)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._columns)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self._columns):
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(_RIGHT)
        return self._columns[section].title if role == Qt.ItemDataRole.DisplayRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._columns[index.column()].said(self.value(index.row(), index.column()))
        return int(_RIGHT) if role == Qt.ItemDataRole.TextAlignmentRole else None

    @property
    def figure_columns(self) -> Collection[int]:
        """All columns hold figures."""
        return range(len(self._columns))

    def rows_of(self, rows: Sequence[int], columns: Sequence[int]) -> Iterator[list[object]]:
        """These columns of these rows, as shown."""
        for row in rows:
            yield [self._columns[column].said(self.value(row, column)) for column in columns]
