"""Population tables beside prepared records, and registers of persons: by plain counting of people."""

import random
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import evaluate_plan

Rows = list[tuple[str, ...]]  # person, sex, ward, place of the visit
UPWARD = {"A": "x", "B": "x", "C": "y"}
TABLE = {"table": "p.csv", "number": "number"}
PRESENCE = {"kind": "delta_presence", "min": 0, "max": 0.5}
ADDS_UP = {"persons.table_adds_up"}
LEVELS = {"kind": "levels", "path": "ward.csv", "delimiter": ";", "header": False}
HOMES = {"sex": {"role": "key"}, "ward": {"role": "key"}}
VISITS = {"sex": {"role": "key"}, "visit": {"role": "key"}}


def drawn(seed: int) -> tuple[Rows, Rows]:
    """The records of a population, whose people have one ward each and visit several places, and those of the
    people of the file: all of the rare sex d among them.
    """
    draws = random.Random(seed)
    people = {
        f"p{number}": ("d" if number < 4 else "fm"[number % 2], "ABC"[number % 3]) for number in range(60)
    }
    rows = [(one, *own, visit) for one, own in people.items() for visit in draws.sample("ABC", 2)]
    chosen = {*list(people)[:4], *draws.sample(sorted(people), 15)}
    return rows, [row for row in rows if row[0] in chosen]


def people_with(
    rows: Rows, place: int, upward: dict[str, str] | None = None
) -> dict[tuple[str, str], set[str]]:
    """The people with a record of each sex and value of the variable at this place."""
    found = defaultdict(set)
    for row in rows:
        found[row[1], row[place] if upward is None else upward[row[place]]].add(row[0])
    return dict(found)


def numbers(people: dict[tuple[str, str], set[str]], name: str = "ward") -> str:
    return f"sex,{name},number\n" + "".join(f"{sex},{one},{len(own)}\n" for (sex, one), own in people.items())


def register(rows: Rows, names: str = "id,sex,ward,visit") -> str:
    return names + "\n" + "".join(",".join(row) + "\n" for row in rows)


def run(
    folder: Path, file: Rows, table: str, keys: dict[str, Any], *jobs: dict[str, Any], **files: str
) -> Any:
    for name, text in {"p": table, "d": register(file), **files}.items():
        (folder / f"{name}.csv").write_text(text, encoding="utf-8")
    (folder / "ward.csv").write_text("A;x;*\nB;x;*\nC;y;*\n", encoding="utf-8")
    hierarchies = {name: LEVELS for name in ("ward", "visit") if name in keys}
    data = {"path": "d.csv", "variables": {"id": {"role": "person"}, **keys}, "hierarchies": hierarchies}
    plan = {"schema": 2, "data": data, "jobs": jobs, "secrets": {"*": "ab" * 32}}
    return evaluate_plan(plan_from_json(plan), folder, JobContext()).jobs[-1].result


def refused(folder: Path, *args: Any, **files: str) -> set[str]:
    with pytest.raises(Refused) as refusal:
        run(folder, *args, **files)
    return {one.code for one in refusal.value.problems}


def prepare(*steps: dict[str, Any], **params: Any) -> dict[str, Any]:
    return {"name": "p", "kind": "prepare", "params": {"steps": steps, **params}}


def recode(name: str = "ward", source: str = "p") -> dict[str, Any]:
    return {"name": "m", "kind": "recode", "input": source, "params": {"levels": {name: 1}}}


def risk(source: str, number: str | None = "number", **params: Any) -> dict[str, Any]:
    table = {"table": "p.csv"} if number is None else TABLE
    return {"name": "r", "kind": "risk", "input": source, "params": {"population": table, **params}}


def search(source: str, number: str | None = "number") -> dict[str, Any]:
    table = {"table": "p.csv"} if number is None else TABLE
    params = {"criteria": [{"kind": "k_anonymity", "k": 3}, PRESENCE], "population": table}
    params |= {"suppression_limit": 0, "limits": {"sex": [0, 0]}}
    return {"name": "g", "kind": "generalise", "input": source, "params": params, "output": {"path": "g.csv"}}


ONE = {"keep_one": {"by": "first", "order": ["visit"]}}
ONE_EACH = [ONE, {"keep_one": {"by": "last"}}, {"keep_one": {"by": "random"}}]
FILTER = {"filter": {"variable": "visit", "test": "equal", "value": "A"}}


