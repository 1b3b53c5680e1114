"""Counts: few, groups in one cell, rounding, steps; against the rules written out in plain arithmetic."""

import random
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.submission.judging.judge import Beside, judge
from sdc_desktop.engine.submission.judging.rules import Rules, Severity
from tests.support.outputs.cells import codes_at, found_table, judged_rows, laid_out, margins, with_margins

CLASS = ("class_100", "class_share")


def share_code(share: Fraction, rules: Rules) -> str | None:
    if share >= Fraction(str(rules.class_share)) / 100:
        return "class_100"
    return "class_share" if share >= Fraction(str(rules.group_share)) / 100 else None


def expected(inner: list[list[int]], rules: Rules, *, totals: bool) -> dict[tuple[int, int], set[str]]:
    """Few counts everywhere; and the largest share that a cell has of its row or its column."""
    table = with_margins(inner) if totals else inner
    height, width = len(inner), len(inner[0])
    found: dict[tuple[int, int], set[str]] = {}
    for i, line in enumerate(table):
        for j, value in enumerate(line):
            codes = set()
            if 0 < value < rules.threshold or (not value and rules.zeros == "unsafe"):
                codes.add("low_count")
            groups = []
            if i < height:
                groups.append(sum(table[k][j] for k in range(height)))
            if j < width:
                groups.append(sum(table[i][k] for k in range(width)))
            shares = [Fraction(value, whole) for whole in groups if whole]
            if rules.zeros != "safe" and shares:
                codes.add(share_code(max(shares), rules) or "")
            codes.discard("")
            if codes:
                found[i, j] = codes
    return found


@pytest.mark.parametrize("totals", [True, False])
@pytest.mark.parametrize("zeros", ["class", "unsafe", "safe"])
def test_counts_and_groups_are_judged_as_the_rules_are_written(zeros, totals) -> None:
    rnd = random.Random(f"{zeros}{totals}")
    for _ in range(60):
        rules = Rules(threshold=rnd.randint(2, 6), zeros=zeros, class_share=rnd.choice((100, 95, 80)),
                      group_share=rnd.choice((75, 90, 60)), round_base=0)  # fmt: skip
        height, width = rnd.choice(((2, 2), (2, 3), (3, 2), (4, 3)))
        inner = [[rnd.choice((0, 0, 1, 3, 5, 9, 20, 57)) for _ in range(width)] for _ in range(height)]
        shown = with_margins(inner) if totals else inner
        rows = laid_out(shown) if totals else [
            ["Number of persons"], ["Area", *(f"Class {chr(65 + j)}" for j in range(width))],
            *([f"Area {chr(75 + i)}", *line] for i, line in enumerate(inner)),
        ]  # fmt: skip
        found = found_table(rows)
        row_totals, column_totals = margins(height, width) if totals else ((), ())
        table = replace(found, row_totals=row_totals, column_totals=column_totals)
        codes = codes_at(judge(table, rules, Beside(), JobContext()))
        assert {at: has for at, has in codes.items() if at[0] >= 0} == expected(inner, rules, totals=totals)


def test_margins_are_found_wherever_they_are_named() -> None:
    """Counts with margins of which up to two inner cells are suppressed: the totals are those laid out."""
    rnd = random.Random(5)
    for _ in range(60):
        height, width = rnd.choice(((2, 2), (2, 3), (3, 3), (4, 2)))
        inner = [[rnd.randint(11, 99) for _ in range(width)] for _ in range(height)]
        shown: list[list[object]] = [list(line) for line in with_margins(inner)]
        for _ in range(rnd.randint(0, 2)):
            shown[rnd.randrange(height)][rnd.randrange(width)] = "x"
        table = found_table(laid_out(shown))
        assert (table.row_totals, table.column_totals) == margins(height, width), shown


# a category that is left out ------------------------------------------------------------------------------


