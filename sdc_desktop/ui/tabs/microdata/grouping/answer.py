"""The result of a microaggregation: its cost, the sizes of the groups, the effect on each variable."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from sdc_desktop.sheets.blocks import KeyFigure, KeyFigures, Paragraph, Table
from sdc_desktop.sheets.microaggregate import sheet
from sdc_desktop.sheets.sheet import About, plain_rows, read_by, running_text
from sdc_desktop.ui.tabs.microdata.evidence.risk import RiskPage
from sdc_desktop.ui.tabs.microdata.grouping.family_page import FamilyPage
from sdc_desktop.ui.tabs.microdata.grouping.numbers_pages import NumbersPages
from sdc_desktop.ui.tabs.microdata.grouping.presenter import GroupingView
from sdc_desktop.ui.tabs.microdata.grouping.spread import Spread, shown_spread, titles_of
from sdc_desktop.ui.tabs.microdata.middle.sections import FIRST, RISK, UTILITY, VALUES, Sections
from sdc_desktop.ui.tabs.microdata.records.choices import OFFER, of_spread
from sdc_desktop.ui.tabs.microdata.tools import Tools
from sdc_desktop.ui.theme import spread, step
from sdc_desktop.ui.widgets.elided_label import ElidedLabel
from sdc_desktop.ui.widgets.plots.bars_plot import BarsPlot
from sdc_desktop.ui.widgets.plots.figure_frame import FigureFrame
from sdc_desktop.ui.widgets.steady_inputs import CalmComboBox
from sdc_desktop.ui.widgets.whole_label import WholeLabel
from sdc_desktop.ui.widgets.wrapping_row import WrappingRow
from sdc_desktop.words import N_, Words
from sdc_desktop.words.microdata.microaggregation import members_title
from sdc_desktop.words.microdata.microdata_tab import axis_text
from sdc_desktop.words.words import whole

if TYPE_CHECKING:
    from sdc_desktop.engine.methods.grouping.microaggregate.engine import MicroaggregateResult
    from sdc_desktop.ui.tabs.microdata.grouping.work import GroupingAnswer


class GroupingAnswerView(Sections):
    """Shows a result and reports the selected variable."""

    variable_selected = Signal(object)  # variable
    records_requested = Signal(object)  # Choice: the records of a bar

    def __init__(self, tools: Tools) -> None:
        super().__init__()
        self._words = words = tools.words
        say = words.say
        self.summary = QWidget()
        self.figures = WrappingRow((), step(self.summary))
        self.loss = WholeLabel()
        self.sizes = BarsPlot(say(N_("Groups")), dark=True)
        self.sizes.getAxis("bottom").enableAutoSIPrefix(False)  # else it counts in thousandths
        self.sizes_frame = FigureFrame(self.sizes, words)
        self.sizes_frame.show_title(say(N_("Group sizes")))
        self.values = ValuesPanel(words)
        self.values.chosen.connect(self.variable_selected)
        self.values.records_requested.connect(self.records_requested)
        self.chooser, self.pictures, self.values_frame = self.values.parts
        self.risk = RiskPage(tools)
        self.risk.add_line()
        self.by_k = FamilyPage(tools)
        self.numbers = NumbersPages(tools, self)
        self._values: dict[str, QLabel] = {}
        self._view: GroupingView | None = None
        self._lay_out()

    def show_view(self, view: GroupingView, name: str | None) -> None:
        """Shows a result, greyed if outdated."""
        answer = view.shown
        if answer is None:
            return
        result = answer.result
        blocks = list(read_by("window", sheet(About(answer.job.params, result), self._words)))
        self._show_figures(one for found in blocks if isinstance(found, KeyFigures) for one in found.figures)
        self.loss.show_text(running_text(one for one in blocks if isinstance(one, Paragraph)))
        self._show_sizes(result, next(one for one in blocks if isinstance(one, Table)))
        self.values.show_spreads(answer.spreads, name)
        self._view = view
        self._offer(answer)
        out_of_date = view.stale and not view.drafting
        frames = (self.sizes_frame, self.values_frame, self.risk)
        for part in (*frames, self.loss, *self._values.values()):
            part.setEnabled(not out_of_date and (view.draft is not None or not view.drafting))
        self.shown.emit()

    def bring(self, page: QWidget) -> None:
        """Bring a page up to date, where it takes a while; not while something is moved."""
        view = self._view
        if view is not None and view.shown is not None and page is self.risk:
            self.risk.show_made(view.shown)
        if view is None or view.answer is None or view.drafting or view.stale:
            return
        if page is self.by_k:
            self.by_k.show_answer(view.answer, view.points)
        elif any(page is measured for measured, _ in self.numbers.pages):
            self.numbers.show_answer(view.answer)

    def _offer(self, answer: GroupingAnswer) -> None:
        """Show the tables of numbers where there are some."""
        for (page, _), there in zip(self.numbers.pages, self.numbers.offered(answer), strict=True):
            self.show_page(page, shown=there)

    def _show_figures(self, figures: Iterable[KeyFigure]) -> None:
        for one in figures:
            if one.label not in self._values:
                self._values[one.label] = self._add_figure(one.label)
            shown = self._values[one.label]
            shown.setText(one.value)
            shown.setToolTip(one.reading)
            shown.setAccessibleName(f"{one.label}: {one.value} {one.reading}".rstrip())

    def _add_figure(self, title: str) -> QLabel:
        """Add a place for a figure below its title."""
        pair, label, shown = QWidget(), QLabel(title), QLabel()
        label.setProperty("tone", "muted")
        label.setProperty("scale", "small")
        shown.setProperty("tone", "strong")
        shown.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column = QVBoxLayout(pair)
        spread(column, pair, margin=0, spacing=0.25)
        column.addWidget(label)
        column.addWidget(shown)
        self.figures.add(pair)
        return shown

    def _show_sizes(self, result: MicroaggregateResult, found: Table) -> None:
        numbers: dict[int, int] = {}
        for block in result.blocks:
            for size, groups in block.sizes.items():
                numbers[size] = numbers.get(size, 0) + groups
        sizes = sorted(numbers)
        self.sizes.show_bars(
            [whole(size) for size in sizes],
            [numbers[size] for size in sizes],
            across=members_title(result, self._words),
        )
        heads = [one.head for one in found.columns]
        self.sizes_frame.show_table(heads, plain_rows(found), range(1, len(heads)))

    def _lay_out(self) -> None:
        column = QVBoxLayout(self.summary)
        spread(column, self.summary, margin=0, spacing=0.75)
        column.addWidget(self.figures)
        column.addWidget(self.loss)
        self.add(FIRST, self.summary)
        self.add(FIRST, self.sizes_frame)
        self.add(RISK, self.risk)
        self.add(UTILITY, self.by_k)
        for page, title in self.numbers.pages:
            self.add(UTILITY, page, self._words.say(title))
        self.add(VALUES, self.values)


class ValuesPanel(QWidget):
    """The values of one variable before and after, which is chosen above the picture."""

    chosen = Signal(object)  # variable
    records_requested = Signal(object)  # Choice: the records of a bar

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self._spreads: Mapping[str, Spread] = {}
        self._chooser = CalmComboBox()
        self._chooser.setAccessibleName(words.say(N_("Variable shown")))
        self._chooser.activated.connect(self._on_chosen)
        self._pictures = BeforeAfterBars(words)
        self._pictures.requested.connect(self._on_bar)
        self._frame = FigureFrame(self._pictures, words)
        self._frame.row_requested.connect(self._on_row)
        label = QLabel(words.say(N_("Variable")))
        label.setBuddy(self._chooser)
        row = QHBoxLayout()
        row.addWidget(label)
        row.addWidget(self._chooser, 1)
        column = QVBoxLayout(self)
        spread(column, self, margin=0, spacing=0.75)
        column.addLayout(row)
        column.addWidget(self._frame, 1)

    @property
    def parts(self) -> tuple[CalmComboBox, BeforeAfterBars, FigureFrame]:
        """The chooser, the bars, and their frame."""
        return self._chooser, self._pictures, self._frame

    @property
    def name(self) -> str:
        """The variable shown."""
        return self._chooser.currentText()

    def show_spreads(self, spreads: Mapping[str, Spread], name: str | None = None) -> None:
        """Show other values, of the variable of that `name` if it is among them."""
        self._spreads, names = spreads, list(spreads)
        if [self._chooser.itemText(row) for row in range(self._chooser.count())] != names:
            self._chooser.clear()
            self._chooser.addItems(names)
        if name in names:
            self._chooser.setCurrentIndex(names.index(name))
        self._show()

    def _show(self) -> None:
        say, found = self._words.say, self._spreads.get(self.name)
        if found is None:
            return
        self._frame.show_title(say(N_("Values of {variable} before and after"), variable=self.name))
        bars = shown_spread(found, say(N_("(missing)")))
        titles = titles_of((say(N_("Before")), say(N_("After"))), found, self._words)
        across = axis_text(self.name, found.classes, self._words)
        self._pictures.show_bars(
            titles, bars.names, bars.before, bars.after, apart=bars.apart, across=across, end=bars.end
        )
        figures = zip(bars.ranges, bars.before, bars.after, strict=True)
        rows = [(text, whole(before), whole(after)) for text, before, after in figures]
        header = say(N_("Values")), say(N_("Records before")), say(N_("Records after"))
        self._frame.show_table(header, rows, (1, 2))

    @Slot(int)
    def _on_chosen(self, _index: int) -> None:
        self._show()
        self.chosen.emit(self.name)

    @Slot(object)
    def _on_row(self, row: int) -> None:
        self._on_bar((row, True))

    @Slot(object)
    def _on_bar(self, bar: tuple[int, bool]) -> None:
        if self.name in self._spreads:
            label = self._frame.rows[bar[0]][0]
            self.records_requested.emit(of_spread(self.name, self._spreads[self.name], *bar, label))


class BeforeAfterBars(QWidget):
    """Bars of the same classes before and after, each under its name, in one scale."""

    requested = Signal(object)  # (place of a bar, whether of those after)

    def __init__(self, words: Words) -> None:
        super().__init__()
        records = words.say(N_("Records"))
        self.before, self.after = BarsPlot(records, dark=False), BarsPlot(records, dark=True)
        for plot, after in ((self.before, False), (self.after, True)):
            plot.offer_records(words.say(OFFER))
            plot.requested.connect(partial(self._on_requested, after))
        self._titles = ElidedLabel(), ElidedLabel()
        grid = QGridLayout(self)
        spread(grid, self, margin=0, spacing=0.25)
        for column, (title, plot) in enumerate(zip(self._titles, (self.before, self.after), strict=True)):
            title.setProperty("scale", "small")
            title.setProperty("tone", "muted")
            grid.addWidget(title, 0, column)
            grid.addWidget(plot, 1, column)
            grid.setColumnStretch(column, 1)
        grid.setRowStretch(1, 1)

    def show_bars(
        self,
        titles: tuple[str, str],
        names: Sequence[str],
        before: Sequence[int],
        after: Sequence[int],
        *,
        apart: int = 0,
        across: str = "",
        end: str = "",
    ) -> None:
        """Show other bars; the last `apart` are no values, `across` names the lower axis. `end`: the bars are
        classes of numbers, named after their lower ends, and the last of them ends there.
        """
        most = max([*before, *after], default=1)
        shown = zip(self._titles, titles, (self.before, self.after), (before, after), strict=True)
        for label, title, plot, counts in shown:
            label.setText(title)
            plot.show_bars(names, counts, most, apart, across, end)
            plot.setAccessibleName(title)

    def _on_requested(self, after: bool, place: int) -> None:
        self.requested.emit((place, after))