def true_presence(rows: Rows, file: Rows, place: int, upward: dict[str, str] | None) -> float:
    ours = people_with(file, place, upward)
    return max(len(ours.get(one, ())) / len(own) for one, own in people_with(rows, place, upward).items())


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("step", ONE_EACH, ids=["first", "last", "random"])
def test_one_record_of_each_person_does_not_make_numbers_of_people_add_up(
    seed: int, step: dict[str, Any], tmp_path: Path
) -> None:
    rows, file = drawn(seed)
    assert true_presence(rows, file, 3, dict.fromkeys("ABC", "*")) == 1  # all people of sex d are in the file
    table = numbers(people_with(rows, 3), "visit")
    for jobs in ([prepare(step), search("p")], [prepare(step), recode("visit"), risk("m")]):
        assert refused(tmp_path, file, table, VISITS, *jobs) == ADDS_UP


def test_a_filter_does_not_make_numbers_of_people_add_up(tmp_path: Path) -> None:
    rows, file = drawn(1)
    table = numbers(people_with(rows, 3), "visit")
    assert refused(tmp_path, file, table, VISITS, prepare(FILTER), recode("visit"), risk("m")) == ADDS_UP


@pytest.mark.parametrize("seed", range(2))
def test_numbers_that_are_not_added_up_are_used_for_one_record_of_each_person(
    seed: int, tmp_path: Path
) -> None:
    rows, file = drawn(seed)
    first = {row[0]: row for row in sorted(file, key=lambda row: row[3], reverse=True)}
    kept = people_with(list(first.values()), 3)
    for upward in (None, UPWARD):  # the table as read, and one that has the recoded values
        people = people_with(rows, 3, upward)
        table = numbers(people, "visit")
        jobs = (risk("p"),) if upward is None else (recode("visit"), risk("m"))
        found = run(tmp_path, file, table, VISITS, prepare(ONE), *jobs).population_table
        own = kept if upward is None else people_with(list(first.values()), 3, upward)
        assert found.k_map == min(len(people[one]) for one in own)
        shares = [len(own.get(one, ())) / len(all_) for one, all_ in people.items()]
        assert found.presence.most == pytest.approx(max(shares), rel=1e-12)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("one", [False, True])
@pytest.mark.parametrize("name", ["ward", "home"])
def test_numbers_add_up_for_a_constant_variable_whatever_its_name(
    seed: int, one: bool, name: str, tmp_path: Path
) -> None:
    rows, file = drawn(seed)
    steps = [*([{"rename": {"ward": name}}] if name != "ward" else []), *([ONE] if one else [])]
    people, ours = people_with(rows, 2, UPWARD), people_with(file, 2, UPWARD)
    table = numbers(people_with(rows, 2), name)
    jobs = (prepare(*steps), recode(name)) if steps else (recode(name, "data"),)
    found = run(tmp_path, file, table, HOMES, *jobs, risk("m")).population_table
    assert found.k_map == min(len(people[own]) for own in ours)
    assert found.presence.most == pytest.approx(true_presence(rows, file, 2, UPWARD), rel=1e-12)


@pytest.mark.parametrize("one", [False, True])
@pytest.mark.parametrize(
    "steps",
    [[{"rename": {"ward": "home", "visit": "ward"}}], [{"drop": ["ward"]}, {"rename": {"visit": "ward"}}]],
)
def test_a_variable_with_the_name_of_a_constant_one_is_not_constant(
    steps: list[dict[str, Any]], one: bool, tmp_path: Path
) -> None:
    rows, file = drawn(1)
    assert true_presence(rows, file, 3, dict.fromkeys("ABC", "*")) == 1
    last = [{"keep_one": {"by": "first"}}] if one else []
    job = prepare(
        *steps,
        *last,
        hierarchies={"ward": LEVELS},
    )
    table = numbers(people_with(rows, 3))
    assert refused(tmp_path, file, table, VISITS, job, search("p")) == ADDS_UP
    assert refused(tmp_path, file, table, VISITS, job, recode(), risk("m")) == ADDS_UP


def with_joined(key: str, first: bool | None) -> dict[str, Any]:
    """One variable joined, before or after one record of each person is kept, or without that."""
    join = {"join": {"file": "j.csv", "key": [key], "keep": ["area"]}}
    steps = {None: [join], True: [join, ONE], False: [ONE, join]}[first]
    declared = {"variables": {"area": {"role": "key"}, "ward": {"role": "other"}, "visit": {"role": "other"}}}
    return prepare(*steps, hierarchies={"area": LEVELS}, **declared)


