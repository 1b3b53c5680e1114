"""The curve H(eps): golden figures, the source's algorithm, every cut tried, bounds, refusals."""

from math import log2
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.context import Cancelled, JobContext
from sdc_desktop.engine.information import distances, halving, width_ranges, windows
from sdc_desktop.engine.information import equivocation as equivocation_module
from sdc_desktop.engine.information.distribution import distribution
from sdc_desktop.engine.information.equivocation import (
    Curve,
    bounded_curve,
    equivocation,
    exact_curve,
    least_entropy,
    mean_curve,
)
from sdc_desktop.engine.problems import Refused
from tests.support.plain_equivocation import algorithm_1, brute_force, plain_programme

CONTEXT = JobContext()

REALS = st.integers(-(10**6), 10**6).map(lambda number: number / 997)  # no two nearer than rounding
WHOLE = st.integers(-30, 30)
WEIGHTS = st.one_of(st.integers(1, 4).map(float), st.floats(0.001, 1))


def curve(values, probabilities, **options) -> Curve:
    return equivocation(distribution(values, probabilities, **options), CONTEXT)


@st.composite
def cases(draw, values=REALS, most=9):
    """Different values in order and their probabilities."""
    found = sorted(draw(st.lists(values, min_size=1, max_size=most, unique=True)))
    weights = np.array(draw(st.lists(WEIGHTS, min_size=len(found), max_size=len(found))))
    return [float(value) for value in found], (weights / weights.sum()).tolist()


def widths_between(widths) -> list[float]:
    """Every width of a curve, and one within each step."""
    return [*widths.tolist(), *((widths[1:] + widths[:-1]) / 2).tolist()]


# ----- the source's own figures


def test_the_example_of_the_source_comes_out() -> None:
    found = curve([1, 3, 8, 9], [0.15, 0.1, 0.7, 0.05])
    shown = [1.319, 1.054, 0.811, 0.811, 0.811, 0.811, 0.610, 0.286, 0]
    assert [round(found.at(eps), 3) for eps in range(9)] == shown
    assert found.widths.tolist() == [0, 1, 2, 6, 7, 8]
    assert round(found.area, 4) == 6.5144
    assert found.exact
    assert found.area_lower == found.area == found.area_upper


@pytest.mark.parametrize(("values", "area"), [((77, 80), 3), ((50, 107), 57)])
def test_two_values_differ_in_the_area_alone(values, area) -> None:
    found = curve(values, [0.5, 0.5])
    assert (found.h0, found.area, found.eps_max) == (1.0, area, area)
    assert found.entropies.tolist() == [1, 0]


def test_the_same_figures_come_from_the_algorithm_as_written() -> None:
    shown = algorithm_1([1, 3, 8, 9], [0.15, 0.1, 0.7, 0.05])
    assert sum(shown[:-1]) == pytest.approx(6.5144, abs=5e-5)


# ----- against slower ways


@given(cases(WHOLE, most=12))
def test_whole_values_give_what_algorithm_1_gives(case) -> None:
    values, probabilities = case
    shown = algorithm_1([int(value) for value in values], probabilities)
    found = curve(values, probabilities)
    assert [found.at(eps) for eps in range(len(shown))] == pytest.approx(shown, abs=1e-11)
    assert found.area == pytest.approx(sum(shown[:-1]), abs=1e-9)


@given(cases())
def test_real_values_give_the_least_over_every_cut(case) -> None:
    values, probabilities = case
    found = curve(values, probabilities)
    for eps in widths_between(found.widths):
        assert found.at(eps) == pytest.approx(brute_force(values, probabilities, eps), abs=1e-11)


