"""The result on a differentially private table: its budget, and the noise of each marginal.

No count is shown: a table is drawn only when it is exported.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtWidgets import QHeaderView, QLabel, QSplitter, QVBoxLayout, QWidget

from sdc_desktop.engine.data.formats import decimals_in
from sdc_desktop.sheets.blocks import Block, Heading, Paragraph
from sdc_desktop.sheets.sheet import About, read_by, running_text, sheet_of, tables_in
from sdc_desktop.ui.models.text_table_model import TextTableModel
from sdc_desktop.ui.theme import fill, spread, step
from sdc_desktop.ui.widgets.plain_parts import plain_label
from sdc_desktop.ui.widgets.tables.data_table import DataTable
from sdc_desktop.words import N_, Words
from sdc_desktop.words.tables.tables_tab import detailed_header, detailed_row

if TYPE_CHECKING:
    from sdc_desktop.engine.methods.tables.linked_audit.engine import LinkedAuditResult
    from sdc_desktop.engine.methods.tables.private_table.engine import PrivateResult
    from sdc_desktop.engine.tables.cells import CellResult
    from sdc_desktop.ui.tabs.tables.view import View
    from sdc_desktop.ui.tabs.tables.work import Answer


def rows_list(owner: QWidget, model: TextTableModel, name: str, words: Words) -> DataTable:
    """A list of whole rows, as wide as its texts; `name`: what a screen reader calls it."""
    table = DataTable(model, name, words)
    table.list_rows()
    table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    table.setMinimumHeight(step(owner, 10))
    return table


def titled(owner: QWidget, title: str, table: DataTable, below: QLabel | None = None) -> QWidget:
    """A list below its title, and a text below it."""
    label = QLabel(title)
    label.setProperty("tone", "strong")
    label.setBuddy(table)
    part = QWidget()
    column = QVBoxLayout(part)
    spread(column, owner, margin=0, spacing=0.5)
    column.addWidget(label)
    column.addWidget(table, 1)
    if below is not None:
        column.addWidget(below)
    return part


def stack(owner: QWidget, parts: Sequence[tuple[QWidget, int]]) -> None:
    """Fill a page with its parts, each with its share of the height."""
    splitter = QSplitter(Qt.Orientation.Vertical)
    splitter.setChildrenCollapsible(False)
    for place, (part, share) in enumerate(parts):
        splitter.addWidget(part)
        splitter.setStretchFactor(place, share)
    fill(owner, splitter)


def _window_blocks(answer: Answer, words: Words) -> Iterator[Block | Heading]:
    """What the sheet of a result shows in the window."""
    job = answer.job
    return read_by("window", sheet_of(job.kind)(About(job.params, answer.result), words))


class PrivateAnswer(QWidget):
    """Shows a result, greyed if outdated."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self._result: PrivateResult | None = None
        say = words.say
        self._budget = TextTableModel(self)
        self.budget = rows_list(self, self._budget, say(N_("Privacy budget")), words)
        self.budget.remember("privacy-budget")
        self._marginals = TextTableModel(self)
        self.marginals = rows_list(self, self._marginals, say(N_("Noise by marginal")), words)
        self.marginals.remember("noise-by-marginal")
        self.guess = plain_label()
        self.drawn = plain_label(
            say(N_("The table is drawn once, at export, and entered in the ledger first.")), tone="muted"
        )
        above = titled(self, say(N_("Privacy budget")), self.budget, self.guess)
        stack(self, [(above, 3), (titled(self, say(N_("Noise by marginal")), self.marginals, self.drawn), 2)])

    def show_view(self, view: View) -> None:
        """Show a result."""
        if view.answer is None:
            return
        for table in (self.budget, self.marginals):
            table.setEnabled(not view.stale)
        if view.answer.result is self._result:
            return
        self._result = view.answer.result
        blocks = list(_window_blocks(view.answer, self._words))
        for model, block in zip((self._budget, self._marginals), tables_in(blocks), strict=True):
            model.show_block(block)
        self.guess.setText(running_text(one for one in blocks if isinstance(one, Paragraph)))


_MOST_ROWS = 5_000  # cells listed, the riskiest first


class LinkedAnswer(QWidget):
    """Shows a result and reports the selected detailed cell, greyed if outdated."""

    cell_selected = Signal(object)  # CellResult

    def __init__(self, words: Words) -> None:
        super().__init__()
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
        self._scenarios.show_block(next(iter(tables_in(_window_blocks(view.answer, self._words)))))
        worst = max(range(len(result.scenarios)), key=lambda row: result.scenarios[row].disclosed)
        self.scenarios.selectRow(worst)
        self._show_cells(worst)

    @property
    def decimals(self) -> int:
        """How many decimals all figures of the cells have."""
        return 0 if self._result is None else decimals_in(self._result.unit)

    def _show_cells(self, row: int) -> None:
        assert self._result is not None
        found = self._result.scenarios[row].cells
        ordered = sorted(found, key=lambda cell: (not cell.disclosed, -(cell.risk or 0)))
        self._cells = tuple(ordered[:_MOST_ROWS])
        names = self._result.dimensions
        rows = [detailed_row(cell, self.decimals, self._words) for cell in self._cells]
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
