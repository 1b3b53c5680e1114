"""Workbooks as officers have them: cover sheets, titles above tables, names in merged rows, notes below."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.foreign.reading_child import answer_of_child
from sdc_desktop.engine.data.foreign.sheet_table import Header, SheetLook, header_of
from sdc_desktop.engine.data.reading import Opened, open_data
from sdc_desktop.engine.plan import DataSpec
from sdc_desktop.engine.problems import Refused
from sdc_desktop.project.declared_data import roles_for
from tests.support.round_trips import make

CONTEXT = JobContext()
RECORDS = [["north", 12, 3.5], ["south", 7, 1.25]]


def look(rows: Sequence[Sequence[Any]], *merged: tuple[tuple[int, int], tuple[int, int]]) -> SheetLook:
    width = max(map(len, rows))
    return SheetLook("S", len(rows), width, tuple(tuple(row) for row in rows), merged)


def book(path: Path, *fill: Callable[[Any], None]) -> None:
    made = openpyxl.Workbook()
    made.remove(made.active)
    for number, one in enumerate(fill, start=1):
        one(made.create_sheet(f"Sheet {number}"))
    made.save(path)


def cover(sheet: Any) -> None:
    sheet["A1"] = "Survey of regions"
    sheet["A3"] = "Contact: nobody"


def plain(sheet: Any) -> None:
    sheet.append(["region", "size", "share"])
    for row in RECORDS:
        sheet.append(row)


def empty(sheet: Any) -> None:
    """Nothing."""


def row_seven(sheet: Any) -> None:
    """The title is merged over the table, the names are in two rows, notes stand below."""
    sheet["A2"] = "Table 1: regions"
    sheet.merge_cells("A2:C2")
    sheet["A3"] = "in thousands"
    sheet["A7"], sheet["B7"] = "region", "figures"
    sheet.merge_cells("A7:A8")
    sheet.merge_cells("B7:C7")
    sheet["B8"], sheet["C8"] = 2019, "share"
    for row in RECORDS:
        sheet.append(row)
    sheet["A13"] = "Source: register"


def opened(path: Path, **shown: object) -> Opened:
    return open_data(DataSpec(path=path.name, **shown), path.parent, CONTEXT)


def test_several_sheets_without_a_choice_are_listed_with_their_sizes(tmp_path) -> None:
    book(tmp_path / "a.xlsx", cover, plain)
    with pytest.raises(Refused) as refused:
        opened(tmp_path / "a.xlsx")
    (problem,) = refused.value.problems
    assert (problem.code, problem.params["number"]) == ("data.several_sheets", 2)
    assert problem.params["names"] == ("Sheet 1 (3 \u00d7 1)", "Sheet 2 (3 \u00d7 3)")
    assert opened(tmp_path / "a.xlsx", sheet="Sheet 2").data.records == 2


def test_the_only_sheet_with_values_is_taken_and_stated(tmp_path) -> None:
    book(tmp_path / "a.xlsx", empty, plain, empty)
    found = opened(tmp_path / "a.xlsx")
    assert (found.data.records, found.spec.sheet) == (2, "Sheet 2")
    assert ("data.sheet", "Sheet 2") in found.detected


def test_a_table_below_titles_is_found_with_its_merged_names(tmp_path) -> None:
    book(tmp_path / "a.xlsx", row_seven)
    found = opened(tmp_path / "a.xlsx")
    assert found.data.names == ("region", "figures 2019", "figures share")
    assert found.data.window(0, 2) == [("north", "12", "3.5"), ("south", "7", "1.25")]
    assert (found.spec.first_row, found.spec.header_rows) == (7, 2)
    assert {("data.first_row", "7"), ("data.header_rows", "2")} <= set(found.detected)
    (note,) = (one for one in found.notes if one.code == "data.sheet_notes")
    assert (note.where.line, note.params["number"]) == (13, 1)


def test_what_the_plan_says_of_the_rows_is_never_questioned(tmp_path) -> None:
    book(tmp_path / "a.xlsx", row_seven)
    found = opened(tmp_path / "a.xlsx", first_row=9, header_rows=1)
    assert found.data.names == ("north", "12", "3.5")
    assert found.data.window(0, 1) == [("south", "7", "1.25")]


def test_a_plain_sheet_needs_no_word_in_the_plan(tmp_path) -> None:
    book(tmp_path / "a.xlsx", plain)
    spec = opened(tmp_path / "a.xlsx").spec
    assert (spec.sheet, spec.first_row, spec.header_rows) == (None, None, None)


def test_problems_name_the_row_of_the_sheet(tmp_path) -> None:
    book(tmp_path / "a.xlsx", row_seven)
    with pytest.raises(Refused) as refused:
        opened(tmp_path / "a.xlsx", variables={"region": {"level": "continuous"}})
    assert refused.value.problems[0].where.line == 9


def test_open_document_sheets_are_looked_at_in_the_same_way(tmp_path) -> None:
    make(tmp_path, "ods")
    (found,) = answer_of_child(
        "sdc_desktop.engine.data.foreign.sheets:looks", tmp_path / "survey.ods", "survey.ods", CONTEXT
    )
    assert found.size == "A (5 \u00d7 9)"
    assert found.sample[0][:2] == ("id", "age")


@pytest.mark.parametrize(
    ("rows", "merged", "header"),
    [
        ([["a", "b"], [1, 2]], (), Header(1, 1, ("a", "b"))),
        ([["", ""], ["a", "b"], [1, 2]], (), Header(2, 1, ("a", "b"))),
        ([["Title"], ["a", "b"], [1, 2]], (), Header(2, 1, ("a", "b"))),
        ([["Title", "2024"], ["a", "b", "c"], [1, 2, 3]], (), Header(2, 1, ("a", "b", "c"))),
        ([["a", ""], [1, ""], [2, ""]], (), Header(1, 1, ("a",))),
        ([["a"], [1], [2]], (), Header(1, 1, ("a",))),
        ([["Title"], [], ["", "a", "b"], ["", 1, 2]], (), Header(3, 1, ("a", "b"), 1)),
        ([[2019, 2020], [1.5, 2.5]], (), Header(1, 1, ("2019", "2020"))),
        (  # row names, as pandas and R write them
            [["", "age", "sex"], ["Anna", 31, "f"], ["Bert", 5, "m"]],
            (),
            Header(1, 1, ("row_names", "age", "sex"), row_names=True),
        ),
        ([["", "row_names"], ["A", 1]], (), Header(1, 1, ("row_names_", "row_names"), row_names=True)),
        ([["", "x", "y"], ["r", "s", "t"], ["n", 1.5, 2]], (), Header(1, 2, ("r", "x s", "y t"))),
        ([["", "x", ""], ["r", 2019, 2020], ["n", 1.5, 2]], (), Header(1, 2, ("r", "x 2019", "x 2020"))),
        (
            [["r", "x", ""], ["", "y", "z"], ["n", 1.5, 2]],
            (((0, 0), (1, 0)), ((0, 1), (0, 2))),
            Header(1, 2, ("r", "x y", "x z")),
        ),
        (
            [["t", "", ""], ["r", "x", ""], ["", "y", "z"], ["n", 1.5, 2]],
            (((0, 0), (0, 2)), ((1, 1), (1, 2))),
            Header(2, 2, ("r", "x y", "x z")),
        ),
    ],
)
def test_names_are_found(rows, merged, header) -> None:
    assert header_of(look(rows, *merged), None, None) == header


def test_row_names_of_a_sheet_are_a_variable_and_no_one_becomes_a_name(tmp_path) -> None:
    def fill(sheet: Any) -> None:
        for row in (["", "age"], *([f"Person {number}", 30 + number % 4] for number in range(8))):
            sheet.append([cell or None for cell in row])

    book(tmp_path / "a.xlsx", fill)
    found = opened(tmp_path / "a.xlsx")
    assert (found.data.names, found.data.records) == (("row_names", "age"), 8)
    assert roles_for(found)["row_names"].role == "direct_identifier"
    assert [one.code for one in found.notes] == ["r.row_names"]


def test_a_first_column_without_a_name_has_row_names_where_the_plan_states_the_row() -> None:
    rows = look([["", "sex"], ["Anna", "f"], ["Bert", "m"]])
    assert header_of(rows, 1, None).names == ("row_names", "sex")


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ([["id", "", "age"], [1, "x", 31], [2, "y", 5]], "data.nameless"),  # no record becomes a name
        ([["", "sex"], ["Anna", "f"], ["Bert", "m"]], "data.nameless"),
        ([["", "born", "moved"], ["Anna", 1985, 2001], ["Bert", 1990, 2005]], "data.nameless"),
        ([["a", "a"], [1, 2]], "data.name_twice"),
        ([["", ""]], "data.no_columns"),
    ],
)
def test_a_table_without_good_names_is_refused_as_before(rows, code) -> None:
    with pytest.raises(Exception, match=code):
        header_of(look(rows), None, None)
