"""Secondary suppression, fast or to the optimum, and always the full audit after it.

What is kept at any time is the best pattern that passed the audit, so that a search that is stopped, or
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
from sdc_desktop.engine.tables.attack.pattern_audit import intervals_of
from sdc_desktop.engine.tables.dimension import Dimension
from sdc_desktop.engine.tables.protection.cleaning import Explained, explained, witnesses_of
from sdc_desktop.engine.tables.protection.effort import Effort, EndedBy, Limits
from sdc_desktop.engine.tables.protection.exact_suppression import (
    BestPattern,
    CutPool,
    Masters,
    Relaxation,
    Search,
    relaxed,
)
from sdc_desktop.engine.tables.protection.fast_suppression import fast_patterns, usual_starts
from sdc_desktop.engine.tables.protection.mip import Row, mip_process
from sdc_desktop.engine.tables.protection.suppression_problem import SuppressionProblem, Vector
from sdc_desktop.engine.tables.protection.widening import completed
from sdc_desktop.engine.tables.relations import Flags, Integers
from sdc_desktop.engine.tables.table import Table
from sdc_desktop.engine.tables.table_counts import Judged, TableCounts

_BOUNDED = 20_000  # cells: of larger tables the fast method has no bound
_STARTS = 8  # of the optimum search
_ROUNDS = 8  # of cuts for the bound of the fast method: more raise it little
_NO_LIMITS = Limits()


@dataclass(frozen=True)
class Suppression:
    """A pattern and its audit. ``pattern`` (cells of the table,); costs are those of the secondaries.

    ``bound``: no pattern that protects costs less. ``stopped``: the search ended early, at its limit or by
    the user. ``intervals`` of every suppressed cell; ``failures``: primaries that are not protected, none
    where ``safe``. ``protects``: for each secondary the primaries that move with it, and the relations in
    which it moves then. ``rows``: what was learnt of all patterns that protect; it also holds for stricter
    problems. ``ended_by``: why the search ended, None where the fast method is complete; ``effort_used``: the
    effort, but that of the last improvement if the user stopped the search; with it as limit the same pattern
    is found.
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
    ended_by: EndedBy | None = None
    effort_used: int = 0


def suppress(
    problem: SuppressionProblem,
    method: Literal["optimal", "fast"],
    context: JobContext,
    *,
    limits: Limits = _NO_LIMITS,
    effort: Effort | None = None,
    unimodular: bool = False,
    begun: Suppression | None = None,
    explain: bool = True,
) -> Suppression:
    """Find a pattern and audit it, within the limits of the search; where the context says that it is enough,
    the best so far is given. ``effort``: what earlier rounds have used of it. ``begun``: what was found for
    the same problem with fewer needs; the search starts from it. ``explain``: with the intervals of all that
    is suppressed, and what each secondary protects.

    Raises :class:`Refused` where some primary cannot be protected, or nothing was found before it was enough;
    Cancelled.
    """
    effort = Effort(limits.effort) if effort is None else effort
    best = BestPattern(problem, unimodular, context.searched, effort)
    search = Search(CutPool(problem, Attacker(problem)), best, effort, limits)
    if begun is not None:
        search.pool.rows.extend(begun.rows)
        best.raise_bound(begun.bound)
    try:
        ended_by = _searched(search, method, begun, context)
    except Cancelled:
        context.checkpoint()
        ended_by = "wish"
    found = best.found or best.exposed
    if found is None:
        raise Refused(error("suppression.none_yet"))
    if best.proven:
        ended_by = "wish" if ended_by == "wish" else "proven"
    size, intervals = len(problem.values) - problem.virtual, found.intervals
    if explain:
        intervals = intervals_of(problem, found.pattern, context.within(0.9, 0.95), unimodular, intervals)
    return Suppression(
        pattern=found.pattern[:size],
        cost=found.cost,
        bound=min(best.bound, found.cost),
        proven=best.proven,
        stopped=ended_by in ("effort", "nodes", "wish"),
        safe=not found.failures,
        intervals={cell: interval for cell, interval in intervals.items() if cell < size},
        failures=found.failures,
        protects=protected_by(problem, found.pattern, context.within(0.95, 1.0)) if explain else {},
        states=tuple(best.states),
        rows=tuple(search.pool.rows),
        ended_by=ended_by,
        effort_used=best.improved_at if ended_by == "wish" else effort.used,
    )


