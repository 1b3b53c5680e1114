"""Intervals against protection levels: whether an intruder is kept as far away as the rules require."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import Slot

from sdc_desktop.ui.tabs.tables.evidence_pages import TableEvidencePage
from sdc_desktop.ui.theme import fill
from sdc_desktop.ui.widgets.plots.intervals_plot import IntervalsPlot, Reach
from sdc_desktop.words import N_, Words
from sdc_desktop.words.tables.cells import is_failing
from sdc_desktop.words.tables.figures import Decimals, decimals_of
from sdc_desktop.words.tables.table_evidence import bar_reading, bar_row, bars_header, bars_line

if TYPE_CHECKING:
    from sdc_desktop.engine.methods.tables.table.result import TableResult
    from sdc_desktop.engine.tables.cells import CellResult, RequiredLevels

MOST_BARS = 200
_FIGURES = (1, 2, 3, 4, 5, 6, 7)
_One = TypeVar("_One")


class IntervalsPage(TableEvidencePage):
    """A bar an unsafe cell, those that reach least first; of very many every so manieth."""

    title = N_("Intervals")

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        say = words.say
        self._result: TableResult | None = None
        self._drawn: list[tuple[CellResult, RequiredLevels]] = []
        self._decimals = Decimals()
        self._summary = ""
        self.plot = IntervalsPlot(
            say(N_("Unsafe cells, narrowest interval first")),
            say(N_("Feasibility interval")),
            say(N_("true value")),
            say(N_("required")),
        )
        self.frame = self._framed(self.plot, N_("Feasibility intervals and required protection"))
        fill(self, self.frame)
        self.plot.selected.connect(self._on_looked)
        self.plot.requested.connect(self._on_requested)
        self.frame.row_selected.connect(self._on_row)
        self.frame.row_requested.connect(self._on_requested)

    def show_view(self, result: TableResult) -> None:
        """Show the intervals of a result against the levels that they have to reach."""
        if result is self._result:
            return
        self._result = result
        assert result.table is not None
        self._decimals = decimals_of(result)
        found = [
            (cell, _reach(cell, cell.asked), cell.asked)
            for cell in result.cells
            if cell.asked is not None and not cell.repeats
        ]
        found.sort(key=lambda one: (not one[1].failing, min(one[1].below, one[1].above)))
        failing = sum(reach.failing for _, reach, _ in found)
        drawn = thinned(found, failing)
        self._drawn = [(cell, levels) for cell, _, levels in drawn]
        self.plot.show_reaches([reach for _, reach, _ in drawn])
        self.frame.show_table(bars_header(self._words), [self._row(*one) for one in self._drawn], _FIGURES)
        self._summary = bars_line(len(drawn), len(found), failing, self._words)
        self._report_line(self._summary)

    def show_cell(self, coordinates: Sequence[str] | None) -> None:
        """Look at the bar of a cell, if it is drawn."""
        wanted = None if coordinates is None else tuple(coordinates)
        number = next((n for n, (cell, _) in enumerate(self._drawn) if cell.coordinates == wanted), None)
        self.plot.select(number)
        self.frame.select_row(number)

    def _row(self, cell: CellResult, levels: RequiredLevels) -> tuple[str, ...]:
        value = cell.value or 0
        reached = (
            inf if cell.lower is None else float(value - cell.lower),
            inf if cell.upper is None else float(cell.upper - value),
        )
        return bar_row(cell, levels, reached, self._decimals, self._words)

    @Slot(object)
    def _on_looked(self, number: int) -> None:
        cell, levels = self._drawn[number]
        self.frame.select_row(number)
        self._report_line(bar_reading(cell, levels, self._decimals, self._words))

    @Slot(object)
    def _on_row(self, number: int) -> None:
        self.plot.select(number)
        self._on_looked(number)

    @Slot(object)
    def _on_requested(self, number: int) -> None:
        self.cell_requested.emit(self._drawn[number][0].coordinates)


def thinned(found: Sequence[_One], failing: int) -> Sequence[_One]:
    """At most MOST_BARS of them: of those that fail, which come first, as many as can be, of the rest
    evenly spread ones.
    """
    if len(found) <= MOST_BARS:
        return found
    kept = min(failing, MOST_BARS)
    room, rest = MOST_BARS - kept, len(found) - kept
    return [*found[:kept], *(found[kept + place * rest // room] for place in range(room))]


def _reach(cell: CellResult, levels: RequiredLevels) -> Reach:
    """The extent of a cell's interval, in levels; where one side requires nothing, in the other's."""
    below, above = levels.below, levels.above
    scale = max(below, above) or levels.length or 1
    value = cell.value or 0
    low = inf if cell.lower is None else float(value - cell.lower) / float(below or scale)
    high = inf if cell.upper is None else float(cell.upper - value) / float(above or scale)
    return Reach(low, high, is_failing(cell))
