"""The variables that steps leave, and what is wrong with steps, without reading any record."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import pairwise

from sdc_desktop.engine.data.hierarchies.kinds import leading_day
from sdc_desktop.engine.data.microdata import Variable
from sdc_desktop.engine.methods.preparing.prepare.condition_specs import (
    AllSpec,
    ComparisonSpec,
    ConditionSpec,
)
from sdc_desktop.engine.methods.preparing.prepare.steps import (
    CoarsenedSpec,
    CoarsenSpec,
    DerivedSpec,
    DeriveSpec,
    DropSpec,
    FilterSpec,
    HouseholdsSpec,
    JoinSpec,
    KeepHouseholdsSpec,
    KeepOneSpec,
    KeepPersonsSpec,
    PseudonymiseSpec,
    RecodeMissingSpec,
    RenameSpec,
    ShiftDatesSpec,
    StepSpec,
)
from sdc_desktop.engine.problems import Place, Problem, error
from sdc_desktop.engine.spec import IDENTIFYING, Level, Role, VariableSpec

Variables = tuple[Variable, ...]
_ROLES: Mapping[Role, Role] = {
    "direct_identifier": "key",
    "person": "key",
    "not_released": "key",  # until you say what it is
    "key": "key",
    "sensitive": "sensitive",
}  # of what is derived; of all others `other`


def after(step: StepSpec, variables: Variables) -> Variables:
    """The variables that a sound step leaves, in their order."""
    match step:
        case DropSpec():
            return tuple(v for v in variables if v.name not in step.drop)
        case RenameSpec():
            new = step.rename
            return tuple(
                replace(v, name=new.get(v.name, v.name), follows=tuple(new.get(f, f) for f in v.follows))
                for v in variables
            )
        case DeriveSpec():
            return (*variables, _derived(step.derive, _named(step.derive.of, variables)))
        case JoinSpec():
            return (*variables, *(Variable(name, unsaid=True) for name in step.join.keep))
        case PseudonymiseSpec():
            names = step.pseudonymise.variables
            persons = {v.name for v in variables if v.role == "person"}
            whole = persons <= set(names)  # a part of what says the person tells no records apart
            return tuple(_pseudonym(v, whole) if v.name in names else v for v in variables)
        case RecodeMissingSpec():
            given = step.recode_missing
            names = given.variables or tuple(v.name for v in variables)
            return tuple(_with_missing(v, given.texts, given.to) if v.name in names else v for v in variables)
        case CoarsenSpec():
            way = step.coarsen
            return tuple(_coarsened(v, way) if v.name in way.variables else v for v in variables)
        case _:
            return variables


def declared(variables: Variables, specs: Mapping[str, VariableSpec]) -> Variables:
    """The variables with the facts declared of some of them."""
    return tuple(_declared(v, specs[v.name]) if v.name in specs else v for v in variables)


def renamed(steps: Sequence[StepSpec], name: str) -> str | None:
    """What a variable is called after the steps; None where it is no longer there."""
    for step in steps:
        if isinstance(step, DropSpec) and name in step.drop:
            return None
        if isinstance(step, RenameSpec):
            name = step.rename.get(name, name)
    return name


def earlier_name(steps: Sequence[StepSpec], name: str) -> str | None:
    """What a variable that the steps leave was called before them; None where they derived it."""
    for step in reversed(steps):
        if isinstance(step, DeriveSpec) and step.derive.name == name:
            return None
        if isinstance(step, JoinSpec) and name in step.join.keep:
            return None
        if isinstance(step, RenameSpec):
            name = next((old for old, new in step.rename.items() if new == name), name)
    return name


def household_of(given: HouseholdsSpec, variables: Variables) -> str | None:
    """The variable of the household: as given, else the one with that role, else None."""
    named = given.household
    return named or next((v.name for v in variables if v.role == "household"), None)


def comparisons(condition: ConditionSpec, key: str) -> Iterator[tuple[str, ComparisonSpec]]:
    """Every comparison of a condition with the path of its key."""
    if isinstance(condition, ComparisonSpec):
        yield key, condition
        return
    part, parts = ("all", condition.all) if isinstance(condition, AllSpec) else ("any", condition.any)
    for number, one in enumerate(parts):
        yield from comparisons(one, f"{key}.{part}[{number}]")


def problems(
    step: StepSpec, before: Sequence[StepSpec], variables: Variables, *, with_persons: bool
) -> Iterator[Problem]:
    """What is wrong with a step that comes after others and meets these variables, ``with_persons`` where the
    plan says whose the records are.
    """
    key = f"params.steps[{len(before)}]"
    yield from _unknown(step, key, variables)
    if not with_persons and (place := _place_of_persons(step)) is not None:
        yield error("prepare.no_person_role", Place(key=f"{key}.{place}"))
    match step:
        case DropSpec():
            if not after(step, variables):
                yield error("prepare.nothing_left", Place(key=f"{key}.drop"))
        case RenameSpec():
            yield from _names_taken(step.rename.values(), step, f"{key}.rename", variables)
        case JoinSpec():
            yield from _names_taken(step.join.keep, step, f"{key}.join.keep", variables)
        case FilterSpec():
            yield from _comparison_problems(step.filter, f"{key}.filter")
        case DeriveSpec():
            yield from _derive_problems(step.derive, f"{key}.derive", variables)
        case KeepHouseholdsSpec():
            if not before or not isinstance(before[-1], FilterSpec):
                yield error("prepare.households_without_filter", Place(key=f"{key}.keep_households"))
            if household_of(step.keep_households, variables) is None:
                yield error("prepare.no_household", Place(key=f"{key}.keep_households.household"))
        case KeepPersonsSpec():
            if not before or not isinstance(before[-1], FilterSpec):
                yield error("prepare.persons_without_filter", Place(key=f"{key}.keep_persons"))


def _place_of_persons(step: StepSpec) -> str | None:
    """The plan key of a step that needs the persons of the records; None where it needs none."""
    match step:
        case KeepPersonsSpec():
            return "keep_persons"
        case KeepOneSpec():
            return "keep_one"
        case ShiftDatesSpec() if step.shift_dates.person is None:
            return "shift_dates.person"
        case DeriveSpec() if step.derive.within_person is not None:
            return "derive.within_person"
    return None


def needed(step: StepSpec, key: str, variables: Variables) -> Iterator[tuple[str, str]]:
    """The names of variables that a step needs, each with the path of its key."""
    match step:
        case DropSpec():
            yield from ((f"{key}.drop", name) for name in step.drop)
        case RenameSpec():
            yield from ((f"{key}.rename", name) for name in step.rename)
        case FilterSpec():
            for place, one in comparisons(step.filter, f"{key}.filter"):
                yield f"{place}.variable", one.variable
        case DeriveSpec():
            yield f"{key}.derive.of", step.derive.of
            for way in ("age_at_variable", "days_since"):
                if (other := getattr(step.derive, way)) is not None:
                    yield f"{key}.derive.{way}", other
        case ShiftDatesSpec():
            yield from ((f"{key}.shift_dates.variables", name) for name in step.shift_dates.variables)
            if step.shift_dates.person is not None:
                yield f"{key}.shift_dates.person", step.shift_dates.person
        case JoinSpec():
            yield from ((f"{key}.join.key", name) for name in step.join.key)
        case PseudonymiseSpec():
            yield from ((f"{key}.pseudonymise.variables", name) for name in step.pseudonymise.variables)
        case KeepHouseholdsSpec():
            household = household_of(step.keep_households, variables)
            if household is not None:
                yield f"{key}.keep_households.household", household
        case KeepOneSpec():
            yield from ((f"{key}.keep_one.order", name) for name in step.keep_one.order or ())
        case RecodeMissingSpec():
            for name in step.recode_missing.variables or ():
                yield f"{key}.recode_missing.variables", name
        case CoarsenSpec():
            yield from ((f"{key}.coarsen.variables", name) for name in step.coarsen.variables)
    if (own := _place_of_persons(step)) is not None:
        yield from ((f"{key}.{own}", v.name) for v in variables if v.role == "person")


def _unknown(step: StepSpec, key: str, variables: Variables) -> Iterator[Problem]:
    names = {v.name for v in variables}
    seen: set[tuple[str, str]] = set()
    for place, name in needed(step, key, variables):
        where = Place(key=place, variable=name)
        if name not in names:
            yield error("prepare.unknown_variable", where, name=name)
        elif (place, name) in seen:
            yield error("perturb.doubled", where, name=name)
        seen.add((place, name))


def _names_taken(new: Iterable[str], step: StepSpec, key: str, variables: Variables) -> Iterator[Problem]:
    names = [v.name for v in after(step, variables)]
    for name in dict.fromkeys(new):
        if names.count(name) > 1:
            yield error("prepare.name_taken", Place(key=key, variable=name), name=name)


def _comparison_problems(condition: ConditionSpec, key: str) -> Iterator[Problem]:
    for place, one in comparisons(condition, key):
        where = Place(key=f"{place}.value", variable=one.variable)
        if one.value is None:
            continue
        if one.compared_as == "number" and isinstance(one.value, str):
            yield error("prepare.value_no_number", where, value=one.value)
        elif one.compared_as != "number" and not isinstance(one.value, str):
            yield error("prepare.value_no_text", where, value=one.value)
        elif one.compared_as == "date" and leading_day(str(one.value)) is None:
            yield error("prepare.value_no_date", where, value=one.value)


def _derive_problems(given: DerivedSpec, key: str, variables: Variables) -> Iterator[Problem]:
    if given.name in {v.name for v in variables}:
        yield error("prepare.name_taken", Place(key=f"{key}.name", variable=given.name), name=given.name)
    if given.age_at is not None and leading_day(given.age_at) is None:
        yield error("prepare.value_no_date", Place(key=f"{key}.age_at"), value=given.age_at)
    if given.bands is not None:
        if any(low >= high for low, high in pairwise(given.bands)):
            yield error("prepare.bands_must_rise", Place(key=f"{key}.bands"))
        labels = band_labels(given)
        if len(labels) != len(given.bands) + 1:
            where = Place(key=f"{key}.labels")
            yield error("prepare.labels_number", where, labels=len(labels), wanted=len(given.bands) + 1)
        elif len(set(labels)) < len(labels):
            yield error("prepare.labels_doubled", Place(key=f"{key}.labels"))
    elif given.labels is not None:
        yield error("prepare.labels_unused", Place(key=f"{key}.labels"))


def band_labels(given: DerivedSpec) -> tuple[str, ...]:
    """What the bands are called, from low to high: `<18`, `18-<65`, `65+` where nothing is given."""
    if given.labels is not None:
        return given.labels
    bounds = [str(bound) for bound in given.bands or ()]
    between = [f"{low}-<{high}" for low, high in pairwise(bounds)]
    return (f"<{bounds[0]}", *between, f"{bounds[-1]}+")


def day_of(text: str) -> date:
    """A day that was checked."""
    given = leading_day(text)
    assert given is not None
    return given[0]


def _named(name: str, variables: Variables) -> Variable:
    return next(v for v in variables if v.name == name)


def _derived(given: DerivedSpec, of: Variable) -> Variable:
    level: Level = "continuous" if given.part is None and given.bands is None else "ordinal"
    order = band_labels(given) if given.bands is not None else None
    is_interval = given.days_since is not None or given.within_person in (
        "days_since_first",
        "days_since_previous",
    )
    return Variable(given.name, _ROLES.get(of.role, "other"), level, order, interval=is_interval)


def _pseudonym(variable: Variable, whole: bool) -> Variable:
    role: Role = "other" if variable.role in IDENTIFYING else variable.role
    of_person = whole and variable.role == "person"
    return replace(variable, role=role, level="nominal", order=None, pseudonym=of_person)


def _with_missing(variable: Variable, texts: Sequence[str] | None, to: str) -> Variable:
    gone = variable.missing if texts is None else texts
    left = tuple(dict.fromkeys((to, *(m for m in variable.missing if m not in gone))))
    decided = variable.codes is not None and set(variable.codes.codes) <= set(gone)
    return replace(variable, missing=left, codes=None if decided else variable.codes)


def _coarsened(variable: Variable, given: CoarsenedSpec) -> Variable:
    level: Level = "nominal" if given.first is not None else variable.level if given.as_number else "ordinal"
    return replace(variable, level=level, order=None, words=None, form=None)


def _declared(variable: Variable, spec: VariableSpec) -> Variable:
    return replace(
        variable.declared(spec.missing, variable.missing),
        role=spec.settled_role,
        unsaid=variable.unsaid and spec.role is None,
        level=spec.level or variable.level,
        order=spec.order,
        follows=spec.followed or variable.follows,
    )
