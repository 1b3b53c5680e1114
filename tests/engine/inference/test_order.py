"""Suppressed values that follow from the order of records, and orders that reveal none."""

from collections.abc import Sequence

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.inference.order import OrderRevealed, revealed_by_order
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
