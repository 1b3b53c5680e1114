"""Dominance from number, mean and standard deviation: what follows holds for every set of such values."""

from itertools import combinations_with_replacement
from statistics import mean, stdev

import pytest

from sdc_desktop.engine.submission.judging.dominance import exact, judged, largest
from sdc_desktop.engine.submission.judging.rules import Rules

RULES = (
    Rules(dominance=((1, 50),), p_percent=None),
    Rules(dominance=((1, 75), (2, 85)), p_percent=None),
    Rules(dominance=(), p_percent=10),
    Rules(dominance=((2, 80),), p_percent=20),
)


def sets(n: int, most: int):
    """Every set of n whole values from 0 with what is published of it."""
    for values in combinations_with_replacement(range(most + 1), n):
        yield values, largest(n, mean(values), stdev(values))


@pytest.mark.parametrize(("n", "most"), [(2, 12), (3, 12), (4, 9), (5, 7)])
def test_the_largest_values_lie_within_their_bounds(n, most) -> None:
    for values, bounds in sets(n, most):
        assert bounds is not None
        assert bounds.least - 1e-9 <= max(values) <= bounds.most + 1e-9
        assert sum(sorted(values)[-2:]) <= bounds.two + 1e-9


@pytest.mark.parametrize("values", [(10, 2, 2, 2), (7, 1, 1), (9, 3), (12, 4, 4, 4, 4)])
def test_one_large_value_among_equal_ones_attains_the_upper_bound(values) -> None:
    bounds = largest(len(values), mean(values), stdev(values))
    assert bounds is not None
    assert bounds.most == pytest.approx(max(values))


@pytest.mark.parametrize("values", [(8, 8, 2, 2, 2), (5, 5, 1, 1), (6, 6, 3)])
def test_two_large_values_among_equal_ones_attain_the_bound_of_two(values) -> None:
    bounds = largest(len(values), mean(values), stdev(values))
    assert bounds is not None
    assert bounds.two == pytest.approx(sum(values[:2]))


@pytest.mark.parametrize("values", [(4, 4, 4, 1), (5, 5, 2), (3, 1)])
def test_one_small_value_among_equal_ones_attains_the_lower_bound(values) -> None:
    bounds = largest(len(values), mean(values), stdev(values))
    assert bounds is not None
    assert bounds.least == pytest.approx(max(values))


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(("n", "most"), [(2, 9), (3, 9), (4, 7)])
def test_an_answer_on_dominance_is_that_of_the_values(rules, n, most) -> None:
    answers = set()
    for values, bounds in sets(n, most):
        assert bounds is not None
        answer = judged(bounds, rules)
        answers.add(answer)
        if sum(values) and answer != "unknown":
            assert answer == exact(list(values), rules), values
    assert len(answers) > 1
