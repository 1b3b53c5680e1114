"""What would be counted, in SQL that DuckDB itself counts the same by; with names of variables alone."""

import csv
import json
from pathlib import Path

import duckdb
import pytest

from sdc_desktop import cli
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.counts.counts_file import open_counts
from tests.support.secret import digits
from tests.support.site.counting import HEAD, counted, plan_json, rows, write_plan

HOSTILE = 'a"; DROP TABLE records; --\nSELECT'


def printed(folder: Path, capsys, *more: str) -> str:
    capsys.readouterr()
    assert cli.main(["counts", str(folder / "plan.sdcplan"), "--print-sql", *more]) == 0
    return capsys.readouterr().out


def records() -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect(":memory:")
    connection.execute(f"CREATE TABLE records ({', '.join(f'{name} VARCHAR' for name in HEAD)})")
    connection.executemany(f"INSERT INTO records VALUES ({', '.join('?' for _ in HEAD)})", rows())
    return connection


def test_the_queries_count_what_the_counts_file_holds(tmp_path, capsys) -> None:
    write_plan(tmp_path)
    counted(tmp_path, tmp_path / "c.sdccounts")
    found = open_counts(tmp_path / "c.sdccounts", "c", JobContext())
    lines = printed(tmp_path, capsys).splitlines()
    queries = [line for line in lines if not line.startswith("--")]
    connection = duckdb.connect(":memory:")
    found.load(connection, found.description.joints[0], "joint", JobContext())
    wanted = connection.execute("SELECT * FROM joint").fetchall()
    assert sorted(records().execute(queries[0]).fetchall()) == sorted(wanted)
    assert [line for line in lines if '"pay"' in line] == queries[1:]


def test_amounts_of_which_the_largest_are_saved_are_named(tmp_path, capsys) -> None:
    write_plan(tmp_path)
    plan = plan_json()
    plan["jobs"][1]["params"]["value"] = "pay"
    plan["jobs"] = plan["jobs"][1:]
    (tmp_path / "plan.sdcplan").write_text(json.dumps(plan), encoding="utf-8")
    said = [line for line in printed(tmp_path, capsys).splitlines() if "largest" in line]
    kept = "the 5 largest, and of the others their number and sum"
    assert said == [f'-- Of "pay" are saved, for each combination of the others, {kept}.']
    counted(tmp_path, tmp_path / "c.sdccounts")
    (joint,) = open_counts(tmp_path / "c.sdccounts", "c", JobContext()).description.joints
    assert (joint.amounts, joint.largest) == ("pay", 5)


def test_neither_secret_nor_value_nor_label_nor_place_is_printed(tmp_path, capsys) -> None:
    plan = plan_json()
    plan["secrets"] = {"*": digits()}
    plan["data"]["path"] = "vault.csv"  # of which there is none
    plan["data"]["missing"] = ["", "veiled"]
    plan["data"]["variables"]["pay"] = {"role": "direct_identifier"}
    plan["data"]["hierarchies"] = {"age": {"kind": "levels", "path": "labels.csv"}}
    (tmp_path / "plan.sdcplan").write_text(json.dumps(plan), encoding="utf-8")
    text = printed(tmp_path, capsys)
    for word in (digits(), "vault", "veiled", "labels.csv", str(tmp_path)):
        assert word not in text
    assert text.splitlines()[-1] == '-- Never counted: "pay"'
    assert 'SELECT "pay"' not in text


def test_columns_that_the_plan_does_not_declare_are_listed_from_parquet(tmp_path, capsys) -> None:
    plan = plan_json()
    plan["data"]["path"] = "people.parquet"
    del plan["data"]["variables"]["pay"]
    (tmp_path / "plan.sdcplan").write_text(json.dumps(plan), encoding="utf-8")
    assert "does not declare" in printed(tmp_path, capsys)
    records().execute(f"COPY records TO '{tmp_path / 'people.parquet'}' (FORMAT parquet)")
    text = printed(tmp_path, capsys)
    assert "does not declare" not in text
    assert 'SELECT "pay", count(*) AS n FROM records GROUP BY "pay";' in text


def test_a_name_that_is_sql_stays_a_name(tmp_path, capsys) -> None:
    plan = plan_json()
    plan["data"]["variables"][HOSTILE] = {"role": "key", "level": "nominal"}
    plan["jobs"][0]["name"] = "risk\nDROP TABLE records;"
    (tmp_path / "plan.sdcplan").write_text(json.dumps(plan), encoding="utf-8")
    with (tmp_path / "people.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([(*HEAD, HOSTILE), *((*row, "x") for row in rows())])
    connection = records()
    connection.execute('ALTER TABLE records ADD COLUMN "{}" VARCHAR'.format(HOSTILE.replace('"', '""')))
    text = printed(tmp_path, capsys)
    assert "\nDROP" not in text
    found = connection.execute(text.partition("-- No value is saved")[0]).fetchall()
    assert sum(row[-1] for row in found) == len(rows())


@pytest.mark.parametrize("more", [("--job", "none"), ("--job", "mean")])
def test_queries_of_no_job_are_refused(tmp_path, capsys, more) -> None:
    write_plan(tmp_path)
    assert cli.main(["counts", str(tmp_path / "plan.sdcplan"), "--print-sql", *more]) == 2
    assert capsys.readouterr().out == ""
