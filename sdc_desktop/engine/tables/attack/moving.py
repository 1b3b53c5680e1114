"""Which unknowns of a part have another value than the true one, for persons who know some of it better.

One warm program serves all persons: only bounds and the objective are changed in between.
Tables of whole numbers that it finds settle further unknowns, and are tried for the next person first.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil, floor

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.tables.attack.attack import Answer, Attack, Ends
from sdc_desktop.engine.tables.attack.knowledge import Knowledge, propagated
from sdc_desktop.engine.tables.attack.nearby import Nearby
from sdc_desktop.engine.tables.attack.part import Part
from sdc_desktop.engine.tables.relations import Integers

_MANY = 500  # unknowns of a part: in larger ones near tables are looked for
_NEAR = 1e-6
_NOTHING = Answer("infeasible", 0.0, np.zeros(0))


@dataclass(frozen=True)
class Settled:
    """Unknowns that have one value only, and those that programs leave open; all others have several."""

    fixed: tuple[int, ...]
    open: tuple[int, ...]


class Moving:
    """The questions about one part. `base`: its true values."""

    def __init__(self, part: Part, base: Integers) -> None:
        self._part, self._base = part, base
        self._near = Nearby(part, base)

    @cached_property
    def _attack(self) -> Attack:
        return Attack(self._part, self._base)

    def settled(self, wanted: Sequence[int], ends: Ends, context: JobContext) -> Settled:
        """Which of some unknowns have another value. `ends`: what a person knows beyond what everyone does.

        Raises :class:`Refused` where a solver fails, Cancelled.
        """
        moved = self._near.moved(wanted, ends)
        left = [unknown for unknown in wanted if unknown not in moved]
        if not left:
            return Settled((), ())
        fixed, open_ = self._fixed_by_relations(left, ends), list[int]()
        with self._attack.knowing(ends):
            for unknown in left:
                context.checkpoint()
                if unknown in fixed or unknown in moved:
                    continue
                answer = self._farthest(unknown)
                if answer is None:
                    fixed.add(unknown)
                else:
                    moved |= self._moved_by(answer, unknown, left, ends, context)
                    open_.append(unknown)
        return Settled(tuple(sorted(fixed)), tuple(unknown for unknown in open_ if unknown not in moved))

    def _fixed_by_relations(self, wanted: Sequence[int], ends: Ends) -> set[int]:
        """Those of some unknowns that single relations fix."""
        lower, upper = self._part.lower.copy(), self._part.upper.copy()
        for place, (least, most) in ends.items():
            lower[place], upper[place] = max(int(lower[place]), least), min(int(upper[place]), most)
        tight = propagated(Knowledge(self._part.relations, lower, upper))
        return {unknown for unknown in wanted if tight.lower[unknown] == tight.upper[unknown]}

    def _farthest(self, unknown: int) -> Answer | None:
        """A solution in which an unknown is a unit or more from its value; None where there is none.

        Where the solver fails, it has no table.
        """
        value = int(self._base[unknown])
        for largest in (True, False):
            try:
                answer = self._attack.ask(unknown, largest=largest)
            except Refused:
                return _NOTHING
            if answer.status != "optimal":
                return answer
            slack = _NEAR * max(1.0, abs(answer.value) * _NEAR)
            if floor(answer.value + slack) > value or ceil(answer.value - slack) < value:
                return answer
        return None

    def _moved_by(
        self, answer: Answer, unknown: int, wanted: Sequence[int], ends: Ends, context: JobContext
    ) -> set[int]:
        """Those of some unknowns that whole numbers move: by the table of a solution, else by near ones."""
        before, table = self._near.number, self._attack.table_at(answer)
        found = self._near.take(table, ends) if table is not None else False
        if not found and len(self._part.cells) > _MANY:
            self._near.moving([unknown], ends, context)
        return self._near.moved(wanted, ends, since=before)
