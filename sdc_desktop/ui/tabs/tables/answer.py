"""The answer of the tab: the table as it is printed, and what can be said of the cell looked at by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QLabel, QVBoxLayout, QWidget

from sdc_desktop.ui.forms.parts import Choice
from sdc_desktop.ui.models.text_table_model import TextTableModel
from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.data_table import DataTable
from sdc_desktop.words import N_, Words
from sdc_desktop.words.tables_choices import WISHES
from sdc_desktop.words.tables_tab import cell_row, cells_header

if TYPE_CHECKING:
    from sdc_desktop.engine.tables.cells import CellResult
    from sdc_desktop.ui.tabs.tables.view import View


class TableAnswer(QWidget):
    """Shows a result cell by cell and tells which cell is looked at; what is out of date is greyed."""

    cell_selected = Signal(object)  # tuple[str, ...]: its codes
    wished = Signal(object)  # (codes, status or None)

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._result: object = None
        self._cells: tuple[CellResult, ...] = ()
        say = words.say
        self._model = TextTableModel(self)
        self.table = DataTable(self._model, say(N_("Cells of the table")), words)
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.table.horizontalHeader().setResizeContentsPrecision(50)
        self.table.setSelectionBehavior(DataTable.SelectionBehavior.SelectRows)
        self.table.selectionModel().currentRowChanged.connect(self._on_row)
        self.wish = Choice(
            say(N_("Status of the cell looked at")), [(key, say(text)) for key, text in WISHES.items()]
        )
        self.wish.chosen.connect(self._on_wish)
        self.cell_name = QLabel()
        self.cell_name.setBuddy(self.wish)
        self._by_hand = QWidget()
        row = QHBoxLayout(self._by_hand)
        spread(row, self, margin=0)
        row.addWidget(self.cell_name)
        row.addWidget(self.wish)
        row.addStretch(1)
        column = QVBoxLayout(self)
        spread(column, self, margin=0, spacing=0.5)
        column.addWidget(self.table, 1)
        column.addWidget(self._by_hand)

    def show_view(self, view: View) -> None:
        """Show what the view shows."""
        shown = view.shown
        if shown is None:
            return
        self.table.setEnabled(not view.greyed)
        if shown.result is not self._result:
            self._result = shown.result
            self._cells = shown.result.cells
            names = shown.result.table.names
            rows = [cell_row(cell, self._words) for cell in self._cells]
            figures = (len(names), len(names) + 2, len(names) + 3, len(names) + 4)
            self._model.show(cells_header(names, self._words), rows, figures)
        self._show_wish(view)

    def cell(self, codes: tuple[str, ...] | None) -> CellResult | None:
        """The cell of these codes, if it is shown."""
        return next((cell for cell in self._cells if cell.coordinates == codes), None)

    def _show_wish(self, view: View) -> None:
        by_hand = view.way == "table" and view.selected is not None
        self._by_hand.setVisible(by_hand)
        if not by_hand or view.selected is None:
            return
        self.cell_name.setText(self._words.say(N_("The cell {cell} is"), cell=" / ".join(view.selected)))
        wishes = getattr(view.params, "cells", ())
        told = {tuple(map(str, own.cell)): own.status for own in wishes}
        self.wish.show_key(told.get(view.selected) or "rules")

    @Slot(QModelIndex, QModelIndex)
    def _on_row(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if current.isValid() and current.row() < len(self._cells):
            self.cell_selected.emit(self._cells[current.row()].coordinates)

    @Slot(object)
    def _on_wish(self, key: str) -> None:
        row = self.table.currentIndex().row()
        if 0 <= row < len(self._cells):
            status = None if key == "rules" else key
            self.wished.emit((self._cells[row].coordinates, status))
