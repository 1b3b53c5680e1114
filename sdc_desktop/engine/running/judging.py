"""The verdicts on the jobs of a plan and on the plan as a whole."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from sdc_desktop.engine.data.released import ReleasedVariables
from sdc_desktop.engine.data.sampled import sampled_of, verdict_on_sample
from sdc_desktop.engine.data.table_layouts import NOT_FOR_PUBLICATION
from sdc_desktop.engine.empty_conditions import empty_conditions
from sdc_desktop.engine.inference.audit import Inference
from sdc_desktop.engine.inference.repeats import RepeatedIdentifier
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.methods.risk.risk import RISK
from sdc_desktop.engine.microdata.classes.first_look import Hiding, SmallClasses
from sdc_desktop.engine.microdata.person_figures import PersonFigures
from sdc_desktop.engine.plan import Job, Plan, params_of
from sdc_desktop.engine.problems import Param, Problem
from sdc_desktop.engine.rules.found import NO_RULES, RuleFound, RuleSet
from sdc_desktop.engine.running.file_audit import FileAudit, chain_to, tolerable
from sdc_desktop.engine.running.outputs import output_of
from sdc_desktop.engine.running.policy_rules import rules_on_table
from sdc_desktop.engine.running.scenarios import Product, scenario_reasons
from sdc_desktop.engine.running.secret_needs import needs
from sdc_desktop.engine.running.table_notes import notes_on
from sdc_desktop.engine.running.table_origins import (
    earlier_releases,
    is_given,
    origin_of,
    other_tables,
    response_of,
)
from sdc_desktop.engine.verdict import (
    NO_LIMITS,
    NOTHING_REQUIRED,
    RULE_NOT_CHECKED,
    RULE_NOT_MET,
    Grade,
    Limits,
    Reason,
    Verdict,
    failed,
    from_warnings,
    overall,
    reserved,
    unjudged,
    verdict_of,
)
from sdc_desktop.engine.verdict_inference import inference_reasons
from sdc_desktop.engine.verdict_persons import (
    UNSAID,
    counts_records,
    persons_reasons,
    persons_unsaid,
    without_alone,
)
from sdc_desktop.engine.verdict_records import (
    ALONE,
    OF_CLASSES,
    UNJUDGED_VALUES,
    alone,
    alone_by_rule,
    is_limit,
    judged_keys,
    other_variables,
)

SEVERAL_TABLES = "several_tables"
NOT_EXAMINED = "linked.not_examined"
SEVERAL_FILES = "several_files"
BESIDE_TABLES = "records_beside_tables"
NOT_NAMED = "file_not_named"
FILES_OF_STEPS = "step_files"
WORK_FILES = "work_files"
EARLIER_NOT_RUN = "earlier_not_run"
MEASURES_NOT_RUN = "measures_not_run"
WEAK_SECRET = "weak_secret"
BESIDE_BUDGET = "private_table.beside"


class Done(Protocol):
    """What is judged: a job's name, its result, which has ``notes``, and the audits of its file of
    records, if it has one.
    """

    @property
    def name(self) -> str: ...
    @property
    def result(self) -> Any: ...
    @property
    def released(self) -> ReleasedVariables | None: ...
    @property
    def hiding(self) -> Hiding | None: ...
    @property
    def small(self) -> SmallClasses | None: ...
    @property
    def inference(self) -> Inference | None: ...
    @property
    def persons(self) -> PersonFigures | None: ...
    @property
    def rules(self) -> tuple[RuleFound, ...]: ...
    @property
    def repeats(self) -> tuple[RepeatedIdentifier, ...]: ...


@dataclass(frozen=True)
class Judged:
    """The verdict on each job by its name, those of measuring jobs among them, and the one on the plan."""

    jobs: Mapping[str, Verdict]
    plan: Verdict


def judge_plan(
    plan: Plan,
    done: Sequence[Done],
    notes: Sequence[Problem],
    limits: Limits = NO_LIMITS,
    written: Collection[str] = (),
) -> Judged:
    """Judge the jobs that were run. `notes` are those on the data, the plan and the policy; `written` names
    the jobs whose files are in the folder.

    A *product* is a job whose file no other job with a file reads, or one that the plan's report names.
    A job that only measures a product's file adds what it found to the product's verdict; warnings on the
    data and on earlier steps stay with what is made of them, and so do conditions on earlier steps that
    failed, unless they are about classes of records and a later step judges its own classes. Tables of the
    plan count as released whether or not their jobs were run, and so does what audits of other tables find.
    On a sample for trial nothing is judged.
    """
    sampled = sampled_of(notes)
    if sampled is not None:
        verdict = verdict_on_sample(sampled)
        return Judged({one.name: verdict for one in done}, verdict)
    jobs = {one.name: plan.job(one.name) for one in done}
    results = {one.name: one.result for one in done}
    own = {
        one.name: _by_k(_own_reasons(jobs[one.name], one.result, limits, one.hiding), one.small, one.hiding)
        for one in done
    }
    warned = {
        one.name: (*from_warnings(one.result.notes), *_weak_secrets(plan, jobs[one.name])) for one in done
    }
    audits = {one.name: FileAudit(one.released, one.inference) for one in done if one.released is not None}
    repeats = {one.name: one.repeats for one in done}
    persons = {one.name: one.persons for one in done}
    rules = {one.name: one.rules for one in done}
    attacked = {one.name for one in done if one.inference is not None}
    last, products = products_of(jobs.values()), products_in(plan, jobs.values())
    verdicts: dict[str, Verdict] = {}
    for name, job in jobs.items():
        read = _with_measures(own[name], [own[other] for other in _measuring(name, jobs)])
        audited: tuple[Reason, ...] = ()
        if name in audits:
            audited = _audited(plan, job, audits[name], read, _judged_keys(name, jobs, results))
        reasons = [
            *own[name],
            *audited,
            *warned[name],
            *_of_earlier(job, jobs, warned),
            *from_warnings(notes_on(job, plan, notes)),
        ]
        if any(counts_records(jobs[one], results[one]) for one in _judging(name, jobs)):
            reasons += persons_unsaid(repeats[name], plan.data)
        reasons += [*persons_reasons(persons[name]), *_of_rules(rules[name])]
        reasons += [*_failed_earlier(job, jobs, own), *_tables(plan, job, results[name]), *_work_files(job)]
        if name in products:
            reasons = _with_measures(reasons, [own[other] for other in _measuring(name, jobs)])
        verdicts[name] = verdict_of(without_alone(reasons, persons[name]), audited=name in attacked)
    of_products = {name: verdicts[name] for name in jobs if name in products}
    others = [
        Reason(one.code, one.grade, one.figures, name)
        for name in jobs
        if name not in products
        for one in warned[name]
    ]
    released = [jobs[name] for name in jobs if name in products]
    others += [*_several_files(released), *_beside_tables(released, plan), *_not_named(last - products)]
    if products:
        others += scenario_reasons(plan.report.scenarios, measured_products(plan, done))
    found = {name: verdicts[name] for name in jobs if name not in products and _counts(name, jobs, products)}
    verdict = _with_unsaid(overall(of_products, others, found), verdicts)
    between = {name: verdicts[name] for name in written if name not in last | products}
    records = {name: one for name, one in between.items() if _is_of_records(jobs[name])}
    return Judged(verdicts, _with_step_files(verdict, records))


def _with_step_files(plan: Verdict, steps: Mapping[str, Verdict]) -> Verdict:
    """The verdict on a plan, with a reservation for worse files of earlier steps released with the last ones.
    A person who has both has the records before the last step.
    """
    worse = tuple(name for name, verdict in steps.items() if not verdict.meets(plan.grade))
    if not worse:
        return plan
    return verdict_of([*plan.reasons, reserved(FILES_OF_STEPS, files=worse)], audited=plan.audited)


def _with_unsaid(plan: Verdict, jobs: Mapping[str, Verdict]) -> Verdict:
    """The verdict on a plan, which is not judged while it is unsaid whose records a job counts that writes no
    file.
    """
    if any(one.code == UNSAID for one in plan.reasons):
        return plan
    unsaid = [
        Reason(one.code, one.grade, one.figures, one.job or name)
        for name, verdict in jobs.items()
        for one in verdict.reasons
        if one.code == UNSAID
    ]
    return verdict_of([*plan.reasons, *unsaid[:1]], audited=plan.audited)


def _counts(name: str, jobs: Mapping[str, Job], products: frozenset[str]) -> bool:
    """Whether what a job found that is no product counts for the plan: neither steps before a last file do,
    whose verdict that of the last file is, nor measures of records that are not released.
    """
    job = jobs[name]
    method = method_of(job.kind)
    if method.makes == "measures":
        of_records = method.needs_data(job.params) and not method.takes_cells(job.params)
        return job.input not in products and not (products and of_records)
    return not any(one.input == name and method_of(one.kind).makes == "records" for one in jobs.values())


def measured_products(plan: Plan, done: Sequence[Done]) -> tuple[Product, ...]:
    """The products among the jobs that were run, each with the results of the steps that measure its file."""
    jobs = {one.name: plan.job(one.name) for one in done}
    results = {one.name: one.result for one in done}
    records = {one.name: None if one.released is None else one.released.records for one in done}
    products = products_in(plan, jobs.values())
    return tuple(
        Product(
            method_of(job.kind).makes,
            results[name],
            tuple(results[other] for other in _measuring(name, jobs)),
            records[name],
        )
        for name, job in jobs.items()
        if name in products
    )


def judge_job(
    plan: Plan,
    job: Job,
    result: Any,
    notes: Sequence[Problem],
    limits: Limits = NO_LIMITS,
    audit: FileAudit | None = None,
    required: RuleSet = NO_RULES,
) -> Verdict:
    """The verdict on one job alone, before the other jobs of the plan are run. It includes the weak secrets
    of steps before it in the plan. `audit` belongs to the file that it makes; ``required`` are the rules of the
    policy for a table.
    """
    sampled = sampled_of(notes)
    if sampled is not None:
        return verdict_on_sample(sampled)
    own = _own_reasons(job, result, limits, None if audit is None else audit.hiding)
    own = own if audit is None else _by_k(own, audit.small, audit.hiding)
    judged = _judged_keys(job.name, {job.name: job}, {job.name: result})
    reasons = [
        *own,
        *(() if audit is None else _audited(plan, job, audit, own, judged)),
        *(() if audit is None else _of_persons(plan, job, result, audit)),
        *_of_rules(rules_on_table(required, plan, job, result) if audit is None else audit.rules),
        *from_warnings(result.notes),
        *_weak_secrets(plan, job),
        *_weak_earlier(plan, job.name),
        *from_warnings(notes_on(job, plan, notes)),
        *_tables(plan, job, result),
        *_work_files(job),
        *_not_run(plan, job),
        *_not_measured(plan, job),
    ]
    persons = None if audit is None else audit.persons
    attacked = audit is not None and audit.inference is not None
    return verdict_of(without_alone(reasons, persons), audited=attacked)


def _of_persons(plan: Plan, job: Job, result: Any, audit: FileAudit) -> Iterator[Reason]:
    yield from persons_reasons(audit.persons)
    if counts_records(job, result):
        yield from persons_unsaid(audit.repeats, plan.data)


def _of_rules(found: Iterable[RuleFound]) -> Iterator[Reason]:
    """Rules of the policy that what leaves does not meet, and those that were not checked."""
    for one in found:
        figures: dict[str, Param] = {"rule": one.rule, "kind": one.kind}
        figures |= {"figure": one.figure, "text": one.text}
        if one.state == "not_met":
            make = failed if one.required else reserved
            variables = tuple(of.variable for of in one.variables)
            yield make(RULE_NOT_MET, number=one.units or one.records, variables=variables, **figures)
        if one.state == "not_checked":
            yield reserved(RULE_NOT_CHECKED, open=one.open, variables=one.looked_at, **figures)


def _audited(
    plan: Plan, job: Job, audit: FileAudit, beside: Sequence[Reason], judged: Collection[str]
) -> tuple[Reason, ...]:
    """What the audit of a job's file gives against its release, `beside` what was found on its classes; the
    key variables `judged` are left to their condition.
    """
    found = audit.inference
    revealed = () if found is None else inference_reasons(found, tolerable(plan, job))
    return (*other_variables(audit.variables, beside, judged), *revealed)


def _work_files(job: Job) -> tuple[Reason, ...]:
    """A reservation where files of a table reveal true values of suppressed cells, or the rule of each."""
    output = output_of(job)
    if output is None:
        return ()
    written = ((output.path, output.layout), *((one.path, one.layout) for one in output.also))
    names = tuple(path for path, layout in written if layout in NOT_FOR_PUBLICATION)
    return (reserved(WORK_FILES, files=names),) if names else ()


def _not_run(plan: Plan, job: Job) -> tuple[Reason, ...]:
    """What earlier steps leave open is not known before they are run, but for preparing the records."""
    jobs = {other.name: other for other in plan.jobs}
    while job.input in jobs:
        job = jobs[job.input]
        if method_of(job.kind).stages.outline is None:
            return (unjudged(EARLIER_NOT_RUN, files=(job.name,)),)
    return ()


def _not_measured(plan: Plan, job: Job) -> tuple[Reason, ...]:
    """What later steps that judge this job's file find is not known before they are run."""
    later = tuple(
        other.name
        for other in plan.jobs
        if other.input == job.name and method_of(other.kind).judges_input(other.params)
    )
    return (unjudged(MEASURES_NOT_RUN, files=later),) if later else ()


