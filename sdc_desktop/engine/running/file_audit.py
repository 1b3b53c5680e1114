"""The audit of a file of records that a job makes: its variables, and what they reveal of one another."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.released import ReleasedVariables, Stage, released_variables
from sdc_desktop.engine.data.store.counted_relation import CountedRelation
from sdc_desktop.engine.inference.audit import Drawn, Inference, Required, inference_of
from sdc_desktop.engine.inference.pairing import paired_records
from sdc_desktop.engine.inference.repeats import RepeatedIdentifier, repeated_identifiers, with_least_in_class
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.microdata.classes.first_look import Hiding, SmallClasses, hiding, small_classes
from sdc_desktop.engine.microdata.criteria.check_file import check_file
from sdc_desktop.engine.microdata.criteria.spec import CriterionSpec, KAnonymitySpec
from sdc_desktop.engine.microdata.person_figures import Linked, PersonFigures, person_figures
from sdc_desktop.engine.microdata.recoding import Anonymity
from sdc_desktop.engine.plan import Job, Plan
from sdc_desktop.engine.rules.found import NO_RULES, RuleFound, RuleSet
from sdc_desktop.engine.running.outputs import output_of
from sdc_desktop.engine.running.policy_rules import rules_on_file
from sdc_desktop.engine.source import Source

LIMIT = 0.1  # of protected values that may follow from others, where the job sets no tolerable risk


@dataclass(frozen=True)
class FileAudit:
    """``variables``: how far released variables identify records. ``inference``: what released values reveal
    of protected ones; None where no released record is one of the data's. ``repeats``: the direct
    identifiers that repeat in the data. ``hiding``: how its records hide by the plan's rule for missing
    values; None where no key value is missing. ``persons``: how it hides persons; None without a role.
    ``small``: its classes below the plan's k, where no step requires that k itself. ``rules``: what those of
    the policy find.
    """

    variables: ReleasedVariables
    inference: Inference | None
    repeats: tuple[RepeatedIdentifier, ...] = ()
    hiding: Hiding | None = None
    persons: PersonFigures | None = None
    small: SmallClasses | None = None
    rules: tuple[RuleFound, ...] = ()


def audited_file(
    plan: Plan,
    job: Job,
    made: Source,
    stages: Sequence[Stage],
    results: Mapping[str, Any],
    context: JobContext,
    rules: RuleSet = NO_RULES,
) -> FileAudit:
    """Audit the file that a job made, the last of these stages of the plan's records. ``results``: of the
    jobs run so far, by name; ``rules``: of the policy. Raises Cancelled.
    """
    audit = _audited(plan, job, made, stages, results, context)
    keys = tuple(variable.name for variable in made.data.with_role("key"))
    persons = person_figures(
        made.data,
        keys,
        stages[0].data,
        least_class(plan, tuple(chain_to(plan, job))),
        context,
        in_order=not _is_reordered(job),
        missing=plan.missing_rule,
    )
    chain = tuple(chain_to(plan, job))
    small = _small(plan, chain, made, keys, context)
    found = rules_on_file(rules, plan, chain, made, audit.variables, context)
    return replace(audit, hiding=_hiding(plan, made, context), persons=persons, small=small, rules=found)


def _small(
    plan: Plan, chain: Sequence[Job], made: Source, keys: Sequence[str], context: JobContext
) -> SmallClasses | None:
    """The classes below the plan's k; None without one, where the last step requires that k itself, and where
    values are drawn: a class shown then says nothing of the persons in it. Where an earlier step requires
    it, its file had that k with missing values as a category, and so are they counted after it.
    """
    relation, methods = made.data.relation, [(method_of(one.kind), one.params) for one in chain]
    coarse = isinstance(relation, CountedRelation) and relation.counted_from
    if plan.k is None or not keys or not made.data.records or coarse:
        return None
    if least_class(plan, chain[:1]) >= plan.k or any(one.draws(own) or one.synthetic for one, own in methods):
        return None
    data = made.data
    if least_class(plan, chain) >= plan.k:
        data = data.with_variables([replace(one, missing=()) for one in data.variables])
    return small_classes(data, keys, plan.missing_rule, plan.k, context)


def counted_by_rule(plan: Plan, result: Any, read: Source, made: Source, context: JobContext) -> Any:
    """The result of a method that forms classes (it has them ``before`` and ``after``), with the classes of
    the records that it read and made counted by the plan's rule for missing values. Raises Cancelled.
    """
    classes = {"before": read, "after": made}
    if not all(isinstance(getattr(result, key, None), Anonymity) for key in classes):
        return result
    found = {key: _hiding(plan, source, context) for key, source in classes.items()}
    changed = {key: one.of(getattr(result, key)) for key, one in found.items() if one is not None}
    return replace(result, **changed) if changed else result


def _hiding(plan: Plan, source: Source, context: JobContext) -> Hiding | None:
    keys = tuple(variable.name for variable in source.data.with_role("key"))
    relation = source.data.relation
    if isinstance(relation, CountedRelation) and relation.counted_from:  # values are coarser than as read
        return None
    return hiding(source.data, keys, plan.missing_rule, context) if keys else None


def measured_persons(
    plan: Plan,
    job: Job,
    sources: Mapping[str, Source],
    result: Any,
    linked: Linked | None,
    context: JobContext,
) -> PersonFigures | None:
    """How the records that a job measures hide persons, on its key variables; linked as in their file."""
    source = sources.get(job.input)
    if method_of(job.kind).makes != "measures" or source is None or source.data.persons is None:
        return None
    keys = getattr(result, "key_variables", ())
    k = least_class(plan, (job,))
    read, rule = sources["data"].data, plan.missing_rule
    found = person_figures(source.data, keys, read, k, context, in_order=False, missing=rule)
    return found if found is None or linked is None else replace(found, linked=linked)


def _audited(
    plan: Plan,
    job: Job,
    made: Source,
    stages: Sequence[Stage],
    results: Mapping[str, Any],
    context: JobContext,
) -> FileAudit:
    found = released_variables(stages, context)
    repeats = with_least_in_class(repeated_identifiers(stages[0].data, context), stages, context)
    relation = made.data.relation
    if relation.by_counts or relation.by_record_problems():
        return FileAudit(found, Inference(made.data.records, unknown=_changed(stages)), repeats)
    records = paired_records(stages, context)
    if records is None:
        return FileAudit(found, None, repeats)
    chain = tuple(chain_to(plan, job))
    sigmas = {
        name: sigma for one in chain for name, sigma in getattr(results.get(one.name), "sigmas", {}).items()
    }
    drawn = {name: one for step in chain for name, one in _drawn(results.get(step.name), made)}
    required = Required(
        least_class(plan, chain),
        sigmas,
        drawn,
        in_order=not _is_reordered(job),
        persons=made.data.record_persons(context),
    )
    inference = inference_of(records, required, context)
    return FileAudit(found, _with_criteria(inference, plan, chain, made, context), repeats)


def chain_to(plan: Plan, job: Job) -> Iterator[Job]:
    """The job and those whose records it works on, however far back."""
    jobs = {one.name: one for one in plan.jobs}
    yield job
    while job.input in jobs:
        job = jobs[job.input]
        yield job


def tolerable(plan: Plan, job: Job) -> float:
    """The share of protected values that may follow from others: the tolerable risk of the last step that
    sets one, else `LIMIT`.
    """
    given = (getattr(one.params, "tolerable_risk", None) for one in chain_to(plan, job))
    return next((float(one) for one in given if one is not None), LIMIT)


def criteria_of(plan: Plan, chain: Sequence[Job]) -> tuple[CriterionSpec, ...]:
    """What the steps require of classes, and the jobs that measure their file."""
    measuring = (one for one in plan.jobs if one.input == chain[0].name and _measures(one))
    jobs = (*chain, *measuring)
    return tuple(dict.fromkeys(spec for one in jobs for spec in getattr(one.params, "criteria", ()) or ()))


def least_class(plan: Plan, chain: Sequence[Job]) -> int:
    """The largest class size that is required of the file of these steps; 0 without any."""
    sizes = [spec.k for spec in criteria_of(plan, chain) if isinstance(spec, KAnonymitySpec)]
    sizes += [getattr(one.params, "suppress_below", None) or 0 for one in chain]
    sizes += [
        getattr(one.params, "k", None) or 0 for one in chain if method_of(one.kind).judges_classes(one.params)
    ]
    return max(sizes, default=0)


def _drawn(result: Any, made: Source) -> Iterator[tuple[str, Drawn]]:
    """What a step drew for records that a released number groups, by variable."""
    variables = getattr(result, "variables", None)
    for name, one in variables.items() if isinstance(variables, Mapping) else ():
        for by, draws in getattr(one, "together", {}).items():
            if {name, by} <= set(made.data.names) and len(draws.values) == made.data.records:
                yield name, Drawn(by, draws, one.texts)


def _measures(job: Job) -> bool:
    return method_of(job.kind).makes == "measures"


def _is_reordered(job: Job) -> bool:
    output = output_of(job)
    return method_of(job.kind).own_order or (output is not None and output.order == "random")


def _changed(stages: Sequence[Stage]) -> tuple[str, ...]:
    """Variables that some step may have changed, of records that are not in memory: all unless only
    combinations are known, and which of them were changed.
    """
    data = stages[-1].data
    if len(stages) < 2:
        return ()
    if isinstance(data.relation, CountedRelation):
        return tuple(data.names[place] for place in sorted(data.relation.changed_columns))
    return data.names


def _with_criteria(
    found: Inference, plan: Plan, chain: Sequence[Job], made: Source, context: JobContext
) -> Inference:
    """The audit with the criteria that are met as released, and not once what follows is filled in."""
    keys = [variable.name for variable in made.data.with_role("key")]
    sensitive = {name for name in found.texts if made.data.variable(name).role == "sensitive"}
    of_values = [spec for spec in criteria_of(plan, chain) if not isinstance(spec, KAnonymitySpec)]
    if not keys or not of_values or not (set(keys) | sensitive) & found.texts.keys():
        return found
    filled = made.with_data(made.data.replaced(found.texts, context))
    before, after = (check_file(one, keys, of_values, context) for one in (made, filled))
    checks = zip(of_values, before.criteria, after.criteria, strict=True)
    failing = tuple(type(spec).title for spec, then, now in checks if then.passed and not now.passed)
    return replace(found, criteria=failing)
