"""Reading: a random table is the same in every format, and figures are read as they are written."""

import random
import struct
from decimal import ROUND_HALF_UP, Decimal
from html import escape

import pytest

from sdc_desktop.engine.submission.finding.figures import parsed
from sdc_desktop.engine.submission.finding.find import Reading, find_in
from sdc_desktop.engine.submission.finding.table import FoundTable
from sdc_desktop.engine.submission.reading.charts import chart_sheet
from sdc_desktop.engine.submission.reading.kinds import read
from sdc_desktop.engine.submission.reading.number_format import normal, shown
from sdc_desktop.engine.submission.reading.pictures import jpeg_again
from tests.support.outputs.cases import check_texts, codes, grid, only_table, workbook, zipped
from tests.support.outputs.cells import found_table

OFFICE = "urn:oasis:names:tc:opendocument:xmlns:office:1.0"
TABLE = "urn:oasis:names:tc:opendocument:xmlns:table:1.0"
TEXT = "urn:oasis:names:tc:opendocument:xmlns:text:1.0"
WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"

Lines = list[list[str]]


def random_lines(seed: int) -> Lines:
    """Two headings over two columns each, counts and means, some cells suppressed or negative."""
    rnd = random.Random(seed)
    header = [["Area", "2020", "", "2021", ""], ["", "Persons", "Mean pay", "Persons", "Mean pay"]]
    body = []
    for i in range(rnd.randint(2, 4)):
        line = [f"Area {chr(75 + i)}"]
        for _ in range(2):
            line += [rnd.choice((str(rnd.randint(3, 99)), "x")), f"{rnd.randint(-500, 9999) / 10:.1f}"]
        body.append(line)
    return [*header, *body]


# writers --------------------------------------------------------------------------------------------------


def delimited(lines: Lines, sign: str) -> bytes:
    return "\n".join(sign.join(line) for line in lines).encode() + b"\n"


def _headed(lines: Lines, cell: str, wide: str) -> list[str]:
    """Each row as cells; the headings over two columns as wide ones."""
    made = []
    for i, line in enumerate(lines):
        parts = []
        for j, text in enumerate(line):
            if i == 0 and j in (1, 3):
                parts.append(wide.format(text=escape(text)))
            elif i or j not in (2, 4):
                parts.append(cell.format(text=escape(text)))
        made.append("".join(parts))
    return made


def hypertext(lines: Lines) -> bytes:
    rows = "".join(f"<tr>{row}</tr>" for row in
                   _headed(lines, "<td>{text}</td>", '<th colspan="2">{text}</th>'))  # fmt: skip
    return f"<!doctype html><p>By area</p><table>{rows}</table><p>Source: survey</p>".encode()


def opendocument(lines: Lines) -> bytes:
    cell = "<t:table-cell><x:p>{text}</x:p></t:table-cell>"
    wide = (
        '<t:table-cell t:number-columns-spanned="2"><x:p>{text}</x:p></t:table-cell><t:covered-table-cell/>'
    )
    rows = "".join(f"<t:table-row>{row}</t:table-row>" for row in _headed(lines, cell, wide))
    content = (
        f'<o:document-content xmlns:o="{OFFICE}" xmlns:t="{TABLE}" xmlns:x="{TEXT}"><o:body><o:spreadsheet>'
        f'<t:table t:name="S">{rows}</t:table></o:spreadsheet></o:body></o:document-content>'
    )
    return zipped({"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": content})


def word(lines: Lines) -> bytes:
    cell = "<w:tc><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:tc>"
    wide = cell.replace("<w:tc>", '<w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>')
    rows = "".join(f"<w:tr>{row}</w:tr>" for row in _headed(lines, cell, wide))
    document = f'<w:document xmlns:w="{WORD}"><w:body><w:tbl>{rows}</w:tbl></w:body></w:document>'
    return zipped({"[Content_Types].xml": "<Types/>", "word/document.xml": document})


def spreadsheet(lines: Lines) -> bytes:
    values = [[None if not text else text if not parsed(text, ".") else Decimal(text) for text in line]
              for line in lines]  # fmt: skip
    return workbook({"S": grid(values)})


WRITERS = {
    "a.csv": lambda lines: delimited(lines, ","),
    "b.csv": lambda lines: delimited(lines, ";"),
    "a.tsv": lambda lines: delimited(lines, "\t"),
    "c.csv": lambda lines: delimited(lines, "|"),
    "a.html": hypertext,
    "a.ods": opendocument,
    "a.docx": word,
    "a.xlsx": spreadsheet,
}


def content_of(table: FoundTable) -> tuple[object, ...]:
    """What a table says: labels, kinds, and the value or mark of each cell."""
    cells = {at: (figure.status, figure.value) for at, figure in table.figures.items()}
    return table.rows, table.columns, table.kinds, cells


