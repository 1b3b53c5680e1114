"""Rounding to significant digits: golden figures, and plain arithmetic on fractions."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.perturbation.significant_digits import (
    SIGNIFICANT_DIGITS,
    SignificantDigitsParams,
)
from sdc_desktop.engine.source import Source
from tests.engine.methods.episodes import episodes, run
from tests.support.data import microdata

CONTEXT = JobContext()


def rounded(texts, digits, *, decimal=".", missing=("",)) -> list[str]:
    """The texts of a variable in the released file."""
    data = replace(microdata({"pay": list(texts)}), decimal=decimal)
    (variable,) = data.variables
    data = data.with_variables([replace(variable, level="continuous", missing=missing)])
    params = SignificantDigitsParams(variables=("pay",), digits=digits)
    stages, source = SIGNIFICANT_DIGITS.stages, Source(data, {})
    counted = stages.counts(params, source, CONTEXT)
    made = stages.apply(stages.decide(params, counted, CONTEXT), counted, source, CONTEXT)
    return [row[0] for row in made.window(0, made.records)]


@pytest.mark.parametrize(
    ("text", "digits", "released"),
    [
        ("123456", 2, "120000"),
        ("0.0012345", 3, "0.00123"),
        ("-0.00995", 2, "-0.01"),  # from 99 to 100: a digit more
        ("9.995", 3, "10"),
        ("125", 2, "120"),  # in the middle: the even digit
        ("135", 2, "140"),
        ("-125", 2, "-120"),
        ("125.00000000000000000001", 2, "130"),  # the double of it lies in the middle
        ("1.005", 3, "1"),  # the double of it lies below the middle, and the even digit is 0
        ("1.015", 3, "1.02"),  # the double of it lies below
        ("4.5e-7", 1, "0.0000004"),
        ("2.5E+30", 1, "2e+30"),
        ("0", 1, "0"),
        ("-0.0", 1, "-0.0"),
        ("0.00120", 2, "0.00120"),  # a number that stays keeps its text
        ("999999.6", 6, "1000000"),
    ],
)
def test_a_number_is_rounded_in_decimal_arithmetic(text, digits, released) -> None:
    assert rounded([text], digits) == [released]


def nearest_by_fractions(number: Fraction, digits: int) -> Fraction:
    """The nearest of all numbers of so many digits, of two the even one."""
    if number == 0:
        return number
    unit = Fraction(1)
    while abs(number) >= unit * 10**digits:
        unit *= 10
    while abs(number) < unit * 10 ** (digits - 1):
        unit /= 10
    below = number // unit
    return min((below, below + 1), key=lambda n: (abs(n * unit - number), n % 2)) * unit


@given(
    st.lists(st.decimals(-(10**9), 10**9, places=4), min_size=1, max_size=30),
    st.integers(1, 6),
    st.integers(-12, 12),
)
def test_every_number_becomes_the_nearest_of_so_many_digits(numbers, digits, shift) -> None:
    texts = [f"{number}e{shift}" for number in numbers]
    for text, released in zip(texts, rounded(texts, digits), strict=True):
        exact = Fraction(text)
        assert float(released) == float(nearest_by_fractions(exact, digits))
        assert abs(Fraction(released) - exact) <= abs(exact) * 5 / 10**digits


def test_missing_codes_stay_and_the_decimal_mark_is_that_of_the_data() -> None:
    texts = ["12,34", "", "-99", "-98,7"]
    assert rounded(texts, 1, decimal=",", missing=("", "-99")) == ["10", "", "-99", "-100"]
    assert rounded(texts, 3, decimal=",", missing=("", "-99")) == ["12,3", "", "-99", "-98,7"]


def test_numbers_in_the_middle_shift_no_mean() -> None:
    texts = [str(n) for n in range(105, 1000, 10)]  # each in the middle of two
    assert sum(int(one) for one in rounded(texts, 2)) == sum(map(int, texts))


def test_equal_numbers_of_a_person_become_equal_ones(tmp_path) -> None:
    rows = [(*row[:4], f"{int(row[4]) * 37}", row[5]) for row in episodes(1)]
    entry, made = run(tmp_path / "a", rows, "significant_digits", {"variables": ["pay"], "digits": 1})
    for row, new in zip(rows, made, strict=True):
        assert Fraction(new["pay"]) == nearest_by_fractions(Fraction(row[4]), 1)
    assert entry["result"]["changed"] == {"pay": sum(len(row[4].strip("0")) > 1 for row in rows)}