@given(cases())
def test_no_step_is_missed_at_any_difference(case) -> None:
    values, probabilities = case
    found = curve(values, probabilities)
    for eps in sorted({high - low for high in values for low in values if high >= low}):
        assert found.at(eps) == pytest.approx(brute_force(values, probabilities, eps), abs=1e-11)


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 10**6), st.integers(20, 90), st.sampled_from(["uniform", "lattice", "skewed"]))
def test_many_values_give_what_the_recurrence_gives(seed, count, kind) -> None:
    chance = np.random.default_rng(seed)
    values = {
        "uniform": chance.uniform(0, 100, count),
        "lattice": chance.choice(500, count, replace=False) / 10,
        "skewed": chance.lognormal(0, 2, count),
    }[kind]
    weights = chance.pareto(1, count) if seed % 2 else chance.integers(1, 3, count).astype(float)
    of = distribution(values, weights / weights.sum())
    found = exact_curve(of, CONTEXT)
    assert found.at(of.range * 0.999) > 0
    for eps in chance.choice(widths_between(found.widths), 12):
        shown = plain_programme(of.values.tolist(), of.probabilities.tolist(), eps)
        assert found.at(eps) == pytest.approx(shown, abs=1e-10)


@settings(deadline=None, max_examples=40)
@given(
    st.integers(0, 10**6),
    st.integers(1, 60),
    st.sampled_from(["uniform", "lattice", "skewed"]),
    st.sampled_from([1, 40, 400]),
    st.sampled_from([0, 100, 10_000]),
)
def test_ranges_of_widths_give_the_curve_of_the_whole_graph(seed, count, kind, most, listed) -> None:
    chance = np.random.default_rng(seed)
    values = {
        "uniform": chance.uniform(0, 100, count),
        "lattice": chance.choice(500, count, replace=False) / 10,
        "skewed": chance.lognormal(0, 2, count),
    }[kind]
    weights = chance.pareto(1, count) if seed % 2 else chance.integers(1, 3, count).astype(float)
    of = distribution(values, weights / weights.sum())
    whole = exact_curve(of, CONTEXT)
    with (
        patch.object(equivocation_module, "_MANY", 0),
        patch.object(width_ranges, "_MOST", most),
        patch.object(width_ranges, "_LISTED", listed),
        patch.object(width_ranges, "_SAMPLE", 1),
    ):
        found = exact_curve(of, CONTEXT)
    assert found.widths.tolist() == whole.widths.tolist()
    assert found.entropies.tolist() == pytest.approx(whole.entropies.tolist(), abs=1e-11)
    assert found.area == pytest.approx(whole.area, rel=1e-11, abs=1e-12)
    for eps in chance.choice(widths_between(found.widths), 4):
        shown = plain_programme(of.values.tolist(), of.probabilities.tolist(), eps)
        assert found.at(eps) == pytest.approx(shown, abs=1e-10)


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 10**6), st.integers(1, 300), st.floats(0, 1.1))
def test_a_single_width_gives_what_the_recurrence_gives(seed, count, share) -> None:
    chance = np.random.default_rng(seed)
    values = chance.choice(1000, count, replace=False) if seed % 3 == 0 else chance.normal(size=count)
    weights = chance.pareto(0.7, count) + 1e-9 if seed % 2 else np.ones(count)
    of = distribution(values, weights / weights.sum())
    shown = plain_programme(of.values.tolist(), of.probabilities.tolist(), share * of.range)
    assert least_entropy(of, share * of.range, CONTEXT) == pytest.approx(shown, abs=1e-10)


# ----- what a curve is


@given(cases())
def test_a_curve_falls_in_steps_from_the_entropy_to_nothing(case) -> None:
    values, probabilities = case
    found = curve(values, probabilities)
    assert found.h0 == pytest.approx(-sum(p * log2(p) for p in probabilities), abs=1e-12)
    assert found.eps_max == pytest.approx(values[-1] - values[0], rel=1e-11)
    assert found.widths[0] == 0
    assert found.entropies[-1] == 0
    assert (np.diff(found.widths) > 0).all()
    assert (np.diff(found.entropies) < 0).all()
    assert found.area == pytest.approx(float(np.sum(found.entropies[:-1] * np.diff(found.widths))), abs=1e-9)


