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

from sdc_desktop.engine.problems import Refused, error
from sdc_desktop.engine.tables.attack.attack import solvers
from sdc_desktop.engine.tables.protection.suppression_problem import Need, SuppressionProblem
from sdc_desktop.engine.tables.relations import Integers

Vector = npt.NDArray[np.float64]


def values_of(solver: Any) -> Vector:
    """The values of all variables, in the order in which they were made."""
    return np.array(_response(solver).variable_value, dtype=np.float64)


def reduced_costs_of(solver: Any) -> Vector:
    """The reduced costs of all variables of a linear program."""
    return np.array(_response(solver).reduced_cost, dtype=np.float64)


def _response(solver: Any) -> Any:
    from ortools.linear_solver import linear_solver_pb2  # type: ignore[import-untyped]

    response = linear_solver_pb2.MPSolutionResponse()
    solver.FillSolutionResponseProto(response)
    return response


@dataclass(frozen=True)
class Reach:
    """How far a primary can move; ``cut`` (cells,): that far is at most cut @ x, for every x."""

    distance: float
    cut: Vector


class Attacker:
    """One warm linear program for all questions about a problem."""

    def __init__(self, problem: SuppressionProblem) -> None:
        down, up = problem.rooms()
        self._down, self._up = down, up
        self._down_now, self._up_now = down, up
        self.columns: Integers = np.flatnonzero((down > 0) | (up > 0))
        place = np.full(len(problem.values), -1, dtype=np.int64)
        place[self.columns] = np.arange(len(self.columns))
        self._place = place
        self._cells = len(problem.values)
        self._solver: Any = solvers().Solver.CreateSolver("GLOP")
        self._variables = [self._solver.NumVar(0, 0, "") for _ in self.columns]
        relations = problem.relations
        for row in range(len(relations)):
            cells, signs = relations.row(row)
            constraint = self._solver.Constraint(0, 0)
            for column, sign in zip(place[cells].tolist(), signs.tolist(), strict=True):
                if column >= 0:
                    constraint.SetCoefficient(self._variables[column], sign)
        self._objective = self._solver.Objective()
        self._asked = -1
        self._values = problem.values
        self._ends = np.zeros(len(self.columns)), np.zeros(len(self.columns))
        self._warm = solvers().MPSolverParameters()
        for name, value in (("INCREMENTALITY", "INCREMENTALITY_ON"), ("PRESOLVE", "PRESOLVE_OFF")):
            self._warm.SetIntegerParam(getattr(self._warm, name), getattr(self._warm, value))
        self._warm.SetIntegerParam(self._warm.LP_ALGORITHM, self._warm.PRIMAL)

    def face(self, pattern: Vector, need: Need | None = None) -> None:
        """From now on attack this pattern, (cells,) between 0 and 1; with all that a need's insider knows."""
        down, up = self._down, self._up
        if need is not None and (need.known or need.own):
            down, up = down.copy(), up.copy()
            down[list(need.known)] = up[list(need.known)] = 0
            for cell, least in need.own:
                down[cell] = min(down[cell], max(0, int(self._values[cell]) - least))
        self._down_now, self._up_now = down, up
        shares = pattern[self.columns]
        low, high = -down[self.columns] * shares, up[self.columns] * shares
        for column in np.flatnonzero((low != self._ends[0]) | (high != self._ends[1])).tolist():
            self._variables[column].SetBounds(float(low[column]), float(high[column]))
        self._ends = low, high

    def reach(self, primary: int, *, upwards: bool) -> Reach:
        """How far the primary can move up or down. Raises :class:`Refused` where the solver fails."""
        column = int(self._place[primary])
        if column < 0:
            return Reach(0.0, np.zeros(self._cells))
        if self._asked >= 0:
            self._objective.SetCoefficient(self._variables[self._asked], 0)
        self._asked = column
        self._objective.SetCoefficient(self._variables[column], 1 if upwards else -1)
        self._objective.SetMaximization()
        status = self._solver.Solve(self._warm)
        if status != self._solver.OPTIMAL:
            status = self._solver.Solve()
        if status != self._solver.OPTIMAL:
            raise Refused(error("audit.solver_failed", number=len(self.columns)))
        costs = reduced_costs_of(self._solver)
        cut = np.zeros(self._cells)
        ups, downs = self._up_now[self.columns], self._down_now[self.columns]
        cut[self.columns] = np.maximum(costs, 0) * ups + np.maximum(-costs, 0) * downs
        return Reach(float(self._objective.Value()), cut)

    def movement(self) -> Vector:
        """(cells,): the differences of the table that answered the last question."""
        found = np.zeros(self._cells)
        found[self.columns] = values_of(self._solver)
        return found


_SLACK = 1e-6


@dataclass(frozen=True)
class Cut:
    """``cut @ x >= least`` for every pattern that protects the primary."""

    primary: int
    cut: Vector
    least: float


def violated(attacker: Attacker, need: Need) -> Iterator[Cut]:
    """What of a need the pattern faced does not meet, as cuts."""
    primary, levels = need.primary, need.levels
    up = attacker.reach(primary, upwards=True)
    down = attacker.reach(primary, upwards=False)
    needs = (
        (up.distance, float(levels.upper), up.cut),
        (down.distance, float(levels.lower), down.cut),
        (up.distance + down.distance, float(levels.sliding), up.cut + down.cut),
    )
    for distance, least, cut in needs:
        if distance < least - _SLACK * max(1.0, least):
            yield Cut(primary, cut, least)


def support(movement: Vector) -> frozenset[int]:
    """The cells that move."""
    return frozenset(np.flatnonzero(movement).tolist())
