"""The steps of a prepare job, against plain Python and by hand."""

import json
from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.context import Cancelled, JobContext
from sdc_desktop.engine.data.microdata import Variable
from sdc_desktop.engine.methods.preparing.prepare import PrepareParams
from sdc_desktop.engine.methods.preparing.prepare import engine as prepare
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.source import Source
from tests.support import plain_prepare
from tests.support.data import microdata
from tests.support.secret import drawing

PEOPLE = {
    "id": ["p1", "p2", "p1", "p3", "p4"],
    "hh": ["h1", "h1", "h1", "h2", ""],
    "dob": ["1960-05-01", "2000-02-29", "1960-05-01", "", "1990-12-31"],
    "seen": ["2024-01-01", "2024-02-28", "2024-03-01 10:30", "2024-01-05", "2023-12-31"],
    "income": ["100", "-9", "100.50", "2e3", ""],
    "sex": ["f", "m", "f", "9", "m"],
}
ROLES = {"id": "direct_identifier", "hh": "household", "dob": "key", "income": "sensitive"}


def source(columns=PEOPLE, roles=ROLES, **missing) -> Source:
    data = microdata(columns, roles)
    variables = tuple(
        Variable(v.name, v.role, v.level, v.order, missing.get(v.name, v.missing)) for v in data.variables
    )
    return Source(data.with_variables(variables), {})


def params(*steps, **more) -> PrepareParams:
    return PrepareParams.model_validate_json(json.dumps({"steps": steps, **more}))


def prepared(query: PrepareParams, there: Source | None = None, seed: int = 7):
    there = there or source()
    return prepare.counts(query, there, drawing(seed))


def columns(done) -> dict[str, list[str]]:
    rows = done.data.window(0, done.data.records)
    return {name: [row[i] for row in rows] for i, name in enumerate(done.data.names)}


def problems(query: PrepareParams, there: Source | None = None):
    with pytest.raises(Refused) as caught:
        prepared(query, there)
    return caught.value.problems


def where(variable: str, test: str, value=None, **more):
    shown = {"variable": variable, "test": test} | ({} if value is None else {"value": value})
    return {"filter": shown | more}


# each step by itself ---------------------------------------------------------------------------------


def test_dropped_and_renamed_variables_leave_the_others_in_their_order() -> None:
    done = prepared(params({"drop": ["hh", "seen"]}, {"rename": {"sex": "dob", "dob": "sex"}}))
    assert done.data.names == ("id", "sex", "income", "dob")
    assert columns(done)["sex"] == PEOPLE["dob"]
    assert [(s.step, s.variables_before, s.variables_after) for s in done.steps] == [
        ("drop", 6, 4),
        ("rename", 4, 4),
    ]


@pytest.mark.parametrize(
    ("condition", "left"),
    [
        (where("income", "at_least", 100.5), [2, 3]),
        (where("income", "equal", 100), [0]),
        (where("income", "missing"), [1, 4]),
        (where("income", "not_missing"), [0, 2, 3]),
        (where("sex", "in", values=["f", "9"]), [0, 2, 3]),
        (where("sex", "not_in", values=["f", "9"]), [1, 4]),
        (where("dob", "less", "1990-12-31", type="date"), [0, 2]),
        (where("seen", "at_least", "2024-03-01", type="date"), [2]),
        (where("sex", "more", "9"), [0, 1, 2, 4]),
        (
            {
                "filter": {
                    "any": [where("sex", "equal", "9")["filter"], where("income", "less", 101)["filter"]]
                }
            },
            [0, 2, 3],
        ),
    ],
)
def test_a_filter_keeps_what_meets_it(condition, left) -> None:
    done = prepared(params(condition), source(income=("", "-9")))
    assert columns(done)["seen"] == [PEOPLE["seen"][i] for i in left]


def test_ages_are_completed_years_and_of_29_february_a_year_more_on_1_march() -> None:
    there = source(
        {
            "dob": ["2000-02-29", "2000-02-29", "1999-12-31", "", "2023-02-28"],
            "on": ["2023-02-28", "2023-03-01", "2023-02-28", "2023-02-28", ""],
        },
        {"dob": "direct_identifier"},
    )
    done = prepared(
        params(
            {"derive": {"name": "age", "of": "dob", "age_at": "2023-02-28"}},
            {"derive": {"name": "then", "of": "dob", "age_at_variable": "on"}},
        ),
        there,
    )
    assert columns(done)["age"] == ["22", "22", "23", "", "0"]
    assert columns(done)["then"] == ["22", "23", "23", "", ""]
    age = done.data.variable("age")
    assert (age.role, age.level, age.missing) == ("key", "continuous", ("",))


