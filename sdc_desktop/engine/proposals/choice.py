"""Which of the protections found are proposed: those that no other one equals or beats, at most five."""

from collections.abc import Sequence

from sdc_desktop.engine.proposals.proposal import Proposal
from sdc_desktop.engine.verdict import Grade

MOST = 5
_EQUAL = 1e-12
_RANKS = {grade: rank for rank, grade in enumerate(Grade)}


def chosen(found: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """At most five, those with most utility first. Of those that do not pass, only where none does, the ones
    nearest to passing come first: by grade, then with the fewest reasons of that grade. Of equals the simpler
    stays, then the one tried first.
    """
    passing = [one for one in found if one.passes]
    among = passing or list(found)
    kept = [
        one
        for place, one in enumerate(among)
        if not any(_beats(other, one, earlier=at < place) for at, other in enumerate(among) if at != place)
    ]
    key = _by_utility if passing else _by_nearness
    return tuple(sorted(kept, key=key)[:MOST])


def _beats(one: Proposal, other: Proposal, *, earlier: bool) -> bool:
    """Whether a proposal is as good as another in verdict, risk and utility, and better in one of them, or
    simpler.
    """
    better = (
        _RANKS[one.verdict.grade] - _RANKS[other.verdict.grade],
        other.risk - one.risk,
        one.cost.utility - other.cost.utility,
    )
    if any(difference < -_EQUAL for difference in better):
        return False
    if any(difference > _EQUAL for difference in better):
        return True
    return (len(one.steps), not earlier) < (len(other.steps), earlier)


def _by_utility(one: Proposal) -> tuple[float, float, int]:
    return (-one.cost.utility, one.risk, len(one.steps))


def _by_nearness(one: Proposal) -> tuple[float, ...]:
    grade = one.verdict.grade
    reasons = sum(reason.grade is grade for reason in one.verdict.reasons)
    return (-_RANKS[grade], reasons, *_by_utility(one))
