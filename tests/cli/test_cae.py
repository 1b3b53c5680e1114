"""Risk curves and their experiments through the batch command, with and without data."""

import hashlib
import json
import shutil
from pathlib import Path

import pytest

from sdc_desktop import cli
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.project.with_data import rebased_plan
from sdc_desktop.resources import resource_path

PASTED = {"values": [1, 3, 8, 9], "probabilities": [0.15, 0.1, 0.7, 0.05]}
SMALL = {"technique": "sampling", "data": "synthetic", "parameters": [20], "known": [0, 1], "repeats": 2}


def write(folder: Path, *jobs: dict, data: dict | None = None, **more: object) -> Path:
    plan = {"schema": 2, "jobs": list(jobs)} | more | ({"data": data} if data else {})
    path = folder / "plan.sdcplan"
    path.write_text(json.dumps(plan), encoding="utf-8")
    return path


def job(kind: str, params: dict, **more: object) -> dict:
    return {"name": kind, "kind": kind, "params": params} | more


def run(plan: Path, out: Path, *more: str) -> dict:
    assert cli.main(["run", str(plan), "--out", str(out), "--quiet", *more]) == 0
    return json.loads((out / "result.json").read_text(encoding="utf-8"))


def refused(plan: Path, out: Path, capsys: pytest.CaptureFixture) -> list[tuple[str, str]]:
    assert cli.main(["run", str(plan), "--out", str(out), "--problems", "json", "--quiet"]) == 2
    assert not out.exists()
    found = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    return [(problem["code"], problem["where"]) for problem in found]


def test_pasted_values_need_no_data(tmp_path) -> None:
    found = run(write(tmp_path, job("cae", PASTED)), tmp_path / "out")
    result = found["jobs"]["cae"]["result"]
    assert found["inputs"] == {}
    assert result["steps"][0] == [0.0, pytest.approx(1.319, abs=5e-4)]
    assert result["area"] == pytest.approx(6.5144, abs=5e-5)


def test_an_experiment_on_synthetic_data_needs_no_data_and_repeats_itself(tmp_path) -> None:
    plan = write(tmp_path, job("cae_experiment", SMALL))
    run(plan, tmp_path / "one")
    run(plan, tmp_path / "two")
    one, two = ((tmp_path / name / "result.json").read_bytes() for name in ("one", "two"))
    assert one == two


@pytest.mark.parametrize(
    ("params", "more", "used"), [({}, {}, 0), ({}, {"seed": 4}, 4), ({"seed": 5}, {}, 5)]
)
def test_the_seed_of_an_experiment_is_the_jobs_unless_its_own(tmp_path, params, more, used) -> None:
    found = run(write(tmp_path, job("cae_experiment", SMALL | params, **more)), tmp_path / "out")
    assert (found["jobs"]["cae_experiment"]["seed"], found["jobs"]["cae_experiment"]["result"]["seed"]) == (
        used,
        used,
    )


@pytest.mark.parametrize("params", [{}, {"seed": 5}])
def test_the_seed_of_the_command_takes_the_place_of_any_in_the_plan(tmp_path, params) -> None:
    own = run(write(tmp_path, job("cae_experiment", SMALL | {"seed": 9})), tmp_path / "own")
    given = run(write(tmp_path, job("cae_experiment", SMALL | params, seed=4)), tmp_path / "9", "--seed", "9")
    assert given["jobs"] == own["jobs"]


@pytest.mark.parametrize(
    ("kind", "params"), [("cae", {"attribute": "pay"}), ("cae_experiment", {"technique": "noise"})]
)
def test_what_needs_data_is_refused_without(tmp_path, capsys, kind, params) -> None:
    plan = write(tmp_path, job(kind, params))
    assert refused(plan, tmp_path / "out", capsys) == [("plan.no_data", "data")]


def test_an_output_of_a_curve_is_refused_before_anything_is_read(tmp_path, capsys) -> None:
    plan = write(tmp_path, job("cae", PASTED, output={"path": "curve.csv"}), data={"path": "nowhere.csv"})
    assert refused(plan, tmp_path / "out", capsys) == [("cae.no_records", "jobs[0].output")]


def test_no_job_reads_the_records_of_one_that_makes_none(tmp_path, capsys) -> None:
    reader = {"name": "b", "kind": "recode", "input": "cae", "params": {"levels": {}}}
    plan = write(tmp_path, job("cae", PASTED), reader)
    assert ("cae.no_records", "jobs[1].input") in refused(plan, tmp_path / "out", capsys)


def test_every_file_that_an_experiment_reads_is_stated_with_its_checksum(tmp_path) -> None:
    folder = tmp_path / "plan"
    shutil.copytree(resource_path("self_test"), folder)
    found = run(folder / "cae_experiment.sdcplan", tmp_path / "out")
    digests = {
        name: hashlib.sha256((folder / name).read_bytes()).hexdigest()
        for name in ("people.csv", "queries.csv")
    }
    assert found["inputs"] == digests


def test_a_file_that_an_experiment_lacks_is_named_as_in_the_plan(tmp_path, capsys) -> None:
    folder = tmp_path / "plan"
    shutil.copytree(resource_path("self_test"), folder)
    (folder / "queries.csv").unlink()
    out = ["--out", str(tmp_path / "out"), "--quiet"]
    assert cli.main(["run", str(folder / "cae_experiment.sdcplan"), *out]) == 2
    assert "queries.csv" in capsys.readouterr().err


def test_a_released_file_is_looked_for_beside_the_plan(tmp_path, monkeypatch) -> None:
    folder = tmp_path / "plan"
    shutil.copytree(resource_path("self_test"), folder)
    plan = json.loads((folder / "cae_experiment.sdcplan").read_text(encoding="utf-8"))
    plan["jobs"] = [job("cae_experiment", {"technique": "released", "released": "people.csv"})]
    (folder / "mine.sdcplan").write_text(json.dumps(plan), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    result = run(folder / "mine.sdcplan", tmp_path / "out")["jobs"]["cae_experiment"]["result"]
    assert result["technique"] == "released"


def test_a_plan_that_moves_still_finds_the_files_of_its_experiments(tmp_path) -> None:
    params = {"technique": "query_restriction", "queries": "queries.csv"}
    plan = plan_from_json({"schema": 2, "jobs": [job("cae_experiment", params), job("cae", PASTED)]})
    moved = rebased_plan(plan, tmp_path / "a", tmp_path / "b")
    assert moved.jobs[0].params.queries == "../a/queries.csv"
    assert moved.jobs[1] == plan.jobs[1]


def test_check_says_what_a_curve_would_refuse(tmp_path, capsys) -> None:
    plan = write(tmp_path, job("cae", PASTED | {"probabilities": [1, 1, 1, 1]}))
    assert cli.main(["check", str(plan)]) == 2
    assert "jobs[0].params.probabilities" in capsys.readouterr().err


def test_the_report_tells_the_seed_of_an_experiment(tmp_path) -> None:
    plan = write(tmp_path, job("cae", PASTED), job("cae_experiment", SMALL | {"seed": 4711}))
    target = tmp_path / "report.html"
    assert cli.main(["report", str(plan), "--out", str(target), "--quiet"]) == 0
    text = target.read_text(encoding="utf-8")
    assert "the random seed of the experiment" in text
    assert "4711" in text
