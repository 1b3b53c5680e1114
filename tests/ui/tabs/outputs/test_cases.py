"""Outputs of several researchers in the window: a case each, with progress, request, report and package."""

import zipfile

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from sdc_desktop.ui.tabs.outputs import dialogs
from tests.support.outputs.cases import grid, workbook
from tests.ui.tabs.outputs.conftest import FEW, SAFE, Desk, params


def drop(desk: Desk, *names: str) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(desk.folder / name)) for name in names])
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    desk.page.dropEvent(QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, data, left, none))
    desk.settle()


@pytest.fixture
def shared(desk: Desk) -> Desk:
    """The outputs of two researchers, dropped as two folders."""
    for name, rows in (
        ("ann/few", FEW),
        ("ann/safe", SAFE),
        ("bob/firms", [["Sector", "N"], ["A", 44], ["B", 61]]),
    ):
        path = desk.folder / f"{name}.xlsx"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(workbook({"T": grid([["Persons"], *rows])}))
    drop(desk, "ann", "bob")
    return desk


def heads(desk: Desk) -> list[tuple[str, str]]:
    """The researchers of the queue with their progress."""
    model = desk.page.queue.model
    rows = range(model.rowCount())
    shown = [tuple(model.index(row, column).data() for column in (0, 1)) for row in rows]
    return [one for row, one in zip(rows, shown, strict=True) if model.files[row].progress]


def test_folders_that_are_dropped_together_are_a_case_each(shared) -> None:
    assert [one.researcher for one in params(shared).cases] == ["ann", "bob"]
    assert heads(shared) == [("ann", "0 of 2"), ("bob", "0 of 1")]
    assert "One case for each folder: ann and bob" in shared.page.report.outcome.text()
    assert shared.steps == 2


def test_one_folder_is_of_one_researcher_until_it_is_divided(desk) -> None:
    for name in ("all/ann", "all/bob"):
        (desk.folder / name).mkdir(parents=True)
        rows = [["Area", name[-3:]], ["X", 40 + len(name)], ["Y", 52]]
        (desk.folder / name / "t.xlsx").write_bytes(workbook({"T": grid([["Persons"], *rows])}))
    drop(desk, "all")
    assert params(desk).cases == ()
    assert "Folders of several researchers (ann and bob)?" in desk.page.report.outcome.text()
    assert heads(desk) == []
    desk.page.divide.trigger()
    desk.settle()
    assert heads(desk) == [("ann", "0 of 1"), ("bob", "0 of 1")]
    assert not desk.page.divide.isEnabled()
    desk.page.unite.trigger()
    desk.settle()
    assert heads(desk) == []


def test_keys_lead_from_researcher_to_researcher_and_count_their_decisions(shared) -> None:
    queue = shared.page.queue
    queue.table.setFocus()
    assert shared.view.case == 0
    QTest.keyClick(queue.table, Qt.Key.Key_J, Qt.KeyboardModifier.ShiftModifier)
    assert shared.view.case == 1
    assert "bob" in shared.page.request.text()
    QTest.keyClick(queue.table, Qt.Key.Key_R)
    shared.settle()
    assert heads(shared) == [("ann", "0 of 2"), ("bob", "1 of 1")]
    assert "1 of 3 decided" in shared.page.verdict.text
    QTest.keyClick(queue.table, Qt.Key.Key_K, Qt.KeyboardModifier.ShiftModifier)
    assert queue.decided_line.text() == "1 of 1 decided" if shared.view.case else "0 of 2 decided"


def test_the_proposed_are_released_of_the_researcher_in_view_alone(shared) -> None:
    shared.page.presenter.move_case(1)
    shared.page.queue.proposed.click()
    shared.settle()
    assert heads(shared) == [("ann", "0 of 2"), ("bob", "1 of 1")]


def test_a_researcher_is_renamed_in_the_rules(shared) -> None:
    field = shared.page.setup.cases.fields[0]
    field.setText("Ann Meyer")
    field.editingFinished.emit()
    shared.settle()
    assert heads(shared)[0][0] == "Ann Meyer"
    shared.controller.undo()
    shared.settle()
    assert heads(shared)[0][0] == "ann"
    assert field.text() == "ann"


def test_two_researchers_of_one_name_are_refused_and_the_answer_stays(shared) -> None:
    shared.page.presenter.rename(1, "Ann")
    shared.settle()
    assert "two cases have the name" in shared.page.problems.text()
    assert heads(shared) == [("ann", "0 of 2"), ("bob", "0 of 1")]


def test_request_report_and_packages_are_of_each_researcher(shared, monkeypatch) -> None:
    page = shared.page
    page.presenter.change({"four_eyes": False})
    shared.settle()
    page.presenter.set_file("ledger", shared.folder / "p.sdcledger")
    shared.settle()
    for item in shared.view.items:
        page.presenter.decide(
            (item,), "refuse" if item.severity.value == "change" else "release", {item.id: "r"}, "C"
        )
        shared.settle()
    seen = []
    monkeypatch.setattr(dialogs.RequestDialog, "exec", lambda dialog: seen.append(dialog.text.toPlainText()))
    page.presenter.select(shared.view.items[0].id)
    page.request.trigger()
    assert "Researcher: ann" in seen[0]
    assert "firms" not in seen[0]
    asked = []

    def chosen(_parent, _title, name, *_more, **_options):
        asked.append(name.rpartition("/")[2])
        return str(shared.folder / asked[-1]), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", chosen)
    for action in page.decisions.values():
        action.trigger()
        shared.settle()
    assert asked == ["decisions-ann.external.pdf", "decisions-ann.internal.pdf"]
    assert all((shared.folder / name).read_bytes().startswith(b"%PDF") for name in asked)
    page.presenter.write_package(shared.folder / "out.zip", "as_is")
    shared.settle()
    assert page.report.outcome.text() == "Written: out-ann.zip, out-bob.zip."
    with zipfile.ZipFile(shared.folder / "out-bob.zip") as archive:
        assert not any("ann" in name for name in archive.namelist())
