"""Proposals: the kind that suits the values, and settings that work on them."""

from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdc_desktop.engine.data.hierarchies.hierarchy import codings, nesting_problems
from sdc_desktop.engine.data.hierarchies.kinds import described
from sdc_desktop.engine.data.hierarchies.proposals import natural_order, proposals, runs


def proposed(values, level="continuous", order=None, decimal=".", frequencies=None):
    counts = np.ones(len(values), dtype=np.int64) if frequencies is None else np.array(frequencies)
    return proposals(values, counts, level, order, decimal)


@pytest.mark.parametrize(
    ("values", "level", "kind"),
    [
        (["1961", "1975", "1990"], "continuous", "intervals"),
        (["1,5", "2"], "continuous", "levels"),
        (["10115", "80331"], "nominal", "mask"),
        (["D-1", "F-2"], "nominal", "mask"),
        (["DEU", "FRA"], "nominal", "levels"),
        (["1", "2"], "nominal", "levels"),
        (["2024-05-01", "2023-01-31T10:00"], "ordinal", "dates"),
        (["2024-05", "2023-01"], "ordinal", "dates"),
        (["2023-02-29", "2024-05-01"], "nominal", "mask"),
        ([], "nominal", "levels"),
    ],
)
def test_the_kind_suits_the_values(values, level, kind) -> None:
    assert proposed(values, level).kind == kind


def test_a_declared_order_proposes_runs_of_it() -> None:
    found = proposed(["high", "low", "mid"], "ordinal", ("low", "mid", "high"))
    assert found.kind == "order"
    assert found.specs["order"].groups == ((("low", "mid"), ("high",)),)
    assert found.values == ("low", "mid", "high")


@pytest.mark.parametrize(
    ("values", "widths"),
    [
        (range(1, 10), (5,)),
        (range(1, 7), (2,)),
        (range(2), (2,)),
        (range(96), (5, 10, 50)),
        (["0.1", "0.6", "1.4"], (0.1, 0.5)),
    ],
)
def test_whole_numbers_have_whole_bands_wider_than_the_numbers(values, widths) -> None:
    found = proposed([str(value) for value in values]).specs["intervals"]
    assert found.widths == widths


@pytest.mark.parametrize(
    ("values", "steps"),
    [
        (["1100", "1200", "2100", "2200", "3100"], (3, 1)),  # 5 to 5 to 5 to 3
        (["1101", "1102", "1201", "2101"], (1, 2, 1)),
        (["1011", "1012", "1031", "1101", "2011"], None),  # each sign puts values together
        (["1100", "1200"], (4,)),  # what is left of both is the same, or both are
    ],
)
def test_signs_whose_masking_changes_nothing_are_masked_with_the_next(values, steps) -> None:
    assert proposed(values, "nominal").specs["mask"].steps == steps


def test_parts_of_dates_are_coarser_than_the_dates() -> None:
    def parts(*values):
        return proposed(values, "ordinal").specs["dates"].parts

    assert parts("2024-05", "2023-01") == ("quarter", "year")
    assert parts("2024-05-01", "2004-01-01") == ("month", "quarter", "year", "decade")
    assert parts("2024-05-01T10:00") == ("day", "month", "quarter", "year")


def test_bounds_put_a_twentieth_of_the_records_together_at_most() -> None:
    values = [str(value) for value in range(100)]
    bounds = proposed(values).specs["bounds"]
    assert (bounds.bottom, bounds.top) == (5, 94)
    heavy = proposed(["1", "2", "3"], frequencies=[90, 9, 1]).specs["bounds"]
    assert (heavy.bottom, heavy.top) == (1, 2)


def test_too_many_values_are_not_put_in_order_by_hand() -> None:
    found = proposed([f"v{number}" for number in range(501)], "nominal")
    assert (found.values, "order" in found.specs) == ((), False)


def test_values_come_in_the_order_people_expect() -> None:
    values = ["10", "9", "n/a", "-1", "mid", "low"]
    places = natural_order(values, ".", ("low", "mid"))
    assert [values[place] for place in places] == ["low", "mid", "-1", "9", "10", "n/a"]


def test_runs_end_with_what_is_left() -> None:
    assert runs("abcde", (2, 3)).groups == ((("a", "b"), ("c", "d"), ("e",)), (("a", "b", "c"), ("d", "e")))


@given(st.sets(st.decimals(-1000, 1000, places=2), min_size=2, max_size=20))
def test_proposed_intervals_hold_all_values_and_are_nested(numbers: set[Decimal]) -> None:
    values = sorted(map(str, numbers))
    found = proposed(values)
    labels = codings(described("v", found.specs["intervals"]), values, ())
    assert nesting_problems(labels) == ()
    assert len(set(labels.labels[-1])) == 1
    codings(described("v", found.specs["bounds"]), values, ())
