"""Several files of the same records, and files that only a table reads."""

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.engine.running.judging import judge_job
from tests.support.known_verdicts import FOURS, K3, L2, PEOPLE


def judged(folder, jobs, **more):
    (folder / "data.csv").write_text("\n".join(FOURS) + "\n", encoding="utf-8")
    variables = {name: dict(text) for name, text in PEOPLE.items()}
    plan = {"schema": 2, "data": {"path": "data.csv", "variables": variables}, "jobs": jobs, **more}
    return evaluate_plan(plan_from_json(plan), folder, JobContext())


def searched(name):
    params = {"criteria": [K3, L2]}
    return {"name": name, "kind": "generalise", "params": params, "output": {"path": f"{name}.csv"}}


def test_two_files_of_the_same_records_are_a_reservation_of_the_plan(tmp_path) -> None:
    alone, both = (judged(tmp_path, [searched(name) for name in names]) for names in ("a", "ab"))
    assert alone.verdict.grade == "safe"
    assert [job.verdict.grade for job in both.jobs] == ["safe", "safe"]
    assert both.verdict.grade == "reservations"
    assert [one.code for one in both.verdict.reasons] == ["several_files"]


def test_a_job_alone_is_not_judged_while_a_step_that_judges_its_file_has_not_been_run(tmp_path) -> None:
    risk = {"name": "m", "kind": "risk", "input": "a", "params": {"tolerable": 0.1}}
    done = judged(tmp_path, [searched("a"), risk])
    alone = judge_job(done.opened.plan, done.opened.plan.job("a"), done.jobs[0].result, ())
    assert done.jobs[0].verdict.grade == "unsafe"
    assert (alone.grade, [one.code for one in alone.reasons]) == ("open", ["measures_not_run"])


def test_a_file_of_records_that_only_a_table_reads_is_judged(tmp_path) -> None:
    recoded = {"name": "r", "kind": "recode", "params": {"levels": {}}, "output": {"path": "r.csv"}}
    rule = {"kind": "threshold", "n": 2}
    table = {"dimensions": [{"variable": "sex"}, {"variable": "ill"}], "rules": [rule]}
    jobs = [recoded, {"name": "t", "kind": "table", "input": "r", "params": table}]
    found = judged(tmp_path, jobs)
    assert found.jobs[1].verdict.grade == "safe"
    assert found.verdict.grade == "open"


def test_the_files_named_in_the_report_are_the_products(tmp_path) -> None:
    jobs = [searched("a"), searched("b")]
    named = judged(tmp_path, jobs, report={"products": ["a"]})
    reasons = [(one.code, dict(one.figures)) for one in named.verdict.reasons]
    assert (named.verdict.grade, reasons) == ("reservations", [("file_not_named", {"files": ("b",)})])


def test_naming_an_earlier_file_hides_no_later_one(tmp_path) -> None:
    recoded = {"name": "r", "kind": "recode", "params": {"levels": {}}, "output": {"path": "r.csv"}}
    found = judged(tmp_path, [searched("a"), recoded | {"input": "a"}], report={"products": ["a"]})
    assert [one.code for one in found.verdict.reasons] == ["file_not_named"]
    assert found.verdict.reasons[0].figures["files"] == ("r",)


@pytest.mark.parametrize(
    ("products", "code"), [(["x"], "plan.no_such_job"), (["m"], "report.product_without_file")]
)
def test_a_named_file_that_no_job_writes_is_refused(tmp_path, products, code) -> None:
    risk = {"name": "m", "kind": "risk", "params": {}}
    with pytest.raises(Refused) as refusal:
        judged(tmp_path, [searched("a"), risk], report={"products": products})
    assert [(one.code, one.where.key) for one in refusal.value.problems] == [(code, "report.products[0]")]


def test_records_and_tables_of_the_same_data_are_a_reservation_of_the_plan(tmp_path) -> None:
    rule = {"kind": "threshold", "n": 2}
    table = {"dimensions": [{"variable": "sex"}, {"variable": "ill"}], "rules": [rule]}
    counted = {"name": "t", "kind": "table", "params": table, "output": {"path": "t.csv"}}
    both = judged(tmp_path, [searched("a"), counted])
    found = [dict(one.figures) for one in both.verdict.reasons if one.code == "records_beside_tables"]
    assert found == [{"files": ("a",), "tables": ("t",)}]
    of_the_file = judged(tmp_path, [searched("a"), counted | {"input": "a"}])
    assert "records_beside_tables" not in [one.code for one in of_the_file.verdict.reasons]
