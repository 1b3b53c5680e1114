"""Live use in the tab: a log is started, gone on with, refused; records are asked for, and explained."""

import json

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from sdc_desktop.engine.output.ledger import Seen, head_path_in, read_ledger
from sdc_desktop.engine.problems import error
from sdc_desktop.engine.release import live as releases
from sdc_desktop.project.project import heads_folder
from sdc_desktop.ui.dialogs.adopting import AdoptDialog
from sdc_desktop.ui.tabs.release import live_page
from sdc_desktop.ui.tabs.release.live_work import Adopted
from sdc_desktop.ui.widgets.questions import ask_to_release
from sdc_desktop.ui.widgets.verdict_bar import Mark
from sdc_desktop.words import Words
from tests.support.release import timeless, without_head
from tests.ui.tabs.release.conftest import JOB, PARAMS, Desk, people


def resume(log):
    return releases.resume(log, head_path_in(heads_folder(None), log))


def begin(log, setup):
    return releases.begin(log, head_path_in(heads_folder(None), log), setup)


MANY = "".join(f"{number}\n" for number in range(1, 81))


@pytest.fixture
def live(desk: Desk) -> Desk:
    """A release by two tests that must hold, its log just begun."""
    desk.open(JOB)
    desk.start()
    assert desk.live.is_open
    return desk


def batch(desk: Desk, text: str = "record\n" + MANY) -> None:
    path = desk.folder / "batch.csv"
    path.write_text(text, encoding="utf-8")
    desk.page.live.presenter.read_batch(path, desk.page.live.ask.key)
    desk.rest()
    desk.rest()


def test_a_log_needs_a_whole_question_to_start(desk: Desk) -> None:
    desk.open()
    desk.page.presenter.choose_way("live")
    page = desk.page.live
    assert not page.start_button.isEnabled()
    assert page.open_button.isEnabled()
    assert page.hint.isVisible()
    desk.page.presenter.change({"attribute": "age"})
    desk.page.presenter.change({"target": "place"})
    assert page.start_button.isEnabled()


def test_a_new_log_keeps_the_rules_of_the_question_and_the_file(live: Desk) -> None:
    header = json.loads((live.folder / "day.sdclog").read_text(encoding="utf-8").splitlines()[0][65:])
    assert header["setup"]["tests"] == ["MIS", "KLD"]
    assert header["setup"]["data"]["name"] == "people.csv"
    assert header["setup"]["data"]["sha256"] == live.controller.opened.sha256
    shares = live.live.state.setup.rules.baseline
    assert np.allclose(shares, [90 / 240, 80 / 240, 70 / 240])
    assert live.page.verdict.text.startswith("0 released, 0 waiting, 0 denied.")


def test_a_record_is_requested_by_its_number_and_only_after_it_is_meant(live: Desk) -> None:
    key = next(str(number) for number, row in enumerate(people(), start=1) if row[1:] == ("a", "x"))
    live.meant = (False, False)
    live.ask(key)
    assert live.asked == [f"Request record {key} (x, a)?"]
    assert live.live.state.released == ()
    live.meant = (True, False)
    live.ask(key)
    live.rest()
    assert live.page.window().focusWidget() is live.page.live.ask.record
    (answer,) = live.live.answers
    assert (answer.request.key, answer.request.target, answer.request.value) == (key, "x", "a")
    assert live.page.live.ask.answer.text().startswith(f"Record {key} is released. MIS: ")
    live.ask(key)
    live.rest()
    assert live.page.live.ask.answer.text() == f"Record {key} was requested before: it is released."


def test_the_question_before_releasing_can_be_left_out_while_the_log_is_open(live: Desk) -> None:
    live.meant = (True, True)
    for key in ("1", "2", "3"):
        live.ask(key)
        live.rest()
    assert len(live.asked) == 1
    live.page.live.presenter.close()
    live.page.live.presenter.reopen(live.folder / "day.sdclog")
    live.rest()
    live.ask("4")
    assert len(live.asked) == 2


def test_a_record_can_be_requested_by_a_variable_that_distinguishes_records(live: Desk) -> None:
    box = live.page.live.ask.by
    box.setCurrentIndex(box.findText("id"))
    live.ask("p5")
    live.rest()
    assert live.live.answers[0].request.value == people()[4][1]
    live.ask("nobody")
    assert "the file has no record nobody" in live.page.live.problems.text()
    assert len(live.live.state.released) + len(live.live.state.waiting) == 1


