"""Suppression against contributors: a pattern is found, what singletons derive from it is computed, and sums
of suppressed cells are checked by the rules; where these must also be protected, a pattern is found again.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext, State
from sdc_desktop.engine.tables.attack.knowing import Knowing
from sdc_desktop.engine.tables.attack.pattern_audit import audit_of, intervals_of, reached
from sdc_desktop.engine.tables.attack.singleton_audit import OPEN, Insider, insiders, seen_through
from sdc_desktop.engine.tables.contributions import Records, contributions
from sdc_desktop.engine.tables.dimension import Dimension
from sdc_desktop.engine.tables.protection.effort import USUAL_EFFORT, Effort, Limits
from sdc_desktop.engine.tables.protection.suppress import Suppression, protected_by, suppress
from sdc_desktop.engine.tables.protection.suppression_problem import (
    Need,
    SuppressionProblem,
    with_virtual_cells,
)
from sdc_desktop.engine.tables.protection.widening import Widening, completed
from sdc_desktop.engine.tables.relations import Flags, Integers
from sdc_desktop.engine.tables.rules import sensitivity
from sdc_desktop.engine.tables.specs.rules import Rule, places_of
from sdc_desktop.engine.tables.specs.suppression import SuppressionSpec
from sdc_desktop.engine.tables.table import Levels, Reason, Table


# The rules asked again of what is suppressed together: in a relation with its total published, the sum of
# the suppressed cells can be computed, and is a cell like any other.
@dataclass(frozen=True)
class Union:
    """Suppressed cells whose sum can be computed and is unsafe by rule, why, and how far to protect it."""

    cells: tuple[int, ...]
    reasons: tuple[Reason, ...]
    levels: Levels


def unsafe_unions(
    table: Table,
    records: Records,
    rules: Sequence[Rule],
    pattern: Flags,
    context: JobContext,
    judging: Records | None = None,
) -> list[Union]:
    """The unions of two cells or more of `pattern` (cells,) that break a rule. `judging`: the records with
    the amounts that the rules judge instead. Raises Cancelled.
    """
    groups = sorted(_unions(table, pattern))
    if not groups or not rules:
        return []
    by_cell = _RecordsOf(table, records)
    members = [np.unique(np.concatenate([by_cell(cell) for cell in group])) for group in groups]
    return judged_unions(groups, members, records, rules, context, judging)


def judged_unions(
    groups: Sequence[tuple[int, ...]],
    members: Sequence[Integers],
    records: Records,
    rules: Sequence[Rule],
    context: JobContext,
    judging: Records | None = None,
) -> list[Union]:
    """Those of some groups of cells that break a rule. `members`: of each the records; `judging`: these with
    the amounts that the rules judge instead. Raises Cancelled.
    """
    chosen = np.concatenate(members)
    codes = np.repeat(np.arange(len(groups), dtype=np.int32), [len(m) for m in members])[:, None]
    labels = tuple(map(str, range(len(groups))))
    whole = Dimension("union", labels, (), {label: place for place, label in enumerate(labels)})
    of_values = contributions(_taken(records, chosen, codes), [whole], places_of(tuple(rules)), context)
    behind, own = of_values, None
    if judging is not None:
        behind = contributions(_taken(judging, chosen, codes), [whole], places_of(tuple(rules)), context)
        own = of_values
    judged = sensitivity(rules, behind, own=own)
    return [
        Union(groups[place], judged.reasons(place), judged.levels(place))
        for place in np.flatnonzero(judged.unsafe).tolist()
    ]


def _unions(table: Table, pattern: Flags) -> set[tuple[int, ...]]:
    """The suppressed cells of each relation whose total is published."""
    relations = table.relations
    found: set[tuple[int, ...]] = set()
    hidden = pattern[relations.cells].astype(np.int64)
    if not len(relations):
        return found
    for row in np.flatnonzero(np.add.reduceat(hidden, relations.starts[:-1]) >= 2).tolist():
        cells, _ = relations.row(row)
        if not pattern[relations.parent(row)]:
            found.add(tuple(sorted(cells[pattern[cells]].tolist())))
    return found


class _RecordsOf:
    """Finds the records behind a cell."""

    def __init__(self, table: Table, records: Records) -> None:
        self._table = table
        self._shape = tuple(len(dimension) for dimension in table.dimensions)
        leaves = np.ravel_multi_index(tuple(records.codes.T), self._shape)
        self._order = np.argsort(leaves, kind="stable")
        self._sorted = leaves[self._order]

    def __call__(self, cell: int) -> Integers:
        """Their numbers."""
        codes = self._table.codes[cell].tolist()
        below = (d.below[code] for d, code in zip(self._table.dimensions, codes, strict=True))
        leaves = [np.ravel_multi_index(inner, self._shape) for inner in product(*map(sorted, below))]
        starts, stops = (np.searchsorted(self._sorted, leaves, side=side) for side in ("left", "right"))
        parts = [self._order[start:stop] for start, stop in zip(starts, stops, strict=True)]
        return np.concatenate(parts).astype(np.int64)


def _taken(records: Records, chosen: Integers, codes: npt.NDArray[np.int32]) -> Records:
    """These records in these cells."""

    def of(values: npt.NDArray[Any] | None) -> Any:
        return None if values is None else values[chosen]

    return Records(
        codes,
        records.amounts[chosen],
        of(records.weights),
        records.weight_one,
        of(records.holdings),
        of(records.open),
        of(records.asking),
        of(records.times),
        of(records.persons),
        records.nobody,
        records.coarser,
    )


_ROUNDS = 20  # of finding a pattern and asking the contributors


@dataclass(frozen=True)
class Requirements:
    """What contributors derive from a pattern, and the sums that break a rule. ``not_judged``: sums that
    follow and whose records are not known.
    """

    needs: tuple[Need, ...] = ()
    unions: tuple[Union, ...] = ()
    not_judged: int = 0

    def without(self, other: "Requirements") -> "Requirements":
        """What of it is not in the other."""
        return Requirements(
            tuple(need for need in self.needs if need not in other.needs),
            tuple(union for union in self.unions if union not in other.unions),
        )

    def with_(self, other: "Requirements") -> "Requirements":
        """Both."""
        return Requirements((*self.needs, *other.needs), (*self.unions, *other.unions))


@dataclass(frozen=True)
class Against:
    """A pattern and what is left open in it.

    ``derived``: unsafe cells that the only contributor to other suppressed cells derives exactly; ``unions``:
    suppressed cells whose sum is unsafe. Both are empty where they were not examined. ``protects``: what of
    either the pattern was made larger for; ``not_judged``: sums that follow and whose records are not known.
    """

    found: Suppression
    derived: tuple[int, ...] = ()
    unions: tuple[tuple[int, ...], ...] = ()
    protects: Requirements = Requirements()
    not_judged: int = 0

    @property
    def added(self) -> bool:
        """Whether the pattern was made larger for contributors or sums."""
        return bool(self.protects.needs or self.protects.unions)


class Contributing(Protocol):
    """The requirements on a pattern, of one table or of linked ones."""

    def ask(self, problem: SuppressionProblem, pattern: Flags, context: JobContext) -> Requirements:
        """All that can be said of a pattern (cells,) of the cells that are not virtual. Raises Cancelled."""

    def wanted(self, needed: Requirements) -> Requirements:
        """What of it must be protected."""


class Contributors:
    """What a pattern must be tested for, and what of it must be protected."""

    def __init__(
        self,
        spec: SuppressionSpec,
        table: Table,
        records: Records,
        rules: Sequence[Rule],
        judging: Records | None = None,
    ) -> None:
        """`judging`: the records with the amounts that the rules judge instead."""
        self._table, self._records, self._rules, self._judging = table, records, rules, judging
        self._protects_needs = spec.insiders == "protect"
        self._protects_unions = spec.unions == "protect"
        self._examines_unions = spec.unions != "ignore"
        self._examines_needs = spec.insiders != "ignore"
        self._levels, self._by_weight = spec.insider_levels, spec.lone_by_weight

    def ask(self, problem: SuppressionProblem, pattern: Flags, context: JobContext) -> Requirements:
        """All that can be said of a pattern (cells,) of the table's cells. Raises Cancelled."""
        table, records = self._table, self._records
        needs: list[Need] = []
        if self._examines_needs:
            whole = np.append(pattern, np.ones(problem.virtual, dtype=np.bool_))
            found: list[Insider] = insiders(table, records, pattern, by_weight=self._by_weight)
            needs = seen_through(problem, whole, found, context, levels=self._levels)
        unions: list[Union] = []
        if self._examines_unions:
            unions = unsafe_unions(table, records, self._rules, pattern, context, self._judging)
        return Requirements(tuple(needs), tuple(unions))

    def wanted(self, needed: Requirements) -> Requirements:
        """What of it must be protected."""
        return Requirements(
            needed.needs if self._protects_needs else (), needed.unions if self._protects_unions else ()
        )


