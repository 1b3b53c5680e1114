"""The ends of ratios, against every pair of values within two intervals."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from sdc_desktop.engine.tables.attack.intervals import Interval
from sdc_desktop.engine.tables.cell_keys.ratios import Side, ratios
from tests.support.tables import flat, table_of

TABLE = table_of([flat("a", 2)], [4, 6])
ENDS = [(-3, 5), (0, 4), (2, 7), (1, None), (None, 6), (None, None), (-5, -2)]
_FAR = 10**9  # stands for no bound


def side(interval: tuple[int | None, int | None], unit: float) -> Side:
    numbers = np.array([10, 4, 6])
    return Side(numbers, numbers, {1: Interval(*interval)}, unit)


@pytest.mark.parametrize(("above", "below"), [*product(ENDS, [(1, 4), (3, 3), (2, 9), (5, None)])])
def test_the_ends_are_the_least_and_greatest_of_all_quotients(above, below) -> None:
    found = ratios(side(above, 0.5), side(below, 2.0), np.array([0, 1, 2]), 1, TABLE)[1]
    low, high = (_FAR * sign if end is None else end for end, sign in zip(above, (-1, 1), strict=True))
    denominators = (below[0], _FAR if below[1] is None else below[1])
    quotients = [Fraction(a, 4 * b) for a in (low, high) for b in denominators]
    for end, own, expected in (
        (found.lower, above[0], min(quotients)),
        (found.upper, above[1], max(quotients)),
    ):
        assert end is None if own is None else end == pytest.approx(float(expected), abs=1e-6)


@pytest.mark.parametrize(
    ("above", "below", "lower"),
    [((2, 7), (0, 4), 2 / 4), ((0, 7), (0, 4), 0.0), ((2, 7), (None, None), 0.0), ((-1, 7), (0, 4), None)],
)
def test_a_denominator_that_can_be_zero_leaves_no_greatest_ratio(above, below, lower) -> None:
    found = ratios(side(above, 1.0), side(below, 1.0), np.array([0, 1, 2]), 1, TABLE)[1]
    assert (found.lower, found.upper) == (lower, None)


def test_a_ratio_is_published_from_the_least_denominator_on() -> None:
    numbers = np.array([10, 4, 6])
    plain = Side(numbers, numbers, {}, 1.0)
    shown = [ratios(plain, plain, np.array([0, 0, 0]), least, TABLE)[1].published for least in (10, 11)]
    assert shown == [0.4, None]
    same = ratios(plain, plain, np.array([0, 1, 2]), 1, TABLE)
    assert [(one.lower, one.upper) for one in same] == [(1.0, 1.0)] * 3
