"""A counts file in the window: what it is, what is grey and why, what the site gets."""

import json
import random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_to_json
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.site.duckdb_engine import DuckdbEngine
from sdc_desktop.engine.site.sampling import sample_plan
from sdc_desktop.engine.verdict import Grade
from sdc_desktop.project.chain import MASKING
from sdc_desktop.ui.forms.editors.levels import LimitsEditor
from sdc_desktop.ui.tabs.microdata.page import MicrodataPage
from sdc_desktop.ui.tabs.microdata.release.work import Wanted, exported
from sdc_desktop.ui.tabs.recipients import recipients_of
from sdc_desktop.words import Words
from tests.engine.site import test_coarse as coarse
from tests.engine.site.test_plans_on_counts import counted, people
from tests.support.secret import digits
from tests.ui.hands import offers


def _opened(window, qtbot, folder) -> MicrodataPage:
    path = counted(people(folder, random.Random(2)), folder)
    window.files.open_path(path)
    qtbot.waitUntil(lambda: window.controller.opened is not None)
    window.tabs.setCurrentIndex(0)
    qtbot.waitUntil(lambda: window.findChild(MicrodataPage) is not None)
    page = window.findChild(MicrodataPage)
    qtbot.waitUntil(lambda: not page.making and window.jobs.idle)
    return page


def texts(page: MicrodataPage) -> set[str]:
    return {label.text() for label in page.findChildren(QLabel)}


def test_a_counts_file_is_worked_on(window, qtbot, tmp_path) -> None:
    page = _opened(window, qtbot, tmp_path)
    panel = page.data
    assert "There are no records here." in panel.facts
    assert page.file_pages.tabText(page.file_pages.indexOf(panel.records)) == "Combinations"
    assert panel.records_model.headerData(0, Qt.Orientation.Horizontal) == "n"
    numbers = [int(panel.records_model.index(row, 0).data()) for row in range(panel.records_model.rowCount())]
    assert numbers == sorted(numbers)
    page.pipeline.ask_step()
    grouped = next(
        entry for entry in page.pipeline.purposes.entries if "microaggregate" in entry.purpose.kinds
    )
    assert not grouped.isEnabled()
    assert "needs the records" in grouped.toolTip()
    page.pipeline.purposes.hide()
    method = page.masking.form.method
    enabled = [kind for row, kind in enumerate(MASKING) if offers(method, row)]
    assert enabled == ["local_suppression"]
    page.choose_way("recode")
    qtbot.waitUntil(page.exports.write_button.isEnabled)


def test_without_the_audit_the_window_gives_no_verdict_of_safe(window, qtbot, tmp_path) -> None:
    page = _opened(window, qtbot, tmp_path)
    names = [one.name for one in window.controller.opened.data.variables if one.role == "other"]
    page.choose_way("recode")
    qtbot.waitUntil(page.exports.write_button.isEnabled)
    window.controller.set_variables(names, missing=("", "1"))
    qtbot.waitUntil(lambda: window.jobs.idle and page.presenter.verdict() is not None)
    verdict = page.presenter.verdict()
    assert verdict.grade in (Grade.OPEN, Grade.UNSAFE)
    assert "released_not_audited" in {reason.code for reason in verdict.reasons}


def test_a_sample_for_trial_is_called_so_and_neither_judged_nor_exported(window, qtbot, tmp_path) -> None:
    plan = people(tmp_path, random.Random(2)).model_copy(update={"secrets": {"*": digits()}})
    opened = DuckdbEngine(plan, tmp_path, None, JobContext()).opened
    sample_plan(plan, opened, tmp_path / "few.parquet", 30, JobContext())
    window.files.open_path(tmp_path / "few.parquet")
    qtbot.waitUntil(lambda: window.controller.opened is not None)
    window.tabs.setCurrentIndex(0)
    qtbot.waitUntil(lambda: window.findChild(MicrodataPage) is not None)
    page = window.findChild(MicrodataPage)
    qtbot.waitUntil(lambda: not page.making and window.jobs.idle)
    assert page.data.facts.count("Sample for trial, 30 of") == 1
    window.controller.set_variables(["pid"], role="direct_identifier")
    window.controller.set_variables(["region", "sex"], role="key")
    page.choose_way("recode")
    qtbot.waitUntil(lambda: window.jobs.idle and page.presenter.verdict() is not None)
    verdict = page.presenter.verdict()
    assert verdict.grade == Grade.OPEN
    assert [reason.code for reason in verdict.reasons] == ["data.sample"]
    qtbot.waitUntil(lambda: window.controller.steps.current)
    page.show_card("release")
    assert "for trial" in page.exports.write_button.toolTip()
    nobody = recipients_of(window.controller, Words())
    with pytest.raises(Refused) as refusal:
        exported(page.exports.steps(), Wanted(tmp_path / "rec.csv"), nobody)(JobContext())
    assert [problem.code for problem in refusal.value.problems] == ["site.sampled"]
    assert not (tmp_path / "rec.csv").exists()


def test_levels_finer_than_were_counted_are_grey(window, qtbot, tmp_path) -> None:
    """Whatever is chosen first, no answer is given before the levels are those that were counted."""
    plan = coarse.write(tmp_path, [])
    recoded = coarse.write(tmp_path, [coarse.recode("rec", {}), coarse.generalise("gen", {})])
    coarse.count(recoded, tmp_path, "c.sdccounts", coarse.LEVELS)
    data = plan.data.model_copy(update={"path": "c.sdccounts"})
    path = tmp_path / "plan.sdcplan"
    path.write_text(json.dumps(plan_to_json(plan.model_copy(update={"data": data}))), encoding="utf-8")
    window.files.open_path(path)
    qtbot.waitUntil(lambda: window.controller.opened is not None)
    window.tabs.setCurrentIndex(0)
    qtbot.waitUntil(lambda: window.findChild(MicrodataPage) is not None)
    page = window.findChild(MicrodataPage)
    qtbot.waitUntil(lambda: not page.making and window.jobs.idle)
    page.pipeline.add_step("recode")
    qtbot.waitUntil(lambda: page.presenter.view.manual and bool(page.presenter.view.problems))
    form = page.levels.recode
    assert "was counted from level 1 (0: as is) on" in form.problems.text()
    assert page.presenter.view.answer is None
    card = form.cards["age"]
    assert [level.isEnabled() for level in card.levels] == [False, True, True, True, True]
    assert card.levels[0].toolTip() == "Counted from level 1 (0: as is) on."
    assert form.cards["sex"].levels[0].isEnabled()
    for name in ("age", "town"):
        form.coding_chosen.emit(name, 2)
    qtbot.waitUntil(lambda: page.presenter.view.answer is not None and window.jobs.idle)
    assert page.presenter.view.problems == ()
    assert card.slider.minimum() == 2
    page.step_tabs.turn_to_tab("values")
    qtbot.waitUntil(lambda: any(text.startswith("Before: ") for text in texts(page)))
    assert not any(text.startswith("Before: original values") for text in texts(page))
    page.choose_way("generalise")
    qtbot.waitUntil(lambda: window.jobs.idle and bool(page.findChildren(LimitsEditor)))
    (editor,) = page.findChildren(LimitsEditor)
    qtbot.waitUntil(lambda: "age" in editor.choosers)
    least, _ = editor.choosers["age"]
    assert [offers(least, row) for row in range(least.count())] == [False, *[True] * 4]
