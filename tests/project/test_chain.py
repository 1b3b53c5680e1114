"""The steps of a plan, without the window: any of them may be switched off."""

import pytest

from sdc_desktop.engine.plan import Plan, active_plan, plan_from_json
from sdc_desktop.engine.running.outputs import proposed_output
from sdc_desktop.project.chain import active_steps, chain_of, with_chain


def plan(*off: str) -> Plan:
    jobs = [
        {"name": "recode", "kind": "recode", "params": {"levels": {}}, "no_file": True},
        {"name": "suppress", "kind": "local_suppression", "input": "recode", "output": {"path": "o.csv"}},
    ]
    found = plan_from_json({"schema": 2, "data": {"path": "d.csv"}, "jobs": jobs})
    steps = [job.model_copy(update={"off": job.name in off}) for job in chain_of(found)]
    return with_chain(found, steps)


def test_the_first_step_can_be_off_and_the_next_reads_the_data() -> None:
    shown = plan("recode")
    assert [job.off for job in chain_of(shown)] == [True, False]
    assert [(job.name, job.input) for job in active_plan(shown).jobs] == [("suppress", "data")]


@pytest.mark.parametrize(
    ("off", "last"), [((), 1), (("recode",), 1), (("suppress",), 0), (("recode", "suppress"), 1)]
)
def test_the_last_active_step_has_the_file(off: tuple[str, ...], last: int) -> None:
    steps = chain_of(plan(*off))
    assert [None if job.output is None else job.output.path for job in steps] == [
        "o.csv" if place == last else None for place in range(2)
    ]
    assert [job.no_file for job in steps] == [place != last for place in range(2)]
    assert bool(active_steps(plan(*off))) == (len(off) < 2)


@pytest.mark.parametrize(
    ("data", "output"),
    [
        ("a.csv", "a_protected.csv"),
        ("a.tsv.gz", "a_protected.tsv.gz"),
        ("a.csv.zst", "a_protected.csv.gz"),
        ("a.csv.zip", "a_protected.csv.gz"),
        ("a.arrows", "a_protected.parquet"),
    ],
)
def test_the_protected_file_is_named_after_the_data_in_a_format_that_is_written(data, output) -> None:
    plan = plan_from_json({"schema": 2, "data": {"path": data}, "jobs": []})
    assert proposed_output(plan).path == output
