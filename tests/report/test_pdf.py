"""The PDF: the same bytes, bundled fonts only, links that lead somewhere, tables that go on."""

import os
import subprocess
import sys
from dataclasses import replace

import pytest

from sdc_desktop.engine import ENGINE_VERSION
from sdc_desktop.report.model import Column, Heading, Paragraph, Section, Table, Verdict
from sdc_desktop.report.pdf import PAGE_WIDTH, pdf_bytes
from sdc_desktop.report.pdf_blocks import MARGIN
from tests.support.reports import pdf_pages, pdf_text, squeezed


@pytest.fixture(scope="module")
def written(report) -> bytes:
    return pdf_bytes(report)


def with_blocks(report, *blocks):
    return replace(report, sections=(Section("A chapter", blocks, "chapter"),))


def numbered_table(rows: int) -> Table:
    columns = (Column("Head one"), Column("Head two", "right"))
    return Table("The long table", columns, tuple((f"row-{n}-", str(n)) for n in range(rows)))


def fonts_of(reader):
    found = {}
    for page in reader.pages:
        for font in page["/Resources"]["/Font"].values():
            plain = font.get_object()
            inner = plain["/DescendantFonts"][0].get_object() if "/DescendantFonts" in plain else plain
            found[plain["/BaseFont"]] = (
                inner["/FontDescriptor"].get_object() if "/FontDescriptor" in inner else {}
            )
    return found


def test_two_runs_give_equal_bytes(report, written) -> None:
    assert pdf_bytes(report) == written


def test_another_process_gives_equal_bytes(plan_file, tmp_path) -> None:
    made = []
    for seed in ("1", "2"):
        out = tmp_path / f"{seed}.pdf"
        command = [sys.executable, "-m", "sdc_desktop", "report", str(plan_file), "--out", str(out)]
        subprocess.run(command, env=os.environ | {"PYTHONHASHSEED": seed}, check=True, capture_output=True)
        made.append(out.read_bytes())
    assert made[0] == made[1]


def test_every_font_is_embedded_and_bundled(written, read_pdf) -> None:
    fonts = fonts_of(read_pdf(written))
    assert {name.partition("+")[2] for name in fonts} >= {"NotoSans-Regular", "NotoSans-Bold"}
    assert all("NotoSans" in name and "/FontFile2" in descriptor for name, descriptor in fonts.items())


def test_the_text_can_be_selected(written) -> None:
    text = pdf_text(written)
    assert squeezed("Patients of the northern clinics") in text
    assert "ΚώσταςΠαπαδόπουλος" in text


def test_axis_titles_of_charts_are_text(written) -> None:
    assert squeezed("Entropy (decimal digits, logarithm to base 10)") in pdf_text(written)


def test_pages_are_a4_and_numbered(written, read_pdf) -> None:
    pages = pdf_pages(written)
    for number, (text, page) in enumerate(zip(pages, read_pdf(written).pages, strict=True), start=1):
        assert f"{number} of {len(pages)}" in text
        assert [round(float(x)) for x in page.mediabox] == [0, 0, 595, 842]


def test_every_page_but_the_cover_has_the_title_and_the_chapter_in_its_head(report, written) -> None:
    heads = [text.splitlines()[:2] for text in pdf_pages(written)[1:]]
    chapters = [f"{number}  {section.title}" for number, section in enumerate(report.sections, start=1)]
    assert {title for title, _ in heads} == {"Patients of the northern clinics"}
    assert heads[0][1] == "Contents"
    assert {chapter for _, chapter in heads} <= {"Contents", *chapters}
    of_jobs = [text for text in chapters if "protect" in text]
    assert of_jobs
    assert all(any(chapter == head for _, head in heads) for chapter in of_jobs)


@pytest.mark.parametrize("edition", ["Internal edition", "External edition"])
def test_every_page_says_its_edition(report, edition) -> None:
    labelled = replace(report, labels=replace(report.labels, edition=edition))
    assert all(edition in text for text in pdf_pages(pdf_bytes(labelled)))


def test_contents_lead_to_the_pages_they_name(report, written, read_pdf) -> None:
    reader = read_pdf(written)
    links = [annotation.get_object()["/Dest"][0] for annotation in reader.pages[1]["/Annots"]]
    pages = [reader.get_page_number(link.get_object()) + 1 for link in links]
    texts = [squeezed(text) for text in pdf_pages(written)]
    assert len(pages) == 3 * len(report.sections)  # number, title and page lead there
    for number, section in enumerate(report.sections, start=1):
        (page,) = set(pages[3 * number - 3 : 3 * number])
        assert squeezed(f"{number}{section.title}") in texts[page - 1]
        assert squeezed(f"{number}{section.title}{page}") in texts[1]


def test_bookmarks_name_every_section_and_heading(report, written, read_pdf) -> None:
    chapters, headings = [], []
    for entry in read_pdf(written).outline:
        if isinstance(entry, list):
            headings += [inner.title for inner in entry]
        else:
            chapters.append(entry.title)
    numbered = [f"{number}  {section.title}" for number, section in enumerate(report.sections, start=1)]
    assert chapters == ["Contents", *numbered]
    assert headings == [block.text for block in report.blocks() if isinstance(block, Heading)]


