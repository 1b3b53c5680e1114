"""A button with the statuses that the selected cell can be given by hand."""

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QPushButton

from sdc_desktop.engine.tables.specs.table import AprioriEntry
from sdc_desktop.ui.tabs.tables.view import View
from sdc_desktop.words import N_, Words

_STATUS = AprioriEntry.settings["status"]
_BY_RULES = ""  # the key of no status of its own


class ManualStatus(QPushButton):
    """Its menu shows the status of the cell; it is greyed, and says why, while no cell of a table is."""

    chosen = Signal(object, object)  # codes, status or None

    def __init__(self, words: Words) -> None:
        super().__init__(words.say(N_("&Manual status")))
        self._words = words
        self._cell: tuple[str, ...] | None = None
        menu, group = QMenu(self), QActionGroup(self)
        labels = {_BY_RULES: _STATUS.absent} | {key: one.label for key, one in _STATUS.choices.items()}
        for key, text in labels.items():
            action = menu.addAction(words.say(text))
            action.setData(key)
            action.setCheckable(True)
            group.addAction(action)
            action.triggered.connect(partial(self._on_chosen, key))
        self._group = group
        self.setMenu(menu)

    def show_view(self, view: View) -> None:
        """Show the status of the selected cell; no signal is sent."""
        say, cell = self._words.say, view.selected if view.is_table else None
        self._cell = cell
        self.setEnabled(cell is not None)
        if cell is None:
            self.setToolTip(say(N_("Select a cell of the table first.")))
            return
        self.setToolTip(say(N_("Status of {cell}"), cell=" / ".join(cell)))
        rows, entries = view.rows_of(cell), getattr(view.params, "cells", ())
        statuses = [own.status for own in entries if own.status and tuple(map(str, own.cell)) in rows]
        key = statuses[-1] if statuses else _BY_RULES
        for action in self._group.actions():
            action.setChecked(action.data() == key)

    def _on_chosen(self, status: str, _checked: bool = False) -> None:
        if self._cell is not None:
            self.chosen.emit(self._cell, status or None)
