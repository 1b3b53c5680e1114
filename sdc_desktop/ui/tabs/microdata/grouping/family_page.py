"""Loss against k, and the k on the risk-utility map: the chosen one and ANOPI's among them."""

from __future__ import annotations

from math import log10
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QPushButton

from sdc_desktop.engine.context import JobContext
from sdc_desktop.ui.questions.question import as_work
from sdc_desktop.ui.tabs.microdata.evidence.page import RunPage
from sdc_desktop.ui.tabs.microdata.grouping.work import GroupingAnswer, Points, seconds
from sdc_desktop.ui.tabs.microdata.tools import Tools
from sdc_desktop.ui.theme import beside, fill, step
from sdc_desktop.ui.widgets.cards_area import SideBySide
from sdc_desktop.ui.widgets.plots.figure_frame import FigureFrame
from sdc_desktop.ui.widgets.plots.ru_plot import RuMark, RuPicture, RuPlot
from sdc_desktop.words import N_
from sdc_desktop.words.microdata import k_family as phrases

if TYPE_CHECKING:  # numpy is needed only when a file is open
    from sdc_desktop.engine.methods.grouping.microaggregate.by_k import KFamily, KPoint
    from sdc_desktop.ui.jobs import Work

_LEAST_LOSS = 1.0  # percent that the curve of the loss shows at least
_ROOM = 1.25  # for the names beside the points
_TICKS = (1, 3, 10, 30, 100, 300, 1000)  # as far apart as their names need where there is little room
_QUICK_SECONDS = 1.0  # up to so much the family follows every change
Inputs = tuple[GroupingAnswer, Points]


