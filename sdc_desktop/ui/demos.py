"""The demos: each is opened at its tab, and led through."""

from collections.abc import Mapping

from PySide6.QtWidgets import QTabWidget, QWidget

from sdc_desktop.ui.file_commands import FileCommands
from sdc_desktop.ui.tour import Tour


class Demos:
    """`places` are the tabs' widgets by the names of the demos."""

    def __init__(
        self, files: FileCommands, tour: Tour, tabs: QTabWidget, places: Mapping[str, QWidget]
    ) -> None:
        self._files = files
        self._tour = tour
        self._tabs = tabs
        self._places = dict(places)

    def open(self, name: str) -> None:
        """Open a demo, unless what is open now is to stay."""
        if self._files.open_demo(name):
            self._tabs.setCurrentWidget(self._places[name])
            self._tour.begin(name)
