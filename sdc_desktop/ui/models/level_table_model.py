"""A hierarchy as tables: its labels to type in, a column per level, and what each level leaves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from sdc_desktop.words.words import whole

if TYPE_CHECKING:
    from sdc_desktop.engine.data.hierarchies.level_table import LevelTable

Index = QModelIndex | QPersistentModelIndex
BEFORE = 2  # columns before the levels: value, records
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


class LevelTableModel(QAbstractTableModel):
    """Shows a table and reports what is typed; it changes nothing itself."""

    typed = Signal(object)  # (row, step, text)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._table: LevelTable | None = None
        self._records: Sequence[int] = ()
        self._header: Sequence[str] = ()

    def show(self, table: LevelTable, records: Sequence[int], header: Sequence[str]) -> None:
        """Show another table; `header` names all columns. The selection survives where the shape is kept."""
        known = self._table
        same = known is not None and len(known.columns) == len(table.columns) and known.values == table.values
        if not same:
            self.beginResetModel()
        self._table, self._records, self._header = table, records, tuple(header)
        if not same:
            self.endResetModel()
        elif table.values:
            last = self.index(len(table.values) - 1, self.columnCount() - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() or self._table is None else len(self._table.values)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() or self._table is None else BEFORE + self._table.steps

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self._header):
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole and section == 1:
            return _RIGHT
        return self._header[section] if role == Qt.ItemDataRole.DisplayRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or self._table is None:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() == 1:
            return _RIGHT
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return None
        if index.column() == 0:
            return self._table.values[index.row()]
        if index.column() == 1:
            return whole(self._records[index.row()])
        return self._table.columns[step_of(index.column())][index.row()]

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsEditable if index.column() >= BEFORE else flags

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.EditRole or index.column() < BEFORE or not str(value).strip():
            return False
        if value != self.data(index):
            self.typed.emit((index.row(), step_of(index.column()), str(value)))
        return True


def step_of(column: int) -> int:
    """How many steps above "as is" the level of a column is."""
    return column - BEFORE + 1
