"""A prepare job among others: files, chains of jobs, and what is checked without running any."""

import csv
import json
from pathlib import Path

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.registry import METHODS
from sdc_desktop.engine.plan import Plan, plan_from_json, read_plan
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import RunOptions, check_plan, evaluate_plan, open_plan, run_plan
from sdc_desktop.engine.running.preparation import with_prepare
from sdc_desktop.self_test import plan_of
from tests.support.secret import digits

ROWS = [
    ("Ann Smith", "h1", "1950-03-01", "north", "120"),
    ("Bea Jones", "h1", "1980-07-15", "north", "80"),
    ("Cyd Brown", "h2", "1950-09-09", "south", "95"),
    ("Dan White", "h3", "1980-01-31", "south", "130"),
    ("Eve Green", "h3", "2015-05-05", "south", "-9"),
    ("Fay Black", "h4", "1951-12-24", "north", "75"),
]
STEPS = [
    {"derive": {"name": "age", "of": "dob", "age_at": "2024-12-31"}},
    {"filter": {"variable": "age", "test": "at_least", "value": 18}},
    {"pseudonymise": {"variables": ["name"], "key": "keys/names.csv"}},
    {"rename": {"region": "area"}},
    {"drop": ["dob"]},
]
AREAS = {"kind": "order", "groups": [[{"label": "all", "values": ["north", "south"]}]]}
AGES = {"kind": "intervals", "start": 0, "widths": [10, 50], "end": 100}


@pytest.fixture
def base(tmp_path: Path) -> Path:
    with (tmp_path / "people.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([("name", "hh", "dob", "region", "income"), *ROWS])
    return tmp_path


def plan(*jobs, steps=STEPS, number=5, **more) -> Plan:
    variables = {
        "name": {"role": "direct_identifier"},
        "hh": {"role": "household"},
        "dob": {"role": "key"},
        "region": {"role": "key", "level": "nominal"},
        "income": {"level": "continuous", "missing": ["-9"]},
    }
    prepare = {"name": "prepared", "kind": "prepare", "params": {"steps": steps} | more}
    data = {"path": "people.csv", "variables": variables, "hierarchies": {"region": AREAS}}
    return plan_from_json(
        {"schema": 2, "data": data, "secrets": {"*": digits(number)}, "jobs": [prepare, *jobs]}
    )


def recode(levels, name="recoded"):
    return {"name": name, "kind": "recode", "input": "prepared", "params": {"levels": levels}}


def rows(path: Path) -> list[list[str]]:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.reader(file))


def checked(query: Plan, base: Path):
    return [(one.code, one.where.key) for one in check_plan(open_plan(query, base, JobContext()))]


def test_a_later_job_gets_the_prepared_records_and_the_key_is_in_a_file_of_its_own(base) -> None:
    query = plan(recode({"area": 1, "age": 1}), hierarchies={"age": AGES})
    out = base / "out"
    result = run_plan(query, base, out, JobContext(), RunOptions(keys=base / "kept"))
    key = rows(base / "kept" / "keys" / "names.csv")
    assert key[0] == ["value", "number"]
    assert [name for name, _ in key[1:]] == sorted(row[0] for row in ROWS if row[0] != "Eve Green")
    numbers = dict(key[1:])
    assert rows(out / "recoded.csv") == [
        ["name", "hh", "area", "income", "age"],
        [numbers["Ann Smith"], "h1", "all", "120", "70-79"],
        [numbers["Bea Jones"], "h1", "all", "80", "40-49"],
        [numbers["Cyd Brown"], "h2", "all", "95", "70-79"],
        [numbers["Dan White"], "h3", "all", "130", "40-49"],
        [numbers["Fay Black"], "h4", "all", "75", "70-79"],
    ]
    shown = json.loads((out / "result.json").read_text(encoding="utf-8"))["jobs"]["prepared"]
    assert shown["files"] == ["keys/names.csv"]
    assert [step["records_after"] for step in shown["result"]["steps"]] == [6, 5, 5, 5, 5]
    assert shown["result"]["variables"] == ["name", "hh", "area", "income", "age"]
    assert not any(value in (out / "result.json").read_text(encoding="utf-8") for value in numbers.values())
    assert evaluate_plan(query, base, JobContext()).jobs[0].files == result.jobs[0].files


