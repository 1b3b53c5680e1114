"""How records spread over the categories of a variable: as much as a screen can show. No widgets here."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.microdata.recoding import frequencies_at, labels_at
from sdc_desktop.engine.microdata.suppression.rare_records import RareRecords
from sdc_desktop.engine.microdata.suppression.suppression import SUPPRESSED
from sdc_desktop.ui.tabs.microdata.anopi.work import Answer

MOST_BARS = 120  # more than can be told apart
MOST_ROWS = 500  # of a table that somebody reads


@dataclass(frozen=True)
class Bars:
    """Bars in the order of the values; of many categories `together` neighbours make one bar, named after the
    first. ``rows`` are the categories themselves, where there are too many the most frequent ones.
    """

    names: tuple[str, ...]
    counts: tuple[int, ...]
    together: int
    categories: int
    rows: tuple[tuple[str, int], ...]
    records: int

    @property
    def others(self) -> int:
        """How many records are in categories that have no row."""
        return self.records - sum(count for _, count in self.rows)


def bars(answer: Answer, name: str, level: int, *, released: bool = False) -> Bars:
    """The bars of a variable at a level (1 = as is); of what is `released`, with what was suppressed apart.

    Values of which no record is left have no bar then.
    """
    keys = answer.counted.counts.keys
    variable = answer.counted.counts.variable(name)
    sums = frequencies_at(variable, keys.margin(keys.variables.index(name)), level - 1)
    rare = answer.result.suppression if released else None
    if rare is not None and rare.figures.cells_by_variable.get(name, 0):
        return _after_suppression(sums, labels_at(variable, level - 1, range(len(sums))), rare, name)
    return _bars(sums, partial(labels_at, variable, level - 1))


def _after_suppression(
    sums: npt.NDArray[np.int64], labels: Sequence[str], rare: RareRecords, name: str
) -> Bars:
    index = rare.classes.names.index(name)
    rows = rare.treatment.cells[:, index]
    hidden = rare.treatment.records[rows]
    left = sums.copy()
    np.subtract.at(left, rare.classes.codes[rare.treatment.classes[rows], index], hidden)
    counts = {label: int(number) for label, number in zip(labels, left, strict=True) if number}
    counts[SUPPRESSED] = counts.get(SUPPRESSED, 0) + int(hidden.sum())
    names = tuple(counts)
    sums = np.array(list(counts.values()), dtype=np.int64)
    return _bars(sums, lambda places: [names[place] for place in places])


def _bars(sums: npt.NDArray[np.int64], labels: Callable[[Sequence[int]], Sequence[str]]) -> Bars:
    """The bars of categories with these sums; `labels` names some of them, told by their places."""
    together = max(1, -(-len(sums) // MOST_BARS))
    starts = np.arange(0, len(sums), together)
    counts = np.add.reduceat(sums, starts) if len(sums) else sums
    shown = np.arange(len(sums))
    if len(sums) > MOST_ROWS:
        shown = np.argsort(-sums, kind="stable")[:MOST_ROWS]
    rows = zip(labels(shown.tolist()), sums[shown].tolist(), strict=True)
    return Bars(
        names=tuple(labels(starts.tolist())),
        counts=tuple(counts.tolist()),
        together=together,
        categories=len(sums),
        rows=tuple(rows),
        records=int(sums.sum()),
    )
