"""Unsafe cells as a list: which, why, and what can be derived of them; words typed find them."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QSignalBlocker, Slot
from PySide6.QtWidgets import QHeaderView, QLabel, QLineEdit

from sdc_desktop.ui.models.listed_cells_model import ListedCellsModel
from sdc_desktop.ui.tabs.tables.evidence_pages import TableEvidencePage
from sdc_desktop.ui.theme import beside, fill
from sdc_desktop.ui.widgets.steady_inputs import CalmComboBox
from sdc_desktop.ui.widgets.tables.data_table import DataTable
from sdc_desktop.words import N_, Words
from sdc_desktop.words.tables.figures import decimals_of
from sdc_desktop.words.tables.table_evidence import WHICH, list_line, listed_cells

if TYPE_CHECKING:
    from sdc_desktop.engine.methods.tables.audit.engine import AuditResult
    from sdc_desktop.engine.methods.tables.table.result import TableResult
    from sdc_desktop.engine.tables.cells import CellResult

CONCERNED = "concerned"
_WIDTHS = (18, 8, 10, 15, 8)  # characters of the columns but the last


class UnsafePage(TableEvidencePage):
    """The list, a chooser of what it shows, and a field to search it."""

    title = N_("Unsafe cells")

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        say = words.say
        self._result: TableResult | AuditResult | None = None
        self._listed: list[CellResult] = []
        self._concerned: frozenset[tuple[str, ...]] = frozenset()  # the cells of a reason of the verdict
        self.which = CalmComboBox()
        self.which.setAccessibleName(say(N_("Which cells are listed")))
        self.which.setMinimumContentsLength(18)
        for key, text in WHICH.items():
            self.which.addItem(say(text), key)
        self.box = QLineEdit()
        self.box.setClearButtonEnabled(True)
        self.box.setPlaceholderText(say(N_("Category, status or rule")))
        label = QLabel(say(N_("F&ind")))
        label.setBuddy(self.box)
        self.model = ListedCellsModel(words, self)
        self.table = DataTable(self.model, say(N_("Unsafe cells")), words)
        self.table.remember("unsafe-cells")
        self.table.list_rows(small=True)
        header = self.table.horizontalHeader()
        header.setStretchLastSection(True)
        header.setSortIndicatorShown(True)
        header.setSortIndicator(-1, header.sortIndicatorOrder())
        header.setSortIndicatorClearable(True)
        header.setSectionsClickable(True)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        row = beside(self, self.which, 1, label, (self.box, 2))
        fill(self, row, (self.table, 1), spacing=0.5)
        header.sortIndicatorChanged.connect(self.model.sort)
        self.box.textChanged.connect(self._on_search)
        self.which.currentIndexChanged.connect(self._list)
        self.table.activated.connect(self._on_requested)
        self.box.returnPressed.connect(self._on_first)

    def show_view(self, result: TableResult | AuditResult) -> None:
        """List the cells of a result."""
        if result is self._result:
            return
        other_kind = type(result) is not type(self._result)
        self._result = result
        self._forget_concerned()
        if other_kind:
            # of a published table nobody has said which cells are unsafe: those with gaps matter
            is_audit = not hasattr(result, "judged")
            with QSignalBlocker(self.which):
                self.which.setCurrentIndex(self.which.findData("hidden" if is_audit else "unsafe"))
        self._list()

    def show_concerned(self, cells: Collection[tuple[str, ...]]) -> None:
        """List only these cells: those that a reason of the verdict, or problems, are about."""
        self._concerned = frozenset(cells)
        self.box.clear()
        with QSignalBlocker(self.which):
            if self.which.findData(CONCERNED) < 0:
                self.which.addItem(self._words.say(N_("Cells concerned")), CONCERNED)
            self.which.setCurrentIndex(self.which.findData(CONCERNED))
        self._list()
        if self.model.rowCount():
            self.table.selectRow(0)

    def _forget_concerned(self) -> None:
        """The reasons of another result are about other cells."""
        place = self.which.findData(CONCERNED)
        if place >= 0:
            with QSignalBlocker(self.which):
                if self.which.currentIndex() == place:
                    self.which.setCurrentIndex(0)
                self.which.removeItem(place)
        self._concerned = frozenset()

    @Slot()
    def _list(self) -> None:
        result, which = self._result, self.which.currentData()
        if result is None or result.table is None or which is None:
            return
        first = not self.model.columnCount()
        if which == CONCERNED:
            once = (cell for cell in result.cells if not cell.repeats)
            self._listed = [cell for cell in once if cell.coordinates in self._concerned]
        else:
            self._listed = listed_cells(result.cells, which)
        self.model.show(self._listed, decimals_of(result))
        if first:
            for column, characters in enumerate(_WIDTHS):
                self.table.set_characters(column, characters)
        self._report()

    def _report(self) -> None:
        which = self.which.currentData()
        judged = getattr(self._result, "judged", True)
        shown, number = self.model.rowCount(), len(self._listed)
        self._report_line(list_line(shown, number, which, self._words, judged=judged))

    @Slot(str)
    def _on_search(self, text: str) -> None:
        if self._result is not None:
            self.model.search(text)
            self._report()

    @Slot()
    def _on_first(self) -> None:
        """Enter in the field: to the first that was found."""
        if self.model.rowCount():
            self.table.selectRow(0)
            self._on_requested(self.model.index(0, 0))

    @Slot(QModelIndex)
    def _on_requested(self, index: QModelIndex) -> None:
        self.cell_requested.emit(self.model.cells[index.row()].coordinates)
