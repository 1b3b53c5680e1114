"""What the queue promises, whatever is requested: against the rule applied record by record."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.context import Cancelled, JobContext
from sdc_desktop.engine.methods.release.release.engine import fit_the_baseline
from sdc_desktop.engine.release.assessment import TargetFindings, assess
from sdc_desktop.engine.release.most_records import safe_together
from sdc_desktop.engine.release.queue import Gate, Queue
from sdc_desktop.engine.release.requested_records import arrivals, population, random_order
from sdc_desktop.engine.release.simulation import play, simulate
from sdc_desktop.engine.release.spec import TESTS
from sdc_desktop.engine.release.statistics.critical_values import CriticalValues
from tests.support.release import golden, small_rules, soldiers

CONTEXT = JobContext()


def may_go(counts, cell: int, tests, criticals) -> bool:
    """The rule as the specification has it: the record's own target, or the whole."""
    more = counts.copy()
    more.reshape(-1)[cell] += 1
    for test in tests:
        found = assess(more, test, criticals)
        if isinstance(found, TargetFindings):
            found = found.targets[criticals.rules.targets[cell // counts.shape[1]]]
        if not found.safe:
            return False
    return True


def plain_queue(order, policy, tests, criticals) -> list[int]:
    """Requests in the order they go out, by looking every waiting record over again and again."""
    counts = np.zeros((len(criticals.rules.targets), len(criticals.rules.values)), dtype=np.int64)
    waiting: list[int] = []
    out: list[int] = []

    def release(request: int) -> None:
        counts.reshape(-1)[order[request]] += 1
        out.append(request)

    for request, cell in enumerate(order):
        if cell < 0 or not may_go(counts, cell, tests, criticals):
            waiting.append(request)
            continue
        release(request)
        while policy == "oldest_first":
            free = [
                one for one in waiting if order[one] >= 0 and may_go(counts, order[one], tests, criticals)
            ]
            if not free:
                break
            waiting.remove(free[0])
            release(free[0])
    return out


@st.composite
def cases(draw):
    values, targets = draw(st.sampled_from(((2, 1), (3, 2), (2, 3), (3, 4))))
    weights = draw(st.lists(st.integers(1, 9), min_size=values, max_size=values))
    degrees = draw(st.sampled_from(("seen", "baseline")))
    rules = small_rules(np.array(weights) / sum(weights), targets, 0.2, degrees=degrees, draws=100)
    order = draw(st.lists(st.integers(-1, values * targets - 1), max_size=40))
    tests = draw(st.lists(st.sampled_from(TESTS), min_size=1, max_size=2, unique=True))
    return rules, order, tests


@given(case=cases(), policy=st.sampled_from(("deny", "oldest_first")))
@settings(max_examples=150, deadline=None)
def test_records_go_out_in_the_order_of_the_plain_rule(case, policy) -> None:
    rules, order, tests = case
    criticals = CriticalValues(rules)
    played = play(np.array(order, dtype=np.int64), criticals, tests, policy, CONTEXT, traced=True)
    assert played.trace.requests.tolist() == plain_queue(order, policy, tests, criticals)


@given(case=cases(), policy=st.sampled_from(("deny", "oldest_first", "most_records")))
@settings(max_examples=150, deadline=None)
def test_what_is_requested_is_released_queued_or_denied(case, policy) -> None:
    rules, order, tests = case
    played = play(np.array(order, dtype=np.int64), CriticalValues(rules), tests, policy, CONTEXT)
    assert (played.released.sum(axis=1) + played.queued + played.denied == played.requested).all()
    assert played.requested.sum() == len(order)
    assert (played.denied if policy != "deny" else played.queued).sum() == 0


@given(case=cases())
@settings(max_examples=100, deadline=None)
def test_each_step_of_most_records_was_safe_as_a_whole(case) -> None:
    rules, order, tests = case
    criticals = CriticalValues(rules)
    gate = Gate(criticals, tests)
    queue = Queue(gate, criticals, "most_records")
    counts, gone = gate.released.table(), []
    for request, cell in enumerate(order):
        for step in queue.ask(request, cell):
            more = np.zeros_like(counts)
            for record in step:
                more.reshape(-1)[order[record]] += 1
            assert safe_together(counts, more, tests, criticals)
            counts = counts + more
            gone += step
        assert (gate.released.table() == counts).all()
    assert len(set(gone)) == len(gone)
    if tests in (["MIS"], ["KLD"]):
        assert queue.largest_set().records == 0


def test_the_same_seed_gives_the_same_orders_and_another_gives_others() -> None:
    people = population(golden("full"), np.array([0, 3, 0, 0, 1]))
    assert (random_order(people, 1, 4) == random_order(people, 1, 4)).all()
    assert (random_order(people, 1, 4) != random_order(people, 1, 5)).any()
    assert sorted(random_order(people, 2, 0).tolist()) == sorted(people.tolist())
    assert np.count_nonzero(people == -2) == 3


def test_a_target_with_twice_the_rate_requests_twice_as_often_and_rate_nought_never() -> None:
    people = population(np.full((3, 2), 5_000), np.zeros(3, dtype=np.int64))
    first = arrivals(people, 2, np.array([2.0, 1.0, 0.0]), 1, 0)[:6_000] // 2
    query = np.bincount(first, minlength=3)
    assert query[2] == 0
    assert query[0] / query[1] == pytest.approx(2, rel=0.1)
    everybody = arrivals(people, 2, np.array([2.0, 1.0, 1.0]), 1, 0)
    assert sorted(everybody.tolist()) == sorted(people.tolist())


def test_fitting_the_baseline_lets_few_out() -> None:
    assert fit_the_baseline(golden("full"), soldiers().baseline).tolist() == [500, 580, 952, 952, 952]


def test_tests_are_compared_over_the_same_orders() -> None:
    criticals, full = CriticalValues(soldiers(degrees="baseline")), golden("full")
    people = population(full, np.zeros(5, dtype=np.int64))

    def orders(number: int):
        return random_order(people, 0, number)[:2000]

    runs, matrix = simulate(orders, 3, criticals, [["MIS"], ["KLD", "DQT"]], "oldest_first", CONTEXT)
    assert [run.tests for run in runs] == [("MIS",), ("KLD", "DQT")]
    assert all(run.requested == 2000 == run.released + run.queued for run in runs)
    assert set(matrix[0].safe_under) == {"MIS", "KLD", "DQT"}
    assert matrix[0].safe_under["MIS"] == 3
    for run in runs:
        totals = [one.released.sum() for one in run.played]
        assert run.released == pytest.approx(np.mean(totals))
        assert run.sd == pytest.approx(np.std(totals, ddof=1))


def test_a_simulation_can_be_stopped() -> None:
    query = []

    def stop() -> bool:
        query.append(1)
        return len(query) > 3

    criticals = CriticalValues(soldiers())
    order = random_order(population(golden("full"), np.zeros(5, dtype=np.int64)), 0, 0)
    with pytest.raises(Cancelled):
        play(order, criticals, ["KLD"], "oldest_first", JobContext(is_cancelled=stop))
    assert len(query) == 4
