"""The lattice of generalisation levels and its nodes: finer towards the origin."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.members import Members, Shown
from sdc_desktop.engine.microdata.classes.key_classes import (
    Integers,
    KeyClasses,
    Levels,
    RollUp,
    Vector,
    merged_pairs,
    merged_sizes,
)
from sdc_desktop.engine.microdata.classes.knowledge import persons_of
from sdc_desktop.engine.microdata.criteria.class_values import ClassValues, Flags
from sdc_desktop.engine.microdata.criteria.criteria import Failing, Judge

Slices = tuple[slice, ...]


@dataclass(frozen=True)
class Lattice:
    """The levels allowed for each variable: from ``least`` to ``most``, both among them."""

    least: Levels
    most: Levels

    @property
    def shape(self) -> tuple[int, ...]:
        """How many levels each variable has."""
        return tuple(high - low + 1 for low, high in zip(self.least, self.most, strict=True))

    @property
    def nodes(self) -> int:
        """How many combinations there are."""
        return math.prod(self.shape)

    def place(self, levels: Levels) -> tuple[int, ...]:
        """The index of the node of these levels in an array of the lattice's shape."""
        return tuple(level - low for level, low in zip(levels, self.least, strict=True))

    def levels(self, place: Sequence[int]) -> Levels:
        """The levels of the node at a place."""
        return tuple(int(index) + low for index, low in zip(place, self.least, strict=True))

    def between(self, finest: Levels, coarsest: Levels) -> Slices:
        """The nodes at least as coarse as one and at least as fine as another."""
        return tuple(
            slice(max(low, start) - low, end - low + 1)
            for low, start, end in zip(self.least, finest, coarsest, strict=True)
        )

    def coarser(self, place: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """The places one level above a place."""
        for axis, (index, size) in enumerate(zip(place, self.shape, strict=True)):
            if index + 1 < size:
                yield (*place[:axis], index + 1, *place[axis + 1 :])


def product_of(factors: Sequence[Vector]) -> npt.NDArray[np.float64]:
    """The products (levels, ...), an axis per variable in order, of one factor a variable: factors
    (levels,).
    """
    result = np.ones(())
    for factor in factors:
        result = np.multiply.outer(result, factor)
    return result


def sum_of(terms: Sequence[Vector]) -> npt.NDArray[np.float64]:
    """The sums (levels, ...), an axis per variable in order, of one term a variable: terms (levels,)."""
    result = np.zeros(())
    for term in terms:
        result = np.add.outer(result, term)
    return result


@dataclass(frozen=True)
class Node:
    """``base`` are finer classes that the node was rolled up from, ``number`` (base classes,) says into which
    of its classes each falls; ``sizes`` (classes,) count records.
    """

    levels: Levels
    base: KeyClasses
    number: Integers
    sizes: Integers
    failing: Failing

    @property
    def suppressed(self) -> int:
        """How many records lie in classes that fail."""
        return int(self.sizes[self.failing.fails].sum())

    @property
    def surely_suppressed(self) -> int:
        """How many of them lie in such classes at all finer levels too."""
        return int(self.sizes[self.failing.surely].sum())

    def margins(self, flags: Flags, categories: Sequence[int]) -> list[Integers]:
        """Records of the flagged classes (classes,) by category, one vector a variable, at the base's levels.

        ``categories``: the number of categories of each variable.
        """
        rows = np.flatnonzero(flags.take(self.number))
        weights = self.base.sizes.take(rows).astype(np.float64)  # exact, and converted once
        return [
            np.bincount(self.base.codes[variable].take(rows), weights=weights, minlength=count).astype(
                np.int64
            )
            for variable, count in enumerate(categories)
        ]


def evaluated(
    levels: Levels, base: KeyClasses, roll_up: RollUp, judge: Judge, context: JobContext | None = None
) -> Node:
    """Roll classes up to some levels and judge them. Raises Cancelled."""
    number, count = roll_up.numbers(base, levels)
    sizes = merged_sizes(base.sizes, number, count)
    pairs = {name: merged_pairs(base.pairs[name], number, count) for name in judge.needed}
    people: Vector | None = None
    if judge.population is not None:
        at = roll_up.merged(replace(base, pairs={}, members=None), levels, number, count)
        people = judge.population.people(levels, at.codes)
    shown = roll_up.shown(base, levels, number, count)
    persons, members = merged_persons(base.members, number, sizes, judge, context or JobContext(), shown)
    values = ClassValues(sizes, pairs, people, None, persons, members)
    return Node(levels, base, number, sizes, judge.failing(values))


def merged_persons(
    base: Members | None,
    number: Integers,
    sizes: Integers,
    judge: Judge,
    context: JobContext,
    shown: Shown | None = None,
) -> tuple[Integers | None, Members | None]:
    """The persons that count in each class (classes,), and who they are where that matters: persons of merged
    classes do not add up. ``shown``: the texts of the classes, as of :meth:`Members.merged`.
    """
    if base is None:
        return None, None
    if base.known == 1 and not judge.needs_members:
        return base.numbers_merged(number, len(sizes)), None
    members = base.merged(number, shown)
    return persons_of(members, sizes, context), members
