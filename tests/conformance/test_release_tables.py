"""The golden tables of the release queue are those of the shared inputs."""

import csv
from pathlib import Path

import numpy as np
import pytest

from tests.support.release import AGES, LOCATIONS, golden

SHARED = Path(__file__).parents[2].parent / "shared"
pytestmark = [
    pytest.mark.conformance,
    pytest.mark.skipif(not SHARED.is_dir(), reason="the shared inputs are not here"),
]


@pytest.mark.parametrize("name", ["full", "mis", "kld", "cst", "dqt"])
def test_a_golden_table_is_the_shared_one(name) -> None:
    with (SHARED / "golden" / f"release_{name}.csv").open(newline="", encoding="utf-8") as file:
        head, *rows = csv.reader(file)
    assert tuple(head[1:]) == LOCATIONS
    assert tuple(row[0] for row in rows) == AGES
    assert np.array([row[1:] for row in rows], dtype=np.int64).T.tolist() == golden(name).tolist()
