"""A plan that is mended meets the rules of its policy: tried by running it."""

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.policy.policy import Policy, policy_from_json
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.engine.running.rule_remedies import mended

CONTEXT, SHA = JobContext(), "ab" * 32
RULES = [
    {"name": "texts", "check": {"kind": "patterns", "kinds": ["e-mail"]}},
    {"name": "dates", "check": {"kind": "dates", "finest": "year"}},
    {"name": "ages", "check": {"kind": "ages", "greatest": 89}},
    {"name": "zips", "check": {"kind": "postcodes", "figures": 3, "hidden": ["036"]}},
    {"name": "unique", "check": {"kind": "nothing_unique"}},
    {"name": "order", "check": {"kind": "random_order"}},
]
ANSWERS = {"ages": {"variables": ["age"]}, "zips": {"variables": ["zip"]}}
HEAD = "sex,age,zip,seen,born,said,mail,number"
JOB = {"name": "p", "kind": "local_suppression", "params": {"k": 2}, "output": {"path": "p.csv"}}


def written(folder):
    rows = [
        f"{'mf'[n % 2]},{70 + n % 25},{['10001', '03601', '10119'][n % 3]},20{10 + n % 5}-0{1 + n % 9}-11,"
        f"{13 + n % 9}.0{1 + n % 9}.19{40 + n % 3},seen on {1 + n % 9} May 2019,"
        f"{f'a{n}@b.org' if n < 3 else '-'},{900 + 7 * n}"
        for n in range(100)
    ]
    (folder / "d.csv").write_text("\n".join([HEAD, *rows]) + "\n", encoding="utf-8")


def plan_of(job=JOB, hierarchies=None, keys=("sex",), **more):
    variables = {name: {"role": "key" if name in keys else "other"} for name in HEAD.split(",")}
    return plan_from_json(
        {
            "schema": 2,
            "data": {
                "path": "d.csv",
                "variables": variables,
                "persons": {"one_record_each": True},
                "hierarchies": hierarchies or {},
            },
            "jobs": [job],
            "secrets": {"*": "c0ffee" * 10 + "cafe"},
            "policy": {"name": "Agency", "version": "1", "sha256": SHA, "answers": ANSWERS},
        }
        | more
    )


def judged(folder, plan, rules=RULES):
    spec = policy_from_json({"schema": 2, "name": "Agency", "version": "1", "rules": rules})
    result = evaluate_plan(plan, folder, CONTEXT, held_to=Policy(spec, SHA, "p.json"))
    return result, result.jobs[-1].rules


def states(found):
    return {one.rule: one.state for one in found}


def test_a_plan_that_breaks_every_rule_meets_all_of_them_once_mended(tmp_path) -> None:
    written(tmp_path)
    plan = plan_of()
    before, found = judged(tmp_path, plan)
    assert set(states(found).values()) == {"not_met"}
    better = mended(plan, found, before.opened.source.data)
    _, now = judged(tmp_path, better)
    assert {one.rule: one.variables for one in now if one.state != "met"} == {}
    assert mended(better, found, before.opened.source.data) == better
    assert [one.name for one in better.jobs] == ["prepared", "p"]
    steps = better.jobs[0].params.steps
    assert steps[-1].drop == ("mail", "number")
    assert {name for step in steps[:-1] for name in step.coarsen.variables} == {
        "age",
        "zip",
        "seen",
        "born",
        "said",
    }


@pytest.mark.parametrize(
    ("hierarchies", "levels"),
    [
        (
            {
                "age": {"kind": "intervals", "start": 0, "widths": [5, 20], "end": 110},
                "seen": {"kind": "dates", "parts": ["month", "year", "decade"]},
                "zip": {"kind": "mask", "length": 5},
            },
            {"age": 2, "seen": 1, "zip": 1},
        ),
        ({"age": {"kind": "bounds", "top": [80]}, "zip": {"kind": "plain"}}, {"age": 1, "zip": 0}),
    ],
)
def test_hierarchies_that_jobs_use_fit_the_coarser_values(tmp_path, hierarchies, levels) -> None:
    written(tmp_path)
    job = {"name": "p", "kind": "recode", "params": {"levels": levels}, "output": {"path": "p.csv"}}
    plan = plan_of(job, hierarchies, keys=("sex", *levels))
    before, found = judged(tmp_path, plan)
    _, now = judged(tmp_path, mended(plan, found, before.opened.source.data))
    assert {one.rule: one.variables for one in now if one.state != "met"} == {}


def test_numbers_that_a_method_changes_stay_numbers(tmp_path) -> None:
    written(tmp_path)
    job = {"name": "p", "kind": "microaggregate", "params": {"variables": ["age"], "k": 3}}
    plan = plan_of(job | {"output": {"path": "p.csv"}}, keys=("sex", "age"))
    before, found = judged(tmp_path, plan)
    better = mended(plan, found, before.opened.source.data)
    (ages,) = (step.coarsen for step in better.jobs[0].params.steps[:-1] if "age" in step.coarsen.variables)
    assert ages.as_number
    judged(tmp_path, better)  # the method takes it


def test_a_variable_that_breaks_a_rule_and_that_a_job_uses_stays(tmp_path) -> None:
    written(tmp_path)
    plan = plan_of(keys=("sex", "number"))
    before, found = judged(tmp_path, plan)
    better = mended(plan, found, before.opened.source.data)
    assert "number" not in better.jobs[0].params.steps[-1].drop
