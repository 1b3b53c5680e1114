"""The k that ANOPI proposes for blocks: the source's table on the wine data, by way of the records."""

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.grouping.microaggregate import MicroaggregateParams
from sdc_desktop.engine.methods.grouping.microaggregate import engine as microaggregate
from sdc_desktop.engine.methods.grouping.microaggregate.block_k import proposed_k
from sdc_desktop.engine.source import Source
from tests.engine.methods.grouping.test_microaggregate import data_of
from tests.engine.methods.recoding.golden_anopi import WINE_K
from tests.support.data import WINE_FILE, csv_columns

WINE = csv_columns(WINE_FILE)
NAMES = tuple(WINE)


def counted(columns, *blocks):
    params = MicroaggregateParams(blocks=blocks, k=3)
    return microaggregate.counts(params, Source(data_of(columns), {}), JobContext())


@pytest.mark.parametrize("row", WINE_K, ids=str)
def test_k_of_one_block_and_of_each_variable_is_that_of_the_source(row) -> None:
    alpha, q1, q2, r1, r2 = row[:5]
    points = dict(zip(NAMES, (q1, q2), strict=True)), dict(zip(NAMES, (r1, r2), strict=True))
    together = proposed_k(counted(WINE, NAMES), alpha, *points)
    apart = proposed_k(counted(WINE, NAMES[:1], NAMES[1:]), alpha, *points)
    assert together.blocks == row[-1:]
    assert apart.blocks == row[-3:-1]
    assert apart.k == max(row[-3:-1]), "the greatest hides the records of every block"


def test_points_are_equal_where_none_are_given_and_those_of_other_variables_do_not_count() -> None:
    found = counted(WINE, NAMES)
    equal = dict.fromkeys(NAMES, 50.0)
    assert proposed_k(found, 0.5) == proposed_k(found, 0.5, equal, equal)
    with_other = dict.fromkeys(NAMES, 20.0) | {"other": 60.0}
    assert proposed_k(found, 0.5, with_other, {"other": 100.0}) == proposed_k(found, 0.5)


def test_a_constant_variable_has_no_part() -> None:
    alone = proposed_k(counted(WINE, NAMES[:1]), 0.5)
    columns = WINE | {"same": ["1"] * len(WINE[NAMES[0]])}
    with_it = proposed_k(counted(columns, (NAMES[0], "same")), 0.5)
    assert with_it == alone
    assert proposed_k(counted(columns, ("same",)), 0.5).k is None


def test_a_block_without_points_gets_no_k_and_leaves_it_to_the_others() -> None:
    points = {NAMES[0]: 100.0}
    found = proposed_k(counted(WINE, NAMES[:1], NAMES[1:]), 0.5, points, points)
    assert found.blocks[1] is None
    assert found.k == found.blocks[0]