def test_a_batch_is_requested_in_its_order_and_stated_in_numbers(live: Desk) -> None:
    batch(live)
    assert live.asked == ["Request 80 records in turn?"]
    state = live.live.state
    assert len(state.released) + len(state.waiting) == 80
    assert len(state.waiting) > 0
    text = live.page.live.ask.answer.text()
    assert text.startswith(f"80 requests: {len(state.released)} records released")
    assert f"{len(state.waiting)} requests waiting" in text
    tabs = live.page.live.evidence.tabs
    titles = [tabs.tabText(place) for place in range(3)]
    assert [tabs.isTabVisible(place) for place in range(3)] == [True, True, False]
    assert titles == [f"Waiting ({len(state.waiting)})", f"Released ({len(state.released)})", "Denied"]
    assert live.page.verdict.text.startswith(f"{len(state.released)} released")


def test_a_waiting_record_is_explained_by_test_target_and_what_would_have_to_go_first(live: Desk) -> None:
    batch(live)
    table = live.page.live.evidence.waiting.table
    table.setFocus()
    QTest.keyClick(table, Qt.Key.Key_Down)
    table.selectRow(0)
    live.qtbot.waitUntil(lambda: live.live.explained is not None, timeout=60_000)
    live.rest()
    explained, text = live.live.explained, live.page.live.evidence.why.text()
    assert explained.key == live.live.state.waiting[0].key
    failing = [one for one in explained.explanation.readings if not one.safe]
    assert failing
    assert f"Record {explained.key}: {failing[0].test}" in text
    assert "is not below the critical value" in text
    assert ("would be safe after others" in text) or ("No prior releases were found" in text)


def test_a_record_requested_while_another_is_explained_is_requested_after_that(live: Desk) -> None:
    batch(live)
    query = len(live.live.state.released) + len(live.live.state.waiting)
    live.page.live.evidence.waiting.table.selectRow(0)
    assert not live.live.busy
    live.ask("200")
    live.rest()
    state = live.live.state
    assert len(state.released) + len(state.waiting) == query + 1


def test_a_log_can_be_closed_while_something_is_explained(live: Desk) -> None:
    batch(live)
    live.page.live.presenter.explain(live.live.state.waiting[0].key)
    live.page.live.close_button.click()
    live.rest()
    assert live.live.state is None
    resume(live.folder / "day.sdclog").close()  # nobody has it open


def test_what_could_go_together_is_stated_with_its_bound(live: Desk) -> None:
    batch(live)
    live.page.live.evidence.tabs.setCurrentIndex(5)
    live.page.live.evidence.together_button.click()
    live.rest()
    found = live.live.together
    line = live.page.live.evidence.together_line.text()
    assert line.startswith(f"{found.records} waiting record")
    if not found.proven:
        assert f"no safe set has more than {found.bound}" in line
    rows = list(live.page.live.evidence.together.model.rows())
    assert sum(int(row[2]) for row in rows) == found.records
    live.ask("200")
    live.rest()
    assert live.live.together is None  # it was of another moment


def test_the_course_and_the_distributions_are_those_of_the_log(live: Desk) -> None:
    batch(live)
    evidence, state = live.page.live.evidence, live.live.state
    evidence.tabs.setCurrentIndex(3)
    assert evidence.courses.panels.panels[0].title == "MIS"
    line = evidence.courses.panels.panels[0].lines[0]
    assert line.x.tolist() == list(range(1, len(state.released) + 1))
    assert state.table.sum() == len(state.released)
    assert evidence.distributions.panels.panels[0].note == f"({state.table[0].sum()})"
    evidence.released.save(live.folder / "released.csv")
    assert (
        len((live.folder / "released.csv").read_text(encoding="utf-8").splitlines())
        == len(state.released) + 1
    )


def test_the_window_releases_what_the_engine_releases(live: Desk) -> None:
    batch(live)
    state = live.live.state
    alone = begin(live.folder / "alone.sdclog", state.setup)
    from sdc_desktop.engine.context import JobContext
    from sdc_desktop.engine.release.live import Request

    alone.ask([Request(str(n), row[2], row[1]) for n, row in enumerate(people()[:80], start=1)], JobContext())
    assert alone.released() == state.released
    alone.close()
    live.page.live.presenter.close()
    assert timeless(live.folder / "alone.sdclog") == timeless(live.folder / "day.sdclog")


def test_a_log_is_gone_on_with_on_another_day(live: Desk) -> None:
    batch(live)
    before = live.live.state
    live.page.live.close_button.click()
    assert live.live.state is None
    assert live.page.verdict.text == "No release log is open."
    live.page.live.presenter.reopen(live.folder / "day.sdclog")
    live.rest()
    after = live.live.state
    assert (after.released, after.waiting, after.denied) == (before.released, before.waiting, before.denied)
    assert [step.released for step in after.steps] == [step.released for step in before.steps]


def test_a_log_that_another_program_has_open_is_refused(desk: Desk) -> None:
    desk.open(JOB)
    desk.start()
    setup = desk.live.state.setup
    other = begin(desk.folder / "other.sdclog", setup)
    desk.page.live.presenter.close()
    desk.page.live.presenter.reopen(desk.folder / "other.sdclog")
    desk.rest()
    assert desk.live.state is None
    assert "has had the log open since" in desk.page.live.problems.text()
    other.close()


