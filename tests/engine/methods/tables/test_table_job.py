"""Tables judged and protected, as a plan asks for it."""

from fractions import Fraction

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.tables.table import engine as table_job
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import to_json
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.tables.protection import protected_table
from sdc_desktop.engine.tables.specs.table import TableParams
from sdc_desktop.engine.tables.table import Levels
from sdc_desktop.engine.tables.table_counts import judged
from tests.engine.tables.files.test_jj import SMALL
from tests.support.data import microdata
from tests.support.secret import drawing
from tests.support.tables import flat, table_of

CONTEXT = drawing()
ROWS = [(region, size, firm) for region in "abc" for size in "xyz" for firm in range(4)]
AMOUNTS = dict(zip(ROWS, np.random.default_rng(7).integers(20, 60, len(ROWS)).tolist(), strict=True))
AMOUNTS[("a", "x", 0)] = 900
DIMENSIONS = ({"variable": "region"}, {"variable": "size"})
P15 = {"kind": "p_percent", "p": 15}
TWO_WAY = {
    "rows": ("a", "b", "c"),
    "columns": ("x", "y"),
    "values": ((4, 11, 15), (12, 3, 15), (9, 16, 25), (25, 30, 55)),
}


def source() -> Source:
    columns = {
        "region": [row[0] for row in ROWS],
        "size": [row[1] for row in ROWS],
        "turnover": [str(AMOUNTS[row]) for row in ROWS],
    }
    return Source(microdata(columns), {})


def run(source_=None, context=CONTEXT, **params):
    spec, where = TableParams(**params), source_ or source()
    counted = table_job.counts(spec, where, context)
    result = table_job.decide(spec, counted, context)
    return result, table_job.apply(result, counted, where, context)


def cell(result, *coordinates):
    return next(c for c in result.cells if c.coordinates == coordinates)


def magnitudes(**named):
    return run(dimensions=DIMENSIONS, value="turnover", rules=(P15,), **named)


def codes(**params) -> list[str]:
    with pytest.raises(Refused) as refused:
        run(**params)
    return [problem.code for problem in refused.value.problems]


def test_a_table_is_judged_with_reasons_before_it_is_protected() -> None:
    result, _ = magnitudes()
    found = cell(result, "a", "x")
    assert (found.status, result.risks.unsafe, result.method) == ("unsafe", 1, None)
    (reason,) = found.reason
    assert reason.kind == "p_percent"
    assert reason.figures["rest"] < reason.figures["bound"] == 135
    assert found.published == found.value


def test_suppression_is_proven_safe_and_says_why() -> None:
    result, written = magnitudes(protect={"method": "suppression"})
    assert (result.safe, result.proven, result.gap) == (True, True, 0.0)
    assert (result.primaries, result.secondaries, result.risks.failures) == (1, 3, 0)
    unsafe = cell(result, "a", "x")
    assert (unsafe.published, unsafe.lower_met, unsafe.upper_met) == (None, True, True)
    secondaries = [c for c in result.cells if c.status == "secondary"]
    assert sum(c.value for c in secondaries) == result.cost
    for secondary in secondaries:
        assert secondary.published is None
        assert [p.primary for p in secondary.protects] == [("a", "x")]
        assert len(secondary.protects[0].relations) == 2
        assert secondary.possible > 1
    assert result.losses.cells_lost == 4
    rows = written.window(0, written.records)
    assert written.names == ("region", "size", "value", "status")
    assert sum(row[2] == "" for row in rows) == 4
    assert ("Total", "Total", str(sum(AMOUNTS.values())), "safe") in rows


@pytest.mark.parametrize(
    ("protect", "statuses"),
    [
        ({"method": "suppression"}, {"safe", "suppressed"}),
        ({"method": "rounding", "base": 5}, {"rounded"}),
        ({"method": "adjustment"}, {"adjusted"}),
    ],
)
def test_the_file_does_not_tell_which_cells_are_unsafe_or_true(protect, statuses) -> None:
    result, written = magnitudes(protect=protect)
    assert len({cell.status for cell in result.cells}) >= len(statuses)
    assert {row[3] for row in written.window(0, written.records)} == statuses


def test_the_file_of_an_unprotected_table_calls_no_cell_safe_or_unsafe() -> None:
    result, written = magnitudes()
    assert "unsafe" in {cell.status for cell in result.cells}
    assert {row[3] for row in written.window(0, written.records)} == {"published"}


def test_what_is_safe_is_in_the_result_of_suppression_alone() -> None:
    assert {"safe", "proven"} <= set(to_json(magnitudes(protect={"method": "suppression"})[0]))
    other = to_json(magnitudes(protect={"method": "rounding", "base": 5})[0])
    assert not {"safe", "proven"} & set(other)


