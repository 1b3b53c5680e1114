"""What the cell key method costs users: changes in size, in proportion and of square roots."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.tables.relations import Flags, Integers

Vector = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Spread:
    """The mean, the median, the 90 % quantile (linear interpolation) and the maximum of a measure."""

    mean: float
    median: float
    most_of_them: float
    maximum: float


@dataclass(frozen=True)
class NoiseLosses:
    """Over all cells but empty ones, as numbers: ``absolute`` |a' - a|, ``relative`` |a' - a| / |a| where a
    is not 0, ``roots`` the differences of the square roots of |a'| and |a|. ``changed``: cells with another
    value; ``false_zeros``: cells that are published as 0 and are not.
    """

    absolute: Spread
    relative: Spread
    roots: Spread
    changed: int
    false_zeros: int


def noise_losses(true: Integers, published: Integers, empty: Flags, unit: float) -> NoiseLosses:
    """The losses of cells with these values in units, (cells,)."""
    before, after = true[~empty] * unit, published[~empty] * unit
    change = np.abs(after - before)
    filled = before != 0
    return NoiseLosses(
        _spread(change),
        _spread(change[filled] / np.abs(before[filled])),
        _spread(np.abs(np.sqrt(np.abs(after)) - np.sqrt(np.abs(before)))),
        int((change > 0).sum()),
        int(((after == 0) & filled).sum()),
    )


def _spread(values: Vector) -> Spread:
    if not len(values):
        return Spread(0.0, 0.0, 0.0, 0.0)
    middle, most = np.quantile(values, (0.5, 0.9))
    return Spread(float(values.sum() / len(values)), float(middle), float(most), float(values.max()))
