"""Which waiting records can be released together so that most do.

For MIS and KLD alone the result is exact wherever `proven`; else it is the best set found, and no safe set
has more than `bound` records. For CST alone each target is searched separately. For DQT and combinations the
sets tried are those that MIS or KLD would take, from large to small; what MIS or KLD, where they are among
the tests, prove impossible bounds them as well.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, islice, product

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.release.allocation import Additions, additions, by_minorants, exactly, traced
from sdc_desktop.engine.release.assessment import TargetFindings, assess, below, pearson
from sdc_desktop.engine.release.rules import EQUAL, Counts, Vector
from sdc_desktop.engine.release.spec import Test
from sdc_desktop.engine.release.statistics.critical_values import CriticalValues

_FIT_TRIES = 64  # numbers of records of a target


# Which waiting records can be released together by CST alone, target by target.
# A target's joined cells and their critical value depend on its own records only, so that each target can be
# searched by itself. The sets tried are those that depart least from the baseline, from many records to few.
class FitSets:
    """Searches targets, and knows what it found of each: after most requests only one target has changed."""

    def __init__(self, criticals: CriticalValues) -> None:
        self._criticals = criticals
        self._known: dict[int, tuple[bytes, Counts]] = {}

    def largest(self, released: Counts, waiting: Counts) -> Counts:
        """The largest safe sets found (targets, values) of counts released and waiting."""
        found = np.zeros_like(waiting)
        for target in np.flatnonzero(waiting.any(axis=1)).tolist():
            key = released[target].tobytes() + waiting[target].tobytes()
            known = self._known.get(target)
            if known is None or known[0] != key:
                known = (key, self._search(released[target], waiting[target]))
                self._known[target] = known
            found[target] = known[1]
        return found

    def _search(self, released: Counts, waiting: Counts) -> Counts:
        rules = self._criticals.rules
        baseline = rules.baseline
        added = additions(released, waiting, baseline)
        tried = np.unique(np.linspace(1, added.most, min(added.most, _FIT_TRIES)).astype(int))
        for number in tried[::-1].tolist():
            more = added.counts(number, len(baseline))
            statistic, cells = pearson((released + more).tolist(), baseline, rules.join)
            if cells == 1 or below(statistic, self._criticals.pearson(cells)):
                return more
        return np.zeros_like(waiting)


Flags = npt.NDArray[np.bool_]
EXACT_UP_TO = 4_000  # waiting records; beyond, MIS is reported with a bound where its corners leave a gap
_MOST_WAYS = 256  # of first meeting unseen values and targets; beyond, the bound is one for all of them
_TRIES = 64
_ROUNDING = 1e-9  # bits by which a bound may be wrong, and far less than that


@dataclass(frozen=True)
class LargestSet:
    """``counts`` (targets, values) of the set; no safe set has more than ``bound`` records."""

    counts: Counts
    records: int
    bound: int

    @property
    def proven(self) -> bool:
        """Whether no safe set is larger."""
        return self.records == self.bound


@dataclass(frozen=True)
class _Way:
    """One way the set may meet values and targets that were not seen before.

    ``forced`` (targets, values) are records released in any case; ``allowed`` (targets, values) those that
    may also be; at least ``least`` of each target are. This number of values and targets are seen in the end.
    """

    forced: Counts
    allowed: Counts
    least: tuple[int, ...]
    values_seen: int
    targets_seen: int


def largest_set(
    released: Counts,
    waiting: Counts,
    tests: Sequence[Test],
    criticals: CriticalValues,
    exact_up_to: int = EXACT_UP_TO,
    fits: FitSets | None = None,
) -> LargestSet:
    """The largest set of waiting records after whose release, as one step, all tests hold.

    Counts are (targets, values). KLD and CST are tested for the targets that get records. ``fits`` knows what
    it found before for targets that have not changed.
    """
    found = LargestSet(np.zeros_like(waiting), 0, int(waiting.sum()))
    if found.bound == 0:
        return found
    if list(tests) == ["CST"]:
        counts = (fits or FitSets(criticals)).largest(released, waiting)
        return LargestSet(counts, int(counts.sum()), found.bound)
    own = [
        _largest(released, waiting, test, criticals, exact_up_to) for test in tests if test in ("MIS", "KLD")
    ]
    if len(own) == len(tests) == 1:
        return own[0]
    bound = min([found.bound, *(answer.bound for answer in own)])
    tried = chain((answer.counts for answer in own), _path(released, waiting, criticals, bound))
    best = found.counts
    for counts in tried:
        if counts.sum() > best.sum() and safe_together(released, counts, tests, criticals):
            best = counts
    return LargestSet(best, int(best.sum()), bound)


def safe_together(released: Counts, more: Counts, tests: Sequence[Test], criticals: CriticalValues) -> bool:
    """Whether all tests hold once `more` is released as well; KLD and CST of the targets that get records."""
    touched = [criticals.rules.targets[y] for y in np.flatnonzero(more.sum(axis=1))]
    for test in tests:
        found = assess(released + more, test, criticals)
        if isinstance(found, TargetFindings):
            if not all(found.targets[name].safe for name in touched):
                return False
        elif not found.safe:
            return False
    return True


def _path(released: Counts, waiting: Counts, criticals: CriticalValues, bound: int) -> Iterator[Counts]:
    """Sets of fewer and fewer waiting records; those that add most information are dropped first."""
    added = [additions(*pair, criticals.rules.baseline) for pair in zip(released, waiting, strict=True)]
    _, corners = by_minorants([one.bits for one in added], [0] * len(added))
    for number in np.unique(np.linspace(1, bound, min(bound, _TRIES)).astype(int))[::-1].tolist():
        yield _counts(added, corners.sharing(number), released.shape[1])


def _largest(
    released: Counts, waiting: Counts, test: Test, criticals: CriticalValues, exact_up_to: int
) -> LargestSet:
    """The largest set for MIS or KLD alone, while values are drawn and for each way on to chi-square."""
    solve = _by_information if test == "MIS" else _by_distances
    drawn = released.sum() < criticals.rules.last_drawn
    found = [(np.zeros_like(waiting), 0)]
    if drawn:
        found.append(solve(released, _any_way(released, waiting), True, criticals, exact_up_to))
    at_once = [*found, solve(released, _any_way(released, waiting), False, criticals, exact_up_to)]
    answer = _best(released, at_once, test, criticals)
    if answer.proven:
        return answer
    ways, complete = _ways(released, waiting, test, criticals)
    found += [solve(released, way, False, criticals, exact_up_to) for way in ways]
    return _best(released, found if complete else found + at_once, test, criticals)


def _best(
    released: Counts, found: Sequence[tuple[Counts, int]], test: Test, criticals: CriticalValues
) -> LargestSet:
    """The largest of the sets found that is safe indeed, and the largest of the bounds."""
    best = found[0][0]
    for counts, _ in found:
        if counts.sum() > best.sum() and safe_together(released, counts, (test,), criticals):
            best = counts
    return LargestSet(best, int(best.sum()), max(most for _, most in found))


def _any_way(released: Counts, waiting: Counts) -> _Way:
    """All values and targets count as seen and none has to be: bounds all ways at once."""
    return _Way(np.zeros_like(waiting), waiting, (0,) * len(waiting), released.shape[1], released.shape[0])


def _ways(
    released: Counts, waiting: Counts, test: Test, criticals: CriticalValues
) -> tuple[list[_Way], bool]:
    """Every way of meeting unseen values and targets; False where these are too many to go through."""
    all_ways = _each_way(released, waiting, test, criticals)
    ways = list(islice(all_ways, _MOST_WAYS))
    return ways, next(all_ways, None) is None


def _each_way(released: Counts, waiting: Counts, test: Test, criticals: CriticalValues) -> Iterator[_Way]:
    value_out, target_out = released.any(axis=0), released.any(axis=1)
    unseen = np.flatnonzero(~value_out & waiting.any(axis=0)).tolist()
    values: list[int] = unseen if criticals.rules.degrees == "seen" else []
    targets: list[int] = np.flatnonzero(~target_out & waiting.any(axis=1)).tolist() if test == "MIS" else []
    for new_targets in _subsets(targets):
        closed = [y for y in targets if y not in new_targets]
        for new_values in _subsets(values):
            allowed = waiting.copy()
            allowed[closed] = 0
            allowed[:, [x for x in values if x not in new_values]] = 0
            for owners in product(*(np.flatnonzero(allowed[:, x]).tolist() for x in new_values)):
                forced = np.zeros_like(waiting)
                for target, value in zip(owners, new_values, strict=True):
                    forced[target, value] += 1
                least = tuple(int(y in new_targets and not forced[y].any()) for y in range(len(waiting)))
                seen = int(value_out.sum()) + len(new_values), int(target_out.sum()) + len(new_targets)
                if all(allowed[y].sum() >= least[y] for y in range(len(waiting))):
                    yield _Way(forced, allowed - forced, least, *seen)


def _subsets(of: list[int]) -> Iterator[tuple[int, ...]]:
    return chain.from_iterable(combinations(of, size) for size in range(len(of) + 1))


def _by_information(
    released: Counts, way: _Way, drawn: bool, criticals: CriticalValues, exact_up_to: int
) -> tuple[Counts, int]:
    """The largest set found for MIS this way, while values are drawn or after, and a bound."""
    start = released + way.forced
    added = [additions(*pair, criticals.rules.baseline) for pair in zip(start, way.allowed, strict=True)]
    bits, least = [one.bits for one in added], list(way.least)
    out, forced = int(start.sum()), int(way.forced.sum())
    allowed = _information_bounds(out, int(way.allowed.sum()), way, drawn, criticals)
    allowed[: max(1 - forced, 0)] = -np.inf  # the empty set is no release
    bounds, corners = by_minorants(bits, least)
    most = _last(bounds.bound - _ROUNDING < allowed)
    number = _last(bounds.found < allowed)
    shares = corners.sharing(number) if number >= 0 else []
    if number < most <= exact_up_to:
        exact, choices = exactly(bits, least, most)
        most = number = _last(exact < allowed[: len(exact)])
        shares = traced(choices, number) if number >= 0 else []
    if number < 0:
        return np.zeros_like(released), most + forced if most >= 0 else 0
    return way.forced + _counts(added, shares, released.shape[1]), most + forced


def _information_bounds(out: int, most: int, way: _Way, drawn: bool, criticals: CriticalValues) -> Vector:
    """What N I has to stay below with 0 .. `most` records more than `out`; -inf in the other regime."""
    found = np.full(most + 1, -np.inf)
    records = np.arange(out, out + most + 1)
    here = (records <= criticals.rules.last_drawn) == drawn
    here &= records > 0
    if drawn:
        values = [criticals.information(n, 0, 0) for n in records[here].tolist()]
        found[here] = (np.array(values) - EQUAL) * records[here]
    elif here.any():
        last = int(records[-1])
        scaled = criticals.information(last, way.values_seen, way.targets_seen) * last
        found[here] = scaled - EQUAL * records[here]
    return found


def _by_distances(
    released: Counts, way: _Way, drawn: bool, criticals: CriticalValues, exact_up_to: int
) -> tuple[Counts, int]:
    """The largest set for KLD this way, while values are drawn or after. Exact, so also a bound."""
    start = released + way.forced
    added = [additions(*pair, criticals.rules.baseline) for pair in zip(start, way.allowed, strict=True)]
    room = criticals.rules.last_drawn - int(start.sum())
    numbers = []
    for target, one in enumerate(added):
        safe = _distance_safe(one, int(start[target].sum()), way, drawn, room, criticals)
        if not way.forced[target].any():
            safe[0] = True  # a target that gets nothing is not asked
        numbers.append(safe)
    if not all(safe.any() for safe in numbers):
        return np.zeros_like(released), 0
    if drawn:
        shares = _within(numbers, room)
    else:
        shares = [_last(safe) for safe in numbers]
        if sum(shares) <= room:
            return np.zeros_like(released), 0
    counts = way.forced + _counts(added, shares, released.shape[1])
    return counts, int(counts.sum())


def _distance_safe(
    one: Additions, out: int, way: _Way, drawn: bool, room: int, criticals: CriticalValues
) -> Flags:
    """For 0, 1, ... records more of a target, whether its distance is safe."""
    records = np.arange(out, out + one.most + 1)
    if drawn:
        within = records[: max(room + 1, 0)].tolist()
        values = np.array([criticals.distance(1, n, 0) if n else -1.0 for n in within])
        safe = np.zeros(len(records), dtype=np.bool_)
        safe[: len(values)] = one.bits[: len(values)] < (values - EQUAL) * records[: len(values)]
        return safe
    last = criticals.rules.last_drawn + 1  # any number from here on: the product is the same
    scaled = criticals.distance(last, last, way.values_seen) * last
    beyond: Flags = one.bits < scaled - EQUAL * records
    return beyond & (records > 0)


def _within(numbers: list[Flags], room: int) -> list[int]:
    """Of each target a number that is safe, at most `room` in all and as many as can be."""
    reached = np.zeros(max(room, 0) + 1, dtype=np.bool_)
    reached[0] = True
    steps_taken = []
    for safe in numbers:
        after = np.zeros_like(reached)
        taken = np.full(len(reached), -1)
        for number in np.flatnonzero(safe[: len(reached)]).tolist():
            part = reached[: len(reached) - number]
            taken[number:][part] = number
            after[number:] |= part
        reached = after
        steps_taken.append(taken)
    at = _last(reached)
    shares = []
    for taken in reversed(steps_taken):
        own = int(taken[at])
        shares.append(own)
        at -= own
    return shares[::-1]


def _counts(added: Sequence[Additions], shares: Sequence[int], values: int) -> Counts:
    return np.array([one.counts(share, values) for one, share in zip(added, shares, strict=True)])


def _last(flags: Flags) -> int:
    """The last place that is true, -1 where none is."""
    places = np.flatnonzero(flags)
    return int(places[-1]) if len(places) else -1
