"""The audit by contributors: somebody who is alone in suppressed cells knows them, and what follows.

A contributor (or a holding, which may be alone in cells far apart) knows the cells to which nobody else
contributes, and of all others that they are at least what it contributes itself. No unsafe cell of others may
then have one value only. After Hundepool et al., Handbook on Statistical Disclosure Control (singletons).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.tables.attack.intervals import fixed_cells, intervals
from sdc_desktop.engine.tables.attack.knowledge import Knowledge, components, propagated
from sdc_desktop.engine.tables.attack.part import Part, part_of
from sdc_desktop.engine.tables.contributions import Records, summed
from sdc_desktop.engine.tables.dimension import Dimension
from sdc_desktop.engine.tables.protection.suppression_problem import Need, SuppressionProblem
from sdc_desktop.engine.tables.relations import Flags, Integers, Relations
from sdc_desktop.engine.tables.table import Levels, Table

STEP = "auditing_contributors"
OPEN = Levels(sliding=Fraction(1))


@dataclass(frozen=True)
class Insider:
    """A contributor: the cells it is alone in, and its part (cell, units) in others, as far as suppressed."""

    known: frozenset[int]
    own: tuple[tuple[int, int], ...]


def lone_contributors(records: Records, dimensions: Sequence[Dimension]) -> Integers:
    """For all combinations of categories the number of the only contributor (its holding, or else its
    record); -1 where there are none or several.

    Others that contribute zero leave a contributor alone: their zeros are published. A record of a weight
    above 1 stands for others, and leaves no one alone.
    """
    every = np.ones(len(records.amounts), dtype=np.bool_)
    alone, _ = _only(records, dimensions, every)
    with_amount, all_zero = _only(records, dimensions, records.amounts != 0)
    found = np.where(all_zero, alone, with_amount)
    if records.weights is None:
        return found
    heavy = records.weights > records.weight_one
    return np.where(summed(records.codes, heavy.astype(np.int64), dimensions) > 0, -1, found)


def _only(records: Records, dimensions: Sequence[Dimension], chosen: Flags) -> tuple[Integers, Flags]:
    """Of some records the only contributor to each cell, -1 where there are none or several; and which cells
    have none.
    """
    who = np.arange(len(records.amounts)) if records.holdings is None else records.holdings
    none = len(records.amounts) + int(who.max(initial=0)) + 1
    shape = [len(dimension) for dimension in dimensions]
    first, last = np.full(shape, none, dtype=np.int64), np.full(shape, -1, dtype=np.int64)
    codes = tuple(records.codes[chosen].T)
    np.minimum.at(first, codes, who[chosen])
    np.maximum.at(last, codes, who[chosen])
    for axis, dimension in enumerate(dimensions):
        leaves = set(dimension.leaves)
        along, other = np.moveaxis(first, axis, 0), np.moveaxis(last, axis, 0)
        for place, below in enumerate(dimension.below):
            if place not in leaves:
                along[place] = along[sorted(below)].min(axis=0)
                other[place] = other[sorted(below)].max(axis=0)
    return np.where(first == last, first, -1).ravel(), (first == none).ravel()


def insiders(table: Table, records: Records, hidden: Flags) -> list[Insider]:
    """The contributors that are alone in some cell that is `hidden`. Whoever knows the same is told once.

    The table's cells are all combinations of its dimensions' categories.
    """
    known = lone_cells(table, records, hidden)
    parts = parts_of(table, records, hidden, sorted(known))
    found = []
    for contributor, cells in sorted(known.items(), key=lambda one: one[1]):  # whatever the records' order
        own = {cell: units for cell, units in parts[contributor].items() if cell not in cells and units > 0}
        found.append(Insider(frozenset(cells), tuple(sorted(own.items()))))
    return list(dict.fromkeys(found))


def lone_cells(table: Table, records: Records, hidden: Flags) -> dict[int, list[int]]:
    """For each contributor (its holding's or record's number) that is alone in some hidden cell the cells."""
    alone = lone_contributors(records, table.dimensions)
    inside = np.flatnonzero(hidden & (alone >= 0))
    known: dict[int, list[int]] = {}
    for cell, contributor in zip(inside.tolist(), alone[inside].tolist(), strict=True):
        known.setdefault(contributor, []).append(cell)
    return known


def parts_of(
    table: Table, records: Records, hidden: Flags, contributors: Sequence[int]
) -> dict[int, dict[int, int]]:
    """What each contributor contributes to the hidden cells, in units of the table."""
    above = [
        [
            [place for place, below in enumerate(d.below) if leaf in below or place == leaf]
            for leaf in range(len(d))
        ]
        for d in table.dimensions
    ]
    shape = tuple(len(dimension) for dimension in table.dimensions)
    who = np.arange(len(records.amounts)) if records.holdings is None else records.holdings
    weights = records.counted if records.weights is None else records.weights * records.counted
    parts: dict[int, dict[int, int]] = {contributor: {} for contributor in contributors}
    for record in np.flatnonzero(np.isin(who, contributors)).tolist():
        own = parts[int(who[record])]
        units = int(records.amounts[record] * weights[record])
        for codes in product(
            *(above[axis][code] for axis, code in enumerate(records.codes[record].tolist()))
        ):
            cell = int(np.ravel_multi_index(codes, shape))
            if hidden[cell]:
                own[cell] = own.get(cell, 0) + units
    return parts


def seen_through(
    problem: SuppressionProblem, pattern: Flags, found: Sequence[Insider], context: JobContext
) -> list[Need]:
    """What insiders derive exactly of primaries that are not all their own, as needs that are not met.

    `pattern` and `problem` are of the table and its virtual cells. Raises Cancelled.
    """
    parts = _Parts(problem, pattern)
    negative = bool((problem.lower[: len(problem.values) - problem.virtual] < 0).any())
    needs = []
    for number, insider in enumerate(found):
        context.progress(number / len(found), STEP)
        told = Insider(insider.known, () if negative else insider.own)
        needs += [Need(cell, OPEN, told.known, told.own) for cell in parts.derived(told, context)]
    return needs


class _Parts:
    """The parts into which the cells that are not published fall; what one knows of a part says nothing of
    the others.
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

    def derived(self, insider: Insider, context: JobContext) -> list[int]:
        """The primaries of which the insider derives the value; not those it knows anyway, nor those that
        everybody derives of what is published, which are the plain audit's to tell.
        """
        told: dict[int, list[tuple[int, int | None]]] = {}  # by part: place, and the least value or the value
        for cell, least in (*((c, None) for c in sorted(insider.known)), *insider.own):
            if self._part_of[cell] >= 0:
                told.setdefault(int(self._part_of[cell]), []).append((int(self._place[cell]), least))
        found: list[int] = []
        for number, bounds in sorted(told.items()):
            part = self._parts[number]
            wanted = np.flatnonzero(self._primary[part.cells]).tolist()
            wanted = [place for place in wanted if int(part.cells[place]) not in insider.known]
            lower, upper = part.lower.copy(), part.upper.copy()
            for place, least in bounds:
                if least is None:
                    lower[place] = upper[place] = self._values[part.cells[place]]
                else:
                    lower[place] = max(int(lower[place]), least)
            inside = Knowledge(_relations(part), lower, upper)
            fixed = fixed_cells(inside, wanted, self._values[part.cells], context)
            found += [int(part.cells[place]) for place in self._news(part, fixed, context)]
        return found

    def _news(self, part: Part, places: Sequence[int], context: JobContext) -> list[int]:
        """Those of some unknowns of a part that are not proven to have one value for everybody.

        Where a solver leaves that open, nothing is taken off what the insider derives.
        """
        new = [place for place in places if int(part.cells[place]) not in self._fixed_for_all]
        if new:
            public = Knowledge(_relations(part), part.lower, part.upper)
            ends = intervals(public, new, context, truth=self._values[part.cells])
            for place, interval in zip(new, ends, strict=True):
                self._fixed_for_all[int(part.cells[place])] = interval.lower == interval.upper
        return [place for place in places if not self._fixed_for_all[int(part.cells[place])]]


def _relations(part: Part) -> Relations:
    """The relations of a part over its unknowns."""
    axes = np.full(len(part.rights), -1, dtype=np.int64)
    return Relations(len(part.cells), part.starts, part.columns, part.signs, part.rights, axes)
