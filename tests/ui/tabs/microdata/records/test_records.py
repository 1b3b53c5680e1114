"""Before and after, record by record, in the window: marked, filtered and jumped to."""

import csv

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.spec import OutputSpec
from sdc_desktop.engine.methods.perturbation.pram import PramParams
from sdc_desktop.engine.microdata.classes.compared_records import Choice, OfClass, OfSizes, OfState, OfValues
from sdc_desktop.engine.plan import JOB_CLASSES, Plan
from sdc_desktop.engine.runner import run_plan
from sdc_desktop.project.chain import chain_of, with_chain
from sdc_desktop.sheets.value_bars import of_spread
from sdc_desktop.ui.frame.panel import WHY
from sdc_desktop.ui.tabs.microdata.records.page import RecordsPage
from tests.ui.tabs.microdata.conftest import WAIT, Desk

DISPLAY, GROUND = Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.BackgroundRole


def opened_records(desk: Desk) -> RecordsPage:
    desk.rest()
    desk.choose_step(-1)
    desk.page.step_tabs.turn_to_tab("records")
    return compared(desk)


def compared(desk: Desk) -> RecordsPage:
    page = desk.page.step_tabs.records
    steps = desk.controller.steps
    desk.qtbot.waitUntil(
        lambda: steps.current and page._found.current and page.compared is not None and desk.jobs.idle,
        timeout=WAIT,
    )
    return page


def rows(page: RecordsPage, side: int) -> list[list[str]]:
    model = page.model
    page.sides.button(1 - side).setChecked(True)
    columns = range(model.leading, model.columnCount())
    return [[model.index(row, column).data(DISPLAY) for column in columns] for row in range(model.rowCount())]


def choose(desk: Desk, dialog: RecordsPage, state: str) -> None:
    choices = [dialog.chooser.itemData(row) for row in range(dialog.chooser.count())]
    dialog.chooser.setCurrentIndex(choices.index(OfState(state)))
    dialog.chooser.activated.emit(dialog.chooser.currentIndex())
    desk.qtbot.waitUntil(lambda: dialog.choice == OfState(state) and desk.jobs.idle, timeout=WAIT)


