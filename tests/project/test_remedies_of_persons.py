"""What one click does where records of a person are linked, tried by running the plan that it gives."""

import random
from pathlib import Path
from typing import Any

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.preparing.prepare.steps import step_kind
from sdc_desktop.engine.plan import Plan, plan_from_json
from sdc_desktop.engine.plan_result import JobResult
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.project.persons import counting_persons, of_persons
from sdc_desktop.project.remedies import Remedy, remedies

SECRETS = {"*": "8733b679fdae38236b7ba46824f59ed3cc90f8bd0c1208397bed3882349cec46"}
PSEUDONYM = {"pseudonymise": {"variables": ["patient"], "key": "key.csv"}}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """80 patients, each with three records in a row, in four classes; the ward is one per patient."""
    draws = random.Random(40)
    rows = ["patient,sex,age,ward,cost"]
    for patient in range(80):
        of_person = f"{'fm'[patient % 2]},{20 * (patient % 2)},w{patient // 2}"
        rows += [f"p{patient},{of_person},{draws.randrange(9)}" for _ in range(3)]
    (tmp_path / "data.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return tmp_path


def plan(order: str, steps: tuple[Any, ...] = (), suppress: str = "records") -> Plan:
    roles = {"patient": "person", "sex": "key", "age": "key", "ward": None, "cost": "other"}
    data = {"path": "data.csv", "variables": {name: {"role": role} for name, role in roles.items()}}
    data |= {"persons": {"known": 1}}
    params = {"levels": {}, "suppress_below": 5, "suppress": suppress}
    output = {"path": "out.csv", "order": order}
    job = {"name": "r", "kind": "recode", "params": params, "output": output}
    if not steps:
        return plan_from_json({"schema": 2, "data": data, "jobs": [job], "secrets": SECRETS})
    prepare = {"name": "prepared", "kind": "prepare", "params": {"steps": [*steps]}}
    jobs = [prepare, {**job, "input": "prepared"}]
    return plan_from_json({"schema": 2, "data": data, "jobs": jobs, "secrets": SECRETS})


def last(folder: Path, given: Plan) -> JobResult:
    return evaluate_plan(given, folder, JobContext()).jobs[-1]


def offered(folder: Path, given: Plan) -> dict[str, Remedy]:
    found = last(folder, given)
    (reason,) = (one for one in found.verdict.reasons if one.code == "persons.linked")
    linking = found.persons.linked.variables
    return {one.code: one for one in remedies(given, given.jobs[-1], reason, linking)}


def is_linked(folder: Path, given: Plan) -> tuple[str, ...]:
    linked = last(folder, given).persons.linked
    return () if linked is None else linked.by


def test_a_random_order_no_longer_links_records(folder: Path) -> None:
    given = plan("as_is")
    found = offered(folder, given)
    assert list(found) == ["random_order"]
    assert is_linked(folder, given)[0] == "order"
    assert "order" not in is_linked(folder, found["random_order"].plan)


def test_variables_that_link_are_left_out_or_all_records_assumed_known(folder: Path) -> None:
    given = plan("random")
    found = offered(folder, given)
    assert list(found) == ["omit", "known_all"]
    assert found["omit"].variables == ("ward",), "neither a key variable nor one that varies"
    assert is_linked(folder, found["omit"].plan) == ()
    codes = [one.code for one in last(folder, found["known_all"].plan).verdict.reasons]
    assert "persons.linked" not in codes


def test_a_pseudonym_is_left_out_or_two_records_assumed_known(folder: Path) -> None:
    drop = {"drop": ["ward"]}
    for steps in ((drop, PSEUDONYM), (PSEUDONYM, drop)):
        given = plan("random", steps)
        found = offered(folder, given)
        assert list(found) == ["omit", "known_two"]
        assert found["omit"].variables == ("patient",)
        assert is_linked(folder, given) == ("pseudonym",)
        assert is_linked(folder, found["omit"].plan) == ()
        after = last(folder, found["known_two"].plan)
        assert "persons.linked" not in [one.code for one in after.verdict.reasons]
        assert after.persons.known == 2


def test_a_preparation_of_the_pseudonym_alone_drops_it(folder: Path) -> None:
    given = plan("random", (PSEUDONYM,))
    found = offered(folder, given)
    assert [step_kind(step) for step in found["omit"].plan.jobs[0].params.steps] == ["drop"]
    assert "pseudonym" not in is_linked(folder, found["omit"].plan)


def test_groups_stay_and_whole_persons_leave() -> None:
    groups = {"technique": {"age": "microaggregation", "sex": "recoding"}, "override": {"age": 3, "sex": 1}}
    job = {"name": "a", "kind": "anopi", "params": {**groups, "suppress_below": 3}}
    data = {"path": "d.csv", "variables": {"id": {"role": "direct_identifier"}, "age": {"role": "key"}}}
    given = plan_from_json({"schema": 2, "data": {**data, "persons": {"known": "all"}}, "jobs": [job]})
    (made,) = counting_persons(of_persons(given, "id")).jobs
    assert made.params.override == groups["override"]
    assert made.params.suppress == "persons"
    known_one = plan_from_json({"schema": 2, "data": data, "jobs": [job]})
    assert counting_persons(known_one).jobs[0].params.suppress == "records"
