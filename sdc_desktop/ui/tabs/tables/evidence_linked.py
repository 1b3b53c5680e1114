"""The tables that share cells with the one that is shown: a picture, the joint audit, and its remedy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QFrame, QPushButton, QScrollArea, QVBoxLayout, QWidget

from sdc_desktop.ui.tabs.tables.evidence_page import TableEvidencePage
from sdc_desktop.ui.widgets.plots.figure_frame import FigureFrame
from sdc_desktop.ui.widgets.plots.links_picture import LinksPicture
from sdc_desktop.words import N_, Words
from sdc_desktop.words.tables import linked as words_linked

if TYPE_CHECKING:
    from sdc_desktop.ui.tabs.tables.view import View


class LinkedPage(TableEvidencePage):
    """Boxes and lines; a click on a box shows its table."""

    title = N_("Linked tables")
    table_requested = Signal(object)  # str
    together_requested = Signal(object)  # tuple[str, ...]: the others to be protected together with this one

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        self._names: tuple[str, ...] = ()
        self._others: tuple[str, ...] = ()
        self.picture = LinksPicture()
        self.picture.chosen.connect(self._on_box)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidget(self.picture)
        self.frame = FigureFrame(area, words)
        self.frame.show_title(words.say(N_("Cells that tables share")))
        self.protect = QPushButton(words.say(N_("Protect together")))
        self.protect.setToolTip(words.say(N_("Protects all these tables as one system. One step to undo.")))
        self.protect.setProperty("scale", "small")
        self.protect.clicked.connect(self._on_protect)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.frame, 1)
        column.addWidget(self.protect)

    def show_view(self, view: View) -> None:
        """Show what links the table of a view with others."""

        found = view.together
        if found is None:
            return
        entries = {entry.name: entry for entry in view.tables}
        self._names = (*found.jobs, *found.released)
        boxes = [(name, entries[name].dimensions if name in entries else "") for name in self._names]
        links = words_linked.links_of(found, self._words)
        current = self._names.index(view.current) if view.current in self._names else -1
        self.picture.show_links(boxes, links, current)
        rows = words_linked.rows(found, self._words)
        self.frame.show_table(words_linked.header(self._words), rows)
        self._others = tuple(
            name for name in found.jobs if name != view.current and name in entries and entries[name].can_link
        )
        self.protect.setVisible(found.asked == "found" and not found.safe and bool(self._others))
        origin = words_linked.origin_line(found, self._words)
        self._report_line(f"{words_linked.audit_line(found, self._words)} {origin}")

    @Slot(object)
    def _on_box(self, number: int) -> None:
        if number < len(self._names):
            self.table_requested.emit(self._names[number])

    @Slot()
    def _on_protect(self) -> None:
        self.together_requested.emit(self._others)
