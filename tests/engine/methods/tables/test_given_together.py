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
