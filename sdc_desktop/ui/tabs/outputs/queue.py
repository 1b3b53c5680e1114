"""The queue of tables and files: what is proposed, what is decided, and the buttons to decide."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from sdc_desktop.ui.tabs.outputs.view import Filter, View
from sdc_desktop.ui.theme import spread, step
from sdc_desktop.ui.widgets.steady_inputs import CalmComboBox
from sdc_desktop.ui.widgets.tables.data_table import DataTable
from sdc_desktop.ui.widgets.tables.saved_table import LazyTableModel
from sdc_desktop.words import N_, Words
from sdc_desktop.words.outputs.outputs_tab import queue_row

if TYPE_CHECKING:
    from sdc_desktop.engine.submission.releasing.decisions import Item

_FILTERS = {
    Filter.ALL: N_("All tables and files"),
    Filter.TO_DO: N_("Undecided"),
    Filter.TO_CHANGE: N_("To be changed or refused"),
}
_KEYS = {"release": "R", "change": "C", "refuse": "X"}


class Queue(QWidget):
    """A filter, the items, who decides, and three buttons. J and K move, R, C and X decide."""

    filter_chosen = Signal(object)  # Filter
    selected = Signal(object)  # str: the id of an item
    moved = Signal(object)  # int: so many places on
    decided = Signal(object, object)  # str: the decision; tuple[Item, ...]
    taken_back = Signal(object)  # tuple[Item, ...]

    def __init__(self, words: Words, account: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._items: tuple[Item, ...] = ()
        self._telling = True
        self._rows: tuple[tuple[str, ...], ...] = ()
        say = words.say
        self.filter = CalmComboBox()
        self.filter.addItems([say(text) for text in _FILTERS.values()])
        self.filter.setAccessibleName(say(N_("Items listed")))
        self.filter.activated.connect(self._on_filter)
        header = (say(N_("Table or file")), say(N_("Kind")), say(N_("Proposal")), say(N_("Decision")))
        self.model = LazyTableModel(header)
        self.table = DataTable(self.model, say(N_("Tables and files")), words)
        self.table.remember("outputs")
        self.table.setMinimumHeight(step(self, 12))  # the header and two rows
        self.table.list_rows()
        sections = self.table.horizontalHeader()
        sections.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        sections.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column, characters in ((1, 11), (2, 8), (3, 11)):
            self.table.set_characters(column, characters)
        self.table.selectionModel().currentRowChanged.connect(self._on_row)
        self.by = QLineEdit(account)
        self.by.setAccessibleName(say(N_("Name of the checker")))
        self.by.setMaxLength(400)
        label = QLabel(say(N_("Checker")))
        label.setBuddy(self.by)
        self.release = QPushButton(say(N_("Re&lease")))
        self.change = QPushButton(say(N_("Ask for a chan&ge\u2026")))
        self.refuse = QPushButton(say(N_("Refu&se\u2026")))
        self.proposed = QPushButton(say(N_("Release all that are proposed")))
        self.back = QPushButton(say(N_("Withdraw decision")))
        for button in (self.proposed, self.back):
            button.setProperty("weight", "quiet")
        self._lay_out(label)
        self._connect()

    def _lay_out(self, label: QLabel) -> None:
        who, what, more = QHBoxLayout(), QHBoxLayout(), QHBoxLayout()
        who.addWidget(label)
        who.addWidget(self.by, 1)
        for button in (self.release, self.change, self.refuse):
            what.addWidget(button, 1)
        for button in (self.proposed, self.back):
            more.addWidget(button, 1)
        column = QVBoxLayout(self)
        spread(column, self, margin=0, spacing=0.5)
        column.addWidget(self.filter)
        column.addWidget(self.table, 1)
        for row in (who, what, more):
            column.addLayout(row)

    def _connect(self) -> None:
        for button, verdict in ((self.release, "release"), (self.change, "change"), (self.refuse, "refuse")):
            button.setProperty("verdict", verdict)
            button.setToolTip(self._words.say(N_("Key: {key}"), key=_KEYS[verdict]))
            button.clicked.connect(self._on_verdict)
            action = QAction(button.text().replace("&", ""), self)
            action.setProperty("verdict", verdict)
            action.setShortcut(QKeySequence(_KEYS[verdict]))
            action.triggered.connect(self._on_verdict)
            self._add(action)
        for key, by in (("J", 1), ("K", -1)):
            action = QAction(self._words.say(N_("Next") if by > 0 else N_("Previous")), self)
            action.setProperty("by", by)
            action.setShortcut(QKeySequence(key))
            action.triggered.connect(self._on_move)
            self._add(action)
        self.proposed.clicked.connect(self._on_proposed)
        self.back.clicked.connect(self._on_back)

    def _add(self, action: QAction) -> None:
        """A key that works in the queue, not where a name is typed."""
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self.table.addAction(action)

    # showing -----------------------------------------------------------------------------------------

    def show_view(self, view: View) -> None:
        """Show the current items; no change is reported."""
        answer = view.answer
        self.filter.setCurrentIndex(list(Filter).index(view.filter))
        rows: tuple[tuple[str, ...], ...] = ()
        if answer is not None:
            rows = tuple(
                queue_row(one, answer.submission, view.verdicts.get(one.id, ""), self._words)
                for one in view.items
            )
        self._items = view.items
        if rows != self._rows:
            self._rows = rows
            self._quietly(lambda: self.model.show(len(rows), rows.__getitem__))
        ids = [one.id for one in view.items]
        if view.selected in ids:
            index = self.model.index(ids.index(view.selected), max(self.table.currentIndex().column(), 0))
            if index.row() != self.table.currentIndex().row():
                flags = QItemSelectionModel.SelectionFlag
                both = flags.ClearAndSelect | flags.Rows
                self._quietly(lambda: self.table.selectionModel().setCurrentIndex(index, both))
                self.table.scrollTo(index)
        can = view.ready and bool(view.items) and not view.packaging
        for button in (self.release, self.change, self.refuse):
            button.setEnabled(can)
        self.back.setEnabled(can and bool(view.verdicts.get(view.selected)))
        self.proposed.setEnabled(can and bool(self.proposed_items(view)))

    @staticmethod
    def proposed_items(view: View) -> tuple[Item, ...]:
        """The undecided items that no finding speaks against."""
        return tuple(
            one for one in view.items if one.severity.value == "release" and not view.verdicts.get(one.id)
        )

    @property
    def chosen(self) -> tuple[Item, ...]:
        """The selected items."""
        rows = sorted({index.row() for index in self.table.selectionModel().selectedRows()})
        return tuple(self._items[row] for row in rows if row < len(self._items))

    def _quietly(self, change: Callable[[], object]) -> None:
        """Change what is shown without telling that a row was chosen."""
        self._telling = False
        change()
        self._telling = True

    # what the checker does ---------------------------------------------------------------------------

    @Slot(int)
    def _on_filter(self, index: int) -> None:
        self.filter_chosen.emit(list(Filter)[index])

    @Slot(QModelIndex, QModelIndex)
    def _on_row(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if self._telling and current.isValid() and current.row() < len(self._items):
            self.selected.emit(self._items[current.row()].id)

    @Slot()
    def _on_verdict(self) -> None:
        sender = self.sender()
        if sender is not None and self.release.isEnabled():
            self.decided.emit(str(sender.property("verdict")), self.chosen)

    @Slot()
    def _on_move(self) -> None:
        sender = self.sender()
        if sender is not None:
            self.moved.emit(int(sender.property("by")))

    @Slot()
    def _on_proposed(self) -> None:
        self.decided.emit("proposed", self._items)

    @Slot()
    def _on_back(self) -> None:
        self.taken_back.emit(self.chosen)
