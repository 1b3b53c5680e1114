"""The cards from the file to its release: chosen, added, switched, moved, removed, each as one change."""

import time
from collections import Counter

import pytest

from sdc_desktop.engine import job_runs, runner
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.data.spec import OutputSpec
from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.plan_rules import with_rule
from sdc_desktop.engine.runner import RunOptions, run_plan
from sdc_desktop.engine.running import stages
from sdc_desktop.project.chain import chain_of
from sdc_desktop.project.report_fields import combined
from sdc_desktop.report.codebook import codebook_texts
from sdc_desktop.ui.widgets.verdict_bar import Mark
from sdc_desktop.words import Words
from tests.ui.tabs.microdata.conftest import WAIT, Desk


def measured(desk: Desk) -> None:
    desk.qtbot.waitUntil(
        lambda: not desk.controller.steps.computing and desk.jobs.idle and not desk.page.making, timeout=WAIT
    )


def add(desk: Desk, kind: str) -> str:
    desk.page.pipeline.add_step(kind)
    measured(desk)
    return desk.page.step


def kinds(desk: Desk) -> list[str]:
    return [job.kind for job in chain_of(desk.controller.plan)]


def card(desk: Desk, name: str):
    return next(view for view in desk.page.pipeline.cards.views if view.key == f"step:{name}")


@pytest.fixture
def steps(closed_desk: Desk, demo_plan: Plan) -> Desk:
    closed_desk.open(demo_plan)
    add(closed_desk, "local_suppression")
    add(closed_desk, "pram")
    closed_desk.page.presenter.settle()
    return closed_desk


def test_a_project_with_steps_opens_on_its_first_and_a_file_on_itself(desk: Desk, demo_plan: Plan) -> None:
    assert desk.page.step == "anopi"
    assert desk.page.step_tabs.isVisible()
    desk.open(demo_plan.model_copy(update={"jobs": ()}))
    assert desk.page.card == "file"
    assert desk.page.file_pages.isVisible()
    keys = [view.key for view in desk.page.pipeline.cards.views]
    assert keys == ["file", "prepare", "roles", "add", "release"]


def test_another_file_is_first_shown_by_its_first_look(desk: Desk, tmp_path) -> None:
    desk.page.data.show_record(3)
    assert desk.page.file_pages.currentWidget() is desk.page.data.records
    other = tmp_path / "other.csv"
    other.write_text("town,age\n" + "Aldby,30\nBorby,40\n" * 20, encoding="utf-8")
    desk.controller.open_data(other)
    desk.qtbot.waitUntil(lambda: desk.controller.plan.data.path == other.name)
    desk.rest()
    assert desk.page.card == "file"
    assert desk.page.file_pages.currentIndex() == 0


def test_adding_moving_switching_and_removing_a_step_are_one_change_each(desk: Desk) -> None:
    before = desk.steps
    suppress = add(desk, "local_suppression")
    perturb = add(desk, "pram")
    assert desk.steps == before + 2
    assert kinds(desk) == ["anopi", "local_suppression", "pram"]
    assert desk.page.card == f"step:{perturb}"
    desk.page.pipeline.move_step(-1)
    measured(desk)
    assert kinds(desk) == ["anopi", "pram", "local_suppression"]
    desk.page.pipeline.cards.switched.emit(f"step:{suppress}", False)
    measured(desk)
    assert card(desk, suppress).on is False
    assert card(desk, suppress).trail == card(desk, perturb).trail
    desk.page.pipeline.remove(perturb)
    measured(desk)
    assert kinds(desk) == ["anopi", "local_suppression"]
    assert desk.steps == before + 5
    for _ in range(5):
        desk.controller.undo()
    measured(desk)
    assert kinds(desk) == ["anopi"]


def test_the_last_step_can_be_removed_and_what_is_left_is_not_protected(desk: Desk) -> None:
    desk.page.pipeline.remove("anopi")
    measured(desk)
    assert kinds(desk) == []
    assert desk.page.card == "file"
    assert desk.page.verdict.mark is Mark.UNSAFE
    assert not desk.page.exports.write_button.isEnabled()
    desk.controller.undo()
    measured(desk)
    assert kinds(desk) == ["anopi"]


def test_the_cards_have_the_figures_of_a_run_after_each_step(steps: Desk) -> None:
    trail = steps.controller.steps.trail
    assert trail is not None
    for one in trail.steps[1:]:
        assert card(steps, one.name).trail.figures == (one.uniques, one.below, one.changed)
    first = steps.page.pipeline.cards.views[2]
    assert first.key == "roles"
    assert first.trail.figures[:2] == (trail.steps[0].uniques, trail.steps[0].below)


