"""Several tables: differences of few, and what follows of suppressed cells, against plain enumeration."""

import random
from collections.abc import Sequence
from decimal import Decimal
from itertools import combinations, product
from typing import Any

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.submission.comparing import systems
from sdc_desktop.engine.submission.comparing.definitions import (
    Definition,
    is_total_label,
    may_be_nested,
    number_range,
)
from sdc_desktop.engine.submission.comparing.differences import few_differences
from sdc_desktop.engine.submission.comparing.systems import KnownCell, KnownTable, following
from sdc_desktop.engine.submission.judging.rules import Rules, Severity
from sdc_desktop.engine.submission.received import Settings
from tests.support.outputs.cases import checked, workbook
from tests.support.outputs.cells import codes_at, judged_files, with_margins

RULES = Rules(threshold=4, zeros="safe", possible=0)
SETTINGS = Settings(rules=RULES)


def counted(cell: dict[str, str], value: int | None, population: str = "|") -> KnownCell:
    definition = Definition("count", "person", "", population, frozenset(cell.items()))
    return KnownCell(definition, None if value is None else Decimal(value), str(sorted(cell.items())))


# differences ----------------------------------------------------------------------------------------------


def test_cells_that_differ_by_few_in_two_populations_are_all_found() -> None:
    """Every pair of the same cell with 1 to 3 between them; never a pair of equal or distant counts."""
    rnd = random.Random(4)
    for _ in range(300):
        populations = ["|", "|excluding students", "|only men", "nurses|"]
        tables = [
            KnownTable(str(i), str(i), rnd.random() < 0.3,
                       (counted({"area": "n"}, rnd.choice((20, 21, 23, 24, 30)), rnd.choice(populations)),))
            for i in range(rnd.randint(2, 6))
        ]  # fmt: skip
        found = {frozenset((few.here[0], few.there[0])): few for few in few_differences(tables, RULES)}
        wanted = set()
        for i, j in combinations(range(len(tables)), 2):
            one, other = tables[i].cells[0], tables[j].cells[0]
            nested = may_be_nested(one.definition.population, other.definition.population)
            near = 0 < abs(one.value - other.value) < 4
            if nested and near and not (tables[i].earlier and tables[j].earlier):
                wanted.add(frozenset((i, j)))
        assert set(found) == wanted
        for few in found.values():
            assert not tables[few.here[0]].earlier
            values = [tables[ref[0]].cells[0].value for ref in (few.here, few.there)]
            assert few.difference == abs(values[0] - values[1])


def test_many_equal_counts_between_two_hide_no_difference() -> None:
    """Eight tables of populations that are not nested in the first lie between it and the last."""
    texts = ["|excluding students", *(f"|only group{i}" for i in range(8)), "|"]
    values = [20, *[21] * 8, 22]
    cells = [counted({"a": "b"}, value, text) for value, text in zip(values, texts, strict=True)]
    tables = [KnownTable(str(i), "", False, (cell,)) for i, cell in enumerate(cells)]
    found = {frozenset((few.here[0], few.there[0])) for few in few_differences(tables, RULES)}
    assert frozenset((0, 9)) in found


def test_ranges_one_inside_the_other_differ_by_the_few_between_them() -> None:
    people = {age: 2 if age in (16, 65) else 7 for age in range(10, 75)}

    def number(low: int, high: int) -> int:
        return sum(value for age, value in people.items() if low <= age <= high)

    ends = [(low, high) for low in (15, 16, 17) for high in (64, 65, 66)]
    for one, other in combinations(ends, 2):
        tables = [
            KnownTable("", "", False, (counted({"age": f"{low}-{high}"}, number(low, high)),))
            for low, high in (one, other)
        ]
        nested = (one[0] <= other[0] and other[1] <= one[1]) or (other[0] <= one[0] and one[1] <= other[1])
        near = 0 < abs(number(*one) - number(*other)) < 4
        assert bool(list(few_differences(tables, RULES))) == (nested and near), (one, other)


def test_each_pair_of_nested_ranges_is_reported_once() -> None:
    cells = tuple(counted({"age": f"20-{30 + more}"}, 40 + more) for more in range(4))
    found = few_differences([KnownTable("a", "a", False, cells)], RULES)
    pairs = [tuple(sorted((few.here[1], few.there[1]))) for few in found]
    assert sorted(pairs) == [*combinations(range(4), 2)]