def test_parts_of_dates_are_named_as_hierarchies_name_them() -> None:
    parts = ("year", "quarter", "month", "week", "weekday")
    steps = [{"derive": {"name": part, "of": "dob", "part": part}} for part in parts]
    found = columns(prepared(params(*steps), source({"dob": ["2024-12-30", ""]})))
    assert [found[part][0] for part in parts] == ["2024", "2024-Q4", "2024-12", "2025-W01", "1"]
    assert [found[part][1] for part in parts] == [""] * 5


def test_a_bound_lies_in_the_band_above_it() -> None:
    there = source({"x": ["17.99", "18", "64", "65", "", "-1e2"]})
    found = columns(prepared(params({"derive": {"name": "band", "of": "x", "bands": [18, 65]}}), there))
    assert found["band"] == ["<18", "18-<65", "18-<65", "65+", "", "<18"]


def test_dates_of_a_person_move_together_and_times_of_day_stay() -> None:
    done = prepared(params({"shift_dates": {"variables": ["seen", "dob"], "person": "id", "days": 30}}))
    found = columns(done)
    moved = [
        date.fromisoformat(new[:10]) - date.fromisoformat(old[:10])
        for new, old in zip(found["seen"], PEOPLE["seen"], strict=True)
    ]
    assert moved[0] == moved[2]
    assert found["seen"][2].endswith(" 10:30")
    assert all(timedelta(0) < abs(days) <= timedelta(30) for days in moved)
    births = date.fromisoformat(found["dob"][0]) - date.fromisoformat("1960-05-01")
    assert births == moved[0]
    assert found["dob"][3] == ""
    assert done.steps[0].touched == 4


def test_offsets_reach_both_bounds_and_are_never_nothing() -> None:
    there = source({"id": [str(i) for i in range(400)], "day": ["2024-06-15"] * 400})
    found = columns(
        prepared(params({"shift_dates": {"variables": ["day"], "person": "id", "days": 2}}), there)
    )
    assert set(found["day"]) == {"2024-06-13", "2024-06-14", "2024-06-16", "2024-06-17"}


def test_pseudonyms_are_one_a_value_in_all_variables_and_the_key_tells_them() -> None:
    there = source({"id": ["b", "a", "b", ""], "mother": ["a", "", "c", "a"]}, {"id": "direct_identifier"})
    done = prepared(params({"pseudonymise": {"variables": ["id", "mother"], "key": "key.csv"}}), there)
    found = columns(done)
    key = dict(done.keys[0].rows)
    assert list(key) == ["a", "b", "c"]
    assert len(set(key.values())) == 3
    assert found["id"] == [key["b"], key["a"], key["b"], ""]
    assert found["mother"] == [key["a"], "", key["c"], key["a"]]
    assert all(len(number) == 6 and number[0] != "0" for number in key.values())
    assert done.data.variable("id").role == "other"
    ((path, rows),) = prepare.key_files_of(done).items()
    assert path == "key.csv"
    assert list(rows) == rows[:] == [("value", "number"), *key.items()]


@pytest.mark.parametrize(("whole", "left"), [("drop", [3]), ("keep", [0, 1, 2, 3])])
def test_a_broken_household_goes_or_stays_whole(whole, left) -> None:
    query = params(where("sex", "not_in", values=["m"]), {"keep_households": {"whole": whole}})
    done = prepared(query)
    assert columns(done)["sex"] == [PEOPLE["sex"][i] for i in left]
    assert done.steps[1].touched == 1


def test_missing_codes_become_one_text_and_are_declared() -> None:
    there = source(sex=("", "9"), income=("", "-9"))
    done = prepared(params({"recode_missing": {"to": "NA"}}), there)
    found = columns(done)
    assert found["sex"] == ["f", "m", "f", "NA", "m"]
    assert found["income"] == ["100", "NA", "100.50", "2e3", "NA"]
    assert done.data.variable("sex").missing == ("NA",)
    assert done.steps[0].touched == 5  # sex 1, income 2, hh 1, dob 1


