"""A site policy: read from its file, and held against a plan.

``read_policy`` refuses what cannot hold; ``deviations`` lists where a plan is weaker; ``policy_problems``
what that means for a run.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from pydantic import ValidationError

from sdc_desktop.engine.data.spec import Known, PersonsSpec
from sdc_desktop.engine.json_text import load_json, read_text
from sdc_desktop.engine.methods.preparing.prepare import PREPARE
from sdc_desktop.engine.methods.preparing.prepare.steps import PseudonymiseSpec
from sdc_desktop.engine.methods.recoding.generalise import GENERALISE
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.methods.risk.risk import RISK
from sdc_desktop.engine.methods.tables.table import TABLE
from sdc_desktop.engine.plan import Job, Plan, params_of
from sdc_desktop.engine.policy.params import PARAMS, entries_at, is_known, is_numeric
from sdc_desktop.engine.policy_spec import (
    OF_RECORDS,
    LimitSpec,
    PlanPolicySpec,
    PolicySpec,
    ReasonSpec,
    VerdictSpec,
)
from sdc_desktop.engine.problems import Param, Place, Problem, Refused, error, note, warning
from sdc_desktop.engine.rules.found import NO_RULES, RuleSet
from sdc_desktop.engine.spec import Spec, spec_problems
from sdc_desktop.engine.upgrades import POLICY_SCHEMA, POLICY_STEPS, upgraded
from sdc_desktop.engine.verdict import DISCLOSED_AT_MOST, NO_LIMITS, Limits

_DEVIATIONS = frozenset(  # deviations have these codes and no others
    {
        "policy.weaker",
        "policy.no_criterion",
        "policy.no_rule",
        "policy.order",
        "policy.not_measured",
        "policy.persons_unsaid",
        "policy.known",
        "policy.reasoned",
    }
)


@dataclass(frozen=True)
class Policy:
    """A policy that was read: what it says, the SHA-256 of its file, and the file's name."""

    spec: PolicySpec
    sha256: str
    file: str

    @property
    def title(self) -> str:
        """Name and version, as the window and the report call it."""
        return f"{self.spec.name} {self.spec.version}"


@dataclass(frozen=True)
class Deviation:
    """Where a plan is weaker than a policy requires.

    ``path``: in the job's params, or ``output.order``, ``risk``, or of the data (``data.persons``). ``asked``
    and ``found`` are compact texts (``>= 5``, ``3``); `code` and `figures` are of the problem that reports
    it.
    """

    job: str
    index: int  # of the job in the plan
    path: str
    asked: str
    found: str
    code: str
    figures: Mapping[str, Param]
    limit: LimitSpec | None = None

    @property
    def key(self) -> str:
        """What a reason for it is filed under."""
        return f"{self.job}.{self.path}"

    @property
    def place(self) -> Place:
        """Where in the plan."""
        if self.path.startswith("data."):
            return Place(key=self.path, job=self.job)
        inner = self.path if self.path in ("output.order", "risk") else f"params.{self.path}"
        return Place(key=f"jobs[{self.index}].{inner}", job=self.job)


def verdict_limits(policy: Policy | None) -> Limits:
    """What a policy sets for verdicts; the defaults where there is no policy."""
    if policy is None:
        return NO_LIMITS
    stated = policy.spec.verdict
    return Limits(_disclosed_at_most(stated), stated.group_disclosure_allowed)


def rules_of(policy: Policy | None) -> RuleSet:
    """The rules of a policy on what leaves; none where there is no policy."""
    return NO_RULES if policy is None else RuleSet(policy.spec.rules, policy.sha256)


def _disclosed_at_most(stated: VerdictSpec) -> float:
    most = stated.sensitive_disclosed_at_most
    return DISCLOSED_AT_MOST if most is None else float(most)


def read_policy(path: Path) -> Policy:
    """Read a policy's file. Raises :class:`Refused` with all that is wrong in it, placed in the file."""
    try:
        text = read_text(path)
        spec = policy_from_json(load_json(text))
    except Refused as refusal:
        placed = (replace(p, where=replace(p.where, file=str(path))) for p in refusal.problems)
        raise Refused(placed) from None
    return Policy(spec, hashlib.sha256(path.read_bytes()).hexdigest(), path.name)


