"""A published table is read as it was meant: dashes are zero beside other marks of suppressed values."""

from pathlib import Path

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.tables.audit import AuditParams
from sdc_desktop.engine.methods.tables.audit import engine as audit
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.tables.cells import CellResult
from sdc_desktop.engine.tables.files.layouts import Published, layout_text
from sdc_desktop.engine.tables.inline import inline_table
from sdc_desktop.project.pasted_table import read_table, table_of
from sdc_desktop.words import Words
from sdc_desktop.words.problems.problems import sentence
from tests.support.data import microdata

EXPORTED = "{corner},a,b,c,Total\nN,5,{dash},x,12\nS,3,x,x,12\nTotal,8,4,12,24\n"
CROSS = EXPORTED.replace("{corner}", "r / c")


def audited(spec, relations=()):
    source = Source(microdata({"v": ["1"]}), {})
    params = AuditParams(table=spec, relations=relations)
    return audit.decide(params, audit.counts(params, source, JobContext()), JobContext())


@pytest.mark.parametrize("dash", ["-", "\u2013", "\u2014"])
def test_a_dash_beside_another_mark_is_zero_and_what_it_discloses_is_found(dash: str, tmp_path: Path) -> None:
    text = CROSS.replace("{dash}", dash)
    (tmp_path / "t.csv").write_text(text, encoding="utf-8")
    for spec in (table_of(text), read_table(tmp_path / "t.csv")):
        assert spec.values is not None
        assert spec.values[0] == (5, 0, None, 12)
        result = audited(spec)
        disclosed = {cell.coordinates: cell.lower for cell in result.cells if cell.disclosed}
        assert disclosed == {("N", "c"): 7, ("S", "b"): 4, ("S", "c"): 5}
        assert [one.code for one in result.notes] == ["audit.dashes_zero"]


@pytest.mark.parametrize("mark", ["", ".", "..", "...", "x", "*", "c", ":"])
def test_a_dash_is_zero_beside_each_mark_of_suppression(mark: str) -> None:
    values = table_of(CROSS.replace("{dash}", "-").replace("x", mark)).values
    assert values is not None
    assert values[0] == (5, 0, None, 12)


def test_dashes_alone_are_suppressed_cells_where_the_totals_contradict_zero() -> None:
    spec = table_of("\ta\tb\tTotal\nN\t-\t-\t9\nS\t-\t-\t8\nTotal\t9\t8\t17\n")
    assert (spec.dashes, spec.values) == ("suppressed", ((None, None, 9), (None, None, 8), (9, 8, 17)))
    assert [one.code for one in audited(spec).notes] == ["audit.dashes_suppressed"]


def test_dashes_alone_are_zero_where_the_totals_agree() -> None:
    spec = table_of("\ta\tb\tTotal\nN\t5\t-\t5\nS\t1.5\t-\t1.5\nTotal\t6.5\t-\t6.5\n")
    assert (spec.dashes, spec.values) == ("zero", ((5, 0, 5), (1.5, 0, 1.5), (6.5, 0, 6.5)))


def test_a_table_without_dashes_says_nothing_of_them() -> None:
    assert table_of(CROSS.replace("{dash}", "0")).dashes is None


def test_the_place_of_the_total_may_be_the_first() -> None:
    spec = table_of("\tTotal\ta\tb\nTotal\t9\t4\t5\nN\t5\t-\t5\nS\t4\t4\t-\n")
    assert (spec.dashes, spec.values) == ("zero", ((9, 4, 5), (5, 0, 5), (4, 4, 0)))


def test_the_sign_of_an_exported_cell_without_contributors_is_read_as_zero() -> None:
    table = inline_table(table_of("\ta\tb\tTotal\nN\t0\t5\t5\nS\tx\tx\t9\nTotal\t4\t10\t14\n"))
    statuses = {("N", "a"): "empty", ("S", "a"): "unsafe", ("S", "b"): "secondary"}
    cells = []
    for number, value in enumerate(table.values.tolist()):
        where = table.coordinates(number)
        status = statuses.get(where, "safe")
        shown = None if status in ("unsafe", "secondary") else value
        cells.append(CellResult(where, value, shown, status, shown, shown, None, None))
    text = layout_text(Published(table, cells), "cross_table")
    assert '"N",5,-,5' in text
    spec = table_of(text)
    assert (spec.dashes, spec.values) == ("zero", ((14, 4, 10), (5, 0, 5), (9, None, None)))


def test_a_table_with_subtotals_is_audited_once_these_are_entered_as_relations() -> None:
    text = "g / c,Total,x,y\nTotal,20,9,11\nA,12,x,x\na1,5,x,x\na2,7,5,2\nB,8,x,x\n"
    with pytest.raises(Refused) as refused:
        audited(table_of(text))
    (first, *_) = refused.value.problems
    assert first.code == "table.not_additive"
    assert "enter subtotals as additive relations" in sentence(first, Words()).remedy
    result = audited(table_of(text), relations=(("A", ("a1", "a2")),))
    assert result.unpublished == 6
    assert result.disclosed == 0
