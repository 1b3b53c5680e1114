"""The tables of the plan: which is shown, another one, and which are protected together with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from sdc_desktop.ui.forms.parts import Choice
from sdc_desktop.ui.theme import spread, step
from sdc_desktop.ui.widgets.tables.check_list import CheckList
from sdc_desktop.ui.widgets.wrapping_row import WrappingRow
from sdc_desktop.words import N_, Words

if TYPE_CHECKING:
    from sdc_desktop.ui.tabs.tables.view import View

_NEW = "\n"  # the key of a table that is being begun


class TablesBar(QWidget):
    """Shows the tables of a view and reports what is chosen; it decides nothing."""

    table_requested = Signal(object)  # str: the name of a table to be shown
    linked = Signal(object)  # tuple[str, ...]: the others that the table is protected together with

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._names: tuple[str, ...] = ()
        say = words.say
        self.tables = Choice(say(N_("Table")), ())
        self.tables.chosen.connect(self._on_table)
        self.add = self._button(N_("Add table"))
        self.add.setToolTip(say(N_("Adds another table with the same values, rules and protection.")))
        self.remove = self._button(N_("Remove"))
        self.remove.setToolTip(say(N_("Removes this table from the project. You can undo this.")))
        label = QLabel(say(N_("Table")))
        label.setBuddy(self.tables)
        self.tables.fit_contents()
        self._row = WrappingRow((label, self.tables, self.add, self.remove), step(self))
        self.others = CheckList(say(N_("Protect together with")))
        self.others.setToolTip(
            say(N_("None of these tables then reveals what another one suppresses. One step to undo."))
        )
        self.others.ticked.connect(self._on_ticked)
        self._together = QLabel(say(N_("Protect together with")))
        self._together.setBuddy(self.others)
        column = QVBoxLayout(self)
        spread(column, self, margin=0, spacing=0.5)
        for part in (self._row, self._together, self.others):
            column.addWidget(part)

    def show_view(self, view: View) -> None:
        """Show the tables of a plan; no signal is sent."""
        say = self._words.say
        entries = [(entry.name, entry.title) for entry in view.tables]
        if view.adding:
            entries.append((_NEW, say(N_("New table"))))
        self.tables.show_choices(entries)
        if entries:
            self.tables.show_key(_NEW if view.adding else view.current or entries[0][0])
        self._row.setVisible((view.is_table and bool(view.tables)) or len(entries) > 1)
        self.tables.setEnabled(len(entries) > 1 and not view.long_running)
        self.add.setEnabled(view.has_data and not view.adding and not view.long_running)
        self.remove.setVisible(len(entries) > 1)
        self.remove.setEnabled(not view.long_running)
        shown = next((entry for entry in view.tables if entry.name == view.current), None)
        others = [entry for entry in view.tables if entry.can_link and entry is not shown]
        offered = shown is not None and shown.can_link and bool(others)
        self._names = tuple(entry.name for entry in others)
        titles = {entry.name: entry.title for entry in others}
        self.others.show_names(
            tuple(titles.values()), tuple(titles[name] for name in view.linked if name in titles)
        )
        for part in (self._together, self.others):
            part.setVisible(offered)
        self.others.setEnabled(not view.long_running)
        self.setVisible(self._row.isVisibleTo(self) or offered)

    def _button(self, text: str) -> QPushButton:
        button = QPushButton(self._words.say(text))
        button.setProperty("weight", "quiet")
        button.setProperty("scale", "small")
        return button

    @Slot(object)
    def _on_table(self, key: str) -> None:
        if key != _NEW:
            self.table_requested.emit(key)

    @Slot(object)
    def _on_ticked(self, titles: tuple[str, ...]) -> None:
        places = [place for place, title in enumerate(self.others.names) if title in titles]
        self.linked.emit(tuple(self._names[place] for place in places))
