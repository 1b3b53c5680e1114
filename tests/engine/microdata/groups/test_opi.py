"""The optimum levels: closed form, lower bounds, and SciPy's solver as the judge of both."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from sdc_desktop.engine.microdata.groups.opi import (
    IncomeShort,
    OptimumLevels,
    deviation,
    finest_of_the_least,
    optimum_levels,
)


@st.composite
def markets(draw, bounded: bool):
    """n variables with entropies, points, alpha and (attainable) lower bounds."""
    n = draw(st.integers(1, 4))
    entropies = np.array(draw(st.lists(st.floats(0.1, 3.0), min_size=n, max_size=n)))
    user, intruder = (
        np.array(draw(st.lists(st.integers(1, 50), min_size=n, max_size=n)), dtype=float) for _ in range(2)
    )
    user, intruder = 100 * user / user.sum(), 100 * intruder / intruder.sum()
    alpha = draw(st.floats(0.05, 0.95))
    bounds = None
    if bounded:
        shares = np.array(draw(st.lists(st.floats(0, 1), min_size=2 * n, max_size=2 * n)))
        query = shares / max(shares.sum(), 1e-9) * draw(st.floats(0, 0.98)) * entropies.sum()
        bounds = query * np.concatenate([user, intruder])
    return entropies, user, intruder, alpha, bounds


@given(markets(bounded=False))
def test_levels_spend_the_whole_income(market) -> None:
    entropies, user, intruder, alpha, _ = market
    levels = optimum_levels(entropies, user, intruder, alpha)
    assert isinstance(levels, OptimumLevels)
    spent = np.sum(levels.utility / user) + np.sum(levels.privacy / intruder)
    assert spent == pytest.approx(entropies.sum(), rel=1e-12)


@given(markets(bounded=False))
def test_without_bounds_the_levels_are_the_closed_form(market) -> None:
    entropies, user, intruder, alpha, _ = market
    levels = optimum_levels(entropies, user, intruder, alpha)
    assert levels.utility == pytest.approx(alpha * user / 100 * user * entropies.sum(), rel=1e-12)
    assert levels.privacy == pytest.approx(
        (1 - alpha) * intruder / 100 * intruder * entropies.sum(), rel=1e-12
    )


@given(markets(bounded=True))
def test_rationed_levels_spend_the_income_and_keep_their_bounds(market) -> None:
    entropies, user, intruder, alpha, bounds = market
    n = len(entropies)
    levels = optimum_levels(entropies, user, intruder, alpha, bounds[:n], bounds[n:])
    found = np.concatenate([levels.utility, levels.privacy])
    assert np.all(found >= bounds * (1 - 1e-12))
    assert np.sum(found / np.concatenate([user, intruder])) == pytest.approx(entropies.sum(), rel=1e-9)


@settings(max_examples=60, deadline=None)
@given(markets(bounded=True))
def test_no_solver_finds_better_rationed_levels(market) -> None:
    entropies, user, intruder, alpha, bounds = market
    n, income = len(entropies), entropies.sum()
    points = np.concatenate([user, intruder])
    exponents = np.concatenate([alpha * user, (1 - alpha) * intruder]) / 100
    levels = optimum_levels(entropies, user, intruder, alpha, bounds[:n], bounds[n:])
    ours = np.sum(exponents * np.log(np.concatenate([levels.utility, levels.privacy]) / points))

    floors = np.maximum(bounds / points, 1e-12)  # in money: what is spent on each good
    start = floors + (income - floors.sum()) / (2 * n)
    judged = minimize(
        lambda spent: -np.sum(exponents * np.log(spent)),
        start,
        jac=lambda spent: -exponents / spent,
        bounds=[(floor, None) for floor in floors],
        constraints={"type": "eq", "fun": lambda s: s.sum() - income, "jac": lambda s: np.ones_like(s)},
        method="SLSQP",
        options={"maxiter": 500, "ftol": 1e-12},
    )
    feasible = abs(judged.x.sum() - income) < 1e-9 and np.all(judged.x >= floors - 1e-12)
    if feasible:
        assert ours >= -judged.fun - 1e-7
    assert ours >= np.sum(exponents * np.log(start)) - 1e-12


def test_bounds_above_the_income_are_stated_with_both_figures() -> None:
    entropies, half = np.array([1.0, 1.0]), np.array([50.0, 50.0])
    short = optimum_levels(entropies, half, half, 0.5, np.array([50.0, 50.0]), np.array([10.0, 0.0]))
    assert short == IncomeShort(asked=pytest.approx(2.2), income=pytest.approx(2.0))


def test_bounds_that_ask_for_the_whole_income_leave_the_rest_at_nothing() -> None:
    entropies, half = np.array([1.0, 1.0]), np.array([50.0, 50.0])
    levels = optimum_levels(entropies, half, half, 0.5, np.array([50.0, 50.0]), np.zeros(2))
    assert levels.utility == pytest.approx([50.0, 50.0])
    assert levels.privacy == pytest.approx([0.0, 0.0])


def test_a_good_without_exponent_is_fixed_at_its_bound() -> None:
    entropies, half = np.array([1.0, 1.0]), np.array([50.0, 50.0])
    levels = optimum_levels(entropies, half, half, 1.0, np.zeros(2), np.array([10.0, 0.0]))
    assert levels.privacy == pytest.approx([10.0, 0.0])
    assert levels.utility == pytest.approx([45.0, 45.0])


def test_zero_points_leave_the_good_out() -> None:
    levels = optimum_levels(np.array([1.0, 1.0]), np.array([100.0, 0.0]), np.array([50.0, 50.0]), 0.5)
    assert levels.utility.tolist() == [100.0, 0.0]


def test_a_factor_without_points_is_left_out_of_the_deviation() -> None:
    utility, privacy = np.array([3.0, 2.0, 0.0]), np.array([0.0, 1.0, 3.0])
    assert deviation(2.0, utility, 9.0, privacy, 0.5, (True, False)).tolist() == [1.0, 0.0, 2.0]
    assert deviation(9.0, utility, 1.0, privacy, 0.5, (False, True)).tolist() == [1.0, 0.0, 2.0]
    assert deviation(2.0, utility, 1.0, privacy, 0.5, (False, False)).tolist() == [0.0, 0.0, 0.0]


def test_of_ties_the_finest_coding_is_taken() -> None:
    deviations = np.array([3.0, 1.0 + 5e-10, 1.0, 2.0])
    assert finest_of_the_least(deviations, np.ones(4, dtype=bool)) == 1
    assert finest_of_the_least(deviations, np.array([True, False, True, True])) == 2
