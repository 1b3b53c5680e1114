"""The list of what a step can be added for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from sdc_desktop.ui.theme import fill, step
from sdc_desktop.ui.widgets.plain_parts import plain_label
from sdc_desktop.ui.widgets.popover import Popover
from sdc_desktop.words import N_, Words
from sdc_desktop.words.microdata.pipeline import PURPOSES, Purpose


class _Entry(QPushButton):
    """A purpose with what it does, or why it cannot be chosen."""

    def __init__(self, purpose: Purpose, reason: str, words: Words) -> None:
        super().__init__()
        self.purpose = purpose
        self.setProperty("weight", "entry")
        self.setAutoDefault(True)  # Enter takes it, as Space does
        self.setAccessibleName(words.say(purpose.name))
        self.setEnabled(not reason)
        self.setToolTip(reason)
        name = plain_label(words.say(purpose.name), tone="strong")
        text = plain_label(reason or words.say(purpose.meaning), tone="muted", scale="small")
        self.texts = name, text
        for label in self.texts:
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        fill(self, name, text, margin=0.75, spacing=0)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)  # as high as its texts
        self.setMinimumHeight(step(self, 5.5))


class Purposes(Popover):
    """Reports the method to begin with: the first of a purpose that can be used."""

    chosen = Signal(object)  # str: the kind of the step

    def __init__(self, refused: Mapping[str, str], words: Words, parent: QWidget) -> None:
        """``refused``: by kind why it cannot be used."""
        super().__init__(parent)
        self.setAccessibleName(words.say(N_("What to add a step for")))
        self._refused = refused
        self.entries = []
        for purpose in PURPOSES:
            reasons = [refused[kind] for kind in purpose.kinds if kind in refused]
            entry = _Entry(purpose, reasons[0] if len(reasons) == len(purpose.kinds) else "", words)
            entry.clicked.connect(partial(self._on_entry, entry))
            self.column.addWidget(entry)
            self.entries.append(entry)

    def take_focus(self) -> None:
        """Give the focus to the first entry that can be chosen."""
        first = next((entry for entry in self.entries if entry.isEnabled()), None)
        if first is not None:
            first.setFocus(Qt.FocusReason.PopupFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and Down go from entry to entry."""
        by = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        free = [entry for entry in self.entries if entry.isEnabled()]
        here = next((place for place, entry in enumerate(free) if entry.hasFocus()), None)
        if by is None or here is None:
            super().keyPressEvent(event)
        elif 0 <= here + by < len(free):
            free[here + by].setFocus(Qt.FocusReason.TabFocusReason)
            self.area.ensureWidgetVisible(free[here + by])

    def _on_entry(self, entry: _Entry) -> None:
        self.hide()
        self.chosen.emit(next(kind for kind in entry.purpose.kinds if kind not in self._refused))
