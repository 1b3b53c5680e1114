"""Counts and dominance behind tables from open microdata, and whether a table is reproduced."""

from pathlib import Path
from typing import Any

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.runner import evaluate_plan
from tests.support.outputs.cases import golden

FACTS = golden("acro")["facts"]


@pytest.fixture
def check(tmp_path: Path):
    (tmp_path / "firms.csv").write_text(golden("acro")["microdata"], encoding="utf-8")

    def run(text: str, **params: Any) -> dict[str, tuple[str, ...]]:
        (tmp_path / "t.csv").write_text(text, encoding="utf-8")
        job = {"name": "check", "kind": "output_check", "params": {"outputs": ["t.csv"], **params}}
        variables = {"turnover": {"level": "continuous", "role": "other"}}
        plan = {"schema": 2, "data": {"path": "firms.csv", "variables": variables}, "jobs": [job]}
        result = evaluate_plan(plan_from_json(plan), tmp_path, JobContext()).jobs[0].result
        (table,) = result.files[0].tables
        return {one.code: one.cells for one in table.findings}

    return run


def acro(number: int) -> str:
    return str(golden("acro")["plain"][f"output_{number}_0.csv"])


def test_contributors_and_dominance_follow_from_the_records(check) -> None:
    found = check(acro(3))
    few = {f"{region} / {sector}" for region, sector, _ in FACTS["few"]}
    assert len(found["magnitude_of_few"]) == len(few)
    assert "dominance_unknown" not in found
    assert "not_reproduced" not in found
    broken = [
        key for key, one in FACTS["dominance_of_turnover"].items()
        if one["n"] >= 10 and (one["top1"] > 0.5 or one["top2"] > 0.9 or one["p"] < 0.1)
    ]  # fmt: skip
    assert len(found.get("dominance", ())) == len(broken)


def test_a_figure_that_the_records_do_not_give_is_looked_at(check) -> None:
    assert "not_reproduced" not in check(acro(0))
    changed = acro(0).replace("East,32", "East,31")
    assert check(changed)["not_reproduced"] == ("B2",)


def test_totals_are_computed_again(check) -> None:
    assert "not_reproduced" not in check(acro(1))


def test_the_population_is_a_filter_that_the_checker_confirms(check) -> None:
    large = (
        "region,Care,Culture,Education,Health\nEast,2,0,4,1\nNorth,11,1,4,5\nSouth,5,0,3,0\nWest,1,0,0,0\n"
    )
    assert "not_reproduced" in check(large)
    correction = {"file": "t.csv", "body": "B2:E5", "filter": {"size": ["large"]}}
    assert "not_reproduced" not in check(large, tables=[correction])


def test_labels_of_several_variables_are_requested(check) -> None:
    found = check("Number of firms,n\n0,100\n1,300\n")
    assert "not_reproduced" not in found or "variable_unclear" in found