@given(cases(), st.floats(0.25, 4), st.floats(-100, 100))
def test_another_unit_or_origin_only_stretches_the_curve(case, unit, origin) -> None:
    values, probabilities = case
    first = curve(values, probabilities)
    second = curve([unit * value + origin for value in values], probabilities)
    assert second.area == pytest.approx(unit * first.area, rel=1e-6, abs=1e-9)


def test_differences_that_differ_by_rounding_only_are_one_step() -> None:
    found = curve([0.1, 0.2, 0.3], [0.25, 0.25, 0.5])
    assert found.widths.tolist() == [0, 0.1, 0.2]
    assert found.entropies.tolist() == pytest.approx([1.5, 0.8112781244591328, 0])


def test_order_repeats_and_impossible_values_do_not_matter() -> None:
    plain = curve([1, 3, 8, 9], [0.15, 0.1, 0.7, 0.05])
    mixed = curve([8, 1, 100, 9, 8, 3], [0.3, 0.15, 0, 0.05, 0.4, 0.1])
    assert mixed.widths.tolist() == plain.widths.tolist()
    assert mixed.entropies.tolist() == pytest.approx(plain.entropies.tolist(), abs=1e-12)


def test_a_single_possible_value_leaves_no_uncertainty() -> None:
    found = curve([5, 7], [1, 0])
    assert (found.h0, found.eps_max, found.area) == (0, 0, 0)
    assert (found.widths.tolist(), found.entropies.tolist()) == ([0], [0])


def test_hardly_possible_values_are_no_fault() -> None:
    found = curve([1, 2, 3], [1e-300, 1, 1e-17], normalise=True)
    assert found.h0 == pytest.approx(0, abs=1e-14)
    assert (found.eps_max, found.entropies[-1]) == (2, 0)
    of = distribution([1, 2, 3, 4], [0.5, 0.5, 1e-17, 1e-300], normalise=True)
    assert least_entropy(of, 1, CONTEXT) < 1e-14


def test_values_that_differ_by_rounding_only_are_one_value() -> None:
    found = curve([0.3, 0.1 + 0.2, 0.7], [0.25, 0.25, 0.5])
    assert found.h0 == 1
    assert found.widths.tolist() == [0, 0.4]


def test_the_same_input_gives_the_same_bytes() -> None:
    chance = np.random.default_rng(3)
    values, weights = chance.normal(size=150), chance.dirichlet(np.ones(150))
    first, second = (curve(values, weights, normalise=True) for _ in range(2))
    assert first.widths.tobytes() == second.widths.tobytes()
    assert first.entropies.tobytes() == second.entropies.tobytes()


# ----- bounds


@settings(deadline=None, max_examples=40)
@given(cases(most=20), st.integers(1, 60))
def test_the_bounds_hold_the_exact_area_and_curve(case, points) -> None:
    values, probabilities = case
    of = distribution(values, probabilities)
    exact, bounded = exact_curve(of, CONTEXT), bounded_curve(of, points, CONTEXT)
    slack = 1e-9 * max(of.range, 1)
    assert bounded.area_lower - slack <= exact.area <= bounded.area_upper + slack
    for width, entropy in zip(bounded.widths.tolist(), bounded.entropies.tolist(), strict=True):
        assert exact.at(width) == pytest.approx(entropy, abs=1e-10)
    for width in exact.widths.tolist():
        assert exact.at(width) <= bounded.at(width) + 1e-10


@settings(deadline=None, max_examples=100)
@given(cases(most=14), st.integers(2, 40), st.sampled_from([0.002, 0.1, 0.5]))
def test_bounds_by_groups_of_values_hold_the_exact_curve(case, points, share) -> None:
    values, probabilities = case
    of = distribution(values, probabilities)
    exact = exact_curve(of, CONTEXT)
    with (
        patch.object(equivocation_module, "MOST_EXACT", 0),
        patch.object(equivocation_module, "_SHARE", share),
    ):
        bounded = bounded_curve(of, points, CONTEXT)
    slack = 1e-9 * max(of.range, 1)
    assert bounded.area_lower - slack <= exact.area <= bounded.area_upper + slack
    tried = np.concatenate([exact.widths, bounded.widths, np.linspace(0, of.range, 60)])
    for width in tried[tried >= 0].tolist():
        assert bounded.at_least(width) - 1e-10 <= exact.at(width) <= bounded.at(width) + 1e-10


