"""The hidden information of single records, which Priv, a mean, cannot show (named by Zielinski 2010).

A record hides the sum over its variables of r_i (log10 frequency of its released value - log10 frequency of
its own value): how many more records have its values now, in points times decimal logarithms. The mean over
all records is the sum of Priv, exactly. A record that hides little is as exposed as before. Where suppression
makes ``*`` less frequent than the value it replaces, a record hides less than nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import KeyCounts, Microdata
from sdc_desktop.engine.data.released import SUPPRESSED
from sdc_desktop.engine.microdata.recoding import RecodingCounts
from sdc_desktop.engine.microdata.suppression.suppression import (
    Integers,
    ReleasedClasses,
    Treatment,
    released_frequencies,
    row_numbers,
    running_totals,
)

QUANTILES = (0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0)
BINS = 20


@dataclass(frozen=True)
class HiddenInformation:
    """The distribution over records. ``values`` rise and are distinct; ``records`` have each."""

    values: npt.NDArray[np.float64]
    records: npt.NDArray[np.int64]

    @property
    def mean(self) -> float:
        """Over all records; 0 without any."""
        total = int(self.records.sum())
        return float((self.values * self.records).sum() / total) if total else 0.0

    def share_below(self, value: float) -> float:
        """The share of records that hide less than `value`; within 1e-9 of it counts as not less."""
        total = int(self.records.sum())
        return float(self.records[self.values < value - 1e-9].sum() / total) if total else 0.0

    def quantiles(self, shares: Sequence[float] = QUANTILES) -> tuple[float, ...]:
        """For each share the least value that at least this share of the records does not exceed."""
        ends = np.cumsum(self.records)
        if not len(ends):
            return ()
        places = np.searchsorted(ends, np.ceil(np.asarray(shares) * ends[-1] - 1e-9), side="left")
        return tuple(self.values[np.minimum(places, len(ends) - 1)].tolist())

    def histogram(self, bins: int = BINS) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]:
        """Edges (bins + 1,) and records (bins,) of bins of equal width; one bin where all records hide the
        same.
        """
        if not len(self.values):
            return np.zeros(0), np.zeros(0, dtype=np.int64)
        low, high = float(self.values[0]), float(self.values[-1])
        edges = np.linspace(low, high, bins + 1) if high > low else np.array([low, low])
        places = np.clip(np.searchsorted(edges, self.values, side="right") - 1, 0, len(edges) - 2)
        counts = np.zeros(len(edges) - 1, dtype=np.int64)
        np.add.at(counts, places, self.records)
        return edges, counts


def summed(weights: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """What rows of cells (rows, variables) hide in all (rows,), rounded: equal ones are equal whatever the
    order of the sum.
    """
    return np.asarray(np.round(weights.sum(axis=1), 12) + 0.0, dtype=np.float64)


def cell_gains(
    counts: RecodingCounts,
    levels: Mapping[str, int],
    points: Mapping[str, float],
    classes: ReleasedClasses,
    treatment: Treatment | None,
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """What each cell of each combination hides when released, and when suppressed.

    Both have the shape (combinations, variables). `levels` are those released, `points` the intruder's
    (absent: 0), and `classes` are ``released_classes(counts, levels)``.
    """
    keys = counts.keys
    gains, stars = np.zeros(keys.codes.shape), np.zeros(keys.codes.shape)
    released = released_frequencies(classes, treatment)
    for index, variable in enumerate(counts.variables):
        labels = variable.codings.labels[levels.get(variable.name, 0)]
        weight = points.get(variable.name, 0.0)
        own = np.log10(keys.margin(index))[keys.codes[:, index]]
        shown = np.array([released[index].get(label, 1) for label in labels])
        gains[:, index] = weight * (np.log10(shown)[keys.codes[:, index]] - own)
        stars[:, index] = weight * (np.log10(released[index].get(SUPPRESSED, 1)) - own)
    return gains, stars


# Hidden information record by record, in file order: exact also where part of a class is treated.
# To name the records that hide least, and to know which of a class were suppressed, all of them are passed
# over once more.
@dataclass(frozen=True)
class HiddenByRecord:
    """``values`` (records,) in file order, in points times decimal logarithms."""

    values: npt.NDArray[np.float64]

    def distribution(self) -> HiddenInformation:
        """How many records hide how much."""
        distinct, numbers = np.unique(self.values, return_counts=True)
        return HiddenInformation(distinct, numbers.astype(np.int64))

    def least(self, most: int) -> Integers:
        """The numbers (chosen,), from 0, of the records that hide least, at most this many; equal ones in
        file order.
        """
        if most < len(self.values):
            edge = np.partition(self.values, most - 1)[most - 1] if most else -np.inf
            candidates = np.flatnonzero(self.values <= edge)
        else:
            candidates = np.arange(len(self.values))
        order = np.argsort(self.values[candidates], kind="stable")
        return np.asarray(candidates[order][:most], dtype=np.int64)


def hidden_by_record(
    data: Microdata,
    counts: RecodingCounts,
    levels: Mapping[str, int],
    points: Mapping[str, float],
    classes: ReleasedClasses,
    treatment: Treatment | None,
    context: JobContext,
) -> HiddenByRecord:
    """What each record of `data`, which `counts` were made of, hides when released so.

    `levels`, `points`, `classes` and `treatment` as of :func:`cell_gains`. Raises Cancelled.
    """
    combinations = combination_of_records(data, counts.keys, context)
    gains, stars = cell_gains(counts, levels, points, classes, treatment)
    values = summed(gains)[combinations]
    if treatment is not None:
        records, rows = treated_records(classes.class_of[combinations], len(classes.sizes), treatment)
        context.checkpoint()
        places = combinations[records]
        values[records] = summed(np.where(treatment.cells[rows], stars[places], gains[places]))
    return HiddenByRecord(values)


def combination_of_records(data: Microdata, keys: KeyCounts, context: JobContext) -> Integers:
    """The number of each record's key among the combinations counted, in file order."""
    codes = [data.relation.codes(data.index(name), context) for name in keys.variables]
    together = np.concatenate([keys.codes.astype(np.int64), np.stack(codes, axis=1)])
    context.checkpoint()
    numbers, _ = row_numbers(together, [len(texts) for texts in keys.categories])
    known = len(keys.codes)
    context.checkpoint()
    return np.asarray(np.searchsorted(numbers[:known], numbers[known:]), dtype=np.int64)


def treated_records(class_of: Integers, classes: int, treatment: Treatment) -> tuple[Integers, Integers]:
    """Which records are treated, and by which row of the treatment: of a class the first in file order.

    `class_of` (records,) is the class of each record.
    """
    order = np.argsort(class_of, kind="stable")
    first = np.r_[0, np.cumsum(np.bincount(class_of, minlength=classes))]
    starts = first[treatment.classes] + running_totals(treatment) - treatment.records
    rows = np.repeat(np.arange(len(treatment.classes)), treatment.records)
    before = np.r_[0, np.cumsum(treatment.records)[:-1]] if len(treatment.records) else starts
    places = np.arange(len(rows)) + np.repeat(starts - before, treatment.records)
    return order[places], rows
