"""Another file in the place of the plan's: compared, shown, used as one step or not; changes noticed."""

from pathlib import Path

import openpyxl
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from sdc_desktop.engine.data.hierarchy_files import levels_spec
from sdc_desktop.engine.methods.preparing.prepare import PREPARE
from sdc_desktop.engine.output.files import sha256_of
from sdc_desktop.engine.plan import JOB_CLASSES, Plan
from sdc_desktop.engine.running.preparation import with_prepare
from sdc_desktop.project.project_file import load_project
from sdc_desktop.ui.questions.judging import verdict_key
from sdc_desktop.ui.questions.question import data_key
from sdc_desktop.ui.shell.main_window import MainWindow

WAIT = 60_000
MAY = "yob;ms;income\n1961;Single;10\n1962;Married;20\n1970;Single;30\n"
JUNE = "yob;ms;extra\n1961;Single;x\n1962;Married;y\n1970;Widowed;z\n1971;Single;z\n"


@pytest.fixture
def may(qtbot, window: MainWindow, tmp_path: Path) -> Path:
    path = tmp_path / "may.csv"
    path.write_text(MAY, encoding="utf-8")
    with qtbot.waitSignal(window.controller.data_opened, timeout=WAIT):
        window.controller.open_data(path)
    return path


def compared(qtbot, window: MainWindow):
    qtbot.waitUntil(lambda: window.next_file.dialog is not None, timeout=WAIT)
    return window.next_file.dialog


def offer(window: MainWindow) -> QPushButton:
    return next(b for b in window.notices.popover.findChildren(QPushButton) if b.text() == "&Compare…")


def test_a_used_file_is_one_step_and_undo_brings_the_old_one_back(qtbot, window, may, tmp_path) -> None:
    controller = window.controller
    controller.set_variables(("yob",), role="key")
    (tmp_path / "june.csv").write_text(JUNE, encoding="utf-8")
    window.next_file.begin(tmp_path / "june.csv")
    dialog = compared(qtbot, window)
    assert [row[0] for row in dialog.table.rows] == ["income", "extra"]
    steps = controller.project.position
    with qtbot.waitSignal(controller.data_opened, timeout=WAIT):
        qtbot.mouseClick(dialog.use_button, Qt.MouseButton.LeftButton)
    assert controller.project.position == steps + 1
    assert controller.plan.data.path == "june.csv"
    assert controller.plan.data.sha256 == sha256_of(tmp_path / "june.csv")
    assert controller.opened.data.records == 4
    assert controller.opened.data.variable("yob").role == "key"
    assert controller.problems == ()
    qtbot.waitUntil(lambda: window.microdata_place.page is not None, timeout=WAIT)
    page = window.microdata_place.page
    qtbot.waitUntil(lambda: page.file_pages.count() == 3, timeout=WAIT)
    assert (page.card, page.file_pages.currentIndex()) == ("file", 0)
    assert page.file_pages.tabText(2) == "Differences"
    assert [row[0] for row in page.file_pages.widget(2).rows] == ["income", "extra"]
    with qtbot.waitSignal(controller.data_opened, timeout=WAIT):
        controller.undo()
    assert controller.opened.data.names == ("yob", "ms", "income")
    assert page.file_pages.count() == 2
    assert not window.notices.texts


def test_keeping_the_old_file_changes_nothing(qtbot, window, may, tmp_path) -> None:
    project, opened = window.controller.project, window.controller.opened
    (tmp_path / "june.csv").write_text(JUNE, encoding="utf-8")
    window.next_file.begin(tmp_path / "june.csv")
    qtbot.mouseClick(compared(qtbot, window).keep_button, Qt.MouseButton.LeftButton)
    assert window.controller.project is project
    assert window.controller.opened is opened


def test_a_file_that_cannot_be_read_is_a_problem_and_nothing_is_lost(qtbot, window, may, tmp_path) -> None:
    project = window.controller.project
    with qtbot.waitSignal(window.controller.problems_changed, timeout=WAIT):
        window.next_file.begin(tmp_path / "gone.csv")
    assert [problem.code for problem in window.controller.problems] == ["csv.no_such_file"]
    assert window.controller.project is project


