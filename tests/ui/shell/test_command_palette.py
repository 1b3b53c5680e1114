"""The command palette, the result alone, and settings that cannot be saved."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMessageBox, QToolButton, QWidget

from sdc_desktop.app import speak
from sdc_desktop.engine.methods.preparing.prepare import PrepareParams
from sdc_desktop.engine.plan import JOB_CLASSES, Job
from sdc_desktop.engine.running.preparation import with_prepare
from sdc_desktop.ui.settings import Settings
from sdc_desktop.ui.shell.command_field import Command, CommandField, found
from sdc_desktop.ui.shell.main_window import MainWindow
from sdc_desktop.ui.widgets.help_window import HelpWindow
from sdc_desktop.words import Words
from sdc_desktop.words.program.languages import words_in
from tests.ui.conftest import add_window


def command(text: str, ran: list[str] | None = None) -> Command:
    return Command(text, "File", "", lambda: None if ran is None else ran.append(text))


def test_all_words_typed_must_occur_and_beginnings_come_first() -> None:
    commands = [command("Save as"), command("Open data file"), command("Data file: replace")]
    assert [one.text for one in found(commands, "data file")] == ["Data file: replace", "Open data file"]
    assert [one.text for one in found(commands, "AS sav")] == ["Save as"]
    assert found(commands, "nothing of this") == []


@pytest.fixture
def field(window: MainWindow) -> CommandField:
    window.command_field.open()
    return window.command_field


def until_shown(qtbot, kind: type[QWidget]) -> list[QWidget]:
    def shown() -> list[QWidget]:
        return [one for one in QApplication.topLevelWidgets() if isinstance(one, kind) and one.isVisible()]

    qtbot.waitUntil(lambda: bool(shown()))
    return shown()


def marked(field: CommandField) -> str:
    return field.offered[field.list.row].text


def test_arrows_move_in_the_list_enter_runs_the_row_marked_and_the_focus_comes_back(
    qtbot, window, field
) -> None:
    field.leave()
    window.start_page.take_focus()
    before = QApplication.focusWidget()
    field.open()
    qtbot.keyClicks(field, "theme")
    assert (field.list.isVisible(), field.list.row) == (True, 0)
    qtbot.keyClicks(field, " dark")
    assert marked(field) == "Dark"
    qtbot.keyClick(field, Qt.Key.Key_Down)
    chosen = marked(field)
    assert chosen != "Dark"
    qtbot.keyClick(field, Qt.Key.Key_Up)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.settings.theme == "dark")
    assert (field.list.isVisible(), field.text()) == (False, "")
    assert before is not None
    assert QApplication.focusWidget() is before
    window.theme.choose("light")


def test_escape_leaves_the_field_and_its_list(qtbot, window, field) -> None:
    qtbot.keyClicks(field, "save")
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert (field.list.isVisible(), field.text(), field.hasFocus()) == (False, "", False)


def test_what_is_done_comes_before_what_is_read_and_a_click_runs_it(qtbot, window, field) -> None:
    qtbot.keyClicks(field, "rec")
    kinds = [one.kind for one in field.offered]
    assert kinds == sorted(kinds, key=lambda kind: kind in ("guide page", ""))
    qtbot.keyClicks(field, "xyz")
    assert [one.text for one in field.offered] == ["Search the guide for: recxyz"]
    field.selectAll()
    qtbot.keyClicks(field, "about")
    item = field.list.topLevelItem(0)
    qtbot.mouseClick(
        field.list.viewport(), Qt.MouseButton.LeftButton, pos=field.list.visualItemRect(item).center()
    )
    (box,) = until_shown(qtbot, QMessageBox)
    box.close()


@pytest.fixture
def page(qtbot, window):
    """The place Microdata of the demo on patients, with room for all its regions."""
    window.resize(1440, 800)
    window.open_demo("patients")
    place = window.microdata_place
    window.tour.leave()
    qtbot.waitUntil(lambda: place.page is not None and window.controller.opened is not None, timeout=60_000)
    return place.page


def sides(page) -> tuple[bool, bool]:
    return page.pipeline.isVisible(), page.frame.panel.isVisible()


def test_the_palette_offers_menus_variables_jobs_and_the_guide_and_runs_what_is_chosen(
    qtbot, window, page
) -> None:
    offered = {(one.text, one.kind) for one in window.command_field.commands()}
    assert {("yob", "variable"), ("anopi", "job"), ("Noise", "guide page"), ("Save as…", "File")} <= offered
    assert all("&" not in text for text, _ in offered)
    field = window.command_field
    field.open()
    qtbot.keyClicks(field, "result only")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: sides(page) == (False, False))


def test_f11_hides_both_sides_and_brings_them_back_as_they_were(window, page) -> None:
    assert sides(page) == (True, True)
    window.tabs.page.frame.fold_panel()
    for _ in range(2):
        window.focus_action.trigger()
        assert sides(page) == (False, False)
        window.focus_action.trigger()
        assert sides(page) == (True, False)


def test_settings_that_cannot_be_saved_last_for_the_session_and_the_window_says_so(
    qtbot, tmp_path, theme
) -> None:
    blocked = tmp_path / "home"
    blocked.write_text("a file, not a folder")
    settings = Settings(blocked / "sdc-desktop" / "settings.ini")
    settings.theme = "dark"
    assert settings.theme == "dark"
    assert settings.unwritable == blocked / "sdc-desktop"
    made = MainWindow(settings, theme, Words())
    qtbot.addWidget(made)
    assert str(settings.unwritable) in made.notices.text_shown
    assert blocked.read_text() == "a file, not a folder"


def patients_with(window: MainWindow, qtbot, *jobs: Job) -> None:
    """Open the demo on patients with further jobs."""
    window.open_demo("patients")
    qtbot.waitUntil(lambda: window.controller.opened is not None, timeout=60_000)
    plan = window.controller.whole_plan
    window.controller.change_whole_plan("jobs", plan.model_copy(update={"jobs": (*plan.jobs, *jobs)}))
    qtbot.waitUntil(lambda: window.jobs.idle, timeout=60_000)


def choose_job(window: MainWindow, name: str) -> None:
    window.command_field.show_job(window.controller.whole_plan.job(name))


def job(kind: str, name: str, source: str = "data", **params: object) -> Job:
    return JOB_CLASSES[kind].model_validate({"kind": kind, "name": name, "input": source, "params": params})


def test_a_step_of_a_chain_opens_its_card(qtbot, window) -> None:
    patients_with(window, qtbot, job("pram", "later", "anopi"))
    window.tabs.show_kind("cae")
    choose_job(window, "later")
    assert window.tabs.currentWidget() is window.microdata_place
    qtbot.waitUntil(lambda: window.microdata_place.page is not None, timeout=60_000)
    page = window.microdata_place.page
    assert page.card == "step:later"
    choose_job(window, "anopi")
    assert page.card == "step:anopi"
    assert not window.notices.texts


def test_a_table_of_the_plan_is_the_one_shown(qtbot, window) -> None:
    tables = [
        job("table", name, dimensions=[{"variable": by}]) for name, by in (("one", "yob"), ("two", "ms"))
    ]
    patients_with(window, qtbot, *tables)
    for name in ("two", "one", "two"):
        choose_job(window, name)
        assert window.tabs.currentWidget() is window.tables_place
        qtbot.waitUntil(lambda: window.tables_place.page is not None, timeout=60_000)
        assert window.tables_place.page.presenter.view.current == name


def test_prepared_records_open_their_preparation(qtbot, window, page) -> None:
    steps = PrepareParams.model_validate({"steps": [{"rename": {"yob": "year"}}]})
    made = JOB_CLASSES["prepare"](name="prepared", params=steps)
    window.controller.change_whole_plan("prepared", with_prepare(window.controller.whole_plan, made))
    qtbot.waitUntil(lambda: window.jobs.idle, timeout=60_000)
    choose_job(window, "prepared")
    assert page.card == "prepare"
    assert page.prepare.isVisible()


def test_a_measuring_job_turns_to_its_page_and_one_without_a_view_says_so(qtbot, window) -> None:
    patients_with(
        window, qtbot, job("risk", "measured", "anopi"), job("recode", "of_my_own", levels={"yob": 1})
    )
    place = window.microdata_place
    qtbot.waitUntil(lambda: place.page is not None and place.page.answer is not None, timeout=60_000)
    place.page.show_card("step:anopi")
    qtbot.waitUntil(lambda: place.page.answer.area.isVisible(), timeout=60_000)
    assert place.page.step_tabs.tab != "risk"
    choose_job(window, "measured")
    assert place.page.step_tabs.tab == "risk"
    assert not window.notices.texts
    choose_job(window, "of_my_own")
    assert "of_my_own" in window.status.job_bar.idle_text


def test_a_variable_opens_the_card_roles_from_any_place(window, page) -> None:
    window.tabs.setCurrentWidget(window.cae_place)
    command = next(one for one in window.command_field.commands() if one.text == "yob")
    command.run()
    assert window.tabs.currentWidget() is window.microdata_place
    assert page.card == "roles"
    assert page.data.variables.chosen() == ("yob",)


def test_keys_are_named_as_on_the_keyboard_of_the_language(qtbot, qapp, settings, theme) -> None:
    words = words_in("de")
    speak(qapp, words)
    try:
        made = MainWindow(settings, theme, words)
        add_window(qtbot, made)
        keys = {one.key for one in made.command_field.commands()}
        kinds = {one.kind for one in made.command_field.commands() if one.text.startswith("Beispiel")}
        pages = {one.kind for one in made.command_field.commands() if one.text == "Rauschen"}
        guide = HelpWindow(words)
        qtbot.addWidget(guide)
        tips = [button.toolTip() for button in guide.findChildren(QToolButton)]
    finally:
        speak(qapp, Words())
    assert {"Strg+K", "Umschalt+F6", "Strg+Umschalt+O"} <= keys
    assert not [key for key in keys if "Ctrl" in key or "Shift" in key]
    assert any("Alt+Links" in tip for tip in tips)
    assert kinds == {"Hilfe"}
    assert pages == {"Handbuch"}
