"""A table that is protected together with others of the plan, where none is safe alone."""

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any

from sdc_desktop.engine.methods.tables.table import TABLE
from sdc_desktop.engine.plan import Job, Plan, params_of
from sdc_desktop.engine.running.links import EQUAL, link_of
from sdc_desktop.engine.tables.specs.suppression import SuppressionSpec

PROTECTING: Mapping[str, Any] = MappingProxyType(  # settings that protect contributors from one another
    {"singletons": True, "insiders": "protect", "unions": "protect"}
)


def protected_together(plan: Plan, name: str, group: Collection[str]) -> Mapping[str, Job]:
    """The table of this name and the others of a group that are suppressed as well, by name, all linked and
    with the search of this table and contributors protected; none where there is no other, or it is linked
    already.
    """
    own = plan.job(name)
    spec = _suppression(own)
    if spec is None or link_of(own) is not None:
        return {}
    link = _free_link(plan, name)
    shared = {**{key: getattr(spec, key) for key in EQUAL}, **PROTECTING, "link": link}
    found = {}
    for job in plan.jobs:
        other = _suppression(job)
        if job.name in group and other is not None and job.input == own.input and not job.off:
            params = job.params.model_copy(update={"protect": other.model_copy(update=shared)})
            found[job.name] = job.model_copy(update={"params": params})
    return found if len(found) > 1 else {}


def _suppression(job: Job) -> SuppressionSpec | None:
    params = params_of(job, TABLE)
    spec = None if params is None else params.protect
    return spec if isinstance(spec, SuppressionSpec) else None


def _free_link(plan: Plan, name: str) -> str:
    taken, number, found = {link_of(job) for job in plan.jobs}, 1, name
    while found in taken:
        number += 1
        found = f"{name[:90]} {number}"
    return found
