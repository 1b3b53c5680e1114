"""Suppressed cells: what follows of them, against every table of whole numbers that fits."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.submission.judging.judge import Beside, Judged, judge
from sdc_desktop.engine.submission.judging.rules import Rules, Severity
from tests.support.outputs.cells import codes_at, found_table, judged_rows, laid_out, margins, with_margins

MOST = 9  # of an inner cell in the enumeration
RULES = Rules(threshold=6, possible=5, zeros="safe")
Place = tuple[int, int]


def random_case(seed: int) -> tuple[list[list[int]], dict[Place, Any]]:
    """A true table with margins, and the suppressed places with the mark of each: x, or fewer than some."""
    rnd = random.Random(seed)
    height, width = rnd.choice(((2, 2), (2, 3), (3, 2)))
    true = with_margins([[rnd.randint(0, 3) for _ in range(width)] for _ in range(height)])
    places = [(i, j) for i in range(height + 1) for j in range(width + 1)]
    chosen = rnd.sample(places, rnd.randint(2, 6))
    bounded = rnd.random() < 0.4
    marks = {at: f"<{true[at[0]][at[1]] + rnd.randint(1, 3)}" if bounded and rnd.random() < 0.5 else "x"
             for at in chosen}  # fmt: skip
    return true, marks


def fitting(true: list[list[int]], marks: Mapping[Place, str]) -> Iterator[list[list[int]]]:
    """Every table that fits the published cells. Where zeros are published, fewer than n is at least one."""
    height, width = len(true) - 1, len(true[0]) - 1
    zeros = any(not value and (i, j) not in marks
                for i, line in enumerate(true) for j, value in enumerate(line))  # fmt: skip
    inner = [(i, j) for i in range(height) for j in range(width)]
    ranges = [range(MOST + 1) if at in marks else (true[at[0]][at[1]],) for at in inner]
    for values in product(*ranges):
        made = with_margins([list(values[i * width : (i + 1) * width]) for i in range(height)])
        if all(
            _is_allowed(value, marks.get((i, j)), true[i][j], zeros)
            for i, line in enumerate(made)
            for j, value in enumerate(line)
        ):
            yield made


def _is_allowed(value: int, mark: str | None, true: int, zeros: bool) -> bool:
    if mark is None:
        return value == true
    return mark == "x" or int(zeros) <= value < int(mark[1:])


def own_ends(true: list[list[int]], marks: Mapping[Place, str], at: Place) -> tuple[int, int] | None:
    """What a mark itself states of its cell."""
    zeros = any(not value and (i, j) not in marks
                for i, line in enumerate(true) for j, value in enumerate(line))  # fmt: skip
    return None if marks[at] == "x" else (int(zeros), int(marks[at][1:]) - 1)


def judged_case(true: list[list[int]], marks: Mapping[Place, str]) -> Judged:
    """The published table with its relations as they are."""
    shown = [[marks.get((i, j), value) for j, value in enumerate(line)] for i, line in enumerate(true)]
    rows, columns = margins(len(true) - 1, len(true[0]) - 1)
    table = replace(
        found_table(laid_out(shown)), row_totals=rows, column_totals=columns, without_suppressed=False
    )
    return judge(table, RULES, Beside(), JobContext())


@pytest.mark.parametrize("first", range(0, 160, 40))
def test_what_follows_of_suppressed_cells_is_what_all_fitting_tables_share(first) -> None:
    kinds = set()
    for seed in range(first, first + 40):
        true, marks = random_case(seed)
        if _leaves_out(true, marks):
            continue
        tables = list(fitting(true, marks))
        if not tables:  # a mark below one of a table that publishes zeros
            assert codes_at(judged_case(true, marks))[-1, -1] == {"contradiction"}
            continue
        judged = judged_case(true, marks)
        codes = codes_at(judged)
        for one in judged.intervals:
            at = one.row, one.column
            values = {table[one.row][one.column] for table in tables}
            open_ended = max(max(max(line[:-1]) for line in table[:-1]) for table in tables) == MOST
            assert one.lower == min(values)
            if not open_ended:
                assert one.upper == max(values)
            has = codes.get(at, set())
            kinds |= has
            assert ("disclosed" in has) == (len(values) == 1)
            if not open_ended or len(values) >= RULES.possible:
                narrow = one.upper and 1 < one.upper - one.lower + 1 < RULES.possible
                stated = (one.lower, one.upper) == own_ends(true, marks, at)
                assert ("narrow" in has) == bool(narrow and not stated)
        _check_unions(true, marks, codes)
    assert {"disclosed", "union_of_few"} <= kinds


def _lines_of(true: list[list[int]]) -> list[list[Place]]:
    height, width = len(true) - 1, len(true[0]) - 1
    lines = [[(i, j) for j in range(width + 1)] for i in range(height + 1)]
    return lines + [[(i, j) for i in range(height + 1)] for j in range(width + 1)]


def _leaves_out(true: list[list[int]], marks: Mapping[Place, str]) -> bool:
    """Whether a published total is the sum of its published parts: it may leave the others out."""
    return any(
        total not in marks
        and any(at in marks for at in parts)
        and not sum(true[i][j] for i, j in parts if (i, j) in marks)
        for *parts, total in _lines_of(true)
    )


def _check_unions(true: list[list[int]], marks: Mapping[Place, str], codes: dict[Place, set[str]]) -> None:
    """Two suppressed cells or more of one line that are few together need a change, in each of them."""
    few: set[Place] = set()
    for *parts, total in _lines_of(true):
        hidden = [at for at in parts if at in marks]
        together = sum(true[i][j] for i, j in hidden)
        if total not in marks and len(hidden) > 1 and 0 < together < RULES.threshold:
            few |= set(hidden)
    for at in marks:
        has = codes.get(at, set())
        assert ("union_of_few" in has) == (at in few and "disclosed" not in has)


@pytest.mark.parametrize(
    ("mark", "possible"),
    [("3-4", 2), ("1-9", 9), ("1-10", 10), ("<2", 2), ("<1", 1), ("<=1", 2), ("<10", 10), ("<4", 4)],
)
def test_a_mark_without_totals_leaves_the_values_that_it_states(mark, possible) -> None:
    """Every whole number that a mark allows is one value; no total narrows it, so nothing more is said."""
    judged = judged_rows([["Number of persons"], ["Area", "2020", "2021"], ["N", mark, 50], ["S", 60, 70]])
    (one,) = judged.intervals
    assert one.possible == possible
    codes = codes_at(judged).get((0, 0), set())
    assert codes == ({"disclosed"} if possible == 1 else set())
    assert (judged.severity is Severity.RELEASE) == (possible > 1)


def test_a_mark_beside_published_zeros_is_at_least_one() -> None:
    rows = [["Number of persons"], ["Area", "2020", "2021"], ["N", "<2", 50], ["S", 60, 0]]
    assert "disclosed" in codes_at(judged_rows(rows))[0, 0]


def test_a_note_bounds_marks_without_totals() -> None:
    rows = [["Number of persons"], ["Area", "2020", "2021"], ["N", "*", 50], ["S", 60, 70], [],
            ["* fewer than 5 persons"]]  # fmt: skip
    judged = judged_rows(rows)
    assert [one.possible for one in judged.intervals] == [5]
    assert (0, 0) not in codes_at(judged)


def test_suppressed_cells_beside_figures_beyond_the_solver_are_examined() -> None:
    rows = [["Sum of sales"], ["Area", "2020", "2021"], ["N", "x", 10**16], ["S", 2 * 10**16, 3 * 10**16]]
    assert codes_at(judged_rows(rows))[-1, -1] >= {"figures_too_large"}