def policy_from_json(data: Any) -> PolicySpec:
    """Builds a policy from parsed JSON of any known schema. Raises :class:`Refused`."""
    if not isinstance(data, dict):
        raise Refused(error("policy.not_an_object"))
    data = upgraded(data, POLICY_SCHEMA, POLICY_STEPS)
    try:
        spec = PolicySpec.model_validate_json(json.dumps(data), strict=True)
    except ValidationError as failure:
        raise Refused(spec_problems(failure, data)) from None
    problems = (*_wrong_defaults(spec), *_wrong_limits(spec), *_relative_paths(spec))
    if problems:
        raise Refused(problems)
    return spec


def _wrong_defaults(spec: PolicySpec) -> Iterator[Problem]:
    """Each kind's defaults are held against what a plan can say to that kind; keys may be absent there."""
    for kind, settings in spec.defaults.items():
        root = f"defaults.{kind}"
        if kind not in PARAMS:
            yield error("policy.unknown_kind", Place(key=root), kind=kind, kinds=tuple(PARAMS))
            continue
        try:
            PARAMS[kind].model_validate_json(json.dumps(settings), strict=True)
        except ValidationError as failure:
            for problem in spec_problems(failure, settings, root):
                absent = problem.code == "plan.missing_key" and (problem.where.key or "").count(".") == 2
                if not absent:
                    yield problem


def _relative_paths(spec: PolicySpec) -> Iterator[Problem]:
    """The folder of heads and the font must be the same wherever the program is started."""
    for key, path in (("ledger_heads", spec.ledger_heads), ("report.font", spec.report.font)):
        if path is not None and not Path(path).expanduser().is_absolute():
            yield error("policy.relative_folder", Place(key=key), path=path)


def _wrong_limits(spec: PolicySpec) -> Iterator[Problem]:
    for index, limit in enumerate(spec.limits):
        root = f"limits[{index}]"
        if limit.kind not in PARAMS:
            yield error(
                "policy.unknown_kind", Place(key=f"{root}.kind"), kind=limit.kind, kinds=tuple(PARAMS)
            )
        elif not is_known(limit.kind, limit.param):
            yield error(
                "policy.unknown_param", Place(key=f"{root}.param"), param=limit.param, kind=limit.kind
            )
        elif limit.at_least is None and limit.at_most is None and limit.one_of is None:
            yield error("policy.no_bound", Place(key=root))
        elif limit.one_of is None and not is_numeric(limit.kind, limit.param):
            yield error("policy.not_a_number", Place(key=f"{root}.param"), param=limit.param)
        elif limit.at_least is not None and limit.at_most is not None and limit.at_least > limit.at_most:
            yield error("policy.empty_range", Place(key=root), least=limit.at_least, most=limit.at_most)


def policy_schema() -> dict[str, Any]:
    """The JSON Schema of a policy. Its defaults are what a plan can say to each kind, no key required."""
    from pydantic.json_schema import models_json_schema  # wanted for this alone

    modes: list[tuple[type[Spec], Literal["validation"]]] = [(kind, "validation") for kind in PARAMS.values()]
    _, shared = models_json_schema([(PolicySpec, "validation"), *modes])
    parts = shared["$defs"]
    policy = parts.pop("PolicySpec")
    for params in PARAMS.values():
        parts[params.__name__].pop("required", None)
    policy["properties"]["defaults"] |= {
        "properties": {kind: {"$ref": f"#/$defs/{params.__name__}"} for kind, params in PARAMS.items()},
        "additionalProperties": False,
    }
    whole: dict[str, Any] = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": parts}
    whole |= policy
    return whole


# held against a plan ---------------------------------------------------------------------------------------


def deviations(plan: Plan, policy: PolicySpec) -> tuple[Deviation, ...]:
    """Where the plan is weaker than the policy requires, in the order of its jobs. Reads no data."""
    return tuple(
        found
        for index, job in enumerate(plan.jobs)
        for found in (
            *_beyond_limits(job, index, policy),
            *_lacking(job, index, plan, policy),
        )
    )


