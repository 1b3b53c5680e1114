"""1,000,000 records of 200,000 persons with five key variables: CPU seconds of what an intruder finds."""

import time
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.members import Members, members_of, numbered_rows
from sdc_desktop.engine.microdata.classes.knowledge import found_by
from sdc_desktop.engine.microdata.suppression.whole_persons import whole_persons

RECORDS, PERSONS = 1_000_000, 200_000
LEVELS = (2, 8, 16, 40, 60)  # categories of the key variables, the first three constant for a person


@cache
def file() -> tuple[Members, Any]:
    random = np.random.default_rng(7)
    persons = np.sort(random.integers(0, PERSONS, RECORDS)).astype(np.int32)
    own = [random.integers(0, level, PERSONS)[persons] for level in LEVELS[:3]]
    classes = numbered_rows([*own, *(random.integers(0, level, RECORDS) for level in LEVELS[3:])])
    members = members_of(classes, persons)
    assert members is not None
    return members, np.bincount(classes)


def measured(benchmark: Any, name: str, run: Callable[[], Any]) -> Any:
    benchmark.pedantic(run, rounds=2)
    began = time.process_time()
    found = run()
    seconds = time.process_time() - began
    benchmark.extra_info |= {"cpu": seconds}
    print(f"\n{name}: {seconds:.2f} s CPU")
    return found


def test_persons_of_classes(benchmark: Any) -> None:
    members, sizes = file()
    classes = np.repeat(members.places, members.records)
    persons = np.repeat(members.persons, members.records).astype(np.int32)
    found = measured(benchmark, "members", lambda: members_of(classes, persons))
    assert (found.numbers(len(sizes)) <= sizes).all()


@pytest.mark.parametrize("known", [1, 2, "all"])
def test_what_an_intruder_finds(benchmark: Any, known: Any) -> None:
    members, sizes = file()
    found = measured(benchmark, f"known {known}", lambda: found_by(members, sizes, JobContext(), known))
    assert found.k >= 1


def test_whole_persons(benchmark: Any) -> None:
    members, sizes = file()
    found = measured(benchmark, "whole persons", lambda: whole_persons(members, sizes, 2, JobContext()))
    assert found.rounds >= 1
