"""A plan is never graded better than its worst job, but for steps whose file a later one replaces."""

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.runner import evaluate_plan
from tests.support.known_verdicts import FOURS, K3, PEOPLE

GIVEN = {"columns": ["x", "y", "Total"], "rows": ["a", "b", "Total"]}
DISCLOSED = {
    "name": "audit",
    "kind": "audit",
    "params": {"table": GIVEN | {"values": [[None, 3, 10], [4, 4, 8], [11, 7, 18]]}},
}
FILE = {"name": "file", "kind": "generalise", "params": {"criteria": [K3]}, "output": {"path": "f.csv"}}
RISK = {"name": "risk", "kind": "risk", "params": {"criteria": [{"kind": "k_anonymity", "k": 50}]}}


def judged(folder, *jobs):
    (folder / "data.csv").write_text("\n".join(FOURS) + "\n", encoding="utf-8")
    variables = {name: dict(text) for name, text in PEOPLE.items()}
    plan = {"schema": 2, "data": {"path": "data.csv", "variables": variables}, "jobs": list(jobs)}
    return evaluate_plan(plan_from_json(plan), folder, JobContext())


def test_a_disclosed_cell_makes_a_plan_without_files_unsafe(tmp_path) -> None:
    found = judged(tmp_path, DISCLOSED)
    assert [job.verdict.grade for job in found.jobs] == ["unsafe"]
    assert found.verdict.grade == "unsafe"
    assert [(one.job, one.code) for one in found.verdict.reasons] == [
        ("audit", "audit.disclosed"),
        ("", "no_product"),
    ]


def test_a_disclosed_cell_makes_a_plan_unsafe_beside_a_protected_file(tmp_path) -> None:
    assert judged(tmp_path, FILE).verdict.grade != "unsafe"
    assert judged(tmp_path, FILE, DISCLOSED).verdict.grade == "unsafe"


def test_the_risk_of_records_before_they_are_protected_counts_only_where_no_file_leaves(tmp_path) -> None:
    assert judged(tmp_path, RISK).verdict.grade == "unsafe"
    assert judged(tmp_path, RISK, FILE).verdict.grade == judged(tmp_path, FILE).verdict.grade != "unsafe"
