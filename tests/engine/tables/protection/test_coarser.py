"""Tables published in a coarser unit, against trying all tables."""

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.problems import Refused
from tests.engine.methods.tables.test_table_job import TWO_WAY, cell, codes, run
from tests.support.tables import every_table

CONTEXT = JobContext()
SMALL = {"rows": ("a", "b"), "columns": ("x", "y"), "values": ((4, 7, 11), (5, 2, 7), (9, 9, 18))}
WISHES = ({"cell": ("a", "x"), "status": "unsafe"},)


def test_what_is_published_is_rounded_and_the_rest_derived_from_that() -> None:
    exact, _ = run(table=SMALL, cells=WISHES, protect={"method": "suppression"})
    result, written = run(table=SMALL, cells=WISHES, protect={"method": "suppression"}, published_unit=3)
    assert result.safe
    assert result.unit == 3
    table = result.table
    shown = np.array([c.published is not None for c in result.cells])
    published = np.array([c.published or 0 for c in result.cells])
    assert (published[shown] == (table.values[shown] + 1) // 3 * 3).all()
    lower = np.where(shown, np.maximum(published - 1, 0), 0)
    upper = np.where(shown, published + 1, 15)
    every = every_table(table, lower, upper)
    for place, found in enumerate(result.cells):
        if shown[place]:
            assert found.lower == found.upper == found.published
            continue
        assert (found.lower, found.upper) == (every[:, place].min(), every[:, place].max())
        multiples = set(range(0, 100, 3)) & set(range(found.lower, found.upper + 1))
        assert found.possible == len(multiples)
        assert not found.disclosed
    assert exact.unit == 1
    assert "18" in {row[2] for row in written.window(0, written.records)}


def test_an_unsafe_cell_keeps_two_values_of_the_published_unit() -> None:
    result, _ = run(table=TWO_WAY, cells=WISHES, protect={"method": "suppression"}, published_unit=5)
    assert cell(result, "a", "x").possible >= 2


def test_a_unit_that_does_not_fit_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        run(table=TWO_WAY, published_unit=0.3)
    assert [p.code for p in refused.value.problems] == ["audit.base_no_multiple"]
    rounding = {"method": "rounding", "base": 5}
    assert codes(table=TWO_WAY, published_unit=5, protect=rounding) == ["table.published_unit"]
