"""Verdicts on plans with several steps: what a step between, or one that is not run, means for the others."""

from types import SimpleNamespace

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.plan_secrets import Secret
from sdc_desktop.engine.runner import RunOptions, run_plan
from sdc_desktop.engine.running.judging import judge_job
from sdc_desktop.engine.verdict import Grade
from tests.support.known_verdicts import FEW, FOURS, SUPPRESS, THREE

NAMES = [{"variable": "r"}, {"variable": "c"}]


@pytest.fixture
def run(tmp_path):
    """Runs jobs on rows; the result and the names of the files written."""

    def done(rows, variables, jobs, **options):
        (tmp_path / "data.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
        data = {"path": "data.csv", "variables": {name: {"role": role} for name, role in variables.items()}}
        plan = plan_from_json({"schema": 2, "data": data, "jobs": jobs})
        result = run_plan(plan, tmp_path, tmp_path / "out", JobContext(), RunOptions(**options))
        return result, {path.name for path in (tmp_path / "out").iterdir()}

    return done


def test_a_table_that_is_not_run_counts_among_those_of_the_same_records(run) -> None:
    params = {"dimensions": NAMES, "rules": [THREE], "protect": SUPPRESS}
    jobs = [{"name": name, "kind": "table", "params": params} for name in ("one", "two")]
    result, _ = run(FEW, {}, jobs, names=("one",))
    assert [reason.code for reason in result.verdict.reasons] == ["linked.not_examined"]


def test_with_a_grade_required_the_file_of_a_worse_step_between_is_not_written(run) -> None:
    jobs = [
        {"name": "between", "kind": "recode", "params": {"levels": {}}},
        {"name": "last", "kind": "recode", "input": "between", "params": {"levels": {}, "suppress_below": 3}},
    ]
    roles = {"sex": "key", "ill": "sensitive"}
    result, files = run(FOURS, roles, jobs, required=Grade.SAFE)
    assert result.verdict.grade is Grade.SAFE
    assert files == {"last.csv", "result.json"}
    assert [dict(job.files).keys() for job in result.jobs] == [set(), {"last.csv"}]


def test_digits_that_repeat_themselves_are_no_secret() -> None:
    assert Secret.of("0123456789abcdef" * 2).facts.weak
    assert Secret.of("8f2c19d07ab64e53b1d8f602" * 3).facts.weak
    assert not Secret.of("8f2c19d07ab64e53b1d8f6027c9ae415").facts.weak


def test_a_job_shown_alone_has_the_weak_secrets_of_the_steps_before_it() -> None:
    steps = [{"pseudonymise": {"variables": ["id"], "key": "key.csv"}}]
    jobs = [
        {"name": "first", "kind": "prepare", "params": {"steps": steps}},
        {"name": "last", "kind": "recode", "input": "first", "params": {"levels": {}, "suppress_below": 3}},
    ]
    plan = plan_from_json({"schema": 2, "data": {"path": "d.csv"}, "secrets": {"*": "00" * 16}, "jobs": jobs})
    last = plan.job("last")
    known = SimpleNamespace(suppression=None, after=SimpleNamespace(uniques=0), one_value={}, notes=())
    known.before, known.suppressed_class = SimpleNamespace(records=8), None
    found = judge_job(plan, last.model_copy(update={"input": "data"}), known, ())
    assert ("weak_secret", "first") in [(one.code, one.job) for one in found.reasons]
