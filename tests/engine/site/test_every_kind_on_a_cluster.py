"""Each kind of job works on numbers of records, draws by identifiers, or is refused on a cluster by name."""

import shutil

import pytest

from sdc_desktop import cli
from sdc_desktop.engine.method import never
from sdc_desktop.engine.methods.registry import METHODS, method_of
from sdc_desktop.engine.plan import read_plan
from sdc_desktop.engine.running.stages import counts_problems
from sdc_desktop.engine.site.needed import needs_records
from sdc_desktop.resources import resource_path
from sdc_desktop.words.problems.problems import sentence
from sdc_desktop.words.problems.site import WHY_RECORDS
from sdc_desktop.words.program.languages import words_in

PLANS = resource_path("self_test")
WORK = {"anopi", "cae", "diversity_experiment", "generalise", "linked_audit", "local_suppression", "recode"}
WORK |= {"risk", "ru_map", "table"}


@pytest.mark.parametrize(("kind", "because"), [("noise", "draws a value"), ("top_code", "single records")])
def test_a_cluster_refuses_before_spark_is_started(kind, because, tmp_path, capsys, monkeypatch) -> None:
    monkeypatch.setattr("sdc_desktop.cli_site.spark_session", None)
    shutil.copytree(PLANS, tmp_path / "plans")
    out = tmp_path / "out"
    plan = tmp_path / "plans" / f"{kind}.sdcplan"
    assert cli.main(["apply", str(plan), "--on", "spark", "--out", str(out), "--quiet"]) == 2
    said = capsys.readouterr().err
    assert because in said
    assert "--on duckdb" in said
    assert not out.exists()


@pytest.mark.parametrize("kind", sorted(set(METHODS) - {"audit", "output_check"}))
def test_what_a_cluster_does_with_each_kind(kind: str) -> None:
    plan = read_plan(PLANS / f"{kind}.sdcplan")
    for job in (one for one in plan.jobs if one.kind == kind):
        method, problems = method_of(kind), counts_problems(job, elsewhere=True)
        works = method.works_on_counts(job.params) or method.works_by_key(job.params)
        if works or not method.needs_data(job.params):
            assert problems == ()
            continue
        assert kind not in WORK or kind in ("anopi", "risk", "ru_map", "table")
        assert method.why_records in WHY_RECORDS
        (problem,) = problems
        assert problem.code == "site.needs_all_records"
        for language in ("en", "de"):
            said = sentence(problem, words_in(language))
            assert "{" not in said.message + said.remedy
        assert any(one.where.job == job.name for one in needs_records(plan, [job], elsewhere=True))


def test_post_randomisation_by_an_identifier_is_drawn_on_a_cluster() -> None:
    plan = read_plan(PLANS / "pram.sdcplan")
    (job,) = (one for one in plan.jobs if one.kind == "pram")
    params = job.params.model_copy(update={"identifier": "pid"})
    job = job.model_copy(update={"params": params})
    assert counts_problems(job, elsewhere=True) == ()
    assert [one.code for one in counts_problems(job)] == [
        "site.needs_records"
    ]  # a counts file has no records


def test_only_draws_that_follow_from_identifiers_are_made_on_a_cluster() -> None:
    """`table`: of counts, by the cell key method (test_keys_summed.py)."""
    kinds = {kind for kind, one in METHODS.items() if one.works_by_key is not never}
    assert kinds == {"pram", "table"}
