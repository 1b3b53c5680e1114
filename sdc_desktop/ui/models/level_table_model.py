"""A hierarchy as tables: its labels to type in, a column per level, and what each level leaves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from sdc_desktop.ui.models.text_table_model import TextsModel
from sdc_desktop.words.words import whole

if TYPE_CHECKING:
    from sdc_desktop.engine.data.hierarchies.level_table import LevelTable

Index = QModelIndex | QPersistentModelIndex
BEFORE = 2  # columns before the levels: value, records


class LevelTableModel(TextsModel):
    """Shows a table and reports what is typed; it changes nothing itself."""

    typed = Signal(object)  # (row, step, text)
    figure_columns = (1,)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._table: LevelTable | None = None
        self._records: Sequence[int] = ()

    def show(self, table: LevelTable, records: Sequence[int], header: Sequence[str]) -> None:
        """Show another table; `header` names all columns. The selection survives where the shape is kept."""
        known = self._table
        same = known is not None and len(known.columns) == len(table.columns) and known.values == table.values
        if not same:
            self.beginResetModel()
        self._table, self._records, self.header = table, records, tuple(header)
        if not same:
            self.endResetModel()
        elif table.values:
            last = self.index(len(table.values) - 1, self.columnCount() - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() or self._table is None else len(self._table.values)

    def _row(self, number: int) -> Sequence[str]:
        assert self._table is not None
        levels = (column[number] for column in self._table.columns[1:])
        return [self._table.values[number], whole(self._records[number]), *levels]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        shown = Qt.ItemDataRole.DisplayRole if role == Qt.ItemDataRole.EditRole else role
        return super().data(index, shown)

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
