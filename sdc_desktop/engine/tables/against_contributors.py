"""Suppression against those who contribute themselves: a pattern is found, contributors are asked what they
derive of it, the rules what they say of sums of suppressed cells; where these are to be protected too, a
pattern is found again.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.problems import Problem, warning
from sdc_desktop.engine.tables.contributions import Records
from sdc_desktop.engine.tables.fast_suppression import completed
from sdc_desktop.engine.tables.levels import Levels
from sdc_desktop.engine.tables.own_audit import Insider, insiders, seen_through
from sdc_desktop.engine.tables.pattern_audit import audit_of
from sdc_desktop.engine.tables.relations import Flags
from sdc_desktop.engine.tables.rules_spec import Rule
from sdc_desktop.engine.tables.shape import is_unimodular
from sdc_desktop.engine.tables.suppress import Suppression, explained, suppress
from sdc_desktop.engine.tables.suppression_problem import Need, SuppressionProblem, with_virtual_cells
from sdc_desktop.engine.tables.table import Table
from sdc_desktop.engine.tables.table_job_spec import SuppressionSpec
from sdc_desktop.engine.tables.unions import Union, unsafe_unions

_ROUNDS = 20  # of finding a pattern and asking the contributors
_NAMED = 8  # cells named in a warning; the rest are counted


@dataclass(frozen=True)
class Asked:
    """What contributors derive of a pattern, and the sums that break a rule."""

    needs: tuple[Need, ...] = ()
    unions: tuple[Union, ...] = ()


class Contributors:
    """What is to be asked of a pattern, and what of it is to be protected."""

    def __init__(self, spec: SuppressionSpec, table: Table, records: Records, rules: Sequence[Rule]) -> None:
        self._table, self._records, self._rules = table, records, rules
        by_default = spec.insiders is None and spec.holding is not None
        self._protects_needs = spec.insiders == "protect" or by_default
        self._protects_unions = spec.unions == "protect"
        self._asks_unions = spec.unions != "ignore"
        self._asks_needs = spec.insiders != "ignore"

    def ask(self, problem: SuppressionProblem, pattern: Flags, context: JobContext) -> Asked:
        """All that can be said of a pattern of the table's cells. Raises Cancelled."""
        table, records = self._table, self._records
        needs: list[Need] = []
        if self._asks_needs:
            whole = np.append(pattern, np.ones(problem.virtual, dtype=np.bool_))
            found: list[Insider] = insiders(table, records, pattern)
            needs = seen_through(problem, whole, found, context)
        unions = unsafe_unions(table, records, self._rules, pattern, context) if self._asks_unions else []
        return Asked(tuple(needs), tuple(unions))

    def wanted(self, asked: Asked) -> Asked:
        """What of it is to be protected."""
        return Asked(
            asked.needs if self._protects_needs else (), asked.unions if self._protects_unions else ()
        )


def suppressed_against(
    problem: SuppressionProblem, spec: SuppressionSpec, who: Contributors, table: Table, context: JobContext
) -> tuple[Suppression, tuple[Problem, ...]]:
    """The pattern, and warnings of what contributors can derive of it all the same.

    Raises :class:`Refused`, Cancelled.
    """
    shaped = is_unimodular(table)
    found = suppress(problem, spec.solver, context, nodes=spec.nodes, unimodular=shaped)
    asked = who.ask(problem, found.pattern, context)
    for _ in range(_ROUNDS):
        wanted = who.wanted(asked)
        if not (wanted.needs or wanted.unions) or not found.safe:
            break
        problem = _with(problem, wanted)
        if spec.solver == "fast" or found.stopped:
            found = _widened(problem, found, context)
        else:
            found = suppress(problem, spec.solver, context, nodes=spec.nodes, unimodular=shaped)
        asked = who.ask(problem, found.pattern, context)
    left = who.wanted(asked)
    if left.needs or left.unions:
        cells = {*found.failures, *(need.primary for need in left.needs)}
        cells |= {cell for union in left.unions for cell in union.cells}
        found = replace(found, safe=False, proven=False, failures=tuple(sorted(cells)))
    return found, tuple(_warnings(asked, table))


def _with(problem: SuppressionProblem, asked: Asked) -> SuppressionProblem:
    """The problem with what is to be protected besides."""
    with_needs = replace(problem, insiders=(*problem.insiders, *asked.needs))
    levels = [_reachable(problem, union) for union in asked.unions]
    return with_virtual_cells(with_needs, [union.cells for union in asked.unions], levels)


def _reachable(problem: SuppressionProblem, union: Union) -> Levels:
    """The levels of a sum; nobody can be kept from knowing that it is not below zero where none is."""
    least, value = problem.lower[list(union.cells)], int(problem.values[list(union.cells)].sum())
    if (least < 0).any():
        return union.levels
    return replace(union.levels, lower=min(union.levels.lower, Fraction(value)))


def _widened(problem: SuppressionProblem, begun: Suppression, context: JobContext) -> Suppression:
    """The pattern with the cells that more needs take; what was known of cheaper ones holds all the same."""
    size = len(problem.values) - problem.virtual
    pattern = np.append(begun.pattern, np.ones(problem.virtual, dtype=np.bool_))
    audit = audit_of(problem, completed(problem, pattern, problem.needs, context), context)
    return replace(
        begun,
        pattern=audit.pattern[:size],
        cost=audit.cost,
        proven=False,
        safe=not audit.failures,
        intervals={cell: interval for cell, interval in audit.intervals.items() if cell < size},
        failures=audit.failures,
        protects=explained(problem, audit.pattern, size, context),
    )


def _warnings(asked: Asked, table: Table) -> list[Problem]:
    """What is left, in one warning each."""
    found = []
    cells = sorted({need.primary for need in asked.needs})
    if cells:
        names = _names(cells, table)
        found.append(warning("suppression.seen_through", cells=names, number=len(cells)))
    if asked.unions:
        sums = [" + ".join(table.cell_name(cell) for cell in union.cells) for union in asked.unions[:_NAMED]]
        found.append(warning("suppression.unsafe_sums", cells=tuple(sums), number=len(asked.unions)))
    return found


def _names(cells: Sequence[int], table: Table) -> tuple[str, ...]:
    names = [table.cell_name(cell) for cell in cells[:_NAMED]]
    return (*names, "…") if len(cells) > _NAMED else tuple(names)
