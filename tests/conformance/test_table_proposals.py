"""Proposals for known tables: the suppression is the known optimum, and every verdict is that of a run."""

import json
from pathlib import Path

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.proposals.tables import propose_table
from sdc_desktop.engine.runner import evaluate_plan

SHARED = Path(__file__).parents[2].parent / "shared"
FOLDER = SHARED / "data" / "csp"
pytestmark = [
    pytest.mark.conformance,
    pytest.mark.skipif(not SHARED.is_dir(), reason="the shared inputs are not here"),
]


@pytest.mark.parametrize("name", ["flat10x10_s0", "hier21x13_s0"])
def test_the_suppression_proposed_is_the_known_optimum_and_every_verdict_is_that_of_a_run(name) -> None:
    job = {"name": "t", "kind": "table", "params": {"table": {"instance": f"{name}.jj"}}}
    plan = plan_from_json({"schema": 2, "jobs": [job]})
    found = propose_table(plan, "t", FOLDER, JobContext(), None).found
    assert {"cell_suppression", "rounding"} <= {one.family for one in found}
    known = json.loads((FOLDER / "results.json").read_text(encoding="ascii"))[name]
    for one in found:
        (job_done,) = evaluate_plan(one.plan, FOLDER, JobContext()).jobs
        assert one.passes
        assert job_done.verdict == one.verdict
        if one.family == "cell_suppression":
            assert job_done.result.cost == pytest.approx(known["optimal_cost"])
            assert one.cost.suppressed == known["primaries"] + known["secondaries"]


def test_linked_tables_that_are_not_safe_apart_are_suppressed_together() -> None:
    folder = SHARED / "golden" / "linked" / "linked_small"
    plan = plan_from_json(json.loads((folder / "plan.sdcplan").read_text(encoding="utf-8")))
    found = propose_table(plan, "ab", folder, JobContext(), None).found
    (one,) = [own for own in found if own.passes]
    assert one.steps == ("ab", "ac", "bc")
    assert all(
        own.verdict.grade is one.verdict.grade for own in evaluate_plan(one.plan, folder, JobContext()).jobs
    )
