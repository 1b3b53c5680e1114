"""Records before and after where persons have several: classes in persons, and all records of one person."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from sdc_desktop.engine.microdata.classes.compared_records import OfClass, OfPerson, OfState
from sdc_desktop.engine.plan import JOB_CLASSES, Plan
from sdc_desktop.ui.tabs.microdata.records.page import RecordsPage
from tests.ui.tabs.microdata.conftest import WAIT, Desk
from tests.ui.tabs.microdata.persons.conftest import STAYS
from tests.ui.tabs.microdata.records.test_records import DISPLAY, opened_records

LEFT = Qt.MouseButton.LeftButton
AS_READ = {"levels": {}}


@pytest.fixture
def dialog(closed_desk: Desk, stays: Callable[..., Plan]) -> RecordsPage:
    closed_desk.open(stays("recode", AS_READ))
    return opened_records(closed_desk)


def column(dialog: RecordsPage, place: int) -> list[str]:
    model = dialog.model
    return [model.index(row, place).data(DISPLAY) for row in range(model.rowCount())]


def shown(dialog: RecordsPage) -> list[int]:
    model = dialog.model
    return [model.record(row) + 1 for row in range(model.rowCount())]


def press(desk: Desk, dialog: RecordsPage, button: object, choice: object) -> None:
    desk.qtbot.mouseClick(button, LEFT)
    desk.qtbot.waitUntil(lambda: dialog.choice == choice and desk.jobs.idle, timeout=WAIT)


def test_classes_are_in_persons_and_persons_are_numbers(dialog: RecordsPage) -> None:
    model = dialog.model
    titles = [model.headerData(place, Qt.Orientation.Horizontal) for place in range(model.columnCount())]
    assert titles == ["Persons before", "Persons now", "Person", "sex", "age", "days"]
    assert column(dialog, 0) == column(dialog, 1) == ["3", "2", "2", "3", "3", "2", "1", "1"]
    assert column(dialog, 2) == ["1", "2", "2", "3", "2", "4", "5", "5"]


def test_the_other_records_of_a_person_are_shown_also_in_other_classes(
    closed_desk: Desk, dialog: RecordsPage
) -> None:
    dialog.show_record(1)
    assert dialog.line.text() == (
        "Record 2. Persons in its class: 2, records: 3. Records of its person: 3, classes with them: 2."
    )
    press(closed_desk, dialog, dialog.show_person, OfPerson(1))
    assert shown(dialog) == [2, 3, 5]
    assert dialog.chooser.currentText() == "Person 2 (3)"
    press(closed_desk, dialog, dialog.show_class, OfClass(1))
    assert shown(dialog) == [2, 3, 6]
    (action,) = (one for one in dialog.table.actions() if "person" in one.text())
    dialog.show_record(5)
    action.trigger()
    closed_desk.qtbot.waitUntil(lambda: dialog.choice == OfPerson(5) and closed_desk.jobs.idle, timeout=WAIT)
    assert shown(dialog) == [6]


def test_states_are_of_persons(closed_desk: Desk, dialog: RecordsPage) -> None:
    names = [dialog.chooser.itemText(row) for row in range(dialog.chooser.count())]
    assert "In classes of one person (2)" in names
    assert "In classes below 3 persons (5)" in names
    dialog.choose(OfState("unique"))
    closed_desk.qtbot.waitUntil(lambda: dialog.choice == OfState("unique") and closed_desk.jobs.idle)
    assert shown(dialog) == [7, 8]


def test_no_identifier_is_shown_copied_or_written(
    closed_desk: Desk, dialog: RecordsPage, own_home: Path
) -> None:
    dialog.choose(OfPerson(1))
    closed_desk.qtbot.waitUntil(lambda: dialog.choice == OfPerson(1) and closed_desk.jobs.idle)
    for table in (dialog.table,):
        table.selectAll()
        table.copy_action.trigger()
        assert "zq" not in QApplication.clipboard().text()
        model = table.model()
        for row in range(model.rowCount()):
            for place in range(model.columnCount()):
                cell = model.index(row, place)
                assert not any("zq" in str(cell.data(role) or "") for role in Qt.ItemDataRole)
    assert "zq" not in dialog.line.text() + dialog.summary.text()
    files = [one for folder in (closed_desk.folder, own_home) for one in folder.rglob("*")]
    written = [one for one in files if one.is_file() and one.name != "stays.csv"]
    assert not any("zq" in one.read_text(encoding="utf-8", errors="ignore") for one in written)


def test_a_record_of_no_person_has_no_others(closed_desk: Desk, stays: Callable[..., Plan]) -> None:
    rows = f"{STAYS},f,30,7\n"
    plan = stays("recode", AS_READ, rows, persons={"missing": "nobody"})
    closed_desk.open(plan)
    dialog = opened_records(closed_desk)
    dialog.show_record(8)
    assert not dialog.show_person.isEnabled()
    assert dialog.line.text() == "Record 9. Persons in its class: 3, records: 4. The record has no person."
    assert column(dialog, 2)[-1] == ""


def test_without_the_role_nothing_speaks_of_persons(closed_desk: Desk, demo_plan: Plan) -> None:
    closed_desk.open(demo_plan)
    dialog = opened_records(closed_desk)
    assert not dialog.show_person.isVisible()
    titles = dialog.model.headerData(0, Qt.Orientation.Horizontal)
    assert titles == "Class before"
    assert "person" not in dialog.line.text()


@pytest.mark.parametrize("prepared", [False, True])
def test_persons_who_leave_the_file_are_marked_as_not_released(
    closed_desk: Desk, stays: Callable[..., Plan], prepared: bool
) -> None:
    plan = stays("recode", {"levels": {}, "suppress_below": 2, "suppress": "persons"})
    if prepared:
        steps = {
            "name": "prepared",
            "kind": "prepare",
            "params": {"steps": [{"filter": {"variable": "days", "test": "at_least", "value": 2}}]},
        }
        job = plan.jobs[0].model_copy(update={"input": "prepared"})
        plan = plan.model_copy(update={"jobs": (JOB_CLASSES["prepare"].model_validate(steps), job)})
    closed_desk.open(plan)
    dialog = opened_records(closed_desk)
    names = [dialog.chooser.itemText(row) for row in range(dialog.chooser.count())]
    assert "Not released (2)" in names
    dialog.choose(OfState("removed"))
    closed_desk.qtbot.waitUntil(lambda: dialog.choice == OfState("removed") and closed_desk.jobs.idle)
    dialog.sides.button(1).setChecked(True)
    left = [dialog.model.index(row, 5).data(DISPLAY) for row in range(len(shown(dialog)))]
    assert left == ["4", "6"], "their days"
    text = "The record is not released. Records of its person: 2, classes with them: 0."
    assert dialog.line.text() == f"Record {shown(dialog)[0]}. {text}"