# what is refused -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("steps", "code", "key"),
    [
        ([{"drop": ["sex"]}, {"drop": ["sex"]}], "prepare.unknown_variable", "params.steps[1].drop"),
        ([{"drop": list(PEOPLE)}], "prepare.nothing_left", "params.steps[0].drop"),
        ([{"rename": {"sex": "dob"}}], "prepare.name_taken", "params.steps[0].rename"),
        (
            [{"derive": {"name": "sex", "of": "dob", "part": "year"}}],
            "prepare.name_taken",
            "params.steps[0].derive.name",
        ),
        (
            [{"derive": {"name": "a", "of": "dob", "age_at": "2024"}}],
            "prepare.value_no_date",
            "params.steps[0].derive.age_at",
        ),
        (
            [{"derive": {"name": "a", "of": "income", "bands": [2, 1]}}],
            "prepare.bands_must_rise",
            "params.steps[0].derive.bands",
        ),
        ([{"keep_households": {}}], "prepare.households_without_filter", "params.steps[0].keep_households"),
        (
            [where("sex", "less", "x", type="number")],
            "prepare.value_no_number",
            "params.steps[0].filter.value",
        ),
        ([where("sex", "less", 3, type="date")], "prepare.value_no_text", "params.steps[0].filter.value"),
        ([where("sex", "equal", "x")], "prepare.no_records_left", "params.steps[0].filter"),
    ],
)
def test_a_step_that_cannot_be_taken_is_refused_at_its_place(steps, code, key) -> None:
    found = problems(params(*steps))
    assert [(one.code, one.where.key) for one in found] == [(code, key)]


def test_what_cannot_be_read_is_stated_with_its_number_and_the_first_record_of_the_file() -> None:
    there = source({"day": ["2024-01-01", "x", "2024-02-30", "y"], "n": ["1", "2", "3", "z"]})
    later = params(
        where("n", "not_in", values=["1"]), {"derive": {"name": "a", "of": "day", "part": "month"}}
    )
    (found,) = problems(later, there)
    assert (found.code, found.params["number"], found.params["record"]) == ("prepare.not_dates", 3, 2)
    (found,) = problems(params(where("n", "less", 3)), there)
    assert (found.code, found.params["number"], found.params["record"]) == ("prepare.not_numbers", 1, 4)
    (found,) = problems(params({"derive": {"name": "a", "of": "dob", "age_at": "1990-01-01"}}))
    assert (found.code, found.params["number"], found.params["record"]) == ("prepare.born_later", 2, 2)
    unknown = params({"shift_dates": {"variables": ["seen"], "person": "hh", "days": 1}})
    (found,) = problems(unknown)
    assert (found.code, found.params["number"], found.params["record"]) == ("prepare.no_person", 1, 5)
    last = source({"id": ["a"], "day": ["9999-12-31"]})
    shift = params({"shift_dates": {"variables": ["day"], "person": "id", "days": 5}})
    codes = {code for seed in range(12) for code in outcome(shift, last, seed)}
    assert codes == {"prepare.beyond_calendar", "moved"}


def outcome(query: PrepareParams, there: Source, seed: int) -> list[str]:
    try:
        prepared(query, there, seed)
    except Refused as refusal:
        return [problem.code for problem in refusal.problems]
    return ["moved"]


def test_a_job_without_secret_is_refused() -> None:
    query = params({"pseudonymise": {"variables": ["id"], "key": "key.csv"}})
    with pytest.raises(Refused) as refused:
        prepare.counts(query, source(), JobContext())
    assert [problem.code for problem in refused.value.problems] == ["secret.missing"]


def test_a_cancelled_job_stops() -> None:
    with pytest.raises(Cancelled):
        prepare.counts(params({"drop": ["sex"]}), source(), JobContext(is_cancelled=lambda: True))


# many steps ------------------------------------------------------------------------------------------

