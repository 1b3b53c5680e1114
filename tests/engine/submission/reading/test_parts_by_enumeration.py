"""Parts of reading: places, formats, pictures, hypertext and office parts, each by what it was made from."""

import random
import struct
import zlib
from decimal import ROUND_HALF_UP, Decimal
from itertools import product

import pytest

from sdc_desktop.engine.submission.finding.find import Reading, find_in
from sdc_desktop.engine.submission.reading.kinds import read
from sdc_desktop.engine.submission.reading.number_format import shown
from sdc_desktop.engine.submission.reading.pictures import png_again
from sdc_desktop.engine.submission.sheets import (
    Cell,
    Sheet,
    column_name,
    packed,
    ranges,
    split_address,
    split_box,
    unpacked,
)
from tests.support.outputs.cases import workbook
from tests.support.outputs.cells import found_table, read_rows

# places ---------------------------------------------------------------------------------------------------


def test_columns_are_named_and_read_as_a_spreadsheet_does() -> None:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    names = [*letters, *(a + b for a, b in product(letters, letters)), "AAA", "AAB"]
    for number, name in enumerate(names):
        assert column_name(number) == name
        assert split_address(f"{name}7") == (6, number)
        assert split_address(f"{name.lower()}1") == (0, number)
    for text in ("", "A", "7", "A0", "Ä1", "ABCD1", "A-1", "A1B"):
        with pytest.raises(ValueError, match=r".*"):
            split_address(text)
    assert split_box("C5:A2") == split_box("A2:C5") == (1, 0, 4, 2)
    assert split_box("B3") == (2, 1, 2, 1)


def test_ranges_cover_exactly_their_cells() -> None:
    rnd = random.Random(3)
    for _ in range(300):
        cells = {(rnd.randrange(4), rnd.randrange(4)) for _ in range(rnd.randint(1, 9))}
        boxes = [split_box(text) for text in ranges(Sheet("", {}), cells)]
        covered = [(i, j) for a, b, c, d in boxes for i in range(a, c + 1) for j in range(b, d + 1)]
        assert sorted(covered) == sorted(cells)
        runs = sum((i, j - 1) not in cells for i, j in cells)
        assert len(boxes) <= runs
    block = {(i, j) for i in range(1, 4) for j in range(2, 5)}
    assert ranges(Sheet("", {}), block) == ("C2:E4",)


def test_a_file_passes_through_its_pipe_unchanged() -> None:
    made = read(b"Area,n\nN,5\n\nS,60\n", "a.csv")
    assert unpacked(packed(made)) == made
    text = read(b". tab area\n\nArea    n\nN       5\nS      60\n", "a.log")
    assert unpacked(packed(text)) == text
    assert text.commands


# number formats -------------------------------------------------------------------------------------------


def test_general_shows_ten_digits_and_says_where_there_are_more() -> None:
    rnd = random.Random(5)
    for _ in range(500):
        value = Decimal(rnd.randrange(1, 10 ** rnd.randint(1, 14))).scaleb(-rnd.randint(0, 6))
        if abs(value.adjusted()) > 10:
            continue
        made = shown(str(value), "General")
        whole = len(str(int(value)))
        places = max(0, 10 - whole + (value < 1))
        text = Decimal(made.text)
        assert text == value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP) or text == value
        assert made.coarse == (text != value)
        assert -int(text.as_tuple().exponent) <= places


@pytest.mark.parametrize(
    ("code", "value", "text", "coarse"),
    [("0,", "12345", "12", True), ("0,", "12000", "12", False), ("#,##0,,", "1234567", "1", True),
     ("0.0,", "12345", "12.3", True), ("000", "5", "005", False), ("#.##", "0.5", ".5", False),
     ("0.0#", "1.5", "1.5", False), ("0.0#", "1.55", "1.55", False), ("0.00E+00", "12345", "1.23E+4", True),
     ("0;(0)", "-5", "(5)", False), ("0;-0;zero", "0", "zero", False), ("[<10]0.0;0", "5", "5.0", False),
     ("[<10]0.0;0", "10", "10", False), ("0.00", "1.005", "1.01", True), ("0.00", "1.01", "1.01", False)],
)  # fmt: skip
def test_sections_scaling_and_places_of_formats(code, value, text, coarse) -> None:
    made = shown(value, code)
    assert (made.text, made.coarse) == (text, coarse)


# pictures -------------------------------------------------------------------------------------------------


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


PIXELS = [(8, 2, 3), (8, 6, 4), (8, 0, 1), (1, 0, 1), (4, 3, 1), (16, 4, 2)]


@pytest.mark.parametrize(("depth", "colour", "channels"), PIXELS)
def test_points_of_a_picture_are_kept_and_all_else_goes(depth, colour, channels) -> None:
    rnd = random.Random(colour * 100 + depth)
    for _ in range(10):
        width, height = rnd.randint(1, 9), rnd.randint(1, 5)
        row = (width * depth * channels + 7) // 8
        points = b"".join(b"\0" + rnd.randbytes(row) for _ in range(height))
        stream = zlib.compress(points)
        cut = rnd.randint(0, len(stream))
        header = _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0))
        data = [_chunk(b"IDAT", stream[:cut]), _chunk(b"IDAT", stream[cut:])]
        extra = _chunk(rnd.choice((b"tEXt", b"eXIf", b"prVt", b"zTXt")), b"Author\0Ann")
        whole = b"\x89PNG\r\n\x1a\n" + header + extra + b"".join(data) + _chunk(b"IEND", b"") + b"more"
        assert len(read(whole, "a.png").carried) == 2
        again = png_again(whole)
        assert read(again, "a.png").carried == ()
        assert b"Ann" not in again
        content = again[again.index(b"IDAT") + 4 : again.index(b"IEND") - 8]
        assert zlib.decompress(content) == points
        for wrong in (points[:-1], points + b"\0"):
            short = _chunk(b"IDAT", zlib.compress(wrong)) + _chunk(b"IEND", b"")
            with pytest.raises(Exception, match="damaged"):
                png_again(b"\x89PNG\r\n\x1a\n" + header + short)


