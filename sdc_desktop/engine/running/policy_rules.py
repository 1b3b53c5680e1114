"""The rules of a policy on what a job makes: a file of records, or a table."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.hierarchies.intervals import number
from sdc_desktop.engine.data.reading import open_data
from sdc_desktop.engine.data.released import ReleasedVariables
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.methods.outputs.output_check import OUTPUT_CHECK
from sdc_desktop.engine.methods.preparing.prepare import PREPARE
from sdc_desktop.engine.methods.preparing.prepare.steps import (
    DeriveSpec,
    PseudonymiseSpec,
    RenameSpec,
    ShiftDatesSpec,
)
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.methods.tables.table import TABLE
from sdc_desktop.engine.microdata.classes.first_look import small_classes
from sdc_desktop.engine.plan import Job, Plan, params_of
from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.rules.found import OfVariable, RuleFound, RuleSet, not_checked, of_state
from sdc_desktop.engine.rules.records import Leaving, checked
from sdc_desktop.engine.rules.spec import (
    AnswerSpec,
    LeastCellSpec,
    LeastClassSpec,
    NothingUniqueSpec,
    OutputsSpec,
    Populations,
    RandomOrderSpec,
    RoundedSpec,
    RuleSpec,
    StatedSpec,
)
from sdc_desktop.engine.running.output_rules import rules_on_outputs
from sdc_desktop.engine.running.outputs import output_of
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.tables.cells import CellResult


def rules_on_file(
    required: RuleSet,
    plan: Plan,
    chain: Sequence[Job],
    made: Source,
    released: ReleasedVariables,
    context: JobContext,
) -> tuple[RuleFound, ...]:
    """What the rules of a policy find on the file of the first job of a chain, whose audit is ``released``.
    Raises :class:`Refused` where a file of populations cannot be read, Cancelled.
    """
    answers = _answers(required, plan)
    named = {name: one.populations for name, one in answers.items() if one.populations is not None}
    known = {name: _populations(path, made.base, context) for name, path in named.items()}
    leaving = Leaving(made.data, answers, known)
    return tuple(_found(required.rules, plan, chain, leaving, released, context))


def rules_on_table(required: RuleSet, plan: Plan, job: Job, result: Any) -> tuple[RuleFound, ...]:
    """What the rules of a policy find on the table or the checked outputs of a job; none of other results."""
    params = params_of(job, TABLE)
    if params is None and params_of(job, OUTPUT_CHECK) is None:
        return ()
    answers = _answers(required, plan)
    found = [_stated(rule, answers) for rule in required.rules if isinstance(rule.check, StatedSpec)]
    if params is None:
        return (*found, *rules_on_outputs(required, job, result))
    for rule in required.rules:
        if isinstance(rule.check, LeastCellSpec) and params.value is None:
            small = sum(_is_small(cell, rule.check.least) for cell in result.cells)
            found.append(of_state(rule, met=small == 0, units=small))
        if isinstance(rule.check, RoundedSpec) and params.value is None:
            base, shown = rule.check.base, [one.published for one in result.cells if not one.repeats]
            other = sum(one is not None and one % base != 0 for one in shown)
            found.append(of_state(rule, met=other == 0, units=other))
    return tuple(found)


def _are_drawn(chain: Sequence[Job], keys: Sequence[str]) -> bool:
    """Whether values in the classes of a chain, the last job first, are drawn. Preparing the records draws
    moved dates and numbers that replace identifiers; which record of a person it keeps changes no value.
    """
    drawn: set[str] = set()
    for job in reversed(chain):
        method, params = method_of(job.kind), params_of(job, PREPARE)
        if params is None and (method.draws(job.params) or method.synthetic):
            return True
        for step in () if params is None else params.steps:
            match step:
                case ShiftDatesSpec():
                    drawn |= set(step.shift_dates.variables)
                case PseudonymiseSpec():
                    drawn |= set(step.pseudonymise.variables)
                case RenameSpec():
                    drawn = {step.rename.get(name, name) for name in drawn}
                case DeriveSpec(derive=given):
                    if drawn & {given.of, given.age_at_variable, given.days_since}:
                        drawn.add(given.name)
    return not drawn.isdisjoint(keys)


def _is_small(cell: CellResult, least: int) -> bool:
    """Whether a count from 1 to less than `least` is published or can be derived."""
    low, high = cell.joint or (cell.lower, cell.upper)
    return not cell.repeats and low is not None and high is not None and low >= 1 and high < least


def _populations(path: str, base: Path, context: JobContext) -> Populations:
    """The inhabitants of areas from a file with two variables: the code or name of an area, and their number.
    Raises :class:`Refused`.
    """
    found = open_data(DataSpec(path=path), base, context).data
    where = Place(key="policy.answers", file=path)
    if len(found.variables) != 2:
        raise Refused(error("policy.populations_columns", where, number=len(found.variables)))
    rows = [row for batch in found.batches(context) for row in batch]
    numbers = [number(text, found.decimal) for _, text in rows]
    if None in numbers:
        raise Refused(error("policy.populations_numbers", where, record=numbers.index(None) + 1))
    return {area: float(one) for (area, _), one in zip(rows, numbers, strict=True) if one is not None}


def _answers(required: RuleSet, plan: Plan) -> Mapping[str, AnswerSpec]:
    """Those given to the rules of this policy."""
    return {} if plan.policy is None or plan.policy.sha256 != required.sha256 else plan.policy.answers


def _found(
    rules: Sequence[RuleSpec],
    plan: Plan,
    chain: Sequence[Job],
    leaving: Leaving,
    released: ReleasedVariables,
    context: JobContext,
) -> Iterator[RuleFound]:
    for rule in rules:
        match rule.check:
            case StatedSpec():
                yield _stated(rule, leaving.answers)
            case RandomOrderSpec():
                yield of_state(rule, met=_is_random(chain[0]))
            case NothingUniqueSpec():
                yield _unique(rule, leaving, released)
            case LeastClassSpec(least=least):
                yield _classes(rule, least, plan, chain, leaving, context)
            case LeastCellSpec() | RoundedSpec() | OutputsSpec():
                continue  # of tables, of outputs
            case _ if not leaving.data.relation.has_records:
                yield not_checked(rule, "not_counted")
            case _:
                found = checked(rule, leaving, context)
                if found is not None:
                    yield found


def _stated(rule: RuleSpec, answers: Mapping[str, AnswerSpec]) -> RuleFound:
    answer = answers.get(rule.name)
    is_stated = answer is not None and answer.stated
    return of_state(rule, met=True) if is_stated else not_checked(rule, "not_stated")


def _is_random(job: Job) -> bool:
    output = output_of(job)
    return method_of(job.kind).own_order or (output is not None and output.order == "random")


def _unique(rule: RuleSpec, leaving: Leaving, released: ReleasedVariables) -> RuleFound:
    if released.unknown:
        return not_checked(rule, "not_counted", released.unknown)
    pseudonyms = {one.name for one in leaving.variables if one.pseudonym}
    found = [one for one in released.variables if one.identifies and one.name not in pseudonyms]
    return of_state(rule, broken=[OfVariable(one.name, one.unique, one.unique) for one in found])


def _classes(
    rule: RuleSpec, least: int, plan: Plan, chain: Sequence[Job], leaving: Leaving, context: JobContext
) -> RuleFound:
    """Classes by the plan's rule for missing values; of drawn values they say nothing of persons."""
    keys = tuple(variable.name for variable in leaving.data.with_role("key"))
    if not keys:
        return not_checked(rule, "no_key_variables")
    if _are_drawn(chain, keys) or not leaving.data.relation.has_records:
        return not_checked(rule, "not_counted", keys)
    found = small_classes(leaving.data, keys, plan.missing_rule, least, context)
    return of_state(rule, met=found.units == 0, units=found.units, looked_at=keys)
