"""The lattice of generalisation levels: one place a combination of levels, finer towards the origin."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.microdata.key_classes import Levels, Vector

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
        """Where the node of these levels stands in an array of the lattice's shape."""
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
    """The array of the products of one factor a variable, in the order of the variables."""
    result = np.ones(())
    for factor in factors:
        result = np.multiply.outer(result, factor)
    return result


def sum_of(terms: Sequence[Vector]) -> npt.NDArray[np.float64]:
    """The array of the sums of one term a variable, in the order of the variables."""
    result = np.zeros(())
    for term in terms:
        result = np.add.outer(result, term)
    return result
