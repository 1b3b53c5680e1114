"""The settings of ``recode``: the level of each variable, chosen by the user."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from sdc_desktop.engine.data.hierarchies.hierarchy import AS_IS
from sdc_desktop.engine.methods.recoding.recode import RECODE
from sdc_desktop.ui.forms.editors.suppression import SuppressionCard
from sdc_desktop.ui.forms.field_help import describe_fields
from sdc_desktop.ui.forms.problem_lines import ProblemLines
from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.cards_area import CardsArea
from sdc_desktop.ui.widgets.elided_label import ElidedRadioButton
from sdc_desktop.ui.widgets.plain_parts import plain_label, push_button
from sdc_desktop.ui.widgets.setting_line import SettingLine, SettingLines
from sdc_desktop.ui.widgets.steady_inputs import CalmSlider
from sdc_desktop.ui.widgets.tab_order import order_tabs
from sdc_desktop.words import N_, Words
from sdc_desktop.words.microdata.hierarchies import coding_title

if TYPE_CHECKING:
    from sdc_desktop.ui.tabs.microdata.anopi.view import View


class RecodeForm(QWidget):
    """Shows the current levels and reports the user's changes; decides nothing."""

    level_moved = Signal(object)  # (variable, level from 1)
    settled = Signal()
    level_chosen = Signal(object)  # (variable, level from 1)
    hierarchy_requested = Signal(object)  # variable
    selected = Signal(object)  # variable

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self.cards: dict[str, LevelLine] = {}
        self.suppression = SuppressionCard(words)
        self.problems = ProblemLines(words)
        self._lines = SettingLines(single=True)
        self._is_new = False
        column = QVBoxLayout()
        spread(column, self, margin=0)
        column.addWidget(self._lines)
        column.addWidget(self.suppression)
        column.addStretch(1)
        self.area = CardsArea(column)
        outer = QVBoxLayout(self)
        spread(outer, self, margin=0)
        outer.addWidget(self.area, 1)
        outer.addWidget(self.problems)

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
        facts, spec = view.facts.get(name), view.hierarchies.get(name)
        if facts is not None:
            from sdc_desktop.words.microdata.microdata_tab import facts_texts

            card.show_facts(*facts_texts(facts.categories, facts.entropy, self._words))
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
            card.level_moved.connect(partial(self._on_moved, name))
            card.settled.connect(self.settled)
            card.level_chosen.connect(partial(self._on_chosen, name))
            card.hierarchy_requested.connect(partial(self._on_hierarchy, name))
            card.selected.connect(partial(self._on_selected, name))
            self._lines.add(card)
            self.cards[name] = card
        order: list[QWidget] = []
        for card in self.cards.values():
            order += [card.button, card.slider, card.hierarchy]
        order_tabs([*order, *self.suppression.focus_order], self)

    def _on_moved(self, name: str, level: int) -> None:
        self.level_moved.emit((name, level))

    def _on_chosen(self, name: str, level: int) -> None:
        self.level_chosen.emit((name, level))

    def _on_hierarchy(self, name: str) -> None:
        self.hierarchy_requested.emit(name)

    def _on_selected(self, name: str) -> None:
        self.selected.emit(name)


class LevelLine(SettingLine):
    """One variable and its level; below a slider from fine to coarse, and the same levels by name."""

    level_moved = Signal(object)  # level from 1
    settled = Signal()
    level_chosen = Signal(object)  # level from 1
    hierarchy_requested = Signal()
    selected = Signal()
    orders_tabs = False  # the form does

    def __init__(self, name: str, words: Words) -> None:
        self._inside = QWidget()
        super().__init__(name, self._inside)
        say, self.variable, self._words = words.say, name, words
        self.slider = CalmSlider()
        self.slider.setPageStep(1)
        self.slider.setAccessibleName(
            say(N_("Level of {name}: original (left) to coarse (right)"), name=name)
        )
        self.levels: list[ElidedRadioButton] = []
        self._group = QButtonGroup(self)
        self._group.idClicked.connect(self._on_level)
        self._column = QVBoxLayout()
        self._facts = plain_label(tone="muted", scale="small", narrow=True)
        self.hierarchy = push_button(scale="small", weight="quiet")
        self._lacking = plain_label(
            say(N_("No hierarchy: the variable can only be released unchanged.")), narrow=True
        )
        self._lay_out()
        self.slider.moved.connect(self.level_moved)
        self.slider.settled.connect(self.settled)
        self.hierarchy.clicked.connect(self.hierarchy_requested)
        describe_fields(self, RECODE.kind, {"levels": self.slider}, words)
        for part in (self.button, self.slider, self.hierarchy):
            part.installEventFilter(self)

    def show_facts(self, *texts: str) -> None:
        """Show number of values and entropy, in the longest of these texts."""
        self._facts.setText(texts[0])

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

    def show_hierarchy(self, known: bool) -> None:
        """Show whether there is a hierarchy to choose levels from."""
        say = self._words.say
        text = say(N_("Edit hierarchy\u2026")) if known else say(N_("Add hierarchy\u2026"))
        self.hierarchy.setText(text)
        self.hierarchy.setAccessibleName(say(N_("{action} of {name}"), action=text, name=self.variable))
        self._lacking.setVisible(not known)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusIn:
            self.selected.emit()
        return False

    def _add_level(self) -> None:
        radio = ElidedRadioButton()
        self._group.addButton(radio, len(self.levels))
        self._column.addWidget(radio)
        describe_fields(self, RECODE.kind, {"levels": radio}, self._words)
        radio.installEventFilter(self)
        order_tabs([radio, self.hierarchy], self.levels[-1] if self.levels else self.slider)
        self.levels.append(radio)

    def _lay_out(self) -> None:
        say = self._words.say
        scale, foot, column = QHBoxLayout(), QHBoxLayout(), QVBoxLayout(self._inside)
        for layout in (scale, foot, column, self._column):
            spread(layout, self, margin=0, spacing=0.5)
        scale.addWidget(_small(say(N_("fine"))))
        scale.addWidget(self.slider, 1)
        scale.addWidget(_small(say(N_("coarse"))))
        foot.addWidget(self.hierarchy)
        foot.addWidget(self._facts, 1)
        column.addWidget(self._lacking)
        column.addLayout(scale)
        column.addLayout(self._column)
        column.addLayout(foot)

    @Slot(int)
    def _on_level(self, place: int) -> None:
        self.level_chosen.emit(place + 1)


def _small(text: str) -> QLabel:
    label = QLabel(text)
    label.setProperty("scale", "small")
    return label
