"""Risk, maps, experiments and the jobs that change values through the batch command."""

import json
from pathlib import Path

import numpy as np
import pytest

from sdc_desktop import cli
from sdc_desktop.engine.methods import perturbation, suppression
from tests.support.secret import digits

YEARS = [["1950", "1950s", "*"], ["1955", "1950s", "*"], ["1961", "1960s", "*"], ["1968", "1960s", "*"]]
CHANGED = (*suppression.METHODS, *perturbation.METHODS)
CHANGING: dict[str, dict] = {method.kind: {} for method in CHANGED} | {  # each with its settings
    "pram": {"variables": ["place"], "retain": 0.6},
    "swap": {"variables": ["income", "year"], "range": 20},
    "noise": {"variables": ["income", "debt"], "amount": 0.3, "method": "correlated"},
    "rounding": {"variables": ["income", "debt"], "method": "random"},
    "swap_households": {"household": "name", "hierarchy": ["place"], "rate": 0.4, "k": 0},
    "synthesise": {"least_leaf": 3},
    "top_code": {"bounds": {"income": {"top": 120}}},
}
DRAWN = [one.kind for one in CHANGED if one.draws(one.params.model_validate(CHANGING[one.kind]))]


def people(folder: Path) -> dict:
    random = np.random.default_rng(5)
    rows = ["name,year,place,income,debt,ill"]
    for number in range(60):
        income = random.normal(100, 15)
        year, place = YEARS[random.integers(4)][0], "abc"[random.integers(3)]
        ill = ("flu", "gout", "cold")[random.integers(3)]
        rows.append(f"zq{number},{year},{place},{income:.1f},{income / 3 + random.normal():.1f},{ill}")
    (folder / "people.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    lines = [",".join(row) for row in [["year", "decade", "all"], *YEARS]]
    (folder / "year.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return {
        "path": "people.csv",
        "variables": {
            "name": {"role": "direct_identifier"},
            "year": {"role": "key", "level": "ordinal"},
            "place": {"role": "key"},
            "income": {"level": "continuous"},
            "debt": {"level": "continuous"},
            "ill": {"role": "sensitive"},
        },
        "hierarchies": {"year": {"kind": "levels", "path": "year.csv"}},
    }


def write(folder: Path, *jobs: dict, secret: int = 0) -> Path:
    path = folder / "plan.sdcplan"
    plan = {"schema": 2, "data": people(folder), "secrets": {"*": digits(secret)}, "jobs": list(jobs)}
    path.write_text(json.dumps(plan), encoding="utf-8")
    return path


def job(kind: str, params: dict, **more: object) -> dict:
    return {"name": kind, "kind": kind, "params": params} | more


def run(plan: Path, out: Path, *more: str) -> dict:
    assert cli.main(["run", str(plan), "--out", str(out), "--quiet", *more]) == 0
    return json.loads((out / "result.json").read_text(encoding="utf-8"))


def refused(plan: Path, out: Path, capsys: pytest.CaptureFixture) -> list[str]:
    assert cli.main(["run", str(plan), "--out", str(out), "--problems", "json", "--quiet"]) == 2
    assert not out.exists()
    return [json.loads(line)["code"] for line in capsys.readouterr().err.splitlines()]


def test_every_job_that_changes_values_writes_its_file_without_direct_identifiers(tmp_path) -> None:
    plan = write(tmp_path, *(job(kind, params) for kind, params in CHANGING.items()))
    found = run(plan, tmp_path / "out")
    for kind in CHANGING:
        assert found["jobs"][kind]["files"] == [f"{kind}.csv"]
        lines = (tmp_path / "out" / f"{kind}.csv").read_text(encoding="utf-8").splitlines()
        assert lines[0] == "year,place,income,debt,ill"
        assert len(lines) == 61


@pytest.mark.parametrize("kind", DRAWN)
def test_what_is_drawn_depends_on_the_secret_alone(tmp_path, kind, monkeypatch) -> None:
    run(write(tmp_path, job(kind, CHANGING[kind]), secret=7), tmp_path / "one")
    monkeypatch.setattr("os.cpu_count", lambda: 5)  # more threads for whatever works in parts
    run(write(tmp_path, job(kind, CHANGING[kind]), secret=7), tmp_path / "two", "--seed", "7")
    run(write(tmp_path, job(kind, CHANGING[kind]), secret=8), tmp_path / "other")
    files = [(tmp_path / name / f"{kind}.csv").read_bytes() for name in ("one", "two", "other")]
    results = [(tmp_path / name / "result.json").read_bytes() for name in ("one", "two")]
    assert files[0] == files[1] != files[2]
    assert results[0] == results[1]


def test_measures_write_no_file(tmp_path) -> None:
    experiment = {"attribute": "ill", "l": [1.5], "suppression_limit": 0.5}
    plan = write(tmp_path, job("risk", {}), job("ru_map", {}), job("diversity_experiment", experiment))
    found = run(plan, tmp_path / "out")
    assert [one["files"] for one in found["jobs"].values()] == [[], [], []]
    assert found["jobs"]["ru_map"]["result"]["names"] == ["year", "place"]
    assert len(found["jobs"]["diversity_experiment"]["result"]["points"]) == 2


def test_risk_can_be_that_of_what_an_earlier_job_made(tmp_path) -> None:
    plan = write(
        tmp_path,
        job("recode", {"levels": {"year": 2}}),
        job("risk", {}, name="before"),
        job("risk", {}, name="after", input="recode"),
    )
    found = run(plan, tmp_path / "out")["jobs"]
    assert found["after"]["result"]["classes"] < found["before"]["result"]["classes"]


def test_utility_is_that_of_what_an_earlier_job_made_of_the_plan_s_records(tmp_path) -> None:
    compared = {"variables": ["place", "ill"], "propensity": "main"}
    jobs = [
        job("pram", CHANGING["pram"]),
        job("top_code", CHANGING["top_code"], input="pram"),
        job("utility", compared, input="top_code"),
    ]
    found = run(write(tmp_path, *jobs), tmp_path / "out")["jobs"]
    (tmp_path / "released.csv").write_bytes((tmp_path / "out" / "top_code.csv").read_bytes())
    elsewhere = run(
        write(tmp_path, job("utility", compared | {"released": "released.csv"})), tmp_path / "two"
    )
    assert found["utility"]["result"] == elsewhere["jobs"]["utility"]["result"]
    assert found["utility"]["result"]["mean_variation"] > 0
    assert found["utility"]["verdict"]["grade"] == "open"


def test_utility_without_anything_released_is_refused_before_a_run(tmp_path, capsys) -> None:
    plan = write(tmp_path, job("utility", {}))
    assert refused(plan, tmp_path / "out", capsys) == ["utility.nothing_released"]


def test_a_released_file_is_scored_against_the_records_it_was_made_from(tmp_path) -> None:
    run(write(tmp_path, job("noise", CHANGING["noise"])), tmp_path / "made")
    (tmp_path / "released.csv").write_bytes((tmp_path / "made" / "noise.csv").read_bytes())
    found = run(write(tmp_path, job("risk", {"released": "released.csv"})), tmp_path / "out")
    made = json.loads((tmp_path / "made" / "result.json").read_text(encoding="utf-8"))
    own = made["jobs"]["noise"]["result"]["score"]
    scored = found["jobs"]["risk"]["result"]["score"]
    assert scored["variables"] == ["income", "debt"]
    assert scored["score"] == pytest.approx(own["score"])
    assert set(found["inputs"]) == {"people.csv", "released.csv", "year.csv"}


def test_the_score_of_an_export_in_random_order_is_that_of_the_same_records_in_their_order(tmp_path) -> None:
    scores = []
    for order in ("as_is", "random"):
        output = {"path": "noise.csv", "order": order}
        run(
            write(tmp_path, job("noise", CHANGING["noise"] | {"amount": 0.01}, output=output)),
            tmp_path / order,
        )
        (tmp_path / "released.csv").write_bytes((tmp_path / order / "noise.csv").read_bytes())
        plan = write(
            tmp_path,
            job("risk", {"released": "released.csv"}),
            job("utility", {"released": "released.csv", "paired": True}),
        )
        found = run(plan, tmp_path / f"{order}_checked")["jobs"]
        notes = [note["code"] for note in found["risk"]["result"]["notes"]]
        assert notes == ["pairing.by_order" if order == "as_is" else "pairing.by_nearest"]
        assert [note["code"] for note in found["utility"]["result"]["notes"]][-1:] == notes
        scores.append(
            (found["risk"]["result"]["score"]["score"], found["utility"]["result"]["numbers"]["il1s"])
        )
    assert scores[1] == pytest.approx(scores[0])


def test_a_released_file_whose_records_cannot_be_paired_is_refused(tmp_path, capsys) -> None:
    plan = write(tmp_path, job("risk", {"released": "released.csv"}))
    numbers = np.random.default_rng(8).normal(100, 15, 60)
    (tmp_path / "released.csv").write_text("\n".join(["income", *map(str, numbers)]) + "\n", encoding="utf-8")
    assert refused(plan, tmp_path / "out", capsys) == ["pairing.none"]


def test_what_is_no_longer_a_number_is_left_out_of_the_score_and_stated(tmp_path, capsys) -> None:
    plan = write(tmp_path, job("risk", {"released": "released.csv"}))
    lines = (tmp_path / "people.csv").read_text(encoding="utf-8").splitlines()
    hidden = [line.rsplit(",", 2)[0] + ",*,x" for line in lines[1:]]
    (tmp_path / "released.csv").write_text("\n".join([lines[0], *hidden]) + "\n", encoding="utf-8")
    result = run(plan, tmp_path / "out")["jobs"]["risk"]["result"]
    assert result["score"]["variables"] == ["income"]
    assert [note["code"] for note in result["notes"]] == ["pairing.by_key", "risk.not_compared"]


def test_a_released_file_that_is_not_there_or_has_other_records_is_refused(tmp_path, capsys) -> None:
    plan = write(tmp_path, job("risk", {"released": "released.csv"}))
    assert refused(plan, tmp_path / "out", capsys) == ["file.unreadable"]
    (tmp_path / "released.csv").write_text("income\n1\n2\n", encoding="utf-8")
    assert refused(plan, tmp_path / "out", capsys) == ["score.other_records"]


def test_a_matrix_that_is_none_is_refused_and_nothing_is_written(tmp_path, capsys) -> None:
    matrix = {"place": {"a": {"a": 0.5, "b": 0.4}}}
    plan = write(tmp_path, job("pram", {"variables": ["place"], "matrix": matrix}))
    assert refused(plan, tmp_path / "out", capsys) == ["perturb.row_sum"]


def test_without_variables_a_method_takes_those_it_can_change(tmp_path) -> None:
    found = run(write(tmp_path, job("pram", {}), job("noise", {}), job("swap", {})), tmp_path / "out")["jobs"]
    assert list(found["pram"]["result"]["variables"]) == ["place", "year"]  # by name: keys are sorted
    assert list(found["noise"]["result"]["changed"]) == ["debt", "income"]
    assert list(found["swap"]["result"]["changed"]) == ["debt", "income"]


def test_a_top_code_without_bounds_is_refused(tmp_path, capsys) -> None:
    assert refused(write(tmp_path, job("top_code", {})), tmp_path / "out", capsys) == ["perturb.no_bounds"]
