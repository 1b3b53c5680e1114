"""Tables that are given in files: which of their cells are one, whatever file they stand in."""

import json

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import evaluate_plan

UNSAFE = "linked.unsafe_together"
AREAS = {"A": ("A1", "A2"), "B": ("B1", "B2"), "C": ("C1", "C2")}
FINE = {
    ("A1", "car"): (100, 9),
    ("A1", "bus"): (10, 1),
    ("A2", "car"): (80, 8),
    ("A2", "bus"): (4, 1),
    ("B1", "car"): (60, 7),
    ("B1", "bus"): (30, 4),
    ("B2", "car"): (50, 6),
    ("B2", "bus"): (20, 5),
    ("C1", "car"): (20, 7),
    ("C1", "bus"): (10, 4),
    ("C2", "car"): (25, 6),
    ("C2", "bus"): (7, 5),
}


def cell(area: str, mode: str, column: int) -> int:
    inside = [one for one in FINE if area in (one[0], one[0][0], "DE") and mode in (one[1], "All")]
    return sum(FINE[one][column] for one in inside)


def written(
    folder, name: str, areas, *, swapped: bool = False, names=("NUTS", "T"), factor: int = 1, value: str = "V"
) -> dict:
    """A table of tau-ARGUS and its metadata; `swapped`: the columns in another order; what the plan says."""
    lines = []
    for area in areas:
        for mode in ("All", "car", "bus"):
            where = [mode, area] if swapped else [area, mode]
            lines.append(";".join([*where, str(factor * cell(area, mode, 0)), str(cell(area, mode, 1))]))
    (folder / f"{name}.tab").write_text("\n".join(lines) + "\n", encoding="utf-8")
    fine = any(len(area) == 2 and area != "DE" for area in areas)
    tree = "\n".join(f"{group}\n@{one}\n@{two}" for group, (one, two) in AREAS.items())
    (folder / "areas.hrc").write_text(tree + "\n", encoding="utf-8")
    deep = "  <HIERARCHICAL>\n  <HIERCODELIST> areas.hrc\n  <HIERLEADSTRING> @\n" if fine else ""
    own = [
        f"{names[0]}\n  <RECODEABLE>\n  <TOTCODE> DE\n{deep}",
        f"{names[1]}\n  <RECODEABLE>\n  <TOTCODE> All\n",
    ]
    head = "<SEPARATOR> ;\n<SAFE> S\n<UNSAFE> U\n<PROTECT> P\n"
    tail = f"{value}\n  <NUMERIC>\n  <DECIMALS> 0\nF\n  <FREQUENCY>\n"
    (folder / f"{name}.rda").write_text(
        head + "".join(own[::-1] if swapped else own) + tail, encoding="utf-8"
    )
    return {"tab": f"{name}.tab", "metadata": f"{name}.rda", "response": value}


def job(name: str, table: dict, costs=(), **protect) -> dict:
    params = {
        "table": table,
        "rules": [{"kind": "threshold", "n": 3, "range": 1}],
        "protect": {"method": "suppression", **protect},
        "cells": [{"cell": list(where), "cost": 1} for where in costs],
    }
    return {"name": name, "kind": "table", "params": params}


COARSE, ALL = ("DE", "A", "B", "C"), ("DE", "A", "A1", "A2", "B", "B1", "B2", "C", "C1", "C2")


def run(folder, jobs):
    plan = plan_from_json(json.loads(json.dumps({"schema": 2, "jobs": jobs})))
    return {one.name: one for one in evaluate_plan(plan, folder, JobContext()).jobs}


def codes(found) -> dict:
    return {name: [one.code for one in job.verdict.reasons] for name, job in found.items()}


@pytest.mark.parametrize(
    "other", [{}, {"swapped": True}, {"names": ("region", "mode")}, {"swapped": True, "names": ("x", "y")}]
)
def test_two_files_with_a_common_margin_are_audited_together(tmp_path, other) -> None:
    """Cheap cells lead the coarse table to B, the fine one to C: A / bus, unsafe in one, is certain."""
    coarse = job("coarse", written(tmp_path, "a", COARSE), costs=(("B", "car"), ("B", "bus")))
    fine_costs = [("C", "car"), ("C", "bus"), ("A", "car")]
    fine_costs = [where[::-1] for where in fine_costs] if other.get("swapped") else fine_costs
    fine = job("fine", written(tmp_path, "b", ALL, **other), costs=fine_costs)
    found = run(tmp_path, [coarse, fine])
    assert codes(found) == {"coarse": [UNSAFE], "fine": [UNSAFE]}
    assert found["coarse"].result.linked.exactly == 1


