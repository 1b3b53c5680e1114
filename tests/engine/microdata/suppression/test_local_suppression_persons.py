"""Local suppression where persons have several records: values are shared by persons, cost is of records."""

import random
from collections import Counter
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.members import NOBODY, members_of
from sdc_desktop.engine.data.spec import PersonsSpec
from sdc_desktop.engine.methods.recoding.recode import RecodeParams
from sdc_desktop.engine.methods.recoding.recode import engine as recode
from sdc_desktop.engine.methods.suppression.local_suppression import LOCAL_SUPPRESSION, LocalSuppressionParams
from sdc_desktop.engine.methods.suppression.local_suppression import engine as suppression
from sdc_desktop.engine.microdata.suppression.local_suppression import Limits, local_suppression
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import to_json
from sdc_desktop.engine.source import Source
from tests.support.data import microdata
from tests.support.suppression import classes_of, released

CONTEXT = JobContext()
GOLDEN = "e f 30,g f 31,i m 32,g f 30,d f 30,b m 31,a m 30,c m 32,a m 30,h m 32,a m 30"  # person, sex, age


def file_of(seed: int):
    draw = random.Random(seed)
    number, variables = draw.randint(5, 12), draw.choice((2, 3))
    records = [tuple(draw.choice("abc") for _ in range(variables)) for _ in range(number)]
    persons = [draw.randrange(8) for _ in range(number)]
    persons[:4] = [0, 0, 1, 2]
    if seed % 4 == 0:
        persons[-1] = NOBODY
    return records, persons, [draw.choice((0.5, 1, 1, 2)) for _ in range(variables)]


def found(records, persons, k, importance, rule, limits=None):
    classes = classes_of(records)
    members = members_of(np.array(classes.class_of), np.array(persons, dtype=np.int32))
    named = {f"v{index}": weight for index, weight in enumerate(importance)}
    return local_suppression(replace(classes, members=members), k, named, rule, CONTEXT, limits)


def persons_with(shown, records, persons) -> int:
    """How many persons have a record with the values that are not None."""
    fits = (
        person
        for record, person in zip(records, persons, strict=True)
        if person != NOBODY and all(a is None or a == b for a, b in zip(shown, record, strict=True))
    )
    return len(set(fits))


def least_cost(records, persons, k, weights) -> float:
    """The cost of the cheapest values of each record, what is left being shared by k persons."""
    total = 0.0
    for record in records:
        total += min(
            sum(w for w, hit in zip(weights, mask, strict=True) if hit)
            for mask in product([False, True], repeat=len(weights))
            if persons_with(
                [None if hit else text for text, hit in zip(record, mask, strict=True)], records, persons
            )
            >= k
        )
    return total


def test_the_optimum_of_kept_is_that_of_trying_every_set_for_every_record() -> None:
    for seed in range(60):
        records, persons, weights = file_of(seed)
        k = 2 + seed % 2
        result = found(records, persons, k, weights, "kept")
        assert result.proven
        assert result.cost == pytest.approx(least_cost(records, persons, k, weights))
        after = released(records, classes_of(records), result.treatment)
        assert all(persons_with(shown, records, persons) >= k for shown in after)


@pytest.mark.parametrize("limits", [None, Limits(subsets=2)])
def test_each_combination_that_category_releases_is_of_k_persons(limits) -> None:
    for seed in range(120):
        records, persons, weights = file_of(seed)
        k = 2 + seed % 2
        result = found(records, persons, k, weights, "category", limits)
        after = released(records, classes_of(records), result.treatment)
        held: dict[tuple, set[int]] = {shown: set() for shown in after}
        for shown, person in zip(after, persons, strict=True):
            if person != NOBODY:
                held[shown].add(person)
        assert min(map(len, held.values())) >= k
        assert result.figures.after.k == min(map(len, held.values()))
        assert result.figures.below.as_category == 0
        assert result.bound <= result.cost
        if limits is None:
            assert result.bound == pytest.approx(least_cost(records, persons, k, weights))
        shown_cost = sum(w for row in after for w, one in zip(weights, row, strict=True) if one is None)
        assert result.cost == pytest.approx(shown_cost)


def test_a_group_is_settled_by_the_union_of_its_persons() -> None:
    records = [("a", "x"), ("b", "x"), ("c", "x"), ("d", "y"), ("d", "y"), ("d", "y")]
    persons = [0, 0, 0, 1, 2, 0]  # three classes of the first: of one person together
    result = found(records, persons, 2, (1, 1), "category")
    after = released(records, classes_of(records), result.treatment)
    assert Counter(after) == {(None, None): 6}


