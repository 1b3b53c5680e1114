"""Finding: totals against every sum; tables wherever they lie; kinds, records and dimensions."""

import random
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import product
from typing import Any

import pytest

from sdc_desktop.engine.submission.comparing.definitions import described
from sdc_desktop.engine.submission.finding.figures import USUAL_MARKS, figure_of
from sdc_desktop.engine.submission.finding.find import Reading, find_in
from sdc_desktop.engine.submission.finding.kinds import are_shares
from sdc_desktop.engine.submission.finding.table import FoundTable
from sdc_desktop.engine.submission.finding.totals import Question, Total, find_totals
from sdc_desktop.engine.submission.sheets import Cell
from tests.support.outputs.cells import codes_at, found_table, judged_rows, read_rows

# totals ---------------------------------------------------------------------------------------------------


def question(lines: Sequence[Sequence[int | None]], named: Sequence[int] = (), **others: Any) -> Question:
    size = len(lines)
    return Question(lines, [True] * size, [i in named for i in range(size)], [""] * size, **others)


def is_sum(lines: Sequence[Sequence[int | None]], total: Total) -> bool:
    """Whether a line is the sum of its parts in every column where all of them are known."""
    for column, value in enumerate(lines[total.line]):
        parts = [lines[part][column] for part in total.parts]
        if value is None:
            continue
        known = [part for part in parts if part is not None]
        if len(known) == len(parts) and sum(known) != value:
            return False
        if len(known) < len(parts) and sum(known) > value:
            return False
    return True


def test_every_total_that_is_found_is_a_sum_and_no_circle() -> None:
    rnd = random.Random(2)
    found = 0
    for _ in range(1500):
        width = rnd.randint(1, 3)
        lines: list[list[int | None]] = [[rnd.randint(0, 4) for _ in range(width)] for _ in range(6)]
        for line in lines:
            if rnd.random() < 0.2:
                line[rnd.randrange(width)] = None
        answer = find_totals(question(lines, rnd.sample(range(6), rnd.randint(0, 2))))
        below = {total.line: set(total.parts) for total in answer.totals}
        for total in answer.totals:
            assert is_sum(lines, total), (lines, total)
            assert total.line not in total.parts
            reached: set[int] = set()
            waiting = list(total.parts)
            assert len(waiting) > 1
            while waiting:
                part = waiting.pop()
                assert part != total.line
                if part not in reached:
                    reached.add(part)
                    waiting += below.get(part, ())
            found += 1
    assert found > 100


LAYOUTS: dict[str, tuple[list[str], list[Total]]] = {
    "last": (["a", "b", "c", "T=0,1,2"], [Total(3, (0, 1, 2))]),
    "first": (["T=1,2,3", "a", "b", "c"], [Total(0, (1, 2, 3))]),
    "subtotals": (
        ["a", "b", "T=0,1", "c", "d", "T=3,4", "T=2,5"],
        [Total(2, (0, 1)), Total(5, (3, 4)), Total(6, (2, 5))],
    ),
    "headed": (["T=1,4", "T=2,3", "a", "b", "T=5,6", "c", "d"],
               [Total(0, (1, 4)), Total(1, (2, 3)), Total(4, (5, 6))]),
}  # fmt: skip


@pytest.mark.parametrize("name", LAYOUTS)
@pytest.mark.parametrize("hidden", [0, 1, 2])
def test_named_totals_are_found_as_they_were_made(name, hidden) -> None:
    """Unlike inner counts, some of them suppressed, with the totals over them published."""
    letters, wanted = LAYOUTS[name]
    for seed in range(30):
        rnd = random.Random(f"{name}{seed}")
        lines: list[list[int | None]] = [[rnd.randint(20, 999) for _ in range(3)] for _ in letters]
        for total in sorted(wanted, key=lambda one: -len(letters[one.line]) if name != "headed" else one.line,
                            reverse=name == "headed"):  # fmt: skip
            lines[total.line] = [0, 0, 0]
        for _ in range(3):  # inner ones first, whatever the order
            for total in wanted:
                lines[total.line] = [sum(lines[part][j] or 0 for part in total.parts) for j in range(3)]
        inner = [i for i, letter in enumerate(letters) if "T" not in letter]
        for _ in range(hidden):
            lines[rnd.choice(inner)][rnd.randrange(3)] = None
        named = [i for i, letter in enumerate(letters) if "T" in letter]
        assert list(find_totals(question(lines, named)).totals) == wanted, lines


