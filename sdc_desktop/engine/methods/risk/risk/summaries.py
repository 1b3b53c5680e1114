"""Figures of a whole file from the risks of its classes."""

import numpy as np

from sdc_desktop.engine.methods.risk.risk.result import BelowThreshold, GuessingRisk, IndividualRisk
from sdc_desktop.engine.microdata.classes.key_classes import Integers, Vector
from sdc_desktop.engine.microdata.criteria.criteria import TOLERANCE

QUANTILES = (0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0)


def below(f: Vector, sizes: Integers, k: int) -> BelowThreshold:
    """Classes of these ``sizes`` whose matches ``f`` (classes,) are fewer than k, and their records."""
    rare = f < k - TOLERANCE
    return BelowThreshold(k, int(rare.sum()), int(sizes[rare].sum()))


def guessing_risk(chances: Vector, sizes: Integers, tolerable: float) -> GuessingRisk:
    """The highest and the mean of chances (classes,) for classes of these sizes, and the records above."""
    chances = np.minimum(chances, 1.0)
    above = int(sizes[chances > tolerable + 1e-9].sum())
    return GuessingRisk(float(chances.max()), mean_risk(chances, sizes), above)


def mean_risk(values: Vector, sizes: Integers) -> float:
    """The mean over records of values (classes,), each at most 1."""
    return float((np.minimum(values, 1.0) * sizes).sum() / sizes.sum())


def unique_matches(f: Vector, population: Vector, sizes: Integers) -> float:
    """Correct matches to expect of unique records, from the people (classes,) that match them."""
    alone = f <= 1 + TOLERANCE
    return float((sizes[alone] * np.minimum(1 / population[alone], 1.0)).sum())


def summarised(risks: Vector, records: Integers, tolerable: float) -> IndividualRisk:
    """Risks (classes,) of this many ``records`` each, over all records."""
    order = np.argsort(risks, kind="stable")
    ends = np.cumsum(records[order])
    places = np.searchsorted(ends, np.ceil(np.asarray(QUANTILES) * ends[-1] - 1e-9), side="left")
    expected = float((risks * records).sum())
    return IndividualRisk(
        highest=float(risks.max()),
        average=expected / int(ends[-1]),
        records_above=int(records[risks > tolerable + 1e-9].sum()),
        expected=expected,
        quantiles=tuple(risks[order][np.minimum(places, len(order) - 1)].tolist()),
    )
