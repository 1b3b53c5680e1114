"""Files and reports describe the data that were opened: one that was changed meanwhile is refused."""

import json
from pathlib import Path

import pytest

from sdc_desktop import cli
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.reading import open_data
from sdc_desktop.engine.data.spec import DataSpec, OutputSpec
from sdc_desktop.engine.job_runs import JobRuns
from sdc_desktop.engine.output.files import refuse_changed
from sdc_desktop.engine.plan import JOB_CLASSES, read_plan
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import run_plan, write_job
from sdc_desktop.engine.source import Source
from sdc_desktop.project.project import ReportFields
from sdc_desktop.report import assemble
from sdc_desktop.report.assemble import report_plan
from sdc_desktop.words import Words

RecodeJob = JOB_CLASSES["recode"]

RECORDS = "age,town\n" + "".join(f"{20 + number % 7},t{number % 3}\n" for number in range(60))
LEVELS = "20;a\n21;a\n22;a\n23;b\n24;b\n25;b\n26;b\n"


@pytest.fixture
def plan(tmp_path) -> Path:
    (tmp_path / "in.csv").write_text(RECORDS, encoding="utf-8")
    (tmp_path / "levels.csv").write_text(LEVELS, encoding="utf-8")
    levels = {"kind": "levels", "path": "levels.csv", "header": False, "delimiter": ";"}
    job = {"name": "r", "kind": "recode", "params": {"levels": {"age": 1}}, "output": {"path": "r.csv"}}
    data = {"path": "in.csv", "hierarchies": {"age": levels}}
    path = tmp_path / "p.sdcplan"
    path.write_text(json.dumps({"schema": 2, "data": data, "jobs": [job]}), encoding="utf-8")
    return path


def truncate(path: Path) -> None:
    """Half of the records, the length and time of which a stamp would show, or not."""
    path.write_text(path.read_text(encoding="utf-8")[: len(RECORDS) // 2].rpartition("\n")[0] + "\n")


def codes(refused) -> list[str]:
    return [problem.code for problem in refused.value.problems]


def after_the_jobs(monkeypatch, change) -> None:
    """Something happens to a file when all jobs have been run."""
    real = JobRuns.results

    def changing(*arguments, **named):
        found = real(*arguments, **named)
        change()
        return found

    monkeypatch.setattr(JobRuns, "results", changing)


@pytest.mark.parametrize("name", ["in.csv", "levels.csv"])
def test_a_batch_run_writes_nothing_where_an_input_changed_meanwhile(
    plan, tmp_path, monkeypatch, name
) -> None:
    after_the_jobs(monkeypatch, lambda: (tmp_path / name).write_text("age,town\n1,t\n"))
    with pytest.raises(Refused) as refused:
        run_plan(read_plan(plan), tmp_path, tmp_path / "out", JobContext())
    assert codes(refused) == ["data.changed_since_opened"]
    assert refused.value.problems[0].where.file == name
    assert not (tmp_path / "out").exists()


def test_a_batch_report_is_refused_where_the_data_changed_meanwhile(
    plan, tmp_path, monkeypatch, capsys
) -> None:
    after_the_jobs(monkeypatch, lambda: truncate(tmp_path / "in.csv"))
    report = tmp_path / "r.html"
    assert cli.main(["report", str(plan), "--out", str(report), "--quiet"]) == 2
    assert "has changed since it was opened" in capsys.readouterr().err
    assert not report.exists()


def opened(folder: Path):
    return open_data(DataSpec(path="in.csv"), folder, JobContext())


JOB = RecodeJob(name="a", params={"levels": {"age": 0}}, output=OutputSpec(path="a.csv"))


def written(file, folder: Path):
    source = Source(file.data, {})
    return write_job(JOB, source, file.style, folder / "a.csv", (), JobContext(), file.files)


def test_an_export_of_the_window_is_refused_where_the_file_was_truncated(tmp_path, plan) -> None:
    file = opened(tmp_path)
    assert written(file, tmp_path).records == 60
    before = (tmp_path / "a.csv").read_bytes()
    truncate(tmp_path / "in.csv")
    with pytest.raises(Refused) as refused:
        written(file, tmp_path)
    assert codes(refused) == ["data.changed_since_opened"]
    assert (tmp_path / "a.csv").read_bytes() == before


def test_a_change_that_keeps_size_and_time_is_noticed(tmp_path, plan) -> None:
    import os

    file, path = opened(tmp_path), tmp_path / "in.csv"
    status = path.stat()
    path.write_text(RECORDS.replace("20,t0", "26,t0", 1), encoding="utf-8")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert path.stat().st_size == status.st_size
    with pytest.raises(Refused) as refused:
        refuse_changed(file.files)
    assert codes(refused) == ["data.changed_since_opened"]


def test_a_file_that_is_gone_is_stated_as_such(tmp_path, plan) -> None:
    file = opened(tmp_path)
    (tmp_path / "in.csv").unlink()
    with pytest.raises(Refused) as refused:
        written(file, tmp_path)
    assert codes(refused) == ["data.gone_since_opened"]


def test_a_touched_file_with_the_same_content_is_the_same(tmp_path, plan) -> None:
    file = opened(tmp_path)
    (tmp_path / "in.csv").write_text(RECORDS, encoding="utf-8")
    assert written(file, tmp_path).records == 60


def test_a_report_on_other_data_than_the_windows_is_refused(tmp_path, plan, monkeypatch) -> None:
    """60 records were exported from memory; a report that reads the file again would state 30."""
    file, report = opened(tmp_path), tmp_path / "r.html"

    def made() -> None:
        fields, words = ReportFields(), Words()
        report_plan(read_plan(plan), tmp_path, report, fields, words, JobContext(), read=file.files)

    made()
    report.unlink()
    truncate(tmp_path / "in.csv")
    with pytest.raises(Refused) as refused:
        made()
    assert codes(refused) == ["data.changed_since_opened"]
    (tmp_path / "in.csv").write_text(RECORDS, encoding="utf-8")
    real = assemble.evaluate_plan

    def truncated_meanwhile(*arguments, **options):
        truncate(tmp_path / "in.csv")
        return real(*arguments, **options)

    monkeypatch.setattr(assemble, "evaluate_plan", truncated_meanwhile)
    with pytest.raises(Refused) as refused:
        made()
    assert codes(refused) == ["data.changed_since_opened"]
    assert not report.exists()


def test_the_description_of_argus_records_is_part_of_what_was_opened(tmp_path, plan) -> None:
    file = opened(tmp_path)
    spec = OutputSpec(path="b.rda")
    job = JOB.model_copy(update={"output": spec})
    write_job(job, Source(file.data, {}), file.style, tmp_path / "b.rda", (), JobContext(), file.files)
    described = open_data(DataSpec(path="b.rda"), tmp_path, JobContext())
    assert sorted(path.suffix for path, _ in described.files) == [".asc", ".rda"]
    refuse_changed(described.files)
    with (tmp_path / "b.rda").open("a") as about:
        about.write("\n")
    with pytest.raises(Refused) as refused:
        refuse_changed(described.files)
    assert refused.value.problems[0].where.file == "b.rda"
