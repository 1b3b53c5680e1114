"""The largest set that can go out together: against going through all sets."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.release.allocation import additions, by_minorants, exactly, traced
from sdc_desktop.engine.release.assessment import distances
from sdc_desktop.engine.release.most_records import FitSets, largest_set, safe_together
from sdc_desktop.engine.release.spec import TESTS
from sdc_desktop.engine.release.statistics.critical_values import CriticalValues
from tests.support.release import golden, small_rules, soldiers


def by_enumeration(released, waiting, tests, criticals) -> int:
    """The size of the largest safe set, all sets looked at."""
    best = 0
    for flat in product(*(range(count + 1) for count in waiting.reshape(-1))):
        if sum(flat) > best:
            counts = np.array(flat, dtype=np.int64).reshape(waiting.shape)
            if safe_together(released, counts, tests, criticals):
                best = sum(flat)
    return best


def tables(draw, shape, most: int, total: int):
    """A small table of counts (targets, values), at most `total` in all."""
    flat = draw(st.lists(st.integers(0, most), min_size=shape[0] * shape[1], max_size=shape[0] * shape[1]))
    while sum(flat) > total:
        flat[int(np.argmax(flat))] -= 1
    return np.array(flat, dtype=np.int64).reshape(shape)


@st.composite
def cases(draw):
    shape = draw(st.sampled_from(((1, 3), (2, 2), (2, 3), (3, 2))))
    weights = draw(st.lists(st.integers(1, 9), min_size=shape[1], max_size=shape[1]))
    rules = small_rules(
        np.array(weights) / sum(weights),
        shape[0],
        draw(st.sampled_from((0.05, 0.2, 0.5))),
        degrees=draw(st.sampled_from(("seen", "baseline"))),
        draws=100,
    )
    return rules, tables(draw, shape, 9, 40), tables(draw, shape, 4, 9)


@pytest.mark.parametrize("test", ["MIS", "KLD"])
@given(case=cases())
@settings(max_examples=150, deadline=None)
def test_mis_and_kld_are_exact_to_the_integer(test, case) -> None:
    rules, released, waiting = case
    criticals = CriticalValues(rules)
    found = largest_set(released, waiting, [test], criticals)
    assert found.records == by_enumeration(released, waiting, [test], criticals)
    assert found.proven
    assert (found.counts <= waiting).all()
    assert found.counts.sum() == found.records
    assert found.records == 0 or safe_together(released, found.counts, [test], criticals)


@given(case=cases(), tests=st.lists(st.sampled_from(TESTS), min_size=1, max_size=3, unique=True))
@settings(max_examples=100, deadline=None)
def test_other_tests_find_a_safe_set_and_a_bound_that_holds(case, tests) -> None:
    rules, released, waiting = case
    criticals = CriticalValues(rules)
    found = largest_set(released, waiting, tests, criticals)
    assert found.records <= by_enumeration(released, waiting, tests, criticals) <= found.bound
    assert (found.counts <= waiting).all()
    assert found.records == 0 or safe_together(released, found.counts, tests, criticals)


@given(case=cases())
@settings(max_examples=60, deadline=None)
def test_a_set_that_is_not_looked_for_exactly_comes_with_a_bound(case) -> None:
    rules, released, waiting = case
    criticals = CriticalValues(rules)
    quick = largest_set(released, waiting, ["MIS"], criticals, exact_up_to=0)
    assert quick.records <= largest_set(released, waiting, ["MIS"], criticals).records <= quick.bound


@given(case=cases(), more=st.lists(st.integers(0, 5), max_size=6))
@settings(max_examples=40, deadline=None)
def test_what_is_known_of_targets_that_did_not_change_gives_what_a_new_search_gives(case, more) -> None:
    rules, released, waiting = case
    criticals = CriticalValues(rules)
    fits = FitSets(criticals)
    for cell in more:
        waiting.reshape(-1)[cell % waiting.size] += 1
        known, anew = (largest_set(released, waiting, ["CST"], criticals, fits=f) for f in (fits, None))
        assert (known.counts == anew.counts).all()
        released, waiting = released + known.counts, waiting - known.counts


def test_of_all_soldiers_the_largest_set_is_proven() -> None:
    """In one step; the published orders let 6,096 and 7,409 of the 10,000 out."""
    criticals, full = CriticalValues(soldiers()), golden("full")
    nobody = np.zeros_like(full)
    by_information = largest_set(nobody, full, ["MIS"], criticals, exact_up_to=10_000)
    by_distances = largest_set(nobody, full, ["KLD"], criticals)
    assert by_information.proven
    assert by_distances.proven
    assert (by_information.records, by_distances.records) == (7600, 7500)


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_taking_what_adds_least_is_best_for_every_number(data) -> None:
    baseline = np.array([0.5, 0.3, 0.2])
    released, waiting = tables(data.draw, (1, 3), 6, 12)[0], tables(data.draw, (1, 3), 4, 8)[0]
    added = additions(released, waiting, baseline)
    for number in range(added.most + 1):
        best = min(
            float((released + more).sum() * np.nan_to_num(distances((released + more)[None, :], baseline)[0]))
            for flat in product(*(range(count + 1) for count in waiting))
            if sum(flat) == number
            for more in [np.array(flat)]
        )
        assert added.bits[number] == pytest.approx(best, abs=1e-9)
        assert added.counts(number, 3).sum() == number


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_records_are_shared_out_among_targets_with_the_least_bits(data) -> None:
    """Any bits, convex or not: the exact least, a bound below it and a sharing that has what it says."""
    number = data.draw(st.integers(1, 4))
    sizes = [data.draw(st.integers(1, 5)) for _ in range(number)]
    bits = [np.array(data.draw(st.lists(st.integers(0, 20), min_size=n, max_size=n)), float) for n in sizes]
    least = [data.draw(st.integers(0, min(1, n - 1))) for n in sizes]
    total = sum(n - 1 for n in sizes)
    plain = np.full(total + 1, np.inf)
    for shares in product(*(range(few, n) for few, n in zip(least, sizes, strict=True))):
        here = sum(own[k] for own, k in zip(bits, shares, strict=True))
        plain[sum(shares)] = min(plain[sum(shares)], here)
    exact, choices = exactly(bits, least, total)
    assert exact.tolist() == plain.tolist()
    bounds, corners = by_minorants(bits, least)
    assert (bounds.bound <= plain + 1e-9).all()
    assert (bounds.found >= plain - 1e-9).all()
    for records in np.flatnonzero(np.isfinite(plain)).tolist():
        for shares, shown in ((traced(choices, records), exact), (corners.sharing(records), bounds.found)):
            assert sum(shares) == records
            assert sum(own[k] for own, k in zip(bits, shares, strict=True)) == pytest.approx(shown[records])
