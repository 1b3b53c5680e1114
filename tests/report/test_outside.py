"""The external edition of tables: no true value of a suppressed cell, no bound, cost or cause anywhere."""

import re
from functools import cache

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.tables.table.result import TableResult
from sdc_desktop.engine.plan import read_plan
from sdc_desktop.engine.plan_result import PlanResult
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.report.annex.files import annex_files
from sdc_desktop.report.assemble import build_report
from sdc_desktop.report.html import html_text
from sdc_desktop.report.pdf import pdf_bytes
from sdc_desktop.resources import resource_path
from sdc_desktop.sheets.blocks import PublishedTable
from sdc_desktop.words import Words
from tests.support.reports import FIELDS, pdf_everything, squeezed

PLANS = ("demo/enterprises/enterprises.sdcplan", "self_test/table.sdcplan")
LEAST = 1000  # smaller numbers are met by chance


@cache
def result_of(name: str) -> PlanResult:
    path = resource_path("demo").parent / name
    return evaluate_plan(read_plan(path), path.parent, JobContext())


@cache
def stated(name: str, edition: str) -> frozenset[str]:
    """Every whole number in PDF (text, alternative texts, bookmarks, metadata), twin and annex."""
    result = result_of(name)
    report = build_report(result, FIELDS, Words(), edition=edition)
    annex = b"\n".join(annex_files(result, report, Words()).values()).decode("utf-8")
    text = html_text(report).replace("\u202f", "") + " " + annex.replace("\u202f", "")
    numbers = set(re.findall(r"(?<![\w.#])\d+(?![\w.])", text))
    return frozenset(numbers | set(re.findall(r"\d+", pdf_everything(pdf_bytes(report)))))


def tables(name: str) -> list[TableResult]:
    return [job.result for job in result_of(name).jobs if isinstance(job.result, TableResult)]


def hidden(name: str) -> set[str]:
    """True values, bounds and costs that are those of no published cell."""
    published = {cell.published for one in tables(name) for cell in one.cells if cell.published is not None}
    found = set()
    for one in tables(name):
        for cell in one.cells:
            if cell.published is None:
                found |= {cell.value, cell.lower, cell.upper}
        found.add(one.cost)
    whole = {int(value) for value in found - {None} - published if value == int(value) and value >= LEAST}
    return {str(value) for value in whole - {int(value) for value in published}}


@pytest.mark.parametrize("name", PLANS)
def test_no_value_bound_or_cost_of_a_suppressed_cell_is_stated_outside(name) -> None:
    secret = hidden(name)
    assert len(secret) > 3 or name != PLANS[0]
    assert secret & stated(name, "external") == set()


def test_the_search_would_find_what_is_stated_inside() -> None:
    assert hidden(PLANS[0]) & stated(PLANS[0], "internal")


@pytest.mark.parametrize("name", PLANS)
def test_the_published_table_has_one_sign_for_every_suppressed_cell_outside(name) -> None:
    report = build_report(result_of(name), FIELDS, Words(), edition="external")
    found = [block for block in report.blocks() if isinstance(block, PublishedTable)]
    kinds = {cell.kind for one in found for page in one.pages for row in page.cells for cell in row}
    signs = {
        cell.text
        for one in found
        for page in one.pages
        for row in page.cells
        for cell in row
        if cell.kind == "withheld"
    }
    assert kinds <= {"shown", "empty", "withheld"}
    assert signs <= {"x"}
    text = squeezed(html_text(report))
    assert "unsafe,suppressed" not in text
    assert "suppressedwiththem" not in text
