"""The fields of the report: where they come from, what is refused, and the date."""

import json
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdc_desktop.engine.plan import plan_from_json, plan_to_json
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.report_spec import FieldsSpec, PlanReportSpec, day_of, fields_from_json
from sdc_desktop.project.old_fields import fields_of_schema_2
from sdc_desktop.project.project import ReportFields, new_project
from sdc_desktop.project.project_file import project_from_json, project_to_json
from sdc_desktop.project.report_fields import (
    combined,
    dated,
    plan_with_fields,
    read_fields,
    with_fields,
    with_plans_fields,
)
from sdc_desktop.words.program.report_fields import LABELS

TODAY = date(2026, 11, 22)


def plan_of(report):
    return plan_from_json({"schema": 2, "report": report, "jobs": []})


def problems_of(work):
    with pytest.raises(Refused) as refusal:
        work()
    return [(one.code, one.where.key) for one in refusal.value.problems]


def test_options_win_over_the_file_and_the_file_over_project_and_plan() -> None:
    plan = plan_of({"officer": "plan", "reviewer": "plan", "head": "plan", "title": "plan"})
    project = ReportFields(reviewer="project", head="project", title="project", edition="external")
    file, options = (fields_from_json(one) for one in ({"head": "file", "title": ""}, {"head": "option"}))
    found = combined(plan, project, file, options)
    assert (found.officer, found.reviewer, found.head) == ("plan", "project", "option")
    assert found.title == "", "an empty text of the file counts"
    assert found.edition == "external"


def test_null_is_absent() -> None:
    nothing = dict.fromkeys(FieldsSpec.model_fields)
    assert fields_from_json(nothing) == FieldsSpec()
    assert plan_of({**nothing, "products": None}).report == PlanReportSpec()
    assert plan_from_json({"schema": 2, "jobs": []}) == plan_of({})


@pytest.mark.parametrize(
    ("fields", "code", "key"),
    [
        ({"ofificer": "x"}, "plan.unknown_key", "ofificer"),
        ({"ofificer": None}, "plan.unknown_key", "ofificer"),
        ({"title": "x" * 301}, "plan.type", "title"),
        ({"title": 3}, "plan.type", "title"),
        ({"access": "everybody"}, "plan.choice", "access"),
        ({"decision": "yes"}, "plan.choice", "decision"),
        ({"date": "2026-02-30"}, "report.not_a_date", "date"),
        ({"date": "31.1.2026"}, "report.not_a_date", "date"),
        ({"date": "20260131"}, "report.not_a_date", "date"),
        ({"products": ["a"]}, "plan.unknown_key", "products"),
        ({"scenarios": [{"name": "a", "measure": "luck"}]}, "plan.choice", "scenarios[0].measure"),
        ({"scenarios": [{"name": "a", "measure": "highest", "x": 1}]}, "plan.unknown_key", "scenarios[0].x"),
        (
            {"scenarios": [{"name": "a", "measure": "highest", "tolerated": 20}]},
            "report.tolerated_share",
            "scenarios[0]",
        ),
        (
            {"scenarios": [{"name": "a", "measure": "cells", "tolerated": -1}]},
            "plan.too_small",
            "scenarios[0].tolerated",
        ),
        ({"accepted": [{"code": "a"}]}, "plan.missing_key", "accepted[0].reason"),
        ({"accepted": [{"code": "a", "reason": "  "}]}, "plan.type", "accepted[0].reason"),
        ({"accepted": [{"code": "a", "reason": "b", "job": None}]}, "plan.type", "accepted[0].job"),
    ],
)
def test_wrong_fields_are_refused_with_their_path(tmp_path, fields, code, key) -> None:
    path = tmp_path / "fields.json"
    path.write_text(json.dumps(fields), encoding="utf-8")
    assert problems_of(lambda: read_fields(path)) == [(code, key)]
    if "products" not in fields:
        assert problems_of(lambda: plan_of(fields)) == [(code, f"report.{key}")]
    steps = [{"label": "", "plan": {"schema": 2, "jobs": []}, "decisions": fields}]
    in_project = problems_of(lambda: project_from_json({"schema": 3, "history": steps}))
    assert in_project == [(code, f"history[0].decisions.{key}")]


