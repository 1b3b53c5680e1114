"""What the report says of ANOPI with microaggregated variables, in both editions."""

import json

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.report.assemble import build_report
from sdc_desktop.report.html import html_text
from sdc_desktop.report.pdf import pdf_bytes
from sdc_desktop.sheets.blocks import Figure, Heading, ScatterChart, Table, Verdict
from sdc_desktop.words import Words
from tests.support.reports import FIELDS, HtmlPage, plan_json, section_of, texts, write_data

BOTH = {"yob": "microaggregation", "ms": "microaggregation"}
MIXED = {"yob": "microaggregation"}


def built(folder, edition="internal", **params):
    write_data(folder)
    plan = plan_json()
    plan["data"]["variables"]["yob"]["level"] = "continuous"
    plan["jobs"] = [{"name": "a", "kind": "anopi", "params": params}]
    result = evaluate_plan(plan_from_json(plan), folder, JobContext())
    return result, build_report(result, FIELDS, Words(), edition=edition)


def chapter(folder, edition="internal", **params):
    result, _ = built(folder, edition, **params)
    return result.jobs[0].result, section_of(result, "a", edition)


def tables(section) -> dict[str, Table]:
    return {block.title: block for block in section.blocks if isinstance(block, Table)}


def stated(section) -> str:
    return " ".join(texts(section.blocks))


@pytest.mark.parametrize(
    ("technique", "title"),
    [
        ("recoding", "Recoding by ANOPI: a"),
        (BOTH, "Microaggregation by ANOPI: a"),
        (MIXED, "Recoding and microaggregation by ANOPI: a"),
    ],
)
def test_a_chapter_explains_the_techniques_that_were_used(tmp_path, technique, title) -> None:
    _, section = chapter(tmp_path, technique=technique)
    assert section.title == title
    assert isinstance(section.blocks[0], Verdict)
    found = [block.text for block in section.blocks if isinstance(block, Heading)]
    assert found == ["Method", "Utility loss", "Limits and assumptions"]
    planes = [block for block in section.blocks if isinstance(block, Figure) and len(block.charts) > 0]
    assert any(isinstance(one.charts[0], ScatterChart) for one in planes) == (technique != BOTH)


def test_groups_and_levels_are_stated(tmp_path) -> None:
    result, section = chapter(tmp_path, technique=BOTH)
    (block,) = result.blocks
    ((_, k, groups, _, _),) = tables(section)["The groups"].rows
    assert (k, groups) == (str(block.k), str(block.formed.groups))


def test_variables_of_both_techniques_are_in_one_table_of_levels_inside_the_house_only(tmp_path) -> None:
    _, section = chapter(tmp_path, technique=MIXED)
    found = tables(section)
    assert [row[0] for row in found["Optimal and released utility and privacy"].rows] == ["yob", "ms"]
    _, outside = chapter(tmp_path, "external", technique=MIXED)
    assert "Optimal and released utility and privacy" not in tables(outside)


@pytest.mark.parametrize(
    ("params", "told"),
    [
        ({"override": {"yob": 7}}, "You chose this k, 7, yourself."),
        ({"override": {"yob": 1}}, "with k = 1 every record is a group of its own"),
        ({"user_points": {"ms": 100}, "intruder_points": {"ms": 100}}, "all records with a value form one"),
        ({"suppress_below": 30}, "Rare records."),
        ({"min_utility": {"yob": {"degree": 9}}}, "Codings and k that do not meet them"),
    ],
)
@pytest.mark.parametrize("edition", ["internal", "external"])
def test_every_way_of_setting_it_is_stated_in_both_formats(tmp_path, params, told, edition) -> None:
    apart = {"blocks": [["yob"], ["ms"]]} if {"user_points", "min_utility"} & set(params) else {}
    _, report = built(tmp_path, edition, technique=BOTH, **params, **apart)
    assert told in " ".join(HtmlPage(html_text(report)).text.split())
    assert pdf_bytes(report).startswith(b"%PDF-")


def test_no_value_of_a_record_is_stated(tmp_path) -> None:
    _, section = chapter(tmp_path, technique=BOTH)
    shown = json.dumps(stated(section))
    assert "zq-" not in shown
    assert "secret" not in shown
