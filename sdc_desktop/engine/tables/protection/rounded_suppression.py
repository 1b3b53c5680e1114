"""Suppression in a table whose values were rounded one by one.

The true cells are cells that no table shows; each is the sum of what is published of it, which is suppressed
or not, and of what the rounding took.
"""

from dataclasses import replace

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.problems import Refused, error
from sdc_desktop.engine.tables.attack.attack import Attack
from sdc_desktop.engine.tables.attack.intervals import ask_whole
from sdc_desktop.engine.tables.attack.knowledge import Contradiction, Knowledge, components, propagated
from sdc_desktop.engine.tables.attack.part import part_of
from sdc_desktop.engine.tables.protection.rounding import rounded_bounds
from sdc_desktop.engine.tables.protection.suppress import Suppression
from sdc_desktop.engine.tables.protection.suppression_problem import SuppressionProblem
from sdc_desktop.engine.tables.relations import Integers, Relations
from sdc_desktop.engine.tables.rounded_values import behind, impossible
from sdc_desktop.engine.tables.table import NO_BOUND, Levels, Table


def true_values(known: Knowledge, context: JobContext) -> Integers:
    """Some values (cells,) that add up and lie within what is known. Raises :class:`Contradiction` where
    there are none, :class:`Refused` where a solver fails, Cancelled.
    """
    tight = propagated(known)
    found: Integers = np.clip(0, tight.lower, tight.upper)
    for cells, rows in components(tight):
        part = part_of(tight, cells, rows)
        attack = Attack(part, None)
        answer = attack.ask(None, largest=True)
        if answer.status == "infeasible":
            raise Contradiction
        values = attack.table_at(answer)
        if values is None:
            whole = ask_whole(part, None, "largest", None, context)
            if whole.impossible:
                raise Contradiction
            values = whole.table
        if values is None:
            raise Refused(error("audit.solver_failed", number=len(cells)))
        found[cells] = values
    return found


def with_rounding(
    problem: SuppressionProblem, table: Table, base: int, context: JobContext
) -> SuppressionProblem:
    """The problem of a table of published values, by its true cells first, which no one shows, then what is
    published of each, then what the rounding took. Levels stay those of the published values. Raises
    :class:`Refused` where no true table fits, Cancelled.
    """
    number = len(table)
    low, high = behind(table, base, problem.lower, problem.upper)
    try:
        true = true_values(Knowledge(table.relations, low, high), context)
    except Contradiction as contradiction:
        raise impossible(table, base, contradiction) from None
    least, most = rounded_bounds(np.zeros(number, dtype=np.int64), base, "conventional", 0)
    least, most = np.where(table.empty, 0, least), np.where(table.empty, 0, most)
    own = np.arange(number)
    hidden = np.ones(3 * number, dtype=np.bool_)
    hidden[number : 2 * number] = False
    nothing = np.zeros(number, dtype=np.bool_)
    levels = {
        cell: _from(int(true[cell]), int(table.values[cell]), one) for cell, one in problem.levels.items()
    }
    published = {number + cell: Levels().at_least_a_unit() for cell in problem.levels}
    return replace(
        problem,
        relations=_stacked(problem.relations, own),
        values=np.concatenate([true, table.values, true - table.values]),
        costs=np.concatenate([np.zeros(number), problem.costs, np.zeros(number)]),
        frozen=np.concatenate([nothing, problem.frozen, nothing]),
        lower=np.concatenate([problem.lower, np.full(number, -NO_BOUND), least]),
        upper=np.concatenate([problem.upper, np.full(number, NO_BOUND), most]),
        levels=levels | published,
        hidden=hidden,
    )


def _from(true: int, published: int, levels: Levels) -> Levels:
    """Levels of a published value as distances from the true one."""
    upper, lower = published + levels.upper - true, true - published + levels.lower
    return Levels(max(upper, 0 * upper), max(lower, 0 * lower), levels.sliding)


def _stacked(relations: Relations, own: Integers) -> Relations:
    """The relations of true cells, and each of these as what is published of it and what rounding took."""
    number = len(own)
    cells = np.stack([own, own + number, own + 2 * number], axis=1).ravel()
    return Relations(
        3 * number,
        np.concatenate([relations.starts, relations.starts[-1] + 3 * (own + 1)]),
        np.concatenate([relations.cells, cells]),
        np.concatenate([relations.coefficients, np.tile([-1, 1, 1], number)]),
        np.concatenate([relations.rights, np.zeros(number, dtype=np.int64)]),
        np.concatenate([relations.dimensions, np.full(number, -1, dtype=np.int64)]),
    )


def without_rounding(found: Suppression, table: Table) -> Suppression:
    """What was found of the problem with rounding, by the cells of the table. Intervals follow
    from the published pattern, and are not here.
    """
    number = len(table)
    rows = table.relations.rows_of
    return replace(
        found,
        pattern=found.pattern[number : 2 * number],
        intervals={},
        failures=tuple(sorted({cell % number for cell in found.failures})),
        protects={
            cell - number: tuple(
                (primary, tuple(np.intersect1d(rows(cell - number), rows(primary)).tolist()))
                for primary, _ in primaries
                if primary < number
            )
            for cell, primaries in found.protects.items()
            if number <= cell < 2 * number
        },
    )
