"""Levels and local suppression searched together for the least score U under k (`score.py`).

Only the parts of U on key variables change. At some levels, of n records and m key variables, these are

    sum over variables v of s_v / (n m) + (1 - g_v / d_v) / m,

s_v cells suppressed, d_v different original values in the cells that are shown and g_v different values that
these show. Lower bounds of a combination of levels:
- of d original values in g groups, to be without j of them takes the cells of j values, the j rarest at
  least, and then g_v / d_v is at most g / (d - j);
- each record in a class below k loses a cell; where the cells were chosen, their proven least number counts.
Both hold together: any share of the second may be counted beside the first with the rest of the costs of its
cells (a Lagrange multiplier).

Combinations are taken by their bounds. What local suppression does to each is found as its job finds it, so
that the least of all combinations is the best that the program can do; the gap is against the least bound of
any suppression.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.microdata.recoding import RecodedVariable, RecodingCounts, recoding_counts
from sdc_desktop.engine.microdata.suppression.rare_records import RareRecords, rare_among
from sdc_desktop.engine.microdata.suppression.spec import SuppressionParams
from sdc_desktop.engine.microdata.suppression.suppression import ReleasedClasses, Treatment, released_classes
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.proposals.candidates import Basis, Candidate, recoded
from sdc_desktop.engine.source import Source

MOST_NODES = 20_000  # combinations of levels whose bounds are computed
MOST_COUNTED = 20_000_000  # combinations of key values that are put into classes
MOST_SUPPRESSED = 12_000_000  # the same times sets of variables that are tried in local suppression
_SHARES = np.linspace(0.0, 1.0, 11)  # of the cost of a cell, for the multiplier
_EQUAL = 1e-12

Vector = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Levels = tuple[int, ...]


@dataclass(frozen=True)
class Found:
    """The levels of the least U on the key variables, 0 to 1, and the least that any can be."""

    levels: Levels
    score: float
    bound: float

    @property
    def gap(self) -> float:
        """By what share of U it may be too high; 0 where it is proven least."""
        return 0.0 if self.score <= self.bound + _EQUAL else (self.score - self.bound) / self.score


def least_score(basis: Basis, source: Source, context: JobContext) -> Candidate | None:
    """The candidate of least U under k; None where no levels can be searched, and where suppression of values
    does not protect persons. Raises Cancelled.
    """
    keys = basis.keys
    if basis.several:
        return None
    try:
        counts = recoding_counts(source, keys, context)
        found = searched(counts, basis.required.k, context)
    except Refused:
        return None
    if found is None:
        return None
    step = recoded(basis, dict(zip(keys, found.levels, strict=True)))
    return Candidate("least_score", (step,), gap=found.gap)


def searched(counts: RecodingCounts, k: int, context: JobContext) -> Found | None:
    """The levels of the least U after local suppression; None where they are too many or nothing meets k.
    Raises :class:`Refused`, Cancelled.
    """
    shape = tuple(variable.levels for variable in counts.variables)
    if int(np.prod(shape, dtype=np.float64)) > MOST_NODES:
        return None
    parts = [_Parts.of(counts, place) for place in range(len(shape))]
    nodes: list[Levels] = list(product(*(range(levels) for levels in shape)))
    bounds = np.array([bound_of(parts, levels, 0) for levels in nodes])
    best: tuple[float, Levels] | None = None
    least = np.inf  # of the bounds of combinations that were looked at and are no longer open
    rows, sets = len(counts.keys.frequencies), 2 ** len(shape)
    counted, tried = MOST_COUNTED, MOST_SUPPRESSED
    refined = np.zeros(len(nodes), dtype=np.bool_)
    while True:
        place = int(np.argmin(bounds))
        if not np.isfinite(bounds[place]) or (best is not None and bounds[place] >= best[0] - _EQUAL):
            break
        context.checkpoint()
        if counted < rows or (best is not None and tried < 0):
            break
        levels = nodes[place]
        classes = _classes(counts, levels)
        counted -= rows
        if not refined[place]:
            rare = int(classes.sizes[classes.units < k].sum())
            bounds[place] = max(bounds[place], bound_of(parts, levels, rare))
            refined[place] = True
            continue
        tried -= len(classes.sizes) * sets
        found = _suppressed(classes, k, context)
        own = float(bounds[place])
        bounds[place] = np.inf
        if found is None:
            continue
        score = key_score(counts, levels, classes, found.treatment)
        least = min(least, max(own, bound_of(parts, levels, int(found.bound))), score)
        if best is None or (score, sum(levels)) < (best[0] - _EQUAL, 0):
            best = score, levels
    if best is None:
        return None
    bound = min(least, float(bounds.min()), best[0])
    return Found(best[1], best[0], bound)


def _classes(counts: RecodingCounts, levels: Levels) -> ReleasedClasses:
    return released_classes(
        counts, {one.name: level for one, level in zip(counts.variables, levels, strict=True)}
    )


def _suppressed(classes: ReleasedClasses, k: int, context: JobContext) -> RareRecords | None:
    try:
        return rare_among(SuppressionParams(suppress_below=k, suppress="cells"), classes, context)
    except Refused:
        return None


def key_score(
    counts: RecodingCounts, levels: Levels, classes: ReleasedClasses, treatment: Treatment
) -> float:
    """The mean of the two parts of U on key variables, after a suppression in the classes of these levels."""
    records, variables = counts.keys.records, len(levels)
    suppressed = (treatment.cells * treatment.records[:, None]).sum(axis=0)
    lost = 0.0
    for place, (variable, level) in enumerate(zip(counts.variables, levels, strict=True)):
        shown = _shown_values(counts, classes, treatment, place)
        own = int(np.count_nonzero(shown))
        groups = len(np.unique(variable.members[level][np.flatnonzero(shown)]))
        lost += max(0.0, 1 - groups / own) if own else 0.0
    return (float(suppressed.sum()) / (records * variables) + lost / variables) / 2


def _shown_values(
    counts: RecodingCounts, classes: ReleasedClasses, treatment: Treatment, place: int
) -> npt.NDArray[np.bool_]:
    """Which original values of a variable (categories,) are in cells that are shown. Where some records of a
    class show the value and others do not, which ones is decided by the order of the file: any may.
    """
    codes = counts.keys.codes[:, place]
    hidden = np.zeros(len(classes.sizes), dtype=np.int64)
    np.add.at(hidden, treatment.classes, treatment.records * treatment.cells[:, place])
    left = (classes.sizes - hidden)[classes.class_of] > 0
    shown = np.zeros(len(counts.keys.categories[place]), dtype=np.bool_)
    shown[codes[left]] = True
    return shown


@dataclass(frozen=True)
class _Parts:
    """Of a variable: its ``groups`` at each level (levels,), and the records of its original values
    (categories,), the rarest first, summed up from 0 of them; of ``records`` and ``variables`` in all.
    """

    groups: tuple[int, ...]
    rarest: Integers
    records: int
    variables: int

    @staticmethod
    def of(counts: RecodingCounts, place: int) -> "_Parts":
        """Those of the variable at a place."""
        variable: RecodedVariable = counts.variables[place]
        margin = counts.keys.margin(place)
        summed = np.concatenate([[0], np.cumsum(np.sort(margin[margin > 0]))])
        groups = tuple(variable.categories(level) for level in range(variable.levels))
        return _Parts(groups, summed.astype(np.int64), counts.keys.records, len(counts.variables))

    def least(self, level: int) -> Vector:
        """The least that the variable adds for each share of the cost of its cells that counts, (shares,)."""
        values = len(self.rarest) - 1
        left = np.maximum(values - np.arange(values + 1), 0)
        kept = np.minimum(1.0, self.groups[level] / np.maximum(left, 1))
        cells = self.rarest / (self.records * self.variables)
        added = (1 - kept) / self.variables
        added[-1] = 0.0  # no cell is shown
        return np.asarray((np.outer(1 - _SHARES, cells) + added).min(axis=1), dtype=np.float64)


def bound_of(parts: Sequence[_Parts], levels: Levels, cells: int) -> float:
    """At least the mean of the two parts of U at these levels, where that many cells must be suppressed."""
    own = sum((one.least(level) for one, level in zip(parts, levels, strict=True)), np.zeros(len(_SHARES)))
    forced = _SHARES * cells / (parts[0].records * parts[0].variables)
    return float((own + forced).max()) / 2
