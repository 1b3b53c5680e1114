"""Joining small cells: cases by hand, the rule followed word by word, and what one more record changes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.release.statistics.join_cells import join_cells

counts = st.lists(st.integers(0, 8), min_size=1, max_size=9)
rules = st.sampled_from(("smaller_neighbour", "forwards"))


@pytest.mark.parametrize(
    ("observed", "rule", "sums"),
    [
        ([9, 7, 5], "smaller_neighbour", [9, 7, 5]),
        ([9, 2, 6], "smaller_neighbour", [9, 8]),  # 2 joins 6, the smaller neighbour
        ([6, 2, 6], "smaller_neighbour", [8, 6]),  # equal neighbours: the preceding one
        ([2, 9, 2], "smaller_neighbour", [13]),  # the first 2 makes 11, then the last joins it
        ([4, 1, 4], "smaller_neighbour", [9]),  # 1 makes 5, then the last 4 joins it
        ([1, 2, 3], "smaller_neighbour", [6]),
        ([0, 0, 0], "smaller_neighbour", [0]),
        ([8, 0, 0, 7], "smaller_neighbour", [8, 7]),  # 0 joins 0, a preceding tie is broken by the counts
        ([3], "smaller_neighbour", [3]),
        ([9, 2, 6], "forwards", [9, 8]),
        ([6, 2, 9], "forwards", [6, 11]),
        ([6, 9, 2], "forwards", [6, 11]),
        ([1, 2, 1], "forwards", [4]),
    ],
)
def test_cells_of_small_cases(observed, rule, sums) -> None:
    assert [sum(observed[start:stop]) for start, stop in join_cells(observed, rule).cells] == sums


def word_by_word(observed: list[int]) -> list[tuple[int, int]]:
    """The runs of joined cells, by the rule followed word by word.

    While a cell has fewer than 5 and more than one cell is left, the smallest joins its smaller neighbour:
    the first of the smallest, and the preceding one of equal neighbours.
    """
    cells = [([place], count) for place, count in enumerate(observed)]
    while len(cells) > 1 and any(count < 5 for _, count in cells):
        place = min(range(len(cells)), key=lambda one: (cells[one][1], one))
        beside = [one for one in (place - 1, place + 1) if 0 <= one < len(cells)]
        other = min(beside, key=lambda one: (cells[one][1], one))
        first, second = sorted((place, other))
        merged = (cells[first][0] + cells[second][0], cells[first][1] + cells[second][1])
        cells[first : second + 1] = [merged]
    return [(places[0], places[-1] + 1) for places, _ in cells]


@given(observed=counts)
@settings(max_examples=400, deadline=None)
def test_the_smallest_cell_joins_its_smaller_neighbour(observed) -> None:
    assert list(join_cells(observed, "smaller_neighbour").cells) == word_by_word(observed)


@given(observed=counts, rule=rules)
@settings(max_examples=400, deadline=None)
def test_only_named_values_can_change_the_cells(observed, rule) -> None:
    joined = join_cells(observed, rule)
    assert list(joined.moves) == sorted(set(joined.moves))
    for value in range(len(observed)):
        more = observed.copy()
        more[value] += 1
        if value not in joined.moves:
            assert join_cells(more, rule).cells == joined.cells


@given(observed=counts, rule=rules)
@settings(max_examples=200, deadline=None)
def test_cells_cover_all_values_and_hold_five_unless_one_is_left(observed, rule) -> None:
    cells = join_cells(observed, rule).cells
    assert [start for start, _ in cells] == [0, *(stop for _, stop in cells[:-1])]
    assert cells[-1][1] == len(observed)
    assert len(cells) == 1 or all(sum(observed[start:stop]) >= 5 for start, stop in cells)
