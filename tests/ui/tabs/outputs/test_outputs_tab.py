"""The tab Output checking, with real widgets: queue, decisions, corrections, approval, package."""

import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QFileDialog, QStyleOptionViewItem

from sdc_desktop.engine.methods.outputs.output_check import engine
from sdc_desktop.engine.methods.outputs.output_check.rules import FORMAT, VERSION
from sdc_desktop.engine.output import ledger as ledger_module
from sdc_desktop.sheets.sheet import About, found_text, sheet_of
from sdc_desktop.ui.dialogs.adopting import AdoptDialog
from sdc_desktop.ui.tabs.outputs import dialogs, page
from sdc_desktop.ui.tabs.outputs.view import Filter
from sdc_desktop.ui.widgets.verdict_bar import Mark
from sdc_desktop.words import Words
from sdc_desktop.words.outputs.sheet_marks import Shown, Zone, marks_of
from tests.support.outputs.cases import grid, workbook
from tests.ui.tabs.outputs.conftest import FEW, SAFE, Desk, params

_USUAL = "Few contributors and Nearly all of a group"  # the reason that the findings on few.xlsx give


@pytest.fixture
def answered(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[QDialog]]:
    """Makes every dialog of the tab be filled in and accepted instead of shown; gives those that came."""

    def give(fill: Callable[[QDialog], object] = lambda dialog: None, accept: bool = True) -> list[QDialog]:
        seen: list[QDialog] = []

        def shown(dialog: QDialog) -> int:
            seen.append(dialog)
            fill(dialog)
            return int(accept)

        for kind in (dialogs.ApproveDialog, dialogs.PackageDialog, dialogs.RequestDialog):
            monkeypatch.setattr(kind, "exec", shown)
        return seen

    return give


def decide_all(desk: Desk, verdict: str = "release") -> None:
    desk.page._on_decided(verdict, desk.view.items)
    desk.settle()


