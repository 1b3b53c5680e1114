"""Categories that are the only part of another: one unknown, but rows of their own wherever it is shown."""

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.hierarchies.hierarchy import from_table
from sdc_desktop.engine.methods.tables.audit import AuditParams
from sdc_desktop.engine.methods.tables.audit import engine as audit
from sdc_desktop.engine.methods.tables.cell_facts import cell_proofs
from sdc_desktop.engine.methods.tables.linked_audit import LinkedAuditParams
from sdc_desktop.engine.methods.tables.linked_audit import engine as linked_audit
from sdc_desktop.engine.methods.tables.table import engine as table_job
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import to_json
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.tables.cells import counted_once
from sdc_desktop.engine.tables.dimension import from_levels, from_splits
from sdc_desktop.engine.tables.files.layouts import Published, layout_text
from sdc_desktop.engine.tables.specs.table import TableParams
from sdc_desktop.engine.tables.table_counts import read_apriori_entries
from sdc_desktop.words.tables.table_cards import cells_in
from tests.support.data import microdata

CONTEXT = JobContext()
DIVISIONS = {"10": "C", "11": "C", "41": "F", "49": "H"}  # F and H have a single division
ROWS = [(division, region, 20 + 3 * n) for division in DIVISIONS for region in "ns" for n in range(4)]
ROWS += [("41", "n", 900)]
P15 = {"kind": "p_percent", "p": 15}


def run(**params):
    columns = {name: [str(row[place]) for row in ROWS] for place, name in enumerate(("act", "reg", "v"))}
    levels = from_table("act", list(DIVISIONS.items()), ("act", "section"), "act.csv")
    source = Source(microdata(columns), {"act": levels})
    spec = TableParams(dimensions=({"variable": "act"}, {"variable": "reg"}), value="v", **params)
    counted = table_job.counts(spec, source, CONTEXT)
    result = table_job.decide(spec, counted, CONTEXT)
    return result, table_job.apply(result, counted, source, CONTEXT), counted


def by_name(result):
    return {cell.coordinates: cell for cell in result.cells}


def test_a_chain_of_single_children_keeps_every_label_from_the_top_down() -> None:
    labels = ["Total", "A", "a", "aa", "B", "b1", "b2"]
    splits = [("Total", ["A", "B"]), ("A", ["a"]), ("a", ["aa"]), ("B", ["b1", "b2"])]
    found = from_splits("x", labels, splits)
    assert found.categories == ("Total", "A", "B", "b1", "b2")
    assert found.twins == (("a", 1), ("aa", 1))
    assert [found.rows[row] for row in found.row_order] == labels
    assert dict(zip(found.rows, found.row_depths, strict=True)) == {
        "Total": 0, "A": 1, "a": 2, "aa": 3, "B": 1, "b1": 2, "b2": 2
    }  # fmt: skip


def test_a_group_with_one_part_that_is_split_further_stands_above_it() -> None:
    found = from_splits("x", ["T", "g", "h", "1", "2"], [("T", ["g"]), ("g", ["h"]), ("h", ["1", "2"])])
    assert [found.rows[row] for row in found.row_order] == ["T", "g", "h", "1", "2"]
    assert [found.row_depths[row] for row in found.row_order] == [0, 1, 2, 3, 3]


def test_two_groups_of_one_leaf_are_both_kept_whatever_the_hierarchies() -> None:
    found = from_levels("x", [[["1", "2"], ["P", "Q"]], [["1", "2"], ["P", "R"]]])
    assert set(found.rows) == {"Total", "P", "Q", "R", "1", "2"}
    assert len(found) == 3


def test_intervals_of_a_table_with_repeated_rows_are_derived() -> None:
    result, _, _ = run(rules=(P15,), protect={"method": "suppression"})
    hidden = [cell for cell in result.cells if cell.published is None]
    assert any(cell.repeats for cell in hidden)
    assert any(cell_proofs(result, cell.coordinates) for cell in hidden)


def test_both_rows_have_value_status_and_interval_and_name_each_other() -> None:
    result, written, _ = run(rules=(P15,), protect={"method": "suppression"})
    cells = by_name(result)
    for division, section in (("41", "F"), ("49", "H")):
        for region in ("Total", "n", "s"):
            one, other = cells[(section, region)], cells[(division, region)]
            assert one.same_as == other.coordinates
            assert other.same_as == one.coordinates
            shown = [(c.value, c.published, c.status, c.lower, c.upper, c.lower_met) for c in (one, other)]
            assert shown[0] == shown[1]
    assert cells[("41", "n")].status == cells[("F", "n")].status == "unsafe"
    assert cells[("10", "n")].same_as == ()
    assert to_json(cells[("41", "n")])["same_as"] == ["F", "n"]
    rows = [row[:2] for row in written.window(0, written.records)]
    assert len(rows) == len(set(rows)) == len(result.cells)
    assert rows.index(("41", "Total")) == rows.index(("F", "s")) + 1  # after the row that it repeats


def test_nothing_of_the_turnover_vanishes_from_the_finest_rows() -> None:
    result, _, _ = run()
    cells = by_name(result)
    total = sum(cells[(division, "Total")].value for division in DIVISIONS)
    assert total == cells[("Total", "Total")].value