def source_of(persons, *columns, known=None, **named) -> Source:
    texts = {"id": list(persons), **{f"v{place}": list(one) for place, one in enumerate(columns)}, **named}
    roles = {"id": "person", **{f"v{place}": "key" for place in range(len(columns))}}
    roles |= dict.fromkeys(named, "sensitive")
    data = microdata(texts, roles)
    return Source(data.with_persons(PersonsSpec(known=known)), {})


def run(method, params, source):
    counted = method.counts(params, source, CONTEXT)
    result = method.decide(params, counted, CONTEXT)
    data = method.apply(result, counted, source, CONTEXT)
    return result, data.window(0, data.records)


def test_the_golden_case_of_local_suppression() -> None:
    persons, sexes, ages = zip(*(row.split() for row in GOLDEN.split(",")), strict=True)
    params = LocalSuppressionParams(k=3, suppressed_as="kept")
    result, rows = run(suppression, params, source_of(persons, sexes, ages))
    assert (result.suppression.cost, result.suppression.proven) == (5.0, True)
    numbers = [ord(one) for one in persons]
    for row in rows:
        shown = [None if text == "*" else text for text in row]
        assert persons_with(shown, list(zip(sexes, ages, strict=True)), numbers) >= 3
    plain, _ = run(suppression, params, source_of([str(n) for n in range(11)], sexes, ages))
    assert plain.suppression.cost == 2.0


@pytest.mark.parametrize("rule", ["kept", "category"])
def test_one_record_each_gives_the_result_of_records(rule) -> None:
    _, sexes, ages = zip(*(row.split() for row in GOLDEN.split(",")), strict=True)
    source = source_of([str(n) for n in range(11)], sexes, ages, ill="xyxyxyxyxyx")
    params = LocalSuppressionParams(k=3, suppressed_as=rule)
    named, _ = run(suppression, params, source)
    plain, _ = run(suppression, params, replace(source, data=replace(source.data, persons=None)))
    assert to_json(named) == to_json(plain)


@pytest.mark.parametrize(
    ("given", "known", "code"),
    [
        ({"suppressed_as": "wildcard"}, 1, "persons.no_wildcard"),
        ({"suppressed_as": "kept"}, 2, "persons.suppress_persons"),
        ({"k": 4}, 1, "persons.k_beyond"),
    ],
)
def test_what_is_not_done_by_persons_is_refused(given, known, code) -> None:
    source = source_of("aabbcc", "xxyyzz", known=known)
    with pytest.raises(Refused) as refusal:
        run(suppression, LocalSuppressionParams(**({"k": 2} | given)), source)
    assert [one.code for one in refusal.value.problems] == [code]


def test_a_pseudonym_links_suppressed_values() -> None:
    source = source_of("aabbcc", "xxyyzz", ["1"] * 6, known=1)
    linked = tuple(replace(one, pseudonym=one.name == "v1") for one in source.data.variables)
    with pytest.raises(Refused) as refusal:
        run(
            suppression, LocalSuppressionParams(k=2), replace(source, data=source.data.with_variables(linked))
        )
    assert [one.code for one in refusal.value.problems] == ["persons.cells_linked"]


def test_households_together_do_not_count_persons() -> None:
    assert LOCAL_SUPPRESSION.counts_persons(LocalSuppressionParams())
    assert not LOCAL_SUPPRESSION.counts_persons(LocalSuppressionParams(households="together"))


@pytest.mark.parametrize("named", [{}, {"ill": "pqrpqrpq"}])
def test_suppressed_records_of_few_persons_fail_as_a_class(named) -> None:
    source = source_of("abcaaabb", "xxxyzwuv", **named)  # five records of two persons are suppressed
    result, rows = run(recode, RecodeParams(levels={}, suppress_below=3), source)
    assert [row[0] for row in rows] == ["x"] * 3 + ["*"] * 5
    assert result.suppression.figures.no_values_persons == 2
    hidden = result.suppressed_class
    assert (hidden.records, hidden.persons, hidden.fails) == (5, 2, True)


def test_key_variables_left_out_are_counted_in_persons() -> None:
    source = source_of("aaabbc", "xxxxxx", "123123")
    levels = {"v1": "continuous"}
    variables = tuple(replace(one, level=levels.get(one.name, one.level)) for one in source.data.variables)
    source = replace(source, data=source.data.with_variables(variables))
    result, _ = run(suppression, LocalSuppressionParams(k=2), source)
    assert result.together.left_out == ("v1",)
    assert (result.together.anonymity.k, result.together.records_below) == (2, 0)
    source = replace(source, data=replace(source.data, persons=None))
    plain, _ = run(suppression, LocalSuppressionParams(k=3), source)
    assert plain.together.anonymity.k == 2
