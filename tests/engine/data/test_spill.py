"""The spill folder: for its user alone, gone at the end, emptied of what was left behind; none by default."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.reading import open_data
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.data.store.temporary_folder import SpillFolder, spilling
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.spec import VariableSpec

ROWS = "".join(f"{i % 97},{'ab'[i % 2]},secret{i % 5}\n" for i in range(5_000))


def _csv(folder: Path) -> Path:
    path = folder / "data.csv"
    path.write_text("a,b,c\n" + ROWS, encoding="utf-8")
    return path


def _names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def _children(number: int, code: str, folder: Path) -> list["subprocess.Popen[str]"]:
    """Processes that run some code on a folder, spoken to through pipes."""
    command, pipe = [sys.executable, "-c", code, str(folder)], subprocess.PIPE
    return [subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True) for _ in range(number)]


def test_nothing_is_spilled_where_no_folder_is_allowed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = tmp_path / "work"
    work.mkdir()
    path = _csv(tmp_path)
    monkeypatch.chdir(work)
    data = open_data(DataSpec(path=path.name, large=True), tmp_path, JobContext()).data
    assert data.counts(("a", "b"), JobContext()).records == 5_000
    assert _names(work) == []
    assert _names(tmp_path) == ["data.csv", "work"]


@pytest.mark.skipif(os.name == "nt", reason="rights are told otherwise there")
def test_what_is_spilled_is_for_its_user_alone_and_goes_with_the_records(tmp_path: Path) -> None:
    path = _csv(tmp_path)
    allowed = tmp_path / "allowed"
    allowed.mkdir(mode=0o777)
    with spilling(allowed) as folder:
        assert folder is not None
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        context = JobContext(spill=folder)
        opened = open_data(DataSpec(path=path.name, large=True), tmp_path, context)
        (spilled,) = folder.iterdir()
        assert stat.S_IMODE(spilled.stat().st_mode) == 0o600
        assert spilled.read_bytes()[:4] == b"PAR1"
        assert [",".join(row) for row in opened.data.window(0, 5_000)] == ROWS.splitlines()
        del opened
        assert _names(folder) == []
    assert _names(allowed) == []


def test_the_folder_is_emptied_when_the_work_fails(tmp_path: Path) -> None:
    def work() -> None:
        with spilling(tmp_path) as folder:
            assert folder is not None
            (folder / "records-1.parquet").write_bytes(b"values")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        work()
    assert _names(tmp_path) == []


def test_what_a_killed_process_left_goes_at_the_next_start_and_what_a_living_one_has_stays(
    tmp_path: Path,
) -> None:
    code = (
        "import sys; from pathlib import Path\n"
        "from sdc_desktop.engine.data.store.temporary_folder import SpillFolder\n"
        "folder = SpillFolder(Path(sys.argv[1]))\n"
        "(folder.path / 'records-1.parquet').write_bytes(b'values')\n"
        "print(folder.path, flush=True); sys.stdin.read()"
    )
    children = _children(2, code, tmp_path)
    try:
        paths = [Path(child.stdout.readline().strip()) for child in children]  # type: ignore[union-attr]
        assert all(any(path.iterdir()) for path in paths)
        children[0].kill()
        children[0].wait()
        own = SpillFolder(tmp_path)
        assert not paths[0].exists()
        assert any(paths[1].iterdir())
        own.close()
        own.close()
        assert all(path.name.startswith(paths[1].name) for path in tmp_path.iterdir())
    finally:
        for child in children:
            child.kill()
            child.communicate()
    SpillFolder(tmp_path).close()
    assert _names(tmp_path) == []


def test_processes_that_begin_together_leave_one_another_their_folders(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path\n"
        "from sdc_desktop.engine.data.store.temporary_folder import SpillFolder\n"
        "parent = Path(sys.argv[1]); print('ready', flush=True); sys.stdin.readline()\n"
        "for _ in range(200):\n"
        "    folder = SpillFolder(parent)\n"
        "    (folder.path / 'records-1.parquet').write_bytes(b'values')\n"
        "    folder.close()\n"
        "print('done')"
    )
    children = _children(4, code, tmp_path)
    for child in children:
        child.stdout.readline()  # type: ignore[union-attr]
    for child in children:
        child.stdin.write("go\n")  # type: ignore[union-attr]
        child.stdin.flush()  # type: ignore[union-attr]
    ended = [child.communicate() for child in children]
    assert [text for text, _ in ended] == ["done\n"] * 4, ended
    assert _names(tmp_path) == []


def test_other_things_in_the_folder_stay(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    (tmp_path / "sdc-spill-notes.txt").write_text("mine as well")
    SpillFolder(tmp_path).close()
    assert _names(tmp_path) == ["sdc-spill-notes.txt", "thesis.txt"]


def test_a_folder_that_is_not_there_is_a_problem(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"spill\.no_folder"):
        SpillFolder(tmp_path / "none")


def test_no_memory_without_a_folder_is_a_problem_and_with_one_it_is_counted(tmp_path: Path) -> None:
    import duckdb

    path = tmp_path / "ids.parquet"
    query = "SELECT 'person number ' || hash(i) AS id FROM range(400000) r(i)"
    duckdb.connect().execute(f"COPY ({query}) TO '{path}' (FORMAT parquet, ROW_GROUP_SIZE 20480)")
    little = 72 * 2**20  # without a folder 100 do not suffice; with one 30 never, 40 not always, 60 do
    data = open_data(DataSpec(path=path.name, large=True), tmp_path, JobContext(memory=little)).data
    assert data.variables[0].level == "nominal"
    with pytest.raises(Refused, match=r"csv\.no_memory"):
        data.counts(("id",), JobContext())
    text = {"id": VariableSpec(level="nominal")}
    with spilling(tmp_path) as folder:
        context = JobContext(memory=little, spill=folder)
        spec = DataSpec(path=path.name, large=True, variables=text)
        data = open_data(spec, tmp_path, context).data
        assert data.relation.multiplicities(0, context).tolist() == [[1, 400_000]]
