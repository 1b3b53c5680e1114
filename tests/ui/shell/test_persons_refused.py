"""What would count records of persons is not offered in the window, and the answer leaves no such job."""

import random
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox

from sdc_desktop.engine.microdata.suppression.spec import SuppressionParams
from sdc_desktop.engine.plan import plan_from_json, plan_to_text
from sdc_desktop.ui.shell.main_window import MainWindow
from sdc_desktop.ui.tabs.microdata.page import MicrodataPage
from tests.ui.panels.test_persons_card import press, rest, shown

TIP = Qt.ItemDataRole.ToolTipRole


@pytest.fixture
def page(qtbot, window: MainWindow, tmp_path: Path) -> MicrodataPage:
    """100 stays of 30 patients; ANOPI puts ages into groups."""
    draws = random.Random(5)
    whose = [*range(30), *(draws.randrange(30) for _ in range(70))]
    rows = [f"p{i},{'mf'[i % 2]},{20 + 5 * (i % 9)}" for i in whose]
    (tmp_path / "stays.csv").write_text("\n".join(["patient_id,sex,age", *rows, ""]), encoding="utf-8")
    roles = {"patient_id": "direct_identifier", "sex": "key", "age": "key"}
    variables = {name: {"role": role} for name, role in roles.items()}
    params = {"technique": "microaggregation", "suppress_below": 3}
    job = {"name": "anopi", "kind": "anopi", "params": params}
    data = {"path": "stays.csv", "variables": variables}
    path = tmp_path / "stays.sdcplan"
    text = plan_to_text(plan_from_json({"schema": 2, "data": data, "jobs": [job]}))
    path.write_text(text, encoding="utf-8")
    assert window.controller.open_plan(path)
    qtbot.waitUntil(lambda: window.microdata_place.page is not None, timeout=60_000)
    rest(qtbot, window)
    return window.microdata_place.page


def answer(qtbot, window: MainWindow, page: MicrodataPage, known: str = "") -> None:
    """Say that the records are of persons, and what an intruder knows; then show the step."""
    persons = shown(qtbot, window)
    press(qtbot, window, persons.persons_button)
    if known:
        persons.known.chosen.emit(known)
        rest(qtbot, window)
    page.show_card("step:anopi")


def barred(chooser: QComboBox) -> dict[str, str]:
    """The rows that cannot be chosen, with the reason."""
    rows = range(chooser.count())
    flags = {row: chooser.model().flags(chooser.model().index(row, 0)) for row in rows}
    return {chooser.itemText(row): chooser.itemData(row, TIP) for row in rows if not flags[row]}


def test_the_answer_leaves_no_job_that_is_refused(qtbot, window: MainWindow, page: MicrodataPage) -> None:
    steps = len(window.controller.project.history)
    answer(qtbot, window, page)
    assert len(window.controller.project.history) == steps + 1
    (job,) = window.controller.whole_plan.jobs
    assert job.params.technique == "microaggregation"
    assert not [one for one in window.controller.problems if one.code.startswith("persons")]


def test_methods_that_count_records_are_marked_with_the_reason(
    qtbot, window: MainWindow, page: MicrodataPage
) -> None:
    assert barred(page.masking.form.method) == {}
    answer(qtbot, window, page)
    (reason,) = barred(page.masking.form.method).values()
    assert reason == (
        "“Synthetic records” would count records, and some persons have several. "
        "Keep one record of each person when preparing the records."
    )
    page.choose_way("local_suppression")
    rest(qtbot, window)
    form = page.masking.form.forms["local_suppression"]
    assert page.masking.form.meaning.text().endswith("Some persons have several records: k counts persons.")
    part = form.parts["households"]
    assert list(barred(part)) == ["together"]


def test_suppressions_that_hide_no_person_are_marked(qtbot, window: MainWindow, page: MicrodataPage) -> None:
    card = page.form.suppression
    assert list(barred(card.way)) == ["whole persons"]
    answer(qtbot, window, page)
    assert barred(card.way) == {}
    card.show_params(SuppressionParams(suppress="cells", suppress_below=3), ())
    assert card.meaning.text().startswith("At least 3 persons")
    known = shown(qtbot, window).known
    known.setFocus()
    qtbot.keyClick(known, Qt.Key.Key_End)
    rest(qtbot, window)
    assert window.controller.whole_plan.jobs[0].params.suppress == "persons"
    assert len(barred(card.way)) == 2
    assert card.way.currentText() == "whole persons"


def test_the_first_click_on_suppression_is_not_lost(qtbot, window: MainWindow, page: MicrodataPage) -> None:
    """It is explained at once, and nothing moves below the mouse."""
    window.resize(1440, 800)
    card, tabs = page.form.suppression, page.frame.panel.tabs
    assert card.on.isChecked()
    page.form.area.ensureWidgetVisible(card.on)
    assert tabs.tabText(1) == "Why"
    qtbot.mouseClick(card.on, Qt.MouseButton.LeftButton)
    rest(qtbot, window)
    assert not card.on.isChecked()
    assert card.on.isVisible()
    assert tabs.tabText(1) == "Why •"


def test_no_way_begins_with_what_is_refused(qtbot, window: MainWindow, page: MicrodataPage) -> None:
    answer(qtbot, window, page, known="all")
    for way in ("generalise", "recode", "anopi"):
        page.choose_way(way)
        rest(qtbot, window)
        found = {one.code for one in window.controller.problems if one.code.startswith("persons")}
        assert not found - {"persons.nothing_left"}, way  # of the ages as they are no class has enough
    card = page.form.suppression
    card.on.click()
    rest(qtbot, window)
    assert window.controller.whole_plan.jobs[0].params.suppress_below is None
    card.on.click()
    rest(qtbot, window)
    assert window.controller.whole_plan.jobs[0].params.suppress == "persons"
    assert card.records.isHidden(), "no suppressed record is left"
