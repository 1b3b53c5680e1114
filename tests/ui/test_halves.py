"""Settings fold into a line that sums them up; long messages are behind a button."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from sdc_desktop.engine.methods.registry import METHODS
from sdc_desktop.engine.problems import Place, error, warning
from sdc_desktop.engine.verdict import Grade, Reason, Verdict, from_warnings
from sdc_desktop.resources import resource_path
from sdc_desktop.ui.forms.problem_lines import ProblemLines
from sdc_desktop.ui.shell.main_window import MainWindow
from sdc_desktop.ui.widgets.verdict_bar import VerdictBar
from sdc_desktop.words import Words
from sdc_desktop.words.problems.problems import sentence
from sdc_desktop.words.setting_words import summary_line


def opened(window: MainWindow, qtbot, place, open_demo) -> object:
    window.resize(1366, 738)
    window.loading.begin()
    open_demo()
    qtbot.waitUntil(lambda: place.page is not None and window.jobs.idle, timeout=60_000)
    window.tour.leave()
    return place.page


def click(qtbot, button) -> None:
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_a_click_folds_the_settings_into_a_line_and_another_shows_them(window, qtbot) -> None:
    page = opened(window, qtbot, window.tables_place, window.open_table_demo)
    halves, answer = page.halves, page.answer
    before = answer.width()
    click(qtbot, halves.fold)
    qtbot.waitUntil(lambda: answer.width() > before + 200, timeout=60_000)
    assert not page.question.isVisible()
    assert halves.summary.text().startswith("Table: ")
    assert "activity, region" in halves.summary.text()
    assert page.exports.isVisible()
    click(qtbot, halves.unfold)
    assert page.question.isVisible()
    assert page.exports.isVisible()
    assert not halves.line.isVisible()


def test_f9_folds_the_settings_of_the_tab_shown_and_a_new_project_shows_them(window, qtbot) -> None:
    page = opened(window, qtbot, window.microdata_place, window.open_patients)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=60_000)
    QTest.keyClick(window, Qt.Key.Key_F9)
    assert page.halves.folded
    assert not page.question.isVisible()
    window.files.may_leave = lambda: True
    window.files.new()
    assert not page.halves.folded


def test_what_is_folded_follows_the_plan(window, qtbot) -> None:
    page = opened(window, qtbot, window.tables_place, window.open_table_demo)
    click(qtbot, page.halves.fold)
    before = page.halves.summary.text()
    page.presenter.change({"rules": ()})
    assert page.halves.summary.text() != before


def protected(window: MainWindow, qtbot, page, minimum: int) -> None:
    """Another rule, and the table protected again by its button."""
    first, *others = page.presenter.job.params.rules
    page.presenter.change({"rules": (first.model_copy(update={"n": minimum}), *others)})
    qtbot.waitUntil(page.question.run.isEnabled, timeout=60_000)
    QApplication.processEvents()  # settings that were folded are laid out anew
    click(qtbot, page.question.run)
    qtbot.waitUntil(lambda: page.presenter.view.ready and window.jobs.idle, timeout=60_000)


def test_settings_give_their_room_to_the_answer_that_was_requested(window, qtbot) -> None:
    page = opened(window, qtbot, window.tables_place, window.open_table_demo)
    assert not page.halves.folded  # an answer that a project had is no reason
    protected(window, qtbot, page, 4)
    assert page.halves.folded
    assert page.answer.isVisible()
    assert window.focusWidget().isVisible()


def test_settings_shown_again_stay_until_another_project(window, qtbot) -> None:
    page = opened(window, qtbot, window.tables_place, window.open_table_demo)
    protected(window, qtbot, page, 4)
    click(qtbot, page.halves.unfold)
    protected(window, qtbot, page, 5)
    assert not page.halves.folded
    window.files.may_leave = lambda: True
    window.open_table_demo()
    qtbot.waitUntil(lambda: window.controller.opened is not None and window.jobs.idle, timeout=60_000)
    window.tour.leave()
    protected(window, qtbot, page, 4)
    assert page.halves.folded


@pytest.mark.parametrize("name", sorted(path.stem for path in resource_path("self_test").glob("*.sdcplan")))
def test_every_kind_of_job_is_summed_up_in_a_line(name: str) -> None:
    from sdc_desktop.engine.plan import read_plan

    plan = read_plan(Path(resource_path("self_test", f"{name}.sdcplan")))
    for job in plan.jobs:
        line = summary_line(METHODS[job.kind], job.params, Words())
        assert line.startswith(Words().say(METHODS[job.kind].title))
        assert "\n" not in line
        assert "=" not in line.replace(" = ", "")
        assert "Spec" not in line
        assert "{" not in line


@pytest.fixture
def lines(qtbot) -> ProblemLines:
    made = ProblemLines(Words())
    qtbot.addWidget(made)
    made.resize(420, 300)
    made.show()
    return made


def test_a_short_message_is_shown_whole(lines) -> None:
    lines.show_problems([error("hierarchy.no_bounds", Place(variable="x"))])
    assert lines.line.text() == lines.text()
    assert not lines.more.isVisible()


def test_a_long_message_is_a_line_until_show_is_clicked(qtbot, lines) -> None:
    problems = [
        warning("hierarchy.header_is_value", Place(variable=f"v{number}"), number=1, values=f"value {number}")
        for number in range(13)
    ]
    lines.show_problems(problems)
    assert lines.more.isVisible()
    assert "\n" not in lines.line.text()
    assert not lines.whole.isVisible()
    click(qtbot, lines.more)
    assert lines.whole.isVisible()
    assert lines.whole.text() == lines.text()
    assert lines.whole.height() < 8 * lines.fontMetrics().lineSpacing()
    click(qtbot, lines.more)
    assert not lines.whole.isVisible()
    lines.show_problems([*problems, error("hierarchy.no_bounds", Place(variable="x"))])
    assert lines.line.text().startswith("Error: ")
    lines.show_problems([])
    assert not lines.isVisible()


@pytest.mark.parametrize("width", [300, 420, 900])
def test_a_warning_about_disclosure_is_never_behind_the_button(lines, width: int) -> None:
    lines.resize(width, 300)
    harmless = [
        warning("anopi.no_points", Place(variable=f"v{number}"), name=f"v{number}") for number in "12"
    ]
    errors = [error("hierarchy.no_bounds", Place(variable=f"v{number}")) for number in range(4)]
    grave = [
        warning("secret.weak", Place(key="secrets"), name="noise"),
        warning("anopi.missing_kept", Place(key="params.blocks"), names=("age", "sex"), k=3),
    ]
    for problems in ([*harmless, *grave], [*errors, *grave], [*harmless, *errors, *grave], grave * 4):
        lines.show_problems(problems)
        assert not lines.more.isChecked()
        kinds = {problem.code for problem in from_warnings_of(problems)}
        shown = lines.line.text().splitlines()
        warnings = [line for line in shown if line.startswith("Warning")]
        assert lines.line.isVisible()
        if lines.more.isVisible():
            assert len(warnings) == len(kinds) == len(set(warnings))
            assert all(any(word in line for word in ("secret", "issing")) for line in warnings), warnings
            assert len(shown) - len(warnings) == bool(errors[0] in problems)
        else:
            assert lines.line.text() == lines.text()


def from_warnings_of(problems) -> list[Reason]:
    """What of these problems lowers a verdict, without the errors."""
    return [reason for reason in from_warnings(problems) if reason.grade is Grade.RESERVATIONS]


def test_the_verdict_names_the_reason_that_a_folded_line_begins_with(lines) -> None:
    problem = warning("anopi.missing_kept", Place(key="params.blocks"), names=("age", "sex"), k=3)
    lines.resize(180, 300)
    lines.show_problems([problem])
    assert lines.more.isVisible()
    bar = VerdictBar()
    bar.judge(Verdict(Grade.RESERVATIONS, from_warnings([problem])), "", Words())
    message = sentence(problem, Words()).message
    assert message[1:] in bar.grade_text
    assert not bar.grade_text.endswith("…")


def test_a_banner_with_nothing_in_it_needs_no_height(qtbot, qtlog) -> None:
    bar = VerdictBar()
    qtbot.addWidget(bar)
    bar.show()
    bar.resize(300, 40)
    qtbot.wait(10)
    assert not [record.message for record in qtlog.records if "Negative sizes" in record.message]
