"""The reasons that the audit of a released file gives in the shared cases."""

from typing import Any

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.inference.audit import Required, inference_of
from sdc_desktop.engine.running.file_audit import LIMIT
from sdc_desktop.engine.verdict import verdict_of
from sdc_desktop.engine.verdict_inference import inference_reasons
from tests.conformance.test_inference_values import CASES, GOLDEN, SHARED, columns
from tests.support.inference.pairs import paired_records

pytestmark = [
    pytest.mark.conformance,
    pytest.mark.skipif(not SHARED.is_dir(), reason="the shared inputs are not here"),
]
NAMES = {"right": "number", "told": "number", "sources": "by"}  # what the figures are called here
WITH_PERSONS = "person_records"  # a role that the program does not have yet


@pytest.mark.parametrize("name", [name for name in CASES if name != WITH_PERSONS])
def test_the_reasons_are_the_golden_ones(name: str) -> None:
    case = CASES[name]
    original, released = (columns(GOLDEN / name / f"{side}.csv") for side in ("original", "released"))
    records = paired_records(original, released, case["roles"])
    found = inference_of(records, Required(k=case["k"], in_order=False), JobContext())
    limit = LIMIT if case["tolerable_risk"] is None else case["tolerable_risk"]
    verdict = verdict_of(inference_reasons(found, limit))
    assert verdict.grade == case["grade"]
    assert len(verdict.reasons) == len(case["reasons"])
    for wanted in case["reasons"]:
        assert any(_agrees(one, wanted) for one in verdict.reasons), (wanted, verdict.reasons)


def _agrees(found: Any, wanted: dict[str, Any]) -> bool:
    figures = {
        NAMES.get(name, name): tuple(value) if isinstance(value, list) else value
        for name, value in wanted.items()
        if name not in ("code", "grade")
    }
    same = {name: found.figures.get(name) for name in figures} == figures
    return found.code == wanted["code"] and found.grade == wanted["grade"] and same
