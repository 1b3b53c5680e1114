"""Correlations: what protection does to numbers; the largest change as a sentence, pairs as bars."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QLabel

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.spec import NEVER_RELEASED
from sdc_desktop.ui.questions.question import as_work, source_of
from sdc_desktop.ui.tabs.microdata.anopi.view import View
from sdc_desktop.ui.tabs.microdata.evidence.page import RunPage, answer_key
from sdc_desktop.ui.tabs.microdata.tools import Tools
from sdc_desktop.ui.theme import beside, fill
from sdc_desktop.ui.widgets.cards_area import SideBySide
from sdc_desktop.ui.widgets.plots.figure_frame import FigureFrame
from sdc_desktop.ui.widgets.plots.pairs_plot import AFTER_MARK, BEFORE_MARK, PairsPlot
from sdc_desktop.words import N_
from sdc_desktop.words.microdata import numeric_changes as phrases

if TYPE_CHECKING:
    from sdc_desktop.engine.data.reading import Opened
    from sdc_desktop.engine.microdata.numeric_changes import NumericChanges
    from sdc_desktop.ui.jobs import Work
    from sdc_desktop.ui.tabs.microdata.anopi.work import Answer

_QUICK_VALUES = 1_000_000  # so many are compared without being asked
_MOST_PAIRS = 6  # drawn; the table has the rest
_NAMES = (N_("Pearson, {before} before, {after} after"), N_("Spearman, {before} before, {after} after"))


class CorrelationsPage(RunPage["NumericChanges"]):
    """Compares when first shown where that is quick, otherwise on request."""

    run_texts = N_("Compare corre&lations"), N_("Compare corre&lations")
    running_text = N_("Comparing numbers…")
    work_title = N_("Comparing correlations")

    def __init__(self, tools: Tools) -> None:
        super().__init__(tools)
        words, say = self._words, self._words.say
        self.plots = tuple(PairsPlot(say(N_("Correlation")), words.figure) for _ in _NAMES)
        pictures = SideBySide(self.plots)
        for place, text in enumerate(_NAMES):
            pictures.name(place, say(text, before=BEFORE_MARK, after=AFTER_MARK))
        self.frame = FigureFrame(pictures, words)
        self.frame.show_title(say(N_("Correlations before and after")))
        self.why = QLabel(say(N_("Reads all records, which may take a while.")))
        self.why.setWordWrap(True)
        fill(self, beside(self, (self.why, 1), self.run), (self.frame, 1), spacing=0.5)

    def show_view(self, view: View, name: str) -> None:
        """Compare what is current, if that is quick; what was compared before stays, greyed."""
        self._view = view
        opened = self._controller.steps.opened
        quick = opened is not None and opened.data.records * len(opened.data.names) <= _QUICK_VALUES
        self.bring(at_once=quick)

    def key(self) -> object:
        view = self._view
        return answer_key(view.answer) if view is not None and view.answer is not None else None

    def work(self) -> Work | None:
        view, opened = self._view, self._controller.steps.opened
        if view is None or view.answer is None or view.stale or opened is None:
            return None
        return correlated(opened, self._controller.base, view.answer)

    @Slot()
    def show_state(self) -> None:
        super().show_state()
        drafting = self._view is not None and self._view.drafting
        if drafting and not self.answer.running:
            self.run.hide()
        self.why.setVisible(not self.run.isHidden())
        self.frame.setVisible(self.found is not None and bool(self.found.names))
        self.frame.setEnabled(self.answer.current)

    def draw(self, found: NumericChanges) -> str:
        for plot, kind in zip(self.plots, (found.pearson, found.spearman), strict=True):
            pairs = phrases.changed_pairs(kind)[:_MOST_PAIRS]
            figures = [(float(kind.before[pair]), float(kind.after[pair])) for pair in pairs]
            titles = (phrases.pair_name(found, pair, self._words) for pair in pairs)
            plot.show_pairs([(title, *both) for title, both in zip(titles, figures, strict=True)])
        self.frame.show_table(phrases.header(self._words), phrases.rows(found, self._words), phrases.FIGURES)
        if not phrases.changed_pairs(found.pearson):  # nothing to draw; means may still be of interest
            self.frame.pages.setCurrentWidget(self.frame.table)
        opened = self._controller.steps.opened
        names = [] if opened is None else opened.data.names
        lines = (phrases.largest_change(found, self._words), phrases.left_out(found, names, self._words))
        return " ".join(filter(None, lines))


@as_work
def correlated(context: JobContext, opened: Opened, base: Path, answer: Answer) -> NumericChanges:
    """Work that compares the numbers of all variables before and after, without direct identifiers."""
    from sdc_desktop.engine.microdata.numeric_changes import numeric_changes
    from sdc_desktop.engine.runner import apply

    source = source_of(opened, base, context)
    after = apply(answer.job, answer.result, answer.counts, source, context.within(0.0, 0.3))
    names = [v.name for v in opened.data.variables if v.role not in NEVER_RELEASED]
    return numeric_changes(opened.data, after, names, context.within(0.3, 1.0))
