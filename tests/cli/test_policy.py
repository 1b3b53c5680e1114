"""Site policies in the batch command and in its reports."""

import hashlib
import json
import shutil
from pathlib import Path

import pytest

from sdc_desktop import cli
from sdc_desktop.project import policy_location
from tests.support.data import DEMO
from tests.support.reports import HtmlPage, pdf_text, squeezed

POLICY = {
    "schema": 2,
    "name": "Agency",
    "version": "2026-1",
    "limits": [
        {"kind": "anopi", "param": "alpha", "at_least": 0.4},
        {"kind": "anopi", "param": "suppress_below", "at_least": 3},
    ],
    "report": {"title": "Agency report", "notice": "Not to be passed on.", "cover": ["reviewer"]},
}
REASON = "The file goes to the safe centre only."


@pytest.fixture
def plan(tmp_path) -> Path:
    folder = tmp_path / "plan"
    shutil.copytree(DEMO, folder)
    return folder / "patients.sdcplan"


@pytest.fixture
def policy(tmp_path) -> Path:
    return write(tmp_path / "policy.json", POLICY)


def write(path: Path, data) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def change(path: Path, edit) -> None:
    data = json.loads(path.read_text(encoding="utf-8"))
    edit(data)
    write(path, data)


def give_reason(plan: Path, policy: Path) -> None:
    digest = hashlib.sha256(policy.read_bytes()).hexdigest()
    entry = {"name": "Agency", "version": "2026-1", "sha256": digest}
    entry["reasons"] = {"anopi.suppress_below": {"text": REASON}}
    change(plan, lambda data: data.update(policy=entry))


def of_administrator(path: Path) -> Path:
    """Put a policy where the administrator puts it; the tests' own folder, see conftest."""
    target = policy_location.system_folder() / "policy.json"
    target.parent.mkdir(parents=True)
    return Path(shutil.copy(path, target))


@pytest.mark.parametrize("verb", ["run", "check", "report"])
def test_a_deviation_without_a_reason_is_refused(plan, policy, tmp_path, capsys, verb) -> None:
    out = {
        "run": ["--out", str(tmp_path / "out")],
        "report": ["--out", str(tmp_path / "r.html")],
        "check": [],
    }
    before = sorted(tmp_path.rglob("*"))
    assert cli.main([verb, str(plan), "--policy", str(policy), *out[verb]]) == 2
    text = capsys.readouterr().err
    assert (
        "error: jobs[0].params.suppress_below: Suppression below class size: the policy "
        "Agency 2026-1 requires at least 3; the plan has nothing - follow the policy or enter a reason for "
        "anopi.suppress_below"
    ) in text
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("verb", ["run", "check"])
def test_a_deviation_with_a_reason_is_stated(plan, policy, tmp_path, capsys, verb) -> None:
    give_reason(plan, policy)
    out = ["--out", str(tmp_path / "out")] if verb == "run" else []
    assert cli.main([verb, str(plan), "--policy", str(policy), *out]) == 0
    text = capsys.readouterr().err
    assert "warning: jobs[0].params.suppress_below" in text
    assert REASON in text


def test_the_administrators_policy_always_counts(plan, policy, tmp_path, capsys) -> None:
    assert cli.main(["check", str(plan)]) == 0
    of_administrator(policy)
    assert cli.main(["check", str(plan)]) == 2
    weaker = write(tmp_path / "weaker.json", POLICY | {"limits": [], "version": "mine"})
    assert cli.main(["check", str(plan), "--policy", str(weaker)]) == 2
    weaker_than = "the policy Agency mine is weaker than the administrator's policy Agency 2026-1: "
    assert f"{weaker_than}limits[0] anopi.alpha >= 0.4" in capsys.readouterr().err
    stricter = json.loads(json.dumps(POLICY))
    stricter["limits"][0]["at_least"] = 0.99
    assert cli.main(["check", str(plan), "--policy", str(write(tmp_path / "more.json", stricter))]) == 2
    assert "at least 0.99" in capsys.readouterr().err


def test_the_environment_may_name_the_policy(plan, policy, tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.setenv("SDC_DESKTOP_POLICY", str(policy))
    assert cli.main(["check", str(plan)]) == 2
    monkeypatch.setenv("SDC_DESKTOP_POLICY", str(tmp_path / "gone.json"))
    assert cli.main(["check", str(plan)]) == 2
    assert "gone.json: the file cannot be read" in capsys.readouterr().err


def test_an_administrators_file_that_cannot_hold_stops_every_run(plan, tmp_path, capsys) -> None:
    of_administrator(write(tmp_path / "broken.json", POLICY | {"limit": 1}))
    assert cli.main(["check", str(plan)]) == 2
    assert "policy.json: this key is unknown" in capsys.readouterr().err


def test_a_plan_of_another_policy_is_noted(plan, policy, capsys) -> None:
    give_reason(plan, policy)
    assert cli.main(["check", str(plan)]) == 0
    assert "warning: policy: the plan was created under the policy Agency 2026-1" in capsys.readouterr().err
    change(policy, lambda data: data.update(about="changed"))
    assert cli.main(["check", str(plan), "--policy", str(policy)]) == 0
    assert "is not the one that the plan was made under" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["report.pdf", "report.html"])
def test_a_report_names_policy_version_deviations_and_reasons(plan, policy, tmp_path, capsys, name) -> None:
    give_reason(plan, policy)
    out = tmp_path / name
    assert cli.main(["report", str(plan), "--policy", str(policy), "--out", str(out)]) == 0
    assert "requires this field on the report cover: Reviewed by" in capsys.readouterr().err
    if name.endswith("pdf"):
        text = squeezed(pdf_text(out.read_bytes()))
    else:
        text = squeezed(HtmlPage(out.read_text(encoding="utf-8")).text)
    digest = hashlib.sha256(policy.read_bytes()).hexdigest()
    shown = (
        "Agency 2026-1",
        "Agency report",
        "Not to be passed on.",
        REASON,
        digest,
        "alpha",
        "at least 0.4",
    )
    for part in shown:
        assert squeezed(part) in text


def test_without_a_policy_a_report_has_no_chapter_on_it(plan, tmp_path) -> None:
    out = tmp_path / "report.html"
    assert cli.main(["report", str(plan), "--out", str(out)]) == 0
    assert "The policy" not in HtmlPage(out.read_text(encoding="utf-8")).text


def test_the_schema_of_a_policy_is_json(capsys) -> None:
    assert cli.main(["schema", "--policy"]) == 0
    schema = json.loads(capsys.readouterr().out)
    assert set(POLICY) <= set(schema["properties"])
