"""A small survey of firms in four tables that stand in a cycle: apart, and protected together."""

from dataclasses import replace
from pathlib import Path

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.store import store
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.runner import evaluate_plan, run_plan
from tests.support.linked_tables.survey import Survey
from tests.support.linked_tables.system import disclosed

SMALL = Survey(firms=160, activities=6, groups=2, products=4, municipalities=6, regions=3)


def results(folder: Path, **protect) -> list:
    plan = plan_from_json(SMALL.plan(**protect))
    return [job.result for job in evaluate_plan(plan, folder, JobContext()).jobs]


def test_four_tables_of_a_survey_disclose_cells_apart_and_none_together(tmp_path) -> None:
    records = SMALL.write(tmp_path, seed=0)
    apart = results(tmp_path)
    failing = {" / ".join(own) for cell in apart[0].linked.failures for own in cell.coordinates.values()}
    assert failing
    assert failing == set(disclosed(records, apart, SMALL.groupings()))
    assert not any(result.safe for result in apart)
    joint = results(tmp_path, link="survey")
    assert not disclosed(records, joint, SMALL.groupings())
    assert all(result.safe for result in joint)
    assert joint[0].linked.fine > 0
    assert joint[0].linked.jobs == tuple(job["name"] for job in SMALL.plan()["jobs"])


CYCLE = ["activity product", "product municipality", "activity municipality"]


def test_three_tables_in_a_cycle_with_dominance_are_safe_by_another_solver(tmp_path) -> None:
    """The tables are like enterprise tables of tau-ARGUS: each two of three variables, two hierarchical."""
    records = SMALL.write(tmp_path, seed=1)
    made = SMALL.plan(CYCLE, link="cycle", insiders="ignore", unions="ignore")
    for job in made["jobs"]:
        job["params"]["rules"] = [{"kind": "dominance", "n": 2, "k": 75}]
    found = [job.result for job in evaluate_plan(plan_from_json(made), tmp_path, JobContext()).jobs]
    assert found[0].linked.fine > 0
    assert sum(result.primaries for result in found) > 10
    assert not disclosed(records, found, SMALL.groupings())
    for number, result in enumerate(found):
        secondary = next(  # of a cell that no other table has
            place
            for place, cell in enumerate(result.cells)
            if cell.status == "secondary" and "Total" not in cell.coordinates
        )
        cells = list(result.cells)
        cells[secondary] = replace(cells[secondary], published=cells[secondary].value)
        shown = [*found[:number], replace(result, cells=tuple(cells)), *found[number + 1 :]]
        assert disclosed(records, shown, SMALL.groupings())


def test_a_table_split_into_two_jobs_is_no_safer_than_the_whole(tmp_path) -> None:
    """Regions in one job and municipalities in another show what one table of both shows."""
    records, failed = SMALL.write(tmp_path, seed=2), []
    for link in (None, "halves"):
        made = SMALL.plan(["activity region", "activity municipality"], link=link)
        made["jobs"][1]["params"]["dimensions"][1]["hierarchy"] = False
        found = [job.result for job in evaluate_plan(plan_from_json(made), tmp_path, JobContext()).jobs]
        failing = {" / ".join(one) for cell in found[0].linked.failures for one in cell.coordinates.values()}
        assert failing == set(disclosed(records, found, SMALL.groupings()))
        assert not failing or not any(result.safe for result in found)
        failed.append(failing)
    assert failed[0]
    assert not failed[1]
    assert all(result.safe for result in found)


@pytest.mark.parametrize("link", [None, "survey"], ids=["found", "linked"])
def test_linked_tables_give_equal_bytes_on_one_thread_and_on_eight(tmp_path, monkeypatch, link) -> None:
    SMALL.write(tmp_path)
    plan = plan_from_json(SMALL.plan(["activity product", "activity region"], link=link, solver="optimal"))
    made = []
    for threads in (1, 8):
        monkeypatch.setitem(store._SETTINGS, "threads", threads)
        monkeypatch.setattr("os.cpu_count", lambda number=threads: number)
        out = tmp_path / str(threads)
        done = run_plan(plan, tmp_path, out, JobContext())
        assert all(job.result.linked is not None for job in done.jobs)
        made.append({file.name: file.read_bytes() for file in out.iterdir() if file.suffix != ".log"})
    assert "result.json" in made[0]
    assert made[0] == made[1]
