"""Seeded tables with so many cells suppressed, in patterns of the kind that suppression leaves.

Every relation with a suppressed cell has two at least, so that no single relation gives a cell away.
"""

from collections.abc import Sequence

import numpy as np

from sdc_desktop.engine.tables.attack.knowledge import Knowledge
from sdc_desktop.engine.tables.dimension import Dimension, from_levels
from sdc_desktop.engine.tables.table import NO_BOUND, Table
from tests.support.tables import table_of


def branching(name: str, widths: Sequence[int]) -> Dimension:
    """A total and so many parts below each category, level by level."""
    number = int(np.prod(widths))
    levels = [[f"{name}{leaf}" for leaf in range(number)]]
    size = 1
    for width in reversed(widths[1:]):
        size *= width
        levels.append([f"{name}{leaf // size}x{size}" for leaf in range(number)])
    return from_levels(name, [levels])


def seeded_table(dimensions: Sequence[Dimension], seed: int) -> Table:
    """Leaf cells of 1 to 999."""
    leaves = int(np.prod([len(d.leaves) for d in dimensions]))
    return table_of(dimensions, np.random.default_rng(seed).integers(1, 1000, leaves))


def seeded_pattern(table: Table, number: int, seed: int, *, inner: float = 0.1) -> np.ndarray:
    """Which `number` cells are suppressed: blocks of categories by categories, of which the share `inner`
    is of categories that are sums themselves, each with a chain of its parts.
    """
    random = np.random.default_rng(seed)
    hidden = np.zeros([len(d) for d in table.dimensions], dtype=bool)
    while hidden.sum() < number:
        block = hidden.copy()
        block[np.ix_(*(_line(dimension, random, inner) for dimension in table.dimensions))] = True
        if block.sum() <= number:
            hidden = block
    return hidden.ravel()


def _line(dimension: Dimension, random: np.random.Generator, inner: float) -> list[int]:
    """Two parts of one category, and of each that is a sum one part, down to the leaves."""
    parts_of = {split.parent: split.children for split in dimension.splits}
    lowest = [s for s in dimension.splits if not any(child in parts_of for child in s.children)]
    splits = dimension.splits if random.random() < inner else lowest
    found = random.choice(splits[random.integers(len(splits))].children, 2, replace=False).tolist()
    for place in found:  # it grows while it is gone through
        if place in parts_of:
            found.append(int(random.choice(parts_of[place])))
    return found


def knowledge_of(table: Table, hidden: np.ndarray) -> Knowledge:
    """What an intruder knows who knows that no value is negative."""
    return Knowledge(
        table.relations, np.where(hidden, 0, table.values), np.where(hidden, NO_BOUND, table.values)
    )


def flat_50_by_20() -> tuple[Table, np.ndarray]:
    """50 x 20 leaf cells, 167 suppressed."""
    table = seeded_table([branching("a", (50,)), branching("b", (20,))], 0)
    return table, seeded_pattern(table, 167, 1)


def hierarchical_3655() -> tuple[Table, np.ndarray]:
    """85 x 43 cells (1 + 4 + 16 + 64 by 1 + 6 + 36), 824 suppressed."""
    table = seeded_table([branching("a", (4, 4, 4)), branching("b", (6, 6))], 0)
    return table, seeded_pattern(table, 824, 1)
