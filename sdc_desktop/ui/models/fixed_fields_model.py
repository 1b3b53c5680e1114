"""The fields of a text in fixed width as a list to type in: name, first character, width."""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from sdc_desktop.engine.data.fixed_spec import WIDEST_LINE, FixedField

Index = QModelIndex | QPersistentModelIndex
_KEYS = ("name", "start", "width")
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


class FixedFieldsModel(QAbstractTableModel):
    """Shows fields and tells what is typed; it changes nothing itself."""

    typed = Signal(object)  # (row, key, value)

    def __init__(self, header: Sequence[str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._header = tuple(header)
        self._fields: Sequence[FixedField] = ()

    def show(self, fields: Sequence[FixedField]) -> None:
        """Show other fields; the selection survives where there are as many."""
        same = len(fields) == len(self._fields)
        if not same:
            self.beginResetModel()
        self._fields = fields
        if not same:
            self.endResetModel()
        elif fields:
            self.dataChanged.emit(self.index(0, 0), self.index(len(fields) - 1, len(_KEYS) - 1))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self._fields)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(_KEYS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if role == Qt.ItemDataRole.TextAlignmentRole and orientation == Qt.Orientation.Horizontal:
            return _RIGHT if section else None
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return section + 1 if orientation == Qt.Orientation.Vertical else self._header[section]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() > 0:
            return _RIGHT
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return None
        return getattr(self._fields[index.row()], _KEYS[index.column()])

    def flags(self, index: Index) -> Qt.ItemFlag:
        return super().flags(index) | Qt.ItemFlag.ItemIsEditable

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.EditRole or not index.isValid() or value == self.data(index):
            return False
        if index.column() == 0:
            told: object = str(value).strip() or None  # named anew where nothing is typed
        elif str(value).isdecimal() and 1 <= int(str(value)) <= WIDEST_LINE:
            told = int(str(value))
        else:
            return False
        self.typed.emit((index.row(), _KEYS[index.column()], told))
        return True
