"""The steps of a prepare job in words: what they do, and what they did."""

from collections.abc import Collection, Mapping
from pathlib import PurePath

from sdc_desktop.engine.methods.preparing.prepare.condition_specs import (
    AllSpec,
    AnySpec,
    ComparisonSpec,
    ConditionSpec,
)
from sdc_desktop.engine.methods.preparing.prepare.engine import StepFigures
from sdc_desktop.engine.methods.preparing.prepare.steps import (
    CoarsenedSpec,
    CoarsenSpec,
    DerivedSpec,
    DeriveSpec,
    DropSpec,
    FilterSpec,
    JoinSpec,
    KeepHouseholdsSpec,
    KeepOneSpec,
    KeepPersonsSpec,
    KeptOneSpec,
    MissingSpec,
    PseudonymiseSpec,
    RecodeMissingSpec,
    RenameSpec,
    ShiftDatesSpec,
    StepSpec,
)
from sdc_desktop.words.words import N_, Words, listed, whole

_DATES: Mapping[str, str] = {
    "less": N_("{variable} before {value}"),
    "at_most": N_("{variable} on or before {value}"),
    "at_least": N_("{variable} on or after {value}"),
    "more": N_("{variable} after {value}"),
}
_PARTS: Mapping[str, str] = {
    "year": N_("{name}: the year of {of}"),
    "quarter": N_("{name}: the quarter of {of}"),
    "month": N_("{name}: the month of {of}"),
    "week": N_("{name}: the week of {of}"),
    "weekday": N_("{name}: the day of the week of {of}"),
}

_COARSE_DATES: Mapping[str, str] = {
    "year": N_("dates of {names} as years"),
    "month": N_("dates of {names} as months"),
}

CAUTIONS: Mapping[str, str] = {  # by kind of step, what it leaves to an intruder
    "shift_dates": N_(
        "A stay of 137 days that only one person has still identifies that person. Release years or months "
        "where intervals are rare."
    ),
    "pseudonymise": N_(
        "Numbers of persons show which records are of one person. Two of them then count as known."
    ),
}


def condition_text(condition: ConditionSpec, words: Words, hidden: Collection[str] = ()) -> str:
    """A condition as a colleague would say it: `age at least 18 and region is none of north, south`.

    What a ``hidden`` variable is compared with is not given.
    """
    if isinstance(condition, ComparisonSpec):
        return _comparison(condition, words, hidden)
    parts = condition.all if isinstance(condition, AllSpec) else condition.any
    texts = [_inner(one, words, hidden, alone=len(parts) == 1) for one in parts]
    text = texts[0]
    joined = N_("{first} or {second}") if isinstance(condition, AnySpec) else N_("{first} and {second}")
    for more in texts[1:]:
        text = words.say(joined, first=text, second=more)
    return text


def _inner(condition: ConditionSpec, words: Words, hidden: Collection[str], *, alone: bool) -> str:
    text = condition_text(condition, words, hidden)
    return text if alone or isinstance(condition, ComparisonSpec) else f"({text})"


def _comparison(given: ComparisonSpec, words: Words, hidden: Collection[str]) -> str:
    values = given.values if given.value is None else (given.value,)
    if given.variable in hidden:
        several = given.values is not None
        value = words.say(N_("values in the plan") if several else N_("a value in the plan"))
    else:
        value = ", ".join(map(_shown, values or ()))
    if given.compared_as == "date" and given.test in _DATES:
        return words.say(_DATES[given.test], variable=given.variable, value=value)
    test = words.say(given.settings["test"].choices[given.test].label)
    message = N_("{variable} {test}") if values is None else N_("{variable} {test} {value}")
    return words.say(message, variable=given.variable, test=test, value=value)


def _shown(value: object) -> str:
    """The text unchanged; a blank text in quotation marks."""
    text = str(value)
    return text if text.strip() else f"“{text}”"


