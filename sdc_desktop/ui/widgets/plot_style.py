"""What all plots share: colours of the theme, no menus, the wheel left to the page, fonts of the window."""

from dataclasses import replace

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QWheelEvent
from PySide6.QtWidgets import QWidget

from sdc_desktop.ui.qt_locale import localised
from sdc_desktop.ui.theme import Colours, colours_of, step

_SMALL = 0.88
LOOKS = (QEvent.Type.PaletteChange, QEvent.Type.FontChange, QEvent.Type.EnabledChange)  # then draw anew


def small_font(widget: QWidget) -> QFont:
    """The widget's font a size smaller, for ticks, labels and the figures behind a picture."""
    font = QFont(widget.font())
    font.setPointSizeF(font.pointSizeF() * _SMALL)
    return font


def rgb_of(colour: str) -> tuple[int, int, int]:
    """Red, green and blue, each 0 to 255."""
    told = QColor(colour)
    return told.red(), told.green(), told.blue()


class LocalAxis(pg.AxisItem):
    """An axis with the decimal mark of the window's language."""

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:  # noqa: N802
        return [localised(text) for text in super().tickStrings(values, scale, spacing)]


def local_axes() -> dict[str, LocalAxis]:
    """The axes of a plot that is made."""
    return {side: LocalAxis(side) for side in ("left", "bottom")}


class CalmPlot(pg.PlotWidget):
    """A plot that is looked at, not dragged about."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, background=None, axisItems=local_axes(), enableMenu=False)
        self.setMouseEnabled(x=False, y=False)
        self.hideButtons()
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # unless there is something to do with keys
        self.getPlotItem().getViewBox().setDefaultPadding(0.0)

    def sizeHint(self) -> QSize:
        return QSize(step(self, 24), step(self, 16))

    def minimumSizeHint(self) -> QSize:
        return QSize(step(self, 12), step(self, 8))

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def headroom(self) -> float:
        """The factor by which the upright axis must outreach the highest bar for a figure above it."""
        height = self.getPlotItem().getViewBox().height()
        text = QFontMetricsF(small_font(self)).height()
        return float(height / (height - text)) if height > 2 * text else 2.0

    def colours(self) -> Colours:
        """The colours of the theme in force, paler where what is shown is out of date."""
        colours = colours_of(self)
        if self.isEnabled():
            return colours
        grey, pale = colours.muted, colours.control_border
        return replace(colours, blue=pale, vermillion=pale, text=grey, error=grey, muted=pale)

    def dress(self) -> Colours:
        """Put axes and background into the colours of the theme in force; returns them."""
        colours = self.colours()
        self.setBackground(QColor(colours.surface))
        font = small_font(self)
        for side in ("left", "bottom"):
            axis = self.getAxis(side)
            axis.setPen(pg.mkPen(colours.control_border))
            axis.setTextPen(pg.mkPen(colours.muted))
            axis.setTickFont(font)
            axis.label.setFont(font)
        return colours
