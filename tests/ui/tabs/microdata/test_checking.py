"""Check this file: one click, the result in the tab, nothing changed."""

import pytest
from PySide6.QtWidgets import QFileDialog

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.risk.risk import RISK
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.ui.tabs.microdata.evidence.measure_jobs import measure_job
from sdc_desktop.ui.widgets.verdict_bar import Mark
from tests.ui.tabs.microdata.conftest import Desk
from tests.ui.tabs.microdata.test_generalising import searched_plan, typed


def test_one_click_says_whether_the_open_file_passes_and_lists_what_fails(closed_desk: Desk) -> None:
    closed_desk.open(searched_plan())
    plan, page = closed_desk.controller.plan, closed_desk.page
    page.show_card("criteria")
    closed_desk.rest()
    assert page.checking.finding.mark is Mark.WARNING
    assert page.checking.finding.text.startswith("patients.csv: Criteria not met:")
    assert page.checking.isVisible()
    check = page.checking.presenter.view.answer.check
    rows = page.checking.answer.failing.rows
    assert len(rows) == min(check.failing_classes, 20)
    assert rows[0][-2:] == ("1", "k-anonymity")
    assert closed_desk.controller.plan == plan


def test_what_would_be_released_is_checked_with_suppressed_records_apart(closed_desk: Desk) -> None:
    closed_desk.open(searched_plan(suppression_limit=0.5))
    page = closed_desk.page
    page.show_card("criteria")
    page.checking.form.released.click()
    closed_desk.rest()
    result = page.parts[1].presenter.view.answer.result
    check = page.checking.presenter.view.answer.check
    assert page.checking.finding.mark is Mark.MET
    assert check.suppressed == result.hidden > 0
    assert check.classes == result.after.classes
    assert f"{result.hidden} records are suppressed" in page.checking.answer.apart.text()
    assert page.exports.write_button.isEnabled()


def test_another_way_to_protect_is_checked_by_criteria_of_ones_own(desk: Desk) -> None:
    page, steps = desk.page, desk.steps
    page.show_card("criteria")
    page.checking.form.released.click()
    desk.rest()
    assert [spec.k for spec in page.checking.presenter.view.criteria] == [5]
    field = page.checking.form.criteria.parts["criteria"].rows[0].parts["criteria.k"]
    typed(desk, field, "2")
    smallest = desk.view.answer.result.after.k
    assert (page.checking.finding.mark is Mark.MET) == (smallest >= 2)
    typed(desk, field, "60")
    assert page.checking.finding.mark is Mark.WARNING
    assert desk.steps == steps
    page.show_card(f"step:{page.presenter.job.name}")
    desk.rest()
    assert "Criteria checked: Criteria not met" in page.verdict.text  # told of ANOPI's answer from now on
    assert page.verdict.mark is Mark.WARNING
    desk.page.presenter.try_alpha(0.9)
    desk.page.presenter.settle()
    desk.rest()
    assert "Criteria checked" not in page.verdict.text
    page.show_card("criteria")
    page.checking.form.open_file.click()
    desk.rest()
    assert page.checking.presenter.view.answer.job is None


def test_a_file_that_is_not_safe_stays_so_beside_a_check_that_it_fails(desk: Desk) -> None:
    page, plan = desk.page, desk.controller.plan
    desk.controller.change_plan("k", plan.model_copy(update={"k": 30}))  # of 60 records
    page.show_card("criteria")
    page.checking.form.released.click()
    desk.rest()
    typed(desk, page.checking.form.criteria.parts["criteria"].rows[0].parts["criteria.k"], "60")
    page.show_card(f"step:{page.presenter.job.name}")
    desk.rest()
    assert "Criteria checked: Criteria not met" in page.verdict.text
    assert page.verdict.mark is Mark.UNSAFE
    assert page.verdict.grade_text.startswith("Not safe")


def test_another_card_leaves_the_check_and_delete_drops_it(desk: Desk) -> None:
    page = desk.page
    page.show_card("criteria")
    desk.rest()
    assert "criteria" in [view.key for view in page.pipeline.cards.views]
    page.show_card(f"step:{page.presenter.job.name}")
    desk.rest()
    assert page.step_tabs.isVisible()
    assert page.form.isVisible()
    page.show_card("criteria")
    page.pipeline.cards.removal_requested.emit("criteria")
    desk.rest()
    assert page.card == "file"
    assert "criteria" not in [view.key for view in page.pipeline.cards.views]


