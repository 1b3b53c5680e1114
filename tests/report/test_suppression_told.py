"""Suppression in a report: the verdict of the window inside the house, no counts outside."""

import json

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.report.assemble import build_report
from sdc_desktop.report.html import html_text
from sdc_desktop.words import Words
from sdc_desktop.words.microdata.recoding import verdict
from tests.support.reports import FIELDS, HtmlPage, plan_json, squeezed, write_data


@pytest.fixture(scope="module")
def outcome(tmp_path_factory):
    folder = tmp_path_factory.mktemp("suppressed")
    write_data(folder)
    plan = json.loads(json.dumps(plan_json()))
    plan["jobs"] = plan["jobs"][:1]
    plan["jobs"][0]["params"] |= {"suppress_below": 6, "suppress": "cells"}
    return evaluate_plan(plan_from_json(plan), folder, JobContext())


def test_the_verdict_is_the_windows_inside_the_house_and_counts_nothing_outside(outcome) -> None:
    result = outcome.jobs[0].result
    assert result.suppression.figures.cells > 0
    shown = verdict(result.after, tuple(result.codings), Words(), result.suppression)
    internal = HtmlPage(html_text(build_report(outcome, FIELDS, Words()))).text
    external = HtmlPage(html_text(build_report(outcome, FIELDS, Words(), edition="external"))).text
    assert squeezed(shown) in squeezed(internal)
    assert "are suppressed in" in shown
    assert "suppressed in" not in external
