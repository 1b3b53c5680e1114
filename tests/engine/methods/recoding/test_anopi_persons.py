"""ANOPI where persons have several records: classes and suppression count persons, entropies records."""

from dataclasses import replace

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.spec import PersonsSpec
from sdc_desktop.engine.methods.recoding.anopi import ANOPI, AnopiParams
from sdc_desktop.engine.methods.recoding.anopi import engine as anopi
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


def test_groups_do_not_count_persons() -> None:
    assert ANOPI.counts_persons(AnopiParams())
    assert not ANOPI.counts_persons(AnopiParams(technique="microaggregation"))
    assert not ANOPI.counts_persons(AnopiParams(technique={"age": "microaggregation"}))
