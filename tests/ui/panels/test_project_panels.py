"""History, strategies and notes beside the tabs: what an officer sees and does there."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QInputDialog, QVBoxLayout, QWidget

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import JOB_CLASSES, parse_plan, read_plan, without_secrets
from sdc_desktop.engine.runner import run_plan
from sdc_desktop.engine.running.secrets_file import write_secrets
from sdc_desktop.engine.strategies import strategies
from sdc_desktop.project.project_file import load_project
from sdc_desktop.ui.dialogs.report_fields import ReportDetailsDialog
from sdc_desktop.ui.dialogs.strategy_comparison import StrategyComparison
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.models.history_model import CHANGES, CURRENT, SAVED, UNDONE
from sdc_desktop.ui.panels.history_panel import HistoryPanel
from sdc_desktop.ui.panels.notes_panel import NotesPanel
from sdc_desktop.ui.panels.strategies_panel import StrategiesPanel
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.project.step_commands import StepCommands
from sdc_desktop.ui.shell import file_commands
from sdc_desktop.ui.shell.main_window import MainWindow
from sdc_desktop.words import Words

AnopiJob = JOB_CLASSES["anopi"]

WAIT = 30_000


class Panels(QWidget):
    """The panels without the tabs, which take their time to make."""

    def __init__(self, controller: ProjectController, jobs: JobManager, words: Words) -> None:
        super().__init__()
        self.controller, self.jobs = controller, jobs
        self.commands = StepCommands(controller, words, self)
        self.history = HistoryPanel(controller, self.commands, words)
        self.strategies = StrategiesPanel(controller, self.commands, words)
        self.notes = NotesPanel(controller, words)
        column = QVBoxLayout(self)
        for panel in (self.history, self.strategies, self.notes):
            column.addWidget(panel)


@pytest.fixture
def opened(qtbot, jobs, words, patients: Path) -> Panels:
    """The demo's project, as a file of the officer's own."""
    controller = ProjectController(jobs, words)
    made = Panels(controller, jobs, words)
    qtbot.addWidget(made)
    made.show()
    with qtbot.waitSignal(controller.data_opened, timeout=WAIT):
        assert controller.open_project(patients / "patients.sdcproj")
    return made


def labels(window: Panels) -> list[str]:
    found = window.history.found
    return [str(found.index(row, 0).data()) for row in range(found.rowCount())]


def data(window: Panels, row: int, role: int) -> object:
    return window.history.model.index(row, 0).data(role)


def weighed(window: Panels, alpha: float) -> None:
    """Move the weight of utility, as the tab does."""
    plan = window.controller.plan
    params = plan.job("anopi").params.model_copy(update={"alpha": alpha})
    job = plan.job("anopi").model_copy(update={"params": params})
    window.controller.change_plan(f"Weight {alpha}", plan.model_copy(update={"jobs": (job,)}))


def copied() -> str:
    return QGuiApplication.clipboard().text()


# history -----------------------------------------------------------------------------------------------


def test_the_history_says_what_each_step_changed_and_which_was_saved(opened) -> None:
    last = opened.controller.project.position
    weighed(opened, 0.7)
    assert data(opened, last + 1, CHANGES) == "anopi, Utility weight: 0.5 \u2192 0.7"
    assert [data(opened, row, SAVED) for row in (last, last + 1)] == [True, False]
    assert [data(opened, row, CURRENT) for row in (last, last + 1)] == [False, True]
    assert (
        data(opened, 1, CHANGES)
        == "role of yob: no role \u2192 key variable; measurement level of yob: detected \u2192 ordinal"
    )
    opened.controller.undo()
    assert [data(opened, row, UNDONE) for row in (last, last + 1)] == [False, True]
    opened.controller.save()
    weighed(opened, 0.6)
    assert data(opened, last + 1, CHANGES) == "anopi, Utility weight: 0.5 \u2192 0.6"
    assert "Utility weight" in str(data(opened, last + 1, Qt.ItemDataRole.AccessibleTextRole))


def test_steps_are_found_by_what_they_were_called_or_changed(opened) -> None:
    weighed(opened, 0.7)
    opened.history.search.setText("UTILITY 0.7")
    assert labels(opened) == ["Weight 0.7"]
    opened.history.search.setText("nowhere")
    assert labels(opened) == []
    assert not opened.history.more.isEnabled()
    assert "No matching changes" in opened.history.line.text()
    opened.history.search.clear()
    assert len(labels(opened)) == len(opened.controller.project.history)


def test_returning_to_a_step_keeps_what_was_decided_since(qtbot, opened) -> None:
    before = opened.controller.project
    weighed(opened, 0.7)
    opened.history.select(before.position)
    qtbot.keyClick(opened.history.list, Qt.Key.Key_Return)
    assert opened.controller.plan == before.plan
    assert labels(opened)[-2:] == ["Weight 0.7", f"Restore: {labels(opened)[before.position]}"]
    assert opened.history.row == before.position
    assert not opened.history.back.isEnabled()
    opened.controller.undo()
    assert opened.controller.plan.job("anopi").params.alpha == 0.7
    assert opened.history.row == before.position + 1


def test_returning_to_a_step_that_was_taken_back_takes_it_again(opened) -> None:
    weighed(opened, 0.7)
    weighed(opened, 0.8)
    steps = labels(opened)
    opened.controller.undo()
    opened.controller.undo()
    opened.history.select(len(steps) - 1)
    opened.history.back.click()
    assert opened.controller.plan.job("anopi").params.alpha == 0.8
    assert labels(opened) == steps
    assert not opened.history.back.isEnabled()


def test_any_step_is_copied_as_a_plan_and_as_text_that_runs(opened, patients, tmp_path) -> None:
    weighed(opened, 0.7)
    last = opened.controller.project.position
    opened.history.select(last - 1)
    opened.commands.copy_plan(opened.history._chosen())
    earlier = opened.controller.project.history[last - 1].plan
    assert parse_plan(copied()) == without_secrets(earlier)
    write_secrets(patients / "secrets.json", earlier.secrets)  # a copy holds none
    opened.commands.copy_python(opened.history._chosen())
    assert f"BASE = Path({str(patients.resolve())!r})" in copied()
    assert opened.history.line.text() == "Copied as Python."
    opened.history.passing.timeout.emit()
    assert opened.history.line.isHidden()
    script: dict[str, object] = {"__name__": "copied"}
    exec(copied(), script)
    script["OUT"] = tmp_path / "script"
    script["main"]()  # type: ignore[operator]
    run_plan(earlier, patients, tmp_path / "wanted", JobContext())
    found, wanted = ((tmp_path / name / "result.json").read_bytes() for name in ("script", "wanted"))
    assert found == wanted


def test_the_saved_step_is_copied_as_a_command_on_the_projects_file(opened, patients) -> None:
    opened.commands.copy_command(opened.history._chosen())
    assert copied().count("\n") == 1
    assert "patients.sdcproj" in copied()
    weighed(opened, 0.7)
    opened.commands.copy_command(opened.history._chosen())
    assert ".sdcplan" in copied()
    assert '"alpha": 0.7' in copied()
    assert "patients.sdcproj" not in copied()


# strategies --------------------------------------------------------------------------------------------


def test_strategies_are_kept_named_returned_to_and_removed(opened, monkeypatch) -> None:
    panel, controller = opened.strategies, opened.controller
    weighed(opened, 0.7)
    monkeypatch.setattr(QInputDialog, "getText", lambda *_: ("  Careful  one ", True))
    panel.keep.click()
    assert [one.name for one in controller.project.strategies] == ["Careful one"]
    assert not panel.use.isEnabled()
    weighed(opened, 0.2)
    assert panel.list.item(0).data(CHANGES) == "anopi, Utility weight: 0.2 \u2192 0.7"
    panel.use.click()
    assert controller.plan.job("anopi").params.alpha == 0.7
    panel.rename_to(panel.chosen, "Careful")
    panel.remove()
    assert controller.project.strategies == ()
    controller.undo()
    assert [one.name for one in controller.project.strategies] == ["Careful"]
    history = [step.label for step in controller.project.history]
    assert history[-2:] == ["Rename strategy: Careful", "Remove strategy: Careful"]


def test_returning_to_an_earlier_step_leaves_the_strategies_kept(opened) -> None:
    opened.commands.keep_as(opened.controller.plan, "one")
    opened.history.select(0)
    opened.history.go_back()
    assert [one.name for one in opened.controller.project.strategies] == ["one"]


def test_strategies_are_compared_side_by_side(qtbot, opened) -> None:
    panel = opened.strategies
    opened.commands.keep_as(opened.controller.plan, "as shown")
    weighed(opened, 0.05)
    opened.commands.keep_as(opened.controller.project.history[0].plan, "nothing done")
    window = StrategyComparison(opened.controller, opened.jobs, Words())
    qtbot.addWidget(window)
    window.show()
    with qtbot.waitSignal(panel.comparison_requested):
        panel.compare.click()
    window.compare()
    qtbot.waitUntil(lambda: window.answer.current, timeout=WAIT)
    rows = window.table.rows
    assert [row[0] for row in rows] == [
        "Original data",
        "Current plan",
        "as shown",
        "nothing done",
    ]
    assert rows[2][5] == "anopi, Utility weight: 0.05 \u2192 0.5"
    assert "no job that recodes" in rows[3][5]
    _, now, shown, _ = window.found
    assert now.place.risk < shown.place.risk
    assert len(window.plot.spots()) == 3
    assert window.plot.picture.max_risk is None  # the plan sets no tolerable risk
    assert not window.again.isEnabled()
    weighed(opened, 0.6)
    assert window.again.isEnabled()
    assert "has changed since this comparison" in window.line.text()
    window.close()


def test_tables_of_strategies_are_compared_and_records_only_where_there_are_any(
    qtbot, opened, patients
) -> None:
    controller, panel = opened.controller, opened.strategies
    table = {
        "name": "t",
        "kind": "table",
        "params": {
            "dimensions": [{"variable": "ms"}],
            "rules": [{"kind": "threshold", "n": 9}],
            "protect": {"method": "suppression"},
        },
    }
    job = JOB_CLASSES["table"].model_validate_json(json.dumps(table))
    with_anopi = controller.whole_plan
    controller.change_whole_plan("table", with_anopi.model_copy(update={"jobs": (job,)}))
    opened.commands.keep_as(with_anopi, "with records")
    window = StrategyComparison(opened.controller, opened.jobs, Words())
    qtbot.addWidget(window)
    window.show()
    with qtbot.waitSignal(panel.comparison_requested):
        panel.compare.click()
    window.compare()
    now = "Current plan"
    qtbot.waitUntil(lambda: window.answer.current, timeout=WAIT)
    assert [one.isVisible() for one in (window.plot, window.table, window.tables)] == [True] * 3
    assert [row[:2] for row in window.tables.rows] == [
        ("t", "Current plan"),
        ("t", "with records"),
    ]
    assert window.tables.rows[0][-1] in ("passed", "not passed")
    assert window.tables.rows[1][-1] == "not run"
    assert "the wider, the less is known" in window.tables.line.text()
    panel.list.setCurrentRow(0)
    panel.remove()
    opened.commands.keep_as(controller.whole_plan, "same")
    assert not window.tables.isEnabled()
    window.again.click()
    qtbot.waitUntil(lambda: window.answer.current, timeout=WAIT)
    assert not window.table.isVisible()
    assert [row[:2] for row in window.tables.rows] == [("t", now), ("t", "same")]
    assert not window.plot.isVisible()
    window.close()


def test_strategies_appear_one_by_one_and_stay_when_the_rest_is_stopped(qtbot, opened, monkeypatch) -> None:
    carried = strategies._carried_through

    def slow(chain, source, context):
        if window.found[1:]:  # the current plan is there: the next never ends
            while True:
                context.checkpoint()
        return carried(chain, source, context)

    monkeypatch.setattr(strategies, "_carried_through", slow)
    opened.commands.keep_as(opened.controller.plan, "as shown")
    weighed(opened, 0.05)
    window = StrategyComparison(opened.controller, opened.jobs, Words())
    qtbot.addWidget(window)
    window.show()
    window.compare()
    qtbot.waitUntil(lambda: len(window.found) == 2, timeout=WAIT)
    assert window.answer.running
    assert window.table.isEnabled()
    opened.jobs.running[0].cancel()
    qtbot.waitUntil(lambda: not window.answer.running, timeout=WAIT)
    assert [row[0] for row in window.table.rows] == ["Original data", "Current plan"]
    assert window.table.isEnabled()
    assert "What was compared before stays" in window.line.text()
    assert window.again.isEnabled()
    window.close()


# notes -------------------------------------------------------------------------------------------------


def test_notes_are_a_step_once_they_are_left_and_are_saved(qtbot, opened, patients) -> None:
    opened.notes.notes.setFocus()
    qtbot.keyClicks(opened.notes.notes, "ask Mrs O. about ms")
    assert opened.controller.project.notes == ""
    opened.controller.save()
    assert load_project(patients / "patients.sdcproj").notes == "ask Mrs O. about ms"
    opened.controller.undo()
    assert opened.notes.notes.toPlainText() == ""
    opened.controller.redo()
    assert opened.notes.notes.toPlainText() == "ask Mrs O. about ms"


def test_the_reports_fields_are_steps_that_are_taken_back(qtbot, opened, words) -> None:
    controller = opened.controller
    dialog = ReportDetailsDialog(controller, words)
    qtbot.addWidget(dialog)
    dialog.show()
    field, edition = dialog.form.texts["officer"], dialog.form.edition
    field.setFocus()
    qtbot.keyClicks(field, "A. Officer")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert controller.project.decisions.officer == "A. Officer"
    assert controller.project.step.label == "Report, Prepared by: A. Officer"
    edition.setCurrentIndex(1)
    edition.activated.emit(1)
    assert controller.project.decisions.edition == "external"
    controller.undo()
    controller.undo()
    assert (field.text(), edition.currentData()) == ("", "internal")
    before = len(controller.project.history)
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert len(controller.project.history) == before


def test_scenarios_are_typed_changed_and_removed(qtbot, opened, words) -> None:
    controller = opened.controller
    dialog = ReportDetailsDialog(controller, words)
    qtbot.addWidget(dialog)
    dialog.show()
    editor = dialog.form.scenarios
    qtbot.mouseClick(editor.add_button, Qt.MouseButton.LeftButton)
    (card,) = editor.cards
    for field, text in ((card.knows, "age and sex"), (card.tolerated, "12.5"), (card.name, "Neighbour")):
        qtbot.keyClicks(field, text)
        qtbot.keyClick(field, Qt.Key.Key_Return)
    (found,) = controller.project.decisions.scenarios
    assert (found.name, found.knows, found.measure, found.tolerated) == (
        "Neighbour",
        "age and sex",
        "highest",
        0.125,
    )
    card.tolerated.selectAll()
    qtbot.keyClicks(card.tolerated, "many")
    qtbot.keyClick(card.tolerated, Qt.Key.Key_Return)
    assert dialog.state.text()
    assert controller.project.decisions.scenarios[0].tolerated == 0.125
    card.tolerated.clear()
    qtbot.keyClick(card.tolerated, Qt.Key.Key_Return)
    assert dialog.state.text() == ""
    assert controller.project.decisions.scenarios[0].tolerated is None
    controller.undo()
    assert card.tolerated.text() == "12.5"
    qtbot.mouseClick(card.remove, Qt.MouseButton.LeftButton)
    assert controller.project.decisions.scenarios == ()
    assert editor.cards == []


# data --------------------------------------------------------------------------------------------------


def test_the_data_are_copied_only_where_that_is_confirmed(
    qtbot, window: MainWindow, patients, tmp_path, monkeypatch
) -> None:
    with qtbot.waitSignal(window.controller.data_opened, timeout=WAIT):
        assert window.controller.open_project(patients / "patients.sdcproj")
    query: list[tuple[str, ...]] = []
    monkeypatch.setattr(file_commands, "ask_to_copy_data", lambda files, *_: query.append(files))
    window.files.copy_with_data()
    assert [sorted(files) for files in query] == [["ms.csv", "patients.csv"]]
    window.files.write_copy_with_data(tmp_path / "copy")
    qtbot.waitUntil(lambda: "Saved with data" in window.notices.text_shown, timeout=WAIT)
    assert (tmp_path / "copy" / "patients.csv").is_file()
    assert window.controller.path == patients / "patients.sdcproj"
    window.files.write_copy_with_data(tmp_path / "copy")
    problems = window.controller
    qtbot.waitUntil(
        lambda: "project.folder_taken" in [problem.code for problem in problems.problems], timeout=WAIT
    )


def test_no_value_of_the_data_is_in_project_recovery_or_settings(qtbot, window, tmp_path) -> None:
    sentinels = ("Zweisam-4711", "SENTINEL-0815", "99173.25")
    csv = tmp_path / "people.csv"
    csv.write_text("ms,job,pay\n" + f"{','.join(sentinels)}\n" * 3, encoding="utf-8")
    with qtbot.waitSignal(window.controller.data_opened, timeout=WAIT):
        window.controller.open_data(csv)
    window.controller.set_variables(("ms", "job"), role="key")
    window.step_commands.keep_as(window.controller.plan, "kept")
    window.recovery.write()
    kept = window.recovery.place.read_text(encoding="utf-8")
    window.controller.save_as(tmp_path / "work.sdcproj")
    window.settings.save()
    kept += (tmp_path / "work.sdcproj").read_text(encoding="utf-8")
    kept += "".join(
        path.read_text(encoding="utf-8", errors="replace")
        for path in window.settings.path.parent.rglob("*")
        if path.is_file()
    )
    assert "key" in kept
    assert [value for value in sentinels if value in kept] == []


def test_the_demo_of_the_program_opens_as_it_was_stored_before(patients) -> None:
    project = load_project(patients / "patients.sdcproj")
    assert project.plan == read_plan(patients / "patients.sdcplan")
    assert isinstance(project.plan.jobs[0], AnopiJob)


def test_the_details_of_the_report_are_a_menu_entry_away(window) -> None:
    window.notes.details.click()
    dialog = window.report_details
    assert dialog is not None
    assert dialog.isVisible()
    dialog.form.texts["title"].setText("Annual release")
    window.controller.settle()
    assert window.controller.project.decisions.title == "Annual release"


def test_the_card_roles_says_why_a_variable_is_a_direct_identifier(qtbot, jobs, words, tmp_path):
    from sdc_desktop.ui.tabs.microdata.data.data_cards import DataCards

    controller = ProjectController(jobs, words)
    path = tmp_path / "people.csv"
    rows = [f"P{n:03},{n % 3},a{n % 25}@b" for n in range(60)]
    path.write_text("\n".join(["code,sex,e_mail", *rows]), encoding="utf-8")
    panel = DataCards(controller, jobs, words)
    for part in (panel.settings, panel.file_settings, panel.variables, panel.records):
        qtbot.addWidget(part)
    with qtbot.waitSignal(controller.data_opened):
        controller.open_data(path)
    assert (
        "Direct identifiers, not released: code (100 % different values) and e_mail (by its name)."
        in panel.facts.replace("\u202f", " ")
    )
    controller.undo()
    assert "Without a role, not exported: code" in panel.facts
    controller.set_variables(("code",), role="other")
    controller.set_variables(("e_mail",), role="other")
    assert "code" not in panel.facts
