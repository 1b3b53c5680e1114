"""One connected part of what an intruder does not know, as a system of its own."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from sdc_desktop.engine.tables.attack.knowledge import Knowledge, components
from sdc_desktop.engine.tables.relations import Flags, Integers, Relations
from sdc_desktop.engine.tables.table import NO_BOUND, Table


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

    @property
    def relations(self) -> Relations:
        """The relations over its unknowns."""
        axes = np.full(len(self.rights), -1, dtype=np.int64)
        return Relations(len(self.cells), self.starts, self.columns, self.signs, self.rights, axes)

    def differences(self, values: Integers) -> Integers:
        """For each row by how much values of the unknowns miss it."""
        if not len(self.rows):
            return np.zeros(0, dtype=np.int64)
        return np.add.reduceat(self.signs * values[self.columns], self.starts[:-1]) - self.rights

    def fits(self, values: Integers) -> bool:
        """Whether these values (unknowns,) are possible; exact."""
        if (values < self.lower).any() or (values > self.upper).any():
            return False
        return not self.differences(values).any()

    def among(self, places: Integers, values: Integers) -> "Part":
        """The part of some of its unknowns, ascending, where all others have these `values` (unknowns,)."""
        place = np.full(len(self.cells), -1, dtype=np.int64)
        place[places] = np.arange(len(places))
        row_of_term = np.repeat(np.arange(len(self.rows)), np.diff(self.starts))
        inside = place[self.columns] >= 0
        rows = np.unique(row_of_term[inside])
        number = np.full(len(self.rows), -1, dtype=np.int64)
        number[rows] = np.arange(len(rows))
        known = ~inside & (number[row_of_term] >= 0)
        rights = self.rights[rows].copy()
        np.subtract.at(rights, number[row_of_term[known]], self.signs[known] * values[self.columns[known]])
        lengths = np.bincount(number[row_of_term[inside]], minlength=len(rows))
        return Part(
            self.cells[places],
            self.rows[rows],
            np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(lengths)]),
            place[self.columns[inside]],
            self.signs[inside],
            rights,
            self.lower[places],
            self.upper[places],
        )

    @property
    def is_network(self) -> bool:
        """Whether the part is a network: all its bounds are whole, and every whole number between possible.

        Each unknown is then in at most two rows, and the rows can be signed so that it leaves one of them and
        enters the other.
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
    """The part of what is known that the unknowns with the numbers `cells` (unknowns,) and the relations with
    the numbers `rows` (rows,) make up.
    """
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


_MOST = 3_000_000  # entries of a part whose rank is found


def is_unimodular(table: Table) -> bool:
    """Whether the table's shape makes all bounds whole, and every whole number between them possible. It does
    so for up to two dimensions with all combinations of categories, one of them possibly with a hierarchy.
    """
    product = int(np.prod([len(dimension) for dimension in table.dimensions]))
    complete = (
        len(table) == product and bool(len(table.relations)) and bool((table.relations.dimensions >= 0).all())
    )
    nested = all(dimension.nested for dimension in table.dimensions)
    hierarchical = sum(not dimension.flat for dimension in table.dimensions)
    return complete and nested and len(table.dimensions) <= 2 and hierarchical <= 1


def rank(known: Knowledge) -> int | None:
    """How many of the relations among the unknown cells are independent; None where there are too many."""
    from scipy.linalg import qr

    total = 0
    for cells, rows in components(known):
        found, matrix = _peeled(part_of(known, cells, rows))
        total += found
        if matrix.size > _MOST:
            return None
        if matrix.size:
            # pivoted: a tenth of the time of singular values, and as sure for entries of -1, 0 and 1
            (triangle,) = qr(matrix, mode="r", pivoting=True)[:1]
            sizes = np.abs(np.diag(triangle))
            total += int((sizes > sizes[0] * max(triangle.shape) * np.finfo(float).eps).sum())
    return total


def _peeled(part: Part) -> tuple[int, Any]:
    """A part of the rank, and the smaller matrix whose rank is the rest. A row with the only entry of its
    column, or a column with the only entry of its row, is removed and counted, again and again.
    """
    rows_of: list[set[int]] = [set() for _ in part.cells]
    columns_of: list[set[int]] = [set() for _ in part.rows]
    for row in range(len(part.rows)):
        for column in part.columns[part.starts[row] : part.starts[row + 1]].tolist():
            rows_of[column].add(row)
            columns_of[row].add(column)
    count = 0
    waiting = [*_lone(rows_of, is_row=False), *_lone(columns_of, is_row=True)]
    while waiting:
        is_row, line = waiting.pop()
        own = columns_of[line] if is_row else rows_of[line]
        if len(own) != 1:
            continue
        other = next(iter(own))
        row, column = (line, other) if is_row else (other, line)
        count += 1
        for each in columns_of[row]:
            rows_of[each].discard(row)
            waiting += [(False, each)] if len(rows_of[each]) == 1 else []
        for each in rows_of[column]:
            columns_of[each].discard(column)
            waiting += [(True, each)] if len(columns_of[each]) == 1 else []
        columns_of[row], rows_of[column] = set(), set()
    left = [row for row, columns in enumerate(columns_of) if columns]
    kept = [column for column, rows in enumerate(rows_of) if rows]
    if len(left) * len(kept) > _MOST:
        return count, np.broadcast_to(0.0, (len(left), len(kept)))
    return count, _dense(part, left, kept)


def _lone(lines: list[set[int]], *, is_row: bool) -> list[tuple[bool, int]]:
    """The lines of one entry."""
    return [(is_row, number) for number, entries in enumerate(lines) if len(entries) == 1]


def _dense(part: Part, rows: list[int], columns: list[int]) -> Any:
    """These rows and columns of a part, with zeros filled in."""
    places = np.full(len(part.cells), -1, dtype=np.int64)
    places[columns] = np.arange(len(columns))
    matrix = np.zeros((len(rows), len(columns)))
    for number, row in enumerate(rows):
        terms = slice(part.starts[row], part.starts[row + 1])
        own, signs = places[part.columns[terms]], part.signs[terms]
        np.add.at(matrix[number], own[own >= 0], signs[own >= 0])
    return matrix
