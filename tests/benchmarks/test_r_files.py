"""Reading a file of R of a million records and ten columns, two of them texts, into the store: CPU seconds of
the program and of the process that reads. Measured on two busy processors: 5.3 to 8.6 CPU s, the reader 4.
"""

import os
import random
from pathlib import Path

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.foreign.load import ForeignTable, read_foreign
from tests.support import r_files as r

RECORDS = 1_000_000
pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def million(tmp_path_factory: pytest.TempPathFactory) -> Path:
    draw = random.Random(1)
    towns = [f"town number {number}" for number in range(20_000)]
    factor = {"levels": r.texts("f", "m"), "class_": r.texts("factor")}
    days, codes = range(-14_000, 16_000), range(2**31)
    columns = {
        "id": r.vector(r.INTEGER, range(RECORDS)),
        "age": r.vector(r.INTEGER, draw.choices(range(100), k=RECORDS)),
        "income": r.numbers([round(draw.lognormvariate(10, 1), 2) for _ in range(RECORDS)]),
        "weight": r.numbers([draw.random() for _ in range(RECORDS)]),
        "sex": r.vector(r.INTEGER, draw.choices((1, 2), k=RECORDS), **factor),
        "region": r.vector(r.INTEGER, draw.choices(range(400), k=RECORDS)),
        "born": r.numbers(draw.choices(days, k=RECORDS), class_=r.texts("Date")),
        "member": r.vector(r.LOGICAL, draw.choices((0, 1, None), k=RECORDS)),
        "town": r.vector(r.TEXT, draw.choices(towns, k=RECORDS)),
        "code": r.vector(r.TEXT, [f"{draw.choice(codes):08x}" for _ in range(RECORDS)]),
    }
    path = tmp_path_factory.mktemp("r") / "million.rds"
    path.write_bytes(r.rds(r.frame(columns, RECORDS)))
    return path


def _spent() -> float:
    return sum(os.times()[:4])  # of this process, and of those that have ended below it


def test_reading_a_million_records_of_r(benchmark: pytest.FixtureRequest, million: Path) -> None:
    def read() -> ForeignTable:
        return read_foreign(million, million.name, "rds", {}, None, JobContext())

    before = _spent()
    found = benchmark.pedantic(read, rounds=1)  # type: ignore[attr-defined]
    spent = _spent() - before
    benchmark.extra_info["cpu"] = spent  # type: ignore[attr-defined]
    print(f"\nread: {spent:.2f} s CPU, program and reader together")
    assert found.relation.records == RECORDS
