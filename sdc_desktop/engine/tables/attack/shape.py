"""What the shape of a table says of the bounds of its cells."""

from typing import Any

import numpy as np

from sdc_desktop.engine.tables.attack.knowledge import Knowledge, components
from sdc_desktop.engine.tables.attack.part import Part, part_of
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
    """What the rank is besides that of a smaller matrix, and the matrix: again and again a row with the only
    entry of its column, and a column with the only entry of its row, are taken away and counted.
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
