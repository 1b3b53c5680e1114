"""What protection does to numbers: means, variances and correlations before and after.

Correlations are Pearson's and Spearman's (Pearson's of the ranks, equal values sharing their mean rank). A
pair of variables is correlated over the records that have a number in both; a constant has no correlation.
Sums are of one pair at a time, in the order of the records: the same on any number of threads.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.stats import rankdata

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.detect import number_pattern
from sdc_desktop.engine.data.microdata import Microdata

Vector = npt.NDArray[np.float64]
_MOST = 1e100  # of numbers that are squared, as in microaggregation
STEP_CORRELATING = "correlating"


@dataclass(frozen=True)
class NumberSummary:
    """The numbers of one variable; ``missing`` are all values that are none. variance: divisor n - 1."""

    numbers: int
    missing: int
    mean: float
    variance: float


@dataclass(frozen=True)
class Correlations:
    """Before and after, (p, p) each; NaN where one of a pair is constant or too few records have both."""

    before: Vector
    after: Vector

    @property
    def largest(self) -> tuple[int, int, float] | None:
        """The pair (row, column) whose correlation changes most, and by how much; None where no pair has one
        before and after. Of equal changes the first pair.
        """
        change = self.after - self.before
        rows, columns = np.triu_indices(len(change), k=1)
        sizes = np.abs(change[rows, columns])
        if not np.isfinite(sizes).any():
            return None
        place = int(np.nanargmax(sizes))
        row, column = int(rows[place]), int(columns[place])
        return row, column, float(change[row, column])


@dataclass(frozen=True)
class NumericChanges:
    """The variables that hold numbers before and after, in the order requested."""

    names: tuple[str, ...]
    before: tuple[NumberSummary, ...]
    after: tuple[NumberSummary, ...]
    pearson: Correlations
    spearman: Correlations


def numeric_changes(
    before: Microdata, after: Microdata, names: Sequence[str], context: JobContext
) -> NumericChanges:
    """Compare variables in two microdata sets. Raises Cancelled. Variables without numbers in either set are
    skipped: a recoded variable has become text.
    """
    kept: list[str] = []
    columns: list[tuple[Vector, Vector]] = []
    for place, name in enumerate(names):
        context.progress(0.3 * place / len(names), STEP_CORRELATING)
        if name not in before.names or name not in after.names:
            continue
        pair = numbers_of(before, name, context), numbers_of(after, name, context)
        if all(np.isfinite(column).any() for column in pair):
            kept.append(name)
            columns.append(pair)
    sides = [[pair[side] for pair in columns] for side in (0, 1)]
    parts = iter([context.within(0.3 + 0.175 * i, 0.475 + 0.175 * i) for i in range(4)])
    pearson = Correlations(*[_matrix(side, _themselves, next(parts)) for side in sides])
    spearman = Correlations(*[_matrix(side, _ranks, next(parts)) for side in sides])
    context.progress(1.0, STEP_CORRELATING)
    summaries = [tuple(_summary(column) for column in side) for side in sides]
    return NumericChanges(tuple(kept), summaries[0], summaries[1], pearson, spearman)


def numbers_of(data: Microdata, name: str, context: JobContext) -> Vector:
    """The number of each record (records,), NaN where its text says none or means "missing"."""
    variable, column = data.variable(name), data.index(name)
    texts, _ = data.relation.frequencies(column, context)
    is_number = re.compile(number_pattern(data.decimal))
    numbers = np.full(len(texts), np.nan)
    for place, text in enumerate(texts):
        if place % 10_000 == 0:
            context.checkpoint()
        if text not in variable.missing and is_number.fullmatch(text):
            number = float(text.replace(data.decimal, "."))
            numbers[place] = number if abs(number) <= _MOST else np.nan
    return np.asarray(numbers[data.relation.codes(column, context)])


def _summary(column: Vector) -> NumberSummary:
    there = column[np.isfinite(column)]
    return NumberSummary(
        numbers=len(there),
        missing=len(column) - len(there),
        mean=float(there.mean()) if len(there) else float("nan"),
        variance=float(there.var(ddof=1)) if len(there) > 1 else float("nan"),
    )


def _matrix(columns: Sequence[Vector], scored: Callable[[Vector], Vector], context: JobContext) -> Vector:
    """The correlations of what `scored` makes of the numbers: themselves, or their ranks."""
    found = np.full((len(columns), len(columns)), np.nan)
    there = [np.isfinite(column) for column in columns]
    whole = [  # made once where nothing is missing
        _centred(scored(column)) if known.all() else None
        for column, known in zip(columns, there, strict=True)
    ]
    for row, first in enumerate(columns):
        context.progress(row / len(columns), STEP_CORRELATING)
        for column in range(row, len(columns)):
            context.checkpoint()
            one, two = whole[row], whole[column]
            if one is None or two is None:
                both = there[row] & there[column]
                one, two = _centred(scored(first[both])), _centred(scored(columns[column][both]))
            found[row, column] = found[column, row] = _correlation(one, two)
    return found


def _themselves(numbers: Vector) -> Vector:
    return numbers


def _ranks(numbers: Vector) -> Vector:
    return np.asarray(rankdata(numbers), dtype=np.float64)


def _centred(numbers: Vector) -> Vector:
    """Deviations from the mean in units of the largest, so that no square is lost or too large; empty for a
    constant or a single number.
    """
    if len(numbers) < 2 or numbers.min() == numbers.max():
        return np.zeros(0)
    off = numbers - numbers.mean()
    return np.asarray(off / np.abs(off).max())


def _correlation(first: Vector, second: Vector) -> float:
    if not len(first) or not len(second):
        return float("nan")
    squares = float(np.sum(first * first)) * float(np.sum(second * second))
    return min(max(float(np.sum(first * second)) / float(np.sqrt(squares)), -1.0), 1.0)
