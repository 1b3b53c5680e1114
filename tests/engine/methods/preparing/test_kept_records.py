"""Steps by the persons of the records: one record each, whole persons, dates moved by person."""

from datetime import date
from itertools import groupby

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.spec import PersonsSpec
from sdc_desktop.engine.methods.preparing.prepare import engine as prepare
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import run_plan
from sdc_desktop.engine.source import Source
from tests.engine.methods.preparing.test_prepare import columns, params, problems, where
from tests.support.data import microdata
from tests.support.plain_prepare import whole_households
from tests.support.secret import ALL, drawing

EPISODES = {
    "pid": ["a", "b", "a", "c", "a", "b"],
    "seen": ["2024-03-01", "2024-02-02", "2024-01-05", "2024-01-01", "", "2024-02-02"],
    "cost": ["9", "10", "100", "7", "8", "1.5"],
    "ward": ["x", "y", "z", "x", "y", "z"],
}


def of_persons(shown=EPISODES, persons=("pid",), missing="refuse") -> Source:
    data = microdata(shown, dict.fromkeys(persons, "person"))
    return Source(data.with_persons(PersonsSpec(missing=missing)), {})


def taken(*steps, there: Source | None = None, seed: int = 7):
    return prepare.counts(params(*steps), there or of_persons(), drawing(seed))


def one(by: str = "first", *order: str) -> dict[str, object]:
    return {"keep_one": {"by": by, "order": list(order)} if order else {"by": by}}


@pytest.mark.parametrize(
    ("step", "left"),
    [
        (one(), [0, 1, 3]),
        (one("last"), [3, 4, 5]),
        (one("first", "seen"), [1, 2, 3]),  # of b's equal days the earlier record
        (one("last", "seen"), [0, 3, 5]),  # a missing day is not the last one
        (one("last", "cost"), [1, 2, 3]),  # as numbers
        (one("first", "ward", "cost"), [0, 1, 3]),
    ],
)
def test_the_first_or_last_record_of_each_person_stays(step, left) -> None:
    done = taken(step)
    assert columns(done)["cost"] == [EPISODES["cost"][i] for i in left]
    assert (done.steps[0].records_before, done.steps[0].records_after, done.steps[0].touched) == (6, 3, 0)


def test_an_order_that_is_declared_counts() -> None:
    data = microdata({"pid": ["a", "a"], "size": ["big", "small"]}, {"pid": "person"})
    named, size = data.variables
    sized = data.with_variables((named, type(size)("size", "other", "ordinal", ("small", "big"))))
    done = taken(one("first", "size"), there=Source(sized.with_persons(None), {}))
    assert columns(done)["size"] == ["small"]


PEOPLE = st.lists(
    st.tuples(st.sampled_from(["", "a", "b"]), st.sampled_from(["a", "b", "c"]), st.sampled_from("0123 ")),
    min_size=1,
    max_size=20,
)


@settings(max_examples=25, deadline=None)
@given(PEOPLE, st.sampled_from(["first", "last", "random"]), st.booleans())
def test_one_record_each_is_as_plain_python_has_it(rows, by, ordered) -> None:
    rows = [(first, second, "" if value == " " else value) for first, second, value in rows]
    shown = {**dict(zip(("p", "q", "v"), map(list, zip(*rows, strict=True)), strict=True))}
    shown["row"] = [str(i) for i in range(len(rows))]
    there = of_persons(shown, ("p", "q"), "nobody")
    step = one(by, "v") if ordered and by != "random" else one(by)
    named = sorted((one[:2], i) for i, one in enumerate(rows) if one[0])
    groups = [[i for _, i in own] for _, own in groupby(named, key=lambda pair: pair[0])]
    if not groups:
        assert {p.code for p in problems(params(step), there)} == {"prepare.no_records_left"}
        return
    done = taken(step, there=there)
    left = [int(row) for row in columns(done)["row"]]
    assert left == sorted(left)
    assert done.steps[0].touched == sum(1 for one in rows if not one[0])
    assert len(left) == len(groups)
    for own in groups:
        (kept,) = set(own) & set(left)
        if ordered and by != "random":
            valued = [i for i in own if rows[i][2]] or own
            values = [rows[i][2] for i in valued]
            best = [i for i in valued if rows[i][2] == (min if by == "first" else max)(values)]
            assert kept == best[0 if by == "first" else -1]
        elif by != "random":
            assert kept == own[0 if by == "first" else -1]
    assert done.data.repeated_persons(JobContext()) is None


def test_a_random_record_follows_from_secret_and_person_alone() -> None:
    listed = [(f"p{i:03}", str(j)) for i in range(200) for j in range(3)]
    shown = dict(zip(("pid", "n"), map(list, zip(*listed, strict=True)), strict=True))
    first = columns(taken(one("random"), there=of_persons(shown)))
    assert columns(taken(one("random"), there=of_persons(shown))) == first
    assert columns(taken(one("random"), there=of_persons(shown), seed=8)) != first
    assert all(40 < first["n"].count(n) < 95 for n in "012")  # 200 draws of three
    part = {name: values[150:] for name, values in shown.items()}
    assert columns(taken(one("random"), there=of_persons(part)))["n"] == first["n"][50:]
    filtered = taken(where("pid", "at_least", "p050"), one("random"), there=of_persons(shown))
    assert columns(filtered)["n"] == first["n"][50:]
    dropped = taken({"drop": ["pid"]}, one("random"), there=of_persons(shown))
    assert columns(dropped)["n"] == first["n"]


