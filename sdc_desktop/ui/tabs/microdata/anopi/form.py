"""The settings of ``anopi``: what counts more, the points of each variable, its level, its lower bounds."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from sdc_desktop.engine.methods.recoding.anopi import ANOPI
from sdc_desktop.project.points import shares_of
from sdc_desktop.ui.deferred_build import Slices
from sdc_desktop.ui.forms.editors.suppression import SuppressionCard
from sdc_desktop.ui.forms.field_help import describe_fields, give_field_help
from sdc_desktop.ui.forms.parts import heading, muted
from sdc_desktop.ui.forms.problem_lines import ProblemLines
from sdc_desktop.ui.tabs.microdata.anopi.form_more import AnopiMore
from sdc_desktop.ui.tabs.microdata.anopi.variable_line import PRIVACY, UTILITY, VariableLine
from sdc_desktop.ui.tabs.microdata.kit.run_button import RunButton
from sdc_desktop.ui.theme import beside, fill, spread
from sdc_desktop.ui.widgets.cards_area import fill_scrolling
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
    points_moved = Signal(str, str, int, object)  # side, variable, tenths, locked variables
    settled = Signal()
    technique_chosen = Signal(str, object)  # variable, technique
    coding_chosen = Signal(str, object)  # variable, level from 1 or k, or None
    k_moved = Signal(str, int)  # variable, k
    blocks_requested = Signal(object)  # Blocks
    bound_chosen = Signal(str, str, object)  # key, variable, bound
    hierarchy_requested = Signal(object)  # str: variable
    selected = Signal(str)

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
        self.groups = RunButton(words, N_("Gro&up records"), N_("Stop grouping"))
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
        spread(self._more_place, self, margin=0)
        self.more.show_summary(self._words.say(N_("lower bounds, blocks")), muted=True)
        self.more.opened.connect(self._on_more)
        parts = (self._alpha_card(), self._lines, self.suppression, self.more, 1)
        self.area = fill_scrolling(self, *parts, foot=(self.problems, self.groups), spacing=0.75)

    def _alpha_card(self) -> QFrame:
        say = self._words.say
        card = QFrame()
        card.setProperty("frame", "card")
        self.alpha_field.setPrefix("\u03b1 = ")
        head = beside(self, (heading(say(N_("Balance")), self.alpha_field), 1), self.alpha_field)
        useful, private = (muted(say(text)) for text in (N_("useful"), N_("private")))
        for end in (useful, private):
            end.setWordWrap(False)
        fill(card, head, self.alpha_slider, beside(self, useful, 1, private), margin=1, spacing=0.5)
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
        card.points_moved.connect(self._on_points)
        card.settled.connect(self.settled)
        card.technique_chosen.connect(self.technique_chosen)
        card.coding_chosen.connect(self.coding_chosen)
        card.k_moved.connect(self.k_moved)
        card.hierarchy_requested.connect(self.hierarchy_requested)
        card.selected.connect(self.selected)
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
        for side in (UTILITY, PRIVACY):
            shares = shares_of(getattr(view.params, side), view.variables)
            card.show_points(side, shares[name], len(shares))
        card.show_facts(view.facts.get(name))
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

    @Slot()
    def _on_more(self) -> None:
        self._build_more()
        self._order_tabs()

    @Slot(str, str, int)
    def _on_points(self, side: str, name: str, tenths: int) -> None:
        locked = tuple(other for other, card in self.cards.items() if other != name and card.locked(side))
        self.points_moved.emit(side, name, tenths, locked)
