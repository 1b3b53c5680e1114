"""Exact noise: its distribution by enumeration of all choices, golden budgets, and draws from a secret."""

import json
from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from math import exp
from pathlib import Path
from typing import Any

import pytest

from sdc_desktop.engine.secret_stream import SecretStream
from sdc_desktop.engine.tables.private import sampler
from sdc_desktop.engine.tables.private.budget import epsilon_of
from sdc_desktop.engine.tables.private.sampler import (
    Choices,
    StreamChoices,
    bernoulli_exp,
    discrete_gaussian,
    discrete_laplace,
)

GOLDEN = json.loads((Path(__file__).parents[2] / "golden" / "zcdp.json").read_text())


class ForkError(Exception):
    """A choice that is not made yet: the probability of each of its outcomes."""

    def __init__(self, outcomes: dict[int, Any]) -> None:
        self.outcomes = outcomes


class AgainError(Exception):
    """A sampler that rejects begins again: the second attempt is like the first."""


class Made:
    """Makes the choices of a path, then forks. What is certain is no choice. One of several equally probable
    numbers begins an attempt of a sampler.
    """

    def __init__(self, made: tuple[int, ...]) -> None:
        self.made, self.place, self.attempts = made, 0, 0

    def below(self, limit: int) -> int:
        return self.first({outcome: Fraction(1, limit) for outcome in range(limit)})

    def happens(self, probability: Fraction) -> bool:
        return bool(self.of({1: probability, 0: 1 - probability}))

    def first(self, outcomes: dict[int, Any]) -> int:
        """The choice that begins an attempt."""
        self.attempts += 1
        if self.attempts > 1:
            raise AgainError
        return self.of(outcomes)

    def of(self, outcomes: dict[int, Any]) -> int:
        possible = {one: probability for one, probability in outcomes.items() if probability}
        if len(possible) == 1:
            return next(iter(possible))
        if self.place == len(self.made):
            raise ForkError(possible)
        self.place += 1
        return self.made[self.place - 1]


def enumerated(draw: Callable[[Choices], int], least: float) -> tuple[dict[int, Any], Any]:
    """The exact probability of each value over all paths of at least this probability, given that an attempt
    is not rejected, and that of the rest: each true probability is within the rest of the one given.
    """
    found: dict[int, Any] = defaultdict(int)
    rest: Any = 0
    rejected: Any = 0
    paths: list[tuple[tuple[int, ...], Any]] = [((), 1)]
    while paths:
        made, probability = paths.pop()
        if probability < least:
            rest += probability
            continue
        try:
            found[draw(Made(made))] += probability
        except AgainError:
            rejected += probability
        except ForkError as fork:
            paths += [((*made, one), probability * own) for one, own in fork.outcomes.items()]
    kept = 1 - rejected
    return defaultdict(int, {value: one / kept for value, one in found.items()}), rest / kept


@pytest.mark.parametrize("gamma", [Fraction(0), Fraction(1, 3), Fraction(1), Fraction(5, 2)])
def test_a_bernoulli_draw_has_exactly_the_probability_of_the_exponential(gamma) -> None:
    found, rest = enumerated(lambda choices: bernoulli_exp(gamma, choices), 1e-6)
    assert rest < 1e-3
    assert found[True] - Fraction(1, 10**12) <= exp(-gamma) <= found[True] + rest + Fraction(1, 10**12)


def laplace(scale: Fraction, most: int) -> dict[int, float]:
    """The distribution, by its definition, as far as `most`."""
    sizes = {value: exp(-abs(value) / scale) for value in range(-most, most + 1)}
    total = (1 + exp(-1 / scale)) / (1 - exp(-1 / scale))
    return {value: size / total for value, size in sizes.items()}


@pytest.mark.parametrize("scale", [Fraction(1, 2), Fraction(1), Fraction(3, 2), Fraction(5)])
def test_laplace_noise_has_exactly_its_distribution(monkeypatch, scale) -> None:
    """Over all paths, with draws of the exponential, which the test above enumerates, as single choices."""
    monkeypatch.setattr(sampler, "bernoulli_exp", lambda gamma, choices: choices.happens(exp(-gamma)))
    found, rest = enumerated(lambda choices: sampler.discrete_laplace(scale, choices), 1e-12)
    assert rest < 1e-8
    for value, wanted in laplace(scale, 4).items():
        assert found[value] == pytest.approx(wanted, abs=1e-8), value


