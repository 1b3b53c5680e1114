"""Workbooks made to exhaust the memory are refused before their rows are built; those that only look odd are
read.
"""

import sys
import zipfile
from pathlib import Path

import openpyxl
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.foreign.reading_child import Unreadable
from sdc_desktop.engine.data.foreign.sheet_extent import Extent, _binary_extent, check_workbook, sheet_names
from sdc_desktop.engine.data.reading import open_data
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.problems import Refused
from tests.support.hostile_sheets import EMPTY, RECORDS, SHEET, cell, read_alone, row, write_ods, write_xlsx

MEGABYTES = 60  # more than a refusal takes, far less than any of these sheets
HEAD = row(cell("a") + cell("b"))

measured = pytest.mark.skipif(sys.platform != "linux", reason="the kernel's figures are read")


def far(place: str) -> str:
    line = "".join(sign for sign in place if sign.isdigit())
    return f'{RECORDS}<row r="{line}"><c r="{place}"><v>1</v></c></row>'


FAR_XLSX = {
    "far": far("ZZ1000000"),
    "last": far("XFD1048576"),
    "beyond": far("A4000000000"),
    "wide": far("ZZZZZZ3"),
    "without places": RECORDS + '<row r="1048576">' + "<c><v>1</v></c>" * 300 + "</row>",
    "inline": RECORDS + '<row r="9"><c r="XFD1048576" t="inlineStr"><is><t>x</t></is></c></row>',
}
FAR_ODS = {
    "row repeated": HEAD + row(cell("1") + cell("2"), 4_000_000_000),
    "row repeated as often as a sheet allows": HEAD + row(cell("1", 100), 1_048_575),
    "column repeated": row(cell("a", 4_000_000_000)),
    "blank between": HEAD + row(EMPTY, 1_000_000) + row(cell("", 60)),
    "blank columns between": HEAD + row(f"{EMPTY}{cell('x')}", 100_000),
}


@measured
@pytest.mark.parametrize("name", FAR_XLSX)
def test_a_small_workbook_with_a_far_cell_is_refused_in_little_memory(tmp_path, name) -> None:
    path = tmp_path / "far.xlsx"
    write_xlsx(path, FAR_XLSX[name])
    assert path.stat().st_size < 16_000
    text, took = read_alone(path)
    assert text == "data.sheet_extent"
    assert took < MEGABYTES


@measured
@pytest.mark.parametrize("name", FAR_ODS)
def test_an_open_document_sheet_of_repetitions_is_refused_in_little_memory(tmp_path, name) -> None:
    path = tmp_path / "far.ods"
    write_ods(path, FAR_ODS[name])
    text, took = read_alone(path)
    assert text == "data.sheet_extent"
    assert took < MEGABYTES
    if "4" in FAR_ODS[name]:
        with pytest.raises(Refused) as refused:
            sheet_names(path)  # what the window does first
        assert refused.value.problems[0].code == "data.sheet_extent"


def test_the_refusal_reaches_the_officer_with_its_figures(tmp_path) -> None:
    write_xlsx(tmp_path / "far.xlsx", far("ZZ1000000"))
    with pytest.raises(Refused) as refused:
        open_data(DataSpec(path="far.xlsx"), tmp_path, JobContext())
    problem = refused.value.problems[0]
    assert problem.code == "data.sheet_extent"
    assert dict(problem.params) == {"rows": 1_000_000, "columns": 702, "cells": 5}


def test_formats_far_out_and_trailing_blank_rows_are_read_as_before(tmp_path) -> None:
    write_xlsx(tmp_path / "a.xlsx", RECORDS + '<row r="1048576"><c r="XFD1048576" s="0"/></row>')
    write_ods(tmp_path / "a.ods", HEAD + row(cell("1") + cell("2") + EMPTY) + row(EMPTY, 1_048_574))
    for name in ("a.xlsx", "a.ods"):
        opened = open_data(DataSpec(path=name), tmp_path, JobContext())
        assert opened.data.names == ("a", "b")
        assert opened.data.relation.window(0, 9) == [("1", "2")]


def test_repeated_rows_that_are_few_are_records(tmp_path) -> None:
    write_ods(tmp_path / "a.ods", HEAD + row(cell("1") + cell("2"), 3))
    opened = open_data(DataSpec(path="a.ods"), tmp_path, JobContext())
    assert opened.data.relation.window(0, 9) == [("1", "2")] * 3


