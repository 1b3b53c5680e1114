"""The audit of published tables: the source's figures, and what plans can ask."""

from math import log2
from pathlib import Path

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.tables.audit import AuditParams
from sdc_desktop.engine.methods.tables.audit import engine as audit
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import to_json
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.tables.specs.settings import TableSpec
from tests.engine.tables.files.test_jj import SMALL
from tests.support.data import microdata
from tests.support.tables import GOLDEN_VALUES, golden_spec

CONTEXT = JobContext()
X = {"x1": ("5", "5"), "x2": ("5", "7"), "x3": ("6", "5"), "x4": ("6", "7")}


def audited(table, base=Path(), **named):
    params = AuditParams(table=table if isinstance(table, TableSpec) else TableSpec(**table), **named)
    source = Source(microdata({"none": []}), {}, base)
    return audit.decide(params, audit.counts(params, source, CONTEXT), CONTEXT)


def cell(result, *coordinates):
    return next(c for c in result.cells if c.coordinates == coordinates)


def ends(found) -> tuple:
    return found.lower, found.upper


def refusal(table, **named) -> list[str]:
    with pytest.raises(Refused) as refused:
        audited(table, **named)
    return [problem.code for problem in refused.value.problems]


def test_the_sources_suppressed_table() -> None:
    result = audited(golden_spec())
    expected = {"x1": (0, 406), "x2": (1131, 1537), "x3": (0, 406), "x4": (845, 1251)}
    for name, coordinates in X.items():
        found = cell(result, *coordinates)
        assert ends(found) == expected[name]
        assert found.possible == 407
        assert round(found.risk, 5) == 0.11536
        assert (found.status, found.published, found.disclosed) == ("suppressed", None, False)
    published = cell(result, "4", "6")
    assert (published.status, published.value, *ends(published)) == ("safe", 2062, 2062, 2062)
    assert (published.possible, published.risk) == (None, None)
    assert cell(result, "2,3", "7").status == "zero"
    assert (result.unpublished, result.disclosed, result.rank) == (4, 0, 3)


def test_the_sources_redesigned_table() -> None:
    merged = (649, 406, 1275, 2382, 3467, 8179)
    nothing = (None,) * 6
    rows = ("2,3", "4", "5,6", "5", "6", "7", "Total")
    values = (*GOLDEN_VALUES[:2], merged, nothing, nothing, *GOLDEN_VALUES[4:])
    result = audited(
        TableSpec(rows=rows, columns=("4", "5", "6", "7", "8", "Total"), values=values),
        relations=(("5,6", ("5", "6")),),
    )
    hidden = [c for c in result.cells if c.published is None]
    assert len(hidden) == 12
    by_column = dict(zip(("4", "5", "6", "7", "8", "Total"), merged, strict=True))
    for found in hidden:
        most = by_column[found.coordinates[1]]
        assert ends(found) == (0, most)
        assert found.possible == most + 1
        assert found.risk == 1 / log2(most + 1)


def test_the_sources_insider() -> None:
    values = ((None, None, 1999), (None, None, 3000), (1999, 3000, 4999))
    table = {"rows": ("a", "b"), "columns": ("x", "y"), "values": values}
    cell_bounds = {"lower": ((("a", "x"), 995),), "upper": ((("a", "x"), 1004),)}
    insider = {"cell": ("a", "x"), "own": 400, "contributors_known": True}
    found = audited(table, insider=insider, **cell_bounds).insider
    assert (found.lower, found.upper, found.possible) == (595, 604, 10)
    assert round(found.risk, 5) == 0.30103
    alone = audited(table, insider={"cell": ("a", "x"), "own": 400}, **cell_bounds).insider
    assert (alone.lower, alone.upper) == (0, 604)
    second = {"cell": ("a", "x"), "own": 400, "contributors_known": 3, "second": True}
    assert audited(table, insider=second, **cell_bounds).insider.lower == 400
    second = {"cell": ("a", "x"), "own": 100, "contributors_known": 3, "second": True}
    assert audited(table, insider=second, **cell_bounds).insider.lower == 448


def test_a_lone_gap_is_disclosed_with_its_equation() -> None:
    values = ((1, None, 3), (4, 5, 9), (5, 7, 12))
    result = audited({"rows": ("a", "b"), "columns": ("x", "y"), "values": values})
    found = cell(result, "a", "y")
    assert (found.possible, found.risk, found.disclosed) == (1, None, True)
    assert ends(found) == (2, 2)
    (proof,) = found.proof
    assert (proof.kind, proof.end, len(proof.equations), proof.bounds) == ("value", 2, 1, ())
    assert result.disclosed == 1


@pytest.mark.parametrize(
    ("kind", "steps", "expected"),
    [
        ("conventional", 0, {0: (0, 2), 5: (3, 7), 10: (8, 12)}),
        ("controlled", 0, {0: (0, 4), 5: (1, 9), 10: (6, 14)}),
        ("random", 0, {0: (0, 4), 5: (1, 9), 10: (6, 14)}),
        ("controlled", 1, {0: (0, 9), 5: (0, 14), 10: (1, 19)}),
    ],
)
def test_a_rounded_value_leaves_the_interval_of_its_base(kind, steps, expected) -> None:
    cells = tuple(((str(value),), value) for value in expected)
    result = audited(
        {"dimensions": ("a",), "cells": cells}, rounding={"base": 5, "kind": kind, "steps": steps}
    )
    assert {c.published: ends(c) for c in result.cells} == expected
    assert {c.status for c in result.cells} == {"rounded"}
    if kind == "conventional":
        assert cell(result, "0").possible == 3


