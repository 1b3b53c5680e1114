"""The PDF: the same bytes, bundled fonts only, tagged and archival; nothing in it is read as markup."""

import os
import re
import subprocess
import sys
from dataclasses import replace
from datetime import date
from io import BytesIO
from itertools import pairwise

import outloud
import pdfua
import pikepdf
import pytest

from sdc_desktop.report.model import Section
from sdc_desktop.report.pdf import pdf_bytes, with_open_bookmarks
from sdc_desktop.report.typst_json import MARGIN, PAGE_WIDTH, WIDTH, column_widths, report_json
from sdc_desktop.resources import resource_path
from sdc_desktop.sheets.blocks import Column, Heading, Paragraph, Signed, Table
from tests.support.reports import below, bookmarks, pdf_pages, pdf_text, squeezed, structure

LEVELS = {"/H1": 1, "/H2": 2, "/H3": 3, "/H4": 4}
HOSTILE = [
    '#read("/etc/passwd")',
    "*b* _i_ $x$ `r` @a <l> [c] // = -",
    "= H",
    "\\u{41} \\ # ~ -- ---",
    '"quoted" & <b>x</b>',
    "https://example.org/a?b=c#d",
    "a\tb",
    "a\u202eb",
    "日本",
    "{page} {pages} {number}",
]


@pytest.fixture(scope="module")
def written(report) -> bytes:
    return pdf_bytes(report)


@pytest.fixture(scope="module")
def opened(written):
    with pikepdf.open(BytesIO(written)) as pdf:
        yield pdf


def with_blocks(report, *blocks):
    return replace(report, sections=(Section("A chapter", blocks, "chapter"),))


def numbered_table(rows: int) -> Table:
    columns = (Column("Head one"), Column("Head two", "right"))
    return Table("The long table", columns, tuple((f"row-{n}-", str(n)) for n in range(rows)))


def elements(pdf: pikepdf.Pdf, kind: str) -> list[pikepdf.Object]:
    return [element for element in structure(pdf) if kind == element.S]


def scope_of(head: pikepdf.Object) -> str:
    shown = head.A if isinstance(head.A, pikepdf.Array) else [head.A]
    return "".join(str(one.Scope) for one in shown if "/Scope" in one)


def test_two_runs_give_equal_bytes(report, written) -> None:
    assert pdf_bytes(report) == written


def test_another_process_gives_equal_bytes(plan_file, tmp_path) -> None:
    made = []
    for seed in ("1", "2"):
        out = tmp_path / f"{seed}.pdf"
        command = [sys.executable, "-m", "sdc_desktop", "report", str(plan_file), "--out", str(out)]
        environment = os.environ | {"PYTHONHASHSEED": seed, "SOURCE_DATE_EPOCH": "1741939200"}
        subprocess.run(command, env=environment, check=True, capture_output=True)
        made.append(out.read_bytes())
    assert made[0] == made[1]


