"""The score of 20,000 records with five numbers: CPU seconds and memory, far from a table of all pairs."""

import time
import tracemalloc

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.microdata.score import scored
from sdc_desktop.engine.microdata.score_weights import ScoreWeights

RECORDS = 20_000
MOST_BYTES = 150_000_000  # a byte for each pair of records would be 400,000,000


def numbers() -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(1)
    own = np.round(random.normal(100, 20, (RECORDS, 5)), 2)
    return own, np.round(own + random.normal(0, 4, own.shape), 2)


def test_score(benchmark) -> None:
    own, shown = numbers()
    names = tuple("abcde")

    def score():
        return scored(names, own, shown, ScoreWeights(), JobContext())

    began = time.process_time()
    found = benchmark.pedantic(score, rounds=1)
    seconds = time.process_time() - began
    tracemalloc.start()
    score()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    benchmark.extra_info |= {"cpu": seconds, "peak": peak}
    print(f"\n{seconds:.2f} s CPU, {peak / 1e6:.0f} MB, score {found.score:.2f}")
    assert found.records == RECORDS
    assert peak < MOST_BYTES