def test_fast_suppression_is_audited_all_the_same_and_tells_its_gap() -> None:
    result, _ = magnitudes(protect={"method": "suppression", "solver": "fast"})
    assert (result.safe, result.stopped, result.risks.failures) == (True, False, 0)
    assert result.bound <= result.cost
    assert result.gap == (result.cost - result.bound) / result.cost
    assert result.proven == (result.gap == 0)


def test_a_search_that_was_set_to_end_is_no_whole_result() -> None:
    states = []
    context = JobContext(on_state=states.append, is_enough=lambda: len(states) > 0)
    protect = {"method": "suppression"}
    result, _ = run(context=context, dimensions=DIMENSIONS, value="turnover", rules=(P15,), protect=protect)
    assert (result.safe, result.stopped) == (True, True)
    assert result.states == tuple(states)


@pytest.mark.parametrize("base", [5, 10, 100])
def test_controlled_rounding_adds_up_and_is_zero_restricted(base) -> None:
    result, _ = magnitudes(protect={"method": "rounding", "base": base})
    table = result.table
    published = np.array([c.published for c in result.cells])
    assert not table.relations.differences(published).any()
    assert (published % base == 0).all()
    assert (np.abs(published - table.values) < base).all()
    assert result.losses.distance == result.cost
    for found in result.cells:
        assert found.lower <= found.value <= found.upper


def test_all_cells_of_a_rounded_table_up_to_the_limit_have_intervals_and_beyond_it_unsafe_ones(
    monkeypatch,
) -> None:
    found = []
    for most in (16, 15):  # the table has 16 cells
        monkeypatch.setattr(protected_table, "_MOST_BOUNDED", most)
        result, _ = magnitudes(protect={"method": "rounding", "base": 5})
        found.append([c.coordinates for c in result.cells if c.upper is not None])
    unsafe = [c.coordinates for c in result.cells if c.reason]
    assert (len(result.cells), len(found[0])) == (16, 16)
    assert found[1] == unsafe
    assert 0 < len(unsafe) < 16


def test_a_step_more_is_taken_where_no_rounding_adds_up_and_stated() -> None:
    inner = {("a0", "b0", "c0"), ("a0", "b1", "c1"), ("a1", "b0", "c1"), ("a1", "b1", "c0")}
    table = table_of((flat("a", 2), flat("b", 2), flat("c", 2)), (1, 0, 0, 1, 0, 1, 1, 0))
    cells = tuple((table.coordinates(cell), int(table.values[cell])) for cell in range(len(table)))
    spec = {"dimensions": ("a", "b", "c"), "cells": cells}
    result, _ = run(table=spec, protect={"method": "rounding", "base": 2})
    assert [(note.code, note.params["steps"]) for note in result.notes] == [("rounding.relaxed", 1)]
    published = np.array([c.published for c in result.cells])
    assert not result.table.relations.differences(published).any()
    for found in result.cells:
        assert found.lower <= found.value <= found.upper
        if found.coordinates in inner:
            assert found.value == 1


