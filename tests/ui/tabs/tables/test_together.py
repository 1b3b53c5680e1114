"""Tables of one plan that share cells, in the window: chosen, linked, audited jointly, never falsely safe."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from threading import Event
from time import sleep
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QMenu

from sdc_desktop import cli
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.running import tables_together
from sdc_desktop.project.linked_tables import without_job
from sdc_desktop.ui.tabs.tables.together import Examined
from sdc_desktop.ui.widgets.verdict_bar import Mark
from tests.support.linked_tables.plans import Desk as Records
from tests.support.linked_tables.plans import firms as records_of
from tests.support.linked_tables.plans import table
from tests.ui.tabs.tables.conftest import WAIT, Desk

FOUR = ("activity region", "activity sex", "region sex", "activity place*")


class Linked:
    """The tab with tables of firms that are safe one by one and not together."""

    def __init__(self, desk: Desk, folder: Path) -> None:
        self.desk, self.records = desk, Records(folder, records_of(5, 70))

    def open(self, number: int = 4, **protect: Any) -> None:
        jobs = [table(f"t{place}", names, **protect) for place, names in enumerate(FOUR[:number])]
        self.desk.open_plan(self.records.plan(jobs))

    @property
    def bar(self) -> Any:
        return self.desk.page.tables

    @property
    def mark(self) -> Mark:
        return self.desk.page.verdict.mark

    @property
    def text(self) -> str:
        return self.desk.page.verdict.text

    def reasons(self) -> str:
        return f"{self.desk.page.verdict.grade_text} {self.desk.page.verdict.reasons}"

    def codes(self) -> set[str]:
        return {reason.code for reason in self.desk.page.presenter.verdict().reasons}

    def show(self, name: str) -> None:
        self.bar.cards.card(name).pressed.emit(name)
        self.desk.rest()

    def tick(self, *names: str) -> None:
        for name in names:
            menu = self.bar.menu_of_current()
            together = menu.findChild(QMenu)
            next(one for one in together.actions() if one.data() == name).trigger()
            self.desk.rest()
            menu.deleteLater()

    def add(self, way: str = "table") -> None:
        next(one for one in self.bar.kinds.actions() if one.data() == way).trigger()

    def remove(self) -> None:
        self.bar.cards.removal_requested.emit(self.bar.cards.current)

    def protect_all(self, number: int = 4) -> None:
        for place in range(number):
            self.show(f"t{place}")
            self.desk.protect()

    def linked_line(self) -> str:
        evidence = self.desk.page.evidence
        evidence.turn_to(evidence.linked)
        return evidence.linked.line

    def links(self) -> list[str | None]:
        return [job.params.protect.link for job in self.desk.controller.plan.jobs]


@pytest.fixture
def linked(desk_of: Any, tmp_path: Path) -> Iterator[Linked]:
    with desk_of(Desk, tmp_path) as desk:
        yield Linked(desk, tmp_path)


def test_tables_protected_alone_are_not_judged_until_the_others_have_results(linked: Linked) -> None:
    linked.open()
    linked.desk.protect()
    assert linked.desk.view.answer.result.safe
    assert linked.mark is not Mark.SAFE
    assert "Not yet audited with: t1, t2 and t3" in linked.reasons()


def test_the_joint_verdict_is_shown_in_every_table_and_is_that_of_the_batch_run(linked: Linked) -> None:
    linked.open()
    linked.protect_all()
    batch = linked.records.run([table(f"t{place}", names) for place, names in enumerate(FOUR)])
    for name, job in batch.items():
        linked.show(name)
        assert linked.mark is Mark.UNSAFE
        presenter = linked.desk.page.presenter
        codes = {reason.code for reason in presenter.verdict().reasons}
        assert codes == {reason.code for reason in job.verdict.reasons}
        assert linked.desk.view.answer.result.linked == job.result.linked
        assert not linked.desk.view.answer.result.safe
        assert linked.desk.controller.verdicts.known(name).grade is job.verdict.grade


def test_ticking_the_others_is_one_step_and_protects_all_of_them_at_once(linked: Linked) -> None:
    linked.open(2, solver="fast")
    before = linked.desk.steps
    linked.tick("t1")
    assert linked.desk.steps == before + 1
    assert linked.links() == ["t0", "t0"]
    assert linked.desk.controller.project.history[-1].label == "Protect together: t0, t1"
    linked.desk.protect()
    for name in ("t0", "t1"):
        linked.show(name)
        assert linked.desk.view.ready
        assert linked.desk.view.answer.result.linked.asked == "plan"
        assert linked.mark is Mark.SAFE, linked.reasons()
        assert linked.desk.view.linked == {"t0": ("t1",), "t1": ("t0",)}[name]
    linked.desk.controller.undo()
    linked.desk.rest()
    assert linked.links() == [None, None]
    assert linked.mark is not Mark.SAFE


def test_the_tab_ticks_single_tables_and_links_all_that_share_cells(linked: Linked) -> None:
    linked.open(3, solver="fast")
    page = linked.desk.page.evidence.linked
    linked.desk.page.evidence.turn_to(page)
    assert page.others.names == ("t1: activity × sex", "t2: region × sex")
    assert page.others.chosen == ()
    page.others.item(1).setCheckState(Qt.CheckState.Checked)
    linked.desk.rest()
    assert linked.links() == ["t0", None, "t0"]
    linked.show("t2")
    assert page.others.chosen == ("t0: activity × region",)
    page.protect.click()
    linked.desk.rest()
    assert linked.links() == ["t0"] * 3
    assert not page.protect.isEnabled()
    assert linked.desk.view.ready
    assert linked.desk.view.answer.result.linked.jobs == ("t0", "t1", "t2")


def test_linked_tables_share_what_one_of_them_has_set_and_keep_what_differs(linked: Linked) -> None:
    jobs = [table("t0", FOUR[0]), table("t1", FOUR[1], solver="fast")]
    jobs[0]["params"] |= {"weight": "turnover", "rules": [{"kind": "p_percent", "p": 7}]}
    linked.desk.open_plan(linked.records.plan(jobs))
    rules = [job.params.rules for job in linked.desk.controller.plan.jobs]
    linked.tick("t1")
    one, other = (job.params for job in linked.desk.controller.plan.jobs)
    assert one.weight == other.weight == "turnover"
    assert one.protect.solver == other.protect.solver == "fast"
    assert [one.rules, other.rules] == rules
    linked.desk.controller.undo()
    assert [job.params.weight for job in linked.desk.controller.plan.jobs] == ["turnover", None]


def test_four_tables_are_not_safe_before_and_safe_after_they_are_protected_together(linked: Linked) -> None:
    linked.open()
    linked.protect_all()
    assert linked.mark is Mark.UNSAFE
    linked.show("t0")
    linked.tick("t1", "t2", "t3")
    assert linked.links() == ["t0"] * 4
    linked.desk.protect()
    for place in range(4):
        linked.show(f"t{place}")
        assert linked.mark is Mark.SAFE, linked.reasons()


def test_a_table_edited_later_makes_the_others_not_judged_at_once(linked: Linked) -> None:
    linked.open(2, link="both")
    linked.desk.protect()
    linked.show("t1")
    assert linked.mark is Mark.SAFE
    linked.desk.add_rule("Threshold rule")
    linked.desk.rest()
    linked.show("t0")
    assert linked.mark is not Mark.SAFE  # its group's settings are others now
    assert not linked.desk.view.ready
    assert linked.desk.controller.verdicts.known("t1") is None


def test_a_table_found_linked_is_not_safe_after_another_was_edited(linked: Linked) -> None:
    linked.open(2)
    linked.protect_all(2)
    assert linked.codes() & {"linked.unsafe_together", "linked.not_examined"} <= {"linked.unsafe_together"}
    first = linked.mark
    linked.desk.add_rule("Threshold rule")  # to the second table
    linked.desk.rest()
    linked.show("t0")
    assert linked.desk.view.ready
    assert "linked.not_examined" in linked.codes()
    assert linked.mark is not Mark.SAFE
    linked.desk.controller.undo()
    linked.desk.rest()
    linked.show("t0")
    assert linked.mark is first  # the very same tables, audited again


def test_a_refused_joint_audit_leaves_no_table_safe_and_says_why(
    linked: Linked, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_given: object) -> None:
        raise Refused(
            error("linked.different_values", Place(), jobs=("t0", "t1"), value=1, other=2, cells=(), number=1)
        )

    monkeypatch.setattr(tables_together, "examined_together", refuse)
    linked.open(2, link="both")
    linked.desk.protect()
    for name in ("t0", "t1"):
        linked.show(name)
        assert linked.desk.view.ready
        assert linked.mark is not Mark.SAFE
        assert "linked.not_examined" in linked.codes()
        assert "linked.different_values" in [problem.code for problem in linked.desk.view.problems]
    assert "shares no cells" not in linked.linked_line()


def test_a_joint_audit_that_is_cancelled_leaves_no_table_safe(
    linked: Linked, monkeypatch: pytest.MonkeyPatch
) -> None:
    def endless(_basis: object, _tables: object, context: JobContext) -> None:
        while True:
            context.checkpoint()
            sleep(0.002)

    monkeypatch.setattr(tables_together, "examined_together", endless)
    linked.open(2, link="both")
    linked.desk.page.question.run.click()
    examined = linked.desk.page.presenter.tables.together
    linked.desk.qtbot.waitUntil(lambda: examined.busy, timeout=WAIT)
    assert linked.mark is not Mark.SAFE  # while it runs
    linked.desk.jobs.cancel_all()
    linked.desk.rest()
    assert not examined.busy
    assert linked.mark is not Mark.SAFE
    assert "linked.not_examined" in linked.codes()


def test_an_audit_of_an_earlier_result_is_never_shown_with_a_later_one() -> None:
    """Every part of what was audited counts: the answers themselves, the plan, the further tables."""
    one, other = object(), object()
    examined = Examined("state", {"t0": one, "t1": other}, ("t2",))
    assert examined.same_as(Examined("state", {"t0": one, "t1": other}, ("t2",)))
    for changed in (
        Examined("another", {"t0": one, "t1": other}, ("t2",)),
        Examined("state", {"t0": one, "t1": object()}, ("t2",)),
        Examined("state", {"t0": one}, ("t2",)),
        Examined("state", {"t0": one, "t1": other, "t3": other}, ("t2",)),
        Examined("state", {"t0": one, "t1": other}),
        None,
    ):
        assert not examined.same_as(changed)


def test_linked_tables_are_exported_with_the_bytes_of_the_batch_run(linked: Linked, tmp_path: Path) -> None:
    linked.open(2, link="both")
    linked.desk.protect()
    for name in ("t0", "t1"):
        linked.show(name)
        assert linked.desk.page.exports.write(tmp_path / f"{name}.csv") is not None
        linked.desk.rest()
    plan = tmp_path / "exported.sdcplan"
    assert linked.desk.controller.export_plan(plan)
    assert cli.main(["run", str(plan), "--out", str(tmp_path / "out"), "--quiet"]) == 0
    for name in ("t0", "t1"):
        assert (tmp_path / "out" / f"{name}.csv").read_bytes() == (tmp_path / f"{name}.csv").read_bytes()


def test_settings_that_must_be_equal_are_named(linked: Linked) -> None:
    jobs = [table("t0", FOUR[0], link="g"), table("t1", FOUR[1], link="g", solver="fast")]
    linked.desk.open_plan(linked.records.plan(jobs))
    linked.desk.protect()
    problem = next(one for one in linked.desk.view.problems if one.code == "linked.settings_differ")
    assert problem.params["keys"] == ("protect.solver",)
    assert linked.mark is not Mark.SAFE


def test_another_table_is_added_with_the_same_rules_and_removed_again(linked: Linked) -> None:
    linked.open(1)
    linked.desk.protect()
    assert linked.mark is Mark.SAFE
    linked.add()
    assert linked.desk.view.adding
    steps = linked.desk.steps
    linked.desk.page.presenter.change({"dimensions": ({"variable": "activity"}, {"variable": "sex"})})
    linked.desk.rest()
    assert linked.desk.steps == steps + 1
    jobs = linked.desk.controller.plan.jobs
    assert [job.name for job in jobs] == ["t0", "table"]
    assert jobs[1].params.rules == jobs[0].params.rules
    assert jobs[1].params.value == jobs[0].params.value
    assert linked.desk.view.current == "table"
    linked.show("t0")
    assert "Not yet audited with: table" in linked.reasons()
    linked.show("table")
    linked.remove()
    linked.desk.rest()
    assert linked.desk.view.current == "t0"
    assert linked.mark is Mark.SAFE
    linked.desk.controller.undo()
    linked.desk.rest()
    assert linked.desk.view.current == "table"  # what was undone is shown


def test_the_hierarchy_gives_way_to_a_table_that_is_added_or_removed(linked: Linked) -> None:
    linked.open(2)
    page = linked.desk.page
    for act in (partial(page._on_add_table, "table"), page._on_remove_table):
        page.ask_hierarchy("activity")
        assert page.hierarchy.isVisible()
        act()
        linked.desk.rest()
        assert not page.hierarchy.isVisible()


def test_a_removed_table_is_no_product_of_the_report(linked: Linked) -> None:
    linked.open(2)
    plan = linked.desk.controller.plan
    report = plan.report.model_copy(update={"products": ("t0", "t1")})
    left = without_job(plan.model_copy(update={"report": report}), "t0")
    assert left.report.products == ("t1",)


def test_a_table_alone_or_beside_a_rounded_one_is_not_shown_to_share_no_cells(linked: Linked) -> None:
    linked.open(1)
    linked.desk.protect()
    assert linked.linked_line() == "Only one table is in the plan."
    rounded = table("t1", FOUR[1], method="rounding", base=5)
    linked.desk.open_plan(linked.records.plan([table("t0", FOUR[0]), rounded]))
    linked.protect_all(2)
    assert linked.desk.view.answer.result.examined == ("t0",)
    assert "shares no cells" not in linked.linked_line()


def test_a_new_table_that_was_begun_is_dropped(linked: Linked) -> None:
    linked.open(1)
    steps = linked.desk.steps
    linked.add()
    linked.remove()
    linked.desk.rest()
    assert linked.desk.view.current == "t0"
    assert linked.desk.steps == steps


def test_shared_cells_are_marked_and_why_names_the_other_tables(linked: Linked) -> None:
    linked.open()
    linked.protect_all()
    linked.show("t0")
    result = linked.desk.view.answer.result
    shared = {cell.coordinates: cell.tables for cell in result.cells if cell.tables}
    assert shared[("a0", "Total")] == ("t1", "t3")
    assert "shared" in linked.desk.page.answer.cells.legend.shown
    failing = result.linked.failures
    for cell in failing:
        for name, codes in cell.coordinates.items():
            linked.show(name)
            linked.desk.page.show_cell(codes)
            linked.desk.rest()
            text = linked.desk.why.text()
            assert "t0, t1, t2 and t3 together" in text
            found = linked.desk.page.answer.cell(codes)
            assert found.joint == (cell.lower, cell.upper)


def test_a_table_without_protection_is_audited_with_the_others(linked: Linked) -> None:
    jobs = [table("t0", FOUR[0]), table("t1", FOUR[1], method=None)]
    linked.desk.open_plan(linked.records.plan(jobs))
    linked.desk.protect()
    result = linked.desk.view.answer.result
    assert result.examined == ("t1",)
    batch = linked.records.run(jobs)["t0"].result
    assert (result.linked, result.safe) == (batch.linked, batch.safe)


def test_twins_have_results_of_their_own(linked: Linked) -> None:
    jobs = [table("one", FOUR[0]), table("twin", FOUR[0])]
    linked.desk.open_plan(linked.records.plan(jobs))
    linked.desk.protect()
    assert "Not yet audited with: twin" in linked.reasons()
    linked.show("twin")
    assert not linked.desk.view.ready


def test_the_picture_shows_what_tables_share_and_its_button_protects_them_together(linked: Linked) -> None:
    linked.open()
    linked.protect_all()
    evidence = linked.desk.page.evidence
    page = evidence.linked
    evidence.turn_to(page)
    assert evidence.current.isAncestorOf(page)
    assert (0, 3, "activity \u00d7 region: 20") in page.picture.links
    assert "Joint audit not passed: 5 unsafe cells fail" in page.line
    assert len(page.findings.tables["Unsafe cells that the tables together disclose"].rows) == 5
    box = page.picture._box(1, page.picture._side()).center().toPoint()
    linked.desk.qtbot.mouseClick(page.picture, Qt.MouseButton.LeftButton, pos=box)
    linked.desk.rest()
    assert linked.desk.view.current == "t1"
    before = linked.desk.steps
    page.protect.click()
    linked.desk.rest()
    assert linked.desk.steps == before + 1
    assert linked.links() == ["t0"] * 4
    assert linked.desk.view.ready
    assert "Joint audit passed" in page.line
    assert not page.protect.isEnabled()
    assert "Overlapping areas." in page.findings.line.text()
    costs = page.findings.tables["Cost of suppression"]
    assert [row[0] for row in costs.rows] == ["t0", "t1", "t2", "t3"]


def test_the_cards_of_tables_that_share_cells_are_together_with_what_was_done(linked: Linked) -> None:
    linked.desk.open_plan(linked.records.plan([table("t0", FOUR[0]), table("t1", FOUR[1])]))
    assert [card.heading for card in linked.bar.cards.views] == ["", "", ""]  # not known yet
    assert [card.mark for card in linked.bar.cards.views[:2]] == [Mark.UNSAFE, Mark.OPEN]
    linked.protect_all(2)
    first, second, add = linked.bar.cards.views
    shared = linked.desk.view.answer.result.linked.shared
    assert (first.title, second.title) == ("activity \u00d7 region", "activity \u00d7 sex")
    assert first.heading == f"Linked by {shared} shared cells"
    assert first.linked == second.linked == "t0"
    assert "suppressed" in first.more
    assert add.add
    assert len(linked.bar.cards.brackets()) == 1
    known = {name: linked.desk.controller.verdicts.known(name).grade for name in ("t0", "t1")}
    assert {card.key: card.mark for card in (first, second)} == {n: Mark(g) for n, g in known.items()}
    linked.desk.page.presenter.change({"rules": ({"kind": "threshold", "n": 9},)})
    linked.desk.rest()
    assert linked.bar.cards.views[1].mark is Mark.UNSAFE  # the result before is not of these rules
    assert [card.linked for card in linked.bar.cards.views[:2]] == ["t0", "t0"]  # no card moves


def test_a_table_that_has_to_be_audited_again_stays_with_the_others_once(linked: Linked) -> None:
    linked.open(3)
    linked.protect_all(3)
    linked.show("t1")
    linked.desk.page.presenter.change({"rules": ({"kind": "threshold", "n": 9},)})
    linked.desk.rest()  # the others have been audited without it
    assert [entry.name for entry in linked.desk.view.tables] == ["t0", "t1", "t2"]
    assert len({(entry.group, entry.heading) for entry in linked.desk.view.tables}) == 1


def test_tables_that_share_no_cells_any_more_are_apart(linked: Linked) -> None:
    linked.open(2)
    linked.protect_all(2)
    assert linked.desk.view.sharing == ("t0",)
    linked.desk.page.presenter.change({"value": "domestic"})
    linked.desk.protect()
    assert linked.desk.view.together is None
    assert linked.desk.view.sharing == ()
    assert [card.heading for card in linked.bar.cards.views] == ["", "", ""]
    assert linked.linked_line() == "This table shares no cells with the other tables."


def test_a_table_linked_with_one_of_other_records_is_shown_with_those_of_the_tab(linked: Linked) -> None:
    recode = {"name": "recode", "kind": "recode", "params": {"levels": {"place": 1}}}
    jobs = [table("t0", FOUR[0], link="g"), recode, table("t1", FOUR[1], source="recode", link="g")]
    linked.desk.open_plan(linked.records.plan([*jobs, table("t2", FOUR[2])]))
    page = linked.desk.page.evidence.linked
    linked.desk.page.evidence.turn_to(page)
    assert page.others.names == ("t2: region \u00d7 sex",)
    assert page.others.chosen == ()


def test_an_audit_under_way_gives_another_project_no_verdict(
    linked: Linked, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, may_end, audit = Event(), Event(), tables_together.examined_together

    def slow(*given: Any) -> Any:
        begun.set()
        may_end.wait(WAIT / 1000)
        return audit(*given)

    monkeypatch.setattr(tables_together, "examined_together", slow)
    linked.open(2, link="both")
    linked.desk.page.question.run.click()
    linked.desk.qtbot.waitUntil(begun.is_set, timeout=WAIT)
    linked.desk.controller.new()
    may_end.set()
    linked.desk.rest()
    assert linked.desk.controller.verdicts.known("t0") is None
    assert not linked.desk.page.presenter.tables.together.answers


def test_keys_go_to_the_next_table_and_a_card_that_is_deleted_is_one_step(linked: Linked) -> None:
    linked.open(3)
    page, qtbot = linked.desk.page, linked.desk.qtbot
    control = Qt.KeyboardModifier.ControlModifier
    page.tables.cards.take_focus()
    qtbot.keyClick(page.tables.cards.card("t0"), Qt.Key.Key_PageDown, control)
    assert linked.desk.view.current == "t1"
    qtbot.keyClick(page.tables.cards.card("t1"), Qt.Key.Key_PageUp, control)
    assert linked.desk.view.current == "t0"
    page.tables.cards.card("t2").setFocus()
    qtbot.keyClick(page.tables.cards.card("t2"), Qt.Key.Key_Delete)
    linked.desk.rest()
    assert [job.name for job in linked.desk.controller.plan.jobs] == ["t0", "t1"]
    linked.desk.controller.undo()
    assert len(linked.desk.controller.plan.jobs) == 3


@pytest.mark.parametrize("way", ["audit", "linked_audit", "private_table"])
def test_a_table_of_another_kind_is_begun_beside_the_others(linked: Linked, way: str) -> None:
    linked.open(1)
    linked.add(way)
    assert linked.desk.view.way == way
    assert linked.bar.cards.views[0].key == "t0"
    assert linked.bar.cards.views[1].title == "New table"
    assert len(linked.desk.controller.plan.jobs) == 1
    linked.show("t0")
    assert linked.desk.view.way == "table"
    assert len(linked.bar.cards.views) == 2


@pytest.mark.parametrize("method", [None, "suppression"])
def test_a_table_published_unchanged_has_the_verdict_of_the_batch_run(linked: Linked, method) -> None:
    jobs = [table("t0", FOUR[0], method=method), table("t1", FOUR[1], value=None, method=None)]
    jobs[1]["params"]["rules"] = [{"kind": "threshold", "n": 2}]
    linked.desk.open_plan(linked.records.plan([*jobs, table("t2", FOUR[1])]))
    linked.protect_all(3)
    batch = linked.records.run([*jobs, table("t2", FOUR[1])])
    for name, job in batch.items():
        linked.show(name)
        verdict = linked.desk.page.presenter.verdict()
        assert (verdict.grade, verdict.reasons) == (job.verdict.grade, job.verdict.reasons)


def test_each_of_several_tables_is_exported_to_a_file_of_its_own(linked, monkeypatch) -> None:
    linked.open(2)
    proposed = []
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *given: proposed.append(given[2]) or ("", ""))
    for name in ("t0", "t1"):
        linked.show(name)
        linked.desk.page.exports.ask_write()
    assert [Path(one).stem.partition("_")[2] for one in proposed] == ["t0", "t1"]
