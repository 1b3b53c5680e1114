"""Reports on a counts file: what counted the records, and that no file of records was made."""

import random
from pathlib import Path

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.project.project import ReportFields
from sdc_desktop.report.assemble import build_report
from sdc_desktop.words import Words
from tests.engine.site.test_plans_on_counts import counted, people


@pytest.mark.parametrize("edition", ["internal", "external"])
def test_a_report_states_what_counted_the_records(tmp_path: Path, edition) -> None:
    plan = people(tmp_path, random.Random(1))
    result = evaluate_plan(plan, tmp_path, JobContext(), data=counted(plan, tmp_path).name)
    report = build_report(result, ReportFields(), Words(), edition=edition)
    text = " ".join(repr(block) for block in report.blocks())
    assert "The records were counted by DuckDB" in text
    assert "on 1 file." in text
    assert "No file of records was made here" in text
    assert result.opened.counted.data.sha256 not in text or edition == "internal"
    assert report.verdict.mark == result.verdict.grade
