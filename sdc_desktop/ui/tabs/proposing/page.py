"""The page of proposed protections: how they compare on the map of risk and utility, and a card for each."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from sdc_desktop.engine.proposals.proposal import Proposal
from sdc_desktop.ui.tabs.proposing.cards import ProposalCard
from sdc_desktop.ui.tabs.proposing.presenter import ProposalsPresenter, ProposalsView
from sdc_desktop.ui.theme import below, beside, fill, spread, step, take_out
from sdc_desktop.ui.widgets.cards_area import CardsArea
from sdc_desktop.ui.widgets.plain_parts import push_button, weigh
from sdc_desktop.ui.widgets.plots.figure_frame import FigureFrame
from sdc_desktop.ui.widgets.plots.ru_plot import RuMark, RuPicture, RuPlot
from sdc_desktop.ui.widgets.whole_label import WholeLabel
from sdc_desktop.words import N_, Words
from sdc_desktop.words import proposals as phrases

_MAP = 26.0  # height in steps of the grid
_TWO = 96.0  # a page that is wider has two cards beside one another


class ProposalsPage(QWidget):
    """Shows what the presenter finds, and passes on what is pressed. ``about``: what is proposed."""

    def __init__(
        self, presenter: ProposalsPresenter, about: Callable[[], str], words: Words, *, of_table: bool = False
    ) -> None:
        super().__init__()
        self._presenter, self._about, self._words = presenter, about, words
        self.setProperty("helpPage", "proposals")
        self.cards: list[ProposalCard] = []
        self._chosen: int | None = None
        say = words.say
        self.text = WholeLabel()
        self.begin = push_button()
        risk = phrases.RISK_OF_TABLE if of_table else phrases.RISK
        self.plot = RuPlot(say(risk), say(phrases.UTILITY), "", "")
        self.frame = FigureFrame(self.plot, words)
        self.frame.show_title(say(N_("Risk and utility of the proposals")))
        self.frame.setMinimumHeight(step(self, _MAP))
        self._grid = QGridLayout()
        spread(self._grid, self, margin=0)
        head = beside(self, (self.text, 1), below(self, self.begin, 1), spacing=1.5)
        column = below(self, head, self.frame, self._grid, 1, margin=0.5, spacing=1)
        self.area = CardsArea(column, step(self, 30))
        for ground in (self.area.viewport(), self.area.widget()):  # that of the place shows
            ground.setAutoFillBackground(False)
        fill(self, self.area)
        self.begin.clicked.connect(self._on_begin)
        self.plot.selected.connect(self.choose)
        self.plot.requested.connect(self.choose)
        self.frame.row_selected.connect(self.choose)
        presenter.changed.connect(self.show_view)
        self.show_view(presenter.view)

    # showing -----------------------------------------------------------------------------------------

    @Slot(object)
    def show_view(self, view: ProposalsView) -> None:
        """Show what was found so far."""
        found = () if view.found is None else view.found.found
        self.text.show_text(self._line(view))
        self._show_begin(view)
        self._show_cards(found, view)
        self.frame.setVisible(bool(found))
        self._draw(found, view)

    def _line(self, view: ProposalsView) -> str:
        say = self._words.say
        if view.running:
            return phrases.progress(view.found, self._words)
        if view.refusal:
            return view.refusal
        if view.found is None:
            return say(N_("Stopped. Nothing was found yet.")) if view.stopped else self._about()
        if view.stale:
            return say(N_("The file, the roles or the policy have changed since these were proposed."))
        ended = say(N_("Stopped. What was found before stays.")) if view.stopped else ""
        return " ".join(filter(None, (ended, phrases.finding(view.found, self._words))))

    def _show_begin(self, view: ProposalsView) -> None:
        again = view.found is not None or view.stopped
        text = N_("Stop") if view.running else N_("Propose again") if again else N_("Propose protections")
        self.begin.setText(self._words.say(text))
        weigh(self.begin, "" if view.running or (again and not view.stale) else "primary")
        is_done = view.found is not None and not view.stale and not view.stopped
        self.begin.setVisible(view.running or not is_done)
        self.begin.setEnabled(view.running or view.possible)

    def _show_cards(self, found: tuple[Proposal, ...], view: ProposalsView) -> None:
        if self._chosen is not None and self._chosen >= len(found):
            self._chosen = None
        while len(self.cards) > len(found):
            take_out(self._grid, self.cards.pop())
        added, best = len(self.cards) < len(found), _best(found)
        while len(self.cards) < len(found):
            card = ProposalCard(len(self.cards), self._words)
            card.use_requested.connect(self._presenter.use)
            card.pressed.connect(self.choose)
            self.cards.append(card)
        for place, (card, one) in enumerate(zip(self.cards, found, strict=True)):
            chosen, used = place == self._chosen, place == view.used
            card.show_proposal(one, used=used, may_use=view.may_use, chosen=chosen)
            weigh(card.use, "primary" if place == best and view.used is None else "")
        if added:
            self._arrange()

    def _arrange(self) -> None:
        """Two cards beside one another where there is room."""
        columns = 2 if self.width() >= step(self, _TWO) else 1
        for card in self.cards:
            self._grid.removeWidget(card)
        for place, card in enumerate(self.cards):
            self._grid.addWidget(card, place // columns, place % columns)
        for column in range(2):
            self._grid.setColumnStretch(column, int(column < columns))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _draw(self, found: tuple[Proposal, ...], view: ProposalsView) -> None:
        best = _best(found) if view.used is None else view.used
        marks = tuple(
            RuMark(
                phrases.family_name(one, self._words),
                (100 * one.risk, 100 * one.cost.utility),
                best=place == best,
            )
            for place, one in enumerate(found)
        )
        self.plot.show_picture(RuPicture(dots=(), front=(), marks=marks, optimum=None, max_risk=None))
        if found:  # a header without columns has no first one to stretch
            heads, rows = phrases.table_of(found, self._words)
            self.frame.show_table(heads, rows, range(2, len(heads)))
        if self._chosen is not None:
            self.plot.select(self._chosen)

    # what is done ------------------------------------------------------------------------------------

    @Slot(object)
    def choose(self, place: int) -> None:
        """Point out a proposal on the map and among the cards."""
        if not 0 <= place < len(self.cards):
            return
        self._chosen = place
        self.plot.select(place)
        self.frame.select_row(place)
        view = self._presenter.view
        self._show_cards(() if view.found is None else view.found.found, view)
        self.area.ensureWidgetVisible(self.cards[place])

    def take_focus(self) -> None:
        """Put the cursor on what can be done first."""
        button = next((card.use for card in self.cards if card.use.isEnabled()), self.begin)
        button.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _on_begin(self) -> None:
        if self._presenter.view.running:
            self._presenter.stop()
        else:
            self._presenter.propose()


def _best(found: tuple[Proposal, ...]) -> int | None:
    """The place of the safe one with most utility."""
    return next((place for place, one in enumerate(found) if one.passes), None)