def test_totals_that_leave_suppressed_cells_out_are_no_totals_of_them() -> None:
    for hidden in product(range(3), repeat=2):
        lines: list[list[int | None]] = [[20, 31], [42, 53], [64, 75]]
        for column, row in enumerate(hidden):
            lines[row][column] = None
        lines.append([sum(line[j] or 0 for line in lines) for j in range(2)])
        answer = find_totals(question(lines, [3]))
        assert answer.without_suppressed
        assert all(
            lines[part][j] is not None for one in answer.totals for part in one.parts for j in range(2)
        )
        lines[3] = [value + 17 for value in lines[3] if value is not None]
        answer = find_totals(question(lines, [3]))
        assert answer == replace(answer, totals=(Total(3, (0, 1, 2)),), without_suppressed=False)


@pytest.mark.parametrize(("off", "found"), [(0, True), (1, True), (2, True), (3, False)])
def test_totals_of_rounded_figures_are_found_within_their_rounding(off, found) -> None:
    """Of figures with decimals the total of three may be off by two units of the last one."""
    lines = [[201, 333], [402, 111], [307, 222], [910 + off, 666]]
    assert bool(find_totals(question(lines, [3], decimals=1)).totals) is found
    assert bool(find_totals(question(lines, [3])).totals) is (off == 0)


@pytest.mark.parametrize(("off", "found"), [(0, True), (5, True), (10, True), (15, False)])
def test_totals_of_figures_rounded_to_a_base_are_found_if_they_are_named(off, found) -> None:
    lines = [[20, 30], [40, 10], [30, 25], [90 + off, 65]]
    assert bool(find_totals(question(lines, [3], base=5)).totals) is found
    assert not find_totals(question(lines, [], base=5)).totals


# tables in a sheet ----------------------------------------------------------------------------------------

SIMPLE = [["Area", "Persons", "Mean pay"], ["N", 12, "10.5"], ["S", 3, "20.5"], ["E", "x", "9.5"]]


def content_of(table: FoundTable) -> tuple[object, ...]:
    cells = {at: (figure.status, figure.value) for at, figure in table.figures.items()}
    return table.rows, table.columns, table.kinds, cells


def moved(rows: Sequence[Sequence[Any]], down: int, right: int) -> list[list[Any]]:
    return [*([] for _ in range(down)), *([None] * right + list(line) for line in rows)]


@pytest.mark.parametrize("right", [0, 1, 4])
@pytest.mark.parametrize("down", [0, 1, 3])
def test_a_table_is_found_wherever_it_lies_and_whatever_is_around_it(down, right) -> None:
    plain = content_of(found_table(SIMPLE))
    for title, note in product(
        ([], [["Pay by area"]], [["Pay by area"], []]), ([], [[], ["Source: survey"]])
    ):
        table = found_table(moved([*title, *SIMPLE, *note], down, right))
        assert content_of(table) == plain
        assert table.title == ("Pay by area" if title else "")
        assert table.notes == ("Source: survey" if note else "")
        assert table.cell(0, 0) == f"{chr(66 + right)}{down + len(title) + 2}"


@pytest.mark.parametrize("gap", [1, 2, 4])
def test_tables_below_and_beside_one_another_are_each_found(gap) -> None:
    plain = content_of(found_table(SIMPLE))
    below = [*SIMPLE, *([] for _ in range(gap)), *SIMPLE]
    beside = [[*line, *[None] * gap, *line] for line in SIMPLE]
    for rows in (below, beside):
        tables = find_in(read_rows(rows), Reading()).tables
        assert [content_of(table) for table in tables] == [plain, plain]


def test_a_table_that_repeats_its_header_is_two() -> None:
    tables = find_in(read_rows([*SIMPLE, *SIMPLE]), Reading()).tables
    assert [table.rows for table in tables] == [("N", "S", "E")] * 2


