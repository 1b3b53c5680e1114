"""The settings of ``recode``: the level of each variable, chosen by the user."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Signal, Slot
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from sdc_desktop.engine.data.hierarchies.hierarchy import AS_IS
from sdc_desktop.engine.methods.recoding.recode import RECODE
from sdc_desktop.ui.forms.editors.suppression import SuppressionCard
from sdc_desktop.ui.forms.field_help import describe_fields
from sdc_desktop.ui.forms.problem_lines import ProblemLines
from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.barred_choices import bar_finer
from sdc_desktop.ui.widgets.cards_area import CardsArea
from sdc_desktop.ui.widgets.elided_label import ElidedLabel, FittingLabel
from sdc_desktop.ui.widgets.steady_inputs import CalmComboBox, CalmSlider
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

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self.cards: dict[str, LevelCard] = {}
        self.suppression = SuppressionCard(words)
        self._problems = ProblemLines(words)
        self._cards_column = QVBoxLayout()
        column = QVBoxLayout()
        spread(column, self, margin=0)
        spread(self._cards_column, self, margin=0)
        column.addLayout(self._cards_column)
        column.addWidget(self.suppression)
        column.addStretch(1)
        self.area = CardsArea(column)
        outer = QVBoxLayout(self)
        spread(outer, self, margin=0)
        outer.addWidget(self.area, 1)
        outer.addWidget(self._problems)

    @property
    def problems_text(self) -> str:
        """What is said below the form; empty where all is well."""
        return self._problems.text()

    def show_view(self, view: View) -> None:
        """Show the levels; no signal is sent."""
        if tuple(self.cards) != view.variables:
            self._build(view.variables)
        for name, card in self.cards.items():
            self._show_variable(card, name, view)
        self.suppression.show_params(view.suppression, view.variables)
        self._problems.show_problems(view.problems)

    def _show_variable(self, card: LevelCard, name: str, view: View) -> None:
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
            self._cards_column.removeWidget(card)
            card.hide()
            card.deleteLater()
        self.cards = {}
        for name in variables:
            card = LevelCard(name, self._words)
            card.level_moved.connect(partial(self._on_moved, name))
            card.settled.connect(self.settled)
            card.level_chosen.connect(partial(self._on_chosen, name))
            card.hierarchy_requested.connect(partial(self._on_hierarchy, name))
            card.selected.connect(partial(self._on_selected, name))
            self._cards_column.addWidget(card)
            self.cards[name] = card
        order: list[QWidget] = []
        for card in self.cards.values():
            order += [card.slider, card.level, card.hierarchy]
        order += self.suppression.focus_order
        for first, second in pairwise(order):
            QWidget.setTabOrder(first, second)

    def _on_moved(self, name: str, level: int) -> None:
        self.level_moved.emit((name, level))

    def _on_chosen(self, name: str, level: int) -> None:
        self.level_chosen.emit((name, level))

    def _on_hierarchy(self, name: str) -> None:
        self.hierarchy_requested.emit(name)

    def _on_selected(self, name: str) -> None:
        self.selected.emit(name)


class LevelCard(QFrame):
    """One variable: a slider from as is to coarse, and the same levels by name."""

    level_moved = Signal(object)  # level from 1
    settled = Signal()
    level_chosen = Signal(object)  # level from 1
    hierarchy_requested = Signal()
    selected = Signal()

    def __init__(self, name: str, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("frame", "card")
        self.variable = name
        self._words = words
        say = words.say
        self._title = ElidedLabel(name)
        self._title.setProperty("tone", "strong")
        self._facts = FittingLabel()
        self._facts.setProperty("tone", "muted")
        self._facts.setProperty("scale", "small")
        self.slider = CalmSlider()
        self.slider.setPageStep(1)
        self.slider.setAccessibleName(
            say(N_("Level of {name}: original (left) to coarse (right)"), name=name)
        )
        self.level = CalmComboBox()
        self.level.setAccessibleName(say(N_("Level of {name}"), name=name))
        self.hierarchy = QPushButton()
        self.hierarchy.setProperty("scale", "small")
        self._lacking = QLabel(say(N_("No hierarchy: the variable can only be released unchanged.")))
        self._lacking.setWordWrap(True)
        self._lay_out()
        self.slider.moved.connect(self.level_moved)
        self.slider.settled.connect(self.settled)
        self.level.activated.connect(self._on_level)
        self.hierarchy.clicked.connect(self.hierarchy_requested)
        for field in (self.slider, self.level):
            describe_fields(self, RECODE.kind, {"levels": field}, words)
        for part in (self.slider, self.level, self.hierarchy):
            part.installEventFilter(self)

    def show_facts(self, *texts: str) -> None:
        """Show number of values and entropy, in the longest of these texts that fits."""
        self._facts.show_texts(*texts)

    def show_levels(self, titles: Sequence[str], level: int, finest: int = 1) -> None:
        """Offer these levels, the current one (from 1) chosen; those finer than the `finest` are grey."""
        if [self.level.itemText(index) for index in range(self.level.count())] != list(titles):
            self.level.clear()
            self.level.addItems(list(titles))
        bar_finer(self.level, finest - 1, self._words)
        self.level.setCurrentIndex(level - 1)
        self.level.setToolTip(self.level.currentText())
        blocked = self.slider.blockSignals(True)
        self.slider.setRange(min(finest, level), max(len(titles), level))
        self.slider.blockSignals(blocked)
        self.slider.show_value(level)
        for part in (self.slider, self.level):
            part.setEnabled(len(titles) > 1)

    def show_hierarchy(self, known: bool) -> None:
        """Show whether there is a hierarchy to choose levels from."""
        say = self._words.say
        text = say(N_("Hierarchy\u2026")) if known else say(N_("Add hierarchy\u2026"))
        self.hierarchy.setText(text)
        self.hierarchy.setAccessibleName(say(N_("{action} of {name}"), action=text, name=self.variable))
        self.hierarchy.setProperty("weight", "quiet")
        self.hierarchy.style().polish(self.hierarchy)
        self._lacking.setVisible(not known)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusIn:
            self.selected.emit()
        return False

    def _lay_out(self) -> None:
        say = self._words.say
        head = QHBoxLayout()
        head.addWidget(self._title)
        head.addWidget(self._facts)
        head.addStretch(1)
        head.addWidget(self.hierarchy)
        label = QLabel(say(RECODE.params.settings["levels"].field_label))
        label.setBuddy(self.level)
        grid = QGridLayout()
        grid.setColumnStretch(1, 1)
        grid.addWidget(QLabel(say(N_("as is"))), 0, 0)
        grid.addWidget(self.slider, 0, 1)
        grid.addWidget(QLabel(say(N_("coarse"))), 0, 2)
        grid.addWidget(label, 1, 0)
        grid.addWidget(self.level, 1, 1, 1, 2)
        column = QVBoxLayout(self)
        spread(column, self, margin=0.75, spacing=0.5)
        spread(grid, self, margin=0, spacing=0.5)
        column.addLayout(head)
        column.addWidget(self._lacking)
        column.addLayout(grid)

    @Slot(int)
    def _on_level(self, index: int) -> None:
        self.level_chosen.emit(index + 1)
