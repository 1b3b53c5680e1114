"""Suppressed values that follow from the order of records, and orders that reveal none."""

from collections.abc import Sequence

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.inference.order import (
    OrderRevealed,
    recoded_in_order,
    revealed_by_numbers,
    revealed_by_order,
)
from tests.support.inference.numbers import paired

TOWNS = [f"t{town:02d}" for town in range(12) for _ in range(20)]
EVERY_NINTH = range(4, len(TOWNS), 9)


def found(towns: Sequence[str], hidden: Sequence[int] = EVERY_NINTH) -> tuple[OrderRevealed, ...]:
    shown = ["*" if place in set(hidden) else town for place, town in enumerate(towns)]
    return revealed_by_order(paired({"town": towns}, {"town": shown}), JobContext())


def test_values_between_equal_neighbours_follow() -> None:
    (one,) = found(TOWNS)
    neighbours = [(TOWNS[place - 1], TOWNS[place + 1]) for place in EVERY_NINTH]
    assert one == OrderRevealed("town", len(EVERY_NINTH), sum(above == below for above, below in neighbours))
    assert one.follow > 20


def test_a_value_that_is_the_only_one_between_its_neighbours_follows() -> None:
    (one,) = found(TOWNS, range(40, 60))
    assert (one.protected, one.follow) == (20, 20)


@pytest.mark.parametrize("moved", [1, 5])
def test_a_few_records_out_of_place_hide_nothing(moved: int) -> None:
    late = [*TOWNS[moved * 20 :: 20][:moved]]
    towns = [*(town for place, town in enumerate(TOWNS) if place % 20 or place // 20 >= moved), *late]
    (one,) = found(towns)
    assert one.follow > 0.6 * one.protected


@pytest.mark.parametrize("seed", range(20))
def test_records_in_a_random_order_reveal_nothing(seed: int) -> None:
    order = np.random.default_rng(seed).permutation(len(TOWNS))
    assert found([TOWNS[place] for place in order]) == ()


@pytest.mark.parametrize(("wrong", "revealed"), [(3, True), (3, False)])
def test_neighbours_reveal_nothing_where_they_are_mostly_wrong(wrong: int, revealed: bool) -> None:
    towns = list(TOWNS)
    for number, place in enumerate(EVERY_NINTH):  # a hidden record among those of another town
        if (number % wrong == 0) == revealed:
            towns[place] = "t99"
    assert bool(found(towns)) == revealed


# the order that a released number keeps ---------------------------------------------------------------


def by_numbers(numbers: Sequence[str], towns: Sequence[str]) -> list[tuple[str, str, int, int]]:
    """What a number reveals in a file written in random order."""
    order = np.random.default_rng(5).permutation(len(towns))
    town, number = ([column[place] for place in order] for column in (towns, numbers))
    hidden = [*range(0, len(towns), 9)]
    shown = ["*" if place in set(hidden) else one for place, one in enumerate(town)]
    original, released = {"number": number, "town": town}, {"number": number, "town": shown}
    found = revealed_by_numbers(paired(original, released, {"number": "household"}), JobContext())
    return [(one.by, one.variable, one.protected, one.follow) for one in found]


@pytest.mark.parametrize("members", [1, 2, 3])
def test_numbers_of_a_sorted_register_keep_its_order(members: int) -> None:
    numbers = [str(1000 + place // members) for place in range(len(TOWNS))]
    ((by, variable, protected, follow),) = by_numbers(numbers, TOWNS)
    assert (by, variable, protected) == ("number", "town", 27)
    assert follow > 20


def test_numbers_drawn_at_random_and_few_numbers_keep_none() -> None:
    drawn = [str(one) for one in np.random.default_rng(6).permutation(len(TOWNS))]
    assert by_numbers(drawn, TOWNS) == []
    assert by_numbers([str(place // 20) for place in range(len(TOWNS))], TOWNS) == []


# recoded variables in the order read ------------------------------------------------------------------


def recoded(towns: Sequence[str]) -> tuple[str, ...]:
    shown = ["north" if town < "t06" else "south" for town in towns]
    return recoded_in_order(paired({"town": towns}, {"town": shown}), JobContext())


def test_a_recoded_variable_that_the_records_are_sorted_by_is_named() -> None:
    assert recoded(TOWNS) == ("town",)
    assert recoded([*TOWNS[1:20], TOWNS[0], *TOWNS[20:]]) == ("town",)


def test_an_order_of_the_classes_that_are_shown_reveals_nothing() -> None:
    draw = np.random.default_rng(4)
    towns = [f"t{town:02d}" for half in (0, 6) for town in draw.integers(half, half + 6, 120)]
    assert recoded(towns) == ()


def test_members_of_households_side_by_side_are_no_order() -> None:
    draw = np.random.default_rng(4)
    assert recoded([f"t{town:02d}" for town in draw.integers(0, 12, 200) for _ in range(3)]) == ()
