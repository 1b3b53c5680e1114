"""Names and categories that would be markup, hide, turn the reading or never end: shown letter by letter."""

import json
from pathlib import Path
from unicodedata import normalize

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.project.project import ReportFields
from sdc_desktop.report.alt import LONGEST
from sdc_desktop.report.annex.files import annex_files
from sdc_desktop.report.assemble import build_report
from sdc_desktop.report.html import html_text
from sdc_desktop.report.model import Report
from sdc_desktop.report.pdf import pdf_bytes
from sdc_desktop.report.shown import shown, shown_in_html
from sdc_desktop.sheets.blocks import Figure
from sdc_desktop.words import Words
from tests.support.reports import HtmlPage, pdf_everything, squeezed

GOLDEN = json.loads((Path(__file__).parent / "golden" / "shown.json").read_text(encoding="utf-8"))
UNREAD = {"\x00", "\n", "\r"}  # which no file of records has within a value
HOSTILE = [
    value for value, _ in GOLDEN if value.strip() and not UNREAD & set(value) and value == value.strip()
]
HOSTILE += [
    "<script>alert(1)</script>",
    "</title><b>",
    "=1+1",
    "x" * 300,
    "W" * 300,
    "{name} {0} %s",
    "\u202etxt.exe",
]
VARIABLE, JOB = '#eval("1")[*b*]\u202e', "first step"


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hostile")
    quoted = ['"' + value.replace('"', '""') + '"' for value in HOSTILE]
    name = '"' + VARIABLE.replace('"', '""') + '"'
    rows = [f"{quoted[n % len(quoted)]};{'ab'[n % 2]}" for n in range(12 * len(quoted))]
    (folder / "people.csv").write_text("\n".join([f"{name};side", *rows]) + "\n", encoding="utf-8")
    table = {
        "dimensions": [{"variable": VARIABLE}, {"variable": "side"}],
        "rules": [{"kind": "threshold", "n": 3}],
    }
    jobs = [
        {"name": JOB, "kind": "table", "params": table, "output": {"path": "table.csv"}},
        {"name": "risk", "kind": "risk", "params": {}},
    ]
    roles = {VARIABLE: {"role": "key"}, "side": {"role": "key"}}
    data = {"path": "people.csv", "delimiter": ";", "variables": roles}
    plan = plan_from_json({"schema": 2, "data": data, "jobs": jobs})
    return evaluate_plan(plan, folder, JobContext())


@pytest.fixture(scope="module", params=["internal", "external"])
def report(request, result) -> Report:
    texts = {
        name: HOSTILE[at]
        for at, name in enumerate(("title", "officer", "recipient", "organisation", "reason"))
    }
    scenario = {"name": "*a* #b", "knows": HOSTILE[3], "measure": "highest", "tolerated": 1}
    fields = ReportFields.model_validate({**texts, "date": "2026-01-31", "scenarios": [scenario]})
    return build_report(result, fields, Words(), edition=request.param)


def test_every_name_and_category_is_in_the_pdf_letter_by_letter(report) -> None:
    text = normalize("NFKC", pdf_everything(pdf_bytes(report)))  # a ligature is read as its letters
    wanted = (normalize("NFKC", squeezed(shown(value))) for value in (VARIABLE, JOB, *HOSTILE))
    assert [value for value in wanted if value not in text] == []


def test_every_name_and_category_is_text_of_the_twin_and_nothing_of_it_hides(report) -> None:
    written = html_text(report)
    page = HtmlPage(written)
    assert [
        value for value in (VARIABLE, *HOSTILE) if squeezed(shown_in_html(value)) not in squeezed(page.text)
    ] == []
    assert {"script", "b"} & {tag for tag, _ in page.tags} == set()
    assert not any("\u202a" <= sign <= "\u202e" or "\x00" <= sign < "\n" for sign in written)


def test_alternative_texts_keep_their_length(report) -> None:
    figures = [block for block in report.blocks() if isinstance(block, Figure)]
    assert figures
    assert all(0 < len(figure.alt) <= LONGEST for figure in figures)


def test_no_spreadsheet_runs_a_category_of_the_annex(result, report) -> None:
    for name, content in annex_files(result, report, Words()).items():
        if name.endswith(".csv"):
            fields = content.decode("utf-8").replace("\n", ",").split(",")
            assert not any(field.lstrip('"').startswith(("=", "@")) for field in fields)
