"""Export waits for the verdict on the file that would be written, of the plan as it is."""

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import JOB_CLASSES, Plan
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.engine.verdict import Grade, Verdict
from sdc_desktop.ui.questions.judging import verdict_key
from sdc_desktop.ui.tabs.microdata.write_dialog import JUDGING, WriteDialog
from sdc_desktop.words import Words
from sdc_desktop.words.verdicts.verdict import verdict_text
from tests.ui.tabs.microdata.conftest import Desk


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
    closed_desk.rest()
    return closed_desk


def judged(desk: Desk) -> WriteDialog:
    desk.page.exports.ask_write()
    desk.qtbot.waitUntil(lambda: desk.page.exports.dialog is not None)
    assert isinstance(desk.page.exports.dialog, WriteDialog)
    return desk.page.exports.dialog


def of_a_run(desk: Desk, order: str) -> str:
    """The verdict that a run of the plan gives on the file of its last step."""
    last = desk.controller.plan.jobs[-1]
    output = last.output.model_copy(update={"order": order})
    jobs = (*desk.controller.whole_plan.jobs[:-1], last.model_copy(update={"output": output}))
    plan = desk.controller.whole_plan.model_copy(update={"jobs": jobs})
    return verdict_text(evaluate_plan(plan, desk.folder, JobContext()).jobs[-1].verdict, Words())


def test_a_chain_is_judged_before_the_dialog_opens(chained: Desk) -> None:
    exports = chained.page.exports
    assert chained.controller.verdicts.known("last") is None
    exports.ask_write()
    assert exports.dialog is None
    assert exports.report.outcome.text() == JUDGING
    assert not exports.write_button.isEnabled()
    exports.ask_write()  # pressed again
    chained.qtbot.waitUntil(lambda: exports.dialog is not None)
    assert exports.dialog.verdict.text() == of_a_run(chained, "random")
    assert exports.dialog.write.isEnabled()
    assert exports.report.outcome.isHidden()
    assert exports.write_button.isEnabled()
    exports.dialog.reject()


def test_a_verdict_of_an_earlier_plan_is_not_shown(chained: Desk) -> None:
    judged(chained).reject()
    plan = chained.controller.plan
    key = verdict_key(chained.controller, plan.jobs[-1])
    assert chained.controller.verdicts.known("last", key) is not None
    chained.controller.verdicts.note("last", Verdict(Grade.SAFE), key)  # what would be wrong of another plan
    first = plan.jobs[0].model_copy(update={"params": plan.jobs[0].params.model_copy(update={"levels": {}})})
    chained.controller.change_plan("Levels", plan.model_copy(update={"jobs": (first, plan.jobs[1])}))
    chained.rest()
    dialog = judged(chained)
    assert dialog.verdict.text() == of_a_run(chained, "random")
    dialog.reject()


@pytest.mark.parametrize("changes", [{"role": "sensitive"}, {"missing": ("", "Married")}])
def test_other_roles_and_missing_codes_make_a_verdict_one_of_the_past(chained: Desk, changes: dict) -> None:
    before = verdict_key(chained.controller, chained.controller.plan.jobs[-1])
    chained.controller.set_variable("ms", **changes)
    chained.rest()
    assert verdict_key(chained.controller, chained.controller.plan.jobs[-1]) != before
    chained.controller.undo()
    chained.rest()


def test_records_in_another_order_are_judged_again(chained: Desk) -> None:
    dialog = judged(chained)
    dialog.random.click()
    assert dialog.verdict.text() == JUDGING
    assert not dialog.write.isEnabled()
    chained.qtbot.waitUntil(dialog.write.isEnabled)
    assert dialog.verdict.text() == of_a_run(chained, "as_is")
    dialog.random.click()
    chained.qtbot.waitUntil(dialog.write.isEnabled)
    assert dialog.verdict.text() == of_a_run(chained, "random")
    dialog.random.click()
    dialog.reject()  # while it is judged
    chained.rest()
    assert chained.page.exports.dialog is None


def test_what_cannot_be_judged_is_not_exported(chained: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    (chained.folder / "ms.csv").unlink()
    chained.page.exports.ask_write()
    chained.rest()
    assert chained.page.exports.dialog is None
    assert "Not written" in chained.page.exports.report.outcome.text()
    assert chained.page.exports.write_button.isEnabled()


def test_a_single_step_without_a_verdict_is_judged_too(desk: Desk) -> None:
    desk.rest()
    job = desk.page.presenter.job
    desk.controller.verdicts.forget(job.name)
    dialog = judged(desk)
    plan = desk.controller.whole_plan
    run = evaluate_plan(plan, desk.folder, JobContext()).jobs[0].verdict
    assert dialog.verdict.text() == verdict_text(run, Words())
    dialog.reject()
