"""The rules of a policy on the file that a plan makes: in the result, the verdict and the report."""

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import inputs_of, plan_from_json
from sdc_desktop.engine.policy.policy import Policy, policy_from_json, read_policy
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.engine.running.policy_rules import _are_drawn
from sdc_desktop.engine.verdict import Grade
from sdc_desktop.resources import resource_path
from sdc_desktop.words import Words
from sdc_desktop.words.verdicts.verdict import reason_texts

CONTEXT = JobContext()
SHA = "ab" * 32


def evaluated(folder, rules, *, order="random", k=2, answers=None):
    rows = [
        f"{sex},{place},{30 + number % 3},{number % 2}"
        for number in range(12)
        for sex, place in [("mf"[number % 2], "AB"[number % 2])]
    ]
    (folder / "d.csv").write_text("sex,place,age,x\n" + "\n".join(rows) + "\n", encoding="utf-8")
    variables = {
        name: {"role": role}
        for name, role in [("sex", "key"), ("place", "key"), ("age", "other"), ("x", "other")]
    }
    plan = {
        "schema": 2,
        "data": {"path": "d.csv", "variables": variables, "persons": {"one_record_each": True}},
        "jobs": [
            {
                "name": "ls",
                "kind": "local_suppression",
                "params": {"k": k},
                "output": {"path": "o.csv", "order": order},
            }
        ],
        "secrets": {"ls/order": "c0ffee" * 10 + "cafe"} if order == "random" else {},
        "policy": {"name": "Agency", "version": "1", "sha256": SHA, "answers": answers or {}},
    }
    spec = policy_from_json({"schema": 2, "name": "Agency", "version": "1", "rules": rules})
    result = evaluate_plan(plan_from_json(plan), folder, CONTEXT, held_to=Policy(spec, SHA, "p.json"))
    return result, {one.rule: one for one in result.jobs[0].rules}


def rule(name, kind, **more):
    required = more.pop("required", True)
    return {"name": name, "check": {"kind": kind, **more}, "required": required}


def test_a_class_below_the_least_is_counted_in_records(tmp_path) -> None:
    _, found = evaluated(
        tmp_path, [rule("six", "least_class", least=6), rule("seven", "least_class", least=7)]
    )
    assert (found["six"].state, found["seven"].state, found["seven"].units) == ("met", "not_met", 12)


@pytest.mark.parametrize(("order", "state"), [("random", "met"), ("as_is", "not_met")])
def test_the_order_of_the_records_is_checked(tmp_path, order, state) -> None:
    _, found = evaluated(tmp_path, [rule("order", "random_order")], order=order)
    assert found["order"].state == state


def test_a_required_rule_that_is_not_met_makes_the_file_unsafe_and_another_one_a_reservation(
    tmp_path,
) -> None:
    ages = rule("ages", "ages", greatest=30)
    unsafe, _ = evaluated(tmp_path, [ages])
    reserved, _ = evaluated(tmp_path, [ages | {"required": False}])
    texts = reason_texts(unsafe.verdict, Words())
    assert unsafe.verdict.grade is Grade.UNSAFE
    assert any("No age above 30 is shown" in text for text in texts)
    assert reserved.verdict.grade is Grade.RESERVATIONS


def test_what_no_value_shows_is_not_checked_until_the_user_states_it(tmp_path) -> None:
    stated = rule("knowledge", "stated") | {"text": "Nobody here knows a person in the file."}
    before, open_one = evaluated(tmp_path, [stated])
    by = {"knowledge": {"stated": True, "by": "A. Officer", "text": "Asked in the unit."}}
    after, met = evaluated(tmp_path, [stated], answers=by)
    assert (open_one["knowledge"].state, met["knowledge"].state) == ("not_checked", "met")
    assert any(one.code == "rule_not_checked" for one in before.verdict.reasons)
    assert all(one.code != "rule_not_checked" for one in after.verdict.reasons)


def test_a_plan_without_a_policy_has_no_rules(tmp_path) -> None:
    _, found = evaluated(tmp_path, [])
    assert found == {}


def hospital_counts(folder, params):
    """The rules that `nhs-small-numbers` finds on a table of counts, and its cells."""
    counts = {("A", "x"): 21, ("A", "y"): 4, ("A", "z"): 12, ("B", "x"): 33, ("B", "y"): 6, ("C", "x"): 25}
    counts |= {("C", "y"): 40, ("C", "z"): 8}
    rows = [f"{a},{b}" for (a, b), number in counts.items() for _ in range(number)]
    (folder / "d.csv").write_text("a,b\n" + "\n".join(rows) + "\n", encoding="utf-8")
    given = {"dimensions": [{"variable": "a"}, {"variable": "b"}], **params}
    plan = {
        "schema": 2,
        "data": {"path": "d.csv", "variables": {"a": {}, "b": {}}, "persons": {"one_record_each": True}},
        "jobs": [{"name": "t", "kind": "table", "params": given}],
    }
    held = read_policy(resource_path("policy", "nhs-small-numbers.json"))
    (job,) = evaluate_plan(plan_from_json(plan), folder, CONTEXT, held_to=held).jobs
    return {one.rule: one.state for one in job.rules}, job.result.cells


