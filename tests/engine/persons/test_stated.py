"""What a plan states of persons, and what is refused of it."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.reading import open_data
from sdc_desktop.engine.data.spec import DataSpec, PersonsSpec
from sdc_desktop.engine.plan import plan_from_json, plan_to_text
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.engine.spec import VariableSpec
from sdc_desktop.words.microdata.suppression import lines_of
from sdc_desktop.words.words import Words

ROWS = ("id,sex,ward", "a,f,W", "a,f,X", "b,m,W", ",m,W")


def codes(folder: Path, persons: dict[str, Any], of: str | None = None, rows: tuple[str, ...] = ROWS) -> Any:
    """The codes of the problems with which a measure of these records is refused."""
    (folder / "d.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    ward = {"role": "key"} | ({} if of is None else {"of": of})
    variables = {"id": {"role": "person"}, "sex": {"role": "key", "of": "person"}, "ward": ward}
    data = {"path": "d.csv", "variables": variables, "persons": persons}
    plan = {"schema": 2, "data": data, "jobs": [{"name": "r", "kind": "risk", "params": {}}]}
    try:
        evaluate_plan(plan_from_json(plan), folder, JobContext())
    except Refused as refusal:
        return {(one.code, *one.params.values()) for one in refusal.problems}
    return set()


def test_records_without_a_person_are_refused_unless_they_are_of_no_one(tmp_path: Path) -> None:
    assert codes(tmp_path, {}) == {("persons.missing", 1)}
    assert codes(tmp_path, {"missing": "nobody"}) == set()


def test_what_is_known_of_several_records_needs_the_person_of_each(tmp_path: Path) -> None:
    assert codes(tmp_path, {"missing": "nobody", "known": 2}) == {("persons.without_and_known", 1)}


def test_one_record_each_is_refused_where_a_person_has_two(tmp_path: Path) -> None:
    assert codes(tmp_path, {"missing": "nobody", "one_record_each": True}) == {
        ("persons.not_one_record_each", 1, 2)
    }


@pytest.mark.parametrize(("of", "found"), [("person", {("persons.not_constant", "ward")}), ("record", set())])
def test_a_variable_of_persons_may_not_vary_within_one(tmp_path: Path, of: str, found: Any) -> None:
    assert codes(tmp_path, {"missing": "nobody"}, of) == found


def test_a_category_of_one_person_is_rare_in_however_many_records(tmp_path: Path) -> None:
    rows = ["id,sex,ward,ill", *(f"p{n},f,W,{'common' if n > 5 else n}" for n in range(60) for _ in range(3))]
    (tmp_path / "d.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    variables = {"id": {"role": "person"}, "sex": {"role": "key"}, "ill": {"role": "sensitive"}}
    job = {"name": "m", "kind": "recode", "params": {"levels": {}}, "output": {"path": "m.csv"}}
    plan = {"schema": 2, "data": {"path": "d.csv", "variables": variables}, "jobs": [job]}
    found = evaluate_plan(plan_from_json(plan), tmp_path, JobContext()).jobs[0]
    assert found.released is not None
    ill = next(one for one in found.released.variables if one.name == "ill")
    assert (ill.unique, ill.unique_persons, ill.persons) == (0, 6, 60)
    (reason,) = [
        one for one in found.verdict.reasons if one.code in ("released_rare_values", "released_nearly_unique")
    ]
    assert reason.figures["persons"] == 6


def test_persons_who_left_the_file_are_counted_in_words(tmp_path: Path) -> None:
    rows = ["id,ward", *(f"p{n},{'W' if n < 9 else 'X'}" for n in range(11) for _ in range(2))]
    (tmp_path / "d.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    variables = {"id": {"role": "person"}, "ward": {"role": "key"}}
    params = {"levels": {}, "suppress_below": 5, "suppress": "persons"}
    plan = {"schema": 2, "data": {"path": "d.csv", "variables": variables}}
    plan["jobs"] = [{"name": "m", "kind": "recode", "params": params, "output": {"path": "m.csv"}}]  # type: ignore[assignment]
    result = evaluate_plan(plan_from_json(plan), tmp_path, JobContext()).jobs[0].result
    (line,) = lines_of(result.suppression, result.before.records, Words())
    assert line == "2 persons were removed with all their records (4 of 22, 18.2\u202f%)."


def test_persons_are_numbered_once_however_often_a_plan_declares_them(tmp_path: Path) -> None:
    (tmp_path / "d.csv").write_text("\n".join(ROWS) + "\n", encoding="utf-8")
    spec = DataSpec(path="d.csv", variables={"id": VariableSpec(role="person")})
    data = open_data(spec, tmp_path, JobContext()).data
    again = data.with_variables(data.variables).with_persons(PersonsSpec(missing="nobody"))
    by_ward = again.with_variables(
        [replace(one, role="person" if one.name == "ward" else "other") for one in data.variables]
    ).with_persons(None)
    assert data.persons is not None
    assert again.persons is not None
    assert by_ward.persons is not None
    numbers = data.persons.of(data.relation, JobContext())
    assert again.persons.of(data.relation, JobContext()) is numbers
    assert by_ward.persons.of(data.relation, JobContext()).tolist() == [0, 1, 0, 0]
    assert again.persons.of(data.relation, JobContext()).tolist() == numbers.tolist() == [0, 0, 1, -1]


@pytest.mark.parametrize(
    ("output", "secrets", "order"),
    [
        ({}, True, "random"),
        ({"order": "as_is"}, True, "as_is"),
        ({}, False, None),  # without a secret the file keeps its order, and is judged so
    ],
)
def test_a_file_of_persons_has_a_random_order_unless_another_is_given(
    tmp_path: Path, output: dict[str, str], secrets: bool, order: str | None
) -> None:
    rows = ["id,sex", *(f"p{n},{'fm'[n % 2]}" for n in range(20) for _ in range(3))]
    (tmp_path / "d.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    data = {"path": "d.csv", "variables": {"id": {"role": "person"}, "sex": {"role": "key"}}}
    job = {"name": "m", "kind": "recode", "params": {"levels": {}}, "output": {"path": "m.csv", **output}}
    plan = {"schema": 2, "data": data, "jobs": [job]} | ({"secrets": {"*": "8f0c" * 16}} if secrets else {})
    given = plan_from_json(plan)
    result = evaluate_plan(given, tmp_path, JobContext())
    assert result.opened.plan.job("m").output.order == order
    linked = result.jobs[0].persons.linked
    assert (linked is not None and "order" in linked.by) is (order != "random")
    noted = "persons.random_order" in [one.code for one in result.opened.notes]
    assert noted is (order == "random" and not output)
    assert plan_from_json(json.loads(plan_to_text(given))) == given
