"""Building a report from a plan and writing it: what it says, what it refuses, what it leaves alone."""

import hashlib
import json
from dataclasses import replace

import pytest

from sdc_desktop.engine.context import Cancelled, JobContext
from sdc_desktop.engine.plan import plan_from_json, plan_to_text, read_plan, without_secrets
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import run_plan
from sdc_desktop.project.project import ReportFields
from sdc_desktop.report.assemble import build_report, report_plan, write_report
from sdc_desktop.report.html import html_text
from sdc_desktop.report.pdf import pdf_bytes
from sdc_desktop.words import Words
from tests.support.reports import (
    FIELDS,
    HtmlPage,
    pdf_text,
    plan_json,
    section_of,
    sentences,
    squeezed,
    write_data,
)


def made(plan_file, name, context=None, **more):
    out = plan_file.parent / name
    plan = read_plan(plan_file)
    report_plan(plan, plan_file.parent, out, FIELDS, Words(), context or JobContext(), **more)
    return out


def codes(refusal):
    return [problem.code for problem in refusal.value.problems]


def test_the_suffix_chooses_the_format(plan_file) -> None:
    assert made(plan_file, "report.pdf").read_bytes().startswith(b"%PDF-")
    assert made(plan_file, "report.HTML").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_another_suffix_is_refused_before_anything_is_read(plan_file) -> None:
    (plan_file.parent / "people.csv").unlink()
    with pytest.raises(Refused) as refusal:
        made(plan_file, "report.docx")
    assert codes(refusal) == ["report.suffix"]
    assert not (plan_file.parent / "report.docx").exists()


def test_a_report_never_goes_over_a_file_that_the_plan_reads(plan_file) -> None:
    (plan_file.parent / "ms.csv").rename(plan_file.parent / "ms.html")
    plan_file.write_text(plan_file.read_text(encoding="utf-8").replace("ms.csv", "ms.html"), encoding="utf-8")
    before = (plan_file.parent / "ms.html").read_bytes()
    with pytest.raises(Refused) as refusal:
        made(plan_file, "ms.html")
    assert codes(refusal) == ["plan.output_over_input"]
    assert (plan_file.parent / "ms.html").read_bytes() == before


@pytest.mark.parametrize("name", ["report.pdf", "report.html"])
def test_a_refused_plan_leaves_the_previous_report(plan_file, name) -> None:
    out = made(plan_file, name)
    before = out.read_bytes()
    data = json.loads(plan_file.read_text(encoding="utf-8"))
    data["jobs"][0]["params"]["user_points"] = {"yob": 60, "ms": 39}
    plan_file.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(Refused):
        made(plan_file, name)
    assert out.read_bytes() == before


def test_cancelling_leaves_the_previous_report(plan_file) -> None:
    out = made(plan_file, "report.pdf")
    before = out.read_bytes()
    seen = []
    context = JobContext(
        on_progress=lambda f, step: seen.append(step), is_cancelled=lambda: "reporting" in seen
    )
    (plan_file.parent / "people.csv").write_text(
        (plan_file.parent / "people.csv").read_text(encoding="utf-8")
        + "secret-id-41;1961;zq-single;secret-ill-1\n",
        encoding="utf-8",
    )
    with pytest.raises(Cancelled):
        made(plan_file, "report.pdf", replace(context, is_cancelled=lambda: len(seen) > 3))
    assert out.read_bytes() == before
    assert sorted(path.name for path in plan_file.parent.iterdir() if path.name.startswith(".")) == []


def test_a_report_of_a_plan_writes_no_protected_records(plan_file) -> None:
    before = {path.name for path in plan_file.parent.iterdir()}
    made(plan_file, "report.pdf")
    assert {path.name for path in plan_file.parent.iterdir()} == before | {"report.pdf"}


def test_a_folder_that_is_not_there_is_a_problem(report, tmp_path) -> None:
    with pytest.raises(Refused) as refusal:
        write_report(report, tmp_path / "missing" / "report.pdf")
    assert codes(refusal) == ["file.no_folder"]


def marks(report) -> list[str]:
    """The marks of the jobs in chapter 1."""
    (findings,) = (block for block in report.blocks() if getattr(block, "title", "") == "Findings by step")
    return [row[1].mark for row in findings.rows]


def test_the_report_has_a_cover_and_nine_chapters_where_there_is_no_table(report) -> None:
    assert [section.key for section in report.sections] == [
        *("glance", "data", "done", "risk", "utility"),
        *("limits", "conditions", "checklist", "annex"),
    ]


def test_nothing_is_judged_safe_while_no_condition_is_set(report) -> None:
    assert {report.verdict.mark, *marks(report)} == {"unsafe"}


