"""Group disclosure: a row or column with all, or of counts nearly all, of its sum in one cell.

Of everyone in that row or column the table reveals the category of the other variable (Hundepool et al.,
Handbook on Statistical Disclosure Control), however many they are; of amounts, that each has nothing in
other categories.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from sdc_desktop.engine.tables.relations import Flags, Integers
from sdc_desktop.engine.tables.table import Table

TENTHS = 9  # of the total of a row or column, in one cell


@dataclass(frozen=True)
class GroupDisclosure:
    """The total of a row or column and the cell with the ``share`` of it, 0.9 to 1, by coordinates."""

    total: tuple[str, ...]
    cell: tuple[str, ...]
    share: float


def group_disclosures(
    table: Table, published: Integers, stated: Flags, *, whole: bool = False
) -> tuple[GroupDisclosure, ...]:
    """The rows and columns whose published counts have at least nine tenths in one cell; all where `whole`.

    ``published`` (cells,) in units where ``stated``, none below zero. A row runs over the parts of the total
    of one dimension. In the total of all other dimensions contributors are in the row for no category: there
    only a share of 1 counts.
    """
    return tuple(_found(table, published, stated, whole))


def _found(table: Table, published: Integers, stated: Flags, all_of_it: bool) -> Iterator[GroupDisclosure]:
    relations = table.relations
    if not len(relations) or (relations.dimensions < 0).any():
        return
    totals: Integers = relations.cells[relations.starts[:-1]]  # of all combinations: the sum comes first
    rows = relations.row_of_term
    whole, parts = published[totals][rows], published[relations.cells]
    of_margin = _of_margin(table, totals, relations.dimensions)[rows]
    enough = np.where(of_margin | all_of_it, parts >= whole, 10 * parts >= TENTHS * whole)
    is_part = relations.cells != totals[rows]
    shown = stated[relations.cells] & stated[totals][rows]
    of_top = _of_top(table, totals, relations.dimensions)[rows]
    for term in np.flatnonzero(enough & is_part & shown & of_top & (whole > 0)).tolist():
        share = min(1.0, int(parts[term]) / int(whole[term]))
        total, cell = int(totals[rows[term]]), int(relations.cells[term])
        yield GroupDisclosure(table.coordinates(total), table.coordinates(cell), share)


def _of_top(table: Table, totals: Integers, axes: Integers) -> Flags:
    """Whether each relation sums up to a category that is part of no other."""
    found = np.zeros(len(totals), dtype=np.bool_)
    for axis, dimension in enumerate(table.dimensions):
        tops = [place for place, depth in enumerate(dimension.depths) if depth == 0]
        found |= (axes == axis) & np.isin(table.codes[totals, axis], tops)
    return found


def _of_margin(table: Table, totals: Integers, axes: Integers) -> Flags:
    """Whether each relation is of the totals of all dimensions but the one it runs over."""
    found = np.ones(len(totals), dtype=np.bool_)
    for axis, dimension in enumerate(table.dimensions):
        found &= (axes == axis) | (table.codes[totals, axis] == (dimension.total or 0))
    return found
