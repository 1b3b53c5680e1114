"""Where the fields of a text in fixed width are: its first lines to cut, and the list of fields beside."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal, Slot
from PySide6.QtWidgets import QGridLayout, QHeaderView, QLabel, QPushButton, QWidget

from sdc_desktop.engine.data.fixed_spec import WIDEST_LINE, FixedField, toggled
from sdc_desktop.ui.forms.field_help import give_field_help
from sdc_desktop.ui.theme import beside, spread
from sdc_desktop.ui.widgets.plain_parts import plain_label
from sdc_desktop.ui.widgets.plots.cut_lines import CutLines
from sdc_desktop.ui.widgets.tables.data_table import DataTable
from sdc_desktop.words import N_, Words

if TYPE_CHECKING:
    from sdc_desktop.engine.data.fixed import FixedPreview

Index = QModelIndex | QPersistentModelIndex
_KEYS = ("name", "start", "width")
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


class FixedFieldsModel(QAbstractTableModel):
    """Shows fields and reports what is typed; it changes nothing itself."""

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
            value_given: object = str(value).strip() or None  # named again where nothing is typed
        elif str(value).isdecimal() and 1 <= int(str(value)) <= WIDEST_LINE:
            value_given = int(str(value))
        else:
            return False
        self.typed.emit((index.row(), _KEYS[index.column()], value_given))
        return True


Fields = tuple[FixedField, ...]
_NAME, _FIGURE = 14, 5  # widths of columns in characters


class FixedFieldsPart(QWidget):
    """Shows fields and reports the user's changes to them; it decides nothing itself."""

    reported = Signal(object)  # Fields, names only where they were typed

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        say = words.say
        self._fields: Fields = ()
        self._length = 0
        self.lines = CutLines(words, self)
        header = (say(N_("Field")), say(N_("From")), say(N_("Width")))
        self.model = FixedFieldsModel(header, self)
        self.table = DataTable(self.model, say(N_("Fields: name, start, width")), words, self)
        self.table.list_rows()
        self.table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in (1, 2):
            self.table.set_characters(column, _FIGURE)
        self.table.setFixedWidth(self.table.width_of(_NAME + 2 * (_FIGURE + 3)))
        self.add = QPushButton(say(N_("&Add field")))
        self.remove = QPushButton(say(N_("&Remove field")))
        for button in (self.add, self.remove):
            button.setAutoDefault(False)
        hint = N_(
            "Click between two characters to add or remove a field boundary, or use the arrow keys and Space."
        )
        self._lay_out(plain_label(say(hint), scale="small"))
        give_field_help(self, "data", {"fields": self.lines}, words)
        self.lines.cut_requested.connect(self._toggle)
        self.model.typed.connect(self._type)
        self.add.clicked.connect(self._add)
        self.remove.clicked.connect(self._remove)

    def _lay_out(self, hint: QLabel) -> None:
        grid = QGridLayout(self)
        spread(grid, self, margin=0)
        grid.addWidget(self.lines, 0, 0)
        grid.addWidget(hint, 1, 0)
        grid.addWidget(self.table, 0, 1)
        grid.addLayout(beside(self, self.add, self.remove), 1, 1)
        grid.setRowStretch(0, 1)
        grid.setColumnStretch(0, 1)

    def show_preview(self, found: FixedPreview, given: Fields | None) -> None:
        """Show how a file is read; `given` are the fields that the user specified, None for detected ones."""
        layout = found.layout
        unnamed = (field.model_copy(update={"name": None}) for field in layout.fields)
        self._fields = tuple(unnamed) if given is None else given
        self._length = min(max(map(len, found.lines), default=0), WIDEST_LINE)
        self.lines.show_lines(found.lines, layout.fields, has_names=layout.dialect.header)
        self.model.show(layout.fields)
        self.remove.setEnabled(len(self._fields) > 1)

    @Slot(object)
    def _toggle(self, at: int) -> None:
        fields = toggled(self._fields, at, self._length)
        if fields != self._fields:
            self.reported.emit(fields)

    @Slot(object)
    def _type(self, typed: tuple[int, str, object]) -> None:
        row, key, value = typed
        self.reported.emit(
            tuple(
                field.model_copy(update={key: value}) if number == row else field
                for number, field in enumerate(self._fields)
            )
        )

    @Slot()
    def _add(self) -> None:
        """A field where the first characters are that no field has, else one character behind the last."""
        placed = sorted(self._fields, key=lambda field: field.start)
        end = 0
        while placed and placed[0].start <= end + 1:
            end = max(end, placed.pop(0).end)
        if end >= WIDEST_LINE:
            return
        stop = placed[0].start if placed else max(self._length, end + 1) + 1
        fields = (*self._fields, FixedField(start=end + 1, width=stop - end - 1))
        self.reported.emit(tuple(sorted(fields, key=lambda field: field.start)))

    @Slot()
    def _remove(self) -> None:
        rows = {index.row() for index in self.table.selectedIndexes()}
        kept = tuple(field for number, field in enumerate(self._fields) if number not in rows)
        if kept and kept != self._fields:
            self.table.clearSelection()
            self.reported.emit(kept)
