"""A simulation in the tab: asked for, run, played, compared, saved; the same as the batch command's."""

import csv

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QAbstractSpinBox, QComboBox, QLineEdit

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.runner import evaluate_plan, run_plan, to_json
from sdc_desktop.ui.tabs.release.tab_job import Stage
from sdc_desktop.ui.widgets.verdict_bar import Mark
from tests.ui.tabs.release.conftest import JOB, PARAMS, Desk, people


def job(**params) -> dict:
    return JOB | {"params": PARAMS | params}


def choose(desk: Desk, box: QComboBox, index: int) -> None:
    box.setCurrentIndex(index)
    box.activated.emit(index)
    desk.rest()


def test_without_data_the_tab_says_what_comes_next(desk: Desk, qtbot) -> None:
    assert desk.view.stage is Stage.NO_DATA
    with qtbot.waitSignal(desk.page.open_data_requested):
        QTest.mouseClick(desk.page.beginning.ways["open"], Qt.MouseButton.LeftButton)


def test_both_variables_chosen_are_one_step_and_undo_takes_it_back(desk: Desk) -> None:
    desk.open()
    parts = desk.page.question.form.parts
    attribute, target = parts["attribute"], parts["target"]
    assert desk.view.stage is Stage.NO_VARIABLES
    assert attribute.findText("id") < 0
    choose(desk, attribute, attribute.findText("age"))
    assert (desk.view.stage, desk.steps) == (Stage.NO_VARIABLES, 1)
    choose(desk, target, target.findText("place"))
    assert (desk.view.stage, desk.steps) == (Stage.READY, 2)
    assert desk.controller.plan.jobs[0].kind == "release"
    desk.controller.undo()
    assert desk.view.stage is Stage.NO_VARIABLES
    desk.controller.redo()
    assert desk.view.target == "place"


def test_the_simulation_is_run_by_its_button_and_finds_what_the_batch_command_finds(desk: Desk) -> None:
    desk.open(JOB)
    assert desk.view.answer is None
    desk.run()
    assert desk.view.ready
    assert desk.page.verdict.mark is Mark.OPEN
    assert desk.page.verdict.text.startswith("On average, between ")
    assert "of 240 requested records are released" in desk.page.verdict.text
    done = evaluate_plan(desk.controller.plan, desk.folder, JobContext())
    assert to_json(done.jobs[0].result) == to_json(desk.view.answer.result)


def test_a_changed_question_greys_the_answer_and_undo_brings_it_back(desk: Desk) -> None:
    desk.open(JOB)
    desk.run()
    seed = desk.page.question.form.parts["seed"]
    seed.setValue(7)
    seed.settle()
    assert desk.view.params.seed == 7
    assert desk.view.stale
    assert not desk.page.simulation.tabs.isEnabled()
    desk.controller.undo()
    assert desk.view.ready
    assert desk.page.simulation.tabs.isEnabled()


def test_a_run_can_be_stopped_and_the_answer_before_stays(desk: Desk) -> None:
    desk.open(JOB)
    desk.run()
    before = desk.view.answer
    desk.page.presenter.change({"orders": 5000})
    desk.page.presenter.run()
    assert desk.page.question.run.text() == "Stop the simulation"
    desk.page.question.run.click()
    desk.rest()
    assert not desk.view.running
    assert desk.view.answer is before
    assert desk.page.verdict.text.startswith("Previous result: ")


def test_playing_moves_records_from_requested_to_released_or_waiting(desk: Desk) -> None:
    desk.open(JOB)
    desk.run()
    part = desk.page.simulation
    replay = part.replay
    for time in (0, 1, 60, 240):
        part.player.go_to(time)
        moment = part.moment
        assert moment.requested.sum() == time
        assert (moment.released + moment.waiting + moment.denied == moment.requested).all()
        assert np.array_equal(moment.released, moment.table.sum(axis=1))
        assert f"{time} requested: {moment.released.sum()} released" in part.counters.text()
    played = desk.view.answer.result.runs[0].played[0]
    assert np.array_equal(part.moment.table, played.released)
    assert len(replay.waiting_at(240)) == played.queued.sum()


