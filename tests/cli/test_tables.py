"""Tables, audits and linked audits through the batch command: with data, as they stand, and from files."""

import csv
import hashlib
import json
import os
from pathlib import Path

import pytest

from sdc_desktop import cli
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import inputs_of, plan_from_json
from sdc_desktop.engine.runner import run_plan
from sdc_desktop.project.with_data import rebased_plan
from tests.cli.test_cae import job, refused, run
from tests.cli.test_cae import write as write_plan
from tests.engine.tables.files.test_jj import SMALL
from tests.support.secret import digits
from tests.support.tables import GOLDEN_COLUMNS, GOLDEN_ROWS, GOLDEN_VALUES

FIRMS = (
    "region,size,turnover,who",
    *(f"{region},{size},{20 + 7 * r + 3 * s + f},f{r}{s}{f}"
      for r, region in enumerate("abc") for s, size in enumerate("xyz") for f in range(4)),
    "a,x,900,big",
)  # fmt: skip
DATA = {"path": "firms.csv", "variables": {"who": {"role": "direct_identifier"}}}
DIMENSIONS = [{"variable": "region"}, {"variable": "size"}]
P15 = {"kind": "p_percent", "p": 15}
TABLE = {"dimensions": DIMENSIONS, "value": "turnover", "rules": [P15]}
TWO_WAY = {"rows": ["a", "b"], "columns": ["x", "y"], "values": [[4, 11, 15], [12, 3, 15], [16, 14, 30]]}
GOLDEN = {
    "rows": list(GOLDEN_ROWS),
    "columns": list(GOLDEN_COLUMNS),
    "values": [list(row) for row in GOLDEN_VALUES],
}
READ_AS_RECORDS = "table.read_as_records"
SUPPRESSION = {"method": "suppression", "solver": "fast"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "firms.csv").write_text("\n".join(FIRMS) + "\n", encoding="utf-8")
    return tmp_path


def write(folder: Path, *jobs: dict, number: int = 0, **more: object) -> Path:
    return write_plan(folder, *jobs, secrets={"*": digits(number)}, **more)


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_a_table_is_protected_and_written_without_the_suppressed_values(folder) -> None:
    plan = write(folder, job("table", TABLE | {"protect": SUPPRESSION}), data=DATA)
    found = run(plan, folder / "out")["jobs"]["table"]
    result = found["result"]
    assert (result["safe"], result["primaries"], found["files"]) == (True, 1, ["table.csv"])
    written = {(row["region"], row["size"]): row for row in rows(folder / "out" / "table.csv")}
    assert len(written) == 16
    assert written["a", "x"] == {"region": "a", "size": "x", "value": "", "status": "suppressed"}
    hidden = [row for row in written.values() if row["value"] == ""]
    assert len(hidden) == 1 + result["secondaries"]
    assert "900" not in (folder / "out" / "table.csv").read_text(encoding="utf-8")


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="the system cannot hold threads back")
def test_every_kind_gives_equal_bytes_on_one_processor_and_on_all(folder) -> None:
    """By way of `run_plan` and of the command; DuckDB and the solvers take as many threads as they may."""
    jobs = (
        job("table", TABLE | {"protect": {"method": "suppression"}}),
        job("audit", {"table": GOLDEN}),
        job("linked_audit", {"dimensions": ["region", "size"], "scenarios": [[["region"], ["size"]]]}),
    )
    path = write(folder, *jobs, data=DATA)
    plan = plan_from_json(json.loads(path.read_text(encoding="utf-8")))
    everything = os.sched_getaffinity(0)
    made = []
    for number, processors in enumerate(({min(everything)}, everything, everything)):
        out = folder / f"out{number}"
        os.sched_setaffinity(0, processors)
        try:
            if number == 2:
                run(path, out)
            else:
                run_plan(plan, folder, out, JobContext())
        finally:
            os.sched_setaffinity(0, everything)
        names = sorted(
            file.name for file in out.iterdir() if file.suffix != ".log" and ".codebook" not in file.name
        )
        assert names == ["result.json", "table.csv"]
        made.append([(out / name).read_bytes() for name in names])
    assert made[0] == made[1] == made[2]


def test_an_audit_of_a_table_that_stands_in_the_plan_needs_no_data(tmp_path) -> None:
    found = run(write(tmp_path, job("audit", {"table": GOLDEN})), tmp_path / "out")
    cells = {tuple(cell["coordinates"]): cell for cell in found["jobs"]["audit"]["result"]["cells"]}
    assert (cells["5", "5"]["lower"], cells["5", "5"]["upper"], cells["5", "5"]["possible"]) == (0, 406, 407)
    assert found["inputs"] == {}
    assert found["jobs"]["audit"]["files"] == []