@pytest.mark.parametrize("variance", [Fraction(1, 2), Fraction(4, 5), Fraction(7)])
def test_gaussian_noise_has_exactly_its_distribution(monkeypatch, variance) -> None:
    """Over all paths, with Laplace noise, which the test above enumerates, as a single choice."""
    monkeypatch.setattr(sampler, "bernoulli_exp", lambda gamma, choices: choices.happens(exp(-gamma)))
    monkeypatch.setattr(sampler, "discrete_laplace", lambda scale, choices: choices.first(laplace(scale, 60)))
    found, rest = enumerated(lambda choices: sampler.discrete_gaussian(variance, choices), 1e-12)
    assert rest < 1e-8
    total = sum(exp(-(value**2) / (2 * variance)) for value in range(-60, 61))
    for value in range(-4, 5):
        wanted = exp(-(value**2) / (2 * variance)) / total
        assert found[value] == pytest.approx(wanted, abs=1e-7), value


def drawn(key: int) -> StreamChoices:
    return StreamChoices(SecretStream(key.to_bytes(32, "big"), b"test"))


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 2**64 - 1, 2**64, 2**64 + 1, 3**90])
def test_choices_from_a_secret_stay_below_their_limit(limit) -> None:
    choices = drawn(1)
    found = [choices.below(limit) for _ in range(300)]
    assert all(0 <= one < limit for one in found)
    if limit < 8:
        assert set(found) == set(range(limit))
    else:
        assert len(set(found)) == 300
        assert max(found) > limit * 0.95


def test_noise_from_a_secret_has_its_moments_and_repeats() -> None:
    """4,000 draws: mean and variance within 4 standard errors."""
    variance = Fraction(25)
    choices = drawn(2)
    found = [discrete_gaussian(variance, choices) for _ in range(4000)]
    assert abs(sum(found) / 4000) < 4 * 5 / 4000**0.5
    assert abs(sum(x * x for x in found) / 4000 - 25) < 4 * 25 * (2 / 4000) ** 0.5
    again = drawn(2)
    assert [discrete_gaussian(variance, again) for _ in range(50)] == found[:50]
    other = drawn(3)
    assert [discrete_gaussian(variance, other) for _ in range(50)] != found[:50]


@pytest.mark.parametrize("scale", [Fraction(0), Fraction(-1)])
def test_a_scale_that_is_not_positive_is_refused(scale) -> None:
    for draw in (discrete_laplace, discrete_gaussian):
        with pytest.raises(ValueError, match=str(scale)):
            draw(scale, drawn(1))


@pytest.mark.parametrize("case", GOLDEN)
def test_epsilon_of_a_concentrated_budget_is_the_golden_figure(case) -> None:
    assert epsilon_of(case["rho"], case["delta"]) == pytest.approx(case["epsilon"], rel=1e-9)


@pytest.mark.parametrize(
    ("draw", "parameter", "density"),
    [
        (discrete_laplace, Fraction(7, 3), lambda x: exp(-abs(x) / (7 / 3))),
        (discrete_gaussian, Fraction(9, 2), lambda x: exp(-(x**2) / 9)),
    ],
    ids=["laplace", "gaussian"],
)
def test_noise_from_a_secret_passes_a_chi_square_test(draw, parameter, density) -> None:
    """10,000 draws in cells from -8 to 8 and beyond; the seed is fixed, the bound met in 999 of 1,000."""
    from scipy.stats import chi2

    number, most = 10_000, 8
    choices = drawn(5)
    found = [draw(parameter, choices) for _ in range(number)]
    whole = sum(density(x) for x in range(-400, 401))
    expected = [number * density(x) / whole for x in range(-most, most + 1)]
    counts = [found.count(x) for x in range(-most, most + 1)]
    expected.append(number - sum(expected))
    counts.append(number - sum(counts))
    statistic = sum((own - wanted) ** 2 / wanted for own, wanted in zip(counts, expected, strict=True))
    assert statistic < chi2.ppf(0.999, len(counts) - 1)
