"""Whether records may be of persons with several each: what is asked when a file is opened, never assumed.

A variable with fewer values than records is asked about where it looks like a direct identifier, where its
name means a person or firm, in English or German, or where other variables are constant in its records.
"""

import re
from dataclasses import dataclass

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.detect import ISO_DATE, WHOLE, figures_of_values, number_pattern
from sdc_desktop.engine.data.microdata import Microdata, Variable
from sdc_desktop.engine.data.store.queries import only
from sdc_desktop.engine.data.store.sql import sql_text, sql_texts
from sdc_desktop.engine.data.store.store import interruptible
from sdc_desktop.engine.data.suspicion import HALF, words_of_name

FEWEST_VALUES = 6
FEWEST_PERSONS, MOST_RECORDS_EACH = 50, 50  # where only the values of other variables tell
FEWEST_CONSTANT, CONSTANT_IN = 2, 0.99
_PERSON = (
    "person|patient|subject|respondent|insured|member|client|employee|pupil|firm|enterprise|company"
    "|patientin|proband|befragter?|versicherter?|mitglied|klient|mandant|kunde|schuler|schulerin|firma"
)
_NUMBERED = (  # alone these may be a number of persons, as in "employees"
    "personen|patienten|subjects|respondents|members|clients|employees|pupils|firms|enterprises|companies"
    "|probanden|befragten|versicherten|mitglieder|mitglieds|klienten|mandanten|kunden|schuler|firmen"
    "|mitarbeiter|beschaftigten|angestellten|arbeitnehmer|unternehmens?|betriebs?|pers|pat"
)
_MARK = "id|ids|nr|no|num|number|nummer|code|key|ident|identifier|kennung|kennnummer|schlussel|pseudonym|name"
_WORD = re.compile(rf"(?P<person>{_PERSON})|(?P<numbered>{_NUMBERED})|(?P<mark>{_MARK})")
_COMPOUND = re.compile(rf"({_PERSON}|{_NUMBERED})({_MARK})")
_HOUSEHOLD = re.compile(r"(household|haushalts?|hh)(id|nr|no|number|nummer)?|hid")


@dataclass(frozen=True)
class PersonsQuestion:
    """A ``variable`` that may say whose the records are: ``persons`` are its values, in ``records`` that have
    one, the ``most`` of one value. ``constant``: variables with one value in the records of nearly each.
    ``repeats``: direct identifiers, declared or suspected, that repeat, and the variable.
    """

    variable: str
    persons: int
    records: int
    most: int
    constant: tuple[str, ...]
    repeats: tuple[str, ...]


@dataclass(frozen=True)
class _Candidate:
    variable: Variable
    persons: int
    records: int
    most: int
    suggested: bool  # whether its name, its role or its values say so, without other variables


def persons_question(data: Microdata, context: JobContext) -> PersonsQuestion | None:
    """What to ask about persons before records are counted, None where nothing suggests it. Of several
    variables those named after persons come first, then the one with most constant variables. Raises
    Cancelled.
    """
    if data.relation.by_counts or not data.relation.has_records:
        return None
    found = [one for one in (_candidate(data, v, context) for v in data.variables) if one is not None]
    if any(names_person(one.variable.name) for one in found):
        found = [one for one in found if names_person(one.variable.name)]
    best: tuple[_Candidate, tuple[str, ...]] | None = None
    for one in found:
        constant = constant_with(data, one.variable, context)
        enough = one.suggested or len(constant) >= FEWEST_CONSTANT
        if enough and (best is None or len(constant) > len(best[1])):
            best = one, constant
    if best is None:
        return None
    one, constant = best
    repeats = [v.name for v in data.variables if v == one.variable or _repeats(data, v, context)]
    return PersonsQuestion(one.variable.name, one.persons, one.records, one.most, constant, tuple(repeats))


def names_person(name: str) -> bool:
    """Whether a name means a person or firm, or its number, and nothing else about it."""
    words = words_of_name(name)
    kinds = [_WORD.fullmatch(word) for word in words]
    compound = [_COMPOUND.fullmatch(word) is not None for word in words]
    if not words or not all(kind or whole for kind, whole in zip(kinds, compound, strict=True)):
        return False
    groups = {kind.lastgroup for kind in kinds if kind}
    return any(compound) or "person" in groups or {"numbered", "mark"} <= groups