@pytest.mark.parametrize("name", WRITERS)
def test_a_table_is_the_same_in_every_format(name) -> None:
    for seed in range(8):
        lines = random_lines(seed)
        file = read(WRITERS[name](lines), name)
        assert (file.refused, file.carried) == ("", ())
        (table,) = find_in(file, Reading()).tables
        assert content_of(table) == content_of(found_table(lines)), seed
        wanted = [[parsed(text, ".") for text in line[1:]] for line in lines[2:]]
        assert [[table.figures[i, j].value for j in range(4)] for i in range(len(wanted))] == wanted
        assert table.columns == ("2020 / Persons", "2020 / Mean pay", "2021 / Persons", "2021 / Mean pay")


@pytest.mark.parametrize("name", ["a.txt", "a.log"])
def test_a_table_in_fixed_width_is_the_one_that_is_printed(name) -> None:
    for seed in range(8):
        lines = [["", "Persons", "Mean pay"], *([line[0], *line[3:]] for line in random_lines(seed)[2:])]
        lines[1][1] = "77"  # a column of marks alone is not seen as one
        text = "\n".join(f"{line[0]:<10}" + "".join(f"{one:>12}" for one in line[1:]) for line in lines)
        (table,) = find_in(read(f"\n{text}\n".encode(), name), Reading()).tables
        assert content_of(table) == content_of(found_table(lines)), text


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_delimited_text_is_read_in_its_encoding(encoding) -> None:
    text = "Gebiet;Personen (N)\nMünchen;5\nKöln;60\n"
    (table,) = find_in(read(text.encode(encoding), "a.csv"), Reading()).tables
    assert table.rows == ("München", "Köln")
    assert [figure.value for figure in table.figures.values()] == [5, 60]


# numbers --------------------------------------------------------------------------------------------------


def written(value: int, places: int, point: str, thousands: str) -> str:
    """A number of so many decimals, given in units of its last one."""
    whole, rest = divmod(abs(value), 10**places)
    grouped = f"{whole:,}".replace(",", thousands)
    return ("-" if value < 0 else "") + grouped + (point + f"{rest:0{places}}" if places else "")


@pytest.mark.parametrize(("point", "thousands"), [(".", ","), (",", "."), (".", " "), (",", "\u202f"),
                                                  (".", "'"), (",", "")])  # fmt: skip
def test_a_number_is_read_as_it_was_written(point, thousands) -> None:
    rnd = random.Random(f"{point}{thousands}")
    for _ in range(400):
        places = rnd.randint(0, 4)
        value = rnd.choice((-1, 1)) * rnd.randrange(10 ** rnd.randint(1, 12))
        text = written(value, places, point, thousands)
        style = "." if point == "." else ","
        for one in (text, text.replace("-", "−")):
            assert parsed(one, style) == Decimal(value).scaleb(-places), one


def test_groups_that_are_no_thousands_are_no_number() -> None:
    for text in ("12,34", "1,2345", ",123", "1,234,5", "1234,567", "1.2.3", "1.234.5"):
        assert parsed(text, ".") is None, text


def test_negative_amounts_are_read_in_every_writing() -> None:
    rows = [["Sector", "Mean profit"], ["A", "-12.5"], ["B", "(12.5)"], ["C", "−12.5"], ["D", "12.5"]]
    values = [figure.value for figure in found_table(rows).figures.values()]
    assert values == [Decimal("-12.5")] * 3 + [Decimal("12.5")]


def test_figures_with_notes_money_and_signs_are_the_figures() -> None:
    for text, value in (("5*", 5), ("5 [p]", 5), ("5¹", 5), ("€5", 5), ("5 €", 5), ("+5", 5), ("5†", 5)):
        table = found_table([["Area", "Number"], ["N", text], ["S", "60"]])
        assert table.figures[0, 0].value == value, text


@pytest.mark.parametrize("digits", range(10, 20))
def test_stored_figures_keep_fifteen_digits(digits) -> None:
    for seed in range(20):
        text = str(random.Random(seed).randrange(10 ** (digits - 1), 10**digits))
        for stored in (text, f"0.{text}", f"{text[:5]}.{text[5:]}"):
            exact = Decimal(stored)
            unit = Decimal(1).scaleb(exact.adjusted() - 14)
            wanted = exact if digits <= 15 else exact.quantize(unit, ROUND_HALF_UP)
            assert normal(stored) == wanted


CODES = {
    "0": (0, False, 1), "0.00": (2, False, 1), "#,##0": (0, True, 1), "#,##0.0": (1, True, 1),
    "0%": (0, False, 100), "0.0%": (1, False, 100), '0.0" kg"': (1, False, 1),
}  # fmt: skip


