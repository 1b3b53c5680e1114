"""Which records make no target an outlier, kept from release to release, against the definition each time."""

import numpy as np
import pytest

from sdc_desktop.engine.release.rules import EQUAL, Released, Rules
from sdc_desktop.engine.release.statistics.critical_values import CriticalValues
from sdc_desktop.engine.release.statistics.dixon import coefficient, distinct
from sdc_desktop.engine.release.statistics.watch_outlier import OutlierWatch

TARGETS, VALUES = 8, 4
BASELINES = {"uneven": (0.413, 0.291, 0.187, 0.109), "equal": (0.25,) * 4}


def distance(counts: np.ndarray, baseline: np.ndarray, kind: str) -> float:
    """Of the values of a target from the baseline: Kullback-Leibler in bits, or Pearson's statistic."""
    number = counts.sum()
    if kind == "pearson":
        return float(((counts - number * baseline) ** 2 / (number * baseline)).sum())
    shares = counts[counts > 0] / number
    return float((shares * np.log2(shares / baseline[counts > 0])).sum())


@pytest.mark.parametrize("begun", [0, 6])
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kind", ["kl", "pearson"])
@pytest.mark.parametrize("name", BASELINES)
def test_a_record_is_safe_if_the_ratio_with_it_stays_below_the_critical_value(
    name, kind, seed, begun
) -> None:
    """From no record on, and from one on at which six of eight targets have many records and all differ."""
    baseline = np.array(BASELINES[name])
    rules = Rules(tuple("abcd"), tuple("stuvwxyz"), baseline, np.full(8, 1 / 8), {"DQT": 0.2}, dixon_on=kind)
    criticals = CriticalValues(rules)
    draws = np.random.default_rng(seed)
    counts = draws.multinomial(draws.integers(20, 50, TARGETS), draws.dirichlet(baseline * 5, TARGETS))
    counts[begun:] = 0
    released = Released(rules, counts)
    watch = OutlierWatch(released, criticals)
    weights = draws.dirichlet(np.full(TARGETS * VALUES, 0.7))
    if begun:
        weights[begun * VALUES :] = 0
        weights /= weights.sum()
    refused = 0
    for _ in range(45):
        now = {y: distance(counts[y], baseline, kind) for y in range(TARGETS) if counts[y].any()}
        for cell in range(TARGETS * VALUES):
            target, value = divmod(cell, VALUES)
            own = counts[target].copy()
            own[value] += 1
            ordered = distinct(list((now | {target: distance(own, baseline, kind)}).values()))
            ratio, critical = coefficient(ordered), criticals.outlier(len(ordered))
            assert np.allclose(watch.reading(cell), (ratio, critical), atol=1e-9, equal_nan=True)
            if len(ordered) < 3 or abs(ratio - critical) > 1e-9:
                assert watch.safe[cell] == (len(ordered) < 3 or ratio < critical - EQUAL)
                refused += not watch.safe[cell]
        cell = int(draws.choice(TARGETS * VALUES, p=weights))
        counts[cell // VALUES, cell % VALUES] += 1
        news = released.add(cell)
        watch.refresh(cell // VALUES, news)
    assert refused > 10
