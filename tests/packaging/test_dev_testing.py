"""How the tests are run: by two processes, what has a screen after it, and without the slow ones."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest
from dev_lib import slow_tests, testing
from dev_lib.environment import Environment, clean_variables
from dev_lib.slow_tests import LIST, LONG_SET_UP


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


def test_slow_tests_and_the_trials_that_take_minutes_are_run_when_wanted(called):
    for extent in testing.Extent:
        testing.run_tests(Environment(Path("x")), "", [], extent=extent)
    quick, slow, nightly = (run[run.index("-m") + 1] for run in called)
    assert quick == "(not e2e and not long) and (not nightly and not slow)"
    assert slow == "(not e2e and not long) and (not nightly)"
    assert nightly == "not e2e and not long"


def test_lines_are_counted_and_durations_written_when_wanted(called, tmp_path):
    testing.run_tests(Environment(Path("x")), "", [])
    testing.run_tests(Environment(Path("x")), "", [], coverage=True, report=tmp_path / "report.xml")
    usual, wanted = called
    assert {"--cov", f"--junitxml={tmp_path / 'report.xml'}"} <= set(wanted)
    assert not [option for option in usual if option.startswith(("--cov", "--junitxml"))]


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


@pytest.mark.skipif(bool(testing.lacking_for_screen()), reason="no virtual screen is installed")
def test_the_virtual_screen_has_a_window_manager_and_goes_away():
    with testing.virtual_screen() as display:
        query = ["xdotool", "get_num_desktops"]
        shown = subprocess.run(query, env=clean_variables(DISPLAY=display), capture_output=True, timeout=60)
        assert shown.returncode == 0, shown.stderr
    assert not Path(f"/tmp/.X{display[1:]}-lock").exists()


DURATIONS = {"a.py::one": [5.0], "a.py::two": [1.0, 1.0], "b.py::one": [0.5], "c.py::one": [3.0]}


def test_the_longest_are_listed_until_the_rest_keeps_the_budget():
    assert slow_tests.slow_tests(DURATIONS, 11) == []
    assert slow_tests.slow_tests(DURATIONS, 6) == ["a.py::one"]
    assert slow_tests.slow_tests(DURATIONS, 2.5) == ["a.py::one", "c.py::one"]
    assert slow_tests.slow_tests(DURATIONS, 0) == ["a.py::one", "a.py::two", "b.py::one", "c.py::one"]


def test_a_file_with_a_long_set_up_is_listed_whole():
    durations = DURATIONS | {"d.py::first": [LONG_SET_UP + 1], "d.py::second": [0.1]}
    assert slow_tests.slow_tests(durations, 11) == ["d.py"]


def test_durations_are_added_over_the_cases_of_a_function(tmp_path):
    (tmp_path / "test_it.py").write_text(
        "import pytest\n\n"
        "@pytest.mark.parametrize('case', ['a', 'b [c]'])\n"
        "def test_of_cases(case):\n    pass\n\n"
        "class TestOfClass:\n    def test_inside(self):\n        pass\n"
    )
    report = tmp_path / "report.xml"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(tmp_path)]
    command += [f"--junitxml={report}", "-o", "junit_family=xunit1", "--import-mode=importlib", str(tmp_path)]
    assert subprocess.run(command, cwd=tmp_path, capture_output=True).returncode == 0
    found = slow_tests.durations(report)
    assert {name: len(each) for name, each in found.items()} == {
        "test_it.py::test_of_cases": 2,
        "test_it.py::TestOfClass::test_inside": 1,
    }


def test_what_is_listed_is_there():
    for name in LIST.read_text(encoding="utf-8").split():
        path, *inside = name.split("::")
        found = ast.parse((testing.ROOT / path).read_text(encoding="utf-8")).body
        for part in inside:
            [one] = [node for node in found if getattr(node, "name", "") == part]
            found = getattr(one, "body", [])