def test_rounding_of_each_cell_by_itself() -> None:
    result, _ = magnitudes(protect={"method": "rounding", "base": 10, "controlled": False})
    assert all(c.published == (c.value + 5) // 10 * 10 for c in result.cells)
    random, _ = magnitudes(protect={"method": "rounding", "base": 10, "controlled": False, "random": True})
    assert all(abs(c.published - c.value) < 10 and c.published % 10 == 0 for c in random.cells)
    again, _ = magnitudes(protect={"method": "rounding", "base": 10, "controlled": False, "random": True})
    assert [c.published for c in random.cells] == [c.published for c in again.cells]


def test_adjustment_moves_the_unsafe_far_enough_and_still_adds_up() -> None:
    result, _ = magnitudes(protect={"method": "adjustment"})
    published = np.array([c.published for c in result.cells])
    assert not result.table.relations.differences(published).any()
    found = cell(result, "a", "x")
    need = found.reason[0].figures["bound"] - found.reason[0].figures["rest"]
    assert abs(found.published - found.value) >= need
    assert found.status == "adjusted"
    assert found.lower is None


def test_a_table_that_stands_in_the_plan_is_protected_by_hand() -> None:
    wish = ({"cell": ("a", "x"), "status": "unsafe", "upper": 2, "lower": 2},)
    result, _ = run(table=TWO_WAY, cells=wish, protect={"method": "suppression"})
    assert result.safe
    assert cell(result, "a", "x").reason[0].kind == "manual"
    assert cell(result, "a", "x").upper >= 6
    frozen = (*wish, {"cell": ("a", "y"), "status": "frozen"})
    other, _ = run(table=TWO_WAY, cells=frozen, protect={"method": "suppression"})
    assert cell(other, "a", "y").published == 11
    dear = (*wish, *({"cell": (row, "y"), "cost": 1000} for row in ("b",)))
    dearer, _ = run(table=TWO_WAY, cells=dear, protect={"method": "suppression"})
    assert cell(dearer, "b", "y").status == "safe"


def test_cells_that_are_unsafe_by_hand_alone_have_the_range_of_the_table() -> None:
    def levels_of(entry: dict[str, object], **params) -> Levels:
        spec = TableParams(**{"cells": (entry,), **params})
        counted = table_job.counts(spec, source(), CONTEXT)
        place = next(i for i in range(len(counted.table)) if counted.table.coordinates(i) == entry["cell"])
        return judged(spec, counted).levels[place]

    wish = {"cell": ("b", "x"), "status": "unsafe"}
    assert levels_of(wish, table=TWO_WAY, manual_range=25) == Levels(Fraction(3), Fraction(3), Fraction(1))
    assert levels_of(wish, table=TWO_WAY) == Levels().at_least_a_unit()
    own = {**wish, "upper": 5}
    assert levels_of(own, table=TWO_WAY, manual_range=25) == Levels(Fraction(5), Fraction(3), Fraction(1))
    by_rule = {"cell": ("a", "x"), "status": "unsafe"}
    named = {"dimensions": DIMENSIONS, "value": "turnover", "rules": (P15,)}
    assert levels_of(by_rule, **named, manual_range=90) == levels_of(by_rule, **named)


def test_a_zero_that_the_officer_calls_safe_stays_published() -> None:
    values = ((0, 11, 11), (12, 3, 15), (9, 16, 25), (21, 30, 51))
    wishes = ({"cell": ("a", "x"), "status": "safe"}, {"cell": ("b", "x"), "status": "unsafe"})
    protect = {"method": "suppression", "solver": "fast"}
    result, _ = run(table={**TWO_WAY, "values": values}, cells=wishes, protect=protect)
    assert (result.safe, cell(result, "a", "x").published) == (True, 0)


def test_an_instance_brings_its_costs_and_levels(tmp_path) -> None:
    (tmp_path / "a.jj").write_text(SMALL, encoding="utf-8")
    where = Source(microdata({"none": []}), {}, tmp_path)
    result, _ = run(where, table={"instance": "a.jj"}, protect={"method": "suppression"})
    assert (result.safe, result.proven, result.cost) == (True, True, 2.0)
    assert [c.status for c in result.cells] == ["safe", "unsafe", "secondary", "empty"]


@pytest.mark.parametrize(
    ("params", "code"),
    [
        ({}, "table.no_table"),
        ({"table": TWO_WAY, "value": "turnover"}, "table.two_tables"),
        ({"table": TWO_WAY, "rules": (P15,)}, "table.rules_need_records"),
        ({"table": {**TWO_WAY, "values": ((None, 11, 15), *TWO_WAY["values"][1:])}}, "table.has_gaps"),
        ({"dimensions": ({"variable": "nowhere"},)}, "plan.unknown_variable"),
        (
            {
                "table": TWO_WAY,
                "cells": ({"cell": ("a", "x"), "status": "unsafe", "upper": 1e6},),
                "protect": {"method": "rounding", "base": 0.5},
            },
            "audit.base_no_multiple",
        ),
    ],
)
def test_what_cannot_be_done_is_refused(params, code) -> None:
    assert codes(**params) == [code]


def test_cells_that_nothing_can_protect_are_named() -> None:
    wishes = [{"cell": ("a", "x"), "status": "unsafe"}]
    labels = [(a, b) for a in ("a", "b", "c", "Total") for b in ("x", "y", "Total")]
    wishes += [{"cell": c, "status": "frozen"} for c in labels if c != ("a", "x")]
    with pytest.raises(Refused) as refused:
        run(table=TWO_WAY, cells=tuple(wishes), protect={"method": "suppression"})
    problem, why = refused.value.problems
    assert (problem.code, problem.params["cells"]) == ("suppression.unprotectable", ("a / x",))
    assert (why.code, why.params["cell"]) == ("suppression.blocked_by", "a / x")
    assert (why.params["lower"], why.params["upper"]) == (4, 4)
    named = [("a", "x"), *(tuple(name.split(" / ")) for name in why.params["cells"])]
    freed = [{**wish, "status": "safe"} if wish["cell"] in named[1:] else wish for wish in wishes]
    result, _ = run(table=TWO_WAY, cells=tuple(freed), protect={"method": "suppression"})
    assert result.safe
    assert {c.coordinates for c in result.cells if c.published is None} == set(named)


def test_the_total_that_stands_in_the_way_is_named() -> None:
    spec = {"dimensions": ("a",), "cells": ((("x",), 4), (("y",), 0), (("Total",), 4))}
    unsafe = {"cell": ("x",), "status": "unsafe", "upper": 3, "lower": 4}
    assert run(table=spec, cells=(unsafe,), protect={"method": "suppression"})[0].safe
    frozen = (unsafe, {"cell": ("Total",), "status": "frozen"})
    with pytest.raises(Refused) as refused:
        run(table=spec, cells=frozen, protect={"method": "suppression"})
    why = refused.value.problems[1]
    assert why.params["cells"] == ("Total",)
    assert (why.params["wanted_lower"], why.params["wanted_upper"]) == (0, 7)


def test_a_cell_that_nothing_helps_is_stated_to_be_so(tmp_path) -> None:
    (tmp_path / "a.jj").write_text(SMALL.replace("u 0.00 100.00", "u 0.00 4.80"), encoding="utf-8")
    where = Source(microdata({"none": []}), {}, tmp_path)
    with pytest.raises(Refused) as refused:
        run(where, table={"instance": "a.jj"}, protect={"method": "suppression"})
    assert [p.code for p in refused.value.problems] == ["suppression.unprotectable", "suppression.blocked"]


def test_noise_by_cell_key_is_bounded_and_the_same_again() -> None:
    protect = {"method": "cell_key", "variance": 2, "maximum": 5}
    result, _ = run(dimensions=DIMENSIONS, protect=protect)
    assert all(abs(c.published - c.value) <= 5 and c.lower <= c.value <= c.upper for c in result.cells)
    assert any(c.published != c.value for c in result.cells)
    assert run(dimensions=DIMENSIONS, protect=protect)[0] == result
    # the same cell in another table has the same noise
    rows = run(dimensions=DIMENSIONS[:1], protect=protect)[0]
    assert cell(rows, "a").published == cell(result, "a", "Total").published


def test_noise_of_magnitudes_is_a_share_of_the_largest_contribution() -> None:
    protect = {"method": "cell_key", "variance": 4, "maximum": 5, "step": 4}
    result, _ = magnitudes(protect=protect)
    for c in result.cells:
        inside = [
            v for (r, s, _), v in AMOUNTS.items() if c.coordinates in {(r, s), (r, "Total"), ("Total", s)}
        ]
        largest = max(inside, default=max(AMOUNTS.values()))
        assert abs(c.published - c.value) <= 0.2 * largest + 0.5
        assert c.lower <= c.value <= c.upper
    assert magnitudes(protect=protect)[0] == result
    rows = run(dimensions=DIMENSIONS[:1], value="turnover", protect=protect)[0]
    assert cell(rows, "a").published == cell(result, "a", "Total").published


def test_merged_categories_bound_those_they_are_made_of() -> None:
    result, _ = magnitudes(protect={"method": "redesign", "merge": {"region": (("a", "b"),)}})
    merged = cell(result, "a+b", "x")
    assert merged.published == cell(result, "a", "x").value + cell(result, "b", "x").value
    hidden = cell(result, "a", "x")
    assert (hidden.status, hidden.published, hidden.lower, hidden.upper) == ("merged", None, 0, merged.value)
    assert cell(result, "c", "x").status == "safe"
    assert result.losses.cells_lost == 8


def test_a_merge_of_codes_that_are_none_is_refused() -> None:
    protect = {"method": "redesign", "merge": {"region": (("a", "q"),)}}
    assert codes(dimensions=DIMENSIONS, protect=protect) == ["table.unknown_category"]
    protect = {"method": "redesign", "merge": {"nowhere": (("a", "q"),)}}
    assert codes(dimensions=DIMENSIONS, protect=protect) == ["table.merge_unknown"]
    keys = {"method": "cell_key", "variance": 2, "maximum": 5}
    weighted = {"value": "turnover", "weight": "turnover"}
    assert codes(dimensions=DIMENSIONS, protect=keys, **weighted) == ["cell_key.no_weights"]
    wide = keys | {"step": 21}
    assert codes(dimensions=DIMENSIONS, value="turnover", protect=wide) == ["cell_key.noise_too_large"]
    assert codes(table=TWO_WAY, protect=keys) == ["table.method_needs_records"]
