"""A plan that was made under a ready-made policy is held to it again, unless another one is current."""

from pathlib import Path

import pytest

from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.policy.policy import read_policy
from sdc_desktop.project.policy_location import ActivePolicy, active_policy, of_plan
from sdc_desktop.project.ready_policies import policy_file, ready_policies

NONE = ActivePolicy()


def plan_under(sha256: str):
    return plan_from_json(
        {"schema": 2, "jobs": [], "policy": {"name": "A", "version": "1", "sha256": sha256}}
    )


@pytest.mark.parametrize("name", ready_policies())
def test_a_plan_is_held_to_the_ready_made_policy_that_it_was_made_under(name) -> None:
    policy = read_policy(policy_file(Path(name)))
    assert of_plan(plan_under(policy.sha256), NONE).policy == policy
    assert active_policy(plan_under(policy.sha256)).policy == policy


def test_another_current_policy_comes_first_and_unknown_ones_are_not_held_to() -> None:
    own = policy_file(Path("public-use"))
    current = ActivePolicy(read_policy(own), own)
    sha256 = read_policy(policy_file(Path("cms-cells"))).sha256
    assert of_plan(plan_under(sha256), current) is current
    assert of_plan(plan_under("ab" * 32), NONE) == NONE
    assert of_plan(plan_from_json({"schema": 2, "jobs": []}), NONE) == NONE
    wrong = ActivePolicy(by_administrator=True)
    assert of_plan(plan_under(sha256), wrong) is wrong
