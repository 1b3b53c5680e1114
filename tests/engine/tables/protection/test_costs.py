"""What suppressing a cell costs."""

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.tables.table import engine as table_job
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.tables.protection.suppress import cell_costs, distances
from sdc_desktop.engine.tables.specs.table import TableParams
from sdc_desktop.engine.tables.table_counts import judged
from tests.support.data import microdata
from tests.support.tables import flat, table_of, tree

CONTEXT = JobContext()
COLUMNS = {
    "region": ["a", "a", "b", "b", "b"],
    "size": ["x", "y", "x", "y", "y"],
    "v": ["100", "9", "4", "25", "0"],
    "price": ["1.5", "2", "", "3", "4"],
}


def costs_of(columns=COLUMNS, wishes=(), **protect):
    params = TableParams(
        dimensions=({"variable": "region"}, {"variable": "size"}),
        value="v",
        cells=wishes,
        protect={"method": "suppression", **protect},
    )
    counted = table_job.counts(params, Source(microdata(columns), {}), CONTEXT)
    found = cell_costs(counted, judged(params, counted), params.protect.cost, params.protect.power)
    return lambda *cell: found[counted.table.find(cell)]


@pytest.mark.parametrize(
    ("protect", "expected"),
    [
        ({}, (100, 25, 109)),
        ({"power": 0.5}, (10, 5, 109**0.5)),
        ({"power": 0}, (np.log(101), np.log(26), np.log(110))),
        ({"cost": "log"}, (np.log(101), np.log(26), np.log(110))),
        ({"cost": "contributors"}, (1, 2, 2)),
        ({"cost": "cells"}, (1, 1, 1)),
        ({"cost": "variable", "cost_variable": "price"}, (1.5, 7, 3.5)),
        ({"cost": "variable", "cost_variable": "price", "power": 2}, (2.25, 49, 12.25)),
    ],
)
def test_a_cell_costs_what_the_plan_says(protect, expected) -> None:
    cost = costs_of(**protect)
    assert (cost("a", "x"), cost("b", "y"), cost("a", "Total")) == pytest.approx(expected)


def test_the_officers_own_cost_stands_as_it_is() -> None:
    cost = costs_of(wishes=({"cell": ("a", "x"), "cost": 7},), power=0.5)
    assert (cost("a", "x"), cost("b", "y")) == (7, 5)


def test_near_cells_cost_less_than_far_ones() -> None:
    table = table_of((tree("a", (2, 2)), flat("b", 3)), range(12))
    unsafe = np.arange(len(table)) == table.find(("a0.0", "b0"))
    found = distances(table, unsafe)

    def at(*cell):
        return found[table.find(cell)]

    assert at("a0.0", "b0") == 0
    assert at("a0.1", "b0") == at("a0", "b0") == at("a0.0", "b1") == at("a0.0", "Total") == 1
    assert at("a1.0", "b0") == 2
    assert at("a1.1", "b0") == 3
    assert at("a1.1", "b2") == 3 + 2
    assert (distances(table, np.zeros(len(table), dtype=bool)) == 1).all()


def test_costs_below_zero_and_half_given_ones_are_refused() -> None:
    negative = {**COLUMNS, "price": ["-1", "2", "3", "4", "5"]}
    cases = [
        (negative, {"cost": "variable", "cost_variable": "price"}, "table.costs_negative"),
        (COLUMNS, {"cost": "variable"}, "table.cost_variable"),
        (COLUMNS, {"cost_variable": "price"}, "table.cost_variable"),
        (COLUMNS, {"cost": "variable", "cost_variable": "nowhere"}, "plan.unknown_variable"),
    ]
    for columns, protect, code in cases:
        with pytest.raises(Refused) as refused:
            costs_of(columns, **protect)
        assert [problem.code for problem in refused.value.problems] == [code]
