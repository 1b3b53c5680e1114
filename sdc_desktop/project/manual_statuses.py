"""Statuses of cells that are set by hand: plans with another one, and what results do not depend on."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.tables.specs.rules import DEFAULT_RANGE
from sdc_desktop.engine.tables.specs.table import AprioriEntry, TableParams

Coordinates = tuple[str, ...]


def with_status(
    plan: Plan,
    rows: Mapping[str, Collection[Coordinates]],
    among: Collection[str],
    status: str | None,
    reason: str | None,
) -> Plan:
    """The plan with the status of one cell set by hand in the tables `among`, and by the rules in all others.
    The first amount that is unsafe by hand brings a protection range where the table has none.
    ``rows``: of each table (by its job) that has the cell, the codes of all rows that show it.
    """
    jobs = []
    for job in plan.jobs:
        params: Any = getattr(job, "params", None)
        if job.name in rows and isinstance(params, TableParams):
            given = (status, reason) if job.name in among else (None, None)
            update: dict[str, Any] = {"cells": tuple(_entries(params.cells, rows[job.name], *given))}
            if given[0] == "unsafe" and _has_no_range(params):
                update["manual_range"] = DEFAULT_RANGE
            job = job.model_copy(update={"params": params.model_copy(update=update)})
        jobs.append(job)
    return plan.model_copy(update={"jobs": tuple(jobs)})


def _has_no_range(params: TableParams) -> bool:
    """Whether the first amount that is unsafe by hand would be protected from exact disclosure alone."""
    by_hand = any(one.status == "unsafe" for one in params.cells)
    return params.value is not None and params.manual_range == 0 and not by_hand


def _entries(
    cells: Collection[AprioriEntry], rows: Collection[Coordinates], status: str | None, reason: str | None
) -> Iterator[AprioriEntry]:
    """The entries with one of the cell that these rows show, unless that says nothing."""
    old = [one for one in cells if tuple(map(str, one.cell)) in rows]
    yield from (one for one in cells if one not in old)
    if not old and status is None:
        return
    own = (old[-1] if old else AprioriEntry(cell=min(rows))).model_copy(
        update={"status": status, "reason": reason}
    )
    if (own.status, own.cost, own.upper, own.lower) != (None,) * 4:
        yield own


def entry_of(cells: Collection[AprioriEntry], rows: Collection[Coordinates]) -> AprioriEntry | None:
    """The last entry with a status among those of the cell that these rows show."""
    own = [one for one in cells if one.status and tuple(map(str, one.cell)) in rows]
    return own[-1] if own else None


def without_reasons(params: Any) -> Any:
    """The params without the reasons of statuses, on which no result depends."""
    if not isinstance(params, TableParams) or not any(one.reason for one in params.cells):
        return params
    bare = tuple(one.model_copy(update={"reason": None}) for one in params.cells)
    return params.model_copy(update={"cells": bare})
