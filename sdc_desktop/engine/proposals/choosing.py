"""Which of the protections tried are proposed: at most five that pass, none worse than another."""

from collections.abc import Sequence

from sdc_desktop.engine.proposals.proposal import Proposal

MOST = 5


def chosen(proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """The proposals to show, the one with most utility first, at most five.

    Only those of the best grade found stay: where one passes, those that do not are dropped. Where none does,
    those are dropped that have all reasons of another one and more: they are farther from passing. A
    proposal is dropped where another has at most its risk, at least its utility, at most its shares of units
    suppressed and values changed, and at most its score U. Of two that are equal in all of these the one with
    fewer steps stays, else the one given first: families are given from the simplest on.
    """
    best = [one for one in proposals if all(one.verdict.meets(other.verdict.grade) for other in proposals)]
    best = [one for one in best if not any(_reasons(other) < _reasons(one) for other in best)]
    kept = [one for place, one in enumerate(best) if not _is_dominated(place, best)]
    return tuple(sorted(kept, key=lambda one: (-one.cost.utility, len(one.steps)))[:MOST])


def _is_dominated(place: int, among: Sequence[Proposal]) -> bool:
    own, simple = _losses(among[place]), len(among[place].steps)
    for other, one in enumerate(among):
        losses = _losses(one)
        if other == place or not all(a <= b for a, b in zip(losses, own, strict=True)):
            continue
        if losses != own or (len(one.steps), other) < (simple, place):
            return True
    return False


def _reasons(proposal: Proposal) -> frozenset[str]:
    return frozenset(one.code for one in proposal.verdict.reasons)


def _losses(proposal: Proposal) -> tuple[float, ...]:
    """What is better the smaller it is; 0 stands for a score that is not measured."""
    cost = proposal.cost
    return (
        proposal.risk,
        -cost.utility,
        cost.suppressed / max(cost.units, 1),
        cost.changed / max(cost.values, 1),
        cost.score or 0.0,
    )
