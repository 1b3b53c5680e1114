"""Persons with several records: what an intruder finds, against trying every set of records."""

import random
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.members import Members, members_of
from sdc_desktop.engine.microdata.classes.holders import held
from sdc_desktop.engine.microdata.classes.knowledge import found_by
from sdc_desktop.engine.microdata.suppression.whole_persons import whole_persons
from sdc_desktop.engine.problems import Refused
from tests.engine.persons import plain_persons as plain

CONTEXT = JobContext()


def drawn(seed: int, persons: int = 7, records: int = 14, classes: int = 4) -> list[tuple[str, int]]:
    draws = random.Random(seed)
    found = [(f"p{draws.randrange(persons)}", draws.randrange(classes)) for _ in range(records)]
    used = {number: place for place, number in enumerate(sorted({own for _, own in found}))}
    return [(person, used[own]) for person, own in found]


def members(records: list[tuple[str, int]]) -> tuple[Members, np.ndarray]:
    numbers = {person: place for place, person in enumerate(sorted({one for one, _ in records} - {""}))}
    persons = np.array([numbers.get(person, -1) for person, _ in records], dtype=np.int32)
    classes = np.array([own for _, own in records], dtype=np.int64)
    found = members_of(classes, persons)
    assert found is not None
    return found, np.bincount(classes)


@pytest.mark.parametrize("known", [1, 2, 3, "all"])
@pytest.mark.parametrize("seed", range(60))
def test_who_fits_what_is_known_equals_trying_every_set(seed: int, known: int | str) -> None:
    records = drawn(seed)
    rows, sizes = members(records)
    found = found_by(rows, sizes, CONTEXT, known)  # type: ignore[arg-type]
    wanted = plain.least_numbers(records, known)
    assert found.least.tolist() == [wanted[person] for person in sorted(wanted)]
    assert found.uniques == sum(one == 1 for one in wanted.values())
    assert found.k == min(wanted.values())
    assert found.below(3) == sum(one < 3 for one in wanted.values())


@pytest.mark.parametrize("seed", range(60))
def test_the_more_is_known_the_fewer_fit(seed: int) -> None:
    rows, sizes = members(drawn(seed, records=20))
    levels = [found_by(rows, sizes, CONTEXT, known) for known in (1, 2, 3, "all")]  # type: ignore[arg-type]
    for less, more in pairwise(levels):
        assert (less.least >= more.least).all()


@pytest.mark.parametrize("seed", range(60))
def test_the_risk_of_a_person_is_that_of_the_best_guess(seed: int) -> None:
    records = drawn(seed)
    records[0] = ("", records[0][1])
    rows, sizes = members(records)
    wanted = plain.guesses(records)
    risks = found_by(rows, sizes, CONTEXT, 1).risks.tolist()
    assert risks == pytest.approx([float(wanted[person]) for person in sorted(wanted)], rel=1e-12)
    assert max(wanted.values()) <= Fraction(1)


@pytest.mark.parametrize("seed", range(40))
def test_one_more_record_where_a_person_has_one_changes_no_number_of_persons(seed: int) -> None:
    records = drawn(seed)
    more = [*records, records[random.Random(seed).randrange(len(records))]]
    before, after = members(records), members(more)
    assert before[0].numbers(len(before[1])).tolist() == after[0].numbers(len(after[1])).tolist()


@pytest.mark.parametrize("seed", range(60))
def test_diversity_counts_persons_that_can_be_given_different_values(seed: int) -> None:
    draws = random.Random(seed)
    rows, sizes = members(drawn(seed, persons=5, records=12, classes=2))
    values = np.array([draws.randrange(-1, 3) for _ in rows.places])
    found = held(rows.places, rows, values)
    wanted = []
    for one in range(len(sizes)):
        own: dict[str, list[str]] = {}
        for place, person, value in zip(rows.places, rows.persons, values, strict=True):
            if place == one and value >= 0:
                own.setdefault(str(person), []).append(str(value))
        wanted.append(plain.distinct(own))
    assert found.distinct(len(sizes)).tolist() == wanted


@pytest.mark.parametrize("seed", range(40))
def test_a_pseudonym_shows_what_persons_have_in_other_classes(seed: int) -> None:
    draws = random.Random(seed)
    rows, sizes = members(drawn(seed, persons=5, records=12, classes=3))
    values = np.array([draws.randrange(-1, 3) for _ in rows.places])
    found = held(rows.places, replace(rows, linked=True), values)
    table = list(
        zip(rows.places.tolist(), rows.persons.tolist(), values.tolist(), rows.records.tolist(), strict=True)
    )
    holders: dict[tuple[int, int], set[int]] = {}
    shares: dict[tuple[int, int], Fraction] = {}
    distinct = []
    for one in range(len(sizes)):
        own: dict[str, list[str]] = {}
        for person in {whose for place, whose, _, _ in table if place == one}:
            anywhere = sorted({value for _, whose, value, _ in table if whose == person and value >= 0})
            here = dict.fromkeys(anywhere, 0)
            for place, whose, value, records in table:
                if (place, whose) == (one, person) and value >= 0:
                    here[value] += records
            total = sum(here.values())
            for value, records in here.items():
                holders.setdefault((one, value), set()).add(person)
                share = Fraction(records, total) if total else Fraction(1, len(here))
                shares[one, value] = shares.get((one, value), Fraction(0)) + share
            own[str(person)] = [str(value) for value in anywhere]
        distinct.append(plain.distinct(own))
    classes, numbered, persons = found.numbers()
    got = dict(zip(zip(classes.tolist(), numbered.tolist(), strict=True), persons.tolist(), strict=True))
    assert got == {place: len(who) for place, who in holders.items()}
    assert found.shares().tolist() == pytest.approx([float(shares[place]) for place in sorted(shares)])
    assert found.distinct(len(sizes)).tolist() == distinct


@pytest.mark.parametrize("seed", range(60))
def test_whole_persons_leave_the_greatest_set_that_hides_itself(seed: int) -> None:
    records = drawn(seed, persons=6, records=12, classes=4)
    rows, sizes = members(records)
    wanted = plain.whole_persons(records, 3)
    names = sorted({person for person, _ in records})
    if not wanted:
        with pytest.raises(Refused):
            whole_persons(rows, sizes, 3, CONTEXT)
        return
    found = whole_persons(rows, sizes, 3, CONTEXT)
    assert {names[number] for number in range(len(names))} - {names[one] for one in found.removed} == wanted
