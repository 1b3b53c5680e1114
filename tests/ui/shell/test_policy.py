"""The site policy in the window: which one is in force, what it asks, and reasons for deviations."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.project import policy_location
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.settings import Settings
from sdc_desktop.ui.shell.main_window import MainWindow
from sdc_desktop.ui.shell.policy_desk import PolicyDesk
from sdc_desktop.words import Words

POLICY = {
    "schema": 2,
    "name": "Agency",
    "version": "2026-1",
    "about": "What leaves the house.",
    "limits": [{"kind": "microaggregate", "param": "k", "at_least": 5}],
}
PLAN = plan_from_json(
    {"schema": 2, "jobs": [{"name": "groups", "kind": "microaggregate", "params": {"k": 3}}]}
)


@pytest.fixture
def policy(tmp_path: Path) -> Path:
    return write(tmp_path / "policy.json", POLICY)


def write(path: Path, data: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def of_administrator(**shown: object) -> Path:
    return write(policy_location.system_folder() / "policy.json", POLICY | shown)


@pytest.fixture
def controller(jobs: JobManager, words: Words) -> ProjectController:
    return ProjectController(jobs, words)


@pytest.fixture
def desk(qtbot, controller: ProjectController, settings: Settings, words: Words) -> PolicyDesk:
    from PySide6.QtWidgets import QWidget

    place = QWidget()
    qtbot.addWidget(place)
    made = PolicyDesk(controller, settings, words, place)
    made.setParent(place)
    made.place = place  # kept as long as the desk
    return made


def codes(controller: ProjectController) -> list[str]:
    return [problem.code for problem in controller.problems]


def test_without_a_policy_the_window_says_so(desk, controller) -> None:
    desk.begin()
    assert desk.button.text() == "No policy"
    controller.change_plan("groups", PLAN)
    assert controller.plan == PLAN
    desk.notify()
    assert desk.dialog.title.text() == "No active policy"


def test_a_policy_opened_by_hand_is_remembered(desk, controller, settings, policy, words) -> None:
    assert desk.open_policy(policy)
    assert desk.button.text() == "Policy: Agency 2026-1"
    again = PolicyDesk(controller, settings, words, desk.place)
    again.begin()
    assert again.button.text() == "Policy: Agency 2026-1"
    again.leave_policy()
    assert controller.policy is None
    assert settings.policy_file == ""


def test_a_policy_that_is_gone_is_stated_and_not_held_to(desk, controller, settings, policy) -> None:
    desk.open_policy(policy)
    policy.unlink()
    controller.hold_to(policy_location.ActivePolicy())
    desk.begin()
    assert controller.policy is None
    assert codes(controller) == ["file.unreadable"]


def test_the_administrators_policy_gives_way_to_a_stricter_one_alone(desk, controller, tmp_path) -> None:
    of_administrator()
    desk.begin()
    assert controller.active_policy.by_administrator
    weaker = write(tmp_path / "weaker.json", POLICY | {"version": "mine", "limits": []})
    assert not desk.open_policy(weaker)
    assert controller.policy.title == "Agency 2026-1"
    assert codes(controller) == ["policy.beyond_administrators"]
    limits = [{"kind": "microaggregate", "param": "k", "at_least": 7}]
    assert desk.open_policy(write(tmp_path / "more.json", POLICY | {"version": "strict", "limits": limits}))
    assert controller.policy.title == "Agency strict"
    assert codes(controller) == []
    desk.leave_policy()
    assert controller.policy.title == "Agency 2026-1"


def test_an_administrators_file_that_cannot_be_read_stops_all_writing(desk, controller) -> None:
    of_administrator(limit=1)
    desk.begin()
    assert desk.button.text() == "✕ Policy unreadable"
    assert [p.code for p in controller.refused_by_policy(PLAN)] == ["plan.unknown_key"]


def test_a_deviation_is_counted_listed_and_answered_in_one_step(desk, controller, policy, qtbot) -> None:
    desk.open_policy(policy)
    controller.change_plan("groups", PLAN)
    assert desk.button.text() == "△ Policy: Agency 2026-1, 1 deviation"
    assert codes(controller) == ["policy.weaker"]
    desk.notify()
    assert "What leaves the house." in desk.dialog.requirements.toPlainText()
    assert "Microaggregation: Minimum group size: at least 5" in desk.dialog.requirements.toPlainText()
    assert str(policy) in desk.dialog.source.text()
    assert desk.dialog.found.count() == 1
    qtbot.mouseClick(desk.dialog.answer, Qt.MouseButton.LeftButton)
    query = desk.reason
    assert not query.keep.isEnabled()
    query.text.setPlainText("A small file.")
    qtbot.mouseClick(query.keep, Qt.MouseButton.LeftButton)
    assert controller.plan.policy.reasons["groups.k"].text == "A small file."
    assert codes(controller) == ["policy.reasoned"]
    assert desk.button.text() == "Policy: Agency 2026-1"
    assert controller.refused_by_policy(controller.plan) == ()
    controller.undo()
    assert codes(controller) == ["policy.weaker"]


def test_a_deviation_can_be_mended_instead(desk, controller, policy, qtbot) -> None:
    desk.open_policy(policy)
    controller.change_plan("groups", PLAN)
    desk.answer("groups.k")
    qtbot.mouseClick(desk.reason.mend, Qt.MouseButton.LeftButton)
    assert controller.plan.jobs[0].params.k == 5
    assert codes(controller) == []


def test_a_plan_without_its_job_in_force_is_put_there_when_it_is_refused(desk, controller, policy) -> None:
    desk.open_policy(policy)
    assert [p.code for p in controller.refused_by_policy(PLAN)] == ["policy.weaker"]
    assert controller.plan.jobs == PLAN.jobs
    assert controller.plan.policy.name == "Agency"


def test_the_window_shows_the_policy_and_answers_from_the_list_of_problems(
    qtbot, window: MainWindow, policy: Path
) -> None:
    assert not window.problems_panel.reason.isVisible()
    window.policy.open_policy(policy)
    window.controller.change_plan("groups", PLAN)
    button = window.policy.button
    assert window.top.isAncestorOf(button)
    qtbot.waitUntil(lambda: button.isVisible() and button.width() >= button.sizeHint().width())
    assert button.geometry().right() <= window.top.rect().right()
    window.status.problems.click()
    qtbot.waitUntil(window.problems_panel.reason.isVisible)
    qtbot.mouseClick(window.problems_panel.reason, Qt.MouseButton.LeftButton)
    window.policy.reason.given.emit("A small file.")
    assert list(window.controller.plan.policy.reasons) == ["groups.k"]
    window.policy.reason.reject()


def test_a_reason_is_requested_for_deviations_alone(qtbot, desk, controller, policy, words) -> None:
    from sdc_desktop.engine.problems import error
    from sdc_desktop.ui.widgets.problems_panel import ProblemsPanel

    panel = ProblemsPanel(words)
    qtbot.addWidget(panel)
    record = error("release.no_such_record", key="17")  # a key of its own
    panel.model.show((record,))
    assert panel.reason.isHidden()
    desk.open_policy(policy)
    controller.change_plan("groups", PLAN)
    panel.model.show((record, *controller.problems))
    panel.table.setCurrentIndex(panel.model.index(0, 0))
    assert not panel.reason.isHidden()
    with qtbot.waitSignal(panel.reason_requested) as query:
        panel.reason.click()
    assert query.args == ["groups.k"]


def test_the_other_tabs_begin_as_the_policy_has_it(tmp_path: Path) -> None:
    from sdc_desktop.engine.policy.policy import read_policy
    from sdc_desktop.ui.tabs.cae.tab_job import first_params as first_curve
    from sdc_desktop.ui.tabs.release.tab_job import first_params as first_queue
    from sdc_desktop.ui.tabs.tables.tab_job import first_fields

    defaults = {
        "table": {"rules": [{"kind": "p_percent", "p": 12}], "missing_safe": True},
        "audit": {"max_risk": 0.1},
        "cae_experiment": {"repeats": 7},
    }
    limits = [
        {"kind": "table", "param": "protect.solver", "one_of": ["fast"]},
        {"kind": "release", "param": "alpha", "at_most": 0.1},
    ]
    held_to = read_policy(write(tmp_path / "p.json", POLICY | {"defaults": defaults, "limits": limits}))
    table = first_fields("table", held_to)
    assert set(table) == {"rules", "protect", "missing_safe"}
    assert (table["rules"][0].p, table["protect"].solver) == (12, "fast")
    assert first_fields("audit", held_to) == {"max_risk": 0.1}
    assert first_queue(held_to).alpha == 0.1
    assert first_curve("sampling", has_data=False, policy=held_to).repeats == 7
