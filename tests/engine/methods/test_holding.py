"""Contributors of several records count as one in every way of protecting a table."""

import csv

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.tables.table.engine import check
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.tables.specs.table import TableParams

METHODS = {
    "none": None,
    "suppression": {"method": "suppression"},
    "suppression of before": {"method": "suppression", "holding": "firm"},
    "rounding": {"method": "rounding", "base": 5},
    "adjustment": {"method": "adjustment"},
    "redesign": {"method": "redesign", "merge": {"area": [["b", "c"]]}},
    "cell key": {"method": "cell_key", "variance": 2, "maximum": 5, "top": 2},
}


def rows() -> list[tuple[str, str, int, str]]:
    random = np.random.default_rng(2)
    return [
        (area, size, int(random.integers(10, 400)), f"f{int(random.integers(0, 9))}")
        for area in "abc"
        for size in "xy"
        for _ in range(7)
    ]


def by_hand(cells, found, n: int = 1, k: float = 60) -> set[tuple[str, ...]]:
    """The cells of which one firm has more than k %."""
    unsafe = set()
    for cell in cells:
        sums: dict[str, int] = {}
        merged = dict.fromkeys("bc", "b+c") if any(c[0] == "b+c" for c in cells) else {}
        for area, size, value, firm in found:
            own = {area, merged.get(area, area), "Total"}
            if cell[0] in own and cell[1] in (size, "Total"):
                sums[firm] = sums.get(firm, 0) + value
        if max(sums.values(), default=0) * 100 > k * sum(sums.values()):
            unsafe.add(cell)
    return unsafe


@pytest.mark.parametrize("name", METHODS)
def test_the_rules_judge_holdings_with_every_method(tmp_path, name: str) -> None:
    one = ("f1", "f2", "f3")
    found = [(a, s, v, "h" if a == "a" and f in one else f) for a, s, v, f in rows()]
    with (tmp_path / "data.csv").open("w", newline="") as file:
        csv.writer(file).writerows([("area", "size", "pay", "firm"), *found])
    protect = METHODS[name]
    params = {
        "dimensions": [{"variable": "area"}, {"variable": "size"}],
        "value": "pay",
        "rules": [{"kind": "dominance", "n": 1, "k": 40}],
    }
    params |= {} if name == "suppression of before" else {"holding": "firm"}
    params |= {} if protect is None else {"protect": protect}
    job = {"name": "t", "kind": "table", "params": params, "output": {"path": "t.csv"}}
    data = {"path": "data.csv", "variables": {"pay": {"level": "continuous"}}}
    plan = plan_from_json({"schema": 2, "data": data, "secrets": {"t": "8f2c" * 16}, "jobs": [job]})
    result = evaluate_plan(plan, tmp_path, JobContext()).jobs[0].result
    cells = [cell.coordinates for cell in result.cells if cell.status != "merged"]
    unsafe = {cell.coordinates for cell in result.cells if cell.reason and cell.status != "merged"}
    expected = by_hand(cells, found, k=40)
    assert expected
    each = [(*row[:3], str(number)) for number, row in enumerate(found)]
    assert by_hand(cells, each, k=40) != expected
    assert unsafe == expected


def refusals(holding: str, own: str) -> list[tuple[str, str | None]]:
    params = TableParams.model_validate(
        {
            "dimensions": [{"variable": "area"}],
            "holding": holding,
            "protect": {"method": "suppression", "holding": own},
        }
    )
    source = Source.without_records()
    found = check(params, source)
    return [(one.code, one.where.key) for one in found if one.code == "table.two_holdings"]


def test_a_plan_that_names_two_holdings_is_refused() -> None:
    assert refusals("firm", "group") == [("table.two_holdings", "params.protect.holding")]


def test_a_plan_that_names_one_holding_twice_is_not_refused_for_it() -> None:
    assert refusals("firm", "firm") == []
