"""The audit of the released variables: shares, own values, limits, verdict."""

import random
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.reading import open_data
from sdc_desktop.engine.data.released import (
    IDENTIFYING,
    LEAST,
    NEARLY_UNIQUE,
    ReleasedVariable,
    ReleasedVariables,
    Stage,
    released_variables,
)
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.verdict_records import other_variables

CONTEXT = JobContext()


@pytest.fixture
def opened(tmp_path):
    """Opens columns of texts by name, with a role where one is given."""

    def open_columns(columns, roles=None):
        lines = [",".join(columns), *(",".join(row) for row in zip(*columns.values(), strict=True))]
        (tmp_path / "data.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
        variables = {name: {"role": role} for name, role in (roles or {}).items()}
        spec = DataSpec(path="data.csv", delimiter=",", variables=variables)
        return open_data(spec, tmp_path, CONTEXT).data

    return open_columns


def codes(audit: ReleasedVariables) -> list[tuple[str, str]]:
    return [(one.code, one.grade.value) for one in other_variables(audit)]


def audit_of(data) -> ReleasedVariables:
    return released_variables([Stage(data)], CONTEXT)


def between(data, *later) -> list[tuple[str, str]]:
    """What is found after these steps."""
    return codes(released_variables([Stage(data), *map(Stage, later)], CONTEXT))


def replaced(data, name, texts):
    """The records with other texts of one variable."""
    labels = sorted(set(texts))
    places = {label: place for place, label in enumerate(labels)}
    return data.replaced({name: (np.array([places[text] for text in texts]), labels)}, CONTEXT)


def test_all_variables_are_audited_but_direct_identifiers(opened) -> None:
    roles = ["direct_identifier", "key", "sensitive", "weight", "household", "other"]
    columns = {role: [f"x{n}" for n in range(20)] for role in roles} | {"free": ["a"] * 20}
    data = opened(columns, dict(zip(roles, roles, strict=True)))
    found = audit_of(data)
    assert [one.name for one in found.variables] == [*roles[1:], "free"]
    assert codes(found) == [("released_identifies", "unsafe")] * 5


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([str(1000 + n) for n in range(100)], "released_identifies"),
        ([f"{1000 + n}.{n % 90 + 10}" for n in range(100)], "released_nearly_unique"),
        ([f"person {n}" for n in range(100)], "released_identifies"),
        ([f"19{40 + n % 50}-0{n % 9 + 1}-{n % 28 + 1:02}" for n in range(100)], "released_identifies"),
        ([f"{n:03}" if n < 90 else "000" for n in range(1, 101)], "released_nearly_unique"),
        ([str(n) if n > 50 else "" for n in range(100)], "released_identifies"),  # of those that have one
        ([str(n // 2) for n in range(100)], None),
        ([str(n) if n < 10 else "999" for n in range(100)], "released_rare_values"),  # one in ten, not more
        ([str(n) if n < 11 else "999" for n in range(100)], "released_nearly_unique"),
        (["*"] * 99 + ["1"], None),
        (["", "1", "2", "3", "4", "5"] + [""] * 94, None),  # of few values a share means nothing
        (["1", "2", "3", "4", "5", "6"] + [""] * 94, "released_identifies"),
    ],
)
def test_a_variable_is_graded_by_its_unique_values(opened, values, expected) -> None:
    found = codes(audit_of(opened({"free": values, "same": ["a"] * len(values)})))
    assert [code for code, _ in found] == ([expected] if expected else [])


def test_the_limits_are_those_that_are_stated() -> None:
    assert (IDENTIFYING, NEARLY_UNIQUE, LEAST) == (0.9, 0.1, 6)
    at = [ReleasedVariable("x", 1000, 1000, unique) for unique in (899, 900, 100, 101)]
    assert [one.identifies for one in at] == [False, True, False, False]
    assert [one.nearly_unique for one in at] == [True, True, False, True]
    assert not ReleasedVariable("x", 1000, 1000, 1000, amount=True).identifies
    assert not ReleasedVariable("x", 5, 5, 5).nearly_unique
    assert ReleasedVariables(0, ()).share_together == 0


def test_unique_records_are_those_that_counting_finds(opened) -> None:
    rng = random.Random(7)
    for _ in range(20):
        size = rng.randint(1, 60)
        columns = {
            name: [str(rng.randint(0, top)) for _ in range(size)]
            for name, top in zip("abcd", (3, 9, 30, 400), strict=True)
        }
        found = audit_of(opened(columns))
        for one in found.variables:
            counted = Counter(columns[one.name])
            assert (one.values, one.distinct) == (size, len(counted))
            assert one.unique == sum(n == 1 for n in counted.values())
        if found.together:
            rows = Counter(zip(*(columns[name] for name in found.together), strict=True))
            assert found.unique_together == sum(n == 1 for n in rows.values())


def test_parts_of_a_date_are_unique_together(opened) -> None:
    days = {"day": [str(n % 28) for n in range(300)], "month": [str(n * 7 % 12) for n in range(300)]}
    years = {"year": [str(1950 + n * 11 % 50) for n in range(300)]}
    found = audit_of(opened({**days, **years, "constant": ["x"] * 300}))
    assert found.together == ("day", "month", "year")
    assert codes(found) == [("released_unique_together", "reservations")]


def test_a_changed_variable_does_not_hide_what_others_show_together(opened) -> None:
    parts = {"a": [str(n % 30) for n in range(300)], "b": [str(n % 29) for n in range(300)]}
    data = opened({"pay": [f"{1000 + 7 * n}.5" for n in range(300)], **parts})
    noisy = replaced(data, "pay", [f"{3000 + 11 * n}.5" for n in range(300)])
    assert between(data, noisy) == [("released_unique_together", "reservations")]


def test_a_changed_value_finds_no_record_but_one_that_stayed_does(opened) -> None:
    own = [str(1000 + 7 * n) for n in range(100)]
    data = opened({"pay": own, "town": ["a", "b"] * 50})
    noisy = replaced(data, "pay", [str(int(text) + 1) for text in own])
    assert between(data, noisy) == []
    half = replaced(data, "pay", [str(int(text) + n % 2) for n, text in enumerate(own)])
    assert between(data, half) == [("released_nearly_unique", "reservations")]
    moved = replaced(data, "pay", [*own[1:], own[0]])  # true values, but of other records
    assert between(data, moved) == []


def test_where_records_were_left_out_values_that_the_data_have_count(opened) -> None:
    own = [str(1000 + 7 * n) for n in range(100)]
    data = opened({"pay": own, "town": ["a", "b"] * 50})
    some = np.arange(10, 90)
    assert between(data, data.picked(some, CONTEXT)) == [("released_identifies", "unsafe")]
    noisy = replaced(data, "pay", [str(int(text) + 7) for text in own])  # nearly all are values of others
    assert between(data, noisy, noisy.picked(some, CONTEXT)) == []
    again = replaced(data.picked(some, CONTEXT), "pay", own[11:91])
    assert between(data, data.picked(some, CONTEXT), again) == []


def test_records_in_an_order_of_their_own_are_found_by_their_values(opened) -> None:
    data = opened({"pay": [str(1000 + 7 * n) for n in range(100)], "town": ["a", "b"] * 50})
    turned = data.picked(np.arange(100)[::-1].copy(), CONTEXT)
    audit = released_variables([Stage(data), Stage(turned, own_order=True)], CONTEXT)
    assert codes(audit) == [("released_identifies", "unsafe")]
    assert between(data, turned) == [("released_identifies", "unsafe")]


def test_records_shuffled_between_two_steps_keep_the_values_that_are_their_own(opened) -> None:
    numbers = [str(1000 + 7 * n) for n in range(100)]
    data = opened({"pay": numbers, "town": ["a", "b"] * 50})
    shuffled = data.picked(np.random.default_rng(3).permutation(100), CONTEXT)
    recoded = replaced(shuffled, "town", ["c"] * 100)
    assert between(data, shuffled, recoded) == [("released_identifies", "unsafe")]
    fewer = recoded.picked(np.arange(80), CONTEXT)
    assert between(data, shuffled, recoded, fewer) == [("released_identifies", "unsafe")]
    swapped = replaced(shuffled, "pay", numbers)  # all values of the data, none with its record
    assert between(data, shuffled, swapped) == []


def test_a_variable_that_a_step_made_is_judged_by_its_own_values(opened) -> None:
    data = opened({"pay": [str(1000 + 7 * n) for n in range(100)], "town": ["a", "b"] * 50})
    noisy = replaced(data, "pay", [str(5000 + 7 * n) for n in range(100)])
    named = noisy.with_variables([replace(v, name=v.name + " again") for v in noisy.variables])
    assert between(data, noisy, named) == [("released_identifies", "unsafe")]  # not known to be changed


def test_a_hostile_missing_code_is_only_a_text(opened) -> None:
    values = [f"x{n}" for n in range(30)]
    data = opened({"free": [*values, "{part}'--"], "same": ["a"] * 31})
    shown = [replace(v, missing=("", "{part}'--", "{}")) for v in data.variables]
    found = audit_of(data.with_variables(shown))
    assert (found.variables[0].values, found.variables[0].unique) == (30, 30)
