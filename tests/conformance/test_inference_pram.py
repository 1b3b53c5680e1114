"""Post-randomised files of the golden cases: posteriors, draws of a household together, and grades."""

import csv
import json
from pathlib import Path

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.inference.posteriors import gain, posteriors
from sdc_desktop.engine.inference.together import draws_together
from sdc_desktop.engine.methods.perturbation.pram import PRAM, PramParams
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.verdict import NO_LIMITS, Grade
from tests.support.data import microdata
from tests.support.secret import drawing

GOLDEN = Path(__file__).parents[2].parent / "shared" / "golden"
pytestmark = [
    pytest.mark.conformance,
    pytest.mark.skipif(not GOLDEN.is_dir(), reason="the shared inputs are not here"),
]
CASES = ("pram_flip", "pram_rare", "clean_pram", "pram_household")


def columns(path: Path) -> dict[str, list[str]]:
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return {name: [row[name] for row in rows] for name in rows[0]}


@pytest.mark.parametrize("name", CASES)
def test_post_randomised_files_are_judged_as_the_golden_ones(name) -> None:
    folder = GOLDEN / "inference" / name
    case = json.loads((folder / "case.json").read_text(encoding="utf-8"))
    before, after = (columns(folder / f"{one}.csv") for one in ("original", "released"))
    params = PramParams(
        variables=("v",),
        retain=case["retain"],
        method=case["method"],
        matrix={} if case["matrix"] is None else {"v": case["matrix"]},
        tolerable_risk=case["tolerable_risk"],
    )
    source, context = Source(microdata(before, {"hh": "household"} if "hh" in before else {}), {}), drawing(5)
    result = PRAM.stages.decide(params, PRAM.stages.counts(params, source, context), context)
    (one,) = result.variables.values()
    values = sorted(set(before["v"]))
    original, released = (np.array([values.index(v) for v in each["v"]]) for each in (before, after))
    prior, (matrix,) = np.bincount(original) / len(original), result.matrices
    found = posteriors(prior, matrix)
    for row in case["posterior"]:
        true, shown = values.index(row["true"]), values.index(row["shown"])
        assert found[true, shown] == pytest.approx(row["posterior"], abs=1e-9)
        assert prior[true] == pytest.approx(row["prior"], abs=1e-9)
        assert gain(found[true, shown], prior[true]) == pytest.approx(row["gain"], abs=1e-9)
    assert found.max() == pytest.approx(case["judged"], abs=1e-9)
    assert one.mean == pytest.approx(case["mean"], abs=1e-9)
    if "together" in case:
        groups = np.unique(before["hh"], return_inverse=True)[1]
        revealed = draws_together(original, released, groups, prior, matrix, JobContext())
        assert revealed is not None
        assert (revealed.filled, revealed.right) == (case["together"]["told"], case["together"]["right"])
        assert revealed.largest == pytest.approx(case["together"]["largest"], abs=1e-9)
        assert one.by == "hh"  # of draws of its own
    else:
        assert one.true_share == pytest.approx(case["judged"], abs=1e-9)
    reasons = [
        one for one in PRAM.stages.verdict(params, result, NO_LIMITS) if one.code == "risk_above_true_share"
    ]
    wanted = [one for one in case["reasons"] if one["code"] == "risk_above_true_share"]
    assert [one.grade.value for one in reasons] == [one["grade"] for one in wanted]
    assert [list(one.figures.get("by", ())) for one in reasons] == [one.get("by", []) for one in wanted]


@pytest.mark.parametrize("name", ["pram_flip", "pram_certain_value"])
def test_plans_whose_values_are_certain_are_not_safe(name) -> None:
    folder = GOLDEN / "leaves" / name
    plan = plan_from_json(json.loads((folder / "plan.sdcplan").read_text(encoding="utf-8")))
    assert evaluate_plan(plan, folder, JobContext()).verdict.grade is Grade.UNSAFE
