"""Techniques: every combination of recoding and microaggregation carried through, one to be taken over."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Signal, Slot
from PySide6.QtWidgets import QFrame, QHeaderView, QPushButton

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.recoding.anopi import AnopiParams
from sdc_desktop.ui.models.text_table_model import TextTableModel
from sdc_desktop.ui.questions.question import as_work, source_of
from sdc_desktop.ui.tabs.microdata.anopi.view import View
from sdc_desktop.ui.tabs.microdata.evidence.page import RunPage
from sdc_desktop.ui.tabs.microdata.tab_job import NAME
from sdc_desktop.ui.tabs.microdata.tools import Tools
from sdc_desktop.ui.theme import beside, fill
from sdc_desktop.ui.widgets.plain_parts import plain_label
from sdc_desktop.ui.widgets.plots.plot_style import small_font
from sdc_desktop.ui.widgets.tables.data_table import DataTable
from sdc_desktop.words import N_
from sdc_desktop.words.microdata.techniques import (
    FIGURES,
    best_sentence,
    columns_note,
    combination_label,
    combination_name,
    invitation,
    tab_header,
    tab_rows,
)

if TYPE_CHECKING:
    from sdc_desktop.engine.data.reading import Opened
    from sdc_desktop.engine.methods.recoding.anopi.compare import TechniqueComparison, TechniqueCounts
    from sdc_desktop.ui.jobs import Work

    Found = tuple[TechniqueComparison, TechniqueCounts]

_OPENING = 0.1  # of the work of a comparison
_ALL_OF = 6  # variables of which all combinations are tried; beyond, the engine says how many it tried


class TechniquesPage(RunPage["Found"]):
    """Compares when it is asked to, for every combination forms groups."""

    params_requested = Signal(object, str)  # AnopiParams, the step's name
    run_texts = N_("Compare techni&ques"), N_("Compare aga&in")
    running_text = N_("Comparing techniques…")
    stale_text = N_("Settings have changed since this comparison.")
    work_title = N_("Comparing techniques")

    def __init__(self, tools: Tools) -> None:
        super().__init__(tools)
        words, say = self._words, self._words.say
        self._model = TextTableModel(self)
        self.table = DataTable(self._model, say(N_("Combinations of techniques")), words)
        self.table.remember("techniques")
        self.table.setToolTip(say(N_("Press Enter or double-click to use the combination.")))
        self.use = QPushButton(say(N_("Use this &combination")))
        self._lay_out()
        self.use.clicked.connect(self._on_use)
        self.table.activated.connect(self._on_use)
        self.table.selectionModel().currentRowChanged.connect(self._on_row)

    def show_view(self, view: View, name: str) -> None:
        """Show whether what was compared is of the current settings."""
        self._view = view
        self._show_rows()
        super().show_view(view, name)

    def key(self) -> object:
        """Changes when a comparison may come out otherwise: with the current techniques it does not."""
        view, opened = self._view, self._controller.steps.opened
        if view is None or opened is None or view.way != NAME:
            return None
        params = view.params.model_copy(update={"technique": "recoding", "override": {}})
        return opened.mark, opened.spec.model_dump_json(), params.model_dump_json()

    def work(self) -> Work | None:
        view, opened = self._view, self._controller.steps.opened
        if view is None or opened is None or view.way != NAME:
            return None
        return compared(opened, self._controller.base, view.params)

    def draw(self, found: Found) -> str:
        self._show_rows()
        self.table.selectRow(0)
        return self._words.say(N_("★ {sentence}"), sentence=best_sentence(found[0], self._words))

    # inside ------------------------------------------------------------------------------------------

    def _chosen(self) -> int | None:
        """The row of a combination that is selected, if it can be used."""
        row = self.table.currentIndex().row()
        if self.found is None or not 0 <= row < len(self.found[0].combinations):
            return None
        return row

    def _show_rows(self) -> None:
        if self.found is None or self._view is None:
            return
        self.table.horizontalHeader().setToolTip(columns_note(self._words))
        comparison, view = self.found[0], self._view
        now = {name: view.params.technique_of(name) for name in comparison.best.technique}
        self._model.show(tab_header(self._words), tab_rows(comparison, now, self._words), FIGURES)
        header = self.table.horizontalHeader()
        if header.sectionResizeMode(1) != QHeaderView.ResizeMode.Stretch:
            header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)

    @Slot()
    def show_state(self) -> None:
        super().show_state()
        self.table.setVisible(self.found is not None)
        self.table.setEnabled(self.answer.current)
        self.use.setVisible(self.found is not None)
        self.use.setEnabled(self.answer.current and self._chosen() is not None)
        self.invitation.setVisible(self.found is None)
        if self._view is not None and self.found is None:
            variables = len(self._view.variables)
            # of more variables: each technique for all, and what differs from that in one variable
            number = 2**variables if variables <= _ALL_OF else 2 * (variables + 1)
            self.invitation.setText(invitation(number, self._words))

    def _lay_out(self) -> None:
        say = self._words.say
        heading = plain_label(say(N_("Technique by variable")), tone="strong")
        heading.setBuddy(self.table)
        self.invitation = plain_label()
        self.table.setSelectionBehavior(DataTable.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(DataTable.SelectionMode.SingleSelection)
        self.table.verticalHeader().hide()
        for part in (self.table, self.table.horizontalHeader()):
            part.setFont(small_font(part))
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        card = QFrame()
        card.setProperty("frame", "card")
        foot = beside(self, self.run, 1, self.use)
        fill(card, heading, self.invitation, (self.table, 1), foot, 0, margin=0.75, spacing=0.25)
        fill(self, card)

    # what the officer does ---------------------------------------------------------------------------

    @Slot()
    def _on_use(self) -> None:
        row, view = self._chosen(), self._view
        if row is None or view is None or self.found is None or not self.answer.current:
            return
        self.params_requested.emit(*self._params_of(view.params, row))

    def _params_of(self, params: AnopiParams, row: int) -> tuple[AnopiParams, str]:
        """The params with a combination; manual levels and k are dropped because the comparison had none."""
        from sdc_desktop.engine.methods.recoding.anopi.compare import with_techniques

        assert self.found is not None
        comparison, counts = self.found
        chosen = comparison.combinations[row].technique
        changed = with_techniques(params, chosen, counts.counted).model_copy(update={"override": {}})
        return changed, combination_label(combination_name(chosen, self._words), self._words)

    @Slot(QModelIndex, QModelIndex)
    def _on_row(self, current: QModelIndex, previous: QModelIndex) -> None:
        self.show_state()


@as_work
def compared(context: JobContext, opened: Opened, base: Path, params: AnopiParams) -> Found:
    """Work that compares every combination of techniques. Refuses as the engine does."""
    from sdc_desktop.engine.methods.recoding.anopi.compare import compare_techniques, technique_counts

    counts = technique_counts(params, source_of(opened, base, context), context.within(0.0, _OPENING))
    return compare_techniques(params, counts, context.within(_OPENING, 1.0)), counts