def test_a_random_record_needs_a_secret() -> None:
    assert params(one("random")).needs_secret()
    assert not params(one("last")).needs_secret()
    with pytest.raises(Refused) as caught:
        prepare.counts(params(one("random")), of_persons(), JobContext())
    assert {p.code for p in caught.value.problems} == {"secret.missing"}


@pytest.mark.parametrize("whole", ["drop", "keep"])
@settings(max_examples=15, deadline=None)
@given(rows=PEOPLE)
def test_persons_stay_whole_as_households_do(whole, rows) -> None:
    listed = [{"p": p, "w": w, "v": v, "row": str(i)} for i, (p, w, v) in enumerate(rows)]
    shown = {name: [row[name] for row in listed] for name in ("p", "w", "v", "row")}
    there = of_persons(shown, ("p",), "nobody")
    kept = [row for row in listed if row["w"] != "c"]
    plain = whole_households(listed, kept, "p", whole, {"p": ("",)})
    steps = (where("w", "not_equal", "c"), {"keep_persons": {"whole": whole}})
    if not kept or not plain:
        assert {p.code for p in problems(params(*steps), there)} == {"prepare.no_records_left"}
        return
    done = taken(*steps, there=there)
    assert columns(done)["row"] == [row["row"] for row in plain]
    persons = {row["p"] for row in listed if row["p"]}
    broken = [len({id(r) for r in kept if r["p"] == p} - {0}) for p in persons]
    sizes = [sum(r["p"] == p for r in listed) for p in persons]
    assert done.steps[1].touched == sum(0 < b < s for b, s in zip(broken, sizes, strict=True))


def test_dates_move_by_the_person_where_no_variable_is_named() -> None:
    step = {"shift_dates": {"variables": ["seen"], "days": 20}}
    named = {"shift_dates": {"variables": ["seen"], "person": "pid", "days": 20}}
    done = taken(step)
    assert columns(done) == columns(taken(named))
    assert done.steps[0].touched == 3
    assert columns(taken({"drop": ["pid"]}, step))["seen"] == columns(done)["seen"]


def test_several_variables_name_a_person_whose_dates_move_together() -> None:
    shown = {"a": ["1", "1", "2", "2"], "b": ["1", "1", "1", "2"], "seen": ["2024-01-01"] * 4}
    done = columns(
        taken({"shift_dates": {"variables": ["seen"], "days": 5_000}}, there=of_persons(shown, "ab"))
    )
    moved = [date.fromisoformat(day) for day in done["seen"]]
    assert moved[0] == moved[1]
    assert len(set(moved)) == 3


@pytest.mark.parametrize(
    ("steps", "code", "key"),
    [
        ([one()], "prepare.no_person_role", "params.steps[0].keep_one"),
        (
            [where("ward", "equal", "x"), {"keep_persons": {}}],
            "prepare.no_person_role",
            "params.steps[1].keep_persons",
        ),
        (
            [{"shift_dates": {"variables": ["seen"], "days": 2}}],
            "prepare.no_person_role",
            "params.steps[0].shift_dates.person",
        ),
    ],
)  # fmt: skip
def test_steps_of_persons_need_the_role(steps, code, key) -> None:
    there = Source(microdata(EPISODES), {})
    found = problems(params(*steps), there)
    assert [(p.code, p.where.key) for p in found] == [(code, key)]


def test_persons_are_kept_whole_after_a_filter_alone() -> None:
    assert [p.code for p in problems(params({"keep_persons": {}}), of_persons())] == [
        "prepare.persons_without_filter"
    ]
    assert [p.code for p in problems(params(one("first", "absent")), of_persons())] == [
        "prepare.unknown_variable"
    ]


def test_records_of_nobody_move_no_dates() -> None:
    there = of_persons(EPISODES | {"pid": ["a", "", "a", "c", "a", "b"]}, missing="nobody")
    found = problems(params({"shift_dates": {"variables": ["seen"], "days": 2}}), there)
    assert [(p.code, p.params["number"]) for p in found] == [("prepare.no_person", 1)]


@pytest.mark.parametrize("by", ["first", "random"])
def test_kinds_that_cannot_count_persons_run_on_one_record_each(tmp_path, by) -> None:
    rows = [f"p{i // 2},{i % 3},{'xyz'[i % 3]},{1960 + i % 7}" for i in range(80)]
    (tmp_path / "e.csv").write_text("pid,sex,ill,yob\n" + "\n".join((*rows, ",1,x,1960")), encoding="utf-8")
    roles = {"pid": "person", "sex": "key", "ill": "sensitive", "yob": "key"}
    synthetic = {"name": "s", "kind": "synthesise", "params": {"least_leaf": 2, "tolerable_attribution": 0.5}}

    def plan(*jobs: dict[str, object]):
        data = {
            "path": "e.csv",
            "persons": {"missing": "nobody"},
            "variables": {name: {"role": role} for name, role in roles.items()},
        }
        return plan_from_json({"schema": 2, "secrets": ALL, "data": data, "jobs": list(jobs)})

    with pytest.raises(Refused) as caught:
        run_plan(plan(synthetic), tmp_path, tmp_path / "out", JobContext())
    assert {p.code for p in caught.value.problems} == {"persons.not_yet"}
    prepared = {"name": "p", "kind": "prepare", "params": {"steps": [one(by)]}}
    result = run_plan(plan(prepared, synthetic | {"input": "p"}), tmp_path, tmp_path / "out", JobContext())
    assert next(job.result.records for job in result.jobs) == 40
