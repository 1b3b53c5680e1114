"""Reports of small plans whose records hold values that must never be told."""

import json
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pypdf
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.plan_result import PlanResult
from sdc_desktop.engine.runner import run_plan
from sdc_desktop.report.assemble import build_report
from sdc_desktop.report.model import Report
from sdc_desktop.words import Words
from tests.support.reports import FIELDS, plan_json, write_data


@pytest.fixture
def plan_file(tmp_path: Path) -> Path:
    """A plan on disk with its data beside it."""
    write_data(tmp_path)
    path = tmp_path / "people.sdcplan"
    path.write_text(json.dumps(plan_json()), encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def result(tmp_path_factory: pytest.TempPathFactory) -> PlanResult:
    """What the plan gives, its files written."""
    folder = tmp_path_factory.mktemp("plan")
    write_data(folder)
    return run_plan(plan_from_json(plan_json()), folder, folder / "out", JobContext())


@pytest.fixture(scope="session")
def report(result: PlanResult) -> Report:
    """The internal edition."""
    return build_report(result, FIELDS, Words())


@pytest.fixture
def read_pdf() -> Callable[[bytes], pypdf.PdfReader]:
    """Reads a PDF back."""
    return lambda written: pypdf.PdfReader(BytesIO(written))
