"""The bar at the bottom: nothing in it moves as jobs begin, problems come and changes are made."""

import threading

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication

from sdc_desktop.engine.problems import Place, error, warning
from sdc_desktop.ui.shell.main_window import MainWindow
from sdc_desktop.ui.shell.status_bar import HIGH
from sdc_desktop.ui.theme import step
from sdc_desktop.words.program.languages import LANGUAGES, words_in
from tests.ui.conftest import add_window


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_part_moves_whatever_is_shown(qtbot, settings, theme, tmp_path, language: str) -> None:
    window = MainWindow(settings, theme, words_in(language))
    add_window(qtbot, window)
    window.resize(step(window, 140), step(window, 80))
    window.show()
    bar, ended = window.status, threading.Event()
    qtbot.waitExposed(window)
    parts = (bar.problems, bar.history, bar.saved)

    def places() -> list[tuple[int, int]]:
        QApplication.processEvents()
        assert all(one.width() >= one.minimumSizeHint().width() for one in parts)
        return [(one.mapTo(window, QPoint(0, 0)).x(), one.width()) for one in parts]

    seen = [places()]
    wrong = error("csv.empty", Place(variable="x"))
    for problems in ((wrong,), (wrong, warning("csv.empty", Place(variable="y"))), ()):
        window.controller.report_problems("here", problems)
        seen.append(places())
    window.controller.decide("Notes", notes="a")
    seen.append(places())
    window.controller.decide("Notes", notes="b")
    window.controller.undo()
    seen.append(places())
    assert window.controller.save_as(tmp_path / "p.sdcproj")
    seen.append(places())
    window.jobs.start("Counting", lambda _: ended.wait(60))
    seen.append(places())
    ended.set()
    qtbot.waitUntil(lambda: window.jobs.idle)
    seen.append(places())
    assert len(set(map(tuple, seen))) == 1
    assert bar.height() == step(window, HIGH)
    assert all(one.height() >= one.sizeHint().height() for one in parts), "no letter is cut off below"


def test_the_newest_notice_is_shown_until_a_job_begins(qtbot, window) -> None:
    window.notices.notify("Saved with data.")
    assert window.status.job_bar.idle_text == "Saved with data."
    window.jobs.start("Counting", lambda _: None)
    qtbot.waitUntil(lambda: window.jobs.idle)
    assert window.status.job_bar.idle_text == ""


def test_what_is_only_mentioned_goes_after_some_seconds_and_nothing_else_with_it(qtbot, window) -> None:
    notices, bar = window.notices, window.status.job_bar
    notices.passing.setInterval(0)
    notices.mention("Too much is selected.")
    assert bar.idle_text == "Too much is selected."
    qtbot.waitUntil(lambda: bar.idle_text == "")
    notices.mention("Too much is selected.")
    notices.notify("Another project is open elsewhere.")
    qtbot.waitUntil(lambda: not notices.passing.isActive())
    assert bar.idle_text == "Another project is open elsewhere."


def test_what_an_export_came_to_is_seen_with_the_panel_folded(qtbot, window, tmp_path) -> None:
    window.open_demo("patients")
    qtbot.waitUntil(lambda: window.microdata_place.page is not None and window.jobs.idle)
    window.microdata_place.page.exports.report.report_written(tmp_path / "report.pdf")
    assert window.status.job_bar.idle_text == "Written: report.pdf."


def test_what_an_export_came_to_goes_when_the_plan_is_changed(qtbot, window, tmp_path) -> None:
    window.open_demo("patients")
    qtbot.waitUntil(lambda: window.microdata_place.page is not None and window.jobs.idle)
    report, bar, controller = (
        window.microdata_place.page.exports.report,
        window.status.job_bar,
        window.controller,
    )
    report.report_written(tmp_path / "report.pdf")
    controller.decide("Notes", notes="The report is written.")
    controller.plan_changed.emit(controller.plan)
    assert not report.outcome.isHidden(), "the plan is the same"
    controller.set_variables(("ms",), role="other")
    assert report.outcome.isHidden()
    assert bar.idle_text == ""
    report.report_written(tmp_path / "report.pdf")
    window.notices.notify("Another project is open elsewhere.")
    controller.undo()
    assert bar.idle_text == "Another project is open elsewhere."