def products_of(jobs: Iterable[Job]) -> frozenset[str]:
    """The names of the jobs whose file no other job with a file of records reads: a table made from a file of
    records leaves that file in the folder. A check of a release of its own is one as well.
    """
    jobs = list(jobs)
    writing = [job for job in jobs if output_of(job) is not None]
    read = {job.input for job in writing if method_of(job.kind).makes != "table"}
    own = [job.name for job in jobs if method_of(job.kind).releases]
    return frozenset([*own, *(job.name for job in writing if job.name not in read)])


def products_in(plan: Plan, jobs: Iterable[Job]) -> frozenset[str]:
    """The names of those among the jobs that are products: the plan's report names them, or else their file
    is the last that is made.
    """
    run = list(jobs)
    if plan.report.products is None:
        return products_of(run)
    own = frozenset(job.name for job in run if method_of(job.kind).releases)
    return frozenset(plan.report.products) & {job.name for job in run} | own


def _several_files(products: Iterable[Job]) -> tuple[Reason, ...]:
    """Two protected files of the same records can be compared, and their protection averaged away."""
    names = sorted(job.name for job in products if _is_of_records(job))
    return (reserved(SEVERAL_FILES, files=tuple(names)),) if len(names) > 1 else ()


def _beside_tables(products: Iterable[Job], plan: Plan) -> tuple[Reason, ...]:
    """Records released beside tables of the same records can undo what these suppress."""
    listed = list(products)
    populations = {
        one.population for job in listed if (one := response_of(plan, job)) is not None and not is_given(one)
    }
    records = [job for job in listed if _is_of_records(job)]
    firsts = {job.name: list(chain_to(plan, job))[-1] for job in records}
    named = [name for name, job in firsts.items() if origin_of(plan, job, ()).population in populations]
    if not named:
        return ()
    tables = [job.name for job in listed if response_of(plan, job) is not None]
    return (reserved(BESIDE_TABLES, files=tuple(named), tables=tuple(tables)),)


