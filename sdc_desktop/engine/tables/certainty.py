"""How certain a published small count is where counts were perturbed by cell key.

By Bayes' rule with the counts of the table itself: of n_i cells of true count i, each published as j with
probability p(i, j), a published j is a true j with probability n_j p(j, j) / sum over i of n_i p(i, j).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.tables.relations import Integers

MOST_SMALL = 10  # counts up to it are small; a zero is published as zero by every perturbation
Row = Callable[[int], tuple[Integers, npt.NDArray[np.float64]]]  # of a count: noise, probabilities


@dataclass(frozen=True)
class Certainty:
    """A count that is published in so many ``cells``, and the ``probability`` (0 to 1) that it is true."""

    count: int
    probability: float
    cells: int


def certainties(true: Integers, published: Integers, row: Row, maximum: int) -> tuple[Certainty, ...]:
    """The certainty of each small count that is published, ascending.

    ``true``, ``published`` (cells,): counts before and after the perturbation; ``row`` gives the noise of a
    true count, at most `maximum` either way, and its probabilities.
    """
    counts, numbers = np.unique(true[true <= MOST_SMALL + maximum], return_counts=True)
    reached: dict[int, float] = {}
    stays: dict[int, float] = {}
    for count, number in zip(counts.tolist(), numbers.tolist(), strict=True):
        noise, probabilities = row(count)
        for target, probability in zip((count + noise).tolist(), probabilities.tolist(), strict=True):
            reached[target] = reached.get(target, 0.0) + number * probability
            if target == count:
                stays[target] = number * probability
    return tuple(_found(published, reached, stays))


def _found(published: Integers, reached: dict[int, float], stays: dict[int, float]) -> Iterator[Certainty]:
    for count in range(1, MOST_SMALL + 1):
        cells = int((published == count).sum())
        if cells and reached.get(count, 0.0) > 0:
            yield Certainty(count, stays.get(count, 0.0) / reached[count], cells)
