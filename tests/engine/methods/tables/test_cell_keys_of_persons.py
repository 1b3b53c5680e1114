"""Noise by cell key on numbers of persons: keys of persons, and bounds by parts and totals."""

from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sdc_desktop.engine.tables.contributors import bounded_by_parts
from tests.engine.methods.tables.person_tables import (
    NAMED,
    ROWS,
    WARDS,
    counted,
    evaluated,
    many,
    params_of,
    refused,
)

CELL_KEY = {"method": "cell_key", "variance": 2, "maximum": 5}


def published(done: Any) -> dict[tuple[str, ...], Any]:
    return {cell.coordinates: cell.published for cell in done.jobs[0].result.cells}


def test_the_key_of_a_cell_is_the_sum_over_its_persons(tmp_path: Path) -> None:
    rows = many()
    own = params_of(("region",), count="persons", protect=CELL_KEY)
    found = published(evaluated(tmp_path, rows, own))
    hashed = CELL_KEY | {"record_key": {"hash": ["id"], "repeats": "allow"}}
    once = params_of(("region",), protect=hashed)
    of_regions = list({(row[0], row[1]): row for row in rows}.values())
    regions = published(evaluated(tmp_path, of_regions, once, roles=NAMED))
    of_persons = list({row[0]: row for row in rows}.values())
    totals = published(evaluated(tmp_path, of_persons, once, roles=NAMED))
    assert {cell: found[cell] for cell in found if cell != ("Total",)} == {
        cell: regions[cell] for cell in regions if cell != ("Total",)
    }
    assert found["Total",] == totals["Total",]


@pytest.mark.parametrize("seed", range(6))
def test_bounds_of_numbers_of_persons_are_those_of_parts_and_totals(seed: int) -> None:
    """Against all numbers within the bounds for which some persons can be found."""
    random = np.random.default_rng(seed)
    found = counted([("a", "x"), ("a", "y"), ("b", "x")], params_of(("act",), count="persons"), ("id", "act"))
    total, one, other = (found.table.find((name,)) for name in ("Total", "x", "y"))
    lower = random.integers(0, 4, 3)
    upper = lower + random.integers(0, 4, 3)
    fits = [
        numbers
        for numbers in product(*(range(low, high + 1) for low, high in zip(lower, upper, strict=True)))
        if max(numbers[one], numbers[other]) <= numbers[total] <= numbers[one] + numbers[other]
    ]
    if fits:
        low, high = bounded_by_parts(found.table.dimensions, found.varying, lower, upper)
        assert low.tolist() == np.min(fits, axis=0).tolist()
        assert high.tolist() == np.max(fits, axis=0).tolist()


def test_intervals_use_that_a_part_has_no_more_persons_than_the_total(tmp_path: Path) -> None:
    params = params_of(("ward",), count="persons", protect=CELL_KEY)
    result = evaluated(tmp_path, WARDS, params, head=("id", "sex", "ward")).jobs[0].result
    ends = {cell.coordinates[0]: (cell.lower, cell.upper) for cell in result.cells}
    assert all(ends[name][1] <= ends["Total"][1] for name in "WX")
    assert ends["Total"][0] >= max(ends[name][0] for name in "WX")
    assert all(cell.lower <= cell.value <= cell.upper for cell in result.cells)


def test_noise_by_cell_key_on_repeated_records_is_refused(tmp_path: Path) -> None:
    for more in ({}, {"value": "y"}, {"holding": "group"}):
        problem = refused(tmp_path, ROWS, params_of(protect=CELL_KEY, **more))
        assert problem.code == "persons.cell_key_records"


def test_a_key_that_differs_within_a_person_is_refused(tmp_path: Path) -> None:
    hashed = CELL_KEY | {"record_key": {"hash": ["y"]}}
    problem = refused(tmp_path, ROWS, params_of(count="persons", protect=hashed))
    assert problem.code == "persons.keys_vary"
