"""Before and after: the bars of one variable."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Signal

from sdc_desktop.sheets.blocks import KeyFigures
from sdc_desktop.sheets.sheet import read_by, running_text
from sdc_desktop.ui.tabs.microdata.anopi.bars import Bars, bars, spread_of
from sdc_desktop.ui.tabs.microdata.anopi.view import View
from sdc_desktop.ui.tabs.microdata.anopi.work import Answer, sheet_of_answer
from sdc_desktop.ui.tabs.microdata.evidence.page import EvidencePage, answer_key
from sdc_desktop.ui.tabs.microdata.grouping.spread import Spread, shown_spread, titles_of
from sdc_desktop.ui.tabs.microdata.records.choices import OFFER, of_bars, of_spread
from sdc_desktop.ui.tabs.microdata.tools import Tools
from sdc_desktop.ui.theme import fill
from sdc_desktop.ui.widgets.cards_area import SideBySide
from sdc_desktop.ui.widgets.plots.bars_plot import BarsPlot
from sdc_desktop.ui.widgets.plots.figure_frame import FigureFrame
from sdc_desktop.words import N_
from sdc_desktop.words.microdata.anopi_k import released_as
from sdc_desktop.words.microdata.hierarchies import coding_short
from sdc_desktop.words.microdata.microdata_tab import axis_text
from sdc_desktop.words.words import whole

Row = tuple[str, str, str]


class ValuesPage(EvidencePage):
    """How the records spread over the values of a variable."""

    records_requested = Signal(object)  # Choice: the records of a bar

    def __init__(self, tools: Tools) -> None:
        super().__init__(tools)
        words = self._words
        self._shown: object = None
        self._choices: dict[int, Callable[[int], object]] = {}  # by plot: what a bar stands for
        self._unit = words.say(N_("Records"))
        self.plots = {1: BarsPlot(self._unit, dark=False), 2: BarsPlot(self._unit, dark=True)}
        for place, plot in self.plots.items():
            plot.offer_records(words.say(OFFER))
            plot.setAccessibleName(words.say(N_("Values")))  # until a variable is shown
            plot.requested.connect(partial(self._on_bar, place))
        self._pictures = SideBySide(tuple(self.plots.values()))
        self.frame = FigureFrame(self._pictures, words)
        fill(self, self.frame)

    def show_view(self, view: View, name: str) -> None:
        """Show the effect of the result on one variable."""
        answer = view.evidence
        if answer is None:
            return
        blocks = read_by("window", sheet_of_answer(answer, self._words))
        self._report_line(running_text(one for one in blocks if isinstance(one, KeyFigures)))
        shown = (answer_key(answer), name)
        if shown == self._shown:  # moving a slider seldom changes the bars
            return
        self._shown = shown
        say, known = self._words.say, view.levels(name)
        self._name_unit(persons=name not in answer.k and answer.counts.keys.members is not None)
        if name in answer.k:
            self._show_groups(answer, name)
            return
        names = answer.counts.variable(name).codings.level_names
        rows: list[Row] = []
        texts = {1: N_("Before: {coding}"), 2: N_("After: {coding}")}
        counted_from = answer.counts.counted_from.get(name, 0)  # finer values are not known
        levels = {1: counted_from + 1, 2: answer.levels[name]}
        absent = say(N_("(missing)"))
        shapes = {
            place: bars(answer, name, level, absent=absent, released=place == 2)
            for place, level in levels.items()
        }
        self._choices = {place: partial(_of_bars, name, found, place == 2) for place, found in shapes.items()}
        most = max((count for found in shapes.values() for count in found.counts), default=1)
        for place, level in levels.items():
            title = say(texts[place], coding=coding_short(level, names[level - 1], known, self._words))
            found = shapes[place]
            self._pictures.name(place - 1, self._bars_title(title, found))
            across = axis_text(name, found.classes, self._words)
            self.plots[place].show_bars(found.names, found.counts, most, len(found.apart), across, found.end)
            rows += self._rows(title, found)
        self.frame.show_title(say(N_("Values of {variable} before and after"), variable=name))
        self.frame.show_table((say(N_("Coding")), say(N_("Category")), self._unit), rows, (2,))

    def _name_unit(self, *, persons: bool) -> None:
        """Whether bars are persons with a record of a value, or records, as in groups."""
        self._unit = self._words.say(N_("Persons") if persons else N_("Records"))
        for plot in self.plots.values():
            plot.setLabel("left", self._unit)

    def _show_groups(self, answer: Answer, name: str) -> None:
        """A microaggregated variable: the same classes of values before and after."""

        say, found = self._words.say, spread_of(answer, name)
        self._choices = {place: partial(self._of_spread, name, found, place == 2) for place in self.plots}
        block = next(block for block in answer.anopi_result.blocks if name in block.variables)
        after = say(N_("After: {coding}"), coding=released_as(block, self._words))
        bars = shown_spread(found, say(N_("(missing)")))
        most = max([*bars.before, *bars.after], default=1)
        across = axis_text(name, found.classes, self._words)
        titles = titles_of((say(N_("Before")), after), found, self._words)
        for place, (title, counts) in enumerate(zip(titles, (bars.before, bars.after), strict=True)):
            self._pictures.name(place, title)
            self.plots[place + 1].show_bars(bars.names, counts, most, bars.apart, across, bars.end)
        self.frame.show_title(say(N_("Values of {variable} before and after"), variable=name))
        header = say(N_("Values")), say(N_("Records before")), say(N_("Records after"))
        figures = zip(bars.ranges, bars.before, bars.after, strict=True)
        rows = [(text, whole(before), whole(after)) for text, before, after in figures]
        self.frame.show_table(header, rows, (1, 2))

    def _on_bar(self, plot: int, place: int) -> None:
        choice = self._choices[plot](place) if plot in self._choices else None
        if choice is not None:
            self.records_requested.emit(choice)

    def _of_spread(self, name: str, found: Spread, released: bool, place: int) -> object:
        return of_spread(name, found, place, released, self.frame.rows[place][0])

    def _bars_title(self, title: str, found: Bars) -> str:
        if found.together == 1:
            return title
        return self._words.say(
            N_("{title}: {categories} values, {together} neighbours in a bar"),
            title=title,
            categories=whole(found.categories),
            together=whole(found.together),
        )

    def _rows(self, title: str, found: Bars) -> list[Row]:
        """One row per category; of too many the most frequent, and a last row for the others."""
        rows = [(title, category, whole(count)) for category, count in found.rows]
        left_out = found.categories - len(found.rows)
        if left_out:
            text = self._words.say_many(N_("({number} rarer value)"), N_("({number} rarer values)"), left_out)
            rows.append((title, text, whole(found.others)))
        return rows


def _of_bars(name: str, found: Bars, released: bool, place: int) -> object:
    return of_bars(name, found, place, released)