def numbers_persons(name: str) -> bool:
    """Whether a name may mean the number of a person or firm, as ``pat`` and ``case_id`` do."""
    kinds = [_WORD.fullmatch(word) for word in words_of_name(name)]
    return names_person(name) or any(kind is not None and kind[0] != "name" for kind in kinds)


def _identifies(variable: Variable) -> bool:
    """Whether it is a direct identifier, declared or by what is suspected of it."""
    return variable.role == "direct_identifier" or variable.suspicion is not None


def _is_household(variable: Variable) -> bool:
    words = words_of_name(variable.name)
    named = any(_HOUSEHOLD.fullmatch(word) for word in (*words, "".join(words)))
    return variable.role == "household" or named


def _candidate(data: Microdata, variable: Variable, context: JobContext) -> _Candidate | None:
    """A variable of enough values that repeat, before its constant variables are known."""
    if _is_household(variable):
        return None
    column = data.index(variable.name)
    figures = "count(*), coalesce(sum(frequency), 0), coalesce(max(frequency), 0)"
    persons, records, most = figures_of_values(data.relation, column, variable.missing, figures, context)
    if persons < FEWEST_VALUES or records <= persons:
        return None
    suggested = _identifies(variable) or names_person(variable.name)
    few = persons < FEWEST_PERSONS or records > MOST_RECORDS_EACH * persons
    if not suggested and (few or _measures(data, column, variable, context)):
        return None
    return _Candidate(variable, persons, records, most, suggested)


def _measures(data: Microdata, column: int, variable: Variable, context: JobContext) -> bool:
    """Whether the values are dates, or numbers that are not whole: these say no person."""
    whole, number, date = (
        f"count(*) FILTER (regexp_full_match(value, {sql_text(pattern)}))"
        for pattern in (WHOLE, number_pattern(data.decimal), ISO_DATE)
    )
    figures = f"count(*), {whole}, {number}, {date}"
    values, wholes, numbers, dates = figures_of_values(
        data.relation, column, variable.missing, figures, context
    )
    return (numbers == values and wholes < values) or dates == values


def _repeats(data: Microdata, variable: Variable, context: JobContext) -> bool:
    if not _identifies(variable):
        return False
    column = data.index(variable.name)
    figures = "coalesce(max(frequency), 0)"
    return figures_of_values(data.relation, column, variable.missing, figures, context)[0] > 1


def constant_with(data: Microdata, variable: Variable, context: JobContext) -> tuple[str, ...]:
    """The other variables of two values or more with one text in 99 % of the values with several records,
    and several texts in at most half the number expected if the records were in a random order.
    """
    own = data.index(variable.name)
    others = [place for place in range(len(data.variables)) if place != own]
    if not others:
        return ()
    same = ", ".join(f"min(c{place}) = max(c{place}) AS s{place}" for place in others)
    counted = ", ".join(f"count(*) FILTER (s{place})" for place in others)
    query = (
        f"SELECT count(*), {counted} FROM (SELECT {same} FROM {data.relation.name} "
        f"WHERE NOT list_contains({sql_texts(variable.missing)}, c{own}) "
        f"GROUP BY c{own} HAVING count(*) > 1)"
    )
    cursor = data.relation.store.cursor()
    with interruptible(cursor, context):
        groups, *alike = (int(number) for number in only(cursor, query))
    return tuple(
        data.variables[place].name
        for place, number in zip(others, alike, strict=True)
        if number >= CONSTANT_IN * groups
        and groups - number <= HALF * groups * _pair_differs(data, place, context)
    )


def _pair_differs(data: Microdata, place: int, context: JobContext) -> float:
    """The chance that two records drawn with replacement differ in a variable, 0 where it has one value."""
    found = data.relation.multiplicities(place, context)
    shares = found[:, 0] / data.records
    return float(1 - (shares**2 * found[:, 1]).sum())
