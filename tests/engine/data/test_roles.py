"""Variables that look like direct identifiers are released in no file without a role."""

import json
from pathlib import Path

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.reading import open_data
from sdc_desktop.engine.data.roles import other_roles
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.data.suspicion import suspicion
from sdc_desktop.engine.plan import plan_from_json, plan_to_json
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import open_plan, run_plan, write_job
from sdc_desktop.engine.verdict import Grade

CONTEXT = JobContext()
ROLES = {"age": {"role": "key"}, "ill": {"role": "sensitive"}}
RECODE = {"name": "out", "kind": "recode", "params": {"levels": {}, "suppress_below": 2}}


def written(folder: Path, records: int = 40, third: str = "code") -> Path:
    rows = [
        f"{20 + n % 2},{('flu', 'cold')[n // 2 % 2]},{'abcdefghij'[n % 10]}{n:03}" for n in range(records)
    ]
    path = folder / "data.csv"
    path.write_text("\n".join([f"age,ill,{third}", *rows]) + "\n", encoding="utf-8")
    return path


def plan_of(job=None, third: str = "code", **text) -> object:
    variables = ROLES | ({third: text} if text else {})
    data = {"path": "data.csv", "variables": variables}
    return plan_from_json({"schema": 2, "data": data, "jobs": [job or RECODE]})


def codes(plan, folder: Path) -> list[str]:
    try:
        run_plan(plan, folder, folder / "out", CONTEXT)
    except Refused as refusal:
        return [problem.code for problem in refusal.problems]
    return []


@pytest.mark.parametrize(
    ("name", "distinct", "records", "found"),
    [
        ("code", 51, 100, "values"),
        ("code", 50, 100, None),
        ("code", 1, 1, None),
        ("code", 6, 11, "values"),
        ("code", 5, 5, None),
        ("id", 3, 3, "name"),
        ("id", 6, 100, "name"),
        ("PersonID", 40, 100, "name"),
        ("person_id", 40, 100, "name"),
        ("E-Mail", 30, 100, "name"),
        ("eMail privat", 30, 100, "name"),
        ("Telefon-Nr.", 30, 100, "name"),
        ("Sozialversicherungsnummer", 30, 100, "name"),
        ("Straße", 20, 100, "name"),
        ("ssn", 500, 100_000, "name"),
        ("phone", 2, 100, None),  # whether there is one
        ("region_name", 16, 10_000, None),
        ("middle", 40, 100, None),
        ("valid", 40, 100, None),
        ("income", 40, 100, None),
    ],
)
def test_values_or_a_name_make_a_variable_suspected(name, distinct, records, found) -> None:
    shown = suspicion(name, continuous=False, distinct=distinct, records=records)
    assert (None if shown is None else shown.by) == found


def test_a_number_that_is_measured_is_suspected_by_its_name_or_as_a_number_of_records() -> None:
    assert suspicion("income", continuous=True, distinct=100, records=100) is None
    assert suspicion("income", continuous=True, distinct=99, records=100, whole=True) is None
    assert suspicion("wave", continuous=True, distinct=5, records=5, whole=True) is None
    assert suspicion("wave", continuous=True, distinct=100, records=100, whole=True).by == "numbers"
    shown = suspicion("id", continuous=True, distinct=100, records=100)
    assert shown is not None
    assert shown.by == "name"


def test_half_of_the_records_that_have_a_value_count(tmp_path) -> None:
    rows = [f"{n % 2},{f'x{n}' if n < 8 else ''}" for n in range(40)]
    (tmp_path / "data.csv").write_text("\n".join(["a,b", *rows]), encoding="utf-8")
    data = open_data(DataSpec(path="data.csv"), tmp_path, CONTEXT).data
    assert [v.suspicion is not None for v in data.variables] == [False, True]
    assert [v.unsaid for v in data.variables] == [True, True]


