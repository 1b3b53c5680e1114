"""The role, the measurement level and the missing codes of the variables that are selected."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QButtonGroup, QPushButton, QRadioButton, QWidget

from sdc_desktop.engine.spec import LEVELS, ROLES
from sdc_desktop.ui.forms.debounced_text import SettlingLine
from sdc_desktop.ui.forms.parts import card, heading
from sdc_desktop.ui.models.variables_model import MISSING_SEPARATOR, Column, changes_for
from sdc_desktop.ui.widgets.cards_area import fill_scrolling
from sdc_desktop.ui.widgets.plain_parts import plain_label
from sdc_desktop.words import N_, Words
from sdc_desktop.words.program.variables import level_word, role_help, role_word

if TYPE_CHECKING:
    from sdc_desktop.engine.data.microdata import Variable

T = TypeVar("T")


class VariableSettings(QWidget):
    """Reports what is chosen; it decides nothing."""

    changed = Signal(object)  # {field: value}
    hierarchy_requested = Signal()

    def __init__(self, words: Words, below: Sequence[QWidget] = ()) -> None:
        super().__init__()
        self._words = words
        say = words.say
        self.roles = self._choices(
            ROLES, [(role_word(role, words), role_help(role, words)) for role in ROLES]
        )
        self.levels = self._choices(LEVELS, [(level_word(level, words), "") for level in LEVELS])
        self.missing = SettlingLine()
        self.missing.setAccessibleName(say(N_("Missing codes, separated by |")))
        self.missing.settled.connect(self._on_missing)
        self.hierarchy = QPushButton(say(N_("Hierarchy\u2026")))
        self.hierarchy.clicked.connect(self.hierarchy_requested)
        self.levels_known = plain_label(tone="muted", scale="small", narrow=True)
        self._cards = (
            self._card(say(N_("Role")), *self.roles.buttons()),
            self._card(say(N_("Measurement level")), *self.levels.buttons()),
            self._card(say(N_("Hierarchy")), self.levels_known, self.hierarchy),
            self._card(say(N_("Missing codes")), self.missing),
        )
        fill_scrolling(self, *self._cards, *below, 1, margin=1)
        self.show_variables((), "")

    def _choices(self, values: Sequence[str], texts: Sequence[tuple[str, str]]) -> QButtonGroup:
        group = QButtonGroup(self)
        for value, (text, tip) in zip(values, texts, strict=True):
            button = QRadioButton(text)
            button.setToolTip(tip)
            button.setProperty("value", value)
            group.addButton(button)
        group.buttonClicked.connect(self._on_choice)
        return group

    def _card(self, title: str, *parts: QWidget) -> QWidget:
        return card(self, heading(title, parts[0]), *parts)

    def show_variables(self, variables: Sequence[Variable], levels: str) -> None:
        """Show what these variables have in common; no signal is sent. ``levels``: of the hierarchy."""
        for part in self._cards:
            part.setEnabled(bool(variables))
        _show(self.roles, _common(one.role for one in variables))
        _show(self.levels, _common(one.level for one in variables))
        self.missing.show_text(MISSING_SEPARATOR.join(_common(one.missing for one in variables) or ()))
        self._cards[2].setVisible(len(variables) == 1)
        self.levels_known.setText(levels)
        self.levels_known.setVisible(bool(levels))

    def settle(self) -> None:
        """Report what is typed."""
        self.missing.settle()

    @Slot(object)
    def _on_choice(self, button: QRadioButton) -> None:
        value = button.property("value")
        column = Column.ROLE if value in ROLES else Column.LEVEL
        found = changes_for(column, value)
        if found is not None:
            self.changed.emit(found)

    @Slot(object)
    def _on_missing(self, text: str) -> None:
        found = changes_for(Column.MISSING, text)
        if found is None:
            self.missing.refuse()
        else:
            self.changed.emit(found)


def _common(values: Iterable[T]) -> T | None:
    """The value that all have; None where they have several."""
    found = set(values)
    return found.pop() if len(found) == 1 else None


def _show(group: QButtonGroup, value: str | None) -> None:
    """Show a choice; None: none, because the variables have several."""
    group.setExclusive(False)
    for button in group.buttons():
        button.setChecked(button.property("value") == value)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    group.setExclusive(True)