@pytest.mark.parametrize("width", [2, 3])
@pytest.mark.parametrize("depth", [1, 2])
def test_joined_headings_hold_for_all_columns_below_them(width, depth) -> None:
    """Joined, or only written over the first of their columns: the same headings."""
    years, sexes = ["2020", "2021"], ["Men", "Women", "Others"][:width]
    upper = [text for year in years for text in (year, *[None] * (width - 1))]
    lower = sexes * len(years)
    numbers = [[10 * i + j + 20 for j in range(len(lower))] for i in range(3)]
    header = [["Area", *upper], [None, *lower]] if depth == 2 else [["Area", *lower]]
    rows = [*header, *([f"Area {i}", *line] for i, line in zip("KLM", numbers, strict=True))]
    merges = [(0, 1 + k * width, 0, (k + 1) * width) for k in range(len(years))] if depth == 2 else []
    wanted = tuple(f"{year} / {sex}" for year in years for sex in sexes) if depth == 2 else tuple(lower)
    for joined in (merges, []):
        table = found_table(rows, joined)
        assert table.columns == wanted
        assert [[table.figures[i, j].value for j in range(len(lower))] for i in range(3)] == numbers


def test_joined_labels_hold_for_all_rows_beside_them() -> None:
    rows = [["Area", "Sex", "Persons"], ["N", "Men", 20], [None, "Women", 30], ["S", "Men", 5],
            [None, "Women", 50]]  # fmt: skip
    for merges in ([(1, 0, 2, 0), (3, 0, 4, 0)], []):
        table = found_table(rows, merges)
        assert table.rows == ("N / Men", "N / Women", "S / Men", "S / Women")
        assert {at: has for at, has in codes_at(judged_rows(rows)).items() if "low_count" in has} == {
            (2, 0): {"low_count"}
        }


# kinds ----------------------------------------------------------------------------------------------------

KINDS = {
    "Persons": "count", "N": "count", "Mean pay": "mean", "Average pay": "mean", "SD": "sd",
    "Std. err.": "sd", "Median pay": "position", "90th percentile": "position", "P90": "position",
    "95%-Quantil": "position", "Maximum": "endpoint", "Share": "percent", "%": "percent",
    "Per cent": "percent", "p-value": "p_value", "Odds ratio": "ratio", "Gini": "gini",
    "HHI": "concentration", "Correlation": "correlation", "Sum of pay": "sum", "Turnover": "sum",
    "Cumulative number": "cumulative",
    "Anzahl": "count", "Mittelwert": "mean", "Standardabweichung": "sd", "Anteil": "percent",
}  # fmt: skip


@pytest.mark.parametrize(("label", "kind"), KINDS.items())
def test_a_heading_says_the_kind_of_its_column_alone(label, kind) -> None:
    figures = ("40", "52") if kind in ("count", "cumulative") else ("0.45", "0.52")
    rows = [["Area", label, "Age"], ["N", figures[0], "4.5"], ["S", figures[1], "7.5"]]
    assert found_table(rows).kinds[0] == kind


PARTS = {
    "Mean (SD)": ("mean", "sd"), "N (%)": ("count", "percent"), "Median (IQR)": ("position", "position"),
    "n (%)": ("count", "percent"), "Mean (SE)": ("mean", "sd"), "OR (95 % CI)": ("ratio", "sd"),
}  # fmt: skip


@pytest.mark.parametrize(("one", "other"), [*product(PARTS, PARTS)])
def test_cells_with_two_figures_have_the_kinds_of_their_own_heading(one, other) -> None:
    rows = [["Area", one, other], ["North", "45 (3.2)", "38 (5.5)"], ["South", "41 (2.2)", "33 (4.5)"]]
    table = found_table(rows)
    assert [table.kinds_at(0, 0), table.kinds_at(1, 1)] == [PARTS[one], PARTS[other]]


def test_a_few_behind_another_composite_column_are_seen() -> None:
    rows = [["Area (N = 1000)", "Age, mean (SD)", "Married, n (%)"], ["N", "45.5 (1.2)", "5 (0.5)"]]
    assert "low_count" in codes_at(judged_rows([*rows, ["S", "44.5 (1.2)", "60 (6.0)"]]))[0, 1]


