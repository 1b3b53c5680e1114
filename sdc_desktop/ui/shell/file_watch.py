"""Notices that the data file is no longer the one that the plan was made with, and says so calmly."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.output.files import file_stamp, sha256_of
from sdc_desktop.ui.drafts import DraftRunner
from sdc_desktop.ui.qt_types import gui_application
from sdc_desktop.ui.shell.next_file import NextFile
from sdc_desktop.ui.shell.part import Part, ProjectWindow
from sdc_desktop.words import N_

if TYPE_CHECKING:
    from sdc_desktop.engine.data.reading import Opened


class FileWatch(Part):
    """Compares hashes where a project is opened; stamps, then hashes, where the window is come back to."""

    def __init__(self, next_file: NextFile, window: ProjectWindow) -> None:
        super().__init__(window)
        self._next_file = next_file
        self._path: Path | None = None
        self._stamp: list[object] = []
        self._known = ""  # the hash of what is open, or of what was reported last
        self._hashes = DraftRunner(self._jobs, self)
        self._hashes.answered.connect(self._on_hash)
        self._reported = ""  # as a notice
        controller = self._controller
        controller.data_opened.connect(self._on_opened)
        controller.data_closed.connect(self._on_closed)
        controller.read_refused.connect(self._on_refused)
        gui_application().applicationStateChanged.connect(self._on_state)

    @Slot()
    def look(self) -> None:
        """See whether the file on the disk is still the one that was read."""
        if self._controller.look_at_hierarchies():
            text = N_("A hierarchy file was changed on disk. Results from before the change are outdated.")
            self._notices.mention(self._words.say(text))
        if self._path is None or self._hashes.busy:
            return
        stamp = file_stamp(self._path)
        if stamp == self._stamp:
            return
        self._stamp = stamp
        if self._path.exists():
            self._hashes.request(partial(_hash, self._path))
        else:
            self._report_gone()

    @Slot(Qt.ApplicationState)
    def _on_state(self, state: Qt.ApplicationState) -> None:
        if state == Qt.ApplicationState.ApplicationActive:
            self.look()

    @Slot(object)
    def _on_opened(self, shown: Opened) -> None:
        """Look at the file that was read: prepared records have a digest of their own."""
        file = self._controller.file_opened or shown
        if file.path == self._path and file.sha256 == self._known:
            return
        self._path, self._known = file.path, file.sha256
        self._stamp = file_stamp(file.path)
        data = self._controller.plan.data
        if data is not None and data.sha256 not in (None, file.sha256):
            self._report_changed()

    @Slot()
    def _on_closed(self) -> None:
        self._path, self._known = None, ""
        self._notices.withdraw(self._reported)

    @Slot()
    def _on_refused(self) -> None:
        """A file that cannot be read as the plan says may be another than the plan was made with."""
        data = self._controller.plan.data
        if data is not None and data.sha256 is not None:
            self._known = data.sha256
            self._hashes.request(partial(_hash, self._controller.base / data.path))

    @Slot(object)
    def _on_hash(self, sha256: str) -> None:
        if self._known and sha256 != self._known:
            self._known = sha256
            self._report_changed()

    def _report_changed(self) -> None:
        data, say = self._controller.plan.data, self._words.say
        if data is not None:
            text = N_("The data file {name} differs from the one the plan was created with.")
            self._report(
                say(text, name=Path(data.path).name), say(N_("&Compare…")), self._next_file.compare_again
            )

    def _report_gone(self) -> None:
        say = self._words.say
        assert self._path is not None
        text = N_("The data file {name} was moved or deleted. The records already read stay open.")
        self._report(say(text, name=self._path.name), say(N_("&Replace file…")), self._next_file.replace)

    def _report(self, text: str, label: str, act: Callable[[], object]) -> None:
        self._notices.withdraw(self._reported)
        self._reported = text
        self._notices.notify(text, (label, act))


def _hash(path: Path, _context: JobContext) -> str:
    return sha256_of(path, path.name)
