"""Protections of a file of records that are proposed: verdicts, order, and what ends the search."""

import json
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from sdc_desktop.engine.context import Cancelled, JobContext
from sdc_desktop.engine.methods.recoding.generalise import GeneraliseParams
from sdc_desktop.engine.plan import Plan, parse_plan, plan_from_json, plan_to_json
from sdc_desktop.engine.proposals.proposal import Proposals
from sdc_desktop.engine.proposals.records import propose_records
from sdc_desktop.engine.proposals.steps import Step, with_steps
from sdc_desktop.engine.runner import evaluate_plan
from tests.support.secret import digits

ROWS = 160


def write(folder: Path) -> None:
    lines = ["age,sex,region,income"]
    lines += [
        f"{20 + i * i % 37},{'mf'[i % 2]},R{i * 7 % 5},{1000 + 10 * (i * 13 % 40)}" for i in range(ROWS)
    ]
    (folder / "d.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "region.csv").write_text(
        "v;part;all\nR0;N;*\nR1;N;*\nR2;S;*\nR3;S;*\nR4;S;*\n", encoding="utf-8"
    )


def plan(**more: object) -> Plan:
    variables = {name: {"role": "key"} for name in ("age", "sex", "region")}
    hierarchies = {
        "age": {"kind": "intervals", "start": 20, "widths": [5, 20], "end": 59},
        "region": {"kind": "levels", "path": "region.csv", "delimiter": ";"},
        "sex": {"kind": "plain"},
    }
    data = {"path": "d.csv", "variables": variables, "hierarchies": hierarchies}
    return parse_plan(json.dumps({"schema": 2, "data": data, "secrets": {"*": digits(1)}} | more))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path)
    return tmp_path


def test_each_verdict_is_that_of_a_run_of_the_plan(folder: Path) -> None:
    found = propose_records(plan(k=4), folder, JobContext(), None)
    assert found.found
    assert not found.ended
    for one in found.found:
        run = evaluate_plan(plan_from_json(plan_to_json(one.plan)), folder, JobContext())
        last = next(job for job in run.jobs if job.name == one.steps[-1])
        assert one.verdict == last.verdict


def test_equal_inputs_give_equal_proposals(folder: Path) -> None:
    first, second = (propose_records(plan(), folder, JobContext(), None) for _ in range(2))
    assert first == second
    assert [one.passes for one in first.found] == [True] * len(first.found)
    utilities = [one.cost.utility for one in first.found]
    assert utilities == sorted(utilities, reverse=True)


def test_no_proposal_is_dominated(folder: Path) -> None:
    found = propose_records(plan(), folder, JobContext(), None).found
    assert 1 <= len(found) <= 5
    for one, other in product(found, found):
        if one is not other:
            assert one.risk < other.risk or one.cost.utility < other.cost.utility or one.risk > other.risk


def test_a_search_that_is_ended_keeps_what_was_found(folder: Path) -> None:
    drafts: list[Proposals] = []
    context = JobContext(on_draft=drafts.append)
    ended = propose_records(plan(), folder, replace(context, is_enough=lambda: bool(drafts)), None)
    assert ended.ended
    assert ended.found == drafts[0].found
    assert len(ended.found) == 1
    with pytest.raises(Cancelled):
        propose_records(plan(), folder, replace(context, is_cancelled=lambda: True), None)


def test_no_key_variable_is_a_problem(folder: Path) -> None:
    bare = plan(data={"path": "d.csv"})
    found = propose_records(bare, folder, JobContext(), None)
    assert found.found == ()
    assert [one.code for one in found.problems] == ["strategy.no_key_variable"]


def test_hierarchies_that_are_missing_are_proposed(folder: Path) -> None:
    given = plan()
    assert given.data is not None
    bare = given.model_copy(update={"data": given.data.model_copy(update={"hierarchies": {}})})
    found = propose_records(bare, folder, JobContext(), None).found
    assert found
    for one in found:
        assert one.plan.data is not None
        assert set(one.plan.data.hierarchies) == {"age", "sex", "region"}


def test_a_new_step_takes_the_place_of_the_others() -> None:
    jobs = [
        {"name": "a", "kind": "recode", "params": {"levels": {"age": 1}}, "no_file": True},
        {"name": "b", "kind": "local_suppression", "input": "a", "output": {"path": "mine.csv"}},
        {"name": "generalise", "kind": "risk", "input": "b"},
    ]
    params = GeneraliseParams.model_validate({"criteria": [{"kind": "k_anonymity", "k": 3}]})
    made, names = with_steps(plan(jobs=jobs), (Step("generalise", params),))
    assert names == ("generalise_2",)
    assert [(job.name, job.input) for job in made.jobs] == [
        ("generalise_2", "data"),
        ("generalise", "generalise_2"),
    ]
    assert made.jobs[0].output is not None
    assert made.jobs[0].output.path == "mine.csv"


def test_what_is_drawn_gets_a_secret() -> None:
    params = GeneraliseParams.model_validate({"criteria": [{"kind": "k_anonymity", "k": 3}]})
    made, names = with_steps(plan(secrets={}), (Step("generalise", params),))
    assert list(made.secrets) == [f"{names[0]}/order"]
