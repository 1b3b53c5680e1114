"""One connected part of what an intruder does not know, as a system of its own."""

from dataclasses import dataclass

import numpy as np

from sdc_desktop.engine.tables.attack.knowledge import Knowledge
from sdc_desktop.engine.tables.relations import Flags, Integers
from sdc_desktop.engine.tables.table import NO_BOUND


@dataclass(frozen=True)
class Part:
    """Unknowns ``cells`` and relations ``rows`` of the whole, numbered here from 0.

    ``starts``, ``columns``, ``signs``: the terms of each row over the unknowns alone; ``rights`` (rows,) with
    the known cells taken over; ``lower``, ``upper`` (unknowns,).
    """

    cells: Integers
    rows: Integers
    starts: Integers
    columns: Integers
    signs: Integers
    rights: Integers
    lower: Integers
    upper: Integers

    def differences(self, values: Integers) -> Integers:
        """For each row by how much values of the unknowns miss it."""
        if not len(self.rows):
            return np.zeros(0, dtype=np.int64)
        return np.add.reduceat(self.signs * values[self.columns], self.starts[:-1]) - self.rights

    def fits(self, values: Integers) -> bool:
        """Whether these values of the unknowns are possible; exact."""
        if (values < self.lower).any() or (values > self.upper).any():
            return False
        return not self.differences(values).any()

    @property
    def is_network(self) -> bool:
        """Whether each unknown stands in at most two rows, and the rows can be signed so that it goes out of
        one and into the other. Then all bounds are whole and no whole number between them is impossible.
        """
        if (np.abs(self.signs) != 1).any() or np.bincount(self.columns, minlength=1).max() > 2:
            return False
        rows = np.repeat(np.arange(len(self.rows)), np.diff(self.starts))
        neighbours: list[list[tuple[int, int]]] = [[] for _ in self.rows]
        first: dict[int, tuple[int, int]] = {}
        terms = (rows.tolist(), self.columns.tolist(), self.signs.tolist())
        for row, column, sign in zip(*terms, strict=True):
            if column in first:
                other, own = first[column]
                neighbours[row].append((other, -sign * own))
                neighbours[other].append((row, -sign * own))
            else:
                first[column] = (row, sign)
        turned = [0] * len(self.rows)
        for start in range(len(self.rows)):
            if turned[start]:
                continue
            turned[start], waiting = 1, [start]
            while waiting:
                row = waiting.pop()
                for other, factor in neighbours[row]:
                    if not turned[other]:
                        turned[other] = turned[row] * factor
                        waiting.append(other)
                    elif turned[other] != turned[row] * factor:
                        return False
        return True


def part_of(known: Knowledge, cells: Integers, rows: Integers) -> Part:
    """The part of what is known that these unknowns and relations make up."""
    relations = known.relations
    place = np.full(relations.cells_number, -1, dtype=np.int64)
    place[cells] = np.arange(len(cells))
    lengths = relations.starts[rows + 1] - relations.starts[rows]
    terms = np.repeat(relations.starts[rows] - np.cumsum(lengths) + lengths, lengths) + np.arange(
        lengths.sum()
    )
    row_of_term = np.repeat(np.arange(len(rows)), lengths)
    columns, signs = place[relations.cells[terms]], relations.coefficients[terms]
    inside: Flags = columns >= 0
    rights = relations.rights[rows].copy()
    outside = np.where(inside, 0, signs * np.where(inside, 0, known.lower[relations.cells[terms]]))
    np.subtract.at(rights, row_of_term, outside)
    counts = np.bincount(row_of_term[inside], minlength=len(rows))
    return Part(
        cells,
        rows,
        np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(counts)]),
        columns[inside],
        signs[inside],
        rights,
        known.lower[cells],
        known.upper[cells],
    )


def finite(bound: int) -> int | None:
    """A bound as a number; None where there is none."""
    return None if abs(bound) >= NO_BOUND // 2 else bound
