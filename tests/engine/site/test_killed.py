"""A count that is killed leaves a folder of its owner alone, which the next one removes; nothing else."""

import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.site import held_count
from tests.support.site.counting import counted, write_plan

ROOT = Path(__file__).parents[3]


@contextmanager
def counting_child(folder: Path) -> Iterator["subprocess.Popen[str]"]:
    """A process that holds in the middle of a count."""
    command = [sys.executable, "-P", held_count.__file__, str(folder)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=_environment()
    ) as child:
        assert child.stdout.readline() == "ready\n"
        try:
            yield child
        finally:
            child.kill()


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"}


def hidden(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if path.name.startswith(".")]


def test_what_a_killed_count_left_goes_at_the_next_one(tmp_path) -> None:
    write_plan(tmp_path)
    strangers = [tmp_path / ".sdc-other", tmp_path / ".sdc-notes.txt"]
    for path in strangers:
        path.mkdir()
    with counting_child(tmp_path) as child:
        child.kill()
        child.wait()
        (left,) = (path for path in hidden(tmp_path) if path.suffix == ".run")
        assert [path.name for path in left.iterdir()] == ["joint-0.parquet"]
        if sys.platform != "win32":  # which has other rights
            assert stat.S_IMODE(left.stat().st_mode) == 0o700
    assert not (tmp_path / "c.sdccounts").exists()
    counted(tmp_path, tmp_path / "c.sdccounts")
    assert sorted(hidden(tmp_path)) == sorted(strangers)


def test_a_count_that_is_at_work_keeps_its_folder(tmp_path) -> None:
    write_plan(tmp_path)
    with counting_child(tmp_path):
        before = hidden(tmp_path)
        counted(tmp_path, tmp_path / "other.sdccounts")
        assert hidden(tmp_path) == before
