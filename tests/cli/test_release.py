"""The release queue through the batch command: equal bytes for equal seeds, refusals, listed requests."""

import json
import random
from pathlib import Path

import pytest

from sdc_desktop import cli

DATA = {"path": "people.csv", "variables": {"id": {"role": "direct_identifier"}}}
PARAMS = {"attribute": "age", "target": "place", "orders": 3, "draws": 200}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    chance = random.Random(1)
    rows = [f"p{n},{chance.choice('aabbc')},{chance.choice('xyz')}" for n in range(150)]
    (tmp_path / "people.csv").write_text("id,age,place\n" + "\n".join(rows) + "\n", encoding="utf-8")
    return tmp_path


def write(folder: Path, *, output: bool = True, seed: int | None = None, **params: object) -> Path:
    job = {"name": "queue", "kind": "release", "params": PARAMS | params}
    job |= {"output": {"path": "trace.csv"}} if output else {}
    job |= {} if seed is None else {"seed": seed}
    path = folder / "plan.sdcplan"
    path.write_text(json.dumps({"schema": 2, "data": DATA, "jobs": [job]}), encoding="utf-8")
    return path


def run(plan: Path, out: Path, *more: str) -> dict:
    assert cli.main(["run", str(plan), "--out", str(out), "--quiet", *more]) == 0
    return json.loads((out / "result.json").read_text(encoding="utf-8"))["jobs"]["queue"]


def refused(plan: Path, out: Path, capsys: pytest.CaptureFixture) -> list[str]:
    assert cli.main(["run", str(plan), "--out", str(out), "--problems", "json", "--quiet"]) == 2
    assert not out.exists()
    return [json.loads(line)["code"] for line in capsys.readouterr().err.splitlines()]


def test_equal_seeds_give_equal_bytes_whether_draws_are_known_or_not(folder, monkeypatch) -> None:
    plan = write(folder, seed=4)
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
    monkeypatch.setenv("LOCALAPPDATA", str(folder / "cache"))
    for name in ("one", "two"):  # the second time all that is drawn for critical values is on the disk
        run(plan, folder / name)
    kept = list(folder.glob("cache/sdc-desktop/drawn/*.json"))
    monkeypatch.setattr("os.cpu_count", lambda: 7)
    run(plan, folder / "three")
    for name in ("two", "three"):
        for file in ("result.json", "trace.csv"):
            assert (folder / name / file).read_bytes() == (folder / "one" / file).read_bytes()
    if kept:  # where the system has a folder for such things
        assert all("values" in json.loads(path.read_text(encoding="utf-8")) for path in kept)


def test_another_seed_gives_other_orders_and_is_stated(folder) -> None:
    plan = write(folder)
    one, two = run(plan, folder / "one"), run(plan, folder / "two", "--seed", "9")
    assert (one["seed"], two["seed"]) == (0, 9)
    assert two["result"]["seed"] == 9
    assert (folder / "one" / "trace.csv").read_bytes() != (folder / "two" / "trace.csv").read_bytes()


def test_every_request_is_released_queued_or_denied(folder) -> None:
    for policy in ("deny", "oldest_first", "most_records"):
        found = run(write(folder, policy=policy, tests=["KLD"], orders=1), folder / policy)["result"]
        (one,) = found["runs"]
        assert one["released"] + one["queued"] + one["denied"] == one["requested"] == 150
        assert found["policy"] == policy


def test_requests_that_a_file_lists_are_played_in_its_order_and_the_file_is_an_input(folder) -> None:
    (folder / "asked.csv").write_text("place,age\nx,a\ny,a\nx,q\n", encoding="utf-8")
    plan = write(folder, stream="listed", requests_file="asked.csv", tests=["KLD"])
    found = run(plan, folder / "out")["result"]
    assert (found["orders"], found["requests"]) == (1, 3)
    assert found["runs"][0]["requested"] == 3
    assert found["runs"][0]["queued"] >= 1  # q has no baseline
    inputs = json.loads((folder / "out" / "result.json").read_text(encoding="utf-8"))["inputs"]
    assert set(inputs) == {"people.csv", "asked.csv"}


@pytest.mark.parametrize(
    ("text", "params", "code"),
    [
        (None, {"stream": "listed"}, "release.no_requests_file"),
        ("place,years\nx,a\n", {"stream": "listed", "requests_file": "asked.csv"}, "release.requests_lack"),
        ("place,age\nq,a\n", {"stream": "listed", "requests_file": "asked.csv"}, "release.unknown_target"),
        (None, {"target": "age"}, "release.same_variable"),
        (None, {"attribute": "id"}, "release.direct_identifier"),
        (None, {"tests": [["MIS", "mis"]]}, "release.tests_of_a_run"),
        (None, {"tests": ["XYZ"]}, "plan.choice"),
        (None, {"baseline": {"a": 0.5, "b": 0.2, "c": 0.2}}, "release.baseline_sum"),
    ],
)
def test_what_cannot_be_played_is_refused_and_nothing_is_written(folder, capsys, text, params, code) -> None:
    if text is not None:
        (folder / "asked.csv").write_text(text, encoding="utf-8")
    assert code in refused(write(folder, **params), folder / "out", capsys)


def test_check_tells_of_a_release_without_playing_it(folder, capsys) -> None:
    assert cli.main(["check", str(write(folder, orders=10_000))]) == 0
    assert "error" not in capsys.readouterr().err
