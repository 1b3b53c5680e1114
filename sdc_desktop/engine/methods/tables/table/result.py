"""The result of a table job, and the reasons against releasing it."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from math import nan

from sdc_desktop.engine.context import State
from sdc_desktop.engine.plan_secrets import IF_THERE, REDACTED
from sdc_desktop.engine.problems import Problem
from sdc_desktop.engine.spec import Number
from sdc_desktop.engine.tables.attack.group_disclosure import GroupDisclosure
from sdc_desktop.engine.tables.attack.insider import InsiderResult, insider_reasons
from sdc_desktop.engine.tables.attack.unbounded import unbounded_reasons
from sdc_desktop.engine.tables.cell_keys.certainty import Certainty
from sdc_desktop.engine.tables.cell_keys.keyed import NoiseFacts
from sdc_desktop.engine.tables.cells import CellResult, counted_once
from sdc_desktop.engine.tables.linked.facts import ByJob, LinkedTables
from sdc_desktop.engine.tables.linked.released import TableDefinition
from sdc_desktop.engine.tables.protection.effort import Unproven
from sdc_desktop.engine.tables.specs.cell_key import CellKeySpec
from sdc_desktop.engine.tables.specs.suppression import SuppressionSpec
from sdc_desktop.engine.tables.specs.table import TableParams
from sdc_desktop.engine.tables.table import Table
from sdc_desktop.engine.verdict import (
    NOT_CHECKED,
    NOTHING_REQUIRED,
    Limits,
    Reason,
    failed,
    reserved,
    unjudged,
)


@dataclass(frozen=True)
class Risks:
    """What an intruder can infer, over all cells.

    ``disclosed``: exactly disclosed cells, without the zeros that no rule calls unsafe, which have no
    contributors. ``failures``: unsafe cells whose protection is below their levels; None where the method
    leaves no intervals. ``unbounded``: cells whose intervals have no end because there are values below zero
    and no lowest possible value; their risk is not known.
    """

    unsafe: int
    disclosed: int
    failures: int | None
    highest_risk: float | None
    below_max_risk: bool | None
    unbounded: int = 0
    levels_open: int = field(
        default=0, metadata=REDACTED
    )  # unsafe cells of them: their levels were not judged


@dataclass(frozen=True)
class Losses:
    """What users lose. ``value_lost``: the suppressed part of the sum of absolute leaf values; ``distance``:
    the sum of absolute changes; ``mean_squared_error``: of the published cells.
    """

    cells: int
    cells_lost: int
    cells_changed: int
    value_lost: float
    distance: float
    mean_squared_error: float


@dataclass(frozen=True)
class TableResult:
    """A published table, cell by cell, what it discloses and what it lost.

    ``cells``: those of the table in its order, then the rows that repeat one because a category is the only
    part of another. ``cost``: in the measure of the method; for suppression the cost of the secondaries.
    ``stopped``: a search ended at its limit, or by the user, before the result was proven optimal.

    ``judged``: rules, manual statuses or the table itself state what is unsafe. ``group_disclosure``: the
    rows and columns with nearly all of their count, or all of their amount, in one cell. ``zero_sums``: cells
    whose published sum of 0 shows that each contributed nothing; ``zero_codes``: dimensions and their codes
    all of whose cells a cell key publishes as 0. ``certain``: of counts perturbed by cell key, how certain
    each small published count is; ``noise``: what else is known of it.
    ``overruled``: cells that a rule calls unsafe and a manual status does not; ``lowered``: those whose
    protection levels were set below the rule's. ``linked``: what is known of the tables that it shares cells
    with, None where it has none; ``examined``: the other tables (by the names of their jobs) examined for
    that. ``definition``: what its cells are, for later runs. ``insider``: what the insider of the settings
    derives; None where it names none, or where the method leaves no interval of every cell. ``differences``:
    what a published cell leaves of one that contains it and is unsafe by rule: the other table, and the cells
    of both.
    """

    method: str | None
    dimensions: tuple[str, ...]
    unit: Number
    cells: tuple[CellResult, ...]
    cost: float
    risks: Risks
    losses: Losses
    notes: tuple[Problem, ...]
    table: Table = field(metadata=REDACTED, repr=False, compare=False)
    stopped: bool = False
    judged: bool = False
    group_disclosure: tuple[GroupDisclosure, ...] = ()
    certain: tuple[Certainty, ...] = ()
    noise: NoiseFacts | None = None
    overruled: tuple[tuple[str, ...], ...] = ()
    lowered: tuple[tuple[str, ...], ...] = ()
    linked: LinkedTables | None = None
    examined: tuple[str, ...] = ()
    definition: TableDefinition | None = None
    insider: InsiderResult | None = None
    differences: tuple[tuple[str, ByJob], ...] = ()
    zero_sums: tuple[tuple[str, ...], ...] | None = field(default=None, metadata=IF_THERE)
    zero_codes: tuple[tuple[str, str], ...] | None = field(default=None, metadata=IF_THERE)
    without: int | None = field(default=None, metadata=IF_THERE)  # records that have no person
    # totals whose value is the sum of their parts, not the one given
    recomputed: tuple[tuple[str, ...], ...] | None = field(default=None, metadata=IF_THERE)
    unproven: Unproven | None = field(default=None, metadata=IF_THERE)  # how a search for the nearest ended

    @property
    def unsafe_cells(self) -> int:
        """How many cells are unsafe, those included whose manual status says otherwise."""
        return self.risks.unsafe + len(self.overruled)

    @property
    def open_jointly(self) -> int:
        """How many of its cells the tables that it is linked with disclose, exactly or too closely."""
        return sum(cell.joint is not None and not cell.repeats for cell in self.cells)

    @property
    def derived_jointly(self) -> int:
        """How many unsafe cells contributors derive from all the tables that it is linked with."""
        return 0 if self.linked is None else len(self.linked.contributors_derive)

    @property
    def levels_judged(self) -> bool:
        """Whether what was found of the protection levels holds."""
        return True

    @property
    def unprotected(self) -> int | None:
        """How many cells disclose too much as published: unsafe ones that are shown, or that a reader, a
        contributor or all linked tables disclose, and those whose manual status alone calls them safe. None
        where none was found and not all were examined.
        """
        risks = self.risks
        readers = max(risks.failures or 0, risks.disclosed)
        if self.method in (None, "redesign"):
            readers = risks.unsafe
        found = max(readers, self.open_jointly) + self.derived_jointly + len(self.overruled)
        is_examined = self.method in (None, "redesign") or risks.failures is not None
        return found if found or not risks.unsafe or is_examined else None


@dataclass(frozen=True)
class SuppressedTable(TableResult):
    """``audited``: the full audit has passed. ``safe``: it has, and nothing of ``unsafe_because`` holds:
    `not_judged` (no rule was set, or no lowest value where values are below zero), `levels` (the audit
    failed), `insiders` and `sums` (something is open there, or was not examined). ``contributors_derive``:
    the unsafe cells that a singleton in other suppressed cells derives exactly;
    ``unsafe_sums``: suppressed cells whose sum is unsafe by rule; all of them, by coordinates.
    ``by_contributors``: whether the contributors are known at all.

    ``bound``: no pattern that protects costs less; ``gap``: the share of its cost that another may save, None
    where it is unknown; ``proven``: the pattern is the cheapest. ``ended_by``: what ended the search:
    `proven`, `gap`, `effort`, `nodes` or `wish`; None where the heuristic is complete. ``effort_used``: with
    this effort the same pattern results again. Of tables protected together these and ``cost`` are of all;
    ``cost_here`` counts this table's secondaries, which other tables may share; ``protected_with`` are all of
    these tables, itself among them, by their jobs.
    """

    safe: bool = False
    audited: bool = False
    unsafe_because: tuple[str, ...] = ()
    contributors_derive: tuple[tuple[str, ...], ...] = ()
    unsafe_sums: tuple[tuple[tuple[str, ...], ...], ...] = ()
    by_contributors: bool = False
    insider_levels: bool = field(default=False, metadata=REDACTED)  # whether they are protected by levels
    proven: bool = False
    bound: float = 0.0
    gap: float | None = 0.0
    ended_by: str | None = None
    effort_used: int = 0
    primaries: int = 0
    secondaries: int = 0
    states: tuple[State, ...] = field(default=(), metadata=REDACTED)
    cost_here: float = 0.0
    protected_with: tuple[str, ...] = field(default=(), metadata=REDACTED)

    @property
    def levels_judged(self) -> bool:
        """Whether the audit judges the protection levels: not without a lowest value where values below zero
        leave intervals without ends.
        """
        return not (self.risks.levels_open and "not_judged" in self.unsafe_because)

    @property
    def unprotected(self) -> int | None:
        """As of any table; only unsafe cells need protection, from contributors as well."""
        failures = self.risks.failures or 0
        contributors = max(len(self.contributors_derive), self.derived_jointly)
        found = max(failures, self.open_jointly) + contributors + len(self.overruled)
        return found if found or self.levels_judged else None

    def without_values(self) -> "SuppressedTable":
        """The result without a cost that is the value of one cell."""
        if self.secondaries > 1:
            return self
        return replace(self, cost=nan, bound=nan, cost_here=nan)


def verdict(params: TableParams, result: TableResult, limits: Limits) -> Iterator[Reason]:
    """The reasons against releasing a published table.

    Counts perturbed by cell key are judged by their own condition, ``most_certain``, with or without rules.
    """
    if not result.judged and not _has_certainty(params, result):
        yield unjudged("table.not_judged", number=result.losses.cells)
    yield from _exposed(result)
    if isinstance(result, SuppressedTable):
        yield from _contributors(params.protect, result)
    elif result.method == "adjustment":
        yield reserved("table.adjusted_not_audited")
    elif result.method == "rounding" and params.value is not None and result.risks.unsafe:
        yield reserved("table.rounded_amounts")
    elif isinstance(params.protect, CellKeySpec) and result.method == "cell_key":
        yield from _by_keys(params, params.protect, result)
    yield from _without_range(params, result)
    yield from _risk(params, result)
    yield from insider_reasons(result.insider, params.max_risk)
    if params.insider is not None and result.insider is None:
        yield unjudged(NOT_CHECKED)
    if result.overruled:
        yield reserved("table.overruled", number=len(result.overruled))
    if result.lowered:
        yield reserved("table.lowered", number=len(result.lowered))
    if result.without is not None:
        yield reserved("persons.without", records=result.without)
    if result.linked is not None:
        yield from joint_reasons(result.linked, own_risk_failed=result.risks.below_max_risk is False)
    if result.differences:
        others = tuple(dict.fromkeys(name for name, _ in result.differences))
        yield failed("linked.unsafe_differences", tables=others, number=len(result.differences))
    groups = result.group_disclosure
    if groups and not limits.group_disclosure_allowed:
        if params.value is None:
            share = max(one.share for one in groups)
            yield reserved("table.group_disclosure", number=len(groups), share=share)
        else:
            yield reserved("table.group_amounts", number=len(groups))
    if result.zero_sums:
        yield reserved("table.zero_sums", number=len(result.zero_sums))


def joint_reasons(linked: LinkedTables, *, own_risk_failed: bool = False) -> Iterator[Reason]:
    """What tables reveal together: found by the joint audit, or left open by it; a limit to the risk that the
    table fails alone is a reason of its own.
    """
    tables = linked.jobs
    if linked.failures:
        number, exactly = len(linked.failures), linked.exactly
        yield failed("linked.unsafe_together", tables=tables, number=number, exactly=exactly)
    if linked.over_risk and not own_risk_failed:
        yield failed("linked.over_risk", tables=tables, number=len(linked.over_risk))
    if linked.contributors_derive:
        code = "linked.contributors_estimate" if linked.insider_levels else "linked.contributors_derive"
        yield failed(code, tables=tables, number=len(linked.contributors_derive))
    if linked.unsafe_sums:
        yield reserved("linked.unsafe_sums", tables=tables, number=len(linked.unsafe_sums))
    if linked.sums_not_judged:
        yield reserved("linked.sums_not_judged", tables=tables, number=linked.sums_not_judged)
    if linked.fine_left_out:
        yield reserved("linked.fine_cells_left_out", tables=tables, number=linked.fine_left_out)


def _has_certainty(params: TableParams, result: TableResult) -> bool:
    """Whether counts have a limit to how certain small ones are; any count has a probability of 1 at most."""
    spec = params.protect
    if not isinstance(spec, CellKeySpec) or params.value is not None:
        return False
    return spec.most_certain < 1 or (spec.most_stay is not None and spec.most_stay < 1)


def _exposed(result: TableResult) -> Iterator[Reason]:
    """Reasons for unsafe cells that are published, exactly disclosed or estimated too closely by anyone. In a
    suppressed table only the unsafe cells need protection, and the full audit examined them. In the others
    any cell counts that has a single possible value.
    """
    risks = result.risks
    if isinstance(result, SuppressedTable):
        if not result.audited:
            yield failed("table.levels", number=risks.failures or 0)
        return
    if result.method in (None, "redesign") and risks.unsafe:
        yield failed("table.unsafe_published", number=risks.unsafe)
    if risks.disclosed:
        yield failed("table.disclosed", number=risks.disclosed)
    if risks.failures:
        yield failed("table.levels", number=risks.failures)


def _contributors(spec: object, result: SuppressedTable) -> Iterator[Reason]:
    """What contributors derive from their own part, and what was not examined of it."""
    assert isinstance(spec, SuppressionSpec)
    if result.contributors_derive:
        code = "table.contributors_estimate" if spec.insider_levels else "table.contributors_derive"
        yield failed(code, number=len(result.contributors_derive))
    if result.unsafe_sums:
        yield reserved("table.unsafe_sums", number=len(result.unsafe_sums))
    if not (result.by_contributors and result.losses.cells_lost):
        return
    if spec.insiders == "ignore":
        yield unjudged("table.contributors_not_examined")
    if spec.unions == "ignore":
        yield reserved("table.sums_not_examined")


def _by_keys(params: TableParams, spec: CellKeySpec, result: TableResult) -> Iterator[Reason]:
    """Counts: how certain small published ones are, alone and with the rest of the table. Magnitudes and
    ratios: their intervals are those of the largest noise there can be, and most noise is smaller, so that
    they are at best *with reservations*.
    """
    if params.value is not None:
        yield reserved("table.amounts_by_key")
    if spec.ratio is not None:
        yield reserved("table.ratios_by_key")
    if params.value is None and result.judged and not _has_certainty(params, result):
        yield unjudged(NOTHING_REQUIRED)  # rules ask for intervals, which the largest noise makes wide
    yield from _certain(spec, result)
    if result.zero_codes:
        yield reserved("table.zero_codes", number=len(result.zero_codes))


def _certain(spec: CellKeySpec, result: TableResult) -> Iterator[Reason]:
    """Small counts that are too certain, or too often unchanged. A published 0 is no one's count."""
    limit = float(spec.most_certain)
    certain = [one for one in result.certain if one.count and one.probability > limit]
    if certain:
        worst = max(certain, key=lambda one: one.probability)
        yield failed(
            "table.small_counts_certain",
            number=sum(one.cells for one in certain),
            count=worst.count,
            share=worst.probability,
            limit=limit,
        )
    found = result.noise
    guessed = None if found is None else found.guessed
    if guessed is not None and guessed.above:
        yield reserved(
            "table.counts_guessed",
            number=guessed.above,
            cells=guessed.cells,
            share=guessed.highest,
            limit=limit,
        )
    if spec.most_stay is not None and found is not None and found.stays:
        share = max(found.stays[1:])
        if share > spec.most_stay:
            yield failed(
                "table.counts_stay",
                count=found.stays.index(share, 1),
                share=share,
                limit=float(spec.most_stay),
            )