def test_every_figure_on_small_classes_follows_the_minimum_class_size_of_the_plan(steps: Desk) -> None:
    steps.controller.change_plan("k", with_rule(steps.controller.plan, "k", 7))
    measured(steps)
    page, trail = steps.page, steps.controller.steps.trail
    page.show_card("step:anopi")
    page.step_tabs.turn_to_tab("risk")
    after = trail.steps[1]
    assert after.k == 7
    sizes = Counter(tuple(row) for row in key_rows(trail.after(1).data))
    assert after.below == sum(size for size in sizes.values() if size < 7)
    assert page.pipeline.cards.captions == ("unique", "below 7", "changed")
    assert card(steps, "anopi").trail.figures[1] == after.below
    tile = page.step_tabs.risk.tiles[1]
    assert (tile.caption.text(), tile.after.text()) == ("In classes below 7", str(after.below))
    page.step_tabs.turn_to_tab("records")
    records = page.step_tabs.records
    steps.qtbot.waitUntil(lambda: records.compared is not None and steps.jobs.idle)
    names = [records.chooser.itemText(place) for place in range(records.chooser.count())]
    assert f"In classes below 7 ({after.below})" in names
    roles = page.pipeline.cards.views[2].trail
    assert roles.figures[:2] == (trail.steps[0].uniques, trail.steps[0].below)


def key_rows(data: Microdata) -> list[list[str]]:
    places = [data.index(one.name) for one in data.with_role("key")]
    return [[row[place] for place in places] for row in data.window(0, data.records)]


def test_the_verdict_is_on_the_file_of_the_last_step_whatever_card_is_chosen(steps: Desk) -> None:
    trail = steps.controller.steps.trail
    assert trail is not None
    shown = steps.page.verdict.grade_text
    assert shown
    for key in ("file", "roles", "step:anopi", "step:pram", "release"):
        steps.page.show_card(key)
        measured(steps)
        assert steps.page.verdict.grade_text == shown


def test_a_chain_writes_what_a_run_writes_with_its_codebook(steps: Desk) -> None:
    controller, folder = steps.controller, steps.folder
    target = folder / "last.csv"
    steps.export(OutputSpec(path="last.csv"))
    measured(steps)
    assert target.is_file()
    fields = combined(controller.whole_plan, controller.project.decisions)
    books = RunOptions(codebooks=lambda result: codebook_texts(result, fields, Words()))
    run_plan(controller.whole_plan, controller.base, folder / "run", JobContext(), books)
    files = {"last.csv", "last.csv.codebook.html", "last.csv.codebook.csv"}
    assert {path.name for path in (folder / "run").glob("last*")} == files
    for name in files:
        assert (folder / name).read_bytes() == (folder / "run" / name).read_bytes()


def test_a_changed_step_is_run_again_with_those_after_it_alone(
    steps: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran, run_job = [], job_runs.run_job

    def counted(job, *given, **named):
        ran.append(job.kind)
        return run_job(job, *given, **named)

    monkeypatch.setattr(job_runs, "run_job", counted)
    steps.page.show_card("step:pram")
    measured(steps)
    ran.clear()
    steps.page.masking.presenter.change({"variables": ("ms",)})
    measured(steps)
    assert [kind for kind in ran if kind != "pram"] == []


def test_a_step_reads_the_records_that_the_steps_before_it_left(steps: Desk) -> None:
    held = steps.controller.steps
    steps.page.show_card("step:pram")
    measured(steps)
    assert held.opened is not None
    assert held.trail is not None
    assert held.opened.data is held.trail.made[1].source.data
    steps.page.show_card("step:anopi")
    assert held.opened is steps.controller.opened


def test_a_step_that_is_refused_is_not_possible_and_the_figures_before_it_stay(
    desk: Desk,
) -> None:
    add(desk, "pram")
    desk.page.masking.presenter.change({"variables": ("nobody",)})
    measured(desk)
    if desk.controller.steps.problems:
        assert desk.page.verdict.text.startswith("Not possible: ")
        assert not desk.page.exports.write_button.isEnabled()
    assert card(desk, "anopi").trail.figures[0] is not None


def test_undo_of_a_removed_step_brings_its_card_back(steps: Desk) -> None:
    steps.page.pipeline.remove("local_suppression")
    measured(steps)
    steps.controller.undo()
    measured(steps)
    assert kinds(steps) == ["anopi", "local_suppression", "pram"]


def test_the_keys_go_from_card_to_card(desk: Desk) -> None:
    page = desk.page
    page.show_card("file")
    keys = []
    for _ in range(4):
        page.pipeline.go(1)
        keys.append(page.card)
    assert keys == ["prepare", "roles", "step:anopi", "release"]
    page.pipeline.go(-1)
    assert page.card == "step:anopi"


@pytest.mark.parametrize("kind", ["local_suppression", "microaggregate", "generalise"])
def test_a_step_is_decided_once_for_its_card_and_for_the_figures_of_the_chain(
    closed_desk: Desk, demo_plan: Plan, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    closed_desk.open(demo_plan.model_copy(update={"jobs": ()}))
    if kind == "generalise":  # the levels of the other key variable are not nested
        closed_desk.controller.set_variables(("yob",), role="other")
    measured(closed_desk)
    ran, decide = Counter[str](), stages.decide

    def counted(job, *given):
        ran[job.kind] += 1
        time.sleep(0.5)  # longer than the chain waits for another change
        return decide(job, *given)

    for place in (stages, runner):
        monkeypatch.setattr(place, "decide", counted)
    name = add(closed_desk, kind)
    part = closed_desk.page.part
    if part.presenter.view.answer is None:
        part.ask()
        measured(closed_desk)
    assert closed_desk.controller.steps.figures(name) is not None
    assert part.presenter.view.answer is not None
    assert ran == {kind: 1}
