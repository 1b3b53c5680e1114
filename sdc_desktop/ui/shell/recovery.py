"""What is not saved is put aside now and then, so that a crash or a power cut costs little.

The copy is a project file (plans and notes, no records) beside the settings, named after the project and its
location. It is removed when all is saved or the user discards it. Each of several windows that run at once
has a file of its own, kept by a lock that ends with its program. The lock also shows that another window has
the same project open.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, QTimer, Slot

from sdc_desktop.engine.problems import Refused
from sdc_desktop.project.project_file import save_project
from sdc_desktop.project.with_data import rebased
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.shell.file_commands import FileCommands
from sdc_desktop.ui.shell.part import Part, ProjectWindow
from sdc_desktop.words import N_

SUFFIX = ".recovery"
_AFTER_MILLISECONDS = 10_000
_MOST_WINDOWS = 20  # that have each a file of their own
_LONGEST_NAME = 40  # of a project, as part of the file's name


@dataclass(frozen=True)
class _Place:
    """Where one window puts one project aside, and whether another has it open."""

    path: Path
    lock: QLockFile | None  # none in a folder that cannot be written to, or for windows beyond number
    elsewhere: bool


class Recovery(QObject):
    """Watches a project and keeps its recovery file."""

    def __init__(
        self,
        controller: ProjectController,
        folder: Path,
        parent: QObject | None = None,
        after: int = _AFTER_MILLISECONDS,
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._folder = folder
        self._untitled = self._place = _own_place(folder, "untitled")
        self._project: Path | None = None
        self._written: Path | None = None
        self._timer = QTimer(self, singleShot=True, interval=after)
        self._timer.timeout.connect(self.write)
        controller.project_changed.connect(self._move)
        controller.history_changed.connect(self._watch)
        controller.dirty_changed.connect(self._watch)
        self._move(controller.path)

    @property
    def place(self) -> Path:
        """Where the recovery file of the project that is open is or would be."""
        return self._place.path

    @property
    def elsewhere(self) -> bool:
        """Whether another window also has the project open."""
        return self._project is not None and self._place.elsewhere

    @property
    def left_behind(self) -> Path | None:
        """The recovery file that an earlier session left of the project that is open, if there is one."""
        return self.place if self.place.is_file() and self.place != self._written else None

    @Slot()
    def write(self) -> None:
        """Write the recovery file now if there is something to lose."""
        self._timer.stop()
        controller = self._controller
        if not controller.dirty:
            return
        place = self.place
        project = rebased(controller.project, controller.base, place.resolve().parent)
        try:
            save_project(project, place)
        except Refused:  # a folder that cannot be written to: saving will say so when it is asked for
            return
        self._written = place

    def discard(self) -> None:
        """Remove the file of this session: all is saved, or what is not is not wanted."""
        self._timer.stop()
        if self._written is not None:
            self._written.unlink(missing_ok=True)
            self._written = None

    def take_over(self, other: Recovery) -> None:
        """Continues with the file and the locks of another window."""
        other._timer.stop()
        for place in (self._untitled, self._place):
            if place.lock is not None:
                place.lock.unlock()
        self._untitled, self._place = other._untitled, other._place
        self._project, self._written = other._project, other._written
        nowhere = replace(other._untitled, lock=None)
        other._untitled = other._place = nowhere
        other._written = None

    @Slot(object)
    def _move(self, project: Path | None) -> None:
        if project == self._project:
            return
        if self._place.lock is not None and self._place is not self._untitled:
            self._place.lock.unlock()
        self._project = project
        self._place = self._untitled if project is None else _own_place(self._folder, _name_of(project))

    @Slot(object)
    def _watch(self, _changed: object) -> None:
        if not self._controller.dirty:
            self.discard()
        elif not self._timer.isActive():
            self._timer.start()


def _name_of(project: Path) -> str:
    """Projects of one name in two folders have each a file of their own."""
    where = hashlib.sha256(os.fsencode(project.resolve())).hexdigest()
    return f"{project.stem[:_LONGEST_NAME]}-{where[:12]}"


def _own_place(folder: Path, name: str) -> _Place:
    """A place that no other running program uses, one with something left behind first, and its lock."""
    numbers = ("", *(f"-{number}" for number in range(2, _MOST_WINDOWS + 1)))
    paths = [folder / f"{name}{number}.sdcproj{SUFFIX}" for number in numbers]
    elsewhere = False
    for path in sorted(paths, key=lambda path: not path.is_file()):
        lock = QLockFile(f"{path}.lock")
        lock.setStaleLockTime(0)  # stale only where its program has ended
        if lock.tryLock(0):
            return _Place(path, lock, elsewhere)
        elsewhere |= lock.error() == QLockFile.LockError.LockFailedError
    return _Place(paths[0], None, elsewhere)


class RecoveryOffer(Part):
    """Looks when a project is opened, and once for work that never had a file."""

    def __init__(self, recovery: Recovery, files: FileCommands, window: ProjectWindow) -> None:
        super().__init__(window)
        self._recovery, self._files = recovery, files
        self._left: Path | None = None
        self._project: Path | None = None
        self._offered = self._twice = ""  # as notices
        self._controller.project_changed.connect(self._on_project)

    def look_for_untitled(self) -> None:
        """Offer what was left of a project that was never saved, unless work has begun."""
        if self._controller.path is None and not self._controller.dirty:
            self._offer(self._recovery.left_behind, None)

    def take_over(self, other: RecoveryOffer) -> None:
        """Repeats the offer of another window if it is still open there."""
        if other._offered in other._notices.texts:
            self._offer(other._left, other._project)

    @Slot(object)
    def _on_project(self, path: Path | None) -> None:
        if self._project is not None:  # an offer of untitled work waits for its answer
            self._notices.withdraw(self._offered)
        self._notices.withdraw(self._twice)
        if path is not None:
            self._offer(self._recovery.left_behind, path)
            if self._recovery.elsewhere:
                text = N_(
                    "{name} is also open in another window. Changes saved there are not "
                    "shown here; you will be asked before they are overwritten."
                )
                self._twice = self._words.say(text, name=path.name)
                self._notices.notify(self._twice, urgent=True)

    def _offer(self, left: Path | None, project: Path | None) -> None:
        if left is None:
            return
        say = self._words.say
        self._left, self._project = left, project
        self._offered = say(
            N_("An earlier session ended before all changes were saved. You can recover its last steps.")
        )
        choices = (say(N_("Recover")), self.bring_back), (say(N_("Discard")), self.let_go)
        self._notices.notify(self._offered, *choices, urgent=True)

    @Slot()
    def bring_back(self) -> None:
        """Restore the last steps of the earlier session."""
        left = self._left
        if left is not None and self._files.may_leave() and self._controller.recover(left, self._project):
            left.unlink(missing_ok=True)
            self._recovery.write()

    @Slot()
    def let_go(self) -> None:
        """They are not wanted."""
        if self._left is not None:
            self._left.unlink(missing_ok=True)
