"""Least-cost movements: how the table changes so that one cell goes as far as it must, and which cells move.

A movement z is a difference from the true table, M z = 0, in which no cell moves beyond what an intruder
expects (Fischetti & Salazar-Gonzalez 2001). What moves is suppressed; so a movement proves how far its cells
reach.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.problems import Refused, error
from sdc_desktop.engine.tables.attack.linear_program import LinearProgram, solver_modules
from sdc_desktop.engine.tables.protection.suppression_problem import Need, SuppressionProblem, Vector
from sdc_desktop.engine.tables.relations import Flags, Integers
from sdc_desktop.engine.tables.table import Levels

MOVES = 1e-6  # of a unit of the program: less is the solver's noise
LEAST = 1e-6  # of the greatest cost: smaller ones are as good as equal, and confuse the solver
_SPAN = 100.0  # distances this far apart are solved in the same unit
_ROOM = 1e5  # of a cell, in units of the movement: no cell of a cheapest movement goes so far


@dataclass(frozen=True)
class Movement:
    """The cells that move, ascending, and by how much, in units of the table."""

    cells: Integers
    distances: Vector

    @property
    def support(self) -> frozenset[int]:
        """The cells that move."""
        return frozenset(self.cells.tolist())


def prices_of(problem: SuppressionProblem, pattern: Flags) -> Vector:
    """What each cell costs to move by a unit: nothing where it is suppressed, else between 1e-6 and 1."""
    greatest = float(problem.costs.max(initial=0.0)) or 1.0
    return np.where(pattern, 0.0, np.maximum(problem.costs / greatest, LEAST))


class Movements:
    """Least-cost movements of table cells among those that may move, in one program solved again.

    ``iterations``: of the simplex algorithm so far.
    """

    def __init__(self, problem: SuppressionProblem, cells: Integers, prices: Vector) -> None:
        """Only `cells` move, ascending; `prices` (cells of the table,) for each unit of movement."""
        down, up = problem.rooms()
        self._cells = cells[problem.movable[cells]]
        self._place = {cell: place for place, cell in enumerate(self._cells.tolist())}
        self._up, self._down = up[self._cells], down[self._cells]
        self._values = problem.values[self._cells]
        self._number = len(self._cells)
        self._held = np.zeros(self._number, dtype=np.bool_)
        self._scale = 0.0  # one unit of the program, in units of the table
        own = prices[self._cells]
        self._paired = np.flatnonzero(
            own > 0
        )  # have a column in each direction; others have one from down to up
        self._pair = {place: self._number + pair for pair, place in enumerate(self._paired.tolist())}
        numbers, rows = problem.relations.among(self._cells)
        self._rights, self._costs = np.zeros(len(numbers)), np.concatenate([own, own[self._paired]])
        self._rows = rows.with_copies(self._paired, self._number, -1)
        self._made: LinearProgram | None = None
        self._warm, self._fresh = (solver_parameters(warm=warm) for warm in (True, False))

    @property
    def iterations(self) -> int:
        """Of the simplex algorithm so far."""
        return 0 if self._made is None else self._made.iterations

    @property
    def _program(self) -> LinearProgram:
        assert self._made is not None  # from the first distance on
        return self._made

    def free(self, cells: Iterable[int]) -> None:
        """From now on these cells move for nothing."""
        places = [self._place[cell] for cell in cells if cell in self._place]
        pairs = [self._pair[place] for place in places if place in self._pair]
        both = np.array([*places, *pairs], dtype=np.int64)
        if self._made is None:
            self._costs[both] = 0.0
        else:
            self._made.price(both, np.zeros(len(both)))

    def hold(self, cell: int) -> None:
        """From now on a cell does not move."""
        self._held[self._place[cell]] = True
        self._bound(self._place[cell])

    def release(self, cell: int) -> None:
        """Let a cell move again."""
        self._held[self._place[cell]] = False
        self._bound(self._place[cell])

    @contextmanager
    def known_to(self, need: Need) -> Iterator[None]:
        """Within the block the cells that an insider knows do not move, nor others below its own part."""
        held = [cell for cell in sorted(need.known) if cell in self._place]
        held = [cell for cell in held if not self._held[self._place[cell]]]
        down = self._down.copy()
        parts = [(self._place[cell], least) for cell, least in need.own if cell in self._place]
        for place, least in parts:
            room = max(0.0, float(self._values[place]) - least)
            self._down[place] = min(float(down[place]), room)
            self._bound(place)
        for cell in held:
            self.hold(cell)
        try:
            yield
        finally:
            self._down = down
            for cell in held:
                self.release(cell)
            for place, _ in parts:
                self._bound(place)

    def _bound(self, place: int) -> None:
        if not self._scale:
            return  # nothing was computed yet
        free = 0.0 if self._held[place] else 1.0
        up, down = (free * min(float(room[place]) / self._scale, _ROOM) for room in (self._up, self._down))
        pair = self._pair.get(place)
        self._program.bound_one(place, -down if pair is None else 0.0, up)
        if pair is not None:
            self._program.bound_one(pair, 0.0, down)

    def _rescale(self, distance: float) -> None:
        """Scale movements to about the distance required: else the solver loses the small ones."""
        if self._scale and 1 / _SPAN <= distance / self._scale <= _SPAN:
            return
        self._scale = distance
        free = np.where(self._held, 0.0, 1.0)
        up, down = (free * np.minimum(room / distance, _ROOM) for room in (self._up, self._down))
        lower = -down
        lower[self._paired] = 0.0
        lower = np.concatenate([lower, np.zeros(len(self._paired))])
        upper = np.concatenate([up, down[self._paired]])
        if self._made is None:
            self._made = LinearProgram(self._rows, self._rights, self._rights, lower, upper, self._costs)
        else:
            self._made.bound(np.arange(len(lower)), lower, upper)

    def cheapest(
        self, cell: int, distance: float, context: JobContext, *, sure: bool = True
    ) -> Movement | None:
        """The cheapest movement that moves a cell so far (up if positive); None where none does.

        ``sure``: that none does is asked twice, the second time afresh. Raises :class:`Refused` where the
        solver fails, Cancelled.
        """
        place = self._place.get(cell)
        if place is None:
            return None
        room = float((self._up if distance > 0 else self._down)[place])
        if room < abs(distance) or self._held[place]:
            return None
        self._rescale(abs(distance))
        self._fix(place, distance / self._scale)
        program = self._program
        outcome = program.solve(self._warm, context)
        if outcome == "failed" or (sure and outcome == "infeasible"):
            outcome = program.solve(self._fresh, context)
        found = self._found() if outcome == "optimal" else None
        self._bound(place)  # after the solution was read: it is gone with the next change
        if outcome not in ("optimal", "infeasible"):
            raise Refused(error("audit.solver_failed", number=self._number))
        return found

    def _fix(self, place: int, length: float) -> None:
        """Move a cell so far, in units of the program."""
        pair = self._pair.get(place)
        if pair is None:
            self._program.bound_one(place, length, length)
            return
        for column, far in ((place, max(length, 0.0)), (pair, max(-length, 0.0))):
            self._program.bound_one(column, far, far)

    def turned(self, movement: Movement, cell: int, distance: float) -> Movement | None:
        """A movement turned round and scaled so that it moves a cell so far; None where there is no room."""
        own = movement.distances[movement.cells == cell]
        if len(own) == 0 or own[0] * distance >= 0:
            return None
        distances = movement.distances * (distance / own[0])
        places = [self._place[moved] for moved in movement.cells.tolist()]
        room = np.where(distances > 0, self._up[places], self._down[places])
        return Movement(movement.cells, distances) if (np.abs(distances) <= room).all() else None

    def _found(self) -> Movement:
        values = self._program.values()
        shares = values[: self._number]
        shares[self._paired] -= values[self._number :]
        moved = np.abs(shares) > MOVES
        return Movement(self._cells[moved], shares[moved] * self._scale)


def solver_parameters(*, warm: bool) -> Any:
    """The dual simplex; warm: without presolve, from the last basis."""
    pywraplp, _ = solver_modules()
    found = pywraplp.MPSolverParameters()
    found.SetIntegerParam(found.LP_ALGORITHM, found.DUAL)
    found.SetIntegerParam(found.INCREMENTALITY, found.INCREMENTALITY_ON if warm else found.INCREMENTALITY_OFF)
    found.SetIntegerParam(found.PRESOLVE, found.PRESOLVE_OFF if warm else found.PRESOLVE_ON)
    return found


def ways_of(levels: Levels) -> list[tuple[float, ...]]:
    """How far a cell is moved (up if positive) so that its levels are met: one way or the other.

    What is missing to the required length is added above the value, or else below it.
    """
    up, down = float(levels.upper), float(levels.lower)
    missing = max(0.0, float(levels.sliding) - up - down)
    ways = [(up + missing, -down), (up, -down - missing)]
    return [tuple(distance for distance in way if distance) for way in (ways if missing else ways[:1])]


def way_of(movements: Movements, need: Need, context: JobContext) -> frozenset[int] | None:
    """The cells that move when a primary goes as far as it must, both ways; None where it cannot."""
    found = movements_of(movements, need, context, sure=False)
    return None if found is None else frozenset[int]().union(*(one.support for one in found))


def movements_of(
    movements: Movements, need: Need, context: JobContext, *, sure: bool
) -> list[Movement] | None:
    """The cheapest movements that meet a need; None where none do. Where the first way turned round is as far
    as the other has to go, it serves for both. Raises :class:`Refused`, Cancelled.
    """
    with movements.known_to(need):
        for way in ways_of(need.levels):
            found: list[Movement] = []
            for distance in way:
                moved = movements.turned(found[0], need.primary, distance) if found else None
                moved = moved or movements.cheapest(need.primary, distance, context, sure=sure)
                if moved is None:
                    break
                found.append(moved)
            if len(found) == len(way):
                return found
    return None
