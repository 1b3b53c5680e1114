"""Groups made by hand: a table to type in, and what can be done with the cells selected in it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QComboBox, QWidget

from sdc_desktop.engine.data.hierarchies.level_table import moved, renamed, with_level, without_level
from sdc_desktop.ui.models.level_table_model import BEFORE, LevelTableModel, step_of
from sdc_desktop.ui.theme import beside, fill, step
from sdc_desktop.ui.widgets.plain_parts import label_of, push_button
from sdc_desktop.ui.widgets.tables.data_table import DataTable, fit_columns
from sdc_desktop.words import N_, Words

if TYPE_CHECKING:
    from sdc_desktop.engine.data.hierarchies.level_table import LevelTable

_MOST_OFFERED = 200  # groups in the list to choose from; any name can be typed
_WIDEST = 30  # characters of a column
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class TableEditor(QWidget):
    """Shows a table of levels and makes other tables of it; `edited` reports each of them."""

    edited = Signal(object)  # LevelTable

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self._history: list[tuple[LevelTable, Sequence[int]]] = []
        self._records: Sequence[int] = ()
        self.current: LevelTable | None = None
        say = words.say
        self.model = LevelTableModel(self)
        self.table = _TypingTable(self.model, say(N_("Values and groups, one column per level")), words)
        self.group = _GroupBox()
        quiet = partial(push_button, weight="quiet", scale="small")
        self.together, self.rename = quiet(say(N_("Combine"))), quiet(say(N_("Rename")))
        self.rename.setAccessibleName(say(N_("Rename the group of the selected cell")))
        self.add, self.remove = quiet(say(N_("Add level"))), quiet(say(N_("Remove level")))
        self.back = quiet(say(N_("Undo")))
        self._lay_out()
        self.model.typed.connect(self._on_typed)
        self.group.entered.connect(self._put_together)
        self.together.clicked.connect(self._put_together)
        self.rename.clicked.connect(self._rename)
        self.add.clicked.connect(self._add_level)
        self.remove.clicked.connect(self._remove_level)
        self.back.clicked.connect(self._take_back)
        self.table.selectionModel().selectionChanged.connect(self._look)
        self.table.selectionModel().currentChanged.connect(self._offer)
        self._look()

    def _lay_out(self) -> None:
        acts = beside(self, self.together, self.rename, self.add, self.remove, self.back)
        acts.setSpacing(step(self, 0.5))
        say = self._words.say
        label = label_of(self.group, say(N_("Group")), say(N_("Group of the selected cells")))
        row = beside(self, label, (self.group, 1), acts)
        row.setSpacing(step(self))
        fill(self, row, (self.table, 1), spacing=1.0)
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setStretchLastSection(True)
        self.table.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.AnyKeyPressed
        )

    # what is shown -----------------------------------------------------------------------------------

    def begin(self, table: LevelTable, records: Sequence[int]) -> None:
        """Begin with a table; the one before can be undone if it was edited."""
        if self.current is not None and self._history:
            self._history.append((self.current, self._records))
        self._records = records
        self._show(table)
        fit_columns(self.table, _WIDEST)

    @property
    def is_edited(self) -> bool:
        """Whether there is something to undo."""
        return bool(self._history)

    def _show(self, table: LevelTable) -> None:
        say = self._words.say
        self.current = table
        levels = [say(N_("Level {number}"), number=number) for number in range(2, table.steps + 2)]
        self.model.show(table, self._records, (say(N_("Value")), say(N_("Records")), *levels))
        self._offer()
        self._look()

    @Slot()
    def _look(self) -> None:
        """Only what can be done can be pressed."""
        place = self._place()
        one_level = place is not None
        self.together.setEnabled(one_level)
        self.rename.setEnabled(one_level)
        self.group.setEnabled(one_level)
        self.remove.setEnabled(one_level and self.current is not None and self.current.steps > 1)
        self.add.setEnabled(self.current is not None)
        self.back.setEnabled(bool(self._history))

    @Slot(QModelIndex)
    def _offer(self, _index: QModelIndex | None = None) -> None:
        """Offer the groups of the level that the cell in hand is in."""
        self.group.clear()
        index = self.table.currentIndex()
        if self.current is None or not index.isValid() or index.column() < BEFORE:
            return
        here = step_of(index.column())
        self.group.addItems(self.current.groups(here)[:_MOST_OFFERED])
        self.group.setEditText(self.current.columns[here][index.row()])

    def _place(self) -> tuple[int, list[int]] | None:
        """The level (steps above "as is") and the rows that are selected; None unless it is one level."""
        selection = self.table.selectionModel().selection()
        rows: set[int] = set()
        columns: set[int] = set()
        for number in range(selection.size()):
            area = selection.at(number)
            rows.update(range(area.top(), area.bottom() + 1))
            columns.update(range(area.left(), area.right() + 1))
        if len(columns) != 1 or min(columns) < BEFORE:
            return None
        return step_of(columns.pop()), sorted(rows)

    # what is done ------------------------------------------------------------------------------------

    def _do(self, table: LevelTable) -> None:
        if self.current is None or table == self.current:
            return
        self._history.append((self.current, self._records))
        self._show(table)
        self.edited.emit(table)

    @Slot(object)
    def _on_typed(self, change: tuple[int, int, str]) -> None:
        row, here, text = change
        if self.current is not None:
            self._do(moved(self.current, here, [row], text))

    @Slot()
    def _put_together(self) -> None:
        place, name = self._place(), self.group.currentText().strip()
        if self.current is not None and place is not None and name:
            self._do(moved(self.current, *place, name))

    @Slot()
    def _rename(self) -> None:
        place, name = self._place(), self.group.currentText().strip()
        index = self.table.currentIndex()
        if self.current is not None and place is not None and name and index.isValid():
            old = self.current.columns[place[0]][index.row()]
            self._do(renamed(self.current, place[0], old, name))

    @Slot()
    def _add_level(self) -> None:
        """Above the level of the cell in hand, else as the coarsest."""
        if self.current is not None:
            index = self.table.currentIndex()
            here = step_of(index.column()) if index.isValid() and index.column() >= BEFORE else None
            self._do(with_level(self.current, self.current.steps + 1 if here is None else here + 1))

    @Slot()
    def _remove_level(self) -> None:
        place = self._place()
        if self.current is not None and place is not None and self.current.steps > 1:
            self._do(without_level(self.current, place[0]))

    @Slot()
    def _take_back(self) -> None:
        if self._history:
            table, self._records = self._history.pop()
            self._show(table)
            self.edited.emit(table)


class _TypingTable(DataTable):
    """Enter begins to type in the cell."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _ENTER and self.state() != QAbstractItemView.State.EditingState:
            if self.currentIndex().isValid() and self.currentIndex().column() >= BEFORE:
                self.edit(self.currentIndex())
            event.accept()
            return
        super().keyPressEvent(event)


class _GroupBox(QComboBox):
    """A name to type or to choose; Enter means it."""

    entered = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(6)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _ENTER:
            self.entered.emit()
            event.accept()
            return
        super().keyPressEvent(event)
