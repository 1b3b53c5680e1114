"""A small table of texts: columns of figures stand to the right."""

from collections.abc import Collection, Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

Index = QModelIndex | QPersistentModelIndex
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class TextTableModel(QAbstractTableModel):
    """Rows of texts under a header; all rows are equally long."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._header: Sequence[str] = ()
        self._rows: Sequence[Sequence[str]] = ()
        self._figures: Collection[int] = ()

    def show(
        self, header: Sequence[str], rows: Sequence[Sequence[str]], figures: Collection[int] = ()
    ) -> None:
        """Show another table; `figures` are the columns that hold numbers. The selection survives where the
        table keeps its shape.
        """
        same_shape = len(rows) == len(self._rows) and len(header) == len(self._header)
        if not same_shape:
            self.beginResetModel()
        self._header, self._rows, self._figures = tuple(header), tuple(rows), tuple(figures)
        if not same_shape:
            self.endResetModel()
        elif rows:
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(header) - 1)
            self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, len(header) - 1))

    @property
    def figure_columns(self) -> Collection[int]:
        """The columns that hold figures."""
        return self._figures

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._header)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self._header):
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(_RIGHT if section in self._figures else _LEFT)
        return self._header[section] if role == Qt.ItemDataRole.DisplayRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._rows[index.row()][index.column()]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(_RIGHT if index.column() in self._figures else _LEFT)
        return None
