"""Records made fit for the work, step by step: dropped, renamed, filtered, derived, shifted, pseudonymised.

Everything stays text and records keep their order. What is drawn for a person or an identifier depends on the
job's secret and on that text alone.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.hierarchies.hierarchy import Hierarchy
from sdc_desktop.engine.data.hierarchies.kinds import leading_day
from sdc_desktop.engine.data.hierarchy_files import load_hierarchy
from sdc_desktop.engine.data.members import NOBODY
from sdc_desktop.engine.data.microdata import Microdata, Variable
from sdc_desktop.engine.data.roles import other_roles
from sdc_desktop.engine.method import Stages
from sdc_desktop.engine.methods.preparing.prepare import PrepareParams
from sdc_desktop.engine.methods.preparing.prepare.changes import Changes, first_changes
from sdc_desktop.engine.methods.preparing.prepare.coarsen import coarsened
from sdc_desktop.engine.methods.preparing.prepare.conditions import Integers, State, filtered, looked_up
from sdc_desktop.engine.methods.preparing.prepare.derive import derived
from sdc_desktop.engine.methods.preparing.prepare.join import joined
from sdc_desktop.engine.methods.preparing.prepare.kept_records import (
    named_persons,
    one_of_each,
    whole_households,
    whole_persons,
)
from sdc_desktop.engine.methods.preparing.prepare.lineage import with_lineage
from sdc_desktop.engine.methods.preparing.prepare.outline import Variables, after, declared, problems, renamed
from sdc_desktop.engine.methods.preparing.prepare.pseudonymise import KeyTable, pseudonymised
from sdc_desktop.engine.methods.preparing.prepare.steps import (
    CoarsenSpec,
    DeriveSpec,
    DropSpec,
    FilterSpec,
    JoinSpec,
    KeepHouseholdsSpec,
    KeepOneSpec,
    KeepPersonsSpec,
    MissingSpec,
    PseudonymiseSpec,
    RecodeMissingSpec,
    RenameSpec,
    ShiftDatesSpec,
    ShiftedSpec,
    StepKind,
    StepSpec,
    step_kind,
)
from sdc_desktop.engine.problems import Place, Problem, Refused, error, refuse_errors
from sdc_desktop.engine.secret_stream import Words, keyed, secret_of
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.spec import NEVER_RELEASED, VariableSpec
from sdc_desktop.engine.verdict_records import nothing_required


def missing_recoded(
    given: MissingSpec, variables: Sequence[Variable], state: State, context: JobContext
) -> tuple[State, int]:
    """The records with one text for what is missing, and how many cells that changed; ``variables`` are those
    that the step leaves.
    """
    data = state.data
    labels: dict[str, dict[str, str]] = {}
    cells = 0
    for name in given.variables or data.names:
        gone = data.variable(name).missing if given.texts is None else given.texts
        texts, frequencies = data.relation.frequencies(data.index(name), context)
        numbers = dict(zip(texts, frequencies.tolist(), strict=True))
        changed = {text: given.to for text in gone if text in numbers and text != given.to}
        cells += sum(numbers[text] for text in changed)
        if changed:
            labels[name] = changed
    recoded = data.recoded(labels, context) if labels else data
    return state.with_data(replace(recoded, variables=tuple(variables))), cells


PURPOSE = "shift"  # of the draws
_BATCH = 10_000


def shifted(given: ShiftedSpec, key: str, state: State, context: JobContext) -> tuple[State, int]:
    """The records with their dates moved, and how many persons there are. The offset of a person is a draw of
    its identifier, whatever else is in the file. Raises :class:`Refused` where a date cannot be read, the
    person is missing or there is no secret.
    """
    variable, persons, names = _whose(given, state, context)
    lacking_person = persons == NOBODY
    if lacking_person.any():
        where = Place(key=f"{key}.shift_dates.person", variable=given.person)
        raise Refused(error("prepare.no_person", where, **state.counted(lacking_person)))
    macs = keyed(secret_of(context), PURPOSE, variable, names, context)
    of_records = _offsets(macs[:, 0], given.days)[persons]
    columns = {name: _moved(name, key, state, of_records, context) for name in given.variables}
    return state.replaced(columns, context), len(names)


def _whose(given: ShiftedSpec, state: State, context: JobContext) -> tuple[str, Integers, Sequence[str]]:
    """Whose dates move together: the variable that says it, for each record (records,) the number of its
    person, NOBODY where it has none, and their texts. Without a variable the persons of the data, as read:
    one variable of the role then gives the same draws as its name does.
    """
    if given.person is None:
        found = named_persons(state, context)
        return found.variable, found.numbers, found.texts
    persons, names = state.column(given.person, context)
    missing = state.data.variable(given.person).missing
    lacking = np.array([name in missing for name in names], dtype=np.bool_)
    return given.person, np.where(lacking[persons], NOBODY, persons), names


def _offsets(words: Words, days: int) -> Integers:
    """1 to `days` days, back or forth, equally likely to within one part in 2^47; no person's dates stay."""
    drawn = (words % np.uint64(2 * days)).astype(np.int64)
    return np.where(drawn < days, drawn - days, drawn - days + 1)


