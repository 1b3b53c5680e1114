"""How certain a small count with noise is, against drawing every outcome."""

import numpy as np
import pytest

from sdc_desktop.engine.tables.protection.cell_key import transition
from sdc_desktop.engine.tables.protection.protected_table import MOST_SMALL, certainties


def row(count: int):
    return transition(min(count, 5), 2.0, 5)


def test_a_count_is_as_certain_as_the_share_of_true_ones_among_all_that_are_published_as_it() -> None:
    true = np.repeat([0, 1, 2, 3, 7, 40], [50, 9, 7, 5, 3, 2])
    published = np.array([1, 1, 2, 0, 3])
    found = {one.count: one for one in certainties(true, published, row, 5)}
    assert sorted(found) == [1, 2, 3]
    assert (found[1].cells, found[2].cells) == (2, 1)
    for count, one in found.items():
        expected = {}
        for value in true.tolist():
            noise, probabilities = row(value)
            reach = dict(zip((value + noise).tolist(), probabilities.tolist(), strict=True))
            expected[value] = expected.get(value, 0.0) + reach.get(count, 0.0)
        assert one.probability == pytest.approx(expected.get(count, 0.0) / sum(expected.values()))


def test_only_small_counts_that_are_published_are_listed() -> None:
    true = np.array([0, 4, 11, 100])
    assert [one.count for one in certainties(true, np.array([0, 4, 11, 100]), row, 5)] == [4]
    assert MOST_SMALL == 10


def test_a_count_that_no_cell_has_is_never_certain() -> None:
    (found,) = certainties(np.array([3, 3]), np.array([4, 0]), row, 5)
    assert (found.count, found.probability) == (4, 0.0)


def test_hardly_any_noise_leaves_small_counts_nearly_certain() -> None:
    true = np.array([2, 3, 4, 5, 6, 7])
    found = certainties(true, true, lambda count: transition(min(count, 5), 0.01, 5), 5)
    assert min(one.probability for one in found) > 0.95
    found = certainties(np.repeat(true, 10), true, row, 5)
    assert max(one.probability for one in found) < 0.8
