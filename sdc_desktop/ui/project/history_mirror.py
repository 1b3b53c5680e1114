"""The project's history mirrored in a QUndoStack, for menus and lists."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtGui import QUndoCommand, QUndoStack

from sdc_desktop.project.project import Project


class HistoryMirror:
    """Keeps a stack in step with a project, and asks to `go_to` a position when the stack is moved."""

    def __init__(self, go_to: Callable[[int], None], parent: QObject) -> None:
        self.stack = QUndoStack(parent)
        self._go_to = go_to
        self._mirroring = False

    def follow(self, project: Project) -> None:
        """One more step was taken."""
        self._mirrored(lambda: self._push(project, len(project.history) - 1))

    def renew(self, project: Project) -> None:
        """It is another history altogether."""

        def renew() -> None:
            self.stack.clear()
            for position in range(1, len(project.history)):
                self._push(project, position)
            self.stack.setIndex(project.position)

        self._mirrored(renew)

    def move(self, position: int) -> None:
        """The officer moved the stack: put that step in force."""
        if not self._mirroring:
            self._go_to(position)

    def _push(self, project: Project, position: int) -> None:
        self.stack.push(_StepCommand(self, position, project.history[position].label))

    def _mirrored(self, change: Callable[[], None]) -> None:
        self._mirroring = True
        try:
            change()
        finally:
            self._mirroring = False


class _StepCommand(QUndoCommand):
    """A step of the history by its number: nothing is kept here."""

    def __init__(self, mirror: HistoryMirror, position: int, label: str) -> None:
        super().__init__(label)
        self._mirror = mirror
        self._position = position

    def undo(self) -> None:
        self._mirror.move(self._position - 1)

    def redo(self) -> None:
        self._mirror.move(self._position)
