"""Means, sums, spreads and concentration: against every set with the same published figures."""

from collections import defaultdict
from decimal import ROUND_HALF_EVEN, Decimal
from fractions import Fraction
from itertools import combinations_with_replacement
from statistics import mean, pstdev, stdev

import pytest

from sdc_desktop.engine.submission.judging.dominance import exact
from sdc_desktop.engine.submission.judging.rules import Rules
from tests.support.outputs.cells import codes_at, judged_rows

RULES = (
    Rules(threshold=2, dof=1, dominance=((1, 50), (2, 90)), p_percent=10),
    Rules(threshold=2, dof=1, dominance=((1, 75),), p_percent=None),
    Rules(threshold=2, dof=1, dominance=((2, 80),), p_percent=20),
)


def rounded(value: float, decimals: int) -> str:
    """A figure as it is printed."""
    return str(Decimal(value).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_EVEN))


def is_unsafe(values: tuple[int, ...], rules: Rules) -> bool:
    """The rules as they are written, in fractions."""
    ordered = sorted(values, reverse=True)
    total = sum(ordered)
    if not total:
        return False
    by_share = any(Fraction(sum(ordered[:n]), total) > Fraction(k) / 100 for n, k in rules.dominance)
    if rules.p_percent is None:
        return by_share
    return by_share or sum(ordered[2:]) < Fraction(rules.p_percent) / 100 * ordered[0]


@pytest.mark.parametrize("rules", RULES)
def test_contributions_are_judged_as_the_rules_are_written(rules) -> None:
    for n in (1, 2, 3, 5):
        for values in combinations_with_replacement(range(0, 41 if n < 4 else 9), n):
            assert (exact(list(values), rules) == "broken") == is_unsafe(values, rules), values


def rows_of(kind: str, n: int, middle: str, spread: str) -> list[list[str]]:
    """Equal figures as columns, in one cell, or as rows, beside others with as many decimals."""
    one, two = (f"{value:.{max(0, len(text) - text.find('.') - 1 if '.' in text else 0)}f}"
                for value, text in ((9.5, middle), (1.5, spread)))  # fmt: skip
    if kind == "column":
        return [["Sector", "N", "Mean pay", "SD"], ["A", str(n), middle, spread], ["B", "70", one, two]]
    if kind == "cell":
        return [
            ["Sector", "N", "Mean (SD)"],
            ["A", str(n), f"{middle} ({spread})"],
            ["B", "70", f"{one} ({two})"],
        ]
    return [["Statistic", "A", "B"], ["N", str(n), "70"], ["Mean", middle, one], ["SD", spread, two]]


AT = {"column": (0, 1), "cell": (0, 1), "row": (1, 0)}


