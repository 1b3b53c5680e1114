"""Bounds and intervals of linked tables go from each table's units to common ones and back."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from sdc_desktop.engine.tables.attack.intervals import Interval
from sdc_desktop.engine.tables.linked.joint import Part, joint_problem, own_interval
from sdc_desktop.engine.tables.table import NO_BOUND, Levels
from tests.support.linked_tables.system import Data, shape_of, system_of

DATA = Data(
    {"a": ["a1", "a2", "a1", "a3"], "b": ["b1", "b2", "b2", "b1"], "c": ["c1", "c1", "c2", "c2"]},
    np.array([5, 7, 11, 13]),
)


@pytest.mark.parametrize("seed", range(8))
def test_the_bounds_and_levels_of_a_common_cell_are_the_narrowest_of_its_tables(seed) -> None:
    """Scales of 1 and 10; a bound that is none stays none in every unit."""
    draws = np.random.default_rng(seed)
    shapes = [shape_of(DATA, "one", {"a": [], "b": []}), shape_of(DATA, "two", {"a": [], "c": []})]
    system = replace(system_of(DATA, shapes), scales=(1, 10))
    parts, lower, upper = [], {}, {}
    levels: dict[int, list[Levels]] = {}
    for shape, places, scale in zip(shapes, system.places, system.scales, strict=True):
        cells = len(shape.table)
        none = np.zeros(cells, dtype=bool)
        low, high = draws.integers(0, 3, cells), draws.integers(50, 90, cells)
        high[draws.random(cells) < 0.5] = NO_BOUND
        own = {int(cell): Levels(*map(Fraction, draws.integers(0, 9, 3).tolist())) for cell in (0, 2)}
        parts.append(Part(none, none, own, np.ones(cells), none, low, high))
        for place, least, most in zip(places.tolist(), low.tolist(), high.tolist(), strict=True):
            lower.setdefault(place, []).append(least * scale)
            upper.setdefault(place, []).append(most if most == NO_BOUND else most * scale)
        for cell, level in own.items():
            scaled = Levels(level.upper * scale, level.lower * scale, level.sliding * scale)
            levels.setdefault(int(places[cell]), []).append(scaled)
    problem = joint_problem(system, parts, fine=False)
    assert problem.lower.tolist() == [max(lower[cell]) for cell in range(system.shown_number)]
    assert problem.upper.tolist() == [min(upper[cell]) for cell in range(system.shown_number)]
    assert problem.levels == {
        cell: Levels(
            max(one.upper for one in own), max(one.lower for one in own), max(one.sliding for one in own)
        )
        for cell, own in sorted(levels.items())
    }


def test_an_interval_in_own_units_holds_the_whole_units_within_the_common_one() -> None:
    for low in range(-9, 10):
        for high in range(low, 15):
            inside = [number for number in range(-20, 21) if low <= 4 * number <= high]
            found = own_interval(Interval(low, high, reached=(low, high)), 4)
            whole = (inside[0], inside[-1]) if inside else (found.lower, found.upper)
            assert (found.lower, found.upper) == found.reached == whole
            assert own_interval(Interval(low, high), 1) == Interval(low, high)
    assert own_interval(Interval(None, None, reached=(None, 7)), 4) == Interval(None, None, reached=(None, 1))
