"""Linked tables protected and audited together: one problem over the common cells of all."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.tables.attack.intervals import Bound, Interval, intervals, protected
from sdc_desktop.engine.tables.attack.knowledge import Knowledge
from sdc_desktop.engine.tables.attack.pattern_audit import goals_of
from sdc_desktop.engine.tables.linked.system import LinkedSystem
from sdc_desktop.engine.tables.protection.suppression_problem import (
    SuppressionProblem,
    Vector,
    singleton_pairs,
    with_virtual_cells,
)
from sdc_desktop.engine.tables.relations import Flags, Integers, Relations
from sdc_desktop.engine.tables.table import NO_BOUND, Levels


@dataclass(frozen=True)
class Part:
    """What suppression needs of one table, by its own cells and in its own units.

    ``singles``: cells with one contributor only. ``lower``, ``upper``: the intruder's bounds. ``fixed``: of a
    table that is published already, the cells that it does not show; None for all others. ``stated``: the
    plan states the lowest possible value, so that it holds for tables with values below zero.
    """

    unsafe: Flags
    frozen: Flags
    levels: Mapping[int, Levels]
    costs: Vector
    singles: Flags
    lower: Integers
    upper: Integers
    fixed: Flags | None = None
    stated: bool = False


def joint_problem(system: LinkedSystem, parts: Sequence[Part], *, fine: bool = True) -> SuppressionProblem:
    """The problem of all tables, with the largest levels and cost of each common cell. A cell is never
    suppressed where any table forbids it, unless it is unsafe in some table. Bounds are the narrowest.

    Without `fine` the cells that no table shows are dropped, with their relations.
    """
    number = system.cells_number
    costs, frozen, unsafe = (
        np.zeros(number),
        np.zeros(number, dtype=np.bool_),
        np.zeros(number, dtype=np.bool_),
    )
    lower = np.where(system.signed, -NO_BOUND, 0).astype(np.int64)
    upper = np.full(number, NO_BOUND, dtype=np.int64)
    shown, of_new = np.zeros(number, dtype=np.bool_), np.zeros(number, dtype=np.bool_)
    levels: dict[int, Levels] = {}
    for part, places, scale in zip(parts, system.places, system.scales, strict=True):
        np.maximum.at(costs, places, part.costs)
        np.logical_or.at(frozen, places, part.frozen)
        np.logical_or.at(unsafe, places, part.unsafe)
        np.minimum.at(upper, places, _scaled(part.upper, scale))
        bounded = ~system.signed[places] | (part.stated & (part.lower > -NO_BOUND))
        np.maximum.at(lower, places[bounded], _scaled(part.lower, scale)[bounded])
        for cell, own in part.levels.items():
            place = int(places[cell])
            levels[place] = _larger(levels.get(place), own, scale)
        if part.fixed is None:
            of_new[places] = True
        else:
            np.logical_or.at(shown, places, ~part.fixed)
    hidden = system.hidden | (~of_new & ~shown)  # of earlier releases alone, and not shown there
    problem = SuppressionProblem(
        system.relations,
        system.values,
        np.where(hidden, 0.0, costs),
        (frozen | shown) & ~unsafe & ~hidden,
        lower,
        upper,
        dict(sorted(levels.items())),
        hidden=hidden if hidden.any() else None,
    )
    return problem if fine else without_hidden(problem, system)


def without_hidden(problem: SuppressionProblem, system: LinkedSystem) -> SuppressionProblem:
    """The problem of the cells that tables have, with the rows of these alone."""
    size, relations = system.shown_number, problem.relations
    whole = relations.complete(np.arange(system.cells_number) < size)
    if whole.all() and size == system.cells_number:
        return problem
    rows = np.flatnonzero(whole)
    hidden = None if problem.hidden is None else problem.hidden[:size]
    return replace(
        problem,
        relations=_chosen(relations, rows, size),
        values=problem.values[:size],
        costs=problem.costs[:size],
        frozen=problem.frozen[:size],
        lower=problem.lower[:size],
        upper=problem.upper[:size],
        hidden=None if hidden is None or not hidden.any() else hidden,
    )


def with_singletons(
    problem: SuppressionProblem, system: LinkedSystem, parts: Sequence[Part]
) -> SuppressionProblem:
    """The problem with the sums that singletons could derive exactly."""
    unsafe = np.zeros(len(problem.values), dtype=np.bool_)
    unsafe[problem.primaries] = True
    singles = np.zeros(len(problem.values), dtype=np.bool_)
    for part, places in zip(parts, system.places, strict=True):
        np.logical_or.at(singles, places, part.singles)
    return with_virtual_cells(problem, singleton_pairs(problem.relations, unsafe, singles & unsafe))


@dataclass(frozen=True)
class Exposed:
    """An unsafe cell, by its common number, that is not protected, and where it must lie (common units)."""

    cell: int
    interval: Interval

    @property
    def exactly(self) -> bool:
        """Whether it can have one value only."""
        return self.interval.lower is not None and self.interval.lower == self.interval.upper


def published(problem: SuppressionProblem, pattern: Flags) -> Knowledge:
    """What an intruder knows of tables that do not show the cells of a `pattern` (cells,)."""
    return Knowledge(
        problem.relations,
        np.where(pattern, problem.lower, problem.values),
        np.where(pattern, problem.upper, problem.values),
    )


def exposed(problem: SuppressionProblem, pattern: Flags, context: JobContext) -> tuple[Exposed, ...]:
    """The unsafe cells that a pattern does not protect as far as their levels ask: the plain audit, of these
    cells alone. `pattern` (cells,): all cells that are not shown. Raises :class:`Refused`, Cancelled.
    """
    known = published(problem, pattern)
    goals, truth = goals_of(problem), problem.values
    ends = intervals(known, problem.primaries, context, truth=truth, goals=goals, enough=True)
    return tuple(
        Exposed(cell, interval)
        for cell, interval in zip(problem.primaries, ends, strict=True)
        if not protected(interval, int(problem.values[cell]), problem.levels[cell])
    )


def own_interval(interval: Interval, scale: int) -> Interval:
    """An interval of common units in units of a table; `scale` common units make one of these."""
    if scale == 1:
        return interval
    lower, upper = interval.reached
    return replace(
        interval,
        lower=_divided(interval.lower, scale, up=True),
        upper=_divided(interval.upper, scale, up=False),
        reached=(_divided(lower, scale, up=True), _divided(upper, scale, up=False)),
    )


def _divided(bound: Bound, scale: int, *, up: bool) -> Bound:
    if bound is None:
        return None
    return ceil(Fraction(bound) / scale) if up else floor(Fraction(bound) / scale)


def _scaled(bounds: Integers, scale: int) -> Integers:
    open_ended = np.abs(bounds) >= NO_BOUND
    return np.where(open_ended, bounds, np.where(open_ended, 0, bounds) * scale)


def _larger(known: Levels | None, own: Levels, scale: int) -> Levels:
    """The larger of two demands, side by side."""
    upper, lower, sliding = (level * scale for level in (own.upper, own.lower, own.sliding))
    if known is None:
        return Levels(upper, lower, sliding)
    return Levels(max(known.upper, upper), max(known.lower, lower), max(known.sliding, sliding))


def _chosen(relations: Relations, rows: Integers, cells: int) -> Relations:
    """Some rows, over the first cells."""
    lengths = np.diff(relations.starts)[rows]
    starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    terms = np.repeat(relations.starts[rows] - starts[:-1], lengths) + np.arange(starts[-1])
    return Relations(
        cells,
        starts,
        relations.cells[terms],
        relations.coefficients[terms],
        relations.rights[rows],
        relations.dimensions[rows],
    )
