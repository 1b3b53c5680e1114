"""Tables of a plan that are protected together: which can be, which share cells, plans with other links."""

import json
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from sdc_desktop.engine.methods.tables.table import TABLE
from sdc_desktop.engine.output.files import file_stamp
from sdc_desktop.engine.plan import Job, MethodJob, Plan, is_job_of
from sdc_desktop.engine.running.links import EQUAL, link_of
from sdc_desktop.engine.tables.specs.protection import Protect
from sdc_desktop.engine.tables.specs.suppression import SuppressionSpec
from sdc_desktop.project.free_name import free_name
from sdc_desktop.project.manual_statuses import without_reasons

TableJob = MethodJob[Any]
_COMMON = ("weight", "published_unit", "contributor", "rules")  # what linked tables have in common


def tables_of(plan: Plan) -> tuple[TableJob, ...]:
    """The tables of a plan that are built from the data themselves, or given."""
    return tuple(job for job in plan.jobs if is_job_of(job, TABLE) and job.input == "data")


def can_link(job: TableJob) -> bool:
    """Whether a job can be protected together with others: a table by suppression."""
    return isinstance(getattr(job.params, "protect", None), SuppressionSpec)


def linked_names(plan: Plan, job: Job) -> tuple[str, ...]:
    """The other tables that a table is protected together with."""
    link = link_of(job)
    return tuple(
        other.name for other in plan.jobs if link and other.name != job.name and link_of(other) == link
    )


def decided_beside(plan: Plan, job: Job, base: Path) -> tuple[str, ...]:
    """What the protection of a table depends on beside itself, as texts; none where it is protected
    separately. ``base``: the folder that paths begin in.
    """
    protect, others = getattr(job.params, "protect", None), linked_names(plan, job)
    if not isinstance(protect, SuppressionSpec) or not (others or protect.released):
        return ()
    jobs = [one for one in plan.jobs if one.name in others]
    sums = [one.model_dump(mode="json") for one in plan.sums]
    return (
        json.dumps([sums, [stamps_of(one, base) for one in jobs]], sort_keys=True),
        *(f"{one.name} {one.input} {without_reasons(one.params).model_dump_json()}" for one in jobs),
    )


def stamps_of(job: Job, base: Path) -> list[list[object]]:
    """What distinguishes the files that a job names from the same files saved again."""
    return [file_stamp(base / path) for path in job.params.files()]


def sharing_names(plan: Plan, job: TableJob, found: Mapping[str, Collection[str]]) -> tuple[str, ...]:
    """The other tables by suppression that share cells with a table or with one of these, as far as their
    settings show it; `found`: what audits have found beside, by name.
    """
    tables = [one for one in tables_of(plan) if can_link(one)]
    near = {
        one.name: [
            *found.get(one.name, ()),
            *linked_names(plan, one),
            *(other.name for other in tables if _share(one, other)),
        ]
        for one in tables
    }
    own = next((names for names in joined(near) if job.name in names), ())
    return tuple(name for name in own if name != job.name)


def joined(near: Mapping[str, Collection[str]]) -> list[tuple[str, ...]]:
    """Names in groups, where each is together with those near it; all in the order given."""
    names, groups = list(near), list[tuple[str, ...]]()
    for name, others in near.items():
        members = {name, *others}
        touched = [group for group in groups if not members.isdisjoint(group)]
        members.update(*touched)
        groups = [group for group in groups if group not in touched]
        groups.append(tuple(one for one in names if one in members))
    return sorted(groups, key=lambda group: names.index(group[0]))


def _share(one: Job, other: Job) -> bool:
    """Whether two tables show the same figures by a variable of both."""
    names = [{dimension.variable for dimension in job.params.dimensions} for job in (one, other)]
    same = all(getattr(one.params, key) == getattr(other.params, key) for key in ("value", "count"))
    return same and not names[0].isdisjoint(names[1])


