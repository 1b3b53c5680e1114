"""Secondary suppression, fast or to the optimum, and always the full audit after it.

A pattern is called safe only when, in whole numbers and over all relations, every primary can lie as far from
its value as its levels ask and has more than one possible value.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from typing import Literal

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.tables.attacker import Attacker
from sdc_desktop.engine.tables.exact_suppression import CutPool, State, optimum, relaxed
from sdc_desktop.engine.tables.fast_suppression import Movements, fast_pattern
from sdc_desktop.engine.tables.intervals import Interval, intervals
from sdc_desktop.engine.tables.knowledge import Knowledge
from sdc_desktop.engine.tables.levels import Levels
from sdc_desktop.engine.tables.mip import mip_process
from sdc_desktop.engine.tables.needs import support
from sdc_desktop.engine.tables.relations import Flags
from sdc_desktop.engine.tables.suppression_problem import SuppressionProblem

_REPAIRS = 25  # patterns that fail the audit in whole numbers before the search gives up


@dataclass(frozen=True)
class Suppression:
    """A pattern and its audit. ``pattern`` (cells of the table,); costs are those of the secondaries.

    ``bound``: no pattern that protects costs less (None: not looked for). ``intervals`` of every suppressed
    cell; ``failures``: primaries that are not protected, none where ``safe``. ``protects``: for each
    secondary the primaries that move with it, and the relations in which it moves then.
    """

    pattern: Flags
    cost: float
    bound: float | None
    proven: bool
    safe: bool
    intervals: Mapping[int, Interval]
    failures: tuple[int, ...]
    protects: Mapping[int, tuple[tuple[int, tuple[int, ...]], ...]]
    states: tuple[State, ...]  # how bound and cost came together


def suppress(
    problem: SuppressionProblem,
    method: Literal["optimal", "fast"],
    context: JobContext,
    *,
    nodes: int = 1_000_000,
    unimodular: bool = False,
) -> Suppression:
    """Find a pattern and audit it. `nodes` limits each integer program of the optimum search.

    Raises :class:`Refused` where some primary cannot be protected, Cancelled.
    """
    none = np.zeros(len(problem.values), dtype=np.bool_)
    pattern = fast_pattern(problem, none, context.within(0.0, 0.3))
    states: list[State] = [State(0.0, problem.cost(pattern))]
    bound: float | None = None
    proven = False
    found: Mapping[int, Interval]
    failures: tuple[int, ...]
    if not problem.primaries:
        bound, proven, found, failures = 0.0, True, {}, ()
    elif method == "optimal":
        pattern, bound, proven, found, failures = _optimal(
            problem, pattern, nodes, states, context.within(0.3, 0.9), unimodular
        )
    else:
        pattern, found, failures = _repaired(problem, pattern, context.within(0.3, 0.9), unimodular)
    size = len(problem.values) - problem.virtual
    cost = problem.cost(pattern)
    return Suppression(
        pattern=pattern[:size],
        cost=cost,
        bound=bound,
        proven=proven and not failures,
        safe=not failures,
        intervals={cell: interval for cell, interval in found.items() if cell < size},
        failures=failures,
        protects=_protects(problem, pattern, size, context.within(0.9, 1.0)),
        states=tuple(states),
    )


def audited(
    problem: SuppressionProblem, pattern: Flags, context: JobContext, unimodular: bool = False
) -> tuple[Mapping[int, Interval], tuple[int, ...]]:
    """The intervals of all suppressed cells, in whole numbers, and the primaries that are not protected."""
    known = Knowledge(
        problem.relations,
        np.where(pattern, problem.lower, problem.values),
        np.where(pattern, problem.upper, problem.values),
    )
    cells = np.flatnonzero(pattern)
    plain = unimodular and not problem.virtual
    ends = intervals(known, cells, context, truth=problem.values, unimodular=plain)
    found = dict(zip(cells.tolist(), ends, strict=True))
    failures = tuple(
        cell
        for cell in problem.primaries
        if not protected(found[cell], int(problem.values[cell]), problem.levels[cell])
    )
    return found, failures


def protected(interval: Interval, value: int, levels: Levels) -> bool:
    """Whether an interval reaches as far as the levels ask, both ways and in all, and holds two values."""
    long_enough = levels.at_least_a_unit().sliding_met(interval.lower, interval.upper)
    both = levels.lower_met(value, interval.lower) and levels.upper_met(value, interval.upper)
    return long_enough and both


def _optimal(
    problem: SuppressionProblem,
    incumbent: Flags,
    nodes: int,
    states: list[State],
    context: JobContext,
    unimodular: bool,
) -> tuple[Flags, float, bool, Mapping[int, Interval], tuple[int, ...]]:
    """The cheapest pattern that passes the audit. One that fails is forbidden, and the search goes on."""
    pool = CutPool(problem, Attacker(problem))
    cost = problem.cost(incumbent)
    least = relaxed(pool, lambda bound: states.append(State(bound, cost)), context)
    with mip_process() as process:
        for _ in range(_REPAIRS):
            found = optimum(pool, incumbent, nodes, process, states.append, context)
            ends, failures = audited(problem, found.pattern, context, unimodular)
            if not failures or not found.proven:
                break
            pool.forbid(found.pattern)
            incumbent = _larger(problem, incumbent, found.pattern)
    if failures:  # the best that passes, if any does
        pattern, ends, failures = _repaired(problem, found.pattern, context, unimodular)
        return pattern, max(least, found.bound), False, ends, failures
    return found.pattern, max(least, found.bound), found.proven, ends, failures


def _larger(problem: SuppressionProblem, incumbent: Flags, failed: Flags) -> Flags:
    """An incumbent that the search cannot take for the pattern that failed."""
    if (incumbent == failed).all():
        return ~problem.frozen | problem.always
    return incumbent


def _repaired(
    problem: SuppressionProblem, pattern: Flags, context: JobContext, unimodular: bool
) -> tuple[Flags, Mapping[int, Interval], tuple[int, ...]]:
    """The pattern, with more cells for the primaries that fail in whole numbers."""
    found, failures = audited(problem, pattern, context, unimodular)
    for _ in range(_REPAIRS):
        if not failures:
            break
        costs = np.where(pattern, 0.0, np.maximum(problem.costs, 1e-6))
        movements = Movements(problem, ~problem.frozen | problem.always, costs)
        added = 0
        for primary in failures:
            levels = problem.levels[primary]
            for distance in (ceil(max(levels.upper, levels.sliding)) + 1, -ceil(levels.lower) - 1):
                moved = movements.cheapest(primary, float(distance))
                cells = frozenset[int]() if moved is None else support(moved)
                fresh = [cell for cell in sorted(cells) if not pattern[cell]]
                pattern = pattern.copy()
                pattern[fresh] = True
                added += len(fresh)
        if not added:
            break
        found, failures = audited(problem, pattern, context, unimodular)
    return pattern, found, failures


def _protects(
    problem: SuppressionProblem, pattern: Flags, size: int, context: JobContext
) -> Mapping[int, tuple[tuple[int, tuple[int, ...]], ...]]:
    """For each secondary the primaries that need it to move, by the movement of fewest units."""
    movements = Movements(problem, pattern, np.ones(len(problem.values)))
    found: dict[int, dict[int, set[int]]] = {}
    always = problem.always
    for number, primary in enumerate(problem.primaries):
        context.progress(number / len(problem.primaries), "explaining")
        levels = problem.levels[primary]
        up = max(float(levels.upper), float(levels.sliding) - float(levels.lower))
        for distance in (up, -float(levels.lower)):
            moved = movements.cheapest(primary, distance) if distance and primary < size else None
            cells = frozenset[int]() if moved is None else support(moved)
            for cell in sorted(cells):
                if cell < size and not always[cell]:
                    rows = problem.relations.rows_of(cell).tolist()
                    shared = [r for r in rows if len(cells & set(problem.relations.row(r)[0].tolist())) > 1]
                    found.setdefault(cell, {}).setdefault(primary, set()).update(shared)
    return {
        cell: tuple((primary, tuple(sorted(rows))) for primary, rows in sorted(by.items()))
        for cell, by in sorted(found.items())
    }
