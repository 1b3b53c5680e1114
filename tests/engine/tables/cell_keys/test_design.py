"""The noise of a count: what is asked holds, nothing has more entropy, and the peer agrees."""

import csv
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.tables.cell_keys.design import (
    LEAST,
    UNITS,
    NoiseRequirements,
    distribution,
    in_whole_units,
    least_variance,
    results,
)
from sdc_desktop.engine.tables.cell_keys.equal_variance import transition
from sdc_desktop.engine.tables.cell_keys.perturbation_table import PerturbationTable, made

GOLDEN = Path(__file__).parents[2] / "golden" / "cell_key"
CLOSE = 1e-9


def entropy(p: np.ndarray) -> float:
    return float(-(p * np.log(p)).sum())


def settings(number: int, seed: int):
    """Random counts, maxima, variances, forbidden results, and what else is asked."""
    random = np.random.default_rng(seed)
    for _ in range(number):
        maximum = int(random.integers(1, 26))
        forbidden = int(random.choice([0, 0, 1, 2, random.integers(0, maximum)]))
        forbidden = min(forbidden, maximum - 1)
        variance = float(random.uniform(0.05, 1.2) * random.choice([1, 2, maximum, maximum**2 / 3]))
        count = int(random.integers(1, maximum + forbidden + 2))
        stay = float(random.choice([0, 0, 0.3, 0.8])) if count > forbidden else 0.0
        noise = results(count, maximum, forbidden)
        yield NoiseRequirements(noise, variance, stay, bool(random.random() < 0.7))


def test_the_variance_is_about_the_mean_where_noise_is_biased() -> None:
    """By hand: 1/4 of -1, 1/4 of 0, 1/2 of 3: mean 5/4, variance 19/4 - 25/16."""
    table = PerturbationTable((np.array([-1, 0, 3]),), (np.array([0.25, 0.5, 1.0]),))
    assert (table.variance(0), table.stay(7), table.span) == (19 / 4 - 25 / 16, 0.25, (-1, 3))
    low, high = table.possible(np.array([0, 1, 2, 5]))
    assert (low.tolist(), high.tolist()) == ([0, 1, 2, 2], [1, 2, 3, 6])


@pytest.mark.parametrize("name", ["D2V1.05", "D5V2", "D5V3"])
def test_tables_made_here_are_those_of_the_r_package_ptable(name) -> None:
    """create_cnt_ptable of ptable (sources of 2019-10), by another solver, in files of eight decimals."""
    file, maximum, variance, forbidden, stay = {
        "D2V1.05": ("ptable_D2V1.csv", 2, 1.05, 0, 0.0),
        "D5V2": ("ptable_D5V2.csv", 5, 2.0, 0, 0.0),
        "D5V3": ("ptable_D5V3js2ps50.csv", 5, 3.0, 2, 0.5),
    }[name]
    table = made(variance, maximum, forbidden, stay, monotone=True)
    found = {
        (count, count + value): p
        for count in range(table.last + 1)
        for value, p in zip(*(part.tolist() for part in table.row(count)), strict=True)
    }
    with (GOLDEN / file).open(encoding="utf-8", newline="") as lines:
        expected = {
            (int(row["i"]), int(row["j"])): float(row["p"]) for row in csv.DictReader(lines, delimiter=";")
        }
    assert expected.keys() == found.keys()
    assert max(abs(found[place] - p) for place, p in expected.items()) < 5e-8


def test_what_is_requested_holds_and_what_cannot_be_had_is_refused() -> None:
    solved = 0
    for query in settings(600, seed=1):
        p, least = distribution(query), least_variance(query.noise, monotone=query.monotone)
        noise = query.noise.astype(float)
        if p is None:
            assert least is None or least > query.variance or query.stay
            continue
        solved += 1
        assert p.sum() == pytest.approx(1, abs=CLOSE)
        assert p @ noise == pytest.approx(0, abs=CLOSE * 100)
        assert p @ noise**2 <= query.variance * (1 + 1e-9) + CLOSE
        assert p.min() >= LEAST * (1 - 1e-9)
        assert not query.stay or p[query.noise == 0][0] >= query.stay - CLOSE
        if query.monotone:
            chain = p[query.noise <= 0].tolist()
            assert all(later >= before - CLOSE for before, later in pairwise(chain))
    assert solved > 500