def exported(desk: Desk) -> list[list[str]]:
    """What a run of the plan exports."""
    card = desk.page.card
    desk.export(OutputSpec(path="run.csv"))
    desk.page.show_card(card)
    desk.rest()
    out = desk.folder / "run"
    run_plan(desk.controller.whole_plan, desk.controller.base, out, JobContext())
    with (out / "run.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))[1:]


@pytest.mark.parametrize("kind", ["anopi", "recode", "microaggregate", "pram"])
def test_both_sides_are_the_file_and_what_a_run_of_it_exports(
    closed_desk: Desk, demo_plan: Plan, kind: str
) -> None:
    closed_desk.open(demo_plan)
    closed_desk.page.choose_way(kind)
    closed_desk.rest()
    part = closed_desk.page.part
    if part is not None and not part.presenter.view.ready:
        part.presenter.run()
        closed_desk.rest()
    dialog = opened_records(closed_desk)
    original, shown = rows(dialog, 0), rows(dialog, 1)
    opened = closed_desk.controller.opened
    places = [opened.data.index(one.name) for one in dialog.compared.variables]
    assert original == [[row[place] for place in places] for row in opened.data.window(0, 60)]
    assert shown == exported(closed_desk)


def test_changed_values_are_marked_and_filtered(closed_desk: Desk, demo_plan: Plan) -> None:
    closed_desk.open(demo_plan)
    dialog = opened_records(closed_desk)
    model = dialog.model
    before, after = rows(dialog, 0), rows(dialog, 1)
    for side in (0, 1):
        rows(dialog, side)
        for row, pair in enumerate(zip(before, after, strict=True)):
            for place, (old, new) in enumerate(zip(*pair, strict=True)):
                marked = model.index(row, model.leading + place).data(GROUND) is not None
                assert marked == (old != new)
    for state, flags in (("changed", dialog.compared.changed), ("unique", dialog.compared.after == 1)):
        choose(closed_desk, dialog, state)
        assert [model.headerData(row, Qt.Orientation.Vertical) for row in range(model.rowCount())] == [
            place + 1 for place, flag in enumerate(flags) if flag
        ]
    dialog.only_changed.setChecked(True)
    names = [model.headerData(column, Qt.Orientation.Horizontal) for column in range(model.columnCount())]
    assert names[2:] == [one.name for one in dialog.compared.variables if one.changed]


def test_the_selected_record_is_explained_with_both_texts(closed_desk: Desk, demo_plan: Plan) -> None:
    closed_desk.open(demo_plan)
    page = opened_records(closed_desk)
    page.show_record(41)
    assert "Record 42" in page.line.text()
    one = page.compared.variable("yob")
    before, after = (one.texts[int(codes[41])] for codes in (one.original, one.released))
    text = closed_desk.why.text()
    assert "Record 42" in text
    assert f"{before} → {after}" in text.replace("\n", " ")
    assert closed_desk.page.frame.panel.page == 0
    QTest.keyClick(page.table, Qt.Key.Key_Return)
    assert closed_desk.page.frame.panel.page == WHY


def test_a_later_step_is_compared_with_the_original_or_the_step_before(
    closed_desk: Desk, demo_plan: Plan
) -> None:
    closed_desk.open(demo_plan)
    plan = closed_desk.controller.plan
    pram = JOB_CLASSES["pram"](name="pram", params=PramParams(variables=("ms",), retain=0.3))
    closed_desk.controller.change_plan("Steps", with_chain(plan, (*chain_of(plan), pram)))
    page = opened_records(closed_desk)
    recoded = page.compared.variable("yob").changed
    assert recoded == 60
    closed_desk.page.step_tabs.compared.button(1).setChecked(True)
    compared(closed_desk)
    assert page.compared.variable("yob").changed == 0
    assert page.compared.variable("ms").changed > 0
    closed_desk.choose_step(0)
    compared(closed_desk)
    assert page.compared.variable("ms").changed == recoded
    assert not closed_desk.page.step_tabs.compared.button(1).isVisible()


def test_a_class_and_a_record_are_jumped_to(closed_desk: Desk, demo_plan: Plan) -> None:
    closed_desk.open(demo_plan)
    dialog = opened_records(closed_desk)
    dialog.box.setText("17")
    QTest.keyClick(dialog.box, Qt.Key.Key_Return)
    assert dialog.current[0] == 16
    closed_desk.qtbot.mouseClick(dialog.show_class, Qt.MouseButton.LeftButton)
    closed_desk.qtbot.waitUntil(lambda: dialog.choice == OfClass(16) and closed_desk.jobs.idle, timeout=WAIT)
    model = dialog.model
    assert model.rowCount() == dialog.compared.after[16]
    assert dialog.current[0] == 16, "the record stays the current one"
    outside = next(place for place in range(60) if model.row_of(place) is None)
    dialog.box.setText(str(outside + 1))
    QTest.keyClick(dialog.box, Qt.Key.Key_Return)
    assert dialog.choice == OfState()
    assert dialog.current[0] == outside


@pytest.mark.parametrize("after", [False, True])
def test_a_bar_leads_to_its_records(closed_desk: Desk, demo_plan: Plan, after: bool) -> None:
    closed_desk.open(demo_plan)
    closed_desk.rest()
    page = closed_desk.page.answer.evidence.values
    closed_desk.page.answer.evidence.turn_to(page)
    plot = page.plots[2 if after else 1]
    box = plot.getPlotItem().getViewBox()
    height = plot.heights()[0] / 2
    spot = plot.mapFromScene(box.mapViewToScene(QPointF(0, height)))
    closed_desk.qtbot.mouseClick(plot.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(spot))
    assert plot.selection == 0
    QTest.keyClick(plot, Qt.Key.Key_Return)
    dialog = compared(closed_desk)
    closed_desk.qtbot.waitUntil(lambda: isinstance(dialog.choice, OfValues) and closed_desk.jobs.idle)
    name, count = plot.bars[0]
    assert dialog.model.rowCount() == count
    assert dialog.choice.label == name


def counted(desk: Desk, dialog: RecordsPage, choice: Choice) -> int:
    """How many records a choice has in the dialog."""
    dialog.choose(choice)
    desk.qtbot.waitUntil(lambda: dialog.choice == choice and desk.jobs.idle, timeout=WAIT)
    return dialog.model.rowCount()


@pytest.mark.parametrize("kind", ["microaggregate", "pram", "local_suppression"])
def test_every_bar_counts_its_records(closed_desk: Desk, demo_plan: Plan, kind: str) -> None:
    closed_desk.open(demo_plan)
    closed_desk.page.choose_way(kind)
    closed_desk.rest()
    answer = closed_desk.page.part.answer
    dialog = opened_records(closed_desk)
    spreads = closed_desk.page.part.presenter.view.answer.spreads
    for row, (name, found) in enumerate(spreads.items()):
        answer.values.chooser.setCurrentIndex(row)
        answer.values.chooser.activated.emit(row)
        for plot, after in ((answer.values.frame.before, False), (answer.values.frame.after, True)):
            for place, (label, count) in enumerate(plot.bars):
                choice = of_spread(name, found, place, after, label)
                assert counted(closed_desk, dialog, choice) == count, choice


def test_a_bar_of_class_sizes_leads_to_its_records(closed_desk: Desk, demo_plan: Plan) -> None:
    closed_desk.open(demo_plan)
    closed_desk.rest()
    evidence = closed_desk.page.answer.evidence
    evidence.turn_to(evidence.keys)
    closed_desk.rest()
    place = next(i for i, (_, _, records) in enumerate(evidence.keys.plots[1].pairs) if records)
    evidence.keys.plots[1].requested.emit(place)
    dialog = compared(closed_desk)
    closed_desk.qtbot.waitUntil(lambda: isinstance(dialog.choice, OfSizes) and closed_desk.jobs.idle)
    assert dialog.model.rowCount() == evidence.keys.plots[1].pairs[place][2]


def test_synthetic_records_are_not_set_beside_others(closed_desk: Desk, demo_plan: Plan) -> None:
    closed_desk.open(demo_plan)
    closed_desk.page.choose_way("synthesise")
    closed_desk.rest()
    part = closed_desk.page.part
    if not part.presenter.view.ready:
        part.presenter.run()
    closed_desk.page.ask_records(None)
    page = closed_desk.page.step_tabs.records
    closed_desk.qtbot.waitUntil(lambda: "no counterpart" in page.note.text(), timeout=WAIT)
    assert page.model.rowCount() == 0
    assert not page.table.isEnabled()


def test_all_steps_are_applied(closed_desk: Desk, demo_plan: Plan) -> None:
    closed_desk.open(demo_plan)
    closed_desk.page.choose_way("recode")
    closed_desk.rest()
    plan = closed_desk.controller.plan
    steps = (
        *chain_of(plan),
        JOB_CLASSES["pram"](name="pram", params=PramParams(variables=("ms",), retain=0.3)),
    )
    closed_desk.controller.change_plan("Steps", with_chain(plan, steps))
    dialog = opened_records(closed_desk)
    shown = rows(dialog, 1)
    assert shown == exported(closed_desk)
