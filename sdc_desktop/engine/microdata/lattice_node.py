"""One node of the lattice, evaluated: its classes, which of them fail, and whose values they hold."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sdc_desktop.engine.microdata.criteria import ClassValues, Failing, Flags, Judge
from sdc_desktop.engine.microdata.key_classes import (
    Integers,
    KeyClasses,
    Levels,
    RollUp,
    merged_pairs,
    merged_sizes,
)


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

        ``categories``: how many there are of each variable.
        """
        rows = np.flatnonzero(flags[self.number])
        weights = self.base.sizes[rows].astype(np.float64)  # exact, and converted once
        return [
            np.bincount(self.base.codes[variable][rows], weights=weights, minlength=count).astype(np.int64)
            for variable, count in enumerate(categories)
        ]


def evaluated(levels: Levels, base: KeyClasses, roll_up: RollUp, judge: Judge) -> Node:
    """Roll classes up to some levels and judge them."""
    number, count = roll_up.numbers(base, levels)
    sizes = merged_sizes(base.sizes, number, count)
    pairs = {name: merged_pairs(base.pairs[name], number, count) for name in judge.needed}
    return Node(levels, base, number, sizes, judge.failing(ClassValues(sizes, pairs)))
