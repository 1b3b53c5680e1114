"""The site policy in the tab: how its jobs begin, what deviates beside the form, what is not written."""

import json
from pathlib import Path

from sdc_desktop.engine.data.spec import OutputSpec
from sdc_desktop.project.policy_location import ActivePolicy, with_file
from tests.ui.tabs.microdata.conftest import Desk

POLICY = {
    "schema": 2,
    "name": "Agency",
    "version": "2026-1",
    "defaults": {"anopi": {"alpha": 0.7}, "microaggregate": {"missing": "patterns"}},
    "limits": [
        {"kind": "anopi", "param": "alpha", "at_least": 0.4},
        {"kind": "microaggregate", "param": "k", "at_least": 5},
    ],
    "required": {"random_order": True},
}


def hold(desk: Desk, **shown: object) -> None:
    path = desk.folder / "policy.json"
    path.write_text(json.dumps(POLICY | shown), encoding="utf-8")
    desk.controller.hold_to(with_file(ActivePolicy(), path))
    desk.rest()


def give_reason(desk: Desk, text: str) -> None:
    """Gives a reason as the window's dialog would, when the line's button is pressed."""
    from sdc_desktop.engine.policy.policy import with_reason

    query: list = []
    desk.listen(desk.controller.reason_requested, query.append)
    desk.page.policy_line.answer.click()
    plan, deviation = query[-1]
    assert desk.controller.policy is not None
    desk.controller.change_plan("reason", with_reason(plan, desk.controller.policy, deviation, text))
    desk.rest()


def test_new_jobs_begin_as_the_policy_has_it(closed_desk: Desk, demo_plan) -> None:
    hold(closed_desk)
    closed_desk.open(demo_plan.model_copy(update={"jobs": ()}))
    assert closed_desk.page.presenter.job.params.alpha == 0.7
    closed_desk.page.presenter.choose_way("microaggregate", {})
    closed_desk.rest()
    params = closed_desk.page.presenter.job.params
    assert (params.k, params.missing) == (5, "patterns")
    assert not closed_desk.page.policy_line.isVisible()


def test_what_is_being_moved_below_the_policy_is_stated_at_once(desk: Desk) -> None:
    hold(desk)
    line = desk.page.policy_line
    assert not line.isVisible()
    desk.page.presenter.try_alpha(0.2)
    assert line.isVisible()
    assert line.text.text() == "△ Utility weight: policy requires at least 0.4, current setting 0.2."
    desk.page.presenter.try_alpha(0.4)
    assert not line.isVisible()


def test_nothing_is_written_until_a_reason_is_given(desk: Desk) -> None:
    hold(desk)
    desk.page.presenter.try_alpha(0.2)
    target = desk.folder / "protected.csv"
    output = OutputSpec(path=target.name, order="random")
    desk.export(output)
    assert not target.exists()
    report, refusal = (
        desk.page.release.report,
        "Utility weight: the policy Agency 2026-1 requires at least 0.4",
    )
    report.refresh()
    assert refusal in report.state.text()
    assert report.save(desk.folder / "report.html") is None
    assert "policy.weaker" in desk.faults
    steps = desk.steps
    give_reason(desk, "Only for the safe centre.")
    assert desk.steps == steps + 1
    assert not desk.page.policy_line.isVisible()
    desk.export(output)
    assert target.is_file()
    assert "Only for the safe centre." in desk.report_text(report)


def test_a_reason_goes_with_what_it_was_given_for_and_comes_back_by_undo(desk: Desk) -> None:
    hold(desk)
    desk.page.presenter.try_alpha(0.2)
    desk.page.presenter.settle()
    give_reason(desk, "Only for the safe centre.")
    desk.page.presenter.try_alpha(0.9)
    desk.page.presenter.settle()
    assert desk.controller.plan.policy is not None
    assert desk.controller.plan.policy.reasons == {}
    desk.controller.undo()
    assert list(desk.controller.plan.policy.reasons) == ["anopi.alpha"]


def test_a_file_in_its_old_order_is_not_written(desk: Desk) -> None:
    hold(desk)
    target = desk.folder / "protected.csv"
    desk.export(OutputSpec(path=target.name, order="as_is"))
    assert "policy.order" in desk.faults
    assert not Path(target).exists()
