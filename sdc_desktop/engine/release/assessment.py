"""Is what has been released safe? The four tests on a whole table of counts (Bezzi et al. 2012, section 5).

Computed from the counts alone, each definition directly. The queue decides by `gate`, which follows a table
record by record; tests compare the two.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from sdc_desktop.engine.release.rules import EQUAL, Counts, Vector
from sdc_desktop.engine.release.spec import Join, Test
from sdc_desktop.engine.release.statistics.critical_values import CriticalValues
from sdc_desktop.engine.release.statistics.dixon import coefficient, distinct
from sdc_desktop.engine.release.statistics.join_cells import join_cells
from sdc_desktop.engine.verdict import Reason, reserved, unjudged


@dataclass(frozen=True)
class Finding:
    """A statistic against its critical value; both NaN where there is nothing to test, which is safe.

    ``degrees_of_freedom`` is None where the critical value follows no chi-square law: drawn, or Dixon's.
    """

    statistic: float
    critical: float
    safe: bool
    degrees_of_freedom: int | None


@dataclass(frozen=True)
class TargetFindings:
    """Findings for each released target; safe where all are."""

    targets: Mapping[str, Finding]
    safe: bool


Assessed = Finding | TargetFindings


def is_tested(found: Assessed) -> bool:
    """Whether anything had a critical value: not where all is in one cell, or too few targets differ."""
    findings = (found,) if isinstance(found, Finding) else found.targets.values()
    return any(not math.isnan(one.critical) for one in findings)


def all_tested(found: Assessed) -> bool:
    """Whether every target had a critical value, of a test of single targets."""
    findings = (found,) if isinstance(found, Finding) else found.targets.values()
    return not any(math.isnan(one.critical) for one in findings)


def exposed(assessment: Mapping[str, Assessed]) -> tuple[str, ...]:
    """The targets that a test of single targets exposes, each once."""
    found = (
        name
        for one in assessment.values()
        if not isinstance(one, Finding)
        for name, finding in one.targets.items()
        if not finding.safe
    )
    return tuple(dict.fromkeys(found))


def below(statistic: float, critical: float) -> bool:
    """Whether a statistic is safe: less than the critical value, equal not being less."""
    return statistic < critical - EQUAL


def distances(counts: Counts, baseline: Vector) -> Vector:
    """Kullback-Leibler distance in bits of each target's released values from the baseline (targets,).

    ``counts`` (targets, values). NaN for a target without records. 0 log 0 = 0.
    """
    released = counts.sum(axis=1, keepdims=True)
    with np.errstate(divide="ignore", invalid="ignore"):
        shares = counts / released
        terms = np.where(counts > 0, shares * np.log2(shares / baseline), 0.0)
    found: Vector = np.where(released[:, 0] > 0, terms.sum(axis=1), np.nan)
    return found


def information(counts: Counts, baseline: Vector) -> float:
    """Mutual information of attribute and target in bits, from ``counts`` (targets, values), against the
    known baseline (values,); 0 of no records.
    """
    shares = counts.sum(axis=1) / max(int(counts.sum()), 1)
    return float(np.nansum(shares * distances(counts, baseline)))


def pearson_distances(counts: Counts, baseline: Vector) -> Vector:
    """Pearson's cumulative statistic of each target, no cells joined (targets,). NaN without records."""
    released = counts.sum(axis=1, keepdims=True)
    expected = released * baseline
    with np.errstate(divide="ignore", invalid="ignore"):
        found: Vector = ((counts - expected) ** 2 / expected).sum(axis=1)
    return np.where(released[:, 0] > 0, found, np.nan)


def pearson(observed: Sequence[int], baseline: Vector, join: Join) -> tuple[float, int]:
    """Pearson's cumulative statistic of one target, whose `observed` and `baseline` have one entry per value,
    over cells joined by `join`, and the number of these.
    """
    cells = join_cells(observed, join).cells
    released = sum(observed)
    found = 0.0
    for start, stop in cells:
        expected = released * float(baseline[start:stop].sum())
        found += (sum(observed[start:stop]) - expected) ** 2 / expected
    return found, len(cells)


def assess(counts: Counts, test: Test, criticals: CriticalValues) -> Assessed:
    """Judge what has been released, ``counts`` (targets, values), by one test. Nothing released is safe."""
    if test == "MIS":
        return _by_information(counts, criticals)
    if test == "KLD":
        return _by_targets(counts, criticals, _by_distance)
    if test == "CST":
        return _by_targets(counts, criticals, _by_pearson)
    return _by_outlier(counts, criticals)


def _by_information(counts: Counts, criticals: CriticalValues) -> Finding:
    records = int(counts.sum())
    if records == 0:
        return _NOTHING
    statistic = information(counts, criticals.rules.baseline)
    seen = _seen(counts)
    targets = int(np.count_nonzero(counts.sum(axis=1)))
    critical = criticals.information(records, seen, targets)
    degrees = None if criticals.is_drawn(records) else criticals.information_degrees(seen, targets)
    return Finding(statistic, critical, below(statistic, critical), degrees)


def _by_targets(counts: Counts, criticals: CriticalValues, find: "_OneTarget") -> TargetFindings:
    names = criticals.rules.targets
    findings = {names[y]: find(counts, y, criticals) for y in range(len(names)) if counts[y].any()}
    return TargetFindings(findings, all(finding.safe for finding in findings.values()))


def _by_distance(counts: Counts, target: int, criticals: CriticalValues) -> Finding:
    statistic = float(distances(counts[[target]], criticals.rules.baseline)[0])
    records, seen = int(counts.sum()), _seen(counts)
    critical = criticals.distance(records, int(counts[target].sum()), seen)
    degrees = None if criticals.is_drawn(records) else criticals.distance_degrees(seen)
    return Finding(statistic, critical, below(statistic, critical), degrees)


def _by_pearson(counts: Counts, target: int, criticals: CriticalValues) -> Finding:
    statistic, cells = pearson(counts[target].tolist(), criticals.rules.baseline, criticals.rules.join)
    if cells == 1:
        return _NOTHING
    critical = criticals.pearson(cells)
    return Finding(statistic, critical, below(statistic, critical), cells - 1)


def _by_outlier(counts: Counts, criticals: CriticalValues) -> Finding:
    measure = distances if criticals.rules.dixon_on == "kl" else pearson_distances
    found = measure(counts, criticals.rules.baseline)
    ordered = distinct(found[~np.isnan(found)].tolist())
    critical = criticals.outlier(len(ordered))
    if math.isnan(critical):
        return _NOTHING
    statistic = coefficient(ordered)
    return Finding(statistic, critical, below(statistic, critical), None)


def _seen(counts: Counts) -> int:
    return int(np.count_nonzero(counts.sum(axis=0)))


_NOTHING = Finding(math.nan, math.nan, True, None)
_OneTarget = Callable[[Counts, int, CriticalValues], Finding]


def failing_tests(found: Mapping[str, Assessed]) -> tuple[str, ...]:
    """The tests that fail."""
    return tuple(name for name, one in found.items() if not one.safe)


def untested(found: Mapping[str, Assessed]) -> Iterator[Reason]:
    """Reservations for tests that had nothing to test; where none had, nothing was judged."""
    names = tuple(name for name, one in found.items() if one.safe and not is_tested(one))
    if len(names) == len(found):
        yield unjudged("release_not_tested", tests=names)
    elif names:
        yield reserved("release_not_tested", tests=names)
    partly = tuple(name for name, one in found.items() if is_tested(one) and not all_tested(one))
    if partly:
        yield reserved("release_targets_untested", tests=partly)