def test_halves_of_an_even_base_go_up() -> None:
    result = audited({"dimensions": ("a",), "cells": ((("p",), 4),)}, rounding={"base": 2})
    assert ends(result.cells[0]) == (3, 4)


def test_rounded_cells_are_bounded_by_what_adds_up_too() -> None:
    # 0 + 0 = 5: each part is at most 2, so the whole is at most 4, and at least 3
    result = audited(
        {"rows": ("a", "b"), "columns": ("x",), "values": ((0,), (0,), (5,))}, rounding={"base": 5}
    )
    assert {c.coordinates[0]: ends(c) for c in result.cells} == {"a": (1, 2), "b": (1, 2), "Total": (3, 4)}


def test_without_an_upper_end_the_risk_is_nothing() -> None:
    table = {"rows": ("a",), "columns": ("x", "y"), "values": ((1, None, None),)}
    found = cell(audited(table), "a", "y")
    assert (found.upper, found.possible, found.risk) == (None, None, 0.0)


def test_values_below_zero_grant_the_intruder_no_bounds_and_it_is_stated() -> None:
    values = ((None, None, -3), (None, None, 9), (5, 1, 6))
    result = audited({"rows": ("a", "b"), "columns": ("x", "y"), "values": values})
    assert ends(cell(result, "a", "x")) == (None, None)
    assert [n.code for n in result.notes] == ["audit.negative_values"]
    bounded = audited({"rows": ("a", "b"), "columns": ("x", "y"), "values": values}, lower=-10)
    assert ends(cell(bounded, "a", "x")) == (-10, 7)


def test_a_limit_of_risk_is_kept_or_not() -> None:
    assert audited(golden_spec(), max_risk=0.12).below_max_risk is True
    result = audited(golden_spec(), max_risk=0.1)
    assert result.below_max_risk is False
    assert all(cell(result, *c).proof for c in X.values())


def test_the_unit_makes_the_number_of_values() -> None:
    assert cell(audited(golden_spec(), unit=0.1), *X["x1"]).possible == 4061
    assert refusal(golden_spec(), unit=2) == ["table.no_multiple"]


def test_more_cells_can_be_held_back_by_name() -> None:
    result = audited(golden_spec(), suppressed=(("2,3", "4"),))
    assert cell(result, "2,3", "4").disclosed
    assert result.unpublished == 5


def test_an_instance_is_audited_with_its_levels(tmp_path) -> None:
    (tmp_path / "a.jj").write_text(SMALL, encoding="utf-8")
    result = audited({"instance": "a.jj"}, tmp_path)
    found = cell(result, "1")
    assert (found.value, found.disclosed, found.lower_met, found.upper_met) == (4.5, True, False, False)
    assert result.failures == 1
    result = audited({"instance": "a.jj"}, tmp_path, suppressed=(("2",),))
    assert ends(cell(result, "1")) == (0.0, 10.5)
    assert result.failures == 0


def test_values_with_gaps_are_marked_and_counted_one_by_one_on_request() -> None:
    shape = ("a", "b", "c")
    cells = []
    for a in ("0", "1", "T"):
        for b in ("0", "1", "T"):
            for c in ("0", "1", "T"):
                hidden = "T" not in (a, b, c)
                value = 2 ** sum(label == "T" for label in (a, b, c))
                cells.append(((a, b, c), None if hidden else value))
    table = {"dimensions": shape, "cells": tuple(cells), "total_code": "T"}
    found = cell(audited(table), "0", "0", "0")
    assert ends(found) == (0, 2)
    assert found.at_least
    counted = cell(audited(table, exact_count=True), "0", "0", "0")
    assert (counted.possible, counted.at_least) == (3, False)


@pytest.mark.parametrize(
    ("named", "code"),
    [
        ({"lower": 5, "upper": 4}, "audit.bounds_cross"),
        ({"upper": 100}, "audit.contradiction_at"),
        ({"lower": ((("5", "9"), 1),)}, "table.no_such_cell"),
        ({"insider": {"cell": ("5", "5"), "own": 500}}, "audit.own_too_large"),
        ({"insider": {"cell": ("5", "5"), "own": 0.5}}, "audit.own_no_multiple"),
        ({"rounding": {"base": 0.3}}, "audit.base_no_multiple"),
        ({"relations": (("Q", ("4",)),)}, "table.relation_unknown"),
    ],
)
def test_what_makes_no_sense_is_refused(named, code) -> None:
    assert refusal(golden_spec(), **named) == [code]


def test_an_intruder_of_an_instance_cannot_know_what_is_not_so(tmp_path) -> None:
    (tmp_path / "a.jj").write_text(SMALL, encoding="utf-8")
    assert refusal({"instance": "a.jj"}, base=tmp_path, upper=((("1",), 4),)) == [
        "audit.bound_excludes_value"
    ]
    assert refusal({"instance": "b.jj"}, base=tmp_path) == ["file.unreadable"]


def test_two_audits_give_equal_results() -> None:
    assert to_json(audited(golden_spec())) == to_json(audited(golden_spec()))
