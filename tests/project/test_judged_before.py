"""A project remembers how it was judged, and says where another version judges differently."""

from dataclasses import replace
from types import MappingProxyType

import pytest

from sdc_desktop.engine import ENGINE_VERSION
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.verdict import RULES, Grade, Verdict, unjudged, verdict_of
from sdc_desktop.project.project import (
    BEFORE_VERDICTS,
    difference,
    earlier,
    new_project,
    with_step,
    with_verdicts,
)
from sdc_desktop.project.project_file import load_project, save_project
from sdc_desktop.project.verdict_memory import VerdictMemory
from sdc_desktop.words import Words
from sdc_desktop.words.problems.problems import sentence


def saved_by(version, **grades):
    shown = {"version": version, "jobs": grades}
    return replace(new_project(), view=MappingProxyType({"judged": shown}))


def test_verdicts_of_this_version_are_kept_in_the_file_and_tell_nothing_new(tmp_path) -> None:
    save_project(with_verdicts(new_project(), {"t": Grade.SAFE}), tmp_path / "a.sdcproj")
    found = load_project(tmp_path / "a.sdcproj")
    assert found.view["judged"] == {"version": ENGINE_VERSION, "rules": RULES, "jobs": {"t": "safe"}}
    assert earlier(found) is None


def test_a_project_judged_by_earlier_rules_of_the_same_version_says_what_changes() -> None:
    problem = difference(earlier(saved_by(ENGINE_VERSION, t="safe")), "t", Grade.UNSAFE)
    assert problem.code == "project.judged_differently"


def test_a_project_without_verdicts_was_saved_by_a_version_that_judged_by_weaker_rules() -> None:
    before = earlier(new_project())
    assert before.version == BEFORE_VERDICTS
    problem = difference(before, "t", Grade.UNSAFE)
    assert problem.code == "project.judged_newly"
    assert "Not safe" in sentence(problem, Words()).message


@pytest.mark.parametrize(("was", "now", "told"), [("safe", "safe", False), ("safe", "unsafe", True)])
def test_another_version_is_named_where_its_grade_differs(was, now, told) -> None:
    problem = difference(earlier(saved_by("9.9.9", t=was)), "t", Grade(now))
    assert (problem is not None) == told
    if told:
        assert "version 9.9.9 t was \u201cSafe\u201d" in sentence(problem, Words()).message


def test_the_window_reports_it_once_for_each_job_and_saves_the_newest_grade() -> None:
    shown = {}
    memory = VerdictMemory(lambda source, problems: shown.update({source: tuple(problems)}))
    memory.begin(saved_by("9.9.9", t="safe"), from_file=True)
    memory.note("t", verdict_of([unjudged("nothing_required")]))
    assert [problem.code for problem in shown["verdict"]] == ["project.judged_differently"]
    memory.note("t", Verdict(Grade.SAFE))
    assert shown["verdict"] == ()


def test_a_new_project_has_no_earlier_verdicts() -> None:
    shown = {}
    memory = VerdictMemory(lambda source, problems: shown.update({source: problems}))
    memory.begin(new_project(), from_file=False)
    memory.note("t", Verdict(Grade.SAFE))
    assert shown == {}


def test_a_job_that_no_tab_has_shown_keeps_its_earlier_verdict_when_the_project_is_saved(tmp_path) -> None:
    jobs = [
        {"name": name, "kind": "recode", "params": {"levels": {}, "suppress_below": 3}}
        for name in ("a", "b", "c")
    ]
    plan = plan_from_json({"schema": 2, "data": {"path": "d.csv"}, "jobs": jobs})
    old = with_step(saved_by("9.9.9", a="safe", b="safe", gone="safe"), "", plan)
    for seen in ("a", "c"):
        memory = VerdictMemory(lambda _source, _problems: None)
        memory.begin(old, from_file=True)
        memory.note(seen, Verdict(Grade.UNSAFE))
        save_project(memory.kept_in(old), tmp_path / "a.sdcproj")
        old = load_project(tmp_path / "a.sdcproj")
    assert old.view["judged"]["before"] == {"version": "9.9.9", "jobs": {"b": "safe"}}
    before = earlier(old)
    assert difference(before, "b", Grade.UNSAFE).code == "project.judged_differently"
    assert difference(before, "a", Grade.UNSAFE) is None
    memory.note("b", Verdict(Grade.UNSAFE))
    assert earlier(memory.kept_in(old)) is None
