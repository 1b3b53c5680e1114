"""A plot without data has no axes, whose figures would be invented, and the ground of its card."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from sdc_desktop.ui.theme import Theme, colours_of
from sdc_desktop.ui.widgets.plots.bands_plot import Band, BandsPlot
from sdc_desktop.ui.widgets.plots.bars_plot import BarsPlot, StacksPlot
from sdc_desktop.ui.widgets.plots.bounds_plot import BoundsPlot, Moment
from sdc_desktop.ui.widgets.plots.heat_map import HeatMapPlot, MatrixPlot
from sdc_desktop.ui.widgets.plots.intervals_plot import IntervalsPlot, Reach
from sdc_desktop.ui.widgets.plots.nodes_plot import NodesPlot
from sdc_desktop.ui.widgets.plots.pairs_plot import PairsPlot
from sdc_desktop.ui.widgets.plots.panels_plot import Panel, PanelLine, PanelsPlot
from sdc_desktop.ui.widgets.plots.plane_plot import PlanePlot
from sdc_desktop.ui.widgets.plots.plot_style import CalmPlot
from sdc_desktop.ui.widgets.plots.ru_plot import RuMark, RuPicture, RuPlot
from sdc_desktop.ui.widgets.plots.steps_plot import StepCurve, StepsPlot

np = pytest.importorskip("numpy")
PLOTS: tuple[Callable[[], CalmPlot], ...] = (
    lambda: BandsPlot("x", "y"),
    lambda: BarsPlot("y", False),
    lambda: BoundsPlot("x", "y", "found", "bound"),
    lambda: HeatMapPlot("nothing"),
    lambda: IntervalsPlot("x", "y", "value", "needed"),
    lambda: MatrixPlot("x", "y"),
    lambda: NodesPlot("x", "best", "ANOPI"),
    lambda: PairsPlot("y", str),
    lambda: PlanePlot("x", "y", "optimum"),
    lambda: RuPlot("x", "y", "optimum", "tolerable"),
    lambda: StacksPlot(["released"]),
    lambda: StepsPlot("x", "y"),
)


@pytest.fixture(params=["light", "dark"])
def scheme(theme: Theme, request: pytest.FixtureRequest) -> Iterator[None]:
    theme.choose(request.param)
    yield
    theme.choose("light")


def axes(plot: CalmPlot) -> list[bool]:
    return [plot.getAxis(side).isVisible() for side in ("left", "bottom")]


def shown(qtbot: QtBot, plot: CalmPlot) -> CalmPlot:
    qtbot.addWidget(plot)
    plot.resize(400, 300)
    plot.show()
    qtbot.waitExposed(plot)
    plot.grab()
    return plot


@pytest.mark.usefixtures("scheme")
@pytest.mark.parametrize("make", PLOTS)
def test_a_plot_that_has_shown_nothing_yet_is_empty(qtbot: QtBot, make: Callable[[], CalmPlot]) -> None:
    plot = shown(qtbot, make())
    assert axes(plot) == [False, False]
    assert plot.backgroundBrush().color() == QColor(colours_of(plot).surface)


def test_axes_come_with_data_and_go_with_them(qtbot: QtBot) -> None:
    bars = shown(qtbot, BarsPlot("y", False))
    bars.show_bars(["a", "b"], [3, 1])
    assert axes(bars) == [True, True]
    assert bars.getAxis("left").width() > 0
    bars.show_bars([], [])
    assert axes(bars) == [False, False]
    bands = shown(qtbot, BandsPlot("x", "y"))
    bands.show_bands([Band("a", ((0.0, 1.0, 0.0),))])
    assert axes(bands) == [True, True]
    steps = shown(qtbot, StepsPlot("x", "y"))
    steps.show_curves([StepCurve("a", ((0.0, 1.0), (1.0, 0.0)))])
    assert axes(steps) == [True, True]


def test_a_map_of_a_closed_file_has_no_axes(qtbot: QtBot) -> None:
    plot = shown(qtbot, RuPlot("x", "y", "", ""))
    plot.show_picture(RuPicture((), (), (RuMark("a", (1.0, 2.0), True),), None, None))
    assert axes(plot) == [True, True]
    plot.show_picture(RuPicture((), (), (), None, None))
    assert axes(plot) == [False, False]


def test_levels_of_intervals_have_room_beside_an_axis_that_appears(qtbot: QtBot) -> None:
    plot = IntervalsPlot("x", "y", "value", "needed")
    qtbot.addWidget(plot)
    plot.resize(400, plot.fontMetrics().height() * 10)
    plot.show()
    plot.show_reaches([Reach(1.0, 2.0, False)])
    known = plot.named
    plot.resize(401, plot.height())
    assert plot.named == known


def test_a_panel_without_a_line_has_no_axes(qtbot: QtBot) -> None:
    x = np.arange(1.0, 9.0)
    plot = PanelsPlot("x", logarithmic=True)
    qtbot.addWidget(plot)
    plot.show()
    plot.show_panels([Panel("A", (PanelLine("a", x, 1 / x),)), Panel("B", (PanelLine("a", x[:0], x[:0]),))])
    assert [one.getAxis("left").isVisible() for one in plot._plots] == [True, False]
    plot.show_panels([])
    assert not plot._plots


def test_a_bound_that_nothing_has_is_left_out(qtbot: QtBot) -> None:
    plot = BoundsPlot("x", "y", "found", "bound")
    qtbot.addWidget(plot)
    plot.show_moments([Moment(0.1, None, 3.0), Moment(0.2, None, np.inf)])
    assert axes(plot) == [True, True]
    plot.show_moments([Moment(0.1, None, np.inf)])
    assert axes(plot) == [False, False]
