"""A first pattern by joint movements: one movement carries many unsafe cells as far as they must go, which
proves the reach of all of them at once, and what moves is suppressed.

For each cell of a group the program has a further column, in a range as long as the distance wanted and at a
price far below zero; a cell is met where that column is full. No group is therefore infeasible: cells not met
come into the next round. A group moves once with its signs and once with all of them reversed; each of the
two proves only the directions in which it moved the cells.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.problems import Refused, error
from sdc_desktop.engine.tables.attack.linear_program import LinearProgram
from sdc_desktop.engine.tables.protection.movements import MOVES, prices_of, solver_parameters
from sdc_desktop.engine.tables.protection.suppression_problem import SuppressionProblem, Vector
from sdc_desktop.engine.tables.protection.widening import completed
from sdc_desktop.engine.tables.relations import Flags, Integers, Relations

STEP = "choosing_cells"
_REWARD = 1000.0  # for a unit of the distance wanted, against a price of at most 1 for each cell that moves
_MET = 1e-7  # of the distance wanted may be missing


@dataclass(frozen=True)
class Distances:
    """How far primaries must be able to move: ``primaries`` ascending, ``up`` and ``down`` in units. What is
    missing to the required length is added above.
    """

    primaries: Integers
    up: Vector
    down: Vector

    @cached_property
    def order(self) -> Integers:
        """Their places by descending need, ties by cell number."""
        return np.lexsort((self.primaries, -np.maximum(self.up, self.down)))


def distances_of(problem: SuppressionProblem) -> Distances:
    """The distances that the levels require, of all primaries that can move at all."""
    primaries = np.array(problem.primaries, dtype=np.int64)
    primaries = primaries[problem.movable[primaries]]
    levels = [problem.levels[cell] for cell in primaries.tolist()]
    up = np.array([float(level.upper) for level in levels])
    down = np.array([float(level.lower) for level in levels])
    length = np.array([float(level.sliding) for level in levels])
    return Distances(primaries, up + np.maximum(0.0, length - up - down), down)


def signs_of(relations: Relations, distances: Distances, order: Integers) -> Integers:
    """(primaries,): 1 for up, -1 for down, chosen in this order so that neighbours move against each other:
    each gets the sign with the smaller sum over its relations of |balance + sign * coefficient * need|.
    """
    matrix = relations.columns
    starts, rows, signs = matrix.indptr.tolist(), matrix.indices.tolist(), matrix.data.tolist()
    needs = np.maximum(distances.up, distances.down).tolist()
    cells = distances.primaries.tolist()
    balance = [0.0] * len(relations)
    found = np.full(len(cells), -1, dtype=np.int64)
    for place in order.tolist():
        terms = range(starts[cells[place]], starts[cells[place] + 1])
        need = needs[place]
        up = sum(abs(balance[rows[term]] + signs[term] * need) for term in terms)
        down = sum(abs(balance[rows[term]] - signs[term] * need) for term in terms)
        sign = 1 if up < down else -1
        found[place] = sign
        for term in terms:
            balance[rows[term]] += sign * signs[term] * need
    return found


class JointMovements:
    """The elastic program of a problem: columns up and down for each cell, and a reward column each way for
    each primary. It is built once; a group opens its own columns.

    ``pattern`` (cells,): what is suppressed so far, which moves for nothing; ``open`` (primaries,): which are
    not yet met both ways; ``iterations``: of the simplex algorithm so far.
    """

    def __init__(self, problem: SuppressionProblem, distances: Distances, pattern: Flags) -> None:
        self._distances, self.pattern = distances, pattern.copy()
        self._unmet = np.stack([distances.up > 0, distances.down > 0])
        down, up = problem.rooms()
        self._cells = np.flatnonzero(problem.movable)
        self._place = np.full(len(down), -1, dtype=np.int64)
        self._place[self._cells] = np.arange(len(self._cells))
        number, primaries = len(self._cells), len(distances.primaries)
        wanted = np.maximum(distances.up, distances.down)
        self._scale = float(np.median(wanted[wanted > 0])) if (wanted > 0).any() else 1.0
        self._up, self._down = up, down
        numbers, rows = problem.relations.among(self._cells)
        own = self._place[distances.primaries]
        rows = rows.twice(number).with_copies(np.concatenate([own, own + number]), 2 * number)
        prices = prices_of(problem, pattern)[self._cells]
        rewards = np.full(2 * primaries, -_REWARD)
        ends = np.concatenate([up[self._cells], down[self._cells]]) / self._scale
        self._ends = np.concatenate([ends, np.zeros(2 * primaries)])
        zeros = np.zeros(len(numbers))
        costs = np.concatenate([prices, prices, rewards])
        self._program = LinearProgram(rows, zeros, zeros, np.zeros(len(costs)), self._ends, costs)
        self._parameters, self._fresh = solver_parameters(warm=True), solver_parameters(warm=False)
        self._opened = np.zeros(0, dtype=np.int64)

    @property
    def iterations(self) -> int:
        """Of the simplex algorithm so far."""
        return self._program.iterations

    @property
    def open(self) -> Flags:
        """(primaries,): which are not yet met both ways."""
        found: Flags = self._unmet[0] | self._unmet[1]
        return found

    def both_ways(self, group: Integers, signs: Integers, context: JobContext) -> None:
        """Move a group (places of primaries) by its signs (primaries,), and then against them.

        Raises :class:`Refused`, Cancelled.
        """
        for way in (signs, -signs):
            here = group[np.where(way[group] > 0, *self._unmet[:, group])]
            if len(here):
                self._move(here, way[here], context)

    def _move(self, group: Integers, signs: Integers, context: JobContext) -> None:
        """Carry a group as far as wanted, up where the sign is 1, else down."""
        distances, number = self._distances, len(self._cells)
        cells, upwards = distances.primaries[group], signs > 0
        wanted = np.where(upwards, distances.up[group], distances.down[group]) / self._scale
        room = np.where(upwards, self._up[cells], self._down[cells]) / self._scale
        far, place = np.minimum(wanted, room), self._place[cells]
        own, other = np.where(upwards, place, place + number), np.where(upwards, place + number, place)
        reward = 2 * number + group + np.where(upwards, 0, len(distances.primaries))
        program = self._program
        program.bound(self._opened, np.zeros(len(self._opened)), self._ends[self._opened])
        self._opened = np.concatenate([own, other, reward])
        ends = np.concatenate([room - far, np.zeros(len(group)), far])
        program.bound(self._opened, np.zeros(len(ends)), ends)
        outcome = program.solve(self._parameters, context)
        if outcome != "optimal":  # no movement at all is a solution: the start, or the units, were bad
            outcome = program.solve(self._fresh, context)
        if outcome != "optimal":
            raise Refused(error("audit.solver_failed", number=number))
        values = program.values()
        shares = values[:number] - values[number : 2 * number]
        shares[place] += signs * values[reward]
        met = values[reward] >= wanted * (1 - _MET)
        self._unmet[np.where(upwards, 0, 1)[met], group[met]] = False
        self._suppress(self._cells[np.abs(shares) > MOVES])

    def _suppress(self, cells: Integers) -> None:
        new = cells[~self.pattern[cells]]
        self.pattern[new] = True
        places = self._place[new]
        both = np.concatenate([places, places + len(self._cells)])
        self._program.price(both, np.zeros(len(both)))


def first_pattern(
    problem: SuppressionProblem, groups: int, order: Integers, context: JobContext
) -> tuple[Flags, int]:
    """A pattern with which all needs are met in real numbers, and the iterations that took.

    ``groups`` of equal size in this order (places in `distances_of`) move jointly. What they leave open
    moves together once more, then cell by cell, as the needs of insiders do.

    Raises :class:`Refused` with the primaries that nothing can protect, Cancelled.
    """
    distances = distances_of(problem)
    joint = JointMovements(problem, distances, problem.always)
    parts = np.array_split(order, max(1, min(groups, len(order))))
    signs = signs_of(problem.relations, distances, order)
    for number, group in enumerate(parts):
        context.progress(number / (len(parts) + 1), STEP)
        joint.both_ways(group, signs, context)
    left = order[joint.open[order]]
    if len(left):
        joint.both_ways(left, signs_of(problem.relations, distances, left), context)
    met = set(distances.primaries[~joint.open].tolist())
    needs = [need for need in problem.needs if need.known or need.own or need.primary not in met]
    pattern, iterations = completed(problem, joint.pattern, needs, context.within(0.9, 1.0))
    return pattern, iterations + joint.iterations
