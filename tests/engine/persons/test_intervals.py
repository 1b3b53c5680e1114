"""Days between the dates of a person tell persons apart, however far the dates are shifted."""

from collections import defaultdict
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.microdata.person_intervals import date_intervals
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.runner import evaluate_plan
from tests.support.data import microdata

START = date(2024, 1, 1)
ROLES = {"id": "person", "in": "other", "out": "other"}
DAYS = st.one_of(st.none(), st.integers(0, 5))


def text(day: int | None) -> str:
    return "" if day is None else (START + timedelta(day)).isoformat()


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 4), DAYS, DAYS), min_size=1, max_size=12))
def test_persons_with_days_of_their_own_are_as_plain_python_finds_them(rows) -> None:
    shown = {"id": [f"p{who}" for who, _, _ in rows]}
    shown |= {"in": [text(day) for _, day, _ in rows], "out": [text(day) for _, _, day in rows]}
    data = microdata(shown, ROLES).with_persons(None)
    context = JobContext()
    assert data.persons is not None
    found = date_intervals(data, data.persons.of(data.relation, context), context)
    assert (0 if found is None else found.persons) == len(plainly(rows))


def plainly(rows) -> set[int]:
    who_has = defaultdict(set)
    for who, came, went in rows:
        if came is not None and went is not None:
            who_has["stay", went - came].add(who)
    for place in (1, 2):
        for who in {row[0] for row in rows}:
            own = sorted(row[place] for row in rows if row[0] == who and row[place] is not None)
            for before, after in pairwise(own):
                who_has[place, after - before].add(who)
    return {who for persons in who_has.values() if len(persons) == 1 for who in persons}


def reasons(folder: Path, steps: list[Any]) -> dict[str, Any]:
    """The reasons on a file of 40 patients, each with two stays of 3 days but one of 137 days."""
    rows = ["id,sex,in,out"]
    for who in range(40):
        for stay in range(2):
            came = START + timedelta(who % 7 + 100 * stay)
            days = 137 if (who, stay) == (11, 1) else 3
            rows.append(f"p{who},f,{came.isoformat()},{(came + timedelta(days)).isoformat()}")
    (folder / "d.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    variables = {"id": {"role": "person"}, "sex": {"role": "key"}, "in": {}, "out": {}}
    prepare = {"name": "p", "kind": "prepare", "params": {"steps": steps}}
    recode = {"name": "m", "kind": "recode", "input": "p", "params": {"levels": {}}}
    recode["output"] = {"path": "m.csv"}
    plan = {"schema": 2, "data": {"path": "d.csv", "variables": variables}, "jobs": [prepare, recode]}
    plan["secrets"] = {"*": "ab" * 32}
    verdict = evaluate_plan(plan_from_json(plan), folder, JobContext()).jobs[1].verdict
    return {one.code: one.figures for one in verdict.reasons}


SHIFT = {"shift_dates": {"variables": ["in", "out"], "days": 30}}


def test_a_stay_that_one_person_has_survives_shifted_dates(tmp_path: Path) -> None:
    found = reasons(tmp_path, [SHIFT])["persons.intervals"]
    assert found == {"variables": ("in", "out"), "number": 1, "persons": 40}


def test_bands_of_the_stay_in_place_of_the_dates_tell_no_person_apart(tmp_path: Path) -> None:
    stay = {"derive": {"name": "stay", "of": "out", "days_since": "in"}}
    bands = {"derive": {"name": "long", "of": "stay", "bands": [1]}}
    assert "persons.intervals" not in reasons(tmp_path, [SHIFT, stay, bands, {"drop": ["in", "out", "stay"]}])
