"""Statuses that are set by hand: what a plan keeps of the entries that its cells had before."""

from sdc_desktop.engine.plan import Plan, plan_from_json
from sdc_desktop.project.manual_statuses import entry_of, with_status, without_reasons

CELL, TWIN = ("north", "a"), ("north", "A")
OTHER = {"cell": ["south", "a"], "status": "safe", "reason": "stays"}


def plan_of(*entries: dict, **params: object) -> Plan:
    common = {"dimensions": [{"variable": "r"}, {"variable": "c"}], "cells": list(entries), **params}
    jobs = [{"name": name, "kind": "table", "params": common} for name in ("one", "two")]
    return plan_from_json({"schema": 2, "data": {"path": "t.csv"}, "jobs": jobs})


def entries(plan: Plan, name: str = "one") -> list[tuple]:
    return [(one.cell, one.status, one.reason, one.cost) for one in plan.job(name).params.cells]


def test_a_status_and_its_reason_come_beside_the_entries_of_other_cells() -> None:
    plan = with_status(plan_of(OTHER), {"one": {CELL}}, ("one",), "frozen", "known")
    assert entries(plan) == [(("south", "a"), "safe", "stays", None), (CELL, "frozen", "known", None)]
    assert entries(plan, "two") == [(("south", "a"), "safe", "stays", None)]
    assert entry_of(plan.job("one").params.cells, {CELL, TWIN}).reason == "known"


def test_the_cost_of_a_cell_stays_where_its_status_is_taken_back() -> None:
    given = {"cell": list(TWIN), "status": "frozen", "reason": "known", "cost": 5}
    plan = with_status(plan_of(given), {"one": {CELL, TWIN}}, (), None, None)
    assert entries(plan) == [(TWIN, None, None, 5)]
    bare = with_status(plan_of({**given, "cost": None}), {"one": {CELL, TWIN}}, (), None, None)
    assert entries(bare) == []


def test_a_cell_of_several_tables_has_its_status_in_those_named_alone() -> None:
    given = {"cell": list(CELL), "status": "unsafe"}
    rows = {"one": {CELL}, "two": {CELL}}
    plan = with_status(plan_of(given), rows, ("one",), "frozen", "known")
    assert entries(plan) == [(CELL, "frozen", "known", None)]
    assert entries(plan, "two") == []


def test_results_do_not_depend_on_reasons() -> None:
    params = plan_of(OTHER).job("one").params
    assert without_reasons(params).cells[0].reason is None
    assert without_reasons(params).cells[0].status == "safe"
    assert without_reasons(None) is None


def test_the_first_amount_that_is_unsafe_by_hand_brings_a_range_that_the_table_has_not() -> None:
    def range_of(plan: Plan, status: str) -> float:
        return with_status(plan, {"one": {CELL}}, ("one",), status, "known").job("one").params.manual_range

    by_hand = {"cell": ["south", "a"], "status": "unsafe"}
    assert range_of(plan_of(value="y"), "unsafe") == 30
    assert range_of(plan_of(value="y"), "frozen") == 0
    assert range_of(plan_of(value="y", manual_range=5), "unsafe") == 5
    assert range_of(plan_of(by_hand, value="y"), "unsafe") == 0
    assert range_of(plan_of(), "unsafe") == 0
