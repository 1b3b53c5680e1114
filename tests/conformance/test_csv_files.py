"""Real files of others are opened, split as they should be, and written back as they were."""

import csv
from pathlib import Path

import pytest

from sdc_desktop.engine.data.csv.write import write_csv
from sdc_desktop.engine.data.reading import Opened, open_data
from sdc_desktop.engine.data.spec import DataSpec
from tests.support.csv_files import CONTEXT

SHARED = Path(__file__).parents[2].parent / "shared"
pytestmark = [
    pytest.mark.conformance,
    pytest.mark.skipif(not SHARED.is_dir(), reason="the shared inputs are not here"),
]

HIERARCHIES = {
    "age": 100,
    "education": 16,
    "marital-status": 7,
    "native-country": 41,
    "occupation": 14,
    "race": 5,
    "salary-class": 2,
    "sex": 2,
    "workclass": 8,
}


def _open(name: str, **shown: object) -> Opened:
    return open_data(DataSpec(path=name, **shown), SHARED / "data", CONTEXT)


def _by_python(name: str, delimiter: str) -> list[tuple[str, ...]]:
    with (SHARED / "data" / name).open(newline="", encoding="utf-8") as file:
        return [tuple(row) for row in csv.reader(file, delimiter=delimiter, strict=True)]


@pytest.mark.parametrize(
    ("name", "delimiter", "records", "variables"),
    [
        ("adult/adult.csv", ";", 30_162, 9),
        ("casc/census.csv", ",", 1_080, 13),
        ("casc/eia.csv", ",", 4_092, 15),
    ],
)
def test_a_reference_file_is_opened_as_python_reads_it(
    name: str, delimiter: str, records: int, variables: int
) -> None:
    opened = _open(name)
    names, *expected = _by_python(name, delimiter)
    assert opened.data.names == names
    assert len(names) == variables
    assert opened.data.records == records
    assert opened.data.window(0, records) == expected
    assert opened.dialect.delimiter == delimiter


def test_the_levels_of_adult_are_guessed_well() -> None:
    levels = {variable.name: variable.level for variable in _open("adult/adult.csv").data.variables}
    assert levels.pop("age") == "continuous"
    assert set(levels.values()) == {"nominal"}


def test_all_variables_of_census_are_continuous() -> None:
    assert {variable.level for variable in _open("casc/census.csv").data.variables} == {"continuous"}


@pytest.mark.parametrize("name", ["adult/adult.csv", "casc/census.csv"])
def test_what_is_written_is_read_back_as_it_was(name: str, tmp_path: Path) -> None:
    opened = _open(name)
    write_csv(opened.data, tmp_path / "out.csv", opened.dialect, True, CONTEXT)
    again = open_data(DataSpec(path="out.csv"), tmp_path, CONTEXT)
    assert again.data.window(0, again.data.records) == opened.data.window(0, opened.data.records)
    assert again.spec.variables == opened.spec.variables
    assert again.dialect == opened.dialect


@pytest.mark.parametrize("variable", HIERARCHIES)
def test_a_hierarchy_file_of_arx_is_read_with_its_first_row(variable: str) -> None:
    name = f"adult/adult_hierarchy_{variable}.csv"
    opened = _open(name, delimiter=";", header=False)
    expected = _by_python(name, ";")
    assert len(expected) == HIERARCHIES[variable]
    assert opened.data.window(0, len(expected) + 1) == expected
