"""The judging of one table: all rules together, without what other tables and releases add."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.submission.finding.models import Model
from sdc_desktop.engine.submission.finding.statements import Statement
from sdc_desktop.engine.submission.finding.table import FoundTable
from sdc_desktop.engine.submission.judging.amounts import Amounts
from sdc_desktop.engine.submission.judging.behind import Behind, Count
from sdc_desktop.engine.submission.judging.frequencies import judge_counts
from sdc_desktop.engine.submission.judging.models import (
    TwoByTwo,
    judge_coefficients,
    judge_lorenz,
    judge_ratios,
    judge_survival,
)
from sdc_desktop.engine.submission.judging.relations import NumberElsewhere
from sdc_desktop.engine.submission.judging.rules import Rules, Severity, Spot, change, look, worst
from sdc_desktop.engine.submission.judging.stated import judge_stated
from sdc_desktop.engine.submission.judging.suppressed import (
    NOTHING,
    CellInterval,
    System,
    Used,
    judge_suppressed,
    system_of,
)
from sdc_desktop.engine.tables.attack.intervals import intervals
from sdc_desktop.engine.tables.attack.knowledge import Contradiction, Knowledge
from sdc_desktop.engine.tables.protection.rounding import rounded_bounds
from sdc_desktop.engine.tables.relations import relations_of
from sdc_desktop.engine.tables.table import NO_BOUND

_NOT_APPLIED = {"count_missing": "few", "base_missing": "few", "dominance_unknown": "dominance"}


@dataclass(frozen=True)
class Beside:
    """What is known beside a table: counts that others offer, a model of the same output, two-by-twos, and
    corrections of where its counts come from.
    """

    offered: Callable[[int, int], Count | None] = lambda row, column: None
    model: Model | None = None
    two_by_twos: Sequence[TwoByTwo] = ()
    count_columns: Mapping[int, int] = field(default_factory=dict)
    stated: int | None = None
    confirmed: bool = False  # a checker or a peer's session confirmed that whole figures are counts
    exact: Callable[[int, int], str | None] = lambda row, column: None  # dominance from microdata
    elsewhere: Callable[[], Sequence[NumberElsewhere]] = tuple  # numbers that other tables state


@dataclass(frozen=True)
class Judged:
    """A table with findings, the counts behind its figures, and the intervals of suppressed cells."""

    table: FoundTable
    spots: tuple[Spot, ...] = ()
    counts: Mapping[tuple[int, int], Count] = field(default_factory=dict)
    intervals: tuple[CellInterval, ...] = ()
    relations: tuple[Used, ...] = ()  # with suppressed cells
    used: frozenset[Statement] = frozenset()  # stated numbers that findings and relations take

    @property
    def severity(self) -> Severity:
        """The gravest of its findings."""
        return worst(spot.severity for spot in self.spots)

    def not_judged(self) -> Iterator[tuple[str, tuple[tuple[int, int], ...]]]:
        """Rules that could not be applied, each with its cells."""
        for rule in dict.fromkeys(_NOT_APPLIED.values()):
            cells = tuple(
                (spot.row, spot.column) for spot in self.spots if _NOT_APPLIED.get(spot.code) == rule
            )
            if cells:
                yield rule, cells

    def with_spots(self, spots: Sequence[Spot]) -> "Judged":
        """The judged table with additional findings."""
        return replace(self, spots=tidy((*self.spots, *spots))) if spots else self


def judge(table: FoundTable, rules: Rules, beside: Beside, context: JobContext) -> Judged:
    """The findings of one table. Raises Cancelled."""
    behind = Behind(table, beside.offered, beside.count_columns, beside.stated)
    spots: list[Spot] = [look(question, -1, -1) for question in table.questions]
    spots += judge_stated(table, rules)
    audit = NOTHING
    if table.form == "survival":
        spots += judge_survival(table, rules)
    elif table.form == "coefficients":
        spots += judge_coefficients(table, beside.model, rules)
    else:
        spots += judge_counts(table, rules)
        spots += Amounts(table, behind, rules, beside.exact).judge()
        spots += judge_ratios(table, rules, beside.two_by_twos)
        spots += judge_lorenz(table, behind, rules)
        if table.rounded:
            spots += _judge_rounded(table, rules, context)
        audit = judge_suppressed(table, rules, context, beside.elsewhere)
        spots += audit.spots
        sums = (one.relation for one in audit.relations)
        equal = any(one.source == "margin" and one.certain for one in sums)  # to a table of counts
        if table.assumed and not beside.confirmed and not equal:
            spots.append(look("kind_assumed", -1, -1, columns=_columns(table)))
    counts = {at: count for at in table.figures if (count := behind.used(*at)) is not None}
    bases = {count.low for count in counts.values() if count.source == "stated"}
    places = {one.relation.place for one in audit.relations if one.relation.source == "statement"}
    used = frozenset(one for one in table.statements if one.n in bases or one.place in places)
    return Judged(table, tidy(spots), counts, audit.intervals, audit.relations, used)


def _judge_rounded(table: FoundTable, rules: Rules, context: JobContext) -> tuple[Spot, ...]:
    """Cells whose count before rounding is certain and few. Where all totals are sums of the rounded parts,
    nothing follows from them. Raises Cancelled.
    """
    system = system_of(table)
    if system is None or system.decimals or _adds_up(system):
        return ()
    published = np.array([0 if value is None else value for value in system.values], dtype=np.int64)
    lower, upper = rounded_bounds(published, table.rounded, "conventional", 0)
    open_ = np.array([value is None for value in system.values])
    lower, upper = np.maximum(np.where(open_, 0, lower), 0), np.where(open_, NO_BOUND, upper)
    known = Knowledge(relations_of(len(system.places), system.rows), lower, upper)
    wanted = [number for number, low in enumerate(lower.tolist()) if low < rules.threshold]
    try:
        found = intervals(known, wanted, context)
    except Contradiction:
        return ()
    spots = []
    for cell, one in zip(wanted, found, strict=True):
        if one.lower is not None and one.lower == one.upper and rules.is_few(float(one.lower)):
            place = system.places[cell]
            spots.append(change("rounding_undone", *place, value=int(one.lower), base=table.rounded))
    return tuple(spots)


def _adds_up(system: System) -> bool:
    """Whether every total is exactly the sum of its rounded parts."""
    for cells, signs in system.rows:
        values = [system.values[cell] for cell in cells]
        if None in values:
            return False
        if sum(sign * value for sign, value in zip(signs, values, strict=True) if value is not None):
            return False
    return True


def _columns(table: FoundTable) -> tuple[str, ...]:
    return tuple(table.columns[column] for column in sorted(table.assumed))


_COVERED = {  # a finding that says less where another is at the same cell
    "class_share": ("class_100",),
    "count_missing": ("low_dof",),
    "narrow": ("disclosed",),
    "union_of_few": ("disclosed",),
    "disclosed_if": ("disclosed", "union_of_few"),
    "union_of_few_if": ("disclosed", "union_of_few", "disclosed_if"),
}


def tidy(spots: Sequence[Spot]) -> tuple[Spot, ...]:
    """Findings once each, without those that another at the same cell covers."""
    single: dict[tuple[str, int, int], Spot] = {}
    for spot in spots:
        single.setdefault((spot.code, spot.row, spot.column), spot)
    return tuple(
        spot
        for (code, row, column), spot in single.items()
        if not any((other, row, column) in single for other in _COVERED.get(code, ()))
    )
