"""The linear programs of an intruder: how large and how small can one unknown be?

One warm GLOP for a part; between two solutions nothing changes but the objective. Unknowns are given as
differences from a known table that fits, if there is one: right sides are then zero and figures small. Beyond
1e11 all figures are divided by a power of two, which loses nothing.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.problems import Refused, error
from sdc_desktop.engine.tables.attack.part import Part, finite
from sdc_desktop.engine.tables.relations import Integers
from sdc_desktop.engine.tables.table import NO_BOUND

Ends = Mapping[int, tuple[int, int]]  # by unknown: its least and its greatest value, where it is known better

_BITS = 36  # of figures that the solver's tolerances were made for: below 1e11
_ALL = -NO_BOUND, NO_BOUND
_NEAR = 1e-6  # a solver's number this near to a whole one is tried as that; it is then checked exactly


@dataclass(frozen=True)
class Answer:
    """What the solver says: the extreme value, and all unknowns where it is attained.

    ``status`` `unbounded` or `infeasible`: no values.
    """

    status: Literal["optimal", "unbounded", "infeasible"]
    value: float
    point: npt.NDArray[np.float64]

    def whole(self) -> Integers | None:
        """The point (unknowns,) as whole numbers; None where it is none."""
        rounded = np.rint(self.point)
        if not (np.abs(self.point - rounded) <= _NEAR * np.maximum(1.0, np.abs(self.point) * 1e-6)).all():
            return None
        return rounded.astype(np.int64)


class Attack:
    """The questions of an intruder about one part."""

    def __init__(self, part: Part, base: Integers | None) -> None:
        """`base`: a table that fits, from which unknowns are measured."""
        self._part = part
        self._base = np.zeros(len(part.cells), dtype=np.int64) if base is None else base
        self._rights = part.rights if base is None else np.zeros_like(part.rights)
        self._scale = _scale(part, self._base, self._rights)
        self._ends: Ends = {}
        self._queried = -1
        self._build()

    def _build(self) -> None:
        part = self._part
        self._solver: Any = solvers().Solver.CreateSolver("GLOP")
        self._warm = _parameters(warm=True)
        endless = self._solver.infinity()
        self._variables = [self._solver.NumVar(-endless, endless, "") for _ in part.cells]
        for place in range(len(part.cells)):
            self._bound(place, *self._ends.get(place, _ALL))
        columns, signs, starts = part.columns.tolist(), part.signs.tolist(), part.starts.tolist()
        for row, right in enumerate(self._rights.tolist()):
            constraint = self._solver.Constraint(right / self._scale, right / self._scale)
            for term in range(starts[row], starts[row + 1]):
                constraint.SetCoefficient(self._variables[columns[term]], signs[term])
        self._objective = self._solver.Objective()

    def _bound(self, place: int, least: int, most: int) -> None:
        """Bound an unknown as everyone knows it, and further by these ends."""
        endless, base = self._solver.infinity(), int(self._base[place])
        low = finite(max(int(self._part.lower[place]), least))
        high = finite(min(int(self._part.upper[place]), most))
        self._variables[place].SetBounds(
            -endless if low is None else (low - base) / self._scale,
            endless if high is None else (high - base) / self._scale,
        )

    @contextmanager
    def knowing(self, ends: Ends) -> Iterator[None]:
        """Within the block unknowns are bounded by this further knowledge."""
        self._ends = ends
        for place, own in ends.items():
            self._bound(place, *own)
        try:
            yield
        finally:
            self._ends = {}
            for place in ends:
                self._bound(place, *_ALL)

    def ask(self, unknown: int | None, *, largest: bool) -> Answer:
        """The largest or smallest value of an unknown; None: any table that fits.

        Raises :class:`Refused` where the solver fails also after a fresh start: a failure is not a bound.
        """
        for fresh in (False, True):
            if fresh:
                self._queried = -1
                self._build()
            if self._queried >= 0:
                self._objective.SetCoefficient(self._variables[self._queried], 0)
            self._queried = -1 if unknown is None else unknown
            if unknown is not None:
                self._objective.SetCoefficient(self._variables[unknown], 1)
            self._objective.SetOptimizationDirection(largest)
            status = self._solver.Solve(_parameters(warm=False) if fresh else self._warm)
            if status == self._solver.OPTIMAL:
                point = self._point() * self._scale
                value = 0.0 if unknown is None else float(point[unknown] + self._base[unknown])
                return Answer("optimal", value, point)
            if fresh and status == self._solver.INFEASIBLE:
                return Answer("infeasible", 0.0, np.zeros(0))
            if status == self._solver.UNBOUNDED:
                return Answer("unbounded", 0.0, np.zeros(0))
        raise Refused(error("audit.solver_failed", number=len(self._part.cells)))

    def whole_at(self, unknown: int, value: int, tries: int) -> Integers | None:
        """A table of whole numbers (unknowns,) in which an unknown has this value; None where corners of what
        is possible then, in this many directions, are none. The directions are the same every time.
        """
        if self._queried >= 0:
            self._objective.SetCoefficient(self._variables[self._queried], 0)
        self._queried = -1
        variable, units = self._variables[unknown], (value - int(self._base[unknown])) / self._scale
        ends = variable.lb(), variable.ub()
        variable.SetBounds(units, units)
        random = np.random.default_rng(0)
        found = None
        for _ in range(tries):
            if self._solver.Solve(self._warm) != self._solver.OPTIMAL:
                break
            found = self.table_at(Answer("optimal", 0.0, self._point() * self._scale))
            if found is not None:
                break
            for each, price in zip(self._variables, random.integers(-3, 4, len(self._base)), strict=True):
                self._objective.SetCoefficient(each, float(price))
        self._objective.Clear()
        variable.SetBounds(*ends)
        return found

    def _point(self) -> npt.NDArray[np.float64]:
        """All unknowns in one message: to ask variable by variable takes as long as to solve."""
        from ortools.linear_solver import linear_solver_pb2  # type: ignore[import-untyped]

        response: Any = linear_solver_pb2.MPSolutionResponse()
        self._solver.FillSolutionResponseProto(response)
        return np.fromiter(response.variable_value, np.float64, len(self._variables))

    def table_at(self, answer: Answer) -> Integers | None:
        """The unknowns (unknowns,) of the table that attains the bound of `answer`. None where they are not
        whole or miss a relation.
        """
        if answer.status != "optimal":
            return None
        differences = answer.whole()
        if differences is None:
            return None
        values = differences + self._base
        return values if self._part.fits(values) else None


def _scale(part: Part, base: Integers, rights: Integers) -> float:
    """A power of two: 1 for figures of usual size."""
    ends = (
        end - own
        for own, *bounds in zip(base.tolist(), part.lower.tolist(), part.upper.tolist(), strict=True)
        for end in bounds
        if finite(end) is not None
    )
    most = max(map(abs, (*ends, *rights.tolist())), default=0)
    return float(2 ** max(0, most.bit_length() - _BITS))


def solvers() -> Any:
    """OR-Tools' linear solvers, imported where they are first used: it takes a while."""
    from ortools.linear_solver import pywraplp

    return pywraplp


def _parameters(*, warm: bool) -> Any:
    """Warm: primal simplex from the last basis, no preprocessing; else dual simplex, with preprocessing."""
    found = solvers().MPSolverParameters()
    found.SetIntegerParam(found.LP_ALGORITHM, found.PRIMAL if warm else found.DUAL)
    found.SetIntegerParam(found.INCREMENTALITY, found.INCREMENTALITY_ON if warm else found.INCREMENTALITY_OFF)
    found.SetIntegerParam(found.PRESOLVE, found.PRESOLVE_OFF if warm else found.PRESOLVE_ON)
    return found
