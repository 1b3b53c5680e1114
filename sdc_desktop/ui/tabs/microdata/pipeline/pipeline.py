"""The left region: the cards, and what is done to the steps with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QMenu, QWidget

from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.plan_rules import size_of
from sdc_desktop.project.chain import chain_of, moved_step, switched_step, without_step
from sdc_desktop.project.persons import counting_persons
from sdc_desktop.ui.frame.cards import CardList, CardRail
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.tabs.microdata.pipeline.card_views import (
    ADD_KEY,
    CRITERIA_KEY,
    OF_STEP,
    Known,
    card_views,
)
from sdc_desktop.ui.tabs.microdata.pipeline.changes import with_step
from sdc_desktop.ui.tabs.microdata.pipeline.purposes import Purposes
from sdc_desktop.ui.theme import fill
from sdc_desktop.words import N_, Words
from sdc_desktop.words.microdata import pipeline as phrases

_WIDTH = 52  # of the list of purposes, in steps of the grid


class Pipeline(QWidget):
    """Shows the cards, reports the one that is chosen, and changes the steps, each time by one change."""

    chosen = Signal(object)  # str: the key of a card
    step_added = Signal(object)  # str: the key of its card
    criteria_dropped = Signal()

    def __init__(self, controller: ProjectController, words: Words) -> None:
        super().__init__()
        self._controller, self._words = controller, words
        self._refused: Mapping[str, str] = {}  # by kind why it cannot be used
        say = words.say
        self.cards = CardList(say(N_("From the file to its release")), phrases.CAPTIONS)
        self.rail = CardRail()
        self.purposes: Purposes | None = None
        self.menu: QMenu | None = None
        fill(self, self.cards)
        for part in (self.cards, self.rail):
            part.chosen.connect(self._on_chosen)
        self.cards.switched.connect(self._on_switched)
        self.cards.removal_requested.connect(self._on_removal)
        self.cards.menu_requested.connect(self._on_menu)

    def add_keys(self, page: QWidget) -> None:
        """Give a page the keys of the cards."""
        for keys, act in (
            ("Ctrl+PgUp", partial(self.go, -1)),
            ("Ctrl+PgDown", partial(self.go, 1)),
            ("Ctrl+Shift+PgUp", partial(self.move_step, -1)),
            ("Ctrl+Shift+PgDown", partial(self.move_step, 1)),
            ("Insert", self.ask_step),
        ):
            shortcut = QShortcut(QKeySequence(keys), page)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(act)

    def show_cards(self, known: Known, current: str, refused: Mapping[str, str]) -> None:
        """Show the cards, one of them chosen. ``refused``: by kind of step why it cannot be added."""
        self._refused = refused
        views = card_views(self._controller, known, self._words)
        k = size_of(self._controller.plan)
        self.cards.show_captions([self._words.say(one, k=k) for one in phrases.CAPTIONS])
        self.cards.show_cards(views, current)
        self.rail.show_cards(views, current)

    def go(self, by: int) -> None:
        """Choose the next card, or the one before."""
        keys = [view.key for view in self.cards.views if not view.add]
        place = keys.index(self.cards.current) + by if self.cards.current in keys else 0
        if 0 <= place < len(keys):
            self.chosen.emit(keys[place])
            self.cards.take_focus()

    # steps -------------------------------------------------------------------------------------------

    @Slot()
    def ask_step(self) -> None:
        """Show what a step can be added for."""
        if not any(view.add for view in self.cards.views) or self._controller.opened is None:
            return
        if self.purposes is not None:
            self.purposes.deleteLater()
        self.purposes = Purposes(self._refused, self._words, self)
        self.purposes.chosen.connect(self.add_step)
        cards = self.cards.card(ADD_KEY), self.rail.card(ADD_KEY)
        anchor = next((card for card in cards if card.isVisible()), self.window())  # folded: none is in view
        self.purposes.open_below(anchor, _WIDTH)
        self.purposes.take_focus()

    @Slot(object)
    def add_step(self, kind: str) -> None:
        """Add a step of a kind after the others: one change."""
        controller = self._controller
        controller.settle()
        opened = controller.opened
        if opened is None:
            return
        plan, name = with_step(controller.plan, kind, opened.data, controller.policy)
        if controller.persons.found.repeat:
            plan = counting_persons(plan, opened.data.known)
        label = self._words.say(N_("Step added: {step}"), step=self._name(plan, name))
        controller.change_plan(label, plan)
        self.step_added.emit(OF_STEP + name)

    def remove(self, name: str) -> None:
        """Remove a step: one change."""
        self._change(N_("Step removed: {step}"), name, partial(without_step, name=name))

    def move_step(self, by: int) -> None:
        """Move the chosen step: one change."""
        name = self._step(self.cards.current)
        if name:
            self._change(N_("Step moved: {step}"), name, partial(moved_step, name=name, by=by))

    def _change(self, label: str, name: str, make: Callable[[Plan], Plan]) -> None:
        controller = self._controller
        controller.settle()
        text = self._words.say(label, step=self._name(controller.plan, name))
        controller.change_plan(text, make(controller.plan))

    def _name(self, plan: Plan, name: str) -> str:
        return phrases.step_name(next(job for job in plan.jobs if job.name == name), self._words)

    def _step(self, key: str) -> str:
        """The step that a card is of; empty where it is of none."""
        name = key.removeprefix(OF_STEP)
        names = [job.name for job in chain_of(self._controller.plan)]
        return name if key.startswith(OF_STEP) and name in names else ""

    # slots -------------------------------------------------------------------------------------------

    @Slot(object)
    def _on_chosen(self, key: str) -> None:
        if key == ADD_KEY:
            self.ask_step()
        else:
            self.chosen.emit(key)

    @Slot(object, bool)
    def _on_switched(self, key: str, on: bool) -> None:
        name = self._step(key)
        if name:
            label = N_("Step on: {step}") if on else N_("Step off: {step}")
            self._change(label, name, partial(switched_step, name=name, on=on))

    @Slot(object)
    def _on_removal(self, key: str) -> None:
        name = self._step(key)
        if name:
            self.remove(name)
        elif key == CRITERIA_KEY:
            self.criteria_dropped.emit()

    @Slot(object, object)
    def _on_menu(self, key: str, place: QPoint) -> None:
        name = self._step(key)
        if not name:
            return
        self.chosen.emit(key)
        if self.menu is not None:
            self.menu.deleteLater()
        self.menu = menu = QMenu(self)
        say = self._words.say
        for text, act in (
            (N_("Move &up"), partial(self.move_step, -1)),
            (N_("Move &down"), partial(self.move_step, 1)),
            (N_("&Remove step"), partial(self.remove, name)),
        ):
            action = QAction(say(text), menu)
            action.triggered.connect(act)
            menu.addAction(action)
        menu.popup(place)