@pytest.mark.parametrize(
    ("text", "declared", "found"),
    [
        ("{}", {}, "numbers"),
        ("{}", {"level": "continuous"}, "numbers"),
        ("{}", {"role": "other"}, "numbers"),
        ("{}", {"role": "direct_identifier", "level": "continuous"}, "numbers"),
        ("{}", {"role": "sensitive", "level": "continuous"}, None),
        ("{}.5", {}, None),
        ("{}.5", {"level": "continuous"}, None),
    ],
)
def test_different_whole_numbers_are_suspected_whatever_their_name(tmp_path, text, declared, found) -> None:
    rows = [f"{n % 2},{text.format(1000 + 7 * n)}" for n in range(60)]
    (tmp_path / "data.csv").write_text("\n".join(["a,wave", *rows, "1,"]), encoding="utf-8")
    spec = DataSpec(path="data.csv", variables={"wave": declared})
    suspected = open_data(spec, tmp_path, CONTEXT).data.variable("wave").suspicion
    assert (None if suspected is None else suspected.by) == found
    notes = other_roles(open_data(spec, tmp_path, CONTEXT).data.variables)
    assert notes == ()  # numbers may be amounts: the released file is audited


@pytest.mark.parametrize("kind", ["recode", "local_suppression", "pram", "prepare"])
def test_a_variable_without_a_role_is_not_written(tmp_path, kind) -> None:
    written(tmp_path)
    params = {
        "recode": {"levels": {}},
        "local_suppression": {"k": 2},
        "pram": {"variables": ["ill"]},
        "prepare": {"steps": [{"rename": {"code": "key"}}]},
    }
    job = {"name": "out", "kind": kind, "params": params[kind], "output": {"path": "o.csv"}}
    assert "data.role_missing" in codes(plan_of(job), tmp_path)
    assert not (tmp_path / "out").exists()


def test_a_name_is_enough(tmp_path) -> None:
    written(tmp_path, third="e_mail")
    rows = (tmp_path / "data.csv").read_text(encoding="utf-8").splitlines()
    (tmp_path / "data.csv").write_text("\n".join([rows[0], *rows[1:21], *rows[1:21], *rows[1:21]]) + "\n")
    assert codes(plan_of(), tmp_path) == ["data.role_missing_name"]


@pytest.mark.parametrize("role", ["direct_identifier", "key", "sensitive"])
def test_a_role_is_the_officers_word(tmp_path, role) -> None:
    written(tmp_path)
    assert "data.role_missing" not in codes(plan_of(role=role), tmp_path)


def test_an_identifier_of_the_role_other_is_written_and_not_safe(tmp_path) -> None:
    written(tmp_path)
    done = run_plan(plan_of(role="other"), tmp_path, tmp_path / "out", CONTEXT)
    assert done.verdict.grade is Grade.UNSAFE
    assert {"released_identifies", "data.role_other"} <= {one.code for one in done.verdict.reasons}
    shown = json.loads((tmp_path / "out" / "result.json").read_text(encoding="utf-8"))
    assert shown["verdict"]["grade"] == "unsafe"


def test_the_role_other_survives_saving() -> None:
    plan = plan_from_json(plan_to_json(plan_of(role="other")))
    assert plan.data.variables["code"].role == "other"
    assert plan_from_json(plan_to_json(plan_of(level="nominal"))).data.variables["code"].role is None


def test_a_variable_that_preparing_drops_needs_no_role(tmp_path) -> None:
    written(tmp_path)
    drop = {
        "name": "out",
        "kind": "prepare",
        "output": {"path": "o.csv"},
        "params": {"steps": [{"drop": ["code"]}]},
    }
    assert codes(plan_of(drop), tmp_path) == []


def test_a_role_given_after_preparing_is_a_word_as_well(tmp_path) -> None:
    written(tmp_path)
    params = {"steps": [{"rename": {"code": "key"}}], "variables": {"key": {"role": "other"}}}
    job = {"name": "out", "kind": "prepare", "output": {"path": "o.csv"}, "params": params}
    done = run_plan(plan_of(job), tmp_path, tmp_path / "out", CONTEXT)
    assert "data.role_other" in [one.code for one in done.verdict.reasons]


def test_a_file_chosen_in_the_window_is_held_to_it_too(tmp_path) -> None:
    written(tmp_path)
    plan = plan_of()
    opened = open_plan(plan, tmp_path, CONTEXT)
    with pytest.raises(Refused, match=r"data\.role_missing"):
        write_job(plan.jobs[0], opened.source, opened.opened.style, tmp_path / "x.csv", (), CONTEXT)


def test_measuring_writes_no_records_and_needs_no_role(tmp_path) -> None:
    written(tmp_path)
    assert codes(plan_of({"name": "risk", "kind": "risk", "params": {}}), tmp_path) == []
