"""The k of microaggregation: the source's table on the wine data (Zielinski 2010), and its edges."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdc_desktop.engine.information.distribution import entropy
from sdc_desktop.engine.microdata.groups.opi import optimum_levels
from sdc_desktop.engine.microdata.groups.optimal_k import Goods, k_alone, k_of_block, k_range
from tests.engine.methods.recoding.golden_anopi import WINE_K
from tests.support.data import WINE_FILE, csv_columns

WINE = csv_columns(WINE_FILE)
RECORDS = 178
ENTROPIES = np.array([entropy(np.unique(values, return_counts=True)[1]) for values in WINE.values()])


def goods(alpha, q1, q2, r1, r2) -> list[Goods]:
    user, intruder = np.array([q1, q2], dtype=float), np.array([r1, r2], dtype=float)
    levels = optimum_levels(ENTROPIES, user, intruder, alpha)
    return [
        Goods(h, q, r, x, y, alpha * q / 100, (1 - alpha) * r / 100)
        for h, q, r, x, y in zip(ENTROPIES, user, intruder, levels.utility, levels.privacy, strict=True)
    ]


@pytest.mark.parametrize("row", WINE_K, ids=str)
def test_k_is_that_of_the_source(row) -> None:
    first, second = block = goods(*row[:5])
    one, two = k_range(first, RECORDS), k_range(second, RECORDS)
    found = (one.from_utility, two.from_utility, one.from_privacy, two.from_privacy)
    alone = tuple(k_alone(each, RECORDS).k for each in block)
    assert (*found, *alone, k_of_block(block, RECORDS).k) == row[5:]


def single(**changes) -> Goods:
    given = {"entropy": 1.5, "user_points": 100.0, "intruder_points": 100.0, "utility": 75.0, "privacy": 75.0}
    return Goods(**(given | {"utility_exponent": 0.5, "privacy_exponent": 0.5} | changes))


def test_a_good_without_points_gives_no_k() -> None:
    assert k_range(single(user_points=0.0, utility=0.0), 100).from_utility is None
    assert k_range(single(intruder_points=0.0, privacy=0.0), 100).from_privacy is None
    assert k_alone(single(user_points=0.0, intruder_points=0.0), 100) is None


def test_a_block_takes_its_range_from_those_that_have_points() -> None:
    nothing = single(user_points=0.0, intruder_points=0.0, utility=0.0, privacy=0.0)
    assert k_of_block([single(), nothing], 100) == k_of_block([single()], 100)


def test_k_is_raised_where_privacy_would_be_negative() -> None:
    # ten records that differ little (H = 0.3): a group of 1 would promise more than there is
    chosen = k_alone(single(entropy=0.3, privacy=0.0, intruder_points=100.0, utility=300.0), 10)
    least = next(k for k in range(1, 11) if 0.3 - 1 + np.log10(k) >= -1e-9)
    assert chosen.k >= least


def test_a_k_that_requests_more_than_all_records_is_all_records() -> None:
    assert k_range(single(privacy=1000.0), 50).from_privacy == 50
    assert k_range(single(utility=1000.0), 50).from_utility == 1


def test_only_k_that_meet_the_bounds_are_chosen() -> None:
    bound = k_alone(single(utility=95.0, min_utility=90.0), 100)  # the range is 11..18
    assert 100 * (2 - np.log10(bound.k)) >= 90.0
    assert bound.k in (11, 12)
    assert k_alone(single(min_utility=150.0, min_privacy=120.0), 100) is None


def test_k_is_lowered_where_only_groups_smaller_than_any_requested_keep_the_bound() -> None:
    # the range is 11..18, and 11 promises 95.86
    lowered = k_alone(single(utility=95.0, min_utility=96.0), 100)
    assert (lowered.k, lowered.lowered, lowered.raised) == (10, True, False)


@given(
    entropy=st.floats(0.2, 2.0),
    points=st.tuples(*[st.floats(1, 100)] * 4),
    shares=st.tuples(*[st.floats(0, 1)] * 4),
    alpha=st.floats(0.05, 0.95),
)
def test_no_k_of_the_range_deviates_less_than_the_chosen_one_and_the_next(entropy, points, shares, alpha):
    records = 100
    block = [
        Goods(entropy, q, r, x * q * entropy, y * r * entropy, alpha * q / 100, (1 - alpha) * r / 100)
        for q, r, x, y in (
            (points[0], points[1], shares[0], shares[1]),
            (points[2], points[3], shares[2], shares[3]),
        )
    ]
    chosen = k_of_block(block, records)
    known = [k for goods in block for k in k_range(goods, records).known]
    every = [k for k in range(min(known), max(known) + 1) if entropy - 2 + np.log10(k) >= -1e-11]
    if not every:
        assert chosen.raised
        return

    def off(k: int) -> float:
        total = 0.0
        for goods in block:
            left = 2 - np.log10(k)
            a, b = goods.utility_exponent, goods.privacy_exponent
            total += goods.utility**a - (goods.user_points * left) ** a
            total += goods.privacy**b - max(goods.intruder_points * (entropy - left), 0.0) ** b
        return abs(total)

    ranked = sorted(off(k) for k in every)
    assert off(chosen.k) == pytest.approx(ranked[0], abs=1e-9)
    if len(ranked) > 1:
        assert chosen.next_deviation == pytest.approx(ranked[1], abs=1e-9)
        assert off(chosen.next_best) == pytest.approx(ranked[1], abs=1e-9)