def test_the_keyboard_plays_steps_and_pauses(desk: Desk) -> None:
    desk.open(JOB)
    desk.run()
    player = desk.page.simulation.player
    QTest.keyClick(player.begin, Qt.Key.Key_Space)
    assert player.at == 0
    QTest.keyClick(player.step, Qt.Key.Key_Space)
    assert player.at == 1
    QTest.keyClick(player.next, Qt.Key.Key_Space)
    assert desk.page.simulation.moment.released.sum() >= 1
    at = player.at
    QTest.keyClick(player.play, Qt.Key.Key_Space)
    assert player.playing
    desk.qtbot.waitUntil(lambda: player.at > at, timeout=30_000)
    QTest.keyClick(player.play, Qt.Key.Key_Space)
    assert not player.playing
    player.speed.setCurrentIndex(4)
    QTest.keyClick(player.play, Qt.Key.Key_Space)
    desk.qtbot.waitUntil(lambda: not player.playing, timeout=30_000)
    assert player.at == 240
    QTest.keyClick(player.slider, Qt.Key.Key_Home)
    assert player.at == 0


def test_courses_are_drawn_a_panel_a_target_and_end_below_their_critical_values(desk: Desk) -> None:
    desk.open(JOB)
    desk.run()
    part = desk.page.simulation
    assert [panel.title for panel in part.play_view.courses.panels.panels] == ["MIS"]
    choose(desk, part.run, 1)
    assert [panel.title for panel in part.play_view.courses.panels.panels] == ["KLD, x", "KLD, y", "KLD, z"]
    for course in part.replay.courses:
        assert (course.statistic < course.critical).all()
        assert (np.diff(course.released) > 0).all()
    part.player.go_to(10)
    assert part.play_view.courses.panels.until == part.moment.released.sum()


def test_tables_show_who_is_where(desk: Desk) -> None:
    desk.open(JOB)
    desk.run()
    part = desk.page.simulation
    part.tabs.turn_to(part.queue_view)
    part.player.go_to(100)
    requests, waiting, released = part.queue_view.tables
    assert requests.model.rowCount() == 100
    assert requests.model.index(0, 0).data() == "100"
    assert waiting.model.rowCount() + released.model.rowCount() == 100
    numbers = [{row[0] for row in table.model.rows()} for table in (waiting, released)]
    assert not numbers[0] & numbers[1]
    assert numbers[0] | numbers[1] == {str(number) for number in range(1, 101)}


def test_the_log_can_be_saved_and_tells_each_release(desk: Desk) -> None:
    desk.open(JOB)
    desk.run()
    part = desk.page.simulation
    part.tabs.turn_to(part.log_view)
    part.log_view.table.save(desk.folder / "log.csv")
    with (desk.folder / "log.csv").open(newline="", encoding="utf-8") as file:
        header, *rows = csv.reader(file)
    assert header == ["Released", "Request", "When", "age", "place", "MIS", "MIS critical"]
    trace = desk.view.answer.result.runs[0].played[0].trace
    assert len(rows) == len(trace.requests)
    assert int(rows[-1][1]) == trace.requests[0] + 1
    assert float(rows[0][5]) == pytest.approx(trace.readings[-1, 0, 0], abs=1e-6)
    assert desk.page.report.outcome.text() == "Written: log.csv."


def test_tests_are_compared_over_all_orders_beside_fitting_the_baseline(desk: Desk) -> None:
    desk.open(JOB)
    desk.run()
    compared, result = desk.page.simulation.compared, desk.view.answer.result
    assert not compared.bands.bands  # as long as it is not looked at
    desk.page.simulation.tabs.turn_to(compared.matrix)
    assert [band.name for band in compared.bands.bands] == ["MIS", "KLD", "fitting the baseline"]
    means = [point[1] for point in compared.bands.bands[0].points]
    assert means == [one.released for one in result.runs[0].targets.values()]
    assert compared.plot.numbers.tolist() == [list(row.safe_under.values()) for row in result.matrix]
    assert compared.plot.numbers[0, 0] == 2


