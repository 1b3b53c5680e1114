"""Population uniques from class sizes of a sample: Zayatz 1991, Hoshino 2001, Haas & Stokes 1998.

S_j counts the classes of j records, u classes, n records, N people, f = n / N. A model that finds no solution
gives None, and none of them says that it is right: they disagree by factors.
"""

from dataclasses import dataclass
from math import exp, inf, isfinite, lgamma, log, log1p

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.microdata.classes.key_classes import Integers, Vector
from sdc_desktop.engine.microdata.population.spec import Uniqueness

LEAST_ALPHA = -50.0
SMALL_FRACTION = 0.1  # up to which the rule of Dankar et al. 2012 takes Pitman
_STEPS = 200
_GRID = 2_000  # places at which the equations of SNB are held against one another
_FAR = 1e3  # beyond which a difference of logarithms of gamma functions is taken from Stirling's series


@dataclass(frozen=True)
class Histogram:
    """``sizes`` (sizes,) in records, ``classes`` (sizes,): how many classes have each size; ``people``: N."""

    sizes: Integers
    classes: Integers
    people: int

    @property
    def records(self) -> int:
        """Number of records, n."""
        return int((self.sizes * self.classes).sum())

    @property
    def groups(self) -> int:
        """Number of classes, u."""
        return int(self.classes.sum())

    @property
    def uniques(self) -> int:
        """Number of sample uniques, S_1."""
        return int(self.classes[self.sizes == 1].sum())

    @property
    def fraction(self) -> float:
        """Sampling fraction, f."""
        return self.records / self.people


@dataclass(frozen=True)
class Pitman:
    """Maximum likelihood: ``exact`` population uniques, and ``asymptotic`` as ARX gives them."""

    theta: float
    alpha: float
    exact: float
    asymptotic: float


@dataclass(frozen=True)
class Snb:
    """The shifted negative binomial model: ``classes`` of the population, and its uniques."""

    classes: float
    alpha: float
    beta: float
    uniques: float


@dataclass(frozen=True)
class PopulationUniques:
    """Population uniques by model, None where a model has no solution or was not wanted; ``rule``: the model
    that Dankar et al. take, and ``by_rule`` its figure.
    """

    pitman: Pitman | None
    zayatz: float | None
    snb: Snb | None
    without_solution: tuple[Uniqueness, ...]
    rule: Uniqueness
    by_rule: float


def histogram_of(sizes: Integers, people: int) -> Histogram:
    """The histogram of classes with ``sizes`` (classes,) records."""
    found, classes = np.unique(sizes, return_counts=True)
    return Histogram(found.astype(np.int64), classes.astype(np.int64), people)


def population_uniques(
    found: Histogram, wanted: tuple[Uniqueness, ...], context: JobContext
) -> PopulationUniques:
    """The models wanted and the rule between them. Raises Cancelled."""
    every = zayatz(found)
    small = found.fraction <= SMALL_FRACTION
    one = pitman(found, context) if "pitman" in wanted or small else None
    two = snb(found, context) if "snb" in wanted or not small else None
    by_model: dict[Uniqueness, float | None] = {
        "pitman": None if one is None else one.exact,
        "zayatz": every,
        "snb": None if two is None else two.uniques,
    }
    rule: Uniqueness = "zayatz"
    if small and one is not None:
        rule = "pitman"
    elif not small and two is not None and two.uniques < every:
        rule = "snb"
    return PopulationUniques(
        pitman=one if "pitman" in wanted else None,
        zayatz=every if "zayatz" in wanted else None,
        snb=two if "snb" in wanted else None,
        without_solution=tuple(name for name in wanted if by_model[name] is None),
        rule=rule,
        by_rule=by_model[rule] or 0.0,
    )


def zayatz(found: Histogram) -> float:
    """S_1 p / f with p = (S_1 / u) f / sum (S_j / u) Hyp(1; N, j, n), the share of sample uniques that are
    unique in the population. 0 without sample uniques.
    """
    if not found.uniques:
        return 0.0
    n, people = found.records, found.people
    whole = sum(
        number * _drawn_once(people, size, n)
        for size, number in zip(found.sizes.tolist(), found.classes.tolist(), strict=True)
    )
    return found.uniques * found.uniques / whole if whole > 0 else float(found.uniques)


