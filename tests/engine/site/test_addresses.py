"""Addresses of a network are refused by name: no connection is opened. Those of this computer are paths."""

import json
import shutil
from urllib.parse import quote

import pytest

from sdc_desktop import cli
from tests.support.site.counting import plan_json, write_plan

ADDRESSES = ("hdfs://name:8020/census", "s3a://bucket/census.parquet", "https://site.example/people.csv")


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("verb", ["counts", "run"])
@pytest.mark.parametrize("named", ["plan", "option"])
def test_an_address_is_refused_and_nothing_is_written(tmp_path, capsys, address, verb, named) -> None:
    path = write_plan(tmp_path)
    more = ["--data", address]
    if named == "plan":
        plan = plan_json()
        plan["data"]["path"], more = address, []
        path.write_text(json.dumps(plan), encoding="utf-8")
    out = tmp_path / ("c.sdccounts" if verb == "counts" else "out")
    given = [verb, str(path), *more, "--out", str(out), "--quiet", "--problems", "json"]
    assert cli.main(given) == 2
    assert [json.loads(line)["code"] for line in capsys.readouterr().err.splitlines()] == ["file.address"]
    assert not out.exists()


@pytest.mark.parametrize("begun", ["file:///", "file:/"])
def test_an_address_of_this_computer_is_its_path(tmp_path, begun) -> None:
    path, odd = write_plan(tmp_path), tmp_path / "all people"
    odd.mkdir()
    shutil.move(tmp_path / "people.csv", odd / "ä b.csv")
    address = begun + quote((odd / "ä b.csv").as_posix().lstrip("/"))
    for data, out in ((address, "a.sdccounts"), (str(odd / "ä b.csv"), "b.sdccounts")):
        assert cli.main(["counts", str(path), "--data", data, "--out", str(tmp_path / out), "--quiet"]) == 0
    assert (tmp_path / "a.sdccounts").read_bytes() == (tmp_path / "b.sdccounts").read_bytes()


def test_an_address_of_this_computer_without_a_file_is_refused_by_its_path(tmp_path, capsys) -> None:
    path, out = write_plan(tmp_path), tmp_path / "c.sdccounts"
    given = ["counts", str(path), "--data", "file:///nowhere/people.csv", "--out", str(out), "--quiet"]
    assert cli.main([*given, "--problems", "json"]) == 2
    assert [json.loads(line)["code"] for line in capsys.readouterr().err.splitlines()] == ["csv.no_such_file"]
    assert not out.exists()
