"""What the settings of every tab have: the forms, what is wrong with them, and the button that runs them."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from sdc_desktop.engine.method import Method
from sdc_desktop.ui.forms.problem_lines import ProblemLines
from sdc_desktop.ui.forms.settings_form import SettingsForm
from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.cards_area import CardsArea
from sdc_desktop.words import Words


class TabQuestion(QWidget):
    """What is asked in a tab. What is marked abstract is given by each tab (Qt's classes take no ABC; a test
    looks).
    """

    moved = Signal(object)  # as those of the form that is shown
    changed = Signal(object)
    refused = Signal(object)
    file_requested = Signal(object)
    run_requested = Signal()
    stop_requested = Signal()

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words, self._running = words, False
        self.problems = ProblemLines(words)
        self.run = QPushButton()
        self.run.clicked.connect(self._on_run)
        self._forms = QVBoxLayout()
        spread(self._forms, self, margin=0)
        self.area = CardsArea(self._forms)

    @abstractmethod
    def settle(self) -> None:
        """What is typed is meant."""

    def _new_form(self, method: Method[Any]) -> SettingsForm:
        """A form whose changes are passed on."""
        form = SettingsForm(method, self._words)
        form.moved.connect(self.moved)
        form.changed.connect(self.changed)
        form.refused.connect(self.refused)
        form.file_requested.connect(self.file_requested)
        return form

    def _show_run(self, text: str, *, running: bool, enabled: bool, primary: bool = True) -> None:
        """The button: it stops what runs, else begins."""
        self._running = running
        self.run.setText(self._words.say(text))
        self.run.setProperty("weight", "primary" if primary and not running else "")
        self.run.style().polish(self.run)
        self.run.setEnabled(enabled)

    @Slot()
    def _on_run(self) -> None:
        (self.stop_requested if self._running else self.run_requested).emit()
