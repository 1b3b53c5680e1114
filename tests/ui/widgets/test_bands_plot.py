"""Names of lines lie to the right of all lines, and a thin line leads to those that end earlier."""

from dataclasses import replace
from itertools import combinations

from PySide6.QtCore import QRectF
from pytestqt.qtbot import QtBot

from sdc_desktop.ui.widgets.plots.bands_plot import Band, BandsPlot

LONG = Band("Noise addition", ((0.0, 4.0, 0.1), (1.0, 3.0, 0.1)))
SHORT = Band("Sampling", ((0.0, 3.2, 0.1), (0.4, 3.1, 0.1)))


def test_no_name_lies_over_a_line_that_goes_on(qtbot: QtBot) -> None:
    plot = BandsPlot("Error", "Bits")
    qtbot.addWidget(plot)
    plot.resize(500, 260)
    plot.show()
    plot.show_bands((SHORT, LONG))
    qtbot.wait(20)
    box = plot.getPlotItem().getViewBox()
    ends = [box.mapFromView(label.pos()).x() for label in plot._labels]
    last = box.mapFromView(QRectF(1.0, 3.0, 0, 0).topLeft()).x()
    assert min(ends) > last
    assert [leader.isVisible() for leader in plot._leaders] == [True, False]


def test_texts_of_points_lie_over_no_name_and_no_other_text(qtbot: QtBot) -> None:
    plot = BandsPlot("Error", "Bits")
    qtbot.addWidget(plot)
    plot.resize(500, 260)
    plot.show()
    plot.show_bands(
        (replace(SHORT, texts=("5 %", "20 %")), replace(LONG, texts=("10 records", "50 records")))
    )
    qtbot.wait(20)
    box = plot.getPlotItem().getViewBox()
    assert [item.toPlainText() for item in plot._texts] == ["5 %", "20 %", "10 records", "50 records"]
    assert all(item.isVisible() for item in plot._texts)
    areas = [item.mapRectToScene(item.boundingRect()) for item in (*plot._texts, *plot._labels)]
    cores = [area.adjusted(2, 2, -2, -2) for area in areas]
    assert not any(one.intersects(other) for one, other in combinations(cores, 2))
    inside = box.mapRectToScene(box.boundingRect())
    assert all(inside.contains(core) for core in cores)