@pytest.mark.parametrize("kind", AT)
@pytest.mark.parametrize("rules", RULES)
def test_no_set_behind_a_mean_that_is_fine_breaks_a_rule(rules, kind) -> None:
    """A mean without a finding is safe for each set that prints it; one to change is unsafe for each."""
    answers = set()
    for n, most, decimals in ((6, 5, 0), (5, 6, 1), (3, 9, 0)):
        behind = defaultdict(set)
        for values in combinations_with_replacement(range(most + 1), n):
            unsafe = is_unsafe(values, rules)
            for spread in (stdev, pstdev):
                behind[rounded(mean(values), decimals), rounded(spread(values), decimals)].add(unsafe)
        chosen = sorted(behind.items())[:: max(1, len(behind) // 40)]
        for (middle, spread), unsafe in chosen:
            if Decimal(middle) == 0:
                continue
            codes = codes_at(judged_rows(rows_of(kind, n, middle, spread), rules)).get(AT[kind], set())
            answer = codes & {"dominance", "dominance_unknown"}
            answers |= answer or {"fine"}
            if not answer:
                assert unsafe == {False}, (n, middle, spread)
            if "dominance" in answer:
                assert unsafe == {True}, (n, middle, spread)
    assert len(answers) > 1


def test_a_mean_and_deviation_rounded_to_units_leave_one_contributor_with_nearly_all() -> None:
    """4.6 and nine times 0.05 have the mean 0.505 and the deviation 1.44, printed as 1 and 1."""
    values = [4.6, *[0.05] * 9]
    assert [rounded(mean(values), 0), rounded(stdev(values), 0)] == ["1", "1"]
    rows = rows_of("column", 10, "1", "1")
    assert "dominance_unknown" in codes_at(judged_rows(rows, Rules()))[0, 1]


@pytest.mark.parametrize("spread", ["1.00", "0.50"])
def test_a_tight_deviation_of_many_settles_dominance(spread) -> None:
    rows = rows_of("column", 60, "10.00", spread)
    assert codes_at(judged_rows(rows, Rules())).get((0, 1)) is None


@pytest.mark.parametrize(
    "header",
    [
        ["Mean turnover", "Mean age", "SD age"],
        ["Mean turnover", "Mean age", "SD"],
        ["Sum of turnover", "Mean age", "SD age"],
    ],
)
def test_the_deviation_of_another_variable_settles_nothing(header) -> None:
    rows = [["Sector", "N", *header], ["A", "60", "1000.00", "40.00", "1.00"], ["B", "70", "900", "41", "1"]]
    assert "dominance_unknown" in codes_at(judged_rows(rows))[0, 1]


@pytest.mark.parametrize("label", ["SE", "Std. err.", "Standard error", "Variance", "CV", "95 % CI"])
def test_another_spread_is_not_taken_for_a_deviation(label) -> None:
    rows = [["Sector", "N", "Mean pay", label], ["A", "60", "10.00", "1.00"], ["B", "70", "9.50", "1.50"]]
    assert "dominance_unknown" in codes_at(judged_rows(rows))[0, 1]
    rows = [["Sector", "N", f"Mean ({label})"], ["A", "60", "10.00 (1.00)"], ["B", "70", "9.50 (1.50)"]]
    assert codes_at(judged_rows(rows))[0, 1]


@pytest.mark.parametrize(
    ("label", "flagged"),
    [("SD house prices", True), ("Std. dev.", True), ("SE of services", True), ("Variance", True),
     ("Skewness", False)],
)  # fmt: skip
def test_a_spread_of_zero_says_that_all_values_are_equal(label, flagged) -> None:
    rows = [["Sector", "N", label], ["A", "60", "0.00"], ["B", "70", "1.50"]]
    assert ("class_100" in codes_at(judged_rows(rows)).get((0, 1), set())) is flagged


# concentration --------------------------------------------------------------------------------------------

FIRST = (
    Rules(threshold=2, dominance=((1, 45),), p_percent=None),
    Rules(threshold=2, dominance=((1, 60),), p_percent=None),
    Rules(threshold=2),
)


@pytest.mark.parametrize("scale", [1, 10_000])
@pytest.mark.parametrize("rules", FIRST)
def test_an_index_of_concentration_is_fine_only_if_no_set_with_it_is_dominated(rules, scale) -> None:
    behind = defaultdict(set)
    for n in (3, 5, 6):
        for values in combinations_with_replacement(range(1, 8), n):
            index = sum((value / sum(values)) ** 2 for value in values)
            for decimals in (1, 2) if scale == 1 else (0,):
                behind[rounded(index * scale, decimals)].add(is_unsafe(values, rules))
    for shown, unsafe in behind.items():
        rows = [["Sector", "N", "HHI"], ["A", "60", shown], ["B", "70", shown]]
        codes = codes_at(judged_rows(rows, rules)).get((0, 1), set())
        if not codes:
            assert unsafe == {False}, shown
        if "dominance" in codes:
            assert unsafe == {True}, shown


def test_a_concentration_ratio_in_per_cent_is_never_fine() -> None:
    rows = [["Sector", "N", "CR1"], ["A", "60", "60"], ["B", "70", "30"]]
    assert codes_at(judged_rows(rows, FIRST[0]))[0, 1] == {"dominance_unknown"}


# few contributors and degrees of freedom ------------------------------------------------------------------

STATISTICS = {
    "Mean pay": "mean", "Sum of pay": "sum", "Median pay": "position", "SD pay": "sd", "p-value": "p_value",
    "Gini": "gini", "Mode": "mode", "Weighted number": "weighted", "Correlation": "correlation",
}  # fmt: skip


@pytest.mark.parametrize(("label", "kind"), STATISTICS.items())
def test_a_statistic_of_few_needs_a_change_and_of_enough_does_not(label, kind) -> None:
    for n in range(1, 16):
        rows = [["Sector", "N", label], ["A", str(n), "0.55"], ["B", "70", "0.65"]]
        codes = codes_at(judged_rows(rows, Rules(threshold=7, dof=0, tail=0))).get((0, 1), set())
        assert (f"{kind}_of_few" in codes) == (n < 7), n


@pytest.mark.parametrize(("label", "taken"), [("SD pay", 1), ("p-value", 1), ("Correlation", 2)])
def test_degrees_of_freedom_are_those_of_the_statistic(label, taken) -> None:
    """One is taken by a mean, two by the line of a correlation."""
    for n in range(3, 20):
        rows = [["Sector", "N", label], ["A", str(n), "0.55"], ["B", "70", "0.65"]]
        codes = codes_at(judged_rows(rows, Rules(threshold=3, dof=8))).get((0, 1), set())
        assert ("low_dof" in codes) == (n - taken < 8), n


def test_a_deviation_that_names_its_variable_is_used_among_several_means() -> None:
    header = ["Sector", "N", "Mean turnover", "Mean age", "SD age"]
    rows = [header, ["A", "60", "1000.00", "40.00", "1.00"], ["B", "70", "900.00", "41.00", "1.00"]]
    codes = codes_at(judged_rows(rows))
    assert "dominance_unknown" in codes[0, 1]
    assert (0, 2) not in codes
