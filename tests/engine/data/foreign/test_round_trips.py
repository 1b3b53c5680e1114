"""Files that other software wrote are read whole, and what is written of them is read back the same."""

import datetime as dt
import hashlib
import random
from dataclasses import replace
from pathlib import Path

import duckdb
import openpyxl
import pandas as pd
import pyreadstat
import pytest

from sdc_desktop.engine.context import Cancelled, JobContext
from sdc_desktop.engine.data.foreign.parquet import _ParquetFile
from sdc_desktop.engine.data.formats import format_of
from sdc_desktop.engine.data.reading import open_data
from sdc_desktop.engine.data.spec import DataSpec, OutputSpec
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.running.writing import write_data

CONTEXT = JobContext()
FORMATS = ("survey.sav", "survey.dta", "survey.xpt", "survey.parquet", "survey.xlsx")


def make(path: Path) -> None:
    """A small survey as other software writes it: numbers, decimals, texts, dates, gaps, labels."""
    frame = pd.DataFrame(
        {
            "age": [31.0, 9.0, 47.0, None],
            "income": [1200.5, 0.1, 3e5, 1 / 3],
            "town": ["Bern", "Zürich", "", "=1+1"],
            "born": [dt.date(1990, 2, 28), dt.date(1582, 12, 31), dt.date(2024, 2, 29), None],
        }
    )
    labels = {"age": {9.0: "refused"}}
    if path.suffix == ".sav":
        pyreadstat.write_sav(
            frame,
            str(path),
            column_labels={"age": "Age in years"},
            variable_value_labels=labels,
            missing_ranges={"age": [9]},
        )
    elif path.suffix == ".dta":
        frame["age"] = pd.Series([31, "a", 47, None], dtype=object)
        pyreadstat.write_dta(
            frame,
            str(path),
            column_labels={"age": "Age in years"},
            variable_value_labels={"age": {"a": "refused"}},
            missing_user_values={"age": ["a"]},
        )
    elif path.suffix == ".xpt":
        pyreadstat.write_xport(frame, str(path), column_labels={"age": "Age in years"})
    elif path.suffix == ".parquet":
        connection = duckdb.connect()
        connection.register("frame", frame)
        connection.execute(f"COPY (SELECT * FROM frame) TO '{path}' (FORMAT parquet)")
    else:
        book = openpyxl.Workbook()
        sheet = book.active
        sheet.append(list(frame.columns))
        for row in frame.itertuples(index=False):
            sheet.append([None if pd.isna(value) or value == "" else value for value in row])
        for cell in sheet["C"]:
            cell.data_type = "s" if cell.value else cell.data_type
        book.save(path)


def opened(path: Path, **shown: object):
    return open_data(DataSpec(path=path.name, **shown), path.parent, CONTEXT)


def column(found, name: str):
    return next(c for c in found.columns if c.name == name)


@pytest.mark.parametrize("name", FORMATS)
def test_a_file_of_other_software_is_read_with_its_values(tmp_path, name) -> None:
    make(tmp_path / name)
    found = opened(tmp_path / name)
    rows = found.data.window(0, 9)
    assert found.data.names == ("age", "income", "town", "born")
    assert [row[1] for row in rows] == ["1200.5", "0.1", "300000", repr(1 / 3)]
    assert [row[2] for row in rows] == ["Bern", "Zürich", "", "=1+1"]
    born = [row[3].removesuffix(" 00:00:00") for row in rows]  # DuckDB's frames know no plain dates
    assert (born[0], born[2:]) == ("1990-02-28", ["2024-02-29", ""])
    assert (rows[0][0], rows[3][0]) == ("31", "")
    assert rows[1][0] == (".a" if name.endswith("dta") else "9")


@pytest.mark.parametrize("name", FORMATS)
def test_what_is_written_is_read_back_the_same_and_always_in_equal_bytes(tmp_path, name) -> None:
    make(tmp_path / name)
    found = opened(tmp_path / name)
    sums = []
    for number in (1, 2):
        target = tmp_path / f"out{number}{Path(name).suffix}"
        write_data(found.data, target, OutputSpec(path=target.name), found.style, CONTEXT)
        sums.append(hashlib.sha256(target.read_bytes()).hexdigest())
    again = opened(target)
    assert again.data.window(0, 9) == found.data.window(0, 9)
    assert [replace(column, measure="") for column in again.columns] == list(found.columns)
    assert sums[0] == sums[1]


