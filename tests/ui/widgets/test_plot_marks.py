"""Marks, lines and scales of plots: each is seen, and none says what is not in the data."""

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from sdc_desktop.ui.theme import Theme, colours_of, contrast
from sdc_desktop.ui.widgets.plots.panels_plot import Panel, PanelsPlot
from sdc_desktop.ui.widgets.plots.plane_plot import Plane, PlanePlot, PlanePoint
from sdc_desktop.ui.widgets.plots.steps_plot import StepCurve, StepsPlot

STEPS = ((0.0, 2.0), (3.0, 1.0), (9.0, 0.0))


@pytest.fixture(params=["light", "dark"])
def scheme(theme: Theme, request: pytest.FixtureRequest) -> Iterator[str]:
    theme.choose(request.param)
    yield request.param
    theme.choose("light")


def pixels_of(image: QImage, colour: str) -> int:
    wanted = QColor(colour).rgb()
    return sum(image.pixel(x, y) == wanted for x in range(0, image.width()) for y in range(0, image.height()))


def test_a_kept_curve_equal_to_the_current_one_is_seen(qtbot: QtBot) -> None:
    plot = StepsPlot("x", "y")
    qtbot.addWidget(plot)
    plot.resize(300, 200)
    plot.show()
    plot.show_curves([StepCurve("current", STEPS)])
    alone = plot.grab().toImage()
    plot.show_curves([StepCurve("current", STEPS), StepCurve("kept", STEPS)])
    for label in plot._labels:
        label.hide()
    both = plot.grab().toImage()
    colours = colours_of(plot)
    assert pixels_of(both, colours.vermillion) > 50
    assert 50 < pixels_of(both, colours.blue) < pixels_of(alone, colours.blue)


def test_bars_of_all_panels_have_one_scale_and_the_name_of_their_variable(qtbot: QtBot) -> None:
    plot = PanelsPlot(logarithmic=False)
    qtbot.addWidget(plot)
    plot.show()
    names = ("young", "old")
    panels = [Panel("L1", (), names, (0.9, 0.1), (0.5, 0.5)), Panel("L2", (), names, (0.2, 0.3), (0.5, 0.5))]
    plot.show_panels(panels, "age")
    assert len({tuple(one.viewRange()[1]) for one in plot._plots}) == 1
    assert plot.across == "age"


def test_the_line_between_codings_is_seen(qtbot: QtBot, scheme: str) -> None:
    plot = PlanePlot("utility", "privacy", "optimum")
    qtbot.addWidget(plot)
    plot.show()
    points = tuple(PlanePoint(f"C{n}", "", 10.0 * n, 50 - 10.0 * n, True) for n in range(5))
    plot.show_plane(Plane(points, 2, (20.0, 20.0)))
    line = plot.getPlotItem().listDataItems()[0]
    assert contrast(line.opts["pen"].color(), QColor(colours_of(plot).surface)) >= 3
