"""A copy or a finer code of a protected variable is found in spite of errors in it, and chance is not."""

from random import Random

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.inference.values import ValuesRevealed, values_revealed
from tests.support.inference.pairs import paired_records

Columns = dict[str, list[str]]


def revealed(original: Columns, **protected: list[str]) -> ValuesRevealed:
    return values_revealed(paired_records(original, {**original, **protected}), JobContext())


def by(found: ValuesRevealed) -> dict[str, list[tuple[str, ...]]]:
    return {
        one.name: [rule.sources for rule in found.rules if rule.variable == one.name]
        for one in found.variables
    }


def towns(records: int, number: int = 12) -> Columns:
    draw = Random(5)
    town = [f"T{place % number:02d}" for place in range(records)]
    draw.shuffle(town)
    place = [one.replace("T", "place ") for one in town]
    return {"town": town, "place": place, "ill": draw.choices(["flu", "cold", "cough"], k=records)}


def regions(town: list[str]) -> list[str]:
    return ["north" if one < "T06" else "south" for one in town]


def with_errors(column: list[str], records: int) -> list[str]:
    """The first records have the value of the next one that has another."""
    other = [next(one for one in column[place:] if one != column[place]) for place in range(records)]
    return [*other, *column[records:]]


@pytest.mark.parametrize(("errors", "right"), [(0, 360), (1, 359), (10, 350)])
def test_a_copy_with_errors_reveals_a_recoded_variable(errors: int, right: int) -> None:
    original = towns(360)
    original["place"] = with_errors(original["place"], errors)
    found = revealed(original, town=regions(original["town"]))
    assert by(found) == {"town": [("place",)]}
    assert (found.variables[0].protected, found.variables[0].right) == (360, right)


def test_a_copy_with_an_error_is_found_in_a_sample_too() -> None:
    original = towns(100_000)
    original["place"] = with_errors(original["place"], 1)
    found = revealed(original, town=regions(original["town"]))
    assert by(found) == {"town": [("place",)]}
    assert found.variables[0].right == 99_999


@pytest.mark.parametrize("errors", [0, 1, 5])
def test_a_text_with_errors_reveals_a_number_with_noise(errors: int) -> None:
    draw = Random(7)
    pay = [str(1000 + 137 * draw.randrange(40)) for _ in range(360)]
    text = with_errors([f"{one} EUR" for one in pay], errors)
    noise = [str(int(one) + draw.randint(1, 400)) for one in pay]
    found = revealed({"pay": pay, "text": text, "sex": draw.choices("mf", k=360)}, pay=noise)
    assert by(found) == {"pay": [("text",)]}
    assert found.variables[0].right >= 300


def test_a_copy_that_most_records_lack_reveals_the_others() -> None:
    original = towns(600)
    place = with_errors(original["place"], 1)
    original["place"] = [one if number < 200 else "" for number, one in enumerate(place)]
    found = revealed(original, town=regions(original["town"]))
    assert by(found) == {"town": [("place",)]}
    assert 190 <= found.variables[0].right <= 199


def test_the_commonest_value_of_a_class_is_no_news() -> None:
    draw = Random(3)
    country = draw.choices(["at", "de", "fr", "us", "ca"], [94, 1, 1, 3, 1], k=2000)
    area = ["europe" if one in ("at", "de", "fr") else "america" for one in country]
    sex = draw.choices(["m", "f"], k=2000)
    assert by(revealed({"country": country, "sex": sex, "area": area}, country=area)) == {"country": []}


def test_a_weight_that_the_members_of_a_household_share_reveals_no_recoded_region() -> None:
    draw = Random(4)
    region: list[str] = []
    weight: list[str] = []
    while len(region) < 3000:
        members = draw.choices([1, 2, 3, 4, 5], [30, 30, 18, 17, 5])[0]
        region += [draw.choice(["11", "12", "21", "22"])] * members
        weight += [str(draw.randrange(10_000))] * members  # some households have the weight of another one
    assert by(revealed({"region": region, "weight": weight}, region=[one[0] for one in region])) == {
        "region": []
    }


def test_unrelated_variables_reveal_nothing() -> None:
    for seed in range(60):
        draw = Random(seed)
        records = draw.choice([40, 120, 400])
        original = {
            name: [str(draw.randrange(number)) for _ in range(records)]
            for name, number in zip("abcd", draw.sample([2, 3, 4, 8, 20, 60, 200], 4), strict=True)
        }
        coarser = {name: [f"c{int(one) // 2}" for one in column] for name, column in original.items()}
        drawn = {name: draw.sample(column, records) for name, column in original.items()}
        for protected in (coarser, drawn):
            assert not revealed(original, a=protected["a"]).rules, seed
