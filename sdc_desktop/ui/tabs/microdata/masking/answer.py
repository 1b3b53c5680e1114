"""The result of a method that changes values: each variable before and after, risk, utility, numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSplitter, QVBoxLayout, QWidget

from sdc_desktop.sheets.blocks import Finding
from sdc_desktop.sheets.sheet import About, read_by, sheet_of
from sdc_desktop.ui.tabs.microdata.grouping.answer import BeforeAfterBars
from sdc_desktop.ui.tabs.microdata.grouping.spread import shown_spread, titles_of
from sdc_desktop.ui.tabs.microdata.masking.presenter import MaskingView
from sdc_desktop.ui.tabs.microdata.records.choices import of_spread
from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.plots.figure_frame import FigureFrame
from sdc_desktop.ui.widgets.sheet_view import SheetView
from sdc_desktop.ui.widgets.steady_inputs import CalmComboBox
from sdc_desktop.ui.widgets.tables.text_table import TextTable
from sdc_desktop.words import N_, Words
from sdc_desktop.words.microdata import numeric_changes
from sdc_desktop.words.microdata.microdata_tab import axis_text
from sdc_desktop.words.risk import risk_tab
from sdc_desktop.words.words import whole

if TYPE_CHECKING:
    from sdc_desktop.ui.tabs.microdata.masking.work import MaskingAnswer

_MOST_CHANCES = 40  # categories of a table of chances that can be read


class MaskingAnswerView(QWidget):
    """Shows a result, greyed if outdated."""

    records_requested = Signal(object)  # Choice: the records of a bar

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._answer: MaskingAnswer | None = None
        say = words.say
        self.chooser = CalmComboBox()
        self.chooser.setAccessibleName(say(N_("Variable shown")))
        self.pictures = BeforeAfterBars(words)
        self.pictures.requested.connect(self._on_bar)
        self.values_frame = FigureFrame(self.pictures, words)
        self.values_frame.row_requested.connect(self._on_row)
        self.risk = TextTable(say(N_("Risk before and after")), words)
        self.risk.table.remember("masking-risk")
        self.numbers = TextTable(say(N_("Means, variances and correlations before and after")), words)
        self.numbers.table.remember("masking-numbers")
        self.chances = TextTable(say(N_("Transition probabilities")), words)
        titles = (N_("Risk"), N_("Numbers"), N_("Transitions"))
        pages = zip(map(say, titles), (self.risk, self.numbers, self.chances), strict=True)
        self.sheet = SheetView("masking", words, dict(pages))
        self._lay_out()
        self.chooser.activated.connect(self._on_chosen)

    def show_view(self, view: MaskingView) -> None:
        """Show the result of the view."""
        answer = view.answer
        if answer is None:
            return
        self._answer = answer
        names = list(answer.spreads)
        if [self.chooser.itemText(row) for row in range(self.chooser.count())] != names:
            self.chooser.clear()
            self.chooser.addItems(names)
        self._show_values()
        self._show_risk(answer)
        changes = answer.numbers
        self.numbers.show_rows(
            numeric_changes.header(self._words),
            numeric_changes.rows(changes, self._words),
            numeric_changes.FIGURES,
        )
        self._show_page(self.numbers, bool(changes.names))
        self._show_chances(answer)
        blocks = sheet_of(answer.job.kind)(About(answer.job.params, answer.result), self._words)
        self.sheet.show_blocks(one for one in read_by("window", blocks) if not isinstance(one, Finding))
        for part in (self.values_frame, self.sheet):
            part.setEnabled(not view.stale)

    # showing -----------------------------------------------------------------------------------------

    def _show_values(self) -> None:
        answer, name, say = self._answer, self.chooser.currentText(), self._words.say
        if answer is None or name not in answer.spreads:
            return
        found = answer.spreads[name]
        self.values_frame.show_title(say(N_("Values of {variable} before and after"), variable=name))
        bars = shown_spread(found, say(N_("(missing)")))
        titles = say(N_("Before")), say(N_("After"))
        across = axis_text(name, found.classes, self._words)
        pictured = titles_of(titles, found, self._words)
        self.pictures.show_bars(
            pictured, bars.names, bars.before, bars.after, apart=bars.apart, across=across, end=bars.end
        )
        figures = zip(bars.ranges, bars.before, bars.after, strict=True)
        rows = [(text, whole(before), whole(after)) for text, before, after in figures]
        self.values_frame.show_table((say(N_("Value")), *titles), rows, (1, 2))

    def _show_risk(self, answer: MaskingAnswer) -> None:
        words = self._words
        rows: Sequence[Sequence[str]] = ()
        if answer.before is not None and answer.after is not None:
            rows = risk_tab.risk_rows(answer.before, answer.after, words)
        elif answer.before is not None and answer.looked_up is not None:
            rows = risk_tab.lookup_rows(answer.before, answer.looked_up, words)
        self.risk.show_rows(risk_tab.risk_header(words), rows, risk_tab.FIGURES)
        self._show_page(self.risk, bool(rows))

    def _show_chances(self, answer: MaskingAnswer) -> None:
        """The transition matrix of the selected variable."""
        name, names = self.chooser.currentText(), list(answer.matrix_names)
        texts = answer.matrix_names.get(name, ())
        there = name in names and len(texts) <= _MOST_CHANCES
        if there:
            matrix = answer.result.matrices[names.index(name)]
            header = (self._words.say(N_("{name}: from, to"), name=name), *texts)
            rows = [
                (text, *(self._words.figure(float(chance), 3) for chance in row))
                for text, row in zip(texts, matrix, strict=True)
            ]
            self.chances.show_rows(header, rows, range(1, len(header)))
        self._show_page(self.chances, there)

    def _show_page(self, page: QWidget, wanted: bool) -> None:
        self.sheet.tabs.setTabVisible(self.sheet.tabs.indexOf(page), wanted)

    def _lay_out(self) -> None:
        label = QLabel(self._words.say(N_("Variable")))
        label.setBuddy(self.chooser)
        row = QHBoxLayout()
        row.addWidget(label)
        row.addWidget(self.chooser)
        row.addStretch(1)
        top = QWidget()
        upper = QVBoxLayout(top)
        spread(upper, self, margin=0, spacing=0.5)
        upper.addLayout(row)
        upper.addWidget(self.values_frame, 1)
        splitter = QSplitter(Qt.Orientation.Vertical)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(top)
        splitter.addWidget(self.sheet)
        splitter.setStretchFactor(0, 1)
        splitter.setStretchFactor(1, 1)
        column = QVBoxLayout(self)
        spread(column, self, margin=0, spacing=0.5)
        column.addWidget(splitter, 1)

    @Slot(int)
    def _on_chosen(self, index: int) -> None:
        self._show_values()
        if self._answer is not None:
            self._show_chances(self._answer)

    @Slot(object)
    def _on_row(self, row: int) -> None:
        self._on_bar((row, True))

    @Slot(object)
    def _on_bar(self, bar: tuple[int, bool]) -> None:
        name = self.chooser.currentText()
        if self._answer is not None and name in self._answer.spreads:
            label = self.values_frame.rows[bar[0]][0]
            self.records_requested.emit(of_spread(name, self._answer.spreads[name], *bar, label))
