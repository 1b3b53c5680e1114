"""The first rows of a file as they would be read."""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

Index = QModelIndex | QPersistentModelIndex


class PreviewModel(QAbstractTableModel):
    """Names and rows of a preview; rows may be ragged, for so may the file be."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._names: Sequence[str] = ()
        self._rows: Sequence[Sequence[str]] = ()
        self._columns = 0

    def show(self, names: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Show another preview."""
        self.beginResetModel()
        self._names, self._rows = names, rows
        self._columns = max((len(names), *(len(row) for row in rows)), default=0)
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else self._columns

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if orientation == Qt.Orientation.Vertical:
            return section + 1
        return self._names[section] if 0 <= section < len(self._names) else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or role != Qt.ItemDataRole.DisplayRole:
            return None
        row = self._rows[index.row()]
        return row[index.column()] if index.column() < len(row) else None
