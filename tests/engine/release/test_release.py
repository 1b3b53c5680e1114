"""What a ``release`` job makes of a file, what it refuses and what it says."""

import json
from dataclasses import replace
from functools import cache

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.release.release import engine as release
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.release.spec import ReleaseParams
from sdc_desktop.engine.runner import to_json
from sdc_desktop.engine.source import Source
from sdc_desktop.resources import resource_path
from tests.support.data import csv_columns, microdata
from tests.support.release import AGES, LOCATIONS, golden, soldiers

CONTEXT = JobContext()
SHARES = dict(zip(AGES, soldiers().baseline.tolist(), strict=True))


@cache
def file_of(name: str, order=AGES) -> Source:
    """A golden table as a file of records."""
    counts = golden(name)
    rows = [
        (AGES[x], LOCATIONS[y])
        for y in range(len(LOCATIONS))
        for x in range(len(AGES))
        for _ in range(counts[y, x])
    ]
    ages, locations = zip(*rows, strict=True)
    data = microdata({"age": ages, "location": locations})
    return Source(data.with_variables([replace(data.variables[0], order=order), data.variables[1]]), {})


def small(**columns) -> Source:
    return Source(microdata(columns or {"age": list("ababbc"), "location": list("xxyyxy")}), {})


def ran(source: Source, **params):
    spec = ReleaseParams(attribute="age", target="location", **params)
    counted = release.counts(spec, source, CONTEXT)
    return spec, counted, release.decide(spec, counted, CONTEXT)


def codes(source: Source, **params) -> list[str]:
    spec = ReleaseParams(**({"attribute": "age", "target": "location"} | params))
    with pytest.raises(Refused) as refusal:
        release.decide(spec, release.counts(spec, source, CONTEXT), CONTEXT)
    return [problem.code for problem in refusal.value.problems]


# ----- the whole file taken as released


@pytest.mark.parametrize("name", ["mis", "kld", "cst", "dqt"])
def test_an_example_is_assessed_as_printed(name) -> None:
    _, _, result = ran(
        file_of(name), baseline=SHARES, tests=[name], alpha=0.2, degrees="seen", assess_only=True
    )
    shown = json.loads(json.dumps(to_json(result)))["assessment"]
    assert list(shown) == [name]
    assert shown[name]["safe"] is True
    if name == "mis":
        assert round(shown[name]["statistic"], 6) == 0.025522
        assert round(shown[name]["critical"], 6) == 0.025527
        assert shown[name]["degrees_of_freedom"] == 45
    if name == "kld":
        assert round(shown[name]["targets"]["L2"]["statistic"], 6) == 0.056478
        assert shown[name]["targets"]["L2"]["degrees_of_freedom"] == 9


def test_the_file_itself_is_its_baseline_unless_one_is_stated() -> None:
    _, _, result = ran(file_of("full"), assess_only=True, alpha={"MIS": 0.05})
    assert result.baseline == pytest.approx(SHARES)
    assert round(result.assessment["MIS"].statistic, 6) == 0.063285
    assert result.alpha == {"MIS": 0.05, "KLD": 0.2, "CST": 0.2, "DQT": 0.2}
    assert result.fit == {"L1": 500, "L2": 580, "L3": 952, "L4": 952, "L5": 952}
    assert (result.runs, result.matrix, result.orders) == ((), (), 0)


def test_a_value_without_baseline_is_never_safe() -> None:
    _, _, result = ran(small(), baseline={"a": 0.5, "b": 0.5}, assess_only=True)
    shown = to_json(result)["assessment"]
    assert shown["MIS"] == {"statistic": None, "critical": pytest.approx(2, abs=2), "safe": False} | {
        "degrees_of_freedom": None
    }
    assert not shown["KLD"]["safe"]
    assert [target for target, found in shown["KLD"]["targets"].items() if not found["safe"]] == ["y"]
    assert [problem.code for problem in result.notes if problem.code == "release.no_baseline"]


# ----- simulation


