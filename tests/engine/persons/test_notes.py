"""What is noted on persons when a plan is opened, and records of no person beside them."""

import warnings
from pathlib import Path
from typing import Any

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.risk.risk import RiskParams
from sdc_desktop.engine.methods.risk.risk import engine as risk
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.problems import Severity
from sdc_desktop.engine.runner import evaluate_plan, open_plan


def plan(folder: Path, rows: list[str], role: str | None = "person", **persons: Any) -> Any:
    head = "id,sex,ward,w,hh,ill"
    (folder / "d.csv").write_text("\n".join([head, *rows]) + "\n", encoding="utf-8")
    variables: dict[str, Any] = {
        "sex": {"role": "key"},
        "ward": {"role": "key"},
        "ill": {"role": "sensitive"},
    }
    variables["id"] = {"role": role} if role else {}
    return {"schema": 2, "data": {"path": "d.csv", "variables": variables, "persons": persons}, "jobs": []}


def noted(folder: Path, made: Any) -> dict[str, tuple[Severity, Any]]:
    found = open_plan(plan_from_json(made), folder, JobContext()).notes
    return {
        one.code: (one.severity, one.params.get("number")) for one in found if one.code.startswith("persons.")
    }


@pytest.mark.parametrize(
    ("ids", "expected"),
    [
        (["p17", "P17 ", "p18"], {"persons.near_equal": (Severity.WARNING, 2)}),
        (["p17", "p17 ", "q", " q", "Q"], {"persons.near_equal": (Severity.WARNING, 5)}),
        (["aB", "ab", "b"], {"persons.near_equal": (Severity.NOTE, 2)}),
        (["p1 7", "p17", "p18", " p19"], {}),
        (["p17", "p17", "", " "], {}),
    ],
)
def test_identifiers_that_are_nearly_equal_are_counted(ids: list[str], expected: Any, tmp_path: Path) -> None:
    rows = [f"{one},f,W,1,h,x" for one in ids]
    assert noted(tmp_path, plan(tmp_path, rows, missing="nobody")) == expected


def test_knowledge_of_persons_without_the_role_is_noted(tmp_path: Path) -> None:
    rows = ["a,f,W,1,h,x", "b,f,W,1,h,x"]
    expected = {"persons.known_without_role": (Severity.WARNING, None)}
    assert noted(tmp_path, plan(tmp_path, rows, role=None, known=2)) == expected
    assert noted(tmp_path, plan(tmp_path, rows, role=None, known=2, one_record_each=True)) == {}
    assert noted(tmp_path, plan(tmp_path, rows, role=None)) == {}
    assert noted(tmp_path, plan(tmp_path, rows, known=2)) == {}


@pytest.mark.parametrize("roles", [{}, {"w": "weight"}, {"w": "weight", "hh": "household"}])
def test_a_record_of_nobody_alone_is_measured_without_warnings(roles: dict[str, str], tmp_path: Path) -> None:
    rows = ["a,f,W,2,h1,x", "a,f,W,2,h1,y", "b,f,W,3,h1,x", ",m,X,2,h3,x"]
    made = plan(tmp_path, rows, missing="nobody")
    made["data"]["variables"] |= {name: {"role": role} for name, role in roles.items()}
    criteria = [{"kind": "k_anonymity", "k": 2}]
    made["jobs"] = [{"name": "r", "kind": "risk", "params": {"criteria": criteria, "suda_size": 2}}]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = evaluate_plan(plan_from_json(made), tmp_path, JobContext()).jobs[0]
    assert found.result.k == 0
    assert found.result.prosecutor.highest <= 1
    (failed,) = [one for one in found.verdict.reasons if one.code == "criterion_k_anonymity"]
    assert "persons" not in failed.figures


def test_a_household_of_nobody_does_not_get_the_risk_of_another(tmp_path: Path) -> None:
    """Persons a and b are alone in their classes; c and d share one, as does the record of nobody in h0."""
    rows = ["a,f,V,1,h1,x", "a,f,V,1,h1,y", "b,m,V,1,h1,x", "c,f,W,1,,x", "d,f,W,1,,x", ",f,W,1,h0,x"]
    made = plan(tmp_path, rows, missing="nobody")
    made["data"]["variables"] |= {"hh": {"role": "household"}, "ill": {"role": "other"}}
    source, params = open_plan(plan_from_json(made), tmp_path, JobContext()).source, RiskParams()
    counted = risk.counts(params, source, JobContext())
    found = counted.row_household_risks(risk.decide(params, counted, JobContext()).risks)
    assert sorted(found.tolist()) == [0.5, 0.5, 1.0, 1.0]
