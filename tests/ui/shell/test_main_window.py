"""The window as the officer uses it: opening, roles, problems, panes, closing."""

import logging
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QFileDialog,
    QMessageBox,
    QPushButton,
    QWidget,
)
from shiboken6 import Shiboken

from sdc_desktop.app import FaultCatcher
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.problems import Place, error
from sdc_desktop.ui.models.variables_model import Column
from sdc_desktop.ui.settings import Settings
from sdc_desktop.ui.shell.main_window import MainWindow
from sdc_desktop.ui.widgets.questions import Answer
from sdc_desktop.ui.widgets.why_panel import LogRelay
from tests.ui.conftest import add_window, choose_roles

CSV = "yob;ms\n1961;Single\n1962;Married\n1961;Geschieden\n"


@pytest.fixture
def csv(tmp_path: Path) -> Path:
    path = tmp_path / "people.csv"
    path.write_text(CSV, encoding="utf-8")
    return path


@pytest.fixture
def opened(qtbot, window: MainWindow, csv: Path) -> MainWindow:
    with qtbot.waitSignal(window.controller.data_opened):
        window.controller.open_data(csv)
    qtbot.waitUntil(lambda: window.microdata_place.page is not None and window.jobs.idle)
    return window


def until_stopped(context: JobContext) -> None:
    while True:
        context.checkpoint()
        threading.Event().wait(0.005)


def action_named(window: MainWindow, text: str) -> QAction:
    (found,) = [a for a in window.findChildren(QAction) if a.text().replace("&", "") == text]
    return found


def test_nothing_open_shows_the_ways_to_begin(window):
    assert window.centre.currentWidget() is window.start_page
    assert window.windowTitle().startswith("new project")


def test_a_file_is_opened_by_its_dialog(qtbot, window, csv, monkeypatch):
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(csv), ""))
    action_named(window, "Open data file…").trigger()
    dialog = window.files.dialog
    qtbot.waitUntil(lambda: dialog.table.preview.rowCount() == 3)
    assert dialog.delimiter.currentText() == "semicolon"
    assert "2 variables" in dialog.message
    with qtbot.waitSignal(window.controller.data_opened):
        dialog.accept()
    assert window.centre.currentWidget() is window.tabs
    qtbot.waitUntil(lambda: window.microdata_place.page is not None)
    assert window.data_panel.facts == "people.csv\n3 records, 2 variables; UTF-8, separated by semicolon"
    assert window.settings.recent_files == (csv.resolve(),)
    assert window.settings.folder == str(csv.parent)
    qtbot.waitUntil(lambda: window.jobs.idle)
    model = window.data_panel.variables_model
    assert [model.index(row, Column.DISTINCT).data() for row in range(2)] == ["2", "3"]


def test_a_finding_can_be_set_otherwise_before_opening(qtbot, window, csv):
    window.files.open_path(csv)
    dialog = window.files.dialog
    qtbot.waitUntil(lambda: dialog.table.preview.rowCount() == 3)
    qtbot.mouseClick(dialog.header, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.table.preview.rowCount() == 4)
    with qtbot.waitSignal(window.controller.data_opened):
        dialog.accept()
    assert window.controller.opened.data.records == 4
    assert window.controller.plan.data.header is False


def test_a_typed_separator_splits_anew_and_can_be_taken_back(qtbot, window, csv):
    window.files.open_path(csv)
    dialog = window.files.dialog
    qtbot.waitUntil(lambda: dialog.table.preview.columnCount() == 2)
    dialog.delimiter.setEditText("1")
    dialog.delimiter.lineEdit().editingFinished.emit()
    qtbot.waitUntil(lambda: dialog.hints.delimiter == "1" and dialog.table.preview.columnCount() == 3)
    assert "a different number of fields" in dialog.message
    qtbot.mouseClick(dialog.again, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.delimiter.currentText() == "semicolon")
    dialog.reject()
    assert window.controller.plan.data is None


