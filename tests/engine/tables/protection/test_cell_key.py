"""Noise by cell key: unbiased, of the variance asked for, the same for the same cell."""

import numpy as np
import pytest

from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.tables.protection.cell_key import (
    KEY_PARTS,
    density,
    largest_noise,
    perturbed,
    perturbed_amounts,
    transition,
)


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
def test_noise_of_magnitudes_is_unbiased_bounded_and_of_the_variance_asked_for(variance, maximum) -> None:
    keys = np.arange(0, KEY_PARTS, KEY_PARTS // 50_000)
    amounts, largest = np.full(len(keys), 10**7), np.full(len(keys), 10**6)
    noise = perturbed_amounts(amounts, largest, keys, variance, maximum, 2.0) - amounts
    steps = noise / (10**6 * 0.02)
    assert steps.mean() == pytest.approx(0, abs=2e-3)
    assert steps.var() == pytest.approx(variance, rel=2e-3)
    assert np.abs(noise).max() <= largest_noise(largest[:1], maximum, 2.0)[0]


def test_no_other_density_of_magnitudes_has_more_entropy() -> None:
    """The logarithm of the density is a parabola: no mean, no variance to gain from."""
    points, ends = density(2.0, 5)
    logs = np.log(np.diff(ends))
    curvature = np.diff(logs, 2)
    assert curvature == pytest.approx(np.full(len(curvature), curvature.mean()), abs=1e-7)
    assert len(points) == len(ends)


def test_magnitudes_without_contributions_keep_their_value_and_wide_noise_is_refused() -> None:
    found = perturbed_amounts(np.array([0, 500]), np.array([0, 400]), np.array([7, 7]), 2.0, 5, 1.0)
    assert found[0] == 0
    assert abs(found[1] - 500) <= 20
    with pytest.raises(Refused) as refused:
        density(25, 5)
    assert refused.value.problems[0].code == "cell_key.variance_too_large"
