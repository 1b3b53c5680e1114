"""DIS over special uniques, the closeness of released numbers, and the file with the risk of each record."""

import csv
import json
from pathlib import Path

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.risk.risk.result import RiskResult
from sdc_desktop.engine.microdata.classes.suda import Dis, dis
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.runner import RunOptions, run_plan
from tests.engine.methods.risk.test_risk import stated

GOLDEN = Path(__file__).parents[2] / "golden" / "population"
CONTEXT = JobContext()
SUDA = {name: {"role": "key", "level": "nominal"} for name in "abcd"}


def run(folder: Path, data: str, variables, **params) -> RiskResult:
    plan = {
        "schema": 2,
        "data": {"path": str(GOLDEN / data), "variables": variables},
        "jobs": [{"name": "risk", "kind": "risk", "params": params}],
    }
    done = run_plan(plan_from_json(plan), folder, folder / "out", CONTEXT, RunOptions(keys=folder / "keys"))
    found: RiskResult = done.jobs[0].result
    return found


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


@pytest.mark.parametrize("delta", [0.01, 0.1, 0.5])
def test_dis_is_that_of_sdcmicro(tmp_path, delta) -> None:
    wanted = json.loads((GOLDEN / "suda_peer.json").read_text())[f"dis{delta}.TRUE"]
    result = run(tmp_path, "suda.csv", SUDA, suda_size=4, dis=delta, by_record="records.csv")
    rows = rows_of(tmp_path / "keys" / "records.csv")
    assert [float(row["dis"]) for row in rows] == pytest.approx(wanted["dis"], abs=4e-8)
    assert [float(row["suda"]) for row in rows] == pytest.approx(wanted["score"])
    assert result.dis is not None
    assert (result.dis.uniques, result.dis.pairs, result.dis.lower_bound) == (74, 58, False)
    assert result.dis.above[0] == sum(value > 0 for value in wanted["dis"])
    assert result.dis.above[1] == sum(value > 0.1 for value in wanted["dis"])
    assert result.dis.mean == pytest.approx(np.mean(wanted["dis"]), rel=1e-6)


def test_dis_with_smaller_sets_is_a_lower_bound(tmp_path) -> None:
    result = run(tmp_path, "suda.csv", SUDA, suda_size=2)
    assert result.dis is not None
    assert result.dis.lower_bound


def test_dis_sums_to_the_matches_that_the_fraction_gives() -> None:
    """With equal scores each unique has the overall probability D, and without pairs all are certain."""
    result = stated({"a": list("abcdefgg"), "b": ["x"] * 8, "c": ["y"] * 8}, suda_size=3, dis=0.2)
    assert isinstance(result.dis, Dis)
    unique, pairs = 6 * 0.2, 2 * 0.8
    share = unique / (unique + pairs)
    value = 1 / (1 + (6 / share - 6) / 6)
    assert result.dis.highest == pytest.approx(value)
    assert stated({"a": list("abc"), "b": ["x"] * 3, "c": ["y"] * 3}, suda_size=3).dis.highest == 1
    assert stated({"a": list("aabb"), "b": ["x"] * 4, "c": ["y"] * 4}, suda_size=3).dis is None
    assert stated({"a": list("aabb"), "b": ["x"] * 4, "c": ["y"] * 4}).dis is None


def test_dis_depends_on_scores_alone() -> None:
    result = stated({"a": list("abcdefgg"), "b": list("xxxyyyyy"), "c": list("00112233")}, suda_size=3)
    assert result.suda is not None
    again = dis(result.suda, np.array([1] * 6 + [2]), 3, 0.1)
    assert again is not None
    order = np.argsort(result.suda.scores, kind="stable")
    assert np.all(np.diff(again.values[order]) >= 0)


@pytest.mark.parametrize(("close", "wanted"), [(0.05, 0.005), (0.1, 0.04), (0.5, 0.76)])
def test_close_numbers_are_those_of_sdcmicro(tmp_path, close, wanted) -> None:
    numbers = {name: {"level": "continuous"} for name in ("age", "hours")} | {
        "income": {"level": "continuous", "role": "key"}
    }
    released = str(GOLDEN / "numbers_released.csv")
    result = run(tmp_path, "numbers_original.csv", numbers, released=released, close=close)
    assert result.close_records == pytest.approx(wanted)


def test_the_file_has_a_line_for_each_record_in_file_order(tmp_path) -> None:
    (tmp_path / "d.csv").write_text("sex,town,w,home\nm,n,2,1\nf,n,5,1\nm,n,3,2\nm,s,4,3\n", encoding="utf-8")
    variables = {
        "sex": {"role": "key"},
        "town": {"role": "key"},
        "w": {"role": "weight"},
        "home": {"role": "household"},
    }
    params = {"by_record": "r.csv", "with_keys": True, "population": {"weights": True}, "suda_size": 2}
    plan = {
        "schema": 2,
        "data": {"path": "d.csv", "variables": variables},
        "jobs": [{"name": "risk", "kind": "risk", "params": params}],
    }
    done = run_plan(
        plan_from_json(plan), tmp_path, tmp_path / "out", CONTEXT, RunOptions(keys=tmp_path / "keys")
    )
    rows = rows_of(tmp_path / "keys" / "r.csv")
    assert [row["row"] for row in rows] == ["1", "2", "3", "4"]
    assert [(row["sex"], row["town"]) for row in rows] == [("m", "n"), ("f", "n"), ("m", "n"), ("m", "s")]
    assert [float(row["f"]) for row in rows] == [2, 1, 2, 1]
    assert [float(row["F"]) for row in rows] == [5, 5, 5, 4]
    assert list(rows[0]) == [
        "row", "f", "F", "individual", "household", "P(F=1)", "E(1/F)", "suda", "dis", "sex", "town",
    ]  # fmt: skip
    result = done.jobs[0].result
    assert sum(float(row["individual"]) for row in rows) == pytest.approx(result.expected_reidentifications)
    assert sum(float(row["P(F=1)"]) for row in rows) == pytest.approx(result.population.model.tau1)
    assert float(rows[3]["household"]) == pytest.approx(float(rows[3]["individual"]))
    assert rows[0]["household"] == rows[1]["household"]
    assert not (tmp_path / "out" / "r.csv").exists()


def test_no_file_is_written_unless_it_is_named(tmp_path) -> None:
    run(tmp_path, "suda.csv", SUDA, with_keys=True)
    assert not (tmp_path / "keys").exists()
