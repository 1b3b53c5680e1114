"""The additivity relations of a table: sparse rows of whole numbers, `sum of coefficient times cell = right`.

Hierarchies, several of them for a variable, linked tables: all are nothing but more rows.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.tables.dimension import Dimension

if TYPE_CHECKING:  # a slow import; many uses of tables do without
    from scipy import sparse

Integers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Rows:
    """Sparse rows: row i has the terms starts[i]..starts[i+1]-1, each a column and a coefficient."""

    starts: Integers
    columns: Integers
    coefficients: Integers

    def __len__(self) -> int:
        return len(self.starts) - 1

    def twice(self, number: int) -> "Rows":
        """The rows over `number` columns that go up and, after them, the same number that go down."""
        return Rows(
            2 * self.starts,
            np.stack([self.columns, self.columns + number], axis=1).ravel(),
            np.stack([self.coefficients, -self.coefficients], axis=1).ravel(),
        )

    def with_copies(self, columns: Integers, number: int, sign: int = 1) -> "Rows":
        """The rows over `number` columns and, after them, a copy of each of these columns times the sign."""
        copy = np.full(number, -1, dtype=np.int64)
        copy[columns] = number + np.arange(len(columns))
        lines = np.repeat(np.arange(len(self)), np.diff(self.starts))
        again = copy[self.columns] >= 0
        lines = np.concatenate([lines, lines[again]])
        order = np.argsort(lines, kind="stable")
        return Rows(
            np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(np.bincount(lines, minlength=len(self)))]),
            np.concatenate([self.columns, copy[self.columns[again]]])[order],
            np.concatenate([self.coefficients, sign * self.coefficients[again]])[order],
        )


@dataclass(frozen=True)
class Relations:
    """Rows over `cells_number` cells. Row i has the terms starts[i]..starts[i+1]-1.

    ``cells`` and ``coefficients`` (terms,), ``rights`` (rows,) int64; ``dimensions`` (rows,): over which
    dimension the row adds up, -1 where that is not known.
    """

    cells_number: int
    starts: Integers
    cells: Integers
    coefficients: Integers
    rights: Integers
    dimensions: Integers

    def __len__(self) -> int:
        return len(self.rights)

    def row(self, number: int) -> tuple[Integers, Integers]:
        """The cells and coefficients of one row, both (terms of the row,)."""
        here = slice(self.starts[number], self.starts[number + 1])
        return self.cells[here], self.coefficients[here]

    @cached_property
    def row_of_term(self) -> Integers:
        """For each term the number of its row."""
        return np.repeat(np.arange(len(self)), np.diff(self.starts))

    @cached_property
    def matrix(self) -> "sparse.csr_array":
        """The coefficients, (rows, cells) int64."""
        from scipy import sparse

        shape = (len(self), self.cells_number)
        return sparse.csr_array((self.coefficients, self.cells, self.starts), shape=shape)

    @cached_property
    def columns(self) -> "sparse.csc_array":
        """The coefficients by cell: a (rows, cells) int64 matrix in compressed columns."""
        from scipy import sparse

        return sparse.csc_array(self.matrix)

    def rows_of(self, cell: int) -> Integers:
        """The rows (found,) in which a cell stands, ascending."""
        columns = self.columns
        return np.asarray(
            np.sort(columns.indices[columns.indptr[cell] : columns.indptr[cell + 1]]), dtype=np.int64
        )

    def among(self, cells: Integers) -> tuple[Integers, Rows]:
        """The relations (found,) of any of these cells (chosen,), ascending, and their terms over these cells
        alone, which are the columns in their order.
        """
        matrix = self.columns
        counts = matrix.indptr[cells + 1] - matrix.indptr[cells]
        rows = taken(matrix.indptr, matrix.indices, cells)
        order = np.argsort(rows, kind="stable")
        numbers, starts = np.unique(rows[order], return_index=True)
        columns = np.repeat(np.arange(len(cells)), counts)[order]
        ends = np.append(starts, len(rows))
        return numbers.astype(np.int64), Rows(ends, columns, taken(matrix.indptr, matrix.data, cells)[order])

    def neighbours(self, cells: Integers, steps: int) -> Integers:
        """The cells (found,) that this many steps from the cells given (chosen,) lead to, themselves
        included, ascending: a step leads from a cell to all that share a relation with it.
        """
        reached = np.zeros(self.cells_number, dtype=np.bool_)
        seen = np.zeros(len(self), dtype=np.bool_)
        reached[cells] = True
        newest = np.asarray(cells)
        for _ in range(steps):
            rows = taken(self.columns.indptr, self.columns.indices, newest)
            rows = np.unique(rows[~seen[rows]])
            seen[rows] = True
            found = taken(self.starts, self.cells, rows)
            newest = np.unique(found[~reached[found]])
            reached[newest] = True
        return np.flatnonzero(reached)

    def differences(self, values: Integers) -> Integers:
        """For each row by how much the values miss it: 0 where they add up."""
        if not len(self):
            return np.zeros(0, dtype=np.int64)
        return np.add.reduceat(self.coefficients * values[self.cells], self.starts[:-1]) - self.rights

    def complete(self, known: Flags) -> Flags:
        """For each row whether all its cells are known."""
        if not len(self):
            return np.zeros(0, dtype=np.bool_)
        return np.logical_and.reduceat(known[self.cells], self.starts[:-1])

    def parent(self, number: int) -> int:
        """The cell that a row says to be the sum of the others: the one with its own sign, else the first."""
        cells, coefficients = self.row(number)
        alone = np.flatnonzero(coefficients == -1)
        return int(cells[alone[0]]) if len(alone) == 1 else int(cells[0])

    def moved(self, places: Integers, cells_number: int) -> "Relations":
        """The rows with the cells renumbered: cell i becomes places[i], places (cells,)."""
        return Relations(
            cells_number, self.starts, places[self.cells], self.coefficients, self.rights, self.dimensions
        )


def taken(starts: Any, items: Any, lines: Integers) -> Any:
    """The items of some lines, one after the other: those of line i are from starts[i] to starts[i + 1], of
    starts (lines + 1,).
    """
    counts = starts[lines + 1] - starts[lines]
    return items[np.repeat(starts[lines] - np.cumsum(counts) + counts, counts) + np.arange(counts.sum())]


def relations_of(
    cells_number: int, rows: Iterable[tuple[Sequence[int], Sequence[int]]], rights: Sequence[int] = ()
) -> Relations:
    """Relations from rows of (cells, coefficients); all of dimension -1."""
    listed = [(cells, coefficients) for cells, coefficients in rows if len(cells)]
    lengths = np.array([len(cells) for cells, _ in listed], dtype=np.int64)
    return Relations(
        cells_number,
        np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(lengths)]),
        np.array([cell for cells, _ in listed for cell in cells], dtype=np.int64),
        np.array([c for _, coefficients in listed for c in coefficients], dtype=np.int64),
        np.array(rights if len(rights) else np.zeros(len(listed)), dtype=np.int64),
        np.full(len(listed), -1, dtype=np.int64),
    )


def product_relations(dimensions: Sequence[Dimension]) -> Relations:
    """The relations of a table of all combinations of categories, cells numbered in row-major order.

    One row for each split of a dimension and each combination of the others' categories.
    """
    shape = [len(dimension) for dimension in dimensions]
    number = int(np.prod(shape, dtype=np.int64))
    places = np.arange(number, dtype=np.int64).reshape(shape)
    blocks: list[Integers] = []
    signs: list[Integers] = []
    axes: list[Integers] = []
    for axis, dimension in enumerate(dimensions):
        along = np.moveaxis(places, axis, -1).reshape(-1, shape[axis])
        for split in dimension.splits:
            blocks.append(along[:, [split.parent, *split.children]])
            sign = np.ones(len(split.children) + 1, dtype=np.int64)
            sign[0] = -1
            signs.append(np.tile(sign, len(along)))
            axes.append(np.full(len(along), axis, dtype=np.int64))
    lengths = [np.full(len(block), block.shape[1], dtype=np.int64) for block in blocks]
    return Relations(
        number,
        np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(_joined(lengths))]),
        _joined([block.ravel() for block in blocks]),
        _joined(signs),
        np.zeros(sum(map(len, blocks)), dtype=np.int64),
        _joined(axes),
    )


def _joined(parts: Sequence[Integers]) -> Integers:
    return np.concatenate(parts) if parts else np.zeros(0, dtype=np.int64)
