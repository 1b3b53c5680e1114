"""Numbers that identify: the least amount of noise whose risk is tolerable; what suppresses too much."""

import json
from pathlib import Path

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.perturbation.noise import NOISE
from sdc_desktop.engine.plan import Plan, params_of, parse_plan
from sdc_desktop.engine.proposals.candidates import AMOUNTS
from sdc_desktop.engine.proposals.records import propose_records
from sdc_desktop.engine.runner import evaluate_plan
from tests.support.secret import digits


def numbers_plan(folder: Path) -> Plan:
    draws = np.random.default_rng(5)
    pay = draws.integers(1000, 9000, 120)
    rows = [f"R{place % 4},{amount}" for place, amount in enumerate(pay.tolist())]
    (folder / "d.csv").write_text("\n".join(["region,pay", *rows]) + "\n", encoding="utf-8")
    variables = {"region": {"role": "key"}, "pay": {"role": "other", "level": "continuous"}}
    data = {"path": "d.csv", "variables": variables, "hierarchies": {"region": {"kind": "plain"}}}
    return parse_plan(json.dumps({"schema": 2, "data": data, "secrets": {"*": digits(2)}, "k": 4}))


def test_the_noise_is_the_least_whose_risk_is_tolerable(tmp_path: Path) -> None:
    found = propose_records(numbers_plan(tmp_path), tmp_path, JobContext(), None).found
    noisy = next(one for one in found if params_of(one.plan.job(one.steps[-1]), NOISE) is not None)
    job = noisy.plan.job(noisy.steps[-1])
    limit = job.params.tolerable_risk
    assert limit == pytest.approx(1 / 4)
    risks = {}
    for amount in AMOUNTS:
        changed = job.model_copy(update={"params": job.params.model_copy(update={"amount": amount})})
        jobs = tuple(changed if one.name == job.name else one for one in noisy.plan.jobs)
        run = evaluate_plan(noisy.plan.model_copy(update={"jobs": jobs}), tmp_path, JobContext())
        risks[amount] = max(run.jobs[-1].result.risks.values())
    assert job.params.amount == min(amount for amount, risk in risks.items() if risk <= limit)
