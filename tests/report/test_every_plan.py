"""The report on every demo, self-test and example, in both editions and languages: budget and structure."""

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pikepdf
import pypdf
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import read_plan
from sdc_desktop.engine.plan_result import PlanResult
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.engine.verdict import Grade
from sdc_desktop.report.assemble import build_report
from sdc_desktop.report.budget import MOST_PAGES
from sdc_desktop.report.html import html_text
from sdc_desktop.report.model import Report
from sdc_desktop.report.pdf import pdf_bytes
from sdc_desktop.report.sections.before_after import MOST_JOBS
from sdc_desktop.resources import resource_path
from sdc_desktop.sheets.blocks import Figure, Table
from sdc_desktop.words.program.languages import words_in
from tests.support.reports import FIELDS, HtmlPage, below, pdf_pages, squeezed, structure

RESOURCES = resource_path("demo").parent
PLANS = sorted(
    path.relative_to(RESOURCES).as_posix()
    for folder in ("demo", "self_test", "help/examples")
    for path in (RESOURCES / folder).rglob("*.sdcplan")
)
LEVELS = {"/H1": 1, "/H2": 2, "/H3": 3}
LEAST_INK = 0.12  # of the height of a page, from its first to its last line of text
VARIANTS = [(edition, language) for edition in ("internal", "external") for language in ("en", "de")]


@cache
def result_of(name: str) -> PlanResult:
    path = RESOURCES / name
    return evaluate_plan(read_plan(path), path.parent, JobContext())


@cache
def report_on(name: str, edition: str, language: str) -> Report:
    return build_report(result_of(name), FIELDS, words_in(language), edition=edition)


@cache
def pdf_of(name: str, edition: str, language: str) -> bytes:
    return pdf_bytes(report_on(name, edition, language))


def ink(page: pypdf.PageObject) -> float:
    """How much of a page's height lies between its first and last text, without the foot."""
    heights: list[float] = []

    def visit(text: str, cm: list[float], matrix: list[float], *_more: object) -> None:
        if text.strip():
            heights.append(cm[3] * matrix[5] + cm[5])

    page.extract_text(visitor_text=visit)
    body = [height for height in heights if height > 60]
    return (max(body) - min(body)) / float(page.mediabox.height) if body else 0.0


@pytest.mark.parametrize("name", PLANS)
def test_every_plan_has_a_report_within_its_budget_in_both_editions_and_languages(name) -> None:
    for edition, language in VARIANTS:
        written = pdf_of(name, edition, language)
        with pikepdf.open(BytesIO(written)) as pdf:
            if len(result_of(name).jobs) <= MOST_JOBS:
                assert len(pdf.pages) <= MOST_PAGES, (edition, language)
            assert str(pdf.Root.Lang) == language
            found = list(structure(pdf))
            levels = [LEVELS[str(one.S)] for one in found if str(one.S) in LEVELS]
            assert levels[0] == 1
            assert all(after <= before + 1 for before, after in pairwise(levels))
            assert all(len(str(one.Alt)) >= 20 for one in found if one.S == "/Figure")
            for table in (one for one in found if one.S == "/Table"):
                assert any(one.S == "/TH" for one in below(table))
        *pages, _last = pypdf.PdfReader(BytesIO(written)).pages  # the end of the annex may be short
        assert [number for number, page in enumerate(pages, 1) if ink(page) < LEAST_INK] == []


@pytest.mark.parametrize("name", PLANS)
def test_no_report_recommends_more_than_its_verdict_and_both_editions_agree(name) -> None:
    result = result_of(name)
    internal, external = (report_on(name, edition, "en") for edition in ("internal", "external"))
    assert internal.verdict.mark == external.verdict.mark
    assert len(internal.verdict.reasons) == len(external.verdict.reasons)
    for report in (internal, external):
        advised = "We recommend releasing" in report.recommendation
        if not advised:
            continue
        grades = {job.verdict.grade for job in result.jobs}
        assert grades & {Grade.SAFE, Grade.RESERVATIONS}
        if "once the reservations" not in report.recommendation and "Do not" not in report.recommendation:
            assert result.verdict.grade in (Grade.SAFE, Grade.OPEN)
    if result.verdict.grade is not Grade.SAFE:
        assert "Every condition set for the released files is met." not in internal.verdict.text
    if any(reason.grade is not Grade.SAFE for reason in result.verdict.reasons):
        assert internal.verdict.mark != "safe"


