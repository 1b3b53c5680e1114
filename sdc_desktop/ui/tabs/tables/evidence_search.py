"""The search for the cheapest suppression pattern: best found and bound over time."""

from __future__ import annotations

from collections.abc import Sequence
from math import isinf

from PySide6.QtWidgets import QVBoxLayout, QWidget

from sdc_desktop.ui.tabs.tables.evidence_page import TableEvidencePage
from sdc_desktop.ui.widgets.plots.bounds_plot import BoundsPlot, Moment
from sdc_desktop.ui.widgets.plots.figure_frame import FigureFrame
from sdc_desktop.words import N_, Words
from sdc_desktop.words.tables.table_evidence import search_header, search_line, search_row

_FIGURES = (0, 1, 2, 3)
_MOST_ROWS = 500  # behind the picture: the newest


class SearchPage(TableEvidencePage):
    """Follows a search while it runs, and stays when it has ended."""

    title = N_("Search")

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        say = words.say
        self.plot = BoundsPlot(
            say(N_("Seconds")), say(N_("Cost")), say(N_("best found")), say(N_("lower bound"))
        )
        self.frame = FigureFrame(self.plot, words)
        self.frame.show_title(say(N_("Search progress: best cost and lower bound")))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.frame)
        self.show_view(())

    def show_view(self, points: Sequence[tuple[float, float | None, float]]) -> None:
        """Show a search as (seconds, cost of the best found, bound), in the order of time. The cost is None,
        or infinite, while nothing is found.
        """
        moments = [
            Moment(seconds, None if cost is None or isinf(cost) else cost, bound)
            for seconds, cost, bound in points
        ]
        self.plot.show_moments(moments)
        if not moments:
            self.frame.show_table((), ())
            self._report_line(self._words.say(N_("No optimal search has been run.")))
            return

        rows = [search_row(m.seconds, m.cost, m.bound, self._words) for m in moments[-_MOST_ROWS:]]
        self.frame.show_table(search_header(self._words), rows, _FIGURES)
        last = moments[-1]
        self._report_line(search_line(last.seconds, last.cost, last.bound, self._words))