def test_a_damaged_log_is_refused_with_its_line(live: Desk) -> None:
    for key in ("1", "2", "3"):
        live.ask(key)
        live.rest()
    live.page.live.presenter.close()
    path = live.folder / "day.sdclog"
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join([lines[0], *lines[2:]]) + "\n", encoding="utf-8")
    live.page.live.presenter.reopen(path)
    live.rest()
    assert live.live.state is None
    assert "a line of the log was changed or damaged" in live.page.live.problems.text()


def test_a_file_that_changed_since_the_log_began_is_refused(live: Desk) -> None:
    live.ask("1")
    live.rest()
    live.page.live.presenter.close()
    text = (live.folder / "people.csv").read_text(encoding="utf-8")
    (live.folder / "people.csv").write_text(text + "p241,a,x\n", encoding="utf-8")
    live.open(JOB)
    live.page.live.presenter.reopen(live.folder / "day.sdclog")
    live.rest()
    assert live.live.state is None
    assert "the open file is not the one with which this release began" in live.page.live.problems.text()


def test_a_log_is_never_started_over_another(live: Desk) -> None:
    live.ask("1")
    live.rest()
    live.page.live.presenter.close()
    before = (live.folder / "day.sdclog").read_bytes()
    live.page.live.presenter.start(live.folder / "day.sdclog")
    live.rest()
    assert "a file of this name exists already" in live.page.live.problems.text()
    assert (live.folder / "day.sdclog").read_bytes() == before


def test_without_the_file_a_record_is_typed_whole(live: Desk) -> None:
    live.page.live.presenter.close()
    live.controller.new()
    live.rest()
    live.page.presenter.choose_way("live")
    live.page.live.presenter.reopen(live.folder / "day.sdclog")
    live.rest()
    ask = live.page.live.ask
    assert ask.target.isVisible()
    assert not ask.by.isVisible()
    ask.record.setText("k1")
    ask.target.setCurrentIndex(ask.target.findText("y"))
    ask.value.setText("b")
    QTest.keyClick(ask.value, Qt.Key.Key_Return)
    live.rest()
    assert live.live.answers[0].request.target == "y"


def test_a_value_without_baseline_waits_and_says_why(live: Desk) -> None:
    batch(live, "record,place,age\nr1,x,strange\nr2,x,a\n")
    assert [one.key for one in live.live.state.waiting] == ["r1"]
    live.page.live.evidence.waiting.table.selectRow(0)
    live.qtbot.waitUntil(lambda: live.live.explained is not None, timeout=60_000)
    assert "The value is not in the baseline" in live.page.live.evidence.why.text()


def test_a_stopped_batch_keeps_what_was_answered_and_the_log_says_the_same(live: Desk) -> None:
    live.meant = (True, True)
    batch(live, "record\n1\n2\n3\n")
    live.page.live.presenter.find(tuple(str(n) for n in range(4, 90)), None)
    live.qtbot.waitUntil(lambda: len(live.jobs.running) == 1 and not live.live.explained, timeout=60_000)
    live.jobs.cancel_all()
    live.rest()
    live.jobs.cancel_all()
    live.rest()
    state = live.live.state
    live.page.live.presenter.close()
    again = resume(live.folder / "day.sdclog")
    assert (again.released(), again.waiting()) == (state.released, state.waiting)
    again.close()


def test_the_plan_does_not_change_by_releasing(live: Desk) -> None:
    steps = live.steps
    live.ask("1")
    live.rest()
    assert live.steps == steps
    assert live.view.params.attribute == PARAMS["attribute"]
    assert live.page.verdict.mark is Mark.OPEN  # the record waits


def test_the_question_before_releasing_says_that_it_cannot_be_undone(live: Desk, monkeypatch) -> None:
    from PySide6.QtWidgets import QMessageBox

    seen = []

    def pressed(box) -> int:
        seen.append(box.informativeText())
        assert box.checkBox().parent() is not None  # else Python takes it from the box
        box.button(QMessageBox.StandardButton.Cancel).click()
        return 0

    monkeypatch.setattr(QMessageBox, "exec", pressed)
    assert ask_to_release("Request record 1?", Words(), live.page) == (False, False)
    assert "cannot be recalled" in seen[0]


def test_another_project_closes_the_log_and_begins_with_the_simulation(live: Desk) -> None:
    live.page.live.ask.record.setText("p5")
    live.open(JOB)
    assert live.view.way == "simulate"
    assert not live.live.is_open
    assert live.page.live.ask.record.text() == ""


