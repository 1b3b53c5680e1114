"""Proposals under a policy: its class size, and its rules on values that the file breaks."""

import json
from pathlib import Path

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import Plan, parse_plan
from sdc_desktop.engine.policy.policy import Policy, policy_from_json
from sdc_desktop.engine.proposals.records import propose_records
from sdc_desktop.engine.runner import evaluate_plan
from tests.support.secret import digits

SHA = "ab" * 32
RULES = [
    {"name": "dates", "check": {"kind": "dates", "finest": "year"}},
    {"name": "classes", "check": {"kind": "least_class", "least": 6}},
    {"name": "order", "check": {"kind": "random_order"}},
]
POLICY = Policy(
    policy_from_json({"schema": 2, "name": "Agency", "version": "1", "rules": RULES}), SHA, "p.json"
)


def visits(folder: Path) -> Plan:
    rows = [f"{'mf'[n % 2]},R{n % 5},20{10 + n % 3}-0{1 + n % 4}-1{n % 2}" for n in range(120)]
    (folder / "d.csv").write_text("\n".join(["sex,region,seen", *rows]) + "\n", encoding="utf-8")
    variables = {"sex": {"role": "key"}, "region": {"role": "key"}, "seen": {"role": "other"}}
    data = {"path": "d.csv", "variables": variables, "persons": {"one_record_each": True}}
    policy = {"name": "Agency", "version": "1", "sha256": SHA}
    made = {"schema": 2, "data": data, "secrets": {"*": digits(3)}, "policy": policy}
    return parse_plan(json.dumps(made))


def test_proposals_begin_with_what_meets_the_rules_and_have_the_class_size(tmp_path: Path) -> None:
    found = propose_records(visits(tmp_path), tmp_path, JobContext(), POLICY).found
    assert found
    for one in found:
        run = evaluate_plan(one.plan, tmp_path, JobContext(), held_to=POLICY)
        last = next(job for job in run.jobs if job.name == one.steps[-1])
        assert one.verdict == last.verdict
        assert {rule.rule: rule.state for rule in last.rules} == dict.fromkeys(
            ("dates", "classes", "order"), "met"
        )
        assert one.passes
