"""Where a direct identifier repeats unsaid, conditions that count records are not judged."""

from pathlib import Path
from typing import Any

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.plan_result import PlanResult
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import evaluate_plan

EPISODES = ["p1,1950,South", "p3,1950,South", "p5,1950,South", "p2,1950,South", "p4,1950,South"]
EPISODES += ["p0,1931,North"] * 6
NAMES = ["Smith,1931,North"] * 2 + ["Jones,1931,North"]
NAMES += [f"{name},1950,South" for name in ("Brown", "White", "Green", "Black")]
UNITS = ["b,N,F,1", "e,N,D,1", "d,N,D,1", "b,N,F,1", "a,N,F,1", "c,N,D,1", "a,N,F,1"]
K = {"kind": "k_anonymity", "k": 3}
FILE: dict[str, Any] = {
    "name": "m",
    "kind": "recode",
    "params": {"levels": {}},
    "output": {"path": "m.csv", "order": "random"},
}
RISK: dict[str, Any] = {"name": "r", "kind": "risk", "input": "m", "params": {"criteria": [K]}}
TABLE: dict[str, Any] = {
    "name": "t",
    "kind": "table",
    "params": {
        "dimensions": [{"variable": "region"}, {"variable": "act"}],
        "rules": [{"kind": "threshold", "n": 3}],
    },
}
SECRETS = {"*": "8f0c1d5a7be2934466aa10fe5b2c7d9e3f41c8a6075d2be9146f3a0c5d8e7b21"}


def evaluated(
    folder: Path,
    rows: list[str],
    jobs: list[dict[str, Any]],
    persons: Any = None,
    head: str = "id,yob,region",
) -> PlanResult:
    (folder / "d.csv").write_text("\n".join([head, *rows]) + "\n", encoding="utf-8")
    names = head.split(",")
    roles = dict.fromkeys(names[1:3], "key") | {names[0]: "direct_identifier"}
    data: dict[str, Any] = {"path": "d.csv", "variables": {name: {"role": roles[name]} for name in roles}}
    if persons is not None:
        data["persons"] = persons
    plan = {"schema": 2, "data": data, "jobs": jobs, "secrets": SECRETS}
    return evaluate_plan(plan_from_json(plan), folder, JobContext())


def reasons(result: PlanResult) -> list[tuple[str, str]]:
    return [(one.code, one.grade.value) for one in result.verdict.reasons]


def test_six_episodes_of_one_patient_are_not_judged_as_a_class_of_six(tmp_path: Path) -> None:
    done = evaluated(tmp_path, EPISODES, [FILE, RISK])
    (found,) = done.verdict.reasons
    assert (found.code, found.grade.value, found.job) == ("persons.unsaid", "open", "m")
    figures = {"variable": "id", "values": 6, "records": 11, "most": 6, "least_in_class": 1}
    assert dict(found.figures) == figures
    assert done.jobs[1].result.k == 5


@pytest.mark.parametrize(
    ("persons", "expected"),
    [
        (None, [("persons.unsaid", "open")]),
        ({}, [("persons.unsaid", "open")]),
        ({"repeats": ["id"]}, [("persons.unsaid", "open")]),
        ({"one_record_each": True}, [("persons.statement_contradicted", "reservations")]),
        ({"one_record_each": True, "repeats": ["id"]}, []),
    ],
)
def test_names_that_repeat_by_chance_are_named_in_the_plan(
    tmp_path: Path, persons: Any, expected: Any
) -> None:
    assert reasons(evaluated(tmp_path, NAMES, [FILE, RISK], persons)) == expected


def test_an_identifier_that_does_not_repeat_needs_no_statement(tmp_path: Path) -> None:
    rows = [f"n{number},{('1931', '1950')[number % 2]},North" for number in range(8)]
    assert reasons(evaluated(tmp_path, rows, [FILE, RISK])) == []
    assert reasons(evaluated(tmp_path, rows, [FILE, RISK], {"one_record_each": True})) == []


def test_a_file_without_a_condition_on_classes_has_no_such_reason(tmp_path: Path) -> None:
    assert "persons.unsaid" not in dict(reasons(evaluated(tmp_path, EPISODES, [FILE])))


@pytest.mark.parametrize(("holding", "expected"), [(None, True), ("id", False)])
def test_a_table_counts_records_unless_it_names_the_holding(
    tmp_path: Path, holding: str | None, expected: bool
) -> None:
    job = TABLE if holding is None else {**TABLE, "params": {**TABLE["params"], "holding": holding}}
    found = reasons(evaluated(tmp_path, UNITS, [job], head="id,region,act,y"))
    assert (("persons.unsaid", "open") in found) is expected


def test_a_variable_that_the_data_do_not_have_cannot_repeat(tmp_path: Path) -> None:
    with pytest.raises(Refused) as refusal:
        evaluated(tmp_path, NAMES, [FILE, RISK], {"one_record_each": True, "repeats": ["surname"]})
    (problem,) = refusal.value.problems
    assert (problem.code, problem.where.key) == ("data.unknown_variable", "data.persons.repeats.surname")
