"""The settings of ``anopi``: what counts more, the points of each variable, its level, its lower bounds."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from sdc_desktop.engine.methods.recoding.anopi import ANOPI
from sdc_desktop.ui.deferred_build import Slices
from sdc_desktop.ui.forms.editors.suppression import SuppressionCard
from sdc_desktop.ui.forms.field_help import describe_fields, give_field_help
from sdc_desktop.ui.forms.points import shares_of
from sdc_desktop.ui.forms.problem_lines import ProblemLines
from sdc_desktop.ui.tabs.microdata.anopi.form_more import AnopiMore
from sdc_desktop.ui.tabs.microdata.anopi.variable_line import PRIVACY, UTILITY, VariableLine
from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.cards_area import CardsArea
from sdc_desktop.ui.widgets.setting_line import SettingLine, SettingLines
from sdc_desktop.ui.widgets.steady_inputs import CalmSlider, CalmSpinBox
from sdc_desktop.words import N_, Words
from sdc_desktop.words.microdata.hierarchies import coding_title

if TYPE_CHECKING:
    from sdc_desktop.ui.tabs.microdata.anopi.view import View
    from sdc_desktop.ui.tabs.microdata.anopi.work import Answer


class AnopiForm(QWidget):
    """Shows settings and reports the user's changes; decides nothing."""

    alpha_moved = Signal(object)  # float
    points_moved = Signal(object)  # (side, variable, tenths, locked variables)
    settled = Signal()
    technique_chosen = Signal(object)  # (variable, technique)
    coding_chosen = Signal(object)  # (variable, level from 1 or k, or None)
    k_moved = Signal(object)  # (variable, k)
    blocks_requested = Signal(object)  # Blocks
    stop_requested = Signal()
    bound_chosen = Signal(object)  # (key, variable, bound)
    hierarchy_requested = Signal(object)  # variable
    selected = Signal(object)  # variable

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self.cards: dict[str, VariableLine] = {}
        self.alpha_slider = CalmSlider()
        self.alpha_field = CalmSpinBox()
        self.suppression = SuppressionCard(words)
        self.details: AnopiMore | None = None
        self._more_inside = QWidget()
        self._more_place = QVBoxLayout(self._more_inside)
        self.more = SettingLine(words.say(N_("More")), self._more_inside)
        self.groups = GroupsButton(words)
        self.groups.stop_requested.connect(self.stop_requested)
        self._view: View | None = None
        self._names: tuple[str, ...] = ()
        self._making = Slices(self)
        self._lines = SettingLines(single=True)
        self.problems = ProblemLines(words)
        self._wire_alpha()
        self._lay_out()
        give_field_help(self, ANOPI.kind, {"alpha": self.alpha_field}, words)
        describe_fields(self, ANOPI.kind, {"alpha": self.alpha_slider}, words)

    @property
    def making(self) -> bool:
        """Whether some of the cards are still to be made."""
        return self._making.waiting

    def begin(self) -> None:
        """Another project is open: no points stay while others are moved."""
        for card in self.cards.values():
            card.unlock()
        self.suppression.begin()

    def show_view(self, view: View) -> None:
        """Show the settings; no signal is sent."""
        self._view = view
        if self._names != view.variables:
            self._build(view.variables)
        self._show_alpha(view.params.alpha)
        for name, card in self.cards.items():
            self._show_variable(card, name, view)
        self.suppression.show_params(view.suppression, view.variables)
        if self.details is not None:
            self.details.show_view(view)
        self.groups.show_state(view.forming, view.waiting)
        self.problems.show_problems(view.problems)

    # building ----------------------------------------------------------------------------------------

    def _wire_alpha(self) -> None:
        say = self._words.say
        self.alpha_slider.setRange(0, 100)
        self.alpha_slider.setPageStep(10)
        self.alpha_slider.setAccessibleName(say(N_("Balance of utility (left) and privacy (right)")))
        self.alpha_field.setRange(0.0, 1.0)
        self.alpha_field.setDecimals(2)
        self.alpha_field.setSingleStep(0.05)
        self.alpha_field.setAccessibleName(say(N_("Weight of utility, alpha")))
        help_text = say(N_("Utility weight α: 1 = utility only, 0 = privacy only"))
        self.alpha_slider.setToolTip(help_text)
        self.alpha_field.setToolTip(help_text)
        self.alpha_slider.moved.connect(self._on_alpha_slider)
        self.alpha_field.moved.connect(self.alpha_moved)
        for part in (self.alpha_slider, self.alpha_field):
            part.settled.connect(self.settled)

    def _lay_out(self) -> None:
        column = QVBoxLayout()
        spread(column, self, margin=0, spacing=0.75)
        spread(self._more_place, self, margin=0)
        column.addWidget(self._alpha_card())
        column.addWidget(self._lines)
        column.addWidget(self.suppression)
        column.addWidget(self.more)
        column.addStretch(1)
        self.more.show_summary(self._words.say(N_("lower bounds, blocks")), muted=True)
        self.more.opened.connect(self._on_more)
        self.area = CardsArea(column)
        outer = QVBoxLayout(self)
        spread(outer, self, margin=0)
        outer.addWidget(self.area, 1)
        outer.addWidget(self.problems)
        outer.addWidget(self.groups)

    def _alpha_card(self) -> QFrame:
        say = self._words.say
        card = QFrame()
        card.setProperty("frame", "card")
        title = QLabel(say(N_("Balance")))
        title.setProperty("tone", "strong")
        title.setBuddy(self.alpha_field)
        self.alpha_field.setPrefix("\u03b1 = ")
        head, ends = QHBoxLayout(), QHBoxLayout()
        head.addWidget(title, 1)
        head.addWidget(self.alpha_field)
        for place, text in enumerate((N_("useful"), N_("private"))):
            label = QLabel(say(text))
            label.setProperty("tone", "muted")
            label.setProperty("scale", "small")
            ends.addWidget(label)
            if place == 0:
                ends.addStretch(1)
        column = QVBoxLayout(card)
        spread(column, self, spacing=0.5)
        column.addLayout(head)
        column.addWidget(self.alpha_slider)
        column.addLayout(ends)
        return card

    def _build(self, variables: tuple[str, ...]) -> None:
        """Keep the cards of variables that stay; new ones are made one after the other, for each takes its
        time.
        """
        for name in [name for name in self.cards if name not in variables]:
            card = self.cards.pop(name)
            self._lines.remove(card)
        self.cards = {name: self.cards[name] for name in variables if name in self.cards}
        self._lines.order(list(self.cards.values()))
        self._names = variables
        self._build_more()
        later = [partial(self._add_card, name) for name in variables if name not in self.cards]
        self._making.begin([*later, self._order_tabs] if later else [])
        if not later:
            self._order_tabs()

    def _add_card(self, name: str) -> None:
        card = VariableLine(name, self._words)
        card.points_moved.connect(partial(self._on_points, name))
        card.settled.connect(self.settled)
        card.technique_chosen.connect(partial(self._on_technique, name))
        card.coding_chosen.connect(partial(self._on_coding, name))
        card.k_moved.connect(partial(self._on_k, name))
        card.hierarchy_requested.connect(partial(self._on_hierarchy, name))
        card.selected.connect(partial(self._on_selected, name))
        made = {**self.cards, name: card}
        self.cards = {other: made[other] for other in self._names if other in made}
        self._lines.add(card, list(self.cards).index(name))
        assert self._view is not None
        self._show_variable(card, name, self._view)

    def _build_more(self) -> None:
        """Builds the part only when it is unfolded: its parts are many, and seldom needed."""
        if self.details is not None:
            self._more_place.removeWidget(self.details)
            self.details.hide()
            self.details.deleteLater()
            self.details = None
        if not self.more.is_open or self._view is None:
            return
        self.details = AnopiMore(self._names, self._words)
        self.details.bound_chosen.connect(self.bound_chosen)
        self.details.blocks_requested.connect(self.blocks_requested)
        self._more_place.addWidget(self.details)
        self.details.show_view(self._view)
        self.details.show()

    def _order_tabs(self) -> None:
        """Card by card, then rare records, then what is under "More"."""
        order: list[QWidget] = [self.alpha_field, self.alpha_slider]
        for card in self.cards.values():
            order += card.focus_order
        order += [*self.suppression.focus_order, self.more.button]
        if self.details is not None:
            order += self.details.focus_order
        for first, second in pairwise(order):
            QWidget.setTabOrder(first, second)

    # showing -----------------------------------------------------------------------------------------

    def _show_alpha(self, alpha: float) -> None:
        self.alpha_slider.show_value(round(100 * (1 - alpha)))
        self.alpha_field.show_value(round(alpha, 2))

    def _show_variable(self, card: VariableLine, name: str, view: View) -> None:
        from sdc_desktop.words.microdata import microdata_tab as phrases

        for side in (UTILITY, PRIVACY):
            shares = shares_of(getattr(view.params, side), view.variables)
            card.show_points(side, shares[name], len(shares))
        facts = view.facts.get(name)
        if facts is not None:
            card.show_facts(*phrases.facts_texts(facts.categories, facts.entropy, self._words))
        self._show_choice(card, name, view)
        card.show_technique(view.params.technique_of(name), name in view.hierarchies)

    def _show_choice(self, card: VariableLine, name: str, view: View) -> None:
        """Show the level, or the k."""
        from sdc_desktop.words.microdata import microdata_tab as phrases

        say, answer, spec = self._words.say, view.shown, view.levels(name)
        override = view.params.override.get(name)
        if answer is not None and name in answer.k:
            self._show_k(card, name, view, answer)
            return
        result = answer.anopi_result if answer is not None else None
        if result is None or name not in result.codings:
            card.show_codings(say(N_("By ANOPI")), [], None)
            lacks = name in view.lacking
            card.show_summary(say(N_("no hierarchy")) if lacks else "", muted=True)
            return
        codings = [
            coding_title(coding.level, coding.level_name, spec, self._words)
            for coding in result.candidates[name]
        ]
        by_anopi = say(N_("By ANOPI")) if override else phrases.chosen_text(result, name, spec, self._words)
        card.show_codings(by_anopi, codings, override)
        level = result.codings[name].level
        card.show_summary(codings[level - 1], muted=level == 1)

    def _show_k(self, card: VariableLine, name: str, view: View, answer: Answer) -> None:
        from sdc_desktop.words.microdata.anopi_k import chosen_k_text, required_text

        result = answer.anopi_result
        block = next(block for block in result.blocks if name in block.variables)
        override = next((k for n, k in view.params.override.items() if n in block.variables), None)
        by_anopi = self._words.say(N_("By ANOPI")) if override else chosen_k_text(block, self._words)
        text = required_text(result.k[name], block, self._words)
        card.show_summary(by_anopi if override is None else f"k = {override}")
        card.k.show_k(by_anopi, override or block.k, result.before.records, override is not None, text)

    # telling -----------------------------------------------------------------------------------------

    @Slot(object)
    def _on_alpha_slider(self, value: int) -> None:
        self.alpha_moved.emit((100 - value) / 100)

    @Slot(bool)
    def _on_more(self, shown: bool) -> None:
        self._build_more()
        self._order_tabs()

    def _on_points(self, name: str, moved: tuple[str, int]) -> None:
        side, tenths = moved
        locked = tuple(other for other, card in self.cards.items() if other != name and card.locked(side))
        self.points_moved.emit((side, name, tenths, locked))

    def _on_coding(self, name: str, level: int | None) -> None:
        self.coding_chosen.emit((name, level))

    def _on_technique(self, name: str, technique: str) -> None:
        self.technique_chosen.emit((name, technique))

    def _on_k(self, name: str, k: int) -> None:
        self.k_moved.emit((name, k))

    def _on_hierarchy(self, name: str) -> None:
        self.hierarchy_requested.emit(name)

    def _on_selected(self, name: str) -> None:
        self.selected.emit(name)


class GroupsButton(QPushButton):
    """Shown only while groups are being formed or still to be formed."""

    requested = Signal()
    stop_requested = Signal()

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self._forming = False
        self.clicked.connect(self._on_clicked)
        self.show_state(False, False)

    def show_state(self, forming: bool, waiting: bool) -> None:
        """Show whether groups are being formed, or wait for it."""
        self._forming = forming
        self.setText(self._words.say(N_("Stop grouping") if forming else N_("Gro&up records")))
        self.setProperty("weight", "" if forming else "primary")
        self.style().polish(self)
        self.setVisible(forming or waiting)

    @Slot()
    def _on_clicked(self) -> None:
        (self.stop_requested if self._forming else self.requested).emit()
