"""Reasons where a direct identifier repeats: whose records a job counts is not stated, or stated wrongly."""

from collections.abc import Iterator, Sequence
from typing import Any

from sdc_desktop.engine.data.spec import PersonsSpec
from sdc_desktop.engine.inference.repeats import RepeatedIdentifier
from sdc_desktop.engine.methods.grouping.microaggregate import MICROAGGREGATE
from sdc_desktop.engine.methods.perturbation.swap_households import SWAP_HOUSEHOLDS
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.methods.risk.risk import RISK
from sdc_desktop.engine.plan import Job, params_of
from sdc_desktop.engine.problems import Param
from sdc_desktop.engine.verdict import Reason, reserved, unjudged
from sdc_desktop.engine.verdict_records import is_limit

UNSAID = "persons.unsaid"


def counts_records(job: Job, result: Any) -> bool:
    """Whether a condition of the job counts records, as the members of classes or as contributors."""
    method = method_of(job.kind)
    if method.makes == "table":
        given = method.takes_cells(job.params) or not method.needs_data(job.params)
        contributor = getattr(job.params, "contributor", None)
        return not given and contributor is None and bool(getattr(job.params, "rules", ()))
    if method.judges_classes(job.params) or getattr(result, "check", None) is not None:
        return True
    risk, groups = params_of(job, RISK), params_of(job, MICROAGGREGATE)
    homes = params_of(job, SWAP_HOUSEHOLDS)
    return (
        (risk is not None and is_limit(risk.tolerable))
        or (groups is not None and result.k > 1)
        or (homes is not None and homes.k > 1)
    )


def persons_unsaid(found: Sequence[RepeatedIdentifier], persons: PersonsSpec | None) -> Iterator[Reason]:
    """For a job that counts records: the direct identifier with most values that repeats, where the plan does
    not state that each record is a person, or states it of no identifier that repeats for another reason.
    """
    if persons is None or not persons.one_record_each:
        for one in found[:1]:
            yield unjudged(UNSAID, **_figures(one))
        return
    for one in [one for one in found if one.variable not in persons.repeats][:1]:
        yield reserved("persons.statement_contradicted", **_figures(one))


def _figures(one: RepeatedIdentifier) -> dict[str, Param]:
    least: dict[str, Param] = {} if one.least_in_class is None else {"least_in_class": one.least_in_class}
    known: dict[str, Param] = {"values": one.values, "records": one.records, "most": one.most}
    return {"variable": one.variable, **known, **least}