def _drawn_once(people: int, size: int, n: int) -> float:
    """The hypergeometric chance that a class of ``size`` people gives exactly one of n records."""
    if size == people:
        return float(n == 1)
    if n - 1 > people - size:
        return 0.0
    # size C(N - size, n - 1) / C(N, n): the product over the others of the class
    places = np.arange(size - 1)
    return float(size * n / people * np.exp(np.log1p(-(n - 1) / (people - 1 - places)).sum()))


def pitman(found: Histogram, context: JobContext) -> Pitman | None:
    """Maximum likelihood over a < 1, t > 0, t + (u - 1) a > 0, by Newton's method. None without a maximum;
    without sample uniques the figures are 0.
    """
    if not found.uniques:
        return Pitman(0.0, 0.0, 0.0, 0.0)
    if found.uniques == found.groups or found.groups < 2:
        return None
    likelihood = _Likelihood(found)
    best: tuple[float, float, float] | None = None
    for alpha in (0.1, -0.5, 0.5, -5.0):
        one = _climbed(likelihood, alpha, context)
        if one is not None and (best is None or one[2] > best[2] + 1e-9 * abs(best[2])):
            best = one
        if one is not None and one[1] > LEAST_ALPHA + 1e-6:
            break
    if best is None:
        return None
    theta, alpha, _ = best
    people = found.people
    if people == found.records:
        return Pitman(theta, alpha, float(found.uniques), float(found.uniques))
    base = lgamma(theta + 1) - lgamma(theta + alpha)
    exact = people * exp(base + _ratio(theta + people, alpha - 1))
    asymptotic = exp(base + alpha * log(people))
    if not (isfinite(exact) and isfinite(asymptotic)):
        return None
    return Pitman(theta, alpha, exact, asymptotic)


class _Likelihood:
    """The logarithm of the likelihood in (ln t, a), with gradient and second derivatives."""

    def __init__(self, found: Histogram) -> None:
        self.groups, self.records = found.groups, found.records
        self._places = np.arange(1, self.groups, dtype=np.float64)
        several = found.sizes > 1
        self._sizes = found.sizes[several].astype(np.float64)
        self._classes = found.classes[several].astype(np.float64)

    def is_inside(self, t: float, a: float) -> bool:
        """Whether t and a are in the domain."""
        return isfinite(t) and t > 0 and LEAST_ALPHA <= a < 1 and t + (self.groups - 1) * a > 0

    def value(self, t: float, a: float) -> float:
        """The logarithm of the likelihood; minus infinity outside the domain."""
        from scipy.special import gammaln

        if not self.is_inside(t, a):
            return -inf
        whole = float(np.log(t + self._places * a).sum()) - _ratio(t + 1, self.records - 1)
        return whole + float((self._classes * (gammaln(self._sizes - a) - gammaln(1 - a))).sum())

    def derivatives(self, t: float, a: float) -> tuple[Vector, Vector]:
        """Gradient (2,) and second derivatives (2, 2) in (ln t, a)."""
        from scipy.special import digamma, polygamma

        inverse = 1 / (t + self._places * a)
        squared, weighted = inverse * inverse, self._places * inverse
        g_t = float(inverse.sum()) - float(digamma(t + self.records) - digamma(t + 1))
        h_tt = -float(squared.sum()) - float(polygamma(1, t + self.records) - polygamma(1, t + 1))
        own = digamma(self._sizes - a) - digamma(1 - a)
        bend = polygamma(1, self._sizes - a) - polygamma(1, 1 - a)
        g_a = float(weighted.sum()) - float((self._classes * own).sum())
        h_aa = -float((weighted * weighted).sum()) + float((self._classes * bend).sum())
        h_ta = -float((self._places * squared).sum())
        gradient = np.array([t * g_t, g_a])
        return gradient, np.array([[t * t * h_tt + t * g_t, t * h_ta], [t * h_ta, h_aa]])


