"""The HTML: the same sentences as the PDF, one file, nothing run, nothing fetched, names are only text."""

import re
from dataclasses import replace

import pytest

from sdc_desktop.report import palette
from sdc_desktop.report.html import html_text
from sdc_desktop.report.model import Column, CoverField, KeyFigure, KeyFigures, Paragraph, Section, Table
from sdc_desktop.report.pdf import pdf_bytes
from tests.support.reports import HtmlPage, pdf_text, sentences, squeezed

HOSTILE = "\"><script>alert(1)</script><img src=x onerror=alert(1)>' onload='&lt;"


@pytest.fixture(scope="module")
def written(report) -> str:
    return html_text(report)


def test_two_runs_give_the_same_text(report, written) -> None:
    assert html_text(report) == written


def test_html_and_pdf_say_the_same(report, written) -> None:
    told = sentences(report)
    assert len(told) > 100
    html, pdf = squeezed(HtmlPage(written).text), pdf_text(pdf_bytes(report))
    assert [text for text in told if text not in html] == []
    assert [text for text in told if text not in pdf and not torn_over_pages(text, pdf)] == []


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
        purpose=HOSTILE,
        author=HOSTILE,
        fields=(CoverField(HOSTILE, HOSTILE),),
        signatures=(CoverField(HOSTILE, HOSTILE),),
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
    ids = [a["id"] for tag, a in page.tags if tag == "section"]
    assert links == [f"#{key}" for key in ids] == [f"#{section.key}" for section in report.sections]


def test_every_colour_is_defined_for_light_and_dark(written) -> None:
    light, dark = written.split("@media (prefers-color-scheme:dark)")[:2]
    for name in set(re.findall(r"var\(--([a-z]+)\)", written)):
        assert f"--{name}:{palette.LIGHT[name]}" in light
        assert f"--{name}:{palette.DARK[name]}" in dark


def test_charts_are_named_for_those_who_cannot_see_them(written) -> None:
    charts = [a for tag, a in HtmlPage(written).tags if tag == "svg"]
    assert [a for a in charts if a.get("role") == "img"]
    assert all(a.get("aria-label") or a.get("aria-hidden") for a in charts)


def test_heads_of_tables_say_that_they_are_heads(written) -> None:
    heads = [a for tag, a in HtmlPage(written).tags if tag == "th"]
    assert heads
    assert all(a.get("scope") == "col" for a in heads)
