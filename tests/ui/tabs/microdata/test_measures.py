"""Risk, the R-U map and the experiment on entropy as pages of the evidence."""

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.risk.risk import RISK, RiskParams
from sdc_desktop.engine.methods.risk.risk import engine as risk
from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.ui.tabs.microdata.evidence.measure_jobs import measure_job
from tests.ui.tabs.microdata.conftest import Desk


def evidence(desk: Desk):
    return desk.page.answer.evidence


def turned_to(desk: Desk, name: str):
    page = getattr(evidence(desk), name)
    evidence(desk).turn_to(page)
    desk.rest()
    return page


def released_risk(desk: Desk, **params):
    """The risk of what the tab's job releases, by way of the batch's own runner and a second pass."""
    from sdc_desktop.engine.data.hierarchy_files import load_hierarchies
    from sdc_desktop.engine.runner import run_job
    from sdc_desktop.engine.source import Source

    opened, context = desk.controller.opened, JobContext()
    hierarchies, _ = load_hierarchies(opened, desk.controller.base, context)
    source = Source(opened.data, hierarchies)
    spec = RiskParams(**params)
    done = run_job(desk.page.presenter.job, source, context)
    return risk.decide(spec, risk.counts(spec, done.source, context), context)


def test_risk_follows_what_is_moved_and_agrees_with_the_file_that_would_be_released(desk: Desk) -> None:
    page = turned_to(desk, "risk")
    before = page.found
    assert before.after.uniques == released_risk(desk).uniques
    desk.page.presenter.try_alpha(0.9)
    desk.rest()
    assert desk.view.drafting
    moved = page.found.after
    desk.page.presenter.settle()
    desk.rest()
    shown = released_risk(desk)
    assert (moved.uniques, moved.classes) == (shown.uniques, shown.classes)
    assert moved.expected_reidentifications == pytest.approx(shown.expected_reidentifications)
    assert moved.classes > before.after.classes
    assert page.found.known is before.known  # no record was looked at again
    assert sum(page.found.bands_after) == 60
    assert page.frame.rows[0] == ("Unique records", "26", str(shown.uniques))


def test_suppressed_cells_and_groups_are_measured_as_released(desk: Desk) -> None:
    page = turned_to(desk, "risk")
    desk.page.presenter.try_suppression({"suppress_below": 3, "suppress": "cells"})
    desk.page.presenter.settle()
    desk.rest()
    shown = released_risk(desk)
    assert page.found.after.classes == shown.classes
    assert page.found.after.k == shown.k


def test_how_risk_is_measured_is_a_step_and_part_of_the_plan(desk: Desk) -> None:
    page = turned_to(desk, "risk")
    steps = desk.steps
    assert measure_job(desk.controller.plan, RISK) is None
    page.form.parts["tolerable"].setValue(5)
    page.form.parts["tolerable"].settle()
    desk.rest()
    job = measure_job(desk.controller.plan, RISK)
    assert (desk.steps, job.params.tolerable, job.input) == (steps + 1, 0.05, desk.page.presenter.job.name)
    assert not page.report.isVisibleTo(desk.page)
    results = evaluate_plan(desk.controller.plan, desk.folder, JobContext())
    by_batch = next(one.result for one in results.jobs if one.kind == "risk")
    assert by_batch.prosecutor == page.found.after.prosecutor
    desk.controller.undo()
    desk.rest()
    assert page.found.after.tolerable == 0.2


def test_the_map_compares_levels_techniques_and_earlier_steps(desk: Desk) -> None:
    desk.page.presenter.try_alpha(0.9)
    desk.page.presenter.settle()
    desk.rest()
    page = turned_to(desk, "map")
    page.run.click()
    desk.rest()
    found = page.found
    assert len(found.cloud.points) == 7 * 3
    names = [one.name for one in found.strategies]
    assert names[:2] == ["Original", "Now"]
    assert any(name.startswith("Step ") for name in names)
    now, shown = found.strategies[1].place, released_risk(desk)
    assert now.risk == pytest.approx(shown.classes / 60)
    assert found.strategies[0].place.utility == pytest.approx(1)
    levels = tuple(desk.levels()[name] - 1 for name in found.cloud.names)
    own = next(point for point in found.cloud.points if point.levels == levels)
    assert (own.risk, own.utility) == pytest.approx((now.risk, now.utility))


