"""Eight tables of a survey of firms, protected together in a batch run and audited by another program: where
the verdict is safe, no cell and no difference of areas is known more closely than the rule allows.
"""

import json
import time

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.runner import run_plan
from sdc_desktop.engine.verdict import Grade
from tests.support.linked_tables.firms import TABLES, Firms, RecordAudit

SMALL = Firms(firms=160, activities=4, sections=2, municipalities=8, regions=2, areas=2)
SMALL_INDEPENDENT = Firms(160, 4, 2, 8, 2, 2, derived=False)


def run(firms: Firms, folder, seed: int = 0):
    """The records, and the jobs of the run by name."""
    records = firms.write(folder, seed)
    plan = plan_from_json(firms.plan())
    return records, {job.name: job for job in run_plan(plan, folder, folder / "out", JobContext()).jobs}


def published(jobs) -> dict:
    return {name: {c.coordinates: c.published for c in job.result.cells} for name, job in jobs.items()}


def safe_responses(jobs) -> set[str]:
    """The responses of which a table is called safe."""
    return {response for name, response, _ in TABLES if jobs[name].verdict.grade is Grade.SAFE}


def failures(audit: RecordAudit) -> list:
    return audit.failures([*audit.suppressed, *audit.differences()])


@pytest.mark.parametrize("firms", [SMALL, SMALL_INDEPENDENT], ids=["derived profit", "independent profit"])
def test_no_table_called_safe_tells_more_than_its_rule_allows(tmp_path, firms) -> None:
    records, jobs = run(firms, tmp_path)
    assert min(records["profit"]) < 0
    assert sum(job.result.primaries for job in jobs.values()) > 10
    audit = RecordAudit(firms, records, published(jobs))
    assert not {one.response for one, *_ in failures(audit)} & safe_responses(jobs)


def test_the_audit_finds_a_secondary_that_is_published(tmp_path) -> None:
    records, jobs = run(SMALL_INDEPENDENT, tmp_path)
    cells, name = published(jobs), "wages by region"
    audit = RecordAudit(SMALL_INDEPENDENT, records, cells)
    assert not [one for one, *_ in failures(audit) if one.response == "wages"]
    secondary = next(c for c in jobs[name].result.cells if c.status == "secondary")
    cells[name][secondary.coordinates] = secondary.value
    audit = RecordAudit(SMALL_INDEPENDENT, records, cells)
    assert [one for one, *_ in failures(audit) if one.response == "wages"]


@pytest.mark.nightly
@pytest.mark.parametrize("derived", [True, False])
def test_a_survey_of_8000_firms(tmp_path, derived) -> None:
    firms, began = Firms(derived=derived), time.process_time()
    records, jobs = run(firms, tmp_path)
    seconds = time.process_time() - began
    audit = RecordAudit(firms, records, published(jobs))
    found = failures(audit)
    results = [job.result for job in jobs.values()]
    figures = {
        "cells": sum(len(one.cells) for one in results),
        "suppressed": sum(one.losses.cells_lost for one in results),
        "cost": results[0].cost,
        "gap": results[0].gap,
        "cpu": round(seconds, 1),
        "failures": len(found),
    }
    print(f"\n{json.dumps(figures)}")
    assert not {one.response for one, *_ in found} & safe_responses(jobs)
