"""The verdict on a step whose records later steps change is never that on the exported file."""

import pytest

from sdc_desktop.engine.plan import JOB_CLASSES, Plan
from sdc_desktop.engine.verdict import Grade, Verdict, failed, verdict_of
from sdc_desktop.ui.questions.judging import shown_of


def plan_of(*, off: bool = False, file: bool = False) -> Plan:
    """Local suppression, and a post-randomisation of what it leaves."""
    first = JOB_CLASSES["local_suppression"].model_validate(
        {"name": "first", "no_file": not file, "params": {}}
    )
    second = {"name": "second", "input": "first", "off": off, "params": {}}
    kinds = (JOB_CLASSES["local_suppression"], JOB_CLASSES["pram"])
    return Plan(jobs=(kinds[0].model_validate(first), kinds[1].model_validate(second)))


def test_a_safe_step_is_not_judged_where_a_later_one_makes_the_file() -> None:
    plan = plan_of()
    shown = shown_of(plan, plan.jobs[0], Verdict(Grade.SAFE, audited=True))
    assert shown.grade is Grade.OPEN
    assert [one.code for one in shown.reasons] == ["handed_on"]


def test_nor_is_an_unsafe_step_the_verdict_of_the_release() -> None:
    plan = plan_of()
    shown = shown_of(plan, plan.jobs[0], verdict_of([failed("rare_classes", records=2, k=3)]))
    assert shown.grade is Grade.OPEN
    assert [one.code for one in shown.reasons] == ["handed_on"]


@pytest.mark.parametrize("plan", [plan_of(off=True), plan_of(file=True)])
def test_a_step_whose_file_is_exported_keeps_its_verdict(plan: Plan) -> None:
    safe = Verdict(Grade.SAFE, audited=True)
    assert shown_of(plan, plan.jobs[0], safe) is safe


def test_the_last_step_keeps_its_verdict() -> None:
    plan, safe = plan_of(), Verdict(Grade.SAFE, audited=True)
    assert shown_of(plan, plan.jobs[1], safe) is safe
