"""The engine as a library: its public names suffice to run a plan, without Qt."""

import subprocess
import sys
from pathlib import Path

import pytest

import sdc_desktop.engine as engine
from sdc_desktop.resources import resource_path

_WITHOUT_QT = """
import sys
for name in ("PySide6", "shiboken6", "pyqtgraph"):
    sys.modules[name] = None
"""


def _run(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", _WITHOUT_QT + code, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[2])


def test_every_public_name_is_there():
    assert {name for name in engine.__all__ if getattr(engine, name, None) is None} == set()


def test_the_public_names_suffice_to_run_a_plan(tmp_path):
    path = resource_path("self_test", "recode.sdcplan")
    result = engine.run_plan(engine.read_plan(path), path.parent, tmp_path / "out", engine.JobContext())
    assert isinstance(result.verdict.grade, engine.Grade)
    assert [job.ok for job in result.jobs] == [True]
    assert (tmp_path / "out" / "result.json").is_file()


def test_an_unknown_name_is_no_part_of_the_library():
    with pytest.raises(AttributeError, match="no attribute 'decide_all'"):
        getattr(engine, "decide_" + "all")


def test_the_library_and_the_batch_command_run_without_qt(tmp_path):
    plan = str(resource_path("self_test", "recode.sdcplan"))
    code = "from sdc_desktop.__main__ import main\nsys.exit(main(sys.argv[1:]))"
    done = _run(code, "run", plan, "--out", str(tmp_path / "out"), "--quiet")
    assert done.returncode == 0, done.stderr


def test_the_window_without_qt_is_a_problem_with_a_remedy():
    done = _run("from sdc_desktop.__main__ import main\nsys.exit(main([]))")
    assert done.returncode == 2
    assert "the window is not installed: PySide6 is missing" in done.stderr
    assert "install sdc-desktop[window]" in done.stderr
