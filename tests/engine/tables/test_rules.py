"""Sensitivity rules, against the sources' examples and their definitions."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.tables.contributions import Contributions, Records, contributions
from sdc_desktop.engine.tables.dimension import from_splits
from sdc_desktop.engine.tables.rules import insider_bound, sensitivity
from sdc_desktop.engine.tables.specs.rules import (
    DominanceSpec,
    PPercentSpec,
    PQSpec,
    RequestSpec,
    ThresholdSpec,
)
from sdc_desktop.engine.tables.table import Reason

CELL = from_splits("cell", ("Total",), ())
THRESHOLD = ThresholdSpec(kind="threshold", n=3)


def dominance(n: int, k: float) -> DominanceSpec:
    return DominanceSpec(kind="dominance", n=n, k=k)


def p_percent(p: float, colluders: int = 1) -> PPercentSpec:
    return PPercentSpec(kind="p_percent", p=p, colluders=colluders)


def cell_of(amounts, waives=None, asks=None, weights=None, one=1) -> Contributions:
    """A table of one cell with these contributions."""
    return contributions(
        Records(
            np.zeros((len(amounts), 1), dtype=np.int32),
            np.array(amounts, dtype=np.int64),
            None if weights is None else np.array(weights, dtype=np.int64),
            one,
            None,
            None if waives is None else ~np.array(waives),
            None if asks is None else np.array(asks),
        ),
        (CELL,),
        4,
        JobContext(),
    )


def is_unsafe(rule, behind, **named) -> bool:
    return bool(sensitivity((rule,), behind, **named).unsafe[0])


def test_what_dominance_misses_in_the_sources_example_the_insider_shows() -> None:
    safe, unsafe = cell_of((59, 40, 1)), cell_of((61, 20, 19))
    assert not is_unsafe(dominance(1, 60), safe)
    assert is_unsafe(dominance(1, 60), unsafe)
    assert (insider_bound(safe, 0), insider_bound(unsafe, 0)) == (60, 80)


@pytest.mark.parametrize(
    ("rule", "amounts", "unsafe"),
    [
        (THRESHOLD, (1, 1), True),
        (THRESHOLD, (1, 1, 0), False),
        (dominance(2, 75), (50, 25, 25), False),  # 75 is not more than 75
        (dominance(2, 75), (51, 25, 25), True),
        (dominance(1, 33.3), (333, 667 - 333, 333), True),
        (p_percent(10), (100, 50, 10), False),  # 10 is not less than 10
        (p_percent(10), (100, 50, 9), True),
        (p_percent(15), (100,), True),
        (p_percent(15), (100, 100), True),
        (p_percent(10, 2), (100, 50, 40, 9), True),
        (p_percent(10, 2), (100, 50, 40, 10), False),
        (PQSpec(kind="pq", p=10, q=50), (100, 50, 19), True),
        (PQSpec(kind="pq", p=10, q=50), (100, 50, 20), False),
    ],
)
def test_a_rule_says_what_its_definition_says(rule, amounts, unsafe) -> None:
    assert is_unsafe(rule, cell_of(amounts)) is unsafe


def test_reasons_carry_the_rule_and_its_figures() -> None:
    found = sensitivity((THRESHOLD, dominance(1, 75), p_percent(10)), cell_of((90, 10)))
    assert found.reasons(0) == (
        Reason("threshold", {"contributors": 2.0, "n": 3}),
        Reason("dominance", {"share": 90.0, "n": 1, "k": 75.0}),
        Reason("p_percent", {"rest": 0.0, "bound": 9.0, "percent": 0.0, "p": 10.0, "colluders": 1.0}),
    )


@pytest.mark.parametrize(
    ("rule", "amounts", "level"),
    [
        (dominance(1, 75), (90, 10), Fraction(20)),  # 100/75 * 90 - 100
        (p_percent(15), (100, 50, 5), Fraction(10)),  # 15 - 5
        (p_percent(15, 2), (100, 50, 5), Fraction(15)),
        (PQSpec(kind="pq", p=15, q=50), (100, 50, 5), Fraction(25)),
        (THRESHOLD, (4, 4), Fraction(12, 5)),  # 30 % of an amount, where the rule names no range
        (ThresholdSpec(kind="threshold", n=3, range=0), (4, 4), Fraction(0)),
        (ThresholdSpec(kind="threshold", n=3, range=25), (4, 4), Fraction(2)),
        (p_percent(0.3), (100, 50), Fraction(3, 10)),
    ],
)
def test_levels_are_those_of_the_handbook(rule, amounts, level) -> None:
    found = sensitivity((rule,), cell_of(amounts)).levels(0)
    assert (found.upper, found.lower, found.sliding) == (level, level, 1)


def test_a_count_needs_no_range() -> None:
    assert sensitivity((THRESHOLD,), cell_of((1, 1)), amounts=False).levels(0).upper == 0


def test_zero_cells_are_judged_by_the_choice_alone() -> None:
    zero = cell_of((0, 0))
    assert not is_unsafe(THRESHOLD, zero)
    assert is_unsafe(THRESHOLD, zero, zeros_unsafe=True)
    found = sensitivity((THRESHOLD,), zero, zeros_unsafe=True)
    assert found.reasons(0) == (Reason("zero", {}),)
    assert found.levels(0).sliding == 1
    assert not is_unsafe(THRESHOLD, cell_of((1,)), exempt=np.array([True]))


def test_contributions_below_zero_count_by_their_size() -> None:
    behind = cell_of((-90, 50, 40))
    assert behind.values[0] == 0
    assert is_unsafe(dominance(1, 49), behind)
    assert not is_unsafe(dominance(1, 50), behind)


def test_who_waives_needs_no_protection() -> None:
    # s = 30 is the largest that does not waive, r = 60 the largest other: 10 is left, 30 % of s is 9
    behind = cell_of((60, 30, 10), waives=(True, False, False))
    assert not is_unsafe(p_percent(30), behind)
    assert is_unsafe(p_percent(34), behind)
    assert sensitivity((p_percent(40),), behind).levels(0).upper == 2
    assert not is_unsafe(p_percent(90), cell_of((60, 30), waives=(True, True)))
    assert not is_unsafe(dominance(1, 40), behind)
    assert is_unsafe(dominance(2, 80), behind)


def test_who_requests_is_protected_where_it_is_largest_and_large() -> None:
    rule = RequestSpec(kind="request", variable="asks", share=50)
    assert is_unsafe(rule, cell_of((60, 40), asks=(True, False)))
    assert not is_unsafe(rule, cell_of((60, 40), asks=(False, True)))
    assert not is_unsafe(rule, cell_of((50, 50), asks=(True, False)))


def test_weights_say_how_often_a_contribution_stands() -> None:
    behind = cell_of((100, 10), weights=(40, 70), one=10)
    assert not is_unsafe(dominance(2, 50), behind)  # 200 of 470
    assert is_unsafe(dominance(2, 42), behind)
    assert not is_unsafe(ThresholdSpec(kind="threshold", n=3, weighted=True), behind)
    assert is_unsafe(THRESHOLD, behind)


@given(
    st.lists(st.integers(0, 30), min_size=1, max_size=6),
    st.sampled_from((10, 12.5, 33.3, 100)),
    st.integers(1, 3),
)
def test_rules_hold_for_any_contributions_also_large_ones(amounts, percent, number) -> None:
    for scale in (1, 10**11):
        sizes = sorted((amount * scale for amount in amounts), reverse=True)
        whole, exact = sum(sizes), Fraction(str(percent))
        behind = cell_of(sizes)
        most = sum(sizes[:number]) * 100 > exact * whole
        assert is_unsafe(dominance(number, percent), behind) == (most and whole > 0)
        rest = whole - sum(sizes[: number + 1])
        close = whole > 0 and rest < exact / 100 * sizes[0]
        found = sensitivity((p_percent(percent, number),), behind)
        assert bool(found.unsafe[0]) == close
        if close:
            assert found.levels(0).upper == exact / 100 * sizes[0] - rest
