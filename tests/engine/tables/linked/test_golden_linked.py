"""The golden tables of 160 records: costs apart and together, and the cells that fail when apart."""

import json
from pathlib import Path

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.runner import evaluate_plan
from tests.support.linked_tables.system import Data, joint_interval, shape_of, system_of

GOLDEN = Path(__file__).parent / "golden"
EXPECTED = json.loads((GOLDEN / "expected.json").read_text(encoding="utf-8"))


def run(key: str, link: str | None, order: int = 1):
    plan = json.loads((GOLDEN / "plan.sdcplan").read_text(encoding="utf-8"))
    names = key.split()[0].split("+")
    plan["jobs"] = [job for job in plan["jobs"] if job["name"] in names][::order]
    for job in plan["jobs"]:
        job["params"]["protect"] |= {"singletons": "singletons" in key, "link": link}
    result = evaluate_plan(plan_from_json(plan), GOLDEN, JobContext())
    return {job.name: job.result for job in result.jobs}


def named(coordinates) -> str:
    """A common cell as the golden file calls it: the leaves of each variable that it restricts."""
    job, codes = next(iter(coordinates.items()))
    groups = {"A": "a0+a1+a2", "B": "a3+a4+a5"}
    parts = [f"{v}={groups.get(c, c)}" for v, c in zip(job, codes, strict=True) if c != "Total"]
    return " & ".join(parts)


@pytest.mark.parametrize("key", EXPECTED)
def test_apart_each_has_its_cost_and_the_joint_audit_finds_the_cells_that_fail(key: str) -> None:
    golden, results = EXPECTED[key], run(key, None)
    for name, own in golden["apart"].items():
        assert (results[name].cost, results[name].proven) == (own["cost"], own["proven"])
        assert results[name].primaries == own["unsafe"]
    linked = next(iter(results.values())).linked
    assert linked.asked == "found"
    assert linked.cells == golden["joint_cells"]
    assert {named(cell.coordinates) for cell in linked.failures} == set(golden["apart_failing_jointly"])
    exactly = {named(cell.coordinates) for cell in linked.failures if cell.exactly}
    assert exactly == set(golden["apart_exactly"])
    for result in results.values():
        assert ("linked" in result.unsafe_because) == bool(golden["apart_failing_jointly"])


@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize("key", EXPECTED)
def test_together_they_have_the_proven_cost_in_any_order(key: str, order: int) -> None:
    golden, results = EXPECTED[key], run(key, "all", order)
    for result in results.values():
        assert (result.cost, result.proven, result.audited) == (golden["joint_cost"], True, True)
        assert result.linked.asked == "plan"
        assert not result.linked.failures
    assert sum(result.cost_here for result in results.values()) >= golden["joint_cost"]


@pytest.mark.parametrize("case", json.loads((GOLDEN / "cyclic.json").read_text(encoding="utf-8")))
def test_fine_cells_of_a_cycle_narrow_the_interval(case) -> None:
    """Two-way tables of three variables, one-way totals published."""
    values = np.array(case["x"])
    places = list(np.ndindex(*values.shape))
    columns = {name: [f"{name}{place[axis]}" for place in places] for axis, name in enumerate("abc")}
    data = Data(columns, values.ravel())
    shapes, hidden = [], []
    for pair in ("ab", "ac", "bc"):
        shape = shape_of(data, pair, {name: [] for name in pair})
        shapes.append(shape)
        own = np.zeros(len(shape.table), dtype=bool)
        for place in np.argwhere(np.array(case[f"hidden_{pair}"])):
            codes = tuple(f"{name}{code}" for name, code in zip(pair, place.tolist(), strict=True))
            own[shape.table.find(codes)] = True
        hidden.append(own)
    system = system_of(data, shapes)
    common = np.zeros(system.shown_number, dtype=bool)
    for own, numbers in zip(hidden, system.places, strict=True):
        common[numbers[own]] = True
    query = case["cell"]
    shape = shapes[["ab", "ac", "bc"].index(query["table"])]
    codes = (f"{query['table'][0]}{query['row']}", f"{query['table'][1]}{query['column']}")
    cell = int(system.places[shapes.index(shape)][shape.table.find(codes)])
    assert list(joint_interval(system, common, cell)) == case["interval_with_fine_cells"]
    assert list(joint_interval(system, common, cell, fine=False)) == case["interval_shared_cells_only"]
