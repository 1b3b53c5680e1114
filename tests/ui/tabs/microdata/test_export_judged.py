"""Export waits for the verdict on the file that would be written, of the plan as it is."""

import pytest
from PySide6.QtCore import Qt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import JOB_CLASSES, Plan
from sdc_desktop.engine.runner import RunOptions, evaluate_plan, run_plan
from sdc_desktop.engine.verdict import Grade, Verdict
from sdc_desktop.report.codebook import codebook_texts
from sdc_desktop.report.sections.closing import INFERRED
from sdc_desktop.ui.questions.judging import verdict_key
from sdc_desktop.ui.tabs.microdata.exports import JUDGING
from sdc_desktop.ui.widgets.verdict_bar import Mark
from sdc_desktop.words import Words
from sdc_desktop.words.verdicts.verdict import reason_texts
from tests.ui.tabs.microdata.conftest import WAIT, Desk


def chain(plan: Plan) -> Plan:
    """The demo's file recoded, then post-randomised."""
    recode = JOB_CLASSES["recode"].model_validate(
        {"name": "recode", "no_file": True, "params": {"levels": {"yob": 3, "ms": 1}}}
    )
    pram = {"name": "last", "input": "recode", "params": {"variables": ["ms"]}}
    pram["output"] = {"path": "last.csv", "order": "random"}
    return plan.model_copy(update={"jobs": (recode, JOB_CLASSES["pram"].model_validate(pram))})


@pytest.fixture
def chained(closed_desk: Desk, demo_plan: Plan) -> Desk:
    closed_desk.open(chain(demo_plan))
    closed_desk.page.show_card("release")
    closed_desk.rest()
    closed_desk.qtbot.waitUntil(lambda: closed_desk.controller.steps.current, timeout=WAIT)
    closed_desk.rest()
    return closed_desk


def of_a_run(desk: Desk) -> Verdict:
    """The verdict that a run of the plan gives on the file of its last step."""
    return evaluate_plan(desk.controller.whole_plan, desk.folder, JobContext()).jobs[-1].verdict


def shown(desk: Desk) -> list[str]:
    """The reasons on the checklist."""
    return [item.text for item in desk.page.release.checklist.items if item.remedy]


def in_order(desk: Desk, order: str) -> None:
    desk.page.release.settings.output_changed.emit({"order": order})


def test_the_checklist_has_the_reasons_of_a_run_and_what_was_met(chained: Desk) -> None:
    verdict = of_a_run(chained)
    assert shown(chained) == list(reason_texts(verdict, Words()))
    met = [item.text for item in chained.page.release.checklist.items if not item.remedy]
    direct = "No direct identifier is in a released file."
    assert direct not in met, "none is declared in the demo"
    follows = {reason.code for reason in verdict.reasons} & INFERRED
    assert ("No protected value follows from other released values." in met) == (not follows)


def test_records_in_another_order_are_judged_before_they_are_exported(chained: Desk) -> None:
    exports = chained.page.exports
    in_order(chained, "as_is")
    exports.write_button.click()
    assert exports.report.outcome.text() == JUDGING
    assert not exports.write_button.isEnabled()
    assert not (chained.folder / "last.csv").exists()
    chained.qtbot.waitUntil(exports.write_button.isEnabled, timeout=WAIT)
    chained.agree()
    chained.qtbot.waitUntil((chained.folder / "last.csv").exists, timeout=WAIT)
    chained.rest()
    assert shown(chained) == list(reason_texts(of_a_run(chained), Words()))
    assert chained.controller.verdicts.known("last") == of_a_run(chained)
    assert exports.write_button.isEnabled()


def test_a_chain_is_exported_with_its_codebook_as_by_a_run(chained: Desk) -> None:
    chained.page.exports.write_button.click()
    chained.agree()
    fields = chained.controller.project.decisions
    books = RunOptions(codebooks=lambda result: codebook_texts(result, fields, Words()))
    run_plan(
        chained.controller.whole_plan, chained.controller.base, chained.folder / "out", JobContext(), books
    )
    for ending in ("", ".codebook.html", ".codebook.csv"):
        ours, theirs = (folder / f"last.csv{ending}" for folder in (chained.folder, chained.folder / "out"))
        assert ours.read_bytes() == theirs.read_bytes()


