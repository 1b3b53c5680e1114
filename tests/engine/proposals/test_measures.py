"""Utility and score U of a proposal against plain loops and the job `utility`."""

from itertools import combinations
from math import sqrt
from statistics import mean, stdev

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.methods.experiments.utility import UtilityParams
from sdc_desktop.engine.methods.experiments.utility import engine as utility
from sdc_desktop.engine.proposals.score import score_of
from sdc_desktop.engine.proposals.utility import mean_variation, pairs_of
from sdc_desktop.engine.source import Source
from tests.support.data import microdata

CONTEXT = JobContext()
KEYS = ("sex", "town")
BEFORE = {
    "sex": ["m", "f", "m", "f", "m", "f", "m", "f"],
    "town": ["a", "b", "c", "d", "a", "b", "", "d"],
    "pay": ["1", "2", "3", "4", "5", "6", "7", "9"],
}
ORIGIN = [0, 1, 2, 3, 5, 6, 7]  # the fifth record does not leave
AFTER = {
    "sex": ["m", "*", "m", "f", "*", "m", "f"],
    "town": ["x", "x", "y", "*", "x", "", "y"],
    "pay": ["1.5", "2", "3", "4", "5", "7", "9"],
}


def files() -> tuple[Microdata, Microdata]:
    roles = {"sex": "key", "town": "key"}
    made = []
    for columns in (BEFORE, AFTER):
        data = microdata(columns, roles)
        levels = [one.declared(("",), ()) if one.name == "town" else one for one in data.variables]
        data = data.with_variables(levels)
        made.append(data)
    return made[0], made[1]


def plain_score() -> float:
    gone = {"", "*"}
    lost = cells = 0
    values = []
    for key in KEYS:
        left = dict(zip(ORIGIN, AFTER[key], strict=True))
        shown = []
        for place, own in enumerate(BEFORE[key]):
            cells += 1
            now = left.get(place, "*")
            if own not in gone and now in gone:
                lost += 1
            if now not in gone:
                shown.append((own, now))
        values.append(1 - len({now for _, now in shown}) / len({own for own, _ in shown}))
    numbers = [float(one) for one in BEFORE["pay"]]
    spread = stdev([numbers[place] for place in ORIGIN])
    moved = [
        abs(numbers[place] - float(now)) / (sqrt(2) * spread)
        for place, now in zip(ORIGIN, AFTER["pay"], strict=True)
    ]
    return mean([lost / cells, mean(values), mean(moved)])


def test_the_score_is_the_mean_of_its_three_parts() -> None:
    from dataclasses import replace

    before, after = (
        data.with_variables(
            [replace(one, level="continuous") if one.name == "pay" else one for one in data.variables]
        )
        for data in files()
    )
    pairs = pairs_of(before, after, CONTEXT)
    assert score_of(pairs, KEYS, np.array(ORIGIN)) == pytest.approx(plain_score(), abs=1e-12)


def test_nothing_lost_has_a_score_of_0_and_all_utility() -> None:
    before, _ = files()
    pairs = pairs_of(before, before, CONTEXT)
    assert score_of(pairs, KEYS, np.arange(8)) == 0
    assert mean_variation(before, before, pairs, CONTEXT) == 0


def test_utility_is_the_mean_of_plain_tables_and_that_of_the_job() -> None:
    before, after = files()
    found = mean_variation(before, after, pairs_of(before, after, CONTEXT), CONTEXT)
    plain = []
    for one, two in combinations(BEFORE, 2):
        own = list(zip(BEFORE[one], BEFORE[two], strict=True))
        now = list(zip(AFTER[one], AFTER[two], strict=True))
        cells = {*own, *now}
        plain.append(sum(abs(own.count(c) / len(own) - now.count(c) / len(now)) for c in cells) / 2)
    assert found == pytest.approx(mean(plain), abs=1e-12)
    params, source = UtilityParams(), Source(after, {}, original=before)
    counted = utility.counts(params, source, CONTEXT)
    job = utility.decide(params, counted, CONTEXT)
    assert found == pytest.approx(job.mean_variation, abs=1e-12)