def test_the_document_says_what_it_is(written, read_pdf) -> None:
    reader = read_pdf(written)
    assert reader.metadata.title == "Patients of the northern clinics"
    assert reader.metadata.author == "Ada Lovelace"
    assert reader.metadata.subject == "people.csv"
    assert reader.metadata.creator == f"SDC Desktop {ENGINE_VERSION}"
    assert reader.trailer["/Root"]["/Lang"] == "en"


def test_a_long_table_repeats_title_and_head_on_every_page(report) -> None:
    pages = [
        page for page in pdf_pages(pdf_bytes(with_blocks(report, numbered_table(120)))) if "row-" in page
    ]
    assert len(pages) > 2
    assert all("The long table" in page and "Head one" in page and "Head two" in page for page in pages)
    assert squeezed("".join(pages)).count("row-") == 120
    assert ["(continued)" in page for page in pages] == [False, *[True] * (len(pages) - 1)]


def test_a_table_of_thousands_of_rows_says_how_many_are_left_out_on_paper(report) -> None:
    text = pdf_text(pdf_bytes(with_blocks(report, numbered_table(5000))))
    assert text.count("row-") == 1000
    assert squeezed("4\u202f000 more rows are left out on paper") in text


def test_many_verdicts_leave_the_first_page_one_page(report) -> None:
    worst = Verdict("The worst one of all.", "unsafe", "Not safe: the last job")
    many = replace(report, verdicts=(*report.verdicts * 20, worst))
    pages = pdf_pages(pdf_bytes(many))
    assert "Signature of the officer" in pages[0]
    assert "The worst one of all." in pages[0]
    assert "more verdicts are in the summary" in pages[0]


@pytest.mark.parametrize("paragraphs", range(16, 34, 3))
def test_a_short_table_is_not_torn_apart(report, paragraphs) -> None:
    filling = [Paragraph("A line of text.")] * paragraphs
    pages = pdf_pages(pdf_bytes(with_blocks(report, *filling, numbered_table(6))))
    assert [page.count("row-") for page in pages if "row-" in page] == [6]


@pytest.mark.parametrize("paragraphs", range(16, 34, 3))
def test_a_heading_stays_with_what_it_heads(report, paragraphs) -> None:
    filling = [Paragraph("A line of text.")] * paragraphs
    pages = pdf_pages(pdf_bytes(with_blocks(report, *filling, Heading("A heading"), numbered_table(6))))
    assert all("row-0-" in page for page in pages if "A heading" in page)


@pytest.mark.parametrize("text", ["−1 ≤ √2", "naïve façade Łódź", "Ηλικία", "Семейное положение"])
def test_signs_and_scripts_are_set_as_they_are(report, text) -> None:
    assert squeezed(text) in pdf_text(pdf_bytes(with_blocks(report, Paragraph(text))))


@pytest.mark.parametrize(("text", "told"), [("年齢", "[U+5E74][U+9F62]"), ("a\u202eb", "a[U+202E]b")])
def test_what_no_font_can_show_is_told_by_its_code(report, text, told) -> None:
    assert told in pdf_text(pdf_bytes(with_blocks(report, Paragraph(text))))


def test_markup_in_names_is_text(report) -> None:
    name = '<b>x</b> & <a href="#y">'
    table = Table(name, (Column(name),), ((name,),))
    text = pdf_text(pdf_bytes(with_blocks(replace(report, title=name), Paragraph(name, name), table)))
    assert text.count(squeezed(name)) >= 5


def test_a_very_long_name_without_blanks_is_broken_not_lost(report) -> None:
    name = "x" * 12_000
    table = Table("A table", (Column("Name"), Column("Size", "right")), ((name, "1"),))
    assert pdf_text(pdf_bytes(with_blocks(report, table))).count("x") >= len(name)


def test_a_word_too_long_for_its_column_takes_room_from_the_others(report) -> None:
    word = "Trefferwahrscheinlichkeiten"
    columns = (Column("Name", share=5), Column("What", share=1), Column("Size", "right", share=2))
    table = Table("A table", columns, (("a name", word, "1"),))
    assert word in pdf_text(pdf_bytes(with_blocks(report, table)))


def test_thousands_are_not_torn_apart_at_the_end_of_a_line(report) -> None:
    number = "1\u202f234\u202f567"
    pages = pdf_pages(pdf_bytes(with_blocks(report, Paragraph(" ".join([number] * 60)))))
    lines = [line.strip() for page in pages for line in page.splitlines() if "234" in line]
    assert lines
    assert all(squeezed(line).replace("1234567", "") == "" for line in lines)


def test_an_empty_report_can_be_set(report) -> None:
    bare = replace(report, title="", subject="", author="", purpose="", verdicts=(), sections=())
    assert len(pdf_pages(pdf_bytes(bare))) == 2


def test_text_stays_within_the_margins(written, read_pdf) -> None:
    seen = []

    def look(text, cm, tm, *_) -> None:
        if text.strip():
            seen.append(tm[4] * cm[0] + tm[5] * cm[2] + cm[4])

    for page in read_pdf(written).pages:
        page.extract_text(visitor_text=look)
    assert MARGIN - 1 <= min(seen) <= max(seen) <= PAGE_WIDTH - MARGIN
