"""What one click does about a reason of a verdict: the plan with the cause removed, as one step."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.data.spec import OutputSpec
from sdc_desktop.engine.inference.names import ORDER
from sdc_desktop.engine.methods.preparing.prepare.steps import DropSpec, PseudonymiseSpec, StepSpec
from sdc_desktop.engine.plan import Job, Plan
from sdc_desktop.engine.rules.found import RuleFound
from sdc_desktop.engine.rules.spec import AnswerSpec
from sdc_desktop.engine.running.preparation import prepare_job, with_prepare
from sdc_desktop.engine.running.rule_remedies import mended, without_variables
from sdc_desktop.engine.running.variables_used import variables_used
from sdc_desktop.engine.verdict import RULE_NOT_CHECKED, RULE_NOT_MET, Reason
from sdc_desktop.engine.verdict_persons import UNSAID
from sdc_desktop.project.persons import counting_persons, of_persons, one_record_each, with_known
from sdc_desktop.project.rule_answers import with_answer

RemedyCode = Literal[
    "omit",
    "together",
    "delete_suppressed",
    "random_order",
    "of_persons",
    "one_record_each",
    "known_two",
    "known_all",
    "rule_variables",
    "rule_of_none",
    "rule_stated",
    "rule_years",
    "rule_top_class",
    "rule_first_figures",
    "rule_populations",
]
_ABOUT_RELEASED = frozenset(
    {"released_identifies", "released_nearly_unique", "released_rare_values", "household_as_read"}
)
_ABOUT_PERSONS = frozenset({UNSAID, "persons.statement_contradicted"})
_COARSER: Mapping[str, RemedyCode] = {
    "dates": "rule_years",
    "ages": "rule_top_class",
    "postcodes": "rule_first_figures",
}
_BY_OTHERS = frozenset({"inferred_values", "inferred_numbers"})


@dataclass(frozen=True)
class Remedy:
    """A change of the ``plan`` that removes the cause of a reason; ``variables``: those that it concerns.
    ``rule``: the rule of the policy to which a file has to be chosen before (:func:`with_populations`).
    """

    code: RemedyCode
    variables: tuple[str, ...]
    plan: Plan
    rule: str = ""


def with_populations(remedy: Remedy, path: str) -> Plan:
    """The plan of a remedy with a file of inhabitants, its path as plans state it."""
    answer = AnswerSpec(variables=remedy.variables, populations=path)
    return with_answer(remedy.plan, remedy.rule, answer)


def remedies(
    plan: Plan,
    job: Job,
    reason: Reason,
    linking: Sequence[str] = (),
    rules: Sequence[RuleFound] = (),
    data: Microdata | None = None,
) -> Iterator[Remedy]:
    """What one click can do about a reason in the verdict on a job of the whole plan, the best first.
    ``linking``: the released variables with one value for each person; ``rules``: what those of the policy
    found on the job's file; ``data``: the plan's data as read, where their values are examined quickly.
    """
    if reason.job not in ("", job.name):
        return
    if reason.code in ("inferred_by_order", "recoded_in_order"):
        yield from _random_order(plan, job)
    if reason.code == "persons.linked" and plan.data is not None:
        yield from _linked(plan, job, str(reason.figures["by"]), linking)
    if reason.code in _ABOUT_PERSONS and plan.data is not None:
        yield from _persons(plan, str(reason.figures["variable"]))
    if reason.code == "suppressed_class" and "suppressed_records" in type(job.params).model_fields:
        params = job.params.model_copy(update={"suppressed_records": "delete"})
        yield Remedy("delete_suppressed", (), _with_job(plan, job.model_copy(update={"params": params})))
    if reason.code == RULE_NOT_MET and reason.figures["kind"] == "random_order":
        yield from _random_order(plan, job)
    if reason.code == RULE_NOT_CHECKED:
        yield from _answers(plan, reason)
    if reason.code == RULE_NOT_MET:
        yield from _coarser(plan, [one for one in rules if one.rule == reason.rule], data)
    names = _causes(reason)
    if not names or plan.data is None:
        return
    variables = plan.data.variables
    are_there = reason.code == RULE_NOT_MET or set(names) <= variables.keys()
    if not are_there or set(names) & set(variables_used(job, variables, plan.jobs)):
        return
    if reason.code in _BY_OTHERS:
        yield from _together(plan, job, names, str(reason.figures["variable"]))
    yield Remedy("omit", names, without_variables(plan, names))


def _random_order(plan: Plan, job: Job) -> Iterator[Remedy]:
    if job.name in {one.name for one in plan.jobs}:
        output = job.output or OutputSpec(path=f"{job.name}.csv")
        random = job.model_copy(update={"output": output.model_copy(update={"order": "random"})})
        yield Remedy("random_order", (), _with_job(plan, random))


def _linked(plan: Plan, job: Job, by: str, linking: Sequence[str]) -> Iterator[Remedy]:
    """Release nothing that shows which records are of one person, or meet the condition although it shows.
    A pseudonym shows the same at any order and of any variables.
    """
    assert plan.data is not None
    if by == "pseudonym":
        names = _pseudonyms(plan)
        if names:
            yield Remedy("omit", names, _without_pseudonyms(plan, names))
        yield Remedy("known_two", (), counting_persons(with_known(plan, 2)))
        return
    if by == "order":
        yield from _random_order(plan, job)
        return
    variables = plan.data.variables
    used = variables_used(job, variables, plan.jobs)
    others = tuple(
        name
        for name in linking
        if name in variables and variables[name].settled_role == "other" and name not in used
    )
    if others:
        yield Remedy("omit", others, without_variables(plan, others))
    yield Remedy("known_all", (), counting_persons(with_known(plan, "all")))


def _pseudonyms(plan: Plan) -> tuple[str, ...]:
    """The variables with the role person, as read, that Prepare replaces by numbers."""
    job = prepare_job(plan)
    if job is None or plan.data is None:
        return ()
    whose = {name for name, spec in plan.data.variables.items() if spec.role == "person"}
    steps = (one.pseudonymise for one in job.params.steps if isinstance(one, PseudonymiseSpec))
    return tuple(dict.fromkeys(name for one in steps for name in one.variables if name in whose))


def _without_pseudonyms(plan: Plan, names: tuple[str, ...]) -> Plan:
    """The plan whose preparation gives these no numbers, so that they leave the file as identifiers do."""
    job = prepare_job(plan)
    assert job is not None
    steps: list[StepSpec] = []
    for step in job.params.steps:
        if not isinstance(step, PseudonymiseSpec):
            steps.append(step)
        elif left := tuple(name for name in step.pseudonymise.variables if name not in names):
            given = step.pseudonymise.model_copy(update={"variables": left})
            steps.append(step.model_copy(update={"pseudonymise": given}))
    steps = steps or [DropSpec(drop=names)]  # a preparation has a step
    variables = {name: spec for name, spec in job.params.variables.items() if name not in names}
    params = job.params.model_copy(update={"steps": tuple(steps), "variables": variables})
    return with_prepare(plan, job.model_copy(update={"params": params}))


def _persons(plan: Plan, variable: str) -> Iterator[Remedy]:
    """State whose the records are: of persons, or each of a person of its own."""
    yield Remedy("of_persons", (variable,), counting_persons(of_persons(plan, variable)))
    yield Remedy("one_record_each", (variable,), one_record_each(plan, (variable,)))


def _together(plan: Plan, job: Job, names: tuple[str, ...], variable: str) -> Iterator[Remedy]:
    """Protect a variable with the one that reveals it, or in all members of a household."""
    assert plan.data is not None
    (name, *others), specs = names, plan.data.variables
    if others or variable not in specs:
        return
    if specs[name].role == "household":
        if getattr(job.params, "households", None) == "apart":
            params = job.params.model_copy(update={"households": "together"})
            yield Remedy("together", (variable,), _with_job(plan, job.model_copy(update={"params": params})))
        return
    following = specs[name].model_copy(update={"follows": variable})
    data = plan.data.model_copy(update={"variables": {**specs, name: following}})
    yield Remedy("together", (variable, name), plan.model_copy(update={"data": data}))


def _coarser(plan: Plan, broken: Sequence[RuleFound], data: Microdata | None) -> Iterator[Remedy]:
    """Coarser values that meet a rule: years, a top class, first figures."""
    for one in broken:
        names = tuple(of.variable for of in one.variables)
        if one.kind in _COARSER and (better := mended(plan, (one,), data)) != plan:
            yield Remedy(_COARSER[one.kind], names, better)


def _answers(plan: Plan, reason: Reason) -> Iterator[Remedy]:
    """What the user can say to a rule that was not checked."""
    rule, names = str(reason.figures["rule"]), reason.figures["variables"]
    if plan.policy is None or not isinstance(names, tuple):
        return
    if reason.figures["open"] == "not_stated":
        yield Remedy("rule_stated", (), with_answer(plan, rule, AnswerSpec(stated=True)))
    if reason.figures["open"] == "no_populations":
        answered = plan.policy.answers.get(rule)
        if answered is not None and answered.variables is not None:
            names = answered.variables
        yield Remedy("rule_populations", names, plan, rule)
        yield Remedy("rule_of_none", (), with_answer(plan, rule, AnswerSpec(variables=())))
    if reason.figures["open"] == "not_answered":
        if names:
            yield Remedy("rule_variables", names, with_answer(plan, rule, AnswerSpec(variables=names)))
        else:
            yield Remedy("rule_of_none", (), with_answer(plan, rule, AnswerSpec(variables=())))


def _causes(reason: Reason) -> tuple[str, ...]:
    """The variables whose release is the cause of a reason."""
    if reason.code in _ABOUT_RELEASED:
        return (str(reason.figures["variable"]),)
    if reason.code == RULE_NOT_MET and isinstance(names := reason.figures["variables"], tuple):
        return names
    by = reason.figures.get("by") if reason.code in _BY_OTHERS else None
    if not isinstance(by, tuple) or ORDER in by:
        return ()
    return tuple(dict.fromkeys(name.removeprefix("#") for name in by))


def _with_job(plan: Plan, job: Job) -> Plan:
    return plan.model_copy(update={"jobs": tuple(job if one.name == job.name else one for one in plan.jobs)})