def _moved(
    name: str, key: str, state: State, offsets: Integers, context: JobContext
) -> tuple[Integers, Sequence[str]]:
    """A variable's new texts, made once for each day and time of day; missing values keep theirs."""
    codes, texts = state.column(name, context)
    missing = frozenset(state.data.variable(name).missing)
    where = Place(key=f"{key}.shift_dates.variables", variable=name)
    given = looked_up(texts, leading_day, context)
    lacking = np.array([text in missing for text in texts], dtype=np.bool_)
    unreadable = np.array([one is None for one in given], dtype=np.bool_) & ~lacking
    if unreadable.any():
        raise Refused(error("prepare.not_dates", where, **state.counted(unreadable[codes])))
    days = np.array([0 if one is None else one[0].toordinal() for one in given], dtype=np.int64)
    times: dict[str, int] = {"": 0}  # of day, as they are written, by number
    time_codes = [0 if one is None else times.setdefault(one[1], len(times)) for one in given]
    stays = lacking[codes]
    moved = days[codes] + offsets
    beyond = ~stays & ((moved < 1) | (moved > date.max.toordinal()))
    if beyond.any():
        raise Refused(error("prepare.beyond_calendar", where, **state.counted(beyond)))
    made = moved * len(times) + np.array(time_codes, dtype=np.int64)[codes]
    keys, places = np.unique(np.where(stays, -1 - codes, made), return_inverse=True)
    names = tuple(times)

    def label(one: int) -> str:
        day, time = divmod(one, len(names))
        return texts[-1 - one] if one < 0 else f"{date.fromordinal(day).isoformat()}{names[time]}"

    labels: list[str] = []
    for start in range(0, len(keys), _BATCH):
        context.checkpoint()
        labels += [label(one) for one in keys[start : start + _BATCH].tolist()]
    return places.astype(np.int64), labels


STEP_PREPARE = "preparing"
_NO_CONTEXT = JobContext()


@dataclass(frozen=True)
class StepFigures:
    """What a step did. ``touched``: persons whose dates moved, identifiers that became numbers, households or
    persons that filters had broken, records without a person where one of each person stayed, records
    without a match in a second file, cells recoded; None for steps of other kinds.
    """

    step: StepKind
    records_before: int
    records_after: int
    variables_before: int
    variables_after: int
    touched: int | None = None


@dataclass(frozen=True)
class Prepared:
    """All steps taken: the records they leave, the tables of keys, and what each step did."""

    data: Microdata
    keys: tuple[KeyTable, ...]
    steps: tuple[StepFigures, ...]


@dataclass(frozen=True)
class PrepareResult:
    """What the steps did; ``left_out`` are direct identifiers, which no later job and no file gets."""

    records: int
    variables: tuple[str, ...]
    left_out: tuple[str, ...]
    steps: tuple[StepFigures, ...]
    notes: tuple[Problem, ...] = field(default=())


