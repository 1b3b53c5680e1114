"""Critical values that are drawn: from the definition, from nothing but their arguments, and kept."""

import json
from itertools import pairwise

import numpy as np
import pytest

from sdc_desktop.engine.release.assessment import information
from sdc_desktop.engine.release.statistics.critical_values import CriticalValues, DrawnStore, FirstDraws
from sdc_desktop.engine.release.statistics.dixon import SampledQuantiles, tabled
from tests.support.release import small_rules, soldiers

BASELINE = np.array([0.5, 0.3, 0.2])


@pytest.mark.parametrize("shares", [np.ones(1), np.array([0.6, 0.4])])
@pytest.mark.parametrize("records", [1, 4, 12])
def test_a_drawn_value_is_the_quantile_of_the_statistic_over_samples(shares, records) -> None:
    drawn = FirstDraws(BASELINE, shares, 0.2, 20_000, 0).value(records)
    cells = np.random.default_rng(9).multinomial(records, np.outer(shares, BASELINE).reshape(-1), 20_000)
    statistics = [information(sample.reshape(len(shares), 3), BASELINE) for sample in cells]
    below = np.mean(np.array(statistics) < drawn - 1e-12)
    at_most = np.mean(np.array(statistics) <= drawn + 1e-12)
    assert below < 0.8 + 0.01
    assert at_most > 0.8 - 0.01


def test_of_one_record_the_value_can_be_set_by_hand() -> None:
    """One record has -log2 b: 1 bit (5 of 10), 1.737 (3 of 10), 2.322 (2 of 10)."""
    assert FirstDraws(BASELINE, np.ones(1), 0.55, 10_000, 0).value(1) == pytest.approx(1)
    assert FirstDraws(BASELINE, np.ones(1), 0.25, 10_000, 0).value(1) == pytest.approx(-np.log2(0.3))
    assert FirstDraws(BASELINE, np.ones(1), 0.1, 10_000, 0).value(1) == pytest.approx(-np.log2(0.2))


def test_values_do_not_depend_on_what_was_requested_before() -> None:
    at_once, in_turn = (FirstDraws(BASELINE, np.ones(1), 0.2, 500, 3) for _ in range(2))
    last = at_once.value(9)
    assert [in_turn.value(n) for n in (3, 1, 9, 2)][2] == last
    assert at_once.known == in_turn.known


def test_values_known_from_before_are_gone_on_with() -> None:
    whole = FirstDraws(BASELINE, np.ones(1), 0.2, 500, 3)
    whole.value(9)
    part = FirstDraws(BASELINE, np.ones(1), 0.2, 500, 3, known=whole.known[:4])
    assert part.value(9) == whole.value(9)
    assert part.known == whole.known


def test_the_source_switches_from_0_368_to_0_338_with_nine_values_seen() -> None:
    criticals = CriticalValues(soldiers())
    assert criticals.information(100, 9, 5) == pytest.approx(0.368, abs=0.002)
    assert criticals.information(101, 9, 5) == pytest.approx(0.3376, abs=0.0001)


@pytest.mark.parametrize("alpha", [0.2, 0.1, 0.05, 0.01])
def test_dixons_sampled_quantiles_are_near_the_printed_ones(alpha) -> None:
    sampled = SampledQuantiles(alpha, 0)
    for number in range(3, 11):
        assert sampled.value(number) == pytest.approx(tabled(number, alpha), abs=0.004)


def test_beyond_the_table_quantiles_fall_with_the_number_and_follow_the_seed() -> None:
    criticals = CriticalValues(small_rules(BASELINE, 60))
    values = [criticals.outlier(number) for number in range(9, 40)]
    assert all(a > b for a, b in pairwise(values))
    assert CriticalValues(small_rules(BASELINE, 60)).outlier(30) == criticals.outlier(30)
    assert CriticalValues(small_rules(BASELINE, 60, seed=1)).outlier(30) != criticals.outlier(30)
    assert CriticalValues(small_rules(BASELINE, 60, 0.13)).outlier(5) != criticals.outlier(5)


def test_drawn_values_are_kept_in_a_folder_and_hold_nothing_else(tmp_path) -> None:
    rules = small_rules(BASELINE, 12, draws=200)
    first = CriticalValues(rules, DrawnStore(tmp_path))
    shown = first.information(10, 3, 12), first.distance(10, 4, 3), first.outlier(12)
    first.keep()
    files = sorted(tmp_path.iterdir())
    assert len(files) == 3
    for file in files:
        assert set(json.loads(file.read_text())) == {"sha256", "values"}
    again = CriticalValues(rules, DrawnStore(tmp_path))
    assert (again.information(10, 3, 12), again.distance(10, 4, 3), again.outlier(12)) == shown
    other = CriticalValues(small_rules(BASELINE, 12, draws=200, seed=1), DrawnStore(tmp_path))
    assert other.information(10, 3, 12) != shown[0]


def test_a_damaged_file_of_drawn_values_counts_as_absent(tmp_path) -> None:
    rules = small_rules(BASELINE, 2, draws=200)
    first = CriticalValues(rules, DrawnStore(tmp_path))
    shown = first.distance(3, 3, 3)
    first.keep()
    for file in tmp_path.iterdir():
        file.write_text(file.read_text().replace("1", "2"))
    assert CriticalValues(rules, DrawnStore(tmp_path)).distance(3, 3, 3) == shown


def test_a_folder_that_is_not_there_does_not_matter(tmp_path) -> None:
    criticals = CriticalValues(small_rules(BASELINE, 2, draws=200), DrawnStore(tmp_path / "absent"))
    criticals.distance(3, 3, 3)
    criticals.keep()
