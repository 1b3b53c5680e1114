"""The inference audit of 1,000,000 records: CPU seconds of the search through single sources and pairs."""

import time

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.inference.columns import PairedColumn, PairedRecords
from sdc_desktop.engine.inference.values import values_revealed

RECORDS, VARIABLES, SUPPRESSED = 1_000_000, 20, 5


def column(name: str, codes: np.ndarray, number: int, hidden: np.ndarray) -> PairedColumn:
    """Values 1 to `number` as texts of one length; code 0 is `*`."""
    original = codes.astype(np.int64) + 1
    absent = np.zeros(number + 1, dtype=np.bool_)
    absent[0] = True
    texts = ("*", *(f"{one:07d}" for one in range(number)))
    numbers = np.full(number + 1, np.nan)
    released = np.where(hidden, 0, original)
    return PairedColumn(name, "other", "nominal", texts, original, released, absent, numbers)


@pytest.fixture(scope="module")
def records() -> PairedRecords:
    """Five suppressed categories, of which one follows from a district and one from a pair; fifteen others,
    among them a number of the household, two amounts and a variable of 800 values.
    """
    draw = np.random.default_rng(1)
    sizes = [2, 3, 5, 8, 12, 2, 3, 4, 5, 6, 9, 14, 20, 40, 80, 300, 800, 20_000, 300_000, 900_000]
    codes = [np.minimum(draw.geometric(min(0.9, 4 / size), RECORDS) - 1, size - 1) for size in sizes[:17]]
    codes += [draw.integers(0, size, RECORDS) for size in sizes[17:]]
    codes[3] = codes[15] % 8
    codes[2] = (codes[7] + codes[8]) % 5
    columns = []
    for place, (size, one) in enumerate(zip(sizes, codes, strict=True)):
        hidden = draw.random(RECORDS) < (0.02 if place < SUPPRESSED else 0.0)
        columns.append(column(f"v{place:02d}", one, size, hidden))
    return PairedRecords(RECORDS, tuple(columns))


@pytest.mark.long
def test_values_revealed_of_a_million_records(benchmark, records: PairedRecords) -> None:
    assert len(records.columns) == VARIABLES
    began = time.process_time()
    revealed = benchmark.pedantic(values_revealed, (records, JobContext()), rounds=1)
    benchmark.extra_info["cpu"] = time.process_time() - began  # at most 3 seconds by the specification
    assert [(rule.variable, rule.sources) for rule in revealed.rules] == [
        ("v02", ("v08",)),
        ("v02", ("v07", "v08")),
        ("v03", ("v15",)),
    ]