def test_a_wrong_encoding_is_stated_beneath_and_cannot_be_opened(qtbot, window, csv):
    window.files.open_path(csv)
    dialog = window.files.dialog
    qtbot.waitUntil(lambda: dialog.table.preview.columnCount() == 2)
    dialog.encoding.setEditText("klingon")
    dialog.encoding.lineEdit().editingFinished.emit()
    qtbot.waitUntil(lambda: not dialog.open_button.isEnabled())
    assert "klingon" in dialog.message
    dialog.reject()


def test_a_role_is_chosen_by_keyboard_and_undone(qtbot, opened):
    choose_roles(opened)
    table = opened.data_panel.variables.table
    assert table.currentIndex() == table.model().index(0, Column.ROLE)
    qtbot.keyClick(table, Qt.Key.Key_F2)
    box = table.findChild(QComboBox)
    box.setCurrentIndex(box.findText("key variable"))
    box.activated.emit(box.currentIndex())
    assert table.model().index(0, Column.ROLE).data() == "key variable"
    assert opened.controller.plan.data.variables["yob"].role == "key"
    assert opened.isWindowModified()
    action_named(opened, "Undo Role of yob: key variable").trigger()
    assert table.model().index(0, Column.ROLE).data() == "other"
    action_named(opened, "Redo Role of yob: key variable").trigger()
    assert table.model().index(0, Column.ROLE).data() == "key variable"


def test_several_variables_get_a_role_by_the_menu(opened):
    table = opened.data_panel.variables.table
    table.selectAll()
    (menu,) = [a.menu() for a in table.actions() if a.menu() and a.text().startswith("&Role")]
    (entry,) = [a for a in menu.actions() if a.text() == "sensitive"]
    entry.trigger()
    assert [v.role for v in opened.controller.opened.data.variables] == ["sensitive", "sensitive"]
    assert opened.controller.project.position == 1
    assert opened.status.history.text() == "History: 1 change"


def test_the_saved_state_is_stated(opened, tmp_path, monkeypatch):
    assert opened.status.saved.text() == "nothing to save"
    opened.controller.set_variables(("yob",), role="key")
    assert opened.status.saved.text() == "unsaved changes"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "work"), ""))
    action_named(opened, "Save").trigger()
    assert opened.controller.path == tmp_path / "work.sdcproj"
    assert opened.status.saved.text().startswith("saved ")
    assert opened.windowTitle() == "work.sdcproj[*] – SDC Desktop"


def test_a_torn_file_shows_its_problems_and_opens_nothing(qtbot, window, tmp_path):
    torn = tmp_path / "torn.csv"
    torn.write_text("a,b\n1,2\n3\n", encoding="utf-8")
    window.controller.open_data(torn)
    qtbot.waitUntil(lambda: window.problems_panel.model.rowCount() == 1)
    assert window.drawers.current is None, "nothing moves by itself"
    assert window.status.problems.text() == "✕ 1 problem"
    assert "line 3" in window.problems_panel.model.index(0, 1).data()
    assert window.centre.currentWidget() is window.start_page


def test_a_problem_of_a_variable_leads_to_it(qtbot, opened):
    place = Place(variable="ms")
    opened.controller.report_problems("test", [error("csv.empty", place)])
    table, page = opened.problems_panel.table, opened.microdata_place.page
    assert page.card == "file"
    opened.data_panel.variables.search.setText("yob")
    table.setCurrentIndex(table.model().index(0, 0))
    table.activated.emit(table.currentIndex())
    variables = opened.data_panel.variables
    assert page.card == "roles"
    assert variables.isVisible()
    assert variables.chosen() == ("ms",)


def test_recent_files_are_offered_and_those_gone_are_forgotten(qtbot, opened, csv):
    (entry,) = opened.recent_menu.actions()
    assert entry.text() == "&1 people.csv"
    csv.unlink()
    entry.trigger()
    assert opened.settings.recent_files == ()
    assert [problem.code for problem in opened.controller.problems] == ["file.unreadable"]


