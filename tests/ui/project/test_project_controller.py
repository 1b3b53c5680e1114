"""The open project: steps, files, data."""

from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest
from PySide6.QtCore import QObject, Slot

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.hierarchies.spec import LevelsSpec
from sdc_desktop.engine.data.hierarchy_files import load_hierarchies
from sdc_desktop.engine.data.reading import open_data
from sdc_desktop.engine.plan import Plan, read_plan
from sdc_desktop.engine.problems import error
from sdc_desktop.engine.verdict import Grade, Verdict
from sdc_desktop.project.project import KeptStrategy, Project, Step, new_project
from sdc_desktop.project.project_file import load_project, save_project
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.shell import file_commands
from sdc_desktop.ui.widgets.questions import Clash

CSV = "yob;ms;amount\n1961;Single;10\n1962;Married;20\n007;Single;30\n"


@pytest.fixture
def controller(jobs, words) -> ProjectController:
    return ProjectController(jobs, words)


@pytest.fixture
def csv(tmp_path: Path) -> Path:
    path = tmp_path / "people.csv"
    path.write_text(CSV, encoding="utf-8")
    return path


@pytest.fixture
def opened(qtbot, controller, csv) -> ProjectController:
    with qtbot.waitSignal(controller.data_opened):
        controller.open_data(csv)
    return controller


class Heard(QObject):
    """Counts what the controller tells."""

    def __init__(self, controller: ProjectController) -> None:
        super().__init__()
        self.plans: list[Plan] = []
        self.opened = 0
        self.closed = 0
        controller.plan_changed.connect(self.plan)
        controller.data_opened.connect(self.open)
        controller.data_closed.connect(self.close)

    @Slot(object)
    def plan(self, plan: Plan) -> None:
        self.plans.append(plan)

    @Slot(object)
    def open(self, _opened: object) -> None:
        self.opened += 1

    @Slot()
    def close(self) -> None:
        self.closed += 1


def roles(controller: ProjectController) -> list[str]:
    return [variable.role for variable in controller.opened.data.variables]


def test_opening_data_writes_every_guess_into_the_plan(opened, csv):
    spec = opened.plan.data
    assert (spec.path, spec.delimiter, spec.encoding, spec.header) == ("people.csv", ";", "utf-8", True)
    assert opened.base == csv.parent.resolve()
    assert opened.opened.data.window(2, 3) == [("007", "Single", "30")]
    assert not opened.dirty


def test_what_is_given_of_the_file_is_followed(qtbot, controller, csv):
    with qtbot.waitSignal(controller.data_opened):
        controller.open_data(csv, {"header": False})
    assert controller.opened.data.records == 4


def test_a_plan_of_a_description_has_the_roles_and_hierarchies_that_a_run_takes(qtbot, controller, tmp_path):
    """Also where it names some variables, and after every step is undone; what it names stays its own."""
    lines = ("Age 1 2 99", "  <RECODABLE>", "  <IDLEVEL> 1", '  <RECODE> "age.grc"')
    lines += ("Sex 3 1", "  <RECODABLE>", "  <IDLEVEL> 2", "Wgt 4 2", "  <NUMERIC>", "  <WEIGHT>")
    (tmp_path / "d.rda").write_text("\n".join(lines), encoding="utf-8")
    (tmp_path / "d.asc").write_text("20m10\n35f12\n99f11\n", encoding="utf-8")
    (tmp_path / "age.grc").write_text("1: -30\n2: 31-98\n", encoding="utf-8")
    plan = '{"schema": 2, "data": {"path": "d.rda", "variables": {"Sex": {"role": "sensitive"}}}, "jobs": []}'
    (tmp_path / "p.sdcplan").write_text(plan, encoding="utf-8")
    heard = Heard(controller)
    with qtbot.waitSignal(controller.data_opened):
        assert controller.open_plan(tmp_path / "p.sdcplan")
    run = open_data(read_plan(tmp_path / "p.sdcplan").data, tmp_path, JobContext())
    assert roles(controller) == [one.role for one in run.data.variables] == ["key", "sensitive", "weight"]
    assert controller.plan.data.hierarchies == run.spec.hierarchies
    assert (heard.opened, controller.dirty) == (1, False)
    controller.set_variables(("Age",), level="ordinal")
    assert roles(controller) == ["key", "sensitive", "weight"]
    controller.undo()
    assert roles(controller) == ["key", "sensitive", "weight"]


