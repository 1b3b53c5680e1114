"""Draws for persons with several records: equal values of a person share a draw, persons count once.

A draw for each record would be averaged out: of six linked records at a retention probability of 0.8 the
majority shows the true value of 94 % of persons. So the records of a person that have one value share the
draw of the first of them. Records without a person have draws of their own and count as persons here.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.data.members import NOBODY, Numbers, numbered_rows

Integers = npt.NDArray[np.int64]
Vector = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]


def drawn_with(codes: Integers | None, persons: Numbers) -> Integers:
    """The record whose draw each record has, (records,): the first of the same person and, where ``codes``
    (records,) are given, with the same value; itself for a record without a person.
    """
    columns = [persons.astype(np.int64)] if codes is None else [persons.astype(np.int64), codes]
    number = numbered_rows(columns)
    first = np.empty(int(number.max(initial=-1)) + 1, dtype=np.int64)
    first[number[::-1]] = np.arange(len(number))[::-1]
    return np.where(persons == NOBODY, np.arange(len(number)), first[number])


@dataclass(frozen=True)
class PersonShares:
    """How much each record counts, (records,): all records of a person that are ``there`` together as one,
    and each without a person as one.
    """

    weights: Vector

    @staticmethod
    def of(persons: Numbers, there: Flags) -> "PersonShares":
        """Of records of these persons (records,); those that are not there count nothing."""
        held = np.bincount(persons[there & (persons != NOBODY)], minlength=int(persons.max(initial=0)) + 1)
        own = np.where(persons == NOBODY, 1, held[np.maximum(persons, 0)])
        return PersonShares(np.where(there, 1 / np.maximum(own, 1), 0.0))

    @property
    def persons(self) -> float:
        """How many persons count."""
        return float(self.weights.sum())

    def by_value(self, codes: Integers, values: int) -> Vector:
        """The mean share of each value (values,) among the records of a person, over persons."""
        sums = np.bincount(codes, weights=self.weights, minlength=values)
        return np.asarray(sums / max(self.persons, 1.0), dtype=np.float64)


def persons_with(chosen: Flags, persons: Numbers) -> int:
    """How many persons have a record chosen (records,); each one without a person counts."""
    return len(np.unique(persons[chosen & (persons != NOBODY)])) + int((chosen & (persons == NOBODY)).sum())
