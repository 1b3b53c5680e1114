"""What an intruder infers about a small count from the rest of its rows and columns and their totals.

A table with noise by the cell key method does not add up, so that each of its sums is further information.
For each relation, a total and its parts, the probabilities of all true counts that are possible given the
published ones are passed along a chain of the parts, forwards and backwards, as in a Markov model: exactly,
where the prior is the distribution of counts in the table, smoothed. The messages of a cell's relations are
multiplied.

The noise of a total depends on the noise of its parts, because its key is the sum of theirs. The chain
therefore carries the Fourier coefficients of the keys: the sum of keys on a circle is a product of
coefficients, and the first few are enough. A single part without others has the noise of its total. In
relations with many uncertain parts the sum of the others counts as normal and independent.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.tables.cell_keys.perturbation_table import PerturbationTable
from sdc_desktop.engine.tables.relations import Integers, Relations

Vector = npt.NDArray[np.float64]
Complex = npt.NDArray[np.complex128]
STEP = "examining"
MOST_SMALL = 10  # counts up to it are small
_MOST_PARTS = 48  # of a relation that is examined exactly
_TERMS = 17  # of the Fourier series of a key, the constant one included
_NEGLIGIBLE = 1e-3  # of what a coefficient can add
_UNLIKELY = 0.1  # of what independent noise would have: then the few coefficients are not enough
_RARE = 1e-7  # noise of this probability or less is not considered
_ROOM = 4_000_000  # numbers in memory together
_LEAST_VARIANCE = 0.25


@dataclass(frozen=True)
class _Evidence:
    """What the published counts say of the true ones. A cell published as j can be j - most + w, for
    w = 0 .. width - 1. ``coefficients`` (terms, rows, width): of the interval of the key that leads
    from a count of the row to j. ``prior`` by count, the last for all greater ones.
    """

    published: Integers
    most: int
    coefficients: Complex
    prior: Vector

    @property
    def width(self) -> int:
        """How many true counts can lie behind a published one."""
        return int(self.coefficients.shape[2])

    def least(self, cells: Integers) -> Integers:
        """The least of these for each cell; it can be below 0, where nothing is possible."""
        return self.published[cells] - self.most

    def own(self, cells: Integers, harmonic: int) -> Complex:
        """The coefficients of cells, (..., width)."""
        places = np.arange(self.width)
        counts = self.least(cells)[..., None] + places
        rows = np.clip(counts, 0, self.coefficients.shape[1] - 1)
        return np.asarray(np.where(counts >= 0, self.coefficients[harmonic, rows, places], 0))

    def priors(self, cells: Integers) -> Vector:
        """The prior of the counts that can lie behind cells, (..., width)."""
        counts = self.least(cells)[..., None] + np.arange(self.width)
        return np.asarray(self.prior[np.clip(counts, 0, len(self.prior) - 1)])


@dataclass(frozen=True)
class Guess:
    """A small true ``count`` and its ``probability`` (0 to 1); ``alone``: the highest probability of a small
    true count for an intruder who uses the published count alone.
    """

    count: int
    probability: float
    alone: float


def guesses(
    true: Integers,
    published: Integers,
    relations: Relations,
    table: PerturbationTable,
    context: JobContext,
) -> Mapping[int, Guess]:
    """By cell with a small published count above 0: the small true count that is the most probable for an
    intruder who uses the cell, its relations and the distribution of counts. Raises Cancelled.

    ``true``, ``published`` (cells,): counts before and after the noise; of the former only the distribution
    is used.
    """
    targets = np.flatnonzero((published >= 1) & (published <= MOST_SMALL)).astype(np.int64)
    if not len(targets):
        return {}
    evidence = _evidence(true, published, table)
    place = np.full(len(published), -1, dtype=np.int64)
    place[targets] = np.arange(len(targets))
    logs = np.zeros((len(targets), evidence.width))
    is_sum = np.zeros(len(targets), dtype=np.bool_)
    for message in _messages(relations, place, evidence, context):
        at = place[message.cells]
        np.add.at(logs, at[at >= 0], message.logs[at >= 0])
        if message.of_sums:
            is_sum[at[at >= 0]] = True
    own = evidence.own(targets, 0).real
    prior = np.where(is_sum[:, None], 1.0, evidence.priors(targets))
    with np.errstate(divide="ignore"):
        weights = np.log(prior * own) + logs
    top = weights.max(axis=1)
    possible = np.isfinite(top)
    weights[~possible], top[~possible] = np.log(np.maximum(prior * own, 1e-300))[~possible], 0.0
    shares = np.exp(weights - weights.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    counts = evidence.least(targets)[:, None] + np.arange(evidence.width)
    small = np.where((counts >= 1) & (counts <= MOST_SMALL), shares, 0.0)
    at = small.argmax(axis=1)
    rows = np.arange(len(targets))
    plain = evidence.priors(targets) * own
    plain /= np.maximum(plain.sum(axis=1, keepdims=True), 1e-300)
    alone = np.where((counts >= 1) & (counts <= MOST_SMALL), plain, 0.0).max(axis=1)
    found = zip(counts[rows, at].tolist(), small[rows, at].tolist(), alone.tolist(), strict=True)
    return {cell: Guess(*one) for cell, one in zip(targets.tolist(), found, strict=True)}


def prior_of(true: Integers, most: int) -> Vector:
    """The distribution of counts 0 .. `most` as an intruder is taken to know it, (most + 1,), with sum 1: the
    table's own of small ones, above them the mean over neighbours, the farther the greater the count. None is
    quite impossible.
    """
    numbers = np.bincount(np.minimum(true, 2 * most + 2), minlength=2 * most + 3).astype(np.float64)
    ends = np.concatenate([[0.0], np.cumsum(numbers[: 2 * most + 2])])
    counts = np.arange(most + 1)
    reach = np.where(counts <= MOST_SMALL, 0, counts // 4)
    low, high = counts - reach, counts + reach + 1
    found = np.maximum((ends[high] - ends[low]) / (high - low), _RARE * len(true))
    return np.asarray(found / found.sum())


def _evidence(true: Integers, published: Integers, table: PerturbationTable) -> _Evidence:
    usual = [
        noise[np.diff(ends, prepend=0.0) > _RARE] for noise, ends in zip(table.noise, table.ends, strict=True)
    ]
    least = min(int(noise.min()) for noise in usual)
    most = max(int(noise.max()) for noise in usual)
    coefficients = np.zeros((_TERMS, table.last + 1, most - least + 1), dtype=np.complex128)
    for row, (noise, ends) in enumerate(zip(table.noise, table.ends, strict=True)):
        inside = (noise >= least) & (noise <= most)
        low, high = np.concatenate([[0.0], ends[:-1]])[inside], ends[inside]
        at = most - noise[inside]
        coefficients[0, row, at] = high - low
        for harmonic in range(1, _TERMS):
            turn = 2j * np.pi * harmonic
            coefficients[harmonic, row, at] = (
                1.0 if row == 0 else (np.exp(turn * high) - np.exp(turn * low)) / turn  # empty: the key is 0
            )
    return _Evidence(published, most, coefficients, prior_of(true, 4 * (MOST_SMALL + most - least)))


@dataclass(frozen=True)
class _Message:
    """What relations add to the logarithms of the probabilities of ``cells``, (cells, width)."""

    cells: Integers
    logs: Vector
    of_sums: bool


def _messages(
    relations: Relations, place: Integers, evidence: _Evidence, context: JobContext
) -> Iterator[_Message]:
    """The messages of all relations in which a cell to be examined is, in groups of equally many parts."""
    lengths = np.diff(relations.starts)
    near = np.zeros(len(relations), dtype=np.bool_)
    if len(relations):
        near = np.logical_or.reduceat(place[relations.cells] >= 0, relations.starts[:-1])
    done = 0
    for length in np.unique(lengths[near]).tolist():
        rows = np.flatnonzero(near & (lengths == length))
        terms = relations.starts[rows][:, None] + np.arange(length)
        cells = relations.cells[terms]
        signs = relations.coefficients[terms]
        order = np.argsort(signs, axis=1, kind="stable")  # the sum first
        cells = np.take_along_axis(cells, order, axis=1)
        parts = length - 1
        step = _step_of(parts, evidence.width)
        for start in range(0, len(rows), step):
            context.progress(done / int(near.sum()), STEP)
            block = cells[start : start + step]
            done += len(block)
            exact = parts <= _MOST_PARTS
            found = _exactly(block, evidence) if exact else _normally(block, evidence)
            yield _Message(block[:, 1:].reshape(-1), found[0].reshape(-1, evidence.width), of_sums=False)
            yield _Message(block[:, 0], found[1], of_sums=True)


def _step_of(parts: int, width: int) -> int:
    """How many relations of this many parts go through memory together."""
    numbers = parts * width if parts > _MOST_PARTS else parts * parts * width // 2 + 3 * parts * width
    return max(1, _ROOM // max(numbers, 1))


def _exactly(cells: Integers, evidence: _Evidence) -> tuple[Vector, Vector]:
    """The messages to parts, (relations, parts, width), and to sums, (relations, width)."""
    sums, parts = cells[:, 0], cells[:, 1:]
    number, width = parts.shape[1], evidence.width
    prior, plain = evidence.priors(parts), evidence.own(parts, 0).real
    scale = np.maximum((prior * plain).sum(axis=2, keepdims=True), 1e-300)
    begin = evidence.least(parts).sum(axis=1)
    length = number * (width - 1) + 1
    to_parts = np.zeros(plain.shape)
    to_sums = np.zeros((len(cells), length))
    at = begin[:, None] + np.arange(length) - evidence.least(sums)[:, None]
    reached = (at >= 0) & (at < width)
    independent: tuple[Vector, Vector] | None = None
    for harmonic in range(_TERMS):
        own = evidence.own(parts, harmonic)
        weights = prior * own / scale
        if harmonic and np.abs(weights).sum(axis=2).prod(axis=1).max() < _NEGLIGIBLE:
            break
        known = np.conj(evidence.own(sums, harmonic))
        if harmonic:  # an empty total is 0 whatever its key
            known[evidence.least(sums)[:, None] + np.arange(width) == 0] = 0
        last = np.where(reached, np.take_along_axis(known, np.clip(at, 0, width - 1), axis=1), 0)
        forward = [np.ones((len(cells), 1), dtype=np.complex128)]
        for part in range(number):
            forward.append(_convolved(forward[-1], weights[:, part]))
        times = 1 if harmonic == 0 else 2
        to_sums += times * (forward[-1] * last).real
        backward = last
        for part in range(number - 1, -1, -1):
            before = forward[part]
            size = before.shape[1]
            shifted = [backward[:, w : w + size] for w in range(width)]
            received = np.stack([(before * one).sum(axis=1) for one in shifted], axis=1)
            to_parts[:, part] += times * (own[:, part] * received).real
            backward = np.zeros_like(shifted[0])
            for w, one in enumerate(shifted):
                backward += weights[:, part, w, None] * one
        if independent is None:
            independent = to_parts.copy(), to_sums.copy()
    assert independent is not None
    rare = to_sums.sum(axis=1) < _UNLIKELY * independent[1].sum(axis=1)
    to_parts[rare], to_sums[rare] = independent[0][rare], independent[1][rare]
    with np.errstate(divide="ignore", invalid="ignore"):
        of_parts = np.where(plain > 0, np.log(np.maximum(to_parts, 0) / plain), -np.inf)
    own_sums = evidence.own(sums, 0).real
    picked = np.full((len(cells), width), -np.inf)
    back = evidence.least(sums)[:, None] + np.arange(width) - begin[:, None]
    inside = (back >= 0) & (back < length)
    values = np.take_along_axis(to_sums, np.clip(back, 0, length - 1), axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        logs = np.log(np.maximum(values, 0) / own_sums)
    picked[inside & (own_sums > 0)] = logs[inside & (own_sums > 0)]
    return _safe(of_parts), _safe(picked)


def _convolved(before: Complex, weights: Complex) -> Complex:
    """The distribution with one part more, (relations, length + width - 1)."""
    size, width = before.shape[1], weights.shape[1]
    found = np.zeros((len(before), size + width - 1), dtype=np.complex128)
    for w in range(width):
        found[:, w : w + size] += weights[:, w, None] * before
    return found


def _normally(cells: Integers, evidence: _Evidence) -> tuple[Vector, Vector]:
    """The log messages of relations with many parts, by cell: the sum of the other parts is normal."""
    sums, parts = cells[:, 0], cells[:, 1:]
    weights = evidence.priors(parts) * evidence.own(parts, 0).real
    weights /= np.maximum(weights.sum(axis=2, keepdims=True), 1e-300)
    counts = evidence.least(parts)[:, :, None] + np.arange(evidence.width)
    means = (weights * counts).sum(axis=2)
    variances = (weights * counts**2).sum(axis=2) - means**2
    mean = means.sum(axis=1, keepdims=True) - means
    variance = np.maximum(variances.sum(axis=1, keepdims=True) - variances, _LEAST_VARIANCE)
    known = evidence.own(sums, 0).real
    totals = evidence.least(sums)[:, None] + np.arange(evidence.width)
    found = np.zeros(weights.shape)
    for place in range(evidence.width):
        away = totals[:, None, place, None] - counts - mean[:, :, None]
        found += known[:, None, place, None] * np.exp(-(away**2) / (2 * variance[:, :, None]))
    whole = np.maximum(variances.sum(axis=1, keepdims=True), _LEAST_VARIANCE)
    of_sums = -((totals - means.sum(axis=1, keepdims=True)) ** 2) / (2 * whole)
    with np.errstate(divide="ignore"):
        return _safe(np.log(found)), _safe(of_sums)


def _safe(logs: Vector) -> Vector:
    """Log probabilities with finite numbers: an excluded count is very improbable."""
    return np.maximum(logs, -700.0)
