"""How the two runs of the tests are made one."""

import subprocess
from pathlib import Path

import pytest
from dev_lib import testing
from dev_lib.environment import clean_variables


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


def test_conformance_counts_of_both_parts_are_added():
    parts = [{"conformance_ran": 3, "conformance_skipped": 1}, {"conformance_ran": 2}]
    assert testing.conformance_line(parts) == "conformance tests: 5 ran, 1 skipped"


def test_markers_of_the_user_narrow_ours():
    assert testing.both("not e2e", "slow or frozen") == "(not e2e) and (slow or frozen)"
    assert testing.both("not e2e", "") == "not e2e"


def test_the_parts_are_all_tests_each_once():
    files = {path.relative_to(testing.ROOT).as_posix() for path in testing.ROOT.glob("tests/**/test_*.py")}
    held: list[str] = []
    for part in testing.parts():
        ignored = tuple(option.partition("=")[2] + "/" for option in part if option.startswith("--ignore="))
        folders = tuple(f"{path}/" for path in part if not path.startswith("--"))
        assert all((testing.ROOT / folder).is_dir() for folder in (*folders, *ignored))
        held += [file for file in files if file.startswith(folders) and not file.startswith(ignored)]
    assert sorted(held) == sorted(files)


@pytest.mark.slow
@pytest.mark.skipif(bool(testing.lacking_for_screen()), reason="no virtual screen is installed")
def test_the_virtual_screen_has_a_window_manager_and_goes_away():
    with testing.virtual_screen() as display:
        asked = ["xdotool", "get_num_desktops"]
        told = subprocess.run(asked, env=clean_variables(DISPLAY=display), capture_output=True, timeout=60)
        assert told.returncode == 0, told.stderr
    assert not Path(f"/tmp/.X{display[1:]}-lock").exists()
