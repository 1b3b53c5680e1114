"""Actions and menus, made by small factories: words, key, what is done."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.theme import CHOICES
from sdc_desktop.words import N_, Words

Key = QKeySequence.StandardKey | str | None
_THEME_WORDS = {
    "system": N_("Follow &system"),
    "light": N_("&Light"),
    "dark": N_("&Dark"),
    "high_light": N_("&High contrast, light"),
    "high_dark": N_("High contrast, dar&k"),
}


def action(owner: QWidget, text: str, act: Callable[..., object], key: Key = None) -> QAction:
    """An action of a window: its words, a bound slot, its key."""
    made = QAction(text, owner)
    if key is not None:
        made.setShortcut(QKeySequence(key))
    made.triggered.connect(act)
    return made


def menu(owner: QWidget, title: str, *entries: QAction | QMenu | None) -> QMenu:
    """A menu of actions and submenus; None draws a line."""
    made = QMenu(title, owner)
    for entry in entries:
        if entry is None:
            made.addSeparator()
        elif isinstance(entry, QMenu):
            made.addMenu(entry)
        else:
            made.addAction(entry)
    return made


def theme_menu(owner: QWidget, words: Words, chosen: str, choose: Callable[..., object]) -> QMenu:
    """The system's theme and our own, one of them ticked; `choose` is a slot that gets the QAction."""
    choices = {choice: words.say(_THEME_WORDS[choice]) for choice in CHOICES}
    return choice_menu(owner, words.say(N_("&Theme")), choices, chosen, choose)


def choice_menu(
    owner: QWidget, title: str, choices: Mapping[str, str], chosen: str, choose: Callable[..., object]
) -> QMenu:
    """Choices by their data, one of them ticked; `choose` is a slot that gets the QAction."""
    made = QMenu(title, owner)
    group = QActionGroup(made)
    for choice, text in choices.items():
        entry = made.addAction(text)
        entry.setCheckable(True)
        entry.setChecked(choice == chosen)
        entry.setData(choice)
        group.addAction(entry)
    group.triggered.connect(choose)
    return made


class StepNames(QObject):
    """Keeps the words of Undo and Redo in step with the project. (The stack's own actions would undo before
    anyone could settle what is being moved.)
    """

    def __init__(
        self, controller: ProjectController, undo: QAction, redo: QAction, words: Words, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._controller, self._undo, self._redo, self._words = controller, undo, redo, words
        controller.history_changed.connect(self._show)
        self._show()

    @Slot()
    def _show(self) -> None:
        project, say = self._controller.project, self._words.say
        for act, able, place, alone, named in (
            (self._undo, project.can_undo, project.position, N_("&Undo"), N_("&Undo {step}")),
            (self._redo, project.can_redo, project.position + 1, N_("&Redo"), N_("&Redo {step}")),
        ):
            act.setEnabled(able)
            label = project.history[place].label.replace("&", "&&") if able else ""
            act.setText(say(named, step=label) if able else say(alone))