def test_an_open_log_shows_that_it_keeps_its_rules(live: Desk) -> None:
    question = live.page.question
    assert question.kept.isVisible()
    assert "age by place" in question.kept.text()
    assert not question.form.isVisible()
    live.page.live.presenter.close()
    live.rest()
    assert not question.kept.isVisible()
    assert question.form.parts["alpha"].isVisible()


def test_records_can_be_typed_as_soon_as_a_log_is_open(live: Desk) -> None:
    assert live.page.window().focusWidget() is live.page.live.ask.record


# ----- the head of a log


def closed_log(desk: Desk):
    """A log with three answers, closed."""
    for key in ("1", "2", "3"):
        desk.ask(key)
        desk.rest()
    desk.page.live.presenter.close()
    return desk.folder / "day.sdclog"


def reopened(desk: Desk, path) -> None:
    desk.page.live.presenter.reopen(path)
    desk.rest()
    desk.rest()


def test_the_end_of_the_log_is_shown_while_it_is_open(live: Desk) -> None:
    text = live.page.live.end.text()
    assert text == f"Log: 1 line, checksum {live.live.state.head.hash}"
    live.ask("1")
    live.rest()
    assert live.page.live.end.text() == f"Log: 2 lines, checksum {live.live.state.head.hash}"


def test_lines_cut_from_the_end_of_a_log_are_refused_in_the_window(live: Desk) -> None:
    path = closed_log(live)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:2]))
    reopened(live, path)
    assert live.live.state is None
    text = live.page.live.problems.text()
    assert "the log has 2 lines, but 4 were written: its end is missing. Restore a complete copy" in text


def test_a_log_without_a_head_is_continued_with_the_end_in_the_last_report(live: Desk, monkeypatch) -> None:
    path = closed_log(live)
    _, end = read_ledger(path)
    head_path_in(heads_folder(None), path).unlink()
    entered = [None, Seen(4, "0" * 64), Seen(4, end.hash)]
    monkeypatch.setattr(live_page, "ask_for_end", lambda problem, words, parent: entered.pop(0))
    reopened(live, path)  # left closed
    assert "enter lines and checksum" in live.page.live.problems.text().lower()
    reopened(live, path)  # a wrong checksum
    assert "line 4 differs from the last line written here" in live.page.live.problems.text()
    assert live.live.state is None
    reopened(live, path)
    assert live.live.is_open
    assert "later cuts will be detected" in live.page.live.problems.text()
    assert not entered


def test_a_log_of_an_older_version_is_continued_as_found_once_that_is_meant(live: Desk, monkeypatch) -> None:
    old = closed_log(live)
    path = without_head(old, live.folder / "old.sdclog")
    answers = [False, True]
    monkeypatch.setattr(live_page, "ask_to_adopt_as_found", lambda *_: answers.pop(0))
    reopened(live, path)
    assert live.live.state is None
    assert "begun by an older version, without a head: 4 lines" in live.page.live.problems.text()
    reopened(live, path)
    assert live.live.is_open
    assert len(live.live.state.released) + len(live.live.state.waiting) == 3


def test_the_dialog_takes_a_number_of_lines_and_a_whole_checksum(live: Desk) -> None:
    dialog = AdoptDialog(error("ledger.no_head", head="x"), Words(), live.page)
    assert not dialog.go.isEnabled()
    for lines, checksum in (("4", "ab" * 31), ("0", "ab" * 32), ("x", "ab" * 32), ("4", "xy" * 32), ("", "")):
        dialog.lines.setText(lines)
        dialog.checksum.setText(checksum)
        assert dialog.seen is None
        assert not dialog.go.isEnabled()
    dialog.lines.setText(" 4 ")
    dialog.checksum.setText("AB " * 32)
    assert dialog.seen == Seen(4, "ab" * 32)
    assert dialog.go.isEnabled()


def test_the_report_on_the_log_prints_its_end_and_what_opens_it_again(live: Desk) -> None:
    live.ask("1")
    live.rest()
    path = live.folder / "log.html"
    live.page.live.presenter.write_report(path)
    live.rest()
    assert live.page.report.outcome.text() == "Written: log.html."
    text = path.read_text(encoding="utf-8")
    head = live.live.state.head
    assert head.hash in text
    live.page.live.presenter.close()
    log = live.folder / "day.sdclog"
    head_path_in(heads_folder(None), log).unlink()
    live.page.live.presenter.reopen(log, Adopted(Seen(head.n, head.hash)))
    live.rest()
    assert live.live.is_open


def test_the_verdict_on_an_open_log_is_the_engines(live: Desk) -> None:
    assert live.page.verdict.mark is Mark.OPEN
    assert live.page.verdict.grade_text == "Not judged: No record has been released."
    batch(live)
    state = live.live.state
    assert live.page.verdict.mark.value == state.verdict.grade.value
    assert live.page.verdict.text.startswith(f"{len(state.released)} released")