def test_lines_are_shares_only_if_each_adds_up_to_100() -> None:
    """Within half a unit of the last decimal for each figure."""
    for values in product((0, 25, 33, 34, 50, 66, 75, 100), repeat=3):
        for other in ((25, 25, 50), (33, 33, 33)):
            lines = [[figure_of(Cell(str(v)), ".", USUAL_MARKS) for v in line] for line in (values, other)]
            wanted = all(abs(sum(line) - 100) <= Decimal("1.5") for line in (values, other))
            assert are_shares(lines) == wanted, (values, other)
    assert not are_shares(lines[:1])
    assert not are_shares([[line[0]] for line in lines])


# records, correlations, dimensions ------------------------------------------------------------------------


@pytest.mark.parametrize("rows", [8, 9, 10, 11])
@pytest.mark.parametrize("code", ["P-{:04}", "A{:05}", "{:06}", "ID {:03}"])
def test_ten_rows_with_codes_of_persons_are_records(code, rows) -> None:
    body = [[code.format(17 * i + 3), 20 + i, (7 * i) % 5 + 2] for i in range(rows)]
    for header in ([], [["id", "age", "area"]]):
        found = find_in(read_rows([*header, *body]), Reading())
        assert bool(found.records) == (rows >= 10), (code, rows, header)


@pytest.mark.parametrize(
    ("value", "form"), [("0.5", "correlation"), ("1", "correlation"), ("-1", "correlation"), ("1.1", "table")]
)
def test_a_matrix_of_correlations_has_ones_and_nothing_beyond_them(value, form) -> None:
    rows = [["Correlation", "age", "pay"], ["age", "1", value], ["pay", value, "1"]]
    judged = judged_rows(rows)
    assert judged.table.form == form
    if form == "correlation":
        perfect = abs(float(value)) == 1
        assert any("low_dof" in has for has in codes_at(judged).values()) == perfect


@pytest.mark.parametrize("last", ["Total", "East"])
def test_a_line_of_all_others_is_no_category(last) -> None:
    """By its word or by what adds up; a subtotal stays one."""
    rows = [["Number of persons"], ["Area", "2020", "2021"], ["N", 20, 31], ["S", 42, 53], [last, 62, 84]]
    about = described(found_table(rows), {})
    assert about.rows[0].places == ("n", "s", "")
    more = [*rows[:4], ["Mid", 62, 84], ["W", 15, 16], ["Total", 77, 100]]
    assert described(found_table(more), {}).rows[0].places == ("n", "s", "mid", "w", "")


# parts of the layout --------------------------------------------------------------------------------------


@pytest.mark.parametrize("column", [1, 2, 3])
def test_a_row_without_figures_is_suppressed_where_other_cells_are_empty(column) -> None:
    """Else it heads the rows below it."""
    rows: list[list[Any]] = [["Area", "a", "b", "c"], ["N", 20, 30, 40], ["S"], ["E", 30, 40, 50]]
    assert found_table(rows).rows == ("N", "S / E")
    rows[1][column] = None
    table = found_table(rows)
    assert table.rows == ("N", "S", "E")
    hidden = {at for at, figure in table.figures.items() if figure.status == "suppressed"}
    assert hidden == {(0, column - 1), (1, 0), (1, 1), (1, 2)}


@pytest.mark.parametrize("last", [2, 3])
def test_a_title_that_is_joined_over_the_columns_is_no_heading(last) -> None:
    rows = [[None, "Pay by area"], ["Area", "a", "b", "c"], ["N", 20, 30, 40], ["S", 50, 60, 70]]
    table = found_table(rows, [(0, 1, 0, last)])
    assert (table.title == "Pay by area") is (last == 3)


@pytest.mark.parametrize("last", [2, 3])
def test_one_heading_over_all_columns_names_their_dimension(last) -> None:
    rows = [["Area", "Year"], [None, "2020", "2021", "2022"], ["N", 20, 30, 40], ["S", 50, 60, 70]]
    table = found_table(rows, [(0, 1, 0, last)])
    years = ("2020", "2021", "2022")
    if last == 3:
        assert (table.columns, table.column_dimension) == (years, "Year")
    else:
        assert table.columns == tuple(f"Year / {year}" for year in years)


