"""What an intruder may infer about small counts after the cell key method, its cost, and the ratios."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Signal, Slot
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from sdc_desktop.sheets.blocks import Paragraph
from sdc_desktop.sheets.cell_keys import certainty, noise_losses, ratios
from sdc_desktop.sheets.sheet import plain_rows, read_by, running_text, tables_in
from sdc_desktop.ui.models.text_table_model import TextTableModel
from sdc_desktop.ui.tabs.tables.evidence_page import TableEvidencePage
from sdc_desktop.ui.widgets.plots.figure_frame import FigureFrame
from sdc_desktop.ui.widgets.plots.paired_bars import Pair, PairedBars
from sdc_desktop.ui.widgets.plots.plot_style import small_font
from sdc_desktop.ui.widgets.tables.data_table import DataTable
from sdc_desktop.words import N_, Words
from sdc_desktop.words.words import whole

if TYPE_CHECKING:
    from sdc_desktop.engine.methods.tables.table.result import TableResult


class NoisePage(TableEvidencePage):
    """Two bars for each small count that is published; the perturbation table can be exported."""

    export_requested = Signal()
    title = N_("Noise")

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        say = words.say
        labels = say(N_("from the count alone")), say(N_("with the rest of the table"))
        self.plot = PairedBars(labels, say(N_("limit")))
        self.frame = FigureFrame(self.plot, words)
        self.frame.show_title(say(N_("Probability of the true count by published count")))
        self.export = QPushButton(say(N_("Export perturbation ta&ble\u2026")))
        self.export.setProperty("scale", "small")
        self.export.setProperty("weight", "quiet")
        self.export.clicked.connect(self.export_requested)
        self.frame.foot.add(self.export)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.frame)

    def show_view(self, result: TableResult, limit: float | None) -> None:
        """Show how certain small counts are; `limit` is the highest probability allowed."""

        small = [one for one in result.certain if one.count]
        pairs = [Pair(whole(one.count), one.probability, one.together) for one in small]
        self.plot.show_pairs(pairs, limit)
        sheet = (*certainty(result, self._words), *noise_losses(result, self._words, shows_amounts=True))
        blocks = list(read_by("window", sheet))
        for block in tables_in(blocks)[: bool(result.certain)]:
            heads = [one.head for one in block.columns]
            self.frame.show_table(heads, plain_rows(block), range(1, len(heads)))
        self.plot.setVisible(bool(result.certain))
        self.export.setVisible(bool(result.certain))
        self._report_line(running_text(one for one in blocks if isinstance(one, Paragraph)))


class RatiosPage(TableEvidencePage):
    """The cells as ratios."""

    title = N_("Ratios")

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        self._result: TableResult | None = None
        self.model = TextTableModel(self)
        self.table = DataTable(self.model, words.say(N_("Ratios")), words)
        self.table.remember("ratios")
        self.table.setSelectionBehavior(DataTable.SelectionBehavior.SelectRows)
        self.table.verticalHeader().hide()
        for part in (self.table, self.table.horizontalHeader()):
            part.setFont(small_font(part))
        self.table.horizontalHeader().setStretchLastSection(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.table)
        self.table.activated.connect(self._on_requested)

    def show_view(self, result: TableResult) -> None:
        """List the ratios of a result."""

        if result is self._result or result.noise is None:
            return
        self._result = result
        blocks = list(read_by("window", ratios(result, self._words)))
        for block in tables_in(blocks):
            self.model.show_block(block)
        self._report_line(running_text(blocks))

    @Slot(QModelIndex)
    def _on_requested(self, index: QModelIndex) -> None:
        if self._result is not None and self._result.noise is not None:
            self.cell_requested.emit(self._result.noise.ratios[index.row()].coordinates)
