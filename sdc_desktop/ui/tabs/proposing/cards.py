"""A card for each proposed protection: its verdict, its figures, why it is proposed, and a button."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QFrame, QWidget

from sdc_desktop.engine.proposals.proposal import Proposal
from sdc_desktop.sheets.blocks import KeyFigure
from sdc_desktop.ui.theme import beside, fill
from sdc_desktop.ui.widgets.figure_row import FigureRow
from sdc_desktop.ui.widgets.plain_parts import plain_label, push_button
from sdc_desktop.ui.widgets.verdict_bar import MARKS, Sign
from sdc_desktop.words import N_, Words
from sdc_desktop.words import proposals as phrases

_SIGN = 2.4  # steps of the grid


class ProposalCard(QFrame):
    """Reports that it is used, and that it is pressed."""

    use_requested = Signal(object)  # int: its place
    pressed = Signal(object)  # int

    def __init__(self, place: int, words: Words) -> None:
        super().__init__()
        self._place, self._words = place, words
        self.shown: Proposal | None = None
        self.setProperty("part", "card")
        say = words.say
        self.sign = Sign(_SIGN)
        self.name, self.verdict = plain_label(tone="strong"), plain_label()
        self.steps, self.why = plain_label(tone="muted", scale="small"), plain_label()
        self.why.setToolTip(say(N_("Why this one")))
        self.use = push_button(say(N_("Use this")))
        self.used = plain_label(say(N_("in the plan")), tone="muted")
        self.used.setWordWrap(False)
        self.used.setMinimumHeight(self.use.sizeHint().height())  # all cards are as high
        self.use.clicked.connect(self._on_use)
        figures = QWidget()
        self.figures = FigureRow(figures)
        fill(figures, self.figures)
        head = beside(self, self.sign, (self.name, 1), self.use, self.used)
        fill(self, head, self.verdict, self.steps, figures, self.why, 1, margin=1.0, spacing=0.5)

    def show_proposal(self, proposal: Proposal, *, used: bool, may_use: bool, chosen: bool) -> None:
        """Show a proposal, whether the plan has it, and whether it can be used."""
        if proposal != self.shown:
            self.shown = proposal
            self._fill(proposal)
        self.use.setVisible(not used)
        self.used.setVisible(used)
        self.use.setEnabled(may_use)
        if self.property("chosen") is not chosen:
            self.setProperty("chosen", chosen)
            for part in (self, self.steps, self.used):
                part.style().polish(part)

    def _fill(self, proposal: Proposal) -> None:
        words = self._words
        name, verdict = phrases.family_name(proposal, words), phrases.verdict_line(proposal.verdict, words)
        steps, why = phrases.steps_line(proposal, words), phrases.why_this(proposal, words)
        figures = phrases.figures(proposal, words)
        self.sign.show_mark(MARKS[proposal.verdict.grade], verdict)
        for label, text in ((self.name, name), (self.verdict, verdict), (self.steps, steps), (self.why, why)):
            label.setText(text)
        self.steps.setVisible(bool(steps))
        self.figures.show_figures(KeyFigure(*one) for one in figures)
        spoken = ", ".join((name, verdict, *(f"{label} {text}" for label, text in figures)))
        self.setAccessibleName(spoken)
        self.use.setAccessibleName(words.say(N_("Use: {name}"), name=name))
        self.use.setAccessibleDescription(f"{spoken}. {why}")

    @Slot()
    def _on_use(self) -> None:
        self.use_requested.emit(self._place)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.pressed.emit(self._place)
        super().mousePressEvent(event)