def test_ranges_and_their_sums_are_compared_in_a_submission_of_any_size() -> None:
    tables = [
        KnownTable(
            str(number),
            "",
            False,
            (counted({"age": "0-15"}, 90_000 + 40 * number), counted({"age": "16-64"}, 40 * number)),
        )
        for number in range(1, 400)
    ]
    inner = KnownTable("inner", "", False, (counted({"age": "16-65"}, 50_003),))
    outer = KnownTable("outer", "", False, (counted({"age": "16-64"}, 50_000),))
    whole = KnownTable("whole", "", False, (counted({"age": "0-64"}, 90_000 + 80 * 399 - 2),))
    found = {
        frozenset((few.here[0], few.there[0])): few.difference
        for few in few_differences([*tables, inner, outer, whole], RULES)
    }
    assert found == {frozenset((399, 400)): 3, frozenset((398, 401)): 2}


@pytest.mark.parametrize(
    ("text", "found"),
    [("16-64", (16, 64)), ("16 – 64", (16, 64)), ("16 to 64", (16, 64)), ("16 bis 64", (16, 64)),
     ("16-<65", (16, 64)), ("95-<=99", (95, 99)), ("0 to under 5", (0, 4)), ("5 bis unter 10", (5, 9)),
     ("65+", (65, 10**9)), ("65", None), ("a-b", None), ("16-64 years", None)],
)  # fmt: skip
def test_ranges_are_read_from_categories(text, found) -> None:
    assert number_range(text) == found


def file_of(counts: Sequence[Sequence[Any]], title: str = "Number of persons") -> list[list[Any]]:
    """A table without totals: areas by sex."""
    names = [f"Area {chr(75 + i)}" for i in range(len(counts))]
    header = ["Area", "Men", "Women"]
    return [[title], header, *([name, *line] for name, line in zip(names, counts, strict=True))]


def test_two_files_are_fine_together_only_if_no_cell_and_no_sum_differs_by_few() -> None:
    """Cells of the same table twice, and the sums of their rows and columns."""
    rnd = random.Random(6)
    fine = 0
    for _ in range(60):
        first = [[rnd.randint(20, 60) for _ in range(2)] for _ in range(2)]
        second = [[value + rnd.choice((0, 0, 0, 1, 3, 4, 30, -2)) for value in line] for line in first]
        submission = judged_files({"a.csv": file_of(first), "b.csv": file_of(second)}, SETTINGS)
        pairs = zip(
            (v for line in with_margins(first) for v in line),
            (v for line in with_margins(second) for v in line),
            strict=True,
        )
        few = any(0 < abs(one - other) < 4 for one, other in pairs)
        found = any(one.code == "difference_of_few" for one in submission.differences)
        fine += not few
        if any(0 < abs(a - b) < 4 for one, two in zip(first, second, strict=True)
               for a, b in zip(one, two, strict=True)):  # fmt: skip
            assert found
        if found:
            assert few, (first, second)
        lines = [(sum(first[i]), sum(second[i])) for i in range(2)]
        lines += [(first[0][j] + first[1][j], second[0][j] + second[1][j]) for j in range(2)]
        if any(0 < abs(a - b) < 4 for a, b in lines):
            assert found, (first, second)
    assert fine > 5


@pytest.mark.parametrize("rest", range(0, 7))
def test_a_total_elsewhere_reveals_the_few_that_a_table_leaves_out(rest) -> None:
    files = {
        "a.csv": [["Number of persons"], ["Sex", "2020"], ["Men", 95], ["Women", 60]],
        "b.csv": [["Number of persons"], ["Sex", "2020"], ["Total", 155 + rest]],
    }
    submission = judged_files(files, SETTINGS)
    flagged = submission.severity is Severity.CHANGE
    assert flagged == (0 < rest < 4)


@pytest.mark.parametrize("label", ["Men", "Women"])
def test_the_only_line_of_a_table_is_its_category(label) -> None:
    """40 men here and 42 there differ by few; 40 men and 42 women do not."""
    files = {
        "a.csv": [["Number of persons by sex"], ["Sex", "n"], ["Men", 42], ["Women", 70]],
        "b.csv": [["Number of persons by sex"], ["Sex", "n"], [label, 40]],
    }
    assert bool(judged_files(files, SETTINGS).differences) is (label == "Men")


