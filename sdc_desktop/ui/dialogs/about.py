"""Which program this is."""

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QMessageBox, QWidget

from sdc_desktop import __version__
from sdc_desktop.words import N_, Words

_TEXT = N_(
    "SDC Desktop {version}\n\nStatistical disclosure control: microdata, tables, risk curves and release "
    "queues.\n\nEverything is done on this computer; nothing is sent anywhere."
)


class AboutCommand(QObject):
    """Tells about the program when asked."""

    def __init__(self, words: Words, window: QWidget) -> None:
        super().__init__(window)
        self._words = words
        self._window = window

    @Slot()
    def tell(self) -> None:
        """Show a box with the version."""
        box = QMessageBox(self._window)
        box.setWindowTitle(self._words.say(N_("About SDC Desktop")))
        box.setText(self._words.say(_TEXT, version=__version__))
        box.open()