def protected_by(problem: SuppressionProblem, pattern: Flags, context: JobContext) -> Explained:
    """What each secondary of a pattern (cells,) protects. Raises :class:`Refused`, Cancelled."""
    return explained(problem, witnesses_of(problem, pattern, context))


def _searched(
    search: Search, method: Literal["optimal", "fast"], begun: Suppression | None, context: JobContext
) -> EndedBy | None:
    """Fill `search.best`; why it ended. Raises :class:`Refused`, Cancelled."""
    problem, best = search.pool.problem, search.best
    if not problem.primaries:
        best.offer(problem.always, context)
        return None
    wished = context.until_enough()
    if begun is None:
        _begin(search, method, wished)
    else:  # an audited pattern was found: it is made to meet what is new, whatever is wished
        pattern = problem.always
        pattern[: len(begun.pattern)] |= begun.pattern
        needs = problem.needs
        if problem.hidden is not None:  # the audit is far quicker than to move each cell among so many
            needs = list(best.offer(pattern, context.within(0.0, 0.1)).unmet)
        if needs:
            first, iterations = completed(problem, pattern, needs, context.within(0.1, 0.3))
            search.effort.spend(iterations)
            best.offer(first, context, repair=True)
    if best.found is None:  # the largest pattern passes, or none does
        best.offer(~problem.frozen | problem.always, context)
        if best.found is None:
            return None
    if method == "fast" and len(search.pool.open) > _BOUNDED:
        return search.over  # the bound stays 0: not known
    relaxation = Relaxation(search.pool)
    rounds = _ROUNDS if method == "fast" else None
    over = relaxed(search, relaxation, wished.within(0.3, 0.5), rounds)
    if over or method == "fast":
        return over
    with mip_process() as process:
        return Masters(search, relaxation, process).prove(wished.within(0.5, 0.9))


def _begin(search: Search, method: Literal["optimal", "fast"], context: JobContext) -> None:
    """Patterns from several starts, the first one whatever it takes."""
    problem, best = search.pool.problem, search.best
    number = search.limits.starts or (_STARTS if method == "optimal" else usual_starts(problem))
    found = fast_patterns(problem, number, context.within(0.0, 0.3))
    for _ in range(number):
        start = next(found)
        search.effort.spend(start.iterations)
        if problem.cost(start.pattern) < best.cost:
            best.offer(start.pattern, context, repair=True)
        if search.effort.spent:
            return


def cell_costs(counted: TableCounts, judged: Judged, by: str, power: float | None = None) -> Vector:
    """The cost of each cell (cells,): a cost set manually first, then an instance's, then by `by`.

    ``power``: all costs but those set manually are raised to it, 0 for the logarithm of 1 + the cost (the
    lambda transformation of tau-ARGUS).
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
    """The distance (cells,) of each cell from the next unsafe cell, so that secondaries stay near primaries.

    Each dimension in which two cells differ adds 1 and the number of leaf categories between them, in the
    order of the categories.
    """
    apart = [_apart(dimension) for dimension in table.dimensions]
    nearest = np.full(len(table), np.iinfo(np.int64).max // 2, dtype=np.int64)
    for cell in np.flatnonzero(unsafe).tolist():
        steps = sum(own[table.codes[cell, axis]][table.codes[:, axis]] for axis, own in enumerate(apart))
        nearest = np.minimum(nearest, steps)
    return np.where(unsafe.any(), nearest, 1).astype(np.float64)


def _apart(dimension: Dimension) -> Integers:
    """(categories, categories): 0 for the same one, else 1 plus the number of leaves between their leaves."""
    order = {leaf: place for place, leaf in enumerate(dimension.leaves)}
    spans = [[order[leaf] for leaf in below] for below in dimension.below]
    first, last = np.array([min(span) for span in spans]), np.array([max(span) for span in spans])
    between = np.maximum(first[:, None] - last[None, :], first[None, :] - last[:, None]) - 1
    found = 1 + np.maximum(between, 0)
    np.fill_diagonal(found, 0)
    return np.asarray(found, dtype=np.int64)
