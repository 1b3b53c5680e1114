"""How far cells must move and can move."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.tables.protection.movements import ways_of
from sdc_desktop.engine.tables.protection.protected_table import unprotectable
from sdc_desktop.engine.tables.protection.suppression_problem import SuppressionProblem
from sdc_desktop.engine.tables.table import NO_BOUND, Levels
from tests.support.tables import flat, table_of

CONTEXT = JobContext()


@pytest.mark.parametrize(("up", "down", "length"), [*product((0, 2, 5), (0, 3), (0, 1, 4, 9))])
def test_each_way_goes_as_far_as_the_levels_ask_and_no_farther(up, down, length) -> None:
    ways = ways_of(Levels(Fraction(up), Fraction(down), Fraction(length)))
    ends = [(max([0.0, *way]), -min([0.0, *way])) for way in ways]
    missing = max(0, length - up - down)
    assert ends == [(up + missing, down), (up, down + missing)][: 2 if missing else 1]
    assert all(0 not in way for way in ways)


@pytest.mark.parametrize("far", [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)])
def test_a_primary_is_unprotectable_from_the_first_unit_beyond_its_reach(far) -> None:
    """2 of 10, the total is published: it can go down by 2 and up by 8, 10 in all."""
    table = table_of([flat("a", 3)], [2, 3, 5])
    cell, total = table.find(("a0",)), table.find(("Total",))
    levels = Levels(*(Fraction(8 + far[0]), Fraction(2 + far[1]), Fraction(10 + far[2])))
    problem = SuppressionProblem(
        table.relations,
        table.values,
        np.ones(4),
        np.arange(4) == total,
        np.zeros(4, dtype=np.int64),
        np.full(4, NO_BOUND),
        {cell: levels},
    )
    found = unprotectable(problem, [cell], CONTEXT)
    assert [(one.need.primary, one.down, one.up) for one in found] == ([(cell, 2, 8)] if any(far) else [])
