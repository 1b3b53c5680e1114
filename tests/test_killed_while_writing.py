"""A program killed while it saves, puts aside or exports: the old or the new file is there, and whole."""

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from sdc_desktop.engine.output.own_parts import nameless
from sdc_desktop.project.project_file import load_project
from tests.support.killed_writing import FILES, write_data

ROOT = Path(__file__).parents[1]
KILLS = {"save": 67, "autosave": 67, "job": 38, "plan": 28}
WRITES = 3  # as many as one would take, the longest wait for a kill at first
NAMELESS = hasattr(os, "O_TMPFILE") and nameless(Path(tempfile.gettempdir())) is not None
STEP = 1.1  # by so much it becomes longer after a kill that came before the end, else shorter

pytestmark = [
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="processes are forked to be killed"),
]


class Starter:
    """Has writers begin, and kills them."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def _ask(self, kind: str, folder: Path, what: str) -> str:
        self._process.stdin.write(f"{kind}\t{folder}\t{what}\n")
        self._process.stdin.flush()
        return self._process.stdout.readline().strip()

    def write(self, kind: str, folder: Path, what: str) -> None:
        """Have the `old` or the `new` content written, undisturbed."""
        assert self._ask(kind, folder, what) == "written"

    def kill(self, kind: str, folder: Path, after: float) -> None:
        """Have a writer work in a folder and kill it after so many seconds."""
        child = int(self._ask(kind, folder, "kill"))
        time.sleep(after)
        os.kill(child, signal.SIGKILL)
        assert int(self._process.stdout.readline()) == -signal.SIGKILL, "the writer ended by itself"


@pytest.fixture(scope="module")
def starter(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Starter]:
    """One process that forks, so that each kill costs no new start."""
    data = tmp_path_factory.mktemp("data")
    write_data(data)
    environment = os.environ | {"PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
    command = [sys.executable, "-m", "tests.support.killed_writing", str(data)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=environment
    ) as process:
        yield Starter(process)
        process.stdin.close()
    assert process.returncode == 0


def written(kind: str, folder: Path) -> dict[str, str | None]:
    """The SHA-256 of each file of a kind, None where there is none."""
    paths = {name: folder / name for name in FILES[kind]}
    return {
        name: sha256(path.read_bytes()).hexdigest() if path.exists() else None for name, path in paths.items()
    }


@pytest.mark.parametrize("kind", sorted(KILLS))
def test_the_old_or_the_new_file_is_there_and_whole_whenever_it_is_killed(tmp_path, starter, kind) -> None:
    chance = random.Random(f"{kind} 1")
    reference, folder = tmp_path / "reference", tmp_path / "folder"
    for made in (reference, folder):
        (made / "out").mkdir(parents=True)
    whole = []
    for content in ("old", "new", "old"):
        began = time.perf_counter()
        starter.write(kind, reference, content)
        took = time.perf_counter() - began  # the last counts: the first loads what is imported late
        whole.append(written(kind, reference))
    old, new, again = whole
    assert again == old
    assert all(old[name] != new[name] for name in FILES[kind])
    left, seen, longest = 0, set(), WRITES * took
    for number in range(KILLS[kind]):
        nothing_yet = number % 10 == 0  # so that the first file of all is hit as well
        starter.write(kind, folder, "old")
        assert not remains(kind, folder), "what a kill left behind stays beyond the next write"
        for name in FILES[kind] if nothing_yet else ():
            (folder / name).unlink()
        starter.kill(kind, folder, chance.uniform(0, longest))
        found = written(kind, folder)
        longest *= 1 / STEP if found == new else STEP  # so that half of them come in time on any machine
        for name, there in found.items():
            assert there in {old[name], new[name]} or (nothing_yet and there is None), name
        seen.add(tuple(found.values()))
        left += nothing_half(kind, folder, {old[name], new[name]} if kind != "plan" else None)
    assert left > 0 or kind != "plan", "no kill hit a file while it was written"
    assert {tuple(old.values()), tuple(new.values())} <= seen, "the kills came all too early or too late"


def remains(kind: str, folder: Path) -> set[Path]:
    """What is there besides the files."""
    own = {folder / name for name in (*FILES[kind], "out")}
    return {path for where in (folder, folder / "out") for path in where.iterdir()} - own


def nothing_half(kind: str, folder: Path, whole: set[str | None] | None) -> bool:
    """Assert that what is there besides the files bears a name that nobody takes for a result, and that what
    is there can be read. Where files have no name before they are `whole`, no part has any other content.
    Returns whether there were any.
    """
    found = remains(kind, folder)
    assert all(path.name.startswith(".sdc-") for path in found), found
    for name in FILES[kind]:
        if name.endswith((".sdcproj", ".recovery")) and (folder / name).exists():
            assert load_project(folder / name).history
    if whole is not None and NAMELESS:
        contents = {sha256(path.read_bytes()).hexdigest() for path in found if path.suffix != ".lock"}
        assert contents <= whole, "a part of a file has a name"
    return bool(found)