@pytest.mark.parametrize("text", ["[]", "3", "null", '"title"'])
def test_a_file_that_is_no_object_is_refused(tmp_path, text) -> None:
    path = tmp_path / "fields.json"
    path.write_text(text, encoding="utf-8")
    assert problems_of(lambda: read_fields(path)) == [("report.not_fields", None)]


def test_every_field_has_a_label() -> None:
    assert {*FieldsSpec.model_fields, "edition", "products"} == set(LABELS)


# date -------------------------------------------------------------------------------------------------


def test_the_date_is_that_of_the_fields_before_any_other() -> None:
    fields = ReportFields(date="2025-03-14")
    assert dated(fields, {"SOURCE_DATE_EPOCH": "0"}, TODAY) == (fields, ())


@pytest.mark.parametrize(
    ("seconds", "day"), [("0", "1970-01-01"), ("1763769599", "2025-11-21"), ("1763769600", "2025-11-22")]
)
def test_source_date_epoch_gives_the_day_in_utc(seconds, day) -> None:
    found, notes = dated(ReportFields(), {"SOURCE_DATE_EPOCH": seconds}, TODAY)
    assert (found.date, notes) == (day, ())


def test_without_a_date_it_is_today_with_a_note() -> None:
    found, notes = dated(ReportFields(), {"SOURCE_DATE_EPOCH": ""}, TODAY)
    assert found.day == TODAY
    assert [(one.code, one.severity) for one in notes] == [("report.dated_today", "note")]


@pytest.mark.parametrize("seconds", ["yesterday", "-1", "1.5", "٣", "9" * 30, " 1"])
def test_a_wrong_source_date_is_refused(seconds) -> None:
    def work():
        dated(ReportFields(), {"SOURCE_DATE_EPOCH": seconds}, TODAY)

    assert problems_of(work) == [("report.source_date", "SOURCE_DATE_EPOCH")]


# project ----------------------------------------------------------------------------------------------


@given(st.text(max_size=300), st.sampled_from([None, "public", "secure"]), st.dates())
def test_fields_come_back_from_the_project_file(text, access, day) -> None:
    changed = {"officer": text, "access": access, "date": day.isoformat()}
    project = new_project()
    fields = with_fields(project.decisions, changed)
    step = project_to_json(new_project())["history"][0] | {
        "decisions": json.loads(fields.model_dump_json(exclude_defaults=True))
    }
    assert project_from_json({"schema": 3, "history": [step]}).decisions == fields


def test_the_fields_of_a_plan_become_those_of_its_project_and_go_back() -> None:
    plan = plan_of({"officer": "A", "products": ["a"], "accepted": [{"code": "c", "reason": "r"}]})
    project = with_plans_fields(new_project("", plan))
    assert (project.decisions.officer, project.plan.report.given) == ("A", {})
    assert project.plan.report.products == ("a",)
    assert plan_to_json(plan_with_fields(project.plan, project.decisions)) == plan_to_json(plan)
    emptied = with_fields(project.decisions, {"officer": ""})
    assert plan_with_fields(project.plan, emptied).report.officer == ""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ({"decision": "release", "date": "2024-01-31"}, {"decision": "release", "date": "2024-01-31"}),
        ({"decision": "Released to X", "date": ""}, {"reason": "Released to X"}),
        ({"date": "14 March 2025"}, {"date": "2025-03-14"}),
        ({"date": "14. März 2025"}, {"date": "2025-03-14"}),
        ({"date": "1.2.2025"}, {"date": "2025-02-01"}),
        ({"date": "31.2.2025"}, {"reason": "31.2.2025"}),
        ({"date": "spring", "decision": "yes"}, {"reason": "yes; spring"}),
        ({"title": "x" * 400}, {"title": "x" * 299 + "…"}),
        (["no object"], ["no object"]),
        ({"date": 3}, {"date": 3}),
    ],
)
def test_free_texts_of_older_projects_are_kept(old, new) -> None:
    assert fields_of_schema_2(old) == new


@given(st.dates())
def test_every_day_is_read_as_written(day) -> None:
    assert day_of(day.isoformat()) == day