def test_a_role_is_one_step_and_needs_no_reading(opened):
    heard = Heard(opened)
    relation = opened.opened.data.relation
    opened.set_variables(("yob",), role="key")
    assert roles(opened) == ["key", "other", "other"]
    assert opened.opened.data.relation is relation
    assert (len(heard.plans), heard.opened, heard.closed, opened.reading) == (1, 0, 0, False)
    assert opened.project.step.label == "Role of yob: key variable"
    assert opened.dirty


def test_the_same_role_again_is_no_step(opened):
    opened.set_variables(("yob",), role="other")  # said outright
    assert opened.project.position == 1
    opened.set_variables(("yob",), role="other")
    assert opened.project.position == 1


def test_several_variables_are_one_step(opened):
    opened.set_variables(("yob", "ms"), role="sensitive")
    assert roles(opened) == ["sensitive", "sensitive", "other"]
    opened.undo()
    assert roles(opened) == ["other", "other", "other"]


def test_undo_and_redo_go_through_the_history(opened):
    opened.set_variables(("yob",), role="key")
    opened.set_variables(("ms",), role="sensitive")
    opened.undo()
    opened.undo()
    assert roles(opened) == ["other", "other", "other"]
    assert not opened.dirty
    opened.redo()
    assert roles(opened) == ["key", "other", "other"]
    opened.set_variables(("amount",), role="weight")
    assert not opened.project.can_redo
    assert [step.label for step in opened.project.history][1:] == [
        "Role of yob: key variable",
        "Role of amount: weight",
    ]


def test_the_list_of_steps_can_be_jumped_in(opened):
    for name in ("yob", "ms", "amount"):
        opened.set_variables((name,), role="sensitive")
    for _ in range(3):
        opened.undo()
    opened.return_to(2)
    assert opened.project.position == 2
    assert roles(opened) == ["sensitive", "sensitive", "other"]


def test_a_word_that_is_no_role_is_refused(opened):
    with pytest.raises(ValueError, match="role"):
        opened.set_variables(("yob",), role="secret")
    assert not opened.project.can_undo


def test_texts_called_numbers_are_a_problem_until_undone(qtbot, opened):
    with qtbot.waitSignal(opened.problems_changed):
        opened.set_variables(("ms",), level="continuous")
    qtbot.waitUntil(lambda: not opened.reading)
    (problem,) = opened.problems
    assert (problem.code, problem.where.variable, problem.where.line) == ("data.not_numbers", "ms", 2)
    assert opened.opened is not None
    opened.undo()
    assert opened.problems == ()


def test_saving_and_opening_brings_plan_and_history_back(qtbot, opened, tmp_path, jobs, words):
    opened.set_variables(("yob",), role="key")
    opened.set_variables(("ms",), role="sensitive")
    opened.undo()
    target = tmp_path / "deep" / "er" / "work.sdcproj"
    target.parent.mkdir(parents=True)
    assert opened.save_as(target)
    assert (opened.dirty, opened.title, opened.path) == (False, "work.sdcproj", target)
    assert opened.plan.data.path == "../../people.csv"
    other = ProjectController(jobs, words)
    with qtbot.waitSignal(other.data_opened):
        assert other.open_project(target)
    assert roles(other) == ["key", "other", "other"]
    other.redo()
    assert roles(other) == ["key", "sensitive", "other"]
    other.undo()
    assert not other.dirty


def test_saving_elsewhere_does_not_read_the_data_again(opened, tmp_path):
    opened.set_variables(("yob",), role="key")
    heard = Heard(opened)
    (tmp_path / "there").mkdir()
    opened.save_as(tmp_path / "there" / "work.sdcproj")
    opened.undo()
    assert (heard.opened, heard.closed, opened.reading) == (0, 0, False)


def test_a_file_that_cannot_be_written_is_a_problem_and_stays_unsaved(opened, tmp_path):
    opened.set_variables(("yob",), role="key")
    assert not opened.save_as(tmp_path / "nowhere" / "work.sdcproj")
    assert [problem.code for problem in opened.problems] == ["file.no_folder"]
    assert opened.dirty
    assert opened.path is None


