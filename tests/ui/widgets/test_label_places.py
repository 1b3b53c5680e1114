"""Names of points lie inside the picture, beside their own point, and over as little as possible."""

import math
from itertools import combinations

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF, QSizeF
from pytestqt.qtbot import QtBot

from sdc_desktop.ui.widgets.plots.label_places import Taken, best_places, struck
from sdc_desktop.ui.widgets.plots.nodes_plot import Nodes, NodesPlot
from sdc_desktop.ui.widgets.plots.ru_plot import RuMark, RuPicture, RuPlot

INSIDE = QRectF(0, 0, 300, 200)
SIZE = QSizeF(60, 16)
LOSSES = ((1, 0.0), (2, 2.5), (3, 6.4), (4, 4.3), (5, 15.8), (7, 16.3), (10, 33.0), (15, 37.0), (25, 89.9))


def test_a_name_goes_to_the_side_that_is_free() -> None:
    middle, corner = QPointF(150, 100), QPointF(297, 3)
    assert best_places([middle], [SIZE], Taken(INSIDE), 9)[0].left() > 150
    level = np.array([(150.0, 100.0), (300.0, 100.0)])
    area = best_places([middle], [SIZE], Taken(INSIDE, lines=[level]), 9)[0]
    assert not struck([area], level)[0]
    dots = np.column_stack([np.full(50, 180.0), np.full(50, 100.0)])
    assert best_places([middle], [SIZE], Taken(INSIDE, dots=dots), 9)[0].right() < 150
    assert INSIDE.contains(best_places([corner], [SIZE], Taken(INSIDE), 9)[0])


def test_names_of_near_points_give_way_to_one_another() -> None:
    spots = [QPointF(140 + 6 * n, 100 + 3 * n) for n in range(6)]
    areas = best_places(spots, [SIZE] * 6, Taken(INSIDE), 9)
    assert all(areas)
    letters = [area.adjusted(2, 2, -2, -2) for area in areas]
    assert not any(one.intersects(other) for one, other in combinations(letters, 2))


def test_the_first_name_leaves_a_place_that_another_needs_more() -> None:
    foot = QRectF(0, 0, 300, 125)
    curve = np.array([(20.0, 100.0), (65.0, 92.0), (150.0, 85.0)])
    near, first = QPointF(65, 92), QPointF(20, 100)
    marks = [QRectF(at.x() - 5, at.y() - 5, 10, 10) for at in (near, first)]
    areas = best_places([near, first], [SIZE, SIZE], Taken(foot, marks, [curve]), 9)
    assert areas[0].bottom() < 92
    assert areas[1].top() > 100
    assert areas[1].left() > 20


def test_a_name_without_room_is_left_out_and_the_first_stays() -> None:
    low = QRectF(0, 0, 80, 20)
    areas = best_places([QPointF(5, 10), QPointF(7, 10)], [SIZE, SIZE], Taken(low), 9)
    assert areas[0] is not None
    assert areas[1] is None


@pytest.mark.parametrize(
    ("line", "crosses"),
    [
        ([(0, 0), (100, 100)], True),
        ([(0, 50), (100, 50)], True),
        ([(50, 0), (50, 100)], True),
        ([(50, 50), (50, 50)], True),
        ([(0, 30), (100, 30)], False),
        ([(30, 0), (30, 100)], False),
        ([(0, 50), (39, 50)], False),
        ([(0, 75), (75, 0), (150, 75)], False),
    ],
)
def test_a_line_strikes_what_it_crosses(line: list[tuple[float, float]], crosses: bool) -> None:
    areas = [QRectF(40, 40, 20, 20), QRectF(500, 500, 1, 1)]
    assert struck(areas, np.array(line, dtype=np.float64)).tolist() == [crosses, False]


def by_k(qtbot: QtBot, width: int, height: int) -> RuPlot:
    """Loss by k as of the demo: the curve passes close to its named points."""
    plot = RuPlot("k (logarithmic)", "Information loss, %", "", "")
    qtbot.addWidget(plot)
    plot.resize(width, height)
    spots = tuple((math.log10(k), loss) for k, loss in LOSSES)
    marks = (
        RuMark("original (1)", spots[0], False),
        RuMark("current (3)", spots[2], True),
        RuMark("ANOPI (25)", spots[-1], False),
    )
    plot.show_picture(RuPicture(spots, spots, marks, None, None, 89.9, 1.25))
    plot.show()
    qtbot.waitExposed(plot)
    plot.grab()
    return plot


@pytest.mark.parametrize(("width", "height"), [(280, 400), (420, 300), (600, 500)])
def test_names_beside_a_curve_are_whole_near_their_points_and_not_struck(
    qtbot: QtBot, width: int, height: int
) -> None:
    plot = by_k(qtbot, width, height)
    box = plot.getPlotItem().getViewBox()
    curve = np.array([box.mapFromView(QPointF(*spot)).toTuple() for spot in plot.picture.front])
    inside = QRectF(0, 0, box.width(), box.height())
    for label, place in zip(plot._labels, plot._places, strict=True):
        area = QRectF(box.mapFromView(label.pos()), label.boundingRect().size())
        spot = box.mapFromView(QPointF(*place))
        assert label.isVisible()
        assert inside.contains(area.adjusted(2, 2, -2, -2))
        assert not struck([area.adjusted(2, 2, -2, -2)], curve)[0]
        assert area.adjusted(-25, -25, 25, 25).contains(spot)
        assert not area.contains(spot)


def test_a_mark_at_the_beginning_of_an_axis_is_whole(qtbot: QtBot) -> None:
    plot = by_k(qtbot, 280, 300)
    box = plot.getPlotItem().getViewBox()
    first = box.mapFromView(QPointF(0.0, 0.0))
    assert first.x() >= 7
    assert first.y() <= box.height() - 7


def test_an_axis_has_room_but_no_ticks_below_0(qtbot: QtBot) -> None:
    plot = by_k(qtbot, 280, 300)
    axis = plot.getAxis("left")
    assert axis.range[0] < -5  # a tick would have room
    values = [value for _, some in axis.tickValues(*axis.range, 300) for value in some]
    assert min(values) == pytest.approx(0)


def test_names_of_levels_lie_beside_the_points_on_a_ground(qtbot: QtBot) -> None:
    plot = NodesPlot("x", "best", "ANOPI")
    qtbot.addWidget(plot)
    plot.resize(400, 300)
    plot.show()
    across = np.linspace(4, 30, 200)
    losses = 0.25 + across / 100
    plot.show_nodes(Nodes(across, losses, across < 5, 5.0, (4.0, 0.29), anopi=(8.0, 0.33)))
    qtbot.waitExposed(plot)
    plot.grab()
    box = plot.getPlotItem().getViewBox()
    points = [box.mapFromView(QPointF(*spot)) for spot in zip(across, losses, strict=True)]
    for label in plot._labels:
        area = QRectF(box.mapFromView(label.pos()), label.boundingRect().size())
        assert sum(area.contains(point) for point in points) <= 5
        assert label.fill.color().alpha() > 200