def test_a_table_that_stands_in_the_plan_is_protected_and_written_without_data(tmp_path) -> None:
    wish = {"cell": ["a", "x"], "status": "unsafe"}
    plan = write(tmp_path, job("table", {"table": TWO_WAY, "cells": [wish], "protect": SUPPRESSION}))
    assert run(plan, tmp_path / "out")["jobs"]["table"]["result"]["safe"] is True
    hidden = [row for row in rows(tmp_path / "out" / "table.csv") if row["value"] == ""]
    assert {(row["row"], row["column"]) for row in hidden} >= {("a", "x")}
    assert len(hidden) == 4


@pytest.mark.parametrize("kind", ["table", "audit"])
def test_the_file_of_a_table_is_an_input_with_its_checksum(kind, tmp_path) -> None:
    (tmp_path / "small.jj").write_bytes(SMALL.encode())
    found = run(write(tmp_path, job(kind, {"table": {"instance": "small.jj"}})), tmp_path / "out")
    assert found["inputs"] == {"small.jj": hashlib.sha256(SMALL.encode()).hexdigest()}
    assert len(found["jobs"][kind]["result"]["cells"]) == 4


def test_files_of_tables_move_with_the_project(tmp_path) -> None:
    params = {"table": {"instance": "in/small.jj"}, "protect": SUPPRESSION | {"apriori": "in/wishes.hst"}}
    plan = plan_from_json({"schema": 2, "jobs": [job("table", params), job("audit", {"table": GOLDEN})]})
    assert inputs_of(plan) == ("in/small.jj", "in/wishes.hst")
    moved = rebased_plan(plan, tmp_path, tmp_path / "in")
    assert inputs_of(moved) == ("small.jj", "wishes.hst")
    assert moved.jobs[1] is plan.jobs[1]


def test_random_rounding_follows_the_secret(folder) -> None:
    protect = {"method": "rounding", "base": 5, "controlled": False, "random": True}
    for name, number in (("one", 1), ("again", 1), ("two", 2)):
        plan = write(folder, job("table", TABLE | {"protect": protect}), data=DATA, number=number)
        run(plan, folder / name)
    one, again, two = ((folder / name / "table.csv").read_bytes() for name in ("one", "again", "two"))
    assert one == again != two


def test_problems_name_their_place_and_nothing_is_written(folder, capsys) -> None:
    dimensions = [{"variable": "region"}, {"variable": "colour"}]
    plan = write(folder, job("table", TABLE | {"dimensions": dimensions}), data=DATA)
    ((code, where),) = refused(plan, folder / "out", capsys)
    assert code == "plan.unknown_variable"
    assert where == "jobs[0].params.dimensions[1].variable, variable colour"


def test_a_table_that_does_not_add_up_is_refused_with_its_cell(tmp_path, capsys) -> None:
    values = [list(row) for row in GOLDEN_VALUES]
    values[-1][0] = 1148  # as the source prints it
    plan = write(tmp_path, job("audit", {"table": GOLDEN | {"values": values}}))
    codes = [code for code, _ in refused(plan, tmp_path / "out", capsys)]
    assert set(codes) == {"table.not_additive"}


def test_a_wish_for_a_cell_that_is_none_is_refused_by_check_too(folder, capsys) -> None:
    wish = {"cell": ["a", "q"], "status": "unsafe"}
    plan = write(folder, job("table", TABLE | {"cells": [wish]}), data=DATA)
    assert cli.main(["check", str(plan), "--problems", "json"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert json.loads(line)["where"] == "jobs[0].params.cells[0].cell"
    ((code, _),) = refused(plan, folder / "out", capsys)
    assert code == "table.no_such_cell"


@pytest.mark.parametrize(
    ("jobs", "code"),
    [
        ([job("table", TABLE)], "plan.no_data"),
        ([job("audit", {"table": GOLDEN}, output={"path": "a.csv"})], "cae.no_records"),
        ([job("audit", {"table": GOLDEN}), job("recode", {"levels": {}}, input="audit")], "cae.no_records"),
        ([job("audit", {"table": {"instance": "gone.jj"}})], "file.unreadable"),
        ([job("table", {"table": TWO_WAY}), job("recode", {"levels": {}}, input="table")], READ_AS_RECORDS),
    ],
)
def test_what_cannot_be_done_is_refused(jobs, code, tmp_path, capsys) -> None:
    assert [found for found, _ in refused(write(tmp_path, *jobs), tmp_path / "out", capsys)] == [code]