class FamilyPage(RunPage["KFamily"]):
    """Follows the result where that is quick; else it is computed on request."""

    k_requested = Signal(object)  # int: use this k

    run_texts = N_("Compute for all k"), N_("Compute for all k")
    running_text = N_("Grouping the records with one k after the other…")
    idle_text = N_("Loss and risk of microaggregation with other k.")
    stale_text = N_("Settings have changed since these figures were computed.")
    work_title = N_("Loss and risk by k")

    def __init__(self, tools: Tools) -> None:
        words = tools.words
        say = words.say
        self._inputs: Inputs | None = None
        self._counted = 0  # how often the records were counted again
        self._listed: tuple[KPoint, ...] = ()  # as the plots number them
        super().__init__(tools)
        loss, risk = say(N_("Information loss, %")), say(N_("Average re-identification risk, %"))
        self.curve = RuPlot(say(N_("k (logarithmic)")), loss, "", "")
        self.curve.getAxis("bottom").setTicks([[(log10(k), str(k)) for k in _TICKS]])
        self.map = RuPlot(risk, say(N_("Information retained, %")), "", "")
        self._pictures = SideBySide((self.curve, self.map))
        self._pictures.name(0, say(N_("Information loss by k")))
        self._pictures.name(1, say(N_("Risk and utility by k")))
        self._pictures.setMinimumHeight(step(self, 18))
        self.frame = FigureFrame(self._pictures, words)
        self.frame.show_title(say(N_("Loss and risk by k")))
        self.use = QPushButton(say(N_("Use this k")))
        for button in (self.run, self.use):
            button.setProperty("scale", "small")
        foot = beside(self, (self.label, 1), self.run, self.use, spacing=1)
        fill(self, (self.frame, 1), foot, spacing=0.5)
        self.use.clicked.connect(self._on_use)
        for plot in (self.curve, self.map):
            plot.selected.connect(self._on_selected)
            plot.requested.connect(self._on_use)
        self.frame.row_selected.connect(self._on_row)
        self.frame.row_requested.connect(self._on_use)
        tools.controller.data_closed.connect(self._on_closed)

    def show_answer(self, answer: GroupingAnswer, points: Points) -> None:
        """Show another result, or ANOPI's other points."""
        if self._inputs is None or answer.counts.columns is not self._inputs[0].counts.columns:
            self._counted += 1
        self._inputs = answer, points
        self.bring(at_once=family_seconds(answer) < _QUICK_SECONDS)

    def forget(self) -> None:
        self._inputs, self._listed = None, ()
        for plot in (self.curve, self.map):
            plot.show_picture(RuPicture((), (), (), None, None))
        self.frame.show_table((), (), ())
        super().forget()

    # inside ------------------------------------------------------------------------------------------

    def key(self) -> object:
        """What the family depends on: all but k, as long as k is one of its own."""
        if self._inputs is None:
            return None
        answer, points = self._inputs
        params = answer.job.params
        ks = () if self.found is None else {point.k for point in self.found.points}
        plain = params.model_copy(update={"k": 1 if params.k in ks else params.k, "tolerable_risk": None})
        return self._counted, plain.model_dump_json(), str(points)

    def work(self) -> Work | None:
        return None if self._inputs is None else family_of(*self._inputs)

    def draw(self, found: KFamily) -> str:
        """Nothing: what is shown depends on the current k."""
        return ""

    @Slot()
    def show_state(self) -> None:
        super().show_state()
        self.frame.setEnabled(self.answer.current)
        self._draw()
        self.use.setEnabled(self._selected_k is not None)

    def state(self) -> str:
        return super().state() or self._points_text()

    def _draw(self) -> None:
        found, inputs = self.found, self._inputs
        if found is None or inputs is None:
            return
        words, current = self._words, inputs[0].job.params.k
        named = [point for point in found.points if phrases.name(point.k, found, current, words)]
        self._listed = (*named, *found.points)
        texts = [phrases.mark(point.k, found, current, words) for point in named]
        losses = max(max(100 * point.loss for point in found.points), _LEAST_LOSS)
        for plot, spot_of, most in ((self.curve, _by_k, losses), (self.map, _by_risk, 100.0)):
            spots = tuple(map(spot_of, found.points))
            listed = zip(texts, named, strict=True)
            marks = tuple(RuMark(text, spot_of(point), point.k == current) for text, point in listed)
            plot.show_picture(RuPicture(spots, spots, marks, None, None, most, _ROOM))
        rows = [phrases.row(point, found, current, words) for point in found.points]
        self.frame.show_table(phrases.header(words), rows, phrases.FIGURES)

    @property
    def _selected_k(self) -> int | None:
        """The k that is selected and could be used instead of the current one."""
        place = self.curve.selection
        if place is None or not self.answer.current or self._inputs is None or place >= len(self._listed):
            return None
        k = self._listed[place].k
        return k if k not in (1, self._inputs[0].job.params.k) else None

    def _points_text(self) -> str:
        assert self.found is not None
        assert self._inputs is not None
        place = self.curve.selection
        current = self._inputs[0].job.params.k
        shown = [point for point in self.found.points if point.k in (current, self.found.anopi)]
        if place is not None and place < len(self._listed):
            shown = [self._listed[place]]
        return " ".join(phrases.line(point, self._words) for point in shown)

    # what the officer does ---------------------------------------------------------------------------

    @Slot(object)
    def _on_row(self, row: int) -> None:
        self._on_selected(len(self._listed) - len(self.frame.rows) + row)

    @Slot(object)
    def _on_selected(self, place: int) -> None:
        for plot in (self.curve, self.map):
            plot.select(place)
        self.use.setEnabled(self._selected_k is not None)
        self._report_line(self.state())

    @Slot()
    def _on_use(self, *_: object) -> None:
        k = self._selected_k
        if k is not None:
            self.k_requested.emit(k)


def _by_k(point: KPoint) -> tuple[float, float]:
    return log10(point.k), 100 * point.loss


def _by_risk(point: KPoint) -> tuple[float, float]:
    return 100 * point.risk, 100 * (1 - point.loss)


def family_seconds(answer: GroupingAnswer) -> float:
    """About how long the family takes."""
    from sdc_desktop.engine.methods.grouping.microaggregate.by_k import ks_of

    params, counted = answer.job.params, answer.counts
    return sum(seconds(params.model_copy(update={"k": k}), counted) for k in ks_of(counted, params.k))


@as_work
def family_of(context: JobContext, answer: GroupingAnswer, points: Points) -> KFamily:
    """Work that groups the records with one k after the other, and lets ANOPI propose its own."""
    from sdc_desktop.engine.methods.grouping.microaggregate.by_k import k_family

    return k_family(answer.job.params, answer.counts, points[0], points[1], context)
