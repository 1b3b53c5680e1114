"""ANOPI where persons have several records: classes and suppression count persons, entropies records."""

from collections import Counter
from dataclasses import replace

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.spec import PersonsSpec
from sdc_desktop.engine.methods.grouping.microaggregate import MicroaggregateParams
from sdc_desktop.engine.methods.grouping.microaggregate import engine as microaggregate
from sdc_desktop.engine.methods.recoding.anopi import AnopiParams
from sdc_desktop.engine.methods.recoding.anopi import engine as anopi
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import to_json
from sdc_desktop.engine.source import Source
from tests.support.data import microdata
from tests.support.generalising import tree

CONTEXT = JobContext()
AGES = [(str(age), f"{age // 2 * 2}+", "*") for age in range(6)]
PERSONS, TEXTS, WARDS = "aabbccffddee", "000022334445", "xxxxxxyyyyyy"


def source_of(persons=PERSONS) -> Source:
    columns = {"id": list(persons), "age": list(TEXTS), "ward": list(WARDS)}
    data = microdata(columns, {"id": "person", "age": "key", "ward": "key"})
    hierarchies = {"age": tree("age", AGES), "ward": tree("ward", [("x", "*"), ("y", "*")])}
    return Source(data.with_persons(PersonsSpec(known=1)), hierarchies)


def run(source, **params):
    spec = AnopiParams(**params)
    counted = anopi.counts(spec, source, CONTEXT)
    result = anopi.decide(spec, counted, CONTEXT)
    data = anopi.apply(result, counted, source, CONTEXT)
    return result, data.window(0, data.records)


def held_by(rows, persons) -> dict[tuple[str, ...], int]:
    held: dict[tuple[str, ...], set[str]] = {}
    for row, person in zip(rows, persons, strict=True):
        held.setdefault(tuple(row), set()).add(person)
    return {row: len(them) for row, them in held.items()}


@pytest.mark.parametrize("override", [{"age": 1, "ward": 1}, {"age": 2, "ward": 1}, {"age": 3, "ward": 1}])
def test_before_and_after_count_persons(override) -> None:
    result, rows = run(source_of(), override=override)
    assert result.before.k == 1
    assert result.after.k == min(held_by(rows, PERSONS).values())


@pytest.mark.parametrize("suppress", ["records", "cells"])
def test_rare_classes_are_those_of_few_persons(suppress) -> None:
    override = {"age": 2, "ward": 1}
    result, rows = run(source_of(), override=override, suppress_below=2, suppress=suppress)
    held = held_by(rows, PERSONS)
    assert result.after.k == min(held.values()) >= 2
    plain, _ = run(
        replace(source_of(), data=replace(source_of().data, persons=None)),
        override=override,
        suppress_below=2,
        suppress=suppress,
    )
    assert plain.suppression.figures.records < result.suppression.figures.records


def test_whole_persons_leave_the_file() -> None:
    result, rows = run(source_of(), override={"age": 1, "ward": 1}, suppress_below=2, suppress="persons")
    assert (result.suppression.figures.whole_persons, result.suppression.rounds) == (4, 2)
    assert rows == [("0", "x")] * 4


def test_entropies_and_levels_are_of_records() -> None:
    named, _ = run(source_of())
    plain, _ = run(replace(source_of(), data=replace(source_of().data, persons=None)))
    assert (named.levels, named.released, named.codings) == (plain.levels, plain.released, plain.codings)


def test_one_record_each_gives_the_result_of_records() -> None:
    source = source_of("abcdefghijkl")
    named, _ = run(source, suppress_below=2)
    plain, _ = run(replace(source, data=replace(source.data, persons=None)), suppress_below=2)
    assert to_json(named) == to_json(plain)


WAGES = [str(10 * place % 37) for place in range(24)]
OWNERS = [f"p{place // 2}" for place in range(24)]  # two records each


def grouped(owners, wages=WAGES, wards="xy" * 12, **params):
    """ANOPI with groups of one variable: the result, and the released rows."""
    columns = {"id": list(owners), "wage": list(wages), "ward": list(wards)}
    data = microdata(columns, {"id": "person", "wage": "key", "ward": "key"})
    data = data.with_variables([replace(one, level="continuous") for one in data.variables])
    source = Source(data.with_persons(PersonsSpec(known=1)), {"ward": tree("ward", [("x", "*"), ("y", "*")])})
    spec = AnopiParams(technique={"wage": "microaggregation"}, **params)
    counted = anopi.counts(spec, source, CONTEXT)
    result = anopi.settle(spec, anopi.decide(spec, counted, CONTEXT), counted, CONTEXT)
    made = anopi.apply(result, counted, source, CONTEXT)
    return result, made.window(0, made.records)


@pytest.mark.parametrize("k", [2, 3, 5])
def test_groups_have_k_persons(k) -> None:
    result, rows = grouped(OWNERS, override={"wage": k, "ward": 2})
    held = held_by(rows, OWNERS)
    assert min(held.values()) == result.after.k >= k
    assert result.blocks[0].formed.sizes == dict(Counter(held.values()))


def test_a_variable_of_persons_stays_one_value_for_each() -> None:
    wages = [str(7 * (place // 2) % 31) for place in range(24)]
    result, rows = grouped(OWNERS, wages, override={"wage": 3, "ward": 2})
    assert result.after.k >= 3
    assert [row[0] for row in rows[::2]] == [row[0] for row in rows[1::2]]


def test_groups_are_those_of_microaggregation() -> None:
    _, rows = grouped(OWNERS, override={"wage": 3, "ward": 1})
    columns = {"id": OWNERS, "wage": WAGES}
    data = microdata(columns, {"id": "person", "wage": "key"})
    data = data.with_variables([replace(one, level="continuous") for one in data.variables])
    source, spec = Source(data.with_persons(PersonsSpec(known=1)), {}), MicroaggregateParams(k=3)
    counted = microaggregate.counts(spec, source, CONTEXT)
    made = microaggregate.apply(
        microaggregate.decide(spec, counted, CONTEXT), counted, source, CONTEXT
    ).window(0, 24)
    assert [row[0] for row in rows] == [row[0] for row in made]


def test_whole_persons_of_rare_classes_of_groups_leave_the_file() -> None:
    wages, wards = [str(place) for place in range(24)], "x" * 20 + "y" * 4
    levels = {"wage": 3, "ward": 1}
    result, rows = grouped(OWNERS, wages, wards, override=levels, suppress_below=2, suppress="persons")
    # the last group has one person of ward x, the one who leaves
    assert result.suppression.figures.whole_persons == 1
    assert len(rows) == 22
    assert result.after.k >= 2


def test_more_than_all_persons_cannot_be_in_a_group() -> None:
    with pytest.raises(Refused) as refused:
        grouped(OWNERS, override={"wage": 13})
    assert [one.code for one in refused.value.problems] == ["anopi.k_beyond_persons"]


def test_groups_of_one_record_each_are_those_of_records() -> None:
    own, rows = grouped([f"p{place}" for place in range(24)], override={"wage": 3})
    assert min(Counter(row[0] for row in rows).values()) >= 3
    assert "anopi.k_by_records" not in [one.code for one in own.notes]
