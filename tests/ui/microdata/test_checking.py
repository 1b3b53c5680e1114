"""Check this file: one click, the result in the tab, nothing changed."""

from PySide6.QtCore import Qt

from sdc_desktop.ui.widgets.verdict_bar import Mark
from tests.ui.microdata.conftest import Desk
from tests.ui.microdata.test_generalising import searched_plan, typed


def test_one_click_says_whether_the_open_file_passes_and_lists_what_fails(closed_desk: Desk) -> None:
    closed_desk.open(searched_plan())
    plan, page = closed_desk.controller.plan, closed_desk.page
    page.question.check.click()
    closed_desk.rest()
    assert page.verdict.mark is Mark.WARNING
    assert page.verdict.text.startswith("patients.csv: Not yet:")
    assert page.checking.isVisible()
    check = page.checking.presenter.view.found.check
    rows = page.checking.failing.rows
    assert len(rows) == min(check.failing_classes, 20)
    assert rows[0][-2:] == ("1", "k-anonymity")
    assert closed_desk.controller.plan == plan


def test_what_would_be_released_is_checked_with_suppressed_records_apart(closed_desk: Desk) -> None:
    closed_desk.open(searched_plan(suppression_limit=0.5))
    page = closed_desk.page
    page.question.check.click()
    page.checking.form.released.click()
    closed_desk.rest()
    result = page.parts[1].presenter.view.answer.result
    check = page.checking.presenter.view.found.check
    assert page.verdict.mark is Mark.MET
    assert check.suppressed == result.hidden > 0
    assert check.classes == result.after.classes
    assert f"{result.hidden} records are suppressed" in page.checking.apart.text()
    assert page.exports.write_button.isEnabled()


def test_another_way_to_protect_is_checked_by_criteria_of_ones_own(desk: Desk) -> None:
    page, steps = desk.page, desk.steps
    page.question.check.click()
    page.checking.form.released.click()
    desk.rest()
    assert [spec.k for spec in page.checking.presenter.view.criteria] == [5]
    field = page.checking.form.criteria.rows[0].figures["k"]
    typed(desk, field, "2")
    smallest = desk.view.answer.result.after.k
    assert (page.verdict.mark is Mark.MET) == (smallest >= 2)
    typed(desk, field, "60")
    assert page.verdict.mark is Mark.WARNING
    assert desk.steps == steps
    question = page.question
    question.check.click()
    desk.rest()
    assert "Criteria checked: Not yet" in page.verdict.text  # told of ANOPI's answer from now on
    assert page.verdict.mark is Mark.WARNING
    desk.page.presenter.try_alpha(0.9)
    desk.page.presenter.settle()
    desk.rest()
    assert "Criteria checked" not in page.verdict.text
    question.check.click()
    page.checking.form.open_file.click()
    desk.rest()
    assert page.checking.presenter.view.found.job is None


def test_choosing_a_way_or_clicking_again_leaves_the_check(desk: Desk) -> None:
    question = desk.page.question
    for leave in (question.check, question.by_anopi):
        question.check.click()
        desk.rest()
        leave.click()
        desk.rest()
        assert not question.check.isChecked()
        assert desk.page.answer.isVisible()
        assert desk.page.form.isVisible()


def test_a_change_of_roles_is_checked_anew(closed_desk: Desk) -> None:
    closed_desk.open(searched_plan())
    page = closed_desk.page
    closed_desk.qtbot.mouseClick(page.question.check, Qt.MouseButton.LeftButton)
    closed_desk.rest()
    before = page.checking.presenter.view.found.check.classes
    closed_desk.controller.set_variable("ms", role="other")
    closed_desk.rest()
    after = page.checking.presenter.view.found.check
    assert after.identifying == ("yob",)
    assert after.classes < before
