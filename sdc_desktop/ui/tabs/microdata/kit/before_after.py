"""The values of a variable before and after, as bars beside one another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Signal, Slot

from sdc_desktop.sheets.value_bars import Spread, of_spread, shown_spread
from sdc_desktop.ui.widgets.cards_area import SideBySide
from sdc_desktop.ui.widgets.plots.bars_plot import BarsPlot
from sdc_desktop.ui.widgets.plots.figure_frame import FigureFrame
from sdc_desktop.words import N_, Words
from sdc_desktop.words.microdata.compared import OFFER
from sdc_desktop.words.microdata.microdata_tab import axis_text
from sdc_desktop.words.words import whole


class BeforeAfter(FigureFrame):
    """Two pictures in one scale, and the figures behind them. A bar leads to its records."""

    records_requested = Signal(object)  # Choice: the records of a bar

    def __init__(self, words: Words) -> None:
        records = words.say(N_("Records"))
        self.before, self.after = BarsPlot(records, dark=False), BarsPlot(records, dark=True)
        self._sides = SideBySide((self.before, self.after))
        self._choice_of: Callable[[int, bool], object] | None = None  # by place of a bar, whether after
        super().__init__(self._sides, words)
        for plot, after in ((self.before, False), (self.after, True)):
            plot.offer_records(words.say(OFFER))
            plot.setAccessibleName(words.say(N_("Values")))  # until a variable is shown
            plot.requested.connect(partial(self._on_bar, after))

    def show_spread(self, variable: str, found: Spread, after: str = "") -> None:
        """Show the same classes of values before and after; ``after`` names those after."""
        say = self._words.say
        shown = shown_spread(found, say(N_("(missing)")))
        titles = [say(N_("Before")), after or say(N_("After"))]
        if found.together > 1:
            text, together = (
                N_("{title}: {together} {together:neighbour|neighbours} in a bar"),
                found.together,
            )
            titles = [say(text, title=title, together=together) for title in titles]
        across = axis_text(variable, found.classes, self._words)
        most = max([*shown.before, *shown.after], default=1)
        for title, plot, counts in zip(titles, self._plots, (shown.before, shown.after), strict=True):
            self.show_side(plot, title, shown.names, counts, most, shown.apart, across, shown.end)
        figures = zip(shown.ranges, shown.before, shown.after, strict=True)
        rows = [(text, whole(one), whole(other)) for text, one, other in figures]
        header = say(N_("Values")), say(N_("Records before")), say(N_("Records after"))

        def choice_of(place: int, released: bool) -> object:
            return of_spread(variable, found, place, released, shown.ranges[place])

        self.show_values(variable, header, rows, (1, 2), choice_of)

    def show_side(
        self,
        plot: BarsPlot,
        title: str,
        names: Sequence[str],
        counts: Sequence[int],
        most: int,
        apart: int,
        across: str,
        end: str,
    ) -> None:
        """Show other bars in one of the pictures, as `BarsPlot.show_bars` does, under their name."""
        plot.show_bars(names, counts, most, apart, across, end)
        self._sides.name(self._plots.index(plot), title)

    def show_values(
        self,
        variable: str,
        header: Sequence[str],
        rows: Sequence[Sequence[str]],
        figures: Sequence[int],
        choice_of: Callable[[int, bool], object],
    ) -> None:
        """Show the figures behind the pictures. ``choice_of``: the records of a bar."""
        self.show_title(self._words.say(N_("Values of {variable} before and after"), variable=variable))
        self.show_table(header, rows, figures)
        self._choice_of = choice_of

    @property
    def _plots(self) -> tuple[BarsPlot, BarsPlot]:
        return self.before, self.after

    @Slot(object)
    def request_row(self, row: int) -> None:
        """Show the records of a row that stands for a bar, by their values after."""
        self._on_bar(True, row)

    def _on_bar(self, after: bool, place: int) -> None:
        choice = None if self._choice_of is None else self._choice_of(place, after)
        if choice is not None:
            self.records_requested.emit(choice)
