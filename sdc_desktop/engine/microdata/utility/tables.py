"""Tables of two files compared: Hellinger distance, total variation, Cramer's V before and after."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Integers = npt.NDArray[np.int64]
Vector = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Column:
    """A categorical variable in both files, (records,) codes below ``levels`` each; a code means the same
    category in both.
    """

    name: str
    original: Integers
    released: Integers
    levels: int


@dataclass(frozen=True)
class TableDistance:
    """Over the union of the cells of a table of ``variables``: ``hellinger`` and ``variation`` (total
    variation), both 0 to 1; ``lost`` and ``new``: cells of one file alone. ``v_before``, ``v_after``:
    Cramer's V of a table of two variables, None where one of them has a single category.
    """

    variables: tuple[str, ...]
    hellinger: float
    variation: float
    cells: int
    lost: int
    new: int
    v_before: float | None = None
    v_after: float | None = None


def table_distance(
    columns: Sequence[Column], weights: Vector | None = None, released_weights: Vector | None = None
) -> TableDistance:
    """The distance of the tables of some variables; with weights (records,) of weighted shares."""
    before, after = _cells(columns, released=False), _cells(columns, released=True)
    cells, places = np.unique(np.concatenate([before, after]), return_inverse=True)
    first, second = places[: len(before)], places[len(before) :]
    p = np.bincount(first, weights, len(cells)).astype(np.float64)
    r = np.bincount(second, released_weights, len(cells)).astype(np.float64)
    p_share, r_share = p / p.sum(), r / r.sum()
    values: tuple[float | None, float | None] = (None, None)
    if len(columns) == 2:
        sizes = (columns[0].levels, columns[1].levels)
        values = cramers_v(cells, p, sizes), cramers_v(cells, r, sizes)
    return TableDistance(
        tuple(column.name for column in columns),
        float(np.sqrt(((np.sqrt(p_share) - np.sqrt(r_share)) ** 2).sum() / 2)),
        float(np.abs(p_share - r_share).sum() / 2),
        len(cells),
        int(((p > 0) & (r == 0)).sum()),
        int(((p == 0) & (r > 0)).sum()),
        *values,
    )


def cramers_v(cells: Integers, counts: Vector, sizes: tuple[int, int]) -> float | None:
    """sqrt(chi-square / (n (min(rows, columns) - 1))) over the rows and columns that are there; None where
    there is but one. ``cells``: numbers in row-major order of a table of these `sizes`.
    """
    present = counts > 0
    rows, columns = np.divmod(cells[present], sizes[1])
    _, row = np.unique(rows, return_inverse=True)
    _, column = np.unique(columns, return_inverse=True)
    table = np.zeros((int(row.max(initial=-1)) + 1, int(column.max(initial=-1)) + 1))
    np.add.at(table, (row, column), counts[present])
    if min(table.shape) < 2:
        return None
    expected = table.sum(axis=1, keepdims=True) * table.sum(axis=0, keepdims=True) / table.sum()
    chi_square = float(((table - expected) ** 2 / expected).sum())
    return float(np.sqrt(chi_square / (table.sum() * (min(table.shape) - 1))))


def _cells(columns: Sequence[Column], *, released: bool) -> Integers:
    found = np.zeros(len(columns[0].released if released else columns[0].original), dtype=np.int64)
    for column in columns:
        found = found * column.levels + (column.released if released else column.original)
    return found


def quantile_bins(original: Vector, bins: int) -> Vector:
    """The inner ends of at most `bins` classes with equal numbers of the original, ascending, each once."""
    if not len(original):
        return np.empty(0)
    inner = np.quantile(original, np.arange(1, bins) / bins)
    return np.unique(inner)
