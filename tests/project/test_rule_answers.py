"""What one click does about a rule of the policy: an answer, or a file without what breaks it."""

import pytest

from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.rules.found import OfVariable, of_state
from sdc_desktop.engine.rules.spec import AgesSpec, AnswerSpec, DatesSpec, PostcodesSpec, RuleSpec
from sdc_desktop.engine.verdict import Grade, reason
from sdc_desktop.project.remedies import remedies, with_populations
from sdc_desktop.project.rule_answers import with_answer
from sdc_desktop.project.with_data import plan_with_paths

PLAN = plan_from_json(
    {
        "schema": 2,
        "data": {"path": "d.csv", "variables": {"a": {"role": "key"}, "note": {"role": "other"}}},
        "jobs": [
            {"name": "ls", "kind": "local_suppression", "params": {"k": 2}, "output": {"path": "o.csv"}}
        ],
        "policy": {"name": "Agency", "version": "1", "sha256": "ab" * 32},
    }
)


def offered(code, **figures):
    found = reason(code, Grade.UNSAFE, **({"rule": "one", "text": "", "figure": None} | figures))
    return {one.code: one for one in remedies(PLAN, PLAN.jobs[0], found)}


def test_a_rule_without_an_answer_is_confirmed_for_the_variables_that_seem_to_be_meant() -> None:
    found = offered("rule_not_checked", kind="ages", open="not_answered", variables=("a",))
    assert found["rule_variables"].plan.policy.answers["one"].variables == ("a",)
    none = offered("rule_not_checked", kind="ages", open="not_answered", variables=())
    assert none["rule_of_none"].plan.policy.answers["one"].variables == ()


def test_what_no_value_shows_is_stated_by_a_click() -> None:
    found = offered("rule_not_checked", kind="stated", open="not_stated", variables=())
    assert found["rule_stated"].plan.policy.answers["one"].stated


def test_variables_that_break_a_rule_can_be_omitted_and_records_put_in_random_order() -> None:
    assert offered("rule_not_met", kind="patterns", variables=("note",))["omit"].variables == ("note",)
    assert offered("rule_not_met", kind="patterns", variables=("a",)) == {}  # a condition is about it
    undeclared = offered("rule_not_met", kind="patterns", variables=("other",))["omit"].plan.jobs[0]
    assert undeclared.params.steps[0].drop == ("other",)
    order = offered("rule_not_met", kind="random_order", variables=())["random_order"]
    assert order.plan.jobs[0].output.order == "random"


@pytest.mark.parametrize(
    ("check", "code", "setting"),
    [
        (DatesSpec(kind="dates", finest="year"), "rule_years", ("dates", "year")),
        (AgesSpec(kind="ages", greatest=89), "rule_top_class", ("ages_from", 90)),
        (PostcodesSpec(kind="postcodes", figures=3), "rule_first_figures", ("first", 3)),
    ],
)
def test_coarser_values_meet_a_rule_by_a_click_and_omitting_is_another(check, code, setting) -> None:
    rule = RuleSpec(name="one", check=check)
    broken = of_state(rule, broken=[OfVariable("note", 1, 1)])
    reason_found = reason("rule_not_met", Grade.UNSAFE, rule="one", kind=check.kind, variables=("note",))
    found = {one.code: one for one in remedies(PLAN, PLAN.jobs[0], reason_found, rules=(broken,))}
    assert list(found) == [code, "omit"]
    (step,) = found[code].plan.jobs[0].params.steps
    assert (step.coarsen.variables, getattr(step.coarsen, setting[0])) == (("note",), setting[1])


def test_a_file_of_inhabitants_moves_with_the_plan() -> None:
    answer = AnswerSpec(variables=("a",), populations="areas.csv")
    moved = plan_with_paths(with_answer(PLAN, "areas", answer), lambda path: f"../{path}")
    assert moved.policy.answers["areas"].populations == "../areas.csv"


def test_a_file_of_inhabitants_is_chosen_for_the_variables_that_the_rule_is_about() -> None:
    found = offered("rule_not_checked", kind="areas", open="no_populations", variables=("a",))
    assert found["rule_populations"].plan == PLAN
    answer = with_populations(found["rule_populations"], "areas.csv").policy.answers["one"]
    assert (answer.variables, answer.populations) == (("a",), "areas.csv")
    assert found["rule_of_none"].plan.policy.answers["one"].variables == ()
