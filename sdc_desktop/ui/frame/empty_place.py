"""A place before anything is chosen: what it is for, one picture, and ways to begin."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from sdc_desktop.ui.theme import fill, spread, step
from sdc_desktop.ui.widgets.plain_parts import plain_label, push_button
from sdc_desktop.ui.widgets.wrapping_row import WrappingRow
from sdc_desktop.words import Words

_WIDTH, _HEIGHT = 76.0, 33.0  # of the picture at most, in steps of the grid


class EmptyPlace(QWidget):
    """Replaces the whole frame. The first of the ways to begin is the usual one."""

    begun = Signal(object)  # str: the key of a way

    def __init__(
        self, texts: tuple[str, str, str], picture: QWidget, ways: Mapping[str, str], words: Words
    ) -> None:
        """``texts``: the title, what the place is for, and the title of the picture."""
        super().__init__()
        title, about, caption = (plain_label(words.say(text)) for text in texts)
        title.setProperty("scale", "title")
        caption.setProperty("tone", "strong")
        card = QFrame()
        card.setProperty("frame", "card")
        card.setMaximumHeight(step(self, _HEIGHT))
        fill(card, caption, (picture, 1), margin=1.5, spacing=1.0)
        self.ways = {
            key: push_button(words.say(text), weight="quiet" if place else "primary")
            for place, (key, text) in enumerate(ways.items())
        }
        for key, button in self.ways.items():
            button.clicked.connect(partial(self._on_way, key))
        middle = QWidget()
        middle.setMaximumWidth(step(self, _WIDTH))
        buttons = WrappingRow(tuple(self.ways.values()), step(self))
        fill(middle, 1, title, about, (card, 8), buttons, 1, spacing=1.5)
        row = QHBoxLayout(self)
        spread(row, self, margin=2)
        row.addWidget(middle, 1)
        row.setAlignment(middle, Qt.AlignmentFlag(0))
        row.insertStretch(0, 0)
        row.addStretch(0)

    @Slot()
    def _on_way(self, key: str, _checked: bool = False) -> None:
        self.begun.emit(key)
