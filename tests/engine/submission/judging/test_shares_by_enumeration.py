"""Percentages and positions: against every count and base that print the same figure."""

from collections import defaultdict
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from fractions import Fraction
from itertools import product

import pytest

from sdc_desktop.engine.submission.judging.behind import rounded_range
from sdc_desktop.engine.submission.judging.rules import Rules
from sdc_desktop.engine.submission.judging.shares import numerators, smallest_base
from tests.support.outputs.cells import codes_at, judged_rows

RULES = Rules(threshold=5)


def shown(count: int, base: int, decimals: int, way: str = ROUND_HALF_UP) -> str:
    """A percentage as it is printed."""
    return str((Decimal(100 * count) / base).quantize(Decimal(1).scaleb(-decimals), way))


def is_few(number: int) -> bool:
    return 0 < number < RULES.threshold


# the arithmetic -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("decimals", [0, 1, 2])
def test_numerators_are_all_counts_whose_percentage_may_be_printed_so(decimals) -> None:
    half = Fraction(1, 2 * 10**decimals)
    for base in (1, 2, 3, 7, 12, 40, 120):
        printed = {shown(count, base, decimals) for count in range(base + 1)} | {"0", "99.9", "33.34"}
        for text in printed:
            fits = [k for k in range(base + 1) if abs(Fraction(100 * k, base) - Fraction(text)) <= half]
            found = numerators(Decimal(text), decimals, base)
            assert found == ((fits[0], fits[-1]) if fits else None), (text, base)


