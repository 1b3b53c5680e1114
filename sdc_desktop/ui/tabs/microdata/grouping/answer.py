"""The result of a microaggregation: its cost, the sizes of the groups, the effect on each variable."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QLabel, QWidget

from sdc_desktop.sheets.blocks import KeyFigures, Paragraph, Table
from sdc_desktop.sheets.microaggregate import sheet
from sdc_desktop.sheets.sheet import About, plain_rows, read_by, running_text
from sdc_desktop.sheets.value_bars import Spread
from sdc_desktop.ui.tabs.microdata.evidence.risk import RiskPage
from sdc_desktop.ui.tabs.microdata.grouping.family_page import FamilyPage
from sdc_desktop.ui.tabs.microdata.grouping.numbers_pages import NumbersPages
from sdc_desktop.ui.tabs.microdata.grouping.presenter import GroupingView
from sdc_desktop.ui.tabs.microdata.kit.before_after import BeforeAfter
from sdc_desktop.ui.tabs.microdata.middle.sections import FIRST, RISK, UTILITY, VALUES, Sections
from sdc_desktop.ui.tabs.microdata.tools import Tools
from sdc_desktop.ui.theme import beside, fill
from sdc_desktop.ui.widgets.figure_row import FigureRow
from sdc_desktop.ui.widgets.plots.bars_plot import BarsPlot
from sdc_desktop.ui.widgets.plots.figure_frame import FigureFrame
from sdc_desktop.ui.widgets.steady_inputs import CalmComboBox
from sdc_desktop.ui.widgets.whole_label import WholeLabel
from sdc_desktop.words import N_, Words
from sdc_desktop.words.microdata.microaggregation import members_title
from sdc_desktop.words.words import whole

if TYPE_CHECKING:
    from sdc_desktop.engine.methods.grouping.microaggregate.engine import MicroaggregateResult


class GroupingAnswerView(Sections):
    """Shows a result and reports the selected variable."""

    variable_selected = Signal(object)  # variable
    records_requested = Signal(object)  # Choice: the records of a bar

    def __init__(self, tools: Tools) -> None:
        super().__init__(tools.shelf)
        self._words = words = tools.words
        say = words.say
        self.summary = QWidget()
        self.figures = FigureRow(self.summary)
        self.loss = WholeLabel()
        self.sizes = BarsPlot(say(N_("Groups")), dark=True)
        self.sizes.getAxis("bottom").enableAutoSIPrefix(False)  # else it counts in thousandths
        self.sizes_frame = FigureFrame(self.sizes, words)
        self.sizes_frame.show_title(say(N_("Group sizes")))
        self.values = ValuesPanel(words)
        self.values.chosen.connect(self.variable_selected)
        self.values.records_requested.connect(self.records_requested)
        self.risk = RiskPage(tools)
        self.risk.add_line()
        self.by_k = FamilyPage(tools)
        self.numbers = NumbersPages(tools, self)
        self._view: GroupingView | None = None
        self._lay_out()

    def show_view(self, view: GroupingView, name: str | None) -> None:
        """Shows a result, greyed if outdated."""
        answer = view.shown
        if answer is None:
            return
        result = answer.result
        blocks = list(read_by("window", sheet(About(answer.job.params, result), self._words)))
        self.figures.show_figures(
            one for found in blocks if isinstance(found, KeyFigures) for one in found.figures
        )
        self.loss.show_text(running_text(one for one in blocks if isinstance(one, Paragraph)))
        self._show_sizes(result, next(one for one in blocks if isinstance(one, Table)))
        self.values.show_spreads(answer.spreads, name)
        self._view = view
        for (page, _), there in zip(self.numbers.pages, self.numbers.offered(answer), strict=True):
            self.show_page(page, shown=there)  # where there are numbers
        out_of_date = view.stale and not view.drafting
        for part in (self.sizes_frame, self.values.frame, self.risk, self.loss, self.figures):
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

    def _show_sizes(self, result: MicroaggregateResult, found: Table) -> None:
        numbers: dict[int, int] = {}
        for block in result.blocks:
            for size, groups in block.sizes.items():
                numbers[size] = numbers.get(size, 0) + groups
        sizes, across = sorted(numbers), members_title(result, self._words)
        self.sizes.show_bars(list(map(whole, sizes)), [numbers[size] for size in sizes], across=across)
        heads = [one.head for one in found.columns]
        self.sizes_frame.show_table(heads, plain_rows(found), range(1, len(heads)))

    def _lay_out(self) -> None:
        fill(self.summary, self.figures, self.loss, spacing=0.75)
        self.add(FIRST, self.summary)
        self.add(FIRST, self.sizes_frame)
        self.add(RISK, self.risk)
        self.add(UTILITY, self.by_k)
        for page, title in self.numbers.pages:
            self.add(UTILITY, page, self._words.say(title))
        self.add(VALUES, self.values)


class ValuesPanel(QWidget):
    """The values of one variable before and after, which is chosen above the pictures."""

    chosen = Signal(object)  # variable
    records_requested = Signal(object)  # Choice: the records of a bar

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._spreads: Mapping[str, Spread] = {}
        self.chooser = CalmComboBox()
        self.chooser.setAccessibleName(words.say(N_("Variable shown")))
        self.chooser.activated.connect(self._on_chosen)
        self.frame = BeforeAfter(words)
        self.frame.records_requested.connect(self.records_requested)
        self.frame.row_requested.connect(self.frame.request_row)
        label = QLabel(words.say(N_("Variable")))
        label.setBuddy(self.chooser)
        fill(self, beside(self, label, (self.chooser, 1)), (self.frame, 1), spacing=0.75)

    @property
    def name(self) -> str:
        """The variable shown."""
        return self.chooser.currentText()

    def show_spreads(self, spreads: Mapping[str, Spread], name: str | None = None) -> None:
        """Show other values, of the variable of that `name` if it is among them."""
        self._spreads, names = spreads, list(spreads)
        self.chooser.show_texts(names)
        if name in names:
            self.chooser.setCurrentIndex(names.index(name))
        self._show()

    def _show(self) -> None:
        if self.name in self._spreads:
            self.frame.show_spread(self.name, self._spreads[self.name])

    @Slot(int)
    def _on_chosen(self, _index: int) -> None:
        self._show()
        self.chosen.emit(self.name)
