"""What an intruder may know of a person: sets of attributes, and the records that agree on their values."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np

from sdc_desktop.engine.information.distribution import Vector
from sdc_desktop.engine.microdata.groups.distances import Integers
from sdc_desktop.engine.microdata.groups.groups import classes

MOST_SUBSETS = 2_000


@dataclass(frozen=True)
class Known:
    """One point of a curve: a number of known attributes, all sets of that size; or one set of them.

    ``subsets`` are places in the list of attributes; each weighs the same.
    """

    told: int | tuple[str, ...]
    subsets: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Groups:
    """The records (records,) of the original, those that agree on a set of attributes side by side.

    Group g is ``order[starts[g] : starts[g] + sizes[g]]``.
    """

    subset: tuple[int, ...]
    order: Integers
    starts: Integers
    sizes: Integers


def subsets_wanted(known: Sequence[int | tuple[str, ...]], attributes: Sequence[str]) -> int:
    """How many sets of attributes there are to go through."""
    return sum(comb(len(attributes), entry) if isinstance(entry, int) else 1 for entry in known)


def known_sets(known: Sequence[int | tuple[str, ...]], attributes: Sequence[str]) -> tuple[Known, ...]:
    """The sets of attributes behind each entry: a size means all sets of it, names one set."""
    places = {name: place for place, name in enumerate(attributes)}

    def sets() -> Iterator[Known]:
        for entry in known:
            if isinstance(entry, int):
                yield Known(entry, tuple(combinations(range(len(attributes)), entry)))
            else:
                yield Known(entry, (tuple(sorted(places[name] for name in entry)),))

    return tuple(sets())


def groups_of(codes: Sequence[Integers], subset: tuple[int, ...], records: int) -> Groups:
    """The records that agree on the attributes of a set; all of them together where it is empty.

    ``codes`` (records,) number the values of each attribute.
    """
    labels = classes(*(codes[place] for place in subset)) if subset else np.zeros(records, dtype=np.int64)
    order = np.argsort(labels, kind="stable")
    sizes = np.bincount(labels)
    return Groups(subset, order, np.cumsum(sizes) - sizes, sizes)


@dataclass(frozen=True)
class Told:
    """``kinds`` (records,) of the original number the rows of ``table`` (kinds, domain), each of sum 1."""

    kinds: Integers
    table: Vector


def told_by_intervals(lowest: Integers, highest: Integers, domain: int) -> Told:
    """Each record's value lies between two places of the domain (records,), both included, and every value
    there is as likely (Alfalayleh & Brankovic 2014, algorithms 2 and 3).
    """
    pairs, kinds = np.unique(lowest * domain + highest, return_inverse=True)
    first, last = pairs // domain, pairs % domain
    places = np.arange(domain)
    within = (places >= first[:, None]) & (places <= last[:, None])
    return Told(kinds, within / (last - first + 1)[:, None])
