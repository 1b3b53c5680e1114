"""Every ready-made policy on a file or table that meets it, and on those that break one of its rules."""

import json

import pytest

from sdc_desktop import cli
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.policy.policy import deviations, read_policy
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.engine.verdict import RULE_NOT_CHECKED, RULE_NOT_MET, Grade
from sdc_desktop.resources import resource_path
from sdc_desktop.sheets.rules import sheet
from sdc_desktop.words.words import Words

CONTEXT = JobContext()
OF_FILES = (
    "hipaa-safe-harbor",
    "ema-0070",
    "health-canada-prci",
    "public-use",
    "scientific-use",
    "safe-centre",
)
OF_TABLES = ("cms-cells", "nhs-small-numbers", "business-tables")
REASON = {"text": "For the test."}
SECRET = "c0ffee" * 10 + "cafe"


def policy_of(name):
    return read_policy(resource_path("policy", f"{name}.json"))


def rules_of(names):
    return [(name, rule.name) for name in names for rule in policy_of(name).spec.rules]


def columns():
    """48 persons in four classes of twelve."""
    places = [number // 2 % 2 for number in range(48)]
    return {
        "sex": ["mf"[number % 2] for number in range(48)],
        "place": ["AB"[one] for one in places],
        "age": [str(30 + number % 3) for number in range(48)],
        "zip": [("100", "101")[one] for one in places],
        "year": [str(2019 + number % 2) for number in range(48)],
        "note": ["-+"[number % 2] for number in range(48)],
    }


def broken_file(check, values):
    """The columns with one rule broken."""
    match check.kind:
        case "identifiers_gone":
            values["surname"] = [f"Name {'abcdef'[number % 6]}" for number in range(48)]
        case "patterns":
            values["note"][0] = "call +43 1 711 28-7070"
        case "postcodes":
            values["zip"][0] = "10001"
        case "dates":
            values["year"][0] = "2019-05-01"
        case "ages":
            values["age"][:2] = ["93", "95"]
        case "nothing_unique":
            values["code"] = [f"K{chr(65 + number // 26)}{chr(65 + number % 26)}" for number in range(48)]
        case "least_class":
            values["sex"] = ["m"] * 46 + ["f"] * 2
            values["place"] = ["A"] * 46 + ["B"] * 2
    return values


def judged_file(folder, name, broken=None):
    policy = policy_of(name)
    rules = {rule.name: rule for rule in policy.spec.rules}
    kind = rules[broken].check.kind if broken else ""
    values = columns() if broken is None else broken_file(rules[broken].check, columns())
    lines = [",".join(values), *(",".join(row) for row in zip(*values.values(), strict=True))]
    (folder / "d.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    small = "B,900" if kind == "areas" else "B,900000"
    (folder / "areas.csv").write_text(f"area,inhabitants\nA,900000\n{small}\n", encoding="utf-8")
    answers = {
        "stated": {"stated": True, "by": "A. Officer", "text": "Checked."},
        "ages": {"variables": ["age"]},
        "postcodes": {"variables": ["zip"]},
        "areas": {"variables": ["place"], "populations": "areas.csv"},
    }
    given = {one: answers[rule.check.kind] for one, rule in rules.items() if rule.check.kind in answers}
    if kind == "stated":
        del given[broken]
    random = kind != "random_order"
    plan = {
        "schema": 2,
        "data": {
            "path": "d.csv",
            "variables": {one: {"role": "key" if one in ("sex", "place") else "other"} for one in values},
            "persons": {"one_record_each": True},
        },
        "jobs": [
            {
                "name": "file",
                "kind": "local_suppression",
                "params": {"k": 2},
                "output": {"path": "o.csv", "order": "random" if random else "as_is"},
            }
        ],
        "secrets": {"file/order": SECRET} if random else {},
        "policy": {
            "name": policy.spec.name,
            "version": policy.spec.version,
            "sha256": policy.sha256,
            "reasons": {"file.k": REASON, "file.risk": REASON, "file.output.order": REASON},
            "answers": given,
        },
    }
    return plan, policy


def evaluated(folder, plan, policy):
    result = evaluate_plan(plan_from_json(plan), folder, CONTEXT, held_to=policy)
    return result, {one.rule: one for one in result.jobs[0].rules}


def rule_reasons(result):
    codes = (RULE_NOT_MET, RULE_NOT_CHECKED)
    return {str(one.figures["rule"]): one.grade for one in result.verdict.reasons if one.code in codes}


@pytest.mark.parametrize("name", OF_FILES)
def test_a_file_meets_every_rule_of_a_policy(tmp_path, name) -> None:
    plan, policy = judged_file(tmp_path, name)
    result, found = evaluated(tmp_path, plan, policy)
    assert {one: state.state for one, state in found.items()} == {
        rule.name: "met" for rule in policy.spec.rules
    }
    assert rule_reasons(result) == {}


@pytest.mark.parametrize(("name", "broken"), rules_of(OF_FILES))
def test_a_file_breaks_one_rule_of_a_policy(tmp_path, name, broken) -> None:
    plan, policy = judged_file(tmp_path, name, broken)
    result, found = evaluated(tmp_path, plan, policy)
    rule = next(one for one in policy.spec.rules if one.name == broken)
    others = {"identifiers"} if rule.check.kind == "nothing_unique" else set()  # codes name persons too
    assert {one for one, state in found.items() if state.state != "met"} - others == {broken}
    is_stated = rule.check.kind == "stated"
    assert found[broken].state == ("not_checked" if is_stated else "not_met")
    unsafe = rule.required and not is_stated
    assert rule_reasons(result)[broken] is (Grade.UNSAFE if unsafe else Grade.RESERVATIONS)
    assert not unsafe or result.verdict.grade is Grade.UNSAFE


COUNTS = {("A", "x"): 20, ("A", "y"): 4, ("B", "x"): 30, ("B", "y"): 16, ("C", "x"): 25, ("C", "y"): 40}


def judged_table(folder, name, broken=None):
    policy = policy_of(name)
    rules = {rule.name: rule for rule in policy.spec.rules}
    rows = [f"{a},{b},{7 + number}" for (a, b), many in COUNTS.items() for number in range(many)]
    (folder / "d.csv").write_text("a,b,turnover\n" + "\n".join(rows) + "\n", encoding="utf-8")
    params = {"dimensions": [{"variable": "a"}, {"variable": "b"}], **policy.spec.defaults["table"]}
    if name == "business-tables":
        params["value"] = "turnover"
    if broken and rules[broken].check.kind != "stated":
        del params["protect"]
    given = {one: {"stated": True} for one, rule in rules.items() if rule.check.kind == "stated"}
    given.pop(broken, None)
    plan = {
        "schema": 2,
        "data": {
            "path": "d.csv",
            "variables": {"a": {}, "b": {}, "turnover": {"level": "continuous"}},
            "persons": {"one_record_each": True},
        },
        "jobs": [{"name": "t", "kind": "table", "params": params}],
        "policy": {
            "name": policy.spec.name,
            "version": policy.spec.version,
            "sha256": policy.sha256,
            "answers": given,
        },
    }
    return plan, policy


@pytest.mark.parametrize(("name", "broken"), [*((name, None) for name in OF_TABLES), *rules_of(OF_TABLES)])
def test_a_table_meets_a_policy_or_breaks_one_rule(tmp_path, name, broken) -> None:
    plan, policy = judged_table(tmp_path, name, broken)
    result, found = evaluated(tmp_path, plan, policy)
    assert set(found) == {one.name for one in policy.spec.rules}
    assert {one for one, state in found.items() if state.state != "met"} == ({broken} if broken else set())
    assert set(rule_reasons(result)) == ({broken} if broken else set())


@pytest.mark.parametrize(
    ("name", "kind", "path", "weaker"),
    [
        ("ess-outputs", "output_check", "rules.threshold", 9),
        ("ess-outputs", "output_check", "rules.dof", 9),
        ("ess-outputs", "output_check", "rules.group_share", 91),
        ("sacro-outputs", "output_check", "rules.threshold", 9),
        ("sacro-outputs", "output_check", "rules.dof", 9),
        ("sacro-outputs", "output_check", "rules.p_percent", 9),
        ("sacro-outputs", "output_check", "rules.survival", 9),
        ("census-tables", "table", "protect.variance", 2),
    ],
)
def test_limits_of_settings_are_met_by_the_defaults_and_broken_by_weaker_ones(
    name, kind, path, weaker
) -> None:
    policy = policy_of(name).spec
    params = json.loads(json.dumps(policy.defaults[kind]))
    params |= {"dimensions": [{"variable": "a"}]} if kind == "table" else {"outputs": ["one.csv"]}

    def paths():
        job = {"name": "one", "kind": kind, "params": params}
        plan = {"schema": 2, "jobs": [job]}
        plan |= {"data": {"path": "d.csv", "variables": {"a": {}}}} if kind == "table" else {}
        return [one.path for one in deviations(plan_from_json(plan), policy)]

    assert paths() == []
    outer, inner = path.split(".")
    params[outer][inner] = weaker
    assert paths() == [path]


@pytest.mark.parametrize("name", OF_FILES)
def test_both_editions_of_a_report_have_a_line_for_each_rule_and_the_external_one_no_counts(
    tmp_path, name
) -> None:
    plan, policy = judged_file(tmp_path, name, "identifiers")
    _, found = evaluated(tmp_path, plan, policy)
    inside, outside = (one.block for one in sheet(tuple(found.values()), Words()))
    states = [row[1] for row in inside.rows]
    assert [row[:2] for row in inside.rows] == list(outside.rows)
    assert states[0] == "not met"
    assert len(states) == len(policy.spec.rules)
    assert "surname: 48 records." in inside.rows[0]
    assert not any("surname" in cell or "48" in cell for row in outside.rows for cell in row)


def test_a_run_that_requires_the_policy_ends_with_3_and_writes_no_file_where_a_rule_is_open(
    tmp_path, capsys
) -> None:
    for broken, code in ((None, 0), ("dates", 3), ("knowledge", 3)):
        plan, _ = judged_file(tmp_path, "hipaa-safe-harbor", broken)
        (tmp_path / "p.sdcplan").write_text(json.dumps(plan), encoding="utf-8")
        out = tmp_path / f"out-{broken}"
        arguments = ["run", str(tmp_path / "p.sdcplan"), "--out", str(out), "--quiet", "--require-policy"]
        assert cli.main([*arguments, "--policy", "hipaa-safe-harbor"]) == code
        assert (out / "o.csv").exists() is (code == 0)
        assert (out / "result.json").exists()
        assert ("Required policy not met" in capsys.readouterr().err) is (code == 3)
    assert cli.main(arguments) == 2
    assert "no policy is active" in capsys.readouterr().err
