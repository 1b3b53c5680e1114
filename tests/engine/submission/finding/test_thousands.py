"""Counts in thousands are read as persons."""

from pathlib import Path

import pytest

from tests.support.outputs.cases import check_texts, codes, only_table

ROWS = "North,120\nSouth,80\nEast,3\n"


@pytest.mark.parametrize(
    "head",
    [
        '"Employees by region, in thousands",\nRegion,Persons\n',
        '"Employees by region, in 1,000",\nRegion,Persons\n',
        '"Beschäftigte nach Region, in Tausend",\nRegion,Personen\n',
        "Region,Personen (in 1 000)\n",
        "Region,Persons (thousands)\n",
    ],
)
def test_few_thousands_are_not_few_persons(tmp_path: Path, head: str) -> None:
    table = only_table(check_texts(tmp_path, a=head + ROWS))
    assert codes(table) == {}
    assert [table.table.figures[row, 0].value for row in range(3)] == [120_000, 80_000, 3_000]
    assert table.table.rounded == 1_000


@pytest.mark.parametrize(
    "head",
    ['"Patients in 1,000 households",\nRegion,Patients\n', '"Thousands of forms",\nRegion,Patients\n'],
)
def test_other_thousands_leave_counts_as_they_are(tmp_path: Path, head: str) -> None:
    assert codes(only_table(check_texts(tmp_path, a=head + ROWS)))["low_count"] == ["B5"]


def test_decimals_of_thousands_can_show_few(tmp_path: Path) -> None:
    rows = "Region,Persons (in thousands)\nNorth,120.523\nSouth,80.100\nEast,0.003\n"
    assert codes(only_table(check_texts(tmp_path, a=rows)))["low_count"] == ["B4"]


def test_counts_beside_thousands_are_judged_as_they_are(tmp_path: Path) -> None:
    rows = "Region,Persons in thousands,Cases\nNorth,120,33\nSouth,80,22\nEast,3,3\n"
    assert codes(only_table(check_texts(tmp_path, a=rows)))["low_count"] == ["C4"]
