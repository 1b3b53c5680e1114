"""The noise of one count: of all distributions that meet the requirements, the one of greatest entropy.

Giessing 2016 ("Computational issues in the design of transition probabilities and disclosure risk estimation
for additive noise"): noise is unbiased and of a variance of at most V, and every result that is permitted is
at least as probable as 1e-8; where required, a count stays with a least probability, and probabilities do not
fall from the lowest result up to the count itself.

Found by its Lagrangian dual: with multipliers a (of the sum), s (of the mean) and t >= 0 (of the variance)
the probabilities are exp(a + s v - t v^2) where no bound holds, the bound otherwise, and, where they would
fall, the geometric mean of those that are pooled. Newton's method, damped, on the three multipliers.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.tables.relations import Flags, Integers

Vector = npt.NDArray[np.float64]
LEAST = 1e-8  # probability of a result that can occur
UNITS = 100_000_000  # of probability: files of perturbation tables carry eight decimals
_MOST_STEPS = 500
_CLOSE = 1e-13  # of sum, mean and variance
_CLOSE_ENOUGH = 1e-9  # where rounding lets them come no closer
_ARMIJO, _ROUNDING = 1e-4, 1e-15


@dataclass(frozen=True)
class NoiseRequirements:
    """The requirements on the noise of a count. ``noise`` (results,): its values, ascending. ``stay``: the
    least probability of 0, itself 0 for none. ``monotone``: probabilities do not fall up to 0.
    """

    noise: Integers
    variance: float
    stay: float = 0.0
    monotone: bool = True


def results(count: int, maximum: int, forbidden: int) -> Integers:
    """The noise (results,) that a count can get: at most `maximum` either way, no result below 0 and none of
    the results 1 .. `forbidden`.
    """
    targets = np.arange(max(0, count - maximum), count + maximum + 1, dtype=np.int64)
    return np.asarray(targets[(targets == 0) | (targets > forbidden)] - count)


def least_variance(noise: Integers, *, monotone: bool = True) -> float | None:
    """The least variance of unbiased noise with these values, (results,); None where none is unbiased.

    At the optimum the probability beyond the least is on two values or, where probabilities must not fall, on
    two runs that end at 0.
    """
    v = noise.astype(np.float64)
    chain = np.flatnonzero(noise <= 0) if monotone else np.empty(0, dtype=np.int64)
    atoms = np.eye(len(v))
    for place in chain.tolist():
        atoms[place, chain[0] : chain[-1] + 1] = 0
        atoms[place, place : chain[-1] + 1] = 1 / (chain[-1] + 1 - place)
    means, squares = atoms @ v, atoms @ v**2
    left, target = 1 - LEAST * len(v), -LEAST * float(v.sum())
    if left < 0:
        return None
    wide = means[None, :] - means[:, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        part = (target - left * means[:, None]) / (left * wide)
        mixed = squares[:, None] + part * (squares[None, :] - squares[:, None])
    usable = (wide > 0) & (part >= 0) & (part <= 1)
    single = np.abs(left * means - target) < LEAST * LEAST
    found = np.concatenate([mixed[usable], squares[single]])
    return None if not len(found) else float(left * found.min() + LEAST * float((v**2).sum()))


def distribution(requirements: NoiseRequirements) -> Vector | None:
    """The probabilities of the noise, (results,); None where nothing meets what is asked."""
    least = least_variance(requirements.noise, monotone=requirements.monotone)
    if least is None or (least > requirements.variance and not requirements.stay):
        return None
    if len(requirements.noise) == 1:
        return np.ones(1)
    found = _optimum(requirements, with_variance=False)
    if found is None or float(found @ requirements.noise.astype(np.float64) ** 2) > requirements.variance:
        found = _optimum(requirements, with_variance=True)
    return found


def in_whole_units(noise: Integers, probabilities: Vector) -> Integers:
    """The probabilities in units of 1e-8, each at least one, with the sum 1, (results,): rounded by largest
    remainders. Then single units move until the mean is 0, or no step is short enough.
    """
    scaled = probabilities * UNITS
    units = np.maximum(np.floor(scaled).astype(np.int64), 1)
    left = UNITS - int(units.sum())
    if left > 0:
        units[np.argsort(units - scaled, kind="stable")[:left]] += 1
    else:  # the least probabilities were raised to one unit
        units[int(np.argmax(units))] += left
    mean = int(units @ noise)
    steps = noise[None, :] - noise[:, None]  # of a unit that moves from one value to another
    while mean:
        reach = np.where((steps * np.sign(mean) < 0) & (units[:, None] > 1), np.abs(steps), 0)
        reach[reach > abs(mean)] = 0
        start, end = divmod(int(np.argmax(reach)), len(noise))
        if not reach[start, end]:
            break
        units[start] -= 1
        units[end] += 1
        mean += int(steps[start, end])
    return units


@dataclass(frozen=True)
class _Primal:
    """``p`` (results,) for given multipliers, and the ``weights`` that their change has in it: ``blocks``
    (results,) numbers those that are pooled, -1 where a bound holds.
    """

    p: Vector
    blocks: Integers


def _primal(theta: Vector, requirements: NoiseRequirements) -> _Primal:
    """The probabilities of given log-weights: pooled where they would fall, and within their bounds."""
    log_p = theta.copy()
    blocks = np.arange(len(theta), dtype=np.int64)
    zero = int(np.searchsorted(requirements.noise, 0))
    can_stay = zero < len(theta) and requirements.noise[zero] == 0
    end = zero + 1 if can_stay else zero  # of the values up to 0
    held = False
    if requirements.monotone and end > 1:
        _pool(log_p, blocks, end)
    if can_stay and requirements.stay and log_p[zero] < np.log(requirements.stay):
        held = True
        log_p, blocks = theta.copy(), np.arange(len(theta), dtype=np.int64)
        if requirements.monotone and zero > 1:
            _pool(log_p, blocks, zero)
    with np.errstate(over="ignore"):
        p = np.exp(np.minimum(log_p, 50.0))
    bound: Flags = p <= LEAST
    p[bound] = LEAST
    if held:
        if requirements.monotone:
            above = np.arange(len(p)) < zero
            above &= p > requirements.stay
            p[above], bound = requirements.stay, bound | above
        p[zero], bound[zero] = requirements.stay, True
    return _Primal(p, np.where(bound, -1, blocks))


def _pool(log_p: Vector, blocks: Integers, end: int) -> None:
    """Pool the values before `end` so that they do not fall. They rise to one peak: only the last ones fall,
    and the pool is the run up to the end with the greatest mean.
    """
    lengths = np.arange(end, 0, -1)
    means = np.cumsum(log_p[:end][::-1])[::-1] / lengths
    start = int(np.argmax(means))
    log_p[start:end], blocks[start:end] = means[start], start


def _optimum(requirements: NoiseRequirements, *, with_variance: bool) -> Vector | None:
    """The minimum of the dual; None where it has none."""
    noise = requirements.noise.astype(np.float64)
    size = max(1.0, float(np.abs(noise).max()))
    v = noise / size
    target = np.array([1.0, 0.0, -requirements.variance / size**2])
    basis = np.stack([np.ones(len(v)), v, -(v**2)])
    start = size**2 / (2 * requirements.variance) if with_variance else 0.0
    multipliers = np.array([-np.log(np.exp(-start * v**2).sum()), 0.0, start])
    free = 3 if with_variance else 2

    def value(at: Vector, found: _Primal) -> float:
        return float((at @ basis) @ found.p - (found.p * (np.log(found.p) - 1)).sum() - at @ target)

    found = _primal(multipliers @ basis, requirements)
    best = value(multipliers, found)
    for _ in range(_MOST_STEPS):
        slope = (basis @ found.p - target)[:free]
        if np.abs(slope).max() < _CLOSE:
            return found.p
        hessian = _curvature(found, basis[:free])
        hessian[np.arange(free), np.arange(free)] += 1e-14 + 1e-12 * np.trace(hessian)
        step = np.zeros(3)
        step[:free] = -np.linalg.solve(hessian, slope)
        if with_variance and step[2] < 0:
            step *= min(1.0, 0.99 * multipliers[2] / -step[2])
        falls = float(slope @ step[:free])
        length = 1.0
        while True:
            after = _primal((multipliers + length * step) @ basis, requirements)
            reached = value(multipliers + length * step, after)
            if reached <= best + _ARMIJO * length * falls + _ROUNDING * max(1.0, abs(best)):
                break
            length /= 2
            if length < 1e-12:
                return found.p if np.abs(slope).max() < _CLOSE_ENOUGH else None
        multipliers, found, best = multipliers + length * step, after, reached
    return None


def _curvature(found: _Primal, basis: Vector) -> Vector:
    """The second derivatives of the dual: of a pool by the mean of its members."""
    inside = found.blocks >= 0
    blocks, p = found.blocks[inside], found.p[inside]
    sums = np.zeros((len(basis), len(found.p)))
    sizes = np.bincount(blocks, minlength=len(found.p))
    weights = np.bincount(blocks, weights=p, minlength=len(found.p))
    for row, values in enumerate(basis):
        sums[row] = np.bincount(blocks, weights=values[inside], minlength=len(found.p))
    with np.errstate(divide="ignore", invalid="ignore"):
        means = np.where(sizes > 0, sums / np.maximum(sizes, 1), 0.0)
    return np.asarray((means * weights) @ means.T)
