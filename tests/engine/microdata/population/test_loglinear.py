"""Log-linear models of the population against golden figures, Newton's method and integrals."""

import csv
import itertools
import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import quad

from sdc_desktop.engine.context import Cancelled, JobContext
from sdc_desktop.engine.microdata.population import loglinear
from sdc_desktop.engine.microdata.population.loglinear import Fit, Grid, Sampling, fit, grid_of
from sdc_desktop.engine.problems import Refused

GOLDEN = Path(__file__).parents[2] / "golden" / "population"
KEYS = ("region", "sex", "age", "educ", "mar")
CONTEXT = JobContext()
FIGURES = ("tau1", "tau2", "expected_matches", "b1", "b1_z", "b2", "b2_z")
TERMS = {
    "main": loglinear.main_effects(5),
    "two": loglinear.with_main_effects([(2, 3), (2, 4)], 5),  # age by educ, age by mar
    "all_two": loglinear.pairs(5),
}
WEIGHTINGS = {"standard": "none", "pseudo": "pseudo", "offset": "offset"}


def golden_grid(name: str) -> Grid:
    with (GOLDEN / "risk_classes.csv").open(encoding="utf-8") as lines:
        rows = [row for row in csv.DictReader(lines) if row["file"] == name]
    codes = np.array([[int(row[key]) for row in rows] for key in KEYS])
    records = np.array([int(row["records"]) for row in rows])
    return grid_of(codes, records, np.array([float(row["people"]) for row in rows]), KEYS)


def sampling_of(grid: Grid, weighting: str) -> Sampling:
    assert grid.people is not None
    fraction = float(grid.counts.sum() / grid.people.sum())
    shares = None if weighting == "none" else np.minimum(grid.counts / grid.people, 1)
    return Sampling(weighting, fraction, shares)


def random_grid(seed: int, shape: tuple[int, ...], records: int) -> Grid:
    draw = np.random.default_rng(seed)
    codes = np.array([draw.integers(0, size, records) for size in shape])
    found, counts = np.unique(codes, axis=1, return_counts=True)
    return grid_of(found, counts, None, [f"v{place}" for place in range(len(shape))])


def cells_of(grid: Grid) -> np.ndarray:
    cells = np.zeros(grid.cells)
    cells[grid.places] = grid.counts
    return cells


@pytest.mark.parametrize("name", "abc")
@pytest.mark.parametrize(("terms", "weighting"), list(itertools.product(TERMS, WEIGHTINGS)))
def test_golden_figures_of_poisson_models_are_met(name, terms, weighting) -> None:
    wanted = json.loads((GOLDEN / "poisson_own.json").read_text())[f"risk_{name}.{terms}.{weighting}"]
    grid = golden_grid(name)
    found = fit(grid, TERMS[terms], sampling_of(grid, WEIGHTINGS[weighting]), CONTEXT)
    for key in FIGURES:
        assert getattr(found, key) == pytest.approx(wanted[key], rel=1e-9), key


@pytest.mark.parametrize("name", "abc")
def test_the_fit_is_that_of_sdcmicro_whose_risk_is_another(name) -> None:
    """Its figure takes mu where people belong and divides by all classes: it checks the fit alone."""
    peer = json.loads((GOLDEN / "modrisk_peer.json").read_text())[f"risk_{name}.main.IPF"]
    grid = golden_grid(name)
    assert grid.people is not None
    mu, _ = loglinear.fitted_margins(cells_of(grid), grid, TERMS["main"], None, CONTEXT)
    unique = grid.counts == 1
    weights = 1 / grid.people[unique]
    shown = np.exp(-(1 - weights) * mu[grid.places][unique]).sum() / len(grid.counts)
    assert shown == pytest.approx(peer["gr1"], rel=1e-9)
    assert mu.sum() == pytest.approx(peer["sum_fitted"])


@pytest.mark.parametrize(
    ("name", "unique", "matches"), [("a", 12, 51.427), ("b", 32, 91.936), ("c", 95, 176.119)]
)
def test_models_that_fit_come_near_to_the_population(name, unique, matches) -> None:
    """Main effects; the variance of both is about the figure itself, so three standard errors."""
    grid = golden_grid(name)
    found = fit(grid, TERMS["main"], sampling_of(grid, "none"), CONTEXT)
    assert abs(found.tau1 - unique) < 3 * unique**0.5
    assert abs(found.tau2 - matches) < 3 * matches**0.5


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10**6), st.sampled_from([(2, 3), (3, 2, 4), (2, 2, 3, 2)]), st.integers(5, 200))
def test_proportional_fitting_is_maximum_likelihood(seed, shape, records) -> None:
    """Any table with the margins, of the model's form, has the greatest likelihood: against Newton."""
    grid = random_grid(seed, shape, records)
    terms = loglinear.pairs(len(grid.shape)) if len(grid.shape) > 2 else loglinear.main_effects(2)
    cells = cells_of(grid) + 0.25  # no zero margins, so that Newton has a solution
    found, _ = loglinear.fitted_margins(cells, grid, terms, None, CONTEXT)
    assert found == pytest.approx(newton(cells, grid.shape, terms), rel=1e-6)


