"""Records of two files are paired by what shows that they belong together, or not at all."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.microdata.paired_files import paired_files
from sdc_desktop.engine.microdata.score import released_score
from sdc_desktop.engine.microdata.score_weights import ScoreWeights
from sdc_desktop.engine.problems import Refused, error
from tests.support.data import microdata

CONTEXT = JobContext()
DIFFER = error("score.other_records")
NUMBERS = ("income", "debt", "age")


def people(records: int = 200, seed: int = 1) -> dict[str, list[str]]:
    random = np.random.default_rng(seed)
    return {
        "id": [f"p{number}" for number in random.permutation(records)],
        "region": [str(one) for one in random.integers(0, 8, records)],
        "sex": [str(one) for one in random.integers(0, 2, records)],
        "income": [f"{one:.1f}" for one in random.normal(100, 15, records)],
        "debt": [f"{one:.1f}" for one in random.normal(20, 5, records)],
        "age": [str(one) for one in random.integers(18, 90, records)],
    }


def data_of(columns: dict[str, list[str]]):
    data = microdata(columns)
    level = dict.fromkeys(NUMBERS, "continuous")
    return data.with_variables([replace(v, level=level.get(v.name, "nominal")) for v in data.variables])


def without(columns: dict[str, list[str]], *names: str) -> dict[str, list[str]]:
    return {name: values for name, values in columns.items() if name not in names}


def shuffled(columns: dict[str, list[str]], seed: int = 2) -> tuple[dict[str, list[str]], list[int]]:
    """The columns with their rows in a random order, and which row each was."""
    order = np.random.default_rng(seed).permutation(len(next(iter(columns.values())))).tolist()
    return {name: [values[row] for row in order] for name, values in columns.items()}, order


def noisy(columns: dict[str, list[str]], amount: float, seed: int = 3) -> dict[str, list[str]]:
    random = np.random.default_rng(seed)
    found = dict(columns)
    for name in NUMBERS:
        values = np.array(columns[name], dtype=float)
        noise = random.normal(0, amount * values.std(), len(values))
        found[name] = [f"{one:.2f}" for one in values + noise]
    return found


def risk_of(original, released) -> float:
    paired = paired_files(original, released, DIFFER, CONTEXT)
    found, _ = released_score(*paired.of(original, released, CONTEXT), ScoreWeights(), CONTEXT)
    return found.disclosure_risk


def pairs(original, released):
    found = paired_files(original, released, DIFFER, CONTEXT)
    return found.by, list(zip(found.own.tolist(), found.shown.tolist(), strict=True))


@pytest.mark.parametrize("amount", [0.0, 0.01, 0.3])
def test_a_shuffled_file_with_a_key_has_the_risk_of_the_file_in_order(amount: float) -> None:
    own = people()
    released = noisy(own, amount)
    mixed, order = shuffled(released)
    by, found = pairs(data_of(own), data_of(mixed))
    assert by == "key"
    assert found == sorted((row, place) for place, row in enumerate(order))
    expected = risk_of(data_of(own), data_of(released))
    assert risk_of(data_of(own), data_of(mixed)) == pytest.approx(expected)


@pytest.mark.parametrize("amount", [0.0, 0.01])
def test_a_shuffled_export_without_a_key_has_the_risk_of_the_file_in_order(amount: float) -> None:
    own = without(people(), "id")
    released = noisy(own, amount)
    mixed, order = shuffled(released)
    by, found = pairs(data_of(own), data_of(mixed))
    assert by == "nearest"
    assert set(found) <= {(row, place) for place, row in enumerate(order)}
    assert len(found) >= 0.95 * len(order)
    expected = risk_of(data_of(own), data_of(released))
    assert expected > 75
    assert risk_of(data_of(own), data_of(mixed)) == pytest.approx(expected, abs=1)


@pytest.mark.parametrize("amount", [0.3, 2.0])
def test_a_file_without_any_pairing_is_refused(amount: float) -> None:
    own = without(people(), "id", "region", "sex")
    mixed, _ = shuffled(noisy(own, amount))
    with pytest.raises(Refused) as refusal:
        paired_files(data_of(own), data_of(mixed), DIFFER, CONTEXT)
    assert [one.code for one in refusal.value.problems] == ["pairing.none"]


@pytest.mark.parametrize("amount", [0.0, 0.3, 2.0])
def test_unchanged_keys_show_that_the_order_is_the_same(amount: float) -> None:
    own = without(people(), "id")
    by, found = pairs(data_of(own), data_of(noisy(own, amount)))
    assert by == "order"
    assert all(one == other for one, other in found)


def test_masked_numbers_alone_show_it_too() -> None:
    own = without(people(), "id", "region", "sex")
    assert pairs(data_of(own), data_of(noisy(own, 0.2)))[0] == "order"


def test_a_running_number_of_another_order_is_no_key() -> None:
    own = people()
    mixed, order = shuffled(without(own, "id"))
    own["id"] = mixed["id"] = [f"p{row}" for row in range(len(order))]
    by, found = pairs(data_of(own), data_of(mixed))
    assert by == "nearest"
    assert set(found) <= {(row, place) for place, row in enumerate(order)}


def test_swapped_numbers_are_no_key_though_each_is_there_once() -> None:
    own = without(people(), "id")
    random = np.random.default_rng(4)
    swapped = {**own, "income": random.permutation(own["income"]).tolist()}
    assert len(set(own["income"])) > 150
    assert pairs(data_of(own), data_of(swapped))[0] == "order"
    mixed, _ = shuffled(swapped)
    with pytest.raises(Refused):
        paired_files(data_of(own), data_of(mixed), DIFFER, CONTEXT)


@pytest.mark.parametrize("column", ["region", "income"])
def test_files_sorted_alike_are_not_in_the_same_order_for_that(column: str) -> None:
    """Rows of a region in another order, or all of them by what noise made of an income."""
    own = without(people(400), "id", "sex")

    def ordered(columns: dict[str, list[str]]) -> dict[str, list[str]]:
        rows = sorted(range(400), key=lambda row: float(columns[column][row]))
        return {name: [values[row] for row in rows] for name, values in columns.items()}

    first = ordered(own)
    released, _ = shuffled(noisy(first, 0.3))
    released = ordered(released)
    with pytest.raises(Refused) as refusal:
        paired_files(data_of(first), data_of(released), DIFFER, CONTEXT)
    assert [one.code for one in refusal.value.problems] == ["pairing.none"]


def test_half_of_the_rows_in_another_order_are_not_the_same_order() -> None:
    own = without(people(), "id")
    half = {name: values[:100] for name, values in own.items()}
    mixed, _ = shuffled(half)
    released = {name: [*mixed[name], *values[100:]] for name, values in own.items()}
    by, found = pairs(data_of(own), data_of(released))
    assert by == "nearest"
    assert all(all(own[name][row] == released[name][place] for name in own) for row, place in found)


def test_records_left_out_are_reported_and_need_a_key() -> None:
    own = people()
    fewer, _ = shuffled({name: values[:150] for name, values in own.items()})
    found = paired_files(data_of(own), data_of(fewer), DIFFER, CONTEXT)
    assert (found.by, len(found.own), found.left_out) == ("key", 150, 0)
    assert [(one.code, dict(one.params)) for one in found.problems()] == [
        ("pairing.by_key", {"number": 150, "name": "id"})
    ]
    with pytest.raises(Refused) as refusal:
        paired_files(data_of(without(own, "id")), data_of(without(fewer, "id")), DIFFER, CONTEXT)
    assert [one.code for one in refusal.value.problems] == ["score.other_records"]


def test_equal_records_are_paired_each_with_one_of_them() -> None:
    own = {name: [*values, *values] for name, values in without(people(60), "id").items()}
    mixed, _ = shuffled(own)
    by, found = pairs(data_of(own), data_of(mixed))
    assert by == "nearest"
    assert sorted(row for row, _ in found) == sorted(place for _, place in found) == list(range(120))
    assert all(own["income"][row] == mixed["income"][place] for row, place in found)


@given(st.integers(6, 14), st.integers(0, 10**6))
@settings(max_examples=40, deadline=None)
def test_no_two_pairs_would_be_nearer_if_exchanged(records: int, seed: int) -> None:
    """Of few records, where they are paired at all: a refusal passes."""
    own = without(people(records, seed), "id", "region", "sex", "age")
    random = np.random.default_rng(seed)
    before = np.array([own["income"], own["debt"]], dtype=float)
    order = random.permutation(records)
    after = before[:, order] + random.normal(0, 0.2, before.shape)
    released = {name: [f"{one:.3f}" for one in values] for name, values in zip(own, after, strict=True)}
    try:
        found = paired_files(data_of(own), data_of(released), DIFFER, CONTEXT)
    except Refused:
        return
    costs = ((before.T[:, None] - after.T[None]) ** 2 / before.std(axis=1) ** 2).sum(axis=2)
    for (row, place), (other, elsewhere) in itertools.combinations(
        zip(found.own, found.shown, strict=True), 2
    ):
        assert costs[row, place] + costs[other, elsewhere] <= costs[row, elsewhere] + costs[other, place]
