"""Opening and writing a file of a million records, ten columns; how long others have to wait meanwhile.

Written as .rds, measured on two busy processors: 5.6 CPU s.
"""

import threading
import time
from pathlib import Path

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.csv.write import write_csv
from sdc_desktop.engine.data.reading import Opened, open_data
from sdc_desktop.engine.data.spec import DataSpec, OutputSpec
from sdc_desktop.engine.running.writing import write_data
from tests.support.csv_files import RECORDS, write_million
from tests.support.held import Held

HEARTBEAT = 0.01

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def million(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_million(tmp_path_factory.mktemp("million") / "million.csv")


def _open(path: Path) -> Opened:
    return open_data(DataSpec(path=path.name), path.parent, JobContext())


class Heartbeat:
    """A thread that wants to wake every 10 ms, as the window does, and notes its longest wait."""

    def __enter__(self) -> "Heartbeat":
        self.longest = 0.0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._beat)
        self._thread.start()
        return self

    def _beat(self) -> None:
        last = time.perf_counter()
        while not self._stop.is_set():
            time.sleep(HEARTBEAT)
            now = time.perf_counter()
            self.longest = max(self.longest, now - last)
            last = now

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()


def test_opening_a_million_records(benchmark: pytest.FixtureRequest, million: Path) -> None:
    with Held() as held, Heartbeat() as heartbeat:
        opened = benchmark.pedantic(_open, (million,), rounds=3)  # type: ignore[attr-defined]
    began, cpu = time.perf_counter(), time.process_time()
    _open(million)
    wall, cpu = time.perf_counter() - began, time.process_time() - cpu
    benchmark.extra_info |= {"cpu": cpu, "wall": wall, "longest_gap": heartbeat.longest, "held": held.longest}  # type: ignore[attr-defined]
    print(
        f"\nopen: {wall:.2f} s wall, {cpu:.2f} s CPU, longest gap {1000 * heartbeat.longest:.0f} ms, "
        f"held up for {1000 * held.longest:.0f} ms"
    )
    assert opened.data.records == RECORDS
    assert [variable.level for variable in opened.data.variables] == ["continuous"] * 3 + ["nominal"] * 7


def test_writing_a_million_records(benchmark: pytest.FixtureRequest, million: Path, tmp_path: Path) -> None:
    opened, target = _open(million), tmp_path / "out.csv"

    def write() -> None:
        write_csv(opened.data, target, opened.dialect, True, JobContext())

    with Heartbeat() as heartbeat:
        benchmark.pedantic(write, rounds=1)  # type: ignore[attr-defined]
    benchmark.extra_info["longest_gap"] = heartbeat.longest  # type: ignore[attr-defined]
    print(f"\nwrite: longest gap {1000 * heartbeat.longest:.0f} ms")
    assert target.read_bytes() == million.read_bytes()


def test_writing_a_million_records_for_r(
    benchmark: pytest.FixtureRequest, million: Path, tmp_path: Path
) -> None:
    opened, output = _open(million), OutputSpec(path="out.rds")

    def write() -> None:
        write_data(opened.data, tmp_path / output.path, output, opened.style, JobContext())

    with Heartbeat() as heartbeat:
        cpu = time.process_time()
        benchmark.pedantic(write, rounds=1)  # type: ignore[attr-defined]
        cpu = time.process_time() - cpu
    benchmark.extra_info |= {"cpu": cpu, "longest_gap": heartbeat.longest}  # type: ignore[attr-defined]
    print(f"\nwrite .rds: {cpu:.2f} s CPU, longest gap {1000 * heartbeat.longest:.0f} ms")
    again = open_data(DataSpec(path=output.path), tmp_path, JobContext())
    assert again.data.window(0, 1000) == opened.data.window(0, 1000)
    assert again.data.records == RECORDS