def test_a_refused_file_leaves_everything_as_it_was(qtbot, opened, tmp_path):
    before = opened.project
    torn = tmp_path / "torn.csv"
    torn.write_text('a,b\n"1,2\n', encoding="utf-8")
    heard = Heard(opened)
    with qtbot.waitSignal(opened.problems_changed):
        opened.open_data(torn)
    assert opened.project is before
    assert opened.opened is not None
    assert (heard.plans, heard.closed) == ([], 0)


def test_a_project_that_is_no_json_is_refused(opened, tmp_path):
    broken = tmp_path / "broken.sdcproj"
    broken.write_text("{", encoding="utf-8")
    before = opened.project
    assert not opened.open_project(broken)
    assert [problem.code for problem in opened.problems] == ["plan.not_json"]
    assert opened.project is before


def test_a_project_whose_data_is_gone_opens_with_a_problem(qtbot, opened, tmp_path, csv, jobs, words):
    opened.save_as(tmp_path / "work.sdcproj")
    csv.unlink()
    other = ProjectController(jobs, words)
    with qtbot.waitSignal(other.problems_changed):
        other.open_project(tmp_path / "work.sdcproj")
    qtbot.waitUntil(lambda: bool(other.problems))
    assert [problem.code for problem in other.problems] == ["csv.no_such_file"]
    assert other.plan.data.path == "people.csv"
    assert other.opened is None


def test_the_exported_plan_is_the_one_in_force(opened, tmp_path):
    opened.set_variables(("yob",), role="key")
    (tmp_path / "plans").mkdir()
    assert opened.export_plan(tmp_path / "plans" / "p.sdcplan")
    plan = read_plan(tmp_path / "plans" / "p.sdcplan")
    assert plan.data.path == "../people.csv"
    assert plan.data.variables["yob"].role == "key"


def test_a_plan_begins_a_new_project(qtbot, opened, tmp_path, jobs, words):
    opened.export_plan(tmp_path / "p.sdcplan")
    other = ProjectController(jobs, words)
    with qtbot.waitSignal(other.data_opened):
        assert other.open_plan(tmp_path / "p.sdcplan")
    assert (other.path, other.dirty) == (None, False)


def test_undoing_the_first_data_closes_them_and_redoing_reads_them_again(
    qtbot, opened, jobs, words, tmp_path
):
    history = (Step("", Plan()), Step("Data", opened.plan))
    save_project(Project(history=history, position=1), tmp_path / "work.sdcproj")
    other = ProjectController(jobs, words)
    with qtbot.waitSignal(other.data_opened):
        other.open_project(tmp_path / "work.sdcproj")
    with qtbot.waitSignal(other.data_closed):
        other.undo()
    assert (other.opened, other.plan.data) == (None, None)
    with qtbot.waitSignal(other.data_opened):
        other.redo()
    assert other.opened.data.records == 3


def test_the_newest_of_two_files_wins(qtbot, controller, csv, tmp_path):
    second = tmp_path / "second.csv"
    second.write_text("a,b\n1,2\n", encoding="utf-8")
    heard = Heard(controller)
    controller.open_data(csv)
    controller.open_data(second)
    qtbot.waitUntil(lambda: controller.opened is not None)
    assert controller.opened.data.names == ("a", "b")
    assert heard.opened == 1


def test_new_forgets_data_and_problems(qtbot, opened, tmp_path):
    opened.save_as(tmp_path / "nowhere" / "x.sdcproj")
    opened.new()
    assert (opened.opened, opened.plan, opened.problems, opened.dirty) == (None, Plan(), (), False)


def test_problems_of_one_source_do_not_touch_those_of_another(controller):
    first, second = error("csv.empty"), error("file.unreadable", reason="x")
    controller.report_problems("a", [first])
    controller.report_problems("b", [second])
    assert controller.problems == (first, second)
    controller.report_problems("a", [])
    assert controller.problems == (second,)


def test_notes_are_a_step_that_makes_no_one_look_at_the_plan_again(opened):
    heard = Heard(opened)
    opened.decide("Notes", notes="why yob is coarse")
    assert (opened.project.notes, opened.dirty, heard.plans) == ("why yob is coarse", True, [])
    opened.undo()
    assert (opened.project.notes, opened.dirty, heard.plans) == ("", False, [])
    opened.redo()
    assert opened.project.notes == "why yob is coarse"


