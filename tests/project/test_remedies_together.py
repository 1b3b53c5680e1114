"""Clicks one after another: every reason has a remedy, and the file that is left has no reason."""

from pathlib import Path

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import Plan, plan_from_json
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.engine.verdict import Reason, Verdict
from sdc_desktop.project.remedies import remedies
from tests.support.secret import ALL

MOST_CLICKS = 8


WAYS: dict[str, tuple[dict[str, object], set[str]]] = {
    "local_suppression": ({"k": 3, "importance": {"age": 9, "sex": 9}}, {"omit", "together"}),
    "recode": ({"levels": {}, "suppress_below": 3}, {"delete_suppressed", "omit"}),
}


def survey(folder: Path, kind: str = "local_suppression") -> Plan:
    """Persons in households, whose region is that of their household, with a weight of its own for each; one
    lives alone and is like no other.
    """
    draws = np.random.default_rng(9)
    rows, household = ["hh,region,sex,age,w"], 0
    while len(rows) <= 240:
        household += 1
        region = str(draws.choice(["North", "South", "West"], p=[0.65, 0.25, 0.1]))
        for _ in range(int(draws.integers(2, 5))):
            cells = (
                draws.choice(["f", "m"]),
                int(draws.integers(1, 9)) * 10,
                f"{draws.uniform(90, 150):.6f}",
            )
            rows.append(f"{7919 * household},{region},{','.join(map(str, cells))}")
    rows.append("1,Islet,x,110,101.5")
    (folder / "d.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    roles = {"hh": "household", "region": "key", "sex": "key", "w": "weight"}
    roles["age"] = "key" if kind == "local_suppression" else "other"
    job = {
        "name": "p",
        "kind": kind,
        "params": WAYS[kind][0],
        "output": {"path": "p.csv", "order": "random"},
    }
    variables = {name: {"role": role} for name, role in roles.items()}
    data = {"path": "d.csv", "variables": variables}
    return plan_from_json({"schema": 2, "data": data, "jobs": [job], "secrets": ALL})


def judged(folder: Path, plan: Plan) -> Verdict:
    return evaluate_plan(plan, folder, JobContext()).jobs[-1].verdict


def cause(reason: Reason) -> tuple[object, ...]:
    return reason.code, reason.figures.get("variable"), reason.figures.get("by")


@pytest.mark.parametrize("kind", WAYS)
def test_one_click_after_another_leaves_no_reason(tmp_path: Path, kind: str) -> None:
    plan, clicked = survey(tmp_path, kind), []
    for _ in range(MOST_CLICKS):
        verdict = judged(tmp_path, plan)
        if not verdict.reasons:
            break
        offers = [(one, remedy) for one in verdict.reasons for remedy in remedies(plan, plan.jobs[-1], one)]
        assert offers, verdict.reasons
        reason, remedy = offers[0]
        plan = remedy.plan
        assert cause(reason) not in map(cause, judged(tmp_path, plan).reasons)
        clicked.append((remedy.code, remedy.variables))
    assert judged(tmp_path, plan).grade == "safe"
    assert {code for code, _ in clicked} == WAYS[kind][1]


def test_rounding_clears_weights_that_single_records_out(tmp_path: Path) -> None:
    plan = survey(tmp_path)
    protect = plan.jobs[0].model_copy(update={"input": "rounded"})
    rounded = {"name": "rounded", "kind": "rounding", "params": {"variables": ["w"], "base": 10}}

    def about_weights(judged_plan: Plan) -> list[str]:
        reasons = judged(tmp_path, judged_plan).reasons
        return [one.code for one in reasons if one.figures.get("variable") == "w"]

    assert about_weights(plan) in (["released_nearly_unique"], ["released_identifies"])
    (first,) = plan_from_json({"schema": 2, "jobs": [rounded]}).jobs
    assert about_weights(plan.model_copy(update={"jobs": (first, protect)})) == []
