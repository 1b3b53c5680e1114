"""What a published table discloses: the cells that can be derived, and the equations that do it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QPlainTextEdit, QSplitter, QWidget

from sdc_desktop.ui.models.text_table_model import TextTableModel
from sdc_desktop.ui.tabs.tables.evidence_page import TableEvidencePage
from sdc_desktop.ui.widgets.plots.plot_style import small_font
from sdc_desktop.ui.widgets.tables.data_table import DataTable
from sdc_desktop.words import N_, Words
from sdc_desktop.words.tables.cells import decimals_of

if TYPE_CHECKING:
    from sdc_desktop.engine.methods.tables.audit.engine import AuditResult
    from sdc_desktop.engine.methods.tables.table.result import TableResult
    from sdc_desktop.engine.tables.cells import CellResult

_FIGURES = (1, 2)


class DerivationPage(TableEvidencePage):
    """Cells to the left, the equations of the selected cell to the right; their cells can be pointed at."""

    cells_marked = Signal(object)  # tuple of coordinates: the cells of the equations looked at
    title = N_("Equations")

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        say = words.say
        self._result: TableResult | AuditResult | None = None
        self._cells: tuple[CellResult, ...] = ()
        self._model = TextTableModel(self)
        self.table = DataTable(self._model, say(N_("Cells that can be derived")), words)
        self.table.remember("derivable-cells")
        self.table.setSelectionBehavior(DataTable.SelectionBehavior.SelectRows)
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.table.horizontalHeader().setStretchLastSection(True)
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName(say(N_("Equations")))
        for part in (self.table, self.table.horizontalHeader(), self.text):
            part.setFont(small_font(part))
        beside = QSplitter(Qt.Orientation.Horizontal)
        beside.addWidget(self.table)
        beside.addWidget(self.text)
        beside.setStretchFactor(0, 2)
        beside.setStretchFactor(1, 3)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(beside)
        self.table.selectionModel().currentRowChanged.connect(self._on_row)
        self.table.activated.connect(self._on_requested)

    def show_view(self, result: TableResult | AuditResult) -> None:
        """List the cells of a result that come with a derivation."""
        from sdc_desktop.words.tables.table_evidence import derived_cells, listed_header, listed_row

        if result is self._result or result.table is None:
            return
        self._result, self._cells = result, derived_cells(result)
        decimals = decimals_of(result.table.unit)
        columns = (0, 3, 4)  # of the list of cells: cell, interval, risk
        header = listed_header(self._words)
        rows = [listed_row(cell, decimals, self._words) for cell in self._cells]
        self._model.show(
            [header[column] for column in columns],
            [[row[column] for column in columns] for row in rows],
            _FIGURES,
        )
        if self._cells:
            self.table.selectRow(0)
            self._show_equations(0)
            message = N_("{number} cell is shown with the equations that derive it.")
            many = N_("{number} cells are shown with the equations that derive them.")
            self._report_line(self._words.say_many(message, many, len(self._cells)))
        else:
            self.text.setPlainText("")
            self.cells_marked.emit(())
            self._report_line(self._words.say(N_("No cell can be derived.")))

    def _show_equations(self, row: int) -> None:
        from sdc_desktop.words.tables.cell_explained import equation_cells
        from sdc_desktop.words.tables.table_evidence import derivation_lines

        cell = self._cells[row]
        self.text.setPlainText("\n".join(derivation_lines(cell, cell.proof, self._words)))
        self.cells_marked.emit(equation_cells(cell.proof))

    @Slot(QModelIndex, QModelIndex)
    def _on_row(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if current.isValid() and current.row() < len(self._cells):
            self._show_equations(current.row())

    @Slot(QModelIndex)
    def _on_requested(self, index: QModelIndex) -> None:
        self.cell_requested.emit(self._cells[index.row()].coordinates)
