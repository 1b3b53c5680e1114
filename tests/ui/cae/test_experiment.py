"""An experiment in the tab: asked for by a button, stopped, plotted with bands, compared with others."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QAbstractSpinBox, QComboBox, QLineEdit

from sdc_desktop.ui.tabs.cae.view import Stage
from tests.ui.cae.conftest import Desk
from tests.ui.cae.test_curve import choose

SMALL = {"technique": "sampling", "parameters": [20, 50], "repeats": 3, "seed": 1}


def experiment(params: dict) -> dict:
    return {"name": "experiment", "kind": "cae_experiment", "params": SMALL | params}


def run(desk: Desk) -> None:
    QTest.mouseClick(desk.page.question.run_button, Qt.MouseButton.LeftButton)
    desk.rest()


def test_an_experiment_waits_for_its_button_and_then_shows_bands(desk: Desk) -> None:
    desk.open(experiment({}))
    assert desk.view.answer is None
    assert desk.page.empty.button.text() == "Run the experiment"
    run(desk)
    bands = desk.page.experiment.h0.picture.bands
    assert [band.name for band in bands] == ["20 % of the records", "50 % of the records"]
    points = desk.view.answer.result.points
    assert [point[1:] for point in bands[0].points] == [(p.h0, p.h0_sd) for p in points[:3]]
    assert desk.page.verdict.text.startswith("Least is left with ")
    assert not desk.page.question.run_button.isEnabled()


def test_a_changed_question_greys_the_answer_until_it_is_run(desk: Desk) -> None:
    desk.open(experiment({}))
    run(desk)
    field = desk.page.question.experiment.parameters
    field.setFocus()
    field.setText("10")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert desk.view.params.parameters == (10,)
    assert desk.view.stale
    assert not desk.page.experiment.h0.isEnabled()
    desk.controller.undo()
    assert desk.view.ready
    assert desk.page.experiment.h0.isEnabled()


def test_choosing_an_experiment_is_one_step_and_undo_brings_the_curve_back(desk: Desk) -> None:
    desk.open()
    choose(desk, "noise")
    assert desk.steps == 2
    assert desk.view.params.technique == "noise"
    desk.controller.undo()
    desk.rest()
    assert desk.view.is_curve
    assert desk.view.ready


def test_without_data_an_experiment_takes_the_synthetic_file(desk: Desk) -> None:
    choose(desk, "sampling")
    assert desk.view.params.data == "synthetic"
    assert desk.view.attribute == "salary"
    assert len(desk.view.attributes) == 6


def test_a_stopped_experiment_keeps_the_answer_before(desk: Desk) -> None:
    desk.open(experiment({}))
    run(desk)
    before = desk.view.answer
    desk.page.presenter.change({"data": "synthetic", "repeats": 1000})
    desk.page.presenter.run()
    assert desk.view.running
    assert desk.page.question.run_button.text() == "Stop the experiment"
    QTest.mouseClick(desk.page.question.run_button, Qt.MouseButton.LeftButton)
    desk.rest()
    assert not desk.view.running
    assert desk.view.answer is before
    assert desk.page.verdict.text.startswith("Of the question before: ")


def test_techniques_on_the_same_data_stand_side_by_side_by_their_error(desk: Desk) -> None:
    desk.open(experiment({}))
    run(desk)
    choose(desk, "noise")
    desk.page.presenter.change({"repeats": 2})
    run(desk)
    picture = desk.page.experiment.compared.picture
    assert [band.name for band in picture.bands] == ["Sampling", "Noise addition"]
    errors = [row[1] for row in desk.page.experiment.compared.rows]
    assert errors == sorted(errors, key=float)
    assert len(errors) == 2 + 5


def test_a_released_file_is_asked_for_and_compared(desk: Desk, monkeypatch) -> None:
    desk.open()
    choose(desk, "released")
    assert desk.view.stage is Stage.NO_FILE
    name = str(desk.folder / "pay.csv")
    monkeypatch.setattr("sdc_desktop.ui.tabs.cae.page.QFileDialog.getOpenFileName", lambda *_: (name, ""))
    QTest.mouseClick(desk.page.empty.button, Qt.MouseButton.LeftButton)
    assert desk.view.params.released == "pay.csv"
    run(desk)
    assert desk.view.answer.result.points[-1].h0 < desk.view.answer.result.h0_most


def test_a_refused_experiment_says_why_and_can_be_mended(desk: Desk) -> None:
    desk.open(experiment({"technique": "query_restriction", "parameters": [3]}))
    run(desk)
    assert desk.view.answer is None
    assert desk.page.question.problems.isVisible()
    desk.page.presenter.change({"parameters": (2,)})
    run(desk)
    assert desk.view.ready


def test_everything_that_takes_the_focus_has_a_name(desk: Desk) -> None:
    desk.open(experiment({}))
    kinds = (QAbstractButton, QAbstractSpinBox, QAbstractItemView, QComboBox, QLineEdit)
    for kind in kinds:
        for widget in desk.page.findChildren(kind):
            inside = widget.parent()
            if (
                not widget.isVisible()
                or widget.focusPolicy() == Qt.FocusPolicy.NoFocus
                or isinstance(inside, QAbstractSpinBox | QComboBox | QAbstractItemView)
            ):
                continue
            if type(widget).__module__.startswith("PySide6") and widget.objectName().startswith("qt_"):
                continue
            named = widget.accessibleName() or getattr(widget, "text", lambda: "")()
            assert named or inside.metaObject().className().startswith("QComboBox"), widget