def test_the_theme_is_switched_in_the_menu_and_kept(window):
    action_named(window, "Dark").trigger()
    assert window.theme.scheme == "dark" or window.theme.choice == "dark"
    assert window.settings.theme == "dark"
    action_named(window, "Light").trigger()


def test_the_size_of_the_window_is_kept(qtbot, window, settings, theme, words):
    window.resize(790, 600)
    window.close()
    again = MainWindow(Settings(settings.path), theme, words)
    add_window(qtbot, again)
    again.show()
    assert again.size() == window.size()


def test_the_reset_layout_unfolds_the_regions_and_closes_the_drawer(opened):
    opened.resize(1440, 800)
    frame = opened.microdata_place.page.frame
    opened.tabs.page.frame.fold_left()
    opened.tabs.page.frame.fold_panel()
    opened.drawers.open("history")
    assert (frame.left_open, frame.panel_open) == (False, False)
    opened.reset_layout()
    assert (frame.left_open, frame.panel_open) == (True, True)
    assert opened.drawers.current is None


@pytest.fixture
def stops(monkeypatch) -> list[tuple[str, ...]]:
    """Jobs may be stopped to quit; the titles that were put to the user."""
    asked: list[tuple[str, ...]] = []
    question = "sdc_desktop.ui.shell.main_window.ask_to_stop"
    monkeypatch.setattr(question, lambda titles, *_: asked.append(tuple(titles)) or True)
    return asked


def test_a_running_job_is_not_stopped_unasked(qtbot, window, monkeypatch):
    question = "sdc_desktop.ui.shell.main_window.ask_to_stop"
    monkeypatch.setattr(question, lambda titles, *_: False)
    job = window.jobs.start("Wait", until_stopped)
    assert not window.close()
    assert (window.isVisible(), job.stopping, window.menuBar().isEnabled()) == (True, False, True)


def test_quiet_jobs_are_stopped_unasked(qtbot, window, stops):
    window.jobs.start("", until_stopped, quiet=True)
    window.close()
    qtbot.waitUntil(lambda: not window.isVisible())
    assert stops == []


def test_escape_keeps_the_job_running(qtbot, window, words):
    from PySide6.QtCore import QTimer

    from sdc_desktop.ui.widgets.questions import ask_to_stop

    def escape() -> None:
        (box,) = [w for w in QApplication.topLevelWidgets() if isinstance(w, QMessageBox)]
        assert "Protecting table" in box.text()
        qtbot.keyClick(box, Qt.Key.Key_Escape)

    QTimer.singleShot(50, escape)
    assert not ask_to_stop(["Protecting table"], words, window)


def test_closing_while_a_job_runs_waits_for_it(qtbot, window, stops):
    job = window.jobs.start("Wait", until_stopped)
    assert not window.close()
    assert window.isVisible()
    assert window.status.job_bar.label == "Stopping Wait…"
    assert job.stopping
    assert not window.centre.isEnabled(), "what would be changed now would be lost"
    assert not window.menuBar().isEnabled()
    qtbot.waitUntil(lambda: not window.isVisible())
    assert window.jobs.idle
    assert stops == [("Wait",)]


def test_a_job_that_begins_while_closing_is_stopped_too(qtbot, window, stops):
    window.jobs.start("Wait", until_stopped)
    window.close()
    window.jobs.start("Late", until_stopped)
    qtbot.waitUntil(lambda: not window.isVisible())


@pytest.mark.parametrize(("answer", "closes"), [(Answer.STAY, False), (Answer.DISCARD, True)])
def test_unsaved_work_is_put_to_the_user(qtbot, opened, monkeypatch, answer, closes):
    opened.controller.set_variables(("yob",), role="key")
    monkeypatch.setattr("sdc_desktop.ui.shell.file_commands.ask_to_save", lambda *_: answer)
    opened.close()
    qtbot.waitUntil(lambda: opened.isVisible() is not closes and opened.jobs.idle)