def suppressed_against(
    problem: SuppressionProblem,
    spec: SuppressionSpec,
    who: Contributing,
    context: JobContext,
    *,
    unimodular: bool = False,
    begun: Against | None = None,
    settled: Suppression | None = None,
    effort: Effort | None = None,
    explain: bool = True,
) -> Against:
    """The pattern, and what contributors can derive where protection is not required, or not possible.

    ``unimodular``: as for :func:`suppress`; ``begun``: what was found where an intruder knows less, for the
    same cells; ``settled``: the pattern to begin with, instead of a search; ``effort``: what was used before,
    within its limit; ``explain``: with the intervals of all that is suppressed, and what each secondary
    protects.

    Raises :class:`Refused`, Cancelled.
    """
    limits = limits_of(spec)
    effort = Effort(limits.effort) if effort is None else effort
    options: dict[str, Any] = {"limits": limits, "effort": effort, "unimodular": unimodular, "explain": False}
    protects, start = Requirements(), None
    if begun is not None:
        protects, start = begun.protects.without(_impossible(problem, begun.protects, context)), begun.found
        problem = with_requirements(problem, protects)
    found = settled or suppress(problem, spec.solver, context, **options, begun=start)
    if settled is not None and settled.safe:
        context.searched(State(settled.bound, settled.cost))
    needed = who.ask(problem, found.pattern, context)
    impossible = Requirements()
    for _ in range(_ROUNDS):
        wanted = who.wanted(needed).without(impossible)
        unprotectable = _impossible(problem, wanted, context)
        impossible = impossible.with_(unprotectable)
        wanted = wanted.without(unprotectable)
        if not (wanted.needs or wanted.unions) or not found.safe:
            break
        met = problem.needs
        problem, protects = with_requirements(problem, wanted), protects.with_(wanted)
        if spec.solver == "fast" or found.stopped:
            found = _widened(problem, found, context, met)
        else:
            found = suppress(problem, spec.solver, context, **options, begun=found)
        needed = who.ask(problem, found.pattern, context)
    if explain:
        whole = np.append(found.pattern, np.ones(problem.virtual, dtype=np.bool_))
        here = context.within(0.9, 0.95)
        ends = intervals_of(problem, whole, here, unimodular, found.intervals)
        found = replace(
            found,
            intervals={cell: interval for cell, interval in ends.items() if cell < len(found.pattern)},
            protects=protected_by(problem, whole, context.within(0.95, 1.0)),
        )
    derived = sorted({need.primary for need in needed.needs})
    unions = tuple(union.cells for union in needed.unions)
    return Against(found, tuple(derived), unions, protects, needed.not_judged)


