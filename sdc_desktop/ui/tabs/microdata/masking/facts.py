"""A table of facts below a picture."""

from collections.abc import Sequence

from PySide6.QtWidgets import QHeaderView, QVBoxLayout, QWidget

from sdc_desktop.ui.models.text_table_model import TextTableModel
from sdc_desktop.ui.widgets.plots.plot_style import small_font
from sdc_desktop.ui.widgets.tables.data_table import DataTable
from sdc_desktop.words import Words


class Facts(QWidget):
    """A table of facts that can be copied."""

    def __init__(self, name: str, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: Sequence[Sequence[str]] = ()
        self._model = TextTableModel(self)
        self.table = DataTable(self._model, name, words)
        self.table.setSelectionBehavior(DataTable.SelectionBehavior.SelectRows)
        self.table.verticalHeader().hide()
        for part in (self.table, self.table.horizontalHeader()):
            part.setFont(small_font(part))
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.table)

    def show_rows(
        self,
        header: Sequence[str],
        rows: Sequence[Sequence[str]],
        figures: Sequence[int] | range,
        stretched: int = 0,
    ) -> None:
        """Show other facts; one column takes what room there is."""
        self.rows = rows
        self._model.show(header, rows, figures)
        sections = self.table.horizontalHeader()
        if (
            stretched < len(header)
            and sections.sectionResizeMode(stretched) != QHeaderView.ResizeMode.Stretch
        ):
            sections.setSectionResizeMode(stretched, QHeaderView.ResizeMode.Stretch)