def test_the_question_is_about_the_project_and_not_about_the_data(opened, monkeypatch, tmp_path):
    asked = []

    def ask(name, words, _parent, question) -> Answer:
        asked.append(words.say(question, name=name))
        return Answer.STAY

    monkeypatch.setattr("sdc_desktop.ui.shell.file_commands.ask_to_save", ask)
    opened.controller.set_variables(("yob",), role="key")
    assert opened.controller.path is None
    stem = Path(opened.controller.title).stem
    assert not opened.files.may_leave()
    assert opened.controller.save_as(tmp_path / "kept.sdcproj")
    opened.controller.set_variables(("yob",), role="other")
    assert not opened.files.may_leave()
    assert asked == [f"Save the project as {stem}.sdcproj?", "Save changes to kept.sdcproj?"]


@pytest.mark.parametrize("answer", list(Answer))
def test_groups_made_by_hand_are_put_to_the_user_before_they_are_lost(
    qtbot, opened, monkeypatch, tmp_path, answer
):
    page = opened.microdata_place.page
    page.ask_hierarchy("yob")
    qtbot.waitUntil(lambda: opened.jobs.idle)
    shown = next(one for one in (page.hierarchy, page.step_tabs.hierarchy) if one.isVisible())
    qtbot.waitUntil(lambda: shown.editor is not None)
    editor = shown.editor
    editor.edit.click()
    qtbot.waitUntil(lambda: opened.jobs.idle and editor.manual.current is not None)
    editor.manual.add.click()
    assert editor.unsaved
    asked = []
    monkeypatch.setattr(
        "sdc_desktop.ui.shell.file_commands.ask_to_save", lambda name, *_: asked.append(name) or answer
    )
    target = tmp_path / "by_hand.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    qtbot.waitUntil(lambda: opened.jobs.idle)
    assert opened.files.may_leave() is (answer is Answer.DISCARD)
    qtbot.waitUntil(lambda: opened.jobs.idle)
    assert asked[0] == "Hierarchy of yob"
    assert target.exists() is (answer is Answer.SAVE)
    if answer is Answer.SAVE:
        assert Path(opened.controller.plan.data.hierarchies["yob"].path).name == target.name
        assert not editor.unsaved


def test_saving_on_request_closes(qtbot, opened, monkeypatch, tmp_path):
    opened.controller.set_variables(("yob",), role="key")
    monkeypatch.setattr("sdc_desktop.ui.shell.file_commands.ask_to_save", lambda *_: Answer.SAVE)
    target = tmp_path / "kept.sdcproj"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    opened.close()
    qtbot.waitUntil(lambda: not opened.isVisible())
    assert target.is_file()


def test_escape_in_the_question_loses_nothing(qtbot, opened):
    from PySide6.QtCore import QTimer

    opened.controller.set_variables(("yob",), role="key")

    def escape() -> None:
        (box,) = [w for w in QApplication.topLevelWidgets() if isinstance(w, QMessageBox)]
        qtbot.keyClick(box, Qt.Key.Key_Escape)

    QTimer.singleShot(50, escape)
    assert not opened.files.may_leave()
    assert opened.controller.dirty


def test_a_running_job_is_shown_and_cancelled(qtbot, window):
    shown = threading.Event()

    def work(context: JobContext) -> None:
        context.progress(0.5, "csv.scan")
        shown.set()
        until_stopped(context)

    window.jobs.start("Opening x", work)
    shown.wait()
    qtbot.waitUntil(lambda: "Checking the file" in window.status.job_bar.label)
    action_named(window, "Cancel running job").trigger()
    assert window.status.job_bar.label == "Stopping Opening x…"
    qtbot.waitUntil(lambda: window.jobs.idle)
    assert window.status.job_bar.label == ""


