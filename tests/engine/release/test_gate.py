"""The gate decides as the definitions do, whatever has gone out before."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.release.assessment import TargetFindings, assess
from sdc_desktop.engine.release.queue import Gate
from sdc_desktop.engine.release.spec import TESTS
from sdc_desktop.engine.release.statistics.critical_values import CriticalValues
from tests.support.release import golden, small_rules, soldiers


def plainly(counts, cell: int, test, criticals):
    """What the definition says of one more record of the cell; None where its target is not tested."""
    more = counts.copy()
    more.reshape(-1)[cell] += 1
    found = assess(more, test, criticals)
    if isinstance(found, TargetFindings):
        return found.targets[criticals.rules.targets[cell // counts.shape[1]]]
    return found


def same(first: float, second: float) -> bool:
    return (math.isnan(first) and math.isnan(second)) or first == pytest.approx(second, rel=1e-9, abs=1e-12)


baselines = st.lists(st.integers(1, 30), min_size=2, max_size=5).map(lambda n: np.array(n) / sum(n))


@given(
    baseline=baselines,
    targets=st.integers(1, 4),
    test=st.sampled_from(TESTS),
    degrees=st.sampled_from(("seen", "baseline")),
    dixon_on=st.sampled_from(("kl", "pearson")),
    join=st.sampled_from(("smaller_neighbour", "forwards")),
    alpha=st.sampled_from((0.05, 0.2, 0.33)),
    data=st.data(),
)
@settings(max_examples=250, deadline=None)
def test_the_gate_decides_as_the_definition_does(
    baseline, targets, test, degrees, dixon_on, join, alpha, data
) -> None:
    rules = small_rules(baseline, targets, alpha, degrees=degrees, dixon_on=dixon_on, join=join, draws=100)
    criticals = CriticalValues(rules)
    gate = Gate(criticals, [test])
    cells = targets * len(baseline)
    going = data.draw(st.lists(st.integers(0, cells - 1), max_size=30))
    for cell in [None, *going]:
        if cell is not None:
            before = gate.safe.copy()
            changed = gate.add(cell)
            untouched = np.ones(cells, dtype=bool)
            untouched[changed] = False
            assert (gate.safe[untouched] == before[untouched]).all()
        counts = gate.released.table()
        for each in range(cells):
            found = plainly(counts, each, test, criticals)
            assert gate.safe[each] == found.safe
            statistic, critical = gate.readings(each)[0]
            assert same(statistic, found.statistic)
            assert same(critical, found.critical)


@pytest.mark.parametrize("degrees", ["seen", "baseline"])
@pytest.mark.parametrize("test", TESTS)
@given(data=st.data())
@settings(max_examples=15, deadline=None)
def test_with_many_targets_as_well(test, degrees, data) -> None:
    rules = small_rules(np.array([0.4, 0.3, 0.2, 0.1]), 8, degrees=degrees, draws=100)
    criticals = CriticalValues(rules)
    start = np.array(data.draw(st.lists(st.integers(0, 9), min_size=32, max_size=32))).reshape(8, 4)
    gate = Gate(criticals, [test], start)
    for cell in data.draw(st.lists(st.integers(0, 31), min_size=5, max_size=12)):
        gate.add(cell)
        counts = gate.released.table()
        assert [plainly(counts, each, test, criticals).safe for each in range(32)] == gate.safe.tolist()


@pytest.mark.parametrize("degrees", ["seen", "baseline"])
@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize("seed", range(4))
def test_also_where_drawn_values_give_way_to_the_law(test, degrees, seed) -> None:
    """18 records are the last with drawn values; then all targets are decided on anew."""
    rules = small_rules(np.array([0.5, 0.3, 0.2]), 3, degrees=degrees, draws=100)
    criticals = CriticalValues(rules)
    gate = Gate(criticals, [test])
    for cell in np.random.default_rng(seed).integers(0, 9, 30).tolist():
        gate.add(cell)
        counts = gate.released.table()
        assert [plainly(counts, each, test, criticals).safe for each in range(9)] == gate.safe.tolist()


@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize("name", ["full", "mis", "kld", "cst", "dqt"])
def test_a_gate_that_starts_later_decides_the_same(test, name) -> None:
    criticals = CriticalValues(soldiers())
    gate = Gate(criticals, [test], golden(name))
    for cell in range(50):
        assert gate.safe[cell] == plainly(golden(name), cell, test, criticals).safe


@given(data=st.data())
@settings(max_examples=40, deadline=None)
def test_a_gate_of_several_tests_opens_where_each_of_them_does(data) -> None:
    criticals = CriticalValues(small_rules(np.array([0.5, 0.3, 0.2]), 3, draws=100))
    tests = data.draw(st.lists(st.sampled_from(TESTS), min_size=2, max_size=4, unique=True))
    gate, alone = Gate(criticals, tests), [Gate(criticals, [test]) for test in tests]
    for cell in data.draw(st.lists(st.integers(0, 8), max_size=40)):
        gate.add(cell)
        for one in alone:
            one.add(cell)
        assert (gate.safe == np.logical_and.reduce([one.safe for one in alone])).all()


def test_sums_kept_over_many_records_stay_those_of_the_counts() -> None:
    criticals = CriticalValues(small_rules(np.array([0.5, 0.3, 0.2]), 2))
    gate = Gate(criticals, ["MIS"])
    random = np.random.default_rng(1)
    for cell in random.integers(0, 6, 50_000).tolist():
        gate.add(cell)
    fresh = Gate(criticals, ["MIS"], gate.released.table())
    for cell in range(6):
        assert gate.readings(cell)[0][0] == pytest.approx(fresh.readings(cell)[0][0], rel=0, abs=1e-13)