def test_a_sheet_that_begins_elsewhere_keeps_its_place(tmp_path) -> None:
    """Rows are taken one at a time; empty columns before the first are none, one with a value has no name."""
    rows = '<row r="2"><c r="B2" t="str"><v>a</v></c></row><row r="3"><c r="B3"><v>1</v></c></row>'
    write_xlsx(tmp_path / "a.xlsx", rows)
    found = open_data(DataSpec(path="a.xlsx"), tmp_path, JobContext())
    assert (found.data.names, found.data.window(0, 2), found.spec.first_row) == (("a",), [("1",)], 2)
    write_xlsx(tmp_path / "b.xlsx", f'{rows}<row r="4"><c r="A4"><v>1</v></c></row>')
    with pytest.raises(Refused) as refused:
        open_data(DataSpec(path="b.xlsx"), tmp_path, JobContext())
    assert refused.value.problems[0].code == "data.nameless"


@measured
def test_a_workbook_that_inflates_without_end_is_refused(tmp_path) -> None:
    path = tmp_path / "bomb.xlsx"
    write_xlsx(path, RECORDS + " " * 300_000_000)
    assert path.stat().st_size < 500_000
    text, took = read_alone(path)
    assert text == "data.workbook_inflates"
    assert took < MEGABYTES


def test_a_part_that_is_larger_than_it_declares_is_refused(tmp_path) -> None:
    path = tmp_path / "lies.xlsx"
    write_xlsx(path, RECORDS)
    with zipfile.ZipFile(path) as archive:
        part = archive.getinfo(SHEET)
    shown, lie = part.file_size.to_bytes(4, "little"), (100).to_bytes(4, "little")
    content = path.read_bytes()
    assert content.count(shown) == 2  # before the part and in the directory
    path.write_bytes(content.replace(shown, lie))
    with pytest.raises(Unreadable, match=r"data\.workbook_inflates"):
        check_workbook(path)


@pytest.mark.parametrize(
    "before",
    [
        '<!DOCTYPE worksheet [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]>',
        '<!DOCTYPE worksheet [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
    ],
)
def test_a_sheet_that_defines_entities_is_refused(tmp_path, before) -> None:
    write_xlsx(tmp_path / "a.xlsx", RECORDS.replace(">a<", ">&b;<").replace("&b;", "&a;"), before)
    with pytest.raises(Unreadable, match=r"data\.damaged"):
        check_workbook(tmp_path / "a.xlsx")


@pytest.mark.parametrize("rows", ["<row><c></row>" + far("XFD1048576"), "&x;" + far("XFD1048576")])
def test_a_sheet_that_is_not_well_formed_hides_no_far_cell(tmp_path, rows) -> None:
    write_xlsx(tmp_path / "a.xlsx", rows)
    with pytest.raises(Unreadable):
        check_workbook(tmp_path / "a.xlsx")


def test_two_parts_of_one_name_are_refused(tmp_path) -> None:
    write_xlsx(tmp_path / "a.xlsx", RECORDS)
    with zipfile.ZipFile(tmp_path / "a.xlsx", "a") as archive:
        archive.writestr(SHEET.upper(), "<worksheet><sheetData/></worksheet>")
    with pytest.raises(Unreadable, match=r"data\.damaged"):
        check_workbook(tmp_path / "a.xlsx")


def test_a_workbook_of_many_equal_rows_is_not_taken_for_a_bomb(tmp_path) -> None:
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet()
    for _ in range(20_000):
        sheet.append([1, 0, 0, 0, 0, 0, 0, 0])
    book.save(tmp_path / "equal.xlsx")
    check_workbook(tmp_path / "equal.xlsx")


def record(kind: int, *numbers: int) -> bytes:
    content = b"".join(number.to_bytes(4, "little") for number in numbers)
    head = bytes([kind]) if kind < 128 else bytes([kind & 0x7F | 0x80, kind >> 7])
    return head + bytes([len(content)]) + content


def test_the_extent_of_a_binary_sheet_is_found_in_blocks_of_any_size() -> None:
    whole = record(129) + record(0, 0) + record(2, 0, 7) + record(0, 999_999) + record(2, 16_000, 7)
    for size in (1, 3, 1000):
        with pytest.raises(Unreadable) as refused:
            _binary_extent(whole[start : start + size] for start in range(0, len(whole), size))
        assert refused.value.figures == {"rows": 1_000_000, "columns": 16_001, "cells": 2}
    _binary_extent(iter([record(129) + record(0, 0) + record(2, 0, 7)]))


def test_a_rectangle_is_measured_against_what_the_file_holds() -> None:
    Extent(1_000_000, 10, 5).check()
    Extent(1_000_000, 50, 2_500_000).check()
    for beyond in (Extent(1_000_000, 11, 5), Extent(1_048_577, 1, 10), Extent(1, 16_385, 10)):
        with pytest.raises(Unreadable):
            beyond.check()


def test_an_old_workbook_and_another_file_are_left_to_their_reader(tmp_path) -> None:
    path: Path = tmp_path / "old.xls"
    path.write_bytes(b"\xd0\xcf\x11\xe0 no zip archive")
    check_workbook(path)
