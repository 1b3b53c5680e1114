"""Parts of files belong to a process: the next one removes those of a process that is gone, and no other."""

import ctypes
import errno
import os
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from sdc_desktop import cli
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.reading import open_data
from sdc_desktop.engine.data.spec import DataSpec, OutputSpec
from sdc_desktop.engine.output import files, own_parts
from sdc_desktop.engine.output.files import atomic_path, atomic_write
from sdc_desktop.engine.output.own_parts import OwnPlace, cache_folder, sweep, sweep_noted
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.running.outputs import temporary_folder
from sdc_desktop.engine.running.writing import write_data

HOLDING = """
import sys
from contextlib import ExitStack
from pathlib import Path
from sdc_desktop.engine.output.files import atomic_path, atomic_write
from sdc_desktop.engine.running.outputs import temporary_folder
folder, what = Path(sys.argv[1]), sys.argv[2]
with ExitStack() as stack:
    if what == "write":
        file = stack.enter_context(atomic_write(folder / "a.csv"))
        file.write(b"protected values")
        file.flush()
    elif what == "path":
        stack.enter_context(atomic_path(folder / "a.xlsx")).write_bytes(b"protected values")
    else:
        (stack.enter_context(temporary_folder(folder / "out")) / "a.csv").write_bytes(b"protected values")
    print("begun", flush=True)
    sys.stdin.read()
"""
linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="files without a name")


def begun(folder: Path, what: str) -> "subprocess.Popen[str]":
    """A process that is about to write."""
    command = [sys.executable, "-c", HOLDING, str(folder), what]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "begun\n"
    return process


def contents(folder: Path) -> list[bytes]:
    return [path.read_bytes() for path in folder.rglob("*") if path.is_file()]


@linux
def test_a_file_that_is_being_written_has_no_name(tmp_path) -> None:
    with atomic_write(tmp_path / "a.csv") as file:
        file.write(b"protected values")
        file.flush()
        assert list(tmp_path.iterdir()) == []
    assert (tmp_path / "a.csv").read_bytes() == b"protected values"


@pytest.mark.parametrize("what", ["write", "path", "run"])
@pytest.mark.parametrize("existing", [True, False])
def test_what_a_killed_process_left_goes_at_the_next_write(tmp_path, what, existing) -> None:
    if existing:
        (tmp_path / "out").mkdir()
    with begun(tmp_path, what) as process:
        held = contents(tmp_path)
        process.kill()
    if what == "write" and own_parts.nameless(tmp_path) is not None:
        assert held == contents(tmp_path) == []
    else:
        assert b"protected values" in contents(tmp_path)
    with temporary_folder(tmp_path / "out"):
        assert b"protected values" not in contents(tmp_path)
    with atomic_write(tmp_path / "other.csv"):
        pass
    left = {path.name for path in tmp_path.iterdir()}
    assert left == ({"other.csv", "out"} if existing else {"other.csv"})


@pytest.mark.parametrize("what", ["path", "run"])
def test_what_a_killed_process_left_goes_at_the_next_start(tmp_path, what) -> None:
    with begun(tmp_path, what) as process, begun(tmp_path, what) as living:
        process.kill()
        process.wait()
        sweep_noted()
        assert contents(tmp_path).count(b"protected values") == 1, "only what nobody writes any more"
        living.kill()
        living.wait()
        assert cli.main(["schema"]) == 0
    assert contents(tmp_path) == []
    assert list(cache_folder("parts").iterdir()) == []


@pytest.mark.parametrize("what", ["path", "run"])
def test_a_process_that_still_runs_keeps_its_parts(tmp_path, what) -> None:
    with begun(tmp_path, what) as process:
        sweep(tmp_path)
        with atomic_write(tmp_path / "other.csv"):
            pass
        assert b"protected values" in contents(tmp_path)
        process.stdin.close()
        assert process.wait() == 0


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_nothing_but_what_bears_a_name_of_the_programs_own_is_removed(tmp_path) -> None:
    """Others may be able to write to the folder: a lock that they put there removes nothing of value."""
    kept = tmp_path / "else"
    kept.mkdir()
    (kept / "precious.csv").write_bytes(b"precious")
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "data.csv").write_bytes(b"precious")
    (folder / ".sdc-a*.lock").touch()
    (folder / ".sdc-.lock").touch()
    (folder / ".sdc-linked.lock").touch()
    (folder / ".sdc-linked.run").symlink_to(kept, target_is_directory=True)
    (folder / ".sdc-link.lock").symlink_to(kept / "precious.csv")
    held = OwnPlace(folder)
    held.part.write_bytes(b"being written")
    sweep(folder)
    assert held.part.read_bytes() == b"being written"
    held.close()
    assert contents(kept) == [b"precious"]
    left = {".sdc-a*.lock", ".sdc-.lock", ".sdc-link.lock", "data.csv"}
    assert {path.name for path in folder.iterdir()} == left


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="files have no owners here")
def test_the_parts_of_another_user_are_left(tmp_path, monkeypatch) -> None:
    (tmp_path / ".sdc-abc.lock").touch()
    (tmp_path / ".sdc-abc.part").write_bytes(b"of a colleague")
    monkeypatch.setattr(os, "getuid", lambda: 4711)
    sweep(tmp_path)
    assert (tmp_path / ".sdc-abc.part").exists()
    monkeypatch.undo()
    sweep(tmp_path)
    assert list(tmp_path.iterdir()) == []


