"""Risk of 100,000 records with 8 keys, from counts: CPU seconds."""

import time

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.risk.risk import RiskParams
from sdc_desktop.engine.methods.risk.risk import engine as risk
from sdc_desktop.engine.microdata.classes.key_classes import KeyClasses
from sdc_desktop.engine.microdata.classes.units import Units

CONTEXT = JobContext()
RECORDS = 100_000
FILES = {
    "keys of few values": (2, 2, 3, 4, 5, 6, 8, 12),
    "nearly all records unique": (2, 3, 5, 7, 10, 20, 40, 90),
}


def counted(values: tuple[int, ...]) -> risk.RiskCounts:
    random = np.random.default_rng(1)
    columns = []
    for count in values:
        shares = 1 / np.arange(1, count + 1)
        columns.append(random.choice(count, RECORDS, p=shares / shares.sum()))
    codes, class_of, sizes = np.unique(
        np.stack(columns, axis=1), axis=0, return_inverse=True, return_counts=True
    )
    return risk.RiskCounts(
        names=tuple(f"v{number}" for number in range(8)),
        labels=tuple(tuple(map(str, range(count))) for count in values),
        missing=((),) * 8,
        classes=KeyClasses((0,) * 8, np.ascontiguousarray(codes.T.astype(np.int32)), sizes),
        absent=np.zeros(codes.shape, dtype=bool),
        class_of=class_of.astype(np.int64),
        frequencies=np.ones(RECORDS, dtype=np.int64),
        weights=random.uniform(1, 50, RECORDS),
        households=np.sort(random.integers(0, RECORDS // 3, RECORDS)),
        alone=np.zeros(RECORDS, dtype=bool),
        attributes={},
        units=Units(sizes),
    )


@pytest.mark.parametrize("values", FILES.values(), ids=FILES)
@pytest.mark.parametrize("suda_size", [None, 3])
def test_risk(benchmark, values, suda_size) -> None:
    spec, made = RiskParams(suda_size=suda_size), counted(values)
    result = benchmark.pedantic(lambda: risk.decide(spec, made, CONTEXT), rounds=5)
    began = time.process_time()
    risk.decide(spec, made, CONTEXT)
    seconds = time.process_time() - began
    benchmark.extra_info |= {"cpu": seconds, "uniques": result.uniques}
    print(f"\nsuda {suda_size}: {seconds:.3f} s CPU, {result.uniques} uniques")
    assert result.records == RECORDS
