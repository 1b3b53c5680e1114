"""Charts as drawings: what stands where, what is labelled, what never overlaps."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdc_desktop.report import typography
from sdc_desktop.report.figures import Box, drawing, legend, tick_step
from sdc_desktop.report.marks import Circle, Label, Line, Polygon, Polyline, Rectangle, hatched, verdict_mark
from sdc_desktop.sheets.blocks import (
    Axis,
    BarChart,
    Curve,
    Interval,
    IntervalChart,
    LegendEntry,
    LineChart,
    Point,
    Reach,
    ScatterChart,
    Series,
)

AXIS = Axis("Utility", "points")


def plane(*points: Point, **more: float) -> ScatterChart:
    return ScatterChart("yob", AXIS, Axis("Privacy", "points"), points, **more)


def bars(*series: Series, names: tuple[str, ...] = ("yob", "ms")) -> BarChart:
    return BarChart(names, series, Axis("Entropy", "digits"))


def box_of(label: Label) -> Box:
    wide = typography.width(label.text, typography.BOLD if label.bold else typography.REGULAR, label.size)
    left = {"start": label.x, "middle": label.x - wide / 2, "end": label.x - wide}[label.anchor]
    return Box(left, label.y - 0.7 * label.size, left + wide, label.y)


def labels(scene) -> dict[str, Label]:
    return {shape.text: shape for shape in scene.shapes if isinstance(shape, Label)}


@pytest.mark.parametrize(
    ("greatest", "most", "step"),
    [(81.02, 4, 25), (1.35, 5, 0.5), (5, 5, 1), (0, 5, 1), (1e-6, 5, 2e-7), (9e9, 5, 2e9)],
)
def test_ticks_are_round(greatest, most, step) -> None:
    assert tick_step(greatest, most) == pytest.approx(step)


@given(st.floats(1e-9, 1e12), st.integers(1, 9))
def test_ticks_reach_the_greatest_value_in_the_steps_allowed(greatest, most) -> None:
    assert tick_step(greatest, most) * most >= greatest * (1 - 1e-9)


def test_axes_have_names_and_units() -> None:
    shown = labels(drawing(plane(Point(1, 1, "1", "chosen")), 220))
    assert {"yob", "Utility (points)", "Privacy (points)"} <= set(shown)
    assert shown["Privacy (points)"].upwards


def test_bars_are_as_long_as_their_values() -> None:
    scene = drawing(bars(Series("before", (2.0, 1.0)), Series("after", (1.0, 0.0))), 400)
    lengths = [s.width for s in scene.shapes if isinstance(s, Rectangle) and s.height == 9.0]
    assert lengths[0] == pytest.approx(2 * lengths[1])
    assert lengths[2] == pytest.approx(lengths[1])
    assert {"2.00", "1.00", "0.00", "before", "after"} <= set(labels(scene))


def test_series_differ_in_more_than_colour() -> None:
    scene = drawing(bars(Series("before", (2.0, 1.0)), Series("after", (1.0, 1.0))), 400)
    fills = [s.fill for s in scene.shapes if isinstance(s, Rectangle) and s.height == 9.0]
    assert fills == ["accent", "paper", "accent", "paper"]


def test_a_long_name_is_cut_not_run_over_the_bars() -> None:
    scene = drawing(bars(Series("before", (1.0, 1.0)), names=("n" * 200, "ms")), 400)
    name = next(label for text, label in labels(scene).items() if text.startswith("nn"))
    assert name.text.endswith("…")
    assert box_of(name).left >= 0


def test_chosen_candidate_and_optimum_have_shapes_of_their_own() -> None:
    points = (Point(1, 9, "1", "candidate"), Point(5, 5, "2", "chosen"), Point(9, 1, "", "optimum"))
    scene = drawing(plane(*points), 220)
    circles = [s for s in scene.shapes if isinstance(s, Circle)]
    assert [circle.fill for circle in circles] == ["paper", "accent"]
    assert len([s for s in scene.shapes if isinstance(s, Line) and s.colour == "second"]) == 2


def test_a_point_with_more_utility_stands_farther_right_and_one_with_more_privacy_higher() -> None:
    scene = drawing(plane(Point(1, 9, "", "candidate"), Point(9, 1, "", "candidate")), 220)
    first, second = [s for s in scene.shapes if isinstance(s, Circle)]
    assert first.x < second.x
    assert first.y < second.y


@given(st.lists(st.tuples(st.floats(0, 100), st.floats(0, 100)), min_size=1, max_size=30))
def test_labels_of_points_never_overlap_and_the_chosen_one_is_labelled(places) -> None:
    points = [Point(x, y, f"c{n}", "candidate") for n, (x, y) in enumerate(places[1:])]
    scene = drawing(plane(Point(*places[0], "chosen one", "chosen"), *points), 220)
    shown = [label for text, label in labels(scene).items() if text[:1] == "c"]
    boxes = [box_of(label) for label in shown]
    assert not [1 for i, box in enumerate(boxes) for other in boxes[:i] if box.meets(other)]
    if len(places) == 1:
        assert "chosen one" in labels(scene)


@given(st.floats(1, 300), st.floats(1, 300))
def test_a_hatching_stays_in_its_rectangle(width, height) -> None:
    for line in hatched(10, 20, width, height):
        assert 10 - 1e-9 <= min(line.x1, line.x2) <= max(line.x1, line.x2) <= 10 + width + 1e-9
        assert 20 - 1e-9 <= min(line.y1, line.y2) <= max(line.y1, line.y2) <= 20 + height + 1e-9


def test_what_a_bound_forbids_is_hatched() -> None:
    points = (Point(1, 9, "1", "candidate"), Point(9, 1, "2", "chosen"))
    free, bound = (
        len([s for s in drawing(plane(*points, least_x=least), 220).shapes if isinstance(s, Line)])
        for least in (0.0, 4.0)
    )
    assert bound > free + 5


def test_a_legend_breaks_into_lines_within_its_width() -> None:
    entries = [LegendEntry("candidate", "a coding that could be chosen")] * 6
    scene = legend(entries, 300)
    assert all(box_of(shape).right <= 300 for shape in scene.shapes if isinstance(shape, Label))
    assert len({shape.y for shape in scene.shapes if isinstance(shape, Label)}) > 1


def test_every_verdict_has_a_mark_of_its_own_shape() -> None:
    def outline(mark):
        return tuple((type(s).__name__, len(getattr(s, "points", ()))) for s in verdict_mark(mark).shapes)

    assert len({outline(mark) for mark in ("safe", "reservations", "unsafe", "open", "measured")}) == 5


def test_steps_hold_until_the_next_width() -> None:
    curve = Curve("H", ((0.0, 2.0), (10.0, 1.0), (20.0, 0.0)))
    chart = LineChart((curve,), Axis("eps"), Axis("H", "bits"), steps=True)
    (drawn,) = (shape for shape in drawing(chart, 400).shapes if isinstance(shape, Polyline))
    assert len(drawn.points) == 5
    assert all(x1 == x2 or y1 == y2 for (x1, y1), (x2, y2) in pairwise(drawn.points))
    texts = {shape.text for shape in drawing(chart, 400).shapes if isinstance(shape, Label)}
    assert {"eps", "H (bits)"} <= texts


def test_curves_that_meet_can_all_be_seen() -> None:
    points = ((1.0, 1.0), (2.0, 2.0))
    chart = LineChart((Curve("a", points), Curve("b", points)), Axis("x"), Axis("y"))
    shapes = drawing(chart, 400).shapes
    widths = [line.width for line in shapes if isinstance(line, Polyline)]
    assert len(set(widths)) == 2
    names = [shape.text for shape in shapes if isinstance(shape, Label)]
    assert "a" in names
    assert "b" in names


def test_intervals_lie_between_their_ends_and_say_where_there_is_none() -> None:
    rows = (
        Interval("a", 0.0, 50.0),
        Interval("b", 25.0, 50.0, missed=True),
        Interval("c", 10.0, None),
        Interval("d", 30.0, 30.0),
    )
    scene = drawing(IntervalChart(rows, Axis("values")), 400)
    bars = [shape for shape in scene.shapes if isinstance(shape, Rectangle)]
    assert bars[0].width == pytest.approx(2 * bars[1].width)
    assert (bars[0].fill, bars[1].fill) == ("accent", "paper")  # a missed one is hollow, not only coloured
    assert len([shape for shape in scene.shapes if isinstance(shape, Polygon)]) == 2  # an arrow, a diamond
    assert all(bar.x >= 0 and bar.x + bar.width <= 400 for bar in bars)


def test_levels_stand_below_a_bar_around_the_value_and_a_longer_length_from_its_beginning() -> None:
    rows = (
        Interval("a", 20.0, 60.0, asked=Reach(30.0, 25.0, 40.0, 1.0)),
        Interval("b", 20.0, 60.0, missed=True, asked=Reach(30.0, 30.0, 30.0, 80.0)),
        Interval("c", 20.0, 60.0),
    )
    plain = drawing(IntervalChart((rows[2],) * 3, Axis("values")), 400)
    scene = drawing(IntervalChart(rows, Axis("values")), 400)
    bars = [shape for shape in scene.shapes if isinstance(shape, Rectangle)]
    scale = bars[0].width / 40
    flat = [s for s in scene.shapes if isinstance(s, Line) and s.y1 == s.y2 and s.x2 > s.x1]
    bracket, length = (
        [line for line in flat if line.colour == colour and line.width == 0.9 and line.y1 > bars[row].y]
        for row, colour in ((0, "ink"), (1, "muted"))
    )
    assert bracket[0].x2 - bracket[0].x1 == pytest.approx(15 * scale)
    assert bracket[0].x1 == pytest.approx(bars[0].x + 5 * scale)
    assert bars[0].y + bars[0].height < bracket[0].y1 < bars[1].y
    assert (length[0].x1, length[0].x2) == pytest.approx((bars[1].x, bars[1].x + 80 * scale))
    assert length[0].x2 <= 400
    assert scene.height > plain.height


def test_a_limit_is_drawn_across_the_bars_and_lies_on_the_axis() -> None:
    chart = BarChart(("a",), (Series("s", (10.0,)),), Axis("share", "%"), limit=100.0)
    scene = drawing(chart, 400)
    (line,) = (shape for shape in scene.shapes if isinstance(shape, Line) and shape.colour == "second")
    assert line.x1 == line.x2 <= 400


def test_shares_end_at_the_whole() -> None:
    points = (Point(20, 100, "a", "chosen"), Point(96, 40, "b", "candidate"))
    chart = ScatterChart("", Axis("Risk", "%"), Axis("Utility", "%"), points)
    texts = [shape.text for shape in drawing(chart, 400).shapes if isinstance(shape, Label)]
    assert "120" not in texts
    assert texts.count("100") == 2
