"""How certain a published small count is after the cell key method.

By Bayes' rule with the counts of the table itself (Giessing 2016): of n_i cells of true count i, each
published as j with probability p(i, j), a published j is a true j with probability
n_j p(j, j) / sum over i of n_i p(i, j). What the rest of the table adds is in `together.py`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from sdc_desktop.engine.tables.cell_keys.perturbation_table import PerturbationTable
from sdc_desktop.engine.tables.cell_keys.together import MOST_SMALL, Guess
from sdc_desktop.engine.tables.relations import Integers


@dataclass(frozen=True)
class Certainty:
    """A count that is published in this many ``cells``, and the ``probability`` (0 to 1) that it is true.

    ``stay``: the probability that this count is published unchanged. ``together``: of these cells, the
    highest probability of a small true count for an intruder who also uses the rest of their rows and columns
    and the totals; None where no cell was examined.
    """

    count: int
    probability: float
    cells: int
    stay: float
    together: float | None = None


def certainties(true: Integers, published: Integers, table: PerturbationTable) -> tuple[Certainty, ...]:
    """The certainty of each small count that is published, 0 included, ascending.

    ``true``, ``published`` (cells,): counts before and after the perturbation.
    """
    found = posterior(true, table)
    listed = []
    for count in range(MOST_SMALL + 1):
        cells = int((published == count).sum())
        if cells and count in found:
            listed.append(Certainty(count, found[count], cells, table.stay(count)))
    return tuple(listed)


def posterior(true: Integers, table: PerturbationTable) -> Mapping[int, float]:
    """By published count, up to the greatest small one, the probability that it is the true one; ``true`` has
    one count per cell.
    """
    least, _ = table.span
    counts, numbers = np.unique(true[true <= MOST_SMALL - least], return_counts=True)
    reached: dict[int, float] = {}
    stays: dict[int, float] = {}
    for count, number in zip(counts.tolist(), numbers.tolist(), strict=True):
        noise, probabilities = table.row(count)
        for target, probability in zip((count + noise).tolist(), probabilities.tolist(), strict=True):
            reached[target] = reached.get(target, 0.0) + number * probability
            if target == count:
                stays[target] = number * probability
    return {
        count: stays.get(count, 0.0) / reached[count]
        for count in range(MOST_SMALL + 1)
        if reached.get(count, 0.0) > 0
    }


def with_guesses(
    listed: Sequence[Certainty], published: Integers, guessed: Mapping[int, Guess]
) -> tuple[Certainty, ...]:
    """The list with the probabilities that the rest of the table adds, ``guessed`` by cell number.
    ``published`` is (cells,).
    """
    best: dict[int, float] = {}
    for cell, guess in guessed.items():
        count = int(published[cell])
        best[count] = max(best.get(count, 0.0), guess.probability)
    return tuple(replace(one, together=best.get(one.count)) for one in listed)
