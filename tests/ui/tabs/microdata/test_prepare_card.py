"""The card Prepare: actions tried on the real records. Each complete change is one change of the plan."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QLabel

from sdc_desktop import cli
from sdc_desktop.engine.methods.preparing.prepare.steps import STEPS
from sdc_desktop.ui.tabs.microdata.pipeline.card_views import PREPARE_KEY
from sdc_desktop.ui.tabs.microdata.preparing.prepare_card import PrepareCard
from sdc_desktop.ui.tabs.microdata.preparing.prepare_form import StepEditor
from tests.ui.tabs.microdata.conftest import WAIT, Desk

COMPLETE = ("keep_households", "keep_persons", "keep_one", "recode_missing")  # as they begin
RECORDS = (
    "name,hh,dob,income\n"
    "Ann,h1,1950-03-01,120\nBea,h1,1980-07-15,80\nCyd,h2,1950-09-09,95\nDan,h3,2015-01-31,few\nEve,h3,1990-01-01,-9\n"
)


@pytest.fixture
def desk(desk_of, tmp_path: Path) -> Iterator[Desk]:
    path = tmp_path / "people.csv"
    path.write_text(RECORDS, encoding="utf-8")
    with desk_of(Desk, tmp_path) as made:
        made.controller.open_data(path)
        made.qtbot.waitUntil(lambda: made.controller.opened is not None, timeout=WAIT)
        made.controller.set_variables(("name",), role="direct_identifier")
        made.rest()
        yield made


def card_of(desk: Desk) -> PrepareCard:
    desk.page.show_card(PREPARE_KEY)
    return desk.page.prepare


def add(card: PrepareCard, kind: str) -> StepEditor:
    next(one for one in card.form.add.menu().actions() if one.data() == kind).trigger()
    return card.form.editors[-1]


def show(editor: StepEditor, shown: dict[str, object]) -> None:
    editor.show_step(STEPS[editor.kind].model_validate(shown))
    editor.changed.emit()


def settled(desk: Desk) -> None:
    """Wait until the effect of the actions is known, and the records of the plan are there again."""
    card = desk.page.prepare
    desk.qtbot.waitUntil(lambda: card.shown is not None, timeout=WAIT)
    desk.qtbot.waitUntil(lambda: desk.controller.opened is not None, timeout=WAIT)
    desk.rest()


def age(desk: Desk) -> None:
    show(add(desk.page.prepare, "derive"), {"derive": {"name": "age", "of": "dob", "age_at": "2024-12-31"}})
    settled(desk)


def adults(desk: Desk) -> None:
    age(desk)
    chosen = add(desk.page.prepare, "filter")
    variable = chosen.rows.parts["steps.filter.variable"]
    assert variable.itemText(variable.count() - 1) == "age"
    show(chosen, {"filter": {"variable": "age", "test": "at_least", "value": 18}})
    settled(desk)


def planned(desk: Desk) -> list[str]:
    """The kinds of the actions of the plan."""
    jobs = [job for job in desk.controller.whole_plan.jobs if job.kind == "prepare"]
    return [kind for job in jobs for step in job.params.steps for kind in STEPS if getattr(step, kind, None)]


def figures(card: PrepareCard) -> list[tuple[str, str]]:
    items = [card.form.list.topLevelItem(row) for row in range(len(card.form.editors))]
    return [(item.text(1), item.text(2)) for item in items]


def test_every_kind_of_action_has_an_editor_that_gives_back_what_it_was_shown(desk: Desk) -> None:
    card = card_of(desk)
    compared = [
        {"variable": "dob", "test": "less", "value": "2000-01-01", "type": "date"},
        {"variable": "hh", "test": "not_in", "values": ["h1", "h2"]},
        {"variable": "income", "test": "missing"},
        {"variable": "hh", "test": "equal", "value": "7"},
        {"variable": "income", "test": "at_most", "value": 7},
    ]
    nested = {"all": [compared[3], {"any": [compared[2], compared[4]]}]}
    shown = {
        "filter": {"filter": {"any": [*compared, nested]}},
        "keep_households": {"keep_households": {"household": "hh", "whole": "keep"}},
        "keep_persons": {"keep_persons": {"whole": "keep"}},
        "keep_one": {"keep_one": {"by": "last", "order": ["dob"]}},
        "drop": {"drop": ["hh", "dob"]},
        "rename": {"rename": {"hh": "home"}},
        "derive": {"derive": {"name": "band", "of": "income", "bands": [1, 2.5], "labels": ["a", "b", "c"]}},
        "join": {"join": {"file": "homes.csv", "key": ["hh"], "keep": ["rent", "size"]}},
        "recode_missing": {"recode_missing": {"variables": ["income"], "texts": ["-9", "x"], "to": "NA"}},
        "coarsen": {
            "coarsen": {
                "variables": ["hh"],
                "as_number": False,
                "first": 3,
                "hidden": ["036", "059"],
                "hidden_as": "000",
            }
        },
        "shift_dates": {"shift_dates": {"variables": ["dob"], "person": "name", "days": 12}},
        "pseudonymise": {"pseudonymise": {"variables": ["name"], "key": "k.csv"}},
    }
    assert set(shown) == set(STEPS)
    for kind in STEPS:
        editor = add(card, kind)
        assert editor.step is None or kind in COMPLETE
        show(editor, shown[kind])
        assert as_plan(editor) == shown[kind]


def part(editor: StepEditor, key: str):
    return editor.rows.parts[f"steps.{editor.kind}{key}"]


def type_in(line, text: str) -> None:
    line.setText(text)
    line.settle()


def test_a_filter_is_made_of_comparisons_of_which_all_or_any_are_to_be_met(qtbot, words) -> None:
    editor = StepEditor("filter", words)
    qtbot.addWidget(editor)
    editor.changed.connect(lambda: editor.offer(("hh", "income")))
    editor.offer(("hh", "income"))
    part(editor, ".variable").chosen.emit("income")
    part(editor, ".test").chosen.emit("at_least")
    assert editor.step is None
    type_in(part(editor, ".value"), "7,5")
    low = {"variable": "income", "test": "at_least", "value": 7.5}
    assert as_plan(editor) == {"filter": low}
    chooser = part(editor, "").chooser
    chooser.chosen.emit(chooser.itemData(chooser.findText("All of these")))
    conditions = part(editor, ".all")
    conditions.menu.actions()[-1].trigger()
    own = conditions.rows[1].parts
    own["steps.filter.variable"].chosen.emit("hh")
    own["steps.filter.test"].chosen.emit("in")
    assert own["steps.filter.value"].isHidden()
    type_in(own["steps.filter.values"], "h1, h2")
    listed = {"variable": "hh", "test": "in", "values": ["h1", "h2"]}
    assert as_plan(editor) == {"filter": {"all": [low, listed]}}
    chooser.chosen.emit(chooser.itemData(chooser.findText("Any of these")))
    assert as_plan(editor) == {"filter": {"any": [low, listed]}}
    part(editor, ".any").removes[0].click()
    assert as_plan(editor) == {"filter": listed}


def test_a_variable_is_derived_in_one_way_and_others_get_new_names(qtbot, words) -> None:
    editor = StepEditor("derive", words)
    qtbot.addWidget(editor)
    editor.changed.connect(lambda: editor.offer(("dob", "income")))
    editor.offer(("dob", "income"))
    type_in(part(editor, ".name"), "band")
    part(editor, ".of").chosen.emit("income")
    assert not part(editor, ".age_at").isHidden()
    type_in(part(editor, ".bands"), "18, 1234567")
    assert part(editor, ".age_at").isHidden()
    assert part(editor, ".bands").text() == "18 1234567"
    assert as_plan(editor) == {"derive": {"name": "band", "of": "income", "bands": [18, 1234567]}}
    renaming = StepEditor("rename", words)
    qtbot.addWidget(renaming)
    renaming.changed.connect(lambda: renaming.offer(("dob", "income")))
    renaming.offer(("dob", "income"))
    renaming.show()
    fields = part(renaming, "").fields
    type_in(fields["dob", ""], "born")
    type_in(fields["income", ""], "pay")
    assert as_plan(renaming) == {"rename": {"dob": "born", "income": "pay"}}
    type_in(fields["dob", ""], "")
    assert as_plan(renaming) == {"rename": {"income": "pay"}}


def as_plan(editor: StepEditor) -> dict[str, object]:
    return editor.step.model_dump(mode="json", exclude_none=True)


def test_each_complete_change_becomes_one_change_of_the_plan_and_is_undone_alone(desk: Desk) -> None:
    card, before = card_of(desk), desk.steps
    adults(desk)
    assert desk.steps == before + 2
    assert figures(card) == [("5 → 5", "4 → 5"), ("5 → 4", "5 → 5")]
    assert card.total.text() == (
        "The records were prepared: 4 of 5 records and 4 variables were kept. Whether they are safe to "
        "release is not judged here. Variables that are not released are removed after the last step: name."
    )
    assert desk.controller.opened.data.names == ("name", "hh", "dob", "income", "age")
    assert "Prepared records: 4 of 5." in desk.page.data.facts
    assert desk.page.data.variables_model.rowCount() == 5
    desk.controller.undo()
    settled(desk)
    assert [editor.kind for editor in card.form.editors] == planned(desk) == ["derive"]
    assert desk.controller.opened.data.records == 5
    desk.controller.redo()
    settled(desk)
    assert [editor.kind for editor in card.form.editors] == planned(desk) == ["derive", "filter"]


def test_revert_brings_the_files_records_back(desk: Desk) -> None:
    card = card_of(desk)
    assert not card.back.isVisible()
    adults(desk)
    assert card.back.isVisible()
    card.back.click()
    desk.qtbot.waitUntil(lambda: desk.controller.opened is not None, timeout=WAIT)
    desk.rest()
    assert desk.controller.opened.data.records == 5
    assert "Prepared" not in desk.page.data.facts
    assert desk.controller.whole_plan.jobs == ()
    assert card.form.editors == []
    assert card.total.text() == "5 records and 4 variables in the file."


def test_actions_that_are_only_looked_at_change_nothing(desk: Desk) -> None:
    card = card_of(desk)
    adults(desk)
    before = desk.steps
    desk.page.show_card("file")
    card_of(desk)
    card.form.list.setCurrentItem(card.form.list.topLevelItem(0))
    desk.controller.settle()
    settled(desk)
    assert desk.steps == before


def test_an_action_that_is_incomplete_or_refused_leaves_the_plan_as_it_was(desk: Desk) -> None:
    card = card_of(desk)
    adults(desk)
    before = desk.steps
    add(card, "drop")
    settled(desk)
    assert card.message.text() == "An action is incomplete. Fill in its fields or remove it."
    assert planned(desk) == ["derive", "filter"]
    card.form.remove.click()
    low = add(card, "filter")
    show(low, {"filter": {"variable": "income", "test": "less", "value": 100}})
    card.form.up.click()
    card.form.up.click()
    desk.qtbot.waitUntil(lambda: "Action 1" in card.message.text(), timeout=WAIT)
    settled(desk)
    assert "first record 4" in card.message.text()
    assert planned(desk) == ["derive", "filter"]
    assert desk.steps == before
    card.form.remove.click()
    settled(desk)
    assert card.message.text() == ""


def test_the_key_written_here_has_the_bytes_of_the_batch_run_and_replaces_no_other(
    desk: Desk, tmp_path: Path
) -> None:
    card = card_of(desk)
    assert not card.key.isVisible()
    show(add(card, "pseudonymise"), {"pseudonymise": {"variables": ["name"], "key": "key.csv"}})
    settled(desk)
    assert card.key.isVisible()
    assert card.key.isEnabled()
    target = tmp_path / "kept.csv"
    card.write_key("key.csv", target)
    desk.qtbot.waitUntil(lambda: "kept.csv" in card.message.text(), timeout=WAIT)
    written = target.read_bytes()
    card.write_key("key.csv", target)
    desk.qtbot.waitUntil(lambda: "only key" in card.message.text(), timeout=WAIT)
    plan = tmp_path / "exported.sdcplan"
    assert desk.controller.export_plan(plan)
    keys = tmp_path / "keys"
    shown = ["--out", str(tmp_path / "out"), "--keys", str(keys), "--quiet"]
    assert cli.main(["run", str(plan), *shown]) == 0
    assert (keys / "key.csv").read_bytes() == written == target.read_bytes()
    assert desk.controller.whole_plan.secrets["prepared"]


def test_the_first_changes_of_the_current_action_are_shown(desk: Desk) -> None:
    card = card_of(desk)
    adults(desk)
    table = card.form.preview.table

    def lines() -> list[list[str]]:
        return [list(row) for row in table.rows]

    assert lines() == [["4", "age", "9", "removed"]]
    card.form.list.setCurrentItem(card.form.list.topLevelItem(0))
    assert lines()[0] == ["1", "dob → age", "1950-03-01", "74"]
    show(add(card, "rename"), {"rename": {"hh": "home"}})
    settled(desk)
    assert card.form.preview.isHidden()


def test_a_second_file_is_chosen_and_its_variables_wait_for_their_roles(
    desk: Desk, tmp_path: Path, monkeypatch
) -> None:
    homes = tmp_path / "homes.csv"
    homes.write_text("hh,rent\nh1,low\nh2,high\n", encoding="utf-8")
    card = card_of(desk)
    editor = add(card, "join")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(homes), ""))
    part(editor, ".file").button.click()
    file = part(editor, ".file").file_name.text()
    assert (desk.controller.base / file).resolve() == homes.resolve()
    show(editor, {"join": {"file": file, "key": ["hh"], "keep": ["rent"]}})
    settled(desk)
    assert "2" in card.form.list.topLevelItem(0).text(0)  # records without a match
    data = desk.controller.opened.data
    assert data.names == ("name", "hh", "dob", "income", "rent")
    assert data.variable("rent").unsaid
    desk.controller.set_variables(("rent",), role="key")
    desk.rest()
    assert desk.controller.opened.data.variable("rent").role == "key"


def test_what_shifted_dates_and_numbers_of_persons_leave_is_stated(desk: Desk) -> None:
    card = card_of(desk)
    for kind, text in (("shift_dates", "A stay of 137 days"), ("pseudonymise", "Numbers of persons")):
        editor = add(card, kind)
        shown = [one.text() for one in editor.findChildren(QLabel) if one.isVisible()]
        assert [one for one in shown if one.startswith(text)], kind
