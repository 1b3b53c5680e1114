"""A switch of views, and messages above the foot."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QVBoxLayout, QWidget

from sdc_desktop.ui.theme import spread, step
from sdc_desktop.ui.widgets.cards_area import CardsArea
from sdc_desktop.ui.widgets.plain_parts import push_button

NOTES = 6.8  # height of the messages, in steps of the grid: three lines are whole


class Segments(QWidget):
    """One of some views is chosen; all of them are seen."""

    chosen = Signal(object)  # int: the place of the view

    def __init__(self, texts: Sequence[str], name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self._group = QButtonGroup(self)
        row = QHBoxLayout(self)
        spread(row, self, margin=0, spacing=0)
        for place, text in enumerate(texts):
            button = push_button(text, weight="segment")
            button.setCheckable(True)
            button.setAccessibleDescription(name)
            self._group.addButton(button, place)
            row.addWidget(button)
        self._group.button(0).setChecked(True)
        self._group.idClicked.connect(self._on_clicked)

    @property
    def current(self) -> int:
        """The place of the view that is chosen."""
        return self._group.checkedId()

    def show_current(self, place: int) -> None:
        """Show that a view is chosen; no signal is sent."""
        with QSignalBlocker(self._group):
            self._group.button(place).setChecked(True)

    @Slot(int)
    def _on_clicked(self, place: int) -> None:
        self.chosen.emit(place)

    @Slot()
    def turn(self) -> None:
        """Choose the next view."""
        self.show_current((self.current + 1) % len(self._group.buttons()))
        self.chosen.emit(self.current)


def notes_area(parts: Sequence[QWidget], height: float = NOTES) -> CardsArea:
    """Messages in room that is kept for them, so that nothing moves when there is one; long ones scroll."""
    column = QVBoxLayout()
    area = CardsArea(column)
    column.setContentsMargins(step(area, 1.5), step(area, 0.5), step(area), 0)
    column.setSpacing(step(area, 0.5))
    for part in parts:
        column.addWidget(part)
    column.addStretch(1)
    area.setFixedHeight(step(area, height))
    return area