@pytest.mark.parametrize("name", ["survey.sav", "survey.dta"])
def test_labels_and_missing_codes_are_kept(tmp_path, name) -> None:
    make(tmp_path / name)
    found = opened(tmp_path / name)
    code = ".a" if name.endswith("dta") else "9"
    age = column(found, "age")
    assert age.label == "Age in years"
    assert dict(age.labels)[code] == "refused"
    assert age.missing == (code,)
    assert found.data.variable("age").missing == ("", code)
    assert found.spec.variables["age"].missing == ("", code)


def test_a_recoded_number_is_written_as_text_and_the_others_stay_numbers(tmp_path) -> None:
    make(tmp_path / "survey.sav")
    found = opened(tmp_path / "survey.sav")
    recoded = found.data.recoded({"age": {"31": "30-39", "47": "40-49"}}, CONTEXT)
    write_data(recoded, tmp_path / "out.sav", OutputSpec(path="out.sav"), found.style, CONTEXT)
    again = opened(tmp_path / "out.sav")
    assert [row[0] for row in again.data.window(0, 9)] == ["30-39", "9", "40-49", ""]
    assert column(again, "age").type == "text"
    assert column(again, "income").type == "number"


def test_a_file_can_be_written_in_another_format_than_its_own(tmp_path) -> None:
    make(tmp_path / "survey.sav")
    found = opened(tmp_path / "survey.sav")
    write_data(found.data, tmp_path / "out.parquet", OutputSpec(path="out.parquet"), found.style, CONTEXT)
    assert opened(tmp_path / "out.parquet").data.window(0, 9) == found.data.window(0, 9)


def test_a_sheet_is_chosen_by_its_name_and_a_wrong_name_is_stated(tmp_path) -> None:
    book = openpyxl.Workbook()
    book.active.append(["notes"])
    sheet = book.create_sheet("Records")
    sheet.append(["a", "b"])
    sheet.append([1, True])
    book.save(tmp_path / "two.xlsx")
    assert opened(tmp_path / "two.xlsx", sheet="Records").data.window(0, 9) == [("1", "true")]
    with pytest.raises(Refused) as refusal:
        opened(tmp_path / "two.xlsx", sheet="Nowhere")
    assert [problem.code for problem in refusal.value.problems] == ["data.no_sheet"]


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("kept", [0, 100, 0.6])
def test_a_damaged_file_is_refused_with_a_problem(tmp_path, name, kept) -> None:
    make(tmp_path / name)
    whole = (tmp_path / name).read_bytes()
    (tmp_path / name).write_bytes(whole[: int(len(whole) * kept) if isinstance(kept, float) else kept])
    with pytest.raises(Refused) as refusal:
        opened(tmp_path / name)
    assert refusal.value.problems[0].where.file == name


@pytest.mark.parametrize("name", FORMATS)
def test_a_file_with_bytes_changed_here_and_there_is_read_whole_or_refused(tmp_path, name) -> None:
    make(tmp_path / name)
    found = bytearray((tmp_path / name).read_bytes())
    chance = random.Random(name)
    for _ in range(25):
        found[chance.randrange(len(found))] = chance.randrange(256)
    (tmp_path / name).write_bytes(found)
    try:
        data = opened(tmp_path / name).data
    except Refused:
        return
    rows = data.window(0, data.records + 1)
    assert len(rows) == data.records > 0
    assert {len(row) for row in rows} == {len(data.names)}


def test_duckdb_is_given_all_bytes_of_a_parquet_file_or_an_error(tmp_path) -> None:
    """It takes fewer for all and reads on beyond the end: on Windows without an end."""
    path = tmp_path / "survey.parquet"
    make(path)
    whole = path.read_bytes()
    with _ParquetFile(path) as file:
        assert file.read(len(whole)) == whole
        file.seek(4)
        with pytest.raises(EOFError):
            file.read(len(whole))


def test_reading_can_be_stopped(tmp_path) -> None:
    make(tmp_path / "survey.sav")
    with pytest.raises(Cancelled):
        open_data(DataSpec(path="survey.sav"), tmp_path, JobContext(is_cancelled=lambda: True))


def test_what_a_sheet_cannot_hold_is_stated_and_nothing_is_written(tmp_path) -> None:
    path = tmp_path / "long.csv"
    path.write_text(f"a\n{'x' * 40_000}\n", encoding="utf-8")
    found = opened(path)
    with pytest.raises(Refused) as refusal:
        write_data(found.data, tmp_path / "out.xlsx", OutputSpec(path="out.xlsx"), found.style, CONTEXT)
    assert [problem.code for problem in refusal.value.problems] == ["write.text_too_long"]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["long.csv"]


def test_the_ending_of_a_name_says_the_format_unless_it_is_given() -> None:
    assert format_of("a/b.SAV") == "sav"
    assert format_of("a.txt") == "csv"
    assert format_of("a.txt", "parquet") == "parquet"
