"""Which protections are proposed of those found, against all comparisons of two."""

from itertools import product

import pytest

from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.proposals.choice import MOST, chosen
from sdc_desktop.engine.proposals.proposal import Cost, Proposal
from sdc_desktop.engine.verdict import Grade, Reason, Verdict

PLAN = Plan.model_validate({"schema": 2})


def made(grade: Grade, risk: float, utility: float, steps: int = 1, reasons: int = 1) -> Proposal:
    found = () if grade is Grade.SAFE else tuple(Reason(f"r{n}", grade, {}) for n in range(reasons))
    names = tuple(f"step_{number}" for number in range(steps))
    cost = Cost(10, 0, 10, 0, utility)
    return Proposal("recoding", PLAN, names, Verdict(grade, found), cost, risk)


def test_what_does_not_pass_is_shown_only_where_nothing_passes() -> None:
    safe = made(Grade.SAFE, 0.2, 0.1)
    failing = made(Grade.UNSAFE, 0.1, 0.9), made(Grade.RESERVATIONS, 0.1, 0.9)
    assert chosen([*failing, safe]) == (safe,)
    assert chosen(failing) == (failing[1],)


def test_the_nearest_to_passing_is_first() -> None:
    many = made(Grade.RESERVATIONS, 0.1, 0.9, reasons=3)
    few = made(Grade.RESERVATIONS, 0.2, 0.95)
    unsafe = made(Grade.UNSAFE, 0.3, 0.99)
    assert chosen([unsafe, many, few]) == (few, many, unsafe)


def test_of_equals_the_simpler_stays_and_then_the_first() -> None:
    one, two = made(Grade.SAFE, 0.1, 0.5, steps=2), made(Grade.SAFE, 0.1, 0.5)
    assert chosen([one, two]) == (two,)
    first, second = made(Grade.SAFE, 0.1, 0.5), made(Grade.SAFE, 0.1, 0.5)
    assert chosen([first, second])[0] is first
    assert len(chosen([first, second])) == 1


def test_only_what_no_other_beats_is_left_with_most_utility_first() -> None:
    grid = [made(Grade.SAFE, a / 10, b / 10) for a, b in product(range(1, 4), range(1, 4))]
    best = [
        one
        for one in grid
        if not any(
            (other.risk <= one.risk and other.cost.utility >= one.cost.utility) and other is not one
            for other in grid
        )
    ]
    assert list(chosen(grid)) == best


@pytest.mark.parametrize("number", [3, 9])
def test_there_are_at_most_five(number: int) -> None:
    line = [made(Grade.SAFE, one / 10, one / 10) for one in range(number)]
    assert list(chosen(line)) == line[::-1][:MOST]
