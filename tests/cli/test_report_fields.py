"""The fields of the report in the batch command: options, file, date, and a decision against the verdict."""

import json
import shutil
from pathlib import Path

import pytest

from sdc_desktop import cli
from tests.support.data import DEMO
from tests.support.reports import HtmlPage


@pytest.fixture
def plan(tmp_path, monkeypatch) -> Path:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    folder = tmp_path / "plan"
    shutil.copytree(DEMO, folder)
    return folder / "patients.sdcplan"


def reported(plan: Path, *options: str) -> tuple[int, str]:
    """The exit code, and the report's text (empty where there is none)."""
    out = plan.parent / "report.html"
    out.unlink(missing_ok=True)
    code = cli.main(["report", str(plan), "--out", str(out), "--quiet", *options])
    return code, HtmlPage(out.read_text(encoding="utf-8")).text if out.exists() else ""


def write_fields(plan: Path, **fields: object) -> str:
    path = plan.parent / "fields.json"
    path.write_text(json.dumps(fields), encoding="utf-8")
    return str(path)


def test_fields_come_from_the_file_and_options_win(plan, capsys) -> None:
    file = write_fields(plan, officer="From the file", title="Title of the file", date="2025-03-14")
    code, text = reported(plan, "--fields", file, "--officer", "From an option")
    assert code == 0
    assert "From an option" in text
    assert "Title of the file" in text
    assert "From the file" not in text
    assert "dated today" not in capsys.readouterr().err


def test_fields_of_the_plan_are_in_its_report(plan) -> None:
    data = json.loads(plan.read_text(encoding="utf-8"))
    plan.write_text(json.dumps(data | {"report": {"officer": "From the plan"}}), encoding="utf-8")
    assert "From the plan" in reported(plan, "--date", "2025-03-14")[1]


@pytest.mark.parametrize(
    ("options", "place"),
    [
        (["--date", "2025-02-29"], "--date"),
        (["--officer", "x" * 301], "--officer"),
        (["--fields", "{fields}"], "mood"),
    ],
)
def test_wrong_fields_are_refused_and_nothing_is_written(plan, capsys, options, place) -> None:
    file = write_fields(plan, mood="good")
    code, text = reported(plan, *(each.replace("{fields}", file) for each in options))
    assert (code, text) == (2, "")
    assert place in capsys.readouterr().err


def test_a_report_without_a_date_says_that_it_is_dated_today(plan, capsys) -> None:
    assert reported(plan)[0] == 0
    assert "dated today" in capsys.readouterr().err


def test_source_date_epoch_gives_the_date_and_equal_bytes(plan, capsys, monkeypatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1763769600")
    written = []
    for name in ("a", "b"):
        for ending in (".pdf", ".html"):
            out = plan.parent / f"{name}{ending}"
            assert cli.main(["report", str(plan), "--out", str(out), "--quiet"]) == 0
            written.append(out.read_bytes())
    assert written[:2] == written[2:]
    assert "dated today" not in capsys.readouterr().err


def test_a_wrong_source_date_epoch_is_refused(plan, capsys, monkeypatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "yesterday")
    assert reported(plan) == (2, "")
    assert "SOURCE_DATE_EPOCH" in capsys.readouterr().err


def test_a_decision_against_the_verdict_needs_a_reason(plan, capsys) -> None:
    options = ("--date", "2025-03-14", "--decision", "release")
    assert reported(plan, *options) == (2, "")
    assert "the decision is to release" in capsys.readouterr().err
    assert reported(plan, *options, "--reason", "Required by law")[0] == 0


def test_annex_files_are_written_beside_the_report_unless_set_otherwise(plan) -> None:
    options = ("--date", "2025-03-14")
    reported(plan, *options)
    folder = plan.parent / "report-annex"
    first = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert {"report.settings.json", "result.json"} <= set(first)
    reported(plan, *options)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == first
    reported(plan, *options, "--annex", str(plan.parent / "other" / "place"), "--edition", "external")
    assert "result.json" not in {path.name for path in (plan.parent / "other" / "place").iterdir()}
    out = plan.parent / "elsewhere" / "report.pdf"
    out.parent.mkdir()
    assert cli.main(["report", str(plan), "--out", str(out), "--quiet", "--no-annex", *options]) == 0
    assert [path.name for path in out.parent.iterdir()] == ["report.pdf"]


def test_a_refused_annex_leaves_no_report(plan, capsys) -> None:
    run = plan.parent / "run"
    assert cli.main(["run", str(plan), "--out", str(run), "--quiet"]) == 0
    before = {path.name: path.read_bytes() for path in run.iterdir()}
    assert reported(plan, "--date", "2025-03-14", "--annex", str(run)) == (2, "")
    assert {path.name: path.read_bytes() for path in run.iterdir()} == before
    assert "result.json of a run" in capsys.readouterr().err
