"""Poisson log-linear models of the population (Skinner & Shlomo 2008), by iterative proportional fitting.

Cells are all combinations of the categories present, (cells,) in row-major order; f counts records of the
sample, mu fits them, lambda = mu / pi people of the population, v = (1 - pi) lambda those outside the sample.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import prod, sqrt

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.microdata.classes.key_classes import Integers, Vector
from sdc_desktop.engine.microdata.population.spec import Weighting
from sdc_desktop.engine.problems import Place, Refused, error

MOST_CELLS = 10_000_000
MOST_ROUNDS = 2_000
CRITICAL = 1.96  # of z: beyond it the model does not fit
STEP = "fitting_the_model"
_CLOSE = 1e-10  # largest error of a margin, as a share of the total
_SMALL = 1e-6  # v below which a series is used
_NEAR = 0.02  # x below which the derivatives of (1 - exp(-x)) / x are series
_BLOCK = 1 << 18  # cells in memory at once beside the fit

Term = tuple[int, ...]  # places of the variables of an interaction, ascending


@dataclass(frozen=True)
class Grid:
    """All combinations of the categories present: ``shape`` by variable, ``places`` (classes,) the cell of
    each class, ``counts`` (classes,) its records and ``people`` (classes,) the sum of their weights.
    """

    names: tuple[str, ...]
    shape: tuple[int, ...]
    places: Integers
    counts: Vector
    people: Vector | None = None

    @property
    def cells(self) -> int:
        """How many cells there are."""
        return prod(self.shape)


@dataclass(frozen=True)
class Sampling:
    """The sampling fraction: ``fraction`` of all, ``by_class`` (classes,) where weights give one for each;
    ``weighting`` as in :class:`ModelSpec`; ``covered`` classes with weights that count no person outside.
    """

    weighting: Weighting
    fraction: float
    by_class: Vector | None = None
    covered: int = 0


@dataclass(frozen=True)
class Fit:
    """A fitted model. ``tau1``: expected sample uniques that are unique in the population; ``tau2``: expected
    correct matches of sample uniques; ``expected_matches``: of all records; ``highest``: the largest
    E(1/F | f). ``b1``, ``b2``: the bias of tau1 and tau2 that the fit shows, None with ``_z`` where nothing
    can be tested. ``chances`` and ``risks`` (classes,): P(F = 1 | f = 1), 0 for other classes, and
    E(1/F | f).
    """

    terms: tuple[Term, ...]
    tau1: float
    tau2: float
    expected_matches: float
    highest: float
    b1: float
    b1_z: float | None
    b2: float
    b2_z: float | None
    rounds: int
    chances: Vector
    risks: Vector


def grid_of(
    codes: npt.NDArray[np.integer], sizes: Integers, people: Vector | None, names: Sequence[str]
) -> Grid:
    """The grid of distinct classes, ``codes`` (variables, classes). Raises :class:`Refused` beyond
    MOST_CELLS.
    """
    columns, shape = [], []
    for column in codes:
        present, numbers = np.unique(column, return_inverse=True)
        columns.append(numbers.astype(np.int64))
        shape.append(len(present))
    if prod(shape) > MOST_CELLS:
        where = Place(key="params.model")
        raise Refused(error("risk.model_too_large", where, cells=prod(shape), most=MOST_CELLS))
    places = np.zeros(codes.shape[1], dtype=np.int64)
    for numbers, count in zip(columns, shape, strict=True):
        places = places * count + numbers
    return Grid(tuple(names), tuple(shape), places, sizes.astype(np.float64), people)


def main_effects(variables: int) -> tuple[Term, ...]:
    """The terms of a model of independence."""
    return tuple((place,) for place in range(variables))


def pairs(variables: int) -> tuple[Term, ...]:
    """All interactions of two variables; of one variable its main effect."""
    return tuple(combinations(range(variables), 2)) or main_effects(variables)


def with_main_effects(terms: Sequence[Term], variables: int) -> tuple[Term, ...]:
    """The terms that no other term implies, with the main effects of all variables."""
    wanted = dict.fromkeys([*(tuple(sorted(set(term))) for term in terms), *main_effects(variables)])
    return tuple(one for one in wanted if not any(set(one) < set(other) for other in wanted))


def fit(grid: Grid, terms: Sequence[Term], sampling: Sampling, context: JobContext) -> Fit:
    """Fit a model and measure risk by it. Raises :class:`Refused` where the fit does not converge, and
    Cancelled.
    """
    counts = np.zeros(grid.cells)
    counts[grid.places] = grid.counts
    fractions: Vector | None = None
    if sampling.by_class is not None:
        fractions = np.full(grid.cells, sampling.fraction)
        fractions[grid.places] = sampling.by_class
    target = counts
    if sampling.weighting == "pseudo":
        assert grid.people is not None
        target = np.zeros(grid.cells)
        target[grid.places] = grid.people
    start = fractions.copy() if sampling.weighting == "offset" and fractions is not None else None
    fitted, rounds = fitted_margins(target, grid, terms, start, context)
    pi: Vector | float = sampling.fraction if fractions is None else fractions
    if sampling.weighting == "pseudo":
        fitted *= pi  # from here on: expected records of the sample
    return _measured(grid, tuple(terms), counts, fitted, pi, rounds, context)


def fitted_margins(
    target: Vector, grid: Grid, terms: Sequence[Term], start: Vector | None, context: JobContext
) -> tuple[Vector, int]:
    """The cells, flat in row-major order of the grid, with the margins of `target` in all terms, of the form
    of `start` (all 1 if None), and the rounds that it took (Deming & Stephan 1940); `start` is overwritten.
    Raises :class:`Refused` after MOST_ROUNDS.
    """
    shapes = [_blocks(grid.shape, term) for term in terms]
    margins = [_sums(target, *shape) for shape in shapes]
    found = np.ones(len(target)) if start is None else start
    most = _CLOSE * float(target.sum())
    worst, errors = 0, [0.0]
    for number in range(1, MOST_ROUNDS + 1):
        errors = []
        for margin, shape in zip(margins, shapes, strict=True):
            context.progress(min(number / 40, 0.95), STEP)
            now = _sums(found, *shape)
            errors.append(float(np.abs(margin - now).max()))
            factors = np.divide(margin, now, out=np.zeros_like(now), where=now > 0)
            view = found.reshape(shape[0])
            view *= factors.reshape(shape[2])
        if max(errors) <= most:
            return found, number
        worst = errors.index(max(errors))
    names = tuple(grid.names[place] for place in terms[worst])
    raise Refused(error("risk.model_not_fitted", Place(key="params.model.terms"), names=names))


def forward(grid: Grid, sampling: Sampling, context: JobContext) -> tuple[Fit, tuple[Fit, ...]]:
    """Main effects, and as long as z of B2 lies beyond CRITICAL the interaction of two variables that brings
    it nearest to 0: the last model and those before it. Of equal ones the first in variable order.
    """
    variables = len(grid.shape)
    best = fit(grid, main_effects(variables), sampling, context)
    steps: list[Fit] = []
    free = list(combinations(range(variables), 2))
    chosen: list[Term] = []
    while free and abs(best.b2_z or 0.0) > CRITICAL:
        tried = [fit(grid, with_main_effects([*chosen, term], variables), sampling, context) for term in free]
        known = [place for place, one in enumerate(tried) if one.b2_z is not None]
        if not known:
            break
        place = min(known, key=lambda one: abs(tried[one].b2_z or 0.0))
        if abs(tried[place].b2_z or 0.0) >= abs(best.b2_z or 0.0):
            break
        steps.append(best)
        best = tried[place]
        chosen.append(free.pop(place))
    return best, tuple(steps)


def match_risk(counts: Vector, outside: Vector) -> Vector:
    """E(1/F | f), one per class, where F = f + Poisson(v), from f = ``counts`` and v = ``outside``: 1F1(1; f
    + 1; -v) / f.
    """
    f, v = np.asarray(counts, dtype=np.float64), np.asarray(outside, dtype=np.float64)
    small = v < _SMALL
    series = 1 / f - v / (f * (f + 1)) + v * v / (f * (f + 1) * (f + 2))
    single = -np.expm1(-v) / np.where(small, 1.0, v)
    found = np.where(small, series, single)
    several = ~small & (f != 1)
    if several.any():
        found[several] = _fraction(f[several], v[several])
    return np.asarray(found, dtype=np.float64)


def _fraction(f: Vector, v: Vector) -> Vector:
    """The integral of t^(f-1) exp(-v (1 - t)) over 0..1 as the continued fraction of M(1, f + 1, -v) / f,
    evaluated from its end: 1 / (f + v - v / (f + 1 + v - 2 v / (f + 2 + v - ...))).
    """
    terms = int(np.ceil(20 + 12 * np.sqrt(float(np.minimum(v, 1e4).max()) + 1)))
    tail = f + terms + v
    for k in range(terms, 0, -1):
        tail = f + (k - 1) + v - k * v / tail
    return np.asarray(1 / tail, dtype=np.float64)


def _measured(
    grid: Grid,
    terms: tuple[Term, ...],
    counts: Vector,
    fitted: Vector,
    pi: Vector | float,
    rounds: int,
    context: JobContext,
) -> Fit:
    own = pi if isinstance(pi, float) else pi[grid.places]
    outside = (1 - own) * fitted[grid.places] / own
    risks = match_risk(grid.counts, outside)
    chances = np.where(grid.counts == 1, np.exp(-outside), 0.0)
    b = [0.0, 0.0]
    variance = [0.0, 0.0]
    for begin in range(0, len(counts), _BLOCK):
        context.progress(0.97, STEP)
        block = slice(begin, begin + _BLOCK)
        part = pi if isinstance(pi, float) else pi[block]
        for place, (bias, spread) in enumerate(_bias(counts[block], fitted[block], part)):
            b[place] += bias
            variance[place] += spread
    z = [one / sqrt(two) if two > 0 else None for one, two in zip(b, variance, strict=True)]
    unique = grid.counts == 1
    return Fit(
        terms=terms,
        tau1=float(chances.sum()),
        tau2=float(risks[unique].sum()),
        expected_matches=float((grid.counts * risks).sum()),
        highest=float(risks.max()),
        b1=b[0],
        b1_z=z[0],
        b2=b[1],
        b2_z=z[1],
        rounds=rounds,
        chances=chances,
        risks=risks,
    )


def _bias(counts: Vector, mu: Vector, pi: Vector | float) -> Iterator[tuple[float, float]]:
    """B and its variance for tau1 and tau2 in some cells (Skinner & Shlomo 2008, 4.2)."""
    away = 1 - pi
    x = away * mu / pi
    error_ = counts - mu
    quadratic = error_ * error_ - counts
    weight = mu * np.exp(-mu)
    decay = np.exp(-x)
    for first, second in ((-decay, decay), _derivatives(x, decay)):
        slope, bend = away * first, away * away * second
        yield (
            float((weight * (-slope * error_ / pi + bend * quadratic / (2 * pi * pi))).sum()),
            float((weight * weight * (slope * slope * mu / pi**2 + (bend * mu) ** 2 / (2 * pi**4))).sum()),
        )


def _derivatives(x: Vector, decay: Vector) -> tuple[Vector, Vector]:
    """The first and second derivative of (1 - exp(-x)) / x; series near 0."""
    near = x < _NEAR
    safe = np.where(near, 1.0, x)
    first = np.where(
        near,
        -1 / 2 + x / 3 - x**2 / 8 + x**3 / 30 - x**4 / 144 + x**5 / 840,
        (decay * (safe + 1) - 1) / safe**2,
    )
    second = np.where(
        near,
        1 / 3 - x / 4 + x**2 / 10 - x**3 / 36 + x**4 / 168 - x**5 / 960,
        (2 - decay * (safe * safe + 2 * safe + 2)) / safe**3,
    )
    return first, second


def _blocks(
    shape: Sequence[int], term: Term
) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """The shape with neighbours merged that are all kept or all summed; the axes summed; the shape of the
    margin along it.
    """
    merged: list[tuple[bool, int]] = []
    for place, size in enumerate(shape):
        kept = place in term
        if merged and merged[-1][0] == kept:
            merged[-1] = (kept, merged[-1][1] * size)
        else:
            merged.append((kept, size))
    along = tuple(size for _, size in merged)
    summed = tuple(axis for axis, (kept, _) in enumerate(merged) if not kept)
    margin = tuple(size if kept else 1 for kept, size in merged)
    return along, summed, margin, tuple(size for kept, size in merged if kept)


def _sums(
    cells: Vector,
    shape: tuple[int, ...],
    summed: tuple[int, ...],
    margin: tuple[int, ...],
    kept: tuple[int, ...],
) -> Vector:
    """The margin of a term, (its cells,)."""
    found: Vector = cells.reshape(shape)
    for axis in reversed(summed):
        found = found.sum(axis=axis)
    return np.asarray(found, dtype=np.float64).ravel()
