"""Models of population uniqueness against golden figures, their own definitions and drawn populations."""

import json
from math import comb, exp, lgamma
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.microdata.population.spec import UNIQUENESS
from sdc_desktop.engine.microdata.population.uniqueness import (
    LEAST_ALPHA,
    Histogram,
    _Likelihood,
    histogram_of,
    pitman,
    population_uniques,
    snb,
    zayatz,
)

GOLDEN = Path(__file__).parents[2] / "golden" / "population"
CASES = json.loads((GOLDEN / "population_uniqueness.json").read_text())
CONTEXT = JobContext()


def golden(name: str) -> Histogram:
    one = CASES[name]["histogram"]
    return Histogram(
        np.array([int(size) for size in one]), np.array(list(one.values())), CASES[name]["population"]
    )


@st.composite
def histograms(draw) -> Histogram:
    sizes = draw(st.lists(st.integers(1, 12), min_size=1, max_size=60))
    people = sum(sizes) * draw(st.integers(1, 50)) + draw(st.integers(0, 10))
    return histogram_of(np.array(sizes), people)


@pytest.mark.parametrize("name", CASES)
def test_golden_figures_are_met(name) -> None:
    wanted, found = CASES[name], golden(name)
    one, two = pitman(found, CONTEXT), snb(found, CONTEXT)
    assert one is not None
    assert two is not None
    for key in ("theta", "alpha", "exact", "asymptotic"):
        assert getattr(one, key) == pytest.approx(wanted["pitman"][key], rel=1e-9), key
    assert zayatz(found) == pytest.approx(wanted["zayatz"], rel=1e-9)
    solution = wanted["snb"]["solutions"][0]
    assert two.classes == pytest.approx(wanted["snb"]["K"], rel=1e-9)
    for key in ("alpha", "beta", "uniques"):
        assert getattr(two, key) == pytest.approx(solution[key], rel=1e-9), key


@pytest.mark.parametrize("name", CASES)
def test_arx_gives_the_same_but_for_snb_which_it_does_not_solve(name) -> None:
    peer, found = CASES[name]["arx"], golden(name)
    one = pitman(found, CONTEXT)
    assert one is not None
    assert one.asymptotic == pytest.approx(peer["pitman"], abs=1e-3)
    assert zayatz(found) == pytest.approx(peer["zayatz"], rel=1e-9)
    assert peer["snb"] == 0
    rule = population_uniques(found, UNIQUENESS, CONTEXT)
    small = found.fraction <= 0.1
    assert (peer["dankar_model"] == "PITMAN") == small == (rule.rule == "pitman")
    if not small:
        assert rule.by_rule == min(rule.zayatz or 0, rule.snb.uniques if rule.snb else 0)


def test_a_known_population_is_estimated_by_the_model_that_made_it() -> None:
    found = snb(golden("snb_true"), CONTEXT)
    assert found is not None
    assert found.uniques == pytest.approx(1268.2, abs=0.1)
    assert abs(found.uniques - 1287) < 3 * 1287**0.5


@settings(deadline=None, max_examples=200)
@given(histograms())
def test_pitman_is_at_a_maximum_of_its_likelihood(found) -> None:
    one = pitman(found, CONTEXT)
    if one is None or not found.uniques:
        return
    likelihood = _Likelihood(found)
    best = likelihood.value(one.theta, one.alpha)
    for factor, shift in (
        (1.001, 0),
        (0.999, 0),
        (1, 1e-3),
        (1, -1e-3),
        (1.1, 0.05),
        (0.9, -0.05),
        (2, -0.2),
    ):
        assert likelihood.value(one.theta * factor, one.alpha + shift) <= best + 1e-9 * abs(best)


@settings(deadline=None, max_examples=40)
@given(histograms())
def test_no_other_search_finds_a_greater_likelihood(found) -> None:
    one = pitman(found, CONTEXT)
    if one is None or not found.uniques or one.alpha < LEAST_ALPHA + 1:
        return
    likelihood = _Likelihood(found)
    best = likelihood.value(one.theta, one.alpha)
    for start in ((1.0, 0.3), (3.0, -0.5), (6.0, 0.0)):
        other = minimize(
            lambda at: -max(likelihood.value(np.exp(at[0]), at[1]), -1e12), start, method="Nelder-Mead"
        )
        assert -other.fun <= best + 1e-6 * abs(best)


@settings(deadline=None, max_examples=100)
@given(histograms())
def test_zayatz_is_its_definition(found) -> None:
    n, people = found.records, found.people
    if n > 200:
        return
    whole = sum(
        number * size * comb(people - size, n - 1) / comb(people, n) if size <= people else 0
        for size, number in zip(found.sizes.tolist(), found.classes.tolist(), strict=True)
    )
    wanted = found.uniques**2 / whole if found.uniques else 0.0
    assert zayatz(found) == pytest.approx(wanted, rel=1e-9)


@settings(deadline=None, max_examples=300)
@given(histograms())
def test_any_histogram_gives_figures_or_none(found) -> None:
    result = population_uniques(found, UNIQUENESS, CONTEXT)
    figures = [result.zayatz, result.by_rule]
    figures += [] if result.pitman is None else [result.pitman.exact]
    figures += [] if result.snb is None else [result.snb.uniques]
    assert all(figure is not None and np.isfinite(figure) and figure >= 0 for figure in figures)
    assert (result.pitman is None) == ("pitman" in result.without_solution)
    assert (result.snb is None) == ("snb" in result.without_solution)
    if not found.uniques:
        assert not any(figures)
    if found.people == found.records:
        assert result.by_rule == pytest.approx(found.uniques)


def test_only_uniques_have_no_pitman_solution_and_fall_back() -> None:
    found = population_uniques(histogram_of(np.ones(50, dtype=np.int64), 5000), UNIQUENESS, CONTEXT)
    assert found.pitman is None
    assert found.rule == "zayatz"
    assert found.by_rule == pytest.approx(5000)


def test_the_exact_figure_keeps_its_digits_in_large_populations() -> None:
    found = golden("risk_a.six")
    one = pitman(Histogram(found.sizes, found.classes, 10**9), CONTEXT)
    assert one is not None
    t, a, people = one.theta, one.alpha, 1e9
    asymptotic = exp(lgamma(t + 1) - lgamma(t + a)) * people**a
    assert one.exact == pytest.approx(asymptotic, rel=1e-4)
    assert one.exact < one.asymptotic


def test_large_classes_leave_a_solution() -> None:
    found = golden("snb_true")
    sizes, classes = np.append(found.sizes, 50_000), np.append(found.classes, 1)
    large = Histogram(sizes, classes, 5 * int((sizes * classes).sum()))
    one, two = pitman(large, CONTEXT), snb(large, CONTEXT)
    assert one is not None
    assert two is not None
    assert two.classes > large.groups
