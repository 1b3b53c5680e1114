"""A first look at one variable: how many values, how much information, how the records spread over them."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.information.entropy import entropy_of_multiplicities

BARS = 24
MOST_VALUES_DRAWN = 5_000


@dataclass(frozen=True)
class VariableProfile:
    """``entropy`` is to base 10. ``bars`` are shares of the highest bar, values in order, neighbours together
    where there are more than can be drawn; empty where the values are too many.
    """

    distinct: int
    entropy: float
    bars: tuple[float, ...]


def profile(data: Microdata, index: int, context: JobContext) -> VariableProfile:
    """The profile of variable number `index`: one pass over its column. Raises Cancelled."""
    multiplicities = data.relation.multiplicities(index, context)
    distinct = int(multiplicities[:, 1].sum())
    bars: tuple[float, ...] = ()
    if 0 < distinct <= MOST_VALUES_DRAWN:
        values, frequencies = data.relation.frequencies(index, context)
        bars = _bars(frequencies[_order(values)])
    return VariableProfile(distinct, entropy_of_multiplicities(multiplicities), bars)


def _order(values: tuple[str, ...]) -> npt.NDArray[np.int64]:
    """Numbers by size where all values are numbers, else as they come: in text order."""
    try:
        numbers = np.array([float(value.replace(",", ".")) if value else -np.inf for value in values])
    except ValueError:
        return np.arange(len(values))
    return np.argsort(numbers, kind="stable")


def _bars(frequencies: npt.NDArray[np.int64]) -> tuple[float, ...]:
    if len(frequencies) > BARS:
        starts = np.linspace(0, len(frequencies), BARS, endpoint=False).astype(np.int64)
        frequencies = np.add.reduceat(frequencies, starts)
    top = int(frequencies.max())
    return tuple(float(frequency) / top for frequency in frequencies)