# texts and hypertext --------------------------------------------------------------------------------------


@pytest.mark.parametrize("sign", [",", ";", "\t", "|"])
def test_the_delimiter_is_that_of_most_lines(sign) -> None:
    """Titles with other signs in them, quoted fields, lines of notes."""
    other = ";" if sign != ";" else ","
    lines = [f"Persons{other} by area", "", sign.join(("Area", "Men", "Women")),
             sign.join((f'"North{sign} east"', "20", "30")), sign.join(("South", "5", "60")),
             "", f"Source{other} survey", *(f"Note {i}" for i in range(5))]  # fmt: skip
    (table,) = find_in(read("\n".join(lines).encode(), "a.csv"), Reading()).tables
    assert table.rows == (f"North{sign} east", "South")
    assert [int(figure.value) for figure in table.figures.values()] == [20, 30, 5, 60]


def test_hypertext_places_its_tables_below_one_another_with_their_titles() -> None:
    table = "<table><tr><th>Area<th>Persons<tr><td>N<td>{}<tr><td>S<td>60</table>"
    inner = f"<table><tr><td>{table.format(7)}</td></tr></table>"
    parts = ["<p>First</p>", table.format(5), "<p>Second</p>", table.format(6), "<p>Third</p>", inner]
    tables = find_in(read("".join(parts).encode(), "a.html"), Reading()).tables
    assert [one.title for one in tables] == ["First", "Second", "Third"]
    assert [int(one.figures[0, 0].value) for one in tables] == [5, 6, 7]


HIDDEN = {
    '<p style="display:none">5 persons</p>': {"hidden_text"},
    "<p hidden>5 persons</p>": {"hidden_text"},
    "<!-- 5 persons -->": {"comment"},
    "<script>5</script>": {"script"},
    '<p data-n="5">x</p>': {"data_attribute"},
    '<p title="5">x</p>': {"alt_text"},
    '<p onclick="f()">x</p>': {"script"},
    "<p>x</p>": set(),
    "<p hidden></p>": set(),
}


@pytest.mark.parametrize(("part", "codes"), HIDDEN.items())
def test_what_hypertext_hides_is_named_inside_and_outside_of_tables(part, codes) -> None:
    table = "<table><tr><th>Area</th><th>n</th></tr><tr><td>{}N</td><td>60</td></tr></table>"
    for text in (part + table.format(""), table.format(part), table.format("") + part):
        assert {one.code for one in read(text.encode(), "a.html").carried} == codes


# workbooks ------------------------------------------------------------------------------------------------

ROWS = '<row r="{}"{}><c r="A{}"><v>5</v></c></row>'


@pytest.mark.parametrize(
    ("before", "codes"),
    [('<cols><col min="1" max="1" hidden="1"/></cols>', {"hidden_column"}),
     ('<cols><col min="2" max="2" hidden="1"/></cols>', set()),
     ('<cols><col min="1" max="3" width="0.2"/></cols>', {"hidden_column"}),
     ('<cols><col min="1" max="3" width="0.3"/></cols>', set()),
     ('<sheetFormatPr zeroHeight="1"/>', {"hidden_row"}), ("", set())],
)  # fmt: skip
def test_hidden_rows_and_columns_of_a_workbook_are_named(before, codes) -> None:
    file = read(workbook({"S": {"A1": 5, "A2": 60}}, sheet_xml={"S": before}), "a.xlsx")
    assert {one.code for one in file.carried} == codes
    assert all(bool(cell.flags & 4) == bool(codes) for cell in file.sheets[0].cells.values())


# notes, titles and joined cells ---------------------------------------------------------------------------


@pytest.mark.parametrize("rows_between", [0, 1, 2, 3])
def test_a_title_and_a_note_belong_to_a_table_within_two_rows(rows_between) -> None:
    body = [["Area", "Men", "Women"], ["N", 20, 30], ["S", 40, 50]]
    gap: list[list[object]] = [[] for _ in range(rows_between + 1)]
    found = find_in(read_rows([["Persons by area"], *gap, *body, *gap, ["Source: survey"]]), Reading())
    (table,) = found.tables
    near = rows_between < 2
    assert (table.title, table.notes) == (("Persons by area", "Source: survey") if near else ("", ""))


@pytest.mark.parametrize("merged", [(1, 0, 1, 2), (1, 1, 2, 1), (0, 0, 0, 2)])
def test_joined_cells_of_any_shape_lose_no_figure(merged) -> None:
    rows = [["Area", "Men", "Women"], ["N", 20, 30], ["S", 40, 50], ["E", 60, 70]]
    cells = {(i, j): Cell(str(v)) for i, line in enumerate(rows) for j, v in enumerate(line)}
    a, b, c, d = merged
    kept = {at: cell for at, cell in cells.items()
            if at == (a, b) or not (a <= at[0] <= c and b <= at[1] <= d)}  # fmt: skip
    listed = [[kept[i, j].shown if (i, j) in kept else None for j in range(3)] for i in range(4)]
    table = found_table(listed, [merged])
    found = {table.place(*at) for at, figure in table.figures.items() if figure.status == "value"}
    assert found == {at for at, cell in kept.items() if at[0] and cell.shown.isdigit()}