def _climbed(likelihood: _Likelihood, alpha: float, context: JobContext) -> tuple[float, float, float] | None:
    """t, a and the likelihood at a maximum near a start; None where there is none."""
    a = alpha
    t = max(1.0, -(likelihood.groups - 1) * a * 1.5 + likelihood.groups)
    value = likelihood.value(t, a)
    for _ in range(_STEPS):
        context.progress(0.5, "fitting_the_model")
        gradient, second = likelihood.derivatives(t, a)
        scale = np.array([float(likelihood.groups)] * 2)
        at_end = a <= LEAST_ALPHA + 1e-9 and gradient[1] <= 0
        free = gradient[:1] if at_end else gradient
        if float(np.abs(free / scale[: len(free)]).max()) < 1e-13:
            return t, a, value
        step = _newton(gradient, second, at_end)
        moved = _line(likelihood, t, a, value, step)
        if moved is None:
            close = float(np.abs(free / scale[: len(free)]).max()) < 1e-9
            return (t, a, value) if close else None
        t, a, value = moved
        if t > 1e15:
            return None
    return None


def _newton(gradient: Vector, second: Vector, at_end: bool) -> Vector:
    """The step uphill; with `at_end` a stays."""
    if at_end:
        return np.array([gradient[0] / max(abs(float(second[0, 0])), 1e-12), 0.0])
    values, vectors = np.linalg.eigh(second)
    damped = np.maximum(np.abs(values), 1e-12 * float(np.abs(values).max()))
    return np.asarray(vectors @ ((vectors.T @ gradient) / damped), dtype=np.float64)


def _line(
    likelihood: _Likelihood, t: float, a: float, value: float, step: Vector
) -> tuple[float, float, float] | None:
    """The first of ever shorter steps that is inside and not worse."""
    length = min(1.0, 2.0 / max(abs(float(step[0])), 1e-300))
    for _ in range(60):
        new_a = max(a + length * float(step[1]), LEAST_ALPHA)
        new_t = t * exp(length * float(step[0]))
        found = likelihood.value(new_t, new_a)
        if found >= value - 1e-14 * abs(value) and (new_t, new_a) != (t, a):
            return new_t, new_a, found
        length /= 2
    return None


def snb(found: Histogram, context: JobContext) -> Snb | None:
    """The shifted negative binomial model of Chen & Keller-McNulty 1998: the estimate K of the classes by
    Haas & Stokes, then a and b from S_1 and S_2. None where the equations have no solution; of several the
    one with the most uniques.
    """
    ones = float(found.uniques)
    twos = float(found.classes[found.sizes == 2].sum())
    if not found.uniques:
        return Snb(float(found.groups), 0.0, 1.0, 0.0)
    f = found.fraction
    if f >= 1:
        return Snb(float(found.groups), 0.0, 1.0, ones)
    classes = _classes_of(found)
    if classes is None or twos == 0:
        return None
    equations = _Equations(ones, twos, f, classes)
    solutions: list[Snb] = []
    begun = np.r_[np.geomspace(1e-9, 0.1, _GRID), np.linspace(0.1, 1 - 1e-9, _GRID)[1:]]
    for falling in (True, False):
        grid = equations.with_ends(begun, falling)
        context.progress(0.9, "fitting_the_model")
        alphas, gaps = equations.gaps(grid, falling)
        changes = np.flatnonzero(np.isfinite(gaps[:-1]) & np.isfinite(gaps[1:]) & (gaps[:-1] * gaps[1:] <= 0))
        for place in changes.tolist():
            beta = equations.between(float(grid[place]), float(grid[place + 1]), falling)
            alphas, _ = equations.gaps(np.array([beta]), falling)
            alpha = float(alphas[0])
            if isfinite(alpha) and alpha > 0:
                solutions.append(Snb(classes, alpha, beta, classes * exp(alpha * log(beta))))
    return max(solutions, key=lambda one: one.uniques, default=None)


