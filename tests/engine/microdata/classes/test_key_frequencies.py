"""How rare keys are, before and after."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdc_desktop.engine.microdata.classes.key_frequencies import Below, key_frequencies
from sdc_desktop.engine.microdata.suppression.suppression import whole_records
from tests.support.suppression import classes_of

COARSE = {"a": "ab", "b": "ab", "c": "c", "d": "d"}


@given(values=st.lists(st.sampled_from("abcd"), min_size=1, max_size=60), k=st.integers(2, 12))
def test_cells_and_records_below_k_are_stated_side_by_side(values, k) -> None:
    before, after = classes_of([(v,) for v in values]), classes_of([(COARSE[v],) for v in values])
    (shown,) = key_frequencies(before, after, thresholds=[k]).below
    old = [values.count(v) for v in set(values)]
    new = [sum(COARSE[w] == label for w in values) for label in {COARSE[v] for v in values}]
    rare_old, rare_new = ([n for n in sizes if n < k] for sizes in (old, new))
    assert shown == Below(k, len(rare_old), sum(rare_old), len(rare_new), sum(rare_new))


@given(values=st.lists(st.integers(0, 9), min_size=1, max_size=200))
def test_every_class_and_record_is_in_one_band(values) -> None:
    classes = classes_of([(str(v),) for v in values])
    bands = key_frequencies(classes, classes).bands
    assert sum(band.classes_before for band in bands) == len(set(values))
    assert sum(band.records_after for band in bands) == len(values)
    for band in bands:
        within = [n for n in classes.sizes.tolist() if band.least <= n <= (band.most or n)]
        assert (band.classes_before, band.records_before) == (len(within), sum(within))


def test_bands_go_as_far_as_there_are_classes() -> None:
    classes = classes_of([("a",)] * 12 + [("b",)])
    shown = [(band.least, band.most) for band in key_frequencies(classes, classes).bands]
    assert shown == [(1, 1), (2, 2), (3, 4), (5, 9), (10, 19)]
    large = classes_of([("a",)] * 1500)
    assert key_frequencies(large, large).bands[-1].most is None


@pytest.mark.parametrize(("kept", "below", "shown"), [(True, (1, 2), 7), (False, (0, 0), 5)])
def test_records_suppressed_whole_are_a_class_where_they_are_kept(kept, below, shown) -> None:
    classes = classes_of([("a",)] * 5 + [("b",)] + [("c",)])
    whole = whole_records(classes, 3)
    found = key_frequencies(classes, classes, whole, thresholds=[3], kept=kept)
    assert found.no_class == 2
    assert found.below == (Below(3, 2, 2, *below),)
    assert sum(band.records_after for band in found.bands) == shown
