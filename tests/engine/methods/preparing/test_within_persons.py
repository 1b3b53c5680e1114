"""New variables from a person's dates: days between dates, sequence numbers, days since another record."""

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.methods.preparing.test_kept_records import EPISODES, of_persons, taken
from tests.engine.methods.preparing.test_prepare import columns, params, problems, source

STAYS = {"admitted": ["2024-02-27", "", "2024-03-05"], "left": ["2024-03-01", "2024-01-02", "2024-03-05"]}


def derived(of: str, **way):
    return {"derive": {"name": "new", "of": of, **way}}


def test_a_stay_is_the_days_from_one_date_to_the_other() -> None:
    done = taken(derived("left", days_since="admitted"), there=source(STAYS, {}))
    assert columns(done)["new"] == ["3", "", "0"]
    back = taken(derived("admitted", days_since="left"), there=source(STAYS, {}))
    assert columns(back)["new"] == ["-3", "", "0"]


@pytest.mark.parametrize(
    ("way", "found"),
    [
        ("number", ["2", "1", "1", "1", "", "2"]),  # of b's equal days the earlier record comes first
        ("days_since_first", ["56", "0", "0", "0", "", "0"]),
        ("days_since_previous", ["56", "", "", "", "", "0"]),
    ],
)
def test_records_have_a_place_among_those_of_their_person(way, found) -> None:
    assert columns(taken(derived("seen", within_person=way)))["new"] == found


def test_a_place_within_persons_needs_persons() -> None:
    (problem,) = problems(params(derived("seen", within_person="number")), source(EPISODES, {}))
    assert (problem.code, problem.where.key) == (
        "prepare.no_person_role",
        "params.steps[0].derive.within_person",
    )


ROWS = st.lists(st.tuples(st.sampled_from(["", "a", "b"]), st.integers(0, 6)), min_size=1, max_size=20)


@settings(max_examples=30, deadline=None)
@given(ROWS)
def test_places_within_persons_are_as_plain_python_has_them(rows) -> None:
    days = [date(2024, 1, day).isoformat() if day else "" for _, day in rows]
    there = of_persons({"pid": [one for one, _ in rows], "seen": days}, missing="nobody")
    for way in ("number", "days_since_first", "days_since_previous"):
        assert columns(taken(derived("seen", within_person=way), there=there))["new"] == plainly(rows, way)


def plainly(rows, way: str) -> list[str]:
    found = []
    for place, (person, day) in enumerate(rows):
        if not person or not day:
            found.append("")
            continue
        own = [(other, at) for at, (one, other) in enumerate(rows) if one == person and other]
        before = [other for other in own if other < (day, place)]
        if way == "number":
            found.append(str(len(before) + 1))
        elif way == "days_since_first":
            found.append(str(day - min(own)[0]))
        else:
            found.append(str(day - max(before)[0]) if before else "")
    return found
