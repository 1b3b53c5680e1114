"""Pages as pictures, one below the other, as wide as there is room and never wider than they were drawn."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QPixmap, QResizeEvent
from PySide6.QtWidgets import QLabel, QScrollArea, QVBoxLayout, QWidget

from sdc_desktop.ui.theme import spread

_MARGINS = 32  # of the column of pages, both sides together


class PagesView(QScrollArea):
    """Scrolls over pages by wheel and keys."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pictures: tuple[QPixmap, ...] = ()
        self._labels: list[QLabel] = []
        self._width = 0  # that the pages are shown in
        inner = QWidget()
        self._column = QVBoxLayout(inner)
        spread(self._column, self, margin=1, spacing=1)
        self._column.addStretch(1)
        self.setWidgetResizable(True)
        self.setWidget(inner)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)

    def show_pages(self, pages: Sequence[bytes], names: Sequence[str]) -> None:
        """Show these PNG pictures, with their names for screen readers; where one had scrolled to stays."""
        for label in self._labels:
            self._column.removeWidget(label)
            label.deleteLater()
        self.pictures, self._labels, self._width = tuple(map(_picture, pages)), [], 0
        for place, name in enumerate(names):
            label = QLabel()
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            label.setAccessibleName(name)
            self._column.insertWidget(place, label)
            self._labels.append(label)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        room = max(100, self.viewport().width() - _MARGINS)
        if room == self._width:
            return
        self._width, ratio = room, self.devicePixelRatioF()
        for label, picture in zip(self._labels, self.pictures, strict=True):
            width = min(picture.width(), round(room * ratio))
            shown = picture.scaledToWidth(width, Qt.TransformationMode.SmoothTransformation)
            shown.setDevicePixelRatio(ratio)
            label.setPixmap(shown)


def _picture(content: bytes) -> QPixmap:
    picture = QPixmap()
    picture.loadFromData(content)
    return picture
