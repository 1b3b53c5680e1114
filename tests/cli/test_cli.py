"""The batch command: exit codes, what it writes, what it says, and that a refusal leaves nothing behind."""

import csv
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sdc_desktop import cli
from sdc_desktop.engine.plan import Plan
from tests.support.data import DEMO
from tests.support.secret import digits


@pytest.fixture
def plan(tmp_path) -> Path:
    folder = tmp_path / "plan"
    shutil.copytree(DEMO, folder)
    path = folder / "patients.sdcplan"
    change(path, lambda data: data.update(secrets={"*": digits()}))  # that of the demo is published
    return path


def change(plan: Path, edit) -> None:
    data = json.loads(plan.read_text(encoding="utf-8"))
    edit(data)
    plan.write_text(json.dumps(data), encoding="utf-8")


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


def test_run_writes_the_result_and_the_protected_file(plan, tmp_path) -> None:
    out = tmp_path / "out"
    assert cli.main(["run", str(plan), "--out", str(out)]) == 0
    protected = {f"patients_protected.csv{end}" for end in ("", ".codebook.html", ".codebook.csv")}
    assert set(files(out)) == {"result.json", "run.log", *protected}
    assert cli.main(["run", str(plan), "--out", str(tmp_path / "less"), "--no-codebook"]) == 0
    assert set(files(tmp_path / "less")) == {"result.json", "run.log", "patients_protected.csv"}
    result = json.loads((out / "result.json").read_text(encoding="utf-8"))
    assert set(result) == {"schema", "engine", "inputs", "jobs", "verdict"}
    digests = {
        name: hashlib.sha256((plan.parent / name).read_bytes()).hexdigest()
        for name in ("patients.csv", "ms.csv")
    }
    assert result["inputs"] == digests
    job = result["jobs"]["anopi"]
    assert (job["kind"], job["ok"], job["files"]) == ("anopi", True, ["patients_protected.csv"])
    assert {name: coding["level"] for name, coding in job["result"]["codings"].items()} == {"yob": 4, "ms": 2}


def test_two_runs_give_equal_bytes_but_for_the_log(plan, tmp_path) -> None:
    written = []
    for name in ("one", "two"):
        assert cli.main(["run", str(plan), "--out", str(tmp_path / name), "--quiet"]) == 0
        written.append({path: text for path, text in files(tmp_path / name).items() if path != "run.log"})
    assert written[0] == written[1]


def test_files_are_the_same_in_every_language_but_for_log_and_codebooks(plan, tmp_path) -> None:
    written = []
    for language in ("en", "de"):
        out = tmp_path / language
        assert cli.main(["run", str(plan), "--out", str(out), "--language", language, "--quiet"]) == 0
        worded = ("run.log", "patients_protected.csv.codebook.html", "patients_protected.csv.codebook.csv")
        written.append({path: text for path, text in files(out).items() if path not in worded})
    assert written[0] == written[1]
    assert {"result.json", "patients_protected.csv"} <= set(written[0])


def test_another_secret_gives_another_order_of_the_same_records(plan, tmp_path) -> None:
    for number in (1, 2):
        change(plan, lambda data, number=number: data.update(secrets={"*": digits(number)}))
        assert cli.main(["run", str(plan), "--out", str(tmp_path / str(number)), "--quiet"]) == 0
    one, two = ((tmp_path / name / "patients_protected.csv").read_text().splitlines() for name in ("1", "2"))
    assert one != two
    assert one[0] == two[0] == "yob,ms,disease"
    assert sorted(one) == sorted(two)


