"""Which records are of one household.

A record without the number of a household is a household of its own, or of that of its person.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.members import NOBODY, Integers
from sdc_desktop.engine.data.microdata import Microdata, Variable

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class RecordHouseholds:
    """``numbers`` (records,) of the households, from 0: those with a number in the order of their texts,
    ``named`` of them, then those without.
    """

    numbers: Integers
    named: tuple[str, ...]
    missing: int  # records that name none

    @property
    def households(self) -> int:
        """How many households there are."""
        return max(len(self.named), int(self.numbers.max(initial=-1)) + 1)


def without_household(variable: Variable, texts: Sequence[str]) -> Flags:
    """Which texts (texts,) of a variable name no household: missing codes and blanks."""
    return np.array([text in variable.missing or not text.strip() for text in texts], dtype=np.bool_)


def households_of(data: Microdata, name: str, context: JobContext) -> RecordHouseholds:
    """The households that a variable names. Raises :class:`Refused` where persons cannot be followed."""
    place = data.index(name)
    texts = data.relation.frequencies(place, context)[0]
    absent = without_household(data.variable(name), texts)
    codes = data.relation.codes(place, context)
    named = tuple(text for text, gone in zip(texts, absent.tolist(), strict=True) if not gone)
    number_of = np.where(absent, -1, np.cumsum(~absent) - 1)
    numbers: Integers = number_of[codes].astype(np.int64)
    alone = np.flatnonzero(numbers < 0)
    if len(alone):
        own, known = _units(data, numbers, alone, context)
        numbers[alone] = np.where(known < 0, len(named) + own, known)
    return RecordHouseholds(numbers, named, len(alone))


def _units(
    data: Microdata, numbers: Integers, alone: Integers, context: JobContext
) -> tuple[Integers, Integers]:
    """For each record without a household (alone,) the number of its unit among those, from 0, and the
    household that another record of its person names, -1 where none does.
    """
    none = np.full(len(alone), -1, dtype=np.int64)
    persons = data.repeated_persons(context)
    if persons is None:
        return np.arange(len(alone)), none
    there = (persons != NOBODY) & (numbers >= 0)
    named = np.full(int(persons.max(initial=-1)) + 2, -1, dtype=np.int64)
    named[persons[there]] = numbers[there]
    of_nobody = persons[alone] == NOBODY
    known = np.where(of_nobody, -1, named[persons[alone]])
    key = np.where(of_nobody, -1 - np.arange(len(alone)), persons[alone].astype(np.int64))
    own = np.full(len(alone), -1, dtype=np.int64)
    own[known < 0] = np.unique(key[known < 0], return_inverse=True)[1].reshape(-1)
    return own, known
