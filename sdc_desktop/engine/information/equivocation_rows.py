"""H0 and A of many distributions over the same values, at once: what experiments average over.

Every distribution goes through the same recurrence (Alfalayleh & Brankovic 2014, section 4), all of a few
hundred together in one NumPy step.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.information.distribution import SAME, Vector
from sdc_desktop.engine.information.windows import run_weights

MOST_WIDTHS = 200  # different differences of the values, up to which A is exact
POINTS = 100  # widths between 0 and the range where they are more
_CELLS = 400_000  # weights held at a time; more than fits near the processor is slower


@dataclass(frozen=True)
class Widths:
    """The widths at which H is computed: ``widths`` (k,) ascending from 0, ``reach`` (k, n) the first value
    of the widest window that ends with each of the n values. ``exact``: H changes nowhere else.
    """

    values: Vector
    widths: Vector
    reach: npt.NDArray[np.int64]
    exact: bool


@dataclass(frozen=True)
class RowFigures:
    """Of each distribution (rows,): ``h0`` in bits, ``area`` in bits times unit.

    Where the widths are not exact ``area`` is the middle of its bounds, ``error`` (rows,) away at most; else
    ``error`` is 0.
    """

    h0: Vector
    area: Vector
    error: Vector


def widths_of(values: Vector) -> Widths:
    """The widths to compute for ascending different values (n,): all differences, or 100 evenly spaced."""
    spread = float(values[-1] - values[0])
    differences = np.sort((values[:, None] - values[None, :])[np.tril_indices(len(values), -1)])
    kept = np.append(np.diff(differences) > SAME * spread, True)[: len(differences)]
    widths = np.append(0.0, differences[kept])
    exact = len(widths) <= MOST_WIDTHS + 1
    if not exact:
        widths = np.linspace(0.0, spread, POINTS + 1)
    reach = np.searchsorted(values, values[None, :] - widths[:, None] - SAME * spread, side="left")
    return Widths(values, widths, reach, exact)


def row_figures(of: Widths, rows: Vector, context: JobContext) -> RowFigures:
    """H0 and A of distributions ``rows`` (rows, n), each of sum 1 over the n values. Raises Cancelled."""
    count = len(of.values)
    size = max(1, min(len(rows), _CELLS // max(count * (count + 1) // 2, 1)))
    entropies = np.empty((len(of.widths), len(rows)))
    for start in range(0, len(rows), size):
        context.checkpoint()
        part = slice(start, min(start + size, len(rows)))
        entropies[:, part] = _entropies(of, np.ascontiguousarray(rows[part].T), context)
    lengths = np.diff(of.widths)[:, None]
    upper = np.sum(entropies[:-1] * lengths, axis=0)
    if of.exact:
        return RowFigures(entropies[0], upper, np.zeros(len(rows)))
    lower = np.sum(entropies[1:] * lengths, axis=0)
    return RowFigures(entropies[0], (lower + upper) / 2, (upper - lower) / 2)


def _entropies(of: Widths, columns: Vector, context: JobContext) -> Vector:
    """H (widths, rows) of distributions given as columns (values, rows)."""
    count, rows = columns.shape
    cumulated = np.zeros((count + 1, rows))
    np.cumsum(columns, axis=0, out=cumulated[1:])
    weights = [run_weights(np.minimum(cumulated[end] - cumulated[:end], 1.0)) for end in range(1, count + 1)]
    for value in range(count):
        weights[value][value] = run_weights(columns[value])  # without the rounding of sums
    best, sums = np.zeros((count + 1, rows)), np.empty((count, rows))
    found = np.zeros((len(of.widths), rows))
    found[0] = sum(weights[value][value] for value in range(count))
    for place in range(1, len(of.widths)):
        if place % 16 == 0:
            context.checkpoint()
        reach = of.reach[place].tolist()
        if reach[-1] == 0:
            break  # one window holds everything, from here on
        for value in range(count):
            first = reach[value]
            tried = sums[: value + 1 - first]
            np.add(best[first : value + 1], weights[value][first:], out=tried)
            np.minimum.reduce(tried, axis=0, out=best[value + 1])
        found[place] = best[count]
    return found
