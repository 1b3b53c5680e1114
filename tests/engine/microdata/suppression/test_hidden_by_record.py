"""What each record hides, held against a loop over the records as they are written."""

from math import log10

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.context import Cancelled, JobContext
from sdc_desktop.engine.microdata.recoding import recoded, recoding_counts
from sdc_desktop.engine.microdata.suppression.hidden_information import HiddenByRecord, hidden_by_record
from sdc_desktop.engine.microdata.suppression.local_suppression import local_suppression
from sdc_desktop.engine.microdata.suppression.suppression import (
    ReleasedClasses,
    Treatment,
    released_classes,
    suppressed,
    whole_records,
)
from sdc_desktop.engine.source import Source
from tests.support.data import microdata, patients

POINTS = {"yob": 60.0, "ms": 40.0}
NAMES = ("yob", "ms")


def treatment_by(rule: str, classes: ReleasedClasses, k: int) -> Treatment | None:
    if rule == "none":
        return None
    if rule == "records":
        return whole_records(classes, k)
    return local_suppression(classes, k, {}, rule, JobContext()).treatment


def both(source: Source, levels, rule: str, k: int) -> tuple[HiddenByRecord, list[float]]:
    """The engine's, that of a loop over the records written."""
    counts = recoding_counts(source, NAMES, JobContext())
    classes = released_classes(counts, levels)
    treatment = treatment_by(rule, classes, k)
    data = recoded(source.data, counts, levels, JobContext())
    if treatment is not None:
        data = suppressed(data, classes, treatment, JobContext())
    number = source.data.records
    before, after = source.data.window(0, number), data.window(0, number)
    looped = [
        sum(
            POINTS[name]
            * (
                log10(sum(row[place] == new[place] for row in after))
                - log10(sum(row[place] == old[place] for row in before))
            )
            for place, name in enumerate(NAMES)
        )
        for old, new in zip(before, after, strict=True)
    ]
    found = hidden_by_record(source.data, counts, levels, POINTS, classes, treatment, JobContext())
    return found, looped


@pytest.mark.parametrize("rule", ["none", "records", "kept", "category", "wildcard"])
@pytest.mark.parametrize("levels", [{"yob": 3, "ms": 1}, {"yob": 2}], ids=str)
def test_every_record_hides_what_a_loop_over_the_file_says(rule, levels) -> None:
    found, looped = both(patients(), levels, rule, 6)
    assert found.values == pytest.approx(looped)
    assert found.distribution().mean == pytest.approx(np.mean(looped))


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("xy")), min_size=6, max_size=14),
    st.sampled_from(["kept", "category", "wildcard"]),
)
def test_it_holds_where_only_some_records_of_a_class_are_treated(records, rule) -> None:
    columns = dict(zip(NAMES, (list(column) for column in zip(*records, strict=True)), strict=True))
    found, looped = both(Source(microdata(columns), {}), {}, rule, 3)
    assert found.values == pytest.approx(looped, abs=1e-9)
    assert found.distribution().mean == pytest.approx(np.mean(looped), abs=1e-9)


def test_the_least_hidden_come_first_and_equal_ones_in_file_order() -> None:
    found = HiddenByRecord(np.array([3.0, 1.0, 2.0, 1.0, 3.0, 0.5]))
    assert found.least(4).tolist() == [5, 1, 3, 2]
    assert found.least(2).tolist() == [5, 1]
    assert found.least(99).tolist() == [5, 1, 3, 2, 0, 4]
    assert found.least(0).tolist() == []
    spread = found.distribution()
    assert (spread.values.tolist(), spread.records.tolist()) == ([0.5, 1, 2, 3], [1, 2, 1, 2])


def test_it_can_be_stopped() -> None:
    source = patients()
    counts = recoding_counts(source, NAMES, JobContext())
    with pytest.raises(Cancelled):
        hidden_by_record(
            source.data,
            counts,
            {},
            POINTS,
            released_classes(counts, {}),
            None,
            JobContext(is_cancelled=lambda: True),
        )


def test_a_suppressed_file_keeps_its_decimal_mark() -> None:
    from dataclasses import replace

    source = patients()
    data = replace(source.data, decimal=",")
    counts = recoding_counts(source, NAMES, JobContext())
    classes = released_classes(counts, {})
    assert suppressed(data, classes, whole_records(classes, 2), JobContext()).decimal == ","
