"""The language of the window: its menu, its setting, and when the window can be replaced."""

from __future__ import annotations

import os
from typing import Any

from PySide6.QtCore import QObject, QThread, QTimer, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from sdc_desktop.ui.qt_types import gui_application
from sdc_desktop.ui.shell.actions import choice_menu
from sdc_desktop.ui.shell.shell import Shell
from sdc_desktop.words import N_
from sdc_desktop.words.program.languages import LANGUAGES, SYSTEM, chosen_language


class LanguageChoice(QObject):
    """Emits `requested` with another language as soon as no running job would be lost."""

    requested = Signal(str)

    def __init__(self, window: Shell) -> None:
        super().__init__(window)
        self._window = window
        self._awaited = ""  # the language that is to come
        self._reported = ""  # as a notice
        self._follows_log = False
        self._soon = QTimer(self, interval=0, singleShot=True)
        self._soon.timeout.connect(self._try)
        window.jobs.all_idle.connect(self._wait)
        gui_application().focusWindowChanged.connect(self._wait)

    def menu(self, owner: QWidget) -> QMenu:
        """System, or a language by the name that its speakers give it; one of them ticked."""
        say, settings = self._window.words.say, self._window.settings
        choices = {SYSTEM: say(N_("Follow &system"))} | dict(LANGUAGES)
        return choice_menu(owner, say(N_("Lan&guage")), choices, settings.language, self.choose)

    @Slot(QAction)
    def choose(self, entry: QAction) -> None:
        """Remembers the language of a menu entry, and changes to it as soon as nothing is lost."""
        choice = str(entry.data())
        self._window.settings.language = choice
        language = chosen_language(choice, os.environ)
        self._awaited = "" if language == self._window.words.language else language
        self._window.notices.withdraw(self._reported)
        self._wait()

    @Slot()
    def _wait(self) -> None:
        if self._awaited:
            self._soon.start()

    @Slot()
    def _try(self) -> None:
        """Requests the language, or shows the reason for waiting. An open dialog needs no reason."""
        window, language = self._window, self._awaited
        if QApplication.activeModalWidget() is not None or QApplication.activePopupWidget() is not None:
            return
        window.controller.settle()
        if not window.jobs.idle or QThread.currentThread().loopLevel() > 1:
            if any(not job.quiet for job in window.jobs.running):
                self._report(window.words.say(N_("The language changes when the running job has ended.")))
            return
        if window.files.unsaved_work:
            self._report(window.words.say(N_("The language changes when the groups made by hand are used.")))
            return
        if self._log_is_open():
            self._report(window.words.say(N_("The language changes when the release log is closed.")))
            return
        self._awaited = ""
        self.requested.emit(language)

    def _log_is_open(self) -> bool:
        """Whether a release log is open, which is locked by its page."""
        page: Any = self._window.release_place.page
        if page is None or not page.live.presenter.view.is_open:
            return False
        if not self._follows_log:
            self._follows_log = True
            page.live.presenter.changed.connect(self._wait)
        return True

    def _report(self, text: str) -> None:
        if text != self._reported or text not in self._window.notices.texts:
            self._reported = text
            self._window.notices.notify(text)