def test_a_simulation_tells_means_by_run_and_target_and_the_matrix() -> None:
    _, _, result = ran(file_of("full"), orders=3, requests=1500, tests=["MIS", ["KLD", "DQT"]], seed=5)
    shown = to_json(result)
    assert [run["tests"] for run in shown["runs"]] == [["MIS"], ["KLD", "DQT"]]
    for run in shown["runs"]:
        assert run["released"] + run["queued"] + run["denied"] == pytest.approx(run["requested"])
        assert run["requested"] == 1500
        assert sum(target["released"] for target in run["targets"].values()) == pytest.approx(run["released"])
        assert {"released", "queued", "sd"} <= set(run["targets"]["L2"])
        assert isinstance(run["stalled"], int)
    assert shown["matrix"][0]["safe_under"]["MIS"] == 3
    assert (shown["orders"], shown["requests"], shown["seed"], shown["records"]) == (3, 1500, 5, 10_000)


def test_equal_plans_give_equal_results_and_another_seed_another() -> None:
    first, again, other = (
        to_json(ran(file_of("full"), orders=2, requests=800, tests=["KLD"], seed=seed)[2])
        for seed in (1, 1, 2)
    )
    assert json.dumps(first) == json.dumps(again)
    assert first["runs"] != other["runs"]


def test_without_a_seed_of_its_own_the_jobs_is_taken() -> None:
    spec = ReleaseParams(attribute="age", target="location", orders=1, tests=["CST"])
    counted = release.counts(spec, small(), CONTEXT)
    assert release.decide(spec, counted, JobContext(seed=7)).seed == 7


def test_the_order_of_the_file_can_be_the_order_of_requests() -> None:
    _, _, result = ran(small(), stream="file", tests=["CST"], policy="deny")
    assert result.orders == 1
    trace = result.runs[0].played[0].trace
    assert trace.requests.tolist() == list(range(6))
    assert [divmod(cell, 3) for cell in trace.cells.tolist()] == [
        (0, 0),
        (0, 1),
        (1, 0),
        (1, 1),
        (0, 1),
        (1, 2),
    ]


def test_the_order_of_the_file_knows_values_that_only_the_baseline_has() -> None:
    shown = {"a": 0.4, "b": 0.3, "z": 0.3}
    _, counted, result = ran(small(), stream="file", tests=["CST"], baseline=shown)
    assert counted.as_filed.tolist() == [0, 1, 3, 4, 1, -2]
    assert counted.counts.tolist() == [[1, 2, 0], [1, 1, 0]]
    assert result.runs[0].queued == 1


def test_a_value_or_target_of_incomplete_records_alone_is_none() -> None:
    source = small(age=["a", "b", "c", ""], location=["x", "x", "", "y"])
    _, counted, _ = ran(source, assess_only=True)
    assert (counted.values, counted.targets) == (("a", "b"), ("x",))
    assert counted.baseline.tolist() == [0.5, 0.5]


def test_records_that_lack_a_value_or_a_target_are_no_requests() -> None:
    source = small(age=["a", "", "b", "a"], location=["x", "x", "", "y"])
    _, counted, result = ran(source, tests=["CST"], orders=1, stream="file", baseline={"a": 0.5, "b": 0.5})
    assert counted.records == 2
    assert result.runs[0].requested == 2
    assert [problem.params["number"] for problem in result.notes if problem.code == "release.missing"] == [2]


def test_a_value_without_baseline_waits_in_vain_or_is_denied() -> None:
    for policy, what in (("oldest_first", "queued"), ("deny", "denied")):
        _, _, result = ran(
            small(), baseline={"a": 0.5, "b": 0.5}, tests=["CST"], orders=2, policy=policy, stream="file"
        )
        run = result.runs[0]
        assert (run.released, getattr(run, what)) == (5, 1)


def test_rates_order_the_requests_of_targets() -> None:
    _, _, result = ran(
        file_of("full"), stream="arrivals", rates={"L1": 5, "L2": 0}, requests=1000, orders=1, tests=["CST"]
    )
    targets = result.runs[0].targets
    assert targets["L2"].requested == 0
    assert targets["L1"].requested > 2 * targets["L3"].requested