def test_a_total_that_is_named_is_no_part_of_a_sum() -> None:
    """Men 95 and Total 100 are no 195 persons of both: the other file differs by 2 from no sum."""
    files = {
        "a.csv": [["Number of persons"], ["Sex", "2020"], ["Men", 95], ["Total", 120]],
        "b.csv": [["Number of persons"], ["Sex", "2020"], ["Total", 217]],
    }
    assert judged_files(files, SETTINGS).differences == ()


@pytest.mark.parametrize("text", ["Total", "all", "Insgesamt", "both sexes", "Grand total", "All persons"])
def test_words_for_totals_are_no_category(text) -> None:
    assert is_total_label(text)
    assert not is_total_label(f"{text} other and more")


@pytest.mark.parametrize("n", [57, 58, 60, 61, 63, 64, 70])
def test_a_model_of_few_more_or_less_than_a_table_reveals_them(n) -> None:
    files = {
        "a.csv": [["Number of persons"], ["Sex", "n"], ["Men", 40], ["Women", 20], ["Total", 60]],
        "m.csv": [["Dep. Variable:", "y"], ["No. Observations:", n], ["Df Residuals:", 50],
                  ["R-squared:", "0.5"]],
    }  # fmt: skip
    found = [one for one in judged_files(files, SETTINGS).differences if one.code == "difference_of_few"]
    assert bool(found) == (0 < abs(n - 60) < 4)


# suppressed in one, known from another --------------------------------------------------------------------


def random_tables(seed: int) -> tuple[list[KnownTable], list[dict[tuple[int, ...], int]]]:
    """Two tables of parts and their total over the same three cells, each with cells of its own suppressed;
    and every set of whole numbers that fits both.
    """
    rnd = random.Random(seed)
    true = [rnd.randint(0, 3) for _ in range(4)]
    chosen = ((0, 1, 2), (1, 2, 3)) if rnd.random() < 0.5 else ((0, 1), (0, 1, 2, 3))
    names = "abcd"
    tables: list[KnownTable] = []
    for number, parts in enumerate(chosen):
        values = [true[part] for part in parts]
        hidden = {place for place in range(len(parts) + 1) if rnd.random() < 0.45}
        cells = [counted({"c": names[part]}, None if i in hidden else true[part])
                 for i, part in enumerate(parts)]  # fmt: skip
        total = counted({"t": str(number)}, None if len(parts) in hidden else sum(values))
        relation = (len(parts), tuple(range(len(parts))))
        tables.append(KnownTable(str(number), "", number == 1 and rnd.random() < 0.5,
                                 (*cells, total), (relation,)))  # fmt: skip
    fits = []
    for values in product(range(8), repeat=4):
        known = {}
        for number, parts in enumerate(chosen):
            own = [values[part] for part in parts]
            own.append(sum(own))
            for place, value in enumerate(own):
                known[number, place] = value
        if all(
            cell.value is None or known[number, place] == cell.value
            for number, table in enumerate(tables)
            for place, cell in enumerate(table.cells)
        ):
            fits.append(known)
    return tables, fits


def test_a_suppressed_cell_follows_with_another_table_if_all_that_fits_has_one_value() -> None:
    followed = 0
    for seed in range(40):
        tables, fits = random_tables(seed)
        found = {(one.here, one.cell): one.value for one in following(tables, JobContext())[0]}
        for number, table in enumerate(tables):
            alone = _fitting_alone(table)
            for place, cell in enumerate(table.cells):
                if cell.value is not None:
                    continue
                values = {known[number, place] for known in fits}
                if (number, place) in found:
                    assert values == {found[number, place]}, seed
                    followed += 1
                else:
                    assert len(values) > 1 or len({one[place] for one in alone}) == 1, (seed, number, place)
    assert followed > 8


def _fitting_alone(table: KnownTable) -> list[tuple[int, ...]]:
    """Every set of values of one table by itself."""
    width = len(table.cells) - 1
    made = [(*values, sum(values)) for values in product(range(8), repeat=width)]
    return [
        one for one in made
        if all(cell.value is None or one[i] == cell.value for i, cell in enumerate(table.cells))
    ]  # fmt: skip


def test_a_cell_suppressed_in_one_file_and_published_in_another_needs_a_change() -> None:
    hidden = judged_files({"a.csv": file_of([["x", 30], [40, 50]])}, SETTINGS)
    assert hidden.severity is Severity.RELEASE
    both = judged_files({"a.csv": file_of([["x", 30], [40, 50]]), "b.csv": file_of([[20, 30], [40, 50]])},
                        SETTINGS)  # fmt: skip
    (first, _) = both.tables()
    assert codes_at(first.judged) == {(0, 0): {"disclosed_with_earlier"}}


