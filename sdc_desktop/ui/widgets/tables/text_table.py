"""A table of texts, read and copied, with a line below it where there is something to say."""

from collections.abc import Collection, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHeaderView, QWidget

from sdc_desktop.sheets.blocks import Table
from sdc_desktop.ui.models.text_table_model import TextTableModel
from sdc_desktop.ui.theme import fill, step
from sdc_desktop.ui.widgets.plain_parts import plain_label
from sdc_desktop.ui.widgets.tables.data_table import DataTable
from sdc_desktop.words import Words

_MOST_ROWS = 12  # in view at once, where the height follows the rows


class TextTable(QWidget):
    """A table of texts with a line below it where there is something to say."""

    row_selected = Signal(object)  # int

    def __init__(self, name: str, words: Words) -> None:
        super().__init__()
        self._model = TextTableModel(self)
        self.table = DataTable(self._model, name, words, self)
        self.table.list_rows(small=True)
        self.table.setSelectionMode(DataTable.SelectionMode.SingleSelection)
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.table.horizontalHeader().setStretchLastSection(True)
        self.table.setMinimumHeight(step(self, 7))
        self.table.row_selected.connect(self.row_selected)
        self.line = plain_label(scale="small", selectable=True, narrow=True)
        self.line.hide()
        fill(self, (self.table, 1), self.line, spacing=0.5)

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """What is shown."""
        return tuple(tuple(map(str, row)) for row in self._model.rows)

    def show_rows(
        self, header: Sequence[str], rows: Sequence[Sequence[str]], figures: Collection[int] = ()
    ) -> None:
        """Show other rows."""
        self._model.show(header, rows, figures)

    def show_block(self, block: Table) -> None:
        """Show a table of a sheet, with its note below."""
        self._model.show_block(block)
        self.notify(block.note)

    def notify(self, text: str) -> None:
        """Say something below the table; nothing, if the text is empty."""
        self.line.setText(text)
        self.line.setVisible(bool(text))

    def keep_to_rows(self) -> None:
        """Take the height that the rows need, as far as that is not too much."""
        header, rows = self.table.horizontalHeader(), min(self._model.rowCount(), _MOST_ROWS)
        height = header.sizeHint().height() + rows * self.table.verticalHeader().defaultSectionSize()
        across = self.table.horizontalScrollBar().sizeHint().height()  # it may cover the last row
        self.table.setFixedHeight(height + across + 2 * self.table.frameWidth())

    def wrap(self, column: int, lines: int = 2) -> None:
        """Give the sentences of one column all room that is left, and this many lines; once there are
        rows.
        """
        sections = self.table.horizontalHeader()
        sections.setStretchLastSection(False)
        sections.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        self.table.setWordWrap(True)
        height = lines * self.table.fontMetrics().lineSpacing() + step(self, 0.5)
        self.table.verticalHeader().setDefaultSectionSize(height)
