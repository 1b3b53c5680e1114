"""CPU seconds of MDAV on normal data of five variables, k = 3, and of the optimal univariate method.

Wanted: at most 1.0 s at 50,000 records and 2.5 s at 100,000.
"""

import time

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.microdata.groups.block_columns import Scaled
from sdc_desktop.engine.microdata.groups.groups import optimal_univariate
from sdc_desktop.engine.microdata.groups.mdav import mdav

SIZES = [1_000, 10_000, *(pytest.param(n, marks=pytest.mark.long) for n in (50_000, 100_000))]


def _columns(points) -> list[Scaled]:
    return [Scaled("difference", np.ascontiguousarray(column)) for column in points.T]


def _measured(benchmark, work) -> None:
    """The shortest of three rounds, in CPU seconds beside what the clock says."""
    spent, result = [], None
    for _ in range(3):
        began = time.process_time()
        result = work()
        spent.append(time.process_time() - began)
    benchmark.extra_info["cpu"] = min(spent)
    print(f"\n{min(spent):.3f} s CPU")
    benchmark.pedantic(work, rounds=1)
    assert np.bincount(result).min() >= 3


@pytest.mark.parametrize("n", SIZES)
def test_mdav_on_five_variables(benchmark, n) -> None:
    points = np.random.default_rng(0).normal(size=(n, 5))
    columns = _columns((points - points.mean(axis=0)) / points.std(axis=0))
    _measured(benchmark, lambda: mdav(columns, 3, JobContext()))


@pytest.mark.parametrize("values", [3, 10])
def test_mdav_on_a_lattice(benchmark, values) -> None:
    points = np.random.default_rng(1).integers(0, values, (20_000, 5)).astype(float)
    _measured(benchmark, lambda: mdav(_columns(points), 3, JobContext()))


def test_mdav_with_missing_values(benchmark) -> None:
    points = np.random.default_rng(2).normal(size=(10_000, 5))
    first, *others = _columns(points)
    columns = [Scaled("difference", first.values, np.arange(10_000) % 10 == 0), *others]
    _measured(benchmark, lambda: mdav(columns, 3, JobContext()))


@pytest.mark.parametrize("n", SIZES)
def test_optimal_univariate(benchmark, n) -> None:
    values = np.random.default_rng(3).normal(size=n)
    _measured(benchmark, lambda: optimal_univariate(values, 3, JobContext()))


@pytest.mark.long
def test_how_long_a_stop_waits_on_mixed_records_with_missing_values(benchmark) -> None:
    """20,000 records, three numbers, an ordinal and a nominal variable: wanted at most 0.5 s."""
    draws, n = np.random.default_rng(4), 20_000
    columns = _columns(draws.normal(size=(n, 3)))
    columns[0] = Scaled("difference", columns[0].values, draws.random(n) < 0.05)
    columns += [
        Scaled("rank", draws.integers(0, 8, n) / 8.0),
        Scaled("equality", draws.integers(0, 6, n) * 1.0),
    ]
    query: list[float] = []

    def ask() -> bool:
        query.append(time.perf_counter())
        return False

    began = time.perf_counter()
    labels = mdav(columns, 3, JobContext(is_cancelled=ask))
    longest = float(np.diff([began, *query, time.perf_counter()]).max())
    benchmark.extra_info["longest"] = longest
    print(f"\n{longest:.3f} s between two questions whether to stop")
    benchmark.pedantic(lambda: None, rounds=1)
    assert np.bincount(labels).min() >= 3
