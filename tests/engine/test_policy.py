"""Site policies: what a file may say, where a plan is weaker, what reasons count for, how jobs begin."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.methods.grouping.microaggregate import MicroaggregateParams
from sdc_desktop.engine.methods.recoding.generalise import GeneraliseParams
from sdc_desktop.engine.plan import Plan, parse_plan, plan_from_json, plan_to_text
from sdc_desktop.engine.policy.params import PARAMS
from sdc_desktop.engine.policy.policy import (
    Policy,
    deviation_key,
    deviations,
    policy_from_json,
    policy_problems,
    policy_schema,
    read_policy,
    reason_for,
    under_policy,
    weaker_than,
    with_reason,
)
from sdc_desktop.engine.policy.remedy import as_required, begun, begun_fields
from sdc_desktop.engine.problems import Refused, error
from sdc_desktop.engine.spec import _shown
from sdc_desktop.project.project import heads_folder
from sdc_desktop.resources import resource_path

EXAMPLE = resource_path("policy", "example.json")
HEAD = {"schema": 2, "name": "Agency", "version": "2026-1"}


def policy(**shown) -> Policy:
    return Policy(policy_from_json(HEAD | shown), "0" * 64, "policy.json")


def plan(*jobs, **more) -> Plan:
    return plan_from_json({"schema": 2, "jobs": list(jobs)} | more)


def grouping(k, **more):
    return {"name": "groups", "kind": "microaggregate", "params": {"k": k}} | more


def searched(*criteria, **params):
    return {"name": "levels", "kind": "generalise", "params": {"criteria": list(criteria)} | params}


def table(*rules, **params):
    shared = {"dimensions": [{"variable": "region"}], "rules": list(rules)}
    return {"name": "table", "kind": "table", "params": shared | params}


def k_anonymity(k):
    return {"kind": "k_anonymity", "k": k}


def t_closeness(t, attribute):
    return {"kind": "t_closeness", "t": t, "attribute": attribute}


def limit(kind, param, **bounds):
    return {"kind": kind, "param": param} | bounds


def keys(made, held_to) -> list[str]:
    return [found.key for found in deviations(made, held_to.spec)]


# the file ------------------------------------------------------------------------------------------------


def test_the_example_can_be_read_and_its_defaults_meet_it() -> None:
    example = read_policy(EXAMPLE)
    assert (example.title, example.file) == ("Example agency 2026-1", "example.json")
    for kind, shown in example.spec.defaults.items():
        needed = {"attribute": "a", "target": "b"} if kind == "release" else {}
        if kind == "table":
            needed = {"dimensions": [{"variable": "a"}], "value": "v"}
        made = plan({"name": "job", "kind": kind, "params": shown | needed})
        assert keys(made, example) == []


def test_the_guide_shows_the_example_as_it_is() -> None:
    page = resource_path("help", "en", "policy.md").read_text(encoding="utf-8")
    assert EXAMPLE.read_text(encoding="utf-8").rstrip() in page


@pytest.mark.parametrize(
    ("told", "code", "key"),
    [
        ({"limit": []}, "plan.unknown_key", "limit"),
        ({"schema": 3}, "plan.newer_schema", "schema"),
        ({"name": " "}, "plan.type", "name"),
        ({"defaults": {"anopy": {}}}, "policy.unknown_kind", "defaults.anopy"),
        ({"defaults": {"anopi": {"alfa": 1}}}, "plan.unknown_key", "defaults.anopi.alfa"),
        ({"defaults": {"anopi": {"alpha": 2}}}, "plan.too_large", "defaults.anopi.alpha"),
        (
            {"defaults": {"table": {"rules": [{"kind": "threshold"}]}}},
            "plan.missing_key",
            "defaults.table.rules[0].n",
        ),
        ({"limits": [limit("anopy", "alpha", at_least=0)]}, "policy.unknown_kind", "limits[0].kind"),
        ({"limits": [limit("anopi", "alfa", at_least=0)]}, "policy.unknown_param", "limits[0].param"),
        ({"limits": [limit("anopi", "user_points", at_most=9)]}, "policy.unknown_param", "limits[0].param"),
        (
            {"limits": [limit("generalise", "criteria[k_anonymity]", at_least=5)]},
            "policy.unknown_param",
            "limits[0].param",
        ),
        (
            {"limits": [limit("generalise", "criteria.k", at_least=5)]},
            "policy.unknown_param",
            "limits[0].param",
        ),
        ({"limits": [limit("anopi", "alpha")]}, "policy.no_bound", "limits[0]"),
        ({"limits": [limit("anopi", "alpha", at_least=2, at_most=1)]}, "policy.empty_range", "limits[0]"),
        ({"limits": [limit("noise", "method", at_least=1)]}, "policy.not_a_number", "limits[0].param"),
        ({"required": {"criteria": ["k"]}}, "plan.choice", "required.criteria[0]"),
        ({"report": {"cover": ["boss"]}}, "plan.choice", "report.cover[0]"),
    ],
)
def test_what_cannot_hold_is_refused_with_its_place(told, code, key) -> None:
    with pytest.raises(Refused) as refusal:
        policy(**told)
    assert [(problem.code, problem.where.key) for problem in refusal.value.problems] == [(code, key)]


def test_a_policy_of_schema_1_names_the_key_variables_of_its_defaults() -> None:
    defaults = {"risk": {"identifying": ["age"]}, "prepare": {"variables": {"age": {"role": "identifying"}}}}
    assert policy(schema=1, defaults=defaults).spec.defaults == {
        "risk": {"key_variables": ["age"]},
        "prepare": {"variables": {"age": {"role": "key"}}},
    }


@pytest.mark.parametrize("text", ["", "[]", "{", '{"schema": 2}', '{"name": "a", "name": "b"}', "\ufffe"])
def test_a_file_that_is_no_policy_is_refused_by_its_name(text, tmp_path) -> None:
    path = tmp_path / "policy.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(Refused) as refusal:
        read_policy(path)
    assert {problem.where.file for problem in refusal.value.problems} == {str(path)}


def test_the_schema_describes_the_example() -> None:
    schema = policy_schema()
    shown = json.loads(EXAMPLE.read_text(encoding="utf-8"))
    assert set(shown) <= set(schema["properties"])
    assert set(schema["properties"]["defaults"]["properties"]) == set(PARAMS)
    assert schema["required"] == ["schema", "name", "version"]
    named = {
        part["$ref"].rpartition("/")[2] for part in schema["properties"]["defaults"]["properties"].values()
    }
    assert named <= set(schema["$defs"])


# held against a plan ---------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(least=st.integers(1, 30), k=st.integers(1, 60))
def test_a_k_at_the_least_or_above_is_no_deviation_and_any_below_is_one(least, k) -> None:
    held_to = policy(limits=[limit("microaggregate", "k", at_least=least)])
    assert bool(keys(plan(grouping(k)), held_to)) == (k < least)


@settings(max_examples=60, deadline=None)
@given(
    ks=st.lists(st.integers(1, 20), max_size=3),
    ts=st.lists(st.tuples(st.floats(0, 1), st.sampled_from(["a", "b"])), max_size=4),
    limit_k=st.integers(1, 20),
    most=st.floats(0, 1),
)
def test_of_criteria_about_the_same_the_strongest_counts(ks, ts, limit_k, most) -> None:
    criteria = [*map(k_anonymity, ks), *(t_closeness(t, name) for t, name in ts)]
    if not criteria:
        return
    held_to = policy(
        limits=[
            limit("generalise", "criteria[k_anonymity].k", at_least=limit_k),
            limit("generalise", "criteria[t_closeness].t", at_most=most),
        ]
    )
    query = set()
    if ks and max(ks) < limit_k:
        query.add("levels.criteria[k_anonymity].k")
    for name in {name for _, name in ts}:
        if min(t for t, own in ts if own == name) > most:
            query.add(f"levels.criteria[t_closeness:{name}].t")
    assert set(keys(plan(searched(*criteria)), held_to)) == query


@settings(max_examples=40, deadline=None)
@given(least=st.floats(0, 0.5), most=st.floats(0.5, 1), alpha=st.floats(0, 1))
def test_a_range_is_met_within_and_what_a_job_begins_with_meets_it(least, most, alpha) -> None:
    held_to = policy(limits=[limit("anopi", "alpha", at_least=least, at_most=most)])
    made = plan({"name": "a", "kind": "anopi", "params": {"alpha": alpha}})
    assert bool(keys(made, held_to)) == (not least <= alpha <= most)
    job = made.jobs[0].model_copy(update={"params": begun(made.jobs[0].params, held_to)})
    assert keys(Plan(jobs=(job,)), held_to) == []


def test_where_nothing_is_stated_no_bound_is_met() -> None:
    held_to = policy(limits=[limit("anopi", "suppress_below", at_least=3)])
    found = deviations(plan({"name": "a", "kind": "anopi"}), held_to.spec)
    assert [(one.key, one.asked, one.found) for one in found] == [("a.suppress_below", ">= 3", "-")]


def test_a_table_that_is_not_protected_has_none_of_the_ways_requested() -> None:
    ways = policy(limits=[limit("table", "protect.method", one_of=["suppression", "rounding"])])
    base = policy(limits=[limit("table", "protect.base", at_least=5)])
    assert keys(plan(table()), ways) == ["table.protect.method"]
    assert keys(plan(table()), base) == []
    by_three = plan(table(protect={"method": "rounding", "base": 3}))
    assert (keys(by_three, ways), keys(by_three, base)) == ([], ["table.protect.base"])
    assert keys(plan(table(protect={"method": "suppression"})), base) == []


def test_a_choice_may_be_that_nothing_is_stated() -> None:
    held_to = policy(limits=[limit("microaggregate", "method", one_of=["mdav"])])
    assert keys(plan(grouping(3)), held_to) == []
    shown = policy(limits=[limit("anopi", "suppress_below", one_of=[None, 5])])
    assert keys(plan({"name": "a", "kind": "anopi"}), shown) == []
    four = {"name": "a", "kind": "anopi", "params": {"suppress_below": 4}}
    assert keys(plan(four), shown) == ["a.suppress_below"]


def test_each_test_of_the_queue_has_to_meet_the_limit() -> None:
    held_to = policy(limits=[limit("release", "alpha", at_least=0.05)])
    params = {"attribute": "a", "target": "b", "alpha": {"CST": 0.01, "KLD": 0.1}}
    assert keys(plan({"name": "q", "kind": "release", "params": params}), held_to) == ["q.alpha.CST"]


def test_a_criterion_about_an_attribute_is_applied_to_every_sensitive_variable() -> None:
    held_to = policy(required={"criteria": ["k_anonymity", "t_closeness"]})
    roles = {"variables": {"ill": {"role": "sensitive"}, "pay": {"role": "sensitive"}}, "path": "a.csv"}
    made = plan(searched(t_closeness(0.1, "pay")), data=roles)
    assert keys(made, held_to) == ["levels.criteria[k_anonymity]", "levels.criteria[t_closeness:ill]"]
    chosen = plan(searched(k_anonymity(2), t_closeness(0.1, "pay"), sensitive=["pay"]), data=roles)
    assert keys(chosen, held_to) == []


def test_rules_are_requested_by_what_a_table_holds() -> None:
    held_to = policy(required={"rules": {"counts": ["threshold"], "magnitudes": ["threshold", "p_percent"]}})
    threshold = {"kind": "threshold", "n": 3}
    assert keys(plan(table()), held_to) == ["table.rules[threshold]"]
    assert keys(plan(table(threshold)), held_to) == []
    assert keys(plan(table(threshold, value="pay")), held_to) == ["table.rules[p_percent]"]
    pasted = {"rows": ["a", "Total"], "columns": ["x", "Total"], "values": [[1, 1], [1, 1]]}
    inline = {"name": "t", "kind": "table", "params": {"table": pasted}}
    assert keys(plan(inline), held_to) == []


def test_what_is_written_has_a_random_order_and_is_measured() -> None:
    held_to = policy(required={"random_order": True, "risk_measured": True})
    written = grouping(3, output={"path": "a.csv"})
    assert keys(plan(grouping(3)), held_to) == []
    assert keys(plan(written), held_to) == ["groups.output.order", "groups.risk"]
    risk = {"name": "r", "kind": "risk", "input": "groups"}
    ordered = grouping(3, output={"path": "a.csv", "order": "random"})
    assert keys(plan(ordered, risk), held_to) == []
    assert keys(plan(ordered, risk | {"input": "data"}), held_to) == ["groups.risk"]


def data(role: str, **persons):
    return {"data": {"path": "d.csv", "variables": {"id": {"role": role}}, "persons": persons}}


def test_whose_the_records_are_is_stated_and_what_is_known_of_a_person() -> None:
    held_to = policy(required={"persons_stated": True, "known_least": 2})
    written = grouping(3, output={"path": "a.csv"})
    assert keys(plan(grouping(3), **data("direct_identifier")), held_to) == []
    assert keys(plan(written, **data("direct_identifier")), held_to) == ["groups.data.persons"]
    assert keys(plan(written, **data("direct_identifier", one_record_each=True)), held_to) == []
    assert keys(plan(written, **data("person", known=1)), held_to) == ["groups.data.persons.known"]
    assert keys(plan(written, **data("person", known="all")), held_to) == []
    step = {"pseudonymise": {"variables": ["id"], "key": "key.csv"}}
    made = {"name": "p", "kind": "prepare", "params": {"steps": [step]}}
    assert keys(plan(made, written | {"input": "p"}, **data("person")), held_to) == []
    lower = plan(written, **data("person"))
    (found,) = deviations(lower, held_to.spec)
    assert found.place.key == "data.persons.known"
    mended = as_required(lower, found, held_to)
    assert mended is not None
    assert mended.data.persons.known == 2
    asked = weaker_than(policy().spec, held_to.spec)
    assert asked == ("required.persons_stated", "required.known_least 2")


# reasons ---------------------------------------------------------------------------------------------------


def test_a_reason_counts_for_what_it_was_written_for_and_goes_with_it() -> None:
    held_to = policy(limits=[limit("microaggregate", "k", at_least=5)])
    first = plan(grouping(4))
    (found,) = deviations(first, held_to.spec)
    reasoned = with_reason(first, held_to, found, "  small file ")
    assert reason_for(found, reasoned) == "small file"
    assert [problem.severity for problem in policy_problems(reasoned, held_to)] == ["warning"]
    lower = reasoned.model_copy(update={"jobs": plan(grouping(3)).jobs})
    assert [problem.severity for problem in policy_problems(lower, held_to)] == ["error"]
    assert under_policy(lower, held_to).policy.reasons == {}
    assert with_reason(reasoned, held_to, found, " ").policy.reasons == {}


def test_every_deviation_is_known_by_its_key_with_a_reason_and_without() -> None:
    held_to = policy(
        limits=[limit("microaggregate", "k", at_least=5)],
        required={
            "criteria": ["k_anonymity"],
            "rules": {"counts": ["threshold"]},
            "random_order": True,
            "risk_measured": True,
            "persons_stated": True,
        },
    )
    jobs = (grouping(2, output={"path": "a.csv"}), searched(t_closeness(0.1, "pay")), table())
    made = plan(*jobs, **data("key"))
    found = deviations(made, held_to.spec)
    assert len({one.code for one in found}) == 6
    shown = [deviation_key(problem) for problem in policy_problems(made, held_to)]
    assert shown == [one.key for one in found]
    reasoned = made
    for one in found:
        reasoned = with_reason(reasoned, held_to, one, "why")
    assert [deviation_key(problem) for problem in policy_problems(reasoned, held_to)] == shown


def test_what_tells_no_deviation_has_no_key_of_one() -> None:
    held_to = policy()
    made = under_policy(plan(grouping(2)), Policy(held_to.spec, "1" * 64, "other.json"))
    assert [deviation_key(problem) for problem in policy_problems(made, held_to)] == [None]
    assert deviation_key(error("release.no_such_record", key="17")) is None


def test_a_reason_written_by_hand_needs_only_its_text() -> None:
    held_to = policy(limits=[limit("microaggregate", "k", at_least=5)])
    entry = {"name": "Agency", "version": "2026-1", "sha256": "0" * 64}
    reasons = {"groups.k": {"text": "small file"}}
    made = plan(grouping(4), policy=entry | {"reasons": reasons})
    assert [problem.code for problem in policy_problems(made, held_to)] == ["policy.reasoned"]


def test_policy_and_reasons_are_part_of_the_plan_file() -> None:
    held_to = policy(limits=[limit("microaggregate", "k", at_least=5)])
    made = plan(grouping(4))
    reasoned = with_reason(made, held_to, deviations(made, held_to.spec)[0], "small file")
    assert parse_plan(plan_to_text(reasoned)) == reasoned


def test_a_plan_made_under_another_policy_says_so() -> None:
    held_to = policy()
    made = under_policy(plan(grouping(3)), held_to)
    assert policy_problems(made, held_to) == ()
    changed = Policy(held_to.spec, "1" * 64, "policy.json")
    other = Policy(held_to.spec.model_copy(update={"version": "2027-1"}), "2" * 64, "policy.json")
    shown = [policy_problems(made, known)[0] for known in (changed, other, None)]
    assert [(p.code, p.severity) for p in shown] == [
        ("policy.changed", "note"),
        ("policy.another", "note"),
        ("policy.not_here", "warning"),
    ]


def test_an_empty_plan_is_made_under_no_policy() -> None:
    assert under_policy(Plan(), policy()) == Plan()


# what jobs begin with --------------------------------------------------------------------------------------


def test_new_jobs_begin_with_the_defaults_of_the_policy() -> None:
    held_to = policy(defaults={"generalise": {"criteria": [k_anonymity(7)], "loss": "entropy"}})
    proposed = GeneraliseParams(criteria=({"kind": "k_anonymity", "k": 5},), suppression_limit=0.05)
    params = begun(proposed, held_to)
    assert (params.criteria[0].k, params.loss, params.suppression_limit) == (7, "entropy", 0.05)
    assert begun(proposed, None) is proposed


def test_what_the_program_proposes_is_brought_within_the_limits() -> None:
    held_to = policy(
        limits=[
            limit("microaggregate", "k", at_least=5),
            limit("microaggregate", "missing", one_of=["patterns", "suppress"]),
        ]
    )
    params = begun(MicroaggregateParams(k=3), held_to)
    assert (params.k, params.missing) == (5, "patterns")


def test_the_defaults_of_a_job_that_cannot_be_made_yet_are_typed() -> None:
    held_to = policy(defaults={"audit": {"rounding": {"base": 5}, "integer": False}})
    fields = begun_fields("audit", held_to)
    assert (fields["rounding"].base, fields["integer"]) == (5, False)
    assert begun_fields("audit", None) == {}


def test_every_deviation_that_the_policy_has_a_figure_for_can_be_mended() -> None:
    held_to = policy(
        defaults={
            "table": {"rules": [{"kind": "p_percent", "p": 12}]},
            "generalise": {"criteria": [k_anonymity(5), t_closeness(0.1, "any")]},
        },
        limits=[limit("microaggregate", "k", at_least=5), limit("anopi", "suppress_below", at_least=3)],
        required={
            "criteria": ["k_anonymity", "t_closeness"],
            "rules": {"magnitudes": ["p_percent"]},
            "random_order": True,
            "risk_measured": True,
        },
    )
    made = plan(
        grouping(2, output={"path": "a.csv"}),
        {"name": "a", "kind": "anopi"},
        searched({"kind": "average_risk", "max": 0.1}),
        table(value="pay"),
        data={"path": "a.csv", "variables": {"ill": {"role": "sensitive"}}},
    )
    found = deviations(made, held_to.spec)
    assert len(found) == 7
    while found:
        made = as_required(made, found[0], held_to)
        assert len(deviations(made, held_to.spec)) < len(found)
        found = deviations(made, held_to.spec)
    assert made.job("levels").params.criteria[-1].attribute == "ill"
    assert made.jobs[-1].kind == "risk"


def test_a_rule_that_the_policy_has_no_figure_for_is_not_made_up() -> None:
    held_to = policy(required={"rules": {"counts": ["threshold"]}})
    made = plan(table())
    assert as_required(made, deviations(made, held_to.spec)[0], held_to) is None


# another policy --------------------------------------------------------------------------------------------


def test_a_policy_that_requests_less_is_distinguished_from_one_that_requests_more() -> None:
    own = policy(
        limits=[limit("microaggregate", "k", at_least=5), limit("noise", "method", one_of=["correlated"])],
        required={"criteria": ["k_anonymity"], "random_order": True},
    ).spec
    assert weaker_than(own, own) == ()
    more = own.model_copy(
        update={
            "limits": (*policy(limits=[limit("microaggregate", "k", at_least=7)]).spec.limits, own.limits[1])
        }
    )
    assert weaker_than(more, own) == ()
    assert weaker_than(own, more) == ("limits[0] microaggregate.k >= 7",)
    assert weaker_than(policy().spec, own) == (
        "limits[0] microaggregate.k >= 5",
        "limits[1] noise.method correlated",
        "required.criteria k_anonymity",
        "required.random_order",
    )


def test_a_policy_keeps_the_heads_of_ledgers_in_one_folder(tmp_path) -> None:
    own = policy(ledger_heads=str(tmp_path)).spec
    assert weaker_than(own, own) == ()
    assert weaker_than(policy().spec, own) == (f"ledger_heads {tmp_path}",)
    assert weaker_than(own, policy().spec) == ()
    assert heads_folder(policy(ledger_heads=str(tmp_path / "heads"))) == tmp_path / "heads"
    assert not (tmp_path / "heads").exists()  # on a drive that may not be there
    assert heads_folder(None).is_dir()
    with pytest.raises(Refused, match=r"policy\.relative_folder"):
        policy(ledger_heads="heads")


def test_a_value_of_sixty_characters_is_shown_whole_and_a_longer_one_cut() -> None:
    assert _shown(10**59) == str(10**59)
    assert _shown(10**60) == str(10**60)[:57] + "..."