@pytest.mark.parametrize("name", PLANS)
def test_no_report_names_a_folder_of_the_machine(name) -> None:
    folder = Path(RESOURCES).as_posix()
    for edition in ("internal", "external"):
        report = report_on(name, edition, "en")
        text = html_text(report) + squeezed("".join(pdf_pages(pdf_of(name, edition, "en"))))
        assert folder not in text


@pytest.mark.parametrize("name", PLANS)
def test_every_twin_is_balanced_fetches_nothing_and_its_headings_leap_no_level(name) -> None:
    for language in ("en", "de"):
        page = HtmlPage(html_text(report_on(name, "internal", language)))
        tags = [tag for tag, _ in page.tags]
        levels = [int(tag[1]) for tag in tags if tag in ("h1", "h2", "h3", "h4")]
        assert levels[0] == 1
        assert levels.count(1) == 1
        assert all(after <= before + 1 for before, after in pairwise(levels))
        assert {"script", "link", "img", "iframe", "object"} & set(tags) == set()
        assert dict(page.tags)["html"]["lang"] == language
        assert all("src" not in given for _, given in page.tags)
        assert all(str(given.get("href", "#")).startswith("#") for _, given in page.tags)
        captions, tables = tags.count("caption"), tags.count("table")
        assert captions == tables
        assert all(given.get("scope") in ("row", "col") for tag, given in page.tags if tag == "th")


@pytest.mark.parametrize("name", PLANS)
def test_checklist_decision_and_signatures_are_on_one_page(name) -> None:
    pages = [squeezed(page) for page in pdf_pages(pdf_of(name, "internal", "en"))]
    last, signed = squeezed("A second person has read this report."), squeezed("Place, date, signature")
    assert [signed in page for page in pages if last in page] == [True]
    assert sum(signed in page for page in pages) == 1


@pytest.mark.parametrize("edition", ["internal", "external"])
def test_what_was_not_examined_is_never_safe(edition) -> None:
    rows = [
        row
        for name in PLANS
        for block in report_on(name, edition, "en").blocks()
        if isinstance(block, Table) and block.title == "What protects a suppressed cell"
        for row in block.rows
    ]
    assert rows
    assert [row for row in rows if row[2] == "not examined" and row[3].mark == "safe"] == []


def test_the_checklist_has_ten_questions_whatever_the_plan() -> None:
    for name in PLANS:
        report = report_on(name, "internal", "en")
        (checklist,) = (block for block in report.blocks() if type(block).__name__ == "Checklist")
        assert len(checklist.questions) == 10, name
        assert not isinstance(checklist, Table)


def numbers_of(part: object) -> Iterator[float]:
    """Every number of a chart, and how many parts each of its lists has."""
    if isinstance(part, bool) or part is None:
        return
    if isinstance(part, int | float):
        yield float(part)
    elif isinstance(part, str):
        yield from (float(found) for found in re.findall(r"\d+(?:\.\d+)?", part.replace(",", ".")))
    elif isinstance(part, tuple):
        yield len(part)
        for entry in part:
            yield from numbers_of(entry)
        if part and all(hasattr(entry, "number") for entry in part):
            yield sum(entry.number for entry in part)
    elif is_dataclass(part):
        for field in fields(part):
            yield from numbers_of(getattr(part, field.name))


def is_stated(text: str, known: list[float]) -> bool:
    """Whether a number of an alternative text is one of these, as it is rounded there."""
    number, decimals = float(text), len(text.partition(".")[2])
    slack = 0.51 * 10.0**-decimals
    return any(abs(abs(one) - number) <= max(slack, 5.1e-4 * number) for one in known)


@pytest.mark.parametrize("name", PLANS)
def test_numbers_of_alternative_texts_are_those_of_the_figures(name) -> None:
    for edition, language in VARIANTS:
        mark = words_in(language).decimal_mark
        for figure in (one for one in report_on(name, edition, language).blocks() if isinstance(one, Figure)):
            alt = figure.alt.replace("\u202f", "").replace(mark, ".")
            known = [*numbers_of(figure.charts), *numbers_of(figure.title), *numbers_of(figure.reading)]
            found = re.findall(r"\d+(?:\.\d+)?", alt)
            assert [text for text in found if not is_stated(text, known)] == [], (figure.title, figure.alt)
