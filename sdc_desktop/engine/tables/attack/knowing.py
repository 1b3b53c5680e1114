"""What follows for a person who knows some cells of a pattern, and of others how great they are at least.

Suppressed cells fall into parts; what a person knows of one part reveals nothing of the others. One program
for each large part serves all persons: movements found for one are tried for all.
"""

from collections.abc import Mapping, Sequence, Set

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.tables.attack.intervals import Goal, fixed_cells, goal_of, intervals, protected
from sdc_desktop.engine.tables.attack.knowledge import Knowledge, components, propagated
from sdc_desktop.engine.tables.attack.moving import Moving
from sdc_desktop.engine.tables.attack.part import Part, part_of
from sdc_desktop.engine.tables.protection.suppression_problem import Need, SuppressionProblem
from sdc_desktop.engine.tables.relations import Flags, Integers
from sdc_desktop.engine.tables.table import Levels

_Bound = tuple[int, int | None]  # a place, and the least value; None: the value is known
Own = Sequence[tuple[int, int]]  # cells, and how great they are at least


class Knowing:
    """The questions of contributors about a pattern. `pattern` and `problem`: of a table's cells and its
    virtual ones.
    """

    def __init__(self, problem: SuppressionProblem, pattern: Flags) -> None:
        values = problem.values
        known = propagated(
            Knowledge(
                problem.relations,
                np.where(pattern, problem.lower, values),
                np.where(pattern, problem.upper, values),
            )
        )
        self._parts = [part_of(known, cells, rows) for cells, rows in components(known)]
        self._part_of = np.full(len(values), -1, dtype=np.int64)
        self._place = np.full(len(values), -1, dtype=np.int64)
        for number, part in enumerate(self._parts):
            self._part_of[part.cells], self._place[part.cells] = number, np.arange(len(part.cells))
        self._values = values
        size = len(values) - problem.virtual
        self._primary = np.zeros(len(values), dtype=np.bool_)
        self._primary[[cell for cell in problem.primaries if cell < size]] = True
        self._fixed_for_all: dict[int, bool] = {}  # of the cells asked about so far
        self._moving: dict[int, Moving] = {}  # by part

    def derived(self, known: Set[int], own: Own, context: JobContext) -> list[int]:
        """The primaries whose value a person derives. Primaries that the person knows anyway are not in the
        list, nor those that anyone derives from what is published: the plain audit reports these.
        """
        found: list[int] = []
        for number, bounds in self._known_bounds(known, own):
            part = self._parts[number]
            wanted = np.flatnonzero(self._primary[part.cells]).tolist()
            wanted = [place for place in wanted if self._is_unknown(int(part.cells[place]), known)]
            fixed = self._fixed(number, bounds, wanted, context)
            found += [int(part.cells[place]) for place in self._news(number, fixed, context)]
        return found

    def _is_unknown(self, cell: int, known: Set[int]) -> bool:
        """Whether neither a person knows a cell, nor everyone derives it."""
        return cell not in known and not self._fixed_for_all.get(cell, False)

    def primaries_with(self, known: Set[int], own: Own) -> list[int]:
        """The primaries in parts that a person knows a cell of, without those that it knows itself."""
        found: list[int] = []
        for number, _ in self._known_bounds(known, own):
            cells = self._parts[number].cells
            found += [cell for cell in cells[self._primary[cells]].tolist() if cell not in known]
        return found

    def estimated(
        self, required: Mapping[int, Levels], known: Set[int], own: Own, context: JobContext
    ) -> list[int]:
        """The primaries that a person estimates more closely than these levels allow, and not everyone."""
        found: list[int] = []
        for number, bounds in self._known_bounds(known, own):
            part = self._parts[number]
            places = {
                place: required[cell] for place, cell in enumerate(part.cells.tolist()) if cell in required
            }
            lower, upper = self._bounds(part, bounds)
            close = self._too_close(part, lower, upper, places, context)
            left = {place: places[place] for place in close}
            for_all = set(self._too_close(part, part.lower, part.upper, left, context))
            found += [int(part.cells[place]) for place in close if place not in for_all]
        return found

    def meets(self, need: Need, context: JobContext) -> bool:
        """Whether a primary lies as far from its value as a need of a person requires."""
        if self.pins(need.primary, need.known, need.own, context):
            return False
        if need.levels == Levels().at_least_a_unit():
            return True
        number, place = int(self._part_of[need.primary]), int(self._place[need.primary])
        part = self._parts[number]
        lower, upper = self._bounds(part, dict(self._known_bounds(need.known, need.own)).get(number, []))
        return not self._too_close(part, lower, upper, {place: need.levels}, context)

    def _bounds(self, part: Part, bounds: Sequence[_Bound]) -> tuple[Integers, Integers]:
        """The ends of a part's unknowns for an intruder who knows these bounds."""
        lower, upper = part.lower.copy(), part.upper.copy()
        for place, least in bounds:
            if least is None:
                lower[place] = upper[place] = self._values[part.cells[place]]
            else:
                lower[place] = max(int(lower[place]), least)
        return lower, upper

    def _too_close(
        self,
        part: Part,
        lower: Integers,
        upper: Integers,
        required: Mapping[int, Levels],
        context: JobContext,
    ) -> list[int]:
        """Those of some unknowns whose interval is narrower than these levels."""
        if not required:
            return []
        values = self._values[part.cells]
        goals = {place: goal_of(int(values[place]), levels) for place, levels in required.items()}
        inside = Knowledge(part.relations, lower, upper)
        ends = intervals(inside, list(required), context, truth=values, goals=goals)
        return [
            place
            for (place, levels), interval in zip(required.items(), ends, strict=True)
            if not protected(interval, int(values[place]), levels)
        ]

    def pins(self, cell: int, known: Set[int], own: Own, context: JobContext) -> bool:
        """Whether a cell has one value only for a person."""
        number = int(self._part_of[cell])
        if number < 0 or cell in known:
            return True
        bounds = dict(self._known_bounds(known, own)).get(number, [])
        return bool(self._fixed(number, bounds, [int(self._place[cell])], context))

    def _known_bounds(self, known: Set[int], own: Own) -> list[tuple[int, list[_Bound]]]:
        """By part what a person knows: the place, and the least value; None: the value."""
        found: dict[int, list[_Bound]] = {}
        for cell, least in (*((c, None) for c in sorted(known)), *own):
            if self._part_of[cell] >= 0:
                found.setdefault(int(self._part_of[cell]), []).append((int(self._place[cell]), least))
        return sorted(found.items())

    def _fixed(
        self,
        number: int,
        bounds: Sequence[tuple[int, int | None]],
        wanted: Sequence[int],
        context: JobContext,
    ) -> tuple[int, ...]:
        """Those of some unknowns of a part that have one value only for who knows these bounds."""
        part = self._parts[number]
        lower, upper = self._bounds(part, bounds)
        ends = {place: (int(lower[place]), int(upper[place])) for place, _ in bounds}
        settled = self._moving_of(number).settled(wanted, ends, context)
        if not settled.open:
            return settled.fixed
        inside = Knowledge(part.relations, lower, upper)
        others = fixed_cells(inside, settled.open, self._values[part.cells], context)
        return tuple(sorted((*settled.fixed, *others)))

    def _moving_of(self, number: int) -> Moving:
        """What moves in a part."""
        if number not in self._moving:
            part = self._parts[number]
            self._moving[number] = Moving(part, self._values[part.cells])
        return self._moving[number]

    def _news(self, number: int, places: Sequence[int], context: JobContext) -> list[int]:
        """Those of some unknowns of a part that are not proven to have one value for everyone.

        Where a solver leaves that open, everything that the insider derives counts.
        """
        part = self._parts[number]
        new = [place for place in places if int(part.cells[place]) not in self._fixed_for_all]
        if new:
            settled = self._moving_of(number).settled(new, {}, context)
            fixed = {*settled.fixed, *self._single(part, settled.open, context)}
            self._fixed_for_all.update((int(part.cells[place]), place in fixed) for place in new)
        return [place for place in places if not self._fixed_for_all[int(part.cells[place])]]

    def _single(self, part: Part, places: Sequence[int], context: JobContext) -> list[int]:
        """Those of some unknowns of a part whose interval is one value."""
        public, values = Knowledge(part.relations, part.lower, part.upper), self._values[part.cells]
        goals = {place: Goal(int(values[place]), int(values[place])) for place in places}
        ends = intervals(public, places, context, truth=values, goals=goals) if places else ()
        return [
            place
            for place, interval in zip(places, ends, strict=True)
            if interval.lower is not None and interval.lower == interval.upper  # without ends it is anything
        ]
