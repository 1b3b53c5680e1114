"""The settings of ``recode``: the level of each variable, chosen by the user."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QButtonGroup, QWidget

from sdc_desktop.engine.data.hierarchies.hierarchy import AS_IS
from sdc_desktop.engine.methods.recoding.recode import RECODE
from sdc_desktop.ui.forms.editors.suppression import SuppressionCard
from sdc_desktop.ui.forms.field_help import describe_fields
from sdc_desktop.ui.forms.problem_lines import ProblemLines
from sdc_desktop.ui.tabs.microdata.anopi.variable_line import LevelsLine
from sdc_desktop.ui.theme import below, beside, fill
from sdc_desktop.ui.widgets.cards_area import fill_scrolling
from sdc_desktop.ui.widgets.elided_label import ElidedRadioButton
from sdc_desktop.ui.widgets.plain_parts import plain_label
from sdc_desktop.ui.widgets.setting_line import SettingLines
from sdc_desktop.ui.widgets.steady_inputs import CalmSlider
from sdc_desktop.ui.widgets.tab_order import order_tabs
from sdc_desktop.words import N_, Words
from sdc_desktop.words.microdata.hierarchies import coding_title

if TYPE_CHECKING:
    from sdc_desktop.ui.tabs.microdata.anopi.view import View


class RecodeForm(QWidget):
    """Shows the current levels and reports the user's changes; decides nothing."""

    level_moved = Signal(str, int)  # variable, level from 1
    settled = Signal()
    coding_chosen = Signal(str, object)  # variable, level from 1
    hierarchy_requested = Signal(object)  # str: variable
    selected = Signal(str)

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self.cards: dict[str, LevelLine] = {}
        self.suppression = SuppressionCard(words)
        self.problems = ProblemLines(words)
        self._lines = SettingLines(single=True)
        self._is_new = False
        self.area = fill_scrolling(self, self._lines, self.suppression, 1, foot=(self.problems,))

    def begin(self) -> None:
        """Unfold the levels of the first variable: the step was just added."""
        self._is_new = True

    def show_view(self, view: View) -> None:
        """Show the levels; no signal is sent."""
        if tuple(self.cards) != view.variables:
            self._build(view.variables)
        if self._is_new and self.cards:
            self._is_new = False
            next(iter(self.cards.values())).unfold()
        for name, card in self.cards.items():
            self._show_variable(card, name, view)
        self.suppression.show_params(view.suppression, view.variables)
        self.problems.show_problems(view.problems)

    def _show_variable(self, card: LevelLine, name: str, view: View) -> None:
        spec = view.hierarchies.get(name)
        card.show_facts(view.facts.get(name))
        card.show_hierarchy(spec is not None)
        names = view.level_names.get(name, ()) if spec is not None else ()
        steps = view.steps.get(name, 0)
        names = names or (AS_IS, *("" for _ in range(steps)))
        titles = [
            coding_title(level, text, view.levels(name), self._words)
            for level, text in enumerate(names, start=1)
        ]
        card.show_levels(titles, steps + 1, view.counted_from.get(name, 0) + 1)

    def _build(self, variables: tuple[str, ...]) -> None:
        for card in self.cards.values():
            self._lines.remove(card)
        self.cards = {}
        for name in variables:
            card = LevelLine(name, self._words)
            card.level_moved.connect(self.level_moved)
            card.settled.connect(self.settled)
            card.coding_chosen.connect(self.coding_chosen)
            card.hierarchy_requested.connect(self.hierarchy_requested)
            card.selected.connect(self.selected)
            self._lines.add(card)
            self.cards[name] = card
        order: list[QWidget] = []
        for card in self.cards.values():
            order += [card.button, card.slider, card.hierarchy]
        order_tabs([*order, *self.suppression.focus_order], self)


class LevelLine(LevelsLine):
    """One variable and its level; below a slider from fine to coarse, and the same levels by name."""

    level_moved = Signal(str, int)  # variable, level from 1

    def __init__(self, name: str, words: Words) -> None:
        super().__init__(name, words, N_("No hierarchy: the variable can only be released unchanged."))
        say = words.say
        self.slider = CalmSlider()
        self.slider.setPageStep(1)
        self.slider.setAccessibleName(
            say(N_("Level of {name}: original (left) to coarse (right)"), name=name)
        )
        self.levels: list[ElidedRadioButton] = []
        self._group = QButtonGroup(self)
        self._group.idClicked.connect(self._on_level)
        self._column = below(self, spacing=0.5)
        fine, coarse = (plain_label(say(text), scale="small") for text in (N_("fine"), N_("coarse")))
        for end in (fine, coarse):
            end.setWordWrap(False)
        scale = beside(self, fine, (self.slider, 1), coarse, spacing=0.5)
        fill(self._inside, self._lacking, scale, self._column, self._foot, spacing=0.5)
        self.slider.moved.connect(partial(self.level_moved.emit, name))
        self.slider.settled.connect(self.settled)
        describe_fields(self, RECODE.kind, {"levels": self.slider}, words)
        self.report_selection((self.button, self.slider, self.hierarchy))

    def show_levels(self, titles: Sequence[str], level: int, finest: int = 1) -> None:
        """Offer these levels, the current one (from 1) chosen; those finer than the `finest` are grey."""
        while len(self.levels) < len(titles):
            self._add_level()
        why = self._words.say(N_("Counted from level {level} (0: as is) on."), level=finest - 1)
        for place, radio in enumerate(self.levels):
            radio.setVisible(place < len(titles))
            if place < len(titles):
                radio.show_text(titles[place], why if place < finest - 1 else "")
        self.levels[level - 1].setChecked(True)
        for radio in self.levels:  # Tab leads to the one chosen: Space on another would choose that
            policy = Qt.FocusPolicy.StrongFocus if radio.isChecked() else Qt.FocusPolicy.ClickFocus
            radio.setFocusPolicy(policy)
        self.show_summary(titles[level - 1], muted=level == 1)
        blocked = self.slider.blockSignals(True)
        self.slider.setRange(min(finest, level), max(len(titles), level))
        self.slider.blockSignals(blocked)
        self.slider.show_value(level)
        self.slider.setEnabled(len(titles) > 1)

    def _add_level(self) -> None:
        radio = ElidedRadioButton()
        self._group.addButton(radio, len(self.levels))
        self._column.addWidget(radio)
        describe_fields(self, RECODE.kind, {"levels": radio}, self._words)
        self.report_selection((radio,))
        order_tabs([radio, self.hierarchy], self.levels[-1] if self.levels else self.slider)
        self.levels.append(radio)

    @Slot(int)
    def _on_level(self, place: int) -> None:
        self.coding_chosen.emit(self.variable, place + 1)
