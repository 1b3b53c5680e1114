"""Totals and notes below a table are read as records and reported; a last record like others never is."""

from pathlib import Path

import openpyxl
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.reading import Opened, open_data
from sdc_desktop.engine.data.spec import DataSpec

TABLE = "place;sex;n;sum\nnorth;m;4;10.5\nsouth;f;2;20\neast;m;3;30\nwest;f;3;40\n"
TWO = "place;sum\nnorth;10\nsouth;20\neast;30\n"
IDS = "id;sex;n\n1;m;4\n2;f;2\n3;m;3\n"


def opened_of(folder: Path, text: str, **spec: object) -> Opened:
    (folder / "data.csv").write_text(text, encoding="utf-8")
    return open_data(DataSpec.model_validate({"path": "data.csv", **spec}), folder, JobContext())


def reported(opened: Opened) -> list[tuple[int | None, object]]:
    found = [one for one in opened.notes if one.code == "data.closing_lines"]
    return [(one.where.line, one.params["number"]) for one in found]


@pytest.mark.parametrize(
    ("text", "line", "number"),
    [
        (TABLE + "Total;;;100.5\n", 6, 1),
        (TABLE + "TOTAL:;;12;100.5\n", 6, 1),
        (TABLE + "Insgesamt;;;99\n", 6, 1),  # of more records than these
        (TABLE + "Summe;;12;100.5\nQuelle: Register;;;\n", 6, 2),
        (TABLE + "Mean;;3;25.13\n", 6, 1),
        (TABLE + ";;12;100.5\n", 6, 1),
        (TWO + "Total;60\n", 5, 1),
        (TWO + "Durchschnitt;20\n", 5, 1),
        (IDS + "made by x;;\n", 5, 1),
    ],
)
@pytest.mark.parametrize("large", [False, True])
def test_totals_and_notes_at_the_end_are_reported(tmp_path: Path, text, line, number, large) -> None:
    opened = opened_of(tmp_path, text, large=large)
    assert reported(opened) == [(line, number)]
    assert opened.data.records == text.count("\n") - 1  # never dropped


@pytest.mark.parametrize(
    "text",
    [
        TABLE,
        TABLE + "Total;f;3;100.5\n",  # a place of that name
        TABLE + "centre;;;\n",
        TABLE + ";;3;100.5\n",  # not the sum of n
        TWO + "Total;59\n",
        TWO + "centre;60\n",
        TWO.replace("north", "Total") + "Total;60\n",  # a category
        IDS + "4;;\n",
        IDS.replace("1;m;4", "1;;") + "x;;\n",
        "name;first;pay\nA;x;1\nSum;y;2\nB;z;3\nMedia;x;7\n",
        "a;b\n0;0\n0;0\n0;0\n0;\n",
    ],
)
def test_a_last_record_like_others_is_not(tmp_path: Path, text) -> None:
    assert reported(opened_of(tmp_path, text)) == []


def test_a_line_of_totals_in_a_sheet_is_reported_by_its_row(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    for row in (("place", "n", "kg"), ("a", 1, 1.125), ("b", 2, 2.375), ("c", 3, 4.625), ("Total", 6, None)):
        book.active.append(row)
    book.save(tmp_path / "data.xlsx")
    opened = open_data(DataSpec(path="data.xlsx"), tmp_path, JobContext(), propose=True)
    assert reported(opened) == [(5, 1)]
    assert "forms.ambiguous" not in {one.code for one in opened.notes}  # numbers of a sheet are certain
    assert opened.data.variable("kg").level == "continuous"
