"""Known tables with costs and levels: their audit, bound for bound, and the optimum cost of suppression."""

import csv
import json
from pathlib import Path

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.tables.attack.intervals import intervals
from sdc_desktop.engine.tables.attack.knowledge import Knowledge
from sdc_desktop.engine.tables.files.jj import jj_text, parse_jj
from sdc_desktop.engine.tables.protection.suppress import suppress
from sdc_desktop.engine.tables.protection.suppression_problem import SuppressionProblem

SHARED = Path(__file__).parents[2].parent / "shared"
FOLDER = SHARED / "data" / "csp"
pytestmark = [
    pytest.mark.conformance,
    pytest.mark.skipif(not SHARED.is_dir(), reason="the shared inputs are not here"),
]
NAMES = (
    "flat10x10_s0",
    "flat20x20_s0",
    "flat50x20_s0",
    "flat5x5x5_s0",
    "hier21x13_s0",
    "hier85x13_s0",
    "hier85x43_s0",
)


def instance(name):
    return parse_jj((FOLDER / f"{name}.jj").read_text(encoding="ascii"), f"{name}.jj")


def stated(name):
    return json.loads((FOLDER / "results.json").read_text(encoding="ascii"))[name]


@pytest.mark.parametrize("name", NAMES)
def test_the_audit_of_the_optimum_pattern_is_the_known_one(name) -> None:
    found, expected = instance(name), stated(name)
    hidden = found.unsafe.copy()
    hidden[expected["pattern_secondary"]] = True
    values = found.table.values
    known = Knowledge(
        found.table.relations,
        np.where(hidden, found.lower, values),
        np.where(hidden, found.upper, values),
    )
    cells = [int(cell) for cell in expected["audit"]]
    for truth in (values, None):
        ends = intervals(known, cells, JobContext(), truth=truth)
        assert [[i.lower, i.upper] for i in ends] == list(expected["audit"].values())
        assert all(i.attained for i in ends)


@pytest.mark.parametrize("name", NAMES)
def test_a_table_is_written_as_it_was_read(name) -> None:
    found = instance(name)
    again = parse_jj(jj_text(found), name)
    assert again.levels == found.levels
    for one, other in zip(found.table.relations.matrix.data, again.table.relations.matrix.data, strict=True):
        assert one == other
    assert (again.table.values == found.table.values).all()
    assert (again.costs == found.costs).all()
    assert (again.upper == found.upper).all()
    assert (again.frozen == found.frozen).all()


def problem_of(name) -> SuppressionProblem:
    found = instance(name)
    return SuppressionProblem(
        found.table.relations,
        found.table.values,
        found.costs,
        found.frozen,
        found.lower,
        found.upper,
        found.levels,
    )


@pytest.mark.parametrize("name", NAMES)
def test_the_optimum_costs_what_is_known_and_is_proven_and_safe(name) -> None:
    expected, problem = stated(name), problem_of(name)
    best = suppress(problem, "optimal", JobContext())
    assert best.cost == expected["optimal_cost"]
    assert best.proven
    assert best.safe
    assert set(best.protects) == set(np.flatnonzero(best.pattern & ~problem.always))


@pytest.mark.parametrize("name", NAMES)
def test_the_fast_method_costs_at_most_what_is_known_of_it(name) -> None:
    """No more than half a per cent of the optimum above the known best of its starts."""
    with (SHARED / "golden" / "linked" / "fast_csp.csv").open(encoding="utf-8", newline="") as file:
        known = next(row for row in csv.DictReader(file) if row["table"] == name)
    found, optimum = suppress(problem_of(name), "fast", JobContext()), float(known["optimum"])
    assert found.safe
    assert found.cost <= optimum * (1 + (float(known["best_of_starts_over_percent"]) + 0.5) / 100)
    assert found.bound <= optimum