def _beyond_limits(job: Job, index: int, policy: PolicySpec) -> Iterator[Deviation]:
    for limit in policy.limits:
        if limit.kind != job.kind:
            continue
        for path, values in entries_at(job.params, limit.param).items():
            if not any(meets(value, limit) for value in values):
                best = nearest(values, limit)
                yield Deviation(
                    job.name,
                    index,
                    path,
                    required_text(limit),
                    stated_text(best),
                    "policy.weaker",
                    {"kind": job.kind},
                    limit,
                )


def meets(value: Any, limit: LimitSpec) -> bool:
    """Whether a value is within a limit. Where nothing is given no bound is met."""
    if limit.one_of is not None and not any(_same(value, one) for one in limit.one_of):
        return False
    if limit.at_least is None and limit.at_most is None:
        return True
    if value is None or isinstance(value, bool | str):
        return False
    return (limit.at_least is None or value >= limit.at_least) and (
        limit.at_most is None or value <= limit.at_most
    )


def _same(value: Any, one: Any) -> bool:
    return isinstance(value, bool) == isinstance(one, bool) and bool(value == one)


def nearest(values: list[Any], limit: LimitSpec) -> Any:
    """The strongest of several values, none of them within the limit: the one to report."""
    numbers = [value for value in values if isinstance(value, int | float) and not isinstance(value, bool)]
    if not numbers:
        return values[0]
    return max(numbers) if limit.at_least is not None else min(numbers)


def required_text(limit: LimitSpec) -> str:
    """A limit as a compact text: ``>= 5``, ``<= 0.1``, ``suppression | rounding``."""
    parts = []
    if limit.at_least is not None:
        parts.append(f">= {stated_text(limit.at_least)}")
    if limit.at_most is not None:
        parts.append(f"<= {stated_text(limit.at_most)}")
    if limit.one_of is not None:
        parts.append(" | ".join(stated_text(one) for one in limit.one_of))
    return ", ".join(parts)


def stated_text(value: Any) -> str:
    """A value as a compact text; ``-`` where nothing is given."""
    if value is None:
        return "-"
    return value if isinstance(value, str) else json.dumps(value)


def _lacking(job: Job, index: int, plan: Plan, policy: PolicySpec) -> Iterator[Deviation]:
    required = policy.required

    def lacks(path: str, required: str, found: str, code: str, **figures: Param) -> Deviation:
        return Deviation(job.name, index, path, required, found, code, {"kind": job.kind, **figures})

    searched = params_of(job, GENERALISE)
    if searched is not None:
        for name, attribute in _criteria_required(job, plan, policy):
            there = any(
                spec.kind == name and attribute in (None, getattr(spec, "attribute", None))
                for spec in searched.criteria
            )
            if not there:
                path = f"criteria[{name}]" if attribute is None else f"criteria[{name}:{attribute}]"
                yield lacks(path, name, "-", "policy.no_criterion", attribute=attribute or "")
    table = params_of(job, TABLE)
    if table is not None and table.table is None:
        for rule in required.rules.counts if table.value is None else required.rules.magnitudes:
            if all(spec.kind != rule for spec in table.rules):
                yield lacks(f"rules[{rule}]", rule, "-", "policy.no_rule")
    yield from (lacks(*one) for one in _persons_required(job, plan, policy))
    method = method_of(job.kind)
    if job.output is None or method.makes != "records" or method.own_order:
        return
    if required.random_order and job.output.order != "random":
        yield lacks("output.order", "random", job.output.order or "as_is", "policy.order")
    if required.risk_measured and not any(
        other.kind == RISK.kind and other.input == job.name for other in plan.jobs
    ):
        yield lacks(RISK.kind, RISK.kind, "-", "policy.not_measured")


_KNOWN: tuple[Known, ...] = (1, 2, 3, "all")  # ascending


