"""The chapters on tables: verdict first, reasons in words, no small figures in the external edition."""

import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.reading import open_data
from sdc_desktop.engine.plan import DataSpec, load_json
from sdc_desktop.engine.run import JobResult
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.tables import audit, linked_audit, table_job
from sdc_desktop.engine.tables.audit_spec import AuditParams
from sdc_desktop.engine.tables.cells import Protects
from sdc_desktop.engine.tables.linked_audit_spec import LinkedAuditParams
from sdc_desktop.engine.tables.table_job_spec import TableParams
from sdc_desktop.report.model import Paragraph, Table, Verdict
from sdc_desktop.report.sections import audit as audit_sections
from sdc_desktop.report.sections import linked_audit as linked_sections
from sdc_desktop.report.sections import table as table_sections
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.resources import resource_path
from sdc_desktop.words import Words
from tests.support.data import microdata
from tests.support.tables import golden_spec

CONTEXT, WORDS = JobContext(), Words()
KINDS = {
    "table": (TableParams, table_job, table_sections),
    "audit": (AuditParams, audit, audit_sections),
    "linked_audit": (LinkedAuditParams, linked_audit, linked_sections),
}
NO_RECORDS = Source(microdata({"none": []}), {})


def done(kind, params, source=NO_RECORDS):
    stages = KINDS[kind][1]
    assert stages.check(params, source) == ()
    return stages.decide(params, stages.counts(params, source, CONTEXT), CONTEXT)


def chapter(kind, result, edition="internal"):
    told = JobResult("t", kind, True, result, {}, 0)
    subject = Subject(1, SimpleNamespace(name="t", kind=kind), told, None, edition)
    (section,) = KINDS[kind][2].sections(subject, WORDS)
    return section


def texts(section) -> str:
    found = [section.title]
    for block in section.blocks:
        if isinstance(block, Paragraph):
            found += [block.lead, block.text]
        elif isinstance(block, Table):
            found += [text for row in block.rows for text in row]
        elif isinstance(block, Verdict):
            found.append(block.text)
    return "\n".join(found)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_the_self_test_of_each_kind_runs_and_is_told(kind) -> None:
    path = resource_path("self_test", f"{kind}.sdcplan")
    (job,) = load_json(path.read_text(encoding="utf-8"))["jobs"]
    assert job["kind"] == kind
    params = KINDS[kind][0].model_validate_json(json.dumps(job["params"]), strict=True)
    opened = open_data(DataSpec(path="people.csv"), Path(path.parent), CONTEXT)
    section = chapter(kind, done(kind, params, Source(opened.data, {})))
    assert isinstance(section.blocks[0], Verdict)
    assert "{" not in texts(section)


def test_an_audit_shows_intervals_and_the_equations_that_disclose() -> None:
    section = chapter("audit", done("audit", AuditParams(table=golden_spec())))
    told = texts(section)
    assert "None of the 4 unpublished cells can be derived exactly." in told
    assert "1\u202f131 to 1\u202f537" in told
    assert "0.115" in told
    values = ((1, None, 3), (4, 5, 9), (5, 7, 12))
    table = {"rows": ("a", "b"), "columns": ("x", "y"), "values": values}
    section = chapter("audit", done("audit", AuditParams(table=table)))
    assert section.blocks[0].mark == "unsafe"
    assert "a / y is 2, for:" in texts(section)


def test_a_suppression_says_why_each_cell_is_suppressed_and_what_it_protects() -> None:
    common = ((r, c, "50") for r in "abc" for c in "xyz" for _ in range(3))
    rows = [("a", "x", "900"), ("a", "x", "10"), *common]
    columns = {name: [row[place] for row in rows] for place, name in enumerate(("r", "c", "v"))}
    params = TableParams(
        dimensions=({"variable": "r"}, {"variable": "c"}),
        value="v",
        rules=({"kind": "p_percent", "p": 20},),
        protect={"method": "suppression"},
    )
    result = done("table", params, Source(microdata(columns), {}))
    section = chapter("table", result)
    assert section.blocks[0].mark == "safe"
    told = texts(section)
    assert "It protects a / x." in told
    assert "less than 180, which is 20 % of the largest" in told
    assert "It is proven that no choice of cells that protects costs less." in told
    outside = texts(chapter("table", result, "external"))
    assert "a / x" not in outside


def test_of_very_many_cells_that_one_protects_the_first_are_named_and_the_rest_counted() -> None:
    result = done("audit", AuditParams(table=golden_spec()))
    cell = result.cells[0]
    for number, told in (
        (6, "n 5."),
        (7, "n 5. It protects 1 more cell."),
        (40, "It protects 34 more cells."),
    ):
        protects = tuple(Protects(("n", str(n)), ()) for n in range(number))
        text = table_sections.protects_told(replace(cell, protects=protects), WORDS).replace(" / ", " ")
        assert text.endswith(told)
        assert "n 6" not in text


def test_a_table_not_protected_yet_has_no_green_mark() -> None:
    columns = {"r": ["a", "b", "b"], "c": ["x", "y", "y"]}
    params = TableParams(
        dimensions=({"variable": "r"}, {"variable": "c"}), rules=({"kind": "threshold", "n": 2},)
    )
    section = chapter("table", done("table", params, Source(microdata(columns), {})))
    assert section.blocks[0].mark == "caution"
    assert "It has fewer than 2 contributors: 1." in texts(section)


def test_linked_tables_are_told_scenario_by_scenario() -> None:
    columns = {"a": list("0011"), "b": list("0101")}
    scenarios = ((("a",),), (("a",), ("b",)))
    params = LinkedAuditParams(dimensions=("a", "b"), scenarios=scenarios)
    told = texts(chapter("linked_audit", done("linked_audit", params, Source(microdata(columns), {}))))
    assert "No scenario discloses a detailed cell exactly." in told
    assert "a, b" in told