def test_tests_and_their_combination_are_stated_as_runs(desk: Desk) -> None:
    desk.open(JOB)
    runs = desk.page.question.form.parts["tests"]
    assert [test for test, box in runs.boxes.items() if box.isChecked()] == ["MIS", "KLD"]
    choose(desk, runs.combination, 1)
    assert desk.view.params.tests == (("MIS", "KLD"),)
    choose(desk, runs.combination, 2)
    assert desk.view.params.tests == ("MIS", "KLD", ("MIS", "KLD"))
    runs.boxes["MIS"].click()
    assert desk.view.params.tests == ("KLD",)
    runs.boxes["KLD"].click()  # one stays
    assert desk.view.params.tests == ("KLD",)
    assert runs.boxes["KLD"].isChecked()
    runs.runs.setText("mis, kld + cst")
    runs.runs.editingFinished.emit()
    assert desk.view.params.tests == ("MIS", ("KLD", "CST"))
    runs.runs.setText("XYZ")
    runs.runs.editingFinished.emit()
    assert "XYZ is not a test" in desk.page.question.problems.text()


def test_all_tests_together_let_out_no_more_than_the_strictest(desk: Desk) -> None:
    desk.open(job(tests=["MIS", "KLD", ["MIS", "KLD"]], orders=1))
    desk.run()
    part = desk.page.simulation
    choose(desk, part.run, 2)
    titles = [panel.title for panel in part.play_view.courses.panels.panels]
    assert titles == ["MIS", "KLD, x", "KLD, y", "KLD, z"]


def test_a_baseline_that_is_stated_starts_as_that_of_the_file(desk: Desk) -> None:
    desk.open(JOB)
    desk.run()
    form = desk.page.question.form
    baseline = form.parts["baseline"]
    shares = baseline.inside
    choose(desk, baseline.chooser, 1)
    assert desk.view.params.baseline == desk.view.answer.result.baseline
    assert shares.isVisible()
    shares.setPlainText("a 0.5\nb 0.3\nc 0.3")
    shares.settle()
    desk.run()
    assert "the baseline sums to 1.1" in desk.page.question.problems.text()
    shares.setPlainText("a 0.5\nb\nc 0.3")
    shares.settle()
    assert "not a name with a number after it" in desk.page.question.problems.text()
    shares.setPlainText("a 0.5\nb 0.3\nc 0.2")
    shares.settle()
    desk.run()
    assert desk.view.ready


def test_records_that_are_not_safe_are_denied_where_that_is_the_policy(desk: Desk) -> None:
    desk.open(job(policy="deny", orders=1))
    desk.run()
    part = desk.page.simulation
    assert part.moment.denied.sum() > 0
    assert part.moment.waiting.sum() == 0
    assert "denied" in part.counters.text()


@pytest.mark.parametrize("stream", ["file", "arrivals"])
def test_requests_come_as_they_are_set_to(desk: Desk, stream) -> None:
    desk.open(job(stream=stream, rates={"y": 0} if stream == "arrivals" else {}))
    desk.run()
    replay = desk.page.simulation.replay
    if stream == "file":
        assert [replay.value_name(n) for n in range(3)] == [row[1] for row in people()[:3]]
    else:
        assert replay.length == 160
        assert "y" not in {replay.target_name(n) for n in range(replay.length)}


def test_requests_come_from_a_file_that_lists_them(desk: Desk, monkeypatch) -> None:
    desk.open(JOB)
    (desk.folder / "asked.csv").write_text("place,age\nx,a\ny,c\nz,b\nx,strange\n", encoding="utf-8")
    form = desk.page.question.form
    choose(desk, form.parts["stream"], 3)
    assert desk.view.stage is Stage.NO_FILE
    name = str(desk.folder / "asked.csv")
    monkeypatch.setattr("sdc_desktop.ui.tabs.tab_page.QFileDialog.getOpenFileName", lambda *_: (name, ""))
    form.parts["requests_file"].button.click()
    assert desk.view.params.requests_file == "asked.csv"
    desk.run()
    replay = desk.page.simulation.replay
    shown = [(replay.target_name(n), replay.value_name(n)) for n in range(replay.length)]
    assert shown == [("x", "a"), ("y", "c"), ("z", "b"), ("x", "")]


