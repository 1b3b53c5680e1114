"""How a file hides the persons whose records it has: by what an intruder knows, and by what links records."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.members import (
    NOBODY,
    Integers,
    Numbers,
    RecordPersons,
    is_constant,
    numbered_rows,
)
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.data.spec import Known
from sdc_desktop.engine.microdata.classes.first_look import hiding
from sdc_desktop.engine.microdata.classes.knowledge import KNOWN, found_by
from sdc_desktop.engine.microdata.classes.matching_values import MissingRule
from sdc_desktop.engine.microdata.person_intervals import Intervals, date_intervals
from sdc_desktop.engine.plan_secrets import IF_THERE
from sdc_desktop.engine.spec import NEVER_RELEASED

LinkedBy = Literal["pseudonym", "order", "variables"]
THRESHOLDS = (2, 3, 5)
STEP_PERSONS = "counting_persons"
NEARLY = 0.05  # of the persons with several records may vary in a variable that links the others


@dataclass(frozen=True)
class PersonsBelow:
    """The persons about whom something can be known that fewer than ``k`` persons fit."""

    k: int
    persons: int


@dataclass(frozen=True)
class KnowledgeFigures:
    """What an intruder finds: the fewest persons who fit what can be known of one, the persons whom alone it
    fits, and how many classes of persons, or combinations of records, there are.
    """

    k: int
    uniques: int
    below: tuple[PersonsBelow, ...]
    classes: int | None = field(default=None, metadata=IF_THERE)
    combinations: int | None = field(default=None, metadata=IF_THERE)


@dataclass(frozen=True)
class Linked:
    """What shows which records are of one person. ``variables`` are those with one value for each person,
    and ``persons`` those with several records whose values there no other person has. ``neighbours``:
    adjacent records of one person; ``expected`` in a random order.
    """

    by: tuple[LinkedBy, ...]
    variables: tuple[str, ...]
    persons: int
    neighbours: int
    expected: float


@dataclass(frozen=True)
class PersonFigures:
    """The persons of a file and their records: the ``most`` of one person, and those ``without`` a person.

    ``known``: the number of records of a person whose key values an intruder knows; ``knowledge``: the
    figures by that number. ``person_level``: the variables with one value for each person as read.
    ``largest_share``: the greatest share of one person in a class of two persons or more; ``dominated``: that
    share in classes of k persons. ``intervals``: what the days between dates reveal; None where they
    distinguish no person.
    """

    persons: int
    records: int
    most: int
    without: int
    known: Known
    linked: Linked | None
    person_level: tuple[str, ...]
    largest_share: float
    dominated: float
    knowledge: Mapping[str, KnowledgeFigures]
    intervals: Intervals | None = field(default=None, metadata=IF_THERE)


def person_figures(
    data: Microdata,
    key_variables: Sequence[str],
    read: Microdata,
    k: int,
    context: JobContext,
    *,
    in_order: bool,
    missing: MissingRule,
) -> PersonFigures | None:
    """The figures of a file, in whose classes on these variables k persons are needed; None without a role.
    ``read`` are the plan's data; ``in_order``: the file has the order of these records; ``missing``: the
    rule by which one record known is matched. Raises :class:`Refused`, Cancelled.
    """
    if data.persons is None:
        return None
    numbers = data.persons.of(data.relation, context)
    sizes = np.bincount(numbers[numbers != NOBODY], minlength=1)
    level = person_level(read, read.persons.of(read.relation, context) if read.persons else numbers, context)
    shares: tuple[float, float] = (0.0, 0.0)
    knowledge: dict[str, KnowledgeFigures] = {}
    if key_variables:
        codes = [data.relation.codes(data.index(name), context) for name in key_variables]
        shares, knowledge = _knowledge(numbered_rows(codes), data, k, context)
        knowledge |= _by_rule(knowledge, data, key_variables, missing, context)
    linked = _linked(data, numbers, context, in_order=in_order)
    return PersonFigures(
        persons=int(np.count_nonzero(sizes)),
        records=len(numbers),
        most=int(sizes.max()),
        without=int(np.count_nonzero(numbers == NOBODY)),
        known=data.known,
        linked=linked,
        person_level=level,
        largest_share=shares[0],
        dominated=shares[1],
        knowledge=knowledge,
        intervals=date_intervals(data, numbers, context, linked=linked is not None),
    )


def person_level(data: Microdata, numbers: Numbers, context: JobContext) -> tuple[str, ...]:
    """The variables with one text in all records of each person, of ``numbers`` (records,); those that say
    the person are not among them.
    """
    there = numbers != NOBODY
    found = []
    for place, variable in enumerate(data.variables):
        context.progress(place / len(data.variables), STEP_PERSONS)
        if variable.role not in NEVER_RELEASED and not variable.pseudonym:
            codes = data.relation.codes(place, context)
            if is_constant(numbers[there], codes[there]):
                found.append(variable.name)
    return tuple(found)


def _knowledge(
    classes: Integers, data: Microdata, k: int, context: JobContext
) -> tuple[tuple[float, float], dict[str, KnowledgeFigures]]:
    members, sizes = data.every_person(context).all_members(classes), np.bincount(classes)
    thresholds = tuple(sorted({*THRESHOLDS, *((k,) if k > 1 else ())}))
    knowledge = {}
    for known in dict.fromkeys((*KNOWN, data.known)):
        found = found_by(members, sizes, context, known)
        below = tuple(PersonsBelow(one, found.below(one)) for one in thresholds)
        sets = {"combinations" if known in (2, 3) else "classes": found.sets}
        knowledge[str(known)] = KnowledgeFigures(found.k, found.uniques, below, **sets)
    persons = members.numbers(len(sizes))[members.places]
    shares = members.records / sizes[members.places]
    several, enough = persons >= 2, persons >= max(k, 2)
    return (float(shares[several].max(initial=0.0)), float(shares[enough].max(initial=0.0))), knowledge


def _by_rule(
    knowledge: Mapping[str, KnowledgeFigures],
    data: Microdata,
    names: Sequence[str],
    missing: MissingRule,
    context: JobContext,
) -> dict[str, KnowledgeFigures]:
    """The figures for the knowledge of the intruder where the rule for missing values holds: one record."""
    sizes = [one.k for one in knowledge["1"].below]
    found = hiding(data, names, missing, context, sizes)
    if found is None or found.persons is None:
        return {}
    below = tuple(PersonsBelow(one.k, one.units) for one in found.below)
    return {"1": replace(knowledge["1"], k=int(found.k), uniques=found.uniques, below=below)}


def _linked(data: Microdata, numbers: Numbers, context: JobContext, *, in_order: bool) -> Linked | None:
    held = np.bincount(numbers[numbers != NOBODY], minlength=1)
    if held.max(initial=0) < 2:
        return None
    by: list[LinkedBy] = ["pseudonym"] if data.has_pseudonym else []
    neighbours, expected = _apart(numbers, 1), float((held * (held - 1)).sum() / len(numbers))
    far = _apart(numbers, _usual_distance(numbers))
    if in_order and (neighbours > expected + 3 * expected**0.5 + 1 or far > expected + 6 * expected**0.5 + 6):
        by.append("order")
    names = _nearly_constant(data, numbers, context)
    persons = _alone(data, names, numbers, context) if names else 0
    if persons:
        by.append("variables")
    return Linked(tuple(by), names, persons, neighbours, expected) if by else None


def _apart(numbers: Numbers, distance: int) -> int:
    """How many records have the same person as the record that many places on."""
    return int(((numbers[distance:] == numbers[:-distance]) & (numbers[distance:] != NOBODY)).sum())


def _usual_distance(numbers: Numbers) -> int:
    """The commonest distance between two records of a person that follow each other, as in panels."""
    order = np.argsort(numbers, kind="stable")
    own = numbers[order]
    gaps = np.diff(order)[(own[1:] == own[:-1]) & (own[1:] != NOBODY)]
    return int(np.bincount(gaps).argmax()) if len(gaps) else 1


def _nearly_constant(data: Microdata, numbers: Numbers, context: JobContext) -> tuple[str, ...]:
    """The released variables with one text in all records of nearly each person who has several: a few
    records that deviate hide no one else.
    """
    there = numbers != NOBODY
    held = np.bincount(numbers[there])
    several = np.flatnonzero(held > 1)
    found = []
    for place, variable in enumerate(data.variables):
        if variable.role in NEVER_RELEASED or variable.pseudonym:
            continue
        codes = data.relation.codes(place, context)[there]
        first = np.zeros(len(held), dtype=np.int64)
        first[numbers[there]] = codes
        varies = np.zeros(len(held), dtype=np.bool_)
        varies[numbers[there][codes != first[numbers[there]]]] = True
        if np.count_nonzero(varies[several]) <= NEARLY * len(several):
            found.append(variable.name)
    return tuple(found)


def _alone(data: Microdata, names: Sequence[str], numbers: Numbers, context: JobContext) -> int:
    """Persons whose several records all have the same values of some variables, which no other person has."""
    codes = [data.relation.codes(data.index(name), context) for name in names]
    members = RecordPersons(numbers).all_members(numbered_rows(codes))
    single = members.numbers(0)[members.places] == 1
    held = np.bincount(numbers[numbers != NOBODY])
    return int(np.count_nonzero(single & (members.records == held[members.persons]) & (members.records > 1)))
