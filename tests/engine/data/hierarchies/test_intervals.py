"""Intervals are exact: held against fractions."""

from fractions import Fraction
from math import floor

from hypothesis import given
from hypothesis import strategies as st

from sdc_desktop.engine.data.hierarchies.hierarchy import codings, from_intervals
from sdc_desktop.engine.data.hierarchies.intervals import intervals, labeller
from sdc_desktop.engine.data.hierarchies.spec import IntervalsSpec

tenths = st.integers(-10_000, 10_000)


@given(tenths, st.integers(0, 5000), st.integers(2, 700), st.integers(0, 10**9))
def test_a_value_falls_into_the_interval_that_fractions_say(start, span, width, share) -> None:
    spec = IntervalsSpec(
        kind="intervals", start=start / 10, widths=(width / 10, 0.1), end=(start + span) / 10
    )
    value = Fraction(start, 10) + Fraction(span, 10) * share / 10**9
    text = f"{float(value):.12f}"
    value = Fraction(text)
    found = labeller(intervals(spec, "."))(text)
    if not Fraction(start, 10) <= value <= Fraction(start + span, 10):
        assert found is None
        return
    group = floor((value - Fraction(start, 10)) / Fraction(width, 10))
    low = start + group * width
    high = min(low + width - 1, start + span)
    places = 1 if any(number % 10 for number in (start, start + span, width, 1)) else 0
    said = f"{low / 10:.{places}f}" if low == high else f"{low / 10:.{places}f}-{high / 10:.{places}f}"
    assert found == (said, text)


def test_more_decimals_than_are_kept_do_not_move_a_value() -> None:
    hierarchy = from_intervals("x", IntervalsSpec(kind="intervals", start=0, widths=(10,), end=99))
    text = "9." + "9" * 60
    assert codings(hierarchy, (text,), ()).labels[1] == ("0-9",)


def test_many_values_share_one_label() -> None:
    hierarchy = from_intervals("x", IntervalsSpec(kind="intervals", start=0, widths=(1000,), end=9999))
    labels = codings(hierarchy, [str(value) for value in range(10_000)], ()).labels[1]
    assert len({id(label) for label in labels}) == 10
