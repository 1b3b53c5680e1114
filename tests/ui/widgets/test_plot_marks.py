"""Marks, lines and scales of plots: each is seen, and none says what is not in the data."""

from collections.abc import Iterator

import numpy as np
import pyqtgraph as pg
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from sdc_desktop.ui.theme import Theme, colours_of, contrast
from sdc_desktop.ui.widgets.cards_area import SideBySide
from sdc_desktop.ui.widgets.plots.bars_plot import BarsPlot, Stack, StacksPlot
from sdc_desktop.ui.widgets.plots.figure_frame import FigureFrame
from sdc_desktop.ui.widgets.plots.marked_label import AFTER_MARK, BEFORE_MARK, MarkedLabel
from sdc_desktop.ui.widgets.plots.offered_plot import CountsItem
from sdc_desktop.ui.widgets.plots.pairs_plot import PairsPlot
from sdc_desktop.ui.widgets.plots.panels_plot import Panel, PanelsPlot
from sdc_desktop.ui.widgets.plots.plane_plot import Plane, PlanePlot, PlanePoint
from sdc_desktop.ui.widgets.plots.plot_style import CalmPlot
from sdc_desktop.ui.widgets.plots.steps_plot import StepCurve, StepsPlot
from sdc_desktop.words import Words

STEPS = ((0.0, 2.0), (3.0, 1.0), (9.0, 0.0))


@pytest.fixture(params=["light", "dark"])
def scheme(theme: Theme, request: pytest.FixtureRequest) -> Iterator[str]:
    theme.choose(request.param)
    yield request.param
    theme.choose("light")


def pixels_of(image: QImage, colour: str) -> int:
    pixels = np.frombuffer(image.convertToFormat(QImage.Format.Format_RGB32).constBits(), dtype=np.uint32)
    return int((pixels == QColor(colour).rgb()).sum())


def bars_of(plot: CalmPlot, side: str) -> list[float]:
    items = [item for item in plot.getPlotItem().items if isinstance(item, pg.BarGraphItem)]
    return [length for item in items for length in item.opts[side]]


def test_what_is_empty_has_no_bar(qtbot: QtBot) -> None:
    pairs, bars, stacks = PairsPlot("records", str), BarsPlot("records", True), StacksPlot(["out", "waiting"])
    for plot in (pairs, bars, stacks):
        qtbot.addWidget(plot)
    pairs.show_pairs([("1", 26.0, 0.0), ("2", 0.0, 9.0)])
    assert bars_of(pairs, "height") == [26.0, 9.0]
    bars.show_bars(["a", "missing", "suppressed"], [5, 0, 3], apart=2)
    assert bars_of(bars, "height") == [5, 3]
    stacks.show_stacks([Stack("L1", (4, 0)), Stack("L2", (0, 2))], 5)
    assert bars_of(stacks, "width") == [4, 2]
    pairs.grab()  # also where a part has no bar at all


def test_bars_that_take_the_place_of_others_have_their_own_figures(qtbot: QtBot, theme: Theme) -> None:
    pairs, bars = PairsPlot("records", str), BarsPlot("records", True)
    for plot in (pairs, bars):
        qtbot.addWidget(plot)
        plot.resize(600, 300)
        plot.show()
    for first, second in ((5, 3), (7, 4)):
        bars.show_bars(["a", "b"], [first, second])
        pairs.show_pairs([("1", first, second)])
        for plot in (pairs, bars):
            found = [one.texts for one in plot.getPlotItem().items if isinstance(one, CountsItem)]
            assert found == [(str(first), str(second))]


def test_the_marks_of_a_title_have_the_colours_of_the_bars(qtbot: QtBot, theme: Theme) -> None:
    bars = PairsPlot("records", str)
    frame = FigureFrame(SideBySide((bars,)), Words())
    qtbot.addWidget(frame)
    frame.picture.name(0, f"Records, {BEFORE_MARK} before, {AFTER_MARK} after")
    frame.show_title(f"Risk of R&D, {AFTER_MARK} after")
    frame.resize(500, 400)
    frame.show()
    try:
        for scheme in ("light", "dark"):
            theme.choose(scheme)
            for label in frame.findChildren(MarkedLabel):
                assert pixels_of(label.grab().toImage(), colours_of(bars).blue) > 20
    finally:
        theme.choose("light")
    assert frame.data_button.accessibleName().endswith(f": Risk of R&D, {AFTER_MARK} after")
    assert frame.title.accessibleName() == f"Risk of R&D, {AFTER_MARK} after"
    frame.show_title("R&D <b>")
    assert frame.title.text() == "R&D <b>"
    assert frame.title.textFormat() == Qt.TextFormat.PlainText


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
