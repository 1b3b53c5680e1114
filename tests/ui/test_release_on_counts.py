"""The card Release where the records are at a site, or are a sample for trial."""

import random
from pathlib import Path

from PySide6.QtWidgets import QFileDialog

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import JOB_CLASSES, read_plan
from sdc_desktop.engine.site.duckdb_engine import DuckdbEngine
from sdc_desktop.engine.site.sampling import sample_plan
from sdc_desktop.ui.tabs.microdata.exports import AT_SITE
from sdc_desktop.ui.tabs.microdata.page import MicrodataPage
from tests.engine.site.test_plans_on_counts import counted, people
from tests.support.secret import digits

WAIT = 60_000


def opened(window, qtbot, path: Path) -> MicrodataPage:
    window.files.open_path(path)
    qtbot.waitUntil(lambda: window.controller.opened is not None, timeout=WAIT)
    window.tabs.setCurrentIndex(0)
    qtbot.waitUntil(lambda: window.findChild(MicrodataPage) is not None, timeout=WAIT)
    page = window.findChild(MicrodataPage)
    qtbot.waitUntil(lambda: not page.making and window.jobs.idle, timeout=WAIT)
    return page


def test_the_card_saves_the_plan_for_the_site_and_shows_the_command(
    window, qtbot, tmp_path, monkeypatch
) -> None:
    page = opened(window, qtbot, counted(people(tmp_path, random.Random(2)), tmp_path))
    page.release.settings.show_unsafe("What was stated of the file before.")
    page.pipeline.add_step("recode")
    qtbot.waitUntil(page.exports.write_button.isEnabled, timeout=WAIT)
    page.show_card("release")
    qtbot.waitUntil(lambda: window.jobs.idle, timeout=WAIT)
    assert page.release.settings.unsafe.text.text() == "The verdict on this file is: not safe."
    assert page.exports.write_button.text() == "Save &plan…"
    assert not page.release.checklist.files.isVisible()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_given: (str(tmp_path / "for the site"), ""))
    page.exports.write_button.click()
    site = page.release.settings.site
    given = "--data people.csv --counts counted.sdccounts --out protected"
    assert site.command.toPlainText() == f"sdc-desktop apply 'for the site.sdcplan' {given}"
    saved = read_plan(tmp_path / "for the site.sdcplan")
    assert saved.data.path == "counted.sdccounts"
    assert [job.kind for job in saved.jobs] == ["recode"]
    assert saved.jobs[0].output.order == "as_is"


def test_with_several_steps_the_site_gets_no_verdict_of_the_first(window, qtbot, tmp_path) -> None:
    page = opened(window, qtbot, counted(people(tmp_path, random.Random(2)), tmp_path))
    page.pipeline.add_step("recode")
    page.show_card("release")
    qtbot.waitUntil(lambda: window.jobs.idle and page.presenter.verdict() is not None, timeout=WAIT)
    plan = window.controller.plan
    (first,) = plan.jobs
    last = JOB_CLASSES["local_suppression"](name="last", input=first.name, output=first.output)
    steps = (first.model_copy(update={"no_file": True, "output": None}), last)
    window.controller.change_plan("Steps", plan.model_copy(update={"jobs": steps}))
    qtbot.waitUntil(lambda: window.jobs.idle and page.exports.write_button.isEnabled(), timeout=WAIT)
    assert page.release.settings.site.verdict.text() == AT_SITE
    assert page.verdict.text == AT_SITE


def test_nothing_of_a_sample_for_trial_is_shown_as_exported(window, qtbot, tmp_path) -> None:
    plan = people(tmp_path, random.Random(2)).model_copy(update={"secrets": {"*": digits()}})
    records = DuckdbEngine(plan, tmp_path, None, JobContext()).opened
    sample_plan(plan, records, tmp_path / "few.parquet", 30, JobContext())
    page = opened(window, qtbot, tmp_path / "few.parquet")
    window.controller.set_variables(["region", "sex"], role="key")
    page.pipeline.add_step("recode")
    qtbot.waitUntil(lambda: window.jobs.idle and window.controller.steps.current, timeout=WAIT)
    page.show_card("release")
    qtbot.waitUntil(lambda: window.jobs.idle, timeout=WAIT)
    assert not page.exports.write_button.isEnabled()
    assert page.release.records.model.rowCount() == 0
    assert "sample for trial" in page.release.settings.note.text()
