"""Noise by cell key: unbiased, of the variance asked for, the same for the same cell."""

import numpy as np
import pytest

from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.secret_stream import KEY_PARTS
from sdc_desktop.engine.tables.cell_keys.amounts import AmountNoise, Flexible, density, perturbed_amounts
from sdc_desktop.engine.tables.cell_keys.equal_variance import transition
from sdc_desktop.engine.tables.cell_keys.perturbation_table import made


def perturbed(counts, keys, variance, maximum):
    table = made(variance, maximum, monotone=False)
    return counts + table.noise_of(counts, keys, KEY_PARTS)


def one_largest(values):
    return np.asarray(values)[:, None]


@pytest.mark.parametrize("count", [1, 2, 3, 5, 50])
@pytest.mark.parametrize(("variance", "maximum"), [(0.5, 2), (2, 5), (4, 5)])
def test_noise_is_unbiased_bounded_and_never_below_zero(count, variance, maximum) -> None:
    noise, probabilities = transition(count, variance, maximum)
    assert probabilities.sum() == pytest.approx(1)
    assert probabilities @ noise == pytest.approx(0, abs=1e-9)
    assert noise.min() >= max(-maximum, -count)
    assert noise.max() == maximum
    if count >= maximum:
        assert probabilities @ noise**2 == pytest.approx(variance)


def test_no_other_distribution_has_more_entropy() -> None:
    noise, best = transition(9, 2.0, 3)
    basis = np.linalg.svd(np.stack([np.ones(7), noise, noise**2]))[2][3:]
    for direction in basis:
        for size in (1e-3, -1e-3):
            other = best + size * direction
            assert -(other * np.log(other)).sum() < -(best * np.log(best)).sum()


def test_a_zero_stays_and_equal_keys_give_equal_noise() -> None:
    counts, keys = np.array([0, 7, 7, 200]), np.array([5, 123, 123, KEY_PARTS - 1])
    found = perturbed(counts, keys, 2.0, 5)
    assert found[0] == 0
    assert found[1] == found[2]
    assert abs(found[3] - 200) <= 5


