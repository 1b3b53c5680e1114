"""Which record of an original file each record of a file made from it is: by a key, by order, by nearness.

A wrong pairing makes every record look protected. So each way needs proof from the values, and without any
the files are not compared.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt
from scipy.spatial import cKDTree

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata, Variable
from sdc_desktop.engine.data.store.packed_codes import distinct_rows
from sdc_desktop.engine.microdata.utility.pairs import pair_of
from sdc_desktop.engine.problems import Place, Problem, Refused, error, note
from sdc_desktop.engine.spec import IDENTIFYING

Booleans = npt.NDArray[np.bool_]
Integers = npt.NDArray[np.int64]
Vector = npt.NDArray[np.float64]

_KEYED = 0.99  # of the released keys are keys of the original
_SURE = 0.95  # of the records agree, or have a clear nearest one
_TIED = 0.1  # of records that agree with their neighbour, at most, where a file is sorted
_NATS = 7.0  # how unlikely the agreement is in another order: less than 1 in 1,000
_NEARER = 0.5  # than in any other order, or than the second nearest
_UNRELATED = 0.75  # of the distance in another order
_KEY_NEARER = 0.9
_FAR = 0.4  # of all ranks
_DEVIATIONS = 4.0  # of the mean distance of ranks in another order
_SPREAD = np.sqrt(1 / 18)  # of |r - s| of independent uniform r and s (Stuart 1954)
_SAMPLE = 2_000
_TINY = 1e-9
_STEPS = (0.8191725133961645, 0.6710436067037893, 0.5497004779019703)  # additive recurrence (Roberts 2018)


@dataclass(frozen=True)
class PairedFiles:
    """Records ``own`` of the original (pairs,) and ``shown`` of the released file (pairs,), which belong
    together. ``key``: the variable that pairs them; ``left_out``: released records without a counterpart.
    """

    by: Literal["key", "order", "nearest"]
    own: Integers
    shown: Integers
    left_out: int
    key: str = ""

    def of(
        self, original: Microdata, released: Microdata, context: JobContext
    ) -> tuple[Microdata, Microdata]:
        """Both files with the paired records alone, in the same order."""
        if self.by == "order":
            return original, released
        return original.picked(self.own, context), released.picked(self.shown, context)

    def problems(self) -> tuple[Problem, ...]:
        """Notes on how the records were paired, and how many were not."""
        where = Place(key="params.released")
        codes = {"key": "pairing.by_key", "order": "pairing.by_order", "nearest": "pairing.by_nearest"}
        name = {"name": self.key} if self.key else {}
        paired = note(codes[self.by], where, number=len(self.own), **name)
        return (paired, note("pairing.left_out", where, number=self.left_out)) if self.left_out else (paired,)


@dataclass(frozen=True)
class _Column:
    """A variable of both files in common codes (records,), equal where texts or numbers are; ``numbers`` and
    ``absent`` by code.
    """

    own: Integers
    shown: Integers
    numbers: Vector | None
    absent: Booleans

    @property
    def varies(self) -> bool:
        return all(len(np.unique(codes)) > 1 for codes in (self.own, self.shown))

    def chance(self) -> float:
        """The share of equal records in a random order."""
        size = len(self.absent)
        counts = [np.bincount(codes, minlength=size) for codes in (self.own, self.shown)]
        return float((counts[0] / len(self.own)) @ (counts[1] / len(self.shown)))

    def ranked(self) -> tuple[Vector, Vector]:
        """Mid-ranks, 0 to 1, of the numbers of both files; nan where missing."""
        assert self.numbers is not None
        return _ranks(self.numbers[self.own]), _ranks(self.numbers[self.shown])

    def of(self, own: Integers, shown: Integers) -> "_Column":
        return _Column(self.own[own], self.shown[shown], self.numbers, self.absent)


def paired_files(
    original: Microdata, released: Microdata, differ: Problem, context: JobContext
) -> PairedFiles:
    """Pair the records of a released file with the original ones: by a variable of both that identifies each
    of them, else by their order, else by the nearest record in all common variables.

    Raises :class:`Refused`: with ``differ`` where the numbers of records differ and no variable identifies
    them; where no way is evident; Cancelled.
    """
    variables = [variable for variable in original.variables if variable.name in released.names]
    columns: dict[str, _Column] = {}
    for place, variable in enumerate(variables):
        context.progress(0.5 * place / len(variables), "comparing_files")
        columns[variable.name] = _column(original, released, variable.name, context)
    found = _by_key(variables, columns)
    if found is None and (original.records != released.records or not original.records):
        raise Refused(differ)
    if found is None:
        found = _by_order(list(columns.values()), original.records)
    if found is None:
        found = _by_nearest(list(columns.values()), context)
    if found is None:
        raise Refused(error("pairing.none", Place(key="params.released")))
    return found


def _column(original: Microdata, released: Microdata, name: str, context: JobContext) -> _Column:
    try:
        pair = pair_of(original, released, name, context)
    except Refused:  # a number with texts in some records
        pair = pair_of(_nominal(original), _nominal(released), name, context)
    if pair.numbers is None:
        return _Column(pair.original, pair.released, None, pair.missing)
    numbers = np.append(pair.numbers, np.nan)
    values, code = np.unique(numbers, return_inverse=True)  # missing values are one, and the last
    code = code.reshape(-1).astype(np.int64)
    return _Column(code[pair.original], code[pair.released], values, np.isnan(values))


def _nominal(data: Microdata) -> Microdata:
    return data.with_variables([Variable(one.name, missing=one.missing) for one in data.variables])


# By a key. A number may be a key only where it is known to identify persons: swapped incomes are all there.


def _by_key(variables: Sequence[Variable], columns: dict[str, _Column]) -> PairedFiles | None:
    """The first key that other variables confirm. Keys that they do not are removed from the columns: they
    may be running numbers of the rows of each file.
    """
    identifying = (v for v in variables if v.role in IDENTIFYING or v.suspicion is not None)
    codes = (v for v in variables if v.level != "continuous")
    names = dict.fromkeys(variable.name for variable in (*identifying, *codes))
    joined = {name: rows for name in names if (rows := _joined(columns[name])) is not None}
    keys = {name: columns.pop(name) for name in joined}
    for name, (own, shown) in joined.items():
        others = [one.of(own, shown) for one in columns.values()]
        if _agree_exactly(others) or _are_near(others, _KEY_NEARER, 1.0):
            return PairedFiles("key", own, shown, len(keys[name].shown) - len(shown), name)
    return None


def _joined(key: _Column) -> tuple[Integers, Integers] | None:
    """The records of both files with the same key, in the order of the original; None where it is no key."""
    if not len(key.own) or not len(key.shown) or key.absent[key.own].any():
        return None
    rows = np.flatnonzero(~key.absent[key.shown])
    given = key.shown[rows]
    if len(np.unique(key.own)) < len(key.own) or len(np.unique(given)) < len(given):
        return None
    place = np.full(len(key.absent), -1, dtype=np.int64)
    place[key.own] = np.arange(len(key.own))
    there = place[given] >= 0
    if there.sum() < _KEYED * len(key.shown):
        return None
    own, shown = place[given[there]], rows[there]
    order = np.argsort(own, kind="stable")
    return own[order], shown[order]


# By order. Evident where values agree row by row, and would not if the rows were moved by one.


def _by_order(columns: Sequence[_Column], records: int) -> PairedFiles | None:
    if not (_agree_exactly(columns) or (_are_near(columns, _NEARER, _FAR) and not _are_moved(columns))):
        return None
    rows = np.arange(records, dtype=np.int64)
    return PairedFiles("order", rows, rows, 0)


def _agree_exactly(columns: Sequence[_Column]) -> bool:
    """Whether the variables that are unchanged in nearly all records show that the records belong together:
    in a sorted file only variables in which neighbours differ.
    """
    shares = [(float(_equal(one).mean()), place) for place, one in enumerate(columns) if one.varies]
    together: list[_Column] = []
    for share, place in sorted(shares, reverse=True):
        if share < _SURE:
            return False
        together.append(columns[place])
        if _tell(together):
            return True
    return False


def _tell(columns: Sequence[_Column]) -> bool:
    records = len(columns[0].own)
    here = _agreeing(columns, 0)
    moved = max(_agreeing(columns, shift) for shift in (1, -1))
    other = max(_agreeing(columns, records // part) for part in (2, 3, 5) if records >= part)
    is_sorted = moved > other + 3 * np.sqrt(max(other, 1 / records) / records)
    if is_sorted and moved > _TIED:
        return False
    chance = max(moved, other, 1 / records)
    return here - chance >= _SURE * (1 - chance) and records * _divergence(here, chance) >= _NATS


def _equal(one: _Column, shift: int = 0) -> Booleans:
    """Where both files have one value, or one of them has none; the released records moved by some rows."""
    shown = np.roll(one.shown, shift)
    found: Booleans = (one.own == shown) | one.absent[one.own] | one.absent[shown]
    return found


def _agreeing(columns: Sequence[_Column], shift: int) -> float:
    together = np.ones(len(columns[0].own), dtype=np.bool_)
    for one in columns:
        together &= _equal(one, shift)
    return float(together.mean())


def _divergence(share: float, chance: float) -> float:
    """Kullback-Leibler divergence of two shares, in nats."""
    if share <= chance:
        return 0.0
    rest = (1 - share) * np.log((1 - share) / (1 - chance)) if share < 1 else 0.0
    return float(share * np.log(share / chance) + rest)


def _are_near(columns: Sequence[_Column], nearer: float, far: float) -> bool:
    """Whether the ranks of some number are much nearer row by row than in any other order, and nearly all of
    them at most ``far`` apart: else some rows may have been moved.
    """
    for one in columns:
        if one.numbers is None or not one.varies:
            continue
        here, moved, chance = _distances(one)
        least = chance - _DEVIATIONS * _SPREAD / np.sqrt(len(one.own))
        ranks = np.abs(np.subtract(*one.ranked()))
        if here <= min(nearer * min(moved, chance), least) and np.nanquantile(ranks, _SURE) <= far:
            return True
    return False


def _are_moved(columns: Sequence[_Column]) -> bool:
    """Whether some variable has its values in other records: numbers that are unrelated, or categories that
    are equally frequent in both files.
    """
    for one in columns:
        if not one.varies:
            continue
        if one.numbers is not None:
            here, _, chance = _distances(one)
            if here > _UNRELATED * chance:
                return True
            continue
        size, chance = len(one.absent), one.chance()
        same = np.array_equal(np.bincount(one.own, minlength=size), np.bincount(one.shown, minlength=size))
        if same and float((one.own == one.shown).mean()) < chance + _SURE * (1 - chance):
            return True
    return False


def _distances(one: _Column) -> tuple[float, float, float]:
    """The mean distance of ranks row by row, moved by one row, and moved by many."""
    own, shown = one.ranked()
    many = [len(own) // part for part in (2, 3, 5)]
    moved, chance = (min(_apart(own, np.roll(shown, by)) for by in shifts) for shifts in ((1, -1), many))
    return _apart(own, shown), moved, chance


def _ranks(values: Vector) -> Vector:
    found = np.full(len(values), np.nan)
    known = np.flatnonzero(~np.isnan(values))
    _, code, counts = np.unique(values[known], return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    found[known] = ((ends - counts / 2) / max(len(known), 1))[code.reshape(-1)]
    return found


def _apart(own: Vector, shown: Vector) -> float:
    """The mean distance of ranks where both are known."""
    there = ~(np.isnan(own) | np.isnan(shown))
    return float(np.abs(own[there] - shown[there]).mean()) if there.any() else 1.0


# By the nearest record: clear where it is less than half as far as the next, and nearest to no other.


def _by_nearest(columns: Sequence[_Column], context: JobContext) -> PairedFiles | None:
    used = [one for one in columns if one.varies and (one.numbers is not None or one.chance() > 0)]
    if not used:
        return None
    own, shown = (np.column_stack([*_coordinates(used, side)]) for side in (0, 1))
    points, number, counts = distinct_rows(own)
    tree, records = cKDTree(points), len(shown)
    sample = np.arange(min(_SAMPLE, records)) * records // min(_SAMPLE, records)
    if _clear(tree, shown[sample], context)[1].mean() < _SURE:
        return None
    nearest, clear = _clear(tree, shown, context)
    taken = np.bincount(nearest[clear], minlength=len(points))
    clear &= taken[nearest] <= counts[nearest]
    if clear.mean() < _SURE:
        return None
    rows = np.flatnonzero(clear)
    return _assigned(number, nearest, rows, records)


def _assigned(number: Integers, nearest: Integers, rows: Integers, records: int) -> PairedFiles:
    """Each of these released rows beside an original record of its point; equal originals in turn."""
    members = np.argsort(number, kind="stable")
    starts = np.searchsorted(number[members], np.arange(int(number.max()) + 1))
    rows = rows[np.argsort(nearest[rows], kind="stable")]
    points = nearest[rows]
    turn = np.arange(len(rows)) - np.searchsorted(points, points)
    own = members[starts[points] + turn].astype(np.int64)
    order = np.argsort(own, kind="stable")
    return PairedFiles("nearest", own[order], rows[order], records - len(rows))


def _clear(tree: cKDTree, shown: Vector, context: JobContext) -> tuple[Integers, Booleans]:
    """The nearest point of each record (records,), and whether it is clearly the nearest."""
    nearest, clear = [np.empty(0, dtype=np.int64)], [np.empty(0, dtype=np.bool_)]
    for start in range(0, len(shown), _SAMPLE):
        context.progress(0.5 + 0.5 * start / len(shown), "linking")
        part = shown[start : start + _SAMPLE]
        distances, places = tree.query(part)
        reach = distances / _NEARER * (1 - _TINY)  # a second one is seldom so near: far from all is slow
        nearest.append(places)
        clear.append(tree.query_ball_point(part, reach, return_length=True) == 1)
    return np.concatenate(nearest), np.concatenate(clear)


def _coordinates(columns: Sequence[_Column], side: int) -> Iterator[Vector]:
    """Coordinates of the records of one file: numbers by the standard deviation of the original, categories
    as points of a cube that are apart.
    """
    for one in columns:
        codes = (one.own, one.shown)[side]
        if one.numbers is None:
            for step in _STEPS:
                yield np.mod(codes * step, 1.0, dtype=np.float64)
            continue
        known = one.numbers[one.own]
        known = known[~np.isnan(known)]
        mean, spread = (float(known.mean()), float(known.std())) if len(known) else (0.0, 1.0)
        yield np.where(one.absent, 0.0, (one.numbers - mean) / (spread or 1.0))[codes]
        if one.absent[one.own].any() or one.absent[one.shown].any():
            yield one.absent[codes].astype(np.float64)
