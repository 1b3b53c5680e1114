"""Distance to the closest record (DCR): how near released records lie to originals, by Gower's distance.

Gower (1971): the mean over variables of |x - y| by the range of the originals, at most 1, for numbers, and of
0 or 1 for categories; two missing values differ by 0, one missing value by 1.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from sdc_desktop.engine.microdata.classes.key_classes import Integers, Vector

_CELLS = 4_000_000  # of a block of distances


@dataclass(frozen=True)
class Feature:
    """A variable on both sides: numbers with NaN where missing, or codes (``is_number`` false)."""

    original: Vector | Integers
    released: Vector | Integers
    is_number: bool


@dataclass(frozen=True)
class Distances:
    """Of distances to the closest original: the share that are 0, the mean, the 5 % quantile, the median."""

    identical: float
    mean: float
    p5: float
    median: float


@dataclass(frozen=True)
class Closest:
    """``released``: from each released record; ``original``: from each original to another one;
    ``closer``: the share of released records that are closer than the 5 % quantile of the originals.
    """

    released: Distances
    original: Distances
    closer: float


def closest(features: Sequence[Feature], checkpoint: Callable[[], None]) -> Closest:
    """The distances of all records given; the caller draws a sample where there are too many."""
    ranges = [_range(one) for one in features]
    ours = [one.original for one in features]
    theirs = _least(features, [one.released for one in features], ours, ranges, False, checkpoint)
    own = _least(features, ours, ours, ranges, True, checkpoint)
    found = _distances(own)
    closer = float((theirs < found.p5).mean()) if len(theirs) else 0.0
    return Closest(_distances(theirs), found, closer)


def _range(feature: Feature) -> float:
    if not feature.is_number or not np.isfinite(feature.original).any():
        return 0.0
    return float(np.nanmax(feature.original) - np.nanmin(feature.original))


def _least(
    features: Sequence[Feature],
    rows: Sequence[Vector | Integers],
    others: Sequence[Vector | Integers],
    ranges: Sequence[float],
    itself: bool,
    checkpoint: Callable[[], None],
) -> Vector:
    """The distance of each row to the closest of the others, (rows,)."""
    count, against = len(rows[0]), len(others[0])
    least = np.empty(count)
    step = max(1, _CELLS // max(against, 1))
    for start in range(0, count, step):
        checkpoint()
        stop = min(start + step, count)
        total = np.zeros((stop - start, against), dtype=np.float64)
        for feature, one, other, width in zip(features, rows, others, ranges, strict=True):
            total += _difference(feature.is_number, one[start:stop, None], other[None, :], width)
        if itself:
            total[np.arange(stop - start), np.arange(start, stop)] = np.inf
        least[start:stop] = total.min(axis=1) / len(features)
    return least


def _difference(is_number: bool, one: Vector | Integers, other: Vector | Integers, width: float) -> Vector:
    if not is_number:
        return np.asarray(one != other, dtype=np.float64)
    far = np.minimum(np.abs(one - other) / width, 1.0) if width > 0 else np.asarray(one != other, np.float64)
    missing, absent = np.isnan(one), np.isnan(other)
    return np.where(missing | absent, (missing != absent).astype(np.float64), far)


def _distances(values: Vector) -> Distances:
    if not len(values):
        return Distances(0.0, 0.0, 0.0, 0.0)
    return Distances(
        identical=float((values == 0).mean()),
        mean=float(values.mean()),
        p5=float(np.quantile(values, 0.05)),
        median=float(np.median(values)),
    )
