"""Distinct rows, counted without comparing whole rows, are those that NumPy finds by comparing them."""

import numpy as np
import pytest

from sdc_desktop.engine.data.store.packed_codes import distinct_rows
from sdc_desktop.engine.inference.pairing import _one_to_one

DRAW = np.random.default_rng(5)
ROWS = [
    DRAW.integers(-3, 4, (400, 3)),
    DRAW.integers(0, 2, (50, 1)).astype(np.int32),
    DRAW.normal(size=(60, 2)).round(0),
    np.zeros((0, 2), dtype=np.int64),
]


@pytest.mark.parametrize("rows", ROWS, ids=["negative", "one_column", "fractions", "none"])
def test_distinct_rows_their_numbers_and_counts_are_those_of_numpy(rows) -> None:
    distinct, numbers, counts = distinct_rows(rows)
    same, inverse, repeats = np.unique(rows, axis=0, return_inverse=True, return_counts=True)
    assert np.array_equal(distinct, same)
    assert np.array_equal(numbers, inverse.reshape(-1))
    assert np.array_equal(counts, repeats)


@pytest.mark.parametrize(
    ("first", "second", "named"),
    [
        ((0, 1, 2, 1), (2, 0, 1, 0), True),
        ((0, 1, 2, 1), (2, 0, 0, 0), False),  # two values become one
        ((0, 0, 2, 0), (2, 1, 0, 1), False),  # one value becomes two
        ((5, 5), (0, 0), True),  # the others are of no paired record
        ((), (), True),
    ],
)
def test_values_name_each_other_only_one_for_one(first, second, named) -> None:
    assert _one_to_one(np.array(first, dtype=np.int64), np.array(second, dtype=np.int64)) is named
