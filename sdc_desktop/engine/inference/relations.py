"""Protected numbers that other released numbers reveal: copies, multiples, sums, differences, an order.

Linear relations o = a + sum b_i x_i of an original on released numbers: of each one, each two, and all. Each
is fitted by least squares in five rounds, each on the 90 % of records with the smallest residuals, so that it
is found where some records depart from it. A protected cell is *open* unless its released number is itself
within the tolerance of the original, and *revealed* if it is open and the relation is within it. The
tolerance is the last decimal place (exactly), failing that 1 % of the value (closely), or of the range of all
values where it is smaller: 1 % of a year of birth would be twenty years. More variables count only if they
reveal more, and those that are not needed are dropped. Where a released number has the order of the
originals, the shown value of the same rank is tried as well: swapped values come back by it.

What fits by accident reveals nothing: a relation must reveal a quarter of the protected cells and half of the
open ones that no single number reveals, and hold for a quarter of all records with any but the commonest
original, and for several times as many as it has coefficients. The originals serve to fit and to score; an
intruder has the cells that are left, or knows the relation (12 months, parts of a total).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import ceil

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.inference.columns import Booleans, Integers, PairedColumn, PairedRecords, Vector
from sdc_desktop.engine.plan_secrets import REDACTED

ORIGINALS = 30  # a number has more different originals
DIFFERENT = 10  # values of a number that reveals others
PAIRED = 20  # numbers of which each two are tried
LACKING = 0.1  # of the records, where numbers count as complete
CLOSELY = 0.01  # of the value, or of the range of the originals where that is smaller
OPEN_WRONG = 0.5  # of the cells that one number for all does not reveal
PROTECTED_TOLD, HELD = 0.25, 0.25  # of the protected cells, of the records
TIMES = 3  # the records that a relation holds for, by coefficient
MORE = 1.02  # times the cells, for more variables
ENOUGH = 0.95  # of the cells, for fewer
ORDERED, RANKED = 0.999, 30  # rank correlation, records
SAMPLED = 20_000  # records, from which a sample is searched
SAMPLE = 5_000  # of the protected cells, and of the others

_ROUNDS, _KEPT, _SAME = 5, 0.9, 1e-6
_DIGITS = 1e-13  # of the largest original: what sums of floating numbers lose


@dataclass(frozen=True)
class NumbersRevealed:
    """Of the ``protected`` cells of a variable, ``open`` ones do not show their original, and ``revealed`` of
    these follow from ``sources``: to the last decimal place (``exactly``) or within 1 %. ``cells``:
    (records,) which.
    """

    variable: str
    sources: tuple[str, ...]
    protected: int
    open: int
    revealed: int
    exactly: bool
    cells: Booleans = field(metadata=REDACTED, repr=False, compare=False)


def numbers_revealed(records: PairedRecords, context: JobContext) -> tuple[NumbersRevealed, ...]:
    """What released numbers reveal of each protected number, in file order. Of many records a sample is
    searched, and what it shows is confirmed by all. Raises Cancelled.
    """
    sources = [one for one in records.columns if _is_source(one, records.records)]
    found = []
    for column in records.columns:
        context.checkpoint()
        if column.role == "household":  # new numbers of households are no one's
            continue
        others = [one for one in sources if one.name != column.name]
        if not others or not _is_protected_number(column):
            continue
        with np.errstate(all="ignore"):
            one = _of_column(column, others, context)
        if one is not None:
            found.append(one)
    return tuple(found)


def _is_source(column: PairedColumn, records: int) -> bool:
    """Whether the released values are numbers in half of the records, with 10 different ones."""
    shown, there = _used(column, column.released)
    return 2 * int(shown[there].sum()) >= records and _has(column.numbers[there], DIFFERENT)


def _is_protected_number(column: PairedColumn) -> bool:
    """Whether values are protected, and the originals are mostly numbers, of more than 30 values."""
    if np.array_equal(column.original, column.released):
        return False
    held, there = _used(column, column.original)
    mostly = 2 * int(held[there].sum()) >= int(held[~column.absent].sum())
    return mostly and _has(column.numbers[there], ORIGINALS + 1)


def _used(column: PairedColumn, codes: Integers) -> tuple[Integers, Booleans]:
    """How many records (texts,) have each text, and whether (texts,) it is a number in use."""
    frequencies = np.bincount(codes, minlength=len(column.texts))
    return frequencies, np.isfinite(column.numbers) & ~column.absent & (frequencies > 0)


def _has(numbers: Vector, different: int) -> bool:
    """Whether there are at least this many different numbers; the first of them mostly show it."""
    return any(len(np.unique(numbers[:few])) >= different for few in (1_000, None))


def _numbers(column: PairedColumn, codes: Integers) -> Vector:
    """The numbers (rows,) that codes (rows,) mean; nan where they mean none, or an absent value."""
    numbers = column.numbers[codes]
    return np.where(column.absent[codes] | ~np.isfinite(numbers), np.nan, numbers)


@dataclass(frozen=True)
class _Relation:
    """Of some sources, by number, with a coefficient for each and a constant; or of the order of one."""

    sources: tuple[int, ...]
    coefficients: Vector | None = None
    falls: bool = False


@dataclass(frozen=True)
class _Score:
    """The cells that a relation derives, and those that one number for all of them would (``constant``); the
    records that it holds for, and the ``least`` number of them.
    """

    protected: int
    open: int
    constant: int
    derived: int
    held: int
    least: float

    @property
    def accepted(self) -> bool:
        """Whether it is a relation, and no accident."""
        wrong = self.open - self.derived
        return (
            self.derived >= max(1, PROTECTED_TOLD * self.protected)
            and wrong <= OPEN_WRONG * (self.open - self.constant)
            and self.held >= self.least
        )


_Scored = tuple[_Relation, tuple[_Score, _Score]]  # exactly, closely


@dataclass(frozen=True)
class _Scale:
    """Numbers are divided by ``size``; those of sources are then centred on ``middle``."""

    size: float
    middle: float = 0.0

    def scaled(self, numbers: Vector) -> Vector:
        """The numbers (rows,), so that none of their products overflows."""
        return numbers / self.size - self.middle


def _scale_of(numbers: Vector, *, centred: bool) -> _Scale:
    """That of some numbers (rows,)."""
    there = numbers[np.isfinite(numbers)]
    size = float(np.abs(there).max(initial=0.0)) or 1.0
    return _Scale(size, float(np.median(there / size)) if centred and len(there) else 0.0)


class _Cells:
    """A protected number and its sources at some records, scaled.

    ``own``, ``shown``: (rows,) the original and the released number, nan where it is none. ``numbers``:
    (sources + 1, rows), the last row ones. ``protected``: (rows,). ``scales``: of the number and each source.
    """

    def __init__(
        self,
        column: PairedColumn,
        sources: Sequence[PairedColumn],
        rows: Integers | None,
        scales: Sequence[_Scale] = (),
    ) -> None:
        """At these records (rows,), or at all; with these scales, or their own."""

        def at(codes: Integers) -> Integers:
            return codes if rows is None else codes[rows]

        original, released = at(column.original), at(column.released)
        own, shown = _numbers(column, original), _numbers(column, released)
        known = list(scales)
        self.scales = [known.pop(0) if known else _scale_of(own, centred=False)]
        self.own, self.shown = self.scales[0].scaled(own), self.scales[0].scaled(shown)
        scale = self.scales[0].size
        there = np.isfinite(self.own)
        self.protected = there & (original != released) & (self.own != self.shown)
        commonest = np.argmax(np.bincount(original, minlength=len(column.texts)))
        self._ordinary = there & (original != commonest)
        exactly = column.unit / scale * (1 + _DIGITS) + _DIGITS
        within = np.minimum(np.abs(self.own), np.ptp(self.own[there])) if there.any() else self.own
        self._tolerances = (np.full(len(self.own), exactly), np.maximum(exactly, CLOSELY * within))
        off, middle = np.abs(self.shown - self.own), np.median(self.own[there]) if there.any() else 0.0
        self._open = tuple(self.protected & ~(off <= most) for most in self._tolerances)
        self._constant = tuple(
            is_open & (np.abs(self.own - middle) <= most)
            for most, is_open in zip(self._tolerances, self._open, strict=True)
        )
        self.numbers = np.ones((len(sources) + 1, len(self.own)))
        for place, source in enumerate(sources):
            meant = _numbers(source, at(source.released))
            self.scales.append(known.pop(0) if known else _scale_of(meant, centred=True))
            self.numbers[place] = self.scales[-1].scaled(meant)
        self._finite = np.isfinite(self.numbers)
        self._there = there

    def fitted(self, sources: Sequence[int]) -> _Relation | None:
        """The relation of least squares of some sources; None where too few records have them all."""
        places = [*sources, len(self.numbers) - 1]
        there = self._there & self._finite[places].all(axis=0)
        numbers, rest = self.numbers[places], self.own
        if not there.all():
            numbers, rest = numbers[:, there], rest[there]
        if len(rest) < TIMES * len(places):
            return None
        most = ceil(_KEPT * len(rest)) - 1
        kept = np.ones(len(rest))
        coefficients = np.zeros(len(places))
        for _ in range(_ROUNDS):
            used = numbers * kept
            step = _least_squares(used @ used.T, used @ rest)
            if step is None:
                return None
            coefficients += step
            rest = rest - step @ numbers
            off = np.abs(rest)
            kept = (off <= max(float(np.partition(off, most)[most]), _SAME)).astype(np.float64)
        return _Relation(tuple(sources), coefficients)

    def complete_sources(self) -> tuple[int, ...]:
        """The sources that nearly all records with an original have."""
        lacking = (~self._finite[:-1, self._there]).mean(axis=1) if self._there.any() else ()
        return tuple(place for place, share in enumerate(lacking) if share <= LACKING)

    def ordered(self, source: int) -> _Relation | None:
        """The order of a source, where the originals have the same one."""
        there = self._there & self._finite[source]
        if int(there.sum()) < RANKED:
            return None
        own, other = _ranks(self.own[there]), _ranks(self.numbers[source, there])
        spread = float(np.sqrt((own @ own) * (other @ other)))
        alike = float(own @ other) / spread if spread else 0.0
        return _Relation((source,), falls=alike < 0) if abs(alike) >= ORDERED else None

    def estimates(self, relation: _Relation) -> Vector:
        """The originals (rows,) by a relation; nan where it says nothing."""
        if relation.coefficients is not None:
            return relation.coefficients @ self.numbers[[*relation.sources, len(self.numbers) - 1]]
        return _of_same_rank(self.shown, self.numbers[relation.sources[0]], relation.falls)

    def scores(self, relation: _Relation) -> tuple[_Score, _Score]:
        """How it does exactly, and closely."""
        estimates = self.estimates(relation)
        off = np.abs(estimates - self.own)
        tried = self._ordinary & np.isfinite(estimates)
        size = 1 if relation.coefficients is None else len(relation.coefficients)
        least = max(HELD * int(tried.sum()), TIMES * size)
        found = []
        for tolerance, is_open, constant in zip(self._tolerances, self._open, self._constant, strict=True):
            held = off <= tolerance
            counts = (self.protected, is_open, constant, is_open & held, tried & held)
            cells, open_ones, by_one, derived, holds = (int(np.count_nonzero(one)) for one in counts)
            found.append(_Score(cells, open_ones, by_one, derived, holds, least))
        return found[0], found[1]

    def derived(self, relation: _Relation, closely: bool) -> Booleans:
        """The cells (rows,) that it reveals."""
        off = np.abs(self.estimates(relation) - self.own)
        derived: Booleans = self._open[closely] & (off <= self._tolerances[closely])
        return derived


def _least_squares(products: Vector, right: Vector) -> Vector | None:
    """The solution (coefficients,) of the normal equations, the shortest one where they have several."""
    size = np.sqrt(np.diag(products))
    size[size == 0] = 1.0
    scaled, target = products / np.outer(size, size), right / size
    if not (np.isfinite(scaled).all() and np.isfinite(target).all()):
        return None
    found: Vector = np.linalg.lstsq(scaled, target, rcond=1e-12)[0] / size
    return found if np.isfinite(found).all() else None


def _ranks(values: Vector) -> Vector:
    """The ranks (rows,) about their mean; equal values share theirs."""
    _, codes, counts = np.unique(values, return_inverse=True, return_counts=True)
    ranks = np.cumsum(counts) - (counts + 1) / 2
    return ranks[codes.reshape(-1)] - (len(values) - 1) / 2


def _of_same_rank(shown: Vector, other: Vector, falls: bool) -> Vector:
    """For each record (rows,) the shown value with the rank of its other value, among the records with
    both.
    """
    both = np.isfinite(shown) & np.isfinite(other)
    estimates = np.full(len(other), np.nan)
    if not both.any():
        return estimates
    ranked, values = np.sort(other[both]), np.sort(shown[both])
    there = np.isfinite(other)
    before, after = (np.searchsorted(ranked, other[there], side) for side in ("left", "right"))
    places = np.clip((before + after - 1) // 2, 0, len(ranked) - 1)
    beyond = np.clip(places + 1, 0, len(ranked) - 1)  # between two shown ones: the nearer
    nearer = np.abs(ranked[beyond] - other[there]) < np.abs(ranked[places] - other[there])
    places = np.where(nearer, beyond, places)
    estimates[there] = values[::-1][places] if falls else values[places]
    return estimates


def _of_column(
    column: PairedColumn, others: Sequence[PairedColumn], context: JobContext
) -> NumbersRevealed | None:
    """What the others reveal of a number; exactly, failing that closely (not of codes)."""
    rows = _sample(column)
    cells = _Cells(column, others, rows)
    if not cells.protected.any():
        return None
    groups = [*_tried(cells, context), list(_ordered(cells, column, others, context))]
    for closely in (False,) if column.level == "nominal" else (False, True):
        best = _best(groups, closely)
        if best is None:
            continue
        best = _fewest(cells, best, closely, context)
        relation, names, found = best[0], [others[place] for place in best[0].sources], cells
        if rows is not None:
            relation = replace(relation, sources=tuple(range(len(names))))
            scales = [cells.scales[0], *(cells.scales[place + 1] for place in best[0].sources)]
            found = _Cells(column, names, None, scales)
        score = found.scores(relation)[closely]
        if score.accepted:
            sources = tuple(one.name for one in names)
            derived = found.derived(relation, closely)
            return NumbersRevealed(
                column.name, sources, score.protected, score.open, score.derived, not closely, derived
            )
    return None


def _sample(column: PairedColumn) -> Integers | None:
    """The records (rows,) that are searched, in order: some of each kind; None for all."""
    if len(column.original) < SAMPLED:
        return None
    protected = column.original != column.released
    kinds = (np.flatnonzero(protected), np.flatnonzero(~protected))
    return np.sort(np.concatenate([one[:: max(1, ceil(len(one) / SAMPLE))] for one in kinds]))


def _tried(cells: _Cells, context: JobContext) -> Iterator[list[_Scored]]:
    """The linear relations of one source, of two, and of all, also of only those that are nearly complete."""
    sources = range(len(cells.numbers) - 1)
    alone = list(_scored(cells, ((place,) for place in sources), context))
    yield alone
    closest = sorted(alone, key=lambda one: -one[1][1].held)[:PAIRED]
    paired = sorted(one[0].sources[0] for one in closest)
    yield list(_scored(cells, combinations(paired, 2), context))
    many = dict.fromkeys((tuple(sources), cells.complete_sources()))
    yield list(_scored(cells, (one for one in many if len(one) > 2), context))


def _ordered(
    cells: _Cells, column: PairedColumn, others: Sequence[PairedColumn], context: JobContext
) -> Iterator[_Scored]:
    """The orders of sources. The ranks in a sample find them, all records show what they reveal."""
    for place, other in enumerate(others):
        context.checkpoint()
        relation = cells.ordered(place)
        if relation is not None:
            scales = (cells.scales[0], cells.scales[place + 1])
            yield relation, _Cells(column, [other], None, scales).scores(replace(relation, sources=(0,)))


def _scored(cells: _Cells, tuples: Iterable[tuple[int, ...]], context: JobContext) -> Iterator[_Scored]:
    """The relations of these sources, with what they reveal."""
    for sources in tuples:
        context.checkpoint()
        relation = cells.fitted(sources)
        if relation is not None:
            yield relation, cells.scores(relation)


def _best(groups: Sequence[Sequence[_Scored]], closely: bool) -> _Scored | None:
    """The accepted relation that reveals most; one of a later group must reveal 2 % more."""
    best: _Scored | None = None
    for group in groups:
        accepted = [one for one in group if one[1][closely].accepted]
        if not accepted:
            continue
        most = max(accepted, key=lambda one: one[1][closely].derived)
        if best is None or most[1][closely].derived >= MORE * best[1][closely].derived:
            best = most
    return best


def _fewest(cells: _Cells, found: _Scored, closely: bool, context: JobContext) -> _Scored:
    """The relation without the sources that it does not need, those of least contribution dropped first: half
    of them at once, as long as 95 % of the cells stay revealed.
    """
    enough = ENOUGH * found[1][closely].derived
    dropped = len(found[0].sources) // 2
    while dropped and found[0].coefficients is not None:
        order = _by_contribution(cells, found[0])
        tries = [order[:dropped]] if dropped > 1 else [[place] for place in order]
        for without in tries:
            left = tuple(place for place in found[0].sources if place not in without)
            fewer = next(_scored(cells, [left], context), None) if left else None
            if fewer is not None and fewer[1][closely].accepted and fewer[1][closely].derived >= enough:
                found = fewer
                dropped = min(dropped, len(left) // 2)
                break
        else:
            dropped //= 2
    return found


def _by_contribution(cells: _Cells, relation: _Relation) -> list[int]:
    """The sources, those first that move the estimates least."""
    spread = np.nanstd(cells.numbers[list(relation.sources)], axis=1)
    moved = np.abs(relation.coefficients[:-1]) * spread if relation.coefficients is not None else spread
    return [relation.sources[place] for place in np.argsort(moved, kind="stable")]
