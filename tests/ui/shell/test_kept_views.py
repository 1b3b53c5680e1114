"""A project opens in the tab and the views where it was left; looking elsewhere changes no project."""

import json
import re
from pathlib import Path

import pytest

from sdc_desktop.project.project import view_of
from sdc_desktop.project.project_file import load_project
from sdc_desktop.ui.shell.main_window import MainWindow
from tests.ui.conftest import add_window
from tests.ui.tabs.tables.test_audit import GOLDEN

ROOT = Path(__file__).resolve().parents[3]
WAIT = 60_000


@pytest.fixture
def again(qtbot, settings, theme, words):
    """Opens a project in a window of its own."""

    def opened(path: Path) -> MainWindow:
        window = MainWindow(settings, theme, words)
        add_window(qtbot, window)
        window.show()
        assert window.controller.open_project(path)
        qtbot.waitUntil(lambda: window.loading.ready and window.jobs.idle, timeout=WAIT)
        return window

    return opened


def audited(qtbot, window: MainWindow, folder: Path) -> Path:
    """A window with an audit of a published table, on its tab; the file that its project is saved to."""
    plan = folder / "plan.sdcplan"
    job = {"name": "first", "kind": "audit", "params": {"table": GOLDEN}}
    plan.write_text(json.dumps({"schema": 2, "jobs": [job]}), encoding="utf-8")
    assert window.controller.open_plan(plan)
    qtbot.waitUntil(lambda: window.loading.ready and window.jobs.idle, timeout=WAIT)
    qtbot.waitUntil(lambda: tables(window) is not None and tables(window).presenter.view.ready, timeout=WAIT)
    return folder / "project.sdcproj"


def tables(window: MainWindow):
    return window.tables_place.page


def test_a_project_opens_in_the_views_it_was_left_at(qtbot, window, again, tmp_path) -> None:
    path = audited(qtbot, window, tmp_path)
    page = tables(window)
    page.answer.way.setCurrentIndex(2)
    page.evidence.turn_to(page.evidence.derivation)
    assert window.controller.save_as(path)
    other = tables(again(path))
    qtbot.waitUntil(lambda: other.evidence.page is other.evidence.derivation, timeout=WAIT)
    other.evidence.turn_to_table()
    qtbot.waitUntil(lambda: other.answer.way.currentIndex() == 2, timeout=WAIT)
    assert other.answer.cells.model.shown == "intervals"


def test_looking_elsewhere_is_no_step_and_leaves_the_project_saved(qtbot, window, tmp_path) -> None:
    path = audited(qtbot, window, tmp_path)
    assert window.controller.save_as(path)
    steps, written = len(window.controller.project.history), path.read_bytes()
    page = tables(window)
    page.answer.way.setCurrentIndex(1)
    page.evidence.turn_to(page.evidence.derivation)
    window.tabs.setCurrentIndex(0)
    window.controller.settle()
    assert not window.controller.dirty
    assert len(window.controller.project.history) == steps
    assert path.read_bytes() == written


def test_details_of_the_demo_of_patients_come_back_once_its_answer_is_there(
    qtbot, window, again, tmp_path
) -> None:
    window.open_demo("patients")
    qtbot.waitUntil(lambda: window.loading.ready and window.jobs.idle, timeout=WAIT)
    window.tour.leave()
    window.microdata_place.page.show_card("step:anopi")
    details = window.microdata_place.page.step_tabs
    qtbot.waitUntil(details.bar.isVisible, timeout=WAIT)
    details.turn_to_tab("risk")
    assert window.controller.save_as(tmp_path / "patients.sdcproj")
    second = again(tmp_path / "patients.sdcproj")
    second.microdata_place.page.show_card("step:anopi")
    other = second.microdata_place.page.step_tabs
    qtbot.waitUntil(lambda: other.tab == "risk", timeout=WAIT)
    other.turn_to_tab("values")  # the officer turns elsewhere: it stays so
    qtbot.waitUntil(lambda: second.jobs.idle, timeout=WAIT)
    second.tabs.setCurrentIndex(1)
    second.tabs.setCurrentIndex(0)
    assert other.tab == "values"


def test_views_of_tabs_that_were_not_visited_stay_in_the_project(qtbot, window, again, tmp_path) -> None:
    path = audited(qtbot, window, tmp_path)
    tables(window).evidence.turn_to(tables(window).evidence.derivation)
    assert window.controller.save_as(path)
    data = json.loads(path.read_text("utf-8"))
    place = data["view"]["pages"]["table_details"]
    assert place > 0
    data["view"] |= {"tab": "microdata"}
    path.write_text(json.dumps(data), "utf-8")
    second = again(path)
    assert second.tabs.currentWidget() is second.microdata_place
    assert second.controller.save_as(tmp_path / "again.sdcproj")
    assert view_of(load_project(tmp_path / "again.sdcproj")).pages["table_details"] == place


@pytest.mark.parametrize(
    "pages", [None, "first", {"table_figures": -1, "table_details": 90, "other": True, "x": "1"}]
)
def test_projects_with_no_views_or_unknown_ones_open_in_the_first(
    qtbot, window, again, tmp_path, pages
) -> None:
    path = audited(qtbot, window, tmp_path)
    assert window.controller.save_as(path)
    data = json.loads(path.read_text("utf-8"))
    del data["view"]["pages"]
    if pages is not None:
        data["view"]["pages"] = pages
    path.write_text(json.dumps(data), "utf-8")
    second = again(path)
    assert second.tabs.currentWidget() is second.tables_place
    qtbot.waitUntil(lambda: tables(second).presenter.view.ready, timeout=WAIT)
    assert tables(second).answer.way.currentIndex() == 0
    assert tables(second).evidence.page is tables(second).answer


def test_each_place_with_views_has_a_name_of_its_own() -> None:
    sources = [path.read_text("utf-8") for path in (ROOT / "sdc_desktop" / "ui").rglob("*.py")]
    named = re.compile(r"(?:\w*Tabs|\w*TabBar|SheetView|Views|_tabs)\(\"(\w+)\"")
    names = [name for text in sources for name in named.findall(text)]
    assert len(names) >= 12
    assert sorted(names) == sorted(set(names))