def test_linked_they_are_protected_together(tmp_path) -> None:
    coarse = job("coarse", written(tmp_path, "a", COARSE), costs=(("B", "car"), ("B", "bus")), link="both")
    fine = job("fine", written(tmp_path, "b", ALL), costs=(("C", "car"), ("C", "bus")), link="both")
    found = run(tmp_path, [coarse, fine])
    assert codes(found) == {"coarse": [], "fine": []}
    assert found["coarse"].result.linked.shared == 12


def test_a_copy_of_a_file_is_the_same_table(tmp_path) -> None:
    jobs = [
        job("one", written(tmp_path, "a", COARSE), costs=(("B", "car"), ("B", "bus"))),
        job("two", written(tmp_path, "copy", COARSE), costs=(("C", "car"), ("C", "bus"))),
    ]
    found = run(tmp_path, jobs)
    assert all(UNSAFE in own for own in codes(found).values())


def test_tables_of_other_values_raise_no_alarm(tmp_path) -> None:
    one = job("one", written(tmp_path, "a", COARSE))
    two = job("two", written(tmp_path, "b", COARSE, factor=3, value="W"))
    assert codes(run(tmp_path, [one, two])) == {"one": [], "two": []}


def test_tables_that_could_be_one_and_differ_are_named(tmp_path) -> None:
    one = job("one", written(tmp_path, "a", COARSE))
    two = job("two", written(tmp_path, "b", COARSE, factor=3))
    found = run(tmp_path, [one, two])
    assert codes(found) == {"one": ["linked.could_share"], "two": ["linked.could_share"]}
    assert found["one"].verdict.reasons[0].figures["jobs"] == ("one", "two")


def test_a_link_of_tables_without_a_common_cell_is_refused(tmp_path) -> None:
    one = job("one", written(tmp_path, "a", COARSE), link="both")
    two = job("two", written(tmp_path, "b", COARSE, factor=3), link="both")
    with pytest.raises(Refused) as refused:
        run(tmp_path, [one, two])
    (problem,) = refused.value.problems
    assert problem.code == "linked.no_shared_cell"
    assert (problem.params["names"], problem.params["others"]) == (("NUTS", "T"), ("NUTS", "T"))


def test_a_file_and_the_records_it_was_made_of_are_one_table(tmp_path) -> None:
    rows = []
    for (area, mode), (value, number) in FINE.items():
        rows += [(area[0], mode, value - number + 1)] + [(area[0], mode, 1)] * (number - 1)
    text = "area,mode,value\n" + "".join(f"{a},{m},{v}\n" for a, m, v in rows)
    (tmp_path / "d.csv").write_text(text, encoding="utf-8")
    records = {
        "name": "records",
        "kind": "table",
        "params": {
            "dimensions": [{"variable": "area"}, {"variable": "mode"}],
            "value": "value",
            "rules": [{"kind": "p_percent", "p": 0.1}],
        },
    }
    file = job("file", written(tmp_path, "a", COARSE), costs=(("B", "car"), ("B", "bus")))
    variables = {"value": {"level": "continuous"}}
    data = {"path": "d.csv", "format": "csv", "variables": variables}
    plan = plan_from_json({"schema": 2, "data": data, "jobs": [records, file]})
    found = {one.name: one for one in evaluate_plan(plan, tmp_path, JobContext()).jobs}
    assert UNSAFE in codes(found)["file"]


def renamed(folder, name: str, codes: dict[str, str]) -> None:
    """Other codes in a file that was written."""
    lines = (folder / f"{name}.tab").read_text(encoding="utf-8").splitlines()
    rows = [[codes.get(part, part) for part in line.split(";")] for line in lines]
    (folder / f"{name}.tab").write_text("".join(";".join(row) + "\n" for row in rows), encoding="utf-8")


TO_B, TO_C = (("B", "car"), ("B", "bus")), (("C", "car"), ("C", "bus"))


def test_tables_with_most_codes_in_common_share_these_cells(tmp_path) -> None:
    """The one shows B, the other A and what it calls X: each hides what the other shows."""
    one = job("one", written(tmp_path, "a", COARSE), costs=TO_B)
    two = job("two", written(tmp_path, "b", COARSE, names=("q", "r")), costs=(("X", "car"), ("X", "bus")))
    renamed(tmp_path, "b", {"C": "X"})
    assert codes(run(tmp_path, [one, two])) == {"one": [UNSAFE], "two": [UNSAFE]}