def _not_named(names: frozenset[str]) -> tuple[Reason, ...]:
    """A reservation for last files that are not named as released: they are saved all the same."""
    return (reserved(NOT_NAMED, files=tuple(sorted(names))),) if names else ()


def _is_of_records(job: Job) -> bool:
    return method_of(job.kind).makes == "records"


def _own_reasons(job: Job, result: Any, limits: Limits, hiding: Hiding | None) -> tuple[Reason, ...]:
    found = method_of(job.kind).stages.verdict(job.params, result, limits)
    return (*alone_by_rule(found, result, hiding), *empty_conditions(job.params, result))


def _by_k(
    reasons: tuple[Reason, ...], small: SmallClasses | None, hiding: Hiding | None
) -> tuple[Reason, ...]:
    """The reasons of a job with the condition that the plan's k is: its file then has one. Records that the
    plan's rule for missing values makes unique are a reservation, also where the job forms no classes.
    """
    if small is None:
        return reasons
    kept = tuple(one for one in reasons if one.code != NOTHING_REQUIRED)
    if not small.records and not small.persons:  # a person may be rare by several records that are not
        stated = any(one.code == ALONE for one in kept)
        return kept if hiding is None or stated else (*kept, *alone(hiding))
    persons = {} if small.persons is None else {"persons": small.persons}
    return (failed("classes_below", number=small.records, k=small.k, **persons), *kept)


