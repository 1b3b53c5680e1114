"""An experiment in the tab: asked for by a button, stopped, plotted with bands, compared with others."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QAbstractSpinBox, QComboBox, QLineEdit

from sdc_desktop.ui.tabs.cae.view import Stage
from tests.ui.tabs.cae.conftest import Desk
from tests.ui.tabs.cae.test_curve import choose

SMALL = {"technique": "sampling", "parameters": [20, 50], "repeats": 3, "seed": 1}


def experiment(params: dict) -> dict:
    return {"name": "experiment", "kind": "cae_experiment", "params": SMALL | params}


def run(desk: Desk) -> None:
    QTest.mouseClick(desk.page.question.run, Qt.MouseButton.LeftButton)
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
    assert desk.page.verdict.text.startswith("Lowest remaining uncertainty: ")
    assert not desk.page.question.run.isEnabled()


def test_a_changed_question_greys_the_answer_until_it_is_run(desk: Desk) -> None:
    desk.open(experiment({}))
    run(desk)
    field = desk.page.question.experiment.parts["parameters"]
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
    assert desk.page.question.run.text() == "Stop the experiment"
    QTest.mouseClick(desk.page.question.run, Qt.MouseButton.LeftButton)
    desk.rest()
    assert not desk.view.running
    assert desk.view.answer is before
    assert desk.page.verdict.text.startswith("Previous result: ")


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


def test_a_released_file_is_requested_and_compared(desk: Desk, monkeypatch) -> None:
    desk.open()
    choose(desk, "released")
    assert desk.view.stage is Stage.NO_FILE
    name = str(desk.folder / "pay.csv")
    monkeypatch.setattr("sdc_desktop.ui.tabs.tab_page.QFileDialog.getOpenFileName", lambda *_: (name, ""))
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


def test_all_techniques_are_put_into_the_plan_and_run(desk: Desk) -> None:
    desk.open(experiment({"attribute": "pay", "attributes": ["town", "sex"], "repeats": 2}))
    run(desk)
    steps, answer = desk.steps, desk.page.experiment
    desk.page.tabs.setCurrentIndex(3)
    QTest.mouseClick(answer.compare, Qt.MouseButton.LeftButton)
    desk.rest()
    assert desk.steps == steps + 1
    shown = [job.params for job in desk.controller.plan.jobs]
    assert [params.technique for params in shown] == ["sampling", "query_restriction", "noise"]
    assert {(params.attributes, params.repeats, params.seed) for params in shown} == {(("town", "sex"), 2, 1)}
    assert [band.name for band in answer.compared.picture.bands] == [
        "Sampling",
        "Query restriction",
        "Noise addition",
    ]
    assert not answer.compare.isEnabled()
    assert "Kept only" not in answer.compared_line.text()
    QTest.mouseClick(answer.alone, Qt.MouseButton.LeftButton)
    desk.rest()
    assert [job.params.technique for job in desk.controller.plan.jobs] == ["sampling"]
    assert [band.name for band in answer.compared.picture.bands] == ["Sampling"]


def test_a_technique_of_the_plan_takes_the_tab_and_the_one_before_stays(desk: Desk) -> None:
    noise = {"name": "noise", "kind": "cae_experiment", "params": SMALL | {"technique": "noise", "seed": 7}}
    desk.open(experiment({}), noise)
    choose(desk, "noise")
    assert desk.view.params.seed == 7
    assert [job.params.technique for job in desk.controller.plan.jobs] == ["noise", "sampling"]


def test_what_is_kept_for_this_session_only_is_stated(desk: Desk) -> None:
    desk.open(experiment({}))
    run(desk)
    choose(desk, "noise")
    desk.page.presenter.change({"repeats": 2})
    run(desk)
    answer = desk.page.experiment
    desk.page.tabs.setCurrentIndex(3)
    assert "Kept only until the project is closed: Sampling." in answer.compared_line.text()


def test_a_domain_is_stated_in_steps_or_as_values(desk: Desk) -> None:
    desk.open(experiment({}))
    form = desk.page.question.experiment
    form.more.unfold()
    domain_editor = form.parts["domain"]
    assert not domain_editor.numbers.isVisible()

    def tell(kind: int, text: str) -> None:
        domain_editor.chooser.setCurrentIndex(kind)
        domain_editor.chooser.activated.emit(kind)
        domain_editor.numbers.setText(text)
        domain_editor.numbers.settle()

    tell(1, "0 20")
    assert "needs three numbers" in desk.page.question.problems.text()
    tell(1, "0 20 5")
    domain = desk.view.params.domain
    assert (domain.lowest, domain.highest, domain.step) == (0, 20, 5)
    tell(2, "1 3 5 8 10 20")
    assert desk.view.params.domain == (1, 3, 5, 8, 10, 20)
    domain_editor.chooser.setCurrentIndex(0)
    domain_editor.chooser.activated.emit(0)
    assert desk.view.params.domain is None


def test_what_is_known_is_stated_by_numbers_and_by_names(desk: Desk) -> None:
    desk.open(experiment({}))
    form = desk.page.question.experiment
    form.parts["known"].setPlainText("0\n2\ntown, sex\nsex")
    form.parts["known"].settle()
    assert desk.view.params.known == (0, 2, ("town", "sex"), ("sex",))
    run(desk)
    assert [point.known for point in desk.view.answer.result.points[:4]] == [0, 2, ("town", "sex"), ("sex",)]
    form.parts["known"].setPlainText("townn")
    form.parts["known"].settle()
    run(desk)
    assert "townn is not among the attributes" in desk.page.question.problems.text()


def test_a_query_log_can_be_taken_away_again(desk: Desk) -> None:
    desk.open(experiment({"technique": "query_restriction", "parameters": None, "queries": "log.csv"}))
    form = desk.page.question.experiment
    assert form.parts["queries"].remove.isVisible()
    QTest.mouseClick(form.parts["queries"].remove, Qt.MouseButton.LeftButton)
    assert desk.view.params.queries is None
    assert not form.parts["queries"].remove.isVisible()
    assert form.parts["parameters"].isVisible()


def test_a_way_begun_and_left_does_not_double_a_technique_of_the_plan(desk: Desk) -> None:
    noise = {"name": "noise", "kind": "cae_experiment", "params": SMALL | {"technique": "noise", "seed": 7}}
    desk.open(experiment({}), noise)
    choose(desk, "intervals")
    assert desk.view.stage is Stage.NO_VALUES
    choose(desk, "noise")
    assert [job.params.technique for job in desk.controller.plan.jobs] == ["noise", "sampling"]


def test_another_technique_is_about_the_same_attributes(desk: Desk) -> None:
    desk.open(experiment({"attribute": "pay", "attributes": ["town"]}))
    choose(desk, "noise")
    shown = desk.view.params
    assert (shown.technique, shown.attribute, shown.attributes) == ("noise", "pay", ("town",))
    assert shown.parameters is None
