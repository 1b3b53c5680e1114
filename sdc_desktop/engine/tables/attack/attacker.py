"""The attacker of a pattern, also of a fractional one: how far a primary moves, and cuts that require more.

With z the difference from the true table, M z = 0 and -LB_i x_i <= z_i <= UB_i x_i; the largest z_p and -z_p.
By duality they are at most sum (alpha_i UB_i + beta_i LB_i) x_i for every x, alpha and beta the positive and
negative parts of the reduced costs: the capacity cut of Fischetti & Salazar-Gonzalez 2001.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.problems import Refused, error
from sdc_desktop.engine.tables.attack.knowledge import components_of
from sdc_desktop.engine.tables.attack.linear_program import LinearProgram, solver_modules
from sdc_desktop.engine.tables.protection.suppression_problem import Need, SuppressionProblem
from sdc_desktop.engine.tables.relations import Integers, Relations, taken

Vector = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Reach:
    """How far a primary can move; ``cut`` (cells,): that far is at most cut @ x, for every x."""

    distance: float
    cut: Vector


class Attacker:
    """All questions about a problem. Cells outside the pattern faced cannot move, so that the others fall
    into components, each with a small warm program. The factors of the relations that it finds, and 0 for all
    other relations, make a cut over all cells.

    ``columns``: the cells that can move at all; ``iterations``: of the simplex algorithm so far.
    """

    def __init__(self, problem: SuppressionProblem) -> None:
        self._problem = problem
        self._down, self._up = problem.rooms()
        self.columns: Integers = np.flatnonzero(problem.movable)
        self.iterations = 0
        self._last: tuple[_Component, Vector] | None = None
        self._face(np.zeros(len(problem.values)), self._down, self._up)

    def face(self, pattern: Vector, need: Need | None = None) -> None:
        """From now on attack this pattern, (cells,) between 0 and 1; with all that a need's insider knows."""
        down, up = self._down, self._up
        if need is not None and (need.known or need.own):
            down, up = down.copy(), up.copy()
            down[list(need.known)] = up[list(need.known)] = 0
            for cell, least in need.own:
                down[cell] = min(down[cell], max(0, int(self._problem.values[cell]) - least))
        self._face(pattern, down, up)

    def _face(self, pattern: Vector, down: Vector, up: Vector) -> None:
        self._pattern, self._down_now, self._up_now = pattern, down, up
        free = np.flatnonzero((pattern > 0) & ((down > 0) | (up > 0)))
        self._parts = components_of(self._problem.relations, free)
        self._part_of = np.full(len(pattern), -1, dtype=np.int64)
        for number, (cells, _) in enumerate(self._parts):
            self._part_of[cells] = number
        self._built: dict[int, _Component] = {}

    def reach(self, primary: int, context: JobContext, *, upwards: bool) -> Reach:
        """How far the primary can move up or down.

        Raises :class:`Refused` where the solver fails, Cancelled.
        """
        number = int(self._part_of[primary])
        if number < 0:  # it does not move; its own bounds are all that says so
            return Reach(0.0, self._cut(primary, 1 if upwards else -1, np.zeros(len(self._pattern))))
        if number not in self._built:
            cells = self._parts[number][0]
            shares = self._pattern[cells]
            low, high = -self._down_now[cells] * shares, self._up_now[cells] * shares
            self._built[number] = _Component(self._problem.relations, cells, low, high)
        part, sign = self._built[number], 1 if upwards else -1
        before = part.iterations
        distance, factors = part.extreme(primary, sign, context)
        self.iterations += part.iterations - before
        self._last = part, part.movement
        relations = self._problem.relations
        return Reach(distance, self._cut(primary, sign, part.combination(factors, relations)))

    def _cut(self, primary: int, sign: int, combination: Vector) -> Vector:
        """What bounds sign times the primary, given a combination of the relations, which is 0."""
        left = -combination
        left[primary] += sign
        return np.maximum(left, 0) * self._up_now + np.maximum(-left, 0) * self._down_now

    def movement(self) -> Vector:
        """(cells,): the differences of the table that was found last."""
        found = np.zeros(len(self._pattern))
        if self._last is not None:
            part, moved = self._last
            found[part.cells] = moved
        return found


class _Component:
    """A component of the cells that move, and its program."""

    def __init__(self, relations: Relations, cells: Integers, low: Vector, high: Vector) -> None:
        self.cells = cells
        self.rows, rows = relations.among(cells)
        zeros = np.zeros(len(self.rows))
        self._program = LinearProgram(rows, zeros, zeros, low, high, np.zeros(len(cells)))
        self._warm, self._fresh = (_parameters(warm=warm) for warm in (True, False))
        self._queried = np.zeros(0, dtype=np.int64)
        self.movement = np.zeros(len(cells))

    @property
    def iterations(self) -> int:
        """Of the simplex algorithm so far."""
        return self._program.iterations

    def extreme(self, cell: int, sign: int, context: JobContext) -> tuple[float, Vector]:
        """The largest value of sign times a cell, and the factors of the relations that bound it."""
        program = self._program
        program.price(self._queried, np.zeros(len(self._queried)))
        self._queried = np.searchsorted(self.cells, np.array([cell]))
        program.price(self._queried, np.array([-float(sign)]))
        if (
            program.solve(self._warm, context) != "optimal"
            and program.solve(self._fresh, context) != "optimal"
        ):
            raise Refused(error("audit.solver_failed", number=len(self.cells)))
        answer, factors = program.solution()
        self.movement = answer
        return float(sign * answer[self._queried[0]]), -factors

    def combination(self, factors: Vector, relations: Relations) -> Vector:
        """(cells of the table,): the sum of the relations, each times its factor."""
        used = np.flatnonzero(factors)
        rows = self.rows[used]
        counts = relations.starts[rows + 1] - relations.starts[rows]
        terms = taken(relations.starts, relations.coefficients, rows) * np.repeat(factors[used], counts)
        cells = taken(relations.starts, relations.cells, rows)
        found: Vector = np.bincount(cells, terms, relations.cells_number).astype(np.float64)
        return found


def _parameters(*, warm: bool) -> Any:
    """Warm: primal simplex from the last basis, without presolve; else dual simplex with presolve."""
    pywraplp, _ = solver_modules()
    found = pywraplp.MPSolverParameters()
    found.SetIntegerParam(found.LP_ALGORITHM, found.PRIMAL if warm else found.DUAL)
    found.SetIntegerParam(found.INCREMENTALITY, found.INCREMENTALITY_ON if warm else found.INCREMENTALITY_OFF)
    found.SetIntegerParam(found.PRESOLVE, found.PRESOLVE_OFF if warm else found.PRESOLVE_ON)
    return found


_SLACK = 1e-6


@dataclass(frozen=True)
class Cut:
    """``cut @ x >= least`` for every pattern that protects the primary."""

    primary: int
    cut: Vector
    least: float


def violated(attacker: Attacker, need: Need, context: JobContext) -> Iterator[Cut]:
    """What of a need the pattern faced does not meet, as cuts."""
    primary, levels = need.primary, need.levels
    up = attacker.reach(primary, context, upwards=True)
    down = attacker.reach(primary, context, upwards=False)
    needs = (
        (up.distance, float(levels.upper), up.cut),
        (down.distance, float(levels.lower), down.cut),
        (up.distance + down.distance, float(levels.sliding), up.cut + down.cut),
    )
    for distance, least, cut in needs:
        if distance < least - _SLACK * max(1.0, least):
            yield Cut(primary, cut, least)
