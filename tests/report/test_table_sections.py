"""The chapters on tables: verdict first, reasons in words, no small figures in the external edition."""

import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.reading import open_data
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.json_text import load_json
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.methods.tables.audit import AuditParams
from sdc_desktop.engine.methods.tables.audit import engine as audit
from sdc_desktop.engine.methods.tables.linked_audit import LinkedAuditParams
from sdc_desktop.engine.methods.tables.linked_audit import engine as linked_audit
from sdc_desktop.engine.methods.tables.table import engine as table_job
from sdc_desktop.engine.plan_result import JobResult
from sdc_desktop.engine.runner import to_json
from sdc_desktop.engine.running.scenarios import derivable
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.tables.specs.table import TableParams
from sdc_desktop.engine.verdict import NO_LIMITS, verdict_of
from sdc_desktop.report.chapters import audit as audit_sections
from sdc_desktop.report.chapters import linked_audit as linked_sections
from sdc_desktop.report.chapters import table as table_sections
from sdc_desktop.report.sections.closing import _by_reasons
from sdc_desktop.report.sections.published import READER
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.resources import resource_path
from sdc_desktop.sheets.blocks import Figure, Paragraph, Table, Verdict
from sdc_desktop.sheets.confidential import without_amounts
from sdc_desktop.words import Words
from sdc_desktop.words.tables.table_cards import bar_figures
from tests.support.data import microdata
from tests.support.reports import with_verdict
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


def chapter(kind, result, edition="internal", params=None):
    shown = JobResult("t", kind, True, result, {}, 0)
    if params is not None:
        shown = replace(shown, verdict=verdict_of(method_of(kind).stages.verdict(params, result, NO_LIMITS)))
    subject = Subject(1, SimpleNamespace(name="t", kind=kind, params=params), shown, None, edition)
    section = with_verdict(subject, KINDS[kind][2].sections(subject, WORDS), WORDS)
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
def test_the_self_test_of_each_kind_runs_and_is_stated(kind) -> None:
    path = resource_path("self_test", f"{kind}.sdcplan")
    job = load_json(path.read_text(encoding="utf-8"))["jobs"][0]
    assert job["kind"] == kind
    params = KINDS[kind][0].model_validate_json(json.dumps(job["params"]), strict=True)
    opened = open_data(DataSpec(path="people.csv"), Path(path.parent), CONTEXT)
    section = chapter(kind, done(kind, params, Source(opened.data, {})), params=params)
    assert isinstance(section.blocks[0], Verdict)
    assert "{" not in texts(section)


def test_an_audit_shows_intervals_and_the_equations_that_disclose() -> None:
    section = chapter("audit", done("audit", AuditParams(table=golden_spec())))
    shown = texts(section)
    assert "None of the 4 suppressed cells is exactly disclosed." in shown
    assert "1\u202f131 to 1\u202f537" in shown
    assert "0.115" in shown
    values = ((1, None, 3), (4, 5, 9), (5, 7, 12))
    table = {"rows": ("a", "b"), "columns": ("x", "y"), "values": values}
    params = AuditParams(table=table)
    section = chapter("audit", done("audit", params), params=params)
    assert section.blocks[0].mark == "unsafe"
    assert "a / y is 2, for:" in texts(section)


def suppressed_job(p: float = 40, method: str = "suppression"):
    """An audited suppression with an unsafe cell whose levels ask for something."""
    common = ((r, c, "50") for r in "abc" for c in "xyz" for _ in range(3))
    rows = [("a", "x", "900"), ("a", "x", "10"), *common]
    columns = {name: [row[place] for row in rows] for place, name in enumerate(("r", "c", "v"))}
    return done("table", suppressed_params(p, method), Source(microdata(columns), {}))


def suppressed_params(p: float, method: str = "suppression") -> TableParams:
    return TableParams(
        dimensions=({"variable": "r"}, {"variable": "c"}),
        value="v",
        rules=({"kind": "p_percent", "p": p},),
        protect={"method": method},
    )


def test_a_suppression_says_what_it_costs_and_names_no_cell() -> None:
    result = suppressed_job(p=20)
    section = chapter("table", result, params=suppressed_params(20))
    assert section.blocks[0].mark == "safe"
    assert "Proven optimal: no valid suppression pattern costs less." in texts(section)
    for edition in ("internal", "external"):
        assert "a / x" not in texts(chapter("table", result, edition))


