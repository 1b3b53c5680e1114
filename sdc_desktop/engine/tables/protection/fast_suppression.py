"""Fast suppression: for each primary in turn the cheapest cells with which it can move; then what turns out
not to be needed is published again.

The cells are those of the least-cost movement z with M z = 0 that carries the primary as far as it must go;
what is suppressed already moves for nothing (a flow heuristic, Fischetti & Salazar-Gonzalez 2001, 2003).
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.problems import Refused, error
from sdc_desktop.engine.tables.attack.attack import solvers
from sdc_desktop.engine.tables.attack.attacker import support, values_of
from sdc_desktop.engine.tables.protection.suppression_problem import Need, SuppressionProblem, Vector
from sdc_desktop.engine.tables.relations import Flags, Integers
from sdc_desktop.engine.tables.table import Levels

STEP = "choosing_cells"
_MOVES = 1e-6
_LEAST = 1e-6  # of the greatest cost: smaller ones are as good as equal, and confuse the solver
_ITERATIONS = 20_000
_SPAN = 100.0  # distances this far apart are told in the same unit
_ROOM = 1e5  # of a cell, in units of the movement: no cell of a cheapest movement goes so far


class Movements:
    """Least-cost movements of single cells over all relations."""

    def __init__(self, problem: SuppressionProblem, allowed: Flags, costs: Vector) -> None:
        """Only `allowed` cells move; `costs` (cells,) for each unit of movement."""
        down, up = problem.rooms()
        self.columns: Integers = np.flatnonzero(allowed & ((down > 0) | (up > 0)))
        self._cells = len(problem.values)
        self._place = np.full(self._cells, -1, dtype=np.int64)
        self._place[self.columns] = np.arange(len(self.columns))
        self._up, self._down = up[self.columns].tolist(), down[self.columns].tolist()
        self._solver: Any = solvers().Solver.CreateSolver("GLOP")
        self._held: set[int] = set()
        self._scale = 0.0  # one unit of the variables, in units of the table
        self._ups = [self._solver.NumVar(0, 0, "") for _ in self.columns]
        self._downs = [self._solver.NumVar(0, 0, "") for _ in self.columns]
        objective = self._solver.Objective()
        greatest = float(costs[self.columns].max(initial=0.0)) or 1.0
        relative = np.where(costs > 0, np.maximum(costs / greatest, _LEAST), 0.0)[self.columns]
        for one, other, cost in zip(self._ups, self._downs, relative.tolist(), strict=True):
            objective.SetCoefficient(one, cost)
            objective.SetCoefficient(other, cost)
        objective.SetMinimization()
        self._objective = objective
        relations = problem.relations
        for row in range(len(relations)):
            cells, signs = relations.row(row)
            places = self._place[cells]
            if (places < 0).all():
                continue
            constraint = self._solver.Constraint(0, 0)
            for place, sign in zip(places.tolist(), signs.tolist(), strict=True):
                if place >= 0:
                    constraint.SetCoefficient(self._ups[place], sign)
                    constraint.SetCoefficient(self._downs[place], -sign)
        self._solver.SetSolverSpecificParametersAsString(f"max_number_of_iterations: {_ITERATIONS}")
        self._warm, self._fresh = (_parameters(warm=warm) for warm in (True, False))

    def free(self, cells: Integers) -> None:
        """From now on these cells move for nothing."""
        for place in self._place[cells].tolist():
            if place >= 0:
                self._objective.SetCoefficient(self._ups[place], 0)
                self._objective.SetCoefficient(self._downs[place], 0)

    def hold(self, cell: int) -> None:
        """From now on a cell does not move."""
        self._held.add(int(self._place[cell]))
        self._bound(int(self._place[cell]))

    def release(self, cell: int) -> None:
        """From now on a cell moves again."""
        self._held.discard(int(self._place[cell]))
        self._bound(int(self._place[cell]))

    @contextmanager
    def known_to(self, need: Need) -> Iterator[None]:
        """Within the block the cells that an insider knows do not move."""
        held = [cell for cell in sorted(need.known) if self._place[cell] >= 0]
        held = [cell for cell in held if int(self._place[cell]) not in self._held]
        for cell in held:
            self.hold(cell)
        try:
            yield
        finally:
            for cell in held:
                self.release(cell)

    def _bound(self, place: int) -> None:
        if not self._scale:
            return  # nothing was asked yet
        free = place not in self._held
        self._ups[place].SetBounds(0, min(self._up[place] / self._scale, _ROOM) if free else 0)
        self._downs[place].SetBounds(0, min(self._down[place] / self._scale, _ROOM) if free else 0)

    def _rescale(self, distance: float) -> None:
        """Tell movements in units of about the distance asked for: else the solver loses the small ones."""
        if self._scale and 1 / _SPAN <= distance / self._scale <= _SPAN:
            return
        self._scale = distance
        for place in range(len(self.columns)):
            self._bound(place)

    def cheapest(self, cell: int, distance: float, *, sure: bool = True) -> Vector | None:
        """(cells,): the cheapest movement that moves a cell so far (up if positive); None where none does.

        ``sure``: that none does is asked twice, the second time afresh. Raises :class:`Refused` where the
        solver fails.
        """
        place = int(self._place[cell])
        room = (self._up if distance > 0 else self._down)[place] if place >= 0 else 0.0
        if room < abs(distance):
            return None
        self._rescale(abs(distance))
        length = abs(distance) / self._scale
        self._ups[place].SetBounds(*((length, length) if distance > 0 else (0.0, 0.0)))
        self._downs[place].SetBounds(*((length, length) if distance < 0 else (0.0, 0.0)))
        status = self._solver.Solve(self._warm)
        doubtful = sure or status != self._solver.INFEASIBLE
        if status != self._solver.OPTIMAL and doubtful:
            status = self._solver.Solve(self._fresh)
        if status == self._solver.INFEASIBLE:
            self._bound(place)
            return None
        if status != self._solver.OPTIMAL:
            raise Refused(error("audit.solver_failed", number=len(self.columns)))
        found = np.zeros(self._cells)
        number = len(self.columns)
        values = values_of(self._solver)  # first all ups, then all downs
        shares = values[:number] - values[number:]
        self._bound(place)  # after the solution was read: it is gone with the next change
        shares[np.abs(shares) < _MOVES] = 0
        found[self.columns] = shares * self._scale
        return found


def _parameters(*, warm: bool) -> Any:
    """Warm: from where the last question ended; else the dual simplex afresh."""
    found = solvers().MPSolverParameters()
    found.SetIntegerParam(found.INCREMENTALITY, found.INCREMENTALITY_ON if warm else found.INCREMENTALITY_OFF)
    if not warm:
        found.SetIntegerParam(found.LP_ALGORITHM, found.DUAL)
    return found


def fast_pattern(problem: SuppressionProblem, start: Flags, context: JobContext) -> Flags:
    """A pattern that protects every primary in real numbers, no cell of which is superfluous by itself.

    It contains `start`. Raises :class:`Refused` with the primaries that nothing can protect, Cancelled.
    """
    always = problem.always | start
    pattern = completed(problem, always, problem.needs, context.within(0.0, 0.7))
    return _without_superfluous(problem, pattern, always, context.within(0.7, 1.0))


def completed(
    problem: SuppressionProblem, pattern: Flags, needs: Sequence[Need], context: JobContext
) -> Flags:
    """The pattern and the cheapest cells with which what is needed is met.

    Raises :class:`Refused` with the primaries that nothing can protect, Cancelled.
    """
    costs = np.where(pattern, 0.0, np.maximum(problem.costs, _MOVES))
    movements = Movements(problem, ~problem.frozen | problem.always, costs)
    pattern = pattern.copy()
    order = sorted(needs, key=lambda need: (-_need(need.levels), need.primary))
    lost: list[int] = []
    for number, need in enumerate(order):
        context.progress(number / len(order), STEP)
        with movements.known_to(need):
            for distance in _distances(need.levels):
                found = _either_way(movements, need, distance, sure=True)
                if found is None:
                    lost.append(need.primary)
                    break
                added = np.flatnonzero((found != 0) & ~pattern)
                pattern[added] = True
                movements.free(added)
    if lost:
        lost = list(dict.fromkeys(lost))
        raise Refused(error("suppression.unprotectable", cells=tuple(map(str, lost)), number=len(lost)))
    return pattern


def _need(levels: Levels) -> float:
    return float(max(levels.upper, levels.lower, levels.sliding))


def _distances(levels: Levels) -> list[float]:
    """How far a cell is moved so that its levels are met."""
    up, down = float(levels.upper), float(levels.lower)
    missing = float(levels.sliding) - up - down
    if missing > 0:
        up += missing
    return [distance for distance in (up, -down) if distance]


def _without_superfluous(
    problem: SuppressionProblem, pattern: Flags, always: Flags, context: JobContext
) -> Flags:
    """Publish again what is not needed, the dearest first.

    For each need movements of few cells that meet it are kept; only those in which a cell moves are
    asked anew when it is to be published.
    """
    pattern = pattern.copy()
    movements = Movements(problem, pattern, np.ones(len(pattern)))
    needs = problem.needs
    moving = {place: way_of(movements, need) for place, need in enumerate(needs)}
    secondaries = np.flatnonzero(pattern & ~always)
    for number, cell in enumerate(sorted(secondaries.tolist(), key=lambda c: (-problem.costs[c], c))):
        context.progress(number / len(secondaries), STEP)
        movements.hold(cell)
        anew: dict[int, frozenset[int]] = {}
        needed = False
        for place, cells in moving.items():
            if cells is None or cell not in cells:
                continue
            context.checkpoint()
            found = way_of(movements, needs[place])
            if found is None:
                needed = True
                break
            anew[place] = found
        if needed:
            movements.release(cell)
        else:
            pattern[cell] = False
            moving |= anew
    return pattern


def way_of(movements: Movements, need: Need) -> frozenset[int] | None:
    """The cells that move when a primary goes as far as it must, both ways; None where it cannot."""
    cells: frozenset[int] = frozenset()
    with movements.known_to(need):
        for distance in _distances(need.levels):
            found = _either_way(movements, need, distance, sure=False)
            if found is None:
                return None
            cells |= support(found)
    return cells


def _either_way(movements: Movements, need: Need, distance: float, *, sure: bool) -> Vector | None:
    """The cheapest movement so far; down where up is not possible and the levels do not mind."""
    found = movements.cheapest(need.primary, distance, sure=sure)
    if found is None and not need.levels.upper and not need.levels.lower:
        found = movements.cheapest(need.primary, -distance, sure=sure)
    return found
