"""Many distributions at once come out as each by itself."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.context import Cancelled, JobContext
from sdc_desktop.engine.information.distribution import distribution
from sdc_desktop.engine.information.equivocation import exact_curve
from sdc_desktop.engine.information.equivocation_rows import row_figures, widths_of

CONTEXT = JobContext()


def drawn(seed: int, rows: int, count: int) -> np.ndarray:
    """Distributions, many of whose values are impossible."""
    chance = np.random.default_rng(seed)
    weights = chance.integers(0, 4, (rows, count)) * (chance.random((rows, count)) < 0.5)
    weights[:, 0] += weights.sum(axis=1) == 0
    return weights / weights.sum(axis=1, keepdims=True)


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 10**6), st.integers(1, 18), st.booleans())
def test_each_row_has_the_figures_of_its_own_curve(seed, count, even) -> None:
    chance = np.random.default_rng(seed)
    values = np.arange(count) * 0.1 if even else np.sort(chance.normal(size=count))
    rows = drawn(seed, 7, count)
    found = row_figures(widths_of(values), rows, CONTEXT)
    for place, row in enumerate(rows):
        curve = exact_curve(distribution(values, row), CONTEXT)
        assert found.h0[place] == pytest.approx(curve.h0, abs=1e-11)
        assert found.area[place] == pytest.approx(curve.area, abs=1e-9)
        assert found.error[place] == 0


def test_evenly_spaced_values_have_few_widths_and_others_are_bounded() -> None:
    even = widths_of(np.arange(10, 251, 10.0))
    assert even.widths.tolist() == [10.0 * step for step in range(25)]
    assert even.exact
    values = np.sort(np.random.default_rng(0).normal(size=40))
    uneven = widths_of(values)
    assert not uneven.exact
    rows = drawn(3, 5, 40)
    found = row_figures(uneven, rows, CONTEXT)
    for place, row in enumerate(rows):
        area = exact_curve(distribution(values, row), CONTEXT).area
        assert abs(area - found.area[place]) <= found.error[place] + 1e-9
        assert 0 < found.error[place] < 0.1 * area


def test_a_domain_of_one_value_leaves_nothing_open() -> None:
    found = row_figures(widths_of(np.array([5.0])), np.ones((3, 1)), CONTEXT)
    assert (found.h0.tolist(), found.area.tolist()) == ([0, 0, 0], [0, 0, 0])


def test_rows_do_not_depend_on_those_beside_them() -> None:
    widths, rows = widths_of(np.arange(60.0)), drawn(1, 600, 60)
    together = row_figures(widths, rows, CONTEXT)
    alone = [row_figures(widths, rows[place : place + 1], CONTEXT) for place in (0, 411, 589)]
    expected = together.area[[0, 411, 589]]
    assert [found.area[0] for found in alone] == pytest.approx(expected, rel=1e-14)


def test_it_can_be_stopped() -> None:
    with pytest.raises(Cancelled):
        row_figures(widths_of(np.arange(5.0)), drawn(1, 3, 5), JobContext(is_cancelled=lambda: True))