def limits_of(spec: SuppressionSpec) -> Limits:
    """Where the search of a plan ends."""
    usual = USUAL_EFFORT if spec.solver == "optimal" else None
    return Limits(spec.nodes, spec.effort or usual, float(spec.gap), spec.starts)


def _impossible(problem: SuppressionProblem, wanted: Requirements, context: JobContext) -> Requirements:
    """What nothing can protect, not even a pattern of all cells that may be suppressed.

    Raises :class:`Refused`, Cancelled.
    """
    if not (wanted.needs or wanted.unions):
        return Requirements()
    tried = with_requirements(problem, wanted)
    whole = ~tried.frozen | tried.always
    widening, largest = Widening(tried, tried.always), Knowing(tried, whole)
    sums = range(len(problem.values), len(tried.values))
    _, exposed = reached(tried, whole, sums, context)
    needs = [*wanted.needs, *(Need(cell, tried.levels[cell]) for cell in sums)]
    lost = []
    for need in needs:
        context.checkpoint()
        # tables in which a cell goes as far as it must are found much sooner than the cheapest movement
        is_met = need.primary not in exposed if need.primary in sums else _is_open(largest, need, context)
        lost.append(not is_met and widening.movements(need, context) is None)
    number = len(wanted.needs)
    return Requirements(
        tuple(need for need, is_lost in zip(wanted.needs, lost[:number], strict=True) if is_lost),
        tuple(union for union, is_lost in zip(wanted.unions, lost[number:], strict=True) if is_lost),
    )


def _is_open(knowing: Knowing, need: Need, context: JobContext) -> bool:
    """Whether all that a need asks is another value, and there is one."""
    return need.levels == OPEN and knowing.meets(need, context)


def with_requirements(problem: SuppressionProblem, needed: Requirements) -> SuppressionProblem:
    """The problem with the additional requirements."""
    with_needs = replace(problem, insiders=(*problem.insiders, *needed.needs))
    levels = [_reachable(problem, union) for union in needed.unions]
    return with_virtual_cells(with_needs, [union.cells for union in needed.unions], levels)


def _reachable(problem: SuppressionProblem, union: Union) -> Levels:
    """The levels of a sum; anyone knows that it is not below zero where no part is."""
    least, value = problem.lower[list(union.cells)], int(problem.values[list(union.cells)].sum())
    if (least < 0).any():
        return union.levels
    return replace(union.levels, lower=min(union.levels.lower, Fraction(value)))


def _widened(
    problem: SuppressionProblem, begun: Suppression, context: JobContext, met: Sequence[Need]
) -> Suppression:
    """The pattern with the cells that more needs require; what was known of cheaper patterns still holds.
    `met`: the needs that it meets already, as every larger pattern does.
    """
    size = len(problem.values) - problem.virtual
    pattern = np.append(begun.pattern, np.ones(problem.virtual, dtype=np.bool_))
    known = set(met)
    widened, _ = completed(problem, pattern, [need for need in problem.needs if need not in known], context)
    audit = audit_of(problem, widened, context)
    return replace(
        begun,
        ended_by=None if begun.ended_by in ("proven", "gap") else begun.ended_by,
        pattern=audit.pattern[:size],
        cost=audit.cost,
        proven=False,
        safe=not audit.failures,
        intervals={cell: interval for cell, interval in audit.intervals.items() if cell < size},
        failures=audit.failures,
    )
