"""The HTML: the same sentences as the PDF, one file, nothing run, nothing fetched, names are only text."""

import re
from dataclasses import replace
from itertools import pairwise

import pytest

from sdc_desktop.report import palette
from sdc_desktop.report.html import STYLE, html_text
from sdc_desktop.report.model import Product, Section
from sdc_desktop.report.pdf import pdf_bytes
from sdc_desktop.sheets.blocks import Column, CoverField, Figure, KeyFigure, KeyFigures, Paragraph, Table
from tests.support.reports import HtmlPage, pdf_text, sentences, squeezed

HOSTILE = "\"><script>alert(1)</script><img src=x onerror=alert(1)>' onload='&lt;"


@pytest.fixture(scope="module")
def written(report) -> str:
    return html_text(report)


def test_two_runs_give_the_same_text(report, written) -> None:
    assert html_text(report) == written


def test_html_and_pdf_say_the_same(report, written) -> None:
    shown = sentences(report)
    assert len(shown) > 100
    html, pdf = squeezed(HtmlPage(written).text), pdf_text(pdf_bytes(report))
    assert [text for text in shown if text not in html] == []
    assert [text for text in shown if text not in pdf and not torn_over_pages(text, pdf)] == []


def torn_over_pages(text: str, pdf: str) -> bool:
    """Whether a paragraph begins at the end of one page and goes on after the next one's head."""
    return any(text[:cut] in pdf and text[cut:] in pdf for cut in range(10, len(text) - 9))


def hostile(report):
    column = (Column(HOSTILE), Column(HOSTILE, "right"))
    blocks = (
        Paragraph(HOSTILE, HOSTILE),
        KeyFigures((KeyFigure(HOSTILE, HOSTILE, HOSTILE),)),
        Table(HOSTILE, column, ((HOSTILE, HOSTILE),), HOSTILE),
    )
    return replace(
        report,
        title=HOSTILE,
        subject=HOSTILE,
        organisation=HOSTILE,
        author=HOSTILE,
        fields=(CoverField(HOSTILE, HOSTILE),),
        products=(Product(HOSTILE, HOSTILE, "safe", HOSTILE, HOSTILE),),
        sections=(Section(HOSTILE, blocks, "hostile"),),
    )


def test_names_cannot_become_markup(report) -> None:
    page = HtmlPage(html_text(hostile(report)))
    assert {tag for tag, _ in page.tags} & {"script", "img", "iframe", "object", "link", "a:href"} == set()
    names = {name for _, attributes in page.tags for name in attributes}
    assert not [name for name in names if name.startswith("on")]
    assert page.text.count("<script>alert(1)</script>") >= 10


def test_names_of_variables_reach_charts_as_text(report) -> None:
    figures = [block for block in report.blocks() if type(block).__name__ == "Figure"]
    charts = tuple(
        replace(chart, categories=(HOSTILE,) * len(chart.categories))
        if hasattr(chart, "categories")
        else replace(chart, title=HOSTILE)
        for figure in figures
        for chart in figure.charts
    )
    section = Section("Charts", (replace(figures[0], charts=charts),), "charts")
    page = HtmlPage(html_text(replace(report, sections=(section,))))
    assert "script" not in {tag for tag, _ in page.tags}
    assert '"><s' in page.text


def test_nothing_is_fetched_or_run(written) -> None:
    page = HtmlPage(written)
    links = [a["href"] for _, a in page.tags if "href" in a]
    assert links
    assert all(link is not None and link.startswith("#") for link in links)
    assert not [tag for tag, a in page.tags if tag in ("script", "link") or "src" in a]
    assert not re.search(r"https?:|url\(|@import|javascript:", written)
    policies = [a["content"] for _, a in page.tags if a.get("http-equiv") == "Content-Security-Policy"]
    assert policies == ["default-src 'none'; style-src 'unsafe-inline'"]


def test_contents_link_to_sections_that_are_there(report, written) -> None:
    page = HtmlPage(written)
    links = [a["href"] for tag, a in page.tags if tag == "a"]
    ids = [a["id"] for tag, a in page.tags if tag == "section" and "id" in a]
    assert links == ["#main", *(f"#{key}" for key in ids)]
    assert ids == [section.key for section in report.sections]


def test_every_colour_is_defined_for_light_and_dark(written) -> None:
    light, dark = written.split("@media (prefers-color-scheme:dark)")[:2]
    for name in set(re.findall(r"var\(--([a-z_]+)\)", written)):
        assert f"--{name}:{palette.LIGHT[name]}" in light
        assert f"--{name}:{palette.DARK[name]}" in dark


