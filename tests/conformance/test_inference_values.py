"""What released values tell in the shared cases, as counted by plain Python elsewhere."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.inference.filled_classes import classes_after
from sdc_desktop.engine.inference.values import values_revealed
from tests.support.inference.pairs import paired_records

SHARED = Path(__file__).parents[2].parent / "shared"
GOLDEN = SHARED / "golden" / "inference"
pytestmark = [
    pytest.mark.conformance,
    pytest.mark.skipif(not SHARED.is_dir(), reason="the shared inputs are not here"),
]


def _cases() -> dict[str, dict[str, Any]]:
    read = {
        path.parent.name: json.loads(path.read_text("utf-8")) for path in sorted(GOLDEN.glob("*/case.json"))
    }
    return {name: case for name, case in read.items() if case["kind"] == "records"}


CASES = _cases()


def columns(path: Path) -> dict[str, list[str]]:
    with path.open(encoding="utf-8", newline="") as file:
        names, *rows = csv.reader(file)
    return {name: [row[place] for row in rows] for place, name in enumerate(names)}


@pytest.mark.parametrize("name", CASES)
def test_values_revealed_are_the_golden_ones(name: str) -> None:
    case = CASES[name]
    persons = [variable for variable, role in case["roles"].items() if role == "person"]
    roles = {variable: role for variable, role in case["roles"].items() if role != "person"}
    records = paired_records(
        columns(GOLDEN / name / "original.csv"), columns(GOLDEN / name / "released.csv"), roles
    )
    revealed = values_revealed(records, JobContext(), groups=persons)
    found = {
        one.name: {"kind": one.kind, "protected": one.protected, "filled": one.filled, "right": one.right}
        for one in revealed.variables
    }
    assert found == case["variables"]
    rules = [
        {
            "variable": rule.variable,
            "sources": list(rule.sources),
            "protected": rule.protected,
            "filled": rule.filled,
            "right": rule.right,
            "determined": rule.determined,
        }
        for rule in revealed.rules
    ]
    assert rules == case["rules"]
    after = classes_after(records, revealed, case["k"], JobContext())
    assert (after and after.unique) == case["unique_after"]
    assert (after and after.below_k) == case["below_k_after"]
