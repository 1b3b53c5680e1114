"""Workbooks of public reports are read exactly, with a warning, or refused plainly (README.md)."""

import datetime as dt
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.utils.datetime import CALENDAR_MAC_1904

from tests.support.hostile_sheets import cell, write_ods, write_xlsx
from tests.support.reported_files import Found, Report, check, sources

Make = Callable[[Path], object]
HEAD = '<row r="1"><c r="A1" t="str"><v>a</v></c><c r="B1" t="str"><v>b</v></c></row>'
LAST = '<row r="3"><c r="A3"><v>1</v></c><c r="B3"><v>2</v></c></row>'
TWO = '<c r="B2"><v>2</v></c>'


def _rows(text: str) -> Make:
    """An Excel workbook with these rows, as they are in the file, below the names a and b."""
    return lambda path: write_xlsx(path, HEAD + text)


def _row(cells: str) -> Make:
    return _rows(f'<row r="2">{cells}</row>')


def _book(*rows: list[Any], change: Callable[[Any, Any], object] = lambda book, sheet: None) -> Make:
    """A workbook that openpyxl writes."""

    def make(path: Path) -> None:
        book = openpyxl.Workbook()
        for row in rows:
            book.active.append(row)
        change(book, book.active)
        book.save(path)

    return make


def _shown(**formats: str) -> Callable[[Any, Any], object]:
    return lambda _, sheet: [setattr(sheet[place], "number_format", form) for place, form in formats.items()]


def _mac(book: Any, sheet: Any) -> None:
    book.epoch = CALENDAR_MAC_1904


def _second(book: Any, sheet: Any) -> None:
    other = book.create_sheet("other")
    other.append(["x"])
    other.sheet_state = "hidden"


def _ods(*rows: str) -> Make:
    head = f"<table:table-row>{cell('a')}{cell('b')}</table:table-row>"
    return lambda path: write_ods(path, head + "".join(rows))


def _ods_row(*cells: str, times: int = 1) -> str:
    return f'<table:table-row table:number-rows-repeated="{times}">{"".join(cells)}</table:table-row>'


def _value(kind: str, name: str, value: str, times: int = 1) -> str:
    """A cell of an OpenDocument sheet without the text that shows its value."""
    repeated = f'table:number-columns-repeated="{times}"'
    return f'<table:table-cell office:value-type="{kind}" office:{name}="{value}" {repeated}/>'


