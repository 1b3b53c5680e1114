"""How far the distribution of a sensitive variable in each class is from that in the whole file.

The earth mover's distance of Li, Li & Venkatasubramanian 2007 (section 5) with its three ground distances:
equal (every two values are 1 apart), ordered (places apart, divided by places - 1) and hierarchical (height
of the lowest common group, divided by the height of the tree). Between 0 and 1. Work follows the values that
a class really has, never classes times values. Distributions are of records that have a value; `sizes` count
these by class. A class without any gets the distance 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from sdc_desktop.engine.data.store.packed_codes import numbered
from sdc_desktop.engine.microdata.classes.key_classes import Integers, Pairs, Vector, float_sums


@dataclass(frozen=True)
class Attribute:
    """A sensitive variable in the whole file, suppressed records among them. Its categories are the different
    values (:mod:`sensitive_attributes`), missing ones not among them.

    ``frequencies`` (categories,); ``places`` the place of each category from low to high, where they have an
    order; ``members[level][category]`` its category at each level of its hierarchy, where it has one, the
    last level having one category; ``codes`` the categories that look like missing codes, read as values;
    ``texts`` (categories,) the first text of each. Where persons have several records, ``frequencies`` add up
    their shares of a value, and ``holders`` (categories,) are the shares of persons who have it.
    """

    name: str
    frequencies: Integers | Vector
    places: Integers | None = None
    members: Sequence[Integers] = ()
    codes: tuple[int, ...] = ()
    texts: tuple[str, ...] = field(default=(), repr=False)
    holders: Vector | None = None

    @property
    def shares(self) -> Vector:
        """The distribution over categories (categories,), of sum 1."""
        return self.frequencies / max(float(self.frequencies.sum()), 1)

    @property
    def held(self) -> Vector:
        """The share of records, or of persons, that have each value (categories,)."""
        return self.shares if self.holders is None else self.holders


def equal_distance(pairs: Pairs, sizes: Integers | Vector, attribute: Attribute) -> Vector:
    """Half the sum of absolute differences, (classes,): what a class has too much of."""
    excess = pairs.counts / sizes[pairs.classes] - attribute.shares[pairs.values]
    return float_sums(pairs.classes, np.maximum(excess, 0.0), len(sizes))


def ordered_distance(pairs: Pairs, sizes: Integers | Vector, attribute: Attribute) -> Vector:
    """The mean over the places, but the last, of the difference of the cumulated distributions, (classes,).

    A class's cumulated distribution is constant between the values it has, the file's only rises: the sum of
    their differences between two such values follows from the place where they cross.
    """
    assert attribute.places is not None
    last = len(attribute.places) - 1
    if last < 1 or not len(pairs.classes):
        return np.zeros(len(sizes))
    shares = np.zeros(last + 1)
    shares[attribute.places] = attribute.shares
    cumulated = np.cumsum(shares)[:last]
    sums = np.r_[0.0, np.cumsum(cumulated)]
    key = pairs.classes * (last + 1) + attribute.places[pairs.values]
    order = np.argsort(key, kind="stable")
    classes, start = pairs.classes[order], key[order] % (last + 1)
    is_first = np.r_[True, classes[1:] != classes[:-1]]
    end = np.r_[np.where(is_first[1:], last, start[1:]), last]
    running = np.cumsum(pairs.counts[order])
    before = (running - pairs.counts[order])[is_first]
    level = (running - np.repeat(before, np.diff(np.r_[np.flatnonzero(is_first), len(order)]))) / sizes[
        classes
    ]
    start = np.minimum(start, last)
    crossing = np.clip(np.searchsorted(cumulated, level), start, end)
    moved = level * (2 * crossing - start - end) + sums[start] + sums[end] - 2 * sums[crossing]
    moved = np.maximum(moved, 0.0) + np.where(is_first, sums[start], 0.0)
    return float_sums(classes, moved, len(sizes)) / last


def hierarchical_distance(pairs: Pairs, sizes: Integers | Vector, attribute: Attribute) -> Vector:
    """The sum over the groups of the tree of height/H times what is moved between their parts, (classes,).

    Moved within a group is the lesser of what its parts have too much and too little of; the difference of
    the two moves up a level. A group that a class has nothing of has only too little: nothing moves in it.
    """
    height = len(attribute.members) - 1
    distance = np.zeros(len(sizes))
    classes, counts = pairs.classes, pairs.counts
    groups = attribute.members[0][pairs.values]
    for level in range(height):
        shares = _shares_at(attribute, level)
        excess = np.maximum(counts / sizes[classes] - shares[groups], 0.0)
        parents = np.zeros(len(shares), dtype=np.int64)
        parents[attribute.members[level]] = attribute.members[level + 1]
        upper = _shares_at(attribute, level + 1)
        number, rows = numbered(classes * len(upper) + parents[groups], len(sizes) * len(upper))
        over = float_sums(number, excess, rows)
        together = float_sums(number, counts, rows)
        key = np.zeros(rows, dtype=np.int64)
        key[number] = classes * len(upper) + parents[groups]
        classes, groups, counts = key // len(upper), key % len(upper), together
        under = over - (counts / sizes[classes] - upper[groups])
        moved = np.maximum(np.minimum(over, under), 0.0) * (level + 1) / height
        distance += float_sums(classes, moved, len(sizes))
    return distance


def _shares_at(attribute: Attribute, level: int) -> Vector:
    return float_sums(attribute.members[level], attribute.shares, 0)


DISTANCES = {
    "equal": equal_distance,
    "ordered": ordered_distance,
    "hierarchical": hierarchical_distance,
}