def step_text(step: StepSpec, words: Words, hidden: Collection[str] = (), *, protection: bool = True) -> str:
    """What a step does, in a line. No value of a ``hidden`` variable is given; without ``protection`` nothing
    that would help to undo it: how far dates move, and where the key is.
    """
    match step:
        case FilterSpec():
            condition = condition_text(step.filter, words, hidden)
            return words.say(N_("keep records: {condition}"), condition=condition)
        case KeepHouseholdsSpec():
            goes = step.keep_households.whole == "drop"
            return words.say(
                N_("drop households that lost a record")
                if goes
                else N_("keep households that have a record left")
            )
        case KeepPersonsSpec():
            goes = step.keep_persons.whole == "drop"
            return words.say(
                N_("drop persons who lost a record") if goes else N_("keep persons who have a record left")
            )
        case KeepOneSpec():
            return _one_kept(step.keep_one, words)
        case DropSpec():
            return words.say(N_("drop {names}"), names=listed(step.drop, words))
        case RenameSpec():
            texts = [words.say(N_("{old} to {new}"), old=old, new=new) for old, new in step.rename.items()]
            return words.say(N_("rename {names}"), names=listed(texts, words))
        case DeriveSpec():
            return _derived(step.derive, words, hidden)
        case JoinSpec():
            return words.say(
                N_("add {names} of {file} by {key}"),
                names=listed(step.join.keep, words),
                file=PurePath(step.join.file).name,
                key=listed(step.join.key, words),
            )
        case RecodeMissingSpec():
            return _missing(step.recode_missing, words, hidden)
        case CoarsenSpec():
            return _coarsened(step.coarsen, words, hidden)
        case ShiftDatesSpec():
            given = step.shift_dates
            person = words.say(N_("person")) if given.person is None else given.person
            if not protection:
                return words.say(
                    N_("shift {names} by some days, by the same number for each {person}"),
                    names=listed(given.variables, words),
                    person=person,
                )
            return words.say(
                N_("shift {names} by up to {days} {days:day|days}, by the same number for each {person}"),
                names=listed(given.variables, words),
                days=whole(given.days),
                person=person,
            )
        case PseudonymiseSpec():
            if not protection:
                names = listed(step.pseudonymise.variables, words)
                return words.say(N_("replace {names} by random numbers"), names=names)
            return words.say(
                N_("replace {names} by random numbers, their key in {file}"),
                names=listed(step.pseudonymise.variables, words),
                file=step.pseudonymise.key,
            )


_ORDERED: Mapping[str, str] = {
    "first": N_("keep the first record of each person by {order}"),
    "last": N_("keep the last record of each person by {order}"),
}
_BY_FILE: Mapping[str, str] = {
    "first": N_("keep the first record of each person"),
    "last": N_("keep the last record of each person"),
    "random": N_("keep a random record of each person"),
}


def _one_kept(given: KeptOneSpec, words: Words) -> str:
    if given.order is None or given.by == "random":
        return words.say(_BY_FILE[given.by])
    return words.say(_ORDERED[given.by], order=listed(given.order, words))


_WITHIN: Mapping[str, str] = {
    "number": N_("{name}: sequence number of the records of each person by {of}"),
    "days_since_first": N_("{name}: days since the first {of} of each person"),
    "days_since_previous": N_("{name}: days since the previous {of} of each person"),
}


def _derived(given: DerivedSpec, words: Words, hidden: Collection[str]) -> str:
    if given.within_person is not None:
        return words.say(_WITHIN[given.within_person], name=given.name, of=given.of)
    if given.days_since is not None:
        return words.say(
            N_("{name}: days from {since} to {of}"), name=given.name, since=given.days_since, of=given.of
        )
    if given.part is not None:
        return words.say(_PARTS[given.part], name=given.name, of=given.of)
    if given.bands is not None and given.of in hidden:
        return words.say(N_("{name}: bands of {of}"), name=given.name, of=given.of)
    if given.bands is not None:
        bounds = ", ".join(map(str, given.bands))
        return words.say(
            N_("{name}: bands of {of} from {bounds} on"), name=given.name, of=given.of, bounds=bounds
        )
    on = given.age_at if given.age_at is not None else given.age_at_variable
    return words.say(N_("{name}: age on {day}, of {of}"), name=given.name, of=given.of, day=on)


