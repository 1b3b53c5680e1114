"""The figures of Bezzi et al. 2012, to six decimals."""

import numpy as np
import pytest

from sdc_desktop.engine.release.assessment import assess, distances, information
from sdc_desktop.engine.release.statistics.critical_values import CriticalValues
from tests.support.release import LOCATIONS, golden, soldiers

CRITICALS = CriticalValues(soldiers())
FORWARDS = CriticalValues(soldiers(join="forwards"))
MANY = CriticalValues(soldiers(0.05))


def figures(finding, what: str) -> list[float]:
    return [round(getattr(finding.targets[name], what), 6) for name in LOCATIONS]


def test_the_whole_file_tells_where_the_headquarters_are() -> None:
    full, baseline = golden("full"), soldiers().baseline
    assert full.sum() == 10_000
    assert round(information(full, baseline), 6) == 0.063285
    assert np.round(distances(full, baseline), 6).tolist() == [
        0.047349,
        0.358836,
        0.013967,
        0.007375,
        0.010879,
    ]


def test_mutual_information_of_the_example() -> None:
    found = assess(golden("mis"), "MIS", CRITICALS)
    assert (round(found.statistic, 6), round(found.critical, 6)) == (0.025522, 0.025527)
    assert found.safe
    assert found.degrees_of_freedom == 45


def test_distances_of_the_example() -> None:
    found = assess(golden("kld"), "KLD", CRITICALS)
    assert figures(found, "statistic") == [0.026582, 0.056478, 0.028935, 0.029818, 0.014996]
    assert figures(found, "critical") == [0.026599, 0.057343, 0.028954, 0.029834, 0.015018]
    assert found.safe


@pytest.mark.parametrize("criticals", [CRITICALS, FORWARDS], ids=["smaller_neighbour", "forwards"])
def test_goodness_of_fit_of_the_example_by_either_rule(criticals) -> None:
    found = assess(golden("cst"), "CST", criticals)
    statistics = [found.targets[name].statistic for name in LOCATIONS]
    criticals = [found.targets[name].critical for name in LOCATIONS]
    printed = [8.550683, 0.961415, 9.717669, 8.293681, 8.554984]  # cut, not rounded: the third is 9.7176699
    assert statistics == pytest.approx(printed, rel=0, abs=1e-6)
    printed = [8.558059, 1.642374, 9.803249, 11.030091, 8.558059]
    assert criticals == pytest.approx(printed, rel=0, abs=1e-6)
    assert found.safe


def test_outlier_of_the_example() -> None:
    counts = golden("dqt")
    found = assess(counts, "DQT", CRITICALS)
    assert np.round(distances(counts, soldiers().baseline), 6).tolist() == [
        0.209188,
        0.361504,
        0.037932,
        0.018421,
        0.021103,
    ]
    assert (round(found.statistic, 6), found.critical, found.safe) == (0.443963, 0.451, True)


def test_no_test_lets_the_whole_file_go_at_five_percent() -> None:
    full = golden("full")
    assert figures(assess(full, "KLD", MANY), "critical") == [
        0.006015,
        0.009395,
        0.007388,
        0.006081,
        0.004051,
    ]
    fit = assess(full, "CST", MANY)
    statistics = [fit.targets[name].statistic for name in LOCATIONS]
    printed = [104.532750, 878.201780, 30.837391, 17.340740, 39.875054]  # of eight figures, then noughts
    assert statistics == pytest.approx(printed, rel=5e-8, abs=1e-6)
    assert figures(fit, "critical") == [15.507313, 16.918978, 15.507313, 15.507313, 15.507313]
    assert assess(full, "DQT", MANY).critical == 0.642
    assert [assess(full, test, MANY).safe for test in ("MIS", "KLD", "CST", "DQT")] == [False] * 4


@pytest.mark.parametrize(
    ("alpha", "number", "critical"), [(0.2, 3, 0.781), (0.1, 10, 0.349), (0.01, 6, 0.698)]
)
def test_dixons_table_is_the_printed_one(alpha, number, critical) -> None:
    assert CriticalValues(soldiers(alpha)).outlier(number) == critical
