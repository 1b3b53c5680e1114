"""A plan decided on counts is applied to the records that were counted, and to no others."""

import json
import shutil
from pathlib import Path

import duckdb
import pytest

from sdc_desktop import cli
from tests.support.secret import digits
from tests.support.site.counting import HEAD, plan_json, rows


@pytest.fixture
def site(tmp_path) -> Path:
    """Records as one file and as a folder of three, a plan that recodes and draws, and its counts file."""
    connection = duckdb.connect(":memory:")
    listed = ", ".join(f"{name} VARCHAR" for name in HEAD)
    connection.execute(f"CREATE TABLE people ({listed})")
    connection.executemany(f"INSERT INTO people VALUES ({', '.join('?' for _ in HEAD)})", rows())
    connection.execute(f"COPY people TO '{tmp_path / 'people.parquet'}' (FORMAT parquet)")
    (tmp_path / "cut.parquet").mkdir()
    for part in range(3):
        query = f"SELECT * FROM people WHERE rowid // 67 = {part} ORDER BY rowid"
        target = tmp_path / "cut.parquet" / f"{part}.parquet"
        connection.execute(f"COPY ({query}) TO '{target}' (FORMAT parquet)")
    plan = plan_json()
    plan["data"]["path"] = "people.parquet"
    plan["data"]["hierarchies"] = {"age": {"kind": "mask", "length": 2, "from": "right"}}
    plan["secrets"] = {"*": digits()}
    plan["jobs"] = [
        plan["jobs"][0],
        {
            "name": "rec",
            "kind": "recode",
            "params": {"levels": {"age": 1}, "suppress_below": 4, "suppress": "cells"},
            "output": {"path": "rec.csv", "order": "random"},
        },
        {
            "name": "drawn",
            "kind": "pram",
            "params": {"variables": ["illness"], "retain": 0.5},
            "output": {"path": "drawn.csv"},
        },
    ]
    (tmp_path / "plan.sdcplan").write_text(json.dumps(plan), encoding="utf-8")
    assert run(tmp_path, "counts", "plan.sdcplan", "--out", "c.sdccounts") == 0
    plan["data"] |= {"path": "c.sdccounts", "format": "counts"}
    (tmp_path / "decided.sdcplan").write_text(json.dumps(plan), encoding="utf-8")
    return tmp_path


def run(folder: Path, verb: str, plan: str, *more: str) -> int:
    paths = [str(folder / one) if "." in one else one for one in more]
    return cli.main([verb, str(folder / plan), *paths, "--quiet"])


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != "run.log"}


def test_the_files_are_those_of_a_run_on_the_records(site) -> None:
    assert run(site, "run", "plan.sdcplan", "--out", "run.d") == 0
    assert run(site, "apply", "decided.sdcplan", "--data", "people.parquet", "--out", "applied.d") == 0
    assert files(site / "applied.d") == files(site / "run.d")
    assert {"result.json", "rec.csv", "drawn.csv"} <= set(files(site / "run.d"))


def test_a_folder_gives_the_same_protected_files_as_one_file(site) -> None:
    assert run(site, "run", "plan.sdcplan", "--out", "run.d") == 0
    assert run(site, "apply", "decided.sdcplan", "--data", "cut.parquet", "--out", "applied.d") == 0
    one, cut = files(site / "run.d"), files(site / "applied.d")
    assert (cut["rec.csv"], cut["drawn.csv"]) == (one["rec.csv"], one["drawn.csv"])
    ours, theirs = (json.loads(found["result.json"]) for found in (one, cut))
    assert theirs["jobs"] == ours["jobs"]
    assert theirs["verdict"] == ours["verdict"]


def test_other_records_are_refused_and_nothing_is_written(site, capsys) -> None:
    other = site / "other.parquet"
    query = f"SELECT * REPLACE ('f' AS sex) FROM read_parquet('{site / 'people.parquet'}')"
    duckdb.execute(f"COPY ({query}) TO '{other}' (FORMAT parquet)")
    more = ("--data", "other.parquet", "--out", "applied.d", "--problems", "json")
    assert run(site, "apply", "decided.sdcplan", *more) == 2
    assert '"counts.other_data"' in capsys.readouterr().err
    assert not (site / "applied.d").exists()


def test_a_counts_file_of_other_records_is_refused(site) -> None:
    other = site / "more.parquet"
    query = f"SELECT * FROM read_parquet('{site / 'people.parquet'}') LIMIT 150"
    duckdb.execute(f"COPY ({query}) TO '{other}' (FORMAT parquet)")
    shutil.copy(site / "plan.sdcplan", site / "less.sdcplan")
    assert run(site, "counts", "less.sdcplan", "--data", "more.parquet", "--out", "o.sdccounts") == 0
    more = ("--data", "people.parquet", "--counts", "o.sdccounts", "--out", "applied.d")
    assert run(site, "apply", "decided.sdcplan", *more) == 2
    assert not (site / "applied.d").exists()


def test_the_records_have_to_be_named(site, capsys) -> None:
    assert run(site, "apply", "decided.sdcplan", "--out", "applied.d") == 2
    assert "--data" in capsys.readouterr().err
