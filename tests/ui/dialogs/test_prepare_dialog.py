"""Data > Prepare: steps tried on the real records, used as one step of the history, and taken back."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox, QFileDialog, QLabel
from sdc_desktop.ui.dialogs.prepare import PrepareDialog
from sdc_desktop.ui.forms.prepare import StepEditor

from sdc_desktop import cli
from sdc_desktop.engine.methods.preparing.prepare.steps import STEPS
from sdc_desktop.ui.shell.main_window import MainWindow

WAIT = 60_000
COMPLETE = ("keep_households", "keep_persons", "keep_one", "recode_missing")  # as they begin
RECORDS = (
    "name,hh,dob,income\n"
    "Ann,h1,1950-03-01,120\nBea,h1,1980-07-15,80\nCyd,h2,1950-09-09,95\nDan,h3,2015-01-31,few\nEve,h3,1990-01-01,-9\n"
)


@pytest.fixture
def opened(qtbot, window: MainWindow, tmp_path: Path) -> MainWindow:
    path = tmp_path / "people.csv"
    path.write_text(RECORDS, encoding="utf-8")
    window.controller.open_data(path)
    qtbot.waitUntil(lambda: window.controller.opened is not None and window.loading.ready, timeout=WAIT)
    window.controller.set_variable("name", role="direct_identifier")
    qtbot.waitUntil(lambda: window.jobs.idle, timeout=WAIT)
    return window


def dialog_of(qtbot, window: MainWindow) -> PrepareDialog:
    window.prepare_records()
    dialog = window.prepare_dialog
    assert isinstance(dialog, PrepareDialog)
    if dialog.form.editors:
        settled(qtbot, dialog)
    return dialog


def add(dialog: PrepareDialog, kind: str):
    entry = next(one for one in dialog.form.add.menu().actions() if one.data() == kind)
    entry.trigger()
    return dialog.form.editors[-1]


def show(editor: StepEditor, shown: dict[str, object]) -> None:
    editor.show_step(STEPS[editor.kind].model_validate(shown))
    editor.changed.emit()


def adults(dialog: PrepareDialog) -> None:
    derive = add(dialog, "derive")
    show(derive, {"derive": {"name": "age", "of": "dob", "age_at": "2024-12-31"}})
    chosen = add(dialog, "filter")
    variable = chosen.rows.parts["steps.filter.variable"]
    assert variable.itemText(variable.count() - 1) == "age"
    show(chosen, {"filter": {"variable": "age", "test": "at_least", "value": 18}})


def numbers(dialog: PrepareDialog, key: str = "key.csv") -> None:
    show(add(dialog, "pseudonymise"), {"pseudonymise": {"variables": ["name"], "key": key}})


def settled(qtbot, dialog: PrepareDialog) -> None:
    qtbot.waitUntil(lambda: dialog.shown is not None, timeout=WAIT)


def use(qtbot, window: MainWindow, dialog: PrepareDialog) -> None:
    settled(qtbot, dialog)
    assert dialog.use.isEnabled(), dialog.message.text()
    dialog.use.click()
    qtbot.waitUntil(lambda: window.controller.opened is not None and window.jobs.idle, timeout=WAIT)


def figures(dialog: PrepareDialog) -> list[tuple[str, str]]:
    items = [dialog.form.list.topLevelItem(row) for row in range(len(dialog.form.editors))]
    return [(item.text(1), item.text(2)) for item in items]


def test_every_kind_of_step_has_an_editor_that_gives_back_what_it_was_shown(qtbot, opened) -> None:
    dialog = dialog_of(qtbot, opened)
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
        "shift_dates": {"shift_dates": {"variables": ["dob"], "person": "name", "days": 12}},
        "pseudonymise": {"pseudonymise": {"variables": ["name"], "key": "k.csv"}},
    }
    assert set(shown) == set(STEPS)
    for kind in STEPS:
        editor = add(dialog, kind)
        assert editor.step is None or kind in COMPLETE
        show(editor, shown[kind])
        assert as_plan(editor) == shown[kind]
    dialog.reject()


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


def test_steps_show_records_and_variables_before_and_after_and_are_used_as_one_step(qtbot, opened) -> None:
    dialog = dialog_of(qtbot, opened)
    assert not dialog.use.isEnabled()
    adults(dialog)
    settled(qtbot, dialog)
    assert figures(dialog) == [("5 → 5", "4 → 5"), ("5 → 4", "5 → 5")]
    assert dialog.total.text() == (
        "The records were prepared: 4 of 5 records and 4 variables were kept. Whether they are safe to "
        "release is not judged here. Variables that are not released are removed after the last step: name."
    )
    before = len(opened.controller.project.history)
    use(qtbot, opened, dialog)
    assert len(opened.controller.project.history) == before + 1
    assert opened.controller.opened.data.names == ("name", "hh", "dob", "income", "age")
    assert "Prepared records: 4 of 5." in opened.data_panel.facts
    assert opened.data_panel.variables_model.rowCount() == 5


def test_the_panel_leads_back_to_the_steps_and_from_there_to_the_files_records(qtbot, opened) -> None:
    dialog = dialog_of(qtbot, opened)
    adults(dialog)
    use(qtbot, opened, dialog)
    opened.data_panel.steps_button.click()
    again = opened.prepare_dialog
    settled(qtbot, again)
    assert [editor.kind for editor in again.form.editors] == ["derive", "filter"]
    again.back.click()
    qtbot.waitUntil(lambda: opened.controller.opened is not None and opened.jobs.idle, timeout=WAIT)
    assert opened.controller.opened.data.records == 5
    assert "Prepared" not in opened.data_panel.facts
    assert opened.controller.whole_plan.jobs == ()


def test_a_step_that_is_not_complete_or_is_refused_cannot_be_used(qtbot, opened) -> None:
    dialog = dialog_of(qtbot, opened)
    adults(dialog)
    add(dialog, "drop")
    settled(qtbot, dialog)
    assert not dialog.use.isEnabled()
    assert "A step is incomplete" in dialog.message.text()
    dialog.form.remove.click()
    low = add(dialog, "filter")
    show(low, {"filter": {"variable": "income", "test": "less", "value": 100}})
    dialog.form.up.click()
    dialog.form.up.click()
    settled(qtbot, dialog)
    qtbot.waitUntil(lambda: "Step 1" in dialog.message.text(), timeout=WAIT)
    assert "first record 4" in dialog.message.text()
    assert not dialog.use.isEnabled()
    dialog.reject()


def test_the_key_written_here_has_the_bytes_of_the_batch_run_and_replaces_no_other(
    qtbot, opened, tmp_path
) -> None:
    dialog = dialog_of(qtbot, opened)
    numbers(dialog)
    settled(qtbot, dialog)
    target = tmp_path / "kept.csv"
    dialog.write_key("key.csv", target)
    qtbot.waitUntil(lambda: "kept.csv" in dialog.message.text(), timeout=WAIT)
    written = target.read_bytes()
    dialog.write_key("key.csv", target)
    qtbot.waitUntil(lambda: "only key" in dialog.message.text(), timeout=WAIT)
    use(qtbot, opened, dialog)
    plan = tmp_path / "exported.sdcplan"
    assert opened.controller.export_plan(plan)
    keys = tmp_path / "keys"
    shown = ["--out", str(tmp_path / "out"), "--keys", str(keys), "--quiet"]
    assert cli.main(["run", str(plan), *shown]) == 0
    assert (keys / "key.csv").read_bytes() == written == target.read_bytes()
    assert opened.controller.whole_plan.secrets["prepared"]


@pytest.mark.parametrize("lost", [True, False])
def test_escape_confirms_before_steps_are_lost(qtbot, opened, monkeypatch, lost) -> None:
    query: list[bool] = []
    module = "sdc_desktop.ui.dialogs.prepare.ask_to_discard_steps"
    monkeypatch.setattr(module, lambda *_: query.append(True) or lost)
    dialog = dialog_of(qtbot, opened)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not query
    qtbot.waitUntil(lambda: opened.prepare_dialog is None, timeout=WAIT)
    dialog = dialog_of(qtbot, opened)
    add(dialog, "drop")
    dialog.buttons.button(QDialogButtonBox.StandardButton.Cancel).click()
    assert query == [True]
    assert dialog.isVisible() is not lost
    if not lost:
        qtbot.keyClick(dialog.form.list, Qt.Key.Key_Escape)
        assert query == [True, True]
        dialog.reject()


def test_steps_that_were_only_looked_at_are_left_without_a_question(qtbot, opened, monkeypatch) -> None:
    monkeypatch.setattr(
        "sdc_desktop.ui.dialogs.prepare.ask_to_discard_steps", lambda *_: pytest.fail("asked")
    )
    dialog = dialog_of(qtbot, opened)
    adults(dialog)
    use(qtbot, opened, dialog)
    dialog = dialog_of(qtbot, opened)
    dialog.form.list.setCurrentItem(dialog.form.list.topLevelItem(1))
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: opened.prepare_dialog is None, timeout=WAIT)


def test_the_first_changes_of_the_current_step_are_shown_before_it_is_used(qtbot, opened) -> None:
    dialog = dialog_of(qtbot, opened)
    adults(dialog)
    settled(qtbot, dialog)
    table = dialog.form.preview.table

    def lines() -> list[list[str]]:
        items = (table.topLevelItem(row) for row in range(table.topLevelItemCount()))
        return [[item.text(column) for column in range(4)] for item in items]

    assert lines() == [["4", "age", "9", "removed"]]
    dialog.form.list.setCurrentItem(dialog.form.list.topLevelItem(0))
    assert lines()[0] == ["1", "dob → age", "1950-03-01", "74"]
    show(add(dialog, "rename"), {"rename": {"hh": "home"}})
    settled(qtbot, dialog)
    assert dialog.form.preview.isHidden()
    dialog.reject()


def test_a_second_file_is_chosen_and_its_variables_wait_for_their_roles(
    qtbot, opened, tmp_path, monkeypatch
) -> None:
    homes = tmp_path / "homes.csv"
    homes.write_text("hh,rent\nh1,low\nh2,high\n", encoding="utf-8")
    dialog = dialog_of(qtbot, opened)
    editor = add(dialog, "join")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(homes), ""))
    part(editor, ".file").button.click()
    file = part(editor, ".file").file_name.text()
    assert (opened.controller.base / file).resolve() == homes.resolve()
    show(editor, {"join": {"file": file, "key": ["hh"], "keep": ["rent"]}})
    settled(qtbot, dialog)
    assert "2" in dialog.form.list.topLevelItem(0).text(0)  # records without a match
    use(qtbot, opened, dialog)
    data = opened.controller.opened.data
    assert data.names == ("name", "hh", "dob", "income", "rent")
    assert data.variable("rent").unsaid
    opened.controller.set_variable("rent", role="key")
    qtbot.waitUntil(lambda: opened.jobs.idle, timeout=WAIT)
    assert opened.controller.opened.data.variable("rent").role == "key"


def test_what_shifted_dates_and_numbers_of_persons_leave_is_stated(qtbot, opened: MainWindow) -> None:
    dialog = dialog_of(qtbot, opened)
    for kind, text in (("shift_dates", "A stay of 137 days"), ("pseudonymise", "Numbers of persons")):
        editor = add(dialog, kind)
        shown = [one.text() for one in editor.findChildren(QLabel) if one.isVisible()]
        assert [one for one in shown if one.startswith(text)], kind
