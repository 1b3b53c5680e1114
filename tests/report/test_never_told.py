"""What a report must never tell: values of respondents, and outside the house what helps an intruder."""

import re
import zlib

import pytest

from sdc_desktop.engine.plan_secrets import Secret
from sdc_desktop.report.assemble import build_report
from sdc_desktop.report.html import html_text
from sdc_desktop.report.pdf import pdf_bytes
from sdc_desktop.words import Words
from tests.support.reports import FIELDS, HtmlPage, pdf_text, records
from tests.support.secret import digits


def everything(report) -> str:
    """All that is in both files: texts, attributes, and the raw streams of the PDF."""
    written = pdf_bytes(report)
    streams = [unpacked(found) for found in re.findall(rb"stream\r?\n(.*?)endstream", written, re.DOTALL)]
    raw = b"".join([written, *streams]).decode("latin-1")
    return html_text(report) + pdf_text(written) + raw


def unpacked(stream: bytes) -> bytes:
    try:
        return zlib.decompress(stream)
    except zlib.error:
        return stream


@pytest.fixture(scope="module", params=["internal", "external"])
def stated(request, result) -> str:
    return everything(build_report(result, FIELDS, Words(), edition=request.param))


def test_no_cell_of_any_column_of_words_is_stated(stated) -> None:
    cells = {cell for direct, _, state, ill in records() for cell in (direct, state, ill)}
    assert len(cells) == 40 + 3 + 7
    assert [cell for cell in cells if cell in stated] == []


def test_no_label_of_a_sensitive_hierarchy_is_stated(stated) -> None:
    assert "secret-" not in stated


def test_the_search_would_find_what_is_stated(stated) -> None:
    assert "disease" in stated
    assert "protected.csv" in stated


def test_fingerprints_are_for_the_internal_edition_only_and_secrets_for_none(result) -> None:
    editions = {
        edition: HtmlPage(html_text(build_report(result, FIELDS, Words(), edition=edition))).text
        for edition in ("internal", "external")
    }
    mark = Secret.of(digits()).facts.fingerprint
    assert mark in editions["internal"]
    assert mark not in editions["external"]
    assert not any(digits() in text for text in editions.values())


def test_counts_of_unique_records_are_for_the_internal_edition_only(result) -> None:
    before, after = result.jobs[1].result.before, result.jobs[1].result.after
    assert before.uniques > 0
    internal = HtmlPage(html_text(build_report(result, FIELDS, Words()))).text
    external = HtmlPage(html_text(build_report(result, FIELDS, Words(), edition="external"))).text
    assert f"{before.uniques}\u202f→\u202f{after.uniques}" in internal
    assert f"{before.uniques}\u202f→" not in external
    assert "Unique records" not in external


def test_the_external_edition_says_that_it_is(result) -> None:
    text = HtmlPage(html_text(build_report(result, FIELDS, Words(), edition="external"))).text
    assert "External edition" in text
    assert "Internal edition" not in text
