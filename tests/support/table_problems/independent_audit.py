"""An audit by another solver: how far each unsafe cell can move, by SciPy's HiGHS over the whole system."""

import numpy as np
from scipy import sparse
from scipy.optimize import linprog

from sdc_desktop.engine.tables.protection.suppression_problem import Need, SuppressionProblem
from sdc_desktop.engine.tables.relations import Flags
from sdc_desktop.engine.tables.table import NO_BOUND

_NEAR = 1e-6


def exposed(problem: SuppressionProblem, pattern: Flags, needs: list[Need] | None = None) -> list[Need]:
    """The needs that a pattern does not meet, all of the problem's where none are named; one value alone
    never meets a need.
    """
    pattern = pattern.copy()
    pattern = np.append(pattern, np.ones(len(problem.values) - len(pattern), dtype=bool))  # virtual cells
    return [need for need in needs or problem.needs if not _met(problem, pattern, need)]


def _met(problem: SuppressionProblem, pattern: Flags, need: Need) -> bool:
    hidden = pattern.copy()
    hidden[list(need.known)] = False
    lower = np.where(hidden, problem.lower, problem.values)
    upper = np.where(hidden, problem.upper, problem.values)
    for cell, least in need.own:
        lower[cell] = max(lower[cell], least) if hidden[cell] else lower[cell]
    value, levels = int(problem.values[need.primary]), need.levels
    least, most = (_end(problem, lower, upper, need.primary, sign) for sign in (1.0, -1.0))
    slack = _NEAR * max(1.0, abs(value))
    return (
        value - least >= float(levels.lower) - slack
        and most - value >= float(levels.upper) - slack
        and most - least >= max(1.0, float(levels.sliding)) - slack
    )


def _end(problem: SuppressionProblem, lower, upper, cell: int, sign: float) -> float:
    relations = problem.relations
    free = np.flatnonzero(lower < upper)
    matrix = sparse.csr_array(relations.matrix.astype(float))
    rights = relations.rights - matrix @ np.where(lower < upper, 0, problem.values)
    place = np.flatnonzero(free == cell)
    if not len(place):
        return float(problem.values[cell])
    costs = np.zeros(len(free))
    costs[place[0]] = sign
    bounds = [
        (None if low <= -NO_BOUND else low, None if high >= NO_BOUND else high)
        for low, high in zip(lower[free].tolist(), upper[free].tolist(), strict=True)
    ]
    answer = linprog(costs, A_eq=matrix[:, free], b_eq=rights, bounds=bounds, method="highs")
    if answer.status == 3:  # unbounded
        return -sign * np.inf
    assert answer.status == 0, answer.message
    return float(sign * answer.fun)
