"""What redesign made of the categories: which became one, and how many unsafe cells that spared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from sdc_desktop.ui.tabs.tables.evidence_page import TableEvidencePage
from sdc_desktop.ui.widgets.plots.figure_frame import FigureFrame
from sdc_desktop.ui.widgets.plots.merges_picture import Merge, MergesPicture
from sdc_desktop.words import N_, Words
from sdc_desktop.words.tables.table_evidence import merges_header, merges_line, merges_of

if TYPE_CHECKING:
    from sdc_desktop.engine.methods.tables.table.result import TableResult


class RedesignPage(TableEvidencePage):
    """A bracket for each merge of categories."""

    title = N_("Merged")

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        self.picture = MergesPicture()
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidget(self.picture)
        self.frame = FigureFrame(area, words)
        self.frame.show_title(words.say(N_("Merged categories")))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.frame)

    def show_view(self, result: TableResult) -> None:
        """Show the merges of a result."""

        found = merges_of(result)
        self.picture.show_merges([Merge(*one) for one in found])
        rows = [(name, part, merged) for name, parts, merged in found for part in parts]
        self.frame.show_table(merges_header(self._words), rows)
        self._report_line(merges_line(result, len(found), self._words))
