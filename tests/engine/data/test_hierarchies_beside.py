"""Hierarchy files beside the data, and defaults."""

from pathlib import Path

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.hierarchies.hierarchy import codings
from sdc_desktop.engine.data.hierarchies.spec import LevelsSpec
from sdc_desktop.engine.data.hierarchies_beside import Offer, files_beside, names_levels, offers
from sdc_desktop.engine.data.hierarchy_files import load_hierarchy
from sdc_desktop.engine.data.reading import Opened, open_data
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.problems import Refused

RECORDS = "age;sex;zip;day;region\n" + "".join(
    f"{20 + i % 40};{'mf'[i % 2]};{80000 + i % 7};2024-0{1 + i % 9}-01;R{i % 4}\n" for i in range(80)
)
NAMES = ("age", "sex", "zip", "day", "region")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "survey.csv").write_text(RECORDS, encoding="utf-8")
    return tmp_path


def opened_in(folder: Path) -> Opened:
    return open_data(DataSpec(path="survey.csv"), folder, JobContext())


def offered(folder: Path, *names: str) -> dict[tuple[str, str], Offer]:
    files = {name: path.name for name, path in files_beside(folder / "survey.csv", NAMES).items()}
    found = offers(opened_in(folder), folder, files, names or NAMES, JobContext())
    return {(offer.variable, offer.source): offer for offer in found}


def test_files_are_found_by_name_and_those_of_the_data_are_preferred(folder: Path) -> None:
    for name in (
        "a_hierarchy_age.csv",
        "survey_hierarchy_age.csv",
        "Sex_hierarchy.txt",
        "Region.hrc",
        "survey_zip.hrc",
        "day.csv",
        "survey_hierarchy_other.csv",
    ):
        (folder / name).write_text("x", encoding="utf-8")
    found = files_beside(folder / "survey.csv", NAMES)
    assert {name: path.name for name, path in found.items()} == {
        "age": "survey_hierarchy_age.csv",
        "sex": "Sex_hierarchy.txt",
        "zip": "survey_zip.hrc",
        "region": "Region.hrc",
    }


def test_a_folder_that_is_not_there_has_no_files(tmp_path: Path) -> None:
    assert files_beside(tmp_path / "none" / "survey.csv", NAMES) == {}


def test_every_variable_has_a_default_that_covers_the_data(folder: Path) -> None:
    found = offered(folder)
    kinds = {name: found[name, "default"].spec.kind for name in NAMES}
    assert kinds == {
        "age": "intervals",
        "sex": "plain",
        "zip": "mask",
        "day": "dates",
        "region": "plain",
    }
    assert all(offer.usable for offer in found.values())
    assert found["sex", "default"].categories == (2, 1)


def test_a_file_without_header_keeps_its_first_row(folder: Path) -> None:
    rows = "".join(f"{age};{age - age % 10};*\n" for age in range(1, 90))
    (folder / "survey_hierarchy_age.csv").write_text(rows, encoding="utf-8")
    offer = offered(folder, "age")["age", "file"]
    assert not offer.spec.header
    assert offer.categories == (40, 4, 1)


def test_a_file_that_lacks_values_is_not_usable_and_says_how_many(folder: Path) -> None:
    (folder / "region.hrc").write_text("R0\nR1\n", encoding="utf-8")
    offer = offered(folder, "region")["region", "file"]
    assert (offer.usable, offer.lacking) == (False, 2)


def test_a_file_that_cannot_be_read_says_why(folder: Path) -> None:
    (folder / "hierarchy_sex.csv").write_text("m;x\nm;y\nf;x\n", encoding="utf-8")
    offer = offered(folder, "sex")["sex", "file"]
    assert [problem.code for problem in offer.problems] == ["hierarchy.doubled"]
    assert not offer.usable


@pytest.mark.parametrize(
    ("rows", "header"),
    [
        ([("m", "all"), ("f", "all")], False),  # begins with a value of the data
        ([("1", "low"), ("20", "high")], False),  # a number above numbers
        ([("x", "*"), ("m", "*")], False),  # its last cell is that of all rows
        ([("sex", "group"), ("m", "all"), ("f", "all")], True),
        ([("value", "*"), ("m", "all")], True),
    ],
)
def test_a_header_is_recognised(rows: list[tuple[str, ...]], header: bool) -> None:
    assert names_levels(rows, {"m", "f"}, ".") is header


def test_a_value_read_as_a_header_is_named_by_the_engine(folder: Path) -> None:
    (folder / "sex.csv").write_text("m;*\nf;*\n", encoding="utf-8")
    spec = LevelsSpec(kind="levels", path="sex.csv", delimiter=";")
    opened = opened_in(folder)
    hierarchy, _ = load_hierarchy("sex", spec, opened.dialect, folder, JobContext())
    with pytest.raises(Refused) as refusal:
        codings(hierarchy, ("f", "m"), ("",))
    assert [problem.code for problem in refusal.value.problems] == ["hierarchy.header_is_value"]
