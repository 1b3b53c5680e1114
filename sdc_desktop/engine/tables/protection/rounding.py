"""Rounding to multiples of a base: each cell separately, or controlled, so that the table still adds up.

Controlled rounding (Cox 1987, Salazar-Gonzalez 2005): y = b (floor(a / b) + k), M y = 0, with k 0 or 1, and 0
where the cell is a multiple (zero-restricted); the sum of |y - a| is least. With `steps` a cell may go so
many multiples further, also from a multiple.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.problems import Refused, error
from sdc_desktop.engine.secret_stream import SecretStream
from sdc_desktop.engine.tables.protection.effort import USUAL_EFFORT, Effort, Unproven
from sdc_desktop.engine.tables.protection.integer_search import best_found
from sdc_desktop.engine.tables.relations import Integers, Relations

STEP = "rounding"


@dataclass(frozen=True)
class Rounded:
    """``values`` (cells,) in units. ``distance``: the sum of |y - a|; no rounding of this kind has one less
    than ``bound``. ``unproven``: how a search ended that did not prove this.
    """

    values: Integers
    distance: int
    bound: int
    unproven: Unproven | None = None

    @property
    def proven(self) -> bool:
        """Whether no rounding of this kind is nearer."""
        return self.unproven is None


def conventional(values: Integers, base: int) -> Integers:
    """The nearest multiple of each; halves go up."""
    return np.asarray((2 * values + base) // (2 * base) * base)


def at_random(values: Integers, base: int, draws: SecretStream) -> Integers:
    """The multiple below or above each value, above with probability (rest / base): unbiased; a multiple
    stays.
    """
    rest = values % base
    drawn = draws.integers(len(values), base)
    return np.asarray(values - rest + base * (drawn < rest))


def controlled(
    relations: Relations,
    values: Integers,
    base: int,
    steps: int,
    context: JobContext,
    effort: Effort | None = None,
) -> Rounded:
    """The additive rounding nearest to the table's values (cells,), or the nearest found within the effort,
    or until it is enough. Raises :class:`Refused` where there is none, Cancelled.
    """
    from ortools.sat.python import cp_model

    context.progress(0.0, STEP)
    model: Any = cp_model.CpModel()
    low, exact = values // base, values % base == 0
    least = np.where(values >= 0, np.maximum(low - steps, 0), low - steps)
    most = low + np.where(exact, 0, 1) + steps
    variables = [
        model.new_int_var(int(first), int(last), "") for first, last in zip(least, most, strict=True)
    ]
    for row in range(len(relations)):
        cells, signs = relations.row(row)
        chosen = [variables[cell] for cell in cells.tolist()]
        model.add(cp_model.LinearExpr.weighted_sum(chosen, signs.tolist()) == 0)
    distances = []
    for cell, value in enumerate(values.tolist()):
        reach = range(int(least[cell]), int(most[cell]) + 1)
        costs = {k: abs(base * k - value) for k in reach}
        distances.append(_distance(model, variables[cell], costs))
    model.minimize(sum(distances))
    effort = Effort(USUAL_EFFORT) if effort is None else effort
    found = best_found(model, variables, effort, context, lambda _, state: context.searched(state))
    if found.impossible:
        raise Refused(error("rounding.infeasible", steps=steps))
    if found.values is None:
        raise Refused(error("rounding.not_found", cells=len(values)))
    rounded = base * found.values
    proven = found.ended_by == "proven"
    unproven = None if proven else Unproven(found.state.gap, found.ended_by, effort.used)
    return Rounded(rounded, int(np.abs(rounded - values).sum()), round(found.state.bound), unproven)


def _distance(model: Any, variable: Any, costs: Mapping[int, int]) -> Any:
    """The cost of each value of a variable, linear where there are two."""
    if len(costs) == 1:
        return next(iter(costs.values()))
    (first, one), (_, other), *more = costs.items()
    if not more:
        return one + (other - one) * (variable - first)
    distance = model.new_int_var(0, max(costs.values()), "")
    values = sorted(costs)
    for a, b in pairwise(values):  # convex: the greatest of its pieces
        slope = costs[b] - costs[a]
        model.add(distance >= costs[a] + slope * (variable - a))
    return distance


def rounded_bounds(
    published: Integers, base: int, kind: Literal["conventional", "random", "controlled"], steps: int
) -> tuple[Integers, Integers]:
    """The least and greatest whole number of units behind each value published, of base `base`.

    Conventional: [r - b/2, r + b/2), halves go up; random and controlled: [r - b + 1, r + b - 1]. Each of
    `steps` more widens both sides by b.
    """
    if kind == "conventional":
        lower, upper = -((base - 2 * published) // 2), -((-2 * published - base) // 2) - 1
    else:
        lower, upper = published - base + 1, published + base - 1
    return np.asarray(lower - steps * base), np.asarray(upper + steps * base)