def test_figures_say_what_they_show_and_drawings_are_passed_over(report, written) -> None:
    tags = HtmlPage(written).tags
    named = [a["aria-label"] for tag, a in tags if tag == "figure"]
    shown = [block for block in report.blocks() if isinstance(block, Figure)]
    assert [label.endswith(block.alt) for label, block in zip(named, shown, strict=True)] == [True] * len(
        shown
    )
    assert all(a["role"] == "img" for tag, a in tags if tag == "figure")
    assert all(a.get("aria-hidden") == "true" for tag, a in tags if tag == "svg")


def test_heads_of_rows_and_columns_say_so_and_wide_tables_can_have_the_focus(written) -> None:
    tags = HtmlPage(written).tags
    heads = [a.get("scope") for tag, a in tags if tag == "th"]
    assert set(heads) == {"col", "row"}
    regions = [a for tag, a in tags if tag == "div" and a.get("class") == "table"]
    assert len(regions) == sum(tag == "table" for tag, _ in tags)
    assert all(a["role"] == "region" and a["tabindex"] == "0" and a["aria-label"] for a in regions)


def test_the_focus_follows_the_text_and_no_target_is_too_small(written) -> None:
    tags = HtmlPage(written).tags
    stops = [(tag, a) for tag, a in tags if (tag == "a" and "href" in a) or "tabindex" in a]
    assert stops[0][1]["class"] == "skip"
    assert stops[0][1]["href"] == "#main"
    assert {a.get("tabindex", "0") for _, a in stops} == {
        "0",
        "-1",
    }  # in the order of the text, and by the link alone
    assert [a["id"] for _, a in stops if a.get("tabindex") == "-1"] == ["main"]
    targets = [str(a["href"])[1:] for tag, a in stops if tag == "a"]
    ids = [a["id"] for _, a in tags if "id" in a]
    assert set(targets) <= set(ids)
    assert [one for one in ids if one in targets[1:]] == targets[
        1:
    ]  # the contents name the chapters in order
    for rule in ("nav a{display:inline-block;min-height:24px;", "color:var(--accent);padding:.5rem 1rem}"):
        assert rule in STYLE  # 24 CSS pixels at least


def test_headings_leap_no_level(written) -> None:
    levels = [int(tag[1]) for tag, _ in HtmlPage(written).tags if re.fullmatch(r"h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def luminance(colour: str) -> float:
    shares = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [palette.LIGHT, palette.DARK], ids=["light", "dark"])
def test_letters_and_fillings_can_be_distinguished_from_what_is_behind_them(theme) -> None:
    for grade in ("safe", "reservations", "unsafe", "open"):
        assert contrast(theme[grade], theme[f"{grade}_tint"]) >= 4.5
        assert contrast(theme["ink"], theme[f"{grade}_tint"]) >= 7
        assert contrast(theme["muted"], theme[f"{grade}_tint"]) >= 4.5
    assert contrast(theme["ink"], theme["pale"]) >= 4.5
    assert contrast(theme["muted"], theme["paper"]) >= 4.5
    assert contrast(theme["muted"], theme["tint"]) >= 4.5
    for filling in ("accent", "second", "third"):
        assert contrast(theme[filling], theme["paper"]) >= 3


def figures_of(written: str) -> list[tuple[list[str], list[str]]]:
    """Of each figure the drawings that are shown where the page is wide, and where it is narrow."""
    found = [part.split('<div class="narrow">') for part in re.findall("<figure .*?</figure>", written, re.S)]
    return [
        (re.findall("<svg .*?</svg>", wide), re.findall("<svg .*?</svg>", narrow)) for wide, narrow in found
    ]


def test_every_figure_is_drawn_for_wide_and_for_narrow_pages_with_letters_that_can_be_read(written) -> None:
    figures = figures_of(written)
    assert len(figures) > 2
    for wide, narrow in figures:
        assert len(wide) == len(narrow) > 0
        for svg in narrow:  # a narrow page leaves some 360 pixels
            width = float(re.findall(r'viewBox="0 0 ([0-9.]+)', svg)[0])
            assert all(float(size) * 360 / width >= 9.5 for size in re.findall(r'font-size="([0-9.]+)"', svg))


def test_a_stacked_table_has_the_head_of_its_column_in_every_cell(report) -> None:
    table = Table("Many", tuple(Column(f"head {n}") for n in range(3)), (("a", "b", "c"), ("d", "e", "f")))
    page = HtmlPage(html_text(replace(report, sections=(Section("Tables", (table,), "tables"),))))
    heads = [attributes.get("data-head") for tag, attributes in page.tags if tag == "td"]
    assert [head for head in heads if head and head.startswith("head")] == ["head 1", "head 2"] * 2
    assert "stacked" in [a.get("class") for tag, a in page.tags if tag == "table"]


def test_every_class_of_the_page_is_known_to_its_style(written) -> None:
    page = HtmlPage(written)
    used = {name for _, a in page.tags for name in (a.get("class") or "").split()}
    assert used - {name for name in used if f".{name}" in STYLE} == set()