def test_a_total_reveals_the_category_that_is_left_out() -> None:
    """Total minus all lines shown is the count of the lines that are not: few needs a change."""
    rules = Rules(threshold=5, zeros="safe")
    for first, second, rest in product((20, 31), (40,), range(9)):
        lines = [["A", first], ["B", second], ["Total", first + second + rest]]
        for shown in (lines, lines[1:]):
            hidden = rest if len(shown) == 3 else rest + first
            codes = codes_at(judged_rows([["Number of persons"], ["Sex", "2020"], *shown], rules))
            flagged = any("rest_of_few" in has for has in codes.values())
            assert flagged == (0 < hidden < 5), (shown, hidden)
        header = ["Area", *(line[0] for line in lines)]
        body = [["N", *(line[1] for line in lines)], ["S", 50, 60, 140]]
        codes = codes_at(judged_rows([["Number of persons"], header, *body], rules))
        assert ("rest_of_few" in codes.get((0, 2), set())) == (0 < rest < 5)


# rounding -------------------------------------------------------------------------------------------------


def test_rounding_is_undone_where_all_tables_behind_it_have_the_same_few() -> None:
    """Tables of 2 by 2, rounded cell by cell to 3: all tables of counts that round to the same."""
    base, rules = 3, Rules(threshold=5, round_base=3)

    def near(value: int) -> int:
        return (2 * value + base) // (2 * base) * base

    behind: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for values in product(range(7), repeat=4):
        a, b, c, d = values
        true = (a, b, a + b, c, d, c + d, a + c, b + d, a + b + c + d)
        behind.setdefault(tuple(near(value) for value in true), []).append(true)
    undone = 0
    for published in random.Random(2).sample(sorted(behind), 150):
        if any(value > 6 for value in published[:2] + published[3:5]):
            continue  # tables beyond the enumeration may round to it
        shown = [list(published[k : k + 3]) for k in (0, 3, 6)]
        table = found_table(laid_out(shown, "Number of persons (rounded to 3)"))
        rows, columns = margins(2, 2)
        table = replace(table, row_totals=rows, column_totals=columns, rounded=base)
        codes = codes_at(judge(table, rules, Beside(), JobContext()))
        reach = max(max(true[:2] + true[3:5]) for true in behind[published])
        if reach == 6 and any(value == 6 for value in published[:2] + published[3:5]):
            continue
        for place, values in enumerate(zip(*behind[published], strict=True)):
            certain = len(set(values)) == 1 and 0 < values[0] < rules.threshold
            at = divmod(place, 3)
            undone += certain
            assert ("rounding_undone" in codes.get(at, set())) == certain, (published, at)
    assert undone


@pytest.mark.parametrize(("base", "least", "flagged"), [(5, 5, False), (5, 6, True), (10, 5, False)])
def test_a_base_of_rounding_at_its_limit_is_enough(base, least, flagged) -> None:
    rows = [[f"Number of persons (rounded to {base})"], ["Area", "2020", "2021"],
            *([f"Area {chr(75 + i)}", 10 * base, 20 * base + 10 * base * i] for i in range(3))]  # fmt: skip
    judged = judged_rows(rows, Rules(round_base=least))
    assert any("rounding_base" in has for has in codes_at(judged).values()) is flagged
    assert (judged.severity is Severity.CHANGE) is flagged


# cumulative counts ----------------------------------------------------------------------------------------


def test_steps_of_cumulative_counts_are_counts() -> None:
    """Each count minus the one before it; itself where there is none, as after a line without a count."""
    rules, rnd = Rules(threshold=4), random.Random(9)
    for _ in range(60):
        steps = [rnd.choice((0, 1, 3, 4, 9, 30)) for _ in range(5)]
        lines = [sum(steps[: i + 1]) for i in range(5)]
        rows = [["Age", "Cumulative number"], *([str(16 + i), value] for i, value in enumerate(lines))]
        codes = codes_at(judged_rows(rows, rules))
        assert {at[0] for at, has in codes.items() if "low_count" in has} == {
            i for i, step in enumerate(steps) if 0 < step < 4
        }
