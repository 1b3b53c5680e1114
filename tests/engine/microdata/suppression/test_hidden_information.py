"""What single records hide, held against a loop over the records."""

from math import log10

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.microdata.recoding import recoded, recoding_counts
from sdc_desktop.engine.microdata.suppression.hidden_information import HiddenInformation, hidden_by_record
from sdc_desktop.engine.microdata.suppression.local_suppression import local_suppression
from sdc_desktop.engine.microdata.suppression.suppression import (
    released_classes,
    released_entropies,
    suppressed,
    whole_records,
)
from tests.support.data import patients

POINTS = {"yob": 60.0, "ms": 40.0}
LEVELS = {"yob": 3, "ms": 1}
TREATMENTS = {
    "none": lambda classes: None,
    "records": lambda classes: whole_records(classes, 5),
    "cells": lambda classes: local_suppression(classes, 5, {}, "kept", JobContext()).treatment,
}


def both(treat, levels=LEVELS) -> tuple[HiddenInformation, list[float], dict[str, float]]:
    """The engine's, that of a loop over the records, and Priv by variable."""
    source = patients()
    counts = recoding_counts(source, ("yob", "ms"), JobContext())
    classes = released_classes(counts, levels)
    treatment = treat(classes)
    data = recoded(source.data, counts, levels, JobContext())
    if treatment is not None:
        data = suppressed(data, classes, treatment, JobContext())
    before, after = source.data.window(0, 60), data.window(0, 60)
    looped = []
    for old, new in zip(before, after, strict=True):
        hidden = 0.0
        for place, name in enumerate(("yob", "ms")):
            own = [row[place] for row in before].count(old[place])
            shared = [row[place] for row in after].count(new[place])
            hidden += POINTS[name] * (log10(shared) - log10(own))
        looped.append(hidden)
    left = released_entropies(classes, treatment)
    privacy = {
        name: POINTS[name] * (float(counts.variable(name).entropies[0]) - left[name]) for name in POINTS
    }
    found = hidden_by_record(source.data, counts, levels, POINTS, classes, treatment, JobContext())
    return found.distribution(), looped, privacy


@pytest.mark.parametrize("treat", TREATMENTS.values(), ids=TREATMENTS)
@pytest.mark.parametrize("levels", [LEVELS, {"yob": 2}, {"yob": 6, "ms": 2}], ids=str)
def test_it_is_that_of_a_loop_over_the_records(treat, levels) -> None:
    found, looped, _ = both(treat, levels)
    assert np.repeat(found.values, found.records) == pytest.approx(sorted(looped))


@pytest.mark.parametrize("treat", TREATMENTS.values(), ids=TREATMENTS)
def test_its_mean_is_the_sum_of_priv(treat) -> None:
    found, _, privacy = both(treat)
    assert found.mean == pytest.approx(sum(privacy.values()))


def test_a_treatment_of_part_of_a_class_keeps_the_mean() -> None:
    found, _, privacy = both(lambda c: local_suppression(c, 5, {}, "wildcard", JobContext()).treatment)
    assert found.records.sum() == 60
    assert found.mean == pytest.approx(sum(privacy.values()))


def test_records_as_they_are_hide_nothing() -> None:
    found, _, _ = both(lambda classes: None, {})
    assert (found.values.tolist(), found.records.tolist()) == ([0.0], [60])
    assert found.share_below(0.0) == 0
    assert found.share_below(0.1) == 1
    assert [part.tolist() for part in found.histogram()] == [[0.0, 0.0], [60]]


def test_quantiles_and_shares_count_records() -> None:
    found = HiddenInformation(np.array([1.0, 2.0, 4.0]), np.array([1, 8, 1]))
    assert found.quantiles((0.0, 0.1, 0.11, 0.9, 0.91, 1.0)) == (1.0, 1.0, 2.0, 2.0, 4.0, 4.0)
    assert [found.share_below(value) for value in (1, 2, 3, 5)] == [0, 0.1, 0.9, 1]
    edges, counts = found.histogram(3)
    assert (edges.tolist(), counts.tolist()) == ([1, 2, 3, 4], [1, 8, 1])
