"""How the tests are run: by two processes, and what has a screen after it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from dev_lib import testing
from dev_lib.environment import Environment, clean_variables


@pytest.mark.parametrize(
    ("codes", "expected"),
    [((0, 0), 0), ((0, 5), 0), ((5, 0), 0), ((5, 5), 5), ((1, 0), 1), ((0, 1), 1), ((1, 5), 1), ((5, 2), 2)],
)
def test_a_part_without_tests_is_no_failure_unless_all_are_so(codes, expected):
    assert testing.outcome(codes) == expected


def test_the_last_line_adds_both_parts():
    line = testing.closing_line([{"passed": 40, "skipped": 1}, {"passed": 2, "failed": 1, "error": 2}], 61.5)
    assert line.strip("= ") == "1 failed, 42 passed, 1 skipped, 2 errors in 61.50s"


def test_the_last_line_says_that_nothing_ran():
    assert "no tests ran" in testing.closing_line([{}, {}], 0.1)


def test_markers_of_the_user_narrow_ours():
    assert testing.both("not e2e", "slow or frozen") == "(not e2e) and (slow or frozen)"
    assert testing.both("not e2e", "") == "not e2e"


@pytest.fixture
def called(monkeypatch):
    """What pytest would be called with, run by run."""
    runs: list[list[str]] = []

    def pretend(command, **options):
        runs.append(command[3:])
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(testing.subprocess, "run", pretend)
    monkeypatch.setattr(testing, "lacking_for_screen", lambda: ("Xvfb",))
    return runs


def test_two_processes_work_off_the_whole_suite_and_one_what_is_named(called, capsys):
    testing.run_tests(Environment(Path("x")), "", [])
    testing.run_tests(Environment(Path("x")), "slow", ["tests/cli"])
    whole, named = called
    assert set(testing.WORKERS) <= set(whole)
    assert not set(testing.WORKERS) & set(named)
    assert named[-1] == "tests/cli"
    assert "End-to-end tests were not run: Xvfb not installed." in capsys.readouterr().out


def test_the_trials_that_take_minutes_are_run_when_wanted(called):
    testing.run_tests(Environment(Path("x")), "", [])
    testing.run_tests(Environment(Path("x")), "", [], nightly=True, coverage=True)
    usual, nightly = called
    assert "not nightly" in usual[usual.index("-m") + 1]
    assert "nightly" not in nightly[nightly.index("-m") + 1]
    assert "--cov" in nightly
    assert "--cov" not in usual


DYING = """
import os, signal

def test_before():
    pass

def test_that_dies():
    os.kill(os.getpid(), signal.SIGKILL)

def test_after():
    pass
"""


@pytest.mark.skipif(os.name == "nt", reason="processes do not die by signals there")
def test_a_process_that_dies_fails_the_run_with_the_name_of_its_test(tmp_path):
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "test_it.py").write_text(DYING)
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *testing.WORKERS]
    done = subprocess.run(command, cwd=tmp_path, env=clean_variables(), capture_output=True, text=True)
    assert done.returncode == 1
    assert "crashed while running 'test_it.py::test_that_dies'" in done.stdout
    assert "1 failed, 1 passed" in done.stdout


@pytest.mark.slow
@pytest.mark.skipif(bool(testing.lacking_for_screen()), reason="no virtual screen is installed")
def test_the_virtual_screen_has_a_window_manager_and_goes_away():
    with testing.virtual_screen() as display:
        query = ["xdotool", "get_num_desktops"]
        shown = subprocess.run(query, env=clean_variables(DISPLAY=display), capture_output=True, timeout=60)
        assert shown.returncode == 0, shown.stderr
    assert not Path(f"/tmp/.X{display[1:]}-lock").exists()
