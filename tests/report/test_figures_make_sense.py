"""Figures that a report states of jobs whose results count no records: no share above the whole."""

import re

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.report.assemble import build_report
from sdc_desktop.words import Words
from tests.support import every_kind
from tests.support.reports import FIELDS, plan_json, texts, write_data

SHARE = re.compile(r"(\d[\d\u202f]*(?:\.\d+)?)\u202f%")


def shares(report) -> list[float]:
    """Every share that the scenarios and the cover state."""
    found = [
        text
        for table in report.blocks()
        if getattr(table, "title", "") == "Scenarios"
        for text in texts(table)
    ]
    found += texts(report.figures)
    return [float(one.replace("\u202f", "")) for text in found for one in SHARE.findall(text)]


@pytest.mark.parametrize("edition", ["internal", "external"])
def test_no_share_is_above_the_whole(tmp_path, edition) -> None:
    every_kind.write_data(tmp_path)
    result = evaluate_plan(plan_from_json(every_kind.plan_json()), tmp_path, JobContext())
    found = shares(build_report(result, FIELDS, Words(), edition=edition))
    assert found
    assert max(found) <= 100


def test_disclosed_values_of_drawn_categories_are_a_share_of_all_records(tmp_path) -> None:
    write_data(tmp_path)
    job = {"name": "drawn", "kind": "pram", "params": {"variables": ["ms"], "retain": 0.9}}
    plan = plan_from_json({**plan_json(), "jobs": [{**job, "output": {"path": "drawn.csv"}}]})
    result = evaluate_plan(plan, tmp_path, JobContext())
    number = result.jobs[0].result.one_value["disease"].after.records
    report = build_report(result, FIELDS, Words())
    (table,) = (block for block in report.blocks() if getattr(block, "title", "") == "Scenarios")
    reached = {row[0]: row[-1] for row in table.rows}
    assert reached["Learning without finding"] == Words().percent(number / 40)


def test_the_people_of_a_k_map_are_not_the_risk_that_an_acquaintance_may_have(tmp_path) -> None:
    every_kind.write_data(tmp_path)
    plan = every_kind.plan_json()
    search = next(one for one in plan["jobs"] if one["kind"] == "generalise")
    criteria = search["params"]["criteria"]
    people = [one for one in criteria if one["kind"] == "k_map_table"]
    assert people[0]["k"] > criteria[0]["k"]
    for asked, tolerated in ((criteria, Words().percent(1 / criteria[0]["k"])), (people, "not set")):
        job = {**search, "params": {**search["params"], "criteria": asked}, "output": {"path": "found.csv"}}
        result = evaluate_plan(plan_from_json({**plan, "jobs": [job]}), tmp_path, JobContext())
        report = build_report(result, FIELDS, Words())
        (table,) = (block for block in report.blocks() if getattr(block, "title", "") == "Scenarios")
        assert {row[0]: row[3] for row in table.rows}["Acquaintance"] == tolerated
