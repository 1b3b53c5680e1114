"""Classes of values before and after grouping."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.grouping.microaggregate import MicroaggregateParams
from sdc_desktop.engine.methods.grouping.microaggregate import engine as microaggregate
from sdc_desktop.engine.source import Source
from sdc_desktop.sheets.value_bars import (
    LOG,
    MOST_CLASSES,
    QUANTILE,
    Spread,
    class_edges,
    edges_of,
    of_bars,
    ordered,
    shown_spread,
    spreads,
)
from sdc_desktop.ui.tabs.microdata.kit.before_after import BeforeAfter
from sdc_desktop.ui.widgets.plots.bars_plot import BarsPlot
from sdc_desktop.words import Words
from tests.engine.methods.grouping.test_microaggregate import data_of

numbers = st.floats(-1e12, 1e12, allow_subnormal=False)


@given(numbers, numbers)
def test_classes_rise_hold_all_values_and_are_few(one, other) -> None:
    least, greatest = min(one, other), max(one, other)
    edges = class_edges(least, greatest)
    assert np.all(np.diff(edges) > 0)
    assert edges[0] <= least
    assert edges[-1] >= greatest
    assert 1 <= len(edges) - 1 <= MOST_CLASSES


@pytest.mark.parametrize(
    ("least", "greatest", "first"),
    [(0, 24, [0, 1, 2]), (1, 100, [0, 5, 10]), (-0.35, 1.1, [-0.4, -0.3, -0.2]), (12, 12, [12, 13])],
)
def test_classes_begin_at_round_numbers(least, greatest, first) -> None:
    assert class_edges(least, greatest)[: len(first)].tolist() == first


def spread_of(columns, **params):
    spec, source = MicroaggregateParams(**params), Source(data_of(columns), {})
    counted = microaggregate.counts(spec, source, JobContext())
    return spreads(counted, microaggregate.decide(spec, counted, JobContext()))


def test_released_numbers_are_counted_in_the_classes_of_the_original_ones() -> None:
    found = spread_of({"x": [0, 1, 2, 22, 23, 24]}, variables=["x"], k=3)["x"]
    assert found.before == (*[1] * 3, *[0] * 19, 1, 2)
    assert dict(zip(found.names, found.after, strict=True)) == dict.fromkeys(found.names, 0) | {
        "1": 3,
        "23": 3,
    }
    assert found.ranges[:2] == ("0 – 1", "1 – 2")


def test_categories_stay_and_missing_values_are_counted_apart() -> None:
    found = spread_of({"colour": ["red", "blue", "red", "", "red", "blue"]}, variables=["colour"], k=3)
    spread = found["colour"]
    assert spread.names == ("blue", "red")
    assert sum(spread.before) == sum(spread.after) == 5
    assert (spread.missing_before, spread.missing_after) == (1, 1)


def test_k_1_shows_the_same_twice() -> None:
    found = spread_of({"x": [1, 2, 3, 9]}, variables=["x"], k=1)["x"]
    assert found.before == found.after


def test_of_many_categories_neighbours_share_a_bar() -> None:
    found = spread_of({"colour": [f"c{i:03}" for i in range(300)]}, variables=["colour"], k=3)["colour"]
    assert (len(found.names), found.together) == (100, 3)
    assert found.before == (3,) * 100
    assert found.ranges[0] == "c000 – c002"


@given(
    st.lists(st.floats(-1e9, 1e9, allow_subnormal=False), min_size=1, max_size=60),
    st.floats(1e-3, 1e9, allow_subnormal=False),
)
def test_classes_of_skewed_numbers_rise_and_hold_all_values(values, outlier) -> None:
    numbers = np.array([*values, *[1.0] * 40, outlier * 1e4])
    edges, _ = edges_of(numbers)
    assert np.all(np.diff(edges) > 0)
    assert np.histogram(numbers, edges)[0].sum() == len(numbers)


def test_turnovers_of_many_sizes_are_classed_by_orders_of_magnitude() -> None:
    edges, kind = edges_of(np.array([*range(1, 200), 5e6]))
    assert kind == LOG
    assert edges[:5].tolist() == [1, 2, 5, 10, 20]


def test_skewed_numbers_with_losses_are_classed_by_quantiles() -> None:
    values = np.array([*np.arange(-50.0, 150.0), 5e6])
    edges, kind = edges_of(values)
    assert kind == QUANTILE
    counts = np.histogram(values, edges)[0]
    assert counts.max() < 2.5 * len(values) / (len(edges) - 1)


def test_evenly_spread_numbers_keep_classes_of_equal_width() -> None:
    assert edges_of(np.arange(100.0))[1] == ""


def test_categories_that_begin_with_numbers_are_in_their_order_and_the_star_is_last_and_apart() -> None:
    found = ordered(np.array([3, 2, 1, 7, 5]), ("37", "43", "5", "*", "56"))
    assert found.names == ("5", "37", "43", "56", "*")
    assert found.counts == (1, 3, 2, 5, 7)
    assert found.apart == (("*",),)
    assert found.records == 18
    ranges = ordered(np.array([1, 2, 3]), ("[100, 200)", "[20, 100)", "< 20"))
    assert ranges.names == ("< 20", "[20, 100)", "[100, 200)")
    words = ordered(np.array([1, 2]), ("2 or more", "none"))
    assert words.names == ("2 or more", "none")


def test_missing_values_leave_numbers_in_their_order_and_are_a_named_bar_apart() -> None:
    labels = ("", "37", "43", "*", "5", "56", "n.a.")
    found = ordered(np.array([2, 3, 2, 7, 1, 5, 4]), labels, ("", "n.a."), "(missing)")
    assert found.names == ("5", "37", "43", "56", "(missing)", "*")
    assert found.counts == (1, 3, 2, 5, 6, 7)
    assert found.apart == (("", "n.a."), ("*",))
    assert found.rows == tuple(zip(found.names, found.counts, strict=True))
    missing = of_bars("age", found, 4, released=False)
    assert missing is not None
    assert missing.texts == {"", "n.a."}
    many = (*map(str, range(1000)), "")
    classed = ordered(np.ones(1001, dtype=np.int64), many, ("",), "(missing)")
    assert [float(end) for end in classed.names[:-1]] == list(classed.edges[:-1])
    assert (classed.names[-1], classed.counts[-1], sum(classed.counts)) == ("(missing)", 1, 1001)


def test_of_more_numbers_than_bars_each_class_is_named_after_its_lower_end() -> None:
    labels = tuple(str(number) for number in sorted(range(300), key=str))
    found = ordered(np.ones(300, dtype=np.int64), labels)
    assert found.together == 1
    assert sum(found.counts) == found.records == 300
    assert [float(name) for name in found.names] == sorted(float(name) for name in found.names)


def test_plots_beside_each_other_have_one_scale_and_hatch_what_is_no_value(qtbot) -> None:
    bars = BeforeAfter(Words())
    qtbot.addWidget(bars)
    bars.show_spread("age", Spread(("1", "2"), ("1", "2"), (5, 90), (4, 3), 0, 0, suppressed=88))
    assert bars.before.most == bars.after.most == 90
    assert bars.before.hatched == bars.after.hatched == ("*",)
    assert bars.before.getAxis("bottom").labelText == "age"


def _ticks(plot: BarsPlot) -> list[tuple[float, str]]:
    (level,) = plot.getAxis("bottom")._tickLevels
    return list(level)


def test_ends_of_classes_are_between_the_bars_and_what_is_no_value_below_its_own(qtbot) -> None:
    plot = BarsPlot("Records", dark=False)
    qtbot.addWidget(plot)
    plot.resize(900, 300)
    plot.show()
    plot.show_bars(["0", "5", "10"], [1, 2, 3], end="15")
    qtbot.waitUntil(lambda: _ticks(plot) == [(-0.5, "0"), (0.5, "5"), (1.5, "10"), (2.5, "15")])
    plot.show_bars(["0", "5", "10", "*"], [1, 2, 3, 4], apart=1, end="15")
    assert _ticks(plot) == [(-0.5, "0"), (0.5, "5"), (1.5, "10"), (2.5, "15"), (3, "*")]
    plot.show_bars([*map(str, range(200)), "(missing)", "*"], [1] * 202, apart=2)
    assert _ticks(plot)[-1] == (201, "(missing), *")
    plot.show_bars(["0", "5", "10"], [1, 2, 3])
    assert _ticks(plot) == [(0, "0"), (1, "5"), (2, "10")]


def test_ends_of_classes_that_are_values_of_the_file_have_all_their_figures() -> None:
    losses = [-1234567.25, *(float(number) for number in range(-50, 150)), 5e9]
    found = spread_of({"x": losses}, variables=["x"], k=1)["x"]
    assert found.classes == QUANTILE
    assert found.ranges[0].startswith("\u22121\u202f234\u202f567.25 \u2013 ")
    assert found.end == "5\u202f000\u202f000\u202f000"


def test_what_is_no_value_comes_last_as_bars_of_its_own_where_it_occurs() -> None:
    found = Spread(("1", "2"), ("1 – 2", "2 – 3"), (4, 5), (3, 4), 1, 0, suppressed=2)
    shown = shown_spread(found, "(missing)")
    assert shown.names == ("1", "2", "(missing)", "*")
    assert shown.ranges == ("1 – 2", "2 – 3", "(missing)", "*")
    assert (shown.before, shown.after) == ((4, 5, 1, 0), (3, 4, 0, 2))
    assert shown.apart == 2


@pytest.mark.parametrize(
    ("missing", "suppressed", "last"),
    [((0, 0), 0, "2"), ((0, 1), 0, "(missing)"), ((1, 0), 0, "(missing)"), ((0, 0), 1, "*")],
)
def test_only_what_occurs_before_or_after_has_a_bar(missing, suppressed, last) -> None:
    found = Spread(("1", "2"), ("1", "2"), (4, 5), (4, 5), *missing, suppressed=suppressed)
    shown = shown_spread(found, "(missing)")
    assert shown.names[-1] == last
    assert shown.apart == len(shown.names) - 2 == (last != "2")


def test_titles_state_how_many_neighbours_share_a_bar(qtbot) -> None:
    pictures = BeforeAfter(Words())
    qtbot.addWidget(pictures)
    pictures.show_spread("x", Spread(("a",), ("a",), (1,), (1,), 0, 0), "After: mean")
    assert [plot.accessibleName() for plot in (pictures.before, pictures.after)] == ["Before", "After: mean"]
    pictures.show_spread("x", Spread(("a",), ("a – b",), (2,), (2,), 0, 0, together=2))
    assert pictures.before.accessibleName() == "Before: 2 neighbours in a bar"
    assert pictures.after.accessibleName() == "After: 2 neighbours in a bar"


def test_the_label_of_a_low_upright_axis_is_seen_from_its_beginning(qtbot) -> None:
    plot = BarsPlot("Datensätze mit diesem Wert", dark=False)
    qtbot.addWidget(plot)
    plot.resize(500, 110)
    plot.show()
    plot.show_bars(["0", "5", "10"], [1, 2, 3])
    axis = plot.getAxis("left")
    qtbot.waitUntil(lambda: 0 < axis.height() < axis.label.boundingRect().width())
    assert axis.label.sceneBoundingRect().top() >= 0
