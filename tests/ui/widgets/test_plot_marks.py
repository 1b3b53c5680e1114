"""Marks, lines and scales of plots: each is seen, and none says what is not in the data."""

from collections.abc import Iterator

import numpy as np
import pyqtgraph as pg
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication
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
from sdc_desktop.ui.widgets.plots.row_bars import RowBars
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


def figures_painted(plot: CalmPlot, qtbot: QtBot) -> int:
    """The pixels of the colour of figures that are painted above the bars."""
    qtbot.waitUntil(plot.isVisible)
    QApplication.processEvents()
    return pixels_of(plot.grab().toImage(), plot.colours().text)


@pytest.mark.parametrize("change", ["counts", "names", "theme"])
def test_figures_above_bars_are_painted_again_with_every_change(
    qtbot: QtBot, theme: Theme, change: str
) -> None:
    plot = BarsPlot("records", dark=True)
    qtbot.addWidget(plot)
    plot.resize(500, 300)
    plot.show()
    plot.show_bars(["a", "b"], [588, 900])
    assert figures_painted(plot, qtbot)
    if change == "counts":
        plot.show_bars(["a", "b"], [688, 900])
    elif change == "names":
        plot.show_bars(["c", "d"], [588, 900])
    else:
        theme.choose("dark")
    found = figures_painted(plot, qtbot)
    theme.choose("light")
    assert found


def test_figures_above_pairs_are_painted_again(qtbot: QtBot, theme: Theme) -> None:
    plot = PairsPlot("records", str)
    qtbot.addWidget(plot)
    plot.resize(500, 300)
    plot.show()
    for pairs in ([("a", 588, 900)], [("a", 688, 900)], [("b", 688, 900)]):
        plot.show_pairs(pairs)
        assert figures_painted(plot, qtbot)


def test_the_row_of_before_is_hollow_as_its_mark_in_the_title(qtbot: QtBot, theme: Theme) -> None:
    rows = RowBars()
    qtbot.addWidget(rows)
    rows.resize(600, 40)
    rows.show()
    colours = colours_of(rows)
    rows.show_rows([("age", 1000, 0)])
    hollow = pixels_of(rows.grab().toImage(), colours.muted)
    rows.show_rows([("age", 1000, 1000)])
    full = pixels_of(rows.grab().toImage(), colours.blue)
    assert 0 < hollow < full / 2


@pytest.mark.parametrize("counts", [(0, 0), (1, 0), (2, 1), (3, 3), (9, 4), (2025, 300)], ids=str)
def test_the_axis_of_counts_has_whole_numbers_alone(
    qtbot: QtBot, theme: Theme, counts: tuple[int, int]
) -> None:
    plot = BarsPlot("records", dark=True)
    qtbot.addWidget(plot)
    plot.resize(500, 400)
    plot.show()
    plot.show_bars(["a", "b"], counts)
    QApplication.processEvents()
    axis = plot.getAxis("left")
    ticks = [tick for _, some in axis.tickValues(*axis.range, axis.height()) for tick in some]
    assert len(ticks) > 1
    assert all(tick == int(tick) for tick in ticks)
