"""Patterns that grow need by need: the cells of the cheapest movement near the primary, else of any.

What is suppressed already moves for nothing (a flow heuristic, Fischetti & Salazar-Gonzalez 2001, 2003).
"""

from collections.abc import Sequence

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.problems import Refused, error
from sdc_desktop.engine.tables.attack.attacker import Attacker
from sdc_desktop.engine.tables.protection.movements import (
    Movement,
    Movements,
    movements_of,
    prices_of,
    ways_of,
)
from sdc_desktop.engine.tables.protection.suppression_problem import Need, SuppressionProblem
from sdc_desktop.engine.tables.relations import Flags, Integers

STEP = "choosing_cells"
_SMALL = 3000  # cells: of fewer the whole system is as quick as what is near
_TRIED = 8  # movements of a cell, the last ones, that are tried again
_STEPS = 3  # around a primary, before the whole system is tried


def completed(
    problem: SuppressionProblem, pattern: Flags, needs: Sequence[Need], context: JobContext
) -> tuple[Flags, int]:
    """The pattern (cells,) and the cheapest cells with which these needs are met, one by one, and the
    iterations that took.

    Raises :class:`Refused` with the primaries that nothing can protect, Cancelled.
    """
    widening = Widening(problem, pattern)
    lost: list[int] = []
    for number, need in enumerate(sorted(needs, key=lambda need: (-_size(need), need.primary))):
        context.progress(number / len(needs), STEP)
        if not widening.meet(need, context):
            lost.append(need.primary)
    if lost:
        lost = list(dict.fromkeys(lost))
        raise Refused(error("suppression.unprotectable", cells=tuple(map(str, lost)), number=len(lost)))
    return widening.pattern, widening.iterations


def _size(need: Need) -> float:
    return float(max(need.levels.upper, need.levels.lower, need.levels.sliding))


class Widening:
    """A pattern that grows need by need: by the cheapest movement among the cells near the primary, else
    among all.

    ``pattern`` (cells,); ``iterations``: of the simplex algorithm so far.
    """

    def __init__(self, problem: SuppressionProblem, pattern: Flags) -> None:
        self._problem, self.pattern = problem, pattern.copy()
        self._movable = problem.movable
        self._whole: Movements | None = None
        self._attacker: Attacker | None = None
        self._spent = 0
        self._taken: dict[int, list[Movement]] = {}  # by cell, the movements taken up that move it

    @property
    def iterations(self) -> int:
        """Of the simplex algorithm so far."""
        return self._spent + (0 if self._whole is None else self._whole.iterations)

    def meet(self, need: Need, context: JobContext) -> bool:
        """Take up what a need takes; whether anything meets it. Raises :class:`Refused`, Cancelled."""
        if self._is_met(need):
            return True
        found = self.movements(need, context)
        if found is None:
            return False
        for movement in found:
            for cell in movement.cells.tolist():
                self._taken.setdefault(cell, []).append(movement)
        cells = np.concatenate([movement.cells for movement in found])
        self.pattern[cells] = True
        if self._whole is not None:
            self._whole.free(cells.tolist())
        return True

    def _is_met(self, need: Need) -> bool:
        """Whether movements taken up before carry a primary far enough, against those who know no cell."""
        if need.known or need.own:
            return False
        return any(
            all(self._is_carried(need.primary, distance) for distance in way) for way in ways_of(need.levels)
        )

    def _is_carried(self, cell: int, distance: float) -> bool:
        down, up = self._problem.rooms()
        for movement in self._taken.get(cell, [])[-_TRIED:]:
            far = movement.distances * (distance / float(movement.distances[movement.cells == cell][0]))
            if (np.abs(far) <= np.where(far > 0, up[movement.cells], down[movement.cells])).all():
                return True
        return False

    def movements(self, need: Need, context: JobContext) -> list[Movement] | None:
        """What meets a need at the least cost, None where nothing does.

        Raises :class:`Refused`, Cancelled.
        """
        if not self._movable[need.primary]:
            return None
        if int(self._movable.sum()) > _SMALL:
            near = self._problem.relations.neighbours(np.array([need.primary]), _STEPS)
            movements = self._among(near[self._movable[near]])
            found = movements_of(movements, need, context, sure=False)
            self._spent += movements.iterations
            if found is not None:
                return found
        if self._whole is None:
            self._whole = self._among(np.flatnonzero(self._movable))
        return movements_of(self._whole, need, context, sure=True) or self._attacked(need, context)

    def _among(self, cells: Integers) -> Movements:
        return Movements(self._problem, cells, prices_of(self._problem, self.pattern))

    def _attacked(self, need: Need, context: JobContext) -> list[Movement] | None:
        """The movements that meet a need, by the audit's attacker; None where there are none. It is used
        where the least-cost movement failed, which numerical precision can cause.
        """
        if self._attacker is None:
            self._attacker = Attacker(self._problem)
        attacker, levels = self._attacker, need.levels
        attacker.face(np.ones(len(self.pattern)), need)
        up = attacker.reach(need.primary, context, upwards=True)
        moved = attacker.movement() != 0
        down = attacker.reach(need.primary, context, upwards=False)
        moved |= attacker.movement() != 0
        met = (
            up.distance >= float(levels.upper)
            and down.distance >= float(levels.lower)
            and up.distance + down.distance >= float(levels.sliding)
        )
        return [Movement(np.flatnonzero(moved), attacker.movement()[moved])] if met else None
