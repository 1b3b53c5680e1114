"""The k of a plan is a condition on the file that leaves, whatever its steps require themselves."""

import json
from pathlib import Path
from typing import Any

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.runner import evaluate_plan, result_text
from sdc_desktop.engine.verdict import Grade, Verdict
from tests.support.known_verdicts import SECRET

KEYS = {"age": {"role": "key"}, "sex": {"role": "key"}}
INTERVALS = {"age": {"kind": "intervals", "start": 20, "end": 39, "widths": [10]}}
RECODED = {"name": "levels", "kind": "recode", "params": {"levels": {"age": 1}}, "output": {"path": "a.csv"}}
AS_IS = {"name": "levels", "kind": "recode", "params": {"levels": {"age": 0}}, "output": {"path": "a.csv"}}
DRAWN = {
    "name": "post",
    "kind": "pram",
    "params": {"variables": ["sex"], "retain": 0.8},
    "output": {"path": "a.csv", "order": "random"},
}


def verdict(folder: Path, job: dict[str, Any], **more: Any) -> Verdict:
    """Of 20 records: every age from 20 to 39 once, half of each ten years of one sex."""
    rows = "".join(f"{20 + i};{'mf'[i % 2]}\n" for i in range(20))
    (folder / "people.csv").write_text("age;sex\n" + rows, encoding="utf-8")
    data = {"path": "people.csv", "variables": KEYS, "hierarchies": INTERVALS}
    plan = plan_from_json({"schema": 2, "data": data, "jobs": [job], "secrets": {"*": SECRET}} | more)
    return evaluate_plan(plan, folder, JobContext()).verdict


def codes(found: Verdict) -> set[str]:
    return {one.code for one in found.reasons}


def test_records_below_it_fail_with_their_number(tmp_path: Path) -> None:
    found = verdict(tmp_path, AS_IS, k=3)
    (below,) = (one for one in found.reasons if one.code == "classes_below")
    assert (below.figures["number"], below.figures["k"]) == (20, 3)
    assert found.grade is Grade.UNSAFE


def test_a_script_reads_the_figures_of_the_condition(tmp_path: Path) -> None:
    def small(**more: Any) -> Any:
        verdict(tmp_path, AS_IS)
        data = {"path": "people.csv", "variables": KEYS, "hierarchies": INTERVALS}
        plan = plan_from_json({"schema": 2, "data": data, "jobs": [AS_IS]} | more)
        return json.loads(result_text(evaluate_plan(plan, tmp_path, JobContext())))["jobs"]["levels"]["small"]

    assert small(k=3) == {"k": 3, "classes": 20, "records": 20, "persons": None}
    assert small() is None


def test_a_file_that_keeps_it_has_a_condition(tmp_path: Path) -> None:
    assert "nothing_required" in codes(verdict(tmp_path, RECODED))
    found = verdict(tmp_path, RECODED, k=5)
    assert not {"nothing_required", "classes_below"} & codes(found)
    assert "classes_below" in codes(verdict(tmp_path, RECODED, k=6))


def test_a_step_that_requires_as_much_judges_it_alone(tmp_path: Path) -> None:
    rare = {"levels": {"age": 0}, "suppress_below": 3, "suppress": "cells"}
    found = verdict(tmp_path, {**AS_IS, "params": rare}, k=3)
    assert sum(one.code == "classes_below" for one in found.reasons) <= 1


def test_missing_values_match_by_the_rule_of_the_plan(tmp_path: Path) -> None:
    missing = {**KEYS, "sex": {"role": "key", "missing": ["m"]}}
    rows = "".join(f"{20 + 10 * (i % 2)};{'mf'[i % 3 == 0]}\n" for i in range(12))
    (tmp_path / "some.csv").write_text("age;sex\n" + rows, encoding="utf-8")
    data = {"path": "some.csv", "variables": missing}
    job = {**AS_IS, "params": {"levels": {}}}
    for rule, fails in (("none", True), ("all", False)):
        plan = plan_from_json({"schema": 2, "data": data, "jobs": [job], "k": 5, "missing": rule})
        found = evaluate_plan(plan, tmp_path, JobContext()).verdict
        assert ("classes_below" in codes(found)) is fails


def test_drawn_values_show_no_class_of_persons_alike(tmp_path: Path) -> None:
    assert "classes_below" not in codes(verdict(tmp_path, DRAWN, k=3))


def test_top_coding_another_variable_leaves_the_classes_to_be_judged(tmp_path: Path) -> None:
    rows = "".join(f"{20 + i};{'mf'[i % 2]};{1000 + 37 * i}\n" for i in range(20))
    (tmp_path / "paid.csv").write_text("age;sex;pay\n" + rows, encoding="utf-8")
    data = {"path": "paid.csv", "variables": {**KEYS, "pay": {"role": "sensitive", "level": "continuous"}}}
    job = {**AS_IS, "kind": "top_code", "params": {"bounds": {"pay": {"top": 1500}}}}
    found = evaluate_plan(
        plan_from_json({"schema": 2, "data": data, "jobs": [job], "k": 3}), tmp_path, JobContext()
    ).verdict
    assert "classes_below" in codes(found)
    assert found.grade is Grade.UNSAFE


def test_a_person_who_is_rare_by_two_records_fails_where_two_are_known(tmp_path: Path) -> None:
    """Each age is that of four persons, and each pair of ages that of one."""
    pairs = [(a, b) for a in range(5) for b in range(a + 1, 5)]
    rows = "".join(f"p{i};{20 + age}\n" for i, pair in enumerate(pairs) for age in pair)
    (tmp_path / "stays.csv").write_text("person;age\n" + rows, encoding="utf-8")
    variables = {"person": {"role": "person"}, "age": {"role": "key"}}
    job = {**AS_IS, "params": {"levels": {}}, "output": {"path": "a.csv", "order": "random"}}
    plan = {"schema": 2, "jobs": [job], "k": 3, "secrets": {"*": SECRET}}
    for known, fails in ((1, False), (2, True)):
        data = {"path": "stays.csv", "variables": variables, "persons": {"known": known}}
        found = evaluate_plan(plan_from_json({**plan, "data": data}), tmp_path, JobContext()).verdict
        assert ("classes_below" in codes(found)) is fails
