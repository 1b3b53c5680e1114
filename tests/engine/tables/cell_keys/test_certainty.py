"""How certain a small count with noise is, against drawing every outcome and against the peer's figures."""

import json
from pathlib import Path

import numpy as np
import pytest

from sdc_desktop.engine.tables.cell_keys.certainty import certainties, posterior
from sdc_desktop.engine.tables.cell_keys.perturbation_table import made
from sdc_desktop.engine.tables.cell_keys.table_file import read_table
from sdc_desktop.engine.tables.cell_keys.together import MOST_SMALL

GOLDEN = Path(__file__).parents[2] / "golden" / "cell_key"
OLDER = made(2.0, 5, monotone=False)


def test_a_count_is_as_certain_as_the_share_of_true_ones_among_all_that_are_published_as_it() -> None:
    true = np.repeat([0, 1, 2, 3, 7, 40], [50, 9, 7, 5, 3, 2])
    published = np.array([1, 1, 2, 0, 3])
    found = {one.count: one for one in certainties(true, published, OLDER)}
    assert sorted(found) == [0, 1, 2, 3]
    assert (found[1].cells, found[2].cells) == (2, 1)
    for count, one in found.items():
        expected = {}
        for value in true.tolist():
            noise, probabilities = OLDER.row(value)
            reach = dict(zip((value + noise).tolist(), probabilities.tolist(), strict=True))
            expected[value] = expected.get(value, 0.0) + reach.get(count, 0.0)
        assert one.probability == pytest.approx(expected.get(count, 0.0) / sum(expected.values()))
        assert one.stay == pytest.approx(dict(zip(*OLDER.row(count), strict=True))[0])


@pytest.mark.parametrize("variance", [1.0, 3.0, 8.0])
def test_the_certainty_of_each_small_count_is_that_of_trying_every_true_count(variance) -> None:
    """Also of counts above the small ones that noise can make small."""
    table = made(variance, 5, monotone=True)
    true = np.repeat(np.arange(20), np.arange(20, 0, -1))
    reached, stays = np.zeros(40), np.zeros(40)
    for value in true.tolist():
        for noise, probability in zip(*(part.tolist() for part in table.row(value)), strict=True):
            reached[value + noise] += probability
            stays[value] += probability if not noise else 0.0
    found = posterior(true, table)
    assert sorted(found) == list(range(MOST_SMALL + 1))
    for count, probability in found.items():
        assert probability == pytest.approx(stays[count] / reached[count], rel=1e-12)


def test_only_small_counts_that_are_published_are_listed() -> None:
    true = np.array([0, 4, 11, 100])
    assert [one.count for one in certainties(true, np.array([0, 4, 11, 100]), OLDER)] == [0, 4]
    assert MOST_SMALL == 10


def test_a_count_that_no_cell_has_is_never_certain() -> None:
    _, found = certainties(np.array([3, 3]), np.array([4, 0]), OLDER)
    assert (found.count, found.probability) == (4, 0.0)


def test_hardly_any_noise_leaves_small_counts_nearly_certain() -> None:
    true = np.array([2, 3, 4, 5, 6, 7])
    found = certainties(true, true, made(0.01, 5, monotone=False))
    assert min(one.probability for one in found) > 0.95
    found = certainties(np.repeat(true, 10), true, OLDER)
    assert max(one.probability for one in found) < 0.8


@pytest.mark.parametrize("name", ["D5V2", "D5V3js2ps50"])
def test_probabilities_are_those_of_the_golden_figures(name) -> None:
    """Computed from the peer's perturbation tables by an independent program, to nine decimals."""
    expected = json.loads((GOLDEN / f"stay_ptable_{name}.json").read_text(encoding="utf-8"))
    table = read_table((GOLDEN / f"ptable_{name}.csv").read_text(encoding="utf-8"), name)
    counts = {int(count): number for count, number in expected["cells_by_count"].items()}
    true = np.repeat(list(counts), list(counts.values()))
    for count, stay in expected["stay"].items():
        assert table.stay(int(count)) == pytest.approx(stay, abs=1e-8)
    found = posterior(true, table)
    for count, probability in expected["posterior_true_given_published"].items():
        assert found[int(count)] == pytest.approx(probability, abs=1e-8)