def test_quiet_jobs_are_not_shown(qtbot, window):
    window.jobs.start("", until_stopped, quiet=True)
    assert window.status.job_bar.label == ""


def test_a_fault_writes_a_report_without_values_and_says_so_calmly(qtbot, window, tmp_path, caplog):
    catcher = FaultCatcher(tmp_path / "reports")
    catcher.caught.connect(window.report_fault)
    try:
        raise KeyError("Jane Doe")
    except KeyError as fault:
        catcher.catch(KeyError, fault, fault.__traceback__)
    text = (tmp_path / "reports" / "crash-1.txt").read_text(encoding="utf-8")
    assert "KeyError" in text
    assert "test_main_window.py" in text
    assert "Jane" not in text + caplog.text + window.notices.text_shown
    assert window.notices.texts
    assert "crash-1.txt" in window.notices.text_shown


def test_a_relay_that_is_destroyed_without_being_closed_listens_no_longer() -> None:
    logger = logging.getLogger("sdc_desktop.relay")
    relay = LogRelay(logger)
    assert len(logger.handlers) == 1
    Shiboken.delete(relay)
    assert logger.handlers == []
    logger.warning("After it")


def test_the_log_gets_no_values(qtbot, opened):
    logging.getLogger("sdc_desktop").setLevel(logging.INFO)
    logging.getLogger("sdc_desktop.x").info("Began")
    text = opened.log_panel.toPlainText()
    assert "Began" in text
    assert "Geschieden" not in text


def test_f6_goes_round_the_panes_and_back(qtbot, opened):
    with qtbot.waitActive(opened):
        opened.activateWindow()
    opened.resize(1440, 800)
    opened.go_to_variable(opened.data_panel.variables_model.name(0))
    page = opened.microdata_place.page
    panes = [page.pipeline, page.role_pages, page.frame.panel, page.verdict, opened.status]

    def here() -> int:
        focus = QApplication.focusWidget()
        return next(number for number, pane in enumerate(panes) if pane.isAncestorOf(focus))

    assert here() == 1
    seen = []
    while seen[-1:] != [1]:
        action_named(opened, "Next pane").trigger()
        seen.append(here())
    assert seen in ([2, 3, 4, 0, 1], [2, 4, 0, 1]), "the bar is passed by where nothing in it can be used"
    action_named(opened, "Previous pane").trigger()
    assert here() == 0


def unnamed(root: QWidget) -> list[str]:
    """Focusable widgets that a screen reader could only call by their class."""
    found = []
    for widget in root.findChildren(QWidget):
        focusable = widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.focusProxy() is None
        inner = widget.objectName().startswith("qt_") or widget.window().windowType() == Qt.WindowType.Popup
        if not focusable or inner or not widget.isVisible():
            continue
        label = widget.text() if isinstance(widget, QAbstractButton) else ""
        if not (widget.accessibleName() or label):
            found.append(f"{type(widget).__name__} in {type(widget.parent()).__name__}")
    return found


@pytest.mark.parametrize("card", ["file", "prepare", "roles", "criteria", "release"])
def test_everything_that_takes_the_focus_has_a_name(qtbot, opened, card):
    opened.resize(1440, 800)
    page = opened.microdata_place.page
    page.show_card(card)
    qtbot.waitUntil(lambda: opened.jobs.idle and not page.making)
    assert page.frame.panel.isVisible()
    assert unnamed(opened) == []


def test_everything_in_the_drawers_that_takes_the_focus_has_a_name(opened):
    for drawer in opened.drawers.all:
        opened.drawers.open(drawer.objectName())
        assert unnamed(drawer) == [], drawer.objectName()


def test_everything_in_the_opening_dialog_has_a_name(qtbot, window, csv):
    window.files.open_path(csv)
    assert unnamed(window.files.dialog) == []
    window.files.dialog.reject()


