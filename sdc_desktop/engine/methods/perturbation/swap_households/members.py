"""Whose records move together: those of a household, or of a person where there are no households."""

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.members import NOBODY, Numbers
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.methods.perturbation.swap_households import SWAP_HOUSEHOLDS
from sdc_desktop.engine.methods.perturbation.swap_households.pairing import Flags
from sdc_desktop.engine.microdata.classes.key_classes import Integers
from sdc_desktop.engine.microdata.person_draws import drawn_with
from sdc_desktop.engine.problems import Place, Refused, error


def persons_as_units(data: Microdata, context: JobContext) -> tuple[Integers, tuple[str, ...]]:
    """Without a household the person moves: the number of each record's person (records,), and the number of
    each as a text, so that no identifier is shown. Raises :class:`Refused` where a record has no person.
    """
    assert data.persons is not None
    persons = data.persons.of(data.relation, context)
    if (persons == NOBODY).any():
        without = int(np.count_nonzero(persons == NOBODY))
        raise Refused(error("persons.missing", Place(key="data.persons.missing"), records=without))
    found, numbers = np.unique(persons, return_inverse=True)
    return numbers.astype(np.int64), tuple(map(str, found.tolist()))


def persons_with_several(data: Microdata, of_record: Integers, context: JobContext) -> Numbers | None:
    """The persons (records,) of records of these households (records,), None where each record is of one of
    its own. Raises :class:`Refused` where a person is of two households or an intruder knows several of its
    records.
    """
    found = data.record_persons(context)
    if found is None:
        return None
    if found.known != 1:
        raise Refused(error("persons.not_yet", Place(key="data.persons.known"), title=SWAP_HOUSEHOLDS.title))
    persons = found.numbers
    first = drawn_with(None, persons)
    two = found.within(of_record != of_record[first])
    if two:
        raise Refused(error("persons.two_households", Place(key="params.household"), persons=two))
    return persons


def first_records(numbers: Integers, persons: Numbers | None) -> Integers:
    """The numbers (records,) of the first records of persons, and of those without a person."""
    if persons is None:
        return numbers
    first: Flags = drawn_with(None, persons) == np.arange(len(persons))
    return numbers[first]
