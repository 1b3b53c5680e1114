"""Hierarchical tables of magnitudes of any size, from contributions drawn by seed, judged by the p% rule.

Leaf counts are Poisson: the product of one lognormal factor for each category, times gamma(1.5), scaled to a
mean; contributions are lognormal. A cell with total X and largest contributions x1, x2 is unsafe where
X - x1 - x2 < p/100 x1, and must be able to lie p/100 x1 - (X - x1 - x2) above and below X.
"""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from sdc_desktop.engine.tables.dimension import Dimension, from_splits
from sdc_desktop.engine.tables.protection.suppression_problem import SuppressionProblem
from sdc_desktop.engine.tables.relations import product_relations
from sdc_desktop.engine.tables.table import NO_BOUND, Levels, Table, all_codes

SIZES = {  # cells: trees of the benchmarks
    14_663: ((4, 4, 4, 4), (6, 6)),
    53_537: ((4, 4, 4, 4), (12, 12)),
    143_561: ((4, 4, 4, 4), (20, 20)),
    48_951: ((4, 4), (4, 4), (10, 10)),
    520_065: ((4, 4, 4, 4, 4), (19, 19)),
}
P = 10


def branching(name: str, widths: Sequence[int]) -> Dimension:
    """A total with widths[0] parts, each of these with widths[1] parts, and so on."""
    labels, splits = ["Total"], []
    layer: list[tuple[int, ...]] = [()]
    for width in widths:
        for parent in layer:
            children = [_label(name, (*parent, child)) for child in range(width)]
            labels += children
            splits.append((_label(name, parent), children))
        layer = [(*parent, child) for parent in layer for child in range(width)]
    return from_splits(name, labels, splits)


def _label(name: str, path: tuple[int, ...]) -> str:
    return name + ".".join(map(str, path)) if path else "Total"


def generated_table(
    trees: Sequence[Sequence[int]], seed: int = 0, mean: float = 25.0
) -> tuple[Table, dict[int, Levels]]:
    """The table and the levels of its unsafe cells."""
    random = np.random.default_rng(seed)
    dimensions = [branching("abcdef"[axis], widths) for axis, widths in enumerate(trees)]
    leaves = [int(np.prod(widths)) for widths in trees]
    rates = random.gamma(1.5, size=leaves)
    for axis, number in enumerate(leaves):
        shape = [1] * len(leaves)
        shape[axis] = number
        rates = rates * np.exp(random.normal(0, 0.7, number)).reshape(shape)
    counts = random.poisson(rates * (mean / rates.mean())).ravel()
    parts = np.maximum(1, np.rint(np.exp(random.normal(5, 1.3, int(counts.sum()))))).astype(np.int64)
    of_leaf = np.repeat(np.arange(len(counts)), counts)
    total = np.bincount(of_leaf, parts, len(counts)).astype(np.int64)
    order = np.lexsort((-parts, of_leaf))
    starts = np.cumsum(counts) - counts
    largest = [
        np.where(counts > rank, parts[order][np.minimum(starts + rank, len(parts) - 1)], 0) for rank in (0, 1)
    ]
    sums, ones, twos = _added_up(dimensions, np.stack([total, *largest]))
    table = Table(
        tuple(dimensions),
        all_codes(dimensions),
        sums,
        np.ones(len(sums), dtype=bool),
        sums == 0,
        product_relations(dimensions),
    )
    rest = sums - ones - twos
    unsafe = (sums > 0) & (100 * rest < P * ones)
    levels = {}
    for cell in np.flatnonzero(unsafe).tolist():
        level = Fraction(P * int(ones[cell]), 100) - int(rest[cell])
        levels[cell] = Levels(level, level).at_least_a_unit()
    return table, levels


def _added_up(dimensions: Sequence[Dimension], leaves: np.ndarray) -> np.ndarray:
    """(3, cells): total, largest and second largest contribution of every cell, from those of leaf cells."""
    shape = [len(dimension) for dimension in dimensions]
    found = np.zeros((3, *shape), dtype=np.int64)
    inner = [len(dimension.leaves) for dimension in dimensions]
    found[np.ix_(range(3), *(d.leaves for d in dimensions))] = leaves.reshape(3, *inner)
    for axis, dimension in enumerate(dimensions, start=1):
        along = np.moveaxis(found, axis, 1)
        for split in sorted(dimension.splits, key=lambda split: -split.parent):
            parts = along[:, split.children]
            along[0, split.parent] = parts[0].sum(axis=0)
            largest = np.sort(np.concatenate([parts[1], parts[2]]), axis=0)
            along[1, split.parent], along[2, split.parent] = largest[-1], largest[-2]
    return found.reshape(3, -1)


def generated_problem(
    trees: Sequence[Sequence[int]], seed: int = 0, mean: float = 25.0
) -> SuppressionProblem:
    """The table as a problem of suppression: the cost of a cell is its value, empty cells are published."""
    table, levels = generated_table(trees, seed, mean)
    return SuppressionProblem(
        table.relations,
        table.values,
        np.maximum(table.values, 1).astype(np.float64),
        table.values == 0,
        np.zeros(len(table), dtype=np.int64),
        np.full(len(table), NO_BOUND),
        levels,
    )
