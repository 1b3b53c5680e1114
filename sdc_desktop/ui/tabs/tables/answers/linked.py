"""The result on linked tables: the sets released side by side, and the detailed cells of the chosen one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Signal, Slot
from PySide6.QtWidgets import QWidget

from sdc_desktop.sheets.sheet import About, read_by, tables_in
from sdc_desktop.ui.models.text_table_model import TextTableModel
from sdc_desktop.ui.tabs.tables.answers.lists import rows_list, stack, titled
from sdc_desktop.words import N_, Words
from sdc_desktop.words.tables.tables_tab import detailed_header, detailed_row

if TYPE_CHECKING:
    from sdc_desktop.engine.methods.tables.linked_audit.engine import LinkedAuditResult
    from sdc_desktop.engine.tables.cells import CellResult
    from sdc_desktop.ui.tabs.tables.view import View

_MOST_ROWS = 5_000  # cells listed, the riskiest first


class LinkedAnswer(QWidget):
    """Shows a result and reports the selected detailed cell, greyed if outdated."""

    cell_selected = Signal(object)  # CellResult

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._result: LinkedAuditResult | None = None
        self._cells: tuple[CellResult, ...] = ()
        say = words.say
        self._scenarios = TextTableModel(self)
        self.scenarios = rows_list(self, self._scenarios, say(N_("Sets of tables released together")), words)
        self.scenarios.remember("disclosure-scenarios")
        self.scenarios.selectionModel().currentRowChanged.connect(self._on_scenario)
        self._listed = TextTableModel(self)
        self.cells = rows_list(self, self._listed, say(N_("Detailed cells, the riskiest first")), words)
        self.cells.horizontalHeader().setResizeContentsPrecision(50)
        self.cells.selectionModel().currentRowChanged.connect(self._on_cell)
        above = titled(self, say(N_("Disclosure by scenario")), self.scenarios)
        stack(self, [(above, 1), (titled(self, say(N_("Detailed cells at risk")), self.cells), 2)])

    def show_view(self, view: View) -> None:
        """Show a result."""
        if view.answer is None:
            return
        for table in (self.scenarios, self.cells):
            table.setEnabled(not view.stale)
        if view.answer.result is self._result:
            return
        self._result = result = view.answer.result
        from sdc_desktop.sheets.linked_audit import sheet

        blocks = read_by("window", sheet(About(view.answer.job.params, result), self._words))
        self._scenarios.show_block(next(iter(tables_in(blocks))))
        worst = max(range(len(result.scenarios)), key=lambda row: result.scenarios[row].disclosed)
        self.scenarios.selectRow(worst)
        self._show_cells(worst)

    def _show_cells(self, row: int) -> None:
        assert self._result is not None
        found = self._result.scenarios[row].cells
        ordered = sorted(found, key=lambda cell: (not cell.disclosed, -(cell.risk or 0)))
        self._cells = tuple(ordered[:_MOST_ROWS])
        names = self._result.dimensions
        rows = [detailed_row(cell, self._words) for cell in self._cells]
        self.cells.remember("detailed-cells", range(len(names)))
        self._listed.show(detailed_header(names, self._words), rows, range(len(names), len(names) + 4))

    @Slot(QModelIndex, QModelIndex)
    def _on_scenario(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if current.isValid() and self._result is not None:
            self._show_cells(current.row())

    @Slot(QModelIndex, QModelIndex)
    def _on_cell(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if current.isValid() and current.row() < len(self._cells):
            self.cell_selected.emit(self._cells[current.row()])
