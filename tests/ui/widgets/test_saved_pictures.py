"""A picture saved as SVG has its axes, bars and figures where they are on the screen."""

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from pytestqt.qtbot import QtBot

from sdc_desktop.ui.widgets.plots.bars_plot import BarsPlot
from sdc_desktop.ui.widgets.plots.picture_files import save_picture

WIDTH, HEIGHT = 400, 300


@pytest.fixture
def plot(qtbot: QtBot) -> BarsPlot:
    shown = BarsPlot("Groups", dark=True)
    qtbot.addWidget(shown)
    shown.resize(WIDTH, HEIGHT)
    shown.show()
    shown.show_bars(("3", "4", "5"), (40, 10, 0), across="Records in a group")
    qtbot.wait(20)
    return shown


def ink(image: QImage) -> np.ndarray:
    """Which pixels of an image are not its ground."""
    image = image.convertToFormat(QImage.Format.Format_Grayscale8).scaled(WIDTH, HEIGHT)
    grey = np.frombuffer(image.constBits(), np.uint8).reshape(HEIGHT, image.bytesPerLine())[:, :WIDTH]
    return np.asarray(np.abs(grey.astype(int) - int(grey[0, 0])) > 40)


def test_an_svg_has_its_axes_where_they_are_on_the_screen(plot: BarsPlot, tmp_path: Path) -> None:
    path = tmp_path / "groups.svg"
    save_picture(path, plot, ("Size",), (("3",),))
    image = QImage(WIDTH, HEIGHT, QImage.Format.Format_RGB32)
    image.fill(plot.backgroundBrush().color())
    painter = QPainter(image)
    QSvgRenderer(str(path)).render(painter, QRectF(0, 0, WIDTH, HEIGHT))
    painter.end()
    screen, saved = ink(plot.grab().toImage()), ink(image)
    axes = np.argmax(screen.sum(axis=1)), np.argmax(saved.sum(axis=1))
    assert abs(int(axes[0]) - int(axes[1])) <= 2
    left = slice(0, int(plot.getPlotItem().getViewBox().sceneBoundingRect().left()))
    shown = [np.flatnonzero(one[:, left].any(axis=1)) for one in (screen, saved)]  # the upright axis
    assert abs(int(shown[0].min()) - int(shown[1].min())) <= 3
    assert abs(int(shown[0].max()) - int(shown[1].max())) <= 3


def test_figures_are_above_their_bars(plot: BarsPlot) -> None:
    box = plot.getPlotItem().getViewBox()
    inked = ink(plot.grab().toImage())
    for place, count in ((0, 40), (1, 10), (2, 0)):
        top = box.mapToScene(box.mapFromView(QRectF(place, count, 0, 0).topLeft()))
        above = inked[int(top.y()) - 13 : int(top.y()) - 2, int(top.x()) - 10 : int(top.x()) + 10]
        assert above.any(), place
        assert not above.all(), place


def test_the_level_axis_says_what_the_classes_are(plot: BarsPlot) -> None:
    axis = plot.getAxis("bottom")
    assert axis.label.isVisible()
    assert axis.labelText == "Records in a group"
