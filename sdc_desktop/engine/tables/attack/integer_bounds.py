"""An intruder who knows that all cells are whole numbers: bounds that the linear programs leave open."""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from sdc_desktop.engine.context import JobContext, solved
from sdc_desktop.engine.problems import Refused, error
from sdc_desktop.engine.tables.attack.part import Part, finite
from sdc_desktop.engine.tables.relations import Integers

DETERMINISTIC_LIMIT = 20.0  # of CP-SAT for one question, in its own measure of work
_FAR = 2**51  # stands in for a missing bound


@dataclass(frozen=True)
class WholeAnswer:
    """``bound``: nothing beyond it is possible; None: nothing was found out. ``table``: of whole numbers,
    attains the best value found; None where none was. ``proven``: it is the best; ``impossible``: none fits.
    """

    bound: int | None
    table: Integers | None
    proven: bool
    impossible: bool


def ask_whole(
    part: Part,
    unknown: int | None,
    sense: Literal["largest", "smallest"],
    hint: Integers | None,
    context: JobContext,
    value: int | None = None,
) -> WholeAnswer:
    """The largest or smallest whole value of an unknown; with `value`, whether it can be that.

    CP-SAT on one worker with a limit on its deterministic time: the same answer every time. Raises Cancelled.
    """
    from ortools.sat.python import cp_model

    model: Any = cp_model.CpModel()
    variables = [model.new_int_var(*_ends(part, place), "") for place in range(len(part.cells))]
    for row in range(len(part.rows)):
        terms = slice(part.starts[row], part.starts[row + 1])
        expression = cp_model.LinearExpr.weighted_sum(
            [variables[column] for column in part.columns[terms].tolist()], part.signs[terms].tolist()
        )
        model.add(expression == int(part.rights[row]))
    if unknown is not None and value is not None:
        model.add(variables[unknown] == value)
    elif unknown is not None and sense == "largest":
        model.maximize(variables[unknown])
    elif unknown is not None:
        model.minimize(variables[unknown])
    if hint is not None and value is None:
        for variable, number in zip(variables, hint.tolist(), strict=True):
            model.add_hint(variable, number)
    solver, status = solved(model, DETERMINISTIC_LIMIT, context)
    context.checkpoint()
    if status == cp_model.MODEL_INVALID:
        raise Refused(error("audit.solver_failed", number=len(part.cells)))
    if status == cp_model.INFEASIBLE:
        return WholeAnswer(None, None, True, True)
    table = None
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        table = np.array([solver.value(variable) for variable in variables], dtype=np.int64)
    proven = status == cp_model.OPTIMAL
    asked = unknown is not None and value is None and table is not None
    return WholeAnswer(round(solver.best_objective_bound) if asked else None, table, proven, False)


def _ends(part: Part, place: int) -> tuple[int, int]:
    low, high = finite(int(part.lower[place])), finite(int(part.upper[place]))
    return -_FAR if low is None else low, _FAR if high is None else high
