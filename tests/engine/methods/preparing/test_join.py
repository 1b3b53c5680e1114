"""A second file joined to the records by a key."""

import json
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.preparing.prepare import engine as prepare
from sdc_desktop.engine.methods.preparing.prepare.changes import Change, Changes
from sdc_desktop.engine.plan import inputs_of, plan_from_json
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import run_plan
from sdc_desktop.engine.source import Source
from tests.engine.methods.preparing.test_prepare import columns, params
from tests.support.data import microdata

RECORDS = {"hh": ["h1", "h2", "", "h1", "h9"], "sex": ["f", "m", "f", "m", "m"]}
HOMES = "hh,rooms,town\nh1,3,Ash\nh2,,Elm\nh3,5,Ash\n"


def step(*keep: str, key: tuple[str, ...] = ("hh",), file: str = "homes.csv") -> dict[str, object]:
    return {"join": {"file": file, "key": key, "keep": keep}}


def taken(folder: Path, *steps, second: str = HOMES, records=RECORDS):
    (folder / "homes.csv").write_text(second, encoding="utf-8")
    return prepare.counts(params(*steps), Source(microdata(records), {}, folder), JobContext())


def refused(folder: Path, *steps, **more) -> list[tuple[str, str | None]]:
    with pytest.raises(Refused) as caught:
        taken(folder, *steps, **more)
    return [(p.code, p.where.key) for p in caught.value.problems]


def test_records_get_what_their_household_has(tmp_path) -> None:
    done = taken(tmp_path, step("town", "rooms"))
    assert columns(done) == RECORDS | {
        "town": ["Ash", "Elm", "", "Ash", ""],
        "rooms": ["3", "", "", "3", ""],
    }
    (figures,) = done.steps
    assert (figures.touched, figures.records_after, figures.variables_after) == (2, 5, 4)


CELLS = st.sampled_from(["", "a", "b", "07", "7"])


@settings(max_examples=20, deadline=None)
@given(
    st.lists(st.tuples(CELLS, CELLS), min_size=1, max_size=15), st.sets(st.tuples(CELLS, CELLS), max_size=9)
)
def test_joins_by_two_variables_are_as_plain_python_has_them(tmp_path_factory, ours, theirs) -> None:
    rows = {one: f"v{number}" for number, one in enumerate(sorted(theirs))}
    second = "a,b,v\n" + "".join(f"{a},{b},{v}\n" for (a, b), v in rows.items()) + "zz,zz,v\n"
    records = {"a": [a for a, _ in ours], "b": [b for _, b in ours]}
    done = taken(tmp_path_factory.mktemp("j"), step("v", key=("a", "b")), second=second, records=records)
    wanted = [rows.get(one, "") if all(one) else "" for one in ours]
    assert columns(done)["v"] == wanted
    assert done.steps[0].touched == wanted.count("")


def test_a_key_that_the_second_file_has_twice_is_refused(tmp_path) -> None:
    found = refused(tmp_path, step("town"), second=HOMES + "h1,4,Oak\n")
    assert found == [("prepare.join_ambiguous", "params.steps[0].join.key")]
    (tmp_path / "homes.csv").unlink()
    done = taken(tmp_path, step("town"), second=HOMES + ",1,Oak\n,2,Fir\n")  # missing keys are no key
    assert columns(done)["town"] == ["Ash", "Elm", "", "Ash", ""]


@pytest.mark.parametrize(
    ("shown", "code", "key"),
    [
        (step("garden"), "prepare.join_unknown", "params.steps[0].join.keep"),
        (step("town", key=("sex",)), "prepare.join_unknown", "params.steps[0].join.key"),
        (step("town", key=("home",)), "prepare.unknown_variable", "params.steps[0].join.key"),
        (step("hh"), "prepare.name_taken", "params.steps[0].join.keep"),
        (step("town", "town"), "prepare.name_taken", "params.steps[0].join.keep"),
    ],
)
def test_what_cannot_be_joined_is_refused(tmp_path, shown, code, key) -> None:
    assert refused(tmp_path, shown) == [(code, key)]


def test_a_variable_that_is_joined_needs_a_role() -> None:
    there = Source(microdata(RECORDS), {})
    steps = step("town", "rooms"), {"rename": {"town": "place"}}, {"drop": ["rooms"]}
    (found,) = prepare.check(params(*steps), there)
    assert (found.code, found.where.key) == ("prepare.join_role", "params.variables.place.role")
    assert prepare.check(params(*steps, variables={"place": {"role": "key"}}), there) == ()


def test_the_person_is_known_before_records_are_prepared() -> None:
    there = Source(microdata(RECORDS), {})
    for steps in ([step("town")], [{"drop": ["sex"]}]):
        name = "town" if "join" in steps[0] else "hh"
        (found,) = prepare.check(params(*steps, variables={name: {"role": "person"}}), there)
        assert found.code == "prepare.person_too_late"


def test_the_preview_shows_the_key_and_what_it_brings(tmp_path) -> None:
    (tmp_path / "homes.csv").write_text(HOMES, encoding="utf-8")
    changes: list[Changes] = []
    there = Source(microdata(RECORDS), {}, tmp_path)
    prepare.counts(params(step("town")), there, JobContext(), changes)
    assert changes[0].first[1] == Change(2, "hh", "h2", "town", "Elm")


def test_the_second_file_is_an_input_of_the_plan(tmp_path) -> None:
    (tmp_path / "homes.csv").write_text(HOMES, encoding="utf-8")
    (tmp_path / "r.csv").write_text("hh,sex\nh1,f\nh2,m\n", encoding="utf-8")
    job = {
        "name": "p",
        "kind": "prepare",
        "params": {"steps": [step("town")], "variables": {"town": {"role": "key"}}},
        "output": {"path": "out.csv"},
    }
    variables = {"hh": {"role": "household"}, "sex": {"role": "key"}}
    plan = plan_from_json({"schema": 2, "data": {"path": "r.csv", "variables": variables}, "jobs": [job]})
    assert inputs_of(plan) == ("r.csv", "homes.csv")
    result = run_plan(plan, tmp_path, tmp_path / "out", JobContext())
    assert result.jobs
    recorded = json.loads((tmp_path / "out" / "result.json").read_text(encoding="utf-8"))
    assert sha256(HOMES.encode()).hexdigest() in json.dumps(recorded)
    assert "Ash" in (tmp_path / "out" / "out.csv").read_text(encoding="utf-8")
    moved = plan.jobs[0].params.with_files(lambda path: f"../{path}")
    assert list(moved.files()) == ["../homes.csv"]
