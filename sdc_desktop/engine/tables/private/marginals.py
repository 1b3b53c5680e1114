"""The marginals of a table whose codes are declared: complete sets of disjoint cells, each measured at once.

A level of a dimension is its categories at a depth below the total, with those that end above it. A marginal
has a level of each dimension; that of the lowest levels has the detailed cells.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np

from sdc_desktop.engine.tables.dimension import Dimension
from sdc_desktop.engine.tables.relations import Integers

BETWEEN = " * "  # of the names of levels in that of a marginal


@dataclass(frozen=True)
class Level:
    """``categories``: places in the dimension, disjoint and complete; ``of_leaf`` (leaves,): for each leaf of
    the dimension the place in them. ``name``: empty for the total.
    """

    name: str
    categories: tuple[int, ...]
    of_leaf: Integers


@dataclass(frozen=True)
class Marginal:
    """A level of each dimension. ``name``: those of its levels but totals, or the code of totals."""

    name: str
    levels: tuple[Level, ...]

    @cached_property
    def shape(self) -> tuple[int, ...]:
        """The number of categories of each level."""
        return tuple(len(level.categories) for level in self.levels)

    def __len__(self) -> int:
        return int(np.prod(self.shape))

    @cached_property
    def of_detailed(self) -> Integers:
        """For each detailed cell, in row-major order of the leaves, the number of its cell here."""
        places = np.meshgrid(*(level.of_leaf for level in self.levels), indexing="ij")
        found: Integers = np.ravel_multi_index([one.ravel() for one in places], self.shape).astype(np.int64)
        return found


def levels_of(dimension: Dimension) -> tuple[Level, ...]:
    """The levels of a dimension, from the total down. Its splits nest."""
    deepest = max(dimension.depths)
    leaves = {place: number for number, place in enumerate(dimension.leaves)}
    found = []
    for depth in range(deepest + 1):
        own = tuple(
            place
            for place, at in enumerate(dimension.depths)
            if at == depth or (at < depth and place in leaves)
        )
        of_leaf = np.zeros(len(leaves), dtype=np.int64)
        for number, place in enumerate(own):
            of_leaf[[leaves[leaf] for leaf in dimension.below[place]]] = number
        found.append(Level(_level_name(dimension.name, depth, deepest), own, of_leaf))
    return tuple(found)


def _level_name(name: str, depth: int, deepest: int) -> str:
    """The lowest level has the dimension's name; one above it also its number, from 1 below the total."""
    if depth == 0 < deepest:
        return ""
    return name if depth == deepest else f"{name} {depth}"


def marginals_of(dimensions: Sequence[Dimension], total: str) -> tuple[Marginal, ...]:
    """All marginals of a table, from the detailed cells up to the total."""
    return tuple(_marginals(dimensions, total))


def _marginals(dimensions: Sequence[Dimension], total: str) -> Iterator[Marginal]:
    for levels in product(*(levels_of(dimension)[::-1] for dimension in dimensions)):
        names = [level.name for level in levels if level.name]
        yield Marginal(BETWEEN.join(names) or total, tuple(levels))


def summed_up(dimensions: Sequence[Dimension], detailed: Integers) -> Integers:
    """All cells of the table in row-major order of the categories, as sums of the detailed ones (leaves of
    each dimension, row-major): additive by construction.
    """
    cells = detailed.reshape([len(dimension.leaves) for dimension in dimensions])
    for axis, dimension in enumerate(dimensions):
        leaves = {place: number for number, place in enumerate(dimension.leaves)}
        members = np.zeros((len(dimension), len(leaves)), dtype=np.int64)
        for place, below in enumerate(dimension.below):
            members[place, [leaves[leaf] for leaf in below]] = 1
        cells = np.moveaxis(np.tensordot(members, cells, axes=(1, axis)), 0, axis)
    return cells.ravel()
