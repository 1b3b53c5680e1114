"""Sums of values that follow from published ones and that no rule judges."""

import numpy as np
import pytest

from sdc_desktop.engine.tables.linked.sums import SumRow, sums_not_judged

CHAIN = (SumRow(0, (1, 2)), SumRow(1, (3, 4, 5)))  # all = men + women, men = boys + adults + elderly
EVERY = np.ones(6, dtype=np.bool_)


def number(rows, hidden, tabulated=EVERY, some=EVERY) -> int:
    pattern = np.zeros(6, dtype=np.bool_)
    pattern[list(hidden)] = True
    return sums_not_judged(rows, pattern, tabulated, some)


@pytest.mark.parametrize(
    ("hidden", "expected"),
    [
        ((), 0),
        ((1, 2), 0),  # all parts: their sum is the total
        ((3, 4), 1),  # boys + adults = men - elderly
        ((3, 4, 5), 0),  # their sum is men, a cell of its own
        ((0, 3, 4, 5), 0),  # all is hidden, men are shown
    ],
)
def test_some_of_the_parts_of_a_shown_total_are_not_judged(hidden, expected) -> None:
    assert number(CHAIN, hidden) == expected


def test_a_part_that_no_table_has_is_not_judged() -> None:
    tabulated = EVERY.copy()
    tabulated[1] = False
    assert number(CHAIN, (1, 2), tabulated) == 0
    assert number(CHAIN, (1,), tabulated) == 1


@pytest.mark.parametrize(
    ("hidden", "expected"),
    [
        ((1, 3, 4), 1),  # men = all - women; so boys + adults = all - women - elderly
        ((1, 2, 3, 4), 1),  # women + boys + adults = all - elderly
        ((1, 3), 0),  # boys = all - women - adults - elderly: a cell, which the joint audit examines
    ],
)
def test_a_chain_of_sums_counts_as_not_judged_where_its_middle_is_hidden(hidden, expected) -> None:
    assert number(CHAIN, hidden) == expected


def test_a_part_of_two_totals_counts_as_not_judged() -> None:
    """all = a + b and trade = a + c: b - c follows."""
    rows = (SumRow(0, (1, 2)), SumRow(3, (1, 4)))
    assert number(rows, (1, 2, 4)) == 1
    assert number(rows, (2, 4)) == 0