def test_a_strategy_that_was_kept_is_in_the_project_and_can_be_taken_back(
    qtbot, opened, tmp_path, jobs, words
):
    opened.keep_strategy("Kept", KeptStrategy("as opened", opened.plan))
    opened.save_as(tmp_path / "work.sdcproj")
    other = ProjectController(jobs, words)
    with qtbot.waitSignal(other.data_opened):
        other.open_project(tmp_path / "work.sdcproj")
    assert [one.name for one in other.project.strategies] == ["as opened"]
    other.undo()
    assert other.project.strategies == ()


def test_a_file_that_another_person_saved_is_noticed_until_it_is_saved_here(
    qtbot, opened, tmp_path, jobs, words
):
    path = tmp_path / "work.sdcproj"
    opened.save_as(path)
    other = ProjectController(jobs, words)
    with qtbot.waitSignal(other.data_opened):
        other.open_project(path)
    other.decide("Notes", notes="theirs")
    other.save()
    assert (opened.changed_outside, other.changed_outside) == (True, False)
    opened.save()
    assert (opened.changed_outside, other.changed_outside) == (False, True)
    path.unlink()
    assert not other.changed_outside


@pytest.mark.parametrize(
    ("answer", "saved", "kept"), [("stay", False, True), ("replace", True, False), ("other_name", True, True)]
)
def test_saving_over_what_another_person_saved_confirms_first(
    qtbot, window, opened, tmp_path, monkeypatch, answer, saved, kept
):
    path, second = tmp_path / "work.sdcproj", tmp_path / "mine.sdcproj"
    opened.save_as(path)
    with qtbot.waitSignal(window.controller.data_opened):
        window.controller.open_project(path)
    opened.decide("Notes", notes="theirs")
    opened.save()
    window.controller.decide("Notes", notes="mine")
    monkeypatch.setattr(file_commands, "ask_about_clash", lambda *_: Clash(answer))
    monkeypatch.setattr(window.files, "_choose_name", lambda *_: second)
    assert window.files.save() is saved
    assert (load_project(path).notes == "theirs") is kept
    assert second.exists() is (answer == "other_name")
    assert window.controller.dirty is not saved


def test_roles_are_proposed_in_one_undo_step(qtbot, controller, tmp_path):
    path = tmp_path / "people.csv"
    rows = [f"P{n:03},{n % 3},a{n % 25}@b" for n in range(60)]
    path.write_text("\n".join(["code,sex,e_mail", *rows]), encoding="utf-8")
    with qtbot.waitSignal(controller.data_opened):
        controller.open_data(path)
    text = controller.plan.data.variables
    assert [text[name].role for name in ("code", "sex", "e_mail")] == [
        "direct_identifier",
        "key",
        "direct_identifier",
    ]
    assert [v.role for v in controller.opened.data.variables] == [
        "direct_identifier",
        "key",
        "direct_identifier",
    ]
    assert not controller.dirty
    assert controller.project.position == 1
    controller.undo()
    assert [text.role for text in controller.plan.data.variables.values()] == [None, None, None]
    assert [v.unsaid for v in controller.opened.data.variables] == [True, True, True]
    controller.set_variables(("code",), role="other")
    assert "data.role_other" in [one.code for one in controller.opened.notes]


def test_after_saving_in_another_folder_the_hierarchies_of_the_records_are_found(
    opened: ProjectController, tmp_path: Path
) -> None:
    (tmp_path / "ms.csv").write_text("ms;all\nSingle;any\nMarried;any\n", encoding="utf-8")
    opened.set_hierarchies({"ms": LevelsSpec(kind="levels", path="ms.csv")})
    (tmp_path / "there").mkdir()
    assert opened.save_as(tmp_path / "there" / "work.sdcproj")
    found, _ = load_hierarchies(opened.opened, opened.base, JobContext())
    assert len(found["ms"].level_names) == 2


def test_a_new_project_knows_no_verdict_of_the_one_before(controller, tmp_path) -> None:
    judged = MappingProxyType({"judged": {"version": "9.9.9", "jobs": {"table": "safe"}}})
    save_project(replace(new_project(), view=judged), tmp_path / "a.sdcproj")
    assert controller.open_project(tmp_path / "a.sdcproj")
    controller.verdicts.note("table", Verdict(Grade.UNSAFE))
    assert [problem.code for problem in controller.problems] == ["project.judged_differently"]
    controller.new()
    assert controller.verdicts.known("table") is None
    controller.verdicts.note("table", Verdict(Grade.UNSAFE))
    assert controller.problems == ()
