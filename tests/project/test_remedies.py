"""What one click does about a reason of a verdict, tried by running the plan that it gives."""

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.project.remedies import remedies

TOWNS = {"North": ("Aldby", "Borby"), "South": ("Celby", "Dorby"), "West": ("Elby", "Fenby")}


@pytest.fixture
def file(tmp_path):
    """Persons whose town tells their region, in which some are rare by age."""
    draws = np.random.default_rng(4)
    rows = ["region,town,sex,age"]
    for _ in range(120):
        region = str(draws.choice(list(TOWNS), p=[0.6, 0.3, 0.1]))
        age = int(draws.integers(0, 12)) * 5
        rows.append(f"{region},{draws.choice(TOWNS[region])},{draws.choice(['f', 'm'])},{age}")
    (tmp_path / "data.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    variables = {"region": {"role": "key"}, "sex": {"role": "key"}, "age": {"role": "key"}, "town": {}}
    params = {"k": 3, "importance": {"age": 9, "sex": 9}}
    job = {"name": "p", "kind": "local_suppression", "params": params, "output": {"path": "p.csv"}}
    data = {"path": "data.csv", "variables": variables}
    return tmp_path, plan_from_json({"schema": 2, "data": data, "jobs": [job]})


def judged(folder, plan):
    (*_, last) = evaluate_plan(plan, folder, JobContext()).jobs
    return last.verdict


def test_a_town_that_reveals_regions_is_protected_with_them_or_left_out(file) -> None:
    folder, plan = file
    reason = next(one for one in judged(folder, plan).reasons if one.code == "inferred_values")
    assert reason.figures["by"] == ("town",)
    found = {one.code: one for one in remedies(plan, plan.jobs[-1], reason)}
    assert list(found) == ["together", "omit"]
    for remedy in found.values():
        codes = [one.code for one in judged(folder, remedy.plan).reasons]
        assert not [code for code in codes if code.startswith("inferred")], (remedy.code, codes)


def test_the_order_of_records_is_made_random_in_the_file_of_the_job(file) -> None:
    from sdc_desktop.engine.verdict import failed

    _, plan = file
    reason = failed("inferred_by_order", variable="region", number=3, protected=3)
    (remedy,) = remedies(plan, plan.jobs[-1], reason)
    assert remedy.code == "random_order"
    assert remedy.plan.jobs[-1].output.order == "random"


def test_a_reason_found_in_another_job_has_no_remedy_here(file) -> None:
    from dataclasses import replace

    from sdc_desktop.engine.verdict import failed

    _, plan = file
    reason = replace(failed("inferred_by_order", variable="region", number=3, protected=3), job="before")
    assert not list(remedies(plan, plan.jobs[-1], reason))