def become(desk: Desk, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Continue under another account."""
    for module in (engine, ledger_module, page):
        monkeypatch.setattr(module, "account", lambda: name)
    desk.page.again.trigger()
    desk.settle()


def packaged(desk: Desk, answered, name: str = "release.zip") -> None:
    def fill(dialog) -> None:
        dialog.path = desk.folder / name

    answered(fill)
    desk.page.package.trigger()
    desk.settle()


def decided(desk: Desk, *, four_eyes: bool = True) -> None:
    """All of a safe workbook is decided on, and a ledger is named."""
    desk.add("safe.xlsx")
    if not four_eyes:
        desk.page.presenter.change({"four_eyes": False})
        desk.settle()
    decide_all(desk)
    desk.page.presenter.set_file("ledger", desk.folder / "p.sdcledger")
    desk.settle()


def entered(desk: Desk, answered) -> None:
    decided(desk)
    packaged(desk, answered)


def moved_head(desk: Desk, answered) -> Path:
    """Where the head of a ledger with decisions was moved to."""
    entered(desk, answered)
    (own,) = (desk.folder.parent / "heads").iterdir()
    return own.rename(desk.folder.parent / "kept.head")


def test_files_that_are_dropped_are_checked_without_data(desk) -> None:
    url = QUrl.fromLocalFile(str(desk.folder / "few.xlsx"))
    data = QMimeData()
    data.setUrls([url])
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    event = QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, data, left, none)
    desk.page.dropEvent(event)
    desk.settle()
    assert desk.steps == 2
    assert desk.page.verdict.mark is Mark.UNSAFE
    assert [row[2:] for row in desk.rows] == [("change", "undecided")]
    assert "Tables and files: 1. Proposed by the check: 1 to be changed" in desk.page.verdict.text
    assert "0 of 1 decided, the rest open." in desk.page.verdict.text


def test_the_heads_of_the_queue_are_elided_with_their_text_in_the_tooltip(desk) -> None:
    header, model = desk.page.queue.table.header(), desk.page.queue.model
    assert header.textElideMode() is Qt.TextElideMode.ElideRight
    across, roles = Qt.Orientation.Horizontal, Qt.ItemDataRole
    for section in range(header.count()):
        assert model.headerData(section, across, roles.ToolTipRole) == model.headerData(section, across)


def test_the_rail_numbers_the_items_beside_their_signs(desk) -> None:
    desk.add("few.xlsx")
    rail = desk.page.queue.rail
    option = QStyleOptionViewItem()
    rail.itemDelegate().initStyleOption(option, rail.model().index(0, 1, rail.model().index(0, 0)))
    assert option.text == "1"


def test_the_sheet_shows_the_table_and_its_findings(desk) -> None:
    desk.add("few.xlsx")
    sheet = desk.page.centre.sheet
    assert sheet.model().index(2, 1).data() == "3"
    (table,) = desk.view.sheet.tables
    marks = marks_of(table, Shown.SUBMITTED, Words())
    assert marks.unsafe == {(2, 1)}
    assert marks.zones[1, 1] is Zone.HEADER
    assert marks.zones[4, 1] is Zone.TOTAL
    sheet.go_to((2, 1))
    text = desk.why.text()
    assert "Few contributors" in text
    assert "fewer than 10" in text


def test_a_finding_leads_to_its_cell(desk) -> None:
    desk.add("few.xlsx")
    desk.page.middle.tabs.setCurrentIndex(1)
    line = desk.page.judgement._lines[0]
    assert line.text().startswith("B3  Few contributors")
    QTest.mouseClick(line, Qt.MouseButton.LeftButton)
    index = desk.page.centre.sheet.currentIndex()
    assert (index.row(), index.column()) == (2, 1)
    assert desk.page.centre.isVisible()
    assert desk.page.middle.at.text() == "Finding 1 of 3"


def test_keys_go_from_finding_to_finding_and_round(desk) -> None:
    rows = [["Area", "A", "B"], ["X", 1, 30], ["Y", 40, 2]]
    (desk.folder / "two.xlsx").write_bytes(workbook({"S": grid([["Persons"], *rows])}))
    desk.add("two.xlsx")
    sheet = desk.page.centre.sheet
    sheet.setFocus()
    found = [place for _, place in desk.page.judgement.findings]
    at = []
    for key in [Qt.Key.Key_N] * 5:
        QTest.keyClick(sheet, key)
        at.append(desk.page.judgement.at)
    assert len(found) == 4
    assert at == [0, 1, 2, 3, 0]
    QTest.keyClick(sheet, Qt.Key.Key_N, Qt.KeyboardModifier.ShiftModifier)
    assert desk.page.judgement.at == 3
    QTest.keyClick(sheet, Qt.Key.Key_V)
    assert desk.page.middle.shown.current == 1


def test_keys_move_and_decide_in_the_queue(desk) -> None:
    desk.add("few.xlsx", "safe.xlsx")
    queue = desk.page.queue.table
    queue.setFocus()
    assert "few" in desk.rows[0][0] or "Few" in desk.rows[0][0]
    QTest.keyClick(queue, Qt.Key.Key_J)
    assert desk.view.selected == desk.view.items[1].id
    QTest.keyClick(queue, Qt.Key.Key_R)
    desk.settle()
    assert desk.view.selected == desk.view.items[0].id  # the one that is still undecided
    desk.give_reason("Join North and South.")
    QTest.keyClick(queue, Qt.Key.Key_C)
    desk.settle()
    assert [row[3] for row in desk.rows] == ["change", "release"]
    assert [one.reason for one in params(desk).decisions] == ["", "Join North and South."]
    assert desk.steps == 4
    desk.controller.undo()
    desk.settle()
    assert [row[3] for row in desk.rows] == ["undecided", "release"]


def test_a_key_typed_into_the_name_decides_nothing(desk) -> None:
    desk.add("safe.xlsx")
    desk.page.frame.turn_to(1)
    desk.page.setup.by.setFocus()
    QTest.keyClicks(desk.page.setup.by, "RCX")
    desk.settle()
    assert params(desk).decisions == ()
    assert desk.page.setup.by.text().endswith("RCX")


def test_release_against_findings_is_an_exception_with_its_exact_cells(desk) -> None:
    desk.add("few.xlsx")
    desk.give_reason("Published by the office before.")
    decide_all(desk)
    (one,) = params(desk).decisions
    assert one.exception is not None
    assert one.exception.findings == {"low_count": ("B3",)}
    assert one.exception.reason == "Published by the office before."
    assert desk.page.verdict.mark is Mark.UNSAFE  # an exception never makes a finding go away


def test_one_click_requests_a_change_with_the_usual_reason(desk) -> None:
    desk.add("few.xlsx")
    assert desk.page.change.property("weight") == "primary"
    desk.page.change.click()
    desk.settle()
    (one,) = params(desk).decisions
    assert (one.verdict, one.reason) == ("change", _USUAL)


def test_the_reason_for_a_change_is_none_for_a_release_against_findings(desk) -> None:
    desk.add("few.xlsx")
    assert desk.page.judgement.reason.toPlainText() == _USUAL
    desk.page.release.click()
    desk.settle()
    assert params(desk).decisions == ()
    assert "reason of its own" in desk.page.judgement.missing.text()
    desk.page.change.click()
    desk.settle()
    desk.page.release.click()  # nor is the reason of the decision on a change
    desk.settle()
    assert [one.verdict for one in params(desk).decisions] == ["change"]


def test_a_reason_that_is_too_long_says_by_how_much(desk) -> None:
    desk.add("few.xlsx")
    desk.give_reason("a" * 400)
    assert desk.page.judgement.missing.text() == ""
    desk.give_reason("a" * 403)
    assert desk.page.judgement.missing.text() == "The reason is 3 characters too long."
    decide_all(desk, "refuse")
    assert params(desk).decisions == ()


def test_without_a_reason_nothing_is_decided(desk) -> None:
    desk.add("few.xlsx")
    desk.give_reason(" ")
    for verdict in ("release", "change", "refuse"):
        decide_all(desk, verdict)
        assert desk.page.judgement.missing.text()
    assert params(desk).decisions == ()


def test_what_is_typed_for_an_item_is_there_when_it_is_selected_again(desk) -> None:
    desk.add("few.xlsx", "safe.xlsx")
    first, second = (one.id for one in desk.view.items)
    desk.give_reason("Join North and South.")
    desk.page.presenter.select(second)
    assert desk.page.judgement.reason.toPlainText() != "Join North and South."
    desk.page.presenter.select(first)
    assert desk.page.judgement.reason.toPlainText() == "Join North and South."


def test_proposed_releases_leave_out_what_a_finding_speaks_against(desk) -> None:
    desk.add("few.xlsx", "safe.xlsx")
    desk.page.queue.proposed.click()
    desk.settle()
    assert {row[2]: row[3] for row in desk.rows} == {"change": "undecided", "release": "release"}
    assert not desk.page.queue.proposed.isEnabled()


def test_a_changed_file_lapses_its_decision(desk) -> None:
    desk.add("safe.xlsx")
    decide_all(desk)
    assert desk.view.answer.result.undecided == 0
    (desk.folder / "safe.xlsx").write_bytes(workbook({"Safe": grid([["Persons"], *FEW])}))
    desk.page.again.trigger()
    desk.settle()
    assert desk.view.answer.result.undecided == 1
    assert len(desk.view.answer.lapsed) == 1
    assert desk.page.verdict.mark is Mark.UNSAFE
    assert "lapsed" in desk.page.setup.signed.text()


def test_a_decision_on_a_file_that_changed_meanwhile_is_held_against_the_new_one(desk) -> None:
    desk.add("safe.xlsx")
    (desk.folder / "safe.xlsx").write_bytes(workbook({"Safe": grid([["Persons"], *FEW])}))
    decide_all(desk)  # what was shown is the old file
    assert desk.view.answer.result.undecided == 1
    assert desk.view.answer.lapsed
    assert desk.page.verdict.mark is Mark.UNSAFE


def test_the_filter_keeps_what_is_looked_at(desk) -> None:
    desk.add("few.xlsx", "safe.xlsx")
    desk.page.presenter.choose_filter(Filter.TO_CHANGE)
    assert len(desk.view.items) == 1
    desk.page.presenter.choose_filter(Filter.ALL)
    assert len(desk.view.items) == 2


def test_contributors_and_intervals_are_shown_in_the_cells(desk) -> None:
    rows = [["Area", "A", "B", "Total"], ["X", "x", 30, 52], ["Y", 40, 35, 75], ["Total", 62, 65, 127]]
    (desk.folder / "hidden.xlsx").write_bytes(workbook({"S": grid([["Persons"], *rows])}))
    desk.add("hidden.xlsx")
    (table,) = desk.view.sheet.tables
    marks = marks_of(table, Shown.KNOWN, Words())
    assert marks.disclosed == {(2, 1)}
    assert marks.texts[2, 1] == "22"
    desk.page.centre.sheet.go_to((2, 1))
    assert "Derivation" in desk.why.text()


def test_the_request_has_no_figure_of_the_output(desk, answered, monkeypatch, tmp_path) -> None:
    seen = answered()
    desk.add("few.xlsx")
    desk.page.request.trigger()
    text = seen[0].text.toPlainText()
    assert "few.xlsx" in text
    submitted = params(desk).outputs[0]  # has the number of the test's folder
    assert "36" not in text.replace(submitted, "")
    path = tmp_path / "ask.txt"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_a, **_k: (str(path), ""))
    seen[0].save.click()
    assert path.read_text(encoding="utf-8") == text


def test_without_a_ledger_no_package_is_written(desk) -> None:
    desk.add("safe.xlsx")
    decide_all(desk)
    assert not desk.page.package.isEnabled()
    desk.page.presenter.set_file("ledger", desk.folder / "p.sdcledger")
    desk.settle()
    assert desk.page.package.isEnabled()
    assert not (desk.folder / "p.sdcledger").exists()  # nothing is entered by looking


def test_proposals_and_decisions_are_counted_apart(desk) -> None:
    desk.add("few.xlsx", "safe.xlsx")
    desk.page._on_decided("refuse", desk.view.items[:1])
    desk.settle()
    text = desk.page.verdict.text
    assert "Proposed by the check: 1 to be changed, 0 to be refused, 0 to be examined." in text
    assert "1 of 2 decided, 1 refused, the rest open." in text
    assert desk.page.queue.model.headerData(1, Qt.Orientation.Horizontal) == "Status"


def test_a_grey_approval_says_what_comes_before_it(desk, answered, monkeypatch) -> None:
    desk.add("safe.xlsx")
    assert not desk.page.approval.isEnabled()
    assert "Write package first" in desk.page.approval.toolTip()
    decide_all(desk)
    desk.page.presenter.set_file("ledger", desk.folder / "p.sdcledger")
    desk.settle()
    packaged(desk, answered)
    assert not desk.page.approval.isEnabled()
    assert "Waits for the approval of another account" in desk.page.approval.toolTip()
    assert f"account {ledger_module.account()}" in desk.page.approval.toolTip()
    assert "Waits for the approval of another account" in desk.page.awaited.text()
    become(desk, monkeypatch, "second")
    assert desk.page.approval.isEnabled()
    assert "Waits" not in desk.page.approval.toolTip()
    assert "choose Approve under Package" in desk.page.awaited.text()


def test_a_grey_approval_says_what_changed_since_the_decisions_were_entered(desk, answered) -> None:
    entered(desk, answered)
    desk.give_reason("The year is missing.")
    decide_all(desk, "change")
    assert not desk.page.approval.isEnabled()
    assert "The decision on safe.xlsx Safe!" in desk.page.approval.toolTip()
    assert "was changed after" in desk.page.awaited.text()


def test_a_lapsed_decision_names_the_file_that_changed(desk) -> None:
    desk.add("safe.xlsx")
    decide_all(desk)
    (desk.folder / "safe.xlsx").write_bytes(workbook({"Safe": grid([["Persons"], *FEW])}))
    desk.page.again.trigger()
    desk.settle()
    assert "lapsed: the file safe.xlsx changed since" in desk.page.awaited.text()


def test_where_nothing_was_checked_the_panel_does_not_say_that_nothing_was_found(desk) -> None:
    judgement = desk.page.judgement
    assert judgement._further.text() == "No outputs checked yet."
    assert judgement._titles["findings"].text() == "Findings"
    desk.add("safe.xlsx")
    desk.select("Safe")
    assert judgement._further.text() == "Nothing found."
    assert judgement._titles["findings"].text() == "Findings (0)"


def test_four_eyes_are_two_accounts_and_two_names(desk, answered, monkeypatch) -> None:
    entered(desk, answered)
    assert not (desk.folder / "release.zip").exists()
    assert "The decisions were entered" in desk.page.report.outcome.text()
    assert "another account" in desk.page.awaited.text()
    assert not desk.page.approval.isEnabled()  # the same account

    become(desk, monkeypatch, "second")
    answered(lambda dialog: dialog.name.setText(desk.page.setup.by.text()))
    desk.page.approval.trigger()
    desk.settle()
    assert desk.view.answer.result.signed.approved_by == ""  # the same name

    answered(lambda dialog: dialog.name.setText("Second Person"))
    desk.page.approval.trigger()
    desk.settle()
    assert desk.view.answer.result.signed.approved_by == "second"
    assert "choose Write package" in desk.page.report.outcome.text()
    packaged(desk, answered)
    with zipfile.ZipFile(desk.folder / "release.zip") as archive:
        manifest = json.loads(archive.read("manifest.json"))
        assert any(name.endswith("safe.xlsx") for name in archive.namelist())
    assert manifest["four_eyes"] is True
    entries = [row[1] for row in desk.page.evidence.log.model.rows()]
    assert entries == ["Packaged", "Approved", "Decided", "Received"]


def test_an_approval_sent_back_is_shown_with_its_reason(desk, answered, monkeypatch) -> None:
    entered(desk, answered)
    become(desk, monkeypatch, "second")

    def fill(dialog) -> None:
        dialog.name.setText("Second Person")
        dialog.reason.setText("The population is not stated.")
        dialog.sent_back = True

    answered(fill)
    desk.page.approval.trigger()
    desk.settle()
    assert "The population is not stated." in desk.page.setup.signed.text()
    assert not (desk.folder / "release.zip").exists()


def test_what_the_window_shows_is_not_trusted_when_the_package_is_written(desk, answered) -> None:
    decided(desk, four_eyes=False)
    (desk.folder / "safe.xlsx").write_bytes(workbook({"Safe": grid([["Persons"], *FEW])}))
    packaged(desk, answered)
    assert not (desk.folder / "release.zip").exists()
    assert desk.page.report.outcome.text()
    assert desk.view.answer.result.undecided == 1


def test_a_ledger_without_its_head_is_opened_by_the_end_in_the_last_report(
    desk, answered, monkeypatch
) -> None:
    decided(desk, four_eyes=False)
    packaged(desk, answered)
    end = desk.view.answer.result.ledger
    heads = desk.folder.parent / "heads"
    for head in heads.iterdir():
        head.unlink()
    query: list[str] = []

    def seen(problem, *_):
        query.append(problem.code)
        return ledger_module.Seen(end.n, end.hash)

    monkeypatch.setattr("sdc_desktop.ui.tabs.outputs.page.ask_for_head", seen)
    desk.page.presenter.read_again()
    desk.settle()
    assert query == ["ledger.no_head"]
    assert desk.view.answer.result.ledger.state == "verified"
    assert list(heads.iterdir())


def test_the_head_of_a_ledger_is_named_in_the_window(desk, answered, monkeypatch) -> None:
    kept = moved_head(desk, answered)
    found = (str(kept), "")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_, **__: found)

    def choose(dialog) -> int:
        assert not dialog.go.isEnabled()
        dialog.choose.click()
        return dialog.result()

    monkeypatch.setattr(AdoptDialog, "exec", choose)
    desk.page.presenter.read_again()
    desk.settle()
    assert params(desk).head.endswith("/kept.head")
    assert desk.view.answer.result.ledger.n == 3
    assert desk.page.setup.choose_head.toolTip() == params(desk).head
    desk.page.presenter.set_file("ledger", desk.folder / "other.sdcledger")
    assert params(desk).head is None  # a head is of one ledger


def test_a_head_can_be_named_where_the_question_for_it_was_left(desk, answered, monkeypatch) -> None:
    kept = moved_head(desk, answered)
    monkeypatch.setattr("sdc_desktop.ui.tabs.outputs.page.ask_for_head", lambda *_: None)
    desk.page.presenter.read_again()
    desk.settle()
    assert "no head" in desk.page.problems.text()
    found = (str(kept), "")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, **__: found)
    desk.page.setup.choose_head.click()
    desk.settle()
    assert desk.view.answer.result.ledger.n == 3


def test_earlier_releases_are_compared_and_named(desk, answered) -> None:
    decided(desk, four_eyes=False)
    packaged(desk, answered)
    less = [
        ["Area", "Men", "Women", "Total"],
        ["North", 39, 36, 75],
        ["South", 52, 63, 115],
        ["Total", 91, 99, 190],
    ]
    desk.page.presenter.remove_outputs()
    desk.settle()
    (desk.folder / "later.xlsx").write_bytes(workbook({"Safe": grid([["Persons"], *less])}))
    desk.add("later.xlsx")
    desk.page.presenter.set_file("ledger", desk.folder / "p.sdcledger")
    desk.settle()
    assert desk.page.verdict.mark is Mark.UNSAFE
    rows = [tuple(row) for row in desk.page.evidence.earlier.model.rows()]
    assert rows
    assert all("released earlier" in row for row in rows)


def test_what_a_file_carries_beside_a_safe_table_is_stated_with_the_finding(desk) -> None:
    text = "<comments><commentList><comment><text><t>Ann: 3</t></text></comment></commentList></comments>"
    parts = {"xl/comments1.xml": text}
    rows = grid([["Persons"], *SAFE])
    (desk.folder / "carrying.xlsx").write_bytes(workbook({"Safe": rows}, parts=parts))
    desk.add("carrying.xlsx")
    assert [row[2] for row in desk.rows] == ["release"]
    assert desk.view.answer.result.files[0].carried
    assert desk.page.verdict.mark is Mark.UNSAFE
    assert "unseen content: 1" in desk.page.verdict.text


def test_the_finding_of_the_window_is_that_of_the_report(desk) -> None:
    desk.add("safe.xlsx")
    answer, words = desk.view.answer, desk.page._words
    about = About(answer.params, answer.result)
    printed = found_text(sheet_of("output_check")(about, words), "internal")
    assert printed == "0 of 1 decided, the rest open."
    assert printed in desk.page.verdict.text
    assert "unseen content" not in desk.page.verdict.text


def test_evidence_gives_counts_and_is_never_packaged(desk, monkeypatch) -> None:
    means = [["Area", "Mean income"], ["X", 2101.5], ["Y", 2204.5]]
    counts = [["Area", "Persons"], ["X", 4], ["Y", 40]]
    (desk.folder / "means.xlsx").write_bytes(workbook({"S": grid([["Incomes of persons"], *means])}))
    (desk.folder / "counts.xlsx").write_bytes(workbook({"S": grid([["Persons"], *counts])}))
    desk.add("means.xlsx")
    path = str(desk.folder / "counts.xlsx")
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_a, **_k: ([path], ""))
    desk.page.add_evidence.trigger()
    desk.settle()
    assert [one.rpartition("/")[2] for one in params(desk).evidence] == ["counts.xlsx"]
    (item,) = desk.view.items
    assert "mean_of_few" in {spot.code for spot in item.table.judged.spots}
    submitted = [file.path.rpartition("/")[2] for file in desk.view.answer.submission.submitted]
    assert submitted == ["means.xlsx"]


def test_rules_that_differ_from_the_published_ones_are_refused(desk, monkeypatch) -> None:
    desk.add("safe.xlsx")
    path = desk.folder / "rules.json"
    rules = {"format": FORMAT, "version": VERSION, "project": "", "rules": {"threshold": 20}}
    path.write_text(json.dumps(rules), encoding="utf-8")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_a, **_k: (str(path), ""))
    desk.page.setup.published.click()
    desk.settle()
    assert desk.view.failed
    assert not desk.view.ready
    assert desk.page.verdict.mark is Mark.NONE
    desk.page.presenter.change({"rules": {"threshold": 20}})
    desk.settle()
    assert desk.view.ready


def test_an_empty_list_says_what_it_means_once_something_was_checked(desk) -> None:
    earlier = desk.page.evidence.earlier.table
    desk.add("safe.xlsx", "few.xlsx")
    desk.select("Safe")
    assert desk.page.judgement.findings == ()
    assert desk.page.judgement._further.text() == "Nothing found."
    assert earlier.empty_text == "Nothing found among the tables that were compared."
    assert earlier.empty_text in desk.page.judgement.compared.text()
    desk.page.middle.tabs.setCurrentIndex(2)
    empty = earlier.grab().toImage()
    earlier.say_when_empty("")
    assert earlier.grab().toImage() != empty
    desk.select("Few")
    assert desk.page.judgement.findings


def test_a_file_opens_on_the_sheet_of_its_finding(desk) -> None:
    people = [["Name", "Born", "Income"], *([f"P{n}", 1950 + n, 20_000 + 137 * n] for n in range(30))]
    sheets = {"Safe": grid([["Persons"], *SAFE]), "People": grid(people)}
    (desk.folder / "both.xlsx").write_bytes(workbook(sheets))
    desk.add("both.xlsx")
    desk.select("both.xlsx")
    assert desk.view.item.table is None
    assert [one.code for one in desk.view.item.findings] == ["records"]
    assert desk.view.sheet.names[desk.view.sheet.number] == "People"


def test_of_a_file_that_could_not_be_read_no_list_says_that_nothing_was_found(desk) -> None:
    (desk.folder / "broken.xlsx").write_bytes(b"PK\x03\x04 no workbook")
    desk.add("broken.xlsx")
    desk.select("broken.xlsx")
    assert desk.view.answer.submission.files[desk.view.item.file].refused
    assert desk.page.judgement.findings
    assert [one.table.empty_text for one in desk.page.evidence.tables[:3]] == [""] * 3
    assert desk.page.judgement.compared.text() == "No table to compare."


def test_one_question_settles_the_whole_numbers_of_all_tables(desk) -> None:
    for name, first in (("one", "Area"), ("two", "Stage")):
        rows = f"{first},A,B\nx,{{}},45\ny,51,62\n".format(40 if name == "one" else 30)
        (desk.folder / f"{name}.csv").write_text(rows, encoding="utf-8")
    desk.add("one.csv", "two.csv")
    question = desk.page.whole_numbers
    assert question.isVisible()
    assert "2" in question.text.text()
    assert [row[2] for row in desk.rows] == ["look", "look"]
    steps = desk.steps
    question.counts.click()
    desk.settle()
    assert desk.steps == steps + 1
    assert params(desk).whole_numbers == "counts"
    assert not question.isVisible()
    assert [row[2] for row in desk.rows] == ["release", "release"]
