"""The levels of a hierarchy beside one another: a column a level, its categories beneath."""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

Index = QModelIndex | QPersistentModelIndex
Column = tuple[str, Sequence[str]]  # header, cells


class LevelsModel(QAbstractTableModel):
    """Columns of texts that need not be equally long; beneath the end of a column there is nothing."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._columns: Sequence[Column] = ()
        self._rows = 0

    def show(self, columns: Sequence[Column]) -> None:
        """Show other columns."""
        self.beginResetModel()
        self._columns = tuple(columns)
        self._rows = max((len(cells) for _, cells in columns), default=0)
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else self._rows

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._columns)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self._columns):
            return None
        return self._columns[section][0] if role == Qt.ItemDataRole.DisplayRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or role != Qt.ItemDataRole.DisplayRole:
            return None
        cells = self._columns[index.column()][1]
        return cells[index.row()] if index.row() < len(cells) else None
