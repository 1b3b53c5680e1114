"""What the tab says while something is still missing, and the hierarchy editor."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from sdc_desktop.engine.data.hierarchies.spec import DatesSpec, MaskSpec
from sdc_desktop.engine.plan import Plan
from sdc_desktop.ui.hierarchies.editor import HierarchyEditor
from sdc_desktop.ui.tabs.microdata.anopi.view import Stage
from sdc_desktop.ui.widgets.help_window import help_place_of
from sdc_desktop.ui.widgets.verdict_bar import Mark
from sdc_desktop.words import Words
from sdc_desktop.words.microdata.hierarchies import coding_name
from tests.ui.tabs.microdata.conftest import WAIT, Desk


def without(plan: Plan, *, roles: bool = False, hierarchies: tuple[str, ...] = ()) -> Plan:
    data = plan.data
    kept = {name: spec for name, spec in data.hierarchies.items() if name not in hierarchies}
    variables = {} if roles else data.variables
    return Plan(data=data.model_copy(update={"hierarchies": kept, "variables": variables}))


def test_without_file_the_page_offers_to_open_one(closed_desk: Desk) -> None:
    page = closed_desk.page
    assert closed_desk.view.stage is Stage.NO_DATA
    assert page.empty.isVisible()
    with closed_desk.qtbot.waitSignal(page.open_data_requested):
        page.empty.button.click()


def test_without_key_variable_a_step_points_to_the_card_for_roles(closed_desk: Desk, demo_plan: Plan) -> None:
    closed_desk.open(without(demo_plan, roles=True))
    page = closed_desk.page
    assert closed_desk.view.stage is Stage.NO_VARIABLES
    assert page.verdict.text == page._first_look.text.text() == "On the card Roles, choose the key variables."
    page.choose_way("anopi")
    closed_desk.rest()
    assert page.step_tabs.empty.text.text() == "On the card Roles, choose the key variables."
    closed_desk.controller.set_variables(("yob",), role="key")
    closed_desk.rest()
    assert closed_desk.view.stage is Stage.READY


def test_a_file_that_is_not_there_is_stated(closed_desk: Desk, demo_plan: Plan) -> None:
    (closed_desk.folder / "patients.csv").unlink()
    path = closed_desk.folder / "patients.sdcplan"
    assert closed_desk.controller.open_plan(path)
    closed_desk.rest()
    assert closed_desk.view.stage is Stage.UNREADABLE
    assert closed_desk.page.empty.isVisible()


def test_a_variable_without_hierarchy_has_a_card_that_requests_one(
    closed_desk: Desk, demo_plan: Plan
) -> None:
    closed_desk.open(without(demo_plan, hierarchies=("ms",)))
    page, view = closed_desk.page, closed_desk.view
    assert view.stage is Stage.NO_HIERARCHIES
    assert view.lacking == ("ms",)
    assert view.facts["ms"].categories == 4
    assert not page.form.cards["ms"].coding.isVisible()
    assert page._first_look.isVisible()
    assert not page.exports.write_button.isEnabled()


def shown_editor(desk: Desk) -> HierarchyEditor:
    pages = (desk.page.hierarchy, desk.page.step_tabs.hierarchy)
    return next(page.editor for page in pages if page.isVisible())


def test_intervals_are_proposed_previewed_and_used_as_one_step(closed_desk: Desk, demo_plan: Plan) -> None:
    closed_desk.open(without(demo_plan, hierarchies=("yob",)))
    steps = closed_desk.steps
    closed_desk.page.form.cards["yob"].hierarchy.click()
    editor = shown_editor(closed_desk)
    closed_desk.qtbot.waitUntil(editor.use.isEnabled, timeout=WAIT)
    form = editor.editors["intervals"]
    assert (form.start.text(), form.end.text()) == ("1961", "1990")
    form.widths.setText("2; 3; 5; 10; 15; 30")
    assert not editor.use.isEnabled(), "what was not previewed cannot be used"
    closed_desk.qtbot.waitUntil(editor.use.isEnabled, timeout=WAIT)
    levels = editor.preview.levels
    titles = [levels.headerData(column, Qt.Orientation.Horizontal) for column in range(levels.columnCount())]
    assert titles[3] == "5-year bands\n6 categories"
    assert titles[6] == "30-year bands\n1 category"
    assert levels.index(0, 3).data() == "1961-1965 (15)"
    assert [levels.index(row, 6).data() for row in (0, 1)] == ["1961-1990 (60)", None]
    assert "1963-1964" in editor.message, "levels that are not nested are stated"
    editor.use.click()
    closed_desk.rest()
    assert closed_desk.steps == steps + 1
    assert closed_desk.view.stage is Stage.READY
    assert closed_desk.controller.plan.data.hierarchies["yob"] == demo_plan.data.hierarchies["yob"]


def test_a_file_of_levels_is_previewed_and_used(closed_desk: Desk, demo_plan: Plan) -> None:
    closed_desk.open(without(demo_plan, hierarchies=("ms",)))
    closed_desk.page.form.cards["ms"].hierarchy.click()
    editor = shown_editor(closed_desk)
    closed_desk.qtbot.waitUntil(lambda: editor.kind.currentData() == "levels", timeout=WAIT)
    editor.editors["levels"].path.setText(str(closed_desk.folder / "ms.csv"))
    closed_desk.qtbot.waitUntil(editor.use.isEnabled, timeout=WAIT)
    assert editor.preview.levels.columnCount() == 3
    editor.use.click()
    closed_desk.rest()
    spec = closed_desk.controller.plan.data.hierarchies["ms"]
    assert (spec.kind, spec.path) == ("levels", "ms.csv")
    assert closed_desk.view.stage is Stage.READY


def test_a_hierarchy_that_lacks_values_cannot_be_used(closed_desk: Desk, demo_plan: Plan) -> None:
    closed_desk.open(demo_plan)
    closed_desk.page.ask_hierarchy("yob")
    editor = shown_editor(closed_desk)
    closed_desk.rest()
    editor.editors["intervals"].end.setText("1980")
    closed_desk.rest()
    assert not editor.use.isEnabled()
    assert "1981" in editor.message
    assert closed_desk.levels() == {"yob": 4, "ms": 2}


def test_a_width_that_is_no_number_is_requested_again(closed_desk: Desk, demo_plan: Plan) -> None:
    closed_desk.open(demo_plan)
    closed_desk.page.ask_hierarchy("yob")
    editor = shown_editor(closed_desk)
    editor.editors["intervals"].widths.setText("2; five")
    closed_desk.rest()
    assert not editor.use.isEnabled()
    assert editor.preview.levels.columnCount() == 0
    assert "numbers" in editor.message


def test_closing_the_project_empties_the_page(desk: Desk) -> None:
    desk.controller.new()
    desk.rest()
    assert desk.view.stage is Stage.NO_DATA
    assert desk.view.answer is None


def test_a_plan_that_microaggregates_is_answered_with_its_groups_formed(closed_desk, demo_plan) -> None:
    data = demo_plan.data
    variables = data.variables | {"yob": data.variables["yob"].model_copy(update={"level": "continuous"})}
    job = demo_plan.jobs[0]
    params = job.params.model_copy(update={"technique": {"yob": "microaggregation"}})
    closed_desk.open(
        demo_plan.model_copy(
            update={
                "data": data.model_copy(
                    update={"variables": variables, "hierarchies": {"ms": data.hierarchies["ms"]}}
                ),
                "jobs": (job.model_copy(update={"params": params}),),
            }
        )
    )
    assert closed_desk.faults == []
    result = closed_desk.view.answer.result
    assert result.settled
    assert (list(result.codings), list(result.k)) == (["ms"], ["yob"])


ROWS = [(20 + i % 40, "mf"[i % 2], f"R{i % 4}", "yes" if i % 3 else "no") for i in range(60)]


def open_survey(desk: Desk, folder: Path) -> None:
    text = "".join(f"{age};{sex};{region};{income}\n" for age, sex, region, income in ROWS)
    (folder / "survey.csv").write_text("age;sex;region;income\n" + text, encoding="utf-8")
    (folder / "survey_hierarchy_sex.csv").write_text("m;*\nf;*\n", encoding="utf-8")
    (folder / "region.hrc").write_text("R0\nR1\nR2\n", encoding="utf-8")
    desk.controller.open_data(folder / "survey.csv")
    desk.qtbot.waitUntil(lambda: desk.controller.opened is not None, timeout=WAIT)
    desk.rest()


def test_a_new_file_shows_its_risk_before_anything_is_requested(closed_desk: Desk, tmp_path: Path) -> None:
    open_survey(closed_desk, tmp_path)
    page, view = closed_desk.page, closed_desk.view
    roles = {v.name: v.role for v in closed_desk.controller.opened.data.variables}
    assert roles == {"age": "key", "sex": "key", "region": "key", "income": "sensitive"}
    assert view.stage is Stage.NO_HIERARCHIES
    assert page._first_look.isVisible()
    assert "records are unique on age, sex and region" in page.verdict.text
    assert page.verdict.mark is Mark.UNSAFE
    assert page._first_look.plot.bars[0] == ("unique", view.first_look.uniques)
    assert page._first_look.table.rows[0][0] == "age"
    assert "income" in page._first_look.table.line.text()
    assert not closed_desk.controller.dirty


def test_hierarchies_are_proposed_in_one_step_and_the_first_is_shown(
    closed_desk: Desk, tmp_path: Path
) -> None:
    open_survey(closed_desk, tmp_path)
    page, steps = closed_desk.page, closed_desk.steps
    page._first_look.button.click()
    closed_desk.rest()
    assert closed_desk.steps == steps + 1
    assert closed_desk.view.stage is Stage.READY
    hierarchies = closed_desk.controller.plan.data.hierarchies
    assert {name: one.kind for name, one in hierarchies.items()} == {
        "age": "intervals",
        "sex": "levels",
        "region": "plain",
    }
    assert page.hierarchy.isVisible()
    assert page.hierarchy.editor.variable == "age"
    assert page.hierarchy.editor.spec == hierarchies["age"]


def test_a_file_that_lacks_values_is_not_proposed_but_can_be_looked_at(
    closed_desk: Desk, tmp_path: Path
) -> None:
    open_survey(closed_desk, tmp_path)
    page = closed_desk.page
    page.ask_hierarchies()
    closed_desk.rest()
    page.ask_hierarchy("region")
    closed_desk.rest()
    editor = page.hierarchy.editor
    assert editor.beside.isVisible()
    editor.beside.click()
    closed_desk.rest()
    assert "R3" in editor.message
    assert not editor.use.isEnabled()


def test_a_proposal_leaves_the_keyboard_where_it_is(closed_desk: Desk, tmp_path: Path) -> None:
    open_survey(closed_desk, tmp_path)
    page = closed_desk.page
    page.ask_hierarchy("age")
    closed_desk.rest()
    chooser = page.hierarchy.variable
    chooser.setFocus()
    QTest.keyClick(chooser, Qt.Key.Key_Down)
    closed_desk.rest()
    assert page.hierarchy.editor.variable == "sex"
    assert page.hierarchy.editor.kind.currentData() == "levels"
    assert chooser.hasFocus()


def test_the_editor_has_its_page_of_the_guide(desk: Desk) -> None:
    desk.page.ask_hierarchy("yob")
    assert help_place_of(shown_editor(desk).kind).page == "hierarchies"


def test_a_variable_that_was_gone_to_is_not_listed_in_another_project(desk: Desk, demo_plan: Plan) -> None:
    page = desk.page
    other = next(one.name for one in desk.controller.opened.data.variables if one.role != "key")
    page.show_card("roles")
    page.ask_hierarchy(other)
    assert page.hierarchy.variable.findData(other) >= 0
    desk.controller.new()
    desk.open(demo_plan)
    page.show_card("roles")
    page.ask_hierarchy("yob")
    assert page.hierarchy.variable.findData(other) < 0


def test_groups_made_by_hand_stay_while_other_variables_and_cards_are_shown(
    closed_desk: Desk, tmp_path: Path
) -> None:
    open_survey(closed_desk, tmp_path)
    page = closed_desk.page
    page.ask_hierarchies()
    closed_desk.rest()
    page.ask_hierarchy("region")
    closed_desk.rest()
    editor = page.hierarchy.editor
    editor.edit.click()
    closed_desk.rest()
    editor.manual.add.click()
    model = editor.manual.model
    assert model.setData(model.index(0, 2), "West")
    page.ask_hierarchy("sex")
    page.show_card("file")
    page.ask_hierarchy("region")
    closed_desk.rest()
    assert page.hierarchy.editor is editor
    assert editor.unsaved
    assert editor.manual.current.columns[1][0] == "West"
    page.ask_hierarchy("sex")
    plan = closed_desk.controller.plan
    data = plan.data.model_copy(update={"hierarchies": {}})
    closed_desk.controller.change_plan("no hierarchies", plan.model_copy(update={"data": data}))
    closed_desk.controller.set_variables(("region",), role="other")
    closed_desk.rest()
    assert page.hierarchy.variable.findData("region") >= 0, "what would be asked about can be seen"


def test_a_file_is_named_from_the_folder_of_the_project_once_that_is_saved(
    closed_desk: Desk, tmp_path: Path
) -> None:
    open_survey(closed_desk, tmp_path)
    page, folder = closed_desk.page, tmp_path / "project"
    page.ask_hierarchy("region")
    closed_desk.rest()
    folder.mkdir()
    assert closed_desk.controller.save_as(folder / "survey.sdcproj")
    closed_desk.rest()
    (tmp_path / "regions.csv").write_text("".join(f"R{i};all\n" for i in range(4)), encoding="utf-8")
    page.hierarchy.editor.load_file(tmp_path / "regions.csv")
    closed_desk.rest()
    page.hierarchy.editor.use.click()
    assert closed_desk.controller.plan.data.hierarchies["region"].path == "../regions.csv"


def test_undo_shows_the_hierarchy_of_before(closed_desk: Desk, demo_plan: Plan) -> None:
    closed_desk.open(demo_plan)
    page = closed_desk.page
    page.ask_hierarchy("yob")
    closed_desk.rest()
    before = closed_desk.controller.plan.data.hierarchies["yob"]
    page.step_tabs.hierarchy.editor.editors["intervals"].widths.setText("10; 30")
    closed_desk.rest()
    page.step_tabs.hierarchy.editor.use.click()
    closed_desk.rest()
    assert closed_desk.controller.plan.data.hierarchies["yob"] != before
    closed_desk.controller.undo()
    closed_desk.rest()
    assert page.step_tabs.hierarchy.editor.spec == before
    assert page.step_tabs.hierarchy.editor.editors["intervals"].widths.text() == "; ".join(
        map(str, before.widths)
    )


def test_a_role_changed_by_hand_is_no_longer_a_proposal(closed_desk: Desk, tmp_path: Path) -> None:
    open_survey(closed_desk, tmp_path)
    first = closed_desk.view.first_look
    closed_desk.controller.set_variables(("age",), role="other")
    closed_desk.rest()
    assert closed_desk.view.first_look != first
    assert closed_desk.view.first_look.key_variables == ("sex", "region")


@pytest.mark.parametrize("way", ["anopi", "recode", "generalise"])
def test_a_hierarchy_may_become_one_of_another_kind(desk: Desk, way: str) -> None:
    spec = desk.controller.plan.data.hierarchies["yob"]
    desk.controller.set_hierarchies({"yob": spec.model_copy(update={"widths": (5, 10, 30)})})
    desk.page.choose_way(way)
    desk.rest()
    steps = desk.steps
    desk.controller.set_hierarchies({"ms": MaskSpec(kind="mask", length=8, fill=True)})
    desk.rest()
    desk.controller.set_hierarchies({"yob": DatesSpec(kind="dates", parts=("month", "year"))})
    desk.rest()
    assert desk.steps == steps + 2
    desk.controller.undo()
    desk.controller.undo()
    desk.rest()
    assert desk.faults == []


def test_the_level_of_an_outdated_result_keeps_its_name_under_another_kind_of_hierarchy(words: Words) -> None:
    mask, dates = MaskSpec(kind="mask", length=3), DatesSpec(kind="dates", parts=("year",))
    assert coding_name("2", mask, words) == "2 signs masked"
    assert coding_name("has been married", mask, words) == "has been married"
    assert coding_name("year", dates, words) == "year"
    assert coding_name("15", dates, words) == "15"
