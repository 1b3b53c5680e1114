"""Techniques: every combination of recoding and microaggregation carried through, one to be taken over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QHeaderView, QLabel, QPushButton, QVBoxLayout, QWidget

from sdc_desktop.engine.methods.recoding.anopi import AnopiParams
from sdc_desktop.ui.models.text_table_model import TextTableModel
from sdc_desktop.ui.questions.page_answer import PageAnswer
from sdc_desktop.ui.tabs.microdata.anopi.view import View
from sdc_desktop.ui.tabs.microdata.evidence.comparison_work import compared
from sdc_desktop.ui.tabs.microdata.evidence.page import EvidencePage
from sdc_desktop.ui.tabs.microdata.tab_job import NAME
from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.plots.plot_style import small_font
from sdc_desktop.ui.widgets.tables.data_table import DataTable
from sdc_desktop.words import N_, Words
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
    from sdc_desktop.engine.methods.recoding.anopi.compare import TechniqueComparison, TechniqueCounts
    from sdc_desktop.ui.jobs import JobManager
    from sdc_desktop.ui.project.project_controller import ProjectController

_ALL_OF = 6  # variables of which all combinations are tried; beyond, the engine says how many it tried


class TechniquesPage(EvidencePage):
    """Compares when it is asked to, for every combination forms groups."""

    params_requested = Signal(object)  # (AnopiParams, the step's name)
    title = N_("Techniques")
    tall = True

    def __init__(
        self, controller: ProjectController, jobs: JobManager, words: Words, parent: QWidget | None = None
    ) -> None:
        super().__init__(words, parent)
        say = words.say
        self._controller = controller
        self._view: View | None = None
        self.answer = PageAnswer(jobs, words, self._key, self)
        self._model = TextTableModel(self)
        self.table = DataTable(self._model, say(N_("Combinations of techniques")), words)
        self.table.remember("techniques")
        self.table.setToolTip(say(N_("Press Enter or double-click to use the combination.")))
        self.compare = QPushButton(say(N_("Compare techni&ques")))
        self.use = QPushButton(say(N_("Use this &combination")))
        self._lay_out()
        self.compare.clicked.connect(self._on_compare)
        self.use.clicked.connect(self._on_use)
        self.table.activated.connect(self._on_use)
        self.table.selectionModel().currentRowChanged.connect(self._on_row)
        self.answer.answered.connect(self._on_answered)
        self.answer.changed.connect(self._show_state)

    def show_view(self, view: View, name: str) -> None:
        """Show whether what was compared is of the current settings."""
        self._view = view
        self.answer.follow()
        self._show_rows()
        self._show_state()

    # inside ------------------------------------------------------------------------------------------

    def _key(self) -> object:
        """Changes when a comparison may come out otherwise: with the current techniques it does not."""
        view, opened = self._view, self._controller.opened
        if view is None or opened is None or view.way != NAME:
            return None
        params = view.params.model_copy(update={"technique": "recoding", "override": {}})
        return opened.sha256, opened.spec.model_dump_json(), params.model_dump_json()

    @property
    def _found(self) -> tuple[TechniqueComparison, TechniqueCounts] | None:
        found: tuple[TechniqueComparison, TechniqueCounts] | None = self.answer.found
        return found

    def _chosen(self) -> int | None:
        """The row of a combination that is selected, if it can be used."""
        row = self.table.currentIndex().row()
        if self._found is None or not 0 <= row < len(self._found[0].combinations):
            return None
        return row

    def _show_rows(self) -> None:
        if self._found is None or self._view is None:
            return

        self.table.horizontalHeader().setToolTip(columns_note(self._words))
        comparison, view = self._found[0], self._view
        now = {name: view.params.technique_of(name) for name in comparison.best.technique}
        self._model.show(tab_header(self._words), tab_rows(comparison, now, self._words), FIGURES)
        header = self.table.horizontalHeader()
        if header.sectionResizeMode(1) != QHeaderView.ResizeMode.Stretch:
            header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)

    @Slot()
    def _show_state(self) -> None:
        """Which buttons there are, and what is said below."""
        say, running = self._words.say, self.answer.running
        texts = N_("Compare techni&ques") if self._found is None else N_("Compare aga&in")
        self.compare.setText(say(N_("&Stop comparing") if running else texts))
        self.compare.setVisible(running or not self.answer.current)
        self.compare.setProperty("weight", "" if running or self._found else "primary")
        self.compare.style().polish(self.compare)
        self.table.setVisible(self._found is not None)
        self.table.setEnabled(self.answer.current)
        self.use.setVisible(self._found is not None)
        self.use.setEnabled(self.answer.current and self._chosen() is not None)
        self.invitation.setVisible(self._found is None)
        if self._view is not None and self._found is None:
            self.invitation.setText(self._invitation(len(self._view.variables)))
        self._show_line()

    def _invitation(self, variables: int) -> str:

        # of more variables: each technique for all, and what differs from that in one variable
        number = 2**variables if variables <= _ALL_OF else 2 * (variables + 1)
        return invitation(number, self._words)

    def _show_line(self) -> None:
        if self.answer.running:
            self._report_line(self._words.say(N_("Comparing techniques…")))
        elif self.answer.refusal or self._found is None:
            self._report_line(self.answer.refusal)
        elif not self.answer.current:
            self._report_line(self._words.say(N_("Settings have changed since this comparison.")))
        else:
            best = best_sentence(self._found[0], self._words)
            self._report_line(self._words.say(N_("★ {sentence}"), sentence=best))

    def _lay_out(self) -> None:
        say = self._words.say
        heading = QLabel(say(N_("Technique by variable")))
        heading.setProperty("tone", "strong")
        heading.setBuddy(self.table)
        self.invitation = QLabel()
        self.invitation.setWordWrap(True)
        self.table.setSelectionBehavior(DataTable.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(DataTable.SelectionMode.SingleSelection)
        self.table.verticalHeader().hide()
        for part in (self.table, self.table.horizontalHeader()):
            part.setFont(small_font(part))
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        card = QFrame()
        card.setProperty("frame", "card")
        foot = QHBoxLayout()
        foot.addWidget(self.compare)
        foot.addStretch(1)
        foot.addWidget(self.use)
        column = QVBoxLayout(card)
        spread(column, self, margin=0.75, spacing=0.25)
        column.addWidget(heading)
        column.addWidget(self.invitation)
        column.addWidget(self.table, 1)
        column.addLayout(foot)
        column.addStretch(0)
        whole_page = QVBoxLayout(self)
        whole_page.setContentsMargins(0, 0, 0, 0)
        whole_page.addWidget(card)

    # what the officer does ---------------------------------------------------------------------------

    @Slot()
    def _on_compare(self) -> None:
        if self.answer.running:
            self.answer.stop()
            return
        view, opened = self._view, self._controller.opened
        if view is None or opened is None or view.way != NAME:
            return
        title = self._words.say(N_("Comparing techniques"))
        self.answer.request(compared(opened, self._controller.base, view.params), title)

    @Slot()
    def _on_use(self) -> None:
        row, view = self._chosen(), self._view
        if row is None or view is None or self._found is None or not self.answer.current:
            return
        self.params_requested.emit(self._params_of(view.params, row))

    def _params_of(self, params: AnopiParams, row: int) -> tuple[AnopiParams, str]:
        """The params with a combination; manual levels and k are dropped because the comparison had none."""
        from sdc_desktop.engine.methods.recoding.anopi.compare import with_techniques

        assert self._found is not None
        comparison, counts = self._found
        chosen = comparison.combinations[row].technique
        changed = with_techniques(params, chosen, counts.counted).model_copy(update={"override": {}})
        return changed, combination_label(combination_name(chosen, self._words), self._words)

    @Slot(QModelIndex, QModelIndex)
    def _on_row(self, current: QModelIndex, previous: QModelIndex) -> None:
        self._show_state()

    @Slot(object)
    def _on_answered(self, _found: object) -> None:
        self._show_rows()
        self.table.selectRow(0)
