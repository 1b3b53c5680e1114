"""Entropy against its definition and known values."""

import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdc_desktop.engine.information.distribution import entropy, entropy_of_multiplicities

frequencies = st.lists(st.integers(0, 10_000), min_size=1, max_size=40)


@pytest.mark.parametrize(
    ("counts", "expected"), [([], 0.0), ([5], 0.0), ([1, 1], math.log10(2)), ([1] * 10, 1.0)]
)
def test_known_values(counts, expected) -> None:
    assert entropy(counts) == pytest.approx(expected, abs=1e-15)


@given(frequencies)
def test_entropy_is_its_definition(counts) -> None:
    total = sum(counts)
    expected = -sum(n / total * math.log10(n / total) for n in counts if n)
    assert entropy(counts) == pytest.approx(expected, abs=1e-12)


@given(frequencies)
def test_how_often_frequencies_occur_is_enough(counts) -> None:
    rows = sorted(Counter(n for n in counts if n).items())
    assert entropy_of_multiplicities(rows, base=2) == pytest.approx(entropy(counts, base=2), abs=1e-12)
