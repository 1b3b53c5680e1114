"""Rules of a policy on outputs of researchers, answered by the findings of their check."""

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.policy.policy import read_policy
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.resources import resource_path
from sdc_desktop.words import Words
from sdc_desktop.words.policies.rules import found_sentence, rule_sentence

SAFE = "region,f,m,all\nNorth,30,40,70\nSouth,25,35,60\nall,55,75,130\n"
FEW = SAFE.replace("30,40,70", "4,40,44").replace("55,75,130", "29,75,104")


def states(folder, text, policy, **params):
    (folder / "t.csv").write_text(text, encoding="utf-8")
    given = {"outputs": ["t.csv"], "project": "P", "four_eyes": False, **params}
    plan = {"schema": 2, "jobs": [{"name": "o", "kind": "output_check", "params": given}]}
    held = read_policy(resource_path("policy", f"{policy}.json"))
    result = evaluate_plan(plan_from_json(plan), folder, JobContext(), held_to=held)
    return result, {one.rule: one for one in result.jobs[0].rules}


@pytest.mark.parametrize("policy", ["ess-outputs", "sacro-outputs"])
def test_small_counts_break_the_rule_on_counts_and_no_other(tmp_path, policy) -> None:
    _, safe = states(tmp_path, SAFE, policy)
    result, few = states(tmp_path, FEW, policy)
    assert {one.state for one in safe.values()} == {"met"}
    broken = {name for name, one in few.items() if one.state == "not_met"}
    assert "counts" in broken
    assert "dominance" not in broken
    assert few["counts"].units >= 1
    assert any(one.rule == "counts" for one in result.verdict.reasons)
    for one in few.values():
        figures = {"kind": one.kind, "figure": one.figure, "text": one.text}
        assert rule_sentence(figures, Words())
        assert (found_sentence(one, Words()) == "") == (one.state == "met")


def test_a_check_by_laxer_limits_leaves_a_rule_open(tmp_path) -> None:
    _, found = states(tmp_path, SAFE, "ess-outputs", rules={"threshold": 3})
    assert (found["counts"].state, found["counts"].open) == ("not_checked", "not_found_out")
    assert found["degrees_of_freedom"].state == "met"


def test_what_is_kept_back_breaks_no_rule(tmp_path) -> None:
    result, _ = states(tmp_path, FEW, "ess-outputs")
    table = result.jobs[0].result.files[0].tables[0]
    decisions = [{"table": table.id, "verdict": "refuse", "reason": "Few persons.", "by": "A"}]
    _, found = states(tmp_path, FEW, "ess-outputs", decisions=decisions)
    assert found["counts"].state == "met"
