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
@given(st.lists(st.tuples(st.integers(0, 4), DAYS, DAYS), min_size=1, max_size=12), st.booleans())
def test_persons_with_days_of_their_own_are_as_plain_python_finds_them(rows, linked) -> None:
    shown = {"id": [f"p{who}" for who, _, _ in rows]}
    shown |= {"in": [text(day) for _, day, _ in rows], "out": [text(day) for _, _, day in rows]}
    data = microdata(shown, ROLES).with_persons(None)
    context = JobContext()
    assert data.persons is not None
    found = date_intervals(data, data.persons.of(data.relation, context), context, linked=linked)
    assert (0 if found is None else found.persons) == len(plainly(rows, linked=linked))


def plainly(rows, *, linked: bool) -> set[int]:
    if not any(day is not None for row in rows for day in row[1:]):
        return set()
    who_has, places = defaultdict(set), [one for one in (1, 2) if any(row[one] is not None for row in rows)]
    for who, came, went in rows:
        if came is not None and went is not None:
            who_has["stay", went - came].add(who)
    for who in {row[0] for row in rows} if linked else ():
        own = [row for row in rows if row[0] == who]
        days = {place: sorted(row[place] for row in own if row[place] is not None) for place in places}
        for place in places:
            for before, after in pairwise(days[place]):
                who_has[place, after - before].add(who)
    some = {who for persons in who_has.values() for who in persons}
    for who in some if linked else ():
        own = [row for row in rows if row[0] == who]
        days = {place: [row[place] for row in own if row[place] is not None] for place in places}
        first = {place: min(days[place], default=0) for place in places}
        records = [
            tuple(-1 if row[place] is None else row[place] - first[place] for place in places) for row in own
        ]
        who_has["all", tuple(sorted(records))].add(who)
    return {who for persons in who_has.values() if len(persons) == 1 for who in persons}


def reasons(folder: Path, steps: list[Any], wrong: str = "", back: int = 100) -> dict[str, Any]:
    """The reasons on a file of 40 patients, each with two stays of 3 days but one of 137 days; ``wrong`` is
    the admission of one more record, ``back`` the days until the sixth patient is back.
    """
    rows = ["id,sex,in,out"]
    for who in range(40):
        for stay in range(2):
            came = START + timedelta(who % 7 + (back if who == 5 else 100) * stay)
            days = 137 if (who, stay) == (11, 1) else 3
            rows.append(f"p{who},f,{came.isoformat()},{(came + timedelta(days)).isoformat()}")
    rows += [f"p0,f,{wrong},{START.isoformat()}"] if wrong else []
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


def test_one_text_that_is_no_date_hides_no_stay(tmp_path: Path) -> None:
    assert "persons.intervals" in reasons(
        tmp_path, [{"drop": ["nothing"]}][:0] or [{"rename": {"in": "came"}}], "open"
    )


def test_a_stay_of_one_person_alone_is_named_without_its_dates(tmp_path: Path) -> None:
    stay = {"derive": {"name": "stay", "of": "out", "days_since": "in"}}
    found = reasons(tmp_path, [stay, {"drop": ["in", "out"]}])["persons.intervals"]
    assert found == {"variables": ("stay",), "number": 1, "persons": 40}


def test_a_pseudonym_shows_the_days_between_two_records(tmp_path: Path) -> None:
    """One patient comes back after 150 days, not 100. Only a pseudonym shows whose stays these are."""
    named = {"pseudonymise": {"variables": ["id"], "key": "key.csv"}}
    alone, linked = tmp_path / "alone", tmp_path / "linked"
    for folder in (alone, linked):
        folder.mkdir()
    drop = {"drop": ["out"]}
    assert "persons.intervals" not in reasons(alone, [SHIFT, drop], back=150)
    found = reasons(linked, [SHIFT, drop, named], back=150)["persons.intervals"]
    assert found == {"variables": ("in",), "number": 1, "persons": 40}
