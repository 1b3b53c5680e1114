"""Fast suppression: patterns by joint movements, from several starts, cleaned of what is not needed.

The starts differ in the number of groups and, after these, in the order of the cells (the heuristic after
Castro 2007 and Fischetti & Salazar-Gonzalez 2003; cleaning is ours).
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.tables.protection.cleaning import Witnesses, cleaned
from sdc_desktop.engine.tables.protection.joint_movements import distances_of, first_pattern
from sdc_desktop.engine.tables.protection.suppression_problem import SuppressionProblem
from sdc_desktop.engine.tables.relations import Flags, Integers

_GROUPS = (8, 16, 32, 64)
_DISTURBED = 0.1  # of the number of cells: the deviation of their ranks from one start to another
_FEW, _SOME = 2000, 5000  # cells that may move: up to these all eight starts, or the first four


@dataclass(frozen=True)
class Start:
    """A cleaned ``pattern`` (cells,) that meets all needs in real numbers, and the movements that show it.

    ``iterations``: of the programs that found it, cleaning apart.
    """

    pattern: Flags
    witnesses: Witnesses
    iterations: int


def usual_starts(problem: SuppressionProblem) -> int:
    """How many starts a problem of this size has where the plan sets none."""
    size = int(problem.movable.sum())
    return 8 if size <= _FEW else 4 if size <= _SOME else 1


def fast_patterns(problem: SuppressionProblem, starts: int, context: JobContext) -> Iterator[Start]:
    """Patterns from this many starts, in their order, found on demand.

    Raises :class:`Refused` with the primaries that nothing can protect, Cancelled.
    """
    for number in range(starts):
        here = context.within(number / starts, (number + 1) / starts)
        order = _order(problem, number // len(_GROUPS), context.seed)
        groups = _GROUPS[number % len(_GROUPS)]
        pattern, iterations = first_pattern(problem, groups, order, here.within(0.0, 0.6))
        pattern, witnesses = cleaned(problem, pattern, here.within(0.6, 1.0))
        yield Start(pattern, witnesses, iterations)


def _order(problem: SuppressionProblem, turn: int, seed: int) -> Integers:
    """The primaries by descending need; from the second turn on disturbed."""
    order = distances_of(problem).order
    if not turn:
        return order
    noise = np.random.default_rng((seed, turn)).normal(0.0, _DISTURBED * len(order), len(order))
    return order[np.argsort(np.arange(len(order)) + noise, kind="stable")]
