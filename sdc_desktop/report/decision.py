"""The user's decision against the verdict: what is accepted, and what needs a reason."""

from collections.abc import Iterator

from sdc_desktop.engine.problems import Place, Problem, error, warning
from sdc_desktop.engine.report_spec import AcceptedSpec, FieldsSpec
from sdc_desktop.engine.verdict import Grade, Reason, Verdict


def decision_problems(fields: FieldsSpec, verdict: Verdict) -> Iterator[Problem]:
    """An error if the decision contradicts the verdict on the plan and no reason is given; a warning for each
    acceptance of what is not a reservation of this verdict.
    """
    if contradicts(fields, verdict) and not fields.reason.strip():
        yield error("report.against_verdict", Place(key="decision"), grade_now=verdict.grade.value)
    for index, one in enumerate(fields.accepted):
        if not any(is_meant(one, reason) for reason in verdict.reasons):
            where = Place(key=f"accepted[{index}]", job=one.job or None)
            yield warning("report.no_such_reservation", where, reservation=one.code)


def contradicts(fields: FieldsSpec, verdict: Verdict) -> bool:
    """Whether the decision is against the verdict: a release of what is not safe or not judged, or with
    reservations that are not each accepted; a release under conditions of what is not safe.
    """
    if fields.decision == "conditions":
        return verdict.grade is Grade.UNSAFE
    if fields.decision != "release":
        return False
    if verdict.grade in (Grade.UNSAFE, Grade.OPEN):
        return True
    return any(acceptance(fields, reason) is None for reason in verdict.reasons)


def acceptance(fields: FieldsSpec, reason: Reason) -> str | None:
    """Why a reservation of the plan's verdict is accepted; None where it is not. Accepting raises no grade,
    and nothing but a reservation can be accepted.
    """
    return next((one.reason for one in fields.accepted if is_meant(one, reason)), None)


def is_meant(one: AcceptedSpec, reason: Reason) -> bool:
    """Whether an acceptance is of this reason; of reasons on rules of the policy it is of one rule."""
    given = one.job, one.code, one.rule, Grade.RESERVATIONS
    return given == (reason.job, reason.code, reason.rule, reason.grade)
