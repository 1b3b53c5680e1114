"""Guided demos: each step points at a part that is there, and is ticked off when it has been done."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView

from sdc_desktop.engine.plan import read_plan
from sdc_desktop.resources import resource_path
from sdc_desktop.ui.shell.tour import Pointer, find_part, given_params, seen_of
from sdc_desktop.words.guide.tours import TOURS


def begun(qtbot, window, name: str):
    window.open_demo(name)
    qtbot.waitUntil(lambda: find_part(window, TOURS[name][-1].place) is not None, timeout=30_000)
    return window.tour


@pytest.mark.parametrize("name", sorted(set(TOURS) - {"patients"}))
def test_every_step_points_at_a_part_of_the_window(qtbot, window, name) -> None:
    tour = begun(qtbot, window, name)
    assert tour.dock.isVisible()
    all_parts_are_there(qtbot, window, name)


def all_parts_are_there(qtbot, window, name: str) -> None:
    for step in TOURS[name]:
        paths = [step.place]
        how, _, what = step.done.partition(" ")
        assert how in ("read", "plan", "undone", "shown", "selected", "clicked")
        if how in ("shown", "selected", "clicked"):
            paths.append(what)
        for path in paths:
            qtbot.waitUntil(lambda path=path: find_part(window, path) is not None, timeout=30_000)
        if how == "clicked":
            assert isinstance(find_part(window, what), QAbstractButton)
        if how == "selected":
            assert isinstance(find_part(window, what), QAbstractItemView)


@pytest.mark.parametrize("name", sorted(TOURS))
def test_a_tour_speaks_of_the_params_that_its_plan_can_have(name) -> None:
    assert 6 <= len(TOURS[name]) <= 7
    plan = read_plan(resource_path("demo", name, f"{name}.sdcplan"))
    for step in TOURS[name]:
        how, _, what = step.done.partition(" ")
        for key in what.split() if how == "plan" else ():
            assert any(key in type(job.params).model_fields for job in plan.jobs), key
            assert len(given_params(plan, [key])) == len(plan.jobs)


def test_the_patients_are_led_through_by_doing(qtbot, window) -> None:
    tour = begun(qtbot, window, "patients")
    all_parts_are_there(qtbot, window, "patients")
    assert tour.done == frozenset()
    table = window.data_panel.variables.table
    qtbot.waitUntil(lambda: table.model().rowCount() == 3)
    table.selectRow(1)
    qtbot.waitUntil(lambda: 0 in tour.done)
    assert "Done" in tour.panel.state.text()
    assert tour.number == 0, "going on is the officer's"
    qtbot.mouseClick(tour.panel.next, Qt.MouseButton.LeftButton)
    tour.go_on()
    assert tour.done == {0, 1}
    page = find_part(window, "microdata_place.page")
    page.form.alpha_slider.setValue(page.form.alpha_slider.value() + 5)
    page.settle()
    qtbot.waitUntil(lambda: 2 in tour.done)
    tour.go_on()
    pointer = window.findChild(Pointer)
    assert pointer.isVisible(), "a part that its own contents cover is seen"
    assert pointer.geometry().contains(seen_of(page.form.area))
    tour.go_on()
    tour.go_on()
    assert tour.number == 5
    window.controller.undo()
    qtbot.waitUntil(lambda: 5 in tour.done)
    assert tour.done == {0, 1, 2, 5}
    assert "6 of 7" in tour.panel.count.text()


def test_a_tour_can_be_left_in_three_ways(qtbot, window, tmp_path) -> None:
    tour = begun(qtbot, window, "patients")
    tour.go_on()
    assert tour.panel.back.isEnabled()
    tour.go_back()
    assert tour.number == 0
    assert not tour.panel.back.isEnabled()
    qtbot.mouseClick(tour.panel.leave, Qt.MouseButton.LeftButton)
    assert not tour.running
    assert not tour.dock.isVisible()
    tour.begin("patients")
    assert tour.dock.isVisible()
    tour.dock.close()
    assert not tour.running
    tour.begin("patients")
    path = tmp_path / "other.csv"
    path.write_text("a,b\n1,2\n", encoding="utf-8")
    window.controller.open_data(path)
    qtbot.waitUntil(lambda: not tour.running, timeout=30_000)
