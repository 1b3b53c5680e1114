"""What a plan states of persons: each change as a plan, and the one click behind the reason."""

from typing import Any

import pytest

from sdc_desktop.engine.data.spec import PersonsSpec
from sdc_desktop.engine.plan import Plan, plan_from_json
from sdc_desktop.engine.verdict import Reason, reserved, unjudged
from sdc_desktop.project.persons import (
    of_persons,
    one_record_each,
    stated,
    with_known,
    with_missing,
    without_statement,
)
from sdc_desktop.project.remedies import remedies

RISK = {"name": "r", "kind": "risk", "params": {"criteria": [{"kind": "k_anonymity", "k": 3}]}}


def plan(persons: Any = None) -> Plan:
    variables = {"id": {"role": "direct_identifier"}, "age": {"role": "key"}}
    data = {"path": "d.csv", "variables": variables} | ({"persons": persons} if persons else {})
    return plan_from_json({"schema": 2, "data": data, "jobs": [RISK]})


def test_the_role_replaces_the_statement_and_keeps_the_rest() -> None:
    before = plan({"one_record_each": True, "repeats": ["id"], "known": 2})
    assert stated(before.data) == "one_record_each"
    after = of_persons(before, "id").data
    assert after is not None
    assert stated(after) == "persons"
    assert after.variables["id"].role == "person"
    assert after.persons == PersonsSpec(known=2)
    alone = plan({"one_record_each": True, "repeats": ["id"]}).data
    assert alone is not None
    assert without_statement(alone).persons is None


def test_statements_are_added_to_what_is_stated() -> None:
    assert stated(plan().data) == stated(None) == "nothing"
    data = one_record_each(plan({"repeats": ["name"], "known": 3}), ("id", "name")).data
    assert data is not None
    assert data.persons == PersonsSpec(one_record_each=True, repeats=("name", "id"), known=3)
    data = with_missing(with_known(plan(), "all"), "nobody").data
    assert data is not None
    assert data.persons == PersonsSpec(known="all", missing="nobody")


FIGURES = {"variable": "id", "values": 6, "records": 11, "most": 6}


@pytest.mark.parametrize(
    "reason",
    [unjudged("persons.unsaid", **FIGURES), reserved("persons.statement_contradicted", **FIGURES)],
    ids=lambda reason: reason.code,
)
def test_the_two_answers_are_one_click_each(reason: Reason) -> None:
    given = plan()
    found = {one.code: one for one in remedies(given, given.jobs[0], reason)}
    assert list(found) == ["of_persons", "one_record_each"]
    assert found["of_persons"].plan == of_persons(given, "id")
    assert found["one_record_each"].plan == one_record_each(given, ("id",))
    assert {one.variables for one in found.values()} == {("id",)}
