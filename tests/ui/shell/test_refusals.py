"""What was not opened or not saved is said at once, with what is open still."""

from pathlib import Path

import pytest

from sdc_desktop.ui.shell.main_window import MainWindow

CSV = "yob;ms\n1961;Single\n1962;Married\n"


@pytest.fixture
def opened(qtbot, window: MainWindow, tmp_path: Path) -> MainWindow:
    path = tmp_path / "people.csv"
    path.write_text(CSV, encoding="utf-8")
    with qtbot.waitSignal(window.controller.data_opened):
        window.controller.open_data(path)
    qtbot.waitUntil(lambda: window.jobs.idle)
    return window


def test_a_failed_batch_file_names_what_failed_and_what_is_still_open(qtbot, opened, tmp_path) -> None:
    batch = tmp_path / "survey.arb"
    batch.write_text("<OPENTABLEDATA> there is no such command file\n", encoding="utf-8")
    before = opened.controller.plan
    opened.files.batch_files.open_into(batch, tmp_path / "survey plan")
    qtbot.waitUntil(lambda: bool(opened.notices.texts))
    assert opened.notices.text_shown.startswith("survey.arb was not opened. ")
    assert opened.notices.text_shown.endswith(f"Still open and unchanged: {opened.controller.title}.")
    assert opened.controller.plan == before
    qtbot.waitUntil(opened.notices.popover.isVisible)


@pytest.mark.parametrize("name", ["gone.csv", "gone.sdcproj", "torn.sdcproj", "torn.csv"])
def test_any_file_that_is_not_opened_is_reported_and_the_next_one_ends_that(
    qtbot, opened, tmp_path, name: str
) -> None:
    if name.startswith("torn"):
        (tmp_path / name).write_text('a,b\n1,2\n3\n"', encoding="utf-8")
    opener = opened.controller.open_data if name == "torn.csv" else opened.files.open_path
    opener(tmp_path / name)
    qtbot.waitUntil(lambda: any(text.startswith(f"{name} was not opened.") for text in opened.notices.texts))
    assert "Still open" in opened.notices.text_shown
    opened.controller.new()
    assert opened.notices.texts == ()


def test_with_nothing_open_nothing_is_reported_as_open(window, tmp_path) -> None:
    window.files.open_path(tmp_path / "gone.csv")
    assert "gone.csv was not opened." in window.notices.text_shown
    assert "Still open" not in window.notices.text_shown


def test_what_cannot_be_saved_is_reported_until_it_is_saved(qtbot, opened, tmp_path) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file, not a folder", encoding="utf-8")
    assert not opened.controller.save_as(blocked / "p.sdcproj")
    assert opened.notices.text_shown.startswith("Nothing was saved. ")
    qtbot.waitUntil(opened.notices.popover.isVisible)
    opened.notices.popover.hide()
    assert opened.controller.save_as(tmp_path / "p.sdcproj")
    assert opened.notices.texts == ()


def test_records_that_cannot_be_read_are_reported(qtbot, opened, tmp_path) -> None:
    assert opened.controller.save_as(tmp_path / "p.sdcproj")
    (tmp_path / "people.csv").write_text("a;b\n1;2\n3\n", encoding="utf-8")
    assert opened.controller.open_project(tmp_path / "p.sdcproj")
    text = "The records of people.csv could not be read."
    qtbot.waitUntil(lambda: any(one.startswith(text) for one in opened.notices.texts))