@pytest.mark.parametrize("base", [2, 3, 5, 10, 25])
def test_a_rounded_count_stands_for_all_that_are_rounded_to_it(base) -> None:
    for multiple in range(0, 6 * base, base):
        counts = [n for n in range(8 * base) if (2 * n + base) // (2 * base) * base == multiple]
        assert rounded_range(multiple, base) == (counts[0], counts[-1])
    assert rounded_range(17, 0) == (17, 17)


def test_the_smallest_base_is_that_of_the_enumeration() -> None:
    """Of two or three shares that add up: the least n with whole counts that print so and add up to n."""
    for n in range(1, 14):
        for first in range(n + 1):
            texts = [shown(first, n, 1), shown(n - first, n, 1)]
            wanted = next(
                m for m in range(1, 20)
                if any([shown(k, m, 1), shown(m - k, m, 1)] == texts for k in range(m + 1))
            )  # fmt: skip
            found = smallest_base([(Decimal(text), 1) for text in texts])
            assert found is not None
            assert found <= wanted <= n


# judged ---------------------------------------------------------------------------------------------------


def codes_of_percent(text: str, base: int, other: str) -> set[str]:
    rows = [["Sector", "N", "Yes (%)"], ["A", base, text], ["B", 400, other]]
    return codes_at(judged_rows(rows, RULES)).get((0, 1), set())


@pytest.mark.parametrize("decimals", [0, 1])
def test_a_percentage_is_fine_only_if_neither_it_nor_its_rest_is_certainly_few(decimals) -> None:
    """Every count that prints the same is looked at. A share that may be of few is changed, too; its rest
    only where it is certainly few.
    """
    for base in (4, 5, 6, 9, 20, 47, 150, 333):
        behind = defaultdict(set)
        for count, way in product(range(base + 1), (ROUND_HALF_UP, ROUND_HALF_EVEN)):
            behind[shown(count, base, decimals, way)].add(count)
        for text, counts in behind.items():
            codes = codes_of_percent(text, base, shown(200, 400, decimals))
            assert "base_differs" not in codes
            may_be = any(is_few(k) for k in counts) or is_few(base)
            if all(k == 0 or is_few(k) for k in counts) and any(counts):
                assert "percent_of_few" in codes, (text, base)
            assert may_be or "percent_of_few" not in codes, (text, base)
            assert ("percent_rest_few" in codes) == all(is_few(base - k) for k in counts), (text, base)
            assert ("class_100" in codes) == (Decimal(text) == 100)
            assert ("class_share" in codes) == (90 <= Decimal(text) < 100)


@pytest.mark.parametrize("decimals", [0, 1])
def test_a_percentage_beside_its_count_reveals_the_rest_of_its_base(decimals) -> None:
    """No base is given: every base for which the count prints so."""
    for count, base in (
        (20, 24),
        (20, 23),
        (30, 33),
        (40, 80),
        (12, 15),
        (6, 10),
        (50, 53),
        (5, 5),
        (7, 100),
    ):
        text = shown(count, base, decimals)
        bases = [n for n in range(count, 2000) if shown(count, n, decimals) == text]
        rows = [["Area", "n (%)"], ["A", f"{count} ({text})"], ["B", "c"]]
        codes = codes_at(judged_rows(rows, RULES)).get((0, 0), set())
        certain = all(is_few(n - count) for n in bases)
        assert ("percent_rest_few" in codes) <= certain
        if all(is_few(n - count) for n in range(max(count, bases[0] - 1), bases[-1] + 2)):
            assert "percent_rest_few" in codes, (count, base)


def test_no_count_out_of_a_base_gives_another_percentage() -> None:
    assert "base_differs" in codes_of_percent("33.3", 20, "50.0")
    assert "base_differs" not in codes_of_percent("35.0", 20, "50.0")
    assert "percent_of_few" in codes_of_percent("34.5", 4, "50.0")


@pytest.mark.parametrize(("limit", "code"), [(95, "class_100"), (99.5, "class_share")])
def test_the_share_that_needs_a_change_holds_for_percentages(limit, code) -> None:
    rows = [["Sector", "N", "Yes (%)"], ["A", 1000, "97.0"], ["B", 400, "50.0"]]
    codes = codes_at(judged_rows(rows, Rules(class_share=limit)))[0, 1]
    assert codes & {"class_100", "class_share"} == {code}


def test_a_percentage_of_a_rounded_base_is_judged_by_every_base_behind_it() -> None:
    """Of N rounded to 5, each n that is rounded to it, and each count of each."""
    for base in (5, 10, 20, 100):
        bases = range(*(rounded_range(base, 5)[0], rounded_range(base, 5)[1] + 1))
        for text in ("10.0", "40.0", "50.0", "60.0", "95.0"):
            fits = [(k, n) for n in bases for k in range(n + 1)
                    if abs(Fraction(100 * k, n) - Fraction(text)) <= Fraction(1, 20)]  # fmt: skip
            more = [["B", 400, "50.0"], ["C", 205, "40.0"], ["D", 300, "50.0"], ["E", 55, "40.0"],
                    ["F", 70, "30.0"]]  # fmt: skip
            rows = [["Number of persons and shares (rounded to 5)"], ["Sector", "N", "Yes (%)"],
                    ["A", base, text], *more]  # fmt: skip
            judged = judged_rows(rows, RULES)
            assert judged.table.rounded == 5
            codes = codes_at(judged).get((0, 1), set())
            if fits:
                assert ("percent_of_few" in codes) == any(is_few(k) for k, _ in fits), (base, text)
                assert ("percent_rest_few" in codes) == all(is_few(n - k) for k, n in fits), (base, text)
            else:
                assert "base_differs" in codes


# positions ------------------------------------------------------------------------------------------------

POSITIONS = {
    "Median": (1, 2), "P10": (1, 10), "P90 pay": (9, 10), "p5": (1, 20), "90th percentile": (9, 10),
    "1st quartile": (1, 4), "3rd quartile": (3, 4), "Q1": (1, 4), "Q3": (3, 4), "Lower quartile": (1, 4),
    "Upper quartile": (3, 4), "9th decile": (9, 10), "1st decile": (1, 10), "Upper decile": (9, 10),
    "0.99 quantile": (99, 100), "Quantile 0.05": (1, 20), "95. Perzentil": (19, 20), "90%-Quantil": (9, 10),
    "0,9-Quantil": (9, 10), "P97.5": (39, 40), "IQR": (1, 4), "1. Quartil": (1, 4), "Unteres Quartil": (1, 4),
    "Perzentil 10": (1, 10), "9. Dezil": (9, 10), "Percentile 99": (99, 100),
}  # fmt: skip


@pytest.mark.parametrize(("label", "share"), POSITIONS.items())
def test_a_position_leaves_enough_contributors_below_and_above(label, share) -> None:
    """Of n contributors n p lie below the position p and n (1 - p) above it."""
    part, of = share
    for n in sorted({20, 40, 41, 50, 99, 100, 101, 199, 200, 399, 400, 999, 1000, 10 * of - 1, 10 * of}):
        rows = [["Sector", "N", label], ["A", n, "55.5"], ["B", 5000, "66.6"]]
        codes = codes_at(judged_rows(rows, Rules(tail=10))).get((0, 1), set())
        few = min(Fraction(n * part, of), Fraction(n * (of - part), of)) < 10
        assert ("position_tail" in codes) == few, n


def test_a_percentile_without_a_number_may_be_the_outermost() -> None:
    rows = [["Sector", "N", "Percentile"], ["A", 500, "55.5"], ["B", 5000, "66.6"]]
    codes = codes_at(judged_rows(rows))
    assert "position_tail" in codes[0, 1]
    assert (1, 1) not in codes
