"""What is not saved is put aside now and then, so that a crash or a power cut costs little.

The copy is a project file (plans and notes, no records) beside the project's own, or in the settings folder
while the project has none; it goes when all is saved or the officer lets it go. Of several windows that run
at once each has a file of its own in the settings folder, kept by a lock that ends with its program.
"""

from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, QTimer, Slot

from sdc_desktop.engine.problems import Refused
from sdc_desktop.project.project_file import save_project
from sdc_desktop.project.rebase import rebased
from sdc_desktop.ui.project_controller import ProjectController

SUFFIX = ".recovery"
_AFTER_MILLISECONDS = 10_000
_MOST_WINDOWS = 20  # that have each a file of their own


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
        self._untitled, self._lock = _own_place(folder)
        self._written: Path | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(after)
        self._timer.timeout.connect(self.write)
        controller.plan_changed.connect(self._watch)
        controller.dirty_changed.connect(self._watch)

    def place(self, project: Path | None) -> Path:
        """Where the recovery file of a project (None: one without a file) is or would be."""
        if project is None:
            return self._untitled
        return project.with_name(project.name + SUFFIX)

    def left_behind(self, project: Path | None) -> Path | None:
        """The recovery file that an earlier session left of this project, if there is one."""
        place = self.place(project)
        return place if place.is_file() and place != self._written else None

    @Slot()
    def write(self) -> None:
        """Write the recovery file now if there is something to lose."""
        self._timer.stop()
        controller = self._controller
        if not controller.dirty:
            return
        place = self.place(controller.path)
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

    @Slot(object)
    def _watch(self, _changed: object) -> None:
        if not self._controller.dirty:
            self.discard()
        elif not self._timer.isActive():
            self._timer.start()


def _own_place(folder: Path) -> tuple[Path, QLockFile | None]:
    """A place that no other running program uses, one with something left behind first, and its lock."""
    numbers = ("", *(f"-{number}" for number in range(2, _MOST_WINDOWS + 1)))
    places = [folder / f"untitled{number}.sdcproj{SUFFIX}" for number in numbers]
    for place in sorted(places, key=lambda place: not place.is_file()):
        lock = QLockFile(str(place) + ".lock")
        lock.setStaleLockTime(0)  # stale only where its program has ended
        if lock.tryLock(0):
            return place, lock
    return places[0], None  # a folder that cannot be written to, or windows beyond number
