"""Modules beside the data are never imported: others may be able to write to that folder."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from dev_lib import environment

from sdc_desktop.engine.child_process import start_child
from sdc_desktop.project.step_export import as_command
from sdc_desktop.ui.project.step_commands import batch_program
from tests.support.data import DEMO

ROOT = Path(__file__).resolve().parents[2]
MODULES = ("csv", "json", "numpy", "pickle", "runpy", "multiprocessing", "signal", "duckdb", "selectors")
MARK = "imported-from-the-folder-of-the-data"
MARKING = f"import pathlib; pathlib.Path(__file__).with_name({MARK!r}).touch(); raise SystemExit(3)\n"

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the starter is a shell script here")


@pytest.fixture
def folder(tmp_path) -> Path:
    """A folder with data, a plan that reads and writes a workbook by child processes, and hostile modules."""
    plan = json.loads((DEMO / "patients.sdcplan").read_text(encoding="utf-8"))
    (tmp_path / "data.csv").write_text("a,b\n1,x\n2,y\n", encoding="utf-8")
    job = {"name": "kept", "kind": "recode", "params": {"levels": {"b": 0}}, "output": {"path": "made.xlsx"}}
    made = {"schema": plan["schema"], "data": {"path": "data.csv"}, "jobs": [job]}
    (tmp_path / "write.sdcplan").write_text(json.dumps(made), encoding="utf-8")
    read = {"schema": plan["schema"], "data": {"path": "out/made.xlsx"}, "jobs": []}
    (tmp_path / "read.sdcplan").write_text(json.dumps(read), encoding="utf-8")
    for name in MODULES:
        (tmp_path / f"{name}.py").write_text(MARKING, encoding="utf-8")
    return tmp_path


def run(command, folder: Path, python_path: str = "") -> None:
    """Run a command in the folder, the program found by PYTHONPATH as in a worktree."""
    paths = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]) + python_path
    done = subprocess.run(
        list(map(str, command)),
        cwd=folder,
        env=os.environ | {"PYTHONPATH": paths},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert not (folder / MARK).exists(), "a module of the current folder was executed"
    assert done.returncode == 0, done.stderr


@dataclass(frozen=True)
class HereEnvironment(environment.Environment):
    """An environment with the Python that runs the tests, its programs in a folder of the test's."""

    @property
    def scripts(self) -> Path:
        return self.folder

    @property
    def python(self) -> Path:
        return Path(sys.executable)


def test_the_starter_of_an_environment_imports_nothing_from_the_current_folder(
    folder, tmp_path_factory
) -> None:
    starters = tmp_path_factory.mktemp("bin")
    environment._write_starter(HereEnvironment(starters))
    starter = starters / "sdc-desktop"
    run([starter, "--version"], folder)
    run([starter, "run", "write.sdcplan", "--out", "out", "--quiet"], folder)
    run([starter, "check", "read.sdcplan", "--quiet"], folder)


def test_a_copied_command_imports_nothing_from_the_current_folder(folder) -> None:
    command = as_command(folder / "write.sdcplan", folder / "out", batch_program())
    run(["sh", "-c", command], folder)


def test_the_children_of_a_console_script_import_nothing_from_the_current_folder(folder) -> None:
    """The script that pip makes has its own folder on the path, its children the current one."""
    script = folder.parent / "sdc-desktop-as-pip-makes-it"
    text = "from sdc_desktop.__main__ import main\nif __name__ == '__main__':\n    raise SystemExit(main())\n"
    script.write_text(text, encoding="utf-8")
    run([sys.executable, script, "run", "write.sdcplan", "--out", "out", "--quiet"], folder)
    run([sys.executable, script, "check", "read.sdcplan", "--quiet"], folder)


def test_an_empty_entry_in_pythonpath_does_not_let_the_current_folder_in(folder) -> None:
    for name in ("runpy", "signal", "selectors"):  # before the program runs, Python has the say
        (folder / f"{name}.py").unlink()
    (folder / "csv.py").write_text(MARKING, encoding="utf-8")
    run([sys.executable, "-P", "-m", "sdc_desktop", "check", "write.sdcplan", "--quiet"], folder, os.pathsep)


def test_the_children_of_a_library_import_nothing_from_the_current_folder(folder, monkeypatch) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    child = start_child(print, ())
    child.join()
    assert child.exitcode == 0
    assert not (folder / MARK).exists()
    assert "PYTHONSAFEPATH" not in os.environ
