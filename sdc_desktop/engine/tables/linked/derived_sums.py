"""Sums that follow from linked tables together and are no cell of any of them.

Where tables group a variable in different ways, or one table splits what another shows whole, a relation
between them gives the sum of the cells that are left: suppressed ones, or cells that no table shows. Such a
sum is judged by the rules, as the sum of the suppressed cells of a relation within a table is.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.tables.attack.attack import Attack
from sdc_desktop.engine.tables.attack.intervals import fixed_cells
from sdc_desktop.engine.tables.attack.knowledge import Knowledge, components, propagated
from sdc_desktop.engine.tables.attack.part import part_of
from sdc_desktop.engine.tables.linked.system import LinkedSystem
from sdc_desktop.engine.tables.protection.suppression_problem import SuppressionProblem
from sdc_desktop.engine.tables.relations import Flags, Integers

Sum = tuple[int, ...]  # common cells
MOST_SETTLED = 1000  # cells that no table shows: of more, linear programs say which have one value
_NARROW = 65_536  # codes that have room in two bytes
_UNIT = 1 - 1e-6  # a cell that moves by less has one whole value


@dataclass(frozen=True)
class CodesOf:
    """The codes of some variables in the records of a table: ``labels`` by variable; ``codes`` (records,
    variables) index them.
    """

    labels: tuple[tuple[str, ...], ...]
    codes: Integers

    @cached_property
    def by_first(self) -> tuple[Integers, Integers]:
        """The records by ascending code of the first variable, and where each of its codes begins; the last
        entry is the number of records.
        """
        codes, number = self.codes[:, 0], len(self.labels[0])
        narrow = codes.astype(np.uint16) if number <= _NARROW else codes  # far quicker to sort
        starts = np.concatenate([[0], np.cumsum(np.bincount(codes, minlength=number))])
        return np.argsort(narrow, kind="stable"), starts.astype(np.int64)


CodesIn = Callable[[str, Sequence[str]], CodesOf | None]  # by the name of the table; None: not known


def derived_sums(
    system: LinkedSystem, problem: SuppressionProblem, pattern: Flags, context: JobContext
) -> list[Sum]:
    """The sums that follow from relations between tables while `pattern` (cells,) is suppressed.

    They are sums of cells whose relation also contains known cells, and cells that no table shows. `pattern`
    is over all cells of the system.

    `problem` is of the whole system. Raises :class:`Refused` where a solver fails, Cancelled.
    """
    rows = _links(system)
    if not len(rows):
        return []
    size, some = system.cells_number, (system.values != 0) | system.signed
    public = Knowledge(
        system.relations,
        np.where(pattern, problem.lower[:size], system.values),
        np.where(pattern, problem.upper[:size], system.values),
    )
    tight = propagated(public)
    known = np.asarray(tight.lower == tight.upper)
    unseen = np.flatnonzero(system.hidden & some & ~known)
    find = fixed_cells if len(unseen) <= MOST_SETTLED else _fixed_by_programs
    known[list(find(public, unseen.tolist(), system.values, context))] = True
    found: dict[Sum, None] = {(cell,): None for cell in np.flatnonzero(system.hidden & some & known).tolist()}
    for row in rows:
        cells, signs = system.relations.row(row)
        totals, parts = cells[signs < 0], cells[signs > 0]
        left = parts[~known[parts]]
        if len(totals) == 1 and known[totals[0]] and len(left) and (known & some)[parts].any():
            found[tuple(sorted(left.tolist()))] = None
    return sorted(found)


def _fixed_by_programs(
    public: Knowledge, wanted: Sequence[int], truth: Integers, context: JobContext
) -> tuple[int, ...]:
    """The cells that move by less than a unit, found by linear programs alone. One program moves many cells,
    which are then settled.
    """
    tight = propagated(public)
    moved = np.zeros(len(truth), dtype=np.bool_)
    is_wanted = moved.copy()
    is_wanted[list(wanted)] = True
    fixed = [cell for cell in wanted if tight.lower[cell] == tight.upper[cell]]
    for group, rows in components(tight):
        inside = np.flatnonzero(is_wanted[group])
        if not len(inside):
            continue
        attack = Attack(part_of(tight, group, rows), truth[group])
        for place, largest in product(inside.tolist(), (True, False)):
            context.checkpoint()
            if moved[group[place]]:
                continue
            answer = attack.ask(place, largest=largest)
            if answer.status == "optimal":
                moved[group[np.abs(answer.point) > _UNIT]] = True
            elif answer.status == "unbounded":
                moved[group[place]] = True
        fixed += group[inside[~moved[group[inside]]]].tolist()
    return tuple(sorted(fixed))


def _links(system: LinkedSystem) -> list[int]:
    """The relations between tables, those of values that add up apart."""
    relations = system.relations
    rows = np.flatnonzero(system.origins[:, 0] < 0).tolist()
    return [row for row in rows if len(set(system.responses[relations.row(row)[0]].tolist())) == 1]


class RecordsBehind:
    """Finds the records of a table behind cells of the system, whether or not any table shows them."""

    def __init__(self, system: LinkedSystem, name: str, codes_in: CodesIn) -> None:
        self._system, self._name, self._codes_in = system, name, codes_in
        self._columns: dict[str, tuple[Mapping[str, int], CodesOf] | None] = {}

    def __call__(self, cells: Sum) -> Integers | None:
        """The numbers of the records behind a sum of cells; None where their codes are not known."""
        found = [self._of_cell(cell) for cell in cells]
        known = [own for own in found if own is not None]
        if len(known) < len(found) or not known:
            return None
        return known[0] if len(known) == 1 else np.concatenate(known)

    def _of_cell(self, cell: int) -> Integers | None:
        """The records with the codes of the variable with the fewest, of these those with the next one's."""
        restricted = sorted(self._system.restrictions(cell), key=lambda one: len(one[1]))
        columns = [self._column(variable) for variable, _ in restricted]
        own: Integers | None = None
        for (_, codes), column in zip(restricted, columns, strict=True):
            if column is None:
                return None
            place_of, known = column
            places = sorted(place_of[code] for code in codes if code in place_of)
            if own is None:
                order, starts = known.by_first
                parts = [order[starts[place] : starts[place + 1]] for place in places]
                own = np.concatenate(parts) if parts else np.zeros(0, dtype=np.int64)
                continue
            chosen = np.zeros(len(place_of), dtype=np.bool_)
            chosen[places] = True
            own = own[chosen[known.codes[own, 0]]]
        return own

    def _column(self, variable: str) -> tuple[Mapping[str, int], CodesOf] | None:
        if variable not in self._columns:
            found = self._codes_in(self._name, (variable,))
            self._columns[variable] = None
            if found is not None:
                places = {label: place for place, label in enumerate(found.labels[0])}
                self._columns[variable] = places, found
        return self._columns[variable]
