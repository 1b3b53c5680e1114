"""Why a primary cannot be protected: how far it can move at most, and which cells that are not to be
suppressed would have to be for it to move as far as it must.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.tables.attacker import Attacker
from sdc_desktop.engine.tables.fast_suppression import Movements, way_of
from sdc_desktop.engine.tables.suppression_problem import Need, SuppressionProblem

_DEAR = 1000.0  # of a frozen cell, beside those that may be suppressed


@dataclass(frozen=True)
class Hopeless:
    """``down``, ``up``: how far (in units) the primary can move when all that may be suppressed is;
    ``release``: the frozen cells whose suppression would protect it, none where nothing helps.
    """

    need: Need
    down: float
    up: float
    release: tuple[int, ...]


def hopeless(problem: SuppressionProblem, cells: Sequence[int], context: JobContext) -> list[Hopeless]:
    """Why each of these primaries cannot be protected. Zeros stay published. Raises Cancelled."""
    attacker = Attacker(problem)
    free = replace(problem, frozen=problem.frozen & (problem.values == 0))
    costs = np.where(problem.always, 0.0, np.where(problem.frozen, _DEAR, 1.0))
    movements = Movements(free, ~free.frozen | problem.always, costs)
    found: dict[int, Hopeless] = {}
    for need in problem.needs:
        if need.primary not in cells or need.primary in found:
            continue
        context.checkpoint()
        attacker.face(np.ones(len(problem.values)), need)
        up, down = (attacker.reach(need.primary, upwards=way).distance for way in (True, False))
        levels = need.levels
        if up >= levels.upper and down >= levels.lower and up + down >= levels.sliding:
            continue
        moving = way_of(movements, need) or frozenset()
        release = [cell for cell in sorted(moving) if problem.frozen[cell] and not problem.always[cell]]
        found[need.primary] = Hopeless(need, down, up, tuple(release))
    return list(found.values())
