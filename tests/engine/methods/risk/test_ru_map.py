"""The R-U map: its points, its front, its marks."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.experiments.ru_map import RuMapParams
from sdc_desktop.engine.methods.experiments.ru_map import engine as ru_map
from sdc_desktop.engine.methods.recoding.anopi import AnopiParams
from sdc_desktop.engine.methods.recoding.anopi import engine as anopi
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.source import Source
from tests.support.data import microdata, patients
from tests.support.generalising import tree

CONTEXT = JobContext()
POINTS = {"user_points": {"yob": 60, "ms": 40}, "intruder_points": {"yob": 60, "ms": 40}}


def nested() -> Source:
    source = patients()
    rows = [(str(y), f"{y // 2}", f"{y // 4}", f"{y // 8}", "*") for y in range(1961, 1991)]
    return Source(source.data, {**source.hierarchies, "yob": tree("yob", rows)})


def decided(source, **params):
    spec = RuMapParams(**params)
    return ru_map.decide(spec, ru_map.counts(spec, source, CONTEXT), CONTEXT)


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=20))
def test_the_front_holds_what_no_other_point_beats(points) -> None:
    risks, utilities = (np.array(axis, dtype=float) for axis in zip(*points, strict=True))
    expected = [
        not any((r <= risk and u >= utility) and (r < risk or u > utility) for r, u in points)
        for risk, utility in points
    ]
    assert ru_map.pareto_front(risks, utilities).tolist() == expected


def test_every_combination_of_levels_is_a_point_with_its_risk() -> None:
    source = nested()
    shown = decided(source, max_risk=0.3, anopi=POINTS)
    assert len(shown.points) == 5 * 3
    rows = source.data.window(0, 60)
    place = {name: source.data.index(name) for name in ("yob", "ms")}
    for point in shown.points:
        keys = [
            tuple(
                source.hierarchies[name].rows[row[place[name]]][level]
                for name, level in zip(shown.names, point.levels, strict=True)
            )
            for row in rows
        ]
        assert point.risk == pytest.approx(len(set(keys)) / 60)
        assert point.smallest == min(keys.count(key) for key in keys)
        assert point.uniques == sum(keys.count(key) == 1 for key in keys)
        assert point.tolerable == (point.risk <= 0.3)
    by_levels = {point.levels: point for point in shown.points}
    assert by_levels[(0, 0)].utility == pytest.approx(1)
    assert by_levels[(4, 2)].utility == pytest.approx(0)


def test_anopi_and_the_best_tolerable_point_are_marked() -> None:
    source = nested()
    shown = decided(source, max_risk=0.3, anopi=POINTS)
    own = anopi.decide(AnopiParams(**POINTS), anopi.counts(AnopiParams(**POINTS), source, CONTEXT))
    assert shown.points[shown.anopi].levels == tuple(own.codings[name].steps for name in shown.names)
    best = shown.points[shown.best]
    assert best.utility == max(point.utility for point in shown.points if point.tolerable)
    assert shown.best in shown.front
    risks = [shown.points[number].risk for number in shown.front]
    assert risks == sorted(risks)


def test_every_k_of_a_range_is_a_point() -> None:
    random = np.random.default_rng(4)
    data = microdata({name: [f"{v:.3f}" for v in random.normal(size=50)] for name in "xy"})
    data = data.with_variables([type(v)(v.name, "key", "continuous") for v in data.variables])
    shown = decided(Source(data, {}), family="microaggregation", variables=("x", "y"), k_range=(2, 6))
    assert [point.k for point in shown.points] == [2, 3, 4, 5, 6]
    assert all(point.smallest >= point.k for point in shown.points)
    risks = [point.risk for point in shown.points]
    assert risks == sorted(risks, reverse=True)
    assert all(0 < point.utility < 1 for point in shown.points)


def test_a_range_that_ends_before_it_begins_is_refused() -> None:
    with pytest.raises(Refused):
        decided(nested(), family="microaggregation", k_range=(5, 2))


def test_levels_that_do_not_nest_make_a_map_all_the_same() -> None:
    source = patients()
    shown = decided(source, max_risk=0.3, anopi=POINTS)
    assert len(shown.points) == 7 * 3
    counted = anopi.counts(AnopiParams(**POINTS), source, CONTEXT)
    for point in shown.points:
        columns = [
            variable.members[level][codes]
            for variable, level, codes in zip(
                counted.variables, point.levels, counted.keys.codes.T, strict=True
            )
        ]
        assert point.risk == pytest.approx(len(set(zip(*columns, strict=True))) / 60)


def test_utility_by_points_is_the_weighed_share_of_the_entropies_left() -> None:
    source = patients()
    shown = decided(source, utility="points", anopi=POINTS)
    counted = anopi.counts(AnopiParams(**POINTS), source, CONTEXT)
    by_name = {variable.name: variable.entropies for variable in counted.variables}
    points = POINTS["user_points"]
    total = sum(points[name] * by_name[name][0] for name in shown.names)
    for point in shown.points:
        kept = sum(
            points[name] * by_name[name][level] for name, level in zip(shown.names, point.levels, strict=True)
        )
        assert point.utility == pytest.approx(kept / total)
