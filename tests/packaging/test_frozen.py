"""The frozen program: tries itself without Python, and gives the same bytes as the source program."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from dev_lib import freezing

ROOT = Path(__file__).resolve().parents[2]
PLAN = ROOT / "resources" / "self_test" / "anopi.sdcplan"

pytestmark = [pytest.mark.frozen, pytest.mark.slow]


@pytest.fixture(scope="module")
def program(real_environment):
    """The frozen program, made anew if it is absent or its sources have changed."""
    command = [sys.executable, "packaging/dev.py", "freeze", "--if-changed"]
    done = subprocess.run(
        command, cwd=ROOT, env=real_environment, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return freezing.executable()


@pytest.fixture
def bare(tmp_path):
    """The variables of a machine without Python, whose user has an empty home."""
    home = tmp_path / "empty home"
    home.mkdir()
    return {"PATH": str(tmp_path / "nothing"), "HOME": str(home), "LANG": "C", "TMPDIR": str(tmp_path)}


def frozen(program, environment, folder, *arguments):
    return subprocess.run(
        [str(program), *arguments],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )


def test_it_tries_itself_without_python_on_the_path(program, bare, tmp_path):
    done = frozen(program, bare, tmp_path, "--self-test")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.strip().endswith("self-test passed")


def test_it_leaves_nothing_in_the_temporary_folder(program, bare, tmp_path):
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    frozen(program, bare | {"TMPDIR": str(temporary)}, tmp_path, "--self-test")
    assert list(temporary.iterdir()) == []


def test_it_gives_the_same_bytes_as_the_source_program(program, bare, tmp_path):
    by_frozen, by_source = tmp_path / "frozen", tmp_path / "source"
    done = frozen(program, bare, tmp_path, "run", str(PLAN), "--out", str(by_frozen))
    assert done.returncode == 0, done.stderr
    command = [sys.executable, "-m", "sdc_desktop", "run", str(PLAN), "--out", str(by_source)]
    subprocess.run(
        command, cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)}, check=True, capture_output=True
    )
    for name in ("result.json", "protected.csv"):
        assert (by_frozen / name).read_bytes() == (by_source / name).read_bytes(), name


def test_it_carries_the_licence_of_every_part(program):
    folder = program.parent / "licences"
    named = [line.split(": ")[0] for line in (folder / "LIST.txt").read_text().splitlines() if ": " in line]
    parts = [name.replace(" ", "-") for name in named if (folder / name.replace(" ", "-")).is_dir()]
    assert len(parts) > 10
    assert all(any((folder / part).iterdir()) for part in parts)
    assert sorted(parts) == sorted(path.name for path in folder.iterdir() if path.is_dir())


def test_it_has_no_test_tool_and_no_network_library_in_it(program):
    names = {path.name.split(".")[0] for path in program.parent.rglob("*")}
    assert not names & {
        "pytest",
        "_pytest",
        "hypothesis",
        "tkinter",
        "libreadline",
        "libQt6Network",
        "libssl",
    }
