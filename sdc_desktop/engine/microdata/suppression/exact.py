"""Local suppression to the optimum on small files, by integer programming (CP-SAT).

For each class and each set of its values a whole number counts the records so treated. A pattern that some
record has needs k records that match it.
"""

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from sdc_desktop.engine.context import JobContext, solved
from sdc_desktop.engine.microdata.suppression.suppression import (
    Flags,
    Integers,
    ReleasedClasses,
    Treatment,
    grouped,
)

if TYPE_CHECKING:
    pass
_MOST_VARIABLES = 12


@dataclass(frozen=True)
class Exact:
    """The best treatment found, and a cost below which there is none (equal to its own where proven)."""

    treatment: Treatment
    bound: int


def small_enough(classes: ReleasedClasses, costs: Integers, cost: int, patterns: int) -> bool:
    """Whether the exact search takes on this many patterns; sets of cells more expensive than `cost` cannot
    occur. ``costs`` (variables,).
    """
    if len(costs) > _MOST_VARIABLES:
        return False
    return len(classes.sizes) * int((_sets(len(costs)) @ costs <= cost).sum()) <= patterns


def fewest_cells(
    classes: ReleasedClasses,
    k: int,
    costs: Integers,
    start: Treatment,
    *,
    wildcard: bool,
    effort: float,
    context: JobContext,
) -> Exact:
    """The cheapest treatment: every record matches k records (wildcard), or shows values that k show.
    ``costs`` (variables,) of suppressing a value.

    `start` must meet the rule: the search begins there. The same result every time: one worker, a fixed seed,
    a limit in deterministic time. Raises :class:`Cancelled`.
    """
    from ortools.sat.python import cp_model  # half a second, so only where it is needed

    unit = int(np.gcd.reduce(costs))
    costs = costs // unit
    most = int(((start.cells @ costs) * start.records).sum())
    sets = _sets(len(costs))
    sets = sets[sets @ costs <= most]
    rows = list(product(range(len(classes.sizes)), range(len(sets))))
    owner = np.array([one for one, _ in rows], dtype=np.int64)
    cells = sets[[place for _, place in rows]]
    prices = cells @ costs
    limits = [
        _limit(int(classes.sizes[one]), int(price), most) for one, price in zip(owner, prices, strict=True)
    ]
    model, summed = cp_model.CpModel(), cp_model.LinearExpr.sum
    taken = [model.new_int_var(0, limit, "") for limit in limits]
    for one, size in enumerate(classes.sizes.tolist()):
        model.add(summed([taken[row] for row in np.flatnonzero(owner == one)]) == size)
    agrees = _agreement(classes, owner, cells) if wildcard else _sameness(classes, owner, cells)
    for row in range(len(rows)):
        context.checkpoint()
        if wildcard and classes.sizes[owner[row]] >= k:
            continue  # the records of one class always agree
        used = model.new_bool_var("")
        model.add(taken[row] <= limits[row] * used)
        model.add(summed([taken[other] for other in np.flatnonzero(agrees[row])]) >= k * used)
    model.minimize(cp_model.LinearExpr.weighted_sum(taken, prices.tolist()))
    for variable, number in zip(taken, _numbers(start, classes, owner, cells), strict=True):
        model.add_hint(variable, int(number))
    solver, status = solved(model, effort, context)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Exact(start, 0)
    numbers = np.array([solver.value(variable) for variable in taken], dtype=np.int64)
    touched = cells.any(axis=1) & (numbers > 0)
    found = Treatment(owner[touched], cells[touched], numbers[touched])
    return Exact(found, unit * int(np.ceil(solver.best_objective_bound - 1e-6)))


def _sets(variables: int) -> Flags:
    """All sets of cells, the empty one first."""
    return np.array(list(product([False, True], repeat=variables)), dtype=bool).reshape(-1, variables)


def _limit(size: int, price: int, most: int) -> int:
    return size if price == 0 else min(size, most // price)


def _agreement(classes: ReleasedClasses, owner: Integers, cells: Flags) -> Flags:
    differ = np.zeros((len(owner), len(owner)), dtype=bool)
    for variable in range(cells.shape[1]):
        code, shown = classes.codes[owner, variable], ~cells[:, variable]
        differ |= (code[:, None] != code[None, :]) & shown[:, None] & shown[None, :]
    return ~differ


def _sameness(classes: ReleasedClasses, owner: Integers, cells: Flags) -> Flags:
    shown = np.where(cells, 0, classes.codes[owner] + 1)
    groups = grouped(shown, [len(texts) + 1 for texts in classes.labels])
    return np.asarray(groups[:, None] == groups[None, :])


def _numbers(start: Treatment, classes: ReleasedClasses, owner: Integers, cells: Flags) -> Integers:
    """The treatment to start from, as numbers of records for each class and set."""
    numbers = np.where(cells.any(axis=1), 0, classes.sizes[owner])
    for one, hidden, records in zip(start.classes, start.cells, start.records, strict=True):
        here = owner == one
        numbers[here & ~cells.any(axis=1)] -= records
        numbers[here & (cells == hidden).all(axis=1)] += records
    return np.asarray(numbers, dtype=np.int64)
