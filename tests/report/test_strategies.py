"""The chapter on the strategies that a project keeps."""

import json
from pathlib import Path

import pytest

from sdc_desktop.cli import main
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import Plan, read_plan
from sdc_desktop.engine.strategies.table_strategies import compared_tables
from sdc_desktop.project.project import KeptStrategy, ReportFields, new_project, with_decided, with_strategy
from sdc_desktop.project.project_file import save_project
from sdc_desktop.report.assemble import report_plan
from sdc_desktop.report.sections.strategies import tables
from sdc_desktop.sheets.blocks import Figure, Table
from sdc_desktop.words import Words
from tests.support.data import DEMO


@pytest.fixture
def plan() -> Plan:
    return read_plan(DEMO / "patients.sdcplan")


def weighed(plan: Plan, alpha: float) -> Plan:
    (job,) = plan.jobs
    params = job.params.model_copy(update={"alpha": alpha})
    return plan.model_copy(update={"jobs": (job.model_copy(update={"params": params}),)})


def report(plan: Plan, out: Path, *strategies: KeptStrategy, edition: str = "internal") -> str:
    fields, words = ReportFields(), Words()
    report_plan(plan, DEMO, out, fields, words, JobContext(), edition=edition, strategies=strategies)
    return out.read_text(encoding="utf-8")


def test_strategies_stand_side_by_side_and_externally_without_small_counts(plan, tmp_path) -> None:
    kept = KeptStrategy("More <privacy>", weighed(plan, 0.05))
    text = report(plan, tmp_path / "r.html", kept)
    assert "Strategies of the project" in text
    assert "More &lt;privacy&gt;" in text
    assert "0.05" in text, text[text.index("Differences") :][:600]
    assert "Differences from the current plan" in text
    external = report(plan, tmp_path / "e.html", kept, edition="external")
    assert "More &lt;privacy&gt;" in external
    assert "alpha: 0.5" not in external
    assert "Strategies of the project" not in report(plan, tmp_path / "n.html")


def test_what_cannot_be_compared_is_stated_in_its_place(plan, tmp_path) -> None:
    nobody = {name: spec.model_copy(update={"role": "other"}) for name, spec in plan.data.variables.items()}
    data = plan.data.model_copy(update={"variables": nobody})
    bare = plan.model_copy(update={"data": data, "jobs": ()})
    text = report(bare, tmp_path / "r.html", KeptStrategy("a", plan))
    assert "strategies cannot be measured" in text


def test_the_batch_report_of_a_project_has_its_strategies_and_its_edition(plan, tmp_path) -> None:
    for name in ("patients.csv", "ms.csv"):
        (tmp_path / name).write_bytes((DEMO / name).read_bytes())
    project = with_strategy(new_project("", plan), "", KeptStrategy("careful", weighed(plan, 0.05)))
    project = with_decided(project, "", decisions=ReportFields(edition="external"))
    save_project(project, tmp_path / "p.sdcproj")
    out = tmp_path / "r.html"
    assert main(["report", str(tmp_path / "p.sdcproj"), "--out", str(out), "--quiet"]) == 0
    text = out.read_text(encoding="utf-8")
    assert "careful" in text
    assert "External edition" in text


# tables ------------------------------------------------------------------------------------------------


@pytest.fixture
def tabled() -> Plan:
    """The demo's plan of a table of sums, suppressed."""
    return read_plan(DEMO.parent / "enterprises" / "enterprises.sdcplan")


def with_params(plan: Plan, **changes: object) -> Plan:
    (job,) = plan.jobs
    kind = type(job)
    params = job.params.model_dump(mode="json", exclude_none=True) | changes
    shown = job.model_dump(mode="json", exclude_none=True) | {"params": params}
    return plan.model_copy(update={"jobs": (kind.model_validate_json(json.dumps(shown)),)})


def test_tables_of_strategies_stand_side_by_side_with_their_figures_and_a_figure(tabled) -> None:
    strict = KeptStrategy("Strict", with_params(tabled, rules=[{"kind": "threshold", "n": 5}]))
    none = KeptStrategy("No table", tabled.model_copy(update={"jobs": ()}))
    shown = stated_of(tabled, strict, none)
    assert "strategies cannot be measured" not in texts_of(shown)
    (table, costs), (figure,) = blocks_of(shown, Table), blocks_of(shown, Figure)
    assert [row[:2] for row in table.rows] == [row[:2] for row in costs.rows]
    assert [row[:2] for row in table.rows] == [
        ("table", "Current plan"),
        ("table", "Strict"),
        ("table", "No table"),
    ]
    cells, unsafe, others, hidden = (int(text) for text in table.rows[0][2:6])
    assert unsafe + others == hidden < cells
    assert costs.rows[0][-1] == "passed"
    assert table.rows[2][2:] + costs.rows[2][2:] == ("not run",) * 10
    (chart,) = figure.charts
    assert chart.categories == ("Current plan", "Strict")
    assert [series.values[0] for series in chart.series] == [unsafe, hidden]


def test_externally_nothing_is_stated_of_unsafe_cells_bounds_and_widths(tabled) -> None:
    shown = stated_of(tabled, KeptStrategy("Same", tabled), edition="external")
    (table,), (figure,) = blocks_of(shown, Table), blocks_of(shown, Figure)
    assert [column.head for column in table.columns] == ["Job", "Strategy", "Cells", "Not published", "Audit"]
    assert all(len(row) == 5 for row in table.rows)
    assert [series.name for series in figure.charts[0].series] == ["not published"]
    assert "unsafe" not in texts_of(shown).lower()


def stated_of(plan: Plan, *strategies: KeptStrategy, edition: str = "internal") -> list[object]:
    named = [("Current plan", plan), *((one.name, one.plan) for one in strategies)]
    found = compared_tables(named, DEMO.parent / "enterprises", JobContext())
    return list(tables(found, edition, Words()))


def blocks_of(shown: list[object], kind: type) -> list:
    return [block for block in shown if isinstance(block, kind)]


def texts_of(shown: list[object]) -> str:
    return repr(shown)


def test_the_report_of_plans_with_tables_alone_speaks_of_tables_alone(tabled, tmp_path) -> None:
    out, base = tmp_path / "r.html", DEMO.parent / "enterprises"
    kept = (KeptStrategy("Same", tabled),)
    report_plan(tabled, base, out, ReportFields(), Words(), JobContext(), strategies=kept)
    text = out.read_text(encoding="utf-8")
    assert "What each strategy does to the tables" in text
    assert "strategies cannot be measured" not in text
