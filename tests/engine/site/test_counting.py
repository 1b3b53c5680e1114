"""What is counted for which job, and that counting refuses rather than counts too little."""

import json
from dataclasses import replace

import pytest

from sdc_desktop import cli
from sdc_desktop.engine import runner
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.counts.counts_file import open_counts
from sdc_desktop.engine.data.store.store import Relation
from sdc_desktop.engine.plan import Plan, plan_from_json
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.running.outputs import settled_seed
from sdc_desktop.engine.running.secret_needs import needs
from sdc_desktop.engine.site.needed import wanted_joints, works_on_counts
from tests.support import every_kind
from tests.support.site.counting import counted, plan_in, write_plan


def test_each_job_finds_its_variables_in_a_joint(tmp_path) -> None:
    write_plan(tmp_path)
    made = counted(tmp_path, tmp_path / "c.sdccounts")
    (joint,) = made.description.joints
    assert set(joint.variables) >= {"town", "sex", "age"}
    assert joint.jobs == ("risk", "tab")
    assert [one.where.job for one in made.notes if one.code == "site.needs_records"] == ["mean"]


def test_a_job_that_needs_records_is_refused_by_name(tmp_path) -> None:
    write_plan(tmp_path)
    with pytest.raises(Refused, match=r"site\.needs_records"):
        counted(tmp_path, tmp_path / "c.sdccounts", ("mean",))
    with pytest.raises(Refused, match=r"plan\.no_such_job"):
        counted(tmp_path, tmp_path / "c.sdccounts", ("other",))
    assert not (tmp_path / "c.sdccounts").exists()


def test_one_job_is_counted_alone(tmp_path) -> None:
    write_plan(tmp_path)
    (joint,) = counted(tmp_path, tmp_path / "c.sdccounts", ("tab",)).description.joints
    assert joint.variables == ("town", "sex")


def test_a_plan_without_such_jobs_has_nothing_to_count(tmp_path) -> None:
    plan = plan_in(write_plan(tmp_path).parent)
    only = plan.model_copy(update={"jobs": (plan.job("mean"),)})
    with pytest.raises(Refused, match=r"site\.nothing_to_count"):
        wanted_joints(only, plan.data.variables, only.jobs)


def test_no_job_counts_a_variable_that_was_not_counted_for_it(tmp_path, monkeypatch) -> None:
    """Each job of every kind that works on counts is decided while what it asks of the records is noted."""
    every_kind.write_data(tmp_path)
    plan = plan_from_json(every_kind.plan_json())
    opened = runner.open_plan(plan, tmp_path, JobContext())
    source, query = opened.source, set[int]()
    monkeypatch.setattr(Relation, "combinations", _noting(Relation.combinations, source, query))
    monkeypatch.setattr(Relation, "frequencies", _noting_one(Relation.frequencies, source, query))
    monkeypatch.setattr(Relation, "beyond_memory", True)
    for name in ("codes", "window", "batches", "lines"):
        monkeypatch.setattr(Relation, name, _unread(getattr(Relation, name), source))
    checked = [job for job in plan.jobs if job.input == "data" and _reads(plan, job)]
    assert {job.kind for job in checked} >= {"risk", "table", "recode", "generalise", "anopi"}
    for job in checked:
        query.clear()
        own = replace(JobContext(), seed=settled_seed(job), secrets=plan.own_secrets).of_job(job.name)
        counts = runner.counts(job, source, own)
        runner.settle(job, runner.decide(job, counts, own), counts, own)
        names = {source.data.names[column] for column in query}
        (wanted,) = wanted_joints(plan, opened.opened.spec.variables, [job])
        assert names, job.name
        assert names <= set(wanted), job.name


def _reads(plan: Plan, job) -> bool:
    return runner.method_of(job.kind).needs_data(job.params) and works_on_counts(plan, job)


def _noting(real, source, query):
    """Columns of the records alone: a job may read a population table as well."""

    def noted(self, columns, context):
        if self is source.data.relation:
            query.update(columns)
        return real(self, columns, context)

    return noted


def _noting_one(real, source, query):
    def noted(self, column, context):
        if self is source.data.relation:
            query.add(column)
        return real(self, column, context)

    return noted


def _unread(real, source):
    def read(self, *given):
        assert self is not source.data.relation, "a record was read"
        return real(self, *given)

    return read


def test_a_job_that_draws_for_each_record_does_not_work_on_counts() -> None:
    plan = plan_from_json(every_kind.plan_json())
    for job in plan.jobs:
        if any(not need.of_order for need in needs(job)) and job.kind != "table":
            assert not _reads(plan, job), job.name


def test_the_verb_writes_the_file_and_names_what_it_left(tmp_path, capsys) -> None:
    plan, out = write_plan(tmp_path), tmp_path / "c.sdccounts"
    assert cli.main(["counts", str(plan), "--out", str(out), "--quiet", "--problems", "json"]) == 0
    shown = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert ("site.needs_records", "note") in [(one["code"], one["severity"]) for one in shown]
    assert open_counts(out, out.name, JobContext()).description.on.engine == "duckdb"


def test_the_verb_refuses_a_name_that_is_no_counts_file_and_leaves_the_inputs(tmp_path) -> None:
    plan = write_plan(tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert cli.main(["counts", str(plan), "--out", str(tmp_path / "people.csv"), "--quiet"]) == 2
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
