"""Which persons have which values of a sensitive variable in which class.

Three diagnoses of one person are not those of three persons. What all persons of a class have is disclosed,
whatever else they have.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.data.members import Members, numbered_rows, rows_of, summed

Integers = npt.NDArray[np.int64]
Vector = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Holders:
    """Rows (class, person, value, records), each (rows,), ordered by class, value and person; ``values`` are
    codes below ``categories``. Records without a value, or without a person, are in none. A row of no record
    is a value that the person has in another class (`everywhere`).
    """

    classes: Integers
    persons: Integers
    values: Integers
    records: Integers
    categories: int

    def numbers(self) -> tuple[Integers, Integers, Integers]:
        """Each value of each class once: class, value, and the persons who have it, each (values,)."""
        starts = self._starts()
        return self.classes[starts], self.values[starts], np.diff(np.r_[starts, len(self.classes)])

    @property
    def is_single(self) -> bool:
        """Whether no person has two values in a class."""
        return len(self._persons[0]) == len(self.classes)

    def shares(self) -> Vector:
        """For each of these values the sum over persons of the share of their records of the class that have
        it, (values,). A person with values in other classes alone has each of them with an equal share.
        """
        _, own = self._persons
        of_person, values = np.bincount(own, weights=self.records), np.bincount(own)
        alone = of_person[own] == 0
        shares = np.where(alone, 1 / values[own], self.records / np.where(alone, 1, of_person[own]))
        starts = self._starts()
        return np.asarray(np.add.reduceat(shares, starts) if len(starts) else shares, dtype=np.float64)

    def known(self, classes: int) -> Integers:
        """How many persons of each class have a value, (classes,)."""
        of_class, _ = self._persons
        return np.bincount(of_class, minlength=classes)

    def distinct(self, classes: int, enough: int | None = None) -> Integers:
        """The diversity of each class, (classes,): the most persons that can be given a value each, all
        different, and not more than the persons without the commonest value, and one. Above ``enough`` it may
        be more.
        """
        of_class, _, counts = self.numbers()
        most = np.zeros(classes, dtype=np.int64)
        np.maximum.at(most, of_class, counts)
        known = self.known(classes)
        return np.minimum(self.matched(classes, enough), np.where(known > 0, known - most + 1, 0))

    def matched(self, classes: int, enough: int | None = None) -> Integers:
        """The most persons of each class that can be given a value each, all different, (classes,); at least
        ``enough`` where there may be more. Merged classes have no fewer than their parts.
        """
        first_of_value = self._starts()
        values = np.bincount(self.classes[first_of_value], minlength=classes)
        found = np.minimum(values, self.known(classes))
        _, own = self._persons
        first_of_person = _firsts(own)
        least = np.where(found > 1, 2, found)  # what any two persons with two values between them have
        of_persons = numbered_rows([self.classes[first_of_person], self.values[first_of_person]])
        of_values = numbered_rows([self.classes[first_of_value], self.persons[first_of_value]])
        for firsts, number in ((first_of_person, of_persons), (first_of_value, of_values)):
            one_each = _firsts(number)  # each takes its first: a matching
            least = np.maximum(least, np.bincount(self.classes[firsts][one_each], minlength=classes))
        is_open = least < (found if enough is None else np.minimum(found, enough))
        found = np.where(is_open, found, least)
        starts = np.searchsorted(self.classes, np.arange(classes + 1))
        for one in np.flatnonzero(is_open).tolist():
            within = slice(starts[one], starts[one + 1])
            found[one] = _matched(self.persons[within], self.values[within])
        return found

    def merged(self, number: Integers) -> "Holders":
        """Those of classes merged as ``number`` (classes,) says."""
        return _summed(number[self.classes], self.persons, self.values, self.records, self.categories)

    def everywhere(self, classes: Integers, persons: Integers) -> "Holders":
        """Those, and what persons have in other classes, where their records are linked. ``classes`` and
        ``persons`` (rows,) are of all records of persons.
        """
        owned = summed(self.persons, self.values, self.records)
        starts = np.searchsorted(owned.places, persons, side="left")
        lengths = np.searchsorted(owned.places, persons, side="right") - starts
        begins = np.cumsum(lengths) - lengths
        taken = np.arange(int(lengths.sum())) + np.repeat(starts - begins, lengths)
        return _summed(
            np.concatenate([self.classes, np.repeat(classes, lengths)]),
            np.concatenate([self.persons, np.repeat(persons, lengths)]),
            np.concatenate([self.values, owned.persons[taken]]),
            np.concatenate([self.records, np.zeros(len(taken), dtype=np.int64)]),
            self.categories,
        )

    def of_persons(self, classes: Integers) -> "Holders":
        """The one value of each person in other classes, (persons,)."""
        return _summed(classes[self.persons], self.persons, self.values, self.records, self.categories)

    def followed(self, others: "Holders", classes: int) -> "Holders":
        """Those of these classes, and of other ones numbered after them."""
        return Holders(
            np.concatenate([self.classes, others.classes + classes]),
            np.concatenate([self.persons, others.persons]),
            np.concatenate([self.values, others.values]),
            np.concatenate([self.records, others.records]),
            self.categories,
        )

    def chosen(self, rows: Integers, classes: int) -> "Holders":
        """Those of the classes with these numbers (chosen,), of so many, renumbered in their order from 0."""
        taken, new = rows_of(self.classes, rows, classes)
        return Holders(new, self.persons[taken], self.values[taken], self.records[taken], self.categories)

    def without(self, values: Sequence[int]) -> "Holders":
        """Those of all other values."""
        there = ~np.isin(self.values, np.array(values, dtype=np.int64))
        parts = self.classes[there], self.persons[there], self.values[there], self.records[there]
        return Holders(*parts, self.categories)

    def _starts(self) -> Integers:
        keys = self.classes * self.categories + self.values
        return np.flatnonzero(np.diff(keys, prepend=-1))

    @cached_property
    def _persons(self) -> tuple[Integers, Integers]:
        """The persons of each class: the class of each, and its number for each row (rows,)."""
        own = numbered_rows([self.classes, self.persons])
        return self.classes[_firsts(own)], own


def held(classes: Integers, members: Members, values: Integers) -> Holders:
    """The holders from the class and the value of each of these members, both (rows,); a value below 0 is
    none. Of persons linked by a pseudonym all values of the file count.
    """
    there = values >= 0
    categories = int(values.max(initial=0)) + 1
    parts = classes[there], members.persons[there], values[there], members.records[there]
    found = _summed(*parts, categories)
    return found.everywhere(classes, members.persons) if members.linked else found


def _summed(
    classes: Integers, persons: Integers, values: Integers, records: Integers, categories: int
) -> Holders:
    if not len(classes):
        return Holders(classes, persons, values, records, categories)
    width = int(persons.max()) + 1
    if (int(classes.max()) + 1) * categories * width < 1 << 62:
        keys = (classes * categories + values) * width + persons
    else:
        keys = numbered_rows([classes, values, persons])
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    starts = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]])
    first, counts = order[starts], np.add.reduceat(records[order], starts)
    return Holders(classes[first], persons[first], values[first], counts, categories)


def _firsts(numbers: Integers) -> Integers:
    """The first row (rows,) of each number, all from 0 on being there."""
    found = np.zeros(int(numbers.max(initial=-1)) + 1, dtype=np.int64)
    found[numbers[::-1]] = np.arange(len(numbers))[::-1]
    return found


def _matched(persons: Integers, values: Integers) -> int:
    """The most persons of a class that can be given one of their values each, all different."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import maximum_bipartite_matching

    _, rows = np.unique(persons, return_inverse=True)
    _, columns = np.unique(values, return_inverse=True)
    graph = csr_array((np.ones(len(rows), dtype=np.int8), (rows.reshape(-1), columns.reshape(-1))))
    return int(np.count_nonzero(maximum_bipartite_matching(graph, perm_type="column") >= 0))
