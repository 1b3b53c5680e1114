"""The fixed and the free format of mu-ARGUS: the field width after a name is no missing code in either."""

from dataclasses import replace

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.argus.rda import parse_rda, rda_text
from sdc_desktop.engine.data.argus.write import write_argus
from sdc_desktop.engine.data.reading import Opened, open_data
from sdc_desktop.engine.data.spec import DataSpec
from tests.support.data import microdata

CONTEXT = JobContext()
TAGS = "  <RECODABLE>\n  <IDLEVEL>  3 \n  <SUPPRESSWEIGHT>  50 \n"
FREE = (
    f'<SEPARATOR>  ","\nREGION   4 9999 9998\n{TAGS}SEX   1 9 \n{TAGS}AGE   2 "99" \n{TAGS}'
    "WEIGHT   6        \n  <NUMERIC>\n  <DECIMALS>  2 \n  <WEIGHT>\nINCOME   8 99999999 \n  <NUMERIC>\n"
)
FIXED = (
    f'REGION 1  4 9999 9998\n{TAGS}SEX 5  1 9 \n{TAGS}AGE 6  2 "99" \n{TAGS}'
    "WEIGHT 8  6        \n  <NUMERIC>\n  <DECIMALS>  2 \n  <WEIGHT>\nINCOME 14  8 99999999 \n  <NUMERIC>\n"
)
ROWS = [
    ("36", "1", "43", "118.30", "970000"),
    ("4", "2", "2", "118.30", "8"),
    ("9998", "9", "99", "6.00", "99999999"),
    ("9", "1", "6", "9.50", "99999999"),
]
WIDTHS = (4, 1, 2, 6, 8)
ALL = {
    "REGION": ("", "9999", "9998"),
    "SEX": ("", "9"),
    "AGE": ("", "99"),
    "WEIGHT": ("",),
    "INCOME": ("", "99999999"),
}


def opened_of(folder, rda: str, records: str) -> Opened:
    (folder / "demo.rda").write_text(rda, encoding="utf-8")
    (folder / "demo.asc").write_text(records, encoding="utf-8")
    return open_data(DataSpec(path="demo.rda"), folder, CONTEXT)


def fixed_lines() -> str:
    return "".join(
        "".join(text.rjust(width) for text, width in zip(row, WIDTHS, strict=True)) + "\n" for row in ROWS
    )


def free_lines(separator: str = ",") -> str:
    return "".join(separator.join(row) + "\n" for row in ROWS)


@pytest.mark.parametrize(
    ("rda", "records"),
    [
        (FIXED, fixed_lines()),
        (FREE, free_lines()),
        (FREE.replace('","', '";"'), free_lines(";")),
        (
            FREE.replace("REGION", "<NAMESINFRONT>\nREGION", 1),
            "REGION,SEX,AGE,WEIGHT,INCOME\n" + free_lines(),
        ),
    ],
    ids=["fixed", "free", "free with semicolons", "names in front"],
)
def test_both_formats_have_the_same_values_and_missing_codes(tmp_path, rda, records) -> None:
    opened = opened_of(tmp_path, rda, records)
    assert opened.data.window(0, 9) == ROWS
    assert {v.name: v.missing for v in opened.data.variables} == ALL
    missing = [sum(row[place] in v.missing for row in ROWS) for place, v in enumerate(opened.data.variables)]
    assert missing == [1, 1, 1, 0, 2]
    assert opened.data.variable("WEIGHT").role == "weight"
    assert not opened.notes


@pytest.mark.parametrize("text", [FREE, FIXED], ids=["free", "fixed"])
def test_a_description_is_the_same_after_writing(text) -> None:
    found = parse_rda(text, "m.rda")
    assert [variable.length for variable in found.variables] == list(WIDTHS)
    assert parse_rda(rda_text(found), "m.rda") == found


def test_free_descriptions_without_widths_and_those_of_tables_have_only_missing_codes() -> None:
    without = parse_rda('<SEPARATOR> ";"\na "9" "99"\nb\nc X\n', "m.rda").variables
    assert [(v.length, v.missing) for v in without] == [(None, ("9", "99")), (None, ()), (None, ("X",))]
    of_table = parse_rda('<SEPARATOR> ";"\nSize 99\nRegion "98" "99"\n', "t.rda", of_table=True).variables
    assert [(v.length, v.missing) for v in of_table] == [(None, ("99",)), (None, ("98", "99"))]


def test_priorities_of_suppression_and_codes_with_blanks_are_known() -> None:
    found = parse_rda('a 1 4 "no answer" 9\n    <SUPPRESSPRIORITY> 50\n', "m.rda")
    assert found.variables[0].missing == ("no answer", "9")
    assert not found.notes
    assert parse_rda(rda_text(found), "m.rda") == found


@pytest.mark.parametrize("rda", [FREE, FIXED], ids=["free", "fixed"])
def test_records_of_both_formats_survive_writing(tmp_path, rda) -> None:
    opened = opened_of(tmp_path, rda, free_lines() if rda is FREE else fixed_lines())
    write_argus(opened.data, tmp_path / "again.rda", CONTEXT)
    again = open_data(DataSpec(path="again.rda"), tmp_path, CONTEXT)
    assert again.data.window(0, 9) == ROWS
    assert again.data.variables == opened.data.variables


def test_fields_are_as_wide_as_their_missing_codes(tmp_path) -> None:
    data = microdata({"a": ["1", "2", "3"]})
    missing = ("", "no answer", "<NA>", 'a "b"', "c\nd")
    data = data.with_variables([replace(data.variables[0], missing=missing)])
    write_argus(data, tmp_path / "x.rda", CONTEXT)
    assert (tmp_path / "x.rda").read_text().splitlines()[0] == 'a 1 9 "no answer" <NA>'
    again = open_data(DataSpec(path="x.rda"), tmp_path, CONTEXT)
    assert again.data.variable("a").missing == ("", "no answer", "<NA>")
    assert again.data.window(0, 9) == [("1",), ("2",), ("3",)]
