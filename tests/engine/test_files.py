"""Files that cannot be reached, read or written are told as such, and what was there stays."""

import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.reading import open_data
from sdc_desktop.engine.data.spec import DataSpec, OutputSpec
from sdc_desktop.engine.output import files
from sdc_desktop.engine.output.files import atomic_path, atomic_write, sha256_of, write_problem
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.running.writing import write_data

CONTEXT = JobContext()


def refusal(path: str, base: Path) -> tuple[str, dict]:
    with pytest.raises(Refused) as refused:
        open_data(DataSpec(path=path), base, CONTEXT)
    problem = refused.value.problems[0]
    return problem.code, dict(problem.params)


@pytest.mark.parametrize(
    "path", [r"\\server\share\May\x.csv", "//server/share/x.sav", r"\\server\share\x.rds"]
)
def test_a_network_folder_that_is_gone_is_named(path, tmp_path) -> None:
    assert refusal(path, tmp_path) == ("file.network", {"share": "//server/share"})


@pytest.mark.parametrize("path", ["gone.csv", "gone/x.csv", "x" * 300 + ".csv", "nul\0.csv"])
def test_a_path_that_vanished_or_never_was_is_a_problem(path, tmp_path) -> None:
    assert refusal(path, tmp_path)[0] in ("csv.no_such_file", "file.unreadable")


@pytest.mark.parametrize(
    "name", ["Übersicht – früh.csv", "数据.csv", "a" * 240 + ".csv", "emoji 🙂.csv", "e\u0301.csv"]
)
def test_long_and_foreign_names_are_read_and_written(name, tmp_path) -> None:
    (tmp_path / name).write_text("a,b\n1,2\n", encoding="utf-8")
    opened = open_data(DataSpec(path=name), tmp_path, CONTEXT)
    target = tmp_path / f"2{name[1:]}"
    write_data(opened.data, target, OutputSpec(path=target.name), opened.style, CONTEXT)
    assert sha256_of(target) == opened.sha256


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="rights mean nothing to this user")
def test_a_folder_that_may_not_be_written_to_is_stated(tmp_path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(Refused) as refused, atomic_write(tmp_path / "x.csv") as file:
        file.write(b"x")
    assert refused.value.problems[0].code == "file.not_writable"
    tmp_path.chmod(0o700)


@pytest.mark.parametrize("ending", ["csv", "tsv", "xlsx", "sav", "dta", "xpt", "rds", "parquet"])
def test_a_file_marked_read_only_is_not_written_over_in_any_format(ending, tmp_path) -> None:
    (tmp_path / "in.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    opened = open_data(DataSpec(path="in.csv"), tmp_path, CONTEXT)
    target = tmp_path / f"kept.{ending}"
    target.write_bytes(b"precious")
    target.chmod(0o444)
    with pytest.raises(Refused) as refused:
        write_data(opened.data, target, OutputSpec(path=target.name), opened.style, CONTEXT)
    assert refused.value.problems[0].code == "file.not_writable"
    assert target.read_bytes() == b"precious"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.csv", target.name]


def test_a_file_locked_by_another_program_is_stated_as_not_writable(tmp_path, monkeypatch) -> None:
    """On Windows replacing a file that is open elsewhere is refused so."""
    target = tmp_path / "open in a spreadsheet.csv"
    target.write_bytes(b"before")

    def refuse(self: Path, other: Path) -> Path:
        raise PermissionError(13, "The process cannot access the file")

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(Refused) as refused, atomic_write(target) as file:
        file.write(b"after")
    assert refused.value.problems[0].code == "file.not_writable"
    assert target.read_bytes() == b"before"
    assert [path.name for path in tmp_path.iterdir()] == [target.name]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with a name here")
@pytest.mark.parametrize("ending", ["csv", "xlsx", "sav", "parquet", "rda"])
@pytest.mark.parametrize("device", ["pipe", "/dev/zero"])
def test_a_device_or_pipe_in_a_plan_is_refused_and_never_waited_for(tmp_path, ending, device) -> None:
    if device == "pipe":
        os.mkfifo(tmp_path / f"pipe.{ending}")
        device = f"pipe.{ending}"
    spec = DataSpec(path=device, format=None if ending == "csv" else ending)
    with pytest.raises(Refused) as refused:
        open_data(spec, tmp_path, CONTEXT)
    assert refused.value.problems[0].code == "csv.not_a_file"


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no such device")
def test_the_digest_of_a_device_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        sha256_of(Path("/dev/zero"))
    assert refused.value.problems[0].code == "csv.not_a_file"


@pytest.mark.parametrize("keep_beside", [False, True])
def test_a_folder_as_target_is_called_one_where_the_system_says_that_access_is_denied(
    tmp_path, monkeypatch, keep_beside
) -> None:
    target = tmp_path / "out.csv"
    target.mkdir()

    def denied(self: Path, target: Path) -> Path:
        raise PermissionError(13, "Access is denied")  # as Windows says of a folder

    monkeypatch.setattr(Path, "replace", denied)
    with pytest.raises(Refused) as refusal, atomic_path(target, keep_beside=keep_beside) as part:
        part.write_bytes(b"1")
    assert [problem.code for problem in refusal.value.problems] == ["file.is_folder"]
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize(
    ("parts", "code"),
    [
        (("x" * 256,), "file.name_too_long"),
        (("y" * 200, "y" * 200, "x"), "file.name_too_long"),
        (("gone", "x.csv"), "file.no_folder"),
    ],
)
def test_what_is_too_long_for_windows_is_called_so(tmp_path, monkeypatch, parts, code) -> None:
    monkeypatch.setattr(files, "sys", SimpleNamespace(platform="win32"))
    failure = FileNotFoundError(2, "No such file or directory")  # all that Windows says
    assert write_problem(Path("/", *parts), failure).code == code
