"""Where headings of a log lie, where hidden text of a sheet is, and which colours no reader sees."""

from itertools import product

import pytest

from sdc_desktop.engine.submission.reading.kinds import read
from sdc_desktop.engine.submission.reading.workbook import _shared_texts
from sdc_desktop.engine.submission.reading.workbook_styles import _is_unseen
from tests.support.outputs.cases import zipped

OASIS = "urn:oasis:names:tc:opendocument:xmlns:"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
FIGURES = "A         11      12\nB         13      14\n"


@pytest.mark.parametrize(
    ("start", "length", "cell"),
    [
        (6, 12, (0, 0, 1)),  # four characters before the column of the first figures: a label
        (7, 12, (0, 1, 2)),  # three: a heading of both columns
        (9, 10, (0, 1, 2)),
        (7, 5, (0, 1, 1)),  # up to the end of the first column
        (1, 11, (0, 1, 1)),  # ends with it
        (0, 12, (0, 0, 1)),  # but not from the beginning of the line
        (0, 20, (0, 0, 1)),
    ],
)
def test_a_heading_is_over_the_columns_that_it_begins_near_or_ends_with(start, length, cell) -> None:
    """Figures are in characters 10 and 11, and 18 and 19."""
    text = " " * start + "h" * length
    (sheet,) = read(f". list\n\n{text}\n{FIGURES}".encode(), "a.log").sheets
    (place,) = (at for at, one in sheet.cells.items() if one.shown == "h" * length)
    first = min(row for row, _ in sheet.cells)
    width = {(a, b): d - b + 1 for a, b, _, d in sheet.merges}.get(place, 1)
    assert (place[0] - first, place[1], width) == cell


def test_a_long_label_behind_the_first_text_of_a_line_is_over_its_columns() -> None:
    (sheet,) = read(f". list\n\nx      hhhhhhhhhhhh\n{FIGURES}".encode(), "a.log").sheets
    (place,) = (at for at, one in sheet.cells.items() if one.shown == "h" * 12)
    assert (place[0], place[1], place[0], place[1] + 1) in sheet.merges


def test_hidden_text_of_an_open_document_is_named_by_its_row_and_column() -> None:
    cell = "<t:table-cell{}><x:p>{}</x:p></t:table-cell>"
    white = ' t:style-name="w"'
    rows = [
        "".join(
            cell.format(white if at == (2, 1) else "", f"v{at[0]}{at[1]}") for at in product([row], range(3))
        )
        for row in range(4)
    ]
    content = (
        f'<o:document-content xmlns:o="{OASIS}office:1.0" xmlns:t="{OASIS}table:1.0" '
        f'xmlns:x="{OASIS}text:1.0" xmlns:s="{OASIS}style:1.0" xmlns:f="{OASIS}xsl-fo-compatible:1.0">'
        '<o:automatic-styles><s:style s:name="w"><s:text-properties f:color="#FFFFFF"/></s:style>'
        "</o:automatic-styles><o:body><o:spreadsheet>"
        '<t:table t:name="S">' + "".join(f"<t:table-row>{row}</t:table-row>" for row in rows) + "</t:table>"
        "</o:spreadsheet></o:body></o:document-content>"
    )
    found = read(
        zipped({"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": content}),
        "a.ods",
    )
    assert [(one.code, one.where) for one in found.carried if one.code == "white_text"] == [
        ("white_text", "S!B3")
    ]


def test_shared_texts_are_whole_and_unseen_only_by_themselves() -> None:
    listed = [
        "<si><r><t>a</t></r><r><t>b</t></r></si>",
        '<si><r><rPr><color rgb="FFFFFFFF"/></rPr><t>c</t></r><r><t>d</t></r></si>',
        "<si><t>e</t><rPh><t>f</t></rPh></si>",
        "<si><t>g</t></si>",
        '<si><r><rPr><color theme="0"/></rPr><t>h</t></r></si>',
        '<si><r><rPr><color theme="1"/></rPr><t>i</t></r></si>',
    ]
    data = f'<sst xmlns="{MAIN}">{"".join(listed)}</sst>'.encode()
    assert _shared_texts(data) == [
        ("ab", True),
        ("cd", False),
        ("ef", False),
        ("g", True),
        ("h", False),
        ("i", True),
    ]
    assert _shared_texts(None) == []


@pytest.mark.parametrize(
    ("colour", "size", "ground", "unseen"),
    [
        ((232, 255, 255), 11.0, None, True),
        ((231, 255, 255), 11.0, None, False),
        ((255, 255, 231), 11.0, None, False),
        ((100, 100, 100), 11.0, (123, 77, 100), True),
        ((100, 100, 100), 11.0, (124, 100, 100), False),
        (None, 11.0, (23, 23, 23), True),
        (None, 11.0, (24, 0, 0), False),
        (None, 1.9, None, True),
        (None, 2.0, None, False),
    ],
)
def test_text_is_unseen_within_23_of_its_ground_in_each_colour_or_below_two_points(
    colour, size, ground, unseen
) -> None:
    assert _is_unseen((colour, size), ground) is unseen
