"""A report in German: figures with a comma, in texts and in drawings, data values as they are."""

import re
from html import unescape

import pytest

from sdc_desktop.engine import ENGINE_VERSION
from sdc_desktop.report.assemble import build_report
from sdc_desktop.report.html import html_text
from sdc_desktop.report.pdf import pdf_bytes
from sdc_desktop.words.program.languages import words_in
from tests.support.reports import FIELDS, POINT, pdf_pages, shown

COMMA = re.compile(r"(?<![\w,])\d+,\d+(?![\w,])")


@pytest.fixture(scope="module")
def german(result):
    return build_report(result, FIELDS, words_in("de"))


def test_the_html_has_decimal_commas_in_texts_and_drawings(german, report) -> None:
    written, english = html_text(german), html_text(report)
    assert POINT.findall(shown(written)) == []
    assert len(COMMA.findall(shown(written))) >= len(POINT.findall(shown(english))) > 20
    labels = [unescape(text) for text in re.findall(r"<text [^>]*>([^<]*)</text>", written)]
    assert any(COMMA.fullmatch(label) for label in labels)
    assert not any(POINT.fullmatch(label) for label in labels)


def test_coordinates_of_drawings_keep_the_point(german) -> None:
    places = re.findall(r' (?:x|y|cx|cy|width|height)="([^"]*)"', html_text(german))
    assert any("." in place for place in places)
    assert not any("," in place for place in places)


def test_the_pdf_has_decimal_commas(german) -> None:
    text = "\n".join(pdf_pages(pdf_bytes(german))).replace(ENGINE_VERSION, "")
    assert len(COMMA.findall(text)) > 20
    assert POINT.findall(text) == []
