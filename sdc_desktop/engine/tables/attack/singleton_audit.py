"""The audit by singletons: the only contributor to suppressed cells knows them, and what follows.

A contributor (or a holding, which may be alone in cells far apart) knows the cells to which no one else
contributes, and of all others that they are at least what it contributes itself. No unsafe cell of others may
then have one value only. After Hundepool et al., Handbook on Statistical Disclosure Control (singletons).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.tables.attack.knowing import Knowing
from sdc_desktop.engine.tables.contributions import Records, summed
from sdc_desktop.engine.tables.dimension import Dimension
from sdc_desktop.engine.tables.protection.suppression_problem import Need, SuppressionProblem
from sdc_desktop.engine.tables.relations import Flags, Integers
from sdc_desktop.engine.tables.table import Levels, Table

STEP = "auditing_contributors"
OPEN = Levels(sliding=Fraction(1))


def less(levels: Levels, contributed: int) -> Levels:
    """The levels of a cell against a person with a contribution of this many units to it."""
    own = Fraction(contributed)
    upper, lower, sliding = (
        max(level - own, Fraction(0)) for level in (levels.upper, levels.lower, levels.sliding)
    )
    return Levels(upper, lower, sliding).at_least_a_unit()


@dataclass(frozen=True)
class Insider:
    """A contributor: the cells it is alone in, and its part (cell, units) in others, as far as suppressed."""

    known: frozenset[int]
    own: tuple[tuple[int, int], ...]


def lone_contributors(
    records: Records, dimensions: Sequence[Dimension], *, by_weight: bool = True
) -> Integers:
    """For all combinations of categories the number of the only contributor (its holding, or else its
    record); -1 where there are none or several.

    Others that contribute zero leave a contributor alone: their zeros are published. A record of a weight
    above 1 stands for others, and leaves no one alone; not so without `by_weight`.
    """
    every = np.ones(len(records.amounts), dtype=np.bool_)
    alone, _ = _only(records, dimensions, every)
    with_amount, all_zero = _only(records, dimensions, records.amounts != 0)
    found = np.where(all_zero, alone, with_amount)
    if records.weights is None or not by_weight:
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


def insiders(table: Table, records: Records, hidden: Flags, *, by_weight: bool = True) -> list[Insider]:
    """The contributors that are alone in some cell that is `hidden` (cells,). Anyone who knows the same is
    reported once. `by_weight`: as in :func:`lone_contributors`. A cell that is less than a part of it has
    others below zero: the part is no bound there.

    The table's cells are all combinations of its dimensions' categories.
    """
    known = lone_cells(table, records, hidden, by_weight=by_weight)
    parts = parts_of(table, records, hidden, sorted(known))
    found = []
    for contributor, cells in sorted(known.items(), key=lambda one: one[1]):  # whatever the records' order
        others = {cell: units for cell, units in parts[contributor].items() if cell not in cells}
        own = {cell: units for cell, units in others.items() if 0 < units <= table.values[cell]}
        found.append(Insider(frozenset(cells), tuple(sorted(own.items()))))
    return list(dict.fromkeys(found))


def lone_cells(
    table: Table, records: Records, hidden: Flags, *, by_weight: bool = True
) -> dict[int, list[int]]:
    """The suppressed cells that each singleton is the only contributor to, by holding or record number.

    ``hidden`` is (cells,).
    """
    if not hidden.any():
        return {}
    alone = lone_contributors(records, table.dimensions, by_weight=by_weight)
    inside = np.flatnonzero(hidden & (alone >= 0))
    known: dict[int, list[int]] = {}
    for cell, contributor in zip(inside.tolist(), alone[inside].tolist(), strict=True):
        known.setdefault(contributor, []).append(cell)
    return known


def parts_of(
    table: Table, records: Records, hidden: Flags, contributors: Sequence[int]
) -> dict[int, dict[int, int]]:
    """What each contributor contributes to the suppressed cells, in units of the table."""
    above = [
        [
            [place for place, below in enumerate(d.below) if leaf in below or place == leaf]
            for leaf in range(len(d))
        ]
        for d in table.dimensions
    ]
    shape = tuple(len(dimension) for dimension in table.dimensions)
    who = np.arange(len(records.amounts)) if records.holdings is None else records.holdings
    weighted = records.weighted
    parts: dict[int, dict[int, int]] = {contributor: {} for contributor in contributors}
    for record in np.flatnonzero(np.isin(who, contributors)).tolist():
        own = parts[int(who[record])]
        units = int(weighted[record])
        for codes in product(
            *(above[axis][code] for axis, code in enumerate(records.codes[record].tolist()))
        ):
            cell = int(np.ravel_multi_index(codes, shape))
            if hidden[cell]:
                own[cell] = own.get(cell, 0) + units
    return parts


def seen_through(
    problem: SuppressionProblem,
    pattern: Flags,
    found: Sequence[Insider],
    context: JobContext,
    *,
    levels: bool = False,
) -> list[Need]:
    """What insiders derive exactly of primaries that are not all their own, as needs that are not met; with
    `levels` also what they estimate more closely than the level of the cell, less what they contribute.

    `pattern` (cells,) and `problem` are of the table and its virtual cells. Raises Cancelled.
    """
    parts = Knowing(problem, pattern)
    negative = bool((problem.lower[: len(problem.values) - problem.virtual] < 0).any())
    needs = []
    for number, insider in enumerate(found):
        context.progress(number / len(found), STEP)
        own = () if negative else insider.own
        derived = parts.derived(insider.known, own, context)
        needs += [Need(cell, OPEN, insider.known, own) for cell in derived]
        if levels:
            contributed = dict(own)
            required = {
                cell: less(problem.levels[cell], contributed.get(cell, 0))
                for cell in parts.primaries_with(insider.known, own)
                if cell not in derived
            }
            close = parts.estimated(required, insider.known, own, context)
            needs += [Need(cell, required[cell], insider.known, own) for cell in close]
    return needs
