"""CPU seconds of draws that protect: a million normal numbers, and a million draws of one record each.

Wanted: at most 0.2 s for the normal numbers.
"""

import time

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.secret_stream import SecretStream, label, record_keys

MILLION = 1_000_000
KEY = bytes(range(32))


def _measured(benchmark, work) -> None:
    """The shortest of three rounds, in CPU seconds beside what the clock says."""
    spent = []
    for _ in range(3):
        began = time.process_time()
        found = work()
        spent.append(time.process_time() - began)
        assert len(found) == MILLION
    benchmark.extra_info["cpu"] = min(spent)
    print(f"\n{min(spent):.3f} s CPU")
    benchmark.pedantic(work, rounds=1)


def test_a_million_normal_numbers(benchmark) -> None:
    draws = SecretStream(KEY, label("noise", "n", "income"))
    draws.normals(0, 1)  # scipy is imported
    _measured(benchmark, lambda: draws.normals(0, MILLION))


def test_a_million_whole_numbers(benchmark) -> None:
    draws = SecretStream(KEY, label("rounding", "t", ""))
    _measured(benchmark, lambda: draws.integers(MILLION, 5))


@pytest.mark.long
def test_a_million_record_keys(benchmark) -> None:
    identifiers = [str(number) for number in range(MILLION)]
    _measured(benchmark, lambda: record_keys(KEY, identifiers, JobContext()))
