"""Searches for the cheapest suppression in batch runs: their lines, and how they end."""

import json
import os
import signal
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from sdc_desktop import cli
from sdc_desktop.cli_output import Reporter
from sdc_desktop.engine import job_runs
from sdc_desktop.engine.methods.tables.table import engine, together
from sdc_desktop.engine.running import linked_run
from sdc_desktop.engine.tables.files.jj import Instance, jj_text
from sdc_desktop.engine.tables.linked.contributors import LinkedContributors
from sdc_desktop.engine.tables.table import NO_BOUND
from tests.cli.test_cae import job, write
from tests.support.linked_tables.survey import Survey
from tests.support.table_problems.generated import generated_table

SIGNALS = (signal.SIGINT, signal.SIGTERM)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A table that takes several integer programs."""
    table, levels = generated_table(((3, 3), (3, 3)), seed=3)
    unsafe = np.zeros(len(table), dtype=bool)
    unsafe[list(levels)] = True
    costs, far = table.values.astype(float), np.full(len(table), NO_BOUND)
    lower = np.zeros(len(table), dtype=np.int64)
    found = Instance(table, costs, unsafe, table.values == 0, lower, np.minimum(far, 10**9), levels)
    (tmp_path / "table.jj").write_text(jj_text(found), encoding="ascii")
    return tmp_path


def plan(folder: Path, **protect: object) -> Path:
    spec = {"method": "suppression", **protect}
    return write(folder, job("table", {"table": {"instance": "table.jj"}, "protect": spec}))


def outcome(folder: Path, out: str, *options: str, **protect: object) -> tuple[dict, bytes]:
    command = ["run", str(plan(folder, **protect)), "--out", str(folder / out), "--no-codebook", *options]
    assert cli.main(command, take_signals=True) == 0
    found = json.loads((folder / out / "result.json").read_text(encoding="utf-8"))["jobs"]["table"]["result"]
    (file,) = (folder / out).glob("*.csv")
    return found, file.read_bytes()


def test_a_search_tells_cost_bound_and_gap_and_how_it_ended(folder, capsys) -> None:
    found, _ = outcome(folder, "out")
    shown = capsys.readouterr().err
    assert found["ended_by"] == "proven"
    assert found["gap"] == 0
    assert "table: cost " in shown
    assert ", proven." in shown


def test_limits_of_the_plan_end_the_search_and_repeat_exactly(folder, capsys) -> None:
    found, file = outcome(folder, "one", effort=1)
    assert found["ended_by"] == "effort"
    assert found["stopped"]
    shown = capsys.readouterr().err
    assert "ended at the maximum effort. " in shown
    assert "other pattern may cost" in shown
    again, same = outcome(folder, "two", effort=found["effort_used"])
    assert same == file
    assert again["cost"] == found["cost"]
    near, _ = outcome(folder, "near", gap=0.9)
    assert near["ended_by"] == "gap"
    assert not near["stopped"]


def test_enough_after_gives_the_audited_pattern_and_the_effort_that_repeats_it(folder) -> None:
    found, file = outcome(folder, "out", "--enough-after", "0")
    assert found["ended_by"] == "wish"
    assert found["audited"]
    effort = found["effort_used"]
    assert f"effort {effort} gives the same pattern" in (folder / "out" / "run.log").read_text("utf-8")
    _, same = outcome(folder, "again", effort=effort)
    assert same == file


def signalled(monkeypatch, times: int) -> None:
    """So many signals when a search tells of its first pattern."""
    left = iter(range(times))

    def searching(self, name, state) -> None:
        for _ in range(times):
            if next(left, None) is not None:
                os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(Reporter, "searching", searching)


def test_the_first_signal_keeps_the_audited_pattern_of_a_search(folder, monkeypatch) -> None:
    signalled(monkeypatch, 1)
    found, _ = outcome(folder, "out")
    assert found["ended_by"] == "wish"
    assert found["audited"]


SURVEY = Survey(firms=160, activities=6, groups=2, products=4, municipalities=6, regions=3)


PAIR = ("activity product", "activity region")
CYCLE = ("activity product", "product municipality", "activity municipality")


def survey(folder: Path, *options: str, tables: Sequence[str] = PAIR, **protect: object) -> dict:
    """What some tables of a survey come to, by name."""
    SURVEY.write(folder)
    linked = SURVEY.plan(tables, **protect)
    (folder / "plan.sdcplan").write_text(json.dumps(linked), encoding="utf-8")
    command = ["run", str(folder / "plan.sdcplan"), "--out", str(folder / "out"), "--no-codebook", *options]
    assert cli.main(command, take_signals=True) == 0
    return json.loads((folder / "out" / "result.json").read_text(encoding="utf-8"))["jobs"]


def signalled_together(monkeypatch) -> list[None]:
    """A signal when contributors of linked tables are examined; it is in the list once it was sent."""
    whole, sent = LinkedContributors.ask, []

    def ask(self, problem, pattern, context):
        if not sent:
            sent.append(os.kill(os.getpid(), signal.SIGINT))
        return whole(self, problem, pattern, context)

    monkeypatch.setattr(LinkedContributors, "ask", ask)
    return sent


@pytest.mark.parametrize("solver", ["fast", "optimal"])
def test_a_signal_after_the_search_of_a_group_keeps_its_pattern(tmp_path, monkeypatch, solver) -> None:
    sent = signalled_together(monkeypatch)
    jobs = survey(tmp_path, link="survey", solver=solver)
    assert sent
    assert [job["result"]["safe"] for job in jobs.values()] == [True, True]


def test_a_signal_in_the_joint_audit_keeps_the_patterns_and_calls_none_safe(tmp_path, monkeypatch) -> None:
    sent = signalled_together(monkeypatch)
    jobs = survey(tmp_path)
    assert sent
    for name, one in jobs.items():
        (reason,) = (
            reason for reason in one["verdict"]["reasons"] if reason["code"] == "linked.not_examined"
        )
        assert reason["figures"]["tables"] == [other for other in jobs if other != name]
        assert one["verdict"]["grade"] == "open"
        assert not one["result"]["safe"]
        assert one["result"]["audited"]


@pytest.mark.parametrize(
    ("module", "step"),
    [
        (engine, "assembled"),
        (job_runs, "with_cells"),
        (linked_run, "examined_together"),
        (linked_run, "_group"),
    ],
)
def test_a_signal_after_the_last_search_keeps_all_results(tmp_path, monkeypatch, module, step) -> None:
    """Whether the result is put together, the next job or the joint audit begins: no pattern is lost."""
    whole, calls = getattr(module, step), []

    def signalled(*arguments, **named):
        calls.append(None)
        if len(calls) == (1 if step in ("examined_together", "_group") else 2):
            os.kill(os.getpid(), signal.SIGINT)
        return whole(*arguments, **named)

    monkeypatch.setattr(module, step, signalled)
    jobs = survey(tmp_path)
    for one in jobs.values():
        assert one["result"]["audited"]
        examined = one["result"]["linked"] is not None
        unknown = "linked.not_examined" in {reason["code"] for reason in one["verdict"]["reasons"]}
        assert examined != unknown
        assert examined or not one["result"]["safe"]


def test_a_signal_while_results_of_a_group_are_put_together_keeps_its_pattern(tmp_path, monkeypatch) -> None:
    whole, sent = together.assembled, []

    def signalled(*arguments):
        if not sent:
            sent.append(os.kill(os.getpid(), signal.SIGINT))
        return whole(*arguments)

    monkeypatch.setattr(together, "assembled", signalled)
    jobs = survey(tmp_path, link="survey")
    assert sent
    assert [job["result"]["safe"] for job in jobs.values()] == [True, True]


@pytest.mark.parametrize("tables", [PAIR, CYCLE], ids=["pair", "cycle"])
def test_the_search_of_a_group_is_reported_and_ends_when_there_was_enough_time(
    tmp_path, capsys, tables
) -> None:
    jobs = survey(tmp_path, "--enough-after", "0", tables=tables, link="survey", solver="optimal")
    assert "activity product: cost " in capsys.readouterr().err
    (effort,) = {one["result"]["effort_used"] for one in jobs.values()}
    files = [(tmp_path / "out" / path).read_bytes() for one in jobs.values() for path in one["files"]]
    assert {one["result"]["ended_by"] for one in jobs.values()} == {"wish"}
    assert all(one["result"]["audited"] for one in jobs.values())
    again = survey(tmp_path, tables=tables, link="survey", solver="optimal", effort=effort)
    same = [(tmp_path / "out" / path).read_bytes() for one in again.values() for path in one["files"]]
    assert files
    assert same == files


def test_no_time_for_searches_ends_the_joint_audit(tmp_path) -> None:
    for one in survey(tmp_path, "--enough-after", "0").values():
        assert one["result"]["linked"]["asked"] == "found"
        assert "linked.not_examined" not in {reason["code"] for reason in one["verdict"]["reasons"]}


def test_a_second_signal_leaves_nothing(folder, monkeypatch) -> None:
    signalled(monkeypatch, 2)
    before = [signal.getsignal(number) for number in SIGNALS]
    command = ["run", str(plan(folder)), "--out", str(folder / "out")]
    assert cli.main(command, take_signals=True) == 130
    assert [signal.getsignal(number) for number in SIGNALS] == before
    assert not (folder / "out").exists()


def test_a_caller_in_the_same_process_keeps_its_own_signals(folder, monkeypatch) -> None:
    """Or a termination of the test run (say, by its time limit) reads as exit code 130 of a command."""
    seen: list[object] = []
    own, before = [lambda number, frame: seen.append(number) for _ in SIGNALS], []
    for number, handler in zip(SIGNALS, own, strict=True):
        before.append(signal.signal(number, handler))

    def searching(self, name, state) -> None:
        if not seen:
            for number in SIGNALS:
                os.kill(os.getpid(), number)

    monkeypatch.setattr(Reporter, "searching", searching)
    try:
        command = ["run", str(plan(folder)), "--out", str(folder / "out")]
        assert cli.main(command) == 0
        assert seen == list(SIGNALS)
        assert [signal.getsignal(number) for number in SIGNALS] == own
    finally:
        for number, handler in zip(SIGNALS, before, strict=True):
            signal.signal(number, handler)


@pytest.mark.parametrize("text", ["-1", "inf", "soon"])
def test_seconds_that_are_none_are_refused(folder, text) -> None:
    with pytest.raises(SystemExit):
        cli.main(["run", str(plan(folder)), "--out", str(folder / "out"), f"--enough-after={text}"])