def _classes_of(found: Histogram) -> float | None:
    """K = u + S_1 (A / B) (C / D)^2."""
    f, j, number = found.fraction, found.sizes.astype(np.float64), found.classes.astype(np.float64)
    a = float((j * f * f * (1 - f * f) ** (j - 1) * number).sum())
    b = float((np.exp(j * log1p(-f * f)) * -np.expm1(-j * log1p(f)) * number).sum())  # no power overflows
    c = float(((1 - f) ** j * number).sum())
    d = float((j * f * (1 - f) ** (j - 1) * number).sum())
    if b <= 0 or d <= 0:
        return None
    whole = found.groups + found.uniques * (a / b) * (c / d) ** 2
    return whole if isfinite(whole) else None


class _Equations:
    """S_1 and S_2 as functions of a and b: a from S_1, on the branch that falls or rises with a."""

    def __init__(self, ones: float, twos: float, f: float, classes: float) -> None:
        self.ones, self.twos, self.f, self.classes = ones, twos, f, classes

    def gaps(self, b: Vector, falling: bool) -> tuple[Vector, Vector]:
        """For each b the a that S_1 gives (nan: none), and by how much S_2 is missed."""
        f, classes = self.f, self.classes
        x = (1 - f) * (1 - b)
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            log_r = np.log(b) - np.log1p(-x)
            c = x / (1 - x)
            target = self.ones / (classes * f)
            top = np.where(c > 0, np.maximum(-1 / log_r - 1 / c, 0.0), 0.0)
            low, high = (top, np.full_like(b, 1.0)) if falling else (np.zeros_like(b), top)
            if falling:
                high = np.maximum(2 * top, 1.0)
                for _ in range(200):
                    far = self._first(high, log_r, c) > target
                    if not far.any():
                        break
                    high = np.where(far, 2 * high, high)
            at_low, at_high = self._first(low, log_r, c) - target, self._first(high, log_r, c) - target
            good = at_low * at_high <= 0
            for _ in range(100):
                middle = (low + high) / 2
                same = (self._first(middle, log_r, c) - target) * at_low > 0
                low, high = np.where(same, middle, low), np.where(same, high, middle)
            a = np.where(good & (low > 0), (low + high) / 2, np.nan)
            second = classes * a * b**a * f * f * (1 - b) * (2 - (1 - a) * x) / (2 * (1 - x) ** (a + 2))
        return a, second - self.twos

    def with_ends(self, grid: Vector, falling: bool) -> Vector:
        """The grid with places ever nearer to the ends of where S_1 gives an a: there both branches meet."""
        known = np.isfinite(self.gaps(grid, falling)[0])
        more = []
        for place in np.flatnonzero(known[:-1] != known[1:]).tolist():
            inside, outside = (place, place + 1) if known[place] else (place + 1, place)
            first, good, bad = float(grid[inside]), float(grid[inside]), float(grid[outside])
            for _ in range(100):
                middle = (good + bad) / 2
                if np.isfinite(self.gaps(np.array([middle]), falling)[0][0]):
                    good = middle
                else:
                    bad = middle
            more.append(good + (first - good) * np.geomspace(1e-12, 1, 60))
            more.append(np.array([good]))
        return np.unique(np.concatenate([grid, *more]))

    def between(self, low: float, high: float, falling: bool) -> float:
        """The b between two at which the gap changes its sign."""
        at_low = float(self.gaps(np.array([low]), falling)[1][0])
        for _ in range(100):
            middle = (low + high) / 2
            if float(self.gaps(np.array([middle]), falling)[1][0]) * at_low > 0:
                low = middle
            else:
                high = middle
        return (low + high) / 2

    @staticmethod
    def _first(a: Vector, log_r: Vector, c: Vector) -> Vector:
        return np.asarray(np.exp(a * log_r) * (a * c + 1), dtype=np.float64)


def _ratio(x: float, more: float) -> float:
    """ln G(x + more) - ln G(x), without loss of digits for large x."""
    if min(x, x + more) < _FAR:
        return lgamma(x + more) - lgamma(x)
    y = x + more
    series = (1 / y - 1 / x) / 12 - (1 / y**3 - 1 / x**3) / 360
    return (x - 0.5) * log1p(more / x) + more * log(y) - more + series
