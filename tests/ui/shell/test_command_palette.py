"""The command palette, the view without panels, and settings that cannot be saved."""

from PySide6.QtCore import Qt

from sdc_desktop.ui.dialogs.command_palette import Command, CommandPalette, found
from sdc_desktop.ui.settings import Settings
from sdc_desktop.ui.shell.main_window import MainWindow
from sdc_desktop.words import Words


def command(text: str, ran: list[str] | None = None) -> Command:
    return Command(text, "File", "", lambda: None if ran is None else ran.append(text))


def test_all_words_typed_must_occur_and_beginnings_come_first() -> None:
    commands = [command("Save as"), command("Open data file"), command("Data file: replace")]
    assert [one.text for one in found(commands, "data file")] == ["Data file: replace", "Open data file"]
    assert [one.text for one in found(commands, "AS sav")] == ["Save as"]
    assert found(commands, "nothing of this") == []


def test_arrows_move_in_the_list_and_enter_takes(qtbot) -> None:
    palette = CommandPalette([command("first"), command("second")], Words())
    qtbot.addWidget(palette)
    palette.show()
    qtbot.keyClick(palette.line, Qt.Key.Key_Down)
    qtbot.keyClick(palette.line, Qt.Key.Key_Return)
    assert palette.chosen is not None
    assert palette.chosen.text == "second"


def test_enter_with_nothing_found_stays_open(qtbot) -> None:
    palette = CommandPalette([command("first")], Words())
    qtbot.addWidget(palette)
    palette.show()
    qtbot.keyClicks(palette.line, "zzz")
    qtbot.keyClick(palette.line, Qt.Key.Key_Return)
    assert palette.chosen is None
    assert palette.isVisible()


def test_the_palette_offers_menus_variables_jobs_and_the_guide_and_runs_what_is_chosen(qtbot, window) -> None:
    window.open_patients()
    qtbot.waitUntil(lambda: window.controller.opened is not None, timeout=60_000)
    offered = {(one.text, one.kind) for one in window.palette_command.commands()}
    assert {("yob", "variable"), ("anopi", "job"), ("Noise", "guide"), ("Save as…", "File")} <= offered
    assert all("&" not in text for text, _ in offered)
    window.palette_command.open()
    palette = window.palette_command.palette
    qtbot.keyClicks(palette.line, "hide all")
    qtbot.keyClick(palette.line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not any(dock.isVisible() for dock in window.docks))


def test_f11_hides_all_panels_and_brings_them_back(qtbot, window) -> None:
    window.open_patients()
    shown = [dock.isVisible() for dock in window.docks]
    assert any(shown)
    window.focus_action.trigger()
    assert not any(dock.isVisible() for dock in window.docks)
    hidden = window.side_docks.state()
    window.focus_action.trigger()
    assert [dock.isVisible() for dock in window.docks] == shown
    assert window.side_docks.restore(hidden) is None
    assert [dock.isVisible() for dock in window.docks] == shown


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
    assert str(settings.unwritable) in made.banner.text
    assert blocked.read_text() == "a file, not a folder"