def test_a_change_on_the_disk_is_noticed_when_the_window_is_come_back_to(qtbot, window, may) -> None:
    qtbot.waitUntil(lambda: window.jobs.idle, timeout=WAIT)
    window.file_watch.look()
    assert window.jobs.idle
    may.write_text(MAY, encoding="utf-8")  # written again, but the same
    window.file_watch.look()
    qtbot.waitUntil(lambda: window.jobs.idle, timeout=WAIT)
    assert not window.notices.texts
    may.write_text(MAY + "1999;Single;40\n", encoding="utf-8")
    window.file_watch.look()
    qtbot.waitUntil(lambda: bool(window.notices.texts), timeout=WAIT)
    assert "may.csv differs from the one" in window.notices.text_shown
    qtbot.mouseClick(offer(window), Qt.MouseButton.LeftButton)
    dialog = compared(qtbot, window)
    with qtbot.waitSignal(window.controller.data_opened, timeout=WAIT):
        qtbot.mouseClick(dialog.use_button, Qt.MouseButton.LeftButton)
    assert window.controller.opened.data.records == 4
    assert not window.notices.texts


def test_a_changed_hierarchy_file_outdates_what_was_found_with_it(qtbot, window, may, tmp_path) -> None:
    controller, levels = window.controller, tmp_path / "ms_levels.csv"
    levels.write_text("Single;*\nMarried;*\n", encoding="utf-8")
    spec = levels_spec("ms_levels.csv", ";")
    controller.set_hierarchies({"ms": spec})
    qtbot.waitUntil(lambda: window.jobs.idle, timeout=WAIT)
    job = JOB_CLASSES["recode"](name="r", kind="recode", params={"levels": {"ms": 1}})
    before = data_key(controller.opened), verdict_key(controller, job)
    window.file_watch.look()
    assert (data_key(controller.opened), verdict_key(controller, job)) == before
    levels.write_text("Single;other\nMarried;other\n", encoding="utf-8")
    with qtbot.waitSignals([controller.plan_changed, controller.data_opened], timeout=WAIT):
        window.file_watch.look()
    after = data_key(controller.opened), verdict_key(controller, job)
    assert all(one != other for one, other in zip(before, after, strict=True))
    assert "hierarchy file" in window.status.job_bar.idle_text
    with qtbot.assertNotEmitted(controller.data_opened):
        window.file_watch.look()


def test_a_hierarchy_file_is_the_same_after_the_project_was_saved_elsewhere(
    qtbot, window, may, tmp_path
) -> None:
    controller, levels = window.controller, tmp_path / "ms_levels.csv"
    levels.write_text("Single;*\nMarried;*\n", encoding="utf-8")
    controller.set_hierarchies({"ms": levels_spec("ms_levels.csv", ";")})
    qtbot.waitUntil(lambda: window.jobs.idle, timeout=WAIT)
    before = controller.opened.mark
    (tmp_path / "elsewhere").mkdir()
    assert controller.save_as(tmp_path / "elsewhere" / "work.sdcproj")
    with qtbot.assertNotEmitted(controller.data_opened):
        window.file_watch.look()
    controller.set_variables(("yob",), role="key")
    controller.undo()
    assert controller.opened.mark == before


def test_hierarchy_files_of_prepared_records_are_watched_and_do_not_have_them_prepared_again(
    qtbot, window, may, tmp_path
) -> None:
    controller, levels = window.controller, tmp_path / "ms_levels.csv"
    with qtbot.waitSignal(controller.data_opened, timeout=WAIT):
        controller.change_whole_plan("prepared", without_income(controller.whole_plan))
    relation = controller.opened.data.relation
    levels.write_text("Single;*\nMarried;*\n", encoding="utf-8")
    controller.set_hierarchies({"ms": levels_spec("ms_levels.csv", ";")})
    assert controller.opened.data.relation is relation
    before = data_key(controller.opened)
    levels.write_text("Single;other\nMarried;other\n", encoding="utf-8")
    with qtbot.waitSignal(controller.data_opened, timeout=WAIT):
        window.file_watch.look()
    assert controller.opened.data.relation is relation
    assert data_key(controller.opened) != before


def test_a_file_that_vanishes_is_stated_and_what_is_open_stays(qtbot, window, may) -> None:
    may.unlink()
    window.file_watch.look()
    qtbot.waitUntil(lambda: bool(window.notices.texts), timeout=WAIT)
    assert "was moved or deleted" in window.notices.text_shown
    assert window.controller.opened.data.records == 3


