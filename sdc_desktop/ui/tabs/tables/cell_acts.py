"""What can be done with the selected cell: its cost of publishing, its status by hand, its risk curve."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QVBoxLayout, QWidget

from sdc_desktop.engine.tables.specs.table import AprioriEntry
from sdc_desktop.ui.tabs.tables.reason_popover import ReasonPopover
from sdc_desktop.ui.tabs.tables.view import View
from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.elided_label import ElidedLabel
from sdc_desktop.ui.widgets.plain_parts import push_button
from sdc_desktop.words import N_, Words
from sdc_desktop.words.tables.publishing_cost import cost_line
from sdc_desktop.words.tables.tables import cell_name
from sdc_desktop.words.tables.tables_choices import STATUS_SET

_STATUS = AprioriEntry.settings["status"]
_BY_RULES = ""  # the key of no status of its own


class CellActs(QWidget):
    """Greyed while no cell of a table is selected. A status is set once its reason is given. ``manual`` and
    ``curve`` belong into the foot of the panel.
    """

    chosen = Signal(object, object, object)  # codes, status or None, reason or None
    cost_requested = Signal()

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self._cell: tuple[str, ...] | None = None
        self._status = self._reason = ""  # of the cell, by hand
        self._wanted = ""  # the status that needs a reason
        say = words.say
        self.cost = ElidedLabel()
        self.compute = push_button(say(N_("Compute c&ost")), weight="quiet", scale="small")
        self.compute.setToolTip(say(N_("Protects the tables again with this cell published.")))
        self.publish = QPushButton(say(N_("&Keep published")))
        self.suppress = QPushButton(say(N_("&Suppress")))
        self.manual = QPushButton(say(N_("&Manual status")))
        self.manual.setMenu(self._menu())
        self.curve = push_button(say(N_("Risk c&urve\u2026")), weight="quiet")
        tip = N_("Shows an intruder's remaining uncertainty about the suppressed cells at every precision.")
        self.curve.setToolTip(say(tip))
        self.reason = ReasonPopover(words, self)
        self._lay_out()
        self.compute.clicked.connect(self.cost_requested)
        self.publish.clicked.connect(partial(self._ask, "frozen", self.publish))
        self.suppress.clicked.connect(partial(self._ask, "unsafe", self.suppress))
        self.reason.given.connect(self._on_reason)

    def _lay_out(self) -> None:
        self.cost.setMinimumHeight(self.compute.sizeHint().height())  # nothing moves where the button goes
        line, buttons = QHBoxLayout(), QHBoxLayout()
        line.addWidget(self.cost, 1)
        line.addWidget(self.compute)
        for button in (self.publish, self.suppress):
            buttons.addWidget(button, 1)
        column = QVBoxLayout(self)
        spread(column, self, margin=1, spacing=0.5)
        column.addLayout(line)
        column.addLayout(buttons)

    def _menu(self) -> QMenu:
        menu, group = QMenu(self), QActionGroup(self)
        labels = {_BY_RULES: _STATUS.absent} | {key: one.label for key, one in _STATUS.choices.items()}
        for key, text in labels.items():
            action = menu.addAction(self._words.say(text))
            action.setData(key)
            action.setCheckable(True)
            group.addAction(action)
            action.triggered.connect(partial(self._on_status, key))
        return menu

    @property
    def statuses(self) -> list[QAction]:
        """The statuses of the menu, by the rules first."""
        return self.manual.menu().actions()

    def show_view(self, view: View) -> None:
        """Show what is known of the selected cell; no signal is sent."""
        say, cell = self._words.say, view.selected if view.is_table else None
        if cell != self._cell:
            self.reason.hide()
        self._cell = cell
        entry = view.entry
        self._status = "" if entry is None else str(entry.status)
        self._reason = "" if entry is None else entry.reason or ""
        self.curve.setEnabled(view.has_curve)
        self.manual.setEnabled(cell is not None)
        self.publish.setEnabled(cell is not None and view.can_suppress and self._status != "frozen")
        self.suppress.setEnabled(cell is not None and view.can_suppress and self._status != "unsafe")
        tip = N_("Select a cell of the table first.") if cell is None else N_("Status of {cell}")
        name = "" if cell is None else cell_name(cell, self._words)
        for button in (self.manual, self.publish, self.suppress):
            button.setToolTip(say(tip, cell=name))
        self._check()
        self._show_cost(view)

    def _check(self) -> None:
        for action in self.statuses:
            action.setChecked(action.data() == self._status)

    def _show_cost(self, view: View) -> None:
        say, text = self._words.say, ""
        if view.cost is not None:
            text = cost_line(view.cost, self._words)
        elif view.computes_cost:
            text = say(N_("Cost of publishing: computing…"))
        elif view.can_cost:
            text = say(N_("Cost of publishing: not computed"))
        self.cost.setText(text)
        self.compute.setVisible(view.can_cost and view.cost is None and not view.computes_cost)

    def _ask(self, status: str, beside: QWidget, _checked: bool = False) -> None:
        if self._cell is None:
            return
        title = self._words.say(STATUS_SET[status], cell=cell_name(self._cell, self._words))
        reason = self._reason if status == self._status else ""
        self._wanted = status
        self.reason.ask(title, self._words.say(N_("Set status")), reason, beside)

    def _on_status(self, status: str, _checked: bool = False) -> None:
        if status == _BY_RULES and self._cell is not None:
            self.chosen.emit(self._cell, None, None)
        elif status:
            self._check()  # it has the status once its reason is given
            self._ask(status, self.manual)

    @Slot(object)
    def _on_reason(self, reason: str) -> None:
        if self._cell is not None:
            self.chosen.emit(self._cell, self._wanted, reason)