def _without_range(params: TableParams, result: TableResult) -> Iterator[Reason]:
    """Unsafe amounts without a protection range, by the threshold or request rule or by hand: an estimate may
    come as near as a unit. By hand only of records: a given table has the levels that it states.
    """
    if params.value is None and params.table is None:
        return
    kinds: set[str] = {rule.kind for rule in params.rules if getattr(rule, "range", None) == 0}
    if params.value is not None:
        kinds.add("manual")
    bare = [
        cell
        for cell in counted_once(result.cells)
        if any(one.kind in kinds for one in cell.reason)
        and cell.published is None
        and cell.asked is not None
        and not (cell.asked.below or cell.asked.above)
    ]
    if bare:
        yield reserved("table.no_range", number=len(bare))


def _risk(params: TableParams, result: TableResult) -> Iterator[Reason]:
    """The greatest disclosure risk 1 / log2 m against the limit set."""
    found = result.risks
    if params.max_risk is None:
        pass
    elif found.below_max_risk is False:
        yield failed("table.max_risk", dr=found.highest_risk or 1.0, allowed=float(params.max_risk))
    elif found.below_max_risk is None and result.method == "adjustment":
        yield unjudged(NOT_CHECKED)
    limited = params.max_risk is not None or found.levels_open > 0
    yield from unbounded_reasons(found.unbounded, params.lowest, limited=limited)
