"""Addresses of a network are refused by name: the program opens no connection."""

import json

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