def _weak_secrets(plan: Plan, job: Job) -> tuple[Reason, ...]:
    """A reservation for each secret of a job that could be found by trying."""
    facts = ((need.name, need.facts(plan.own_secrets)) for need in needs(job))
    return tuple(reserved(WEAK_SECRET, name=name) for name, known in facts if known and known.weak)


def _weak_earlier(plan: Plan, name: str) -> Iterable[Reason]:
    """A reservation for each weak secret of the steps that lead to the plan's job of this name."""
    jobs = {job.name: job for job in plan.jobs}
    while name in jobs and jobs[name].input in jobs:
        name = jobs[name].input
        for one in _weak_secrets(plan, jobs[name]):
            yield Reason(one.code, one.grade, one.figures, name)


def _of_earlier(
    job: Job, jobs: Mapping[str, Job], warned: Mapping[str, tuple[Reason, ...]]
) -> Iterable[Reason]:
    """Warnings on the steps whose file this job reads, however far back."""
    while job.input in jobs:
        for one in warned[job.input]:
            yield Reason(one.code, one.grade, one.figures, job.input)
        job = jobs[job.input]


def _failed_earlier(
    job: Job, jobs: Mapping[str, Job], own: Mapping[str, tuple[Reason, ...]]
) -> Iterable[Reason]:
    """What failed, or was left unjudged, of the values that earlier steps changed: recoding other variables
    does not correct it. Conditions on classes of records are the last step's that judges classes.
    """
    judged = method_of(job.kind).judges_classes(job.params)
    while job.input in jobs and method_of(job.kind).makes == "records":
        job, source = jobs[job.input], job.input
        for one in own[source]:
            lasting = one.grade is Grade.UNSAFE or one.code in UNJUDGED_VALUES
            if lasting and not (judged and one.code in OF_CLASSES):
                yield Reason(one.code, one.grade, one.figures, source)
        judged = judged or method_of(job.kind).judges_classes(job.params)