@pytest.mark.parametrize("text", [MAY + "1999;Single;40\n", JUNE, "no file of this kind\x00"])
def test_a_project_whose_file_changed_says_so_also_where_it_cannot_be_read(
    qtbot, window, may, tmp_path, text
) -> None:
    assert window.controller.save_as(tmp_path / "p.sdcproj")
    may.write_text(text, encoding="utf-8")
    window.controller.open_project(tmp_path / "p.sdcproj")
    differs = "differs from the one the plan was created with"
    qtbot.waitUntil(lambda: any(differs in text for text in window.notices.texts), timeout=WAIT)
    before = load_project(tmp_path / "p.sdcproj")
    qtbot.mouseClick(offer(window), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.next_file.dialog is not None or window.jobs.idle, timeout=WAIT)
    assert load_project(tmp_path / "p.sdcproj") == before


@pytest.mark.parametrize("changed", [False, True])
def test_the_file_of_prepared_records_differs_only_where_it_was_changed(
    qtbot, window, may, tmp_path, changed
) -> None:
    controller, project = window.controller, tmp_path / "p.sdcproj"
    controller.change_whole_plan("Omit income", without_income(controller.whole_plan))
    qtbot.waitUntil(lambda: controller.opened is not None and window.jobs.idle, timeout=WAIT)
    assert controller.opened.data.names == ("yob", "ms")
    assert not window.notices.texts
    may.write_text(MAY, encoding="utf-8")  # written again, but the same
    window.file_watch.look()
    qtbot.waitUntil(lambda: window.jobs.idle, timeout=WAIT)
    assert not window.notices.texts
    assert controller.save_as(project)
    assert load_project(project).plan.data.sha256 == sha256_of(may)
    if changed:
        may.write_text(MAY + "1999;Single;40\n", encoding="utf-8")
    with qtbot.waitSignal(controller.data_opened, timeout=WAIT):
        controller.open_project(project)
    qtbot.waitUntil(lambda: window.jobs.idle, timeout=WAIT)
    assert any("may.csv differs from the one" in text for text in window.notices.texts) is changed


def without_income(plan: Plan) -> Plan:
    """A plan that prepares the records by omitting a variable."""
    params = PREPARE.params.model_validate({"steps": [{"drop": ["income"]}]})
    return with_prepare(plan, JOB_CLASSES[PREPARE.kind](name="prepared", params=params))


def test_a_project_that_kept_no_hash_gets_it_when_it_is_saved(qtbot, window, may, tmp_path) -> None:
    controller = window.controller
    without = controller.plan.model_copy(
        update={"data": controller.plan.data.model_copy(update={"sha256": None})}
    )
    plan = tmp_path / "old.sdcplan"
    from sdc_desktop.engine.plan import plan_to_text

    plan.write_text(plan_to_text(without), encoding="utf-8")
    with qtbot.waitSignal(controller.data_opened, timeout=WAIT):
        controller.open_plan(plan)
    assert controller.plan.data.sha256 is None
    opened = controller.opened
    assert controller.save_as(tmp_path / "new.sdcproj")
    assert controller.opened is opened  # nothing is read again
    assert load_project(tmp_path / "new.sdcproj").plan.data.sha256 == sha256_of(may)
    assert not controller.dirty


def test_the_sheet_of_next_months_workbook_is_requested(qtbot, window, may, tmp_path) -> None:
    book = openpyxl.Workbook()
    book.active.append(["notes"])
    sheet = book.create_sheet("Records")
    for row in (["yob", "ms", "income"], [1961, "Single", 10], [1980, "Married", 11]):
        sheet.append(row)
    book.save(tmp_path / "june.xlsx")
    window.next_file.begin(tmp_path / "june.xlsx")
    qtbot.waitUntil(lambda: window.next_file.sheets.isVisible(), timeout=WAIT)
    window.next_file.sheets.sheets.setCurrentRow(1)
    qtbot.mouseClick(window.next_file.sheets.open_button, Qt.MouseButton.LeftButton)
    dialog = compared(qtbot, window)
    assert dialog.comparison.opened.spec.sheet == "Records"
    assert [row[0] for row in dialog.table.rows] == ["the whole file"]


def test_there_is_nothing_to_replace_before_a_file_is_open(window) -> None:
    entries = [entry for top in window.menuBar().actions() for entry in top.menu().actions()]
    (entry,) = (entry for entry in entries if entry.text().startswith("&Replace"))
    assert not entry.isEnabled()
