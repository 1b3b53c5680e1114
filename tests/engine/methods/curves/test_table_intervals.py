"""Intervals of protected tables as questions of ``cae``, from the tables engine itself."""

import dataclasses
import json
from math import log2

import pytest

from sdc_desktop.engine import runner
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.method import never
from sdc_desktop.engine.methods import registry
from sdc_desktop.engine.methods.curves.cae import engine as cae
from sdc_desktop.engine.methods.curves.cae.table_intervals import question_of, with_intervals_of
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.running.outputs import output_problems
from sdc_desktop.engine.tables.cells import CellResult
from tests.engine.methods.tables.test_audit import audited
from tests.engine.methods.tables.test_table_job import magnitudes
from tests.support.tables import golden_spec

CONTEXT = JobContext()


def ran(params):
    return cae.decide(params, cae.counts(params, None, CONTEXT), CONTEXT)


@dataclasses.dataclass(frozen=True)
class Few:
    """Some cells of a table."""

    cells: tuple[CellResult, ...]
    unit: float = 1


def cell(lower, upper, value=3, published=None, **more) -> CellResult:
    known = {"possible": 2, "risk": 1.0} | more
    return CellResult(("a", "x"), value, published, "secondary", lower, upper, **known)


def test_every_suppressed_cell_is_a_case_with_as_many_values_as_the_audit_counts() -> None:
    result = magnitudes(protect={"method": "suppression"})[0]
    open_cells = {", ".join(cell.coordinates): cell for cell in result.cells if cell.published is None}
    found = ran(question_of(result))
    assert {case.label for case in found.cases} == set(open_cells)
    for case in found.cases:
        assert case.h0 == pytest.approx(log2(open_cells[case.label].possible))


def test_the_audit_of_the_source_leaves_each_cell_one_of_407_values() -> None:
    found = ran(question_of(audited(golden_spec())))
    assert [case.label for case in found.cases] == ["5, 5", "5, 7", "6, 5", "6, 7"]
    assert {round(case.h0, 9) for case in found.cases} == {round(log2(407), 9)}
    assert [case.interval for case in found.cases][:2] == [(0, 406), (1131, 1537)]


def test_intervals_of_rounded_cells_are_questions_too() -> None:
    result = magnitudes(protect={"method": "rounding", "base": 50})[0]
    params = question_of(result)
    known = [cell for cell in result.cells if cell.possible is not None]
    assert len(params.intervals) == len(known) > 0
    assert all(low <= shown.value <= high for shown, (low, high) in zip(known, params.intervals, strict=True))


def test_a_table_that_hides_nothing_leaves_nothing_to_ask() -> None:
    with pytest.raises(Refused) as refusal:
        question_of(magnitudes()[0])
    assert [problem.code for problem in refusal.value.problems] == ["cae.no_open_cells"]


def test_intervals_end_at_multiples_of_the_unit() -> None:
    params = question_of(Few((cell(0.25, 4.75), cell(0.0, 4.999999999999), cell(2.9, None)), unit=0.5))
    assert params.intervals == ((0.5, 4.5), (0, 5), (3, None))
    assert params.step == 0.5


def test_where_no_multiple_lies_within_the_ends_the_value_is_known() -> None:
    assert question_of(Few((cell(2.6, 2.9, value=3),))).intervals == ((3, 3),)


def test_only_intervals_that_are_requested_are_taken_from_the_table() -> None:
    table = Few((cell(1, 4),))
    own = cae.CaeParams(intervals=((0, 9),), points=7)
    assert with_intervals_of(own, table) == own
    query = with_intervals_of(cae.CaeParams(intervals="input", points=7), table)
    assert (query.intervals, query.points) == (((1, 4),), 7)


# ----- in a plan


RECODE = {"name": "earlier", "kind": "recode", "params": {"levels": {}}}
CURVE = {"name": "curve", "kind": "cae", "input": "earlier", "params": {"intervals": "input"}}


def plan(*jobs):
    return plan_from_json({"schema": 2, "jobs": list(jobs)})


def test_a_job_that_is_no_table_has_no_cells_to_ask_about() -> None:
    found = [(problem.code, problem.where.key) for problem in output_problems(plan(RECODE, CURVE))]
    assert found == [("cae.input_no_table", "jobs[1].input")]
    alone = CURVE | {"input": "data"}
    assert [problem.code for problem in output_problems(plan(alone))] == ["cae.input_no_table"]


def test_a_curve_takes_the_cells_of_the_job_it_names(monkeypatch, tmp_path) -> None:
    table = magnitudes(protect={"method": "suppression"})[0]
    recode = registry.method_of("recode")
    protecting = dataclasses.replace(recode, needs_data=never, makes_cells=True, writes=False)
    vars(protecting)["stages"] = dataclasses.replace(
        recode.stages,
        check=lambda params, source: (),
        counts=lambda params, source, context: None,
        decide=lambda params, counted, context: table,
        verdict=lambda params, result, limits: (),
    )
    monkeypatch.setattr(registry, "METHODS", {**registry.METHODS, "recode": protecting})
    shown = runner.run_plan(plan(RECODE, CURVE), tmp_path, tmp_path / "out", CONTEXT)
    assert shown.jobs[1].result == ran(question_of(table))
    written = json.loads((tmp_path / "out" / "result.json").read_text(encoding="utf-8"))
    cases = written["jobs"]["curve"]["result"]["cases"]
    assert {case["label"] for case in cases} >= {"a, x"}
