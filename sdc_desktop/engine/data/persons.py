"""Whose the records of a file are: persons, each with one record or several.

The person of a record is the tuple of its texts, as read, in the variables of the role `person`. It follows
the record through all steps as an internal number; no file holds it.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.detect import ranks_of
from sdc_desktop.engine.data.formats import DecimalMark
from sdc_desktop.engine.data.members import NOBODY, Integers, Numbers, numbered_rows
from sdc_desktop.engine.data.spec import PersonsSpec
from sdc_desktop.engine.data.store.queries import only
from sdc_desktop.engine.data.store.sql import sql_texts
from sdc_desktop.engine.data.store.store import Relation, interruptible
from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.secret_stream import SEPARATOR

_FOUND: WeakKeyDictionary[Relation, dict[str, tuple[object, Numbers]]] = WeakKeyDictionary()


@dataclass(frozen=True)
class PersonRecords:
    """``persons`` with their ``records``, including those without a person: ``most`` of one person,
    ``without`` those without a person, ``repeating`` the persons with several.
    """

    persons: int
    records: int
    most: int
    without: int
    repeating: int

    @property
    def is_one_each(self) -> bool:
        """Whether each record is of a person of its own."""
        return self.most < 2 and not self.without


@dataclass(frozen=True)
class TimeColumn:
    """The variable that says the order of a person's records: the place of its column, its name, missing
    codes and declared order, and the decimal mark of its numbers.
    """

    column: int
    name: str
    missing: tuple[str, ...]
    order: tuple[str, ...] | None
    decimal: DecimalMark


@dataclass(frozen=True)
class Persons:
    """The persons of the records as read. ``columns`` are the places of the variables that say them, with
    their missing codes, ``variables`` their names; ``stated`` is what the plan states of persons. ``time``:
    what says the order of their records, where an intruder knows it.
    """

    relation: Relation
    columns: tuple[tuple[int, tuple[str, ...]], ...]
    stated: PersonsSpec = field(default_factory=PersonsSpec)
    variables: tuple[str, ...] = ()
    time: TimeColumn | None = None

    def of(self, relation: Relation, context: JobContext) -> Numbers:
        """The person of each record (records,) of a relation that has records of these, from 0; NOBODY where
        a record has none. Raises :class:`Refused` where its records are not known to be of these.
        """
        return self._followed(self._numbers(context), relation)

    def times(self, relation: Relation, context: JobContext) -> Numbers | None:
        """The place in time of each record (records,), as read, equal for equal times, 0 where missing; None
        where the order is not known. Raises :class:`Refused`, also where the values have no order.
        """
        time = self.time
        if time is None:
            return None
        return self._followed(self._held("times", time, lambda: self._ordered(time, context)), relation)

    def _followed(self, numbers: Numbers, relation: Relation) -> Numbers:
        known = relation.store is self.relation.store and relation.root == self.relation.root
        if not known or (relation.places is None and relation.records != len(numbers)):
            raise Refused(error("persons.not_followed", Place(key="data.variables")))
        return numbers if relation.places is None else numbers[relation.places]

    def records(self, relation: Relation, context: JobContext) -> "PersonRecords":
        """How the records of a relation are distributed over persons. Raises :class:`Refused`."""
        numbers = self.of(relation, context)
        sizes = np.bincount(numbers[numbers != NOBODY], minlength=1)
        return PersonRecords(
            int(np.count_nonzero(sizes)),
            len(numbers),
            int(sizes.max()),
            int(np.count_nonzero(numbers == NOBODY)),
            int(np.count_nonzero(sizes > 1)),
        )

    def near_equal(self, context: JobContext) -> tuple[int, bool]:
        """How many persons have texts that differ from another's only in case, the encoding of accents, outer
        or repeated blanks, leading zeros or a ``.0``, and whether some differ in more than case. None are
        found where records are not in memory. Raises Cancelled.
        """
        relation = self.relation
        if relation.by_counts or relation.by_record_problems():
            return 0, False
        there = " AND ".join(
            f"NOT list_contains({sql_texts(missing)}, c{column})" for column, missing in self.columns
        )
        texts = ", ".join(f"c{column}" for column, _ in self.columns)
        folded = ", ".join(_folded(f"c{column}") for column, _ in self.columns)
        lower = " || chr(31) || ".join(f"lower(c{column})" for column, _ in self.columns)
        query = (
            "SELECT coalesce(sum(persons), 0), coalesce(bool_or(forms > 1), false) FROM "
            f"(SELECT count(*) AS persons, count(DISTINCT {lower}) AS forms FROM "
            f"(SELECT DISTINCT {texts} FROM {relation.name} WHERE {there}) "
            f"GROUP BY {folded} HAVING count(*) > 1)"
        )
        cursor = relation.store.cursor()
        with interruptible(cursor, context):
            number, more_than_case = only(cursor, query)
        return int(number), bool(more_than_case)

    def names(self, persons: Integers, context: JobContext) -> tuple[str, list[str]]:
        """The variable that names persons and the texts, as read, of those with these numbers (persons,), for
        draws alone; several variables and their texts are joined by U+001F. Raises :class:`Refused`.
        """
        numbers = self._numbers(context)
        _, firsts = np.unique(numbers, return_index=True)
        records = firsts[persons + int((numbers == NOBODY).any())]
        columns = []
        for column, _ in self.columns:
            texts, _ = self.relation.frequencies(column, context)
            columns.append([texts[code] for code in self.relation.codes(column, context)[records].tolist()])
        joined = [SEPARATOR.join(one) for one in zip(*columns, strict=True)]
        return SEPARATOR.join(self.variables), joined

    def _numbers(self, context: JobContext) -> Numbers:
        return self._held("numbers", self.columns, lambda: self._numbered(context))

    def _held(self, kind: str, made_of: object, make: Callable[[], Numbers]) -> Numbers:
        """The numbers made of these columns, kept as long as the records: plans declare them repeatedly."""
        found = _FOUND.setdefault(self.relation, {})
        if kind not in found or found[kind][0] != made_of:
            found[kind] = made_of, make()
        return found[kind][1]

    def _ordered(self, time: TimeColumn, context: JobContext) -> Numbers:
        texts, _ = self.relation.frequencies(time.column, context)
        there = [place for place, text in enumerate(texts) if text not in time.missing and text.strip()]
        ranks = ranks_of([texts[place] for place in there], time.order, time.decimal)
        if ranks is None:
            where = Place(key="data.persons.time", variable=time.name)
            raise Refused(error("persons.time_no_order", where, name=time.name))
        _, numbers = np.unique(np.array(ranks, dtype=np.float64), return_inverse=True)
        of_text = np.zeros(len(texts), dtype=np.int32)
        of_text[there] = numbers.reshape(-1) + 1
        return of_text[self.relation.codes(time.column, context)]

    def _numbered(self, context: JobContext) -> Numbers:
        if self.relation.by_counts or self.relation.by_record_problems():
            raise Refused(error("persons.not_followed", Place(key="data.variables")))
        codes, there = [], np.ones(self.relation.records, dtype=np.bool_)
        for column, missing in self.columns:
            texts, _ = self.relation.frequencies(column, context)
            codes.append(self.relation.codes(column, context))
            gone = np.array([text in missing for text in texts], dtype=np.bool_)
            there &= ~gone[codes[-1]]
        numbers = np.full(self.relation.records, NOBODY, dtype=np.int32)
        if there.any():
            numbers[there] = numbered_rows([one[there] for one in codes])
        return numbers


def _folded(column: str) -> str:
    """SQL of a text without what people write differently in the same identifier."""
    spaced = f"trim(regexp_replace(lower(nfc_normalize({column})), '[\\s\\x{{a0}}]+', ' ', 'g'))"
    return f"regexp_replace(regexp_replace({spaced}, '^0+(.)', '\\1'), '[.,]0+$', '')"
