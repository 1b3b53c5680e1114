"""What the shape of a table says of the bounds of its cells."""

from typing import Any

import numpy as np

from sdc_desktop.engine.tables.knowledge import Knowledge, components
from sdc_desktop.engine.tables.part import Part, part_of
from sdc_desktop.engine.tables.table import Table

_MOST = 3_000_000  # entries of a part whose rank is found


def is_unimodular(table: Table) -> bool:
    """Whether all bounds are whole and no whole number between them is impossible, by the table's shape: up
    to two dimensions, of which one may have a hierarchy, of all combinations of categories.
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
        if len(cells) * len(rows) > _MOST:
            return None
        if len(rows):
            # pivoted: a tenth of the time of singular values, and as sure for entries of -1, 0 and 1
            (triangle,) = qr(_dense(part_of(known, cells, rows)), mode="r", pivoting=True)[:1]
            sizes = np.abs(np.diag(triangle))
            total += int((sizes > sizes[0] * max(triangle.shape) * np.finfo(float).eps).sum())
    return total


def _dense(part: Part) -> Any:
    matrix = np.zeros((len(part.rows), len(part.cells)))
    rows = np.repeat(np.arange(len(part.rows)), np.diff(part.starts))
    np.add.at(matrix, (rows, part.columns), part.signs)
    return matrix
