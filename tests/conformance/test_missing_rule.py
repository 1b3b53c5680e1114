"""The cases on one rule for missing values: sums of matches, values, special uniques and reasons."""

import json
from pathlib import Path

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.risk.risk import engine as risk
from sdc_desktop.engine.microdata.classes.matching_values import share_of, value_matches
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.runner import open_plan, run_plan

SHARED = Path(__file__).parents[2].parent / "shared"
CASES = SHARED / "golden" / "inference"
pytestmark = [
    pytest.mark.conformance,
    pytest.mark.skipif(not CASES.is_dir(), reason="the shared inputs are not here"),
]
CONTEXT = JobContext()
KEYS = ("k0", "k1", "k2")


def plan_of(folder: Path, case):
    criteria = [
        {"kind": "k_anonymity", "k": case["k"]},
        {"kind": "distinct_l_diversity", "l": case["l"], "attribute": "s"},
    ]
    variables = {name: {"role": "key"} for name in KEYS} | {"s": {"role": "sensitive"}}
    return plan_from_json(
        {
            "schema": 2,
            "data": {"path": str(folder / "released.csv"), "variables": variables},
            "missing": case["missing"],
            "jobs": [{"name": "risk", "kind": "risk", "params": {"criteria": criteria, "suda_size": 3}}],
        }
    )


@pytest.mark.parametrize("name", ["missing_none", "missing_half", "missing_all"])
def test_every_figure_follows_the_rule(tmp_path, name) -> None:
    folder = CASES / name
    case = json.loads((folder / "case.json").read_text(encoding="utf-8"))
    plan = plan_of(folder, case)
    opened = open_plan(plan, tmp_path, CONTEXT)
    counted = risk.counts(plan.jobs[0].params, opened.source, CONTEXT)
    result = risk.decide(plan.jobs[0].params, counted, CONTEXT)
    places = {
        tuple(texts[code] for texts, code in zip(counted.labels, codes, strict=True)): place
        for place, codes in enumerate(counted.classes.codes.T.tolist())
    }
    lines = (folder / "released.csv").read_text(encoding="utf-8").splitlines()[1:]
    own = [places[tuple(line.split(",")[:3])] for line in lines]
    wanted = case["records"]
    assert [result.frequencies[place] for place in own] == pytest.approx([one["f"] for one in wanted])
    assert [result.suda.scores[place] for place in own] == [one["suda"] for one in wanted]
    fewest: dict[int, set[int]] = {}
    categories = [len(texts) for texts in counted.labels]
    pairs, alpha = counted.classes.pairs["s"], share_of(case["missing"])
    for part in value_matches(counted.classes, pairs, counted.absent, categories, alpha, CONTEXT):
        for group, place in enumerate(part.classes.tolist()):
            fewest.setdefault(place, set()).add(int((part.pairs.classes == group).sum()))
    assert [fewest[place] for place in own] == [{one["values"]} for one in wanted]
    assert result.uniques == case["uniques"]
    verdict = run_plan(plan, tmp_path, tmp_path / "out", CONTEXT).jobs[0].verdict
    found = {
        one.code: {"number": one.figures["number"], "worst": one.figures["worst"]}
        for one in verdict.reasons
        if one.code.startswith("criterion_")
    }
    assert found == {one["code"]: {k: one[k] for k in ("number", "worst")} for one in case["reasons"]}
    assert (verdict.grade == "unsafe") == (case["grade"] == "unsafe")