@pytest.mark.parametrize(("code", "form"), CODES.items())
def test_a_format_shows_the_figure_rounded_and_says_where_it_is_not_all(code, form) -> None:
    places, grouped, times = form
    rnd = random.Random(code)
    for _ in range(200):
        value = Decimal(rnd.randrange(-(10**7), 10**7)).scaleb(-rnd.randint(0, 5))
        made = shown(str(value), code)
        rounded = (value * times).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
        text = f"{abs(rounded):{',' if grouped else ''}.{places}f}"
        assert made.text.lstrip("-").removesuffix("%").removesuffix(" kg") == text
        assert made.text.startswith("-") == (value < 0 and (rounded != 0 or made.text.startswith("-")))
        assert made.coarse == (rounded != value * times)
        assert made.percent == (times == 100)
        assert not made.masked


@pytest.mark.parametrize("code", [";;;", '"x"', '0;0;"-"', '[<10]"c";0', '[>=10]0;"*"'])
def test_a_format_that_shows_no_digit_is_masked(code) -> None:
    for value in range(-3, 15):
        made = shown(str(value), code)
        assert made.masked == (not any(sign.isdigit() for sign in made.text)), (code, value, made)


# charts and pictures --------------------------------------------------------------------------------------


def test_a_chart_is_a_sheet_with_a_column_for_each_series() -> None:
    def points(tag: str, values: list[object]) -> str:
        inner = "".join(f'<pt idx="{i}"><v>{value}</v></pt>' for i, value in enumerate(values))
        return f"<{tag}><cache>{inner}</cache></{tag}>"

    series = "".join(
        f"<ser><tx><v>{name}</v></tx>{points('cat', ['N', 'S'])}{points('val', values)}</ser>"
        for name, values in (("Men", [4, 30]), ("Women", [50, 60]))
    )
    sheet = chart_sheet(f"<chart><title>Persons</title>{series}</chart>".encode(), "xl/charts/chart1.xml")
    assert sheet is not None
    shown_cells = {at: cell.shown for at, cell in sheet.cells.items()}
    assert shown_cells == {
        (0, 0): "Persons", (2, 1): "Men", (2, 2): "Women", (3, 0): "N", (4, 0): "S",
        (3, 1): "4", (4, 1): "30", (3, 2): "50", (4, 2): "60",
    }  # fmt: skip


def _segment(marker: int, content: bytes) -> bytes:
    return b"\xff" + bytes([marker]) + struct.pack(">H", len(content) + 2) + content


def test_a_picture_is_written_again_without_what_its_points_do_not_need() -> None:
    """Random segments: what an application or a person added is named, and gone when written again."""
    rnd = random.Random(8)
    needed, extra = (0xDB, 0xC0, 0xC4, 0xDD), (0xE0, 0xE1, 0xE5, 0xED, 0xFE)
    for _ in range(60):
        chosen = [rnd.choice((*needed, *extra)) for _ in range(rnd.randint(1, 6))]
        segments = [_segment(marker, bytes([marker] * rnd.randint(1, 9))) for marker in chosen]
        scan = _segment(0xDA, b"\1\1\0") + b"points\xff\0more\xff\xd9"
        behind = b"secret" if rnd.random() < 0.3 else b""
        data = b"\xff\xd8" + b"".join(segments) + scan + behind
        file = read(data, "a.jpg")
        assert file.refused == ""
        assert bool(file.carried) == (bool(behind) or any(marker in extra for marker in chosen))
        kept = [one for one, marker in zip(segments, chosen, strict=True) if marker in needed]
        assert jpeg_again(data) == b"\xff\xd8" + b"".join(kept) + scan


@pytest.mark.parametrize("cut", range(0, 16))
def test_a_picture_that_is_cut_is_refused(cut) -> None:
    data = b"\xff\xd8" + _segment(0xDB, b"\1\2") + _segment(0xDA, b"\1\1\0") + b"\xff\xd9"
    assert read(data[:cut], "a.jpg").refused in ("damaged", "not_its_format")


def test_a_body_cell_with_a_figure_that_is_not_read_is_looked_at(tmp_path) -> None:
    rows = "Number of persons\nArea,2020,2021\nN,{},60\nS,70,80\n"
    for text, read_as_figure in (("5 or so", False), ("12-", False), ("n of 5", False), ("50", True)):
        submission = check_texts(tmp_path, a=rows.format(text))
        assert codes(only_table(submission)).get("cell_not_read") == (None if read_as_figure else ["B3"])
        assert submission.files[0].coverage.not_read == (not read_as_figure)


def test_series_without_a_name_are_numbered() -> None:
    series = "<ser><val><pt idx='0'><v>4</v></pt></val></ser>" * 2
    sheet = chart_sheet(f"<chart>{series}</chart>".encode(), "chart1.xml")
    assert sheet is not None
    assert [sheet.cells[0, 1].shown, sheet.cells[0, 2].shown] == ["[1]", "[2]"]
