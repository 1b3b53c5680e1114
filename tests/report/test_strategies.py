"""The chapter on the strategies that a project keeps."""

from pathlib import Path

import pytest

from sdc_desktop.cli import main
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import Plan, read_plan
from sdc_desktop.project.project import KeptStrategy, ReportFields, new_project, with_decided, with_strategy
from sdc_desktop.project.project_file import save_project
from sdc_desktop.report.assemble import report_plan
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
    assert "Strategies side by side" in text
    assert "More &lt;privacy&gt;" in text
    assert "anopi, alpha: 0.5 \u2192 0.05" in text
    assert "Different from the plan in force" in text
    external = report(plan, tmp_path / "e.html", kept, edition="external")
    assert "More &lt;privacy&gt;" in external
    assert "alpha: 0.5" not in external
    assert "Strategies side by side" not in report(plan, tmp_path / "n.html")


def test_what_cannot_be_compared_is_said_in_its_place(plan, tmp_path) -> None:
    nobody = {name: spec.model_copy(update={"role": "other"}) for name, spec in plan.data.variables.items()}
    data = plan.data.model_copy(update={"variables": nobody})
    bare = plan.model_copy(update={"data": data, "jobs": ()})
    text = report(bare, tmp_path / "r.html", KeptStrategy("a", plan))
    assert "nothing to measure strategies by" in text


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