def _persons_required(job: Job, plan: Plan, policy: PolicySpec) -> Iterator[tuple[str, str, str, str]]:
    """What is not said of persons, of a job that releases or measures records: path, what is asked and found,
    and the code.
    """
    required, method = policy.required, method_of(job.kind)
    if plan.data is None or not method.needs_data(job.params):
        return
    if job.output is None and method.makes != "measures":
        return
    persons, variables = plan.data.persons or PersonsSpec(), plan.data.variables.values()
    given = any(variable.role == "person" for variable in variables)
    if required.persons_stated and not given and not persons.one_record_each:
        yield "data.persons", "person | one_record_each", "-", "policy.persons_unsaid"
    least, known = required.known_least, persons.known or _known_by_default(plan)
    several = given and not persons.one_record_each and method.makes != "table"
    if least is not None and several and _KNOWN.index(known) < _KNOWN.index(least):
        yield "data.persons.known", f">= {least}", str(known), "policy.known"


def _known_by_default(plan: Plan) -> Known:
    """Two records where a step of Prepare replaces all that says the person by pseudonyms, else one."""
    variables = {} if plan.data is None else plan.data.variables
    whose = {name for name, one in variables.items() if one.role == "person"}
    steps = (step for job in plan.jobs if (made := params_of(job, PREPARE)) for step in made.steps)
    named = (set(one.pseudonymise.variables) for one in steps if isinstance(one, PseudonymiseSpec))
    return 2 if any(whose <= names for names in named) else 1


def _criteria_required(job: Job, plan: Plan, policy: PolicySpec) -> Iterator[tuple[str, str | None]]:
    """The criteria that a `generalise` job has to have: (name, attribute or None for any)."""
    sensitive_given: tuple[str, ...] | None = getattr(job.params, "sensitive", None)
    declared = {} if plan.data is None else plan.data.variables
    sensitive = sensitive_given or tuple(name for name, spec in declared.items() if spec.role == "sensitive")
    for name in policy.required.criteria:
        if name in OF_RECORDS or not sensitive:
            yield name, None
        else:
            yield from ((name, attribute) for attribute in sensitive)


# reasons ---------------------------------------------------------------------------------------------------


def reason_for(deviation: Deviation, plan: Plan) -> str | None:
    """The reason that the plan gives for the current form of a deviation; None where there is none."""
    stated = None if plan.policy is None else plan.policy.reasons.get(deviation.key)
    return stated.text if stated is not None and _is_for(stated, deviation) else None


def _is_for(reason: ReasonSpec, deviation: Deviation) -> bool:
    return reason.asked in (None, deviation.asked) and reason.found in (None, deviation.found)


def under_policy(plan: Plan, policy: Policy | None) -> Plan:
    """The plan as made under this policy: named in it. Reasons for what deviates no more are dropped, and
    so are answers to the rules of another policy. The plan itself without a policy, and while it has no
    data and no jobs.
    """
    if policy is None or (plan.data is None and not plan.jobs):
        return plan
    known = {} if plan.policy is None else plan.policy.reasons
    kept = {
        deviation.key: known[deviation.key]
        for deviation in deviations(plan, policy.spec)
        if reason_for(deviation, plan) is not None
    }
    spec, before = policy.spec, plan.policy
    answers = before.answers if before is not None and before.sha256 == policy.sha256 else {}
    stated = PlanPolicySpec(
        name=spec.name, version=spec.version, sha256=policy.sha256, reasons=kept, answers=answers
    )
    return plan if plan.policy == stated else plan.model_copy(update={"policy": stated})


def with_reason(plan: Plan, policy: Policy, deviation: Deviation, text: str) -> Plan:
    """The plan with a reason for one of its deviations; an empty text takes the reason back."""
    plan = under_policy(plan, policy)
    if plan.policy is None:
        return plan
    reasons = {key: reason for key, reason in plan.policy.reasons.items() if key != deviation.key}
    if text.strip():
        spec = ReasonSpec(text=text.strip(), asked=deviation.asked, found=deviation.found)
        reasons[deviation.key] = spec
    return plan.model_copy(update={"policy": plan.policy.model_copy(update={"reasons": reasons})})


