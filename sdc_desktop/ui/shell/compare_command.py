"""Opens the comparison of two runs beside the window."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from sdc_desktop.ui.shell.shell import Shell

if TYPE_CHECKING:  # its tables load plots, and plots NumPy
    from sdc_desktop.ui.dialogs.compare_results import CompareResultsDialog


class CompareCommand(QObject):
    """Keeps the dialog, so that what was compared stays until it is closed with the window."""

    def __init__(self, window: Shell) -> None:
        super().__init__(window)
        self._window = window
        self.dialog: CompareResultsDialog | None = None

    @Slot()
    def open(self) -> None:
        """Show the dialog."""
        window = self._window
        if self.dialog is None:
            from sdc_desktop.ui.dialogs.compare_results import CompareResultsDialog

            opened = window.controller.opened
            folder = Path.home() if opened is None else opened.path.parent
            self.dialog = CompareResultsDialog(window.jobs, folder, window.words, window)
        self.dialog.show()
        self.dialog.raise_()
