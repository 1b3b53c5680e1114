"""The comparison of two runs beside the window: both are chosen, changes are shown, other files refused."""

import json

import pytest

from sdc_desktop.ui.dialogs.compare_results import CompareResultsDialog
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.words import Words

RESULT = {
    "schema": 2,
    "engine": "0.2.0",
    "inputs": {"people.csv": "a" * 64},
    "verdict": {"grade": "safe", "reasons": []},
    "jobs": {
        "table": {
            "kind": "table",
            "ok": True,
            "sha256": {"table.csv": "b" * 64},
            "result": {"cost": 12},
            "verdict": {"grade": "safe", "reasons": []},
        }
    },
}


@pytest.fixture
def dialog(qtbot, tmp_path) -> CompareResultsDialog:
    made = CompareResultsDialog(JobManager(), tmp_path, Words())
    qtbot.addWidget(made)
    made.show()
    return made


def write(folder, name: str, **changes: object):
    path = folder / name
    path.write_text(json.dumps({**RESULT, **changes}), encoding="utf-8")
    return path


def test_once_both_are_chosen_a_worse_verdict_leads_the_changes(dialog, qtbot, tmp_path) -> None:
    dialog.choose(0, write(tmp_path, "first.json"))
    assert dialog.found is None
    worse = {
        "grade": "unsafe",
        "reasons": [{"code": "weak_secret", "grade": "unsafe", "figures": {"name": "x"}}],
    }
    dialog.choose(1, write(tmp_path, "second.json", verdict=worse))
    qtbot.waitUntil(lambda: dialog.found is not None)
    assert dialog.verdict.text() == "The verdict changed: Safe → Not safe."
    assert [row[1] for row in dialog.table.rows] == ["Verdict", "Reason"]
    assert dialog.table.rows[0][2:] == ("Safe", "Not safe")


def test_a_file_that_is_no_result_takes_what_was_shown_away(dialog, qtbot, tmp_path) -> None:
    dialog.choose(0, write(tmp_path, "first.json"))
    dialog.choose(1, write(tmp_path, "second.json"))
    qtbot.waitUntil(lambda: dialog.found is not None)
    assert "equal in every detail" in dialog.verdict.text()
    (tmp_path / "other.json").write_text("{}", encoding="utf-8")
    dialog.choose(1, tmp_path / "other.json")
    qtbot.waitUntil(lambda: "other.json" in dialog.verdict.text())
    assert dialog.found is None
    assert dialog.table.rows == ()
