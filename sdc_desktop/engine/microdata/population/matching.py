"""Records and people that match one another where records have suppressed values, which match every value.

Exact counts by plain matching: never fewer people than match a record, never fewer records than match a
person. Codes are numbers of categories, (variables, classes) of the file and (variables, rows) of a
population whose rows are distinct.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.microdata.classes.key_classes import Integers, Vector, float_sums, row_numbers

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Matched:
    """``people`` (classes,): people that match a class. ``inside`` (classes,): records of the classes that
    match no one else than those. ``shown`` (rows,): records that match this row of the population alone;
    ``possible`` (rows,): all records that match it.
    """

    people: Vector
    inside: Vector
    shown: Vector
    possible: Vector


@dataclass(frozen=True)
class Pattern:
    """Classes that show the same variables. ``classes``: their numbers; ``places`` (classes,) and ``rows``
    (rows,): the combination of the values shown, of ``count``.
    """

    classes: Integers
    places: Integers
    rows: Integers
    count: int
    hidden: Flags  # (variables,)
    numbers: Integers  # (classes of the file,): the combination, also of classes that hide fewer variables


def patterns(
    own: npt.NDArray[np.integer],
    hidden: Flags,
    rows: npt.NDArray[np.integer],
    categories: Sequence[int],
) -> Iterator[Pattern]:
    """The patterns of suppressed values, ``hidden`` (variables, classes), of a file."""
    if not own.shape[1]:
        return
    numbers_of, _ = row_numbers(hidden.T.astype(np.int64), [2] * len(hidden))
    for place in range(int(numbers_of.max()) + 1):
        classes = np.flatnonzero(numbers_of == place)
        mask = hidden[:, classes[0]]
        shown = np.flatnonzero(~mask).tolist()
        both = np.concatenate([own[shown].T, rows[shown].T]).astype(np.int64)
        numbers, count = row_numbers(both, [categories[one] for one in shown])
        mine = numbers[: own.shape[1]]
        yield Pattern(classes, mine[classes], numbers[own.shape[1] :], max(count, 1), mask, mine)


def matching_people(
    own: npt.NDArray[np.integer],
    hidden: Flags,
    rows: npt.NDArray[np.integer],
    people: Vector,
    categories: Sequence[int],
) -> Vector:
    """The people of a population (rows,) that match each class, (classes,)."""
    found = np.zeros(own.shape[1])
    for one in patterns(own, hidden, rows, categories):
        found[one.classes] = float_sums(one.rows, people, one.count)[one.places]
    return found


def matched(
    own: npt.NDArray[np.integer],
    hidden: Flags,
    sizes: Integers,
    rows: npt.NDArray[np.integer],
    people: Vector,
    categories: Sequence[int],
) -> Matched:
    """Classes of these ``sizes`` (classes,) held against the rows of a population."""
    found = Matched(np.zeros(len(sizes)), np.zeros(len(sizes)), np.zeros(len(people)), np.zeros(len(people)))
    for one in patterns(own, hidden, rows, categories):
        found.people[one.classes] = float_sums(one.rows, people, one.count)[one.places]
        records = float_sums(one.places, sizes[one.classes], one.count)
        found.possible[:] += records[one.rows]
        if not one.hidden.any():
            found.shown[:] += records[one.rows]
        fewer = ~(hidden & ~one.hidden[:, None]).any(axis=0)  # classes that hide nothing more
        within = float_sums(one.numbers[fewer], sizes[fewer], one.count)
        found.inside[one.classes] = within[one.places]
    return found


def ends_over_matches(
    own: npt.NDArray[np.integer],
    hidden: Flags,
    rows: npt.NDArray[np.integer],
    least: Vector,
    most: Vector,
    categories: Sequence[int],
) -> tuple[Vector, Vector]:
    """For each class the least of `least` and the greatest of `most` over the rows that match it."""
    low, high = np.ones(own.shape[1]), np.zeros(own.shape[1])
    for one in patterns(own, hidden, rows, categories):
        lowest, highest = np.full(one.count, 1.0), np.zeros(one.count)
        np.minimum.at(lowest, one.rows, least)
        np.maximum.at(highest, one.rows, most)
        low[one.classes], high[one.classes] = lowest[one.places], highest[one.places]
    return low, high
