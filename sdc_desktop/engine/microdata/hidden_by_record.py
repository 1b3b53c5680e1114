"""Hidden information record by record, in file order: exact also where part of a class is treated.

To name the records that hide least, and to know which of a class were suppressed, all of them are passed
over once more.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import KeyCounts, Microdata
from sdc_desktop.engine.microdata.hidden_information import HiddenInformation, cell_gains, summed
from sdc_desktop.engine.microdata.recoding import RecodingCounts
from sdc_desktop.engine.microdata.suppression import (
    Integers,
    ReleasedClasses,
    Treatment,
    row_numbers,
    running_totals,
)


@dataclass(frozen=True)
class HiddenByRecord:
    """``values`` (records,) in file order, in points times decimal logarithms."""

    values: npt.NDArray[np.float64]

    def distribution(self) -> HiddenInformation:
        """How many records hide how much."""
        distinct, numbers = np.unique(self.values, return_counts=True)
        return HiddenInformation(distinct, numbers.astype(np.int64))

    def least(self, most: int) -> Integers:
        """The numbers (from 0) of the records that hide least, at most so many; equal ones in file order."""
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
