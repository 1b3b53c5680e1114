"""Reasons where a direct identifier repeats: whose records a job counts is not stated, or stated wrongly."""

from collections.abc import Iterator, Sequence
from typing import Any

from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.inference.repeats import RepeatedIdentifier
from sdc_desktop.engine.methods.grouping.microaggregate import MICROAGGREGATE
from sdc_desktop.engine.methods.perturbation.swap_households import SWAP_HOUSEHOLDS
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.methods.risk.risk import RISK
from sdc_desktop.engine.microdata.person_figures import PersonFigures
from sdc_desktop.engine.plan import Job, params_of
from sdc_desktop.engine.problems import Param
from sdc_desktop.engine.verdict import Reason, reserved, unjudged
from sdc_desktop.engine.verdict_records import ALONE, is_limit

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


def persons_reasons(found: PersonFigures | None) -> Iterator[Reason]:
    """What links the records of a person in a file, records without a person, and classes that one person
    dominates. Where an intruder knows several records, what links them is part of what is judged.
    """
    if found is None:
        return
    if found.without:
        yield reserved("persons.without", records=found.without)
    if found.dominated > 0.5 and (found.linked is None or "pseudonym" not in found.linked.by):
        yield reserved("persons.dominated", share=found.dominated)
    if found.intervals is not None:
        dates, number = found.intervals.variables, found.intervals.persons
        yield reserved("persons.intervals", variables=dates, number=number, persons=found.persons)
    if found.linked is not None and found.known == 1 and found.knowledge:
        two, every = (found.knowledge[one].uniques for one in ("2", "all"))
        yield reserved("persons.linked", by=found.linked.by[0], two=two, all=every, persons=found.persons)


def without_alone(reasons: Sequence[Reason], found: PersonFigures | None) -> Sequence[Reason]:
    """The reasons without unique persons where k-anonymity of persons fails, which says the same."""
    if found is None or not any(one.code == "criterion_k_anonymity" for one in reasons):
        return reasons
    return [one for one in reasons if one.code != ALONE]


def persons_unsaid(found: Sequence[RepeatedIdentifier], data: DataSpec | None) -> Iterator[Reason]:
    """For a job that counts records: the direct identifier with most values that repeats, where the plan does
    not state that each record is a person, or states it of no identifier that repeats for another reason. A
    role person that differs in all records states the same.
    """
    persons = None if data is None else data.persons
    stated = data is not None and any(one.role == "person" for one in data.variables.values())
    if not stated and (persons is None or not persons.one_record_each):
        for one in found[:1]:
            yield unjudged(UNSAID, **_figures(one))
        return
    repeats = () if persons is None else persons.repeats
    for one in [one for one in found if one.variable not in repeats][:1]:
        yield reserved("persons.statement_contradicted", **_figures(one))


def _figures(one: RepeatedIdentifier) -> dict[str, Param]:
    least: dict[str, Param] = {} if one.least_in_class is None else {"least_in_class": one.least_in_class}
    known: dict[str, Param] = {"values": one.values, "records": one.records, "most": one.most}
    return {"variable": one.variable, **known, **least}
