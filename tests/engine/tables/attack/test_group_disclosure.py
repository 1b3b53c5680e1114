"""Rows and columns of counts with all, or nine tenths, of their count in one cell."""

import numpy as np
import pytest

from sdc_desktop.engine.tables.attack.group_disclosure import group_disclosures
from tests.support.tables import flat, table_of, tree


def found(table, told=None):
    shown = np.ones(len(table), dtype=bool) if told is None else told
    return {(one.total, one.cell): one.share for one in group_disclosures(table, table.values, shown)}


@pytest.mark.parametrize(("most", "rest", "share"), [(20, 0, 1.0), (18, 2, 0.9), (17, 2, None)])
def test_a_row_with_nine_tenths_in_one_cell_is_listed(most, rest, share) -> None:
    table = table_of((flat("a", 3), flat("b", 2)), (most, rest, 10, 12, 9, 8))
    expected = {} if share is None else {(("a0", "Total"), ("a0", "b0")): share}
    assert found(table) == expected


def test_columns_count_as_rows_do_and_an_empty_row_reveals_nothing() -> None:
    table = table_of((flat("a", 3), flat("b", 2)), (9, 4, 0, 5, 0, 0))
    assert found(table) == {
        (("Total", "b0"), ("a0", "b0")): 1.0,
        (("a1", "Total"), ("a1", "b1")): 1.0,
    }


def test_a_suppressed_cell_or_total_is_not_published_and_reveals_nothing_here() -> None:
    table = table_of((flat("a", 3), flat("b", 2)), (20, 0, 10, 12, 9, 8))
    for hidden in (("a0", "b0"), ("a0", "Total")):
        shown = np.ones(len(table), dtype=bool)
        shown[table.find(hidden)] = False
        assert not found(table, shown)


def test_the_distribution_of_all_is_no_group_unless_it_is_one_cell() -> None:
    assert not found(table_of((flat("a", 2),), (95, 5)))
    assert found(table_of((flat("a", 2),), (95, 0))) == {(("Total",), ("a0",)): 1.0}


def test_of_a_hierarchy_the_parts_of_the_total_count() -> None:
    table = table_of((tree("a", (2, 2)), flat("b", 2)), (30, 20, 30, 20, 3, 20, 3, 20))
    assert found(table) == {(("Total", "b0"), ("a0", "b0")): 60 / 66}
