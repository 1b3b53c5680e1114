"""H0 and A of every person an intruder may search for in one released file, averaged as in the source.

What a file shows of a record is a distribution over the domain; only few different ones occur, so that each
record has the number of one of them, its *kind*. The intruder does not know which of the matching records is
the right one, so that the possible values have the mean of their distributions: p of Alfalayleh & Brankovic
2014 for sampling, query restriction and noise addition equally.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.information.distribution import Vector
from sdc_desktop.engine.information.equivocation_rows import Widths, row_figures
from sdc_desktop.engine.microdata.groups.block_columns import Integers
from sdc_desktop.engine.microdata.groups.groups import classes

MOST_SUBSETS = 2_000


@dataclass(frozen=True)
class Known:
    """One point of a curve: a number of known variables, all sets of that size; or one set of them.

    ``subsets`` are places in the list of attributes; each weighs the same.
    """

    known: int | tuple[str, ...]
    subsets: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Groups:
    """The records (records,) of the original; those with equal values of a set of variables are side by side.

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
    """The records grouped by equal values of a set of variables; a single group for an empty set.

    ``codes`` (records,) number the values of each attribute.
    """
    labels = classes(*(codes[place] for place in subset)) if subset else np.zeros(records, dtype=np.int64)
    order = np.argsort(labels, kind="stable")
    sizes = np.bincount(labels)
    return Groups(subset, order, np.cumsum(sizes) - sizes, sizes)


@dataclass(frozen=True)
class Beliefs:
    """``kinds`` (records,) of the original number the rows of ``table`` (kinds, domain), each of sum 1."""

    kinds: Integers
    table: Vector


def beliefs_from_intervals(lowest: Integers, highest: Integers, domain: int) -> Beliefs:
    """Beliefs in which each record's value is equally likely at any place from lowest to highest (records,).
    Places of the domain, both included (Alfalayleh & Brankovic 2014, algorithms 2 and 3).
    """
    pairs, kinds = np.unique(lowest * domain + highest, return_inverse=True)
    first, last = pairs // domain, pairs % domain
    places = np.arange(domain)
    within = (places >= first[:, None]) & (places <= last[:, None])
    return Beliefs(kinds, within / (last - first + 1)[:, None])


_ROWS = 50_000  # distributions kept until they are computed
_CELLS = 4_000_000  # numbers gathered at a time


@dataclass(frozen=True)
class Means:
    """Of each set of attributes (sets,): H0, A and the error of A, averaged over its value combinations."""

    h0: Vector
    area: Vector
    error: Vector


def means(beliefs: Beliefs, groups: Sequence[Groups], widths: Widths, context: JobContext) -> Means:
    """The averages of every set of variables, with equal weights of its groups. Raises Cancelled.

    Groups that hold the same kinds equally often are computed once.
    """
    gathered: dict[int, list[tuple[int, Integers]]] = {}  # size -> (set, the sorted kinds of its groups)
    for place, found in enumerate(groups):
        context.checkpoint()
        for size, members in _by_size(beliefs.kinds, found).items():
            gathered.setdefault(size, []).append((place, members))
    figures = _Figures(widths, context)
    numbers: list[Integers] = []
    sets: list[Integers] = []
    before = 0
    for size in sorted(gathered):
        sets.append(np.repeat([place for place, _ in gathered[size]], [len(m) for _, m in gathered[size]]))
        different, number = _different(np.concatenate([m for _, m in gathered[size]]), len(beliefs.table))
        figures.add(_mixed(beliefs.table, different, context))
        numbers.append(number + before)
        before += len(different)
    of_group, set_of_group = np.concatenate(numbers), np.concatenate(sets)
    totals = [
        np.bincount(set_of_group, weights=values[of_group], minlength=len(groups)) for values in figures.all()
    ]
    h0, area, error = np.array(totals) / [len(found.sizes) for found in groups]
    return Means(h0, area, error)


class _Figures:
    """H0, A and its error of distributions that come one lot after the other, many computed at once."""

    def __init__(self, widths: Widths, context: JobContext) -> None:
        self._widths, self._context = widths, context
        self._waiting: list[Vector] = []
        self._done: list[Vector] = []  # (3, rows) each

    def add(self, rows: Vector) -> None:
        """More distributions (rows, domain)."""
        self._waiting.append(rows)
        if sum(len(lot) for lot in self._waiting) > _ROWS:
            self._compute()

    def all(self) -> Vector:
        """The three figures (3, rows) of all that came."""
        self._compute()
        return np.concatenate(self._done, axis=1)

    def _compute(self) -> None:
        if self._waiting:
            found = row_figures(self._widths, np.concatenate(self._waiting), self._context)
            self._done.append(np.array([found.h0, found.area, found.error]))
            self._waiting.clear()


def _by_size(kinds: Integers, found: Groups) -> Mapping[int, Integers]:
    """The sorted kinds of the records by group: one array (groups, size) for each size."""
    labels = np.repeat(np.arange(len(found.sizes)), found.sizes)
    number = int(kinds.max()) + 1
    ordered = np.sort(labels * number + kinds[found.order]) - labels * number
    return {
        int(size): ordered[found.starts[found.sizes == size][:, None] + np.arange(size)]
        for size in np.unique(found.sizes)
    }


def _mixed(table: Vector, members: Integers, context: JobContext) -> Vector:
    """The mean distribution of groups given as sorted kinds (groups, size): what is possible for them."""
    groups, size = members.shape
    rows = np.zeros((groups, table.shape[1]))
    step = max(1, _CELLS // max(rows.size, 1))
    for start in range(0, size, step):  # in the order of the kinds, whatever that of the records
        context.checkpoint()
        rows += table[members[:, start : start + step]].sum(axis=1)
    rows /= size
    return rows


def _different(members: Integers, kinds: int) -> tuple[Integers, Integers]:
    """The different rows, and for each row the number of its like."""
    size = members.shape[1]
    if kinds**size < 2**63:  # a row is a number with so many digits
        keys = np.zeros(len(members), dtype=np.int64)
        for column in members.T:
            keys = keys * kinds + column
        _, first, number = np.unique(keys, return_index=True, return_inverse=True)
        return members[first], number
    return members, np.arange(len(members))
