"""What any system of sum queries tells: the least and the greatest that each value may be.

Records that are in the same queries cannot be told apart, so each such set of records has one unknown, its
sum; the bounds of a record follow from those of its set. Sets that no query connects are apart. The linear
programmes of one system differ in what is minimised only and go to OR-Tools one after the other, each begun
where the last one ended (Alfalayleh & Brankovic 2014, appendix, query restriction; tables: Oganian &
Domingo-Ferrer 2003).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.information.distribution import Vector
from sdc_desktop.engine.microdata.distances import Integers


@dataclass(frozen=True)
class Bounds:
    """The value of each record lies in [``lowest``, ``highest``] (records,)."""

    lowest: Vector
    highest: Vector


def bounds(
    values: Vector, queries: Sequence[Integers], least: float, most: float, context: JobContext
) -> Bounds:
    """The bounds that the sums of ``values`` (records,) over each query's records (numbers from 0) leave,
    where every value is known to lie between `least` and `most`. Raises Cancelled.
    """
    label, rows = _sets(queries, len(values))
    sizes = np.bincount(label)
    sums = np.bincount(label, weights=values).astype(np.float64)
    down: Vector = np.asarray(sizes * float(least) - sums)
    up: Vector = np.asarray(sizes * float(most) - sums)
    down, up = _set_bounds(rows, down, up, context)
    lowest = sums + down - (sizes - 1) * most  # the others of the set as great as may be
    highest = sums + up - (sizes - 1) * least
    return Bounds(np.maximum(lowest, least)[label], np.minimum(highest, most)[label])


def _sets(queries: Sequence[Integers], records: int) -> tuple[Integers, list[Integers]]:
    """The set (records,) of each record, equal where the same queries hold it; and the sets of each query."""
    of_record: list[list[int]] = [[] for _ in range(records)]
    for number, members in enumerate(queries):
        for record in members.tolist():
            of_record[record].append(number)
    numbers: dict[tuple[int, ...], int] = {}
    label = np.array([numbers.setdefault(tuple(found), len(numbers)) for found in of_record], dtype=np.int64)
    return label, [np.unique(label[members]) for members in queries if len(members)]


def _set_bounds(
    rows: Sequence[Integers], low: Vector, high: Vector, context: JobContext
) -> tuple[Vector, Vector]:
    """How far the sum of each set may lie from the true one, down and up, where all rows sum to the truth.

    Told as differences from the truth, which is then a solution whatever the rounding.
    """
    from ortools.linear_solver import pywraplp  # type: ignore[import-untyped]

    low, high = np.minimum(low, 0.0), np.maximum(high, 0.0)
    unit = float(np.max(high - low, initial=0.0)) or 1.0
    found_low, found_high = low.copy(), high.copy()
    for component, (members, its_rows) in enumerate(_components(rows)):
        if component % 100 == 0:
            context.checkpoint()
        solver = pywraplp.Solver.CreateSolver("GLOP")
        unknown = {place: solver.NumVar(low[place] / unit, high[place] / unit, "") for place in members}
        for row in its_rows:
            constraint = solver.Constraint(0.0, 0.0)
            for place in row.tolist():
                constraint.SetCoefficient(unknown[place], 1.0)
        parameters = pywraplp.MPSolverParameters()
        parameters.SetIntegerParam(parameters.INCREMENTALITY, parameters.INCREMENTALITY_ON)
        parameters.SetIntegerParam(parameters.LP_ALGORITHM, parameters.PRIMAL)
        parameters.SetIntegerParam(parameters.PRESOLVE, parameters.PRESOLVE_OFF)
        objective = solver.Objective()
        for place in members:
            objective.SetCoefficient(unknown[place], 1.0)
            for upwards in (False, True):
                context.checkpoint()
                objective.SetOptimizationDirection(upwards)
                status = solver.Solve(parameters)
                if status != pywraplp.Solver.OPTIMAL:
                    raise ArithmeticError(f"status {status}")
                (found_high if upwards else found_low)[place] = objective.Value() * unit
            objective.SetCoefficient(unknown[place], 0.0)
    return found_low, found_high


def _components(rows: Sequence[Integers]) -> list[tuple[list[int], list[Integers]]]:
    """The sets of records that queries connect, with these queries."""
    asked = sorted({int(place) for row in rows for place in row})
    parent = {place: place for place in asked}

    def root(place: int) -> int:
        while parent[place] != place:
            parent[place] = parent[parent[place]]
            place = parent[place]
        return place

    for row in rows:
        first = root(int(row[0]))
        for place in row[1:].tolist():
            parent[root(place)] = first
    members: dict[int, list[int]] = {}
    for place in asked:
        members.setdefault(root(place), []).append(place)
    its_rows: dict[int, list[Integers]] = {start: [] for start in members}
    for row in rows:
        its_rows[root(int(row[0]))].append(row)
    return [(members[start], its_rows[start]) for start in members]
