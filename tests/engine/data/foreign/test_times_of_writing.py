"""Files of SPSS, Stata and SAS say when they were written: ours always the same, others' any time."""

from pathlib import Path
from types import SimpleNamespace

import pyreadstat
import pytest
from pyreadstat import _readstat_parser

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.foreign import reading_child, statistics_files
from sdc_desktop.engine.data.reading import Opened, open_data
from sdc_desktop.engine.data.spec import DataSpec, OutputSpec
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.running.writing import write_data

CONTEXT = JobContext()
STAMPS = {
    "sav": (b"01 Jan 8000:00:00", b"01 Jan 6000:00:00"),
    "zsav": (b"01 Jan 8000:00:00", b"01 Jan 6000:00:00"),
    "dta": (b"01 Jan 1980 00:00", b"01 Jan 1960 00:00"),
    "xpt": (b"01JAN80:00:00:00", b"01JAN60:00:00:00"),
}


def opened(path: Path) -> Opened:
    return open_data(DataSpec.model_validate({"path": path.name}), path.parent, CONTEXT)


@pytest.fixture(scope="module")
def source(tmp_path_factory) -> Opened:
    path = tmp_path_factory.mktemp("source") / "a.csv"
    path.write_text("age,town\n31,Ulm\n45,Bonn\n", encoding="utf-8")
    return opened(path)


def written(source: Opened, folder: Path, ending: str) -> Path:
    path = folder / f"out.{ending}"
    write_data(source.data, path, OutputSpec(path=path.name), source.style, CONTEXT)
    return path


@pytest.mark.parametrize("ending", STAMPS)
def test_our_files_are_stamped_with_a_time_that_every_system_knows(source, tmp_path, ending) -> None:
    now, _ = STAMPS[ending]
    assert now in written(source, tmp_path, ending).read_bytes()


def refuses_early_times(seconds: float) -> None:
    """Raises OSError, as Windows does for times before 1970."""
    raise OSError(22, "Invalid argument")


@pytest.mark.parametrize("ending", STAMPS)
def test_a_file_of_1960_is_read_where_the_system_refuses_such_times(
    source, tmp_path, monkeypatch, ending
) -> None:
    path = written(source, tmp_path, ending)
    now, early = STAMPS[ending]
    path.write_bytes(path.read_bytes().replace(now, early))
    strict = SimpleNamespace(datetime=SimpleNamespace(fromtimestamp=refuses_early_times))
    monkeypatch.setattr(_readstat_parser, "datetime", strict)
    if ending in ("sav", "dta"):  # it is this that the reader has to get round
        with pytest.raises(OSError, match="Invalid argument"):
            getattr(pyreadstat, f"read_{ending}")(str(path))
        reading = statistics_files.read(path, ending)
        assert [rows for rows, _ in reading.blocks] == [[("31", "Ulm"), ("45", "Bonn")]]
    assert opened(path).data.names == ("age", "town")


class Pipe:
    """The child's end of a pipe."""

    def __init__(self) -> None:
        self.sent: list[tuple[object, ...]] = []

    def send(self, message: tuple[object, ...]) -> None:
        self.sent.append(message)

    def close(self) -> None:
        pass


@pytest.mark.parametrize(
    ("failure", "code"),
    [
        (PermissionError(13, "Permission denied"), "file.unreadable"),
        (OSError(22, "Invalid argument"), "file.unreadable"),
        (ImportError("DLL load failed"), "data.no_reader"),
        (OSError("not a gzipped file"), "data.damaged"),  # raised by a reader, of the file's content
        (ValueError("strange"), "data.damaged"),
        (MemoryError(), "csv.no_memory"),
    ],
)
def test_only_what_is_the_fault_of_the_file_is_called_damaged(monkeypatch, failure, code) -> None:
    def failing(*_: object) -> None:
        raise failure

    monkeypatch.setattr(reading_child, "_called", failing)
    monkeypatch.setattr(reading_child, "be_silent", lambda: None)
    pipe = Pipe()
    reading_child._serve(pipe, "any:reader", "a.sav", ())  # type: ignore[arg-type]
    assert pipe.sent[0][:2] == ("refused", code)


def test_a_file_that_is_gone_is_not_called_damaged(tmp_path) -> None:
    with pytest.raises(Refused) as refusal:
        opened(tmp_path / "gone.sav")
    assert refusal.value.problems[0].code != "data.damaged"


@pytest.mark.parametrize(
    ("code", "short_of_memory"), [(-6, True), (3, True), (3221226505, True), (-11, False), (1, False)]
)
def test_a_reader_that_aborts_had_too_little_memory_on_every_system(code, short_of_memory) -> None:
    child = SimpleNamespace(exitcode=code, join=lambda seconds: None)
    assert reading_child._was_out_of_memory(child) is short_of_memory
