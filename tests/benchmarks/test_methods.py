"""Methods that agencies use, at the sizes of the specification: CPU seconds."""

import time
from pathlib import Path
from typing import Any

import numpy as np
import polars
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.reading import open_data
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.methods.perturbation.swap_households import SwapHouseholdsParams
from sdc_desktop.engine.methods.perturbation.swap_households import engine as swapping
from sdc_desktop.engine.methods.perturbation.synthesise import SynthesiseParams
from sdc_desktop.engine.methods.perturbation.synthesise import engine as synthesising
from sdc_desktop.engine.methods.tables.private_table import PrivateTableParams
from sdc_desktop.engine.methods.tables.private_table import engine as private
from sdc_desktop.engine.microdata.population.loglinear import Grid, Sampling, fit, main_effects, pairs
from sdc_desktop.engine.microdata.utility.propensity import propensity
from sdc_desktop.engine.secret_stream import record_keys
from sdc_desktop.engine.source import Source
from tests.support.data import microdata
from tests.support.secret import drawing

CONTEXT = JobContext()
SHAPE = (40, 30, 25, 10, 5, 2)  # three million cells
ADULT = (2, 72, 5, 7, 16, 41, 7, 14, 2)  # how many values each variable of Adult has


def measured(benchmark: Any, run: Any) -> Any:
    """Run once; `extra_info` has the CPU seconds."""
    began = time.process_time()
    found = benchmark.pedantic(run, rounds=1)
    benchmark.extra_info["cpu"] = time.process_time() - began
    return found


def zipf(random: np.random.Generator, values: int, size: int) -> np.ndarray:
    shares = 1 / np.arange(1, values + 1)
    return random.choice(values, size, p=shares / shares.sum())


@pytest.mark.parametrize("terms", ["main", "two_way"])
def test_log_linear_model_of_three_million_cells(benchmark, terms) -> None:
    """Wanted: 1.5 s by main effects, 8 s with all pairs."""
    random = np.random.default_rng(1)
    columns = [zipf(random, count, 200_000) for count in SHAPE]
    places, counts = np.unique(np.ravel_multi_index(columns, SHAPE), return_counts=True)
    grid = Grid(tuple("abcdef"), SHAPE, places.astype(np.int64), counts.astype(np.float64))
    chosen = (main_effects if terms == "main" else pairs)(len(SHAPE))
    found = measured(benchmark, lambda: fit(grid, chosen, Sampling("none", 0.1), CONTEXT))
    assert found.tau1 > 0


def test_propensity_of_two_files_of_50_000_records_with_60_columns(benchmark) -> None:
    """Wanted: 3 s."""
    random = np.random.default_rng(2)
    columns = np.concatenate(
        [random.normal(size=(100_000, 20)), (random.random((100_000, 40)) < 0.3).astype(np.float64)], axis=1
    )
    found = measured(benchmark, lambda: propensity(columns, 50_000, CONTEXT))
    assert found.coefficients == 61


@pytest.mark.long
def test_synthesis_of_a_file_like_adult(benchmark) -> None:
    """Wanted: 8 s."""
    random = np.random.default_rng(3)
    columns = {f"v{place}": zipf(random, count, 30_162) for place, count in enumerate(ADULT)}
    for place in range(2, len(ADULT)):  # half the records follow the variable before
        follows = random.random(30_162) < 0.5
        before = columns[f"v{place - 1}"] % ADULT[place]
        columns[f"v{place}"] = np.where(follows, before, columns[f"v{place}"])
    data = microdata({name: [str(one) for one in column] for name, column in columns.items()})
    source, params = Source(data, {}), SynthesiseParams()
    context = drawing()

    def run() -> Any:
        counted = synthesising.counts(params, source, context)
        result = synthesising.decide(params, counted, context)
        return synthesising.apply(result, counted, source, context)

    assert measured(benchmark, run).records == 30_162


def test_record_keys_of_a_million_records(benchmark) -> None:
    """No figure is set; two columns of identifiers."""
    texts = [f"P{number:07}\x1fH{number // 3}" for number in range(1_000_000)]
    keys = measured(benchmark, lambda: record_keys(bytes(32), texts, CONTEXT))
    assert len(keys) == 1_000_000


def test_a_private_table_of_50_by_20_cells(benchmark, tmp_path) -> None:
    """Wanted: 1 s."""
    random = np.random.default_rng(4)
    (tmp_path / "heads").mkdir()
    areas = [f"A{one:02}" for one in zipf(random, 50, 20_000)]
    sorts = [f"S{one:02}" for one in zipf(random, 20, 20_000)]
    source = Source(microdata({"area": areas, "sort": sorts}), {}, tmp_path)
    params = PrivateTableParams.model_validate(
        {
            "dimensions": [{"variable": "area"}, {"variable": "sort"}],
            "codes": {
                "area": [f"A{one:02}" for one in range(50)],
                "sort": [f"S{one:02}" for one in range(20)],
            },
            "budget": 0.5,
            "head": "heads/table.head",
        }
    )
    context = drawing()

    def run() -> Any:
        counted = private.counts(params, source, context)
        result = private.decide(params, counted, context)
        return private.apply(result, counted, source, context)

    assert measured(benchmark, run) is not None


def census(folder: Path, households: int) -> None:
    """A file of households of one to eight people in 1,600 areas."""
    random = np.random.default_rng(5)
    areas = random.integers(0, 1600, households)
    home = np.repeat(np.arange(households), np.minimum(1 + random.geometric(0.45, households), 8))
    people = len(home)
    columns = {
        "home": home,
        "region": areas[home] // 160,
        "area": areas[home],
        "age": random.integers(0, 90, people),
        "sex": random.choice(["m", "f"], people),
        "work": random.integers(0, 6, people),
    }
    polars.DataFrame(columns).write_csv(folder / "census.csv")


@pytest.mark.long
def test_households_of_a_census_swapped(benchmark, tmp_path) -> None:
    """A million households, 3.2 million people: from records read to records made. Wanted: 10 s."""
    census(tmp_path, 1_000_000)
    roles = {"home": "household", "work": "sensitive"} | dict.fromkeys(
        ("region", "area", "age", "sex"), "key"
    )
    spec = {"path": "census.csv", "variables": {name: {"role": role} for name, role in roles.items()}}
    data = open_data(DataSpec.model_validate(spec), tmp_path, CONTEXT).data
    params = SwapHouseholdsParams.model_validate({"hierarchy": ["region", "area"], "household": "home"})
    source, context = Source(data, {}), drawing()

    def run() -> Any:
        counted = swapping.counts(params, source, context)
        result = swapping.decide(params, counted, context)
        swapping.apply(result, counted, source, context)
        return result

    assert measured(benchmark, run).swapped > 0