def test_a_change_of_roles_is_checked_anew(closed_desk: Desk) -> None:
    closed_desk.open(searched_plan())
    page = closed_desk.page
    page.show_card("criteria")
    closed_desk.rest()
    before = page.checking.presenter.view.answer.check.classes
    closed_desk.controller.set_variables(("ms",), role="other")
    closed_desk.rest()
    after = page.checking.presenter.view.answer.check
    assert after.key_variables == ("yob",)
    assert after.classes < before


def other_file(desk: Desk, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Choose a file with this text as the one made from the open one."""
    path = desk.folder / "made.csv"
    path.write_text(text, encoding="utf-8")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    desk.page.show_card("criteria")
    desk.page.checking.form.another.click()
    desk.rest()


def rounded(text: str) -> str:
    """The patients with the year of birth rounded down to ten."""
    header, *rows = text.splitlines()
    place = header.split(",").index("yob")
    cells = [row.split(",") for row in rows]
    for row in cells:
        row[place] = f"{row[place][:3]}0"
    return "\n".join([header, *map(",".join, cells)]) + "\n"


def test_a_file_of_ones_own_is_checked_and_compared_with_its_original(
    closed_desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed_desk.open(searched_plan())
    closed_desk.controller.set_variables(("yob",), level="continuous")
    plan, checking = closed_desk.controller.plan, closed_desk.page.checking
    text = (closed_desk.folder / "patients.csv").read_text(encoding="utf-8")
    other_file(closed_desk, monkeypatch, rounded(text))
    found = checking.presenter.view.answer
    assert closed_desk.page.checking.finding.text.startswith("made.csv: ")
    assert checking.form.file_name.text() == "made.csv"
    assert found.check.classes < len(set(text.splitlines()[1:]))
    score = found.compared.score
    assert score.variables == ("yob",)
    assert 0 < score.information_loss < 100
    rows = {row[0]: row[1] for row in checking.answer.score.rows}
    assert rows["Information loss"] == f"{score.information_loss:.1f}\u202f%"
    assert "yob" in checking.answer.score.line.text()
    assert closed_desk.controller.plan == plan  # nothing but a look
    checking.answer.report.click()
    closed_desk.rest()
    assert checking.answer.report.isHidden()
    results = evaluate_plan(closed_desk.controller.plan, closed_desk.folder, JobContext())
    assert next(one.result for one in results.jobs if one.kind == "risk").score == score
    assert measure_job(closed_desk.controller.plan, RISK) is None  # that of what is released is another


def test_a_file_with_other_records_is_checked_and_why_it_is_not_compared_is_stated(
    closed_desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed_desk.open(searched_plan())
    text = (closed_desk.folder / "patients.csv").read_text(encoding="utf-8")
    other_file(closed_desk, monkeypatch, "\n".join(text.splitlines()[:41]) + "\n")
    answer = closed_desk.page.checking.answer
    assert closed_desk.page.checking.presenter.view.answer.check.records == 40
    assert answer.score.rows == ()
    assert "60 and 40 records" in answer.score.line.text()
    other_file(closed_desk, monkeypatch, "name\nAnn\n")
    assert "yob" in closed_desk.page.checking.form.problems.text()


def test_a_failing_group_leads_to_its_records_and_is_explained(closed_desk: Desk) -> None:
    closed_desk.open(searched_plan())
    closed_desk.controller.set_variables(("ms",), role="other")
    page, shown = closed_desk.page, []
    closed_desk.listen(page.checking.record_requested, shown.append)
    page.show_card("criteria")
    closed_desk.rest()
    answer = page.checking.answer
    found = page.checking.presenter.view.answer
    assert not answer.record.isEnabled()
    row = next(row for row, members in enumerate(found.members) if len(members) == 2)
    answer.failing.table.selectRow(row)
    first, second = found.members[row]
    assert "2 records" in closed_desk.why.text()
    assert f"{first}, {second}" in closed_desk.why.text()
    for _ in range(3):
        answer.record.click()
    assert shown == [first, second, first]
    data = closed_desk.controller.opened.data
    places = [data.index(name) for name in found.check.key_variables]
    for number in (first, second):
        record = data.window(number - 1, number)[0]
        assert tuple(record[place] for place in places) == found.check.failing[row].values


def test_another_project_begins_with_nothing_looked_at(desk: Desk, demo_plan) -> None:
    page, form = desk.page, desk.page.form
    page.checking.presenter.set_released(True)
    page.show_card("criteria")
    page.levels._on_selected("yob", 2)
    form.more.unfold()
    page.answer.evidence.turn_to(page.answer.evidence.keys)
    desk.rest()
    desk.open(demo_plan)
    assert page.card != "criteria"
    assert not page.checking.presenter.view.released
    assert "Nothing selected" in desk.why.text()
    assert not form.more.is_open
