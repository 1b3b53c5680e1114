"""A small survey of firms in four tables that stand in a cycle: apart, and protected together."""

from pathlib import Path

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.runner import evaluate_plan
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
