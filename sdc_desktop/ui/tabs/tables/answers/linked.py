"""The answer on linked tables: the sets released side by side, and the detailed cells of the one chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtWidgets import QHeaderView, QLabel, QSplitter, QVBoxLayout, QWidget

from sdc_desktop.ui.models.text_table_model import TextTableModel
from sdc_desktop.ui.theme import spread, step
from sdc_desktop.ui.widgets.tables.data_table import DataTable
from sdc_desktop.words import N_, Words
from sdc_desktop.words.tables.tables_tab import detailed_header, detailed_row, scenario_row, scenarios_header

if TYPE_CHECKING:
    from sdc_desktop.engine.methods.tables.linked_audit.engine import LinkedAuditResult
    from sdc_desktop.engine.tables.cells import CellResult
    from sdc_desktop.ui.tabs.tables.view import View

_MOST_ROWS = 5_000  # cells listed, the riskiest first


class LinkedAnswer(QWidget):
    """Shows a result and tells which detailed cell is looked at; what is out of date is greyed."""

    cell_selected = Signal(object)  # CellResult

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._result: LinkedAuditResult | None = None
        self._cells: tuple[CellResult, ...] = ()
        say = words.say
        self._scenarios = TextTableModel(self)
        self.scenarios = self._table(self._scenarios, say(N_("Sets of tables released together")))
        self.scenarios.selectionModel().currentRowChanged.connect(self._on_scenario)
        self._listed = TextTableModel(self)
        self.cells = self._table(self._listed, say(N_("Detailed cells, the riskiest first")))
        self.cells.selectionModel().currentRowChanged.connect(self._on_cell)
        splitter = QSplitter(Qt.Orientation.Vertical)
        splitter.setChildrenCollapsible(False)
        for table, title in (
            (self.scenarios, N_("Disclosure by scenario")),
            (self.cells, N_("Detailed cells at risk")),
        ):
            label = QLabel(say(title))
            label.setProperty("tone", "strong")
            label.setBuddy(table)
            part = QWidget()
            column = QVBoxLayout(part)
            spread(column, self, margin=0, spacing=0.5)
            column.addWidget(label)
            column.addWidget(table, 1)
            splitter.addWidget(part)
        splitter.setStretchFactor(0, 1)
        splitter.setStretchFactor(1, 2)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(splitter)

    def show_view(self, view: View) -> None:
        """Show an answer."""
        if view.answer is None:
            return
        for table in (self.scenarios, self.cells):
            table.setEnabled(not view.stale)
        if view.answer.result is self._result:
            return
        self._result = result = view.answer.result
        rows = [scenario_row(own, self._words) for own in result.scenarios]
        self._scenarios.show(scenarios_header(self._words), rows, range(1, 5))
        worst = max(range(len(rows)), key=lambda row: result.scenarios[row].disclosed)
        self.scenarios.selectRow(worst)
        self._show_cells(worst)

    def _table(self, model: TextTableModel, name: str) -> DataTable:
        table = DataTable(model, name, self._words)
        table.verticalHeader().hide()
        table.setSelectionBehavior(DataTable.SelectionBehavior.SelectRows)
        table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        table.horizontalHeader().setResizeContentsPrecision(50)
        table.setMinimumHeight(step(self, 10))
        return table

    def _show_cells(self, row: int) -> None:
        assert self._result is not None
        found = self._result.scenarios[row].cells
        ordered = sorted(found, key=lambda cell: (not cell.disclosed, -(cell.risk or 0)))
        self._cells = tuple(ordered[:_MOST_ROWS])
        names = self._result.dimensions
        rows = [detailed_row(cell, self._words) for cell in self._cells]
        self._listed.show(detailed_header(names, self._words), rows, range(len(names), len(names) + 4))

    @Slot(QModelIndex, QModelIndex)
    def _on_scenario(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if current.isValid() and self._result is not None:
            self._show_cells(current.row())

    @Slot(QModelIndex, QModelIndex)
    def _on_cell(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if current.isValid() and current.row() < len(self._cells):
            self.cell_selected.emit(self._cells[current.row()])
