"""Small bars in a cell: how records spread over the values of a variable."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRectF
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyledItemDelegate

from sdc_desktop.ui.theme import colours_of
from sdc_desktop.ui.widgets.style_option import StyleOption

_LEAST = 0.06  # a bar that is there is seen


class SparklineDelegate(QStyledItemDelegate):
    """Draws the bars (0..1) that the model has under a role; without bars it draws the cell's text."""

    def __init__(self, bars_role: int, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bars_role = bars_role

    def paint(
        self, painter: QPainter, option: StyleOption, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().paint(painter, option, index)
        bars = index.data(self._bars_role)
        if bars:
            edge = option.fontMetrics.height() / 5
            area = QRectF(option.rect).adjusted(2 * edge, edge, -2 * edge, -edge)
            draw_bars(painter, area, bars, QColor(colours_of(option.widget).blue))


def draw_bars(painter: QPainter, area: QRectF, bars: Sequence[float], colour: QColor) -> None:
    """Bars side by side in `area`; few bars are not made wider than a sixth of it."""
    width = min(area.width() / len(bars), area.width() / 6)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for number, share in enumerate(bars):
        height = area.height() * max(share, _LEAST)
        bar = QRectF(area.left() + number * width, area.bottom() - height, width * 0.82, height)
        painter.fillRect(bar, colour)
    painter.restore()
