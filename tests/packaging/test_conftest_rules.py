"""What tests/conftest.py promises: no network, a home of its own, no conformance test skipped in silence."""

import os
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("family", [socket.AF_INET, socket.AF_INET6])
def test_a_socket_to_the_network_is_refused_and_noted(no_network, family):
    with pytest.raises(PermissionError, match="reach the network"):
        socket.socket(family, socket.SOCK_STREAM)
    assert no_network == ["socket.__new__"]
    no_network.clear()


def test_looking_up_a_name_is_refused_and_noted(no_network):
    with pytest.raises(PermissionError):
        socket.getaddrinfo("localhost", 80)
    assert no_network == ["socket.getaddrinfo"]
    no_network.clear()


def test_a_socket_of_a_child_process_is_refused_and_noted(no_network):
    for probe in ("import socket; socket.socket()", SPAWNING):
        done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True)
        assert "child process tried to reach the network (socket.__new__)" in done.stderr
    assert noted_by_children() == ["socket.__new__ in a child process"] * 2
    Path(os.environ["SDC_TEST_NETWORK"]).unlink()


SPAWNING = """
from multiprocessing import get_context
import socket
if __name__ == "__main__":
    child = get_context("spawn").Process(target=socket.socket)
    child.start()
    child.join()
"""


def noted_by_children():
    return Path(os.environ["SDC_TEST_NETWORK"]).read_text(encoding="utf-8").splitlines()


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="this system has no local sockets")
def test_a_local_socket_is_allowed(no_network):
    socket.socket(socket.AF_UNIX).close()
    assert no_network == []


def test_home_and_settings_are_the_tests_own(own_home, tmp_path_factory):
    assert Path.home() == own_home
    assert os.environ["XDG_CONFIG_HOME"].startswith(str(own_home))
    assert own_home.is_relative_to(tmp_path_factory.getbasetemp())


def test_qt_settings_are_the_tests_own(own_home):
    core = pytest.importorskip("PySide6.QtCore")
    settings = core.QSettings(core.QSettings.Format.IniFormat, core.QSettings.Scope.UserScope, "sdc", "test")
    assert Path(settings.fileName()).is_relative_to(own_home)


TRIED = """
import socket
import pytest

def test_caught():
    try:
        socket.socket()
    except OSError:
        pass
"""
CONFORMANCE = """
import pytest

pytestmark = pytest.mark.conformance

def test_ran():
    pass

@pytest.mark.skip(reason="input not found")
def test_skipped():
    pass
"""


def run(folder, text, *options, shared):
    """Run one file of tests under our conftest, in a tree of its own."""
    tests = folder / "program" / "tests"
    tests.mkdir(parents=True, exist_ok=True)
    shutil.copy(ROOT / "tests" / "conftest.py", tests)
    (folder / "program" / "pytest.ini").write_text("[pytest]\nmarkers =\n  conformance\n  slow\n")
    (tests / "test_it.py").write_text(text)
    if shared:
        (folder / "shared").mkdir()
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options, str(tests)]
    free = {name: value for name, value in os.environ.items() if name != "SDC_TEST_NETWORK"}
    return subprocess.run(command, cwd=folder / "program", env=free, capture_output=True, text=True)


def test_a_test_that_catches_the_refusal_fails_all_the_same(tmp_path):
    done = run(tmp_path, TRIED, shared=False)
    assert done.returncode == 1
    assert "the test tried to reach the network: socket.__new__" in done.stdout


@pytest.mark.parametrize("workers", ["0", "2"])
def test_a_skipped_conformance_test_fails_the_run_where_the_inputs_are(tmp_path, workers):
    done = run(tmp_path, CONFORMANCE, "-n", workers, shared=True)
    assert "conformance tests: 1 ran, 1 skipped" in done.stdout
    assert done.returncode == 1


@pytest.mark.parametrize("workers", ["0", "2"])
def test_a_skipped_conformance_test_is_counted_where_the_inputs_are_not(tmp_path, workers):
    done = run(tmp_path, CONFORMANCE, "-n", workers, shared=False)
    assert "conformance tests: 1 ran, 1 skipped" in done.stdout
    assert done.returncode == 0


def slow_and_quick(folder, *options):
    """What a run prints over a listed function and a listed file, and one that is not listed."""
    tests = folder / "program" / "tests"
    tests.mkdir(parents=True)
    (tests / "test_later.py").write_text("def test_listed(): pass\ndef test_other(): pass\n")
    (tests / "test_whole.py").write_text("def test_of_a_listed_file(): pass\n")
    (tests / "slow_tests.txt").write_text("tests/test_later.py::test_listed\ntests/test_whole.py\n")
    return run(folder, "def test_quick():\n    pass\n", "--collect-only", *options, shared=False).stdout


def test_files_with_slow_tests_come_first(tmp_path):
    shown = slow_and_quick(tmp_path)
    assert shown.index("test_other") < shown.index("test_quick")
    assert shown.index("test_of_a_listed_file") < shown.index("test_quick")
    assert "conformance" not in shown


def test_listed_functions_and_files_are_left_out_where_slow_tests_are(tmp_path):
    shown = slow_and_quick(tmp_path, "-m", "not slow")
    found = re.findall(r"::(test_\w+)", shown)
    assert sorted(found) == ["test_other", "test_quick"]
