"""What every page of the details on tables can do."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from sdc_desktop.words import Words


class TableEvidencePage(QWidget):
    """One tab of the details. ``title`` is the tab's, ``line`` the sentence below the picture."""

    line_changed = Signal()
    cell_requested = Signal(object)  # tuple[str, ...]: the coordinates of a cell to look at in the table
    title = ""

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self.line = ""

    def _report_line(self, text: str) -> None:
        self.line = text
        self.line_changed.emit()
