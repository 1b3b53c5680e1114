"""What a report says of a prepare job: the steps and their figures, never a value of a record."""

from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.project.project import ReportFields
from sdc_desktop.report.assemble import build_report
from sdc_desktop.report.model import Report
from sdc_desktop.words import Words
from tests.support.reports import plan_json, write_data
from tests.support.secret import ALL

STEPS = [
    {"filter": {"variable": "yob", "test": "at_least", "value": 1965}},
    {"pseudonymise": {"variables": ["id"], "key": "key.csv"}},
    {"rename": {"yob": "born"}},
]


def texts(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    if is_dataclass(value):
        return [text for field in fields(value) for text in texts(getattr(value, field.name))]
    if isinstance(value, list | tuple):
        return [text for one in value for text in texts(one)]
    return []


@pytest.fixture
def report(tmp_path: Path) -> Report:
    write_data(tmp_path)
    shown = plan_json()
    prepare = {"name": "prepared", "kind": "prepare", "params": {"steps": STEPS}}
    recode = {"name": "r", "kind": "recode", "input": "prepared", "params": {"levels": {"born": 2}}}
    plan = plan_from_json(shown | {"secrets": ALL, "jobs": [prepare, recode]})
    result = evaluate_plan(plan, tmp_path, JobContext())
    return build_report(result, ReportFields(), Words())


def test_each_step_is_stated_with_records_and_variables_before_and_after(report) -> None:
    (steps,) = [block for block in report.blocks() if getattr(block, "title", "") == "The steps"]
    assert [row[2:] for row in steps.rows] == [
        ("40", "24", "4", "4"),
        ("24", "24", "4", "4"),
        ("24", "24", "4", "4"),
    ]
    assert steps.rows[0][:2] == ("1. keep records: yob at least 1965", "24 of 40 records left")
    assert steps.rows[1][1] == "24 identifiers"


def test_a_chapter_on_prepared_records_knows_their_variables_and_hierarchies(report) -> None:
    (done,) = [one for one in report.sections if one.key == "done"]
    text = " ".join(texts(done))
    assert "born" in text
    assert "records that the job prepared made" in text
    text = " ".join(texts(report))
    assert not any(marked in text for marked in ("secret-id", "secret-ill", "secret-kind"))
