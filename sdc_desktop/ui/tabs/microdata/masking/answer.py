"""The result of a method that changes values: each variable before and after, risk, utility, numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QWidget

from sdc_desktop.engine.methods.perturbation.swap_households import SWAP_HOUSEHOLDS
from sdc_desktop.engine.plan import params_of
from sdc_desktop.sheets.blocks import Finding
from sdc_desktop.sheets.sheet import About, read_by, sheet_of
from sdc_desktop.ui.tabs.microdata.grouping.answer import ValuesPanel
from sdc_desktop.ui.tabs.microdata.masking.presenter import MaskingView
from sdc_desktop.ui.tabs.microdata.middle.sections import FIRST, RISK, UTILITY, VALUES, Sections
from sdc_desktop.ui.widgets.sheet_view import SheetView
from sdc_desktop.ui.widgets.tables.text_table import TextTable
from sdc_desktop.words import N_, Words
from sdc_desktop.words.microdata import numeric_changes
from sdc_desktop.words.risk import risk_tab
from sdc_desktop.words.words import whole

if TYPE_CHECKING:
    from sdc_desktop.ui.tabs.microdata.masking.work import MaskingAnswer

_MOST_CHANCES = 40  # categories of a table of chances that can be read


class MaskingAnswerView(Sections):
    """Shows a result, greyed if outdated."""

    records_requested = Signal(object)  # Choice: the records of a bar

    def __init__(self, shelf: QWidget, words: Words) -> None:
        super().__init__(shelf)
        self._words = words
        self._answer: MaskingAnswer | None = None
        say = words.say
        self.values = ValuesPanel(words)
        self.values.chosen.connect(self._on_chosen)
        self.values.records_requested.connect(self.records_requested)
        self.risk = TextTable(say(N_("Risk before and after")), words)
        self.risk.table.remember("masking-risk")
        self.numbers = TextTable(say(N_("Means, variances and correlations before and after")), words)
        self.numbers.table.remember("masking-numbers")
        self.chances = TextTable(say(N_("Transition probabilities")), words)
        self.sheet = SheetView("masking", words)
        self.add(FIRST, self.chances, say(N_("Transition probabilities")))
        self.add(RISK, self.risk, say(N_("Risk before and after this step")))
        self.add(UTILITY, self.sheet)
        self.add(UTILITY, self.numbers, say(N_("Means, variances and correlations before and after")))
        self.add(VALUES, self.values)

    def show_view(self, view: MaskingView) -> None:
        """Show the result of the view."""
        answer = view.answer
        if answer is None:
            return
        self._answer = answer
        self.values.show_spreads(answer.spreads)
        self._show_risk(answer)
        changes = answer.numbers
        self.numbers.show_rows(
            numeric_changes.header(self._words),
            numeric_changes.rows(changes, self._words),
            numeric_changes.FIGURES,
        )
        self.show_page(self.numbers, shown=bool(changes.names))
        self._show_chances(answer)
        blocks = sheet_of(answer.job.kind)(About(answer.job.params, answer.result), self._words)
        self.sheet.show_blocks(one for one in read_by("window", blocks) if not isinstance(one, Finding))
        for part in (self.values.frame, self.sheet, self.risk, self.numbers, self.chances):
            part.setEnabled(not view.stale)
        self.shown.emit()

    # showing -----------------------------------------------------------------------------------------

    def _show_risk(self, answer: MaskingAnswer) -> None:
        words = self._words
        rows: Sequence[Sequence[str]] = ()
        title = N_("Risk before and after this step")
        if answer.risks is not None:
            rows = risk_tab.risk_rows(*answer.risks, words)
        elif answer.looked_up is not None:
            title = N_("Records looked up by their true values, before and after this step")
            rows = risk_tab.lookup_rows(*answer.looked_up, words)
        self.headings[self.risk].setText(words.say(title))
        self.risk.show_rows(risk_tab.risk_header(words), rows, risk_tab.FIGURES)
        self.show_page(self.risk, shown=bool(rows))

    def _show_chances(self, answer: MaskingAnswer) -> None:
        """The transition matrix of the selected variable, or how households moved between areas."""
        say, name, names = self._words.say, self.values.name, list(answer.matrix_names)
        texts: Sequence[str] = answer.matrix_names.get(name, ())
        rows: list[tuple[str, ...]] = []
        if params_of(answer.job, SWAP_HOUSEHOLDS) is not None:
            texts, title, corner = answer.result.areas, N_("Households moved"), say(N_("Area: from, to"))
            rows = [tuple(map(whole, row)) for row in answer.result.moves]
        elif name in names:
            title, corner = N_("Transition probabilities"), say(N_("{name}: from, to"), name=name)
            matrix = answer.result.matrices[names.index(name)]
            rows = [tuple(self._words.figure(float(chance), 3) for chance in row) for row in matrix]
        there = bool(rows) and len(texts) <= _MOST_CHANCES
        if there:
            self.headings[self.chances].setText(say(title))
            listed = [(text, *row) for text, row in zip(texts, rows, strict=True)]
            self.chances.show_rows((corner, *texts), listed, range(1, len(texts) + 1))
        self.show_page(self.chances, shown=there)

    @Slot(object)
    def _on_chosen(self, _name: str) -> None:
        if self._answer is not None:
            self._show_chances(self._answer)
