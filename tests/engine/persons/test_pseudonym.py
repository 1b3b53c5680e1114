"""What a released pseudonym discloses: it shows what a person has in the other records."""

from pathlib import Path
from typing import Any

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.runner import evaluate_plan

SECRET = "5b0c2f5d8e6a91c3447f10b2d6e8a9035b7c1d2e3f405162738495a6b7c8d9e0"
ROWS = ["a,W,x", "a,V,z", "b,W,y", "b,V,x", "c,V,y"]  # in ward W one has x, one y, and both have x somewhere


def found(folder: Path, *, linked: bool, **persons: Any) -> Any:
    (folder / "d.csv").write_text("\n".join(["id,ward,ill", *ROWS]) + "\n", encoding="utf-8")
    variables = {"id": {"role": "person"}, "ward": {"role": "key"}, "ill": {"role": "sensitive"}}
    step = {"pseudonymise": {"variables": ["id"], "key": "key.csv"}}
    prepare = {"name": "p", "kind": "prepare", "params": {"steps": [step]}}
    risk = {"name": "r", "kind": "risk", "input": "p" if linked else "data", "params": {}}
    data = {"path": "d.csv", "variables": variables, "persons": persons}
    plan = {"schema": 2, "data": data, "jobs": [prepare, risk], "secrets": {"p": SECRET}}
    return evaluate_plan(plan_from_json(plan), folder, JobContext()).jobs[1].result


def test_values_in_other_classes_count_where_a_pseudonym_links_them(tmp_path: Path) -> None:
    apart, linked = found(tmp_path, linked=False), found(tmp_path, linked=True)
    assert apart.one_value["ill"].after.persons == 0
    assert linked.one_value["ill"].after.persons == 2
    assert (apart.diversity["ill"].distinct, linked.diversity["ill"].distinct) == (2, 1)
