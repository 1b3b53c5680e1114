"""The least entropy over cuts, against the plain recurrence over all starts."""

import random
from math import log2

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.information.one_width import least_of_starts


def plainly(shares: list[float], earliest: list[int]) -> list[float]:
    best = [0.0]
    for node in range(1, len(shares)):
        runs = [(best[start], shares[node] - shares[start]) for start in range(earliest[node], node)]
        best.append(min(cost - run * log2(run) if run > 0 else cost for cost, run in runs))
    return best


@pytest.mark.parametrize("seed", range(40))
def test_stacks_of_starts_give_what_all_starts_give(seed) -> None:
    drawn = random.Random(seed)
    number = drawn.randint(2, 150)
    weights = [drawn.choice((1, 1, 2, drawn.paretovariate(0.6))) for _ in range(number)]
    total, shares, earliest = sum(weights), [0.0], [0]
    for place, weight in enumerate(weights):
        shares.append(shares[-1] + weight / total)
        earliest.append(max(earliest[-1], place - drawn.choice((5, 20, 60))))
    found = least_of_starts(shares, earliest, JobContext())
    assert found == pytest.approx(plainly(shares, earliest), abs=1e-12)
