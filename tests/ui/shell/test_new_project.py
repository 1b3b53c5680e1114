"""After New all ways to begin work as on the first day."""

import pytest

from sdc_desktop.ui.shell.main_window import MainWindow

WAIT = 60_000
TABLE = "\tx\ty\tTotal\na\t1\t\t3\nb\t4\t5\t9\nTotal\t5\t7\t12\n"


@pytest.fixture
def ready(qtbot, window: MainWindow) -> MainWindow:
    window.files.may_leave = lambda: True
    window.loading.begin()
    qtbot.waitUntil(lambda: window.loading.ready and window.jobs.idle, timeout=WAIT)
    return window


def audit(qtbot, window: MainWindow) -> None:
    """Lead to the audit from the start page, paste a table, and wait for its answer."""
    assert window.centre.currentWidget() is window.start_page
    window.start_page.audit_requested.emit()
    qtbot.waitUntil(lambda: window.tables_place.page is not None, timeout=WAIT)
    page = window.tables_place.page
    field = page.question.forms["audit"].parts["table"].focusProxy()
    assert field.toPlainText() == ""
    field.insertPlainText(TABLE)
    field.settle()
    qtbot.waitUntil(lambda: page.presenter.view.ready and window.jobs.idle, timeout=WAIT)
    assert [job.kind for job in window.controller.plan.jobs] == ["audit"]


def test_a_table_can_be_audited_again_after_new(qtbot, ready) -> None:
    audit(qtbot, ready)
    ready.files.new()
    audit(qtbot, ready)


def test_a_table_can_be_audited_after_a_project_was_let_go(qtbot, ready) -> None:
    audit(qtbot, ready)
    ready.open_demo("enterprises")
    ready.tour.leave()
    qtbot.waitUntil(lambda: ready.controller.opened is not None and ready.jobs.idle, timeout=WAIT)
    ready.files.new()
    audit(qtbot, ready)


def test_each_way_to_begin_works_after_new(qtbot, ready) -> None:
    ways = {
        "audit_requested": "tables_place",
        "curve_requested": "cae_place",
        "outputs_requested": "outputs_place",
    }
    for _ in range(2):
        for way, place in ways.items():
            getattr(ready.start_page, way).emit()
            shown = getattr(ready, place)
            qtbot.waitUntil(lambda shown=shown: shown.page is not None, timeout=WAIT)
            assert ready.tabs.currentWidget() is shown
            qtbot.waitUntil(shown.page.isVisible, timeout=WAIT)
            ready.files.new()
            assert ready.centre.currentWidget() is ready.start_page