def test_the_same_run_again_is_well_and_another_key_is_not_written_over(base) -> None:
    out = base / "out"
    run_plan(plan(), base, out, JobContext(), RunOptions(keys=base / "kept"))
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    run_plan(plan(), base, out, JobContext(), RunOptions(keys=base / "kept"))
    with pytest.raises(Refused) as caught:
        run_plan(plan(number=6), base, out, JobContext(), RunOptions(keys=base / "kept"))
    assert [one.code for one in caught.value.problems] == ["prepare.key_exists"]
    assert all(path.read_bytes() == was for path, was in before.items())


def test_a_key_is_never_an_input_nor_another_file_of_the_run(base) -> None:
    steps = [{"pseudonymise": {"variables": ["name"], "key": "people.csv"}}]
    with pytest.raises(Refused) as caught:
        run_plan(plan(steps=steps), base, base / "out", JobContext(), RunOptions(keys=base))
    assert [one.code for one in caught.value.problems] == ["plan.output_over_input"]
    steps = [{"pseudonymise": {"variables": ["name"], "key": "recoded.csv"}}]
    with pytest.raises(Refused) as caught:
        open_plan(plan(recode({"area": 1}), steps=steps), base, JobContext())
    assert [one.code for one in caught.value.problems] == ["plan.output_taken"]


def test_a_check_finds_through_the_chain_what_is_no_longer_there(base) -> None:
    query = plan(recode({"region": 1}), recode({"dob": 0}, "two"), recode({"nose": 0}, "three"))
    assert checked(query, base) == [
        ("prepare.variable_gone", "jobs[1].params.levels.region"),
        ("prepare.variable_gone", "jobs[2].params.levels.dob"),
        ("plan.unknown_variable", "jobs[3].params.levels.nose"),
    ]
    assert checked(plan(recode({"area": 2})), base) == [("recode.steps_beyond", "jobs[1].params.levels.area")]
    assert checked(plan(recode({"age": 1})), base) == [("recode.no_hierarchy", "jobs[1].params.levels.age")]


def test_what_comes_after_a_refused_prepare_is_not_judged(base) -> None:
    query = plan(recode({"nose": 1}), steps=[{"drop": ["nothing"]}])
    assert checked(query, base) == [("prepare.unknown_variable", "jobs[0].params.steps[0].drop")]


def test_roles_given_for_prepared_variables_go_before_what_follows(base) -> None:
    query = plan(recode({"area": 1}), variables={"age": {"role": "direct_identifier"}})
    run_plan(query, base, base / "out", JobContext(), RunOptions(keys=base / "kept"))
    assert rows(base / "out" / "recoded.csv")[0] == ["name", "hh", "area", "income"]


def test_prepared_records_can_be_prepared_again_and_written(base) -> None:
    again = {
        "name": "again",
        "kind": "prepare",
        "input": "prepared",
        "params": {"steps": [{"filter": {"variable": "area", "test": "equal", "value": "south"}}]},
        "output": {"path": "south.csv"},
    }
    run_plan(plan(again), base, base / "out", JobContext(), RunOptions(keys=base / "kept"))
    assert [row[2] for row in rows(base / "out" / "south.csv")] == ["area", "south", "south"]
    assert not (base / "out" / "prepared.csv").exists()


ON_RECORDS = [kind for kind in sorted(METHODS) if kind != "prepare" and read_plan(plan_of(kind)).data]


def _without_person(job):
    """Preparing removes direct identifiers, and with them the variable that identifies persons."""
    if not hasattr(job.params, "person"):
        return job
    return job.model_copy(update={"params": job.params.model_copy(update={"person": None})})


@pytest.mark.parametrize("kind", ON_RECORDS)
def test_every_kind_is_checked_on_prepared_records_as_on_the_files(kind) -> None:
    plan = read_plan(plan_of(kind))
    plan = plan.model_copy(update={"jobs": tuple(map(_without_person, plan.jobs))})
    prepare = plan_from_json(
        {
            "schema": 2,
            "jobs": [{"name": "prepared", "kind": "prepare", "params": {"steps": [{"recode_missing": {}}]}}],
        }
    )
    chained = with_prepare(plan, prepare.jobs[0])
    found = check_plan(open_plan(chained, plan_of(kind).parent, JobContext()))
    assert [one for one in found if one.severity == "error"] == []
