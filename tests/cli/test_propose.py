"""Proposals through the batch command: a plan for each and their list, all or nothing."""

import json
import stat
import sys
from types import SimpleNamespace

import pytest

from sdc_desktop import cli
from sdc_desktop.engine.plan import read_plan
from sdc_desktop.engine.proposals.proposal import Cost, Proposal, Proposals
from sdc_desktop.engine.verdict import Grade, Verdict

ROWS = [("a", "x"), *(("a", "y"),) * 5, *(("b", "x"),) * 6, *(("b", "y"),) * 7, *(("c", "x"),) * 8]
ROWS += [("c", "y")] * 9
TABLE = {
    "name": "t",
    "kind": "table",
    "params": {
        "dimensions": [{"variable": "r"}, {"variable": "c"}],
        "rules": [{"kind": "threshold", "n": 3}],
    },
}


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "t.csv").write_text("r,c\n" + "".join(f"{r},{c}\n" for r, c in ROWS))
    return tmp_path


def plan_in(folder, *jobs, **more):
    path = folder / "plan.sdcplan"
    data = {"path": "data/t.csv"}
    path.write_text(json.dumps({"schema": 2, "data": data, "jobs": list(jobs), **more}))
    return path


def propose(plan, out, *options):
    return cli.main(["propose", str(plan), "--out", str(out), "--quiet", "--language", "en", *options])


def codes(text):
    return [json.loads(line)["code"] for line in text.splitlines()]


def test_each_proposal_is_a_plan_that_runs_with_the_verdict_stated(folder, capsys) -> None:
    out = folder / "some" / "out"
    assert propose(plan_in(folder, TABLE), out) == 0
    lines = capsys.readouterr().out.splitlines()
    assert propose(plan_in(folder, TABLE), folder / "again", "--json") == 0
    printed = capsys.readouterr().out
    assert printed == (folder / "again" / "proposals.json").read_text()
    found = json.loads((out / "proposals.json").read_text())
    (search,) = found["searches"]
    files = [one["file"] for one in search["proposals"]]
    assert (search["job"], search["passes"], search["ended"]) == ("t", True, False)
    assert sorted(path.name for path in out.iterdir()) == sorted([*files, "proposals.json"])
    assert [line.split(":")[0] for line in lines] == [file.removesuffix(".sdcplan") for file in files]
    assert all("Safe" in line and "Utility" in line for line in lines)
    figures = {
        "risk",
        "units",
        "suppressed",
        "values",
        "changed",
        "utility",
        "score",
        "limit",
        "gap",
        "seconds",
    }
    stated = {"file", "family", "steps", "passes", "verdict"}  # and no value of a cell
    assert all(set(one) == stated | figures for one in search["proposals"])
    first = search["proposals"][0]
    assert read_plan(out / first["file"]).data.path == "../../data/t.csv"
    ran = ["run", str(out / first["file"]), "--out", str(folder / "run"), "--quiet"]
    assert cli.main([*ran, "--require", "safe"]) == 0
    result = json.loads((folder / "run" / "result.json").read_text())
    assert result["jobs"]["t"]["verdict"] == first["verdict"]


def test_where_none_passes_the_command_ends_with_3_and_says_why(folder, capsys) -> None:
    stated = {"schema": 2, "name": "P", "version": "1"}
    stated["rules"] = [{"name": "one", "check": {"kind": "stated"}, "text": "Someone states it."}]
    (folder / "policy.json").write_text(json.dumps(stated))
    code = propose(plan_in(folder, TABLE), folder / "out", "--policy", str(folder / "policy.json"))
    assert code == 3
    assert "Safe with reservations" in capsys.readouterr().out
    found = json.loads((folder / "out" / "proposals.json").read_text())
    assert found["policy"] == "P 1"
    (search,) = found["searches"]
    assert not search["passes"]
    assert search["proposals"]


def test_a_refused_plan_and_an_earlier_list_leave_the_folder_as_it_was(folder, capsys) -> None:
    out = folder / "out"
    for plan, options, code in (
        (plan_in(folder, TABLE), ("--job", "none"), "plan.no_such_job"),
        (plan_in(folder, TABLE), ("--data", str(folder / "none.csv")), "csv.no_such_file"),
    ):
        assert propose(plan, out, "--problems", "json", *options) == 2
        assert codes(capsys.readouterr().err) == [code]
        assert not out.exists()
    out.mkdir()
    (out / "proposals.json").write_text("mine")
    assert propose(plan_in(folder, TABLE), out, "--problems", "json") == 2
    assert codes(capsys.readouterr().err) == ["file.exists"]
    assert [path.name for path in out.iterdir()] == ["proposals.json"]
    assert (out / "proposals.json").read_text() == "mine"


def test_without_a_table_the_file_of_records_is_protected(folder, monkeypatch) -> None:
    calls = []

    def propose_records(plan, base, context, held_to, *, read=None):
        calls.append((base, read.data.records))
        kept = plan.model_copy(update={"secrets": {"*": "0123456789abcdef" * 4, "t": "0f" * 32}})
        cost = Cost(36, 0, 72, 3, 0.9)
        return Proposals((Proposal("recoding", kept, ("t",), Verdict(Grade.SAFE), cost, 0.1),), tried=1)

    module = SimpleNamespace(propose_records=propose_records)
    monkeypatch.setitem(sys.modules, "sdc_desktop.engine.proposals.records", module)
    (folder / "secrets.json").write_text(json.dumps({"*": "0123456789abcdef" * 4}))
    (folder / "secrets.json").chmod(0o600)
    assert propose(plan_in(folder), folder / "out", "--secrets", str(folder / "secrets.json")) == 0
    assert calls == [(folder, len(ROWS))]
    made = folder / "out" / "1 recoding.sdcplan"
    assert read_plan(made).secrets == {"t": "0f" * 32}  # those of the file stay there
    assert stat.S_IMODE(made.stat().st_mode) == 0o600
    (search,) = json.loads((folder / "out" / "proposals.json").read_text())["searches"]
    assert search["job"] is None


def test_nothing_to_protect_is_refused(folder, capsys) -> None:
    path = folder / "plan.sdcplan"
    path.write_text(json.dumps({"schema": 2, "jobs": []}))
    assert propose(path, folder / "out", "--problems", "json") == 2
    assert codes(capsys.readouterr().err) == ["proposals.nothing"]