def test_the_curve_of_many_values_lies_within_its_bounds() -> None:
    of = distribution(np.random.default_rng(2).lognormal(size=5_000), np.full(5_000, 1 / 5_000))
    found = bounded_curve(of, 60, CONTEXT)
    for share in (0.0003, 0.002, 0.03, 0.2, 0.7):
        exact = least_entropy(of, share * of.range, CONTEXT)
        assert found.at_least(share * of.range) - 1e-9 <= exact <= found.at(share * of.range) + 1e-9
    assert found.at_least(0.03 * of.range) < found.at(0.03 * of.range)


@pytest.mark.parametrize("kind", ["skewed", "even"])
def test_the_usual_bounds_of_many_values_are_two_per_cent_apart(kind) -> None:
    chance = np.random.default_rng(7)
    values = chance.lognormal(sigma=1.5, size=4_000) if kind == "skewed" else np.arange(4_000.0)
    of = distribution(values, chance.dirichlet(np.ones(4_000)), normalise=True)
    found = equivocation(of, CONTEXT)
    assert not found.exact
    assert found.area_upper - found.area_lower <= 0.02 * found.area
    for share in (0.0003, 0.002, 0.03, 0.2, 0.7):
        exact = least_entropy(of, share * of.range, CONTEXT)
        assert found.at_least(share * of.range) - 1e-9 <= exact <= found.at(share * of.range) + 1e-9


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10**6), st.lists(st.integers(2, 40), min_size=1, max_size=4), st.booleans())
def test_distances_found_in_a_graph_have_the_digits_of_steps_in_order(seed, sizes, certain) -> None:
    chance = np.random.default_rng(seed)
    ends = np.cumsum(sizes)
    starts, nodes = ends - sizes, int(ends[-1])
    source, target = [], []
    for first, size in zip(starts, sizes, strict=True):  # parts one after the other
        to, since = np.tril_indices(size, -1)
        kept = (to == since + 1) | (chance.random(len(since)) < 0.3)
        source += (since[kept] + first).tolist()
        target += (to[kept] + first).tolist()
    weight = chance.random(len(source)) * (chance.random(len(source)) < 0.5 if certain else 1.0)
    level = np.zeros(len(source), dtype=np.int32)
    edges = windows.Edges(np.array(source), np.array(target), level, weight, level, level)
    graph = distances.Graph(edges, starts, ends - 1, nodes)
    by_steps = graph.ahead(), graph.behind()
    with patch.object(distances, "_GRAPH", -1):
        assert [graph.ahead().tobytes(), graph.behind().tobytes()] == [one.tobytes() for one in by_steps]
    path = graph.shortest(by_steps[0])
    assert sum(weight[path]) == pytest.approx(by_steps[0][ends - 1].sum(), abs=1e-12)
    assert len(path) == len({target[place] for place in path})


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10**6), st.integers(1, 60), st.sampled_from([0, 30, 10_000]), st.sampled_from([0, 500]))
def test_parts_halved_together_or_alone_give_one_curve(seed, count, few, together) -> None:
    chance = np.random.default_rng(seed)
    values = chance.choice(500, count, replace=False) / 10 if seed % 2 else chance.lognormal(0, 2, count)
    of = distribution(values, chance.dirichlet(np.ones(count)), normalise=True)
    shown = exact_curve(of, CONTEXT)
    with (
        patch.object(halving, "_FEW", few),
        patch.object(halving, "_TOGETHER", together),
        patch.object(halving, "_ALIVE", seed % 3 / 2),
    ):
        found = exact_curve(of, CONTEXT)
    assert found.widths.tolist() == shown.widths.tolist()
    assert found.entropies.tolist() == pytest.approx(shown.entropies.tolist(), abs=1e-11)


