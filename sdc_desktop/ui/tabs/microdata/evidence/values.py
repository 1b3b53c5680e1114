"""Before and after: the bars of one variable."""

from PySide6.QtCore import Signal

from sdc_desktop.sheets.blocks import KeyFigures
from sdc_desktop.sheets.sheet import read_by, running_text
from sdc_desktop.sheets.value_bars import Bars, bars, of_bars, spread_of
from sdc_desktop.ui.qt_locale import decimal_mark
from sdc_desktop.ui.tabs.microdata.anopi.view import View
from sdc_desktop.ui.tabs.microdata.anopi.work import sheet_of_answer
from sdc_desktop.ui.tabs.microdata.evidence.page import EvidencePage, answer_key
from sdc_desktop.ui.tabs.microdata.kit.before_after import BeforeAfter
from sdc_desktop.ui.tabs.microdata.tools import Tools
from sdc_desktop.ui.theme import fill
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
        self._shown: object = None
        self.frame = BeforeAfter(self._words)
        self.frame.records_requested.connect(self.records_requested)
        self.plots = {1: self.frame.before, 2: self.frame.after}
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
        persons = name not in answer.k and answer.counts.keys.members is not None  # with a record of a value
        unit = say(N_("Persons") if persons else N_("Records"))
        for plot in self.plots.values():
            plot.setLabel("left", unit)
        if name in answer.k:  # the same classes of values before and after
            block = next(block for block in answer.anopi_result.blocks if name in block.variables)
            after = say(N_("After: {coding}"), coding=released_as(block, self._words))
            self.frame.show_spread(
                name, spread_of(answer.anopi_counts, answer.anopi_result, name, decimal_mark()), after
            )
            return
        names = answer.counts.variable(name).codings.level_names
        rows: list[Row] = []
        texts = {1: N_("Before: {coding}"), 2: N_("After: {coding}")}
        counted_from = answer.counts.counted_from.get(name, 0)  # finer values are not known
        levels = {1: counted_from + 1, 2: answer.levels[name]}
        absent, missing = say(N_("(missing)")), answer.counted.missing.get(name, ())
        rare = answer.result.suppression
        shapes = {
            place: bars(
                answer.counts, name, level, rare if place == 2 else None, missing, absent, decimal_mark()
            )
            for place, level in levels.items()
        }
        most = max((count for found in shapes.values() for count in found.counts), default=1)
        for place, level in levels.items():
            title = say(texts[place], coding=coding_short(level, names[level - 1], known, self._words))
            found = shapes[place]
            across, apart = axis_text(name, found.classes, self._words), len(found.apart)
            bars_shown = (found.names, found.counts, most, apart, across, found.end)
            self.frame.show_side(self.plots[place], self._bars_title(title, found), *bars_shown)
            rows += self._rows(title, found)

        def choice_of(place: int, released: bool) -> object:
            return of_bars(name, shapes[1 + released], place, released)

        header = say(N_("Coding")), say(N_("Category")), unit
        self.frame.show_values(name, header, rows, (2,), choice_of)

    def _bars_title(self, title: str, found: Bars) -> str:
        if found.together == 1:
            return title
        return self._words.say(
            N_(
                "{title}: {categories} {categories:value|values}, {together} "
                "{together:neighbour|neighbours} in a bar"
            ),
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