def test_both_editions_have_the_same_grades_and_as_many_reasons(result) -> None:
    inner, outer = (build_report(result, FIELDS, Words(), edition=one) for one in ("internal", "external"))
    assert (inner.verdict.mark, len(inner.verdict.reasons)) == (
        outer.verdict.mark,
        len(outer.verdict.reasons),
    )
    assert marks(inner) == marks(outer)
    assert [one.mark for one in inner.products] == [one.mark for one in outer.products]


def test_the_finding_follows_the_unique_records(result) -> None:
    for done in result.jobs:
        text = section_of(result, done.name).blocks[0].text
        assert text.startswith("At risk:") == (done.result.after.uniques > 0)


def test_checksums_of_inputs_plan_and_outputs_are_stated(report, result) -> None:
    shown = sentences(report)
    plan = hashlib.sha256(plan_to_text(without_secrets(result.opened.plan)).encode()).hexdigest()
    outputs = [sha for job in result.jobs for sha in job.files.values()]
    assert len(outputs) == 2
    assert [sha for sha in (*result.opened.inputs.values(), plan, *outputs) if sha not in shown] == []


def test_what_the_officer_left_open_stays_open(result) -> None:
    report = build_report(result, ReportFields(), Words())
    assert report.title == "Disclosure risk report"
    assert {entry.value for entry in report.fields} == {""}
    assert report.organisation == ""


@pytest.mark.parametrize(
    "names",
    [
        ("Ναι", "Έτος γέννησης", "état civil", "Krankheit ß"),
        ("<script>", "a & b", "</table>", "'; DROP"),
        ("id", "x" * 300, "年齢", "\u202eabc"),
    ],
)
def test_unusual_names_are_stated_in_both_formats(tmp_path, names) -> None:
    write_data(tmp_path, names)
    result = run_plan(plan_from_json(plan_json(names)), tmp_path, tmp_path / "out", JobContext())
    report = build_report(result, FIELDS, Words())
    html, pdf = HtmlPage(html_text(report)).text, pdf_text(pdf_bytes(report))
    for name in names[:2]:
        assert name in html
        assert squeezed(name) in pdf
    assert "\u202e" not in html


def test_thousands_of_variables_can_be_reported(tmp_path) -> None:
    names = [f"variable_{n}" for n in range(600)]
    rows = [",".join(["1"] * 600), ",".join(["2"] * 600)]
    (tmp_path / "wide.csv").write_text("\n".join([",".join(names), *rows]) + "\n", encoding="utf-8")
    plan = plan_from_json({"schema": 2, "data": {"path": "wide.csv"}, "jobs": []})
    result = run_plan(plan, tmp_path, tmp_path / "out", JobContext())
    text = pdf_text(pdf_bytes(build_report(result, FIELDS, Words())))
    assert "variable_39" in text
    assert "560morevariables" in text


@pytest.mark.parametrize(
    ("params", "told"),
    [
        ({"alpha": 0}, "0 % goes to utility and 100 % to privacy"),
        ({"alpha": 1}, "100 % goes to utility and 0 % to privacy"),
        ({"user_points": {"ms": 100}, "intruder_points": {"ms": 100}}, "yob has no effective points"),
        ({"user_points": {"ms": 100}}, "Only privacy counts for yob"),
        ({"min_privacy": {"yob": {"degree": 2}}}, "Lower bounds were set on utility or privacy."),
        ({"override": {"yob": 3}}, "Level of yob set manually"),
    ],
)
@pytest.mark.parametrize("edition", ["internal", "external"])
def test_every_way_of_setting_anopi_is_stated(plan_file, params, told, edition) -> None:
    data = json.loads(plan_file.read_text(encoding="utf-8"))
    data["jobs"] = [{"name": "a", "kind": "anopi", "params": params}]
    plan_file.write_text(json.dumps(data), encoding="utf-8")
    page = HtmlPage(made(plan_file, "report.html", edition=edition).read_text(encoding="utf-8"))
    assert squeezed(told) in squeezed(page.text)
    assert made(plan_file, "report.pdf", edition=edition).stat().st_size > 10_000


def test_a_constant_variable_is_noted(plan_file) -> None:
    csv = plan_file.parent / "people.csv"
    lines = csv.read_text(encoding="utf-8").splitlines()
    cells = [line.split(";") for line in lines]
    same = [cells[0], *([direct, "1961", state, ill] for direct, _, state, ill in cells[1:])]
    csv.write_text("".join(";".join(row) + "\n" for row in same), encoding="utf-8")
    data = json.loads(plan_file.read_text(encoding="utf-8"))
    data["jobs"] = [{"name": "a", "kind": "anopi"}]
    plan_file.write_text(json.dumps(data), encoding="utf-8")
    text = HtmlPage(made(plan_file, "report.html").read_text(encoding="utf-8")).text
    assert "Note." in text
    assert "yob" in text[text.index("Note.") :][:60]
