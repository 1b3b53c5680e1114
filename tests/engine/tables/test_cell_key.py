"""Noise by cell key: unbiased, of the variance asked for, the same for the same cell."""

import numpy as np
import pytest

from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.tables.cell_key import KEY_PARTS, perturbed, transition


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
