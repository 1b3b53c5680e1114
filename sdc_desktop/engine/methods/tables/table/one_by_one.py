"""A first pattern of linked tables that are too large together: table after table, in the order of the plan.

What an earlier table suppresses is unsafe in the next one (by a unit at least), what it shows stays shown. A
table that cannot be protected so names the cells that prevent this: these are suppressed in the tables
before, and all is done again (de Wolf 2007). Whatever comes of it is audited, and repaired, jointly.
"""

from collections.abc import Sequence

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.problems import Refused, error
from sdc_desktop.engine.tables.attack.pattern_audit import audit_of, repaired
from sdc_desktop.engine.tables.linked.system import LinkedSystem
from sdc_desktop.engine.tables.protection.effort import Limits
from sdc_desktop.engine.tables.protection.protected_table import unprotectable
from sdc_desktop.engine.tables.protection.suppress import Suppression, suppress
from sdc_desktop.engine.tables.protection.suppression_problem import SuppressionProblem
from sdc_desktop.engine.tables.relations import Flags
from sdc_desktop.engine.tables.table import Levels

MOST_TOGETHER = 400_000  # cells of a group whose pattern is found for all its tables at once
_ROUNDS = 20  # of doing tables again
_NAMED = 8  # cells that cannot be protected, of which it is asked what stands in the way


def one_by_one(
    system: LinkedSystem,
    problem: SuppressionProblem,
    tables: Sequence[int],
    limits: Limits,
    context: JobContext,
) -> Suppression:
    """The pattern of all tables and its joint audit. `tables`: the numbers of those that are protected now;
    `problem`: of the whole system.

    Raises :class:`Refused` where a table cannot be protected whatever the others suppress, Cancelled.
    """
    forced = np.zeros(system.cells_number, dtype=np.bool_)
    first = context.within(0.0, 0.7)
    for _ in range(_ROUNDS):
        hidden, blocking = _once(system, problem, tables, forced, limits, first)
        if not blocking.any():
            break
        forced |= blocking
    return _joint(problem, hidden | forced, context.within(0.7, 1.0))


def _once(
    system: LinkedSystem,
    problem: SuppressionProblem,
    tables: Sequence[int],
    forced: Flags,
    limits: Limits,
    context: JobContext,
) -> tuple[Flags, Flags]:
    """What all tables suppress; or what those do that came before one that cannot be protected, and the cells
    that prevent this. `forced`: cells to be suppressed wherever they are.
    """
    context = context.unwatched()
    hidden, shown = forced.copy(), np.zeros(len(forced), dtype=np.bool_)
    for place, number in enumerate(tables):
        part = context.within(place / len(tables), (place + 1) / len(tables))
        places = system.places[number]
        own = _own_problem(system, problem, number, hidden, shown)
        try:
            found = suppress(own, "fast", part, limits=limits, explain=False)
        except Refused as refusal:
            return hidden, _blocking(
                refusal, own, system, number, shown & ~problem.frozen[: len(shown)], part
            )
        hidden[places[found.pattern]] = True
        shown[places[~found.pattern]] = True
    return hidden, np.zeros(len(forced), dtype=np.bool_)


def _own_problem(
    system: LinkedSystem, problem: SuppressionProblem, number: int, hidden: Flags, shown: Flags
) -> SuppressionProblem:
    """The problem of one table, in common units, with what is settled of its cells."""
    places = system.places[number]
    levels = {}
    for cell, place in enumerate(places.tolist()):
        if place in problem.levels:
            levels[cell] = problem.levels[place]
        elif hidden[place] and not problem.frozen[place]:
            levels[cell] = Levels().at_least_a_unit()
    unsafe = np.zeros(len(places), dtype=np.bool_)
    unsafe[list(levels)] = True
    return SuppressionProblem(
        system.shapes[number].table.relations,
        problem.values[places],
        problem.costs[places],
        (problem.frozen[places] | shown[places]) & ~unsafe,
        problem.lower[places],
        problem.upper[places],
        levels,
    )


def _blocking(
    refusal: Refused,
    own: SuppressionProblem,
    system: LinkedSystem,
    number: int,
    shown: Flags,
    context: JobContext,
) -> Flags:
    """The common cells that earlier tables show and that prevent protecting a table. Raises the refusal, by
    common cells, where it is none of these.
    """
    (problem,) = refusal.problems
    if problem.code != "suppression.unprotectable":
        raise refusal
    listed = problem.params["cells"]
    assert isinstance(listed, tuple)
    cells, places = [int(cell) for cell in listed], system.places[number]
    blocking = np.zeros(len(shown), dtype=np.bool_)
    settled = shown[places]
    for found in unprotectable(own, cells[:_NAMED], context, settled):
        blocking[places[list(found.release)]] = True
    if not blocking.any():
        named = tuple(str(int(places[cell])) for cell in cells)
        raise Refused(error("suppression.unprotectable", cells=named, number=len(named)))
    return blocking


def _joint(problem: SuppressionProblem, hidden: Flags, context: JobContext) -> Suppression:
    """A pattern made larger until it passes the joint audit, as far as that helps."""
    pattern = problem.always
    pattern[: len(hidden)] |= hidden & ~problem.frozen[: len(hidden)]
    found = audit_of(problem, pattern, context.within(0.0, 0.4))
    if found.failures:
        found = repaired(problem, found, context.within(0.4, 0.9), unimodular=False)
    size = len(problem.values) - problem.virtual
    return Suppression(
        pattern=found.pattern[:size],
        cost=found.cost,
        bound=0.0,
        proven=False,
        stopped=False,
        safe=not found.failures,
        intervals={cell: interval for cell, interval in found.intervals.items() if cell < size},
        failures=found.failures,
        protects={},
        states=(),
    )