def check(params: PrepareParams, source: Source) -> tuple[Problem, ...]:
    """What can be refused before any record is read: the first step that is wrong, for those after it meet
    what it leaves; then variables of second files without a role, and a person that is declared too late.
    """
    found = _step_problems(params, source)
    return found or tuple(_role_problems(params, source.data.variables))


def _role_problems(params: PrepareParams, variables: Variables) -> Iterator[Problem]:
    """Joined variables must have a role; who the person is must be known in the data as read."""
    for step in params.steps:
        variables = after(step, variables)
    new = {
        renamed(params.steps[number:], name)
        for number, step in enumerate(params.steps)
        if isinstance(step, JoinSpec)
        for name in step.join.keep
    }
    for one in variables:
        spec = params.variables.get(one.name, VariableSpec())
        where = Place(key=f"params.variables.{one.name}.role", variable=one.name)
        if one.name in new and spec.role is None:
            yield error("prepare.join_role", where, name=one.name)
        if spec.role == "person" and one.role != "person":
            yield error("prepare.person_too_late", where, name=one.name)


def _step_problems(params: PrepareParams, source: Source) -> tuple[Problem, ...]:
    variables, with_persons = source.data.variables, source.data.persons is not None
    for number, step in enumerate(params.steps):
        found = tuple(problems(step, params.steps[:number], variables, with_persons=with_persons))
        if found:
            return found
        variables = after(step, variables)
    return _unknown(params, variables)


def _unknown(params: PrepareParams, variables: Variables) -> tuple[Problem, ...]:
    names = {v.name for v in variables}
    given = (("variables", tuple(params.variables)), ("hierarchies", tuple(params.hierarchies)))
    return tuple(
        error("prepare.unknown_variable", Place(key=f"params.{part}.{name}", variable=name), name=name)
        for part, spec in given
        for name in spec
        if name not in names
    )


def after_all(params: PrepareParams, variables: Variables) -> Variables:
    """The variables that sound steps leave, with their declared facts, direct identifiers among them."""
    for step in params.steps:
        variables = after(step, variables)
    return declared(variables, params.variables)


def outline(params: PrepareParams, source: Source, context: JobContext = _NO_CONTEXT) -> Source:
    """What a later job finds, without records: variables and hierarchies. Raises :class:`Refused` where a
    hierarchy cannot be read.
    """
    left = tuple(v for v in after_all(params, source.data.variables) if v.role not in NEVER_RELEASED)
    return source.outlined(left, hierarchies_after(params, left, source, context))


def hierarchies_after(
    params: PrepareParams, variables: Variables, source: Source, context: JobContext
) -> Mapping[str, Hierarchy]:
    """The hierarchies of these variables: those given for them, else those that the file's had, by the names
    that these have now. Raises :class:`Refused`.
    """
    there = {v.name: v for v in variables}
    found: dict[str, Hierarchy] = {}
    for old, hierarchy in source.hierarchies.items():
        name = renamed(params.steps, old)
        if name is not None and name in there and name not in params.hierarchies:
            found[name] = replace(hierarchy, variable=name)
    wrong: list[Problem] = []
    for name, spec in params.hierarchies.items():
        if name not in there:
            continue
        try:
            order = there[name].order
            found[name] = load_hierarchy(name, spec, source.dialect, source.base, context, order)[0]
        except Refused as refusal:
            wrong += refusal.problems
    if wrong:
        raise Refused(wrong)
    return {name: found[name] for name in there if name in found}


