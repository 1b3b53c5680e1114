"""What the tab Tables shows of a project goes with it, and the first save makes no result out of date."""

from pathlib import Path

from PySide6.QtWidgets import QApplication

from tests.ui.tabs.tables.conftest import FIRMS, TABLE


def open_firms(qtbot, window, folder: Path):
    """The firms in a window, with a protected table on the tab Tables."""
    lines = [",".join(map(str, row)) for row in FIRMS]
    path = folder / "firms.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    with qtbot.waitSignal(window.controller.data_opened):
        window.controller.open_data(path)
    rest(qtbot, window)
    window.tabs.setCurrentWidget(window.tables_place)
    qtbot.waitUntil(lambda: window.tables_place.page is not None)
    page = window.tables_place.page
    params = TABLE["params"]
    page.presenter.change({key: params[key] for key in ("dimensions", "value", "rules", "protect")})
    rest(qtbot, window)
    page.presenter.run()
    qtbot.waitUntil(lambda: page.presenter.view.ready)
    rest(qtbot, window)
    return page


def rest(qtbot, window) -> None:
    qtbot.waitUntil(lambda: window.jobs.idle and not window.controller.reading)


def test_cells_reasons_and_what_was_copied_go_with_the_project(qtbot, window, tmp_path: Path) -> None:
    page = open_firms(qtbot, window, tmp_path)
    page.show_cell(("North", "small"))
    rest(qtbot, window)
    page.copy_published()
    assert "North" in page.why.text()
    assert not page.exports.report.outcome.isHidden()
    assert QApplication.clipboard().text()
    window.controller.new()
    rest(qtbot, window)
    assert "North" not in page.why.text()
    assert page.exports.report.outcome.isHidden()
    assert page.verdict.grade_text == ""
    assert page.presenter.view.selected is None
    again = open_firms(qtbot, window, tmp_path)
    assert again is page
    assert page.answer.cells.current is None
    assert not page.acts.manual.isEnabled()


def test_the_first_save_keeps_the_result_and_is_no_step(qtbot, window, tmp_path: Path) -> None:
    page = open_firms(qtbot, window, tmp_path)
    answer, steps = page.presenter.view.answer, len(window.controller.project.history)
    (tmp_path / "elsewhere").mkdir()
    assert window.controller.save_as(tmp_path / "elsewhere" / "kept.sdcproj")
    rest(qtbot, window)
    assert page.presenter.view.ready
    assert page.presenter.view.answer is answer
    assert len(window.controller.project.history) == steps
    assert not window.controller.dirty


def test_looking_at_a_table_another_way_is_no_step_and_leaves_nothing_to_save(
    qtbot, window, tmp_path: Path
) -> None:
    page = open_firms(qtbot, window, tmp_path)
    assert window.controller.save_as(tmp_path / "kept.sdcproj")
    rest(qtbot, window)
    steps = len(window.controller.project.history)
    for way in range(page.answer.way.count()):
        page.answer.way.setCurrentIndex(way)
    window.tabs.setCurrentWidget(window.microdata_place)
    window.tabs.setCurrentWidget(window.tables_place)
    rest(qtbot, window)
    assert len(window.controller.project.history) == steps
    assert not window.controller.dirty
