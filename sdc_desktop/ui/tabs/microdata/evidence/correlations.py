"""Correlations: what protection does to numbers; the largest change as a sentence, pairs as bars."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from sdc_desktop.ui.questions.page_answer import PageAnswer
from sdc_desktop.ui.tabs.microdata.anopi.view import View
from sdc_desktop.ui.tabs.microdata.evidence.comparison_work import correlated
from sdc_desktop.ui.tabs.microdata.evidence.page import EvidencePage, answer_key
from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.cards_area import SideBySide
from sdc_desktop.ui.widgets.plots.figure_frame import FigureFrame
from sdc_desktop.ui.widgets.plots.pairs_plot import AFTER_MARK, BEFORE_MARK, PairsPlot
from sdc_desktop.words import N_, Words
from sdc_desktop.words.microdata import numeric_changes as phrases

if TYPE_CHECKING:
    from sdc_desktop.engine.data.reading import Opened
    from sdc_desktop.engine.microdata.numeric_changes import NumericChanges
    from sdc_desktop.ui.jobs import JobManager
    from sdc_desktop.ui.project.project_controller import ProjectController
    from sdc_desktop.ui.tabs.microdata.anopi.work import Answer

_QUICK_VALUES = 1_000_000  # so many are compared without being asked
_MOST_PAIRS = 6  # drawn; the table has the rest
_NAMES = (N_("Pearson, {before} before, {after} after"), N_("Spearman, {before} before, {after} after"))


class CorrelationsPage(EvidencePage):
    """Compares when first shown where that is quick, otherwise on request."""

    title = N_("Correlations")

    def __init__(
        self, controller: ProjectController, jobs: JobManager, words: Words, parent: QWidget | None = None
    ) -> None:
        super().__init__(words, parent)
        say = words.say
        self._controller = controller
        self._view: View | None = None
        self.answer = PageAnswer(jobs, words, self._key, self)
        self.plots = tuple(PairsPlot(say(N_("Correlation")), partial(_short, words=words)) for _ in _NAMES)
        pictures = SideBySide(self.plots)
        for place, text in enumerate(_NAMES):
            pictures.name(place, say(text, before=BEFORE_MARK, after=AFTER_MARK))
        self.frame = FigureFrame(pictures, words)
        self.frame.show_title(say(N_("Correlations before and after")))
        self.compare = QPushButton(say(N_("Compare corre&lations")))
        self.why = QLabel(say(N_("Reads all records, which may take a while.")))
        self.why.setWordWrap(True)
        row = QHBoxLayout()
        row.addWidget(self.why, 1)
        row.addWidget(self.compare)
        column = QVBoxLayout(self)
        spread(column, self, margin=0, spacing=0.5)
        column.addLayout(row)
        column.addWidget(self.frame, 1)
        self.compare.clicked.connect(self._on_compare)
        self.answer.answered.connect(self._on_answered)
        self.answer.changed.connect(self._show_state)

    def show_view(self, view: View, name: str) -> None:
        """Compare what is current, if that is quick; what was compared before stays, greyed."""
        self._view = view
        self.answer.follow()
        opened, answer = self._controller.opened, view.answer
        lacking = not view.stale and self.answer.untried
        if opened is not None and answer is not None and lacking and _is_quick(opened):
            self._start(opened, answer)
        self._show_state()

    def _key(self) -> object:
        view = self._view
        return answer_key(view.answer) if view is not None and view.answer is not None else None

    def _start(self, opened: Opened, answer: Answer) -> None:
        title = self._words.say(N_("Comparing correlations"))
        self.answer.request(correlated(opened, self._controller.base, answer), title)

    @Slot()
    def _show_state(self) -> None:
        say, running, up_to_date = self._words.say, self.answer.running, self.answer.current
        found: NumericChanges | None = self.answer.found
        self.compare.setText(say(N_("&Stop comparing") if running else N_("Compare corre&lations")))
        waits = not running and not up_to_date and not (self._view is not None and self._view.drafting)
        for part in (self.compare, self.why):
            part.setVisible(running or waits)
        self.frame.setVisible(found is not None and bool(found.names))
        self.frame.setEnabled(up_to_date)
        if up_to_date and found is not None:
            self._report_line(self._sentences(found))
        elif running:
            self._report_line(say(N_("Comparing numbers…")))
        else:
            self._report_line(self.answer.refusal)

    def _sentences(self, found: NumericChanges) -> str:
        opened = self._controller.opened
        names = [] if opened is None else opened.data.names
        lines = (phrases.largest_change(found, self._words), phrases.left_out(found, names, self._words))
        return " ".join(filter(None, lines))

    def _draw(self, found: NumericChanges) -> None:
        for plot, kind in zip(self.plots, (found.pearson, found.spearman), strict=True):
            pairs = phrases.changed_pairs(kind)[:_MOST_PAIRS]
            names = (phrases.pair_name(found, pair, self._words) for pair in pairs)
            figures = ((float(kind.before[pair]), float(kind.after[pair])) for pair in pairs)
            plot.show_pairs([(name, *both) for name, both in zip(names, figures, strict=True)])
        self.frame.show_table(phrases.header(self._words), phrases.rows(found, self._words), phrases.FIGURES)

    @Slot()
    def _on_compare(self) -> None:
        view, opened = self._view, self._controller.opened
        if self.answer.running:
            self.answer.stop()
        elif view is not None and view.answer is not None and not view.stale and opened is not None:
            self._start(opened, view.answer)

    @Slot(object)
    def _on_answered(self, found: NumericChanges) -> None:
        self._draw(found)
        if not phrases.changed_pairs(found.pearson):  # nothing to draw; means may still be of interest
            self.frame.pages.setCurrentWidget(self.frame.table)


def _short(value: float, words: Words) -> str:
    return words.figure(value, 2)


def _is_quick(opened: Opened) -> bool:
    return opened.data.records * len(opened.data.names) <= _QUICK_VALUES
