"""What criteria are about: classes, and those of persons in which values of all their records are judged.

Where an intruder knows all records of a person, and that they are all, he finds persons with equal ones. What
these have of a sensitive variable in any of their records is what they disclose. Each record is known too:
classes of one record are judged with them, so that knowing more never meets what knowing less fails.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.members import Members
from sdc_desktop.engine.microdata.classes.key_classes import (
    Integers,
    KeyClasses,
    Pairs,
    Vector,
    with_equal_persons,
)
from sdc_desktop.engine.microdata.classes.knowledge import found_by, persons_of

Flags = npt.NDArray[np.bool_]
_NO_CONTEXT = JobContext()


@dataclass(frozen=True)
class ClassValues:
    """What criteria are about: sizes of classes (classes,), the values of each sensitive variable there, and
    where a population table is used the ``people`` (classes,) that match each. ``matches`` (classes,): the
    sum of the matches of a record, where key values are missing (`matching_values`). ``persons`` (classes,):
    those who fit what can be known of a person with a record there, and ``members`` who is in the classes;
    both None where each record is of a person of its own.
    """

    sizes: Integers
    pairs: Mapping[str, Pairs] = field(default_factory=dict)
    people: Vector | None = None
    matches: Vector | None = None
    persons: Integers | None = None
    members: Members | None = None

    @property
    def units(self) -> Integers:
        """How many persons each class has, or records that are persons, (classes,)."""
        return self.sizes if self.persons is None else self.persons

    @property
    def company(self) -> Integers | Vector:
        """How many records, or persons, each is among, (classes,)."""
        return self.units if self.matches is None else self.matches

    @cached_property
    def in_any_order(self) -> "ClassValues":
        """A copy for records of a person in unknown order: no fewer persons match than in its parts."""
        if self.members is None or self.members.in_time is None:
            return self
        members = replace(self.members, in_time=None)
        return replace(self, persons=persons_of(members, self.sizes, _NO_CONTEXT), members=members)

    @cached_property
    def judged(self) -> "ClassValues":
        """The classes in which values are judged: also of persons with equal records, where all are known."""
        if self.members is None or self.members.known != "all":
            return self
        members, pairs = with_equal_persons(self.pairs, len(self.sizes), self.members)
        sizes = members.sizes()
        return ClassValues(sizes, pairs, None, None, members.numbers(len(sizes)), members)

    def having(self, judged: Flags) -> Flags:
        """The classes (classes,) that have a person of those judged (judged classes,)."""
        if self.members is None or self.members.known != "all":
            return judged
        return with_persons(self.members, len(self.sizes), self.judged.members, judged)

    def mean_risk(self) -> float:
        """The mean re-identification risk over records, or over persons."""
        if self.members is not None:
            return float(found_by(self.members, self.sizes, _NO_CONTEXT).risks.mean())
        return float(len(self.sizes) / self.sizes.sum())


def class_values(classes: KeyClasses, people: Vector | None = None) -> ClassValues:
    """What criteria are about in some classes; ``people`` (classes,) of a population table."""
    persons = None if classes.members is None else classes.units
    return ClassValues(classes.sizes, classes.pairs, people, None, persons, classes.members)


def judged_classes(classes: KeyClasses) -> KeyClasses:
    """The classes in which values are judged: where an intruder knows all records of a person, also those of
    persons with equal ones, all without key values; else the same.
    """
    if classes.members is None or classes.members.known != "all":
        return classes
    members, pairs = with_equal_persons(classes.pairs, len(classes.sizes), classes.members)
    sizes = members.sizes()
    return KeyClasses((), np.zeros((0, len(sizes)), dtype=np.int32), sizes, pairs, members)


def with_persons(members: Members, classes: int, others: Members | None, chosen: Flags) -> Flags:
    """The classes (classes,) with a person who is, among these others, in a chosen class (others,)."""
    assert others is not None
    found = np.zeros(classes, dtype=np.bool_)
    found[members.places[np.isin(members.persons, others.persons[chosen[others.places]])]] = True
    return found
