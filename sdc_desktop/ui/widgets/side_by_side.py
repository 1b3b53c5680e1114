"""Pictures side by side, each under its name."""

from collections.abc import Sequence

from PySide6.QtWidgets import QGridLayout, QWidget

from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.elided_label import ElidedLabel


class SideBySide(QWidget):
    """Holds the pictures it is given; their names can change."""

    def __init__(self, pictures: Sequence[QWidget], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pictures = tuple(pictures)
        self._names = tuple(ElidedLabel() for _ in pictures)
        grid = QGridLayout(self)
        spread(grid, self, margin=0, spacing=0.25)
        for place, (picture, name) in enumerate(zip(self.pictures, self._names, strict=True)):
            name.setProperty("scale", "small")
            name.setProperty("tone", "muted")
            grid.addWidget(name, 0, place)
            grid.addWidget(picture, 1, place)
            grid.setColumnStretch(place, 1)
        grid.setRowStretch(1, 1)

    def name(self, place: int, text: str) -> None:
        """Say what the picture at a place (from 0) shows."""
        self._names[place].setText(text)
        self.pictures[place].setAccessibleName(text)
