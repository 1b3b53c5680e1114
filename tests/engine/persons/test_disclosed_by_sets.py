"""What two or three known records of a person disclose, against trying every set of them."""

import random
from collections import Counter, defaultdict
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from sdc_desktop.engine.data.members import RecordPersons
from sdc_desktop.engine.microdata.classes.key_classes import Disclosed, ValueGroups
from sdc_desktop.engine.microdata.classes.key_codes import disclosed_by_classes
from tests.engine.persons.test_values_of_all_records import Row, run

Record = tuple[int, int, int]  # person, class, value (below 0 is missing)


def drawn(seed: int) -> list[Record]:
    """Many persons of few classes, most with one value: sets of all kinds, with records that repeat."""
    draws = random.Random(seed)
    persons, common = draws.choice([(6, 3), (14, 12), (24, 20)])
    found = [
        (person, draws.randrange(3), draws.choice([0] * common + [1, 2, -1]))
        for person in range(persons)
        for _ in range(draws.randint(1, 4))
    ]
    draws.shuffle(found)
    return found


def found_by_trying(records: list[Record], known: int, *, linked: bool) -> list[ValueGroups]:
    of_person: dict[int, list[int]] = defaultdict(list)
    values: dict[tuple[int, int], set[int]] = defaultdict(set)
    every: dict[int, set[int]] = defaultdict(set)
    for person, place, value in records:
        of_person[person].append(place)
        values[person, place] |= {value} - {-1}
        every[person] |= {value} - {-1}
    sets = {
        tuple(sorted(one))
        for own in of_person.values()
        for size in range(1, known + 1)
        for one in combinations(own, size)
    }
    found = []
    for least in (10, 9):
        persons, rows, number = set(), set(), 0
        for one in sets:
            fitting = [p for p, own in of_person.items() if not Counter(one) - Counter(own)]
            shown = [every[p] if linked else set().union(*(values[p, c] for c in one)) for p in fitting]
            counts = Counter(value for own in shown for value in own)
            if counts and 10 * max(counts.values()) >= least * sum(bool(own) for own in shown):
                number += 1
                persons |= set(fitting)
                rows |= {(p, c) for p in fitting for c in one}
        held = sum((person, place) in rows for person, place, _ in records)
        found.append(ValueGroups(held, number, len(persons), len(of_person)))
    return found


def found_in(records: list[Record], known: int, *, linked: bool) -> Disclosed:
    whose, places, values = (np.array(column, dtype=np.int64) for column in zip(*records, strict=True))
    persons = RecordPersons(whose.astype(np.int32), known, linked)  # type: ignore[arg-type]
    return disclosed_by_classes(places, 3, {"ill": values}, persons)["ill"]


@pytest.mark.parametrize("linked", [False, True])
@pytest.mark.parametrize("known", [2, 3])
@pytest.mark.parametrize("seed", range(30))
def test_what_sets_of_records_disclose_equals_trying_every_set(seed: int, known: int, linked: bool) -> None:
    records = drawn(seed)
    assert list(found_in(records, known, linked=linked)) == found_by_trying(records, known, linked=linked)


@pytest.mark.parametrize("linked", [False, True])
@pytest.mark.parametrize("seed", range(30))
def test_the_more_records_are_known_the_more_is_disclosed(seed: int, linked: bool) -> None:
    one, two, three = (found_in(drawn(seed), known, linked=linked) for known in (1, 2, 3))
    for less, more, most in zip(one, two, three, strict=True):
        numbers = [each.units for each in (less, more, most)]
        assert numbers == sorted(numbers)


@pytest.mark.parametrize(("known", "persons"), [(1, 0), (2, 4), (3, 4), ("all", 4)])
def test_two_records_disclose_what_none_of_them_does(known: int | str, persons: int, tmp_path: Path) -> None:
    rows: list[Row] = []
    ills = ("flu", "cold", "gout", "none")
    for number in range(20):
        pair = "AB" if number < 4 else "AC" if number < 12 else "BC"
        ill = "HIV" if number < 4 else ills[number % 4]
        rows += [(f"p{number}", str(at), ward, ill) for at, ward in enumerate(pair)]
    job = {"kind": "risk", "params": {"criteria": [{"kind": "k_anonymity", "k": 3}]}}
    found = run(tmp_path, rows, job, known=known)
    shown = found.result.one_value["ill"].after
    assert (shown.persons, shown.records) == (persons, 2 * persons)
    assert found.verdict.grade.value == ("unsafe" if persons else "safe")