def figures(section):
    return [block for block in section.blocks if isinstance(block, Figure)]


def test_levels_of_sums_of_a_confidential_variable_are_not_stated() -> None:
    cells = suppressed_job().cells
    assert any(cell.asked for cell in cells)
    assert not any(cell.asked for cell in without_amounts(cells))


def test_an_audit_draws_the_levels_of_an_instance_and_result_json_stays_as_it_was(tmp_path) -> None:
    lines = ["0", "3", "0 30 1 s 0 90 0 0 0", "1 10 1 u 0 90 4 6 20", "2 20 1 u 0 90 0 0 0"]
    lines += ["1", "0 3 : 0 (-1) 1 (1) 2 (1)"]
    (tmp_path / "t.jj").write_text("\n".join(lines) + "\n")
    params = AuditParams(table={"instance": "t.jj"})
    result = done("audit", params, Source(microdata({"none": []}), {}, tmp_path))
    (query,) = (cell.asked for cell in result.cells if cell.coordinates == ("1",))
    assert (query.below, query.above, query.length) == (4, 6, 20)
    inside, outside = chapter("audit", result), chapter("audit", result, "external")
    assert "\u22124 / +6; 20 in length" in texts(inside)
    assert "asked" not in json.dumps(to_json(result))
    assert figures(outside) == []


def test_a_table_not_protected_yet_has_no_green_mark() -> None:
    columns = {"r": ["a", "b", "b"], "c": ["x", "y", "y"]}
    params = TableParams(
        dimensions=({"variable": "r"}, {"variable": "c"}), rules=({"kind": "threshold", "n": 2},)
    )
    section = chapter("table", done("table", params, Source(microdata(columns), {})), params=params)
    assert section.blocks[0].mark == "unsafe"


def test_linked_tables_are_stated_scenario_by_scenario() -> None:
    columns = {"a": list("0011"), "b": list("0101")}
    scenarios = ((("a",),), (("a",), ("b",)))
    params = LinkedAuditParams(dimensions=("a", "b"), scenarios=scenarios)
    result = done("linked_audit", params, Source(microdata(columns), {}))
    shown = texts(chapter("linked_audit", result, params=params))
    assert "No scenario discloses a detailed cell exactly." in shown
    assert "a, b" in shown


def test_what_nobody_examined_of_an_adjusted_table_is_neither_none_nor_no() -> None:
    params = suppressed_params(20, "adjustment")
    result = suppressed_job(20, "adjustment")
    shown = JobResult("t", "table", True, result, {}, 0)
    shown = replace(shown, verdict=verdict_of(method_of("table").stages.verdict(params, result, NO_LIMITS)))
    subject = Subject(1, SimpleNamespace(name="t", kind="table", params=params), shown, None, "internal")
    assert result.unsafe_cells
    assert table_sections.balance(subject, result, WORDS).risk_after == "not examined"
    answer = _by_reasons([SimpleNamespace(subject=subject)], READER, internal=True, words=WORDS)
    assert (answer.mark, answer.text) == ("open", "Not examined")


@pytest.mark.parametrize(("lowest", "judged"), [(None, False), ("unknown", True), (-1000, True)])
def test_levels_without_a_lowest_value_are_neither_passed_nor_none(lowest, judged) -> None:
    """Bounds that nobody knows are not bounds that are far enough away."""
    rows, columns = [f"r{i % 4}" for i in range(60)], [f"c{i * 7 % 5}" for i in range(60)]
    values = [str(i * 37 % 900 - 200) for i in range(60)]
    data = microdata({"r": [*rows, "r0"], "c": [*columns, "c0"], "v": [*values, "9000"]})
    params = TableParams(
        dimensions=({"variable": "r"}, {"variable": "c"}),
        value="v",
        rules=({"kind": "p_percent", "p": 10},),
        protect={"method": "suppression"},
        lowest=lowest,
    )
    result = done("table", params, Source(data, {}))
    assert result.risks.unsafe
    assert (result.audited, result.levels_judged) == (True, judged)
    assert result.unprotected == (0 if judged else None)
    assert derivable(result, contributors=False) == (0 if judged else None)
    for edition in ("internal", "external"):
        shown = texts(chapter("table", result, edition=edition, params=params)).lower()
        assert ("full audit" in shown) is judged
        assert ("were not judged" in shown) is not judged
    after = bar_figures(result.unsafe_cells, result, WORDS)[0][2]
    assert after == ("0" if judged else "not examined")