def test_the_protected_file_has_the_recoded_values(plan, tmp_path) -> None:
    change(plan, lambda data: data["jobs"][0]["output"].update(order="as_is"))
    cli.main(["run", str(plan), "--out", str(tmp_path / "out"), "--quiet"])
    with (tmp_path / "out" / "patients_protected.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    with (plan.parent / "patients.csv").open(newline="", encoding="utf-8") as file:
        original = list(csv.reader(file))
    start = [1961 + (int(row[0]) - 1961) // 5 * 5 for row in original[1:]]
    assert [row[0] for row in rows[1:]] == [f"{year}-{year + 4}" for year in start]
    married = {"Single": "Never_Married"}
    assert [row[1] for row in rows[1:]] == [married.get(row[1], "Been_Married") for row in original[1:]]
    assert [row[2] for row in rows] == [row[2] for row in original]


@pytest.mark.parametrize(
    ("edit", "where", "remedy"),
    [
        (lambda d: d["jobs"][0]["params"].update(alpha=3), "jobs[0].params.alpha", "smaller"),
        (lambda d: d["jobs"][0]["params"]["user_points"].update(yob=10), "jobs[0].params.user_points", "100"),
        (lambda d: d["data"]["hierarchies"].pop("ms"), "data.hierarchies.ms", "hierarchy"),
        (lambda d: d["data"]["hierarchies"]["yob"].update(start=1970), "data.hierarchies.yob", "missing"),
        (lambda d: d["data"].update(path="nobody.csv"), "nobody.csv", ""),
        (lambda d: d["jobs"][0]["output"].update(path="../x.csv"), "jobs[0].output.path", "below"),
        (lambda d: d["jobs"][0]["output"].update(path="result.json"), "jobs[0].output.path", "name"),
    ],
)
def test_a_refusal_says_where_and_what_to_do_and_writes_nothing(
    plan, tmp_path, capsys, edit, where, remedy
) -> None:
    change(plan, edit)
    before = files(tmp_path)
    assert cli.main(["run", str(plan), "--out", str(tmp_path / "out"), "--quiet"]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert lines
    assert all(line.startswith("error: ") and " - " in line for line in lines)
    assert where in lines[0]
    assert remedy in lines[0].rpartition(" - ")[2]
    assert files(tmp_path) == before
    assert not (tmp_path / "out").exists()


def test_a_refusal_in_the_last_job_leaves_the_folder_as_it_was(plan, tmp_path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "result.json").write_text("old", encoding="utf-8")
    recode = {"name": "late", "kind": "recode", "input": "anopi", "params": {"levels": {"ms": 1}}}
    change(plan, lambda data: data["jobs"].append(recode))
    assert cli.main(["run", str(plan), "--out", str(out), "--quiet"]) == 2
    assert files(out) == {"result.json": b"old"}
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["out", "plan"]


def test_problems_can_be_had_as_json_lines(plan, tmp_path, capsys) -> None:
    change(plan, lambda data: data["jobs"][0]["params"].update(alpha=3, beta=1))
    assert cli.main(["run", str(plan), "--out", str(tmp_path / "out"), "--problems", "json", "--quiet"]) == 2
    problems = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [problem["code"] for problem in problems] == ["plan.too_large", "plan.unknown_key"]
    assert all(problem["severity"] == "error" and problem["remedy"] for problem in problems)


def test_a_job_chained_to_another_reads_its_records(plan, tmp_path) -> None:
    recode = {"name": "copy", "kind": "recode", "input": "anopi", "params": {"levels": {"yob": 0}}}
    change(plan, lambda data: data["jobs"].append(recode))
    assert cli.main(["run", str(plan), "--out", str(tmp_path / "out"), "--quiet"]) == 0
    out = files(tmp_path / "out")
    assert out["copy.csv"] == out["patients_protected.csv"]


def test_a_job_chosen_by_name_brings_those_it_needs(plan, tmp_path) -> None:
    recode = {"name": "copy", "kind": "recode", "input": "anopi", "params": {"levels": {}}}
    other = {"name": "other", "kind": "recode", "params": {"levels": {"yob": 1}}}
    change(plan, lambda data: data["jobs"].extend([recode, other]))
    assert cli.main(["run", str(plan), "--out", str(tmp_path / "out"), "--job", "copy", "--quiet"]) == 0
    assert set(json.loads(files(tmp_path / "out")["result.json"])["jobs"]) == {"anopi", "copy"}
    assert cli.main(["run", str(plan), "--out", str(tmp_path / "out"), "--job", "nobody", "--quiet"]) == 2


def test_faults_of_other_jobs_do_not_refuse_a_chosen_one(plan, tmp_path, capsys) -> None:
    faulty = [
        {"name": "gone", "kind": "table", "params": {"dimensions": [{"variable": "nowhere"}]}},
        {"name": "file", "kind": "table", "params": {"table": {"instance": "nowhere.jj"}}},
        {"name": "out", "kind": "recode", "params": {"levels": {}}, "output": {"path": "../x.csv"}},
    ]
    change(plan, lambda data: data["jobs"].extend(faulty))
    run = ["run", str(plan), "--out", str(tmp_path / "out"), "--quiet"]
    assert cli.main([*run, "--job", "anopi"]) == 0
    assert set(json.loads(files(tmp_path / "out")["result.json"])["jobs"]) == {"anopi"}
    capsys.readouterr()
    for name, text in (("gone", "nowhere"), ("file", "nowhere.jj"), ("out", "../x.csv")):
        assert cli.main([*run, "--job", name]) == 2
        assert text in capsys.readouterr().err
    assert cli.main(run) == 2


def test_no_output_is_written_over_an_input(plan, tmp_path, capsys) -> None:
    change(plan, lambda data: data["jobs"][0]["output"].update(path="patients.csv"))
    before = files(plan.parent)
    assert cli.main(["run", str(plan), "--out", str(plan.parent), "--quiet"]) == 2
    assert files(plan.parent) == before
    assert "patients.csv" in capsys.readouterr().err


def test_other_data_can_take_the_place_of_the_plans(plan, tmp_path) -> None:
    other = tmp_path / "next month.csv"
    text = (plan.parent / "patients.csv").read_text(encoding="utf-8").splitlines()
    other.write_text("\n".join(text[:40]) + "\n", encoding="utf-8")
    assert cli.main(["run", str(plan), "--out", str(tmp_path / "out"), "--data", str(other), "--quiet"]) == 0
    result = json.loads((tmp_path / "out" / "result.json").read_text(encoding="utf-8"))
    assert result["jobs"]["anopi"]["result"]["before"]["records"] == 39


def test_check_compares_another_file_with_the_plan_and_tells_no_value_but_where_it_is_refused(
    plan, tmp_path, capsys
) -> None:
    other = tmp_path / "Juni – früh.tsv"
    text = (plan.parent / "patients.csv").read_text(encoding="utf-8")
    other.write_text(text.replace(",", "\t"), encoding="utf-8")
    assert cli.main(["check", str(plan), "--data", str(other)]) == 0
    other.write_text(text.replace("disease", "illness"), encoding="utf-8")
    assert cli.main(["check", str(plan), "--data", str(other)]) == 0
    assert "the file has no variable disease; no job needs it" in capsys.readouterr().err
    other.write_text(text.replace("yob", "birth"), encoding="utf-8")
    for verb in (
        ["check"],
        ["run", "--out", str(tmp_path / "out")],
        ["report", "--out", str(tmp_path / "r.pdf")],
    ):
        assert cli.main([verb[0], str(plan), *verb[1:], "--data", str(other)]) == 2
        shown = capsys.readouterr().err
        assert "variable yob is missing from the file; jobs that need it: anopi" in shown
    assert not (tmp_path / "out").exists()
    assert not (tmp_path / "r.pdf").exists()
    assert cli.main(["check", str(plan), "--data", str(tmp_path / "gone.csv")]) == 2


def test_check_says_that_a_plan_can_be_run_and_writes_nothing(plan, tmp_path, capsys) -> None:
    before = files(tmp_path)
    assert cli.main(["check", str(plan)]) == 0
    assert "can be run" in capsys.readouterr().err
    assert files(tmp_path) == before


def test_check_refuses_what_run_would_refuse(plan, capsys) -> None:
    change(plan, lambda data: data["jobs"][0]["params"]["user_points"].update(age=0))
    assert cli.main(["check", str(plan)]) == 2
    assert "jobs[0].params.user_points.age" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("edit", "where"),
    [
        (lambda d: d["jobs"][0]["params"]["user_points"].update(yob=10), "jobs[0].params.user_points"),
        (lambda d: d["data"]["hierarchies"]["yob"].update(start=1970), "data.hierarchies.yob"),
        (lambda d: d["jobs"][0]["params"].update(override={"yob": 99}), "jobs[0].params.override.yob"),
    ],
)
def test_check_finds_what_counting_and_deciding_would_refuse(plan, tmp_path, capsys, edit, where) -> None:
    change(plan, edit)
    before = files(tmp_path)
    assert cli.main(["check", str(plan)]) == 2
    refusals = [line for line in capsys.readouterr().err.splitlines() if line.startswith("error: ")]
    assert where in refusals[0]
    assert files(tmp_path) == before


@pytest.mark.parametrize("verb", ["run", "check"])
def test_the_warnings_of_a_job_are_stated(plan, tmp_path, capsys, verb) -> None:
    points = {"user_points": {"yob": 100}, "intruder_points": {"yob": 100}}
    change(plan, lambda data: data["jobs"][0]["params"].update(points))
    out = ["--out", str(tmp_path / "out")] if verb == "run" else []
    assert cli.main([verb, str(plan), *out]) == 0
    text = [line for line in capsys.readouterr().err.splitlines() if line.startswith("warning: ")]
    assert len(text) == 1
    assert text[0].startswith("warning: job anopi, variable ms: ")
    if verb == "run":
        assert text[0] in (tmp_path / "out" / "run.log").read_text(encoding="utf-8").splitlines()


def test_a_published_secret_is_weak_and_only_simulations_have_a_seed(tmp_path) -> None:
    plan = DEMO / "patients.sdcplan"
    assert cli.main(["run", str(plan), "--out", str(tmp_path / "out"), "--quiet"]) == 0
    result = json.loads((tmp_path / "out" / "result.json").read_text(encoding="utf-8"))
    job = result["jobs"]["anopi"]
    assert job["seed"] is job["secret"] is None
    assert job["order_secret"] == {"fingerprint": None, "weak": True}


def test_a_refusal_of_a_file_names_it_as_the_plan_does(plan, tmp_path, capsys) -> None:
    change(plan, lambda data: data["jobs"][0]["output"].update(path="x" * 300))
    assert cli.main(["run", str(plan), "--out", str(tmp_path / "deep" / "out"), "--quiet"]) == 2
    assert str(tmp_path) not in capsys.readouterr().err
    assert [entry.name for entry in tmp_path.iterdir()] == ["plan"]


def test_schema_is_json_and_describes_a_plan(capsys) -> None:
    assert cli.main(["schema"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(Plan.model_json_schema())) | {
        "$schema": "https://json-schema.org/draft/2020-12/schema"
    }


def test_the_log_lists_what_was_guessed(plan, tmp_path) -> None:
    change(plan, lambda data: data["data"].pop("variables"))
    assert cli.main(["run", str(plan), "--out", str(tmp_path / "out"), "--quiet"]) == 0
    log = (tmp_path / "out" / "run.log").read_text(encoding="utf-8")
    assert "data.delimiter" in log
    assert "data.variables.yob.level" in log


@pytest.mark.parametrize("suffix", ["pdf", "html"])
def test_report_writes_a_file_and_its_annex_with_equal_bytes_each_time(plan, tmp_path, suffix) -> None:
    written = []
    for name in ("a", "b"):
        target = tmp_path / f"{name}.{suffix}"
        assert cli.main(["report", str(plan), "--out", str(target), "--quiet"]) == 0
        written.append(target.read_bytes())
    assert written[0] == written[1]
    names = sorted(entry.name for entry in tmp_path.iterdir())
    assert names == ["a-annex", f"a.{suffix}", "b-annex", f"b.{suffix}", "plan"]


@pytest.mark.skipif(os.name == "nt", reason="a console sends Ctrl+C there, no process to another")
def test_an_interrupted_run_exits_with_130_and_leaves_nothing(tmp_path) -> None:
    rows = "\n".join(f"{i % 90 + 1900},{i}" for i in range(2_000_000))
    (tmp_path / "big.csv").write_text("yob,id\n" + rows + "\n", encoding="utf-8")
    data = {
        "schema": 2,
        "data": {
            "path": "big.csv",
            "hierarchies": {"yob": {"kind": "intervals", "start": 1900, "widths": [5], "end": 1999}},
        },
        "jobs": [{"name": "r", "kind": "recode", "params": {"levels": {"yob": 1}}}],
    }
    (tmp_path / "p.sdcplan").write_text(json.dumps(data), encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, "-m", "sdc_desktop", "run", "p.sdcplan", "--out", "out"],
        cwd=tmp_path,
        env=os.environ
        | {"PYTHONPATH": os.pathsep.join([str(Path(cli.__file__).parents[1]), os.environ["PYTHONPATH"]])},
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    assert process.stderr.readline()  # at work
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=240)
    assert process.returncode == 130
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["big.csv", "p.sdcplan"]


@pytest.mark.parametrize("option", ["--temp-folder", "--spill"])
def test_a_temporary_folder_is_used_for_records_beyond_memory_and_left_empty(
    option, plan, tmp_path, capsys
) -> None:
    out, spill = tmp_path / "out", tmp_path / "spill"
    assert cli.main(["run", str(plan), "--out", str(out)]) == 0
    change(plan, lambda data: data["data"].update(large=True))
    again = tmp_path / "again"
    command = ["run", str(plan), "--out", str(again), option, str(spill)]
    assert cli.main(command) == 2
    assert "the folder for files beyond memory is not there" in capsys.readouterr().err
    spill.mkdir()
    assert cli.main(command) == 0
    assert files(again).keys() == files(out).keys()
    for name in ("result.json", "patients_protected.csv"):
        assert files(again)[name] == files(out)[name]
    assert list(spill.iterdir()) == []


def test_texts_that_were_kept_from_running_as_formulas_are_counted_everywhere(tmp_path, capsys) -> None:
    (tmp_path / "p.csv").write_text('name,age\n=1+1,31\n" @x",-5\n-,32\n＝A1,33\n', encoding="utf-8")
    jobs = [
        {"name": "a", "kind": "recode", "params": {"levels": {"name": 0}}, "output": {"path": "a.csv"}},
        {"name": "b", "kind": "recode", "params": {"levels": {"age": 0}}, "output": {"path": "b.xlsx"}},
    ]
    plan = tmp_path / "p.sdcplan"
    data = {"path": "p.csv", "variables": {"name": {"role": "other"}}}
    plan.write_text(json.dumps({"schema": 2, "data": data, "jobs": jobs}), encoding="utf-8")
    out = tmp_path / "out"
    assert cli.main(["run", str(plan), "--out", str(out), "--quiet"]) == 0
    assert (out / "a.csv").read_text(encoding="utf-8") == "name,age\n'=1+1,31\n' @x,-5\n-,32\n'＝A1,33\n"
    shown = json.loads((out / "result.json").read_text(encoding="utf-8"))["jobs"]
    assert shown["a"]["escaped"] == {"a.csv": 3}
    assert shown["b"]["escaped"] == {}  # a workbook has texts that are no formulas
    assert "a.csv: 3 texts start with an added apostrophe" in (out / "run.log").read_text(encoding="utf-8")
    assert cli.main(["report", str(plan), "--out", str(tmp_path / "r.html"), "--quiet"]) == 0
    assert "a.csv: 3 texts start with an added apostrophe" in (tmp_path / "r.html").read_text(
        encoding="utf-8"
    )