def newton(cells, shape, terms) -> np.ndarray:
    places = np.indices(shape).reshape(len(shape), -1)
    columns = [np.ones(len(cells))]
    for term in terms:
        for values in itertools.product(*(range(shape[place]) for place in term)):
            here = np.ones(len(cells), dtype=bool)
            for place, value in zip(term, values, strict=True):
                here &= places[place] == value
            columns.append(here.astype(float))
    design = np.array(columns).T
    beta = np.linalg.lstsq(design, np.log(cells), rcond=None)[0]
    for _ in range(100):
        mu = np.exp(design @ beta)
        step = np.linalg.lstsq((design.T * mu) @ design, design.T @ (cells - mu), rcond=None)[0]
        beta = beta + step
    return np.exp(design @ beta)


@settings(deadline=None, max_examples=150)
@given(st.one_of(st.integers(1, 10**5), st.floats(1, 50)), st.floats(-9, 6))
def test_match_risk_is_the_mean_of_one_in_f(f, power) -> None:
    v = 10.0**power
    end = min(1.0, 60 / (f - 1 + v))
    wanted, _ = quad(lambda s: np.exp(-v * s) * (1 - s) ** (f - 1), 0, end, epsabs=0, epsrel=1e-12, limit=300)
    found = loglinear.match_risk(np.array([float(f)]), np.array([v]))[0]
    assert found == pytest.approx(wanted, rel=1e-10)


def test_risk_of_a_unique_record_lies_between_one_person_and_all() -> None:
    risks = loglinear.match_risk(np.ones(4), np.array([0.0, 1e-7, 1.0, 1e9]))
    assert risks[0] == 1
    assert np.all(np.diff(risks) < 0)
    assert risks[3] == pytest.approx(1e-9)


def test_a_complete_file_has_its_uniques_in_the_population() -> None:
    grid = random_grid(3, (4, 5, 3), 40)
    found = fit(grid, loglinear.main_effects(3), Sampling("none", 1.0), CONTEXT)
    assert found.tau1 == found.tau2 == (grid.counts == 1).sum()
    assert found.expected_matches == pytest.approx(len(grid.counts))
    assert found.b1_z is None
    assert found.b2_z is None


def test_the_order_of_variables_and_names_of_categories_do_not_matter() -> None:
    draw = np.random.default_rng(5)
    codes = np.array([draw.integers(0, size, 300) for size in (3, 4, 5)])
    found, counts = np.unique(codes, axis=1, return_counts=True)
    other = np.array([found[2], 3 - found[1], found[0] * 7])
    order = draw.permutation(len(counts))
    first = fit(grid_of(found, counts, None, "abc"), loglinear.pairs(3), Sampling("none", 0.1), CONTEXT)
    again = grid_of(other[:, order], counts[order], None, "cba")
    second = fit(again, loglinear.pairs(3), Sampling("none", 0.1), CONTEXT)
    for key in FIGURES:
        assert getattr(second, key) == pytest.approx(getattr(first, key), rel=1e-9), key


def test_terms_are_chosen_as_long_as_the_fit_improves() -> None:
    grid = golden_grid("c")
    sampling = sampling_of(grid, "none")
    found, steps = loglinear.forward(grid, sampling, CONTEXT)
    path: list[Fit] = [*steps, found]
    scores = [abs(one.b2_z or 0.0) for one in path]
    assert path[0].terms == loglinear.main_effects(5)
    assert scores == sorted(scores, reverse=True)
    assert all(score > loglinear.CRITICAL for score in scores[:-1])
    if len(path) > 1:  # each step is the best of all pairs
        tried = [
            fit(grid, loglinear.with_main_effects([pair], 5), sampling, CONTEXT).b2_z
            for pair in itertools.combinations(range(5), 2)
        ]
        assert abs(path[1].b2_z or 0.0) == min(abs(z or 0.0) for z in tried)


def test_what_cannot_be_fitted_is_refused(monkeypatch) -> None:
    grid = random_grid(1, (3, 3, 3), 60)
    monkeypatch.setattr(loglinear, "MOST_ROUNDS", 2)
    with pytest.raises(Refused) as refused:
        fit(grid, loglinear.pairs(3), Sampling("none", 0.1), CONTEXT)
    assert refused.value.problems[0].code == "risk.model_not_fitted"
    monkeypatch.setattr(loglinear, "MOST_CELLS", 20)
    with pytest.raises(Refused) as refused:
        random_grid(1, (3, 3, 3), 60)
    assert refused.value.problems[0].params == {"cells": 27, "most": 20}


def test_a_fit_can_be_stopped() -> None:
    with pytest.raises(Cancelled):
        fit(golden_grid("a"), TERMS["main"], Sampling("none", 0.1), JobContext(is_cancelled=lambda: True))


def test_z_of_the_test_of_bias_is_nearly_standard_under_a_true_model() -> None:
    """200 draws from main effects. As the model is estimated from the same records z lies somewhat below 0,
    by less than its critical value allows for: seldom is a true model called too simple.
    """
    grid = golden_grid("a")
    sampling = sampling_of(grid, "none")
    means, _ = loglinear.fitted_margins(cells_of(grid), grid, TERMS["main"], None, CONTEXT)
    draw, scores = np.random.default_rng(11), []
    for _ in range(200):
        counts = draw.poisson(means)
        places = np.flatnonzero(counts)
        codes = np.array(np.unravel_index(places, grid.shape))
        drawn = grid_of(codes, counts[places], None, KEYS)
        scores.append(fit(drawn, TERMS["main"], sampling, CONTEXT).b1_z)
    assert -0.5 < np.mean(scores) < 3 / 200**0.5
    assert abs(np.std(scores) - 1) < 3 / 400**0.5