def test_a_total_that_is_the_sum_of_what_is_published_may_still_be_one() -> None:
    """In one column the suppressed count is 0, in another it is not: the totals are of all lines."""
    lines = [[20, 31], [None, 53], [64, None], [84, 184]]
    answer = find_totals(question(lines, [3]))
    assert answer.totals == (Total(3, (0, 1, 2)),)
    assert not answer.without_suppressed
    for short in ([83, 184], [84, 83]):
        assert not find_totals(question([*lines[:3], short], [3])).totals


def test_a_title_in_several_cells_is_read_whole() -> None:
    rows = [["Persons", "by area", "and year"], [], ["Area", "a", "b", "c"], ["N", 20, 30, 40]]
    table = found_table([*rows, ["S", 50, 60, 70]])
    assert table.title == "Persons by area and year"


@pytest.mark.parametrize("numbers", [[2020, 2021, 2022], [1900, 2100], [1, 2, 3], [16, 17, 18]])
def test_rising_years_and_numbers_in_a_row_are_headings(numbers) -> None:
    rows = [["Area", *numbers], ["N", *(20 + number % 7 for number in numbers)],
            ["S", *(30 + number % 5 for number in numbers)]]  # fmt: skip
    assert found_table(rows).columns == tuple(map(str, numbers))


@pytest.mark.parametrize("numbers", [[2020, 2019], [1899, 2020], [2020, 2101], [1, 3], [7, 7]])
def test_other_numbers_in_a_row_are_figures(numbers) -> None:
    rows = [["N", *numbers], ["S", 40, 55]]
    values = [int(figure.value) for figure in found_table(rows).figures.values()]
    assert values == [*numbers, 40, 55]


def test_codes_that_rise_below_a_heading_are_labels_and_counts_are_not() -> None:
    cases = (("Age", [16, 17, 18], True), ("Age", [16, 16, 18], False), ("n", [16, 17, 18], False),
             ("Year", [2019, 2020, 2021], True))  # fmt: skip
    for heading, codes, labels in cases:
        rows = [[heading, "Persons"], *([code, 20 + code % 4] for code in codes)]
        table = found_table(rows)
        assert (table.rows == tuple(map(str, codes))) is labels
        assert len(table.columns) == (1 if labels else 2)


@pytest.mark.parametrize("far", [999, 1000, 1001, 1500])
def test_a_cell_far_off_every_table_is_named(far) -> None:
    rows = [["Area", "n"], ["N", 20], ["S", 30], *([] for _ in range(far - 1)), ["x"]]
    found = find_in(read_rows(rows), Reading())
    assert bool(found.far_cells) is (far > 1000)


def test_the_style_of_decimals_is_that_of_most_figures_or_of_what_adds_up() -> None:
    german = [["Gebiet", "Umsatz"], ["N", "1.234,5"], ["S", "2.345"], ["O", "7.125"]]
    assert found_table(german).figures[1, 0].value == 2345
    adding = [["Area", "Number"], ["N", "1.234"], ["S", "2.345"], ["E", "1.421"], ["Total", "5.000"]]
    assert found_table(adding).questions in ((), ("decimal_unknown",))
    counts = [["Area", "Number"], ["N", "1.234"], ["S", "2.345"]]
    assert (found_table(counts).figures[0, 0].value, found_table(counts).questions) == (1234, ())
    unclear = [["Area", "Turnover"], ["N", "1.234"], ["S", "2.345"]]
    assert found_table(unclear).questions == ("decimal_unknown",)
    english = [["Area", "Sum"], ["N", "1,234.5"], ["S", "2,345"]]
    assert found_table(english).figures[1, 0].value == 2345


def test_a_total_above_its_lines_is_one_although_each_column_has_a_suppressed_cell() -> None:
    lines = [[150, 160], [20, None], [None, 31], [42, 53]]
    assert find_totals(question(lines, [0])).totals == (Total(0, (1, 2, 3)),)
    assert find_totals(question([*lines[1:], lines[0]], [3])).totals == (Total(3, (0, 1, 2)),)


def test_two_figures_of_a_line_may_be_shares() -> None:
    for first in range(0, 101, 5):
        line = [figure_of(Cell(str(v)), ".", USUAL_MARKS) for v in (first, 100 - first)]
        assert are_shares([line, line])
