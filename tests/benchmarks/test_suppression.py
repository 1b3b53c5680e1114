"""Suppressing rare records of a file of 100,000 records and 8 keys: CPU seconds, cells and the gap."""

import time

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.microdata.suppression.local_suppression import local_suppression
from sdc_desktop.engine.microdata.suppression.suppression import ReleasedClasses, figures, whole_records

RECORDS = 100_000
FILES = {
    "keys of few values": (2, 2, 3, 4, 5, 6, 8, 12),
    "nearly all records unique": (2, 3, 5, 7, 10, 20, 40, 90),
}


def _classes(values: tuple[int, ...]) -> ReleasedClasses:
    random = np.random.default_rng(1)
    columns = []
    for count in values:
        shares = 1 / np.arange(1, count + 1)
        columns.append(random.choice(count, RECORDS, p=shares / shares.sum()))
    codes, class_of, sizes = np.unique(
        np.stack(columns, axis=1), axis=0, return_inverse=True, return_counts=True
    )
    names = tuple(f"v{index}" for index in range(len(values)))
    labels = tuple(tuple(str(code) for code in range(count)) for count in values)
    return ReleasedClasses(names, labels, codes.astype(np.int64), sizes.astype(np.int64), class_of)


@pytest.mark.parametrize("values", FILES.values(), ids=FILES)
@pytest.mark.parametrize("rule", ["kept", "wildcard", "category"])
def test_fewest_cells(benchmark: pytest.FixtureRequest, rule, values) -> None:
    classes = _classes(values)

    def run():
        return local_suppression(classes, 3, {}, rule, JobContext())

    benchmark.pedantic(run, rounds=2)  # type: ignore[attr-defined]
    began = time.process_time()
    result = run()
    seconds = time.process_time() - began
    shown = {"cpu": seconds, "cells": result.figures.cells, "bound": result.bound, "gap": result.gap}
    benchmark.extra_info |= shown  # type: ignore[attr-defined]
    print(f"\n{rule}: {seconds:.2f} s CPU, {result.figures.cells} cells, gap {result.gap:.0%}")
    assert result.bound <= result.cost


@pytest.mark.parametrize("values", FILES.values(), ids=FILES)
def test_whole_records(benchmark: pytest.FixtureRequest, values) -> None:
    classes = _classes(values)
    shown = benchmark(lambda: figures(classes, whole_records(classes, 3), 3))  # type: ignore[operator]
    assert shown.after.k >= 3
