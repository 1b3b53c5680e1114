"""Reasons against releasing a table: what a protected table, and the audit of a published one, leave open."""

import posixpath
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from sdc_desktop.engine.tables.audit import AuditResult
from sdc_desktop.engine.tables.audit_spec import AuditParams
from sdc_desktop.engine.tables.linked_audit import LinkedAuditResult
from sdc_desktop.engine.tables.linked_audit_spec import LinkedAuditParams
from sdc_desktop.engine.tables.table_job import SuppressedTable, TableResult
from sdc_desktop.engine.tables.table_job_spec import CellKeySpec, SuppressionSpec, TableParams
from sdc_desktop.engine.verdict import (
    MEASURED_ONLY,
    NOT_CHECKED,
    NOTHING_REQUIRED,
    Limits,
    Reason,
    failed,
    reserved,
    unjudged,
)

if TYPE_CHECKING:  # the plan knows the kinds, and they know these
    from sdc_desktop.engine.plan import Job


def several_tables(jobs: Iterable["Job"]) -> tuple[tuple[str, ...], ...]:
    """The names of table jobs that tell of the same records, in groups of two or more: tables of records, of
    whatever step of the plan, for all of them begin with the plan's data; and tables given by the same file
    or the same values. Together they can reveal what none of them reveals alone.
    """
    groups: dict[str, list[str]] = {}
    for job in jobs:
        if isinstance(job.params, TableParams):
            groups.setdefault(_told_of(job.params), []).append(job.name)
    return tuple(tuple(names) for names in groups.values() if len(names) > 1)


def _told_of(params: TableParams) -> str:
    given = params.table
    if given is None:
        return ""
    path = given.tab or given.instance
    return given.model_dump_json() if path is None else posixpath.normpath(path.replace("\\", "/"))


def table(params: TableParams, result: TableResult, limits: Limits) -> Iterator[Reason]:
    """What speaks against releasing a table as it is published.

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
    yield from _risk(params, result)
    if result.overruled:
        yield reserved("table.overruled", number=len(result.overruled))
    if result.lowered:
        yield reserved("table.lowered", number=len(result.lowered))
    groups = result.group_disclosure
    if groups and not limits.group_disclosure_allowed:
        share = max(one.share for one in groups)
        yield reserved("table.group_disclosure", number=len(groups), share=share)


def _has_certainty(params: TableParams, result: TableResult) -> bool:
    """Whether counts have a limit to how certain small ones are; any count has a probability of 1 at most."""
    spec = params.protect
    return isinstance(spec, CellKeySpec) and params.value is None and spec.most_certain < 1


def _exposed(result: TableResult) -> Iterator[Reason]:
    """Unsafe cells that are published, or derived exactly or too closely by anyone. In a suppressed table
    only the unsafe cells need protection, and the full audit examined them; in the others any cell counts
    that has a single possible value.
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
        yield failed("table.contributors_derive", number=len(result.contributors_derive))
    if result.unsafe_sums:
        yield reserved("table.unsafe_sums", number=len(result.unsafe_sums))
    if not (result.by_contributors and result.losses.cells_lost):
        return
    if spec.insiders == "ignore":
        yield unjudged("table.contributors_not_examined")
    if spec.unions == "ignore":
        yield reserved("table.sums_not_examined")


def _by_keys(params: TableParams, spec: CellKeySpec, result: TableResult) -> Iterator[Reason]:
    """Counts: how certain small published ones are. Magnitudes: their intervals are those of the largest
    noise there can be, and most noise is smaller, so that they are at best *with reservations*.
    """
    if params.value is not None:
        yield reserved("table.amounts_by_key")
        return
    if result.judged and not _has_certainty(params, result):
        yield unjudged(NOTHING_REQUIRED)  # rules ask for intervals, which the largest noise makes wide
    certain = [one for one in result.certain if one.probability > spec.most_certain]
    if certain:
        worst = max(certain, key=lambda one: one.probability)
        yield reserved(
            "table.small_counts_certain",
            number=sum(one.cells for one in certain),
            count=worst.count,
            share=worst.probability,
            limit=float(spec.most_certain),
        )


def _risk(params: TableParams | AuditParams, result: TableResult | AuditResult) -> Iterator[Reason]:
    """The greatest disclosure risk 1 / log2 m against the limit set."""
    if params.max_risk is None:
        return
    found = result if isinstance(result, AuditResult) else result.risks
    if found.below_max_risk is False:
        yield failed("table.max_risk", dr=found.highest_risk or 1.0, allowed=float(params.max_risk))
    elif found.below_max_risk is None and getattr(result, "method", None) == "adjustment":
        yield unjudged(NOT_CHECKED)


def audit(params: AuditParams, result: AuditResult, limits: Limits) -> Iterator[Reason]:
    """What a published table discloses. Without levels and without a limit to the risk nothing was required,
    and a cell that is derived exactly is a failure all the same.
    """
    if result.disclosed:
        yield failed("audit.disclosed", number=result.disclosed)
    if result.failures:
        yield failed("table.levels", number=result.failures)
    if result.insider is not None and result.insider.disclosed:
        yield failed("audit.insider_derives")
    yield from _risk(params, result)
    limited = params.max_risk is not None and params.max_risk < 1  # 1 is the risk of two possible values
    if result.failures is None and not limited:
        yield unjudged(MEASURED_ONLY)


def linked_audit(params: LinkedAuditParams, result: LinkedAuditResult, limits: Limits) -> Iterator[Reason]:
    """What sets of projections disclose together. There are no levels to measure them by, so that scenarios
    without a disclosed cell are *not judged*.
    """
    found = [scenario.disclosed for scenario in result.scenarios if scenario.disclosed]
    if found:
        yield failed("linked_audit.disclosed", number=max(found), scenarios=len(found))
    yield unjudged(MEASURED_ONLY)
