"""What an intruder knows of a table, and what follows from single relations.

Known are the relations and a lower and an upper bound of every cell; of a published cell both are its value.
"""

from dataclasses import dataclass, replace

import numpy as np

from sdc_desktop.engine.tables.relations import Integers, Relations
from sdc_desktop.engine.tables.table import NO_BOUND

_PASSES = 60  # of bound propagation; what is left then is for the solver
_GREAT = 2**51  # bounds beyond that say nothing that matters, and might overflow when added


@dataclass(frozen=True)
class Knowledge:
    """``lower``, ``upper`` (cells,) int64 in units; -NO_BOUND and NO_BOUND where there is none."""

    relations: Relations
    lower: Integers
    upper: Integers

    def with_value(self, cell: int, value: int) -> "Knowledge":
        """What an intruder knows who also knows the `value` of one cell, in units."""
        lower, upper = self.lower.copy(), self.upper.copy()
        lower[cell] = upper[cell] = value
        return replace(self, lower=lower, upper=upper)


class Contradiction(Exception):  # noqa: N818 - about the table, not an internal error
    """No table fits what is known. ``row``: a relation that shows it; None where it takes several."""

    def __init__(self, row: int | None = None) -> None:
        super().__init__(row)
        self.row = row


def propagated(known: Knowledge) -> Knowledge:
    """The bounds that follow from single relations, each used as long as something changes.

    From every relation: a cell is at most what is left when all others are least, and at least what is left
    when all are greatest. Only terms with coefficient 1 or -1 are tightened, so that nothing is rounded.
    Raises :class:`Contradiction` where a cell would lie below its lower bound.
    """
    relations = known.relations
    if not len(relations):
        return known
    lower, upper = known.lower.copy(), known.upper.copy()
    cells, signs, rows = relations.cells, relations.coefficients, relations.row_of_term
    single = np.abs(signs) == 1
    for _ in range(_PASSES):
        least, most = _terms(signs, lower[cells], upper[cells])
        from_above = _rest(relations, least, rows)  # right minus the least of the others
        from_below = -_rest(relations, -most, rows, flipped=True)
        up = np.where(signs > 0, from_above, -from_below)
        low = np.where(signs > 0, from_below, -from_above)
        before = lower.copy(), upper.copy()
        np.minimum.at(upper, cells[single], up[single])
        np.maximum.at(lower, cells[single], low[single])
        crossed = lower > upper
        if crossed.any():
            wrong = single & crossed[cells]
            raise Contradiction(int(rows[wrong][0]))
        if (lower == before[0]).all() and (upper == before[1]).all():
            break
    return Knowledge(relations, lower, upper)


def _terms(signs: Integers, low: Integers, high: Integers) -> tuple[Integers, Integers]:
    """The least and the greatest each term can be; NO_BOUND with its sign where it has no end."""
    some_low, some_high = np.abs(low) < _GREAT, np.abs(high) < _GREAT
    down = np.where(some_low, low * np.where(some_low, signs, 0), -NO_BOUND)
    up = np.where(some_high, high * np.where(some_high, signs, 0), NO_BOUND)
    negative = signs < 0
    least = np.where(negative, np.where(some_high, up, -NO_BOUND), down)
    most = np.where(negative, np.where(some_low, down, NO_BOUND), up)
    return least, most


def _rest(relations: Relations, ends: Integers, rows: Integers, *, flipped: bool = False) -> Integers:
    """By term the right side minus the ends of the row's other terms; NO_BOUND if such an end is open.

    ``flipped``: all signs are turned round, that of the right side too.
    """
    open_ = ends == -NO_BOUND
    number = np.add.reduceat(open_.astype(np.int64), relations.starts[:-1])
    total = np.add.reduceat(np.where(open_, 0, ends), relations.starts[:-1])
    right = -relations.rights if flipped else relations.rights
    others_open = number[rows] - open_ > 0
    rest = right[rows] - (total[rows] - np.where(open_, 0, ends))
    return np.where(others_open, NO_BOUND, rest)


def components(known: Knowledge) -> tuple[tuple[Integers, Integers], ...]:
    """The connected components of unknown cells, with the relations of each: (cells, rows).

    Both ascend; groups come by their first cell.
    """
    return components_of(known.relations, np.flatnonzero(known.lower < known.upper))


def components_of(relations: Relations, cells: Integers) -> tuple[tuple[Integers, Integers], ...]:
    """The connected components of the cells with these numbers (chosen,), which ascend: (cells, rows)."""
    from scipy.sparse import csgraph, csr_array

    if not len(cells):
        return ()
    numbers, rows = relations.among(cells)
    lines = np.repeat(np.arange(len(numbers)), np.diff(rows.starts)) + len(cells)
    size = len(cells) + len(numbers)
    joined = csr_array((np.ones(len(lines), dtype=np.int8), (lines, rows.columns)), shape=(size, size))
    _, labels = csgraph.connected_components(joined, directed=False)
    return tuple(
        (cells[group[group < len(cells)]], numbers[group[group >= len(cells)] - len(cells)])
        for group in _by_label(np.arange(size), labels)
    )


def _by_label(members: Integers, labels: Integers) -> list[Integers]:
    """The members of each label, in their order; labels by their first member."""
    if not len(members):
        return []
    order = np.argsort(labels, kind="stable")
    ends = np.flatnonzero(np.diff(labels[order])) + 1
    return sorted(np.split(members[order], ends), key=lambda group: int(group[0]))