def test_the_date_of_the_report_is_the_only_one(report, opened) -> None:
    about = opened.Root.Metadata.read_bytes().decode("utf-8")
    assert set(re.findall(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}", about)) == {"2025-03-14T12:00"}
    later = pdf_bytes(replace(report, date=date(2026, 1, 2)))
    assert b"D:20250314" not in later
    assert b"2026-01-02T12:00" in later


def test_it_says_that_it_is_archival_and_accessible(opened) -> None:
    about = opened.Root.Metadata.read_bytes().decode("utf-8")
    for shown in ("<pdfaid:part>2<", "<pdfaid:conformance>A<", "<pdfuaid:part>1<"):
        assert shown in about
    assert opened.Root.MarkInfo.Marked
    assert opened.Root.ViewerPreferences.DisplayDocTitle
    assert opened.Root.PageMode == "/UseOutlines"
    assert opened.Root.Lang == "en"
    assert str(opened.docinfo.Title).startswith("Patients of the northern clinics")
    assert str(opened.docinfo.Author) == "Ada Lovelace"


def test_headings_leap_no_level_and_the_first_is_a_chapter(opened) -> None:
    found = [LEVELS[str(element.S)] for element in structure(opened) if str(element.S) in LEVELS]
    assert found[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(found))


def test_every_figure_says_what_it_shows_and_every_table_has_heads(opened) -> None:
    figures, tables = elements(opened, "/Figure"), elements(opened, "/Table")
    assert figures
    assert all(len(str(figure.Alt)) >= 20 for figure in figures)
    assert tables
    for table in tables:
        heads = [element for element in below(table) if element.S == "/TH"]
        assert heads
        assert {scope_of(head) for head in heads} == {"/Column"}


def test_every_font_is_embedded_bundled_and_maps_to_text(opened) -> None:
    fonts = {}
    for page in opened.pages:
        for font in page.Resources.Font.values():
            fonts[str(font.BaseFont)] = font
    assert {name.partition("+")[2] for name in fonts} >= {"NotoSans-Regular", "NotoSans-Bold"}
    for name, font in fonts.items():
        descriptor = font.DescendantFonts[0].FontDescriptor
        assert "NotoSans" in name
        assert "/FontFile2" in descriptor or "/FontFile3" in descriptor
        assert "/ToUnicode" in font


def test_checkers_of_accessibility_find_nothing(written, tmp_path) -> None:
    path = tmp_path / "report.pdf"
    path.write_bytes(written)
    found = pdfua.validate(str(path)).findings
    assert [one.rule_id for one in found if one.severity.name != "SKIP"] == []
    assert [one.rule for one in outloud.check(str(path)).findings] == []


def test_bookmarks_name_every_section_and_heading(report, opened) -> None:
    headings = [block.text for block in report.blocks() if isinstance(block, Heading)]
    titles = [f"{number} {section.title}" for number, section in enumerate(report.sections, start=1)]
    found = bookmarks(opened)
    assert [title for title in found if title in titles] == titles
    assert [title for title in headings if title not in found] == []


def test_the_text_can_be_selected(written) -> None:
    text = pdf_text(written)
    assert squeezed("Patients of the northern clinics") in text
    assert "ΚώσταςΠαπαδόπουλος" in text
    assert squeezed("Entropy (decimal digits, logarithm to base 10)") in text


def test_pages_are_a4_numbered_and_say_their_edition(written, read_pdf) -> None:
    pages = pdf_pages(written)
    for number, (text, page) in enumerate(zip(pages, read_pdf(written).pages, strict=True), start=1):
        assert f"{number} of {len(pages)}" in text.replace("\u202f", " ")
        assert "Internal edition" in text
        assert [round(float(x)) for x in page.mediabox] == [0, 0, 595, 842]


def test_a_long_table_repeats_its_head_on_every_page(report) -> None:
    pages = [
        page for page in pdf_pages(pdf_bytes(with_blocks(report, numbered_table(120)))) if "row-" in page
    ]
    assert len(pages) > 2
    assert all("Head one" in page and "Head two" in page for page in pages)
    assert squeezed("".join(pages)).count("row-") == 120


def test_a_table_of_thousands_of_rows_says_how_many_are_left_out_on_paper(report) -> None:
    text = pdf_text(pdf_bytes(with_blocks(report, numbered_table(5000))))
    assert text.count("row-") == 1000
    assert squeezed("Further rows, in the HTML report only: 4\u202f000.") in text


@pytest.mark.parametrize("paragraphs", range(16, 34, 3))
def test_a_short_table_is_not_torn_apart_and_its_heading_stays_with_it(report, paragraphs) -> None:
    filling = [Paragraph("A line of text.")] * paragraphs
    pages = pdf_pages(pdf_bytes(with_blocks(report, *filling, Heading("A heading"), numbered_table(6))))
    assert [page.count("row-") for page in pages if "row-" in page] == [6]
    assert all("The long table" in page for page in pages if "row-0-" in page)
    assert all("row-0-" in page for page in pages if "A heading" in page and "Contents" not in page)


@pytest.mark.parametrize("text", ["−1 ≤ √2", "naïve façade Łódź", "Ηλικία", "Семейное положение"])
def test_signs_and_scripts_are_set_as_they_are(report, text) -> None:
    assert squeezed(text) in pdf_text(pdf_bytes(with_blocks(report, Paragraph(text))))


def test_nothing_in_a_name_is_read_as_markup(report) -> None:
    for name in HOSTILE:
        table = Table(name, (Column(name),), ((name,), (Signed("safe", name),)))
        made = replace(report, title=name, subject=name, author=name)
        written = pdf_bytes(with_blocks(made, Paragraph(name, name), table))
        shown = name.replace("\t", "‹U+0009›").replace("\u202e", "‹U+202E›")
        shown = shown.replace("日", "‹U+65E5›").replace("本", "‹U+672C›")
        assert pdf_text(written).count(squeezed(shown)) >= 6


def test_the_template_opens_no_file_and_imports_nothing() -> None:
    text = resource_path("report", "report.typ").read_text(encoding="utf-8")
    code = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("//"))
    assert (
        re.findall(r"\b(import|include|read|eval|plugin|image|csv|yaml|toml|xml|cbor)\b *[\"(@]", code) == []
    )


def test_a_very_long_name_without_blanks_is_broken_not_lost(report) -> None:
    name = "x" * 12_000
    table = Table("A table", (Column("Name"), Column("Size", "right")), ((name, "1"),))
    assert pdf_text(pdf_bytes(with_blocks(report, table))).count("x") >= len(name)


def test_a_word_too_long_for_its_column_takes_room_from_the_others() -> None:
    columns = (Column("Name", share=5), Column("What", share=1), Column("Size", "right", share=2))
    table = Table("A table", columns, (("a name " * 30, "re-identification", "1"),))
    widths = column_widths(table)
    assert sum(widths) == pytest.approx(WIDTH, abs=0.1)
    assert widths[1] > 60
    assert widths[0] > widths[1] > widths[2]


def test_figures_are_not_torn_apart_at_the_end_of_a_line(report) -> None:
    shown = "1\u202f234\u202f567 58 %"
    pages = pdf_pages(pdf_bytes(with_blocks(report, Paragraph(" ".join([shown] * 60)))))
    lines = [line.strip() for page in pages for line in page.splitlines() if "234" in line]
    assert len(lines) > 3
    for line in lines:
        assert squeezed(line).replace("1234567", "").replace("58%", "") == ""


def test_an_empty_report_can_be_set(report) -> None:
    bare = replace(report, title="", subject="", author="", sections=())
    assert pdf_pages(pdf_bytes(bare))


def test_text_stays_within_the_margins(written, read_pdf) -> None:
    seen = []

    def look(text, cm, tm, *_) -> None:
        if text.strip():
            seen.append(tm[4] * cm[0] + tm[5] * cm[2] + cm[4])

    for page in read_pdf(written).pages:
        page.extract_text(visitor_text=look)
    assert MARGIN - 1 <= min(seen) <= max(seen) <= PAGE_WIDTH - MARGIN


def test_a_pdf_of_another_maker_is_left_unchanged() -> None:
    assert with_open_bookmarks(b"%PDF-1.7\nno catalogue") == b"%PDF-1.7\nno catalogue"


def test_the_same_report_is_the_same_json(report) -> None:
    assert report_json(report) == report_json(report)
