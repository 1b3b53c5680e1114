"""The chapter on the site policy: what it asks, without protection levels outside the house."""

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.policy.policy import Policy, policy_from_json
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.report.assemble import build_report
from sdc_desktop.report.html import html_text
from sdc_desktop.words import Words
from tests.support.reports import FIELDS, HtmlPage, plan_json, write_data

LIMITS = [
    {"kind": "table", "param": "rules[p_percent].p", "at_least": 21.375},
    {"kind": "table", "param": "rules[threshold].n", "at_least": 4},
    {"kind": "table", "param": "rules[dominance].k", "at_most": 83.625},
    {"kind": "microaggregate", "param": "k", "at_least": 6},
]
RULES = [
    {"kind": "p_percent", "p": 11.875},
    {"kind": "threshold", "n": 4},
    {"kind": "dominance", "n": 1, "k": 91.125},
]
LEVELS = ("21.375", "83.625", "11.875", "91.125")
DIGEST = "c0ffee" * 10 + "cafe"


@pytest.fixture(scope="module")
def texts(tmp_path_factory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("held")
    write_data(folder)
    shown = plan_json()
    names = list(shown["data"]["variables"])
    table = {
        "name": "t",
        "kind": "table",
        "params": {"dimensions": [{"variable": names[-1]}], "rules": RULES},
    }
    result = evaluate_plan(plan_from_json(shown | {"jobs": [table]}), folder, JobContext())
    spec = policy_from_json({"schema": 2, "name": "Agency", "version": "7", "limits": LIMITS})
    held = Policy(spec, DIGEST, "policy.json")
    return {
        edition: HtmlPage(
            html_text(build_report(result, FIELDS, Words(), edition=edition, held_to=held))
        ).text
        for edition in ("internal", "external")
    }


def test_the_figures_of_rules_are_stated_inside_the_house_only(texts) -> None:
    for level in LEVELS:
        assert level in texts["internal"]
        assert level not in texts["external"]
    chapter = texts["external"][texts["external"].rindex("Policy limits") :]
    assert "p of the p-percent rule" in chapter
    assert "see the internal edition" in chapter
    assert "see the internal edition" not in texts["internal"]
    assert "at least 4" not in texts["external"]


def test_other_limits_are_stated_in_both(texts) -> None:
    assert all("at least 6" in text for text in texts.values())


def test_the_checksum_of_the_policy_is_stated_inside_the_house_only(texts) -> None:
    assert DIGEST in texts["internal"]
    assert DIGEST not in texts["external"]
    assert "policy.json" in texts["internal"]
