"""Intervals are exact: held against fractions."""

import re
from fractions import Fraction
from math import floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdc_desktop.engine.data.hierarchies.hierarchy import codings, from_intervals, nesting_problems
from sdc_desktop.engine.data.hierarchies.intervals import BAND
from sdc_desktop.engine.data.hierarchies.level_content import contents_of
from sdc_desktop.engine.data.hierarchies.spec import IntervalsSpec

tenths = st.integers(-10_000, 10_000)


def spec_of(start, widths, end) -> IntervalsSpec:
    return IntervalsSpec(kind="intervals", start=start, widths=widths, end=end)


@given(tenths, st.integers(0, 5000), st.integers(2, 700), st.integers(0, 10**9))
def test_a_value_falls_into_the_interval_that_fractions_say(start, span, width, share) -> None:
    hierarchy = from_intervals("x", spec_of(start / 10, (width / 10, 0.1), (start + span) / 10))
    value = Fraction(start, 10) + Fraction(span, 10) * share / 10**9
    text = f"{float(value):.12f}"
    value = Fraction(text)
    if not Fraction(start, 10) <= value <= Fraction(start + span, 10):
        return
    label, narrow = (level[0] for level in codings(hierarchy, (text,), ()).labels[1:3])
    group = floor((value - Fraction(start, 10)) / Fraction(width, 10))
    low = start + group * width
    high = min(low + width - 1, start + span)
    if value * 10 != floor(value * 10):
        assert contains(label, value)
        assert contains(narrow, value)
        assert narrow.startswith(f"{floor(value * 10) / 10:.1f}-<")
        return
    assert label == (f"{low / 10:.1f}" if low == high else f"{low / 10:.1f}-{high / 10:.1f}")
    assert narrow == text


def contains(label: str, value: Fraction) -> bool:
    """Whether what a label says of its ends is true of a value."""
    band = re.fullmatch(BAND, label)
    if band is None:
        return Fraction(label) == value
    low, high = Fraction(band["low"]), Fraction(band["high"])
    return low <= value < high if band["mark"] == "<" else low <= value <= high


@given(
    tenths,
    st.integers(1, 60),
    st.integers(2, 9),
    st.integers(1, 3000),
    st.lists(st.tuples(st.integers(0, 10**9), st.integers(0, 6)), min_size=1, max_size=8),
)
def test_a_number_of_any_decimals_has_one_label_which_contains_it(start, width, times, span, picked) -> None:
    end = start + span
    hierarchy = from_intervals("x", spec_of(start / 10, (width / 10, width * times / 10), end / 10))
    values = {(start + Fraction(round(span * share / 10**9 * 10**d), 10**d)) / 10 for share, d in picked}
    texts = [f"{float(value):.8f}" for value in sorted(values) if value <= Fraction(end, 10)]
    found = codings(hierarchy, texts, ())
    assert not nesting_problems(found)
    for level in found.labels[1:3]:
        styles = {label.count("<") > 0 for label in level if re.fullmatch(BAND, label)}
        assert len(styles) < 2
        for label, text in zip(level, texts, strict=True):
            assert contains(label, Fraction(text))
            others = set(level) - {label}
            assert not any(contains(other, Fraction(text)) for other in others)


@pytest.mark.parametrize(
    ("values", "width", "expected"),
    [
        (("1", "3"), 1, ("1", "3")),
        (("1.75", "3"), 1, ("1-<2", "3-<4")),
        (("9.99", "98.5"), 5, ("5-<10", "95-<=99")),
        (("-0.5", "-10"), 5, ("-5-<0", "-10-<-5")),
        (("-1", "-10"), 5, ("-5--1", "-10--6")),
        (("7.0", "7.50"), 5, ("5-<10", "5-<10")),
        (("7.0", "9"), 5, ("5-9", "5-9")),
        (("99", "98.5"), 109, ("-10-<=99", "-10-<=99")),
        (("99", "0.5"), 1, ("98-<=99", "0-<1")),
    ],
)
def test_labels_name_an_open_end_where_a_value_has_more_decimals(values, width, expected) -> None:
    hierarchy = from_intervals("x", spec_of(-10, (width,), 99))
    assert codings(hierarchy, values, ()).labels[1] == expected


def test_missing_codes_and_values_outside_have_no_say_in_the_labels() -> None:
    hierarchy = from_intervals("x", spec_of(0, (10,), 99))
    assert codings(hierarchy, ("5", "-9.5"), ("-9.5",)).labels[1] == ("0-9", "-9.5")
    assert codings(hierarchy, ("5.5", ""), ("",)).labels[1] == ("0-<10", "")


def test_a_single_interval_of_finer_values_takes_the_missing_ones() -> None:
    hierarchy = from_intervals("x", spec_of(0, (100,), 99))
    assert codings(hierarchy, ("5.5", ""), ("",)).labels[1] == ("0-<=99", "0-<=99")


def test_levels_of_open_bands_are_recognised_by_their_width() -> None:
    hierarchy = from_intervals("x", spec_of(-10, (1, 2.5, 5), 99))
    texts = [f"{number / 8 - 10:.3f}" for number in range(400)]
    sizes = [one.size for one in contents_of(codings(hierarchy, texts, ())) if one.kind == "bands"]
    assert sizes == ["1", "2.5", "5"]


def test_more_decimals_than_are_kept_do_not_move_a_value() -> None:
    hierarchy = from_intervals("x", spec_of(0, (10,), 99))
    text = "9." + "9" * 60
    assert codings(hierarchy, (text,), ()).labels[1] == ("0-<10",)


def test_many_values_share_one_label() -> None:
    hierarchy = from_intervals("x", spec_of(0, (1000,), 9999))
    labels = codings(hierarchy, [str(value) for value in range(10_000)], ()).labels[1]
    assert len({id(label) for label in labels}) == 10
