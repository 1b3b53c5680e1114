"""Letting records out: 20 orders of 10,000 requests by 4 tests, and a million records. CPU seconds."""

import time

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.release.most_records import largest_set
from sdc_desktop.engine.release.requested_records import population, random_order
from sdc_desktop.engine.release.simulation import play, simulate
from sdc_desktop.engine.release.spec import TESTS
from sdc_desktop.engine.release.statistics.critical_values import CriticalValues
from tests.support.release import golden, small_rules, soldiers

pytestmark = pytest.mark.long


def _timed(benchmark, work, **shown):
    began = time.process_time()
    result = benchmark.pedantic(work, rounds=1)
    benchmark.extra_info |= {"cpu": time.process_time() - began, **shown}
    print(f"\n{shown}: {benchmark.extra_info['cpu']:.1f} s CPU")
    return result


@pytest.mark.parametrize("degrees", ["seen", "baseline"])
def test_twenty_orders_of_ten_thousand_requests_by_four_tests(benchmark, degrees) -> None:
    criticals = CriticalValues(soldiers(degrees=degrees))
    people = population(golden("full"), np.zeros(5, dtype=np.int64))

    def run():
        runs = [[test] for test in TESTS]
        return simulate(
            lambda n: random_order(people, 0, n), 20, criticals, runs, "oldest_first", JobContext()
        )

    runs, _ = _timed(benchmark, run, degrees=degrees)
    assert all(run.released > 1_000 for run in runs)


@pytest.mark.parametrize("test", TESTS)
def test_a_million_records_of_fifty_targets_and_twenty_values(benchmark, test) -> None:
    """Targets differ a little from the baseline. Alpha is small, so that MIS does not stall early."""
    random = np.random.default_rng(0)
    baseline, shares = random.dirichlet(np.full(20, 2.0)), random.dirichlet(np.full(50, 3.0))
    cells = np.array([random.dirichlet(baseline * 2_000) for _ in range(50)]) * shares[:, None]
    counts = random.multinomial(1_000_000, cells.reshape(-1)).reshape(50, 20)
    rules = small_rules(
        counts.sum(axis=0) / counts.sum(), 50, 0.001, shares=counts.sum(axis=1) / counts.sum()
    )
    order = random_order(population(counts, np.zeros(50, dtype=np.int64)), 0, 0)

    def run():
        return play(order, CriticalValues(rules), [test], "oldest_first", JobContext())

    played = _timed(benchmark, run, test=test)
    print(f"{played.released.sum():,} released, {played.queued.sum():,} waiting")
    assert played.released.sum() > 1_000


@pytest.mark.parametrize("test", ["MIS", "KLD"])
def test_the_largest_set_of_ten_thousand_waiting_records(benchmark, test) -> None:
    criticals, full = CriticalValues(soldiers()), golden("full")

    def run():
        return largest_set(np.zeros_like(full), full, [test], criticals)

    assert _timed(benchmark, run, test=test).proven
