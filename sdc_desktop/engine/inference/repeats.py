"""Direct identifiers that repeat: whether a record is a person is then not known unless the plan says so.

Six records of one patient are no class of six. Where it is not stated whose records they are, conditions that
count records are not judged.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.detect import figures_of_values
from sdc_desktop.engine.data.members import NOBODY, is_constant
from sdc_desktop.engine.data.microdata import Microdata, Variable
from sdc_desktop.engine.data.persons import Persons
from sdc_desktop.engine.data.released import SUPPRESSED, Stage
from sdc_desktop.engine.data.roles import unsaid, withheld
from sdc_desktop.engine.data.store.packed_codes import distinct_rows, row_numbers
from sdc_desktop.engine.inference.pairing import rows_of
from sdc_desktop.engine.inference.persons_question import (
    FEWEST_VALUES,
    constant_with,
    names_person,
    numbers_persons,
)

_SEVERAL = 1.5  # persons of one value, on average


@dataclass(frozen=True)
class RepeatedIdentifier:
    """A direct identifier, by its role or suspected and unsaid, with fewer different ``values`` than records
    that have one; ``most``: the most records of one value. ``least_in_class``: the fewest different values in
    a class of the released file, where that is known.
    """

    variable: str
    values: int
    records: int
    most: int
    least_in_class: int | None = None


def repeated_identifiers(data: Microdata, context: JobContext) -> tuple[RepeatedIdentifier, ...]:
    """Those of the data as read, the one with most values first. A variable that is suspected for its many
    values alone does not count beside an identifier that differs in all records. Where the role person says
    whose records they are, only those that make fewer persons of these. Raises Cancelled.
    """
    if data.relation.by_counts:  # a direct identifier is counted nowhere
        return ()
    if data.persons is not None and data.repeated_persons(context) is not None:
        return _of_fewer_persons(data, data.persons, context)
    declared = [
        _counted(data, one, context)
        for one in (*data.with_role("direct_identifier"), *_parts_of_persons(data))
    ]
    differs = any(one.values == data.records for one in declared)
    suspected = [
        _counted(data, one, context)
        for one in (*unsaid(data.variables), *withheld(data.variables))
        if one.suspicion is not None and not (differs and one.suspicion.by == "values")
    ]
    named = [
        _counted(data, one, context)
        for one in data.variables
        if (one.unsaid or one.role == "not_released") and one.suspicion is None and names_person(one.name)
    ]
    repeated = [one for one in (*declared, *suspected, *named) if one.most > 1]
    return tuple(sorted(repeated, key=lambda one: -one.values))


def _parts_of_persons(data: Microdata) -> Sequence[Variable]:
    """The variables that identify the person together, where each may do so alone."""
    own = data.with_role("person")
    return [one for one in own if numbers_persons(one.name)] if len(own) > 1 else []


def _of_fewer_persons(
    data: Microdata, persons: Persons, context: JobContext
) -> tuple[RepeatedIdentifier, ...]:
    """Identifiers whose values have several of the persons each, and in whose records other variables are
    constant: the role person may then be of cases, visits or rows. Names and addresses do not count.
    """
    numbers, found = persons.of(data.relation, context), persons.records(data.relation, context)
    there = numbers != NOBODY
    suspected = (*unsaid(data.variables), *withheld(data.variables))
    own = (data.with_role("direct_identifier"), suspected, _parts_of_persons(data))
    candidates = [one for part in own for one in part]
    made = []
    for variable in candidates:
        one = _counted(data, variable, context)
        if (
            numbers_persons(variable.name)
            and one.values >= FEWEST_VALUES
            and _SEVERAL * one.values <= found.persons
            and is_constant(numbers[there], data.relation.codes(data.index(variable.name), context)[there])
            and constant_with(data, variable, context)
        ):
            made.append(one)
    return tuple(sorted(made, key=lambda one: -one.values))


def with_least_in_class(
    found: Sequence[RepeatedIdentifier], stages: Sequence[Stage], context: JobContext
) -> tuple[RepeatedIdentifier, ...]:
    """`found` with the fewest values in a class on the key variables of the last of these stages. Of records
    that have a value; fully suppressed records form no class. Raises Cancelled.
    """
    first, released = stages[0].data, stages[-1].data
    keys = [variable.name for variable in released.with_role("key")]
    ours, theirs = first.relation, released.relation
    paired = not theirs.by_counts and ours.store is theirs.store and ours.root == theirs.root
    if not found or not keys or not paired or not released.records or any(one.drawn for one in stages):
        return tuple(found)
    codes, hidden = [], np.ones(released.records, dtype=np.bool_)
    for name in keys:
        place = released.index(name)
        texts, _ = released.relation.frequencies(place, context)
        codes.append(released.relation.codes(place, context))
        hidden &= np.array([text == SUPPRESSED for text in texts], dtype=np.bool_)[codes[-1]]
    classes = row_numbers(np.stack(codes, axis=1))
    rows = rows_of(ours, theirs)
    made = []
    for one in found:
        place = first.index(one.variable)
        texts, _ = ours.frequencies(place, context)
        gone = np.array([text in first.variable(one.variable).missing for text in texts], dtype=np.bool_)
        values = ours.codes(place, context)
        values = values if rows is None else values[rows]
        there = ~gone[values] & ~hidden
        pairs, _, _ = distinct_rows(np.stack([classes[there], values[there]], axis=1))
        numbers = np.unique(pairs[:, 0], return_counts=True)[1]
        made.append(replace(one, least_in_class=int(numbers.min()) if len(numbers) else None))
    return tuple(made)


def _counted(data: Microdata, variable: Variable, context: JobContext) -> RepeatedIdentifier:
    figures = "count(*), coalesce(sum(frequency), 0), coalesce(max(frequency), 0)"
    place = data.index(variable.name)
    distinct, records, most = figures_of_values(data.relation, place, variable.missing, figures, context)
    return RepeatedIdentifier(variable.name, distinct, records, most)
