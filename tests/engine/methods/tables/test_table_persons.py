"""Tables whose contributors are persons with several records, against counting by hand."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sdc_desktop.engine.runner import result_text
from tests.engine.methods.tables.person_tables import (
    NAMED,
    ROWS,
    THRESHOLD,
    WARDS,
    Row,
    by_cell,
    counted,
    evaluated,
    many,
    params_of,
    refused,
    unsafe,
)


def test_a_threshold_counts_persons_and_no_records(tmp_path: Path) -> None:
    found = counted(ROWS, params_of())
    assert by_cell(found, found.behind.contributors) == {
        "N / D": 3,
        "N / F": 2,
        "N / Total": 5,
        "S / D": 5,
        "S / F": 4,
        "S / Total": 5,
        "Total / D": 5,
        "Total / F": 4,
        "Total / Total": 5,
    }
    assert by_cell(found, found.table.values)["N / F"] == 4
    done = evaluated(tmp_path, ROWS, params_of())
    assert unsafe(done.jobs[0].result) == {"N / F"}
    assert done.verdict.grade == "unsafe"


def test_the_p_percent_rule_sums_the_contributions_of_a_person(tmp_path: Path) -> None:
    params = params_of(value="y", rules=[{"kind": "p_percent", "p": 10}])
    assert unsafe(evaluated(tmp_path, ROWS, params).jobs[0].result) == {"N / F", "Total / F"}


def test_the_holding_of_the_job_comes_before_the_person(tmp_path: Path) -> None:
    params = params_of(value="y", holding="group")
    found = counted(ROWS, params)
    contributors = by_cell(found, found.behind.contributors)
    assert contributors["N / D"] == 2
    assert contributors["Total / F"] == 3
    assert unsafe(evaluated(tmp_path, ROWS, params).jobs[0].result) == {"N / D", "N / F"}


def test_numbers_of_persons_that_do_not_add_up_are_not_suppressed(tmp_path: Path) -> None:
    params = params_of(("sex", "ward"), count="persons", rules=[{"kind": "threshold", "n": 2}])
    head = ("id", "sex", "ward")
    found = counted(WARDS, params, head)
    assert by_cell(found, found.table.values) == {
        "f / W": 2,
        "f / X": 2,
        "f / Total": 3,
        "m / W": 3,
        "m / X": 1,
        "m / Total": 3,
        "Total / W": 5,
        "Total / X": 3,
        "Total / Total": 6,
    }
    assert unsafe(evaluated(tmp_path, WARDS, params, head=head).jobs[0].result) == {"m / X"}
    for protect in (
        {"method": "suppression", "solver": "fast"},
        {"method": "rounding", "base": 3},
        {"method": "adjustment"},
        {"method": "redesign", "merge": {"ward": [["W", "X"]]}},
        {"method": "redesign", "cheapest": "ward"},
    ):
        problem = refused(tmp_path, WARDS, params | {"protect": protect}, head=head)
        assert (problem.code, problem.params["variables"]) == ("persons.not_additive", ("ward",))


# against brute force ----------------------------------------------------------------------------------


def random_rows(seed: int, holdings: bool = False) -> list[tuple[str, ...]]:
    random = np.random.default_rng(seed)
    firms = {
        f"p{n}": f"h{random.integers(4)}" if holdings and random.random() < 0.6 else "" for n in range(7)
    }
    rows = []
    for _ in range(24):
        person = f"p{random.integers(7)}"
        own = ("NS"[random.integers(2)], "DFG"[random.integers(3)], str(random.integers(1, 40)))
        rows.append((person, *own, firms[person]))
    return rows


def cells_of(rows: Sequence[Row]) -> dict[str, list[Row]]:
    cells: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        for one in product((row[1], "Total"), (row[2], "Total")):
            cells[" / ".join(one)].append(row)
    return cells


def sums_by_hand(members: Sequence[Row], *, value: bool) -> list[int]:
    sums: dict[str, int] = defaultdict(int)
    for row in members:
        sums[row[4] or row[0]] += int(row[3]) if value else 1
    return sorted(sums.values(), reverse=True)


@pytest.mark.parametrize("value", [True, False])
@pytest.mark.parametrize("seed", range(8))
def test_rules_on_persons_and_their_holdings_agree_with_counting_by_hand(seed: int, value: bool) -> None:
    holdings = seed % 2 == 1
    rows = random_rows(seed, holdings)
    rules = [{"kind": "dominance", "n": 1, "k": 40}, {"kind": "p_percent", "p": 30}, THRESHOLD]
    params = params_of(rules=rules, **({"value": "y"} if value else {}))
    found = counted(rows, params | ({"holding": "group"} if holdings else {}))
    for name, members in cells_of(rows).items():
        cell = found.table.find(name.split(" / "))
        sums = sums_by_hand(members, value=value)
        assert found.behind.contributors[cell] == len(sums)
        assert found.behind.magnitudes[cell] == sum(sums) == found.table.values[cell]
        assert found.behind.largest[cell].tolist() == [*sums, 0, 0][:2]


@pytest.mark.parametrize("seed", range(8))
def test_persons_are_counted_once_in_every_cell(seed: int) -> None:
    rows = random_rows(seed)
    found = counted(rows, params_of(count="persons"))
    for name, members in cells_of(rows).items():
        cell = found.table.find(name.split(" / "))
        assert found.table.values[cell] == len({row[0] for row in members})
        assert found.behind.contributors[cell] == found.table.values[cell]
        assert found.behind.largest[cell].tolist() == [1, min(1, int(found.table.values[cell]) - 1)]
    assert not found.table.additive_problems()
    assert found.varying == ("region", "act")


def test_holdings_contribute_their_persons_where_these_are_counted() -> None:
    rows = random_rows(3, holdings=True)
    found = counted(rows, params_of(count="persons", holding="group"))
    for name, members in cells_of(rows).items():
        cell = found.table.find(name.split(" / "))
        persons = {(row[4] or row[0], row[0]) for row in members}
        sizes = sorted(np.unique([one for one, _ in persons], return_counts=True)[1].tolist(), reverse=True)
        assert found.table.values[cell] == len(persons)
        assert found.behind.contributors[cell] == len(sizes)
        assert found.behind.largest[cell].tolist() == [*sizes, 0][:2]


# one mechanism ------------------------------------------------------------------------------------------

METHODS: dict[str, Any] = {
    "none": None,
    "suppression": {"method": "suppression"},
    "insiders": {"method": "suppression", "insider_levels": True, "waiver": "group", "waiver_codes": ["g2"]},
    "rounding": {"method": "rounding", "base": 5},
    "adjustment": {"method": "adjustment"},
    "redesign": {"method": "redesign", "cheapest": "act"},
}


def without_settings(done: Any) -> Any:
    return [job.result for job in done.jobs]


@pytest.mark.parametrize("name", METHODS)
def test_a_person_is_what_a_holding_of_the_same_codes_is(tmp_path: Path, name: str) -> None:
    request = {"kind": "request", "variable": "group", "codes": ["g1"], "share": 20}
    rules = [{"kind": "p_percent", "p": 40}, request, {"kind": "threshold", "n": 4}]
    params = params_of(value="y", rules=rules)
    params |= {} if METHODS[name] is None else {"protect": METHODS[name]}
    by_person = evaluated(tmp_path, many(), params)
    by_holding = evaluated(tmp_path, many(), params | {"holding": "id"}, roles=NAMED)
    assert by_person.jobs[0].result == by_holding.jobs[0].result
    assert unsafe(by_person.jobs[0].result)
    by_record = evaluated(tmp_path, many(), params, roles=NAMED)
    assert by_record.jobs[0].result != by_person.jobs[0].result


def test_persons_are_the_same_in_tables_that_are_protected_together(tmp_path: Path) -> None:
    protect = {"method": "suppression", "link": "a"}
    rules = [{"kind": "dominance", "n": 1, "k": 45}]
    tables = [params_of(("region",), value="y", rules=rules, protect=protect)]
    tables.append(params_of(("region", "act"), value="y", rules=rules, protect=protect))
    by_person = evaluated(tmp_path, many(), *tables)
    named = [one | {"holding": "id"} for one in tables]
    by_holding = evaluated(tmp_path, many(), *named, roles=NAMED)
    assert without_settings(by_person) == without_settings(by_holding)


@pytest.mark.parametrize("value", [{}, {"value": "y"}])
@pytest.mark.parametrize("name", [*METHODS, "cell key"])
def test_with_one_record_each_the_result_is_that_without_the_role(
    tmp_path: Path, name: str, value: dict[str, str]
) -> None:
    rows = [(f"q{place}", *row[1:]) for place, row in enumerate(many())]
    cell_key = {"method": "cell_key", "variance": 2, "maximum": 5}
    protect = {**METHODS, "cell key": cell_key}[name]
    params = params_of(**value) | ({} if protect is None else {"protect": protect})
    one = evaluated(tmp_path, rows, params)
    other = evaluated(tmp_path, rows, params, roles=NAMED)
    texts = [
        result_text(done, with_values=True).replace("direct_identifier", "person") for done in (one, other)
    ]
    assert one.jobs[0].result == other.jobs[0].result
    assert texts[0] == texts[1]
    if not value:
        counting = evaluated(tmp_path, rows, params | {"count": "persons"})
        assert counting.jobs[0].result.cells == one.jobs[0].result.cells


@pytest.mark.parametrize("name", METHODS)
def test_persons_over_variables_of_persons_are_protected_as_one_record_each(
    tmp_path: Path, name: str
) -> None:
    firsts = {row[0]: row for row in many()}
    rows = [(row[0], *firsts[row[0]][1:]) for row in many()]
    params = params_of() | ({} if METHODS[name] is None else {"protect": METHODS[name]})
    by_person = evaluated(tmp_path, rows, params | {"count": "persons"})
    once = evaluated(tmp_path, list(dict.fromkeys(rows)), params, roles=NAMED)
    cells = [done.jobs[0].result.cells for done in (by_person, once)]
    assert cells[0] == cells[1]
    assert by_person.jobs[0].result.group_disclosure == once.jobs[0].result.group_disclosure


@pytest.mark.parametrize("together", [False, True])
@pytest.mark.parametrize("more", [{}, {"value": "y"}, {"count": "persons", "protect": None}])
def test_records_beyond_memory_give_the_same_tables(
    tmp_path: Path, more: dict[str, Any], together: bool
) -> None:
    protect = {"method": "suppression", "link": "a" if together and "count" not in more else None}
    rules = [{"kind": "dominance", "n": 1, "k": 30}, THRESHOLD]
    own = [
        params_of(one, rules=rules, **{"protect": protect} | more) for one in (["region"], ["region", "act"])
    ]
    small, large = (evaluated(tmp_path, many(), *own, large=large) for large in (False, True))
    assert without_settings(small) == without_settings(large)


@pytest.mark.parametrize(("persons", "records"), [(3, 8), (3, 1200), (4, 2)])
def test_what_one_cell_leaves_of_another_is_judged_by_its_persons(
    tmp_path: Path, persons: int, records: int
) -> None:
    number = persons * records
    rows = [(f"a{place}", "one", "small") for place in range(40)]
    rows += [(f"b{place % persons}", "two", "small") for place in range(number)]
    rows += [(f"c{place}", "two", "big") for place in range(40 + number)]
    rules = [{"kind": "threshold", "n": 4}]
    own = [params_of((name,), rules=rules, protect={"method": "suppression"}) for name in ("county", "area")]
    done = evaluated(tmp_path, rows, *own, head=("id", "county", "area"))
    codes = [{one.code for one in job.verdict.reasons} for job in done.jobs]
    assert all(("linked.unsafe_differences" in one) == (persons < 4) for one in codes)


# what else is counted by person -------------------------------------------------------------------------


def test_nearly_all_persons_of_a_row_disclose_a_group(tmp_path: Path) -> None:
    rows = [("a", "N", "D", "1", "g")] * 2 + [(one, "N", "F", "1", "g") for one in "bcdefghij"]
    rows += [("b", "N", "D", "1", "g")] * 10 + [(one, "S", act, "1", "g") for one in "klm" for act in "DF"]
    found = evaluated(tmp_path, rows, params_of()).jobs[0].result.group_disclosure
    assert [(one.total, one.cell, one.share) for one in found if one.total == ("N", "Total")] == [
        (("N", "Total"), ("N", "F"), 0.9)
    ]
    assert ("S", "Total") in {one.total for one in found}


def test_a_person_requests_protection_in_any_record(tmp_path: Path) -> None:
    rows = [(row[0], "N", "D", "0", "g1" if place == 9 else "g2") for place, row in enumerate(ROWS)]
    request = {"kind": "request", "variable": "group", "codes": ["g1"], "share": 10}
    found = evaluated(tmp_path, rows, params_of(rules=[request], count="persons")).jobs[0].result
    assert "N / D" in unsafe(found)


def test_a_weighted_threshold_counts_the_weight_of_a_person_once(tmp_path: Path) -> None:
    rows = [("a", "N", "D", "2", "g")] * 3 + [("b", "S", "D", "4", "g"), ("c", "S", "D", "2", "g")]
    params = params_of(weight="y", rules=[{"kind": "threshold", "n": 4, "weighted": True}])
    assert unsafe(evaluated(tmp_path, rows, params).jobs[0].result) == {"N / D", "N / Total"}
    rows.append(("a", "S", "D", "3", "g"))
    assert refused(tmp_path, rows, params).code == "persons.weight_varies"


def test_records_of_nobody_are_no_contributors(tmp_path: Path) -> None:
    rows = [("a", "N", "D", "5", "g"), ("a", "N", "D", "5", "g"), ("b", "N", "D", "5", "g")]
    rows += [("", "N", "D", "5", "g")] * 4 + [("", "S", "D", "5", "g")] * 4
    rows += [(one, "N", "F", "5", "g") for one in "abc"]
    assert refused(tmp_path, rows, params_of()).code == "persons.missing"
    done = evaluated(tmp_path, rows, params_of(), persons={"missing": "nobody"})
    result = done.jobs[0].result
    assert {"N / D", "S / D"} <= unsafe(result)
    assert result.without == 8
    assert "persons.without" in {one.code for one in done.verdict.reasons}
    found = evaluated(tmp_path, rows, params_of(count="persons"), persons={"missing": "nobody"})
    values = {cell.coordinates: cell.value for cell in found.jobs[0].result.cells}
    assert values["N", "D"] == 2
    assert values["S", "D"] == 0
    by_value = counted(rows, params_of(value="y"))
    assert by_cell(by_value, by_value.behind.contributors)["S / D"] == 0
    assert by_cell(by_value, by_value.table.values)["S / D"] == 20
    assert by_cell(by_value, by_value.table.empty) == {
        name: name == "S / F" for name in by_cell(by_value, by_value.table.empty)
    }


def test_persons_follow_the_records_through_earlier_steps(tmp_path: Path) -> None:
    prepare = {"name": "p", "kind": "prepare", "params": {"steps": [{"drop": ["id"]}]}}
    done = evaluated(tmp_path, ROWS, params_of(), params_of(count="persons"), jobs=[prepare])
    assert unsafe(done.jobs[1].result) == {"N / F"}
    values = {cell.coordinates: cell.value for cell in done.jobs[2].result.cells}
    assert values["N", "F"] == 2


# noise by cell key ----------------------------------------------------------------------------------------


def test_a_person_in_two_holdings_is_refused(tmp_path: Path) -> None:
    rows = [*ROWS, ("a", "N", "F", "1", "g2"), ("e", "N", "F", "1", "")]
    problem = refused(tmp_path, rows, params_of(holding="group"))
    assert (problem.code, problem.params["persons"]) == ("persons.two_holdings", 1)


def test_a_record_without_a_holding_belongs_to_that_of_its_person() -> None:
    rows = [*ROWS, ("e", "N", "F", "1", ""), ("f", "N", "F", "1", ""), ("f", "N", "F", "1", "")]
    found = counted(rows, params_of(holding="group", value="y"))
    assert by_cell(found, found.behind.contributors)["Total / Total"] == 5


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"value": "y"}, "persons.count_alone"),
        ({"weight": "y"}, "persons.count_alone"),
        ({"protect": {"method": "suppression", "link": "a"}}, "persons.not_linked"),
    ],
)
def test_persons_are_counted_in_plain_tables_alone(tmp_path: Path, more: dict[str, Any], code: str) -> None:
    assert refused(tmp_path, ROWS, params_of(count="persons", **more)).code == code


def test_persons_are_not_counted_without_the_role(tmp_path: Path) -> None:
    problem = refused(tmp_path, ROWS, params_of(count="persons"), roles=NAMED)
    assert problem.code == "persons.count_without_role"


def test_the_variable_of_persons_is_no_part_of_a_table(tmp_path: Path) -> None:
    problem = refused(tmp_path, ROWS, params_of(("region", "id")))
    assert (problem.code, problem.where.key) == ("persons.in_table", "jobs[0].params.dimensions[1].variable")


def test_a_table_of_persons_is_apart_from_others(tmp_path: Path) -> None:
    done = evaluated(tmp_path, ROWS, params_of(), params_of(("region",), count="persons"))
    codes = [{one.code for one in job.verdict.reasons} for job in done.jobs]
    assert all("several_tables" in own for own in codes)
    assert done.jobs[1].result.definition is None


def test_a_private_table_refuses_persons_with_more_records(tmp_path: Path) -> None:
    params = {
        "dimensions": [{"variable": "region"}],
        "codes": {"region": ["N", "S"]},
        "budget": 1,
        "contribution": 3,
    }
    job = {"name": "p", "kind": "private_table", "params": params}
    problem = refused(tmp_path, ROWS, jobs=[job])
    assert problem.code == "persons.contribution"
    assert {key: problem.params[key] for key in ("persons", "most", "limit")} == {
        "persons": 2,
        "most": 4,
        "limit": 3,
    }
    job["params"] = params | {"contribution": 4}
    result = evaluated(tmp_path, ROWS, jobs=[job]).jobs[0].result
    assert result.checked
    assert not result.notes


def test_no_person_is_written(tmp_path: Path) -> None:
    rows = [(f"secret-{row[0]}", *row[1:]) for row in ROWS]
    done = evaluated(tmp_path, rows, params_of(value="y", protect={"method": "suppression"}))
    assert "secret-" not in result_text(done, with_values=True)
