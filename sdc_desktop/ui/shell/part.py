"""The parts of a window that work on its project, and what they know of the window."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMainWindow

from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.settings import Settings
from sdc_desktop.ui.widgets.notices import Notices
from sdc_desktop.words import Words


class ProjectWindow(QMainWindow):
    """A window with a project; without the code that makes its parts."""

    settings: Settings
    words: Words
    jobs: JobManager
    controller: ProjectController
    notices: Notices


class Part(QObject):
    """Belongs to a window and works on its project."""

    def __init__(self, window: ProjectWindow) -> None:
        super().__init__(window)
        self._window, self._words, self._settings = window, window.words, window.settings
        self._controller, self._jobs, self._notices = window.controller, window.jobs, window.notices
