"""Who is at risk: records, or persons with one record or several."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.members import Integers, Members
from sdc_desktop.engine.data.microdata import KeyCounts
from sdc_desktop.engine.microdata.classes.key_classes import KeyClasses, Vector, float_sums
from sdc_desktop.engine.microdata.classes.knowledge import Found, found_by
from sdc_desktop.engine.problems import Place, Refused, error

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Risks:
    """Re-identification risks (groups,), each of ``numbers`` units (groups,) with ``records`` records."""

    chances: Vector
    numbers: Integers
    records: Integers


@dataclass(frozen=True)
class Units:
    """The units in classes of ``sizes`` (classes,) records: all records, or the persons of ``members``. Of
    persons ``weights`` and ``households`` (persons,) in the order of their numbers, where they are given.
    """

    sizes: Integers = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    members: Members | None = None
    weights: Vector | None = None
    households: Integers | None = None

    @property
    def are_persons(self) -> bool:
        """Whether persons are at risk, some of them with several records."""
        return self.members is not None

    def greatest(self, of_classes: Vector) -> Risks:
        """The chance of each unit: the greatest of its classes, given those of classes (classes,)."""
        if self.members is None:
            return Risks(of_classes, self.sizes, self.sizes)
        own, persons = self._own()
        found = np.zeros(persons)
        np.maximum.at(found, own, of_classes[self.members.places])
        return self._of_persons(found)

    def guessed(self, matches: Vector, records: Vector) -> Risks:
        """The re-identification risk among all who match: ``matches`` (classes,) in units; of persons
        also the share of their own among the ``records`` (classes,) that match.
        """
        if self.members is None:
            return self.greatest(1 / matches)
        matches = np.maximum(matches, 1.0)  # a class of nobody has no one to be found
        if self._known is not None:
            return self._of_persons(self._known.risks)
        own, persons = self._own()
        chances = 1 / matches[self.members.places]
        if not self.members.linked:
            chances = np.maximum(chances, self.members.records / records[self.members.places])
        found = np.zeros(persons)
        np.maximum.at(found, own, chances)
        return self._of_persons(found)

    def below(self, matches: Vector, k: float) -> int | None:
        """How many persons have a class with fewer matches (classes,) than k, or about whom something can be
        known that fewer fit; None of records.
        """
        if self.members is None:
            return None
        return self.members.within(matches < k) if self._known is None else self._known.below(k)

    def population(self) -> Vector:
        """The sums of weights of the persons of each class, (classes,)."""
        assert self.members is not None
        assert self.weights is not None
        own, _ = self._own()
        return float_sums(self.members.places, self.weights[own], len(self.sizes))

    @cached_property
    def _known(self) -> Found | None:
        """What is found by an intruder who knows several records of a person; None where he knows one."""
        if self.members is None or self.members.known == 1:
            return None
        return found_by(self.members, self.sizes, JobContext())

    def _own(self) -> tuple[Integers, int]:
        assert self.members is not None
        numbers, own = np.unique(self.members.persons, return_inverse=True)
        return own.reshape(-1), len(numbers)

    def _of_persons(self, chances: Vector) -> Risks:
        assert self.members is not None
        own, persons = self._own()
        records = np.bincount(own, self.members.records, minlength=persons).astype(np.int64)
        return Risks(chances, np.ones(persons, dtype=np.int64), records)


def units_of(
    classes: KeyClasses,
    rows: KeyCounts,
    weights: Vector | None,
    households: Integers | None,
    alone: Flags | None = None,
) -> Units:
    """The units of classes; ``weights`` and ``households`` (rows,) are those of the combinations, ``alone``
    (rows,) those that name no household. Raises :class:`Refused` where a person has several of them.
    """
    if classes.members is None or rows.members is None:
        return Units(classes.sizes)
    _, own = np.unique(rows.members.persons, return_inverse=True)
    own, places = own.reshape(-1), rows.members.places
    if weights is not None:
        weights = _of_person(own, weights[places], "persons.weight_varies", "params.weight")
    if households is not None and alone is not None:
        named = ~alone[places]
        after = int(households.max(initial=-1)) + 1 + np.arange(int(own.max(initial=-1)) + 1)
        found = _of_person(
            own[named],
            households[places][named].astype(np.float64),
            "persons.two_households",
            "params.household",
            after.astype(np.float64),
        )
        households = found.astype(np.int64)
    return Units(classes.sizes, classes.members, weights, households)


def _of_person(own: Integers, values: Vector, code: str, key: str, others: Vector | None = None) -> Vector:
    """The value of each person (persons,); ``others`` (persons,) are those of persons without one."""
    found = np.zeros(int(own.max(initial=-1)) + 1) if others is None else others.copy()
    found[own] = values
    varies = np.unique(own[found[own] != values])
    if len(varies):
        raise Refused(error(code, Place(key=key), persons=len(varies)))
    return found