@pytest.mark.parametrize("first", [None, True, False])
@pytest.mark.parametrize("key", ["ward", "visit"])
def test_a_joined_variable_is_as_constant_as_what_it_is_joined_by(
    key: str, first: bool | None, tmp_path: Path
) -> None:
    rows, file = drawn(2)
    turned = {"A": "B", "B": "C", "C": "A"}
    place = {"ward": 2, "visit": 3}[key]
    people = people_with(rows, place, turned)
    jobs, files = (with_joined(key, first), recode("area"), risk("m")), {"j": f"{key},area\nA,B\nB,C\nC,A\n"}
    keys = HOMES | VISITS
    if key == "visit":
        assert refused(tmp_path, file, numbers(people, "area"), keys, *jobs, **files) == ADDS_UP
        return
    found = run(tmp_path, file, numbers(people, "area"), keys, *jobs, **files).population_table
    above = {own: UPWARD[turned[own]] for own in "ABC"}
    assert found.k_map == min(len(people_with(rows, 2, above)[own]) for own in people_with(file, 2, above))
    assert found.presence.most == pytest.approx(true_presence(rows, file, 2, above), rel=1e-12)


@pytest.mark.parametrize("first", [True, False])
def test_a_joined_variable_is_judged_by_its_values_while_all_records_are_there(
    first: bool, tmp_path: Path
) -> None:
    rows, file = drawn(3)
    people = people_with(rows, 3, dict.fromkeys("ABC", "A"))  # each visit is in the same area
    jobs = (with_joined("visit", first), recode("area"), risk("m"))
    table = numbers(people, "area") + "f,B,1\n"  # the table is merged
    given = tmp_path, file, table, HOMES | VISITS, *jobs
    if not first:  # areas of the records that left are not known
        assert refused(*given, j="visit,area\nA,A\nB,A\nC,A\n") == ADDS_UP
        return
    found = run(*given, j="visit,area\nA,A\nB,A\nC,A\n").population_table
    assert found.k_map == len(people["d", "A"]) == 4
    assert found.presence.most == 1


def test_a_place_within_a_person_is_not_constant(tmp_path: Path) -> None:
    _, file = drawn(1)
    file = [(*row[:3], "2024-01-01") for row in file]
    derive = {"derive": {"name": "n", "of": "visit", "within_person": "number"}}
    keys = {"sex": {"role": "key"}, "visit": {"role": "other"}}
    for steps in ([derive, ONE], [derive]):
        job = prepare(*steps, variables={"n": {"role": "key", "level": "nominal"}, "ward": {"role": "other"}})
        levels = {"n": LEVELS | {"path": "n.csv"}}
        job["params"] |= {"hierarchies": levels}
        table = "sex,n,number\n" + "".join(f"{sex},{n},60\n" for sex in "dfm" for n in "12")
        given = tmp_path, file, table, keys, job, recode("n"), risk("m")
        assert refused(*given, n="1;x;*\n2;x;*\n") == ADDS_UP


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("level", [0, 1])
def test_rows_of_a_register_are_counted_by_person(seed: int, level: int, tmp_path: Path) -> None:
    rows, file = drawn(seed)
    upward = UPWARD if level else None
    people, ours = people_with(rows, 2, upward), people_with(file, 2, upward)
    jobs = (recode("ward", "data"), risk("m", None)) if level else (risk("data", None),)
    for text in (register(rows), register(sorted({row[:3] for row in rows}), "id,sex,ward")):
        found = run(tmp_path, file, text, HOMES, *jobs).population_table
        assert found.size == 60
        assert found.k_map == min(len(people[one]) for one in ours)
        assert found.presence.most == pytest.approx(true_presence(rows, file, 2, upward), rel=1e-12)


def test_a_register_counts_each_person_with_such_a_record_and_does_not_add_up(tmp_path: Path) -> None:
    rows, file = drawn(1)
    rows = [row for row in rows for _ in range(2)]  # each record twice
    people, ours = people_with(rows, 3), people_with(file, 3)
    found = run(tmp_path, file, register(rows), VISITS, risk("data", None)).population_table
    assert found.k_map == min(len(people[one]) for one in ours)
    assert found.presence.most == pytest.approx(true_presence(rows, file, 3, None), rel=1e-12)
    once = [next(row for row in file if row[0] == one) for one in dict.fromkeys(row[0] for row in file)]
    for jobs in ([recode("visit", "data"), risk("m", None)], [search("data", None)]):
        assert refused(tmp_path, once, register(rows), VISITS, *jobs) == ADDS_UP  # by the register alone


def test_a_register_with_rows_without_a_person_is_refused(tmp_path: Path) -> None:
    rows, file = drawn(1)
    text = register([*rows, ("", "f", "A", "A")])
    assert refused(tmp_path, file, text, HOMES, risk("data", None)) == {"persons.none_in_table"}
