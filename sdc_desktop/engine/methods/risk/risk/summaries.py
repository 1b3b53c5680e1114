"""Figures of a whole file from the risks of its classes."""

import numpy as np

from sdc_desktop.engine.methods.risk.risk.result import BelowThreshold, GuessingRisk, IndividualRisk
from sdc_desktop.engine.microdata.classes.key_classes import Integers, Vector
from sdc_desktop.engine.microdata.classes.units import Risks, Units
from sdc_desktop.engine.microdata.criteria.criteria import TOLERANCE

QUANTILES = (0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0)


def below(f: Vector, units: Units, k: int) -> BelowThreshold:
    """Classes whose matches ``f`` (classes,) are fewer than k, and the records and persons in them."""
    rare = f < k - TOLERANCE
    return BelowThreshold(k, int(rare.sum()), int(units.sizes[rare].sum()), units.below(f, k - TOLERANCE))


def guessing_risk(found: Risks, tolerable: float, *, of_persons: bool) -> GuessingRisk:
    """The highest and the mean risk, and the records and persons above the tolerable risk."""
    chances = np.minimum(found.chances, 1.0)
    above = chances > tolerable + 1e-9
    persons = int(found.numbers[above].sum()) if of_persons else None
    average = mean_risk(chances, found.numbers)
    return GuessingRisk(float(chances.max()), average, int(found.records[above].sum()), persons)


def mean_risk(values: Vector, sizes: Integers) -> float:
    """The mean over records of values (classes,), each at most 1."""
    return float((np.minimum(values, 1.0) * sizes).sum() / sizes.sum())


def unique_matches(f: Vector, population: Vector, units: Units) -> float:
    """Correct matches to expect of unique units, from the people (classes,) that match them."""
    alone = f <= 1 + TOLERANCE
    found = units.greatest(np.where(alone, np.minimum(1 / population, 1.0), 0.0))
    return float((found.numbers * found.chances).sum())


def summarised(risks: Vector, records: Integers, tolerable: float) -> IndividualRisk:
    """Risks (groups,) of this many ``records``, or persons, each, over all."""
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