def test_over_all_keys_noise_has_its_distribution() -> None:
    keys = np.arange(0, KEY_PARTS, KEY_PARTS // 20_000)
    found = perturbed(np.full(len(keys), 30), keys, 2.0, 5) - 30
    assert found.mean() == pytest.approx(0, abs=2e-3)
    assert found.var() == pytest.approx(2, abs=2e-3)


def test_a_variance_that_the_maximum_cannot_hold_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        transition(9, 4.0, 2)
    assert refused.value.problems[0].code == "cell_key.variance_too_large"


@pytest.mark.parametrize(("variance", "maximum"), [(0.5, 2), (2, 5), (8.4, 5), (20, 5)])
def test_noise_of_magnitudes_is_unbiased_bounded_and_of_the_variance_requested(variance, maximum) -> None:
    keys = np.arange(0, KEY_PARTS, KEY_PARTS // 50_000)
    amounts, largest = np.full(len(keys), 10**7), np.full(len(keys), 10**6)
    query = AmountNoise(variance, maximum, 2.0)
    noise = perturbed_amounts(amounts, one_largest(largest), keys, query)[0] - amounts
    steps = noise / (10**6 * 0.02)
    assert steps.mean() == pytest.approx(0, abs=2e-3)
    assert steps.var() == pytest.approx(variance, rel=2e-3)
    assert np.abs(noise).max() <= query.most(one_largest(largest[:1]))[0]


def test_no_other_density_of_magnitudes_has_more_entropy() -> None:
    """The logarithm of the density is a parabola: no mean, no variance to gain from."""
    points, ends = density(2.0, 5)
    logs = np.log(np.diff(ends))
    curvature = np.diff(logs, 2)
    assert curvature == pytest.approx(np.full(len(curvature), curvature.mean()), abs=1e-7)
    assert len(points) == len(ends)


def test_magnitudes_without_contributions_keep_their_value_and_wide_noise_is_refused() -> None:
    largest, keys = one_largest([0, 400]), np.array([7, 7])
    found, cut = perturbed_amounts(np.array([0, 500]), largest, keys, AmountNoise(2.0, 5, 1.0))
    assert cut == 0
    assert found[0] == 0
    assert abs(found[1] - 500) <= 20
    with pytest.raises(Refused) as refused:
        density(25, 5)
    assert refused.value.problems[0].code == "cell_key.variance_too_large"


def test_several_contributors_have_keys_of_their_own_and_their_noise_adds_up() -> None:
    """Over keys the noise is unbiased and its variance the sum over contributors."""
    random = np.random.default_rng(1)
    keys = random.integers(0, KEY_PARTS, 200_000)
    largest = np.tile([900_000, 500_000, 300_000, 200_000, 100_000, 50_000], (len(keys), 1))
    amounts, weights = np.full(len(keys), 3_000_000), (1.0, 0.5, 0.3, 0.3, 0.2, 0.1)
    noise = perturbed_amounts(amounts, largest, keys, AmountNoise(2.0, 5, 1.0, weights))[0] - amounts
    parts = np.array(weights) * largest[0] * 0.01
    assert noise.mean() == pytest.approx(0, abs=4 * noise.std() / np.sqrt(len(keys)))
    assert noise.var() == pytest.approx(2.0 * (parts**2).sum(), rel=0.05)
    singles = [
        perturbed_amounts(amounts, largest, keys, AmountNoise(2.0, 5, 1.0, (1e-9,) * place + (1.0,)))[0]
        for place in range(6)
    ]
    correlations = np.corrcoef(np.stack(singles) - amounts) - np.eye(6)
    assert np.abs(correlations).max() < 0.015


def test_one_contributor_of_several_is_the_noise_of_one() -> None:
    keys = np.random.default_rng(2).integers(0, KEY_PARTS, 1000)
    amounts, largest = np.full(1000, 10**6), np.tile([4 * 10**5, 10**5], (1000, 1))
    one = perturbed_amounts(amounts, largest[:, :1], keys, AmountNoise(2.0, 5, 1.0))[0]
    first_of_two = perturbed_amounts(amounts, largest, keys, AmountNoise(2.0, 5, 1.0, (1.0, 1e-12)))[0]
    assert (one == first_of_two).all()


def test_noise_changes_no_sign_and_says_how_often_it_was_cut() -> None:
    """A sum of positive and negative amounts can be smaller than its largest contribution."""
    keys = np.random.default_rng(3).integers(0, KEY_PARTS, 5000)
    for sign in (1, -1):
        amounts = np.full(5000, sign * 100)
        found, cut = perturbed_amounts(
            amounts, one_largest(np.full(5000, 10_000)), keys, AmountNoise(2, 5, 2.0)
        )
        assert (found * sign >= 0).all()
        assert 1000 < cut <= (found == 0).sum()


def test_the_step_falls_from_the_turning_point_on() -> None:
    step = Flexible(0.25, 0.05, 1000.0, 3.0)
    x = np.array([1.0, 999.0, 1000.0, 1001.0, 2000.0, 10**9])
    found = step.of(x)
    assert found[:3] == pytest.approx(0.25)
    assert found[3] == pytest.approx(0.25, abs=1e-3)
    by_hand = 0.05 * (1 + (0.25 * 2000 - 0.05 * 1000) / (0.05 * 1000) * (2 * 1000 / 3000) ** 3)
    assert found[4] == pytest.approx(by_hand)
    assert found[5] == pytest.approx(0.05, rel=1e-6)
    assert (np.diff(step.of(np.linspace(1, 50_000, 999))) <= 1e-12).all()


def test_the_most_that_noise_changes_bounds_it() -> None:
    random = np.random.default_rng(4)
    keys = random.integers(0, KEY_PARTS, 20_000)
    largest = np.sort(random.integers(1, 10**6, (20_000, 3)))[:, ::-1]
    amounts = largest.sum(axis=1)
    for step in (1.5, Flexible(0.15, 0.02, 20_000.0, 2.0)):
        query = AmountNoise(3.0, 5, step, (1.0, 0.7, 0.2))
        found, _ = perturbed_amounts(amounts, largest, keys, query)
        assert (np.abs(found - amounts) <= query.most(largest)).all()
