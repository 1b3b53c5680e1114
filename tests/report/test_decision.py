"""A decision against the verdict needs a reason; accepting raises no grade."""

from dataclasses import replace
from itertools import product

import pytest

from sdc_desktop.engine.report_spec import FieldsSpec, fields_from_json
from sdc_desktop.engine.verdict import Grade, failed, reserved, unjudged, verdict_of
from sdc_desktop.report.decision import acceptance, contradicts, decision_problems

RESERVED = {"job": "a", "code": "weak_secret", "reason": "Changed after this run."}


def found(*reasons):
    """A verdict with a reason in the job named by each entry's first letter."""
    makers = {"reservations": reserved, "unsafe": failed, "open": unjudged}
    return verdict_of(replace(makers[grade](code), job=job) for job, code, grade in reasons)


def codes(fields: FieldsSpec, verdict) -> list[str]:
    return [one.code for one in decision_problems(fields, verdict)]


VERDICTS = {
    Grade.SAFE: found(),
    Grade.RESERVATIONS: found(("a", "weak_secret", "reservations")),
    Grade.OPEN: found(("a", "no_product", "open")),
    Grade.UNSAFE: found(("a", "cell", "unsafe")),
}


@pytest.mark.parametrize(("decision", "grade"), list(product(["release", "conditions", "no", None], Grade)))
def test_what_contradicts_the_verdict_needs_a_reason(decision, grade) -> None:
    against = {
        "release": {Grade.RESERVATIONS, Grade.OPEN, Grade.UNSAFE},
        "conditions": {Grade.UNSAFE},
    }.get(decision, set())
    fields = fields_from_json({"decision": decision})
    assert codes(fields, VERDICTS[grade]) == (["report.against_verdict"] if grade in against else [])
    assert codes(fields.model_copy(update={"reason": " "}), VERDICTS[grade]) == codes(fields, VERDICTS[grade])
    assert codes(fields.model_copy(update={"reason": "Law"}), VERDICTS[grade]) == []


def test_a_release_needs_each_reservation_accepted() -> None:
    both = found(("a", "weak_secret", "reservations"), ("b", "weak_secret", "reservations"))
    one = fields_from_json({"decision": "release", "accepted": [RESERVED]})
    assert contradicts(one, both)
    assert not contradicts(one, VERDICTS[Grade.RESERVATIONS])
    assert both.grade is Grade.RESERVATIONS


def test_nothing_but_a_reservation_can_be_accepted() -> None:
    entry = {"job": "a", "code": "cell", "reason": "No harm."}
    fields = fields_from_json({"decision": "release", "accepted": [entry]})
    assert codes(fields, VERDICTS[Grade.UNSAFE]) == ["report.against_verdict", "report.no_such_reservation"]


def test_an_acceptance_of_another_job_or_code_is_a_warning() -> None:
    wrong = [RESERVED | {"job": "b"}, RESERVED | {"code": "x"}, RESERVED]
    problems = [*decision_problems(fields_from_json({"accepted": wrong}), VERDICTS[Grade.RESERVATIONS])]
    assert [(one.where.key, one.severity) for one in problems] == [
        ("accepted[0]", "warning"),
        ("accepted[1]", "warning"),
    ]


def test_the_reason_of_an_acceptance_is_found() -> None:
    [reason] = VERDICTS[Grade.RESERVATIONS].reasons
    assert acceptance(fields_from_json({"accepted": [RESERVED]}), reason) == RESERVED["reason"]
    assert acceptance(FieldsSpec(), reason) is None


def test_accepting_one_rule_of_the_policy_accepts_no_other() -> None:
    both = verdict_of(reserved("rule_not_checked", rule=name) for name in ("places", "codes"))
    entry = {"code": "rule_not_checked", "rule": "places", "reason": "Asked in the unit."}
    one = fields_from_json({"decision": "release", "accepted": [entry]})
    assert [acceptance(one, reason) for reason in both.reasons] == ["Asked in the unit.", None]
    assert contradicts(one, both)
    nameless = fields_from_json({"accepted": [{key: entry[key] for key in ("code", "reason")}]})
    assert acceptance(nameless, both.reasons[0]) is None
