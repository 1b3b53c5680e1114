"""Bounds of the entropy loss at several levels at once, against the parts one by one."""

import numpy as np
import pytest

from sdc_desktop.engine.microdata.lattice import losses
from sdc_desktop.engine.microdata.lattice.losses import EntropyParts


@pytest.mark.parametrize("most_listed", [losses._MOST_LISTED, 60])
def test_bounds_of_several_levels_are_the_parts_of_each(most_listed, monkeypatch) -> None:
    monkeypatch.setattr(losses, "_MOST_LISTED", most_listed)
    chance = np.random.default_rng(0)
    for _ in range(200):
        number = int(chance.integers(1, 40))
        records = chance.integers(1, 30, number)
        groups = np.unique(chance.integers(0, 4, number), return_inverse=True)[1]
        members = [np.arange(number), groups, np.zeros(number, dtype=np.int64)]
        counts = [np.bincount(one, weights=records).astype(np.int64) for one in members]
        parts = EntropyParts([counts], [members], np.array([1.3]))
        gone = np.minimum(chance.integers(0, 30, number), records) * int(chance.random() < 0.9)
        by_level = [
            np.bincount(one, weights=gone, minlength=len(count)).astype(np.int64)
            for one, count in zip(members, counts, strict=True)
        ]
        for low in range(3):
            chosen = by_level[low:]
            starts = np.cumsum([0, *(len(one) for one in chosen)])[:-1]
            found = parts.least_parts(0, low, np.concatenate(chosen), starts)
            expected = [parts.part(0, level, one) for level, one in enumerate(chosen, low)]
            assert np.allclose(found, expected, rtol=1e-12, atol=1e-9)


def test_a_category_of_one_record_more_than_are_listed_has_its_bound(monkeypatch) -> None:
    monkeypatch.setattr(losses, "_MOST_LISTED", 4)
    for records in (4, 5, 6):
        counts = np.array([records])
        parts = EntropyParts([[counts]], [[np.array([0])]], np.array([1.0]))
        assert parts.least_parts(0, 0, counts, np.array([0])) == pytest.approx([0.0])
