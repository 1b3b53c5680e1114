"""Controlled tabular adjustment (Dandekar & Cox 2002, Castro 2006): unsafe cells go to an end of their
protection, up or down; the others adjust as little as can be so that the table adds up.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from typing import Any

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.problems import Refused, error
from sdc_desktop.engine.tables.levels import Levels
from sdc_desktop.engine.tables.relations import Flags, Integers, Relations
from sdc_desktop.engine.tables.whole_attack import stoppable

STEP = "adjusting"
_LIMIT = 60.0
_WEIGHTS = 1000  # costs are told to the solver in this many steps


@dataclass(frozen=True)
class Adjusted:
    """``values`` (cells,) in units; ``cost``: the sum of cost times |change|; proven: none costs less."""

    values: Integers
    cost: float
    proven: bool


def adjust(
    relations: Relations,
    values: Integers,
    costs: npt.NDArray[np.float64],
    levels: Mapping[int, Levels],
    fixed: Flags,
    lower: Integers,
    context: JobContext,
) -> Adjusted:
    """The cheapest additive table in which every cell of `levels` lies at least its upper level above or its
    lower level below its value. `fixed` cells stay; no cell goes below `lower`. Raises :class:`Refused` where
    there is none, Cancelled.
    """
    from ortools.sat.python import cp_model

    context.progress(0.0, STEP)
    model: Any = cp_model.CpModel()
    farthest = max((ceil(max(level.upper, level.lower)) for level in levels.values()), default=0)
    most = 2 * (1 + int(np.abs(values).max(initial=0)) + farthest)
    greatest = float(costs.max(initial=1.0)) or 1.0
    changes, sizes = [], []
    for cell, value in enumerate(values.tolist()):
        down = max(-most, int(lower[cell]) - value)
        change = model.new_int_var(0 if fixed[cell] else down, 0 if fixed[cell] else most, "")
        size = model.new_int_var(0, most, "")
        model.add(size >= change)
        model.add(size >= -change)
        changes.append(change)
        sizes.append(size)
    for row in range(len(relations)):
        cells, signs = relations.row(row)
        chosen = [changes[cell] for cell in cells.tolist()]
        model.add(cp_model.LinearExpr.weighted_sum(chosen, signs.tolist()) == 0)
    for cell, level in levels.items():
        upwards = model.new_bool_var("")
        model.add(changes[cell] >= max(1, ceil(level.upper))).only_enforce_if(upwards)
        model.add(changes[cell] <= -max(1, ceil(level.lower))).only_enforce_if(~upwards)
    steps = np.maximum(1, np.rint(costs / greatest * _WEIGHTS)).astype(np.int64)
    model.minimize(cp_model.LinearExpr.weighted_sum(sizes, steps.tolist()))
    solver: Any = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 0
    solver.parameters.max_deterministic_time = _LIMIT
    with stoppable(context, solver.stop_search):
        status = solver.solve(model)
    context.checkpoint()
    if status == cp_model.INFEASIBLE:
        raise Refused(error("adjustment.infeasible"))
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        raise Refused(error("adjustment.not_found", cells=len(values)))
    moved = np.array([solver.value(change) for change in changes], dtype=np.int64)
    cost = float(costs @ np.abs(moved))
    return Adjusted(values + moved, cost, status == cp_model.OPTIMAL)