def test_the_whole_file_can_be_assessed(desk: Desk) -> None:
    desk.open(job(assess_only=True))
    desk.run()
    assert desk.page.verdict.mark is Mark.UNSAFE
    rows = [row[:2] + row[5:] for row in desk.page.assessed.table.model.rows()]
    assert ("KLD", "y", "not safe") in rows


def test_the_report_is_written_with_what_was_simulated(desk: Desk) -> None:
    desk.open(job(orders=1))
    desk.run()
    desk.page.report.report_button.click()
    assert "Release queue: release queue" in desk.report_text(desk.page.report.dialog.view)


def test_everything_is_exported_into_a_new_folder_with_the_trace_of_the_batch_command(desk: Desk) -> None:
    desk.open(job(orders=1, tests=["MIS"]) | {"output": {"path": "trace.csv"}})
    desk.run()
    (desk.folder / "release_queue").mkdir()  # that of another day stays as it is
    desk.page.export(desk.folder)
    desk.rest()
    assert desk.page.report.outcome.text() == "Written: release_queue_2."
    assert list((desk.folder / "release_queue").iterdir()) == []
    made = {path.name: path.read_bytes() for path in (desk.folder / "release_queue_2").iterdir()}
    for name, figure in desk.page.simulation.figures.items():
        assert made[f"{name}.png"].startswith(b"\x89PNG")
        assert made[f"{name}.csv"].startswith(figure.header[0].encode())
    assert {"requests.csv", "waiting.csv", "released.csv", "log.csv"} <= set(made)
    run_plan(desk.controller.plan, desk.folder, desk.folder / "batch", JobContext())
    assert made["trace.csv"] == (desk.folder / "batch" / "trace.csv").read_bytes()


def test_a_form_that_is_only_shown_tells_nothing(desk: Desk) -> None:
    desk.open(job(alpha={"MIS": 0.1}, baseline={"a": 0.4, "b": 0.3, "c": 0.3}))
    desk.qtbot.wait(900)  # longer than a field rests
    assert desk.steps == 1
    assert desk.controller.problems == ()


def test_everything_that_takes_the_focus_has_a_name(desk: Desk) -> None:
    desk.open(job(orders=1))
    desk.run()
    desk.page.question.form.more.button.setChecked(True)
    for kind in (QAbstractButton, QAbstractSpinBox, QAbstractItemView, QComboBox, QLineEdit):
        for widget in desk.page.findChildren(kind):
            inside = widget.parent()
            if (
                not widget.isVisible()
                or widget.focusPolicy() == Qt.FocusPolicy.NoFocus
                or isinstance(inside, QAbstractSpinBox | QComboBox | QAbstractItemView)
                or widget.objectName().startswith("qt_")
            ):
                continue
            named = widget.accessibleName() or getattr(widget, "text", lambda: "")()
            assert named or inside.metaObject().className().startswith("QComboBox"), widget


def test_the_theme_can_change_under_the_panels_and_many_targets_have_pages(desk: Desk, theme) -> None:
    desk.open(job(orders=1))
    desk.run()
    theme.choose("dark")
    try:
        desk.qtbot.wait(1)  # panels are drawn anew in the next turn
        colour = desk.page.simulation.play_view.courses.panels.backgroundBrush().color()
        assert colour.lightness() < 128
    finally:
        theme.choose("light")
    pages = desk.page.simulation.play_view.courses.pages
    pages.show_number(50)
    assert pages.count() == 9


def test_the_rule_for_joining_small_cells_is_a_setting_of_the_question(desk: Desk) -> None:
    desk.open(job(tests=["CST"], orders=1))
    join = desk.page.question.form.parts["join"]
    assert join.currentText() == "smallest cell with its smaller neighbour"
    join.setCurrentIndex(1)
    join.activated.emit(1)
    assert desk.view.params.join == "forwards"
    assert desk.controller.project.step.label == "Release queue: Rule for joining small cells"
    desk.run()
    assert desk.view.answer.result.join == "forwards"
