"""ANOPI on many records and over all allocations of points: CPU seconds."""

from dataclasses import replace

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.recoding.anopi import AnopiParams
from sdc_desktop.engine.methods.recoding.anopi import engine as anopi
from sdc_desktop.engine.methods.recoding.anopi.maps import level_maps
from sdc_desktop.engine.source import Source
from tests.support.data import microdata, patients

CONTEXT = JobContext()


def test_a_map_of_all_allocations(benchmark) -> None:
    counted = anopi.counts(AnopiParams(), patients(), CONTEXT)
    found = benchmark(level_maps, AnopiParams(), counted, "yob")
    assert found.maps["yob"].utility.shape == (101, 101)


@pytest.fixture(scope="module")
def many():
    numbers = np.round(np.random.default_rng(1).normal(size=(20_000, 5)), 4)
    columns = {f"v{i}": [f"{value:g}" for value in numbers[:, i]] for i in range(5)}
    data = microdata(columns, dict.fromkeys(columns, "key"))
    data = data.with_variables([replace(v, level="continuous") for v in data.variables])
    spec = AnopiParams(technique="microaggregation", alpha=0.8)
    return spec, anopi.counts(spec, Source(data, {}), CONTEXT)


def test_a_decision_on_k(benchmark, many) -> None:
    assert benchmark(anopi.decide, *many).blocks[0].k > 1


def test_forming_the_groups_of_a_decision(benchmark, many) -> None:
    spec, counted = many
    result = anopi.decide(spec, counted)
    settled = benchmark.pedantic(anopi.settle, (spec, result, counted, CONTEXT), rounds=3)
    assert settled.after.k == result.blocks[0].k
