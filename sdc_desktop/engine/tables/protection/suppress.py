"""Secondary suppression, fast or to the optimum, and always the full audit after it.

What is kept at any time is the best pattern that passed the audit, so that a search that is told to end, or
reaches its limit, has one to give, with the cost below which there is none.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from sdc_desktop.engine.context import Cancelled, JobContext, State
from sdc_desktop.engine.problems import Refused, error
from sdc_desktop.engine.tables.attack.attacker import Attacker
from sdc_desktop.engine.tables.attack.intervals import Interval
from sdc_desktop.engine.tables.dimension import Dimension
from sdc_desktop.engine.tables.protection.cleaning import explained, witnesses_of
from sdc_desktop.engine.tables.protection.exact_suppression import BestPattern, CutPool, optimum, relaxed
from sdc_desktop.engine.tables.protection.fast_suppression import fast_patterns, usual_starts
from sdc_desktop.engine.tables.protection.mip import Row, mip_process
from sdc_desktop.engine.tables.protection.suppression_problem import SuppressionProblem, Vector
from sdc_desktop.engine.tables.protection.widening import completed
from sdc_desktop.engine.tables.relations import Flags, Integers
from sdc_desktop.engine.tables.table import Table
from sdc_desktop.engine.tables.table_counts import Judged, TableCounts

_REPAIRS = 25  # patterns that fail the audit in whole numbers before the search gives up
_BOUNDED = 20_000  # cells: of larger tables the fast method has no bound
_ROUNDS = 8  # of cuts for the bound of the fast method: more raise it little


@dataclass(frozen=True)
class Suppression:
    """A pattern and its audit. ``pattern`` (cells of the table,); costs are those of the secondaries.

    ``bound``: no pattern that protects costs less. ``stopped``: the search ended before its time, by its
    limit or by wish. ``intervals`` of every suppressed cell; ``failures``: primaries that are not protected,
    none where ``safe``. ``protects``: for each secondary the primaries that move with it, and the relations
    in which it moves then. ``rows``: what was learnt of all patterns that protect; it holds for stricter
    problems too.
    """

    pattern: Flags
    cost: float
    bound: float
    proven: bool
    stopped: bool
    safe: bool
    intervals: Mapping[int, Interval]
    failures: tuple[int, ...]
    protects: Mapping[int, tuple[tuple[int, tuple[int, ...]], ...]]
    states: tuple[State, ...]  # how bound and cost came together
    rows: tuple[Row, ...] = field(default=(), repr=False, compare=False)


def suppress(
    problem: SuppressionProblem,
    method: Literal["optimal", "fast"],
    context: JobContext,
    *,
    nodes: int = 1_000_000,
    starts: int | None = None,
    unimodular: bool = False,
    begun: Suppression | None = None,
) -> Suppression:
    """Find a pattern and audit it. `nodes` limits each integer program of the optimum search, ``starts`` is
    how many patterns the fast method tries (None: by size); where the context says that it is enough, the
    best so far is given. ``begun``: what was found for the same problem with fewer needs; the search starts
    from it.

    Raises :class:`Refused` where some primary cannot be protected, or nothing was found before it was enough;
    Cancelled.
    """
    best = BestPattern(problem, unimodular, context.on_state)
    stopped = False
    pool = CutPool(problem, Attacker(problem))
    if begun is not None:
        pool.rows.extend(begun.rows)
        best.raise_bound(begun.bound)
    try:
        _search(pool, best, method, nodes, starts, begun, context.until_enough())
    except Cancelled:
        context.checkpoint()
        stopped = True
    found = best.found or best.exposed
    if found is None:
        raise Refused(error("suppression.none_yet"))
    size = len(problem.values) - problem.virtual
    proven = best.proven
    return Suppression(
        pattern=found.pattern[:size],
        cost=found.cost,
        bound=min(best.bound, found.cost),
        proven=proven,
        stopped=stopped or (method == "optimal" and best.found is not None and not proven),
        safe=not found.failures,
        intervals={cell: interval for cell, interval in found.intervals.items() if cell < size},
        failures=found.failures,
        protects=explained(problem, witnesses_of(problem, found.pattern, context.within(0.9, 1.0))),
        states=tuple(best.states),
        rows=tuple(pool.rows),
    )


def _search(
    pool: CutPool,
    best: BestPattern,
    method: Literal["optimal", "fast"],
    nodes: int,
    starts: int | None,
    begun: Suppression | None,
    context: JobContext,
) -> None:
    """Fill `best`. Raises :class:`Refused`, Cancelled."""
    problem = pool.problem
    least = problem.always
    if not problem.primaries:
        best.offer(least, context)
        return
    if begun is None:
        for start in fast_patterns(problem, starts or usual_starts(problem), context.within(0.0, 0.3)):
            if problem.cost(start.pattern) < best.cost:
                best.offer(start.pattern, context, repair=True)
    else:
        pattern = problem.always
        pattern[: len(begun.pattern)] |= begun.pattern
        first, _ = completed(problem, pattern, problem.needs, context.within(0.0, 0.3))
        best.offer(first, context, repair=True)
    if best.found is None:  # the largest pattern passes, or none does
        best.offer(~problem.frozen | problem.always, context)
        if best.found is None:
            return
    if method == "fast" and len(pool.open) > _BOUNDED:
        return  # the bound stays 0: not known
    rounds = _ROUNDS if method == "fast" else None
    relaxed(pool, best.raise_bound, context.within(0.3, 0.5), rounds)
    if method == "optimal" and not best.proven:
        _prove(pool, best, nodes, context.within(0.5, 0.9))


def _prove(pool: CutPool, best: BestPattern, nodes: int, context: JobContext) -> None:
    """Search until nothing is cheaper than the best. A pattern that fails the audit is forbidden, with all
    that are part of it, and the search goes on.
    """
    with mip_process() as process:
        for _ in range(_REPAIRS):
            pattern = optimum(pool, best, nodes, process, context)
            if pattern is None:
                return
            if best.offer(pattern, context).failures:
                pool.forbid(pattern)
            elif best.proven:
                return


def cell_costs(counted: TableCounts, judged: Judged, by: str, power: float | None = None) -> Vector:
    """What each cell costs: the officer's own costs first, then an instance's, then those `by` says.

    ``power``: all but the officer's own raised to it, 0 for the logarithm of 1 + the cost (the lambda
    transformation of tau-ARGUS).
    """
    table, behind = counted.table, counted.behind
    values = np.abs(table.values).astype(np.float64) * float(table.unit)
    if counted.instance is not None:
        found = counted.instance.costs.copy()
    elif by == "value":
        found = values
    elif by == "log":
        found = np.log1p(values)
    elif by == "contributors" and behind is not None:
        found = behind.contributors.astype(np.float64)
    elif by == "distance":
        found = distances(table, judged.unsafe)
    elif by == "variable" and counted.costs is not None:
        found = counted.costs
    else:
        found = np.ones(len(table))
    if power is not None:
        found = np.log1p(found) if power == 0 else found ** float(power)
    return np.where(np.isnan(judged.costs), found, judged.costs)


def distances(table: Table, unsafe: Flags) -> Vector:
    """For each cell how far the next unsafe one is: over each dimension in which they differ 1 and the leaf
    categories between the two, in the order of the categories; so secondaries stay near what they protect.
    """
    apart = [_apart(dimension) for dimension in table.dimensions]
    nearest = np.full(len(table), np.iinfo(np.int64).max // 2, dtype=np.int64)
    for cell in np.flatnonzero(unsafe).tolist():
        steps = sum(own[table.codes[cell, axis]][table.codes[:, axis]] for axis, own in enumerate(apart))
        nearest = np.minimum(nearest, steps)
    return np.where(unsafe.any(), nearest, 1).astype(np.float64)


def _apart(dimension: Dimension) -> Integers:
    """(categories, categories): 0 for the same one, else 1 and how many leaves lie between their leaves."""
    order = {leaf: place for place, leaf in enumerate(dimension.leaves)}
    spans = [[order[leaf] for leaf in below] for below in dimension.below]
    first, last = np.array([min(span) for span in spans]), np.array([max(span) for span in spans])
    between = np.maximum(first[:, None] - last[None, :], first[None, :] - last[:, None]) - 1
    found = 1 + np.maximum(between, 0)
    np.fill_diagonal(found, 0)
    return np.asarray(found, dtype=np.int64)
