"""The result of a search for the optimal generalisation: figures, the levels chosen, and the details."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QSizePolicy, QWidget

from sdc_desktop.sheets.blocks import KeyFigures, Paragraph, Table
from sdc_desktop.sheets.generalise import sheet
from sdc_desktop.sheets.sheet import About, read_by, running_text
from sdc_desktop.ui.tabs.microdata.evidence.risk import RiskPage
from sdc_desktop.ui.tabs.microdata.generalising.explore import ExplorePage
from sdc_desktop.ui.tabs.microdata.generalising.presenter import GeneralisingView
from sdc_desktop.ui.tabs.microdata.generalising.work import Searched
from sdc_desktop.ui.tabs.microdata.middle.sections import FIRST, RISK, UTILITY, Sections
from sdc_desktop.ui.tabs.microdata.tools import Tools
from sdc_desktop.ui.theme import fill
from sdc_desktop.ui.widgets.figure_row import FigureRow
from sdc_desktop.ui.widgets.tables.text_table import TextTable
from sdc_desktop.ui.widgets.whole_label import WholeLabel
from sdc_desktop.words import N_
from sdc_desktop.words.microdata.generalising_tab import levels_header, levels_rows, tie_header, tie_row


class GeneralisingAnswer(Sections):
    """Shows a result and reports the combination of levels selected or requested."""

    levels_selected = Signal(object)  # tuple of levels; None: the answer
    variable_selected = Signal(object)  # variable

    def __init__(self, tools: Tools) -> None:
        super().__init__(tools.shelf)
        self._words = words = tools.words
        say = words.say
        self.summary = QWidget()
        self.figures = FigureRow(self.summary)
        self.line = WholeLabel()
        self.levels = TextTable(say(N_("Levels released")), words)
        self.levels.table.remember("levels-released")
        self.explore = ExplorePage(words)
        self.criteria = TextTable(say(N_("Criteria and worst class")), words)
        self.criteria.table.remember("generalising-criteria")
        self.ties = TextTable(say(N_("Levels with equal loss")), words)
        self.diversity = TextTable(say(N_("Diversity of the sensitive variables")), words)
        self.diversity.table.remember("diversity")
        self.risk = RiskPage(tools)
        self.risk.add_line()
        self._shown: Searched | None = None
        self._names: tuple[str, ...] = ()
        self._ties: tuple[tuple[int, ...], ...] = ()
        self._lay_out()
        self.explore.levels_selected.connect(self.levels_selected)
        self.levels.row_selected.connect(self._on_variable)
        self.ties.row_selected.connect(self._on_tie)

    def show_view(self, view: GeneralisingView) -> None:
        """Show a result, or the selected combination, greyed if outdated."""
        shown, answer = view.shown, view.answer
        if shown is None or answer is None:
            return
        result, words = shown.result, self._words
        blocks = list(read_by("window", sheet(About(shown.job.params, result), words)))
        self.figures.show_figures(
            one for found in blocks if isinstance(found, KeyFigures) for one in found.figures
        )
        search = running_text(one for one in blocks if isinstance(one, Paragraph))
        self.line.show_text(search if shown is answer else self._looked_at(shown, answer))
        rows = levels_rows(
            result, shown.level_names, {name: view.levels(name) for name in result.levels}, words
        )
        self._names = tuple(result.levels)
        self.levels.show_rows(levels_header(words), rows, (1,))
        criteria, *diversity = (one for one in blocks if isinstance(one, Table))
        self.criteria.show_block(criteria)
        self._show_ties(answer)
        for table in diversity:
            self.diversity.show_block(table)
        self.show_page(self.diversity, shown=bool(diversity))
        self.explore.show_view(view)
        self._shown = shown
        for part in (self.levels, self.criteria, self.ties, self.risk, self.line, self.figures):
            part.setEnabled(not view.stale)
        self.shown.emit()

    def bring(self, page: QWidget) -> None:
        if page is self.risk and self._shown is not None:
            self.risk.show_made(self._shown)

    def _looked_at(self, shown: Searched, answer: Searched) -> str:
        """Text on a combination that is only shown."""
        if shown.result.suppressed <= answer.result.limit:
            return self._words.say(N_("Preview: not the best combination found."))
        text = N_(
            "Preview: not the best combination found. It exceeds the suppression limit; using it raises "
            "the limit."
        )
        return self._words.say(text)

    def _show_ties(self, answer: Searched) -> None:
        result, names = answer.result, answer.counts.names
        self._ties = tuple(found.levels for found in result.ties)
        rows = [tie_row(found, result.limit, self._words) for found in result.ties]
        self.ties.table.remember("equal-loss", range(3, 3 + len(names)))
        self.ties.show_rows(tie_header(names, self._words), rows, (0, 1, *range(3, 3 + len(names))))
        self.show_page(self.ties, shown=len(rows) > 1)

    def _lay_out(self) -> None:
        say = self._words.say
        self.summary.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.line.setProperty("scale", "small")
        fill(self.summary, self.figures, self.line, spacing=0.75)
        self.add(FIRST, self.summary)
        self.add(FIRST, self.explore)
        self.add(RISK, self.risk)
        self.add(RISK, self.criteria, say(N_("Criteria and worst class")))
        self.add(RISK, self.diversity, say(N_("Diversity of the sensitive variables")))
        self.add(UTILITY, self.levels, say(N_("Levels released")))
        self.add(UTILITY, self.ties, say(N_("Levels with equal loss")))

    @Slot(object)
    def _on_variable(self, row: int) -> None:
        if row < len(self._names):
            self.variable_selected.emit(self._names[row])

    @Slot(object)
    def _on_tie(self, row: int) -> None:
        if row < len(self._ties):
            self.levels_selected.emit(self._ties[row])
