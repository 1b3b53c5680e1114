"""The full audit of a pattern of suppressed cells, and its repair in whole numbers.

A pattern is called safe only when, in whole numbers and over all relations, every primary can lie as far from
its value as its levels ask and has more than one possible value. A larger pattern is never less safe.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.tables.attack.intervals import Goal, Interval, goal_of, intervals, protected
from sdc_desktop.engine.tables.attack.knowing import Knowing
from sdc_desktop.engine.tables.attack.knowledge import Knowledge
from sdc_desktop.engine.tables.protection.suppression_problem import Need, SuppressionProblem
from sdc_desktop.engine.tables.protection.widening import Widening
from sdc_desktop.engine.tables.relations import Flags
from sdc_desktop.engine.tables.table import Levels

_REPAIRS = 25  # times that cells are added to a pattern before the repair gives up


@dataclass(frozen=True)
class Audited:
    """A pattern (cells,), its cost, the intervals of all its cells, and the primaries that it leaves exposed:
    none where it is safe. ``unmet``: the needs behind them.

    Among cells that no table shows, which make audits long, the intervals are of primaries, as far as they
    need.
    """

    pattern: Flags
    cost: float
    intervals: Mapping[int, Interval]
    failures: tuple[int, ...]
    unmet: tuple[Need, ...]


def audit_of(
    problem: SuppressionProblem, pattern: Flags, context: JobContext, unimodular: bool = False
) -> Audited:
    """The pattern (cells,) with its audit. Raises :class:`Refused` where a solver fails, Cancelled."""
    if problem.hidden is None:
        found, failures = audited(problem, pattern, context, unimodular)
    else:
        found, failures = reached(problem, pattern, problem.primaries, context, unimodular)
    unmet = [Need(cell, problem.levels[cell]) for cell in failures]
    unmet += _unmet_insiders(problem, pattern, context)
    failures = tuple(sorted({need.primary for need in unmet}))
    return Audited(pattern, problem.cost(pattern), found, failures, tuple(unmet))


def _unmet_insiders(problem: SuppressionProblem, pattern: Flags, context: JobContext) -> list[Need]:
    """The needs of insiders that a pattern does not meet."""
    if not problem.insiders:
        return []
    knowing = Knowing(problem, pattern)
    return [need for need in problem.insiders if not knowing.meets(need, context)]


def reached(
    problem: SuppressionProblem,
    pattern: Flags,
    primaries: Sequence[int],
    context: JobContext,
    unimodular: bool = False,
) -> tuple[Mapping[int, Interval], tuple[int, ...]]:
    """Intervals of some primaries, no wider than needed, and those of them that are not protected.
    ``pattern`` (cells,): what is suppressed.
    """
    known, plain = _published(problem, pattern), unimodular and not problem.virtual
    truth, goals = problem.values, goals_of(problem)
    ends = intervals(known, primaries, context, truth=truth, unimodular=plain, goals=goals, enough=True)
    found = dict(zip(primaries, ends, strict=True))
    return found, _failing(problem, found)


def intervals_of(
    problem: SuppressionProblem,
    pattern: Flags,
    context: JobContext,
    unimodular: bool,
    known: Mapping[int, Interval],
) -> Mapping[int, Interval]:
    """The intervals of all suppressed cells of tables. ``pattern`` (cells,): what is suppressed; ``known``:
    the intervals that its audit found.
    """
    if problem.hidden is None:
        return known
    found, _ = audited(problem, pattern, context, unimodular)
    return {cell: _at_least(own, known.get(cell)) for cell, own in found.items()}


def _at_least(found: Interval, known: Interval | None) -> Interval:
    """An interval that is known to be attained so far."""
    if found.attained or known is None:
        return found
    (low, high) = found.reached
    least, most = (known.lower, known.upper) if known.attained else known.reached
    low = None if low is None or least is None else min(low, least)
    high = None if high is None or most is None else max(high, most)
    return replace(found, reached=(low, high))


def _published(problem: SuppressionProblem, pattern: Flags) -> Knowledge:
    return Knowledge(
        problem.relations,
        np.where(pattern, problem.lower, problem.values),
        np.where(pattern, problem.upper, problem.values),
    )


def _failing(problem: SuppressionProblem, found: Mapping[int, Interval]) -> tuple[int, ...]:
    """The primaries that these intervals do not protect."""
    return tuple(
        cell
        for cell, interval in found.items()
        if cell in problem.levels and not protected(interval, int(problem.values[cell]), problem.levels[cell])
    )


def audited(
    problem: SuppressionProblem, pattern: Flags, context: JobContext, unimodular: bool = False
) -> tuple[Mapping[int, Interval], tuple[int, ...]]:
    """The intervals of all suppressed cells of tables, in whole numbers, and the primaries not protected.
    ``pattern`` (cells,): what is suppressed.
    """
    known = _published(problem, pattern)
    examined = pattern.copy()
    if problem.hidden is not None:
        examined &= ~problem.hidden
        examined[problem.primaries] = True
    cells = np.flatnonzero(examined)
    plain = unimodular and not problem.virtual
    goals = goals_of(problem)
    for cell in cells.tolist():
        if cell not in problem.levels:  # nothing depends on the ends of a secondary
            goals[cell] = Goal(int(problem.values[cell]), int(problem.values[cell]))
    ends = intervals(known, cells, context, truth=problem.values, unimodular=plain, goals=goals)
    found = dict(zip(cells.tolist(), ends, strict=True))
    return found, _failing(problem, found)


def goals_of(problem: SuppressionProblem) -> dict[int, Goal]:
    """How far each primary must reach."""
    found = {}
    for cell, levels in problem.levels.items():
        found[cell] = goal_of(int(problem.values[cell]), levels)
    return found


def repaired(problem: SuppressionProblem, begun: Audited, context: JobContext, unimodular: bool) -> Audited:
    """The pattern, with more cells for the primaries that fail in whole numbers, as far as that helps."""
    found = begun
    for _ in range(_REPAIRS):
        if not found.failures:
            break
        pattern = _with_more(problem, found, context)
        if (pattern == found.pattern).all():
            break
        found = audit_of(problem, pattern, context, unimodular)
    return found


def _with_more(problem: SuppressionProblem, failed: Audited, context: JobContext) -> Flags:
    """The pattern and, for each primary it leaves exposed, the cells of a wider movement. The primary moves a
    unit beyond what it must, as far as it can.
    """
    widening = Widening(problem, failed.pattern)
    for need in failed.unmet:
        above = Fraction(ceil(max(need.levels.upper, need.levels.sliding)) + 1)
        below = Fraction(ceil(need.levels.lower) + 1)
        for levels in (Levels(upper=above), Levels(lower=below)):
            widening.meet(replace(need, levels=levels), context)
    return widening.pattern
