"""A sheet in the window: its tables as tabs, each sortable and copied; the texts above them."""

from collections.abc import Iterable

from PySide6.QtWidgets import QWidget

from sdc_desktop.sheets.blocks import Block, Heading, Table
from sdc_desktop.sheets.sheet import running_text, tables_in
from sdc_desktop.ui.theme import fill
from sdc_desktop.ui.widgets.folding_tabs import FoldingTabs
from sdc_desktop.ui.widgets.tables.text_table import TextTable
from sdc_desktop.ui.widgets.whole_label import WholeLabel
from sdc_desktop.words import N_, Words


class SheetView(QWidget):
    """Shows blocks of any kind of job."""

    def __init__(self, name: str, words: Words) -> None:
        super().__init__()
        self._name, self._words = name, words
        self.line = WholeLabel()
        self.line.setProperty("scale", "small")
        self.tables: dict[str, TextTable] = {}
        self.tabs = FoldingTabs(name, words.say(N_("Tables")), scale="small")
        self.tabs.tabBar().hide()
        fill(self, self.line, (self.tabs, 1), spacing=0.5)

    def show_blocks(self, blocks: Iterable[Block | Heading]) -> None:
        """Show other blocks; a table whose title was there keeps its widths and its place."""
        found = tuple(blocks)
        tables = tables_in(found)
        there = {one.title for one in tables}
        for block in tables:
            self._show_table(block)
        self.line.show_text(running_text(found))
        self.tabs.tabBar().setVisible(bool(tables))
        for title, table in self.tables.items():
            self.tabs.setTabVisible(self.tabs.indexOf(table), title in there)
            if title not in there:
                table.show_rows((), ())

    def _show_table(self, block: Table) -> None:
        if block.title not in self.tables:
            made = self.tables[block.title] = TextTable(block.title, self._words)
            made.table.remember(f"{self._name}-{len(self.tables)}")
            self.tabs.addTab(made, block.title)
        self.tables[block.title].show_block(block)
