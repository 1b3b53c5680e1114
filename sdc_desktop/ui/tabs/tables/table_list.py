"""The left region: the tables of the plan as cards, those that share cells together; more can be added."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import QObject, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QCursor, QKeySequence, QShortcut
from PySide6.QtWidgets import QMenu, QWidget

from sdc_desktop.ui.frame.cards import CardList, CardRail, CardView
from sdc_desktop.ui.tabs.tables.tab_job import WAYS
from sdc_desktop.ui.tabs.tables.view import View
from sdc_desktop.ui.widgets.verdict_bar import Mark
from sdc_desktop.words import N_, Words
from sdc_desktop.words.verdicts.grades import grade_name

ADD = "\n+"  # no job is called so: the key of the card that adds one
_NEW = "\n"  # the key of a table that is being begun


class TableList(QObject):
    """The list, and the rail that takes its place in a narrow window. It decides nothing."""

    table_requested = Signal(object)  # str: the name of a table to be shown
    add_requested = Signal(object)  # str: the kind of a table to be begun
    remove_requested = Signal()  # the table that is shown
    linked = Signal(object)  # tuple[str, ...]: the others that it is protected together with

    def __init__(self, words: Words, parent: QWidget) -> None:
        super().__init__(parent)
        self._words, self._view = words, View()
        say = words.say
        self.cards, self.rail = CardList(say(N_("Tables"))), CardRail()
        self.kinds = QMenu(self.cards)
        self.kinds.setToolTipsVisible(True)
        for way, kind in WAYS.items():
            action = self.kinds.addAction(say(kind.name))
            action.setData(way)
            action.triggered.connect(partial(self._on_kind, way))
        self.menu: QMenu | None = None
        for part in (self.cards, self.rail):
            part.chosen.connect(self._on_card)
        self.cards.removal_requested.connect(self._on_removal)
        self.cards.menu_requested.connect(self._on_menu)
        insert = QShortcut(QKeySequence(Qt.Key.Key_Insert), self.cards, self.ask_kind)
        insert.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        for keys, by in (("Ctrl+PgUp", -1), ("Ctrl+PgDown", 1)):
            shortcut = QShortcut(QKeySequence(keys), parent)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(partial(self._go, by))

    def show_view(self, view: View) -> None:
        """Show the tables of a plan; no signal is sent."""
        self._view = view
        cards = tuple(self._cards(view))
        current = _NEW if view.current is None else view.current
        self.cards.show_cards(cards, current)
        self.rail.show_cards(cards, current)

    def bar_kinds(self, reasons: Mapping[str, str]) -> None:
        """Grey the kinds that cannot be added, each with its reason."""
        for action in self.kinds.actions():
            reason = reasons.get(action.data(), "")
            action.setEnabled(not reason)
            action.setToolTip(reason)

    def _cards(self, view: View) -> Sequence[CardView]:
        say, cards, above = self._words.say, [], ""
        titles = [entry.dimensions for entry in view.tables]
        for number, entry in enumerate(view.tables, start=1):
            alike = not entry.dimensions or titles.count(entry.dimensions) > 1
            mark = Mark.MEASURED if entry.measured else Mark(entry.grade or Mark.OPEN)
            named = say(N_("Measured")) if entry.measured else ""
            cards.append(
                CardView(
                    entry.name,
                    entry.title if alike else entry.dimensions,
                    entry.counted,
                    mark=mark,
                    mark_name=grade_name(entry.grade, self._words) if entry.grade else named,
                    heading=entry.heading if entry.heading != above else "",
                    short=str(number),
                    linked=entry.group,
                    tip=entry.title,
                    enabled=not view.long_running,
                    more=entry.done,
                )
            )
            above = entry.heading
        if view.current is None:
            kind = say(WAYS[view.way].name)
            cards.append(CardView(_NEW, say(N_("New table")), kind, short="\u2026"))
        can_add = not view.long_running
        cards.append(CardView(ADD, say(N_("+ Add table")), short="+", add=True, enabled=can_add))
        return cards

    def _on_card(self, key: str) -> None:
        if key == ADD:
            self.ask_kind()
        elif key not in (_NEW, self._view.current):
            self.table_requested.emit(key)

    @Slot()
    def ask_kind(self) -> None:
        """Open the list of the kinds of tables that can be added."""
        card = self.cards.card(ADD)
        seen = card.isVisible()
        self.kinds.popup(card.mapToGlobal(QPoint(0, card.height())) if seen else QCursor.pos())

    def _on_kind(self, way: str, _checked: bool = False) -> None:
        self.add_requested.emit(way)

    @Slot(object)
    def _on_removal(self, key: str) -> None:
        self._on_card(key)
        if key != ADD:
            self.remove_requested.emit()

    @Slot(object, object)
    def _on_menu(self, key: str, place: QPoint) -> None:
        if key == ADD:
            self.ask_kind()
            return
        self._on_card(key)
        self.menu = self.menu_of_current()
        self.menu.popup(place)

    def menu_of_current(self) -> QMenu:
        """What can be done with the table that is shown."""
        view, say = self._view, self._words.say
        menu = QMenu(self.cards)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        shown = next((entry for entry in view.tables if entry.name == view.current), None)
        others = [entry for entry in view.tables if entry.can_link and entry is not shown]
        if shown is not None and shown.can_link and others:
            together = menu.addMenu(say(N_("Protect together with")))
            for entry in others:
                action = together.addAction(entry.title)
                action.setData(entry.name)
                action.setCheckable(True)
                action.setChecked(entry.name in view.linked)
                action.triggered.connect(partial(self._on_ticked, entry.name))
        remove = menu.addAction(say(N_("Remove table")))
        remove.setEnabled(shown is not None or view.adding)
        remove.triggered.connect(self.remove_requested)
        return menu

    def _on_ticked(self, name: str, _checked: bool = False) -> None:
        others = tuple(other for other in self._view.linked if other != name)
        self.linked.emit(others if name in self._view.linked else (*others, name))

    def _go(self, by: int) -> None:
        names = [entry.name for entry in self._view.tables]
        place = names.index(self._view.current) + by if self._view.current in names else len(names) - 1
        if 0 <= place < len(names) and not self._view.long_running:
            self.table_requested.emit(names[place])