def test_the_records_and_the_codebook_shown_are_those_that_are_written(chained: Desk) -> None:
    release = chained.page.release
    model = release.records.model
    rows = [
        [model.index(row, at).data() for at in range(model.columnCount())] for row in range(model.rowCount())
    ]
    codes = release.codebook.categories.rows
    chained.page.exports.write_button.click()
    chained.agree()
    lines = (chained.folder / "last.csv").read_text(encoding="utf-8").splitlines()
    assert [",".join(row) for row in rows] == lines[1:]
    book = (chained.folder / "last.csv.codebook.html").read_text(encoding="utf-8")
    assert codes
    assert all(f'<th scope="row">{row[1]}</th>' in book for row in codes)


@pytest.mark.parametrize("changes", [{"role": "sensitive"}, {"missing": ("", "Married")}])
def test_other_roles_and_missing_codes_make_a_verdict_one_of_the_past(chained: Desk, changes: dict) -> None:
    before = verdict_key(chained.controller, chained.controller.plan.jobs[-1])
    chained.controller.set_variables(("ms",), **changes)
    assert chained.page._released_verdict() is None
    chained.rest()
    assert verdict_key(chained.controller, chained.controller.plan.jobs[-1]) != before
    chained.controller.undo()
    chained.rest()


def test_what_cannot_be_judged_is_not_exported(chained: Desk) -> None:
    (chained.folder / "ms.csv").unlink()
    in_order(chained, "as_is")
    chained.page.exports.write_button.click()
    chained.agree()
    chained.qtbot.waitUntil(lambda: "Not written" in chained.page.exports.report.outcome.text(), timeout=WAIT)
    assert not (chained.folder / "last.csv").exists()


def test_an_edition_of_the_report_runs_no_step_again(chained: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    from sdc_desktop.report import assemble

    def never(*_args: object, **_more: object) -> None:
        raise AssertionError

    report = chained.page.release.report
    chained.qtbot.waitUntil(lambda: report.preview is not None, timeout=WAIT)
    monkeypatch.setattr(assemble, "evaluate_plan", never)
    before = report.preview.pdf
    chained.page.release.settings.edition.chosen.emit("external")
    chained.rest()
    assert chained.controller.project.decisions.edition == "external"
    assert report.preview.pdf != before
    chained.page.release.settings.language.chosen.emit("de")
    chained.rest()
    assert report.preview.made.report.labels.language == "de"


def test_a_reservation_is_accepted_from_the_checklist(chained: Desk) -> None:
    release = chained.page.release
    reserved = [item for item in release.checklist.items if item.mark == Mark.RESERVATIONS]
    assert reserved, "the secret of the demo's new step is weak or its risk is not measured"
    assert all(item.links[-1].text == "Accept…" for item in reserved)
    release.checklist.followed.emit(reserved[0].links[-1])
    field = next(iter(release.details.form.accepted.values()))
    chained.qtbot.keyClicks(field, "Changed after this run")
    chained.qtbot.keyClick(field, Qt.Key.Key_Return)
    chained.rest()
    assert any("Changed after this run" in item.remedy for item in release.checklist.items)
    release.details.close()


def test_a_file_that_is_not_safe_is_exported_once_that_is_stated(chained: Desk) -> None:
    plan = chained.controller.plan
    recode = plan.jobs[0].model_copy(update={"no_file": False, "output": plan.jobs[1].output})
    chained.controller.change_plan("k", plan.model_copy(update={"jobs": (recode,), "k": 30}))  # of 60 records
    chained.rest()
    chained.qtbot.waitUntil(lambda: chained.controller.steps.current, timeout=WAIT)
    chained.rest()
    settings, button = chained.page.release.settings, chained.page.exports.write_button
    assert chained.page._released_verdict().grade is Grade.UNSAFE
    assert settings.unsafe.isVisible()
    assert settings.unsafe.text.text() == "The verdict on this file is: not safe."
    button.click()
    chained.rest()
    assert not (chained.folder / "last.csv").exists()
    assert settings.unsafe.text.text().endswith("Press Export again to export it all the same.")
    button.click()
    chained.rest()
    assert (chained.folder / "last.csv").exists()
    assert settings.unsafe.text.text() == "The verdict on this file is: not safe."
