"""A memory limit is reported as such: in the batch command, before a window, in a job and by its faults."""

import errno
import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from sdc_desktop import cli
from sdc_desktop.engine.child_process import is_out_of_memory, least, memory_problem, start_problem
from sdc_desktop.engine.job_runs import JobRuns
from sdc_desktop.self_test import plan_of

MEGABYTE = 2**20
limited = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the limit is kept by Linux alone")


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-P", "-m", "sdc_desktop", *map(str, arguments)]


def limit(megabytes: int) -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (megabytes * MEGABYTE, megabytes * MEGABYTE))


def run_within(megabytes: int, *arguments: object) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        command(*arguments),
        preexec_fn=lambda: limit(megabytes),
        capture_output=True,
        text=True,
        timeout=120,
    )


@limited
@pytest.mark.parametrize("megabytes", [100, 300, 600, 1000, least() // MEGABYTE, 2 * least() // MEGABYTE])
def test_a_batch_run_under_any_limit_works_or_names_the_limit(megabytes, tmp_path) -> None:
    done = run_within(megabytes, "run", plan_of("recode"), "--out", tmp_path / "out", "--quiet")
    assert "internal error" not in done.stderr
    assert "Traceback" not in done.stderr
    if done.returncode == 0:
        assert (tmp_path / "out" / "result.json").exists()
        return
    assert done.returncode == 2
    assert "memory" in done.stderr
    assert str(megabytes) in done.stderr
    assert not (tmp_path / "out").exists()


@limited
def test_the_limit_is_stated_in_json_and_in_the_language_requested(tmp_path) -> None:
    arguments = ("run", plan_of("recode"), "--out", tmp_path, "--problems", "json", "--language=de")
    shown = json.loads(run_within(300, *arguments).stderr)
    assert shown["code"] == "program.memory_limit"
    assert shown["params"] == {"megabytes": 300, "least": least() // MEGABYTE}


@limited
def test_a_window_that_is_given_too_little_says_so() -> None:
    """The message box waits to be read, so the process is ended."""
    with subprocess.Popen(
        command("--first-window"),
        preexec_fn=lambda: limit(300),
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
    ) as process:
        reading: list[str] = []
        reader = threading.Thread(target=lambda: reading.append(process.stderr.readline()))
        reader.start()
        reader.join(60)
        process.kill()
    assert reading
    assert "300 MB" in reading[0]


class OutOfMemoryException(Exception):  # noqa: N818 - as DuckDB calls it
    pass


@pytest.mark.parametrize(
    "fault",
    [
        MemoryError(),
        OutOfMemoryException("values"),
        OSError(errno.ENOMEM, "Cannot allocate memory"),
        ImportError("libx.so: failed to map segment from shared object"),
        RuntimeError("can't start new thread"),
    ],
)
def test_a_batch_run_that_finds_too_little_memory_says_so(fault, tmp_path, monkeypatch, capsys) -> None:
    def refuse(*_: object, **__: object) -> None:
        try:
            raise fault
        except Exception as cause:
            raise ValueError("what followed from it") from cause

    monkeypatch.setattr(JobRuns, "results", refuse)
    assert cli.main(["run", str(plan_of("recode")), "--out", str(tmp_path / "out"), "--quiet"]) == 2
    text = capsys.readouterr().err
    assert "memory" in text
    assert "internal error" not in text
    assert list(Path(tmp_path).iterdir()) == []


@pytest.mark.parametrize(
    "fault", [ValueError("out of memory"), OSError(errno.ENOENT, "x"), ImportError("no x")]
)
def test_other_faults_are_not_blamed_on_the_memory(fault) -> None:
    assert not is_out_of_memory(fault)


def test_without_a_limit_nothing_keeps_the_program_from_starting(monkeypatch) -> None:
    monkeypatch.setattr("sdc_desktop.engine.child_process.process_limit", lambda: None)
    assert start_problem() is None
    assert memory_problem().code == "program.no_memory"
    monkeypatch.setattr("sdc_desktop.engine.child_process.process_limit", least)
    assert start_problem() is None
    assert memory_problem().code == "program.no_memory_limited"