def test_tables_with_some_codes_in_common_and_further_ones_share_these_cells(tmp_path) -> None:
    """Two areas are in both tables, the third of the one is not the third of the other."""
    other = {("D1", "car"): (31, 7), ("D1", "bus"): (17, 5)}
    one = job("one", written(tmp_path, "a", COARSE), costs=TO_B)
    two = job("two", written(tmp_path, "b", COARSE), costs=(("D", "car"), ("D", "bus")))
    lines = []
    for area in ("A", "B", "D", "DE"):
        for mode in ("All", "car", "bus"):
            inside = [
                numbers
                for (where, by), numbers in (FINE | other).items()
                if where[0] != "C" and area in (where[0], "DE") and mode in (by, "All")
            ]
            lines.append(f"{area};{mode};{sum(v for v, _ in inside)};{sum(n for _, n in inside)}\n")
    (tmp_path / "b.tab").write_text("".join(lines), encoding="utf-8")
    found = run(tmp_path, [one, two])
    assert found["one"].result.linked.sharing[0].cells == 6  # of two areas, by mode and together
    assert codes(found) == {"one": [UNSAFE], "two": [UNSAFE]}


def test_of_tables_with_equal_names_and_other_codes_the_totals_are_one(tmp_path) -> None:
    one, two = job("one", written(tmp_path, "a", COARSE)), job("two", written(tmp_path, "b", COARSE))
    other = {"A": "1", "B": "2", "C": "3", "car": "x", "bus": "y"}
    renamed(tmp_path, "b", other)
    one["params"]["protect"]["link"] = two["params"]["protect"]["link"] = "both"
    found = run(tmp_path, [one, two])
    assert found["one"].result.linked.sharing[0].cells == 1


def test_a_table_of_numbered_cells_is_a_reservation_of_those_beside_it(tmp_path) -> None:
    one = job("one", written(tmp_path, "a", COARSE))
    lines = [
        "0",
        "3",
        "0 9 9 s 0 99 0 0 0",
        "1 4 4 u 0 99 2 2 0",
        "2 5 5 s 0 99 0 0 0",
        "1",
        "0 3 : 0 (-1) 1 (1) 2 (1)",
    ]
    (tmp_path / "t.jj").write_text("\n".join(lines) + "\n", encoding="utf-8")
    two = {
        "name": "two",
        "kind": "table",
        "params": {"table": {"instance": "t.jj"}, "protect": {"method": "suppression"}},
    }
    found = codes(run(tmp_path, [one, two]))
    assert found == {"one": ["linked.unlabelled"], "two": ["linked.unlabelled"]}


PARTS = {"total": "V", "parts": ["W", {"total": "X", "parts": ["Y", "Z"]}]}


@pytest.mark.parametrize("sums", [None, PARTS])
def test_values_of_given_tables_add_up_as_a_tree_says(tmp_path, sums) -> None:
    """W and X make up V, Y and Z make up X: what hides Z / A / bus and not Y nor X reveals it."""
    factors = {"V": 6, "W": 3, "X": 3, "Y": 1, "Z": 2}
    tables = {
        value: written(tmp_path, value, COARSE, factor=by, value=value) for value, by in factors.items()
    }
    jobs = [job(value, table, costs=TO_B if value in "VX" else TO_C) for value, table in tables.items()]
    for one in jobs:
        if one["name"] != "Z":
            one["params"]["rules"] = [{"kind": "threshold", "n": 1, "range": 1}]
    plan = {"schema": 2, "jobs": jobs, **({"sums": [sums]} if sums else {})}
    done = evaluate_plan(plan_from_json(json.loads(json.dumps(plan))), tmp_path, JobContext())
    found = {one.name: one for one in done.jobs}
    assert (found["Z"].result.linked is not None) == bool(sums)
    assert (UNSAFE in codes(found)["Z"]) == bool(sums)


def test_what_does_not_add_up_is_refused(tmp_path) -> None:
    tables = [written(tmp_path, v, COARSE, factor=by, value=v) for v, by in (("V", 5), ("W", 3), ("X", 3))]
    jobs = [job(table["response"], table) for table in tables]
    plan = {"schema": 2, "jobs": jobs, "sums": [{"total": "V", "parts": ["W", "X"]}]}
    with pytest.raises(Refused) as refused:
        evaluate_plan(plan_from_json(json.loads(json.dumps(plan))), tmp_path, JobContext())
    assert refused.value.problems[0].code == "linked.sum_not_additive"
