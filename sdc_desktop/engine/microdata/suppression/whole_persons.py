"""Whole persons leave a file: all records of each, until every person left is among k who fit what is known.

The union of two sets of persons that hide one another in this way is one, so that there is a greatest one; it
is found by removing, round after round, all persons who do not fit.
"""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.members import NOBODY, Integers, Members, places_of, rows_of
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.microdata.classes.knowledge import by_person, found_by
from sdc_desktop.engine.plan_secrets import REDACTED
from sdc_desktop.engine.problems import Place, Refused, error


@dataclass(frozen=True)
class WholePersons:
    """The persons who leave a file, by their numbers, and the classes (classes,) whose records without
    a person do; ``rounds``: how often persons were removed.
    """

    removed: Integers = field(repr=False, metadata=REDACTED)
    of_nobody: npt.NDArray[np.bool_] = field(repr=False, metadata=REDACTED)
    rounds: int


def whole_persons(members: Members, sizes: Integers, k: int, context: JobContext) -> WholePersons:
    """The fewest persons without whom k persons fit whatever can be known of one; ``sizes`` (classes,) in
    records. Raises :class:`Refused` where no person would be left, Cancelled.
    """
    if members.known == 1:
        return _by_one_record(members, sizes, k, context)
    left, records, rounds = members, sizes.copy(), 0
    while len(left.places):
        context.checkpoint()
        found = found_by(left, records, context)
        persons, own = np.unique(left.persons, return_inverse=True)
        gone = found.least < k
        if not gone.any():
            removed = np.setdiff1d(np.unique(members.persons), persons)
            return WholePersons(removed, found.of_classes < k, rounds)
        rounds += 1
        lost = gone[own.reshape(-1)]
        np.subtract.at(records, left.places[lost], left.records[lost])
        left = left.of_persons(persons[~gone])
    raise _nothing_left(sizes, k)


def _nothing_left(sizes: Integers, k: int) -> Refused:
    where = Place(key="params.suppress_below")
    return Refused(error("persons.nothing_left", where, k=k, records=int(sizes.sum())))


def _by_one_record(members: Members, sizes: Integers, k: int, context: JobContext) -> WholePersons:
    """The persons to remove where one record of each is known, and the classes below k.

    Each round examines only the classes that fell below k.
    """
    persons, own = places_of(members.persons)
    order, held = by_person(members), np.bincount(own, minlength=len(persons))
    starts, numbers = np.cumsum(held) - held, members.numbers(len(sizes))
    gone, rounds = np.zeros(len(persons), dtype=np.bool_), 0
    below = np.flatnonzero((numbers > 0) & (numbers < k))
    while len(below):
        context.checkpoint()
        rounds += 1
        rows, _ = rows_of(members.places, below, len(sizes))
        lost = np.zeros(len(persons), dtype=np.bool_)
        lost[own[rows]] = True
        lost &= ~gone
        gone |= lost
        whose = np.flatnonzero(lost)
        lengths = held[whose]
        begins = np.cumsum(lengths) - lengths
        theirs = np.arange(int(lengths.sum())) + np.repeat(starts[whose] - begins, lengths)
        numbers -= np.bincount(members.places[order[theirs]], minlength=len(sizes))
        below = np.flatnonzero((numbers > 0) & (numbers < k))
    if gone.all():
        raise _nothing_left(sizes, k)
    return WholePersons(persons[gone], numbers < k, rounds)


def without_persons(
    data: Microdata, whole: WholePersons, class_of: Integers, context: JobContext
) -> Microdata:
    """The records that are left; ``class_of`` (records,) is the class of each."""
    assert data.persons is not None
    numbers = data.persons.of(data.relation, context)
    gone = np.isin(numbers, whole.removed) | ((numbers == NOBODY) & whole.of_nobody[class_of])
    return data.picked(np.flatnonzero(~gone), context)
