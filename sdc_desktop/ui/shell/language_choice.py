"""The language of the window, chosen in the View menu; it speaks it from the next start on."""

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from sdc_desktop.ui.settings import Settings
from sdc_desktop.ui.widgets.banner import Banner
from sdc_desktop.words import N_, Words
from sdc_desktop.words.program.languages import LANGUAGES, SYSTEM


class LanguageChoice(QObject):
    """Makes the menu, remembers what is chosen and says when it counts."""

    def __init__(self, settings: Settings, banner: Banner, words: Words, parent: QObject) -> None:
        super().__init__(parent)
        self._settings, self._banner, self._words = settings, banner, words

    def menu(self, owner: QWidget) -> QMenu:
        """System, or a language by the name that its speakers give it; one of them ticked."""
        made = QMenu(self._words.say(N_("Lan&guage")), owner)
        group = QActionGroup(made)
        for choice, name in ({SYSTEM: self._words.say(N_("Follow &system"))} | dict(LANGUAGES)).items():
            entry = made.addAction(name)
            entry.setCheckable(True)
            entry.setChecked(choice == self._settings.language)
            entry.setData(choice)
            group.addAction(entry)
        group.triggered.connect(self.choose)
        return made

    @Slot(QAction)
    def choose(self, entry: QAction) -> None:
        """Remember the language of a menu entry."""
        self._settings.language = str(entry.data())
        self._banner.tell(self._words.say(N_("The language changes when you restart SDC Desktop.")))
