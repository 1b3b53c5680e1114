"""How certain small counts with noise are: the figures of an independent program."""

import csv
import json
from pathlib import Path

import numpy as np
import pytest

from sdc_desktop.engine.tables.protection.protected_table import certainties

SHARED = Path(__file__).parents[2].parent / "shared"
FOLDER = SHARED / "golden" / "methods"
pytestmark = [
    pytest.mark.conformance,
    pytest.mark.skipif(not SHARED.is_dir(), reason="the shared inputs are not here"),
]


@pytest.mark.parametrize("name", ["D5V2", "D5V3js2ps50"])
def test_the_probability_that_a_published_count_is_true_is_the_known_one(name) -> None:
    golden = json.loads((FOLDER / f"stay_ptable_{name}.json").read_text())
    rows: dict[int, list[tuple[int, float]]] = {}
    with (FOLDER / f"ptable_{name}.csv").open() as file:
        for line in csv.DictReader(file, delimiter=";"):
            rows.setdefault(int(line["i"]), []).append((int(line["v"]), float(line["p"])))

    def row(count: int):
        noise, probabilities = zip(*rows[min(count, max(rows))], strict=True)
        return np.array(noise), np.array(probabilities)

    numbers = {int(count): number for count, number in golden["cells_by_count"].items()}
    true = np.repeat(list(numbers), list(numbers.values()))
    found = {one.count: one.probability for one in certainties(true, np.arange(11), row, 8)}
    for count, expected in golden["posterior_true_given_published"].items():
        if 1 <= int(count) <= 10:
            assert found[int(count)] == pytest.approx(expected, abs=1e-7)