def with_links(plan: Plan, name: str, others: Sequence[str]) -> Plan:
    """The plan with a table protected together with these others, and with no further ones. The group bears
    the name of its first table. Settings in common that a member has not set are those of the others, of the
    table itself first.
    """
    own = plan.job(name)
    before = {name, *linked_names(plan, own)}
    wanted = {name, *others}
    group = [job.name for job in tables_of(plan) if job.name in wanted and can_link(job)]
    taken = {link_of(job) or "" for job in plan.jobs if job.name not in before | wanted}
    text = free_name(group[0][:90], taken, " ") if len(group) > 1 else None
    members = [own, *(job for job in plan.jobs if job.name in group and job is not own)]
    jobs = [
        _with_link(_completed(job, members), text)
        if text is not None and job.name in group
        else _with_link(job, None)
        if job.name in wanted | before
        else job
        for job in plan.jobs
    ]
    return plan.model_copy(update={"jobs": _without_single_links(jobs)})


def _completed(job: Job, members: Sequence[Job]) -> Job:
    """A table of a group with the settings in common that it has not set."""
    params, protect = job.params, job.params.protect
    fields = _not_set(params, [one.params for one in members], () if params.table else _COMMON)
    if "contributor" in fields:
        fields["holding"] = fields.pop("contributor")
    method = _not_set(protect, [one.params.protect for one in members], EQUAL)
    fields["protect"] = protect.model_copy(update=method)
    return job.model_copy(update={"params": params.model_copy(update=fields)})


def _not_set(own: Any, members: Sequence[Any], keys: Collection[str]) -> dict[str, Any]:
    """The keys that settings have not set, as in the first member of their group that has."""
    known = type(own).model_fields
    found = {}
    for key in keys:
        absent = known[key].default if key in known else None
        given = (value for one in members if (value := getattr(one, key)) != absent)
        if getattr(own, key) == absent and (value := next(given, None)) is not None:
            found[key] = value
    return found


def _with_link(job: Job, text: str | None) -> Job:
    protect = getattr(job.params, "protect", None)
    if not isinstance(protect, SuppressionSpec) or protect.link == text:
        return job
    params = job.params.model_copy(update={"protect": protect.model_copy(update={"link": text})})
    return job.model_copy(update={"params": params})


def _without_single_links(jobs: Sequence[Job]) -> tuple[Job, ...]:
    """The jobs; one that is left alone with its text is protected separately."""
    texts = [link_of(job) for job in jobs]
    return tuple(
        _with_link(job, None) if text is not None and texts.count(text) == 1 else job
        for job, text in zip(jobs, texts, strict=True)
    )


def with_protection(plan: Plan, name: str, protect: Protect | None) -> Plan:
    """The plan with a table, and those that it is protected together with, protected by a method. Each keeps
    its own link and a-priori file.
    """
    members = {name, *linked_names(plan, plan.job(name))}
    jobs = (_protected(job, protect) if job.name in members else job for job in plan.jobs)
    return plan.model_copy(update={"jobs": tuple(jobs)})


def _protected(job: Job, protect: Protect | None) -> Job:
    own = getattr(job.params, "protect", None)
    if isinstance(protect, SuppressionSpec) and isinstance(own, SuppressionSpec):
        kept = {key: getattr(own, key) for key in ("link", "apriori", "released")}
        protect = protect.model_copy(update=kept)
    return job.model_copy(update={"params": job.params.model_copy(update={"protect": protect})})


def without_job(plan: Plan, name: str) -> Plan:
    """The plan without a job and those that read its result."""
    gone = {name}
    for job in plan.jobs:
        if job.input in gone:
            gone.add(job.name)
    jobs = [job for job in plan.jobs if job.name not in gone]
    products = tuple(one for one in plan.report.products or () if one not in gone)
    report = plan.report.model_copy(update={"products": products or None})
    return plan.model_copy(update={"jobs": _without_single_links(jobs), "report": report})