def test_hospital_counts_of_1_to_7_are_hidden_and_others_rounded_by_the_policys_own_settings(
    tmp_path,
) -> None:
    held = read_policy(resource_path("policy", "nhs-small-numbers.json"))
    found, cells = hospital_counts(tmp_path, held.spec.defaults["table"])
    assert (found["cells"], found["rounded"]) == ("met", "met")
    for cell in cells:
        assert cell.published is None or cell.published == 5 * ((cell.value + 2) // 5)
        assert cell.published is None or not 1 <= cell.value <= 7
    exact = {key: one for key, one in held.spec.defaults["table"].items() if key != "published_unit"}
    found, _ = hospital_counts(tmp_path, exact)
    assert (found["cells"], found["rounded"]) == ("met", "not_met")


@pytest.mark.parametrize(
    ("protect", "least", "state", "units"),
    [
        (None, 8, "not_met", 2),
        ({"method": "suppression", "solver": "optimal"}, 8, "met", 0),
        ({"method": "rounding", "base": 5}, 8, "met", 0),
        ({"method": "rounding", "base": 5}, 10, "not_met", 2),  # a 5 is a count from 1 to 9
    ],
)
def test_small_counts_are_neither_published_nor_derived(tmp_path, protect, least, state, units) -> None:
    counts = {("A", "x"): 20, ("A", "y"): 4, ("B", "x"): 30, ("B", "y"): 6, ("C", "x"): 25, ("C", "y"): 40}
    rows = [f"{a},{b}" for (a, b), number in counts.items() for _ in range(number)]
    (tmp_path / "d.csv").write_text("a,b\n" + "\n".join(rows) + "\n", encoding="utf-8")
    params = {"dimensions": [{"variable": "a"}, {"variable": "b"}], "rules": [{"kind": "threshold", "n": 8}]}
    plan = {
        "schema": 2,
        "data": {"path": "d.csv", "variables": {"a": {}, "b": {}}, "persons": {"one_record_each": True}},
        "jobs": [
            {"name": "t", "kind": "table", "params": params | ({"protect": protect} if protect else {})}
        ],
    }
    cells = rule("cells", "least_cell", least=least)
    spec = policy_from_json({"schema": 2, "name": "Agency", "version": "1", "rules": [cells]})
    result = evaluate_plan(plan_from_json(plan), tmp_path, CONTEXT, held_to=Policy(spec, SHA, "p.json"))
    (found,) = result.jobs[0].rules
    assert (found.state, found.units) == (state, units)


def test_areas_are_held_against_a_file_of_their_inhabitants_which_is_an_input_of_the_plan(tmp_path) -> None:
    (tmp_path / "areas.csv").write_text("area,inhabitants\nA,250000\nB,99000\n", encoding="utf-8")
    areas = rule("areas", "areas", population=100_000)
    answers = {"areas": {"variables": ["place"], "populations": "areas.csv"}}
    result, found = evaluated(tmp_path, [areas], answers=answers)
    (one,) = found["areas"].variables
    assert (one.variable, one.values, one.records) == ("place", 1, 6)
    assert "areas.csv" in inputs_of(result.opened.plan)
    _, without = evaluated(tmp_path, [areas])
    assert (without["areas"].open, without["areas"].looked_at) == ("no_populations", ("place",))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("area,inhabitants,year\nA,1,2\n", "policy.populations_columns"),
        ("area,inhabitants\nA,many\n", "policy.populations_numbers"),
    ],
)
def test_a_file_of_inhabitants_that_is_none_is_refused(tmp_path, text, code) -> None:
    (tmp_path / "areas.csv").write_text(text, encoding="utf-8")
    answers = {"areas": {"variables": ["place"], "populations": "areas.csv"}}
    with pytest.raises(Refused) as refusal:
        evaluated(tmp_path, [rule("areas", "areas", population=10)], answers=answers)
    assert [one.code for one in refusal.value.problems] == [code]


@pytest.mark.parametrize(
    ("step", "keys", "drawn"),
    [
        ({"shift_dates": {"variables": ["seen"], "person": "id", "days": 9}}, ["sex"], False),
        ({"shift_dates": {"variables": ["seen"], "person": "id", "days": 9}}, ["sex", "seen"], True),
        ({"pseudonymise": {"variables": ["id"], "key": "k.csv"}}, ["sex", "seen"], False),
        ({"pseudonymise": {"variables": ["id"], "key": "k.csv"}}, ["id"], True),
        ({"keep_one": {"by": "random"}}, ["sex", "seen"], False),
    ],
)
def test_classes_are_counted_unless_their_own_values_are_drawn(step, keys, drawn) -> None:
    steps = [step, {"rename": {"seen": "day"}}, {"derive": {"name": "year", "of": "day", "part": "year"}}]
    jobs = [
        {"name": "prepared", "kind": "prepare", "params": {"steps": steps}},
        {"name": "r", "kind": "recode", "input": "prepared", "params": {"levels": {}}},
    ]
    plan = plan_from_json({"schema": 2, "data": {"path": "d.csv"}, "jobs": jobs})
    now = [{"seen": "year"}.get(name, name) for name in keys]
    assert _are_drawn(plan.jobs[::-1], now) == drawn