def _coarsened(given: CoarsenedSpec, words: Words, hidden: Collection[str]) -> str:
    names = listed(given.variables, words)
    if given.dates is not None:
        return words.say(_COARSE_DATES[given.dates], names=names)
    if given.ages_from is not None and not set(hidden).isdisjoint(given.variables):
        return words.say(N_("high ages of {names} as one class"), names=names)
    if given.ages_from is not None:
        return words.say(N_("ages of {names} from {age} on as one class"), names=names, age=given.ages_from)
    first = given.first or 0
    if given.hidden:
        return words.say(
            N_("keep {first} first {first:sign|signs} of {names}, rare beginnings as {hidden}"),
            first=first,
            names=names,
            hidden=given.hidden_as,
        )
    return words.say(N_("keep {first} first {first:sign|signs} of {names}"), first=first, names=names)


def _missing(given: MissingSpec, words: Words, hidden: Collection[str]) -> str:
    if hidden and (given.variables is None or not set(hidden).isdisjoint(given.variables)):
        names = words.say(N_("all variables")) if given.variables is None else listed(given.variables, words)
        return words.say(N_("missing codes of {names} become one"), names=names)
    to = _shown(given.to)
    if given.variables is None and given.texts is None:
        return words.say(N_("all missing codes become {to}"), to=to)
    names = words.say(N_("all variables")) if given.variables is None else listed(given.variables, words)
    if given.texts is None:
        return words.say(N_("missing codes of {names} become {to}"), names=names, to=to)
    texts = ", ".join(map(_shown, given.texts))
    return words.say(N_("{texts} in {names} become {to}"), texts=texts, names=names, to=to)


def effect_text(figures: StepFigures, words: Words) -> str:
    """What a step did, in a few words: `12 of 60 records left`."""
    number = figures.touched or 0
    match figures.step:
        case "shift_dates":
            return words.say_many(N_("{number} person"), N_("{number} persons"), number)
        case "pseudonymise":
            return words.say_many(N_("{number} identifier"), N_("{number} identifiers"), number)
        case "recode_missing" | "coarsen":
            return words.say_many(N_("{number} value"), N_("{number} values"), number)
        case "keep_households":
            broken = words.say_many(
                N_("{number} household became incomplete"),
                N_("{number} households became incomplete"),
                number,
            )
            return words.say(N_("{left}; {broken}"), left=_left(figures, words), broken=broken)
        case "keep_persons":
            broken = words.say_many(
                N_("{number} person became incomplete"), N_("{number} persons became incomplete"), number
            )
            return words.say(N_("{left}; {broken}"), left=_left(figures, words), broken=broken)
        case "keep_one" if number:
            without = words.say_many(
                N_("{number} record without a person removed"),
                N_("{number} records without a person removed"),
                number,
            )
            return words.say(N_("{left}; {without}"), left=_left(figures, words), without=without)
        case "join":
            return words.say_many(
                N_("{number} record without a match"), N_("{number} records without a match"), number
            )
        case "keep_one" | "filter":
            return _left(figures, words)
        case "rename":
            return words.say(N_("as many variables as before"))
        case _:
            return words.say_many(
                N_("{number} variable, before {before}"),
                N_("{number} variables, before {before}"),
                figures.variables_after,
                before=whole(figures.variables_before),
            )


def _left(figures: StepFigures, words: Words) -> str:
    return words.say(
        N_("{after} of {before} {before:record|records} left"),
        after=whole(figures.records_after),
        before=whole(figures.records_before),
    )
