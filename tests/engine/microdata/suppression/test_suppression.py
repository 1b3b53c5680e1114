"""Whole records, what suppression does to the figures, and its way to the records."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.information.distribution import entropy
from sdc_desktop.engine.microdata.recoding import RecodingCounts, recoded, recoding_counts
from sdc_desktop.engine.microdata.suppression.local_suppression import local_suppression
from sdc_desktop.engine.microdata.suppression.suppression import (
    Treatment,
    figures,
    grouped,
    released_classes,
    released_entropies,
    suppressed,
    whole_records,
)
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.source import Source
from tests.support.data import microdata, patients
from tests.support.suppression import classes_of, released

LEVELS = {"yob": 2, "ms": 1}


def counted(source: Source) -> RecodingCounts:
    return recoding_counts(source, ("yob", "ms"), JobContext())


def protected(treat, levels=LEVELS) -> tuple[list, list, Treatment]:
    """The recoded patients, and the same suppressed."""
    source = patients()
    counts = counted(source)
    classes = released_classes(counts, levels)
    plain = recoded(source.data, counts, levels, JobContext())
    treatment = treat(classes)
    after = suppressed(plain, classes, treatment, JobContext())
    return plain.window(0, 60), after.window(0, 60), treatment


def test_classes_are_those_of_the_recoded_records() -> None:
    source = patients()
    classes = released_classes(counted(source), LEVELS)
    keys = [row[:2] for row in recoded(source.data, counted(source), LEVELS, JobContext()).window(0, 60)]
    shown = {
        tuple(texts[code] for texts, code in zip(classes.labels, row, strict=True)): int(size)
        for row, size in zip(classes.codes, classes.sizes, strict=True)
    }
    assert shown == {key: keys.count(key) for key in keys}
    assert classes.records == 60


def test_every_record_rarer_than_k_loses_its_key_and_keeps_the_rest() -> None:
    before, after, _ = protected(lambda classes: whole_records(classes, 3))
    keys = [row[:2] for row in before]
    for old, new in zip(before, after, strict=True):
        rare = keys.count(old[:2]) < 3
        assert new == (("*", "*", old[2]) if rare else old)
    assert 0 < sum(new[0] == "*" for new in after) < 60


@pytest.mark.parametrize(("kept", "after"), [(True, (2, 3, 10, 0)), (False, (3, 2, 8, 0))])
def test_suppressed_records_form_a_class_where_they_are_kept(kept, after) -> None:
    classes = classes_of([("a", "x")] * 3 + [("b", "x")] + [("b", "y")] + [("c", "z")] * 5)
    shown = figures(classes, whole_records(classes, 3), 3, kept=kept)
    assert (shown.records, shown.whole_records, shown.cells, shown.no_values) == (2, 2, 4, 2)
    assert (shown.after.k, shown.after.classes, shown.after.records, shown.after.uniques) == after


def test_suppressing_every_record_is_refused() -> None:
    with pytest.raises(Refused) as refusal:
        whole_records(classes_of([("a",), ("b",)]), 2)
    assert [problem.code for problem in refusal.value.problems] == ["suppression.nothing_left"]


@pytest.mark.parametrize("rule", ["kept", "wildcard", "category"])
def test_cells_are_suppressed_in_the_records_that_the_decision_names(rule) -> None:
    def treat(classes):
        return local_suppression(classes, 4, {"ms": 3}, rule, JobContext()).treatment

    before, after, treatment = protected(treat)
    keys = [row[:2] for row in before]
    expected = released(keys, classes_of(keys), _renumbered(treatment, keys))
    assert [tuple(cell or "*" for cell in row) for row in expected] == [row[:2] for row in after]
    assert [row[2] for row in before] == [row[2] for row in after]
    assert any("*" in row for row in after)


def _renumbered(treatment: Treatment, keys: list) -> Treatment:
    """The engine numbers classes by first appearance of labels, the tests by their text."""
    classes = released_classes(counted(patients()), LEVELS)
    texts = [
        tuple(labels[code] for labels, code in zip(classes.labels, row, strict=True))
        for row in classes.codes[treatment.classes]
    ]
    places = {key: place for place, key in enumerate(sorted(set(keys)))}
    return replace(treatment, classes=np.array([places[text] for text in texts], dtype=np.int64))


def test_of_a_class_treated_in_part_the_first_records_in_file_order_are_taken() -> None:
    data = microdata({"a": ["x", "y", "x", "x", "y", "x"], "b": ["1"] * 6, "c": list("uvwxyz")})
    classes = released_classes(recoding_counts(Source(data, {}), ("a", "b"), JobContext()), {})
    treatment = Treatment(
        np.array([0, 1, 0]),
        np.array([[True, False], [True, True], [False, True]]),
        np.array([1, 1, 2]),
    )
    rows = suppressed(data, classes, treatment, JobContext()).window(0, 6)
    assert rows == [
        ("*", "1", "u"),
        ("*", "*", "v"),
        ("x", "*", "w"),
        ("x", "*", "x"),
        ("y", "1", "y"),
        ("x", "1", "z"),
    ]


def test_texts_with_quotes_commas_and_nothing_are_found_again() -> None:
    odd = ["it's", "", "a,b", "[1]", "it's", "\u00e9", "NULL"]
    data = microdata({"a": odd, "b": ["same"] * 7})
    classes = released_classes(recoding_counts(Source(data, {}), ("a", "b"), JobContext()), {})
    rows = suppressed(data, classes, whole_records(classes, 2), JobContext()).window(0, 7)
    assert [row[0] for row in rows] == ["it's", "*", "*", "*", "it's", "*", "*"]


def test_only_variables_with_suppressed_cells_become_nominal() -> None:
    data = microdata({"a": ["1", "1", "2"], "b": ["1", "1", "1"]})
    data = data.with_variables([replace(variable, level="continuous") for variable in data.variables])
    classes = released_classes(recoding_counts(Source(data, {}), ("a", "b"), JobContext()), {})
    treatment = Treatment(np.array([1]), np.array([[True, False]]), np.array([1]))
    after = suppressed(data, classes, treatment, JobContext())
    assert [variable.level for variable in after.variables] == ["nominal", "continuous"]
    untouched = Treatment(
        np.zeros(0, dtype=np.int64), np.zeros((0, 2), dtype=bool), np.zeros(0, dtype=np.int64)
    )
    assert suppressed(data, classes, untouched, JobContext()) is data


def test_entropies_are_those_of_what_is_really_released() -> None:
    levels = {"yob": 2, "ms": 2}  # marital status has one category: a suppressed cell is told from it

    def treat(classes):
        return whole_records(classes, 7)

    _, after, treatment = protected(treat, levels)
    shown = released_entropies(released_classes(counted(patients()), levels), treatment)
    for index, name in enumerate(("yob", "ms")):
        values = [row[index] for row in after]
        assert shown[name] == pytest.approx(entropy([values.count(value) for value in set(values)]))
    assert shown["ms"] > 0


def test_a_suppressed_cell_and_a_category_of_that_text_are_one() -> None:
    classes = classes_of([("*",), ("*",), ("a",), ("a",)])
    treatment = Treatment(np.array([1]), np.array([[True]]), np.array([2]))
    assert released_entropies(classes, treatment) == {"v0": 0.0}


@given(
    records=st.lists(st.tuples(*[st.sampled_from("abc")] * 3), min_size=2, max_size=30), k=st.integers(2, 5)
)
@settings(max_examples=50, deadline=None)
def test_records_below_k_are_counted_under_both_stricter_rules(records, k) -> None:
    k = min(k, len(records))
    classes = classes_of(records)
    treatment = local_suppression(classes, k, {}, "kept", JobContext()).treatment
    after = released(records, classes, treatment)
    shown = figures(classes, treatment, k)
    assert shown.below.as_category == sum(after.count(row) < k for row in after)
    assert shown.below.as_none == sum(None in row or after.count(row) < k for row in after)
    assert shown.records == sum(None in row for row in after)
    sizes = [after.count(row) for row in set(after)]
    assert (shown.after.k, shown.after.classes) == (min(sizes, default=0), len(sizes))


def test_classes_are_distinguished_where_their_number_would_overflow() -> None:
    random = np.random.default_rng(2)
    codes = random.integers(0, 2**20, (50, 6))
    codes[25:] = codes[:25]
    groups = grouped(codes, [2**20] * 6)
    assert groups[:25].tolist() == groups[25:].tolist()
    assert len(set(groups.tolist())) == 25
