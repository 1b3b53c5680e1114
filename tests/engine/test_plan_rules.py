"""The keys `k` and `missing` stand once, for the plan: jobs that name none have them."""

import pytest

from sdc_desktop.engine.methods.perturbation.swap_households import SWAP_HOUSEHOLDS
from sdc_desktop.engine.methods.risk.risk import RISK
from sdc_desktop.engine.methods.suppression.local_suppression import LOCAL_SUPPRESSION
from sdc_desktop.engine.plan import Plan, params_of, parse_plan, plan_from_json, plan_to_json, plan_to_text
from sdc_desktop.engine.problems import Refused

JOBS = [
    {"name": "few", "kind": "local_suppression"},
    {"name": "own", "kind": "local_suppression", "params": {"k": 3}},
    {"name": "homes", "kind": "swap_households", "params": {"hierarchy": ["region"]}},
    {"name": "groups", "kind": "microaggregate", "params": {"k": 3, "variables": ["x"]}},
    {"name": "risk", "kind": "risk"},
    {"name": "half", "kind": "risk", "params": {"missing": 0.5}},
    {"name": "none", "kind": "risk", "params": {"missing": "none"}},
]


def plan(**keys) -> Plan:
    return plan_from_json({"schema": 2, **keys, "jobs": JOBS})


def stated(one: Plan) -> dict[str, object]:
    found: dict[str, object] = {}
    for job in one.jobs:
        for method, key in ((LOCAL_SUPPRESSION, "k"), (SWAP_HOUSEHOLDS, "k"), (RISK, "missing")):
            params = params_of(job, method)
            if params is not None:
                found[job.name] = getattr(params, key)
    return found


def test_jobs_that_name_none_have_what_the_plan_says() -> None:
    own = {"few": 3, "own": 3, "homes": 3, "risk": "none", "half": 0.5, "none": "none"}
    assert stated(plan()) == own
    assert stated(plan(k=5, missing="all")) == own | {"few": 5, "homes": 5, "risk": "all"}
    assert stated(plan(missing=0.25)) == own | {"risk": 0.25}


@pytest.mark.parametrize("keys", [{}, {"k": 5}, {"missing": "all"}, {"k": 5, "missing": 0.25}, {"k": 3}])
def test_a_plan_is_written_as_it_was_read(keys) -> None:
    first = plan(**keys)
    again = parse_plan(plan_to_text(first))
    assert again == first
    assert stated(again) == stated(first)
    written = {job["name"]: job.get("params", {}) for job in plan_to_json(first)["jobs"]}
    assert "k" not in written["few"]
    assert "missing" not in written["risk"]
    assert written["half"] == {"missing": 0.5}
    assert ("k" in written["own"]) == (keys.get("k") == 5)
    assert ("missing" in written["none"]) == ("missing" in keys)


def test_group_sizes_of_microaggregation_are_another_concept() -> None:
    again = plan_to_json(plan(k=9))
    own = next(job for job in again["jobs"] if job["name"] == "groups")
    assert own["params"] == {"variables": ["x"], "k": 3}


@pytest.mark.parametrize(
    ("keys", "code"),
    [({"k": 1}, "plan.too_small"), ({"missing": "some"}, "plan.type"), ({"missing": 2}, "plan.choice")],
)
def test_what_the_keys_cannot_be_is_refused(keys, code) -> None:
    with pytest.raises(Refused) as refusal:
        plan(**keys)
    problem = refusal.value.problems[0]
    assert (problem.code, problem.where.key) == (code, next(iter(keys)))
