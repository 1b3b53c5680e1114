"""A million households in 1,600 areas exchange their areas: the drawing of pairs alone."""

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.perturbation.swap_households.pairing import Households, paired


@pytest.mark.long
def test_pairs_of_a_million_households(benchmark) -> None:
    drawn = np.random.default_rng(1)
    number = 1_000_000
    fine = drawn.integers(0, 1600, number)
    areas = (fine // 160, fine // 16, fine)
    least = drawn.integers(1, 60, number)
    found = Households(
        areas=areas,
        weights=tuple(1 / (least * scale) for scale in (100.0, 10.0, 1.0)),
        rare=tuple(least * scale < 3 for scale in (100, 10, 1)),
        profiles=(drawn.integers(0, 8, number),),
    )
    uniforms = np.random.default_rng(2)

    def draw(purpose: str, count: int) -> np.ndarray:
        return uniforms.uniform(1e-12, 1, count)

    pairs = benchmark.pedantic(paired, (found, 0.05, draw, JobContext()), rounds=1)
    assert len(pairs.not_placed) == 0
