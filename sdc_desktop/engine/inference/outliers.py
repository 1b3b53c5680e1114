"""What is left of the values that stand out most (Hundepool et al. 2012, 3.3: extreme values).

d is the distance from the median. The one or two most distant originals are *isolated* where they are twice
as far as the next. Such a value is revealed where the released numbers show, on the same side, an isolated
one within 10 % of it; or where the most distant value there is the mean y of a small group:
m y - (m - 1) y' leaves what one member has, if the others are like the next released value y'. With noise of
a known standard deviation the most distant released value may also lie *apart*: an intruder knows whose it
is, and how far it can be off.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.inference.columns import PairedColumn, PairedRecords, Vector
from sdc_desktop.engine.plan_secrets import REDACTED

CLOSE = 0.1  # of the value
ISOLATED = 2.0  # times the distance of the next value
LARGEST_GROUP = 10  # equal released values
LEAST = 5  # fewer values have no tail
HALF_WIDTH = 1.96  # standard deviations of normal noise


@dataclass(frozen=True)
class OutlierRecognised:
    """How many isolated values of a variable are revealed, and whether a value apart is (0 or 1).
    ``largest_error``: of the estimates of isolated values, as a share of the value. Of a value apart:
    ``gap`` to the next in standard deviations of the noise, and ``half_width`` of its 95 % interval as a
    share of it. With the released file these three would give the value, so that no result has them.
    """

    isolated: int
    apart: int = 0
    largest_error: float | None = field(default=None, metadata=REDACTED)
    gap: float | None = field(default=None, metadata=REDACTED)
    half_width: float | None = field(default=None, metadata=REDACTED)


def outliers_in(
    records: PairedRecords, sigmas: Mapping[str, float], context: JobContext
) -> Mapping[str, OutlierRecognised]:
    """By released variable, in file order, what stands out; of numbers with changed values alone.
    ``sigmas``: the standard deviation of the noise by variable, where noise was added.
    """
    found = {}
    for column in records.columns:
        context.checkpoint()
        if column.role == "household" or column.level == "nominal":
            continue
        if np.array_equal(column.original, column.released):
            continue
        numbers = np.where(column.absent, np.nan, column.numbers)
        original, released = numbers[column.original], numbers[column.released]
        if not _is_changed(column, original, released):
            continue
        one = outliers_recognised(original, released, sigmas.get(column.name))
        if one is not None:
            found[column.name] = one
    return found


def outliers_recognised(original: Vector, released: Vector, sigma: float | None) -> OutlierRecognised | None:
    """What the released numbers (records,) reveal of the most distant originals (records,), nan where
    absent; None where they reveal nothing. `sigma`: the standard deviation of the noise in the unit of the
    variable.
    """
    own, shown = original[np.isfinite(original)], released[np.isfinite(released)]
    if len(own) < LEAST or len(shown) < LEAST:
        return None
    middle, shown_middle = float(np.median(own)), float(np.median(shown))
    with np.errstate(all="ignore"):  # of numbers near the largest that there are
        alone = _isolated(shown, shown_middle)
        errors = []
        for value in _isolated(own, middle):
            side = 1.0 if value > middle else -1.0
            estimates = [one for one in alone if (one - shown_middle) * side > 0]
            estimates += _group_estimates(shown, shown_middle, side)
            close = [error for one in estimates if (error := _error(one, value)) <= CLOSE]
            errors += [min(close)] if close else []
        if errors:
            return OutlierRecognised(len(errors), largest_error=max(errors))
        return _apart(original, released, shown_middle, sigma) if sigma else None


def _isolated(values: Vector, middle: float) -> list[float]:
    """The one or two values most distant from the median that are twice as far as the next."""
    far = _most_distant(values, middle, 3)
    distances = np.abs(values[far] - middle)
    for number in (2, 1):
        if distances[number - 1] > 0 and distances[number - 1] >= ISOLATED * distances[number]:
            return [float(one) for one in values[far[:number]]]
    return []


def _most_distant(values: Vector, middle: float, number: int) -> list[int]:
    """The places of this number of values, the most distant from the median first."""
    distances = np.abs(values - middle)
    last = len(values) - number
    places = np.argpartition(distances, last)[last:]
    return [int(place) for place in places[np.argsort(-distances[places], kind="stable")]]


def _group_estimates(values: Vector, middle: float, side: float) -> list[float]:
    """What is left of the most distant value on a side, where it is the mean of a small group."""
    there = (values - middle) * side
    most = float(there.max())
    members = int((there == most).sum())
    nearer = there[(there < most) & (there >= 0)]
    if most <= 0 or not 2 <= members <= LARGEST_GROUP or not len(nearer):
        return []
    return [middle + side * (members * most - (members - 1) * float(nearer.max()))]


def _apart(original: Vector, released: Vector, middle: float, sigma: float) -> OutlierRecognised | None:
    """The most distant released value, where noise leaves it apart from the next and close to its
    original.
    """
    shown = np.where(np.isfinite(released), released, middle)
    first, second = _most_distant(shown, middle, 2)
    value = float(shown[first])
    gap = (abs(value - middle) - abs(float(shown[second]) - middle)) / float(sigma)
    if not gap > 2 * HALF_WIDTH or not HALF_WIDTH * sigma <= CLOSE * abs(value):
        return None
    if not _error(value, float(original[first])) <= CLOSE:
        return None
    return OutlierRecognised(0, 1, gap=gap, half_width=HALF_WIDTH * float(sigma) / abs(value))


def _error(estimate: float, value: float) -> float:
    """How far an estimate is off, as a share of the value."""
    if estimate == value:
        return 0.0
    return abs(estimate - value) / abs(value) if value else float("inf")


def _is_changed(column: PairedColumn, original: Vector, released: Vector) -> bool:
    """Whether a record with a number (records,) has another value now, and not only none."""
    there = np.isfinite(original) & ~column.absent[column.released]
    return bool((there & (original != released)).any())