def test_tables_that_are_too_large_to_be_compared_need_a_look(monkeypatch) -> None:
    files = {name: file_of([["x", 30, 50], ["x", 50, 90], [60, 80, 140]]) for name in ("a.csv", "b.csv")}
    monkeypatch.setattr(systems, "MOST_CELLS", 1)
    for table in judged_files(files, SETTINGS).tables():
        assert "too_large_to_compare" in {spot.code for spot in table.judged.spots}
        assert table.severity is not Severity.RELEASE


# within one table -----------------------------------------------------------------------------------------


def differences_in(*tables: list[list[Any]]) -> list[tuple[str, ...]]:
    files = {f"{name}.csv": table for name, table in zip("abc", tables, strict=False)}
    submission = judged_files(files, SETTINGS)
    return [one.cells for one in submission.differences if one.code == "difference_of_few"]


@pytest.mark.parametrize(
    ("one", "other"),
    [("Number of men", "Number of women"), ("Anzahl Männer", "Anzahl Frauen"),
     ("No. employed", "No. retired"),
     ("Count (morning)", "Count (evening)")],
)  # fmt: skip
def test_counts_of_different_groups_in_one_table_are_never_a_difference(one, other) -> None:
    assert differences_in([["Area", one, other], ["North", 40, 41], ["South", 52, 50]]) == []


def test_counts_of_the_same_group_in_two_tables_are_a_difference_under_either_heading() -> None:
    first = [["Area", "Number of men", "Number of women"], ["North", 40, 41], ["South", 52, 50]]
    second = [["Area", "Men", "Women"], ["North", 40, 43], ["South", 52, 80]]
    assert differences_in(first, second)


def test_all_and_a_part_of_them_in_one_table_are_a_difference() -> None:
    assert differences_in([["Area", "n", "n (complete cases)"], ["North", 40, 39], ["South", 52, 20]])
    assert differences_in([["Area", "n"], ["North", 40], ["South", 52], ["Total", 92], ["Without B", 90]])
    assert differences_in([["Area", "n"], ["North", 40], ["Total without West", 90], ["Total with West", 92]])
    assert not differences_in([["Area", "n"], ["North", 40], ["With asthma", 90], ["Without asthma", 92]])


def test_equal_labels_in_one_table_differ_by_what_was_not_read() -> None:
    assert differences_in([["Area", "Men", "Men"], ["North", 40, 41], ["South", 52, 50]]) == []


def test_ages_beside_another_label_are_no_counts() -> None:
    rows = [[sex, age, 40 + 9 * age + (sex == "men")] for sex in ("men", "women") for age in (18, 19, 20)]
    submission = judged_files({"a.csv": [["Sex", "Age", "n"], *rows]}, SETTINGS)
    (table,) = submission.tables()
    assert table.table.columns == ("n",)
    assert not submission.differences


def test_the_same_labels_below_several_others_are_different_groups(tmp_path) -> None:
    """Men and women below each region: indented by the format of a cell."""
    style = '<cellXfs><xf/><xf><alignment indent="1"/></xf></cellXfs>'
    rows = [
        ("North", 0, 80),
        ("Men", 1, 40),
        ("Women", 1, 40),
        ("South", 0, 90),
        ("Men", 1, 41),
        ("Women", 1, 49),
    ]
    cells: dict[str, Any] = {"A1": "Region", "B1": "Number of persons"}
    for line, (label, indent, number) in enumerate(rows, 2):
        cells |= {f"A{line}": (label, indent), f"B{line}": number}
    (tmp_path / "a.xlsx").write_bytes(workbook({"T": cells}, styles=style))
    assert checked(tmp_path, ["a.xlsx"], SETTINGS).differences == ()
    pivot = {
        "A1": "Region",
        "B1": "Men",
        "C1": "Women",
        "A2": "North",
        "B2": 43,
        "C2": 40,
        "A3": "South",
        "B3": 41,
    }
    (tmp_path / "b.xlsx").write_bytes(workbook({"T": pivot | {"C3": 49, "A10": "Number of persons"}}))
    both = checked(tmp_path, ["a.xlsx", "b.xlsx"], SETTINGS).differences
    assert {one.cells for one in both if one.code == "difference_of_few"} >= {("B3",)}
