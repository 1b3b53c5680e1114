"""Of the protections tried, those are proposed that pass and that no other one makes pointless."""

from dataclasses import replace
from itertools import permutations

from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.proposals.choosing import chosen
from sdc_desktop.engine.proposals.proposal import Cost, Proposal
from sdc_desktop.engine.verdict import Grade, Reason, Verdict


def proposal(name, *, grade=Grade.SAFE, utility=0.5, risk=0.0, suppressed=0, changed=10, score=None, steps=1):
    cost = Cost(100, suppressed, 100, changed, utility, score)
    return Proposal("recoding", Plan(), (name,) * steps, Verdict(grade), cost, risk)


def names(found):
    return [one.steps[0] for one in found]


def test_the_one_with_most_utility_comes_first() -> None:
    given = [proposal("low", utility=0.2, changed=1), proposal("high", utility=0.9, changed=9)]
    assert names(chosen(given)) == ["high", "low"]
    assert chosen([]) == ()


def test_what_does_not_pass_is_dropped_where_another_passes_however_useful_it_is() -> None:
    given = [proposal("useful", grade=Grade.UNSAFE, utility=0.9), proposal("safe", utility=0.1)]
    assert names(chosen(given)) == ["safe"]


def test_where_none_passes_those_nearest_to_it_are_shown() -> None:
    given = [
        proposal("unsafe", grade=Grade.UNSAFE, utility=0.9),
        proposal("reserved", grade=Grade.RESERVATIONS, utility=0.3),
        proposal("open", grade=Grade.OPEN, utility=0.8),
    ]
    assert names(chosen(given)) == ["reserved"]
    assert names(chosen(given[:1])) == ["unsafe"]


def test_where_none_passes_those_with_further_reasons_are_dropped() -> None:
    def reserved_for(name, changed, *codes):
        reasons = tuple(Reason(code, Grade.RESERVATIONS) for code in codes)
        one = proposal(name, grade=Grade.RESERVATIONS, utility=changed / 100, changed=changed)
        return replace(one, verdict=Verdict(Grade.RESERVATIONS, reasons))

    given = [reserved_for("both", 3, "a", "b"), reserved_for("a", 2, "a"), reserved_for("c", 1, "c")]
    assert set(names(chosen(given))) == {"a", "c"}


def test_a_proposal_that_is_worse_in_one_respect_and_better_in_none_is_dropped() -> None:
    own = proposal("own", utility=0.5, risk=0.1, suppressed=5, changed=10, score=0.5)
    worse = [
        proposal("a", utility=0.4, risk=0.1, suppressed=5, changed=10, score=0.5),
        proposal("b", utility=0.5, risk=0.2, suppressed=5, changed=10, score=0.5),
        proposal("c", utility=0.5, risk=0.1, suppressed=6, changed=10, score=0.5),
        proposal("d", utility=0.5, risk=0.1, suppressed=5, changed=11, score=0.5),
        proposal("e", utility=0.5, risk=0.1, suppressed=5, changed=10, score=0.6),
    ]
    for one in worse:
        assert names(chosen([one, own])) == names(chosen([own, one])) == ["own"]


def test_a_proposal_that_is_better_in_one_respect_stays() -> None:
    better = [
        proposal("a", utility=0.6, changed=90),
        proposal("b", risk=0.0, changed=80),
        proposal("c", risk=0.1, suppressed=0, changed=70),
        proposal("d", risk=0.2, suppressed=50, changed=0),
    ]
    given = [*better, proposal("e", risk=0.3, suppressed=50, changed=90, score=0.1)]
    assert set(names(chosen(given))) == set("abcd")  # e is worse than d


def test_of_equals_the_simpler_stays_else_the_first() -> None:
    one, two = proposal("one", steps=1), proposal("two", steps=2)
    assert names(chosen([two, one])) == ["one"]
    assert names(chosen([proposal("first"), proposal("second")])) == ["first"]


def test_at_most_five_are_shown_and_the_order_given_does_not_matter() -> None:
    given = [proposal(str(n), utility=n / 10, changed=n) for n in range(1, 7)]
    assert names(chosen(given)) == ["6", "5", "4", "3", "2"]
    some = [*given[:3], proposal("worse", utility=0.1, changed=50)]
    assert {tuple(names(chosen(order))) for order in permutations(some)} == {("3", "2", "1")}
