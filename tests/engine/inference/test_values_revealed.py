"""Values that other released values reveal, and files that reveal nothing."""

from collections.abc import Callable, Mapping, Sequence
from random import Random

import numpy as np
import pytest

from sdc_desktop.engine.context import Cancelled, JobContext
from sdc_desktop.engine.data.members import RecordPersons
from sdc_desktop.engine.inference.columns import PairedRecords
from sdc_desktop.engine.inference.filled_classes import classes_after, filled_codes
from sdc_desktop.engine.inference.values import FilledCells, ValuesRevealed, values_revealed
from sdc_desktop.engine.spec import Level, Role
from tests.support.inference.pairs import paired_records

CONTEXT = JobContext()
Columns = Mapping[str, Sequence[str]]


def revealed(
    original: Columns,
    released: Columns,
    roles: Mapping[str, Role] | None = None,
    levels: Mapping[str, Level] | None = None,
    groups: Sequence[str] = (),
) -> ValuesRevealed:
    return values_revealed(paired_records(original, released, roles, levels), CONTEXT, groups=groups)


def by(found: ValuesRevealed) -> dict[str, set[tuple[str, ...]]]:
    """The sources that tell each variable."""
    return {
        one.name: {rule.sources for rule in found.rules if rule.variable == one.name}
        for one in found.variables
    }


def without(column: Sequence[str], records: Sequence[int]) -> list[str]:
    gone = set(records)
    return ["*" if place in gone else one for place, one in enumerate(column)]


# a place within another one ---------------------------------------------------------------------------


def places(seed: int = 1, records: int = 200) -> dict[str, list[str]]:
    draw = Random(seed)
    district = [draw.choice("NESW") + draw.choice("123") for _ in range(records)]
    return {
        "region": [one[0] for one in district],
        "district": district,
        "sex": draw.choices("mf", k=records),
        "age": draw.choices(["18-29", "30-44", "45-64"], k=records),
    }


HIDDEN = range(0, 200, 9)
KEYS: dict[str, Role] = {"region": "key", "sex": "key", "age": "key"}


def test_a_finer_place_tells_the_suppressed_one_in_each_record() -> None:
    original = places()
    released = {**original, "region": without(original["region"], HIDDEN)}
    found = revealed(original, released, KEYS)
    assert by(found) == {"region": {("district",)}}
    (region,) = found.variables
    assert (region.kind, region.protected, region.filled, region.right) == ("suppressed", 23, 23, 23)
    assert found.rules[0].determined
    records = paired_records(original, released, KEYS)
    assert [records.column("region").texts[code] for code in filled_codes(records, found)["region"]] == (
        original["region"]
    )


def test_a_place_that_only_suppressed_records_show_is_known_to_all() -> None:
    original = places()
    first = original["district"][0]
    alone = [place for place, one in enumerate(original["district"]) if one == first]
    released = {**original, "region": without(original["region"], alone)}
    (region,) = revealed(original, released).variables
    assert region.filled == region.right == len(alone)


def test_what_follows_the_suppressed_value_tells_nothing() -> None:
    original = places()
    released = {name: without(original[name], HIDDEN) for name in ("region", "district")}
    found = revealed(original, {**original, **released}, KEYS)
    assert by(found) == {"region": set(), "district": set()}


def test_without_the_source_nothing_names_it() -> None:
    original = places()
    released = {**original, "region": without(original["region"], HIDDEN)}
    del released["district"]
    assert by(revealed(original, released, KEYS)) == {"region": set()}


def test_a_recoded_place_is_revealed_by_the_finer_one_as_it_was() -> None:
    original = places()
    released = {**original, "region": ["east" if one in "NE" else "west" for one in original["region"]]}
    found = revealed(original, released, KEYS)
    assert by(found) == {"region": {("district",)}}
    (region,) = found.variables
    assert (region.kind, region.protected, region.right) == ("recoded", 200, 200)


def test_a_recoded_value_that_is_suppressed_too_is_revealed_as_recoded() -> None:
    draw = Random(3)
    age = [str(draw.randint(10, 25)) for _ in range(400)]
    school = ["pupil" if int(one) < 18 else "none" for one in age]
    recoded = ["child" if int(one) < 18 else "adult" for one in age]
    found = revealed(
        {"age": age, "school": school}, {"age": without(recoded, range(0, 400, 8)), "school": school}
    )
    assert by(found) == {"age": {("school",)}}
    (one,) = found.variables
    assert (one.kind, one.filled, one.right) == ("recoded", 50, 50)


def test_a_weight_tells_the_region_that_it_was_made_for() -> None:
    original = places()
    original["weight"] = [
        {"N": "40", "E": "92.5", "S": "61", "W": "70.25"}[one] for one in original["region"]
    ]
    released = {name: original[name] for name in ("sex", "age", "weight")}
    released["region"] = without(original["region"], HIDDEN)
    assert by(revealed(original, released, {**KEYS, "weight": "weight"})) == {"region": {("weight",)}}