def test_no_other_distribution_that_meets_the_same_has_more_entropy() -> None:
    random = np.random.default_rng(2)
    tried = 0
    for query in settings(150, seed=3):
        p = distribution(query)
        if p is None or len(p) < 4:
            continue
        for other in mixtures(query, random):
            mixed = 0.999 * p + 0.001 * other
            assert entropy(mixed) <= entropy(p) + 1e-12
            tried += 1
    assert tried > 300


def mixtures(query: NoiseRequirements, random: np.random.Generator):
    """Other distributions that meet the same: optima for smaller variances and greater chances to stay."""
    for part in (0.3, 0.7, 0.95):
        stay = query.stay if random.random() < 0.5 or not query.stay else min(0.97, query.stay + 0.1)
        other = distribution(NoiseRequirements(query.noise, query.variance * part, stay, query.monotone))
        if other is not None:
            yield other


def test_the_least_variance_is_that_of_a_linear_program() -> None:
    from scipy.optimize import linprog

    for query in settings(60, seed=4):
        v = query.noise.astype(float)
        rising = [place for place in range(len(v) - 1) if query.noise[place + 1] <= 0]
        rows = np.zeros((len(rising), len(v)))
        for row, place in enumerate(rising):
            rows[row, place], rows[row, place + 1] = 1, -1
        own = least_variance(query.noise, monotone=query.monotone)
        found = linprog(
            v**2,
            A_ub=rows if query.monotone and len(rising) else None,
            b_ub=np.zeros(len(rising)) if query.monotone and len(rising) else None,
            A_eq=np.stack([np.ones(len(v)), v]),
            b_eq=[1, 0],
            bounds=(LEAST, None),
        )
        if own is None:
            assert found.status == 2
        else:
            assert own == pytest.approx(found.fun, abs=1e-7)


def test_in_whole_units_nothing_is_lost_but_the_ninth_decimal() -> None:
    for query in settings(300, seed=5):
        p = distribution(query)
        if p is None:
            continue
        units = in_whole_units(query.noise, p)
        assert units.sum() == UNITS
        assert units.min() >= 1
        assert np.abs(units / UNITS - p).max() < 1e-6
        steps = np.diff(query.noise)
        assert (
            int(units @ query.noise) == 0 or (len(steps) and steps.min() > 1) or abs(units @ query.noise) < 3
        )


def test_rows_of_older_plans_stay_as_they_were() -> None:
    for variance, maximum in ((0.5, 2), (2, 5), (4, 5), (50, 30)):
        table = made(variance, maximum, monotone=False)
        for count in range(maximum + 1):
            noise, probabilities = transition(count, variance, maximum)
            assert (table.row(count)[0] == noise).all()
            assert table.row(count)[1] == pytest.approx(probabilities, abs=1e-15)


def refusal(*query, **more):
    with pytest.raises(Refused) as refused:
        made(*query, **more)
    return refused.value.problems[0]


def test_settings_that_no_noise_can_have_are_refused_with_the_figure_that_helps() -> None:
    assert refusal(4.0, 2, monotone=True).code == "cell_key.variance_too_large"
    assert refusal(3.0, 2, 2, monotone=True).code == "cell_key.forbidden"
    shown = refusal(1.0, 5, 2, monotone=True)
    assert shown.code == "cell_key.variance_too_small"
    least = float(shown.params["least"])
    assert 1.9 < least < 2.1
    assert made(least * 1.001, 5, 2, monotone=True).last == 8


def test_a_variance_that_monotone_noise_does_not_reach_is_stated() -> None:
    assert made(2.0, 5, monotone=True).notes == ()
    (shown,) = made(20.0, 5, monotone=True).notes
    assert shown.code == "cell_key.variance_not_reached"
    assert float(shown.params["reached"]) == pytest.approx(10, abs=0.01)


def test_a_cell_key_on_an_upper_end_gets_the_next_noise() -> None:
    """Marley & Leaver 2011: the first result whose upper end lies above the key."""
    noise, ends = np.array([-1, 0, 1]), np.array([0.25, 0.75, 1.0])
    table = PerturbationTable((np.zeros(1, dtype=np.int64), noise), (np.ones(1), ends))
    keys = np.array([0, 24, 25, 26, 74, 75, 99])
    assert table.noise_of(np.full(7, 1), keys, 100).tolist() == [-1, -1, 0, 0, 0, 1, 1]