def without_names(monkeypatch) -> None:
    monkeypatch.setattr(files, "nameless", lambda parent: None)


def without_links(monkeypatch) -> None:
    def refuse(descriptor: int, path: Path) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(files, "give_name", refuse)


def without_locks(monkeypatch) -> None:
    without_names(monkeypatch)
    monkeypatch.setattr(own_parts, "lock", lambda file: False)


@pytest.mark.parametrize("system", [without_names, without_links, without_locks])
@pytest.mark.parametrize("there", [b"before", None])
def test_files_are_written_on_systems_that_lack_a_way(tmp_path, monkeypatch, system, there) -> None:
    system(monkeypatch)
    target = tmp_path / "a.csv"
    if there is not None:
        target.write_bytes(there)
        target.chmod(0o640)
    with pytest.raises(TypeError), atomic_write(target) as file:
        file.writelines([b"half", None])
    assert contents(tmp_path) == ([there] if there else [])
    with atomic_write(target) as file:
        file.write(b"after")
    assert [path.name for path in tmp_path.iterdir()] == ["a.csv"]
    assert target.read_bytes() == b"after"
    if os.name != "nt":
        assert target.stat().st_mode & 0o777 == (0o640 if there else 0o666 & ~current_mask())


def current_mask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def test_a_refusal_leaves_no_lock_behind(tmp_path) -> None:
    (tmp_path / "a.csv").mkdir()
    for door in (atomic_write, atomic_path):
        with pytest.raises(Refused) as refused, door(tmp_path / "a.csv"):
            pass
        assert refused.value.problems[0].code == "file.is_folder"
    with pytest.raises(Refused) as refused, atomic_write(tmp_path / "gone" / "a.csv"):
        pass
    assert refused.value.problems[0].code == "file.no_folder"
    with pytest.raises(Refused) as refused, atomic_write(tmp_path / ("x" * 300)):
        pass
    assert refused.value.problems[0].code == "file.name_too_long"
    assert [path.name for path in tmp_path.iterdir()] == ["a.csv"]


@linux
@pytest.mark.parametrize("ending", ["csv", "xlsx", "sav", "dta", "xpt", "rds", "parquet"])
def test_writers_of_every_format_make_nothing_that_a_sweep_would_leave(tmp_path, ending) -> None:
    (tmp_path / "in.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    opened = open_data(DataSpec(path="in.csv"), tmp_path, JobContext())
    out = tmp_path / "out"
    out.mkdir()
    (out / f"a.{ending}").write_bytes(b"before")
    spec = OutputSpec(path=f"a.{ending}")
    with Watch(out) as watch:
        write_data(opened.data, out / spec.path, spec, opened.style, JobContext())
    names = watch.names()
    assert spec.path in names
    assert all(name == spec.path or name.startswith(".sdc-") for name in names), names


class Watch:
    """The names that came into a folder, as the kernel tells them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._libc = ctypes.CDLL(None)

    def __enter__(self) -> "Watch":
        self._queue = self._libc.inotify_init1(os.O_NONBLOCK)
        created, moved_to = 0x100, 0x80
        assert self._libc.inotify_add_watch(self._queue, bytes(self._folder), created | moved_to) >= 0
        return self

    def __exit__(self, *_: object) -> None:
        self._told = os.read(self._queue, 1 << 16)
        os.close(self._queue)

    def names(self) -> set[str]:
        found, at = set(), 0
        while at < len(self._told):
            (length,) = struct.unpack_from("I", self._told, at + 12)
            found.add(self._told[at + 16 : at + 16 + length].rstrip(b"\0").decode())
            at += 16 + length
        return found