REPORTS = [
    Report(
        "XLConnect 32, 2014",
        [("1950-05-03",), ("2001-04-14 12:00:00",)],
        make=_book(["d"], [dt.date(1950, 5, 3)], [dt.datetime(2001, 4, 14, 12)], change=_mac),
        types=("datetime",),
    ),
    Report(
        "XLConnect 53, 2015",
        [("2010-10-29",), ("abc",)],
        make=_book(["d"], [dt.date(2010, 10, 29)], ["abc"], change=_mac),
        types=("text",),
    ),
    Report(
        "readxl 42, 2015",
        [*[(str(number),) for number in range(400)], ("tel +46",)],
        make=_book(["t"], *[[number] for number in range(400)], ["tel +46"]),
    ),
    Report(
        "readxl 418, 2018",
        [*([("", "x")] * 400), ("y", "x")],
        make=_book(["t", "u"], *([[None, "x"]] * 400), ["y", "x"]),
    ),
    Report("readxl 217, 2016", [("007", "1"), ("8", "2")], make=_book(["t", "n"], ["007", 1], [8, 2])),
    Report("readxl 378, 2017", [("9104000102",), ("0104",)], make=_book(["t"], [9104000102], ["0104"])),
    Report(
        "readxl 31, 2015",
        [("", "2"), ("1", "2")],
        make=_rows(f'<row r="2"><c r="A2" t="e"><f>NA()</f><v>#N/A</v></c>{TWO}</row>{LAST}'),
        types=("integer", "integer"),
        warned=("data.sheet_errors",),
    ),
    Report(
        "readxl 31, 2015 (a row of errors)",
        [("", ""), ("1", "2")],
        make=_rows(f'<row r="2"><c r="A2" t="e"><v>#DIV/0!</v></c></row>{LAST}'),
        warned=("data.sheet_errors",),
    ),
    Report("ClosedXML 1469, 2020", "data.no_results", make=_book(["a", "b"], ["=1+1", 2])),
    Report("simplexls 27, 2022", [("1", "2")], make=_row(f'<c r="A2"><f>B2/B2</f><v>1</v></c>{TWO}')),
    Report(
        "agent-os 2053, 2026",
        [("東京都", "2")],
        make=_row(
            '<c r="A2" t="inlineStr"><is><t>東京都</t><rPh sb="0" eb="3"><t>とうきょうと</t></rPh></is></c>'
            + TWO
        ),
    ),
    Report(
        "xlsxir 138, 2026",
        [("foo bar", "2")],
        make=_row(
            '<c r="A2" t="inlineStr"><is><r><t>foo</t></r><r><t xml:space="preserve"> bar</t></r></is></c>'
            + TWO
        ),
    ),
    Report(
        "tablib 637, 2026",
        [("1.2345678901234568e+17", "2")],
        make=_row(f'<c r="A2"><v>123456789012345678</v></c>{TWO}'),
        types=("number", "integer"),
        warned=("data.sheet_digits",),
    ),
    Report("polars 12052, 2023", [("1.2345678",)], make=_book(["n"], [1.2345678], change=_shown(A2="0.0"))),
    Report(
        "anydoc 27, 2026",
        [("0.075", "1234.5", "2026-03-15")],
        make=_book(
            ["p", "c", "d"],
            [0.075, 1234.5, dt.date(2026, 3, 15)],
            change=_shown(A2="0.0%", B2='"$"#,##0.00', C2="mm/dd/yyyy"),
        ),
        types=("number", "number", "date"),
    ),
    Report(
        "pandas 45903, 2022",
        [("true", "2"), ("", "2")],
        make=_rows(
            f'<row r="2"><c r="A2" t="b"><v>1</v></c>{TWO}</row><row r="3"><c r="B3"><v>2</v></c></row>'
        ),
        types=("boolean", "integer"),
    ),
    Report("readxl 301, 2017", [("1", "2")], make=_row(f'<c r="A2"><v>1</v></c>{TWO}<c r="N2" s="1"/>')),
    Report(
        "polars 12081, 2023",
        [("1", "2")],
        make=_rows(f'<row r="2" hidden="1"><c r="A2"><v>1</v></c>{TWO}</row>'),
    ),
    Report("pandas 5697, 2013 (as a sheet)", [("1", "2")], make=_rows(LAST)),
    Report(
        "polars 12081, 2023 (hidden sheet)", "data.several_sheets", make=_book(["a"], [1], change=_second)
    ),
    Report(
        "pandas 55219, 2023",
        [("1", "2"), ("3", "4")],
        make=_ods(
            _ods_row(_value("float", "value", "1"), _value("float", "value", "2")),
            _ods_row(_value("float", "value", "3"), _value("float", "value", "4")),
        ),
        file="a.ods",
    ),
    Report(
        "readODS 81, 2022",
        [("1", "2")] * 3,
        make=_ods(_ods_row(_value("float", "value", "1"), _value("float", "value", "2"), times=3)),
        file="a.ods",
    ),
    Report(
        "pyexcel-ods 1, 2015",
        [("7", "7")],
        make=_ods(_ods_row(_value("float", "value", "7", times=2))),
        file="a.ods",
    ),
    Report(
        "calamine 124, 2018",
        [("true", "1850-05-01")],
        make=_ods(
            _ods_row(_value("boolean", "boolean-value", "true"), _value("date", "date-value", "1850-05-01"))
        ),
        types=("boolean", "date"),
        file="a.ods",
    ),
    Report(
        "pyexcel-ods3 5, 2016",
        [("27:17:54", "08:30:00"), ("-01:00:00.500000", "23:59:59")],
        make=_ods(
            _ods_row(
                _value("time", "time-value", "PT27H17M54S"), _value("time", "time-value", "PT08H30M00S")
            ),
            _ods_row(
                _value("time", "time-value", "-PT01H00M00.5S"), _value("time", "time-value", "PT23H59M59S")
            ),
        ),
        types=("time", "time"),
        file="a.ods",
    ),
    Report(
        "pyexcel 165, 2019",
        [("1", "2")],
        make=_ods(
            _ods_row(_value("float", "value", "1"), _value("float", "value", "2")),
            _ods_row('<table:table-cell table:style-name="border"/>', times=2),
        ),
        file="a.ods",
    ),
]


@pytest.mark.conformance
@pytest.mark.parametrize("report", REPORTS, ids=sources(REPORTS))
def test_a_workbook(report: Report, tmp_path) -> None:
    found = check(report, tmp_path, "a.xlsx")
    if report.warned is None and isinstance(found, Found):
        assert found.warned == ()
