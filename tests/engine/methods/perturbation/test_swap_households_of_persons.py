"""Household swapping of persons with several records: rare is who has few other persons, counted again."""

import random
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest

from sdc_desktop.engine.problems import Refused
from tests.engine.methods.episodes import ROLES, roles_without_persons, run

AREAS = {"hierarchy": ["ward"], "k": 3, "rate": 0.1}
KEYS = ROLES | {"ward": "key", "ill": "key", "pay": "other"}


def visits(seed: int, most: int = 4) -> list[tuple[str, ...]]:
    """Records of persons in households, each in one ward; the illness is a key variable of the record."""
    draw = random.Random(seed)
    rows = []
    for home in range(40):
        ward = draw.choice(["W0", "W1", "W2"])
        for member in range(draw.randint(1, 2)):
            sex = draw.choice("fm")
            for _ in range(draw.randint(1, most)):
                rows.append((f"p{home}.{member}", sex, ward, draw.choice("stuv"), "1", f"h{home}"))
    draw.shuffle(rows)
    return rows


def classes(rows: list[tuple[str, ...]], *places: int) -> dict[tuple[str, ...], list[str]]:
    """The persons of the records of each class, one for each record."""
    found = defaultdict(list)
    for row in rows:
        found[tuple(row[place] for place in places)].append(row[0])
    return found


@pytest.mark.parametrize("seed", range(6))
def test_rare_households_and_risks_are_those_of_persons(tmp_path: Path, seed: int) -> None:
    rows = visits(seed)
    done, drawn = run(tmp_path / "a", rows, "swap_households", AREAS, roles=KEYS)
    found, here = done["result"], classes(rows, 1, 2, 3)
    rare = {row[5] for row in rows if len(set(here[row[1], row[2], row[3]])) < 3}
    assert found["rare"] == len(rare)
    released = [(row[0], row[1], new["ward"], row[3]) for row, new in zip(rows, drawn, strict=True)]
    moved = {row[5] for row, new in zip(rows, drawn, strict=True) if row[2] != new["ward"]}
    after, everywhere = classes(released, 1, 2, 3), classes(rows, 1, 3)
    risks, small = [], {True: set(), False: set()}
    for row, new in zip(rows, released, strict=True):
        away = row[5] in moved
        persons = everywhere[row[1], row[3]] if away else after[new[1:]]
        held = Counter(persons)
        risks += [1 / len(held), max(held.values()) / len(persons)]
        if len(held) < 3:
            small[away].add(row[0])
    assert found["risks"]["area_classes"] == pytest.approx(max(risks))
    assert (found["persons_everywhere"], found["persons_after"]) == (len(small[True]), len(small[False]))


def test_a_person_in_two_households_is_refused(tmp_path: Path) -> None:
    rows = [*visits(1), ("p0.0", "f", "W0", "s", "1", "h99")]
    with pytest.raises(Refused) as refused:
        run(tmp_path / "a", rows, "swap_households", AREAS, roles=KEYS)
    assert [one.code for one in refused.value.problems] == ["persons.two_households"]


def test_several_records_known_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused) as refused:
        run(tmp_path / "a", visits(1), "swap_households", AREAS, roles=KEYS, persons={"known": 2})
    assert [one.code for one in refused.value.problems] == ["persons.not_yet"]


def test_one_record_each_gives_the_same_file_as_without_the_role(tmp_path: Path) -> None:
    rows = [(f"p{n}", *row[1:]) for n, row in enumerate(visits(2))]
    one, file = run(tmp_path / "a", rows, "swap_households", AREAS, roles=KEYS)
    plain_roles: dict[str, Any] = KEYS | {"id": roles_without_persons()["id"]}
    other, plain = run(tmp_path / "b", rows, "swap_households", AREAS, roles=plain_roles)
    assert file == plain
    one["result"].pop("persons")
    other["result"].pop("persons")
    assert one["result"] == other["result"]


@pytest.mark.parametrize("seed", range(3))
def test_without_a_household_the_person_moves(tmp_path: Path, seed: int) -> None:
    rows = [(f"p{row[5]}", *row[1:]) for row in visits(seed)]  # one person in each household
    roles = {name: role for name, role in KEYS.items() if name != "flat"} | {"flat": "direct_identifier"}
    homes, of_homes = run(tmp_path / "a", rows, "swap_households", AREAS, roles=KEYS)
    alone, of_persons = run(tmp_path / "b", rows, "swap_households", AREAS, roles=roles)
    assert [row["ward"] for row in of_persons] == [row["ward"] for row in of_homes]
    assert alone["result"]["by_person"] is True
    assert alone["result"]["rare"] == homes["result"]["rare"]
    wards = {row[0]: new["ward"] for row, new in zip(rows, of_persons, strict=True)}
    assert all(wards[row[0]] == new["ward"] for row, new in zip(rows, of_persons, strict=True))


def test_a_person_who_lives_in_two_areas_cannot_move_and_is_not_named(tmp_path: Path) -> None:
    roles = {name: role for name, role in KEYS.items() if name != "flat"} | {"flat": "other"}
    rows = [*visits(1), ("p0.0", "f", "W9", "s", "1", "h0")]
    with pytest.raises(Refused) as refused:
        run(tmp_path / "a", rows, "swap_households", AREAS, roles=roles)
    (problem,) = refused.value.problems
    assert problem.code == "swap_households.person_moved"
    assert "p0.0" not in str(problem.params)