def test_the_trace_names_each_release_with_its_figures() -> None:
    _, counted, result = ran(file_of("full"), orders=2, requests=400, tests=["MIS", ["KLD", "CST"]])
    trace = release.apply(result, counted, file_of("full"), CONTEXT)
    rows = trace.window(0, trace.records)
    assert trace.names == ("tests", "released", "request", "target", "value", "test", "statistic", "critical")
    first, both = result.runs[0].played[0], result.runs[1].played[0]
    assert trace.records == first.released.sum() + 2 * both.released.sum()
    assert {row[0] for row in rows} == {"MIS", "KLD+CST"}
    for row in rows:
        assert (row[6] == "") == (row[7] == "")
        assert row[6] == "" or float(row[6]) < float(row[7])


def test_the_trace_of_an_assessment_is_its_findings() -> None:
    _, counted, result = ran(small(), tests=["KLD", "DQT"], assess_only=True)
    trace = release.apply(result, counted, small(), CONTEXT)
    assert [(row[3], row[5]) for row in trace.window(0, 9)] == [("x", "KLD"), ("y", "KLD"), ("", "DQT")]


# ----- the order of values


def test_values_stand_in_their_declared_order_else_by_size_else_as_texts() -> None:
    assert ran(file_of("full"), assess_only=True)[1].values == AGES
    numbers = small(age=["10", "9", "9", "10"], location=list("xxyy"))
    assert ran(numbers, assess_only=True)[1].values == ("9", "10")
    assert ran(small(), assess_only=True)[1].values == ("a", "b", "c")
    shown = {"c": 0.2, "a": 0.5, "b": 0.3}
    assert ran(small(), assess_only=True, baseline=shown)[1].values == ("c", "a", "b")


def test_the_test_that_joins_neighbours_says_where_nobody_declared_an_order() -> None:
    noted = {problem.code for problem in ran(small(), tests=["CST"], assess_only=True)[2].notes}
    assert noted == {"release.no_order"}
    assert ran(small(), tests=["MIS"], assess_only=True)[2].notes == ()


def test_values_that_the_declared_order_lacks_are_stated() -> None:
    _, counted, result = ran(file_of("full", AGES[::-1][1:]), tests=["MIS"], assess_only=True)
    assert counted.values[-1] == ">=55"
    assert [problem.code for problem in result.notes] == ["release.order_lacks"]


# ----- what is refused


def test_variables_that_cannot_serve_are_refused() -> None:
    assert codes(small(), attribute="nobody") == ["plan.unknown_variable"]
    assert codes(small(), target="age") == ["release.same_variable"]
    data = microdata({"age": ["a"], "location": ["x"]}, {"age": "direct_identifier"})
    assert codes(Source(data, {})) == ["release.direct_identifier"]


def test_baselines_that_are_none_are_refused() -> None:
    assert codes(small(), baseline={"a": 0.5, "b": 0.4}) == ["release.baseline_sum"]
    assert codes(small(), baseline={"a": 1.5, "b": -0.5}) == ["release.baseline_not_positive"]
    assert codes(small(), baseline={"a": 1}) == ["release.one_value"]
    assert codes(small(age=["a", "a"], location=["x", "y"])) == ["release.one_value"]


def test_runs_and_rates_that_mean_nothing_are_refused() -> None:
    assert codes(small(), tests=[[]]) == ["release.tests_of_a_run"]
    assert codes(small(), tests=[["MIS", "mis"]]) == ["release.tests_of_a_run"]
    assert codes(small(), rates={"z": 1}) == ["release.rate_of_nobody"]
    assert codes(small(age=["", ""], location=["x", "y"])) == ["release.no_records"]


def test_draws_that_no_memory_holds_are_refused() -> None:
    many = small(age=[str(n) for n in range(300)], location=[str(n) for n in range(300)])
    assert codes(many) == ["release.too_many_cells"]


def test_the_plan_of_the_self_test_runs() -> None:
    folder = resource_path("self_test")
    plan = json.loads((folder / "release.sdcplan").read_text(encoding="utf-8"))
    source = Source(microdata(csv_columns(folder / plan["data"]["path"])), {})
    for job in plan["jobs"]:
        assert job["kind"] == "release"
        spec = ReleaseParams.model_validate_json(json.dumps(job["params"]), strict=True)
        counted = release.counts(spec, source, CONTEXT)
        result = release.decide(spec, counted, CONTEXT)
        assert release.apply(result, counted, source, CONTEXT).records > 0
