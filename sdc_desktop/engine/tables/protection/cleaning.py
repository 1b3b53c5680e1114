"""Cleaning: suppressed cells that are not needed are published again, those of the greatest cost first.

Published cells drop out of the relations, so that the suppressed ones fall into components, each with a small
program of its own. For each need a witness is kept, the cells of a movement of fewest units that meets it; a
cell is published where every need whose witness it belongs to has another one without it.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, pairwise

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.tables.attack.knowledge import components_of
from sdc_desktop.engine.tables.protection.movements import Movements, way_of
from sdc_desktop.engine.tables.protection.suppression_problem import Need, SuppressionProblem
from sdc_desktop.engine.tables.relations import Flags, Integers, taken

STEP = "choosing_cells"
_MOST = 2_000_000  # iterations in one component, which is then left as it is
_AT_ONCE = 100_000  # cells of witnesses whose relations are looked up together
_LEAST, _SHARE = 8, 0.15  # cells published, and of all in a part, before what is left is divided again

Witnesses = tuple[tuple[Need, frozenset[int]], ...]


def cleaned(problem: SuppressionProblem, pattern: Flags, context: JobContext) -> tuple[Flags, Witnesses]:
    """The pattern without the cells that no need takes, and for each need the cells that move to meet it.

    What every pattern contains stays. A need that the pattern does not meet has no witness. Raises
    :class:`Refused` where a solver fails, Cancelled.
    """
    pattern = pattern.copy()
    pattern &= problem.movable | problem.always  # what cannot move protects nothing
    found: list[tuple[Need, frozenset[int]]] = []
    parts = _parts(problem, pattern)
    for number, (cells, needs) in enumerate(parts):
        context.progress(number / len(parts), STEP)
        spent, waiting = 0, [_Part(problem, cells, needs, context)]
        while waiting:
            part = waiting.pop()
            pattern[part.published(_MOST - spent)] = False
            smaller = part.smaller()
            waiting += smaller
            spent += part.iterations
            found += [] if smaller else part.witnesses()
    return pattern, tuple(found)


def witnesses_of(
    problem: SuppressionProblem, pattern: Flags, context: JobContext
) -> Iterator[tuple[Need, frozenset[int]]]:
    """For each need of a table's cells that a pattern meets the cells that move then, as far as secondaries
    may be among them; one by one, since all of a large system would not fit into memory.

    Raises :class:`Refused`, Cancelled.
    """
    parts, size = _parts(problem, pattern), len(problem.values) - problem.virtual
    for number, (cells, needs) in enumerate(parts):
        context.progress(number / len(parts), "explaining")
        movements = _movements(problem, cells, _secondaries(problem, cells))
        for need in needs:
            if need.primary >= size:
                continue
            moving = way_of(movements, need, context)
            if moving:
                yield need, moving


def _parts(problem: SuppressionProblem, pattern: Flags) -> list[tuple[Integers, list[Need]]]:
    """The components of the suppressed cells with some secondary, and the needs of each."""
    parts = components_of(problem.relations, np.flatnonzero(pattern & problem.movable))
    part_of = np.full(len(pattern), -1, dtype=np.int64)
    for number, (cells, _) in enumerate(parts):
        part_of[cells] = number
    needs: dict[int, list[Need]] = {}
    for need in problem.needs:
        needs.setdefault(int(part_of[need.primary]), []).append(need)
    always = problem.always
    return [
        (cells, needs.get(number, [])) for number, (cells, _) in enumerate(parts) if not always[cells].all()
    ]


def _secondaries(problem: SuppressionProblem, cells: Integers) -> list[int]:
    """Those of some suppressed cells that may be published, by ascending cost, ties by descending number."""
    costs, always = problem.costs, problem.always
    return sorted(cells[~always[cells]].tolist(), key=lambda cell: (costs[cell], -cell))


def _movements(problem: SuppressionProblem, cells: Integers, untried: Sequence[int]) -> Movements:
    """The movements of a component, where what is known to stay moves for nothing; of the others (ascending)
    those that are tried later are cheaper, so that a witness has few cells that are still to be tried.
    """
    prices = np.zeros(len(problem.values))
    prices[untried] = 1.0 + np.arange(len(untried)) / max(1, len(untried))
    return Movements(problem, cells, prices)


class _Part:
    """A component of the suppressed cells, its needs, and for each of them the cells of its witness."""

    def __init__(
        self,
        problem: SuppressionProblem,
        cells: Integers,
        needs: list[Need],
        context: JobContext,
        begun: tuple[list[int], list[frozenset[int]]] | None = None,
    ) -> None:
        """``begun``: the secondaries not yet tried, and the witnesses."""
        self._problem, self._context = problem, context
        self._needs = needs
        self._pinned = _Pinned(problem, cells, needs)
        self._cells = cells
        if begun is None:
            self._untried = _secondaries(problem, cells)  # the last one first
            self._moving = [self._way(need) or frozenset[int]() for need in needs]
        else:
            self._untried, self._moving = begun
        self._users: dict[int, set[int]] = {}  # of each cell the needs whose witness has it
        for place, moving in enumerate(self._moving):
            for cell in moving:
                self._users.setdefault(cell, set()).add(place)

    @cached_property
    def _movements(self) -> Movements:
        return _movements(self._problem, self._cells, self._untried)

    @property
    def iterations(self) -> int:
        """Of the simplex algorithm so far."""
        return self._movements.iterations if "_movements" in self.__dict__ else 0

    def published(self, most: int) -> list[int]:
        """Those of the secondaries that are not needed, tried by descending cost, ties by cell number.

        It ends when all are tried, when the part has become much smaller, or after this many iterations, with
        which all that are left stay.
        """
        found: list[int] = []
        enough = max(_LEAST, int(_SHARE * len(self._pinned.open)))
        while self._untried and len(found) < enough:
            if self.iterations > most:
                self._untried = []
                break
            cell = self._untried.pop()
            if self._does_without(cell):
                found.append(cell)
        return found

    def smaller(self) -> "list[_Part]":
        """The components that are left of the part where some secondary is still to be tried."""
        if not self._untried:
            return []
        needs_of: dict[int, list[int]] = {}
        cells = np.array(sorted(self._pinned.open), dtype=np.int64)
        parts = components_of(self._problem.relations, cells)
        part_of = {cell: number for number, (own, _) in enumerate(parts) for cell in own.tolist()}
        for place, need in enumerate(self._needs):
            needs_of.setdefault(part_of.get(need.primary, -1), []).append(place)
        untried: dict[int, list[int]] = {}
        for cell in self._untried:
            untried.setdefault(part_of[cell], []).append(cell)
        return [
            _Part(
                self._problem,
                own,
                [self._needs[place] for place in needs_of.get(number, ())],
                self._context,
                (untried.get(number, []), [self._moving[place] for place in needs_of.get(number, ())]),
            )
            for number, (own, _) in enumerate(parts)
        ]

    def _way(self, need: Need) -> frozenset[int] | None:
        return way_of(self._movements, need, self._context)

    def _does_without(self, cell: int) -> bool:
        """Hold a cell if all needs are met without it."""
        if self._pinned.without(cell):
            return False
        users = sorted(self._users.get(cell, ()))
        if users or "_movements" in self.__dict__:
            self._movements.hold(cell)
        others: dict[int, frozenset[int]] = {}
        for place in users:
            moving = self._way(self._needs[place])
            if moving is None:
                self._movements.release(cell)
                self._movements.free([cell])
                return False
            others[place] = moving
        self._pinned.open.discard(cell)
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


class _Pinned:
    """What single relations show: a cell whose relation has no other that is ``open`` cannot move."""

    def __init__(self, problem: SuppressionProblem, cells: Integers, needs: list[Need]) -> None:
        self.open: set[int] = set(cells.tolist())
        self._needed = {need.primary for need in needs}
        numbers, rows = problem.relations.among(cells)
        listed = cells[rows.columns].tolist()
        ends = rows.starts.tolist()
        self._rows = [listed[ends[row] : ends[row + 1]] for row in range(len(numbers))]
        self._rows_of: dict[int, list[int]] = {}
        for row, inside in enumerate(self._rows):
            for cell in inside:
                self._rows_of.setdefault(cell, []).append(row)

    def without(self, cell: int) -> bool:
        """Whether some cell that must move could not if this one were published."""
        gone, waiting = {cell}, [cell]
        while waiting:
            for row in self._rows_of.get(waiting.pop(), ()):
                left = [other for other in self._rows[row] if other in self.open and other not in gone]
                if len(left) == 1:
                    if left[0] in self._needed:
                        return True
                    gone.add(left[0])
                    waiting.append(left[0])
        return False


Explained = dict[int, tuple[tuple[int, tuple[int, ...]], ...]]


def explained(problem: SuppressionProblem, witnesses: Iterable[tuple[Need, frozenset[int]]]) -> Explained:
    """For each secondary of the table the primaries that need it to move, and the relations in which it moves
    together with others then.
    """
    size = len(problem.values) - problem.virtual
    found, gathered, moving = [np.zeros(0, dtype=np.int64)], list[tuple[int, frozenset[int]]](), 0
    for need, cells in witnesses:
        if need.primary < size:
            gathered.append((need.primary, cells))
            moving += len(cells)
        if moving > _AT_ONCE:
            found.append(_shared(problem, gathered))
            gathered, moving = [], 0
    found.append(_shared(problem, gathered))
    primaries, rows = list(range(size)), list(range(len(problem.relations)))  # each number once in memory
    result: dict[int, list[tuple[int, tuple[int, ...]]]] = {}
    keys = np.unique(np.concatenate(found))
    pairs, shared = np.divmod(keys, max(1, len(rows)))
    starts = np.flatnonzero(np.diff(pairs, prepend=-1)).tolist()
    for start, stop in pairwise([*starts, len(keys)]):
        cell, primary = divmod(int(pairs[start]), size)
        needed = primaries[primary], tuple(rows[row] for row in shared[start:stop].tolist())
        result.setdefault(cell, []).append(needed)
    return {cell: tuple(needed) for cell, needed in result.items()}


def _shared(problem: SuppressionProblem, witnesses: Sequence[tuple[int, frozenset[int]]]) -> Integers:
    """Of some primaries and the cells that move for each: all triples of a secondary of the table, a primary
    and a relation in which the secondary moves together with others, each as one number, in this order.
    """
    size, number = len(problem.values) - problem.virtual, len(problem.relations)
    lengths = [len(cells) for _, cells in witnesses]
    own = np.repeat(np.arange(len(witnesses)), lengths)
    cells = np.fromiter(chain.from_iterable(cells for _, cells in witnesses), np.int64, sum(lengths))
    matrix = problem.relations.columns
    counts = matrix.indptr[cells + 1] - matrix.indptr[cells]
    own, moving = np.repeat(own, counts), np.repeat(cells, counts)
    rows = taken(matrix.indptr, matrix.indices, cells).astype(np.int64)
    _, which, times = np.unique(own * number + rows, return_inverse=True, return_counts=True)
    secondary = ~problem.always
    secondary[size:] = False
    common = (times[which] > 1) & secondary[moving]
    primaries = np.array([primary for primary, _ in witnesses], dtype=np.int64)[own[common]]
    return np.unique((moving[common] * size + primaries) * number + rows[common])
