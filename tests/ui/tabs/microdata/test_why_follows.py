"""Why is of what is selected on the card in view, and of its state now."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from sdc_desktop.engine.plan import Plan
from sdc_desktop.ui.tabs.microdata.middle.sections import RECORDS
from tests.ui.tabs.microdata.conftest import Desk


def title(desk: Desk) -> str:
    return desk.why.text().partition("\n")[0]


def test_a_record_of_the_file_is_explained_though_one_of_a_step_was_before(desk: Desk) -> None:
    page = desk.page
    page.step_tabs.turn_to_tab(RECORDS)
    desk.qtbot.waitUntil(lambda: page.step_tabs.records.compared is not None)
    page.step_tabs.records.show_record(11)
    assert title(desk) == "Record 12"
    page.show_card("file")
    assert title(desk) == "Nothing selected"
    page.data.show_record(3)
    assert title(desk) == "Record 3"
    assert "Class now" not in desk.why.text()
    values = [page.data.records_model.index(2, column).data() for column in range(2)]
    assert all(value in desk.why.text() for value in values)
    page.file_pages.setCurrentIndex(0)
    assert title(desk) == "Nothing selected", "no record is in view"
    desk.choose_step()
    assert title(desk) == "Record 12"


def test_a_record_is_explained_before_there_is_a_step(closed_desk: Desk, demo_plan: Plan) -> None:
    closed_desk.open(demo_plan.model_copy(update={"jobs": ()}))
    page = closed_desk.page
    page.data.go_to_record()
    page.data.records.table.setCurrentIndex(page.data.records_model.index(4, 1))
    assert title(closed_desk) == "Record 5"
    QTest.keyClick(page.data.records.table, Qt.Key.Key_Down)
    assert title(closed_desk) == "Record 6"
    page.presenter.show()
    assert title(closed_desk) == "Record 6", "nothing else was selected"


def test_a_variable_is_explained_with_the_role_it_was_just_given(desk: Desk) -> None:
    page = desk.page
    page.ask_hierarchy("yob")  # the card may show another of its pages
    page.data.go_to_variable("yob")
    assert "key variable" in desk.why.text()
    buttons = page.data.settings.roles.buttons()
    other = next(one for one in buttons if one.property("value") == "not_released")
    other.setFocus()
    QTest.keyClick(other, Qt.Key.Key_Space)
    other.click()
    assert "not released" in desk.why.text()
    desk.controller.undo()
    assert "key variable" in desk.why.text()


def test_what_a_step_explains_does_not_come_to_the_card_of_the_file(desk: Desk) -> None:
    page = desk.page
    page.levels._on_selected("yob", 2)
    level = title(desk)
    assert level.startswith("yob")
    page.data.show_record(3)
    page.presenter.show()
    assert title(desk) == "Record 3"
    page.show_card("roles")
    assert title(desk) == "Nothing selected"
    desk.choose_step()
    assert title(desk) == level
