"""The folder for files beyond memory, as the officer allows or forbids it; none unless allowed."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QWidget

from sdc_desktop.engine.data.spill import SpillFolder, sweep
from sdc_desktop.engine.problems import Refused
from sdc_desktop.ui.dialogs.spill import SpillDialog
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.settings import Settings
from sdc_desktop.ui.widgets.banner import Banner
from sdc_desktop.words import Words
from sdc_desktop.words.problems import spoken


class Spilling(QObject):
    """Gives the jobs a folder of this program's own, in the folder that the settings name."""

    def __init__(
        self, jobs: JobManager, settings: Settings, banner: Banner, words: Words, window: QWidget
    ) -> None:
        super().__init__(window)
        self._jobs = jobs
        self._settings = settings
        self._banner = banner
        self._words = words
        self._window = window
        self._folders: list[SpillFolder] = []  # the last is in use; files open now may be in the others
        self.dialog: SpillDialog | None = None
        self._begin()

    @Slot()
    def ask(self) -> None:
        """Let the officer allow or forbid a folder."""
        self.dialog = SpillDialog(self._settings.spill_folder, self._words, self._window)
        self.dialog.chosen.connect(self._take)
        self.dialog.open()

    def close(self) -> None:
        """Nothing stays on disk."""
        while self._folders:
            self._folders.pop().close()

    @Slot(object)
    def _take(self, folder: Path | None) -> None:
        before = self._settings.spill_folder
        self._settings.spill_folder = folder
        self._jobs.spill = None
        self._begin()
        if before is not None and folder != before:
            sweep(before)

    def _begin(self) -> None:
        allowed = self._settings.spill_folder
        if allowed is None:
            return
        if self._folders and self._folders[-1].path.parent == allowed:
            self._jobs.spill = self._folders[-1].path
            return
        try:
            self._folders.append(SpillFolder(allowed))
            self._jobs.spill = self._folders[-1].path
        except Refused as refusal:
            self._banner.tell(spoken(refusal.problems[0], self._words))