def _measuring(name: str, jobs: Mapping[str, Job]) -> list[str]:
    reading = (job for job in jobs.values() if job.input == name)
    return [job.name for job in reading if method_of(job.kind).makes == "measures"]


def _judging(name: str, jobs: Mapping[str, Job]) -> list[str]:
    """The job, what measures its file, and of a file of records the steps before it."""
    judging, job = [name, *_measuring(name, jobs)], jobs[name]
    while job.input in jobs and _is_of_records(job):
        judging.append(job.input)
        job = jobs[job.input]
    return judging


def _judged_keys(name: str, jobs: Mapping[str, Job], results: Mapping[str, Any]) -> frozenset[str]:
    """The key variables that a job, an earlier step or a measure of its file holds against a condition that
    unique records may meet.
    """
    judging = _judging(name, jobs)
    found = {key for one in judging for key in judged_keys(getattr(results[one], "check", None))}
    for one in judging:
        params = params_of(jobs[one], RISK)
        if params is not None and is_limit(params.tolerable):
            found |= set(results[one].key_variables)
    return frozenset(found)


def _with_measures(reasons: Sequence[Reason], measured: Iterable[tuple[Reason, ...]]) -> list[Reason]:
    """A product's reasons with those that measuring its file gave. Where a measure judges, the product no
    longer counts as without requirements.
    """
    found = [*measured]
    judged = any(all(one.grade is not Grade.OPEN for one in each) for each in found)
    kept = [one for one in reasons if not (judged and one.code == NOTHING_REQUIRED)]
    return [*kept, *(one for each in found for one in each if one.grade is not Grade.OPEN)]


def _tables(plan: Plan, job: Job, result: Any) -> Iterable[Reason]:
    """Tables of the same records may reveal together what neither reveals alone: those that can be audited
    with this one and were not, and those that cannot.
    """
    others = other_tables(plan, job)
    linked = getattr(result, "linked", None)
    open_ = tuple(name for name in others.same if name not in getattr(result, "examined", ()))
    if linked is None or not linked.released:
        open_ += earlier_releases(job)
    if open_:
        yield unjudged(NOT_EXAMINED, tables=tuple(dict.fromkeys(open_)))
    apart = set(others.apart) - set(linked.jobs if linked is not None else ())
    if apart:
        yield reserved(SEVERAL_TABLES, tables=_in_order(plan, (job.name, *apart)))
    if method_of(job.kind).budgeted:
        yield from _beside_budget(plan, job)


def _beside_budget(plan: Plan, job: Job) -> Iterable[Reason]:
    """A budget covers the tables of its ledger: what else is released of the same persons is not in it."""
    others = [
        other.name
        for other in plan.jobs
        if output_of(other) is not None and not method_of(other.kind).budgeted and other.name != job.name
    ]
    if others:
        yield reserved(BESIDE_BUDGET, files=tuple(others))


def _in_order(plan: Plan, names: Iterable[str]) -> tuple[str, ...]:
    wanted = set(names)
    return tuple(job.name for job in plan.jobs if job.name in wanted)
