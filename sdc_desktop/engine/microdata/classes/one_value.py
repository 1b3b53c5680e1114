"""Attribute disclosure: records in groups with a single value of a sensitive variable.

Anyone who knows that a person is in such a group knows the value, however large the group is. A missing value
is not a second value, and a group that has missing values only is not counted. Records that keep no
key value are in no group. A suppressed cell is a value like any other, which makes the groups small
and the count large. Everything is counted by record, unweighted.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.microdata.classes.key_classes import Integers, KeyClasses, Pairs


@dataclass(frozen=True)
class ValueGroups:
    """Groups of one kind, and the records in them."""

    records: int
    groups: int


@dataclass(frozen=True)
class GroupsMoved:
    """The groups in the file as it was read, and in the one released."""

    before: ValueGroups
    after: ValueGroups


@dataclass(frozen=True)
class OneValue:
    """Groups with exactly one value of a sensitive variable; ``ninety``: those with one value in at least
    90 % of their records with a value, the first among them.
    """

    before: ValueGroups
    after: ValueGroups
    ninety: GroupsMoved


Disclosed = tuple[ValueGroups, ValueGroups]  # with exactly one value, and with one in at least 90 %


def disclosed(pairs: Pairs, sizes: Integers) -> Disclosed:
    """What classes of these sizes (classes,) disclose of one variable, of which `pairs` are the values."""
    values = np.bincount(pairs.classes, minlength=len(sizes))
    known = pairs.known(len(sizes))
    most = np.zeros(len(sizes), dtype=np.int64)
    np.maximum.at(most, pairs.classes, pairs.counts)
    return groups_where(sizes, values == 1), groups_where(sizes, (values > 0) & (10 * most >= 9 * known))


def disclosed_in(classes: KeyClasses) -> dict[str, Disclosed]:
    """The same for every sensitive variable of some classes."""
    return {name: disclosed(pairs, classes.sizes) for name, pairs in classes.pairs.items()}


def one_value(before: Mapping[str, Disclosed], after: Mapping[str, Disclosed]) -> dict[str, OneValue]:
    """By sensitive variable what the file disclosed, and what the released one does."""
    return {
        name: OneValue(own[0], after[name][0], GroupsMoved(own[1], after[name][1]))
        for name, own in before.items()
    }


def groups_where(sizes: Integers, chosen: npt.NDArray[np.bool_]) -> ValueGroups:
    """How many of the groups of these sizes (groups,) are chosen, and their records."""
    return ValueGroups(int(sizes[chosen].sum()), int(np.count_nonzero(chosen)))
