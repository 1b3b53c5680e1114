"""Chapter 1 and the comparison of strategies: what is beside what, and when."""

import json

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.report.assemble import build_report
from sdc_desktop.sheets.blocks import Bullets, Figure, Paragraph, Steps, Table
from sdc_desktop.words import Words
from tests.support.reports import FIELDS, plan_json, write_data


def made(folder, jobs, edition="internal"):
    write_data(folder)
    plan = {**plan_json(), "jobs": jobs}
    result = evaluate_plan(plan_from_json(json.loads(json.dumps(plan))), folder, JobContext())
    return result, build_report(result, FIELDS, Words(), edition=edition)


def recoding(name: str, year: int, state: int, **more):
    return {"name": name, "kind": "recode", "params": {"levels": {"yob": year, "ms": state}}, **more}


def findings(report) -> Table:
    (table,) = (block for block in report.sections[0].blocks if isinstance(block, Table))
    return table


def test_the_first_chapter_has_a_row_for_each_step(tmp_path) -> None:
    jobs = [recoding("fine", 1, 0), {"name": "look", "kind": "risk", "params": {}}]
    _, report = made(tmp_path, jobs)
    assert report.sections[0].key == "glance"
    rows = findings(report).rows
    assert [row[0].name for row in rows] == ["fine", "look"]
    assert [row[1].mark for row in rows] == ["unsafe", "unsafe"]
    assert rows[1][3] == "–"  # a step that only measures keeps no utility


def test_the_opening_says_how_many_files_are_to_be_released(tmp_path) -> None:
    _, report = made(tmp_path, [recoding("as is", 0, 0), {"name": "look", "kind": "risk", "params": {}}])
    opening = report.sections[0].blocks[0]
    assert isinstance(opening, Paragraph)
    assert opening.text.startswith("1 file is intended for release. 1 further step measures or prepares.")


def test_a_safe_plan_has_nothing_to_be_done_before_release(tmp_path) -> None:
    result, report = made(tmp_path, [recoding("as is", 0, 0)])
    steps = [block for block in report.sections[0].blocks if isinstance(block, Steps)]
    assert bool(steps) == (result.verdict.grade != "safe")
    (found,) = steps
    assert found.items[0].lead == "Require diversity of the sensitive variable, or use coarser categories."


def compared(report) -> list[Figure]:
    return [
        block for block in report.blocks() if getattr(block, "title", "") == "Strategies by risk and utility"
    ]


@pytest.mark.parametrize("edition", ["internal", "external"])
def test_strategies_on_the_same_data_are_compared(tmp_path, edition) -> None:
    jobs = [recoding("fine", 1, 0), recoding("coarse", 2, 1), recoding("wasted", 2, 1)]
    _, report = made(tmp_path, jobs, edition)
    (figure,) = compared(report)
    points = {point.label: point for point in figure.charts[0].points}
    assert set(points) == {"fine", "coarse", "wasted", "original data"}
    assert points["original data"].y == 100
    assert points["coarse"].x < points["fine"].x < points["original data"].x
    assert points["coarse"].y < points["fine"].y < 100
    assert {points["fine"].mark, points["coarse"].mark} == {"chosen"}  # neither beats the other
    if edition == "external":
        assert all(point.x == round(point.x) and point.y == round(point.y) for point in points.values())


def test_a_strategy_that_another_beats_is_shown_to_be_beaten(tmp_path) -> None:
    suppressing = {"suppress_below": 2}
    jobs = [
        recoding("plain", 1, 0),
        {"name": "hidden", "kind": "recode", "params": {"levels": {"yob": 3, "ms": 2}, **suppressing}},
        {"name": "tails", "kind": "recode", "params": {"levels": {"yob": 3, "ms": 0}}},
    ]
    _, report = made(tmp_path, jobs)
    (figure,) = compared(report)
    points = [point for point in figure.charts[0].points if point.label != "original data"]
    for point in points:
        others = [one for one in points if one is not point]
        is_beaten = any(
            one.x <= point.x and one.y >= point.y and (one.x, one.y) != (point.x, point.y) for one in others
        )
        assert point.mark == ("candidate" if is_beaten else "chosen")


def test_one_strategy_or_steps_that_follow_one_another_are_not_compared(tmp_path) -> None:
    _, alone = made(tmp_path, [recoding("fine", 1, 0)])
    assert compared(alone) == []
    following = {"name": "rare", "kind": "local_suppression", "params": {"k": 2}, "input": "fine"}
    _, report = made(tmp_path, [recoding("fine", 1, 0), following])
    assert compared(report) == []


def leads(report) -> list[str]:
    limits = next(one for one in report.sections if one.key == "limits")
    return [item.lead for block in limits.blocks if isinstance(block, Bullets) for item in block.items]


def test_the_limits_of_each_measure_are_stated_once(tmp_path) -> None:
    _, report = made(tmp_path, [recoding("fine", 1, 0), recoding("coarse", 2, 1)])
    assert "Average re-identification risk." in leads(report)
    assert len(leads(report)) == len(set(leads(report)))
    criterion = {"kind": "t_closeness", "t": 0.9, "attribute": "disease"}
    risk = {"name": "look", "kind": "risk", "params": {"criteria": [criterion]}}
    _, report = made(tmp_path, [risk])
    assert "t-closeness." in leads(report)
