"""The selected cell: what publishing it costs, and its status by hand, with a reason, in one step."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.project.manual_statuses import with_status
from sdc_desktop.ui.tabs.tables import publishing_costs
from sdc_desktop.words import Words
from sdc_desktop.words.tables.figures import number_text
from tests.support.linked_tables.plans import Desk as Records
from tests.support.linked_tables.plans import firms as records_of
from tests.support.linked_tables.plans import table
from tests.ui.tabs.tables.conftest import TABLE, Desk

WORDS = Words()


def suppressed(desk: Desk, status: str) -> tuple[str, ...]:
    """A cell of the result with this status."""
    cells = desk.view.answer.result.cells
    return next(cell.coordinates for cell in cells if cell.status == status)


def look_at(desk: Desk, codes: tuple[str, ...]) -> None:
    desk.page.show_cell(codes)
    desk.rest()


def give(desk: Desk, reason: str) -> None:
    """Type a reason, and press Enter."""
    popover = desk.page.acts.reason
    assert popover.isVisible()
    popover.field.setText(reason)
    desk.qtbot.keyClick(popover.field, Qt.Key.Key_Return)
    desk.rest()


@pytest.fixture
def protected(desk: Desk) -> Desk:
    desk.open(TABLE)
    desk.protect()
    return desk


def test_the_cost_of_publishing_is_that_of_the_plan_with_the_cell_never_suppressed(protected: Desk) -> None:
    cell = suppressed(protected, "secondary")
    look_at(protected, cell)
    plan = with_status(protected.controller.plan, {"table": {cell}}, ("table",), "frozen", None)
    (job,) = evaluate_plan(plan, protected.folder, JobContext()).jobs
    now = protected.view.answer.result
    assert (now.proven, job.result.proven) == (True, True)
    more = number_text(job.result.cost - now.cost, WORDS)
    assert job.result.cost >= now.cost
    assert protected.view.cost.difference == job.result.cost - now.cost
    assert protected.page.acts.cost.text().endswith(more)
    assert "overrules" not in protected.why.text()
    assert "need not be the cheapest" not in protected.why.text()


def test_publishing_an_unsafe_cell_overrules_its_rule_and_why_states_so(protected: Desk) -> None:
    look_at(protected, suppressed(protected, "unsafe"))
    assert "overrules what calls it unsafe" in protected.why.text()
    look_at(protected, suppressed(protected, "secondary"))
    assert "overrules" not in protected.why.text()


def test_a_cell_that_nothing_can_replace_cannot_be_published_and_why_names_what_it_discloses(
    desk: Desk,
) -> None:
    frozen = [
        {"cell": [region, size], "status": "frozen"}
        for region in ("North", "South", "West", "Total")
        for size in ("small", "middle", "large", "Total")
    ]
    desk.open(TABLE)
    desk.protect()
    hidden = {cell.coordinates for cell in desk.view.answer.result.cells if cell.published is None}
    kept = [entry for entry in frozen if tuple(entry["cell"]) not in hidden]
    desk.open(TABLE | {"params": TABLE["params"] | {"cells": kept}})
    desk.protect()
    unsafe = suppressed(desk, "unsafe")
    look_at(desk, suppressed(desk, "secondary"))
    assert desk.page.acts.cost.text() == "Cannot be published"
    assert f"Publishing it would disclose {' / '.join(unsafe)}." in desk.why.text()


def test_keep_published_needs_a_reason_and_is_one_step_that_the_plan_states(protected: Desk) -> None:
    cell, before = suppressed(protected, "secondary"), protected.steps
    look_at(protected, cell)
    protected.page.acts.publish.click()
    popover = protected.page.acts.reason
    assert not popover.accept.isEnabled()
    popover.field.setText("  ")
    assert not popover.accept.isEnabled()
    protected.qtbot.keyClick(popover.field, Qt.Key.Key_Return)
    assert protected.steps == before
    give(protected, "Users need it")
    assert protected.steps == before + 1
    assert protected.controller.project.history[-1].label == f"Keep published: {' / '.join(cell)}"
    (entry,) = protected.controller.plan.jobs[0].params.cells
    assert (entry.cell, entry.status, entry.reason) == (cell, "frozen", "Users need it")
    protected.protect()
    look_at(protected, cell)
    assert protected.page.answer.cell(cell).status == "safe"
    assert "Users need it" in protected.why.text()
    assert not protected.page.acts.publish.isEnabled()
    protected.controller.undo()
    protected.rest()
    assert protected.controller.plan.jobs[0].params.cells == ()


def test_suppress_makes_a_published_cell_unsafe_and_by_the_rules_takes_it_back(protected: Desk) -> None:
    look_at(protected, suppressed(protected, "safe"))
    assert protected.page.acts.cost.text() == ""
    assert protected.page.acts.compute.isHidden()
    protected.page.acts.suppress.click()
    give(protected, "Asked for by the firm")
    (entry,) = protected.controller.plan.jobs[0].params.cells
    assert (entry.status, entry.reason) == ("unsafe", "Asked for by the firm")
    protected.page.acts.statuses[0].trigger()
    protected.rest()
    assert protected.controller.plan.jobs[0].params.cells == ()


def test_a_reason_that_is_not_given_sets_nothing(protected: Desk) -> None:
    before = protected.steps
    look_at(protected, ("South", "middle"))
    protected.page.acts.statuses[2].trigger()
    protected.page.acts.reason.hide()
    protected.rest()
    assert protected.steps == before
    assert protected.page.acts.statuses[0].isChecked()


def test_another_reason_leaves_the_result_as_it_is(protected: Desk) -> None:
    look_at(protected, suppressed(protected, "secondary"))
    protected.page.acts.publish.click()
    give(protected, "First")
    protected.protect()
    cell = protected.view.selected
    protected.page.presenter.set_status(cell, "frozen", "Second")
    protected.rest()
    assert protected.view.ready
    assert "Second" in protected.why.text()


def test_a_cost_that_takes_longer_is_computed_on_request_and_kept(protected: Desk, monkeypatch) -> None:
    monkeypatch.setattr(publishing_costs, "_CELLS", 0)
    cell = suppressed(protected, "secondary")
    look_at(protected, cell)
    acts = protected.page.acts
    assert acts.cost.text() == "Cost of publishing: not computed"
    assert not acts.compute.isHidden()
    acts.compute.click()
    protected.rest()
    assert acts.cost.text().startswith("Publishing costs")
    assert acts.compute.isHidden()
    look_at(protected, ("Total", "Total"))
    look_at(protected, cell)
    assert acts.cost.text().startswith("Publishing costs")


def test_a_cost_that_is_stopped_is_not_known(protected: Desk, monkeypatch) -> None:
    monkeypatch.setattr(publishing_costs, "_CELLS", 0)
    look_at(protected, suppressed(protected, "secondary"))
    protected.page.acts.compute.click()
    protected.jobs.cancel_all()
    protected.rest()
    assert protected.view.cost is None
    assert not protected.page.acts.compute.isHidden()


def test_a_cell_of_several_tables_is_kept_published_in_all_that_call_it_unsafe(
    desk: Desk, tmp_path: Path
) -> None:
    names = ("activity region", "activity sex")
    jobs = [table(f"t{place}", own, link="both", solver="fast") for place, own in enumerate(names)]
    for job in jobs:
        job["params"]["rules"] = [{"kind": "threshold", "n": 15}]
    desk.open_plan(Records(tmp_path, records_of(5, 70)).plan(jobs))
    desk.protect()
    cell = next(c for c in desk.view.answer.result.cells if c.unsafe_in)
    look_at(desk, cell.coordinates)
    desk.page.acts.publish.click()
    give(desk, "Known anyway")
    for job in desk.controller.plan.jobs:
        (entry,) = job.params.cells
        own = cell.coordinates if job.name == "t0" else cell.elsewhere[job.name]
        assert (entry.cell, entry.status, entry.reason) == (own, "frozen", "Known anyway")
    desk.protect()
    assert desk.page.answer.cell(cell.coordinates).published is not None
    assert desk.view.answer.result.overruled == (cell.coordinates,)
    desk.page.acts.statuses[0].trigger()
    desk.rest()
    assert [job.params.cells for job in desk.controller.plan.jobs] == [(), ()]