def policy_problems(plan: Plan, policy: Policy | None) -> tuple[Problem, ...]:
    """What the current policy means for a plan: an error for each deviation without a reason, a warning for
    each with one, a note where the plan was made under another policy, and a warning where that is not here.
    """
    notes: list[Problem] = []
    stated = plan.policy
    if stated is not None and (policy is None or stated.sha256 != policy.sha256):
        made = f"{stated.name} {stated.version}"
        where = Place(key="policy")
        if policy is None:
            notes.append(warning("policy.not_here", where, made=made))
        elif made == policy.title:
            notes.append(note("policy.changed", where, made=made))
        else:
            notes.append(note("policy.another", where, made=made, policy=policy.title))
    if policy is None:
        return tuple(notes)
    found = deviations(plan, policy.spec)
    return (*(deviation_problem(deviation, plan, policy) for deviation in found), *notes)


def deviation_problem(deviation: Deviation, plan: Plan, policy: Policy) -> Problem:
    """One deviation as a problem."""
    reason = reason_for(deviation, plan)
    shared = {"policy": policy.title, "key": deviation.key, "path": deviation.path}
    figures = {**deviation.figures, **shared, "asked": deviation.asked, "found": deviation.found}
    if reason is None:
        return error(deviation.code, deviation.place, **figures)
    return warning("policy.reasoned", deviation.place, reason=reason, **figures)


def deviation_key(problem: Problem) -> str | None:
    """The key for a reason against the deviation that a problem reports; None for other problems. Other
    problems have keys of their own.
    """
    return str(problem.params["key"]) if problem.code in _DEVIATIONS else None


# another policy --------------------------------------------------------------------------------------------


def weaker_than(other: PolicySpec, policy: PolicySpec) -> tuple[str, ...]:
    """What `policy` asks and `other` does not, as paths in the file of `policy`."""
    lacking = [
        f"limits[{index}] {limit.kind}.{limit.param} {required_text(limit)}"
        for index, limit in enumerate(policy.limits)
        if not any(_implies(own, limit) for own in other.limits)
    ]
    mine, others = policy.required, other.required
    lacking += [f"required.criteria {name}" for name in mine.criteria if name not in others.criteria]
    for key in ("counts", "magnitudes"):
        known = getattr(others.rules, key)
        lacking += [f"required.rules.{key} {name}" for name in getattr(mine.rules, key) if name not in known]
    for key in ("random_order", "risk_measured", "persons_stated"):
        if getattr(mine, key) and not getattr(others, key):
            lacking.append(f"required.{key}")
    if _KNOWN.index(mine.known_least or 1) > _KNOWN.index(others.known_least or 1):
        lacking.append(f"required.known_least {mine.known_least}")
    lacking += [f"verdict.{key}" for key in _weaker_verdicts(other.verdict, policy.verdict)]
    if policy.ledger_heads is not None and other.ledger_heads != policy.ledger_heads:
        lacking.append(f"ledger_heads {policy.ledger_heads}")
    lacking += [f"report.cover {name}" for name in policy.report.cover if name not in other.report.cover]
    return tuple(lacking)


def _weaker_verdicts(other: VerdictSpec, mine: VerdictSpec) -> Iterator[str]:
    if _disclosed_at_most(other) > _disclosed_at_most(mine):
        yield "sensitive_disclosed_at_most"
    if other.group_disclosure_allowed and not mine.group_disclosure_allowed:
        yield "group_disclosure_allowed"


def _implies(own: LimitSpec, limit: LimitSpec) -> bool:
    """Whether whatever meets the one limit meets the other, given of the same parameter."""
    if (own.kind, own.param) != (limit.kind, limit.param):
        return False
    if own.one_of is not None:
        return all(meets(one, limit) for one in own.one_of if meets(one, own))
    if limit.one_of is not None:
        return False
    least = limit.at_least is None or (own.at_least is not None and own.at_least >= limit.at_least)
    most = limit.at_most is None or (own.at_most is not None and own.at_most <= limit.at_most)
    return least and most