def counts(
    params: PrepareParams, source: Source, context: JobContext, changes: list[Changes] | None = None
) -> Prepared:
    """Take all steps: one pass over the records for each; `changes`, if given, gets the first changes of
    each. Raises :class:`Refused`.
    """
    refuse_errors(_step_problems(params, source))
    state, keys, figures = State(source.data), [], []
    for number, step in enumerate(params.steps):
        context.progress(number / len(params.steps), STEP_PREPARE)
        before = state
        state, key, touched = _taken(step, f"params.steps[{number}]", state, source.base, context)
        state = with_lineage(step, before.data, state, context)
        keys += [] if key is None else [key]
        figures.append(_figures(step, before.data, state.data, touched))
        if changes is not None:
            changes.append(first_changes(step, before, state, context))
    data = state.data.with_variables(declared(state.data.variables, params.variables))
    return Prepared(data, tuple(keys), tuple(figures))


def decide(params: PrepareParams, counted: Prepared, context: JobContext = _NO_CONTEXT) -> PrepareResult:
    """What the steps did."""
    direct = tuple(v.name for v in counted.data.with_role(*NEVER_RELEASED))
    return PrepareResult(
        records=counted.data.records,
        variables=tuple(name for name in counted.data.names if name not in direct),
        left_out=direct,
        steps=counted.steps,
        notes=foresee(params, counted, context),
    )


def foresee(params: PrepareParams, counted: Prepared, context: JobContext) -> tuple[Problem, ...]:
    """Problems of roles set in this step that must be weighed."""
    return other_roles(v for v in counted.data.variables if v.name in params.variables)


def apply(result: PrepareResult, counted: Prepared, source: Source, context: JobContext) -> Microdata:
    """The prepared records, without direct identifiers."""
    return counted.data.without_direct_identifiers(context)


def key_files_of(counted: Prepared) -> Mapping[str, Sequence[tuple[str, ...]]]:
    """The tables of keys, by the files that the steps name."""
    return {key.path: key.written for key in counted.keys}


def _taken(
    step: StepSpec, key: str, state: State, base: Path, context: JobContext
) -> tuple[State, KeyTable | None, int | None]:
    """The state after a step, its table of keys, and how much it touched."""
    left = after(step, state.data.variables)
    match step:
        case FilterSpec():
            return filtered(step, key, state, context), None, None
        case KeepHouseholdsSpec():
            whole, broken = whole_households(step.keep_households, key, state, context)
            return whole, None, broken
        case KeepPersonsSpec():
            whole, broken = whole_persons(step.keep_persons, key, state, context)
            return whole, None, broken
        case KeepOneSpec():
            one_each, without = one_of_each(step.keep_one, key, state, context)
            return one_each, None, without
        case DropSpec():
            kept = [i for i, name in enumerate(state.data.names) if name not in step.drop]
            relation = state.data.relation.store.selected(state.data.relation, kept, context)
            return state.with_data(replace(state.data, relation=relation, variables=left)), None, None
        case RenameSpec():
            return state.with_data(state.data.with_variables(left)), None, None
        case DeriveSpec():
            return derived(step.derive, key, left, state, context), None, None
        case JoinSpec():
            wider, unmatched = joined(step.join, key, left, state, base, context)
            return wider, None, unmatched
        case RecodeMissingSpec():
            recoded, cells = missing_recoded(step.recode_missing, left, state, context)
            return recoded, None, cells
        case CoarsenSpec():
            coarser, cells = coarsened(step.coarsen, key, left, state, context)
            return coarser, None, cells
        case ShiftDatesSpec():
            moved, persons = shifted(step.shift_dates, key, state, context)
            return moved, None, persons
        case PseudonymiseSpec():
            numbered, table = pseudonymised(step.pseudonymise, state, context)
            numbered = numbered.with_data(numbered.data.with_variables(left))
            return numbered, table, len(table.rows)


def _figures(step: StepSpec, before: Microdata, now: Microdata, touched: int | None) -> StepFigures:
    kind = step_kind(step)
    assert kind is not None
    return StepFigures(kind, before.records, now.records, len(before.variables), len(now.variables), touched)


STAGES = Stages(
    check=check,
    counts=counts,
    decide=decide,
    apply=apply,
    verdict=nothing_required,
    foresee=foresee,
    outline=outline,
    further_files=lambda params, result, counted: key_files_of(counted),
)