def test_more_points_bound_the_area_more_narrowly() -> None:
    of = distribution(np.random.default_rng(0).normal(size=300), np.full(300, 1 / 300))
    curves = [bounded_curve(of, points, CONTEXT) for points in (5, 50, 400)]
    gaps = [found.area_upper - found.area_lower for found in curves]
    assert gaps[0] > gaps[1] > gaps[2]
    assert gaps[2] < 0.02 * exact_curve(of, CONTEXT).area
    assert not bounded_curve(of, 5, CONTEXT).exact


def test_too_many_values_for_every_step_are_bounded_instead() -> None:
    found = curve(np.arange(2001.0), np.full(2001, 1 / 2001))
    assert not found.exact
    assert found.h0 == pytest.approx(log2(2001), abs=1e-9)
    assert found.area_lower < found.area < found.area_upper


# ----- refusals and stopping


@pytest.mark.parametrize(
    ("values", "probabilities", "code"),
    [
        ([1, 2], [1], "cae.lengths"),
        ([], [], "cae.nothing"),
        ([1, 2], [0, 0], "cae.nothing"),
        ([1, 2], [1.5, -0.5], "cae.negative"),
        ([1, 2], [0.5, 0.4], "cae.sum"),
        ([1, 2], [0.5, 0.5 + 2e-9], "cae.sum"),
        ([1, float("nan")], [0.5, 0.5], "cae.not_finite"),
        ([1, 2], [float("inf"), 0.5], "cae.not_finite"),
        ([-1.7e308, 1.7e308], [0.5, 0.5], "cae.not_finite"),
    ],
)
def test_what_is_no_distribution_is_refused(values, probabilities, code) -> None:
    with pytest.raises(Refused) as refusal:
        distribution(values, probabilities)
    assert [problem.code for problem in refusal.value.problems] == [code]


def test_a_sum_within_rounding_is_taken_and_weights_are_on_request() -> None:
    assert distribution([1, 2], [0.5, 0.5 + 5e-10]).probabilities.sum() == pytest.approx(1, abs=1e-15)
    assert distribution([1, 2], [3, 1], normalise=True).probabilities.tolist() == [0.75, 0.25]


@pytest.mark.parametrize("points", [None, 50])
def test_a_curve_can_be_stopped(points) -> None:
    of = distribution(np.random.default_rng(0).normal(size=300), np.full(300, 1 / 300))
    query = iter([False, False, False, True])
    with pytest.raises(Cancelled):
        equivocation(of, JobContext(is_cancelled=lambda: next(query)), points=points)


def test_the_lower_steps_lie_below_the_exact_curve_and_the_upper_above() -> None:
    chance = np.random.default_rng(3)
    of = distribution(chance.uniform(size=40), chance.dirichlet(np.ones(40)))
    exact, bounded = exact_curve(of, CONTEXT), bounded_curve(of, 8, CONTEXT)
    for width in np.linspace(0, of.range, 57).tolist():
        assert bounded.at_least(width) - 1e-9 <= exact.at(width) <= bounded.at(width) + 1e-9
        assert exact.at_least(width) == exact.at(width)


def test_a_mean_of_bounded_curves_has_the_means_of_their_bounds() -> None:
    chance = np.random.default_rng(4)
    curves = [
        bounded_curve(distribution(chance.uniform(size=20), chance.dirichlet(np.ones(20))), 5, CONTEXT)
        for _ in range(3)
    ]
    mean = mean_curve(curves)
    for width in [*mean.widths.tolist(), 0.01, 0.4]:
        assert mean.at_least(width) == pytest.approx(np.mean([c.at_least(width) for c in curves]), abs=1e-9)
        assert mean.at(width) == pytest.approx(np.mean([c.at(width) for c in curves]), abs=1e-9)
