"""A shadow variable: the rules judge its contributions, the values are published and audited."""

from fractions import Fraction

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.tables.table import engine as table_job
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.tables.protection.singleton_protection import unsafe_unions
from sdc_desktop.engine.tables.specs.table import TableParams
from sdc_desktop.engine.tables.table_counts import judged
from sdc_desktop.engine.verdict import Grade, from_warnings
from tests.support.data import microdata

CONTEXT = JobContext()
RULES = ({"kind": "p_percent", "p": 15}, {"kind": "threshold", "n": 3, "range": 10})
DIMENSIONS = ({"variable": "region"}, {"variable": "size"})


def rows(seed: int) -> list[tuple[str, str, int, str, str]]:
    """Records with a value, staff, which is missing for some, and a holding."""
    draws = np.random.default_rng(seed)
    found = []
    for number in range(60):
        region, size = "abcd"[draws.integers(4)], "xyz"[draws.integers(3)]
        staff = "" if number % 7 == 0 else str(draws.integers(0, 40))
        found.append((region, size, int(draws.integers(1, 900)), staff, f"h{draws.integers(40)}"))
    return found


def source(records) -> Source:
    names = ("region", "size", "v", "staff", "firm")
    return Source(microdata({n: [str(row[i]) for row in records] for i, n in enumerate(names)}), {})


def table(records, **given):
    params = TableParams(dimensions=DIMENSIONS, rules=RULES, **given)
    counted = table_job.counts(params, source(records), CONTEXT)
    return params, counted, judged(params, counted)


@pytest.mark.parametrize("seed", range(4))
def test_cells_are_judged_as_in_a_table_of_the_shadow_and_levels_are_the_same_shares(seed) -> None:
    records = rows(seed)
    as_zero = [(r, s, v, staff or "0", firm) for r, s, v, staff, firm in records]
    _, own, by_shadow = table(records, value="v", shadow="staff")
    _, of_shadow, expected = table(as_zero, value="staff")
    nothing = of_shadow.table.values == 0
    plain = np.flatnonzero(~nothing).tolist()
    assert by_shadow.unsafe[plain].tolist() == expected.unsafe[plain].tolist()
    assert expected.unsafe.any()
    for cell in plain:
        if by_shadow.unsafe[cell]:
            share = Fraction(int(own.table.values[cell]), int(of_shadow.table.values[cell]))
            level = expected.by_rule.levels(cell).upper * share
            assert by_shadow.by_rule.levels(cell).upper == level
    assert by_shadow.unsafe[nothing & (own.table.values > 0)].all()
    reason = by_shadow.by_rule.reasons(int(np.flatnonzero(expected.unsafe & ~nothing)[0]))
    assert reason == expected.by_rule.reasons(int(np.flatnonzero(expected.unsafe & ~nothing)[0]))


def test_a_cell_without_the_shadow_needs_protection_against_exact_disclosure() -> None:
    records = [("a", "x", 100, "0", f"f{n}") for n in range(5)]
    records += [(r, s, 100 + n, "30", f"{r}{s}{n}") for r in "ab" for s in "xy" for n in range(6)][6:]
    _, counted, found = table(records, value="v", shadow="staff")
    cell = counted.table.find(("a", "x"))
    assert np.flatnonzero(found.unsafe).tolist() == [cell]
    assert [reason.kind for reason in found.by_rule.reasons(cell)] == ["threshold"]
    levels = found.levels[cell]
    assert (levels.upper, levels.lower, levels.sliding) == (0, 0, 1)


def test_sums_of_suppressed_cells_are_judged_by_the_shadow() -> None:
    records = rows(1)
    params, counted, found = table(records, value="v", shadow="staff", protect={"method": "suppression"})
    result = table_job.decide(params, counted, CONTEXT)
    assert result.audited
    hidden = np.array([cell.published is None and not cell.repeats for cell in result.cells])
    judging = counted.shadow.records
    left = unsafe_unions(counted.table, counted.records, params.rules, hidden, CONTEXT, judging)
    assert len(left) == len(result.unsafe_sums)
    assert {cell.coordinates for cell in result.cells if cell.status == "unsafe"} == {
        counted.table.coordinates(cell) for cell in np.flatnonzero(found.unsafe).tolist()
    }
    values = {cell.coordinates: cell.value for cell in result.cells}
    assert values[("Total", "Total")] == sum(row[2] for row in records)


def test_records_without_the_shadow_are_a_reservation() -> None:
    """The greatest contributor to a cell might be among them: the rules cannot know."""
    protect = {"method": "suppression"}
    records = rows(2)
    params, counted, _ = table(records, value="v", shadow="staff", protect=protect)
    result = table_job.decide(params, counted, CONTEXT)
    (found,) = [one for one in result.notes if one.code == "table.shadow_missing"]
    assert found.params == {"name": "staff", "number": sum(staff == "" for _, _, _, staff, _ in records)}
    assert [reason.grade for reason in from_warnings([found])] == [Grade.RESERVATIONS]
    known = [(*own, staff or "0", firm) for *own, staff, firm in records]
    params, counted, _ = table(known, value="v", shadow="staff", protect=protect)
    assert not table_job.decide(params, counted, CONTEXT).notes


def test_a_plan_with_a_shadow_keeps_it_and_a_given_table_has_none() -> None:
    params = {"dimensions": [{"variable": "region"}], "value": "v", "shadow": "staff"}
    plan = {
        "schema": 2,
        "data": {"path": "x.csv"},
        "jobs": [{"name": "t", "kind": "table", "params": params}],
    }
    assert plan_from_json(plan).job("t").params.shadow == "staff"
    given = TableParams(table={"instance": "x.jj"}, shadow="staff")
    codes = [problem.code for problem in table_job.check(given, Source.without_records())]
    assert "table.two_tables" in codes
