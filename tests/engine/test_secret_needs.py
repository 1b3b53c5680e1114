"""Which jobs need a secret, and the effect on seeds of older plans and policies."""

import json

import pytest

from sdc_desktop.engine.methods.registry import METHODS
from sdc_desktop.engine.plan import parse_plan, plan_to_json, without_secrets
from sdc_desktop.engine.plan_secrets import Secret, Secrets
from sdc_desktop.engine.policy.policy import policy_from_json
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.running.secret_needs import needs, secret_problems, with_fresh_secrets
from tests.support.secret import digits

KEYS = {"method": "cell_key", "variance": 2, "maximum": 5}
ROUNDING = {"method": "rounding", "base": 5}
AT_RANDOM = ROUNDING | {"controlled": False, "random": True}
SHIFT = {"shift_dates": {"variables": ["d"], "person": "p", "days": 9}}
NUMBERS = {"pseudonymise": {"variables": ["p"], "key": "key.csv"}}


def table(protect: dict) -> dict:
    return {"kind": "table", "params": {"dimensions": [{"variable": "a"}], "protect": protect}}


def prepare(*steps: dict) -> dict:
    return {"kind": "prepare", "params": {"steps": steps}}


def plan(*jobs: dict, **more: object):
    named = [{"name": f"j{number}", **job} for number, job in enumerate(jobs)]
    return parse_plan(json.dumps({"schema": 2, "jobs": named} | more))


@pytest.mark.parametrize(
    ("job", "expected"),
    [
        ({"kind": "noise"}, ["j0"]),
        ({"kind": "swap"}, ["j0"]),
        ({"kind": "pram"}, ["j0"]),
        (table(KEYS), ["j0"]),
        (table(KEYS | {"record_key": {"hash": ["p"]}}), ["j0"]),
        (table(KEYS | {"record_key": {"variable": "k"}}), []),
        (table(AT_RANDOM), ["j0"]),
        (table(ROUNDING), []),
        (table(ROUNDING | {"random": True}), []),  # controlled rounding draws nothing
        (prepare(SHIFT), ["j0"]),
        (prepare(NUMBERS), ["j0"]),
        (prepare({"drop": ["x"]}), []),
        ({"kind": "top_code"}, []),
        ({"kind": "top_code", "output": {"path": "t.csv", "order": "random"}}, ["j0/order"]),
        ({"kind": "noise", "output": {"path": "t.csv", "order": "random"}}, ["j0", "j0/order"]),
        ({"kind": "release", "params": {"attribute": "a", "target": "b"}}, []),
        ({"kind": "cae_experiment", "params": {"technique": "noise"}}, []),
    ],
)
def test_a_job_needs_a_secret_where_it_protects_by_random_draws(job, expected) -> None:
    (found,) = plan(job).jobs
    assert [need.name for need in needs(found)] == expected


def test_simulations_have_a_seed_and_are_no_protection() -> None:
    assert {kind for kind, shown in METHODS.items() if shown.simulates} == {"release", "cae_experiment"}


def test_a_plan_is_refused_for_each_secret_it_lacks_and_warned_of_each_that_is_weak() -> None:
    query = plan({"kind": "noise"}, {"kind": "top_code", "output": {"path": "t.csv", "order": "random"}})
    found = [(one.code, one.where.job) for one in secret_problems(query, Secrets({}))]
    assert found == [("secret.missing", "j0"), ("secret.missing_order", "j1")]
    weak = secret_problems(query, Secrets({"*": "00"}))
    assert [(one.code, str(one.severity)) for one in weak] == [("secret.weak", "warning")] * 2
    assert secret_problems(query, Secrets({"*": digits()})) == ()


def test_fresh_secrets_are_strong_and_those_that_are_there_stay() -> None:
    jobs = ({"kind": "noise"}, {"kind": "swap", "output": {"path": "s.csv", "order": "random"}})
    full = with_fresh_secrets(
        plan(*jobs, secrets={"j0": digits(1), "gone": digits(2), "gone/order": digits(3)})
    )
    assert set(full.secrets) == {"j0", "j1", "j1/order"}
    assert full.secrets["j0"] == digits(1)
    assert full.secrets["j1"] != full.secrets["j1/order"]
    assert not any(Secret.of(one).facts.weak for one in full.secrets.values())
    assert with_fresh_secrets(full) is full
    of_all = plan(*jobs, secrets={"*": digits()})
    assert with_fresh_secrets(of_all) is of_all


def test_secrets_are_written_with_the_plan_and_not_without() -> None:
    query = plan({"kind": "noise"}, secrets={"j0": digits()})
    assert plan_to_json(query)["secrets"] == {"j0": digits()}
    assert "secrets" not in plan_to_json(without_secrets(query))
    assert digits() not in repr(query)


@pytest.mark.parametrize("wrong", ["", "abc", "xy", "0" * 1026, 12, None])
def test_a_secret_of_another_form_is_refused_and_not_repeated(wrong) -> None:
    with pytest.raises(Refused) as caught:
        plan({"kind": "noise"}, secrets={"j0": wrong})
    (problem,) = caught.value.problems
    assert problem.where.key == "secrets.j0"
    assert problem.params.get("value", "") == ""


def test_seeds_of_older_plans_are_dropped_but_for_simulations() -> None:
    old = plan(
        {"kind": "noise", "seed": 3, "output": {"path": "n.csv", "order": "random", "seed": 4}},
        table(KEYS | {"key_seed": 7}),
        {"kind": "release", "seed": 5, "params": {"attribute": "a", "target": "b", "seed": 6}},
        {"kind": "cae_experiment", "params": {"technique": "noise"}, "output": {"path": "x.csv", "seed": 8}},
        schema=1,
    )
    assert "seed" not in json.dumps(plan_to_json(old)["jobs"][:2])
    assert (old.jobs[2].seed, old.jobs[2].params.seed, old.jobs[3].seed) == (5, 6, 8)


@pytest.mark.parametrize("seed", [-1, "3", 2.5, True])
def test_what_never_was_a_seed_is_refused_as_before(seed) -> None:
    with pytest.raises(Refused):
        plan({"kind": "noise", "seed": seed})


def test_policies_with_the_seed_of_record_keys_keep_opening() -> None:
    shown = {
        "schema": 1,
        "name": "Old",
        "version": "1",
        "defaults": {"table": {"protect": KEYS | {"key_seed": 12}}},
        "limits": [
            {"kind": "table", "param": "protect.key_seed", "at_least": 1},
            {"kind": "table", "param": "protect.variance", "at_least": 1},
        ],
    }
    policy = policy_from_json(shown)
    assert policy.defaults == {"table": {"protect": KEYS}}
    assert [limit.param for limit in policy.limits] == ["protect.variance"]
