"""Suppression of the known instances up to 3,655 cells: wanted by the heuristic, one start, 1 CPU second, by
the optimum search 15 for 85 x 43 and for 5 x 5 x 5.

CPU seconds of the program and of the child processes that solve integer programs; both work in turn, so that
on a machine of their own they are the seconds of the clock.
"""

import json
import os
from pathlib import Path

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.tables.files.jj import parse_jj
from sdc_desktop.engine.tables.protection.effort import Limits
from sdc_desktop.engine.tables.protection.suppress import suppress
from sdc_desktop.engine.tables.protection.suppression_problem import SuppressionProblem

FOLDER = Path(__file__).parents[2].parent / "shared" / "data" / "csp"
NAMES = ("flat10x10_s0", "flat20x20_s0", "flat50x20_s0", "hier21x13_s0", "hier85x13_s0", "hier85x43_s0")
pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not FOLDER.is_dir(), reason="the shared inputs are not here"),
]


def _cpu() -> float:
    return sum(os.times()[:4])


def _problem(name: str) -> SuppressionProblem:
    found = parse_jj((FOLDER / f"{name}.jj").read_text(encoding="ascii"), name)
    return SuppressionProblem(
        found.table.relations,
        found.table.values,
        found.costs,
        found.frozen,
        found.lower,
        found.upper,
        found.levels,
    )


def test_one_start_of_the_heuristic(benchmark) -> None:
    problem = _problem("hier85x43_s0")
    limits = Limits(starts=1)
    began = _cpu()
    found = benchmark.pedantic(lambda: suppress(problem, "fast", JobContext(), limits=limits), rounds=1)
    seconds = _cpu() - began
    benchmark.extra_info |= {"cpu": seconds, "wanted": 1}
    print(f"\n{len(problem.values)} cells, one start: {seconds:.2f} s CPU, cost {found.cost:.0f}")
    assert found.safe


@pytest.mark.parametrize("name", [*NAMES, "flat5x5x5_s0"])
def test_exact_suppression_of_a_known_instance(benchmark, name) -> None:
    problem = _problem(name)
    known = json.loads((FOLDER / "results.json").read_text(encoding="ascii"))[name]
    began = _cpu()
    best = benchmark.pedantic(lambda: suppress(problem, "optimal", JobContext()), rounds=1)
    seconds = _cpu() - began
    benchmark.extra_info |= {"cpu": seconds, "wanted": 15}
    print(f"\n{name}: {len(problem.values)} cells, {seconds:.1f} s CPU")
    assert best.proven
    assert best.cost == known["optimal_cost"]
