"""The question whose the records of an opened file are, its answers, and what is shown after them."""

import random
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from sdc_desktop.engine.data.spec import PersonsSpec
from sdc_desktop.engine.plan import Plan, plan_from_json, plan_to_text
from sdc_desktop.ui.shell.main_window import MainWindow
from sdc_desktop.ui.tabs.microdata.data.persons_card import PersonsCard
from tests.ui.conftest import choose_roles

FIGURES = "patient_id: 30 values in 100 records, at most 7 records with one value."
LEFT = Qt.MouseButton.LeftButton


def episodes(persons: int = 30, records: int = 100, empty: int = 0) -> str:
    draws = random.Random(5)
    whose = [*range(persons), *(draws.randrange(persons) for _ in range(records - persons))]
    rows = [f"{'' if n < empty else f'p{i}'},{'mf'[i % 2]},{20 + 5 * (i % 9)}" for n, i in enumerate(whose)]
    return "\n".join(["patient_id,sex,age", *rows, ""])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "episodes.csv"
    path.write_text(episodes(), encoding="utf-8")
    return path


def open_file(qtbot, window: MainWindow, path: Path) -> PersonsCard:
    with qtbot.waitSignal(window.controller.codes_found):
        window.controller.open_data(path)
    rest(qtbot, window)
    return shown(qtbot, window)


def shown(qtbot, window: MainWindow) -> PersonsCard:
    """The card Roles has it, in a window with room for the panel."""
    window.resize(1440, 800)
    qtbot.waitUntil(lambda: window.microdata_place.page is not None)
    choose_roles(window)
    return window.data_panel.persons


def rest(qtbot, window: MainWindow) -> None:
    qtbot.waitUntil(lambda: window.jobs.idle and not window.controller.reading)


def press(qtbot, window: MainWindow, button: QPushButton) -> None:
    assert button.isVisible()
    qtbot.mouseClick(button, LEFT)
    rest(qtbot, window)


def saved(plan: Plan) -> tuple[str | None, PersonsSpec | None]:
    assert plan.data is not None
    return plan.data.variables["patient_id"].role, plan.data.persons


def test_the_question_has_the_figures_and_answers_nothing(qtbot, window: MainWindow, file: Path) -> None:
    card = open_file(qtbot, window, file)
    assert card.text.startswith(f"Several records of one person?\n{FIGURES}")
    assert "Constant for each value: sex and age." in card.text
    assert saved(window.controller.plan) == ("direct_identifier", None)
    assert not card.known.isVisible()


def test_records_of_persons_is_one_step_that_undo_takes_back(qtbot, window: MainWindow, file: Path) -> None:
    card, controller = open_file(qtbot, window, file), window.controller
    steps = len(controller.project.history)
    press(qtbot, window, card.persons_button)
    assert len(controller.project.history) == steps + 1
    assert controller.project.step.label == "Role of patient_id: person"
    assert saved(controller.plan) == ("person", None)
    assert "30 persons, 100 records, at most 7 of one person." in card.text
    assert "Unique on key variables:" in card.text
    assert card.known.key == "1"
    assert not card.missing.isVisible()
    controller.undo()
    rest(qtbot, window)
    assert FIGURES in card.text
    assert card.persons_button.isVisible()


def test_one_record_per_person_lists_what_repeats(qtbot, window: MainWindow, file: Path) -> None:
    card, controller = open_file(qtbot, window, file), window.controller
    press(qtbot, window, card.one_each_button)
    assert controller.project.step.label == "One record per person"
    assert saved(controller.plan)[1] == PersonsSpec(one_record_each=True, repeats=("patient_id",))
    assert card.text == "One record per person"
    press(qtbot, window, card.persons_button)  # the other answer replaces this one
    assert saved(controller.plan) == ("person", None)
    controller.undo()
    rest(qtbot, window)
    controller.undo()
    rest(qtbot, window)
    assert FIGURES in card.text


def test_the_role_in_the_table_is_an_answer_too(qtbot, window: MainWindow, file: Path) -> None:
    card, controller = open_file(qtbot, window, file), window.controller
    press(qtbot, window, card.one_each_button)
    controller.set_variables(("patient_id",), role="person")
    rest(qtbot, window)
    assert saved(controller.plan) == ("person", None)
    assert "30 persons" in card.text


def test_the_knowledge_of_an_intruder_is_chosen_by_the_keyboard(
    qtbot, window: MainWindow, file: Path
) -> None:
    card, controller = open_file(qtbot, window, file), window.controller
    press(qtbot, window, card.persons_button)
    card.known.setFocus()
    qtbot.keyClick(card.known, Qt.Key.Key_End)
    rest(qtbot, window)
    assert saved(controller.plan) == ("person", PersonsSpec(known="all"))
    assert controller.project.step.label == "Intruder's knowledge: All records"
    assert card.known.key == "all"
    controller.undo()
    rest(qtbot, window)
    assert card.known.key == "1"


def test_records_without_a_person_are_shown_and_decided_on(qtbot, window: MainWindow, file: Path) -> None:
    file.write_text(episodes(empty=4), encoding="utf-8")
    card, controller = open_file(qtbot, window, file), window.controller
    press(qtbot, window, card.persons_button)
    assert "4 records without a person." in card.text
    card.missing.setFocus()
    qtbot.keyClick(card.missing, Qt.Key.Key_End)
    rest(qtbot, window)
    assert saved(controller.plan) == ("person", PersonsSpec(missing="nobody"))


def test_the_protected_file_shows_its_smallest_class_by_knowledge(
    qtbot, window: MainWindow, file: Path
) -> None:
    variables = {"patient_id": {"role": "person"}, "sex": {"role": "key"}, "age": {"role": "key"}}
    levels = {"sex": [["f", "*"], ["m", "*"]], "age": [[f"{20 + 5 * n}", "*"] for n in range(9)]}
    for name, rows in levels.items():
        text = "\n".join(",".join(row) for row in rows)
        file.with_name(f"{name}.csv").write_text(text, encoding="utf-8")
    hierarchies = {name: {"kind": "levels", "path": f"{name}.csv", "header": False} for name in levels}
    data = {"path": file.name, "variables": variables, "hierarchies": hierarchies}
    params = {"levels": {"age": 1, "sex": 0}}
    job = {"name": "m", "kind": "recode", "params": params, "output": {"path": "m.csv"}}
    plan = {"schema": 2, "data": data, "jobs": [job]}
    path = file.with_name("p.sdcplan")
    path.write_text(plan_to_text(plan_from_json(plan)), encoding="utf-8")
    assert window.controller.open_plan(path)
    rest(qtbot, window)
    controller = window.controller
    given, whole = controller.file_opened, controller.whole_plan
    assert given is not None
    known, audit = controller.audits.of(given, whole, whole.jobs[0], controller.base, None)
    assert known
    assert audit is not None
    card = shown(qtbot, window)
    assert "Smallest class of m: 15 by one record, 15 by two, 1 by all." in card.text


def test_other_files_have_no_question(qtbot, window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "persons.csv"
    path.write_text(episodes(persons=100), encoding="utf-8")
    card = open_file(qtbot, window, path)
    assert card.text == ""
    assert card.isHidden()
    window.controller.new()
    rest(qtbot, window)
    assert card.isHidden()