def test_a_click_on_the_map_tells_and_its_levels_can_be_used(desk: Desk) -> None:
    page = turned_to(desk, "map")
    page.run.click()
    desk.rest()
    index = len(page.plot.picture.marks) + 4
    page.plot._look_at(index)
    assert page.line.startswith(page.frame.rows[index][0])
    point = page.found.cloud.points[page._dots[4]]
    page.use.click()
    desk.rest()
    assert desk.view.manual
    levels = desk.page.presenter.job.params.levels
    assert tuple(levels[name] for name in page.found.cloud.names) == point.levels


def nested(plan: Plan) -> Plan:
    """The demo's plan with years whose levels fit into one another."""
    years = plan.data.hierarchies["yob"].model_copy(update={"widths": (2, 10, 30)})
    hierarchies = plan.data.hierarchies | {"yob": years}
    return plan.model_copy(update={"data": plan.data.model_copy(update={"hierarchies": hierarchies})})


def test_the_experiment_shows_the_batchs_losses_over_l(closed_desk: Desk, demo_plan: Plan) -> None:
    desk = closed_desk
    desk.open(nested(demo_plan))
    page = turned_to(desk, "diversity")
    page.form.parts["l"].setFocus()
    page.form.parts["l"].setText("1.5 2")
    page.form.parts["l"].settle()
    desk.rest()
    page.run.click()
    desk.rest()
    assert page.found is not None, page.line
    results = evaluate_plan(desk.controller.plan, desk.folder, JobContext())
    by_batch = next(one.result for one in results.jobs if one.kind == "diversity_experiment")
    assert by_batch.points == page.found.points
    assert [len(band.points) for band in page.losses.bands] == [2, 2]
    assert len(page.frame.rows) == 4
    assert page.line.endswith("All optima are proven.")


def test_what_cannot_be_searched_is_stated_and_stays_stated(desk: Desk) -> None:
    page = turned_to(desk, "diversity")
    page.run.click()
    desk.rest()
    assert page.found is None
    assert "yob" in page.line
    assert page.run.isVisibleTo(desk.page)


def part_risk(desk: Desk, kind: str):
    """The page on risk of a part of the tab, looked at."""
    answer = next(one for one in desk.page.parts if kind in one.ways).answer
    answer.turn_to(answer.risk)
    desk.rest()
    return answer.risk


def test_risk_of_the_best_generalisation_is_that_of_its_file(closed_desk: Desk) -> None:
    from tests.ui.tabs.microdata.test_generalising import part, searched_plan

    closed_desk.open(searched_plan(suppression_limit=0.5))
    page = part_risk(closed_desk, "generalise")
    shown = released_risk(closed_desk)
    assert (page.found.after.classes, page.found.after.k) == (shown.classes, shown.k)
    assert page.found.known.result.uniques == 26
    assert "before" in page.line
    before = page.found
    node = tuple(0 for _ in shown.key_variables)
    part(closed_desk).presenter.look_at(node)
    closed_desk.rest()
    assert page.found.known is before.known
    assert page.found.after.classes != before.after.classes  # of the combination that is looked at


def test_risk_of_a_microaggregation_is_that_of_its_file(closed_desk: Desk) -> None:
    from tests.ui.tabs.microdata.test_generalising import searched_plan

    plan = searched_plan()
    closed_desk.open(plan.model_copy(update={"jobs": ()}))
    closed_desk.page.choose_way("microaggregate")
    closed_desk.rest()
    closed_desk.choose_step()
    page = part_risk(closed_desk, "microaggregate")
    shown = released_risk(closed_desk)
    assert (page.found.after.uniques, page.found.after.classes) == (shown.uniques, shown.classes)
    page.form.parts["tolerable"].setValue(5)
    page.form.parts["tolerable"].settle()
    closed_desk.rest()
    assert page.found.after.tolerable == 0.05
