"""Values below zero: the risk is judged only where the plan states what is known of the lowest value."""

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.methods.tables.cell_facts import cell_proofs
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.verdict import NO_LIMITS, Grade, verdict_of
from tests.support.data import microdata

CELLS = {"A1": ((9, 5, 2, 1), (3, 2, 2, 2)), "A2": ((1,), (4, 4, 3, 2)), "A3": ((2, 2, 1, 1), (2, 1, 2, 1))}
CELLS["A4"] = ((-5, -4, -3), (7, 7, 7))
ROWS = [(a, b, v) for a, own in CELLS.items() for b, vs in zip(("B1", "B2"), own, strict=True) for v in vs]
SOURCE = Source(microdata({n: [str(one[i]) for one in ROWS] for i, n in enumerate(("a", "b", "v"))}), {})
TABLE = {
    "dimensions": [{"variable": "a"}, {"variable": "b"}],
    "value": "v",
    "rules": [{"kind": "threshold", "n": 3, "range": 10}],
    "protect": {"method": "suppression"},
    "max_risk": 0.2,
}


def judged(kind: str, params: dict, source: Source = SOURCE):
    method = method_of(kind)
    typed = method.params.model_validate(params)
    stages = method.stages
    result = stages.decide(typed, stages.counts(typed, source, JobContext()), JobContext())
    verdict = verdict_of(stages.verdict(typed, result, NO_LIMITS))
    return verdict.grade, [one.code for one in verdict.reasons], result


def test_a_table_without_bounds_is_not_judged_and_has_no_risk_of_zero() -> None:
    grade, codes, result = judged("table", TABLE)
    assert (grade, codes) == (Grade.OPEN, ["table.no_lowest"])
    hidden = [cell for cell in result.cells if cell.published is None]
    assert {(cell.possible, cell.risk) for cell in hidden} == {(None, None)}
    assert (result.risks.below_max_risk, result.risks.highest_risk) == (None, None)


def test_a_lowest_value_gives_bounds_and_a_risk() -> None:
    grade, codes, result = judged("table", TABLE | {"lowest": -20})
    assert (grade, codes) == (Grade.SAFE, [])
    hidden = [cell for cell in result.cells if cell.published is None]
    assert all(cell.lower >= -20 and cell.risk for cell in hidden)
    assert judged("table", TABLE | {"lowest": -13, "max_risk": 0.1})[1] == ["table.max_risk"]
    assert cell_proofs(result, hidden[0].coordinates) is not None


def test_that_no_lowest_value_is_known_is_an_assumption() -> None:
    assert judged("table", TABLE | {"lowest": "unknown"})[:2] == (
        Grade.RESERVATIONS,
        ["table.lowest_unknown"],
    )


def test_no_one_knows_what_is_not_so() -> None:
    with pytest.raises(Refused) as refused:
        judged("table", TABLE | {"lowest": -10})
    assert [one.code for one in refused.value.problems] == ["audit.bound_excludes_value"]


def test_levels_need_bounds_as_well() -> None:
    params = {key: value for key, value in TABLE.items() if key != "max_risk"}
    grade, codes, result = judged("table", params)
    assert (grade, codes) == (Grade.OPEN, ["table.no_lowest"])
    assert (result.safe, result.unsafe_because) == (False, ("not_judged",))
    assert judged("table", params | {"lowest": "unknown"})[1] == ["table.lowest_unknown"]
    assert judged("table", params | {"lowest": -20})[:2] == (Grade.SAFE, [])


def test_without_values_below_zero_nothing_changes() -> None:
    source = Source(microdata({"a": list("aaabbb"), "b": list("xxyxyy"), "v": list("123456")}), {})
    plain = {key: value for key, value in TABLE.items() if key != "rules"} | {"max_risk": 0.9}
    cells = {"cells": [{"cell": ("a", "x"), "status": "unsafe"}], "manual_range": 10}
    stated = judged("table", plain | cells | {"lowest": 0}, source)
    assert stated[:2] == judged("table", plain | cells, source)[:2] == (Grade.SAFE, [])


SPEC = {
    "columns": ("x", "y", "Total"),
    "rows": ("a", "b", "Total"),
    "values": ((None, None, 10), (None, None, -8), (11, -9, 2)),
}


def test_an_audit_without_bounds_is_not_judged() -> None:
    audit = {"table": SPEC, "max_risk": 0.5}
    assert judged("audit", audit)[:2] == (Grade.OPEN, ["table.no_lowest"])
    assert judged("audit", audit | {"lowest": "unknown"})[1] == ["table.lowest_unknown"]
    assert judged("audit", audit | {"lowest": -30})[:2] == (Grade.SAFE, [])
    assert judged("audit", audit | {"lower": -30})[:2] == (Grade.SAFE, [])


def test_linked_tables_without_bounds_are_not_judged() -> None:
    margins = {"dimensions": ("a", "b"), "value": "v", "scenarios": ((("a",), ("b",)),), "max_risk": 0.5}
    assert judged("linked_audit", margins)[:2] == (Grade.OPEN, ["table.no_lowest"])
    assert judged("linked_audit", margins | {"lowest": -30})[:2] == (Grade.SAFE, [])