def test_no_table_holds_the_tab_key(opened):
    views = opened.findChildren(QAbstractItemView)
    assert views
    assert [view for view in views if view.tabKeyNavigation()] == []


def test_a_new_window_has_its_focus_on_the_first_way_to_begin(window):
    assert isinstance(window.focusWidget(), QPushButton)
    assert window.start_page.isAncestorOf(window.focusWidget())


def test_every_menu_entry_has_a_mnemonic_of_its_own(window):
    for top in window.menuBar().actions():
        letters = [
            entry.text()[entry.text().index("&") + 1].casefold()
            for entry in top.menu().actions()
            if "&" in entry.text()
        ]
        assert len(letters) == len(set(letters)), top.text()


def test_why_explains_the_variable_that_is_chosen(opened):
    opened.go_to_variable("ms")
    text = opened.microdata_place.page.why.text()
    assert text.startswith("ms\n")
    assert "nominal" in text
    assert "0.477" in text  # three values, each once: log10 3


def test_why_shows_plain_text_only(opened):
    why = opened.microdata_place.page.why
    why.show("<b>yob</b>", (("entropy", "0.45 <i>"), "a sentence"))
    assert why.text().startswith("<b>yob</b>\n")
    assert "0.45 <i>" in why.text()


def test_names_of_variables_are_never_read_as_markup(opened):
    from PySide6.QtWidgets import QLabel

    why = opened.microdata_place.page.why
    why.show("<b>yob</b>", ())
    labels = [label for label in why.findChildren(QLabel) if "yob" in label.text()]
    assert [label.textFormat() for label in labels] == [Qt.TextFormat.PlainText]


@pytest.mark.parametrize("agreed", [True, False])
def test_a_name_that_gets_its_suffix_later_is_put_to_the_user_too(opened, monkeypatch, tmp_path, agreed):
    target = tmp_path / "work.sdcproj"
    target.write_text("old", encoding="utf-8")
    query: list[str] = []

    def answer(name: str, *_: object) -> bool:
        query.append(name)
        return agreed

    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "work"), ""))
    monkeypatch.setattr("sdc_desktop.ui.widgets.questions.ask_to_replace", answer)
    assert opened.files.save_as() is agreed
    assert query == ["work.sdcproj"]
    assert (target.read_text(encoding="utf-8") != "old") is agreed


def test_a_variable_that_cannot_be_described_leaves_the_others_their_figures(qtbot, window, csv, monkeypatch):
    from sdc_desktop.engine.data import microdata as profiles

    real = profiles.profile

    def stumbling(data, number, context):
        if number == 0:
            raise ZeroDivisionError
        return real(data, number, context)

    monkeypatch.setattr(profiles, "profile", stumbling)
    window.controller.open_data(csv)
    qtbot.waitUntil(lambda: window.microdata_place.page is not None)
    model = window.data_panel.variables_model
    qtbot.waitUntil(lambda: model.rowCount() == 2 and model.index(1, Column.DISTINCT).data() == "3")
    assert model.index(0, Column.DISTINCT).data() == "\u2026"
    qtbot.waitUntil(lambda: window.jobs.idle)


def test_undo_of_the_menu_takes_back_what_is_being_moved(qtbot, window):
    window.files.open_demo()
    place = window.microdata_place.layout()
    qtbot.waitUntil(lambda: place.count() == 1 and place.itemAt(0).widget().presenter.view.answer is not None)
    page = place.itemAt(0).widget()
    qtbot.waitUntil(lambda: window.jobs.idle and not page.making)
    page.presenter.try_alpha(0.3)
    (undo,) = [a for a in window.findChildren(QAction) if a.text().startswith("&Undo")]
    undo.trigger()
    assert page.presenter.job.params.alpha == 0.5
    assert window.controller.project.can_redo
    qtbot.waitUntil(lambda: window.jobs.idle)
