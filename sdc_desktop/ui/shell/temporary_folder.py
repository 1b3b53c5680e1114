"""The temporary folder for large files, as the user allows or forbids it; none unless allowed."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QFileDialog, QLineEdit, QPushButton, QWidget

from sdc_desktop.engine.data.store.temporary_folder import SpillFolder, sweep
from sdc_desktop.engine.problems import Refused
from sdc_desktop.ui.dialogs.dialog import Dialog
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.settings import Settings
from sdc_desktop.ui.theme import beside, fill
from sdc_desktop.ui.widgets.notices import Notices
from sdc_desktop.ui.widgets.plain_parts import accept_or_cancel, plain_label
from sdc_desktop.words import N_, Words
from sdc_desktop.words.problems.problems import spoken

_WIDTH = 60  # characters of a line of text
_WHY = N_(
    "Records and counts are held in memory. For larger files, you can allow a temporary folder that holds a "
    "compressed copy of the records while the program is running. Choose a disk that is as well protected as "
    "the data file."
)
_RULES = N_(
    "Only you can read the folder. It is emptied when the program closes or, after a crash, at the next "
    "start. Parquet files are read in place and need no copy. The setting applies to files that you open "
    "from now on."
)


class SpillDialog(Dialog):
    """`chosen` has the folder that is allowed, None for none."""

    chosen = Signal(object)  # Path | None

    def __init__(self, folder: Path | None, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(words.say(N_("Temporary folder for large files")), "data", words, parent)
        self.allow = QCheckBox(words.say(N_("&Allow a temporary folder for large files")))
        self.allow.setChecked(folder is not None)
        self.folder = QLineEdit("" if folder is None else str(folder))
        self.folder.setAccessibleName(words.say(N_("Folder")))
        self.choose = QPushButton(words.say(N_("&Choose…")))
        self.done_button, self.buttons = accept_or_cancel(self, words.say(N_("&OK")), words)
        self._compose()
        self.allow.toggled.connect(self._refresh)
        self.folder.textChanged.connect(self._refresh)
        self.choose.clicked.connect(self._browse)
        self._refresh()

    def _compose(self) -> None:
        texts = [plain_label(self._words.say(text)) for text in (_WHY, _RULES)]
        texts[0].setMinimumWidth(self.fontMetrics().averageCharWidth() * _WIDTH)
        fill(
            self,
            *texts,
            self.allow,
            beside(self, (self.folder, 1), self.choose),
            self.buttons,
            margin=2,
            spacing=1,
        )

    def accept(self) -> None:
        """What is said holds."""
        super().accept()
        text = self.folder.text().strip()
        self.chosen.emit(Path(text).absolute() if self.allow.isChecked() and text else None)

    @Slot()
    def _refresh(self) -> None:
        allowed = self.allow.isChecked()
        self.folder.setEnabled(allowed)
        self.choose.setEnabled(allowed)
        self.done_button.setEnabled(not allowed or bool(self.folder.text().strip()))

    @Slot()
    def _browse(self) -> None:
        title = self._words.say(N_("Temporary folder for large files"))
        name = QFileDialog.getExistingDirectory(self, title, self.folder.text() or str(Path.home()))
        if name:
            self.folder.setText(name)


class Spilling(QObject):
    """Gives the jobs a folder of this program's own, in the folder that the settings name."""

    def __init__(
        self, jobs: JobManager, settings: Settings, notices: Notices, words: Words, window: QWidget
    ) -> None:
        super().__init__(window)
        self._jobs = jobs
        self._settings = settings
        self._notices = notices
        self._words = words
        self._window = window
        self._folders: list[SpillFolder] = []  # the last is in use; files open now may be in the others
        self.dialog: SpillDialog | None = None
        self._begin()

    @Slot()
    def ask(self) -> None:
        """Let the user allow or forbid a folder."""
        self.dialog = SpillDialog(self._settings.spill_folder, self._words, self._window)
        self.dialog.chosen.connect(self._take)
        self.dialog.open()

    def close(self) -> None:
        """Nothing stays on disk."""
        while self._folders:
            self._folders.pop().close()

    def take_over(self, other: Spilling) -> None:
        """Continues with the folders of another window, which hold its records."""
        self.close()
        self._folders, other._folders = other._folders, []
        self._jobs.spill = other._jobs.spill

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
            self._notices.notify(spoken(refusal.problems[0], self._words))
