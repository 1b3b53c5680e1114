"""Counts that add up and are not negative: against SciPy's solver, against the conditions of the optimum."""

import numpy as np
import pytest

from sdc_desktop.engine.tables.private.estimate import non_negative
from sdc_desktop.engine.tables.private.marginals import levels_of, marginals_of, summed_up
from tests.support.tables import flat, tree


def never() -> None:
    """No one stops this."""


def measured_of(rng, dimensions, spread):
    """Noisy measurements of all marginals of a random table: (detailed, its variance, the sums)."""
    detailed, *others = marginals_of(dimensions, "Total")
    true = rng.poisson(rng.choice([0.3, 3, 30]), len(detailed)).astype(float)
    variances = rng.uniform(0.2, 5, 1 + len(others))
    noisy = true + rng.normal(0, spread, len(detailed))
    sums = []
    for marginal, variance in zip(others, variances[1:], strict=True):
        own = np.bincount(marginal.of_detailed, weights=true, minlength=len(marginal))
        sums.append((marginal.of_detailed, own + rng.normal(0, spread, len(marginal)), variance))
    return noisy, float(variances[0]), sums


@pytest.mark.parametrize("seed", range(60))
def test_the_estimate_is_that_of_a_solver_for_dense_least_squares(seed) -> None:
    from scipy.optimize import nnls

    rng = np.random.default_rng(seed)
    shapes = ([flat("a", 4), flat("b", 3)], [tree("a", (2, 3, 1)), flat("b", 4)], [flat("a", 9)])
    noisy, variance, sums = measured_of(rng, shapes[seed % 3], spread=4)
    found = non_negative(noisy, variance, sums, never)
    rows = [np.eye(len(noisy)) / variance**0.5]
    rights = [noisy / variance**0.5]
    for of_cell, own, spread in sums:
        rows.append(np.eye(len(own))[:, of_cell] / spread**0.5)
        rights.append(own / spread**0.5)
    wanted, _ = nnls(np.vstack(rows), np.concatenate(rights))
    assert found == pytest.approx(wanted, abs=1e-6)
    assert found.min() >= 0


@pytest.mark.parametrize("seed", range(5))
def test_a_table_of_1000_cells_meets_the_conditions_of_the_optimum(seed) -> None:
    rng = np.random.default_rng(100 + seed)
    noisy, variance, sums = measured_of(rng, [flat("a", 50), flat("b", 20)], spread=3)
    found = non_negative(noisy, variance, sums, never)
    slope = (found - noisy) / variance
    for of_cell, own, spread in sums:
        slope += ((np.bincount(of_cell, weights=found, minlength=len(own)) - own) / spread)[of_cell]
    assert np.abs(slope[found > 0]).max() < 1e-6
    assert slope[found == 0].min(initial=0) > -1e-6


def test_a_variance_that_is_not_positive_is_refused() -> None:
    with pytest.raises(ValueError, match="0"):
        non_negative(np.ones(2), 0.0, [], never)


def test_the_levels_of_a_hierarchy_are_complete_and_disjoint() -> None:
    """A leaf that ends above the lowest level is in every level below it."""
    dimension = tree("a", (2, 1, 3))
    found = levels_of(dimension)
    assert [len(level.categories) for level in found] == [1, 3, 6]
    assert [level.name for level in found] == ["", "a 1", "a"]
    for level in found:
        below = [leaf for place in level.categories for leaf in dimension.below[place]]
        assert sorted(below) == sorted(dimension.leaves)
    assert found[1].of_leaf.tolist() == [0, 0, 1, 2, 2, 2]


def test_the_marginals_of_a_table_are_all_combinations_of_levels() -> None:
    names = [one.name for one in marginals_of([tree("a", (2, 2)), flat("b", 3)], "Total")]
    assert names == ["a * b", "a", "a 1 * b", "a 1", "b", "Total"]


def test_all_cells_are_the_sums_of_the_detailed_ones() -> None:
    dimensions = [tree("a", (2, 2)), flat("b", 3)]
    detailed = np.arange(12)
    cells = summed_up(dimensions, detailed).reshape(len(dimensions[0]), 4)
    assert cells[dimensions[0].places["Total"]].tolist() == [66, 18, 22, 26]
    assert cells[dimensions[0].places["a0"]].tolist() == [15, 3, 5, 7]
    assert cells[dimensions[0].places["a1.1"]].tolist() == [30, 9, 10, 11]
