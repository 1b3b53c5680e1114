"""The summary and the comparison of strategies: what stands beside what, and when."""

import json

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.report.assemble import build_report
from sdc_desktop.report.model import Figure, Paragraph, Table
from sdc_desktop.words import Words
from tests.support.reports import FIELDS, plan_json, write_data


def made(folder, jobs, edition="internal"):
    write_data(folder)
    plan = {**plan_json(), "jobs": jobs}
    result = evaluate_plan(plan_from_json(json.loads(json.dumps(plan))), folder, JobContext())
    return result, build_report(result, FIELDS, Words(), edition=edition)


def recoding(name: str, year: int, state: int, **more):
    return {"name": name, "kind": "recode", "params": {"levels": {"yob": year, "ms": state}}, **more}


def section(report, key):
    return next((one for one in report.sections if one.key == key), None)


def test_the_summary_is_first_and_has_a_row_for_each_step(tmp_path) -> None:
    result, report = made(tmp_path, [recoding("fine", 1, 0), {"name": "look", "kind": "risk", "params": {}}])
    summary = report.sections[0]
    assert summary.key == "summary"
    (balance,) = (block for block in summary.blocks if isinstance(block, Table))
    assert [row[0] for row in balance.rows] == ["fine", "look"]
    after = result.jobs[0].result.after
    share = f"{100 * after.classes / after.records:.1f}\u202f%"
    assert balance.rows[0][3] == share
    assert balance.rows[1][3] == "–"  # a step that only measures has one side
    (figure,) = (block for block in summary.blocks if isinstance(block, Figure))
    assert figure.charts[0].categories == ("fine",)


def test_the_summary_tells_the_findings_for_which_the_first_page_has_no_room(tmp_path) -> None:
    _, report = made(tmp_path, [recoding(f"step {number}", 1, 0) for number in range(5)])
    summary = report.sections[0]
    assert summary.begins_page
    _, findings = (block for block in summary.blocks if isinstance(block, Table))
    assert [row[2] for row in findings.rows] == [verdict.text for verdict in report.verdicts]


def test_the_summary_says_how_many_steps_are_not_judged_safe(tmp_path) -> None:
    _, report = made(tmp_path, [recoding("as is", 0, 0), recoding("coarse", 3, 2)])
    opening = report.sections[0].blocks[0]
    assert isinstance(opening, Paragraph)
    assert opening.text.startswith("2 steps were carried out. 2 of them are not judged safe")


@pytest.mark.parametrize("edition", ["internal", "external"])
def test_strategies_on_the_same_data_are_compared(tmp_path, edition) -> None:
    jobs = [recoding("fine", 1, 0), recoding("coarse", 2, 1), recoding("wasted", 2, 1)]
    _, report = made(tmp_path, jobs, edition)
    compared = section(report, "comparison-1")
    (table,) = (block for block in compared.blocks if isinstance(block, Table))
    assert [row[0] for row in table.rows] == ["fine", "coarse", "wasted"]
    assert ("Standing alone" in [column.head for column in table.columns]) == (edition == "internal")
    (figure,) = (block for block in compared.blocks if isinstance(block, Figure))
    points = {point.label: point for point in figure.charts[0].points}
    assert set(points) == {"fine", "coarse", "wasted", "as is"}
    assert points["as is"].y == 100
    assert points["coarse"].x < points["fine"].x < points["as is"].x
    assert points["coarse"].y < points["fine"].y < 100
    assert {points["fine"].mark, points["coarse"].mark} == {"chosen"}  # neither beats the other


def test_a_strategy_that_another_beats_is_said_to_be_beaten(tmp_path) -> None:
    suppressing = {"suppress_below": 2}
    jobs = [
        recoding("plain", 1, 0),
        {"name": "hidden", "kind": "recode", "params": {"levels": {"yob": 3, "ms": 2}, **suppressing}},
        {"name": "tails", "kind": "recode", "params": {"levels": {"yob": 3, "ms": 0}}},
    ]
    _, report = made(tmp_path, jobs)
    compared = section(report, "comparison-1")
    (table,) = (block for block in compared.blocks if isinstance(block, Table))
    (figure,) = (block for block in compared.blocks if isinstance(block, Figure))
    beaten = {row[0]: row[-1] for row in table.rows}
    points = [point for point in figure.charts[0].points if point.label != "as is"]
    for point in points:
        others = [one for one in points if one is not point]
        is_beaten = any(
            one.x <= point.x and one.y >= point.y and (one.x, one.y) != (point.x, point.y) for one in others
        )
        assert beaten[point.label] == ("yes" if is_beaten else "no")


def test_one_strategy_or_steps_that_follow_one_another_are_not_compared(tmp_path) -> None:
    _, alone = made(tmp_path, [recoding("fine", 1, 0)])
    assert section(alone, "comparison-1") is None
    following = {"name": "rare", "kind": "local_suppression", "params": {"k": 2}, "input": "fine"}
    _, report = made(tmp_path, [recoding("fine", 1, 0), following])
    assert section(report, "comparison-1") is None


def test_the_limits_of_each_measure_are_told_once(tmp_path) -> None:
    _, report = made(tmp_path, [recoding("fine", 1, 0), recoding("coarse", 2, 1)])
    (table,) = (block for block in section(report, "measures").blocks if isinstance(block, Table))
    names = [row[0] for row in table.rows]
    assert "Average re-identification risk" in names
    assert len(names) == len(set(names))
    criterion = {"kind": "t_closeness", "t": 0.9, "attribute": "disease"}
    risk = {"name": "look", "kind": "risk", "params": {"criteria": [criterion]}}
    _, report = made(tmp_path, [risk])
    (table,) = (block for block in section(report, "measures").blocks if isinstance(block, Table))
    assert "t-closeness" in [row[0] for row in table.rows]
