"""The records that a table is built from, with the persons whose they are and their keys."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.members import NOBODY, Numbers
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.secret_stream import KEY_PARTS
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.tables.contributions import equal_records
from sdc_desktop.engine.tables.contributors import first_records, varying
from sdc_desktop.engine.tables.question import Question
from sdc_desktop.engine.tables.record_keys import (
    RecordKeys,
    keys_of_combinations,
    keys_of_persons,
    keys_of_records,
)
from sdc_desktop.engine.tables.relations import Flags, Integers


@dataclass(frozen=True)
class Cases:
    """The records a table is built from; where they are beyond memory, their different combinations."""

    data: Microdata
    places: Mapping[str, int] = field(
        default_factory=dict
    )  # of the variables among the combinations' columns
    combinations: npt.NDArray[np.int32] | None = None
    times: Integers | None = None  # how many records each stands for
    keys: RecordKeys | None = None  # the sums of these records' keys
    persons: Numbers | None = None  # whose each is, where some have several

    @staticmethod
    def of(question: Question, source: Source, context: JobContext) -> "Cases":
        """Those of ``question``. Keys of records need all of these, unless a cluster adds them up; so do
        persons with several. Raises :class:`Refused`.
        """
        data = source.data
        persons = data.repeated_persons(context)
        if persons is not None:
            return Cases(data, persons=persons)
        if not data.relation.beyond_memory or (question.keys and not data.relation.by_counts):
            return Cases(data)
        names = question.distinguished
        keys = None
        if question.keys:
            codes, frequencies, sums = keys_of_combinations(question.record_key, source, names, context)
            rest = np.zeros(int((frequencies > 1).sum()), dtype=np.int64)  # see `equal_records`
            keys = RecordKeys(np.concatenate([sums, rest]), KEY_PARTS)
        else:
            codes, frequencies = data.relation.combinations([data.index(name) for name in names], context)
        which, times = equal_records(frequencies)
        return Cases(data, {name: place for place, name in enumerate(names)}, codes[which], times, keys)

    def codes(self, name: str, context: JobContext) -> Integers:
        """For each case the code of a variable's value."""
        if self.combinations is None:
            return self.data.relation.codes(self.data.index(name), context)
        return self.combinations[:, self.places[name]].astype(np.int64)

    @property
    def counted(self) -> Integers | int:
        """How many records each case stands for."""
        return 1 if self.times is None else self.times

    def number(self, flags: Flags) -> int:
        """How many records have a flag, of flags by case (cases,)."""
        return int(flags.sum() if self.times is None else self.times[flags].sum())


@dataclass(frozen=True)
class CountedPersons:
    """Where persons are counted: the records that count (None: all), and the dimensions (``axes``) in which a
    person may be in several categories.
    """

    first: Flags | None = None
    axes: tuple[int, ...] = ()


def counted_persons(question: Question, cases: Cases, codes: npt.NDArray[np.int32]) -> CountedPersons:
    """How persons are counted in a table of these codes (records, dimensions)."""
    if not question.persons or cases.persons is None:
        return CountedPersons()
    axes = varying(cases.persons, codes)
    return CountedPersons(cases.persons != NOBODY if axes else first_records(cases.persons), axes)


def keys_of_cases(question: Question, source: Source, cases: Cases, context: JobContext) -> RecordKeys:
    """The keys of records; of persons where these are counted. Raises :class:`Refused`."""
    if cases.persons is None:
        return cases.keys or keys_of_records(question.record_key, source, context)
    if not question.persons:
        raise Refused(error("persons.cell_key_records", Place(key="params.protect.method")))
    return keys_of_persons(question.record_key, source, cases.persons, context)


def summed_keys(keys: Integers, cases: Cases, pairs: Sequence[Integers], cells_number: int) -> Integers:
    """The sums of the keys of the distinct persons of each cell (cells,), of `keys` (records,)."""
    assert cases.persons is not None
    cells, persons = pairs
    first = first_records(cases.persons)
    own = np.zeros(int(cases.persons.max(initial=NOBODY)) + 1, dtype=np.int64)
    own[cases.persons[first]] = keys[first]
    found = np.zeros(cells_number, dtype=np.int64)
    np.add.at(found, cells, own[persons])
    return found
