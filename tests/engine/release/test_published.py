"""The simulation against the published means, within 3 standard errors of a mean of 20: 100 orders in nightly
runs, else the first 20.
"""

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.release.requested_records import population, random_order
from sdc_desktop.engine.release.simulation import simulate
from sdc_desktop.engine.release.statistics.critical_values import CriticalValues
from tests.support.release import golden, soldiers

PUBLISHED = {
    "MIS": [1156.00, 705.20, 1119.00, 1256.95, 1876.65],
    "KLD": [871.85, 697.65, 1549.75, 1874.75, 2415.65],
    "DQT": [1935.85, 1262.65, 1565.45, 1990.20, 3013.00],
}
CST = {
    0.2: [994.55, 255.35, 1300.00, 1361.85, 1899.25],
    0.05: [1022.0, 322.0, 1152.0, 1698.0, 2345.0],
}
OFF = {  # columns beyond 3 standard errors, by rule and alpha, as docs/release-queue-figures.md shows them
    ("smaller_neighbour", 0.2): [],
    ("smaller_neighbour", 0.05): [2],  # L3, which the source prints lower at 5 % than at 20 %
    ("forwards", 0.2): [1],
    ("forwards", 0.05): [1, 2],
}


FEW, MANY = 20, 100  # orders
COUNTS = [FEW, pytest.param(MANY, marks=pytest.mark.nightly)]


def released(
    count: int, test: str, degrees: str = "seen", alpha: float = 0.2, join: str = "smaller_neighbour"
):
    """Records released by order and location, and which orders stalled."""
    people = population(golden("full"), np.zeros(5, dtype=np.int64))
    criticals = CriticalValues(soldiers(alpha, degrees=degrees, join=join))
    (run,), _ = simulate(
        lambda n: random_order(people, 0, n), count, criticals, [[test]], "oldest_first", JobContext()
    )
    return (
        np.array([one.released.sum(axis=1) for one in run.played]),
        np.array([one.stalled for one in run.played]),
    )


def standard_errors_off(orders, published) -> list[float]:
    """Difference of the means from the published ones, in standard errors of a mean of 20 orders."""
    error = orders.std(axis=0, ddof=1) / np.sqrt(20)
    return np.abs(orders.mean(axis=0) - published) / error


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("test", ["MIS", "KLD", pytest.param("DQT", marks=pytest.mark.nightly)])
def test_means_agree_with_the_published_ones(count, test) -> None:
    orders, stalled = released(count, test)
    assert (standard_errors_off(orders[~stalled], PUBLISHED[test]) <= 3).all()
    assert 0.1 <= stalled.mean() <= 0.225 if test == "MIS" else not stalled.any()  # about one in six


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize(
    ("join", "alpha"),
    [pytest.param(*rule, marks=pytest.mark.nightly if number else ()) for number, rule in enumerate(OFF)],
)
def test_the_rule_for_small_cells_decides_whether_cst_agrees(count, join, alpha) -> None:
    orders, stalled = released(count, "CST", alpha=alpha, join=join)
    assert not stalled.any()
    assert np.flatnonzero(standard_errors_off(orders, CST[alpha]) > 3).tolist() == OFF[join, alpha]


@pytest.mark.parametrize("count", COUNTS)
def test_no_order_stalls_with_the_degrees_of_the_baseline(count) -> None:
    orders, stalled = released(count, "MIS", "baseline")
    assert not stalled.any()
    assert (standard_errors_off(orders, PUBLISHED["MIS"]) <= 3).all()
