"""What lies behind the selected item: findings, counts, other tables, what its file carries, the ledger."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from sdc_desktop.ui.tabs.outputs.view import View
from sdc_desktop.ui.widgets.folding_tabs import FoldingTabs
from sdc_desktop.ui.widgets.tables.saved_table import SavedTable
from sdc_desktop.words import N_, Words
from sdc_desktop.words.outputs.outputs_tab import (
    Row,
    carried_rows,
    count_rows,
    difference_rows,
    finding_rows,
    log_rows,
)

Place = tuple[int, int]
_NAMES = "findings", "counts", "earlier", "carried", "log"  # of the tables, in the settings
_EMPTY = (
    N_("Nothing found."),
    N_("No counts are given."),
    N_("Nothing found among the tables that were compared."),
    N_("Nothing found."),
    N_("No entries yet."),
)
_WIDTHS = ((16, 24, 14), (8, 24, 9))  # characters of the columns but the last, without and with a proposal


class Evidence(QWidget):
    """Five tables; a finding that is chosen leads to its cell."""

    place_requested = Signal(object)  # (row, column) within the selected table

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        say = words.say
        self._places: list[Place | None] = []
        proposal, name, cell = say(N_("Proposal")), say(N_("Finding")), say(N_("Cell"))
        self.findings = SavedTable(say(N_("Findings")), (proposal, name, cell, say(N_("Reason"))), words)
        self.counts = SavedTable(
            say(N_("Counts behind")),
            (cell, say(N_("Label")), say(N_("Contributors")), say(N_("Source"))),
            words,
            (2,),
        )
        self.earlier = SavedTable(
            say(N_("Other tables and earlier releases")),
            (name, say(N_("Other table")), say(N_("When")), say(N_("Cells"))),
            words,
        )
        self.carried = SavedTable(
            say(N_("Carried by the file")), (proposal, name, say(N_("Place")), say(N_("Remedy"))), words
        )
        self.log = SavedTable(
            say(N_("Ledger")),
            (say(N_("Time (UTC)")), say(N_("Entry")), say(N_("Account")), say(N_("Note"))),
            words,
        )
        self.tabs = FoldingTabs("output_details")
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setAccessibleName(say(N_("Details")))
        for kept, table in zip(_NAMES, self.tables, strict=True):
            table.table.remember(f"output-{kept}")
            self.tabs.addTab(table, table.title.text())
            table.title.hide()
            table.widen_last(_WIDTHS[table is self.findings or table is self.carried])
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.tabs)
        self.findings.row_selected.connect(self._on_finding)

    @property
    def tables(self) -> tuple[SavedTable, ...]:
        """All tables that can be saved."""
        return self.findings, self.counts, self.earlier, self.carried, self.log

    def set_folder(self, folder: Path) -> None:
        """Where tables are saved to begin with."""
        for table in self.tables:
            table.folder = folder

    def show_view(self, view: View) -> None:
        """Show what lies behind the selected item."""
        answer, item, words = view.answer, view.item, self._words
        found: list[tuple[Row, Place | None]] = []
        counts: list[Row] = []
        earlier: list[Row] = []
        carried: list[Row] = []
        log: list[Row] = []
        if answer is not None:
            log = log_rows(answer.received.entries, words)
        if answer is not None and item is not None:
            found = list(finding_rows(item, words))
            carried = carried_rows(answer.submission.files[item.file], words)
            if item.table is not None:
                counts = count_rows(item.table.judged, words)
                earlier = difference_rows(answer.submission, item.table.id, words)
        self._places = [place for _, place in found]
        rows = ([row for row, _ in found], counts, earlier, carried, log)
        for number, (table, listed) in enumerate(zip(self.tables, rows, strict=True)):
            empty = self._empty_text(view, number)
            table.table.say_when_empty(words.say(empty) if empty else "")
            if list(table.model.rows()) != listed:
                table.show_rows(len(listed), listed.__getitem__)
            name = table.title.text()
            self.tabs.setTabText(
                number, f"{name} ({len(listed)})" if listed and table is not self.log else name
            )

    def _empty_text(self, view: View, number: int) -> str:
        """The text of an empty table. It claims an absence only where the current check has read the file."""
        answer, item, table = view.answer, view.item, self.tables[number]
        if answer is None or view.stale or not view.items:
            return ""
        if table is self.log:
            return _EMPTY[number]
        if item is None:
            return N_("Select a table or file in the queue.")
        file = answer.submission.files[item.file]
        of_tables = table is self.counts or table is self.earlier
        if file.refused or file.is_picture or (of_tables and item.table is None):
            return ""
        return _EMPTY[number]

    @Slot(object)
    def _on_finding(self, row: int) -> None:
        place = self._places[row] if row < len(self._places) else None
        if place is not None:
            self.place_requested.emit(place)