MISSING = {"hh": ("",), "n": ("", "-9"), "day": ("",), "c": ("",)}
VALUES = {
    "hh": st.sampled_from(["", "h1", "h2", "h3"]),
    "n": st.sampled_from(["", "-9", "0", "1", "01", "2.50", "1e1", " 3"]),
    "day": st.sampled_from(["", "2024-01-31", "2023-12-31", "2000-02-29"]),
    "c": st.sampled_from(["", "a", "b", "é", "A'"]),
}
COMPARISONS = st.one_of(
    st.builds(
        lambda test, value: {"variable": "n", "test": test, "value": value},
        st.sampled_from(["equal", "not_equal", "less", "at_most", "at_least", "more"]),
        st.sampled_from([0, 1, 2.5, 10]),
    ),
    st.builds(
        lambda test, value: {"variable": "day", "test": test, "value": value, "type": "date"},
        st.sampled_from(["equal", "less", "at_least", "not_equal"]),
        st.sampled_from(["2024-01-31", "2001-01-01"]),
    ),
    st.builds(
        lambda test, values: {"variable": "c", "test": test, "values": values},
        st.sampled_from(["in", "not_in"]),
        st.lists(VALUES["c"], max_size=3),
    ),
    st.builds(
        lambda name, test: {"variable": name, "test": test},
        st.sampled_from(list(VALUES)),
        st.sampled_from(["missing", "not_missing"]),
    ),
    st.builds(
        lambda test, value: {"variable": "c", "test": test, "value": value},
        st.sampled_from(["less", "equal"]),
        VALUES["c"],
    ),
)
CONDITIONS = st.recursive(
    COMPARISONS,
    lambda inner: st.builds(
        lambda part, ones: {part: ones},
        st.sampled_from(["all", "any"]),
        st.lists(inner, min_size=1, max_size=3),
    ),
    max_leaves=4,
)
STEPS = st.one_of(
    st.builds(lambda condition: {"filter": condition}, CONDITIONS),
    st.builds(lambda whole: {"keep_households": {"whole": whole}}, st.sampled_from(["drop", "keep"])),
)


@settings(max_examples=20, deadline=None)
@given(
    st.lists(st.fixed_dictionaries(VALUES), min_size=1, max_size=25),
    st.lists(STEPS, min_size=1, max_size=4),
)
def test_filters_and_households_are_as_plain_python_has_them(rows, steps) -> None:
    steps = [step for before, step in pairwise([{}, *steps]) if "filter" in step or "filter" in before]
    if not steps or "keep_households" in steps[0]:
        steps = [{"filter": {"variable": "c", "test": "in", "values": ["a", "b", "é", "A'", ""]}}, *steps]
    plain, before = [dict(row) for row in rows], None
    for step in steps:
        if "filter" in step:
            before = plain if before is None else before
            plain = [row for row in plain if plain_prepare.meets(step["filter"], row, MISSING)]
        else:
            shown = step["keep_households"]
            plain = plain_prepare.whole_households(before, plain, "hh", shown["whole"], MISSING)
            before = None
        if not plain:
            break
    listed = {name: [row[name] for row in rows] for name in VALUES}
    there = source(listed, {"hh": "household"}, **MISSING)
    if not plain:
        assert {one.code for one in problems(params(*steps), there)} == {"prepare.no_records_left"}
        return
    done = prepared(params(*steps), there)
    assert columns(done) == {name: [row[name] for row in plain] for name in VALUES}
    assert done.steps[-1].records_after == len(plain)


DAYS = st.one_of(st.just(""), st.dates(date(1900, 1, 1), date(2020, 1, 1)).map(str))


@settings(max_examples=12, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from("abc"), DAYS, st.dates(date(2020, 1, 2), date(2030, 1, 1)).map(str)),
        min_size=1,
        max_size=25,
    ),
    st.integers(0, 5),
    st.integers(1, 400),
)
def test_derived_and_shifted_dates_are_as_plain_python_has_them(rows, seed, days) -> None:
    person, born, seen = (list(column) for column in zip(*rows, strict=True))
    there = source({"id": person, "born": born, "seen": seen}, {})
    query = params(
        {"derive": {"name": "age", "of": "born", "age_at_variable": "seen"}},
        {"shift_dates": {"variables": ["born", "seen"], "person": "id", "days": days}},
    )
    found = columns(prepared(query, there, seed))
    assert found["age"] == [plain_prepare.age(b, s) for b, s in zip(born, seen, strict=True)]
    assert columns(prepared(query, there, seed)) == found
    offsets: dict[str, set[int]] = {}
    for name, old in (("born", born), ("seen", seen)):
        for one, before, after in zip(person, old, found[name], strict=True):
            assert bool(before) == bool(after)
            if before:
                moved = (date.fromisoformat(after) - date.fromisoformat(before)).days
                offsets.setdefault(one, set()).add(moved)
    assert all(len(of_one) == 1 and 1 <= abs(*of_one) <= days for of_one in offsets.values())


def test_several_missing_codes_stay_what_they_are_where_dates_move() -> None:
    days = ["2020-05-01", "unknown", "", "refused", "2020-05-03", "unknown"]
    there = source({"id": list("aabbcc"), "day": days}, {}, day=("", "unknown", "refused"))
    found = columns(
        prepared(params({"shift_dates": {"variables": ["day"], "person": "id", "days": 5}}), there)
    )
    assert [found["day"][place] for place in (1, 2, 3, 5)] == ["unknown", "", "refused", "unknown"]
