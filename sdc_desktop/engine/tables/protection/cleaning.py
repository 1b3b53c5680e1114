"""Cleaning: suppressed cells that are not needed are published again, those of the greatest cost first.

Published cells drop out of the relations, so that the suppressed ones fall into components, each with a small
program of its own. For each need a witness is kept, the cells of a movement of fewest units that meets it; a
cell is published where every need whose witness it belongs to has another one without it.
"""

from collections.abc import Iterator

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.tables.attack.knowledge import components_of
from sdc_desktop.engine.tables.protection.movements import Movements, way_of
from sdc_desktop.engine.tables.protection.suppression_problem import Need, SuppressionProblem
from sdc_desktop.engine.tables.relations import Flags, Integers, taken

STEP = "choosing_cells"
_MOST = 2_000_000  # iterations in one component, which is then left as it is

Witnesses = tuple[tuple[Need, frozenset[int]], ...]


def cleaned(problem: SuppressionProblem, pattern: Flags, context: JobContext) -> tuple[Flags, Witnesses]:
    """The pattern without the cells that no need takes, and for each need the cells that move to meet it.

    What every pattern contains stays. A need that the pattern does not meet has no witness. Raises
    :class:`Refused` where a solver fails, Cancelled.
    """
    pattern = pattern.copy()
    movable = pattern & problem.movable
    pattern &= movable | problem.always  # what cannot move protects nothing
    secondary = pattern & ~problem.always
    witnesses: list[tuple[Need, frozenset[int]]] = []
    parts = list(_parts(problem, pattern, secondary))
    for number, (cells, needs) in enumerate(parts):
        context.progress(number / len(parts), STEP)
        part = _Part(problem, cells, needs, context)
        pattern[part.published(cells[secondary[cells]])] = False
        witnesses += part.witnesses()
    return pattern, tuple(witnesses)


def witnesses_of(problem: SuppressionProblem, pattern: Flags, context: JobContext) -> Witnesses:
    """For each need that a pattern meets the cells that move then. Raises :class:`Refused`, Cancelled."""
    found: list[tuple[Need, frozenset[int]]] = []
    parts = list(_parts(problem, pattern, ~problem.always))
    for number, (cells, needs) in enumerate(parts):
        context.progress(number / len(parts), "explaining")
        found += _Part(problem, cells, needs, context).witnesses()
    return tuple(found)


def _parts(
    problem: SuppressionProblem, pattern: Flags, wanted: Flags
) -> Iterator[tuple[Integers, list[Need]]]:
    """The components of the suppressed cells with some cell that is wanted, and the needs of each."""
    parts = components_of(problem.relations, pattern & problem.movable)
    part_of = np.full(len(pattern), -1, dtype=np.int64)
    for number, (cells, _) in enumerate(parts):
        part_of[cells] = number
    needs: dict[int, list[Need]] = {}
    for need in problem.needs:
        needs.setdefault(int(part_of[need.primary]), []).append(need)
    for number, (cells, _) in enumerate(parts):
        if wanted[cells].any():
            yield cells, needs.get(number, [])


class _Part:
    """A component of the suppressed cells and its needs."""

    def __init__(
        self, problem: SuppressionProblem, cells: Integers, needs: list[Need], context: JobContext
    ) -> None:
        self._costs, self._context = problem.costs, context
        self._movements = Movements(problem, cells, np.ones(len(problem.values)))
        self._needs = needs
        self._moving: list[frozenset[int]] = []
        self._users: dict[int, set[int]] = {}  # of each cell the needs whose witness has it
        for place, need in enumerate(needs):
            moving = way_of(self._movements, need, context) or frozenset[int]()
            self._moving.append(moving)
            for cell in moving:
                self._users.setdefault(cell, set()).add(place)

    def published(self, secondaries: Integers) -> list[int]:
        """Those of the secondaries that are not needed, tried by descending cost, ties by cell number."""
        found = []
        for cell in sorted(secondaries.tolist(), key=lambda cell: (-self._costs[cell], cell)):
            if self._movements.iterations > _MOST:
                break
            if self._does_without(cell):
                found.append(cell)
        return found

    def _does_without(self, cell: int) -> bool:
        """Hold a cell if all needs are met without it."""
        self._movements.hold(cell)
        others: dict[int, frozenset[int]] = {}
        for place in sorted(self._users.get(cell, ())):
            moving = way_of(self._movements, self._needs[place], self._context)
            if moving is None:
                self._movements.release(cell)
                return False
            others[place] = moving
        for place, moving in others.items():
            for left in self._moving[place] - moving:
                self._users[left].discard(place)
            for new in moving - self._moving[place]:
                self._users.setdefault(new, set()).add(place)
            self._moving[place] = moving
        return True

    def witnesses(self) -> list[tuple[Need, frozenset[int]]]:
        """The needs that are met and the cells that move then."""
        return [(need, moving) for need, moving in zip(self._needs, self._moving, strict=True) if moving]


Explained = dict[int, tuple[tuple[int, tuple[int, ...]], ...]]


def explained(problem: SuppressionProblem, witnesses: Witnesses) -> Explained:
    """For each secondary of the table the primaries that need it to move, and the relations in which it moves
    together with others then.
    """
    size = len(problem.values) - problem.virtual
    chosen = [(need.primary, sorted(cells)) for need, cells in witnesses if need.primary < size and cells]
    if not chosen:
        return {}
    own = np.repeat(np.arange(len(chosen)), [len(cells) for _, cells in chosen])
    cells = np.concatenate([cells for _, cells in chosen])
    matrix = problem.relations.columns
    counts = matrix.indptr[cells + 1] - matrix.indptr[cells]
    rows = taken(matrix.indptr, matrix.indices, cells).astype(np.int64)
    keys = np.repeat(own, counts) * len(problem.relations) + rows
    _, which, number = np.unique(keys, return_inverse=True, return_counts=True)
    shared = number[which] > 1
    secondary = ~problem.always
    secondary[size:] = False
    told = shared & secondary[np.repeat(cells, counts)]
    found: dict[int, dict[int, set[int]]] = {}
    terms = (np.repeat(own, counts)[told], np.repeat(cells, counts)[told], rows[told])
    for place, cell, row in zip(*(term.tolist() for term in terms), strict=True):
        found.setdefault(cell, {}).setdefault(chosen[place][0], set()).add(row)
    return {
        cell: tuple((primary, tuple(sorted(rows))) for primary, rows in sorted(by.items()))
        for cell, by in sorted(found.items())
    }
