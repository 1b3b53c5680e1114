"""Limits of the processes that read hostile files, in children of their own: they stay for good."""

import subprocess
import sys
from types import SimpleNamespace

import pytest

from sdc_desktop.engine import process_limits
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.submission.reader import Reader
from sdc_desktop.engine.submission.reading import worker

HEAD = "from sdc_desktop.engine import process_limits as limits\n"
linux_only = pytest.mark.skipif(sys.platform != "linux", reason="of the address space of Linux")
windows_only = pytest.mark.skipif(sys.platform != "win32", reason="job objects are of Windows")


def ended(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", HEAD + code], capture_output=True, text=True, timeout=120)


def test_a_limit_that_holds_refuses_more_memory_and_leaves_less() -> None:
    code = (
        "held = limits.limit_memory(200 * 2**20)\n"
        "first = len(bytearray(50 * 2**20))\n"
        "try:\n    found = len(bytearray(400 * 2**20))\n"
        "except MemoryError:\n    found = 0\n"
        "print(held, first == 50 * 2**20, found == 0)\n"
    )
    held, left, refused = ended(code).stdout.split()
    assert left == "True"
    assert refused == held
    if sys.platform == "linux":
        assert held == "True"


@pytest.mark.skipif(sys.platform == "win32", reason="Wine takes this limit and does not keep it")
def test_a_process_ends_after_its_processor_time() -> None:
    done = ended("limits.limit_seconds(1)\nwhile True:\n    pass\n")
    assert done.returncode not in (0, 1)


@windows_only
def test_the_job_object_has_both_limits() -> None:
    code = (
        "limits.limit_memory(2**30)\nlimits.limit_seconds(60)\n"
        "job = limits._job()\nprint(job.memory >= 2**30, job.seconds >= 60, job.committed() > 0)\n"
    )
    assert ended(code).stdout.split() == ["True"] * 3


class TakesAnything:
    """A job object as Wine's: it takes each limit, and the process gets more memory all the same."""

    memory: int | None = None

    def committed(self) -> int:
        return 1000

    def settle(self) -> None:
        assert self.memory == 3000

    def refuses(self, size: int) -> bool:
        return False


def test_a_limit_that_the_system_does_not_keep_does_not_hold(monkeypatch) -> None:
    monkeypatch.setattr(process_limits, "sys", SimpleNamespace(platform="win32"))
    monkeypatch.setattr(process_limits, "_job", TakesAnything)
    assert not process_limits.limit_memory(2000)
    monkeypatch.setattr(TakesAnything, "refuses", lambda self, size: size > 2000)
    assert process_limits.limit_memory(2000)


def test_a_system_without_limits_is_known_and_stops_nothing(monkeypatch) -> None:
    def refused() -> None:
        raise OSError("no job objects here")

    monkeypatch.setattr(process_limits, "sys", SimpleNamespace(platform="win32"))
    monkeypatch.setattr(process_limits, "_job", refused)
    assert not process_limits.limit_memory(2000)
    process_limits.limit_seconds(10)


def _unlimited(theirs) -> None:  # type: ignore[no-untyped-def]  # a child: it is started by its name
    worker.limit_memory = lambda most: False  # type: ignore[assignment]
    worker.serve(theirs)


def test_a_reader_without_a_limit_says_so_and_reads_the_same() -> None:
    with Reader() as reader, Reader(_unlimited) as unlimited:
        found = [one.read("a.csv", b"a,b\n1,2\n", JobContext()) for one in (reader, unlimited)]
    assert found[0] == found[1]
    assert not found[0].read.refused
    assert not unlimited.limited
    if sys.platform == "linux":
        assert reader.limited


@pytest.mark.parametrize("limited", [True, False])
def test_the_window_says_where_hostile_files_are_not_limited(limited) -> None:
    from sdc_desktop.ui.tabs.outputs.presenter import OutputPresenter

    outputs = SimpleNamespace(limited=limited)
    answer = SimpleNamespace(
        why=(), result=SimpleNamespace(notes=()), received=SimpleNamespace(outputs=outputs)
    )
    notes = OutputPresenter.notes_of(None, answer)  # type: ignore[arg-type]
    assert [one.code for one in notes] == ([] if limited else ["output_check.not_limited"])
