"""Searches for the cheapest suppression or the nearest table in batch: how far they are and how they end."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sdc_desktop.engine.context import State
from sdc_desktop.engine.methods.tables.table import TABLE
from sdc_desktop.words.tables.figures import number_text
from sdc_desktop.words.words import N_, Words, listed

if TYPE_CHECKING:
    from sdc_desktop.engine.plan_result import JobResult, PlanResult

_ENDS = {
    "proven": N_("{job}: cost {cost}, proven."),
    "gap": N_("{job}: cost {cost}, ended at the tolerated gap."),
    "effort": N_("{job}: cost {cost}, ended at the maximum effort."),
    "nodes": N_("{job}: cost {cost}, ended at the maximum number of search steps."),
    "wish": N_("{job}: cost {cost}, ended by request."),
    None: N_("{job}: cost {cost}."),
}


def search_line(job: str, state: State, words: Words) -> str:
    """Cost and bound of a search that has a pattern; a bound of 0 says nothing of the gap."""
    cost, bound = number_text(state.cost, words), number_text(state.bound, words)
    if state.bound <= 0 < state.cost:
        return words.say(N_("{job}: cost {cost}, bound and gap not known yet"), job=job, cost=cost)
    gap = words.figure(100 * (state.gap or 0.0), 1)
    return words.say(
        N_("{job}: cost {cost}, bound {bound}, gap {gap} %"), job=job, cost=cost, bound=bound, gap=gap
    )


def search_ends(result: "PlanResult", words: Words) -> list[str]:
    """How each search for a pattern ended, once for tables that are protected together, and what another
    pattern could save; and of tables that were changed how a search ended that proved nothing.
    """
    tables = [job for job in result.jobs if job.kind == TABLE.kind]
    if not tables:
        return []
    from sdc_desktop.engine.methods.tables.table.result import SuppressedTable
    from sdc_desktop.words.tables.tables import nearest, optimality

    found: dict[tuple[str, ...], str] = {}
    for job in tables:
        table = job.result
        if table.unproven is not None:
            cost = number_text(table.cost, words)
            text = words.say(_ENDS[table.unproven.ended_by], job=job.name, cost=cost)
            found[job.name,] = f"{text} {nearest(table.unproven, words)}"
        if isinstance(table, SuppressedTable) and table.primaries:
            names = table.protected_with or (job.name,)
            cost = number_text(table.cost, words)
            text = words.say(_ENDS[table.ended_by], job=listed(names, words), cost=cost)
            found[names] = text if table.proven else f"{text} {optimality(table, words)}"
    return list(found.values())


def repeated_by(job: "JobResult", words: Words) -> Iterator[str]:
    """With which effort a search that was ended by request gives the same result; nothing of any other."""
    if job.kind != TABLE.kind:
        return
    from sdc_desktop.engine.methods.tables.table.result import SuppressedTable

    result = job.result
    if isinstance(result, SuppressedTable) and result.ended_by == "wish":
        yield words.say(
            N_("job {job}: the search was ended by request; effort {effort} gives the same pattern"),
            job=job.name,
            effort=result.effort_used,
        )
    unproven = result.unproven
    if unproven is not None and unproven.ended_by == "wish":
        yield words.say(
            N_("job {job}: the search was ended by request; effort {effort} gives the same table"),
            job=job.name,
            effort=unproven.effort_used,
        )
