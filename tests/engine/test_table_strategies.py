"""Strategies for tables: figures of every table job in every plan, and nothing made up where a job is not."""

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.engine.strategies import table_strategies
from sdc_desktop.engine.strategies.comparison import compared
from sdc_desktop.engine.strategies.table_strategies import (
    compared_tables,
    compares_records,
    figures_of,
    mean_width,
)

RECORDS = [("a", "x", "900"), ("a", "x", "10")]
RECORDS += [(r, c, "50") for r in "abc" for c in "xyz" for _ in range(3)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tables")
    lines = ["r,c,v", *(",".join(record) for record in RECORDS)]
    (folder / "t.csv").write_text("\n".join(lines) + "\n")
    return folder


def plan_of(*jobs):
    return plan_from_json({"schema": 2, "data": {"path": "t.csv"}, "jobs": list(jobs)})


def table_job(protect=None, p=40, name="t", **more):
    params = {
        "dimensions": [{"variable": "r"}, {"variable": "c"}],
        "value": "v",
        "rules": [{"kind": "p_percent", "p": p}],
    }
    params |= {"protect": protect} if protect else {}
    return {"name": name, "kind": "table", "params": params, **more}


SUPPRESSED = table_job({"method": "suppression"})
AUDIT = {
    "name": "audited",
    "kind": "audit",
    "params": {
        "table": {"rows": ["a", "b"], "columns": ["x", "y"], "values": [[1, None, 3], [4, 5, 9], [5, 7, 12]]}
    },
}


def test_every_job_stands_in_every_plan_and_what_a_plan_lacks_has_no_figures(folder) -> None:
    plans = [("now", plan_of(SUPPRESSED)), ("other", plan_of(table_job(), AUDIT))]
    found = compared_tables(plans, folder, JobContext())
    assert [(one.job, one.strategy) for one in found] == [
        ("t", "now"),
        ("t", "other"),
        ("audited", "now"),
        ("audited", "other"),
    ]
    suppressed, open_table, missing, audited = (one.figures for one in found)
    assert missing is None
    assert found[2].problems == ()
    assert (suppressed.cells, suppressed.primaries, suppressed.audit) == (16, 1, "passed")
    assert suppressed.suppressed == suppressed.primaries + suppressed.secondaries == 7
    assert (open_table.suppressed, open_table.audit, open_table.bound, open_table.width) == (
        0,
        None,
        None,
        None,
    )
    assert (audited.suppressed, audited.audit, audited.lost, audited.primaries) == (1, "failed", None, None)


def test_the_figures_are_those_of_the_result(folder) -> None:
    result = evaluate_plan(plan_of(SUPPRESSED), folder, JobContext()).jobs[0].result
    found = figures_of(result)
    hidden = [cell for cell in result.cells if cell.published is None]
    assert found.width == pytest.approx(sum((c.upper - c.lower) / c.value for c in hidden) / len(hidden))
    total = next(cell.value for cell in result.cells if cell.coordinates == ("Total", "Total"))
    leaves = [cell for cell in hidden if "Total" not in cell.coordinates]
    assert found.lost == pytest.approx(sum(cell.value for cell in leaves) / total)
    assert result.proven
    assert (found.bound, found.gap) == (result.bound, 0.0)
    assert found.bound == pytest.approx(result.cost)
    assert mean_width(()) is None


def test_what_is_refused_says_why_and_the_others_are_reckoned(folder) -> None:
    gone = table_job({"method": "suppression"})
    gone["params"] = gone["params"] | {"value": "nothing"}
    refused, done = compared_tables([("a", plan_of(gone)), ("b", plan_of(SUPPRESSED))], folder, JobContext())
    assert refused.figures is None
    assert refused.problems[0].params["name"] == "nothing"
    assert done.figures is not None


def test_what_is_alike_or_known_already_is_reckoned_once(folder, monkeypatch) -> None:
    runs = []

    def counted(plan, *rest):
        runs.append(plan)
        return evaluate_plan(plan, *rest)

    monkeypatch.setattr(table_strategies, "evaluate_plan", counted)
    now = plan_of(SUPPRESSED | {"output": {"path": "out.csv"}})
    plans = [("now", now), ("same", plan_of(SUPPRESSED)), ("other", plan_of(table_job()))]
    found = compared_tables(plans, folder, JobContext())
    assert len(runs) == 2
    result = evaluate_plan(plans[1][1], folder, JobContext()).jobs[0].result
    again = compared_tables(plans, folder, JobContext(), {"t": result})
    assert len(runs) == 3
    assert again == found


def test_records_are_compared_where_a_job_makes_them_or_there_are_no_tables() -> None:
    recode = {"name": "r", "kind": "recode", "params": {"levels": {"r": 1}}}
    assert not compares_records([("a", plan_of(SUPPRESSED)), ("b", plan_of())])
    assert compares_records([("a", plan_of(SUPPRESSED)), ("b", plan_of(recode))])
    assert compares_records([("a", plan_of())])


def test_tables_that_are_protected_together_have_figures_of_their_own_and_one_bound(folder) -> None:
    """What one run gives for several jobs is kept by job."""
    first, second = SUPPRESSED | {"name": "t1"}, table_job({"method": "suppression"}) | {"name": "t2"}
    second["params"] = second["params"] | {"dimensions": [{"variable": "r"}]}
    for job in (first, second):
        job["params"] = job["params"] | {"protect": {"method": "suppression", "link": "both"}}
    plan = plan_of(first, second)
    results = {job.name: job.result for job in evaluate_plan(plan, folder, JobContext()).jobs}
    found = {one.job: one.figures for one in compared_tables([("a", plan)], folder, JobContext())}
    assert found["t1"].cells != found["t2"].cells
    for name, figures in found.items():
        assert figures.cells == results[name].losses.cells
        assert figures.suppressed == results[name].losses.cells_lost
        assert figures.cost == results[name].cost_here
    assert found["t1"].bound == results["t1"].bound
    assert (found["t2"].bound, found["t2"].gap, found["t2"].with_job) == (None, None, "t1")


def test_a_plan_with_one_refused_table_has_the_others_audited_together(folder, monkeypatch) -> None:
    runs = []

    def counted(plan, *rest):
        runs.append([job.name for job in plan.jobs])
        return evaluate_plan(plan, *rest)

    monkeypatch.setattr(table_strategies, "evaluate_plan", counted)
    gone = table_job({"method": "suppression"}) | {"name": "gone"}
    gone["params"] = gone["params"] | {"value": "nothing"}
    plan = plan_of(SUPPRESSED, gone, table_job() | {"name": "open"})
    suppressed, refused, open_table = compared_tables([("a", plan)], folder, JobContext())
    assert runs[-1] == ["t", "open"]
    assert refused.problems
    assert suppressed.figures is not None
    assert open_table.figures is not None


def test_what_is_compared_stays_when_the_rest_is_ended_by_request(folder) -> None:
    drafts = []
    context = JobContext(on_draft=drafts.append, is_enough=lambda: bool(drafts))
    plans = [("now", plan_of(SUPPRESSED)), ("other", plan_of(table_job()))]
    found = compared(plans, folder, context)
    assert found.ended
    assert [one.strategy for one in found.tables] == ["now"]
    assert found.tables == drafts[-1].tables
    whole = compared(plans, folder, JobContext())
    assert not whole.ended
    assert whole.tables[:1] == found.tables
