"""What an earlier session left unsaved is offered; the officer says what becomes of it."""

from pathlib import Path

from PySide6.QtCore import QObject, Slot

from sdc_desktop.ui.file_commands import FileCommands
from sdc_desktop.ui.project_controller import ProjectController
from sdc_desktop.ui.recovery import Recovery
from sdc_desktop.ui.widgets.banner import Banner
from sdc_desktop.words import N_, Words


class RecoveryOffer(QObject):
    """Looks when a project is opened, and once for work that never had a file."""

    def __init__(
        self,
        recovery: Recovery,
        controller: ProjectController,
        files: FileCommands,
        banner: Banner,
        words: Words,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._recovery = recovery
        self._controller = controller
        self._files = files
        self._banner = banner
        self._words = words
        self._left: Path | None = None
        self._project: Path | None = None
        controller.project_changed.connect(self._on_project)

    def look_for_untitled(self) -> None:
        """Offer what was left of a project that was never saved, unless work has begun."""
        if self._controller.path is None and not self._controller.dirty:
            self._offer(self._recovery.left_behind, None)

    @Slot(object)
    def _on_project(self, path: Path | None) -> None:
        if path is not None:
            self._offer(self._recovery.left_behind, path)
            if self._recovery.elsewhere:
                self._banner.tell(
                    self._words.say(
                        N_(
                            "{name} is also open in another window. Changes saved there are not shown here; "
                            "you will be asked before they are overwritten."
                        ),
                        name=path.name,
                    )
                )

    def _offer(self, left: Path | None, project: Path | None) -> None:
        if left is None:
            return
        say = self._words.say
        self._left, self._project = left, project
        self._banner.tell(
            say(
                N_("An earlier session ended before all changes were saved. You can recover its last steps.")
            ),
            (say(N_("Recover")), self.bring_back),
            (say(N_("Discard")), self.let_go),
        )

    @Slot()
    def bring_back(self) -> None:
        """Put the last steps of the earlier session in force."""
        left = self._left
        if left is not None and self._files.may_leave() and self._controller.recover(left, self._project):
            left.unlink(missing_ok=True)
            self._recovery.write()

    @Slot()
    def let_go(self) -> None:
        """They are not wanted."""
        if self._left is not None:
            self._left.unlink(missing_ok=True)
