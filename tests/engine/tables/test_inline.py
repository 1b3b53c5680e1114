"""Tables that stand in a plan."""

import pytest

from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.tables.inline import inline_table
from sdc_desktop.engine.tables.specs.settings import TableSpec
from tests.support.tables import GOLDEN_VALUES, golden_spec

CUBE = {
    "dimensions": ("a", "b"),
    "cells": (
        (("T", "T"), 12),
        (("T", "x"), 7),
        (("T", "y"), 5),
        (("p", "T"), None),
        (("q", "T"), 4),
        (("p", "x"), 7),
        (("p", "y"), None),
        (("q", "y"), 4),
    ),
    "total_code": "T",
}


def codes(refused) -> list[str]:
    return [problem.code for problem in refused.value.problems]


def test_the_sources_table_is_read_with_its_totals() -> None:
    table = inline_table(golden_spec())
    assert len(table) == 36
    assert int((~table.known).sum()) == 4
    assert len(table.relations) == 12
    assert table.values[table.find(("Total", "Total"))] == 20139
    assert table.coordinates(table.find(("5", "7"))) == ("5", "7")


def test_the_sources_table_as_printed_is_refused_with_the_difference_of_300() -> None:
    printed = (*GOLDEN_VALUES[:-1], (1148, *GOLDEN_VALUES[-1][1:]))
    with pytest.raises(Refused) as refused:
        inline_table(golden_spec(printed))
    assert codes(refused) == ["table.not_additive"] * 2
    first, second = sorted((p.params for p in refused.value.problems), key=lambda p: p["cell"])
    assert (first["cell"], first["difference"]) == ("Total / 4", 300)
    assert first["cells"] == ("2,3 / 4", "4 / 4", "5 / 4", "6 / 4", "7 / 4")
    assert (second["cell"], second["difference"]) == ("Total / Total", 300)


def test_the_codes_of_the_totals_may_be_left_out_or_be_any() -> None:
    values = ((1, 2, 3), (4, 5, 9), (5, 7, 12))
    short = inline_table(TableSpec(rows=("a", "b"), columns=(1, 2), values=values))
    named = inline_table(TableSpec(rows=("a", "b", "Sum"), columns=("1", "2", "All"), values=values))
    assert short.values.tolist() == named.values.tolist()
    assert short.find(("Total", "1")) is not None
    assert named.find(("Sum", "All")) is not None
    assert len(short.relations) == len(named.relations) == 6


def test_cells_that_are_not_listed_are_empty() -> None:
    table = inline_table(TableSpec(**CUBE))
    cell = table.find(("q", "x"))
    assert table.known[cell]
    assert table.empty[cell]
    assert not table.known[table.find(("p", "y"))]


def test_relations_make_a_hierarchy_and_the_total_adds_up_its_top() -> None:
    values = ((1,), (2,), (3,), (4,), (7,))
    table = inline_table(
        TableSpec(rows=("a1", "a2", "a", "b", "Total"), columns=("n",), values=values), (("a", ("a1", "a2")),)
    )
    assert table.dimensions[0].categories == ("Total", "a", "a1", "a2", "b")
    assert len(table.relations) == 2


def test_decimals_are_exact_and_make_the_unit() -> None:
    values = ((0.1, 0.2, 0.3), (16847646.84, 1, 16847647.84), (16847646.94, 1.2, 16847648.14))
    table = inline_table(TableSpec(rows=("a", "b"), columns=("x", "y"), values=values))
    assert str(table.unit) == "0.01"
    assert table.number(int(table.values[table.find(("b", "x"))])) == 16847646.84


@pytest.mark.parametrize(
    ("change", "relations", "unit", "code"),
    [
        ({"cells": None}, (), None, "table.lacks_parts"),
        ({"cells": (*CUBE["cells"], (("p",), 1))}, (), None, "table.wrong_length"),
        ({"cells": (*CUBE["cells"], (("p", "x"), 1))}, (), None, "table.cell_twice"),
        ({}, (("p", ("nowhere",)),), None, "table.relation_unknown"),
        ({}, (), 5, "table.no_multiple"),
        ({"cells": ((("p", "x"), 1e17),)}, (), None, "table.too_large"),
    ],
)
def test_what_does_not_fit_is_refused(change, relations, unit, code) -> None:
    with pytest.raises(Refused) as refused:
        inline_table(TableSpec(**(CUBE | change)), relations, unit)
    assert codes(refused) == [code]


def test_rows_of_different_lengths_are_refused() -> None:
    with pytest.raises(Refused) as refused:
        inline_table(TableSpec(rows=("a", "b"), columns=("x", "y"), values=((1, 2), (3,))))
    assert codes(refused) == ["table.wrong_length"]
