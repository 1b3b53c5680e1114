"""Risk against people who have several records each: by plain counting of people."""

import json
import random
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import evaluate_plan

People = dict[str, list[tuple[str, str]]]  # the records (sex, ward) of each person
CRITERIA = [
    {"kind": "k_map_table", "k": 3},
    {"kind": "journalist_risk", "max": 0.4},
    {"kind": "delta_presence", "min": 0.2, "max": 0.8},
]


def drawn(seed: int, *, constant: bool) -> tuple[People, People]:
    """A population, and the people of the file among them."""
    draws = random.Random(seed)
    population: People = {}
    for number in range(40):
        sex, own = draws.choice("mf"), draws.choice("ABC")
        held = draws.choice([1, 1, 2, 3])
        wards = [own if constant else draws.choice("ABC") for _ in range(held)]
        population[f"p{number}"] = [(sex, ward) for ward in wards]
    chosen = draws.sample(sorted(population), 15)
    return population, {person: population[person] for person in chosen}


def people_with(people: People, ward: dict[str, str] | None = None) -> dict[tuple[str, str], set[str]]:
    found = defaultdict(set)
    for person, records in people.items():
        for sex, own in records:
            found[sex, own if ward is None else ward[own]].add(person)
    return dict(found)


def run(folder: Path, population: People, file: People, *jobs: dict[str, Any], **persons: Any) -> Any:
    lines = ["sex,ward,number"]
    lines += [f"{sex},{ward},{len(own)}" for (sex, ward), own in people_with(population).items()]
    (folder / "p.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    rows = ["id,sex,ward", *(f"{person},{sex},{ward}" for person in file for sex, ward in file[person])]
    (folder / "d.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    (folder / "ward.csv").write_text("A;x;*\nB;x;*\nC;y;*\n", encoding="utf-8")
    variables = {"id": {"role": "person"}, "sex": {"role": "key"}, "ward": {"role": "key"}}
    wards = {"kind": "levels", "path": "ward.csv", "delimiter": ";", "header": False}
    data = {"path": "d.csv", "variables": variables, "hierarchies": {"ward": wards}, "persons": persons}
    plan = {"schema": 2, "data": data, "jobs": jobs}
    return evaluate_plan(plan_from_json(json.loads(json.dumps(plan))), folder, JobContext()).jobs[-1].result


TABLE = {"table": "p.csv", "number": "number"}
RISK = {"name": "r", "kind": "risk", "params": {"population": TABLE, "thresholds": [3]}}
RECODE = {"name": "m", "kind": "recode", "params": {"levels": {"ward": 1}}}


def refused(folder: Path, *args: Any, **persons: Any) -> set[str]:
    with pytest.raises(Refused) as refusal:
        run(folder, *args, **persons)
    return {one.code for one in refusal.value.problems}


@pytest.mark.parametrize("seed", range(15))
@pytest.mark.parametrize("coarser", [False, True])
def test_a_table_has_the_people_of_each_record(seed: int, coarser: bool, tmp_path: Path) -> None:
    population, file = drawn(seed, constant=coarser)  # numbers of coarser wards add up for constant wards
    ward = {"A": "x", "B": "x", "C": "y"} if coarser else None
    job = RISK | {"params": RISK["params"] | {"criteria": CRITERIA}}  # type: ignore[operator]
    jobs = (RECODE, job | {"input": "m"}) if coarser else (job,)
    result = run(tmp_path, population, file, *jobs)
    found, check = result.population_table, result.check.criteria
    many, ours = people_with(population, ward), people_with(file, ward)
    chances = {
        person: max(1 / len(many[one]) for one, own in ours.items() if person in own) for person in file
    }
    assert found.k_map == min(len(many[one]) for one in ours)
    assert found.journalist.highest == pytest.approx(max(chances.values()), rel=1e-12)
    assert found.journalist.average == pytest.approx(sum(chances.values()) / len(chances), rel=1e-12)
    rare = {person for one, own in ours.items() if len(many[one]) < 3 for person in own}
    assert [one.persons for one in found.below] == [len(rare)]
    shares = {one: len(ours.get(one, ())) / len(own) for one, own in many.items()}
    assert found.presence.most == pytest.approx(max(shares.values()), rel=1e-12)
    assert found.presence.least == pytest.approx(min(shares.values()), rel=1e-12)
    failing = [
        {person for one, own in ours.items() if len(many[one]) < 3 for person in own},
        {person for one, own in ours.items() if 1 / len(many[one]) > 0.4 for person in own},
        {person for one, own in ours.items() if not 0.2 <= shares[one] <= 0.8 for person in own},
    ]
    assert [one.failing_persons for one in check] == [len(own) for own in failing]


def test_numbers_that_do_not_add_up_are_refused(tmp_path: Path) -> None:
    population, file = drawn(1, constant=False)
    assert refused(tmp_path, population, file, RECODE, RISK | {"input": "m"}) == {"persons.table_adds_up"}
    search = {"name": "g", "kind": "generalise", "output": {"path": "o.csv"}}
    search["params"] = {"criteria": CRITERIA[:1], "population": TABLE, "suppression_limit": 0}
    assert refused(tmp_path, population, file, search) == {"persons.table_adds_up"}


@pytest.mark.parametrize("known", [2, 3, "all"])
def test_a_table_is_refused_where_several_records_are_known(known: Any, tmp_path: Path) -> None:
    population, file = drawn(1, constant=True)
    assert refused(tmp_path, population, file, RISK, known=known) == {"persons.table_at_known"}


def test_presence_with_suppression_is_refused(tmp_path: Path) -> None:
    population, file = drawn(1, constant=True)
    search = {"name": "g", "kind": "generalise", "output": {"path": "o.csv"}}
    search["params"] = {"criteria": CRITERIA[2:], "population": TABLE, "suppression_limit": 0.5}
    assert refused(tmp_path, population, file, search) == {"persons.not_yet"}


@pytest.mark.parametrize("seed", range(8))
def test_a_search_counts_the_people_of_the_table_at_each_level(seed: int, tmp_path: Path) -> None:
    population, file = drawn(seed, constant=True)
    upward = [None, {"A": "x", "B": "x", "C": "y"}, dict.fromkeys("ABC", "*")]
    for spec in CRITERIA:
        good = set()
        for level, ward in enumerate(upward):
            many, ours = people_with(population, ward), people_with(file, ward)
            least = min(len(many[one]) for one in ours)
            shares = [len(ours.get(one, ())) / len(own) for one, own in many.items()]
            enough = {"k_map_table": least >= 3, "journalist_risk": 1 / least <= 0.4}
            if enough.get(spec["kind"], min(shares) >= 0.2 and max(shares) <= 0.8):  # type: ignore[call-overload]
                good.add(level)
        params = {"criteria": [spec], "population": TABLE, "suppression_limit": 0, "explore": "all"}
        limits = {"limits": {"sex": [0, 0]}}
        job = {"name": "g", "kind": "generalise", "params": params | limits, "output": {"path": "o.csv"}}
        if not good:
            assert refused(tmp_path, population, file, job)
            continue
        found = run(tmp_path, population, file, job)
        assert {ward for _, ward in found.evaluated.levels[found.evaluated.feasible].tolist()} == good


def test_a_model_has_one_row_of_each_person(tmp_path: Path) -> None:
    population, file = drawn(2, constant=True)
    file["alone"] = [("x", "C")] * 2
    once = {person: records[:1] for person, records in file.items()}
    model = {"criteria": [{"kind": "population_uniqueness", "size": 100, "max": 0.5}], "suda_size": 2}
    model["population"] = {"size": 100}  # type: ignore[assignment]
    job = {"name": "r", "kind": "risk", "params": model}
    many, one = (run(tmp_path, population, records, job) for records in (file, once))
    for name in ("size", "fraction", "sample_uniques", "model", "uniqueness"):
        assert getattr(many.population, name) == getattr(one.population, name)
    assert many.check.criteria[0].worst == one.check.criteria[0].worst
    assert many.dis is not None
    assert many.dis == one.dis
    assert "persons.one_row_each" in {note.code for note in many.notes}
    assert "persons.one_row_each" not in {note.code for note in one.notes}


def test_a_model_is_refused_where_a_person_is_in_two_classes(tmp_path: Path) -> None:
    population, file = drawn(2, constant=False)
    job = {"name": "r", "kind": "risk", "params": {"population": {"size": 100}}}
    assert refused(tmp_path, population, file, job) == {"persons.model_needs_one_record"}
