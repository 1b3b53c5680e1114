"""Methods that change values in the tab: chosen, asked, answered, written as the batch writes them."""

import csv
from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QStyle, QStyleOptionFrame, QWidget

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.spec import OutputSpec
from sdc_desktop.engine.methods.perturbation.swap_households import SwapHouseholdsParams
from sdc_desktop.engine.methods.registry import METHODS
from sdc_desktop.engine.plan import Plan, plan_from_json
from sdc_desktop.engine.runner import run_plan
from sdc_desktop.project.chain import MASKING
from sdc_desktop.ui.tabs.microdata.masking import work as other_work
from sdc_desktop.ui.tabs.microdata.masking.answer import MaskingAnswerView
from sdc_desktop.ui.tabs.microdata.masking.masking_methods import MaskingMethods
from sdc_desktop.ui.widgets.verdict_bar import Mark
from sdc_desktop.words import Words
from tests.support.secret import digits
from tests.ui.tabs.microdata.conftest import Desk


def people_plan(desk: Desk, kind: str = "pram", params: dict | None = None) -> Plan:
    """Sixty people with categories and numbers; one job of the kind."""
    random = np.random.default_rng(3)
    income = random.normal(100, 15, 60)
    rows = [["name", "place", "job", "income", "debt"]]
    for number in range(60):
        debt = income[number] / 4 + random.normal()
        place, work = "abc"[random.integers(3)], "xyzw"[random.integers(4)]
        rows.append([f"n{number}", place, work, f"{income[number]:.1f}", f"{debt:.1f}"])
    with (desk.folder / "people.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(rows)
    variables = {
        "name": {"role": "direct_identifier"},
        "place": {"role": "key"},
        "job": {"role": "key"},
        "income": {"level": "continuous"},
        "debt": {"level": "continuous"},
    }
    job = {"name": kind, "kind": kind, "params": params or {}}
    data = {"path": "people.csv", "variables": variables}
    return plan_from_json({"schema": 2, "data": data, "jobs": [job]})


def part(desk: Desk) -> MaskingMethods:
    return next(part for part in desk.page.parts if isinstance(part, MaskingMethods))


def shown(desk: Desk):
    return part(desk).presenter.view


def form(desk: Desk, kind: str):
    return part(desk).form.forms[kind]


def typed(field: QWidget, text: str) -> None:
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


@pytest.fixture
def people(closed_desk: Desk) -> Desk:
    closed_desk.open(people_plan(closed_desk))
    return closed_desk


def test_another_method_and_back_loses_nothing(desk: Desk) -> None:
    before, steps = desk.controller.plan, desk.steps
    desk.page.choose_way("pram")
    desk.rest()
    assert desk.page.presenter.job.kind == "pram"
    desk.page.choose_way("anopi")
    desk.rest()
    assert desk.controller.plan == before
    assert desk.steps == steps + 2


LACKING = {  # what a method needs besides variables: fields that wait, not errors
    "top_code": 1,
    "swap_households": 2,
}


def test_every_method_answers_at_once_or_says_what_it_lacks(people: Desk) -> None:
    chooser = part(people).form.method
    for kind in reversed(MASKING):
        chooser.setFocus()
        chooser.setCurrentIndex(MASKING.index(kind))
        chooser.activated.emit(MASKING.index(kind))
        people.rest()
        assert shown(people).job.kind == kind
        if kind in LACKING:
            assert people.faults == []
            assert part(people).form.problems.isVisibleTo(people.page)
            lines = part(people).form.problems.text().split("\n")
            assert len(lines) == LACKING[kind]
            assert all(line.startswith("Still needed: ") for line in lines)
            assert not people.page.exports.write_button.isEnabled()
            continue
        assert people.faults == []
        assert shown(people).ready
        assert (
            bool(part(people).answer.risk.rows) is not METHODS[kind].synthetic
        )  # no record is one of the file
        assert people.page.exports.write_button.isEnabled()


def test_another_chance_is_one_step_and_another_answer(people: Desk) -> None:
    before, steps = shown(people).answer, people.steps
    typed(form(people, "pram").parts["retain"], "35")
    people.rest()
    assert people.page.presenter.job.params.retain == 0.35
    assert people.steps == steps + 1
    assert shown(people).answer.result.variables["job"].changed > before.result.variables["job"].changed
    people.controller.undo()
    people.rest()
    assert shown(people).answer is before


def test_another_secret_draws_others_and_the_chances_stay(people: Desk) -> None:
    before, job = shown(people).answer.result, people.page.presenter.job
    shown_mark = form(people, "pram").secret.mark.text()
    assert shown_mark == people.controller.plan.own_secrets.of_job(job.name).facts.fingerprint
    form(people, "pram").more.unfold()
    form(people, "pram").secret.new.click()
    people.rest()
    after = shown(people).answer.result
    assert form(people, "pram").secret.mark.text() != shown_mark
    assert any((a != b).any() for a, b in zip(before.codes, after.codes, strict=True))
    assert all(np.array_equal(a, b) for a, b in zip(before.matrices, after.matrices, strict=True))


def test_a_secret_is_entered_and_what_is_none_changes_nothing(people: Desk) -> None:
    field = form(people, "pram").secret
    name = people.page.presenter.job.name
    before = people.controller.plan
    for wrong in ("", "abc", "secret"):
        field.take(wrong)
    people.rest()
    assert people.controller.plan is before
    field.take(f" {digits(3).upper()} ")
    people.rest()
    assert people.controller.plan.secrets[name] == digits(3)
    field.take("1234")
    people.rest()
    assert field.mark.text() == "weak secret"
    people.controller.undo()
    people.controller.undo()
    people.rest()
    assert people.controller.plan.secrets == before.secrets


def test_the_last_variable_cannot_be_ticked_away(people: Desk) -> None:
    ticks = form(people, "pram").parts["variables"]
    assert ticks.chosen == ("place", "job")
    for row in range(2):
        ticks.item(row).setCheckState(Qt.CheckState.Unchecked)
        people.rest()
    assert people.page.presenter.job.params.variables == ("job",)
    assert ticks.chosen == ("job",)


def test_top_coding_shows_the_range_and_replaces_what_is_beyond(closed_desk: Desk) -> None:
    closed_desk.open(people_plan(closed_desk, "top_code"))
    line = form(closed_desk, "top_code").parts["bounds"].fields["income", "top"]
    assert isinstance(line, QLineEdit)
    values = [float(row[3]) for row in closed_desk.controller.opened.data.window(0, 60)]
    assert line.placeholderText() == line.toolTip() == f"{max(values):g}"
    bounds = form(closed_desk, "top_code").parts["bounds"]
    bounds._show_ranges({"income": (-1484.645, 134579.43)})
    QApplication.processEvents()
    option = QStyleOptionFrame()
    line.initStyleOption(option)
    room = line.style().subElementRect(QStyle.SubElement.SE_LineEditContents, option, line).width()
    assert line.fontMetrics().horizontalAdvance(line.placeholderText()) <= room
    typed(line, "110")
    closed_desk.rest()
    assert closed_desk.faults == []
    found = shown(closed_desk).answer.result
    assert found.changed == {"income": sum(value > 110 for value in values)}
    assert "income" in part(closed_desk).answer.sheet.line.text()


def test_the_score_is_stated_part_by_part(closed_desk: Desk) -> None:
    closed_desk.open(people_plan(closed_desk, "noise", {"amount": 0.5}))
    answer = part(closed_desk).answer
    score = shown(closed_desk).answer.result.score
    shown_score = answer.sheet.tables["Score"].rows
    assert [row[0] for row in shown_score][:3] == ["Score", "Information loss", "IL1: values"]
    assert shown_score[0][1] == f"{score.score:.2f}"
    assert any(row[0].startswith("Mean of") for row in answer.numbers.rows)
    assert closed_desk.page.verdict.mark is Mark.OPEN


def test_the_file_has_the_bytes_of_the_batch(people: Desk) -> None:
    for kind in ("pram", "local_suppression"):
        if kind != "pram":
            part(people).way_requested.emit(kind)
            people.rest()
        target = people.folder / f"{kind}.csv"
        people.export(OutputSpec(path=target.name, order="random"))
        run_plan(people.controller.plan, people.folder, people.folder / "batch", JobContext())
        assert target.read_bytes() == (people.folder / "batch" / target.name).read_bytes()


def test_a_large_file_is_changed_by_a_job_that_can_be_stopped(closed_desk: Desk, monkeypatch) -> None:
    monkeypatch.setattr(other_work, "QUICK_RECORDS", 10)
    closed_desk.open(people_plan(closed_desk))
    closed_desk.rest()
    assert shown(closed_desk).ready
    run = part(closed_desk).form.run
    assert not run.isVisibleTo(closed_desk.page)
    before, inner = shown(closed_desk).answer, other_work.answered

    def endless(*given):
        def work(context):
            while True:
                context.checkpoint()

        return work

    monkeypatch.setattr(other_work, "answered", endless)
    typed(form(closed_desk, "pram").parts["retain"], "35")
    closed_desk.qtbot.waitUntil(lambda: shown(closed_desk).long_running)
    assert run.text() == "Stop"
    run.click()
    closed_desk.rest()
    assert shown(closed_desk).waiting
    assert shown(closed_desk).answer is before
    monkeypatch.setattr(other_work, "answered", inner)
    run.click()
    closed_desk.rest()
    assert shown(closed_desk).ready
    assert shown(closed_desk).answer is not before


def test_everything_has_a_name_for_those_who_cannot_see(people: Desk) -> None:
    for kind in MASKING:
        part(people).way_requested.emit(kind)
        people.rest()
    focusable = [
        one
        for one in part(people).form.findChildren(QWidget)
        if one.focusPolicy() != Qt.FocusPolicy.NoFocus and one.isVisibleTo(people.page)
    ]
    nameless = [
        one
        for one in focusable
        if not one.accessibleName()
        and not (isinstance(one, QAbstractButton) and one.text())
        and not one.objectName().startswith("qt_")
        and type(one) is not QWidget
    ]
    assert [type(one).__name__ for one in nameless if type(one).__name__ != "CardsArea"] == []


def test_predictors_of_synthetic_records_are_typed_by_variable(people: Desk) -> None:
    people.open(people_plan(people, "synthesise"))
    own = form(people, "synthesise")
    own.more.unfold()
    field = own.parts["predictors"]
    field.setFocus()
    field.setPlainText("income: place\ndebt:")
    field.settle()
    people.rest()
    assert part(people).presenter.job.params.predictors == {"income": ("place",), "debt": ()}
    assert not [one for one in shown(people).problems if one.severity == "error"]
    field.setPlainText("place: income")
    field.settle()
    people.rest()
    assert [one.code for one in shown(people).problems] == ["synthesise.later_predictor"]
    people.controller.undo()
    people.rest()
    assert field.toPlainText() == "income: place\ndebt: "


def test_the_method_of_a_synthetic_variable_is_chosen_in_its_row(people: Desk) -> None:
    people.open(people_plan(people, "synthesise"))
    own = form(people, "synthesise")
    own.more.unfold()
    people.rest()
    fields = own.parts["method"].fields
    assert {name for name, _ in fields} == {"place", "job", "income", "debt"}
    for word, given in (("sample", {"debt": "sample"}), ("cart", {})):
        field = fields["debt", ""]
        field.setCurrentIndex(field.findData(word))
        field.activated.emit(field.currentIndex())
        people.rest()
        assert part(people).presenter.job.params.method == given


def test_profiles_of_partners_are_typed_one_per_line(people: Desk) -> None:
    people.open(people_plan(people, "swap_households", {"household": "job", "hierarchy": ["place"]}))
    field = form(people, "swap_households").parts["similar"]
    assert field.toPlainText() == "size"
    field.setFocus()
    field.setPlainText("size, debt\n,\n*")
    field.settle()
    people.rest()
    assert part(people).presenter.job.params.similar == (("size", "debt"), ())
    field.setPlainText("")
    field.settle()
    people.rest()
    assert field.toPlainText() == "size"


def test_evidence_without_risk_shows_its_first_page(people: Desk) -> None:
    people.open(people_plan(people, "synthesise"))
    part(people).presenter.run()
    people.rest()
    answer = part(people).answer
    assert not answer.risk.isVisibleTo(people.page)
    answer.turn_to(answer.sheet)
    assert answer.sheet.isVisible()


def test_risk_by_looking_up_true_values_is_measured_alike_before_and_after(people: Desk) -> None:
    people.rest()
    before, after = shown(people).answer.looked_up
    assert before.unchanged == people.controller.opened.data.records
    assert after.unchanged < before.unchanged
    rows = part(people).answer.risk.rows
    assert rows[-1][1:] == (str(before.unchanged), str(after.unchanged))


def test_moves_of_swapped_households_are_shown_from_area_to_area(qtbot) -> None:
    shelf = QWidget()
    qtbot.addWidget(shelf)
    view = MaskingAnswerView(shelf, Words())
    job = SimpleNamespace(params=SwapHouseholdsParams.model_construct())
    result = SimpleNamespace(areas=("north", "south"), moves=((3, 1), (2, 4)))
    view._show_chances(SimpleNamespace(job=job, result=result, matrix_names={}))
    assert view.chances.rows == (("north", "3", "1"), ("south", "2", "4"))
    assert view.headings[view.chances].text() == "Households moved"