def test_a_cell_counts_once_and_costs_once() -> None:
    result, _, counted = run(rules=(P15,), protect={"method": "suppression"})
    assert len(counted_once(result.cells)) == len(counted.table) == result.losses.cells
    assert len(result.cells) == len(counted.table) + 2 * 3
    assert result.primaries == sum(cell.status == "unsafe" for cell in counted_once(result.cells))


@pytest.mark.parametrize("code", ["41", "F"])
def test_a_priori_entries_and_manual_statuses_find_the_cell_by_both_names(code) -> None:
    result, _, counted = run(cells=({"cell": (code, "s"), "status": "unsafe"},))
    cells = by_name(result)
    assert cells[("41", "s")].status == cells[("F", "s")].status == "unsafe"
    wishes, notes = read_apriori_entries(f"{code};s;u\n", counted.table, "x.hst")
    assert notes == ()
    assert counted.table.find(wishes[0].cell) == counted.table.find(("F", "s"))


def test_layouts_show_both_rows_next_to_each_other() -> None:
    result, _, _ = run()
    shown = Published(result.table, result.cells)
    rows = [line.split(",")[0].strip('"') for line in layout_text(shown, "cross_table").splitlines()[1:]]
    assert rows == ["Total", "C", "10", "11", "F", "41", "H", "49"]
    pivot = layout_text(shown, "pivot").splitlines()
    assert len(pivot) == 1 + 8 * 3
    sbs = [line.split(",")[:2] for line in layout_text(shown, "sbs").splitlines()]
    assert ["1", '"F"'] in sbs
    assert ["2", '"41"'] in sbs


def test_audits_show_both_rows_too() -> None:
    table = {
        "dimensions": ("d",),
        "cells": ((("Total",), 30), (("A",), None), (("a",), None), (("B",), None), (("C",), 5)),
    }
    params = AuditParams(table=table, relations=(("A", ("a",)),))
    source = Source(microdata({"none": []}), {})
    result = audit.decide(params, audit.counts(params, source, CONTEXT), CONTEXT)
    cells = by_name(result)
    assert cells[("a",)].same_as == ("A",)
    assert (cells[("a",)].lower, cells[("a",)].upper) == (cells[("A",)].lower, cells[("A",)].upper) == (0, 25)
    assert result.unpublished == 2
    columns = {"x": list("1122"), "y": list("3434")}
    levels = from_table("x", [("1", "P"), ("2", "Q")], ("x", "group"), "x.csv")
    linked = LinkedAuditParams(dimensions=({"variable": "x"}, "y"), scenarios=((("x",), ("y",)),))
    source = Source(microdata(columns), {"x": levels})
    (scenario,) = linked_audit.decide(linked, linked_audit.counts(linked, source, CONTEXT), CONTEXT).scenarios
    assert {cell.coordinates[0] for cell in scenario.cells} == {"1", "2", "P", "Q"}


def test_a_suppressed_row_is_disclosed_by_the_published_row_of_its_cell() -> None:
    cells = ((("Total",), 30), (("A",), 12), (("a",), None), (("B",), None), (("C",), None))
    params = AuditParams(table={"dimensions": ("d",), "cells": cells}, relations=(("A", ("a",)),))
    source = Source(microdata({"none": []}), {})
    result = audit.decide(params, audit.counts(params, source, CONTEXT), CONTEXT)
    found = by_name(result)
    assert (found[("a",)].status, found[("a",)].disclosed, found[("a",)].lower) == ("suppressed", True, 12)
    assert (found[("A",)].status, found[("A",)].published) == ("safe", 12)
    assert (result.disclosed, result.unpublished) == (1, 3)
    assert cells_in(result) == len(counted_once(result.cells)) == 4


def test_two_manual_statuses_of_one_cell_are_not_overridden_silently() -> None:
    both = ({"cell": ("F", "s"), "status": "frozen"}, {"cell": ("41", "s"), "status": "unsafe"})
    for cells in (both, both[::-1]):
        with pytest.raises(Refused) as refused:
            run(cells=cells)
        (problem,) = refused.value.problems
        assert problem.code == "table.two_statuses"
        assert {problem.params["cell"], problem.params["other"]} == {"F / s", "41 / s"}
    result, _, _ = run(cells=(both[0], {"cell": ("F", "s"), "status": "unsafe"}))
    assert by_name(result)[("41", "s")].status == "unsafe"


def test_cells_that_nobody_contributes_to_protect_nothing() -> None:
    rows = [("a", "x")] * 2 + [("a", "z")] * 9 + [("b", "x")] * 8 + [("b", "y")] * 7 + [("b", "z")] * 6
    data = microdata({"r": [row for row, _ in rows], "c": [column for _, column in rows]})
    empty, unsafe = ({"cell": cell, "status": "unsafe"} for cell in (("a", "y"), ("a", "x")))
    params = TableParams(
        dimensions=({"variable": "r"}, {"variable": "c"}),
        cells=(empty, unsafe),
        protect={"method": "suppression", "solver": "optimal"},
    )
    source = Source(data, {})
    counted = table_job.counts(params, source, CONTEXT)
    result = table_job.decide(params, counted, CONTEXT)
    hidden = {cell.coordinates for cell in result.cells if cell.published is None}
    row = hidden & {("a", "x"), ("a", "z"), ("a", "Total")}
    assert len(row) > 1  # without the empty cell the row leaves more than one value
    assert result.safe
