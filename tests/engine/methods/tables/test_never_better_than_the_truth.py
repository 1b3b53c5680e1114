"""Tables in overlapping classifications, of values that follow from one another: no verdict is better than
what an independent integer program derives, and no cell is named that it does not derive.
"""

import csv

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.engine.verdict import Grade
from tests.support.linked_tables.truth import System, Truth, random_system

NOMINAL = ("district", "area", "activity")
LEFT = "less"  # of a difference, in what the truth names


def evaluated(folder, system: System, *, link: bool) -> dict:
    names = [name for name in system.records[0] if name != "weighted"]
    with (folder / "d.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, names, extrasaction="ignore")
        writer.writeheader()
        writer.writerows(system.records)
    variables = {
        name: {"role": "other", "level": "nominal" if name in NOMINAL else "continuous"} for name in names
    }
    data = {"path": "d.csv", "variables": variables}
    plan = plan_from_json({"schema": 2, "data": data, "jobs": system.jobs(link=link)})
    return {job.name: job for job in evaluate_plan(plan, folder, JobContext()).jobs}


def run(folder, system: System) -> dict:
    """The jobs, linked where the system says so and the tables have something to do with one another."""
    try:
        return evaluated(folder, system, link=system.link and len(system.protected) > 1)
    except Refused as refusal:
        if [problem.code for problem in refusal.problems] != ["linked.no_shared_cell"]:
            raise
        return evaluated(folder, system, link=False)


def check(folder, seed: int) -> None:
    system = random_system(seed)
    jobs = run(folder, system)
    results = {name: job.result for name, job in jobs.items()}
    truth = Truth(system, results)
    exposed = truth.exposed()
    unsafe = any(job.verdict.grade is Grade.UNSAFE for job in jobs.values())
    assert unsafe or not exposed, exposed
    values = {value for _, value in system.tables.values()}
    for result in results.values():
        if result.linked is None:
            continue
        for cell in result.linked.failures:
            names = {f"{name}: {' / '.join(own)}" for name, own in cell.coordinates.items()}
            assert names & set(exposed)
        for cells in result.linked.unsafe_sums if "weighted" not in values else ():
            assert any(truth.confirms(cells, value) for value in values), cells
    if "weighted" not in values and any(result.differences for result in results.values()):
        assert any(LEFT in name for name in exposed)


@pytest.mark.parametrize("seed", [29, 43, 44, 57, 196, 217, 265, 420])
def test_no_verdict_is_better_than_the_truth(tmp_path, seed) -> None:
    check(tmp_path, seed)


@pytest.mark.nightly
@pytest.mark.parametrize("ten", range(30))
def test_three_hundred_systems_are_judged_as_the_truth(tmp_path, ten) -> None:
    for seed in range(10 * ten, 10 * (ten + 1)):
        check(tmp_path, seed)
