"""The problem of cell suppression: which cells to hold back so that an intruder stays far enough from all
unsafe ones (Fischetti & Salazar-Gonzalez 2001).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.tables.relations import Flags, Integers, Relations
from sdc_desktop.engine.tables.table import NO_BOUND, Levels

Vector = npt.NDArray[np.float64]
_FAR = 10  # a missing bound lies so many times the largest value away


@dataclass(frozen=True)
class Need:
    """A primary must be able to lie as far from its value as the levels ask, also for a person who knows the
    cells ``known``, and of the cells ``own`` (cell, units) that they are at least so great.
    """

    primary: int
    levels: Levels
    known: frozenset[int] = frozenset()
    own: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class SuppressionProblem:
    """``values`` (cells,) int64; ``costs`` (cells,) of suppressing each; ``frozen``: never suppressed.

    ``lower``, ``upper``: what the intruder is granted, absolute. ``levels`` by primary cell: primaries are
    suppressed whatever it costs. The last ``virtual`` cells are no cells of the table: sums of two that are
    to be protected too. ``insiders``: what is needed against contributors. ``hidden``: cells that no table
    shows and that cost nothing, such as the fine cells of linked tables; None where there are none. All in
    units.
    """

    relations: Relations
    values: Integers
    costs: Vector
    frozen: Flags
    lower: Integers
    upper: Integers
    levels: Mapping[int, Levels]
    virtual: int = 0
    insiders: tuple[Need, ...] = ()
    hidden: Flags | None = None

    @property
    def needs(self) -> list[Need]:
        """What is needed against those who know the published cells alone, then against insiders."""
        return [*(Need(cell, self.levels[cell]) for cell in self.primaries), *self.insiders]

    @cached_property
    def primaries(self) -> list[int]:
        """The primary cells, virtual ones among them, ascending."""
        return sorted(self.levels)

    @property
    def always(self) -> Flags:
        """Which cells (cells,) are suppressed in every pattern."""
        return self._always.copy()

    @cached_property
    def _always(self) -> Flags:
        flags = np.zeros(len(self.values), dtype=np.bool_) if self.hidden is None else self.hidden.copy()
        flags[self.primaries] = True
        return flags

    def cost(self, pattern: Flags) -> float:
        """The cost of the secondaries of a pattern (cells,)."""
        chosen = pattern & ~self.always
        return float(self.costs[chosen].sum())

    def rooms(self) -> tuple[Vector, Vector]:
        """How far down and up (cells,) the intruder must expect a cell from its value; 0 if never suppressed.

        Computed once; the arrays must not be changed.
        """
        return self._rooms

    @cached_property
    def movable(self) -> Flags:
        """Which cells (cells,) an intruder cannot rule out to differ from their values when they are
        suppressed.
        """
        down, up = self._rooms
        return (down > 0) | (up > 0)

    @cached_property
    def _rooms(self) -> tuple[Vector, Vector]:
        far = _FAR * max(1, int(np.abs(self.values).max(initial=0)))
        down = np.where(self.lower <= -NO_BOUND, far, self.values - self.lower)
        up = np.where(self.upper >= NO_BOUND, far, self.upper - self.values)
        movable = ~self.frozen | self.always
        return np.where(movable, down, 0).astype(np.float64), np.where(movable, up, 0).astype(np.float64)


def with_virtual_cells(
    problem: SuppressionProblem, groups: Sequence[Sequence[int]], levels: Sequence[Levels] | None = None
) -> SuppressionProblem:
    """The problem where the sum of each of the `groups` (of cells) must also stay open. It stays open as far
    as its levels require, or else by a unit.
    """
    if not groups:
        return problem
    old, relations = len(problem.values), problem.relations
    number = len(groups)
    own = np.arange(old, old + number)
    terms = np.array(
        [cell for place, group in zip(own.tolist(), groups, strict=True) for cell in (place, *group)]
    )
    signs = np.array([sign for group in groups for sign in (-1, *[1] * len(group))], dtype=np.int64)
    starts = relations.starts[-1] + np.cumsum([len(group) + 1 for group in groups])
    sums = np.array([int(problem.values[list(group)].sum()) for group in groups], dtype=np.int64)
    extended = Relations(
        old + number,
        np.concatenate([relations.starts, starts]),
        np.concatenate([relations.cells, terms]),
        np.concatenate([relations.coefficients, signs]),
        np.concatenate([relations.rights, np.zeros(number, dtype=np.int64)]),
        np.concatenate([relations.dimensions, np.full(number, -1, dtype=np.int64)]),
    )
    levels_given = [Levels(sliding=Fraction(1))] * number if levels is None else levels
    return replace(
        problem,
        relations=extended,
        values=np.concatenate([problem.values, sums]),
        costs=np.concatenate([problem.costs, np.zeros(number)]),
        frozen=np.concatenate([problem.frozen, np.zeros(number, dtype=np.bool_)]),
        lower=np.concatenate([problem.lower, np.full(number, -NO_BOUND)]),
        upper=np.concatenate([problem.upper, np.full(number, NO_BOUND)]),
        levels={**problem.levels, **dict(zip(own.tolist(), levels_given, strict=True))},
        virtual=problem.virtual + number,
        hidden=None
        if problem.hidden is None
        else np.append(problem.hidden, np.zeros(number, dtype=np.bool_)),
    )


def singleton_pairs(relations: Relations, primaries: Flags, singles: Flags) -> list[tuple[int, int]]:
    """The two primaries of each relation that has only two, one of them with one contributor only.

    That contributor knows its own cell, and would see through the other if nothing else were suppressed.
    """
    if not len(relations):
        return []
    pairs = set()
    inside = primaries[relations.cells].astype(np.int64)
    counts: Integers = np.add.reduceat(inside, relations.starts[:-1])
    for row in np.flatnonzero(counts == 2).tolist():
        cells, _ = relations.row(row)
        one, other = (int(cell) for cell in cells[primaries[cells]])
        if singles[one] or singles[other]:
            pairs.add((min(one, other), max(one, other)))
    return sorted(pairs)
