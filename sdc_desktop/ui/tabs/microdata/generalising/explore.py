"""The picture of a search: every combination of levels evaluated, to filter, select and use."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QSizePolicy, QWidget

from sdc_desktop.engine.microdata.lattice.search import Evaluated, Flags, pareto, solution_at
from sdc_desktop.ui.tabs.microdata.generalising.presenter import GeneralisingView
from sdc_desktop.ui.theme import beside, fill, step
from sdc_desktop.ui.widgets.plain_parts import plain_label, push_button
from sdc_desktop.ui.widgets.plots.figure_frame import FigureFrame
from sdc_desktop.ui.widgets.plots.nodes_plot import Nodes, NodesPlot
from sdc_desktop.ui.widgets.steady_inputs import CalmComboBox
from sdc_desktop.words import N_, Words
from sdc_desktop.words.microdata.generalising_tab import points_line, tie_header, tie_row

if TYPE_CHECKING:
    from sdc_desktop.ui.tabs.microdata.generalising.work import Searched

_LISTED = 500  # rows behind the picture: those of least loss
_SHOWN = (N_("All evaluated"), N_("Within the limit"), N_("Pareto-optimal"))


class ExplorePage(QWidget):
    """Shows the combinations of a result and reports which is selected or requested."""

    levels_selected = Signal(object)  # tuple of levels; None: the answer
    levels_requested = Signal()  # those looked at
    all_requested = Signal()

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        say = words.say
        self._view: GeneralisingView | None = None
        self._evaluated: Evaluated | None = None
        self._rows: npt.NDArray[np.int64] = np.zeros(0, dtype=np.int64)  # indices of those not filtered away
        self._key: object = None
        self.plot = NodesPlot(say(N_("Suppressed, % of the records")), say(N_("best")), say(N_("ANOPI")))
        self.plot.setMinimumHeight(step(self, 15))
        self.frame = FigureFrame(self.plot, words)
        self.plot.setLabel("left", say(N_("Loss")))
        self.frame.show_title(say(N_("Suppression and loss of other levels")))
        self.frame.title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.shown = CalmComboBox()
        self.shown.addItems([say(text) for text in _SHOWN])
        self.variable = CalmComboBox()
        self.level = CalmComboBox()
        self.every = push_button(weight="quiet", scale="small")
        self.take = push_button(say(N_("Use these &levels")), scale="small")
        self.back = push_button(say(N_("Back to the best")), weight="quiet", scale="small")
        self.line = plain_label(tone="muted", scale="small", narrow=True)
        self._lay_out()
        self._connect()

    def show_view(self, view: GeneralisingView) -> None:
        """Show the combinations of a result."""
        self._view = view
        answer = view.answer
        if answer is None:
            return
        evaluated = view.every if view.every is not None else answer.result.evaluated
        if evaluated is not self._evaluated:
            self._evaluated, self._key = evaluated, None
            self._show_variables(answer)
        self._draw()
        looked_at = view.preview is not None
        self.take.setVisible(looked_at)
        self.back.setVisible(looked_at)
        self.line.setVisible(not looked_at)
        self._show_every(view, answer)
        self.setEnabled(not view.stale)

    # showing -----------------------------------------------------------------------------------------

    def _show_every(self, view: GeneralisingView, answer: Searched) -> None:
        say = self._words.say
        text = N_("Stop") if view.evaluating else N_("Evaluate all combinations")
        self.every.setText(say(text))
        done = view.every is not None or answer.result.nodes == answer.result.lattice
        self.every.setVisible(not done)

    def _show_variables(self, answer: Searched) -> None:
        names = [self._words.say(N_("every variable")), *answer.counts.names]
        if self.variable.texts != names:
            self.variable.show_texts(names)
            self._show_levels()

    @Slot()
    def _show_levels(self) -> None:
        place, view = self.variable.currentIndex() - 1, self._view
        self.level.clear()
        self.level.setVisible(place >= 0)
        if place >= 0 and view is not None and view.answer is not None:
            titles = view.level_titles(view.answer.counts.names[place], self._words)
            self.level.addItems(list(titles))

    @Slot()
    def _draw(self) -> None:
        view, evaluated = self._view, self._evaluated
        if view is None or view.answer is None or evaluated is None:
            return
        answer, filters = view.answer, self._filters()
        result, percent = answer.result, partial(_percent, of=answer.result.records)
        key = (filters, result.limit)
        if key != self._key:
            self._key = key
            self._rows = np.flatnonzero(_chosen(evaluated, result.limit, *filters))
            self._picture = (
                percent(evaluated.suppressed[self._rows]),
                evaluated.losses[self._rows],
                evaluated.suppressed[self._rows] <= result.limit,
            )
            self._show_table(answer)
        looked, anopi = view.preview, result.anopi
        best = percent(result.suppressed), result.loss
        seen = None if looked is None else (percent(looked.result.suppressed), looked.result.loss)
        optimum = None if anopi is None else (percent(anopi.suppressed), anopi.loss)
        nodes = Nodes(*self._picture, percent(result.limit), best=best, looked_at=seen, anopi=optimum)
        self.plot.show_nodes(nodes)
        line = points_line(len(self.plot.drawn), len(evaluated.losses), result.lattice, self._words)
        self.line.setText(line)

    def _show_table(self, answer: Searched) -> None:
        evaluated, result = self._evaluated, answer.result
        assert evaluated is not None
        order = np.lexsort((evaluated.suppressed[self._rows], evaluated.losses[self._rows]))[:_LISTED]
        self._listed = order
        rows = [
            tie_row(solution_at(evaluated, int(self._rows[one])), result.limit, self._words) for one in order
        ]
        names = answer.counts.names
        self.frame.show_table(tie_header(names, self._words), rows, (0, 1, *range(3, 3 + len(names))))

    def _filters(self) -> tuple[int, int, int]:
        variable = self.variable.currentIndex() - 1
        return self.shown.currentIndex(), variable, self.level.currentIndex() if variable >= 0 else -1

    # what the officer does ---------------------------------------------------------------------------

    @Slot(object)
    def _on_point(self, index: int) -> None:
        evaluated = self._evaluated
        if evaluated is not None:
            levels = tuple(int(level) for level in evaluated.levels[self._rows[index]])
            self.levels_selected.emit(levels)

    @Slot(object)
    def _on_row(self, row: int) -> None:
        index = int(self._listed[row])
        self.plot.select(index)
        self._on_point(index)

    @Slot(object)
    def _on_requested(self, _index: int) -> None:
        if self._view is not None and self._view.preview is not None:
            self.levels_requested.emit()

    @Slot()
    def _on_back(self) -> None:
        self.plot.select(None)
        self.frame.select_row(None)
        self.levels_selected.emit(None)

    # building ----------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        say = self._words.say
        self.shown.setAccessibleName(say(N_("Which combinations are shown")))
        self.variable.setAccessibleName(say(N_("Only combinations with a level of this variable")))
        self.level.setAccessibleName(say(N_("The level")))
        self.level.hide()
        filters = beside(self, (self.shown, 1), (self.variable, 1), (self.level, 1))
        for place, button in enumerate((self.back, self.take, self.every)):
            self.frame.foot.add(button, place)
        fill(self, filters, (self.frame, 1), self.line, spacing=0.5)

    def _connect(self) -> None:
        self.variable.activated.connect(self._show_levels)
        for chooser in (self.variable, self.shown, self.level):
            chooser.activated.connect(self._draw)
        self.plot.selected.connect(self._on_point)
        self.plot.requested.connect(self._on_requested)
        self.frame.row_selected.connect(self._on_row)
        self.frame.row_requested.connect(self._on_requested)
        self.take.clicked.connect(self.levels_requested)
        self.back.clicked.connect(self._on_back)
        self.every.clicked.connect(self.all_requested)


def _percent(number: Any, of: int) -> Any:
    return number / of * 100


def _chosen(evaluated: Evaluated, limit: int, shown: int, variable: int, level: int) -> Flags:
    """Which combinations (nodes,) a filter leaves: `shown` is a place in _SHOWN, `variable` -1 for all."""
    chosen: Flags = np.isfinite(evaluated.losses)
    if shown == 1:
        chosen &= evaluated.suppressed <= limit
    if variable >= 0:
        chosen &= evaluated.levels[:, variable] == level
    if shown == 2:
        chosen &= pareto(evaluated, chosen)
    return chosen