# copies -----------------------------------------------------------------------------------------------


def changed(column: Sequence[str], seed: int, kept: float = 0.7) -> list[str]:
    draw, values = Random(seed), sorted(set(column))
    return [one if draw.random() < kept else draw.choice(values) for one in column]


@pytest.mark.parametrize("seed", range(20))
def test_a_copy_of_a_protected_variable_is_always_found(seed: int) -> None:
    draw = Random(seed)
    values = "abcdef"[: draw.randint(2, 6)]
    own = draw.choices(values, [draw.random() + 0.1 for _ in values], k=draw.randint(60, 300))
    copy = [f"code {values.index(one)}" for one in own]
    ways: dict[str, Callable[[], list[str]]] = {
        "suppressed": lambda: without(own, draw.sample(range(len(own)), 20)),
        "perturbed": lambda: changed(own, seed),
        "recoded": lambda: ["z" if one in "ab" else one for one in own],
    }
    for shown in ways.values():
        found = revealed({"own": own, "copy": copy}, {"own": shown(), "copy": copy})
        assert by(found)["own"] == {("copy",)}
        (one,) = found.variables
        assert one.right == one.filled == one.protected


def test_an_amount_a_year_tells_the_month_where_values_repeat() -> None:
    draw = Random(4)
    income = [str(draw.randint(1500, 1600)) for _ in range(300)]
    year = [str(12 * int(one)) for one in income]
    grouped = [str(int(one) // 5 * 5) for one in income]
    found = revealed({"income": income, "year": year}, {"income": grouped, "year": year})
    assert by(found) == {"income": {("year",)}}


def test_two_variables_tell_what_neither_tells_alone() -> None:
    draw = Random(5)
    x, y = draw.choices("0123", k=400), draw.choices("0123", k=400)
    z = [str((int(a) + int(b)) % 4) for a, b in zip(x, y, strict=True)]
    found = revealed({"x": x, "y": y, "z": z}, {"x": x, "y": y, "z": without(z, range(0, 400, 25))})
    assert by(found) == {"z": {("x", "y")}}
    assert found.rules[0].right == 16


def test_a_source_that_tells_a_little_hides_no_pair_that_tells_all() -> None:
    draw = Random(6)
    x = draw.choices("01234", [15, 15, 15, 15, 5], k=3000)  # 4 says alone that z is low
    y = draw.choices("0123", k=3000)
    sums = ("high", "high", "middle", "other")
    z = ["low" if a == "4" else sums[(int(a) + int(b)) % 4] for a, b in zip(x, y, strict=True)]
    found = revealed({"x": x, "y": y, "z": z}, {"x": x, "y": y, "z": without(z, range(0, 3000, 3))})
    assert by(found)["z"] == {("x",), ("x", "y")}
    (one,) = found.variables
    assert one.right == one.protected == 1000


# households and persons -------------------------------------------------------------------------------


def households(seed: int = 7, number: int = 80) -> dict[str, list[str]]:
    draw = Random(seed)
    columns: dict[str, list[str]] = {name: [] for name in ("hh", "region", "size", "sex")}
    for place in range(number):
        members, region = draw.choice((1, 2, 2, 3, 4)), draw.choice("NESW")
        for _ in range(members):
            for name, value in zip(
                columns, (f"H{place}", region, str(members), draw.choice("mf")), strict=True
            ):
                columns[name].append(value)
    return columns


def test_a_member_shows_the_region_and_counting_the_size_of_a_household() -> None:
    original = households()
    hidden = range(0, len(original["hh"]), 5)
    released = {**original, **{name: without(original[name], hidden) for name in ("region", "size")}}
    found = revealed(original, released, {"hh": "household"})
    assert by(found) == {"region": {("hh",)}, "size": {("hh",), ("#hh",)}}
    region, size = found.variables
    assert 0 < region.filled == region.right < region.protected
    assert size.filled == size.right == size.protected
    best = found.most_telling("size")
    assert best is not None
    assert best.sources == ("#hh",)


def test_the_records_of_a_person_tell_of_one_another() -> None:
    original = households()
    hidden = range(0, len(original["hh"]), 5)
    released = {name: original[name] for name in ("hh", "sex")}
    released["region"] = without(original["region"], hidden)
    assert by(revealed(original, released, groups=["hh"])) == {"region": {("hh",)}}


def test_members_outvote_a_changed_value() -> None:
    original = households(number=300)
    released = {name: original[name] for name in ("hh", "sex")}
    released["region"] = changed(original["region"], 8, 0.9)
    assert by(revealed(original, released, {"hh": "household"})) == {"region": {("hh",)}}


def test_new_numbers_of_households_are_no_secret_but_their_copy_is() -> None:
    original = households()
    original["weight"] = [str(int(one[1:]) + 0.5) for one in original["hh"]]
    numbers = list(dict.fromkeys(original["hh"]))
    Random(9).shuffle(numbers)
    released = {**original, "hh": [str(numbers.index(one)) for one in original["hh"]]}
    roles: dict[str, Role] = {"hh": "household", "weight": "weight"}
    assert revealed(original, released, roles).variables == ()
    original["copy"] = released["copy"] = original["hh"]
    assert by(revealed(original, released, roles)) == {"hh": {("copy",)}}


# what tells nothing -----------------------------------------------------------------------------------


def test_a_value_that_nearly_all_have_needs_no_source() -> None:
    draw = Random(10)
    own = draw.choices(["no", "yes"], [97, 3], k=300)
    g = draw.choices("abc", k=300)
    assert by(revealed({"v": own, "g": g}, {"v": without(own, range(0, 300, 10)), "g": g})) == {"v": set()}


@pytest.mark.parametrize("seed", range(20))
def test_numbers_that_are_nearly_unique_determine_nothing(seed: int) -> None:
    draw = Random(seed)
    number = [str(draw.randint(10_000, 99_999)) for _ in range(300)]
    number[1] = number[0]
    own = draw.choices(["no", "yes"], k=300)
    own[1] = own[0]
    assert by(revealed({"n": number, "v": own}, {"n": number, "v": without(own, range(0, 300, 9))})) == {
        "v": set()
    }


@pytest.mark.parametrize("seed", range(25))
def test_variables_without_or_with_half_a_relation_tell_nothing(seed: int) -> None:
    draw = Random(seed)
    own = draw.choices("xyz", k=600)
    columns = {"a": own, "b": [one if draw.random() < 0.5 else draw.choice("xyz") for one in own]}
    columns |= {name: draw.choices("pqrs", k=600) for name in "cd"}
    released = {name: without(column, draw.sample(range(600), 60)) for name, column in columns.items()}
    released["c"] = changed(columns["c"], seed)
    assert not any(by(revealed(columns, released)).values())


def test_amounts_that_are_all_different_but_for_zeros_tell_no_hours() -> None:
    draw = Random(11)
    hours = ["0"] * 200 + [str(draw.randint(10, 45)) for _ in range(150)]
    wage = ["0"] * 200 + [str(number) for number in draw.sample(range(10_000, 90_000), 150)]
    rounded = [str((int(one) + 2) // 5 * 5) for one in hours]
    assert by(revealed({"hours": hours, "wage": wage}, {"hours": rounded, "wage": wage})) == {"hours": set()}


def test_a_part_of_a_sum_is_no_category_that_is_revealed() -> None:
    draw = Random(12)
    parts = {name: [draw.randint(100, 3000) for _ in range(200)] for name in "abc"}
    columns = {name: list(map(str, part)) for name, part in parts.items()}
    columns["total"] = [str(sum(one)) for one in zip(*parts.values(), strict=True)]
    hidden = {**columns, "b": without(columns["b"], range(0, 200, 5))}
    assert by(revealed(columns, hidden)) == {"b": set()}


@pytest.mark.parametrize("seed", range(10))
def test_an_unrelated_variable_adds_no_rule(seed: int) -> None:
    draw = Random(seed)
    original = places(seed)
    released = {**original, "region": without(original["region"], HIDDEN)}
    released["sex"] = without(original["sex"], range(0, 200, 7))
    expected = revealed(original, released, KEYS).rules
    new = {"new": draw.choices("abcdef"[: draw.randint(1, 6)], k=200)}
    assert revealed({**original, **new}, {**released, **new}, KEYS).rules == expected


def test_bad_input_tells_nothing() -> None:
    few: Columns = {"a": ["x"], "b": ["*"]}
    assert by(revealed(few, {"a": ["*"], "b": ["*"]})) == {"a": set()}
    assert revealed({"a": [], "b": []}, {"a": [], "b": []}).variables == ()
    same = {"a": ["x"] * 50, "b": ["y"] * 50, "c": [""] * 50}
    assert revealed(same, same).variables == ()
    gone = {**same, "a": without(same["a"], range(0, 50, 2))}
    assert by(revealed(same, gone)) == {"a": set()}
    assert by(revealed(same, {**same, "a": ["*"] * 50})) == {"a": set()}
    assert by(revealed(same, {**same, "a": ["z"] * 50})) == {"a": set()}


def test_numbers_that_are_equal_are_unchanged() -> None:
    own, shown = {"a": ["1.50", "2", "3"]}, {"a": ["1.5", "2.0", "3"]}
    assert revealed(own, shown).variables == ()
    assert len(revealed(own, shown, levels={"a": "nominal"}).variables) == 1


# names and order change nothing -----------------------------------------------------------------------


def figures(found: ValuesRevealed) -> tuple[object, object]:
    variables = [(one.name, one.kind, one.protected, one.filled, one.right) for one in found.variables]
    return sorted(variables), sorted(found.rules, key=str)


@pytest.mark.parametrize("seed", range(5))
def test_other_names_of_values_or_another_order_change_nothing(seed: int) -> None:
    draw = Random(seed)
    original = {**places(seed), **{name: column[:200] for name, column in households(seed).items()}}
    shortest = min(map(len, original.values()))
    original = {name: column[:shortest] for name, column in original.items()}
    released = {**original, "region": without(original["region"], range(0, shortest, 7))}
    released["age"] = changed(original["age"], seed)
    released["sex"] = without(original["sex"], range(0, shortest, 11))
    roles: dict[str, Role] = {"hh": "household"}
    expected = figures(revealed(original, released, roles))
    order = draw.sample(range(shortest), shortest)
    moved = [
        {name: [one[place] for place in order] for name, one in file.items()} for file in (original, released)
    ]
    assert figures(revealed(*moved, roles)) == expected
    new = {
        name: dict(zip(sorted(set(one)), draw.sample(range(1000, 9999), len(set(one))), strict=True))
        for name, one in original.items()
    }
    named = [
        {
            name: [one if one == "*" else f"n{new[name][one]}" for one in column]
            for name, column in file.items()
        }
        for file in (original, released)
    ]
    assert figures(revealed(*named, roles)) == expected


# classes ----------------------------------------------------------------------------------------------


def small() -> tuple[PairedRecords, ValuesRevealed]:
    """Six records that share a class, as the region of two is suppressed; the district tells it."""
    original = {
        "region": ["N"] * 60 + ["S"] * 61,
        "district": ["n"] * 60 + ["s"] * 61,
        "sex": ["m"] * 58 + ["f"] * 2 + ["m"] * 60 + ["f"],
    }
    released = {**original, "region": without(original["region"], [58, 59, 120])}
    records = paired_records(original, released, {"region": "key", "sex": "key"})
    return records, values_revealed(records, CONTEXT)


def test_classes_shrink_when_suppressed_values_are_filled_in() -> None:
    records, found = small()
    after = classes_after(records, found, 3, CONTEXT)
    assert after is not None
    assert (after.unique, after.below_k, after.k) == (1, 3, 3)
    without_k = classes_after(records, found, 0, CONTEXT)
    assert without_k is not None
    assert (without_k.unique, without_k.below_k) == (1, None)
    assert classes_after(records, found, 3, CONTEXT, keys=()) is None
    matching = classes_after(records, found, 3, CONTEXT, alpha=1.0)
    assert matching is not None
    assert (matching.unique, matching.below_k) == (1, 3)


def test_two_records_of_one_person_are_no_class_of_two_once_values_are_filled_in() -> None:
    records, found = small()
    counted = classes_after(records, found, 2, CONTEXT)
    assert counted is not None
    assert (counted.unique, counted.below_k, counted.persons) == (1, 1, None)
    numbers = np.arange(records.records, dtype=np.int32)
    numbers[59] = 58  # both women of the north are one person
    after = classes_after(records, found, 2, CONTEXT, persons=RecordPersons(numbers))
    assert after is not None
    assert (after.unique, after.below_k, after.persons) == (3, 3, 2)


def test_values_that_are_revealed_in_another_way_count_as_filled_in() -> None:
    records, _ = small()
    column = records.column("region")
    nothing = ValuesRevealed(records.records)
    assert classes_after(records, nothing, 3, CONTEXT) == classes_after(
        records, nothing, 3, CONTEXT, further={}
    )
    suppressed = column.absent[column.released]
    after = classes_after(
        records, nothing, 3, CONTEXT, further={"region": FilledCells.true(column, suppressed)}
    )
    assert after is not None
    assert (after.unique, after.below_k) == (1, 3)
    wrong = FilledCells(suppressed.nonzero()[0], column.original[[0, 1, 2]], suppressed[suppressed] & False)
    after = classes_after(records, nothing, 3, CONTEXT, further={"region": wrong})
    assert after is not None
    assert (after.unique, after.below_k) == (0, 0)


# work -------------------------------------------------------------------------------------------------


def test_the_search_stops_between_sources() -> None:
    original = places()
    asked = []

    def stop() -> bool:
        asked.append(1)
        return len(asked) > 3

    records = paired_records(original, {**original, "region": without(original["region"], HIDDEN)})
    with pytest.raises(Cancelled):
        values_revealed(records, JobContext(is_cancelled=stop))


def test_no_value_is_shown_by_a_result() -> None:
    original = places()
    released = {**original, "region": without(original["region"], HIDDEN)}
    shown = repr(revealed(original, released, KEYS))
    assert "array" not in shown
    assert "'N'" not in shown
