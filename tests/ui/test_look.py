"""Theme, settings, and what each says when it was never told."""

from dataclasses import asdict
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QSettings
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QLabel

from sdc_desktop.ui.settings import VERSION, Settings
from sdc_desktop.ui.theme import Theme, colours_of, load_colours, step


def luminance(colour: str) -> float:
    def channel(value: float) -> float:
        return value / 12.92 if value <= 0.03928 else ((value + 0.055) / 1.055) ** 2.4

    red, green, blue, _ = QColor(colour).getRgbF()
    return 0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue)


def contrast(first: str, second: str) -> float:
    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_can_be_read_and_every_mark_seen(scheme):
    colours = load_colours(scheme)
    for ground in (colours.window, colours.surface, colours.alternate):
        for text in (colours.text, colours.muted, colours.error, colours.warning, colours.good):
            assert contrast(text, ground) >= 4.5, (text, ground)
        for mark in (colours.control_border, colours.accent, colours.blue, colours.vermillion):
            assert contrast(mark, ground) >= 3, (mark, ground)
        for mark in (colours.green, colours.purple, colours.ink):
            assert contrast(mark, ground) >= 3, (mark, ground)
    for ground in (colours.selection, colours.hover, colours.notice):
        assert contrast(colours.text, ground) >= 4.5
    assert contrast(colours.on_accent, colours.accent) >= 4.5


def test_both_themes_name_the_same_colours():
    assert asdict(load_colours("light")).keys() == asdict(load_colours("dark")).keys()


@pytest.fixture
def own_theme(qapp, theme):
    yield theme
    theme.choose("light")


def test_switching_the_theme_dresses_everything_and_says_so(qtbot, qapp, own_theme: Theme):
    label = QLabel("x")
    qtbot.addWidget(label)
    with qtbot.waitSignal(own_theme.changed):
        own_theme.choose("dark")
    dark = load_colours("dark")
    assert qapp.palette().color(QPalette.ColorRole.Window).name() == dark.window
    assert dark.accent in qapp.styleSheet()
    assert colours_of(label) == dark
    own_theme.choose("light")
    assert colours_of(label) == load_colours("light")


def test_an_unknown_choice_follows_the_system(own_theme: Theme):
    own_theme.choose("pink")
    assert own_theme.choice == "system"


def test_the_grid_grows_with_the_text(qtbot):
    label = QLabel("x")
    qtbot.addWidget(label)
    small = step(label, 4)
    font = label.font()
    font.setPointSizeF(font.pointSizeF() * 2)
    label.setFont(font)
    assert step(label, 4) > 1.7 * small


def test_settings_are_there_again_next_time(tmp_path: Path):
    settings = Settings(tmp_path / "s.ini")
    settings.theme = "dark"
    settings.geometry = QByteArray(b"here")
    settings.docks = QByteArray(b"left")
    settings.folder = "/data"
    settings.remember_file(Path("/data/a.csv"))
    settings.save()
    again = Settings(tmp_path / "s.ini")
    assert (again.theme, again.folder) == ("dark", "/data")
    assert (again.geometry, again.docks) == (QByteArray(b"here"), QByteArray(b"left"))
    assert again.recent_files == (Path("/data/a.csv"),)


def test_new_settings_have_their_defaults(tmp_path: Path):
    settings = Settings(tmp_path / "new" / "s.ini")
    assert (settings.theme, settings.geometry, settings.recent_files) == ("system", None, ())


def test_recent_files_are_few_newest_first_and_never_twice(tmp_path: Path):
    settings = Settings(tmp_path / "s.ini")
    for number in (*range(12), 5):
        settings.remember_file(Path(f"/f{number}"))
    names = [path.name for path in settings.recent_files]
    assert names == ["f5", "f11", "f10", "f9", "f8", "f7", "f6", "f4", "f3", "f2"]
    settings.forget_file(Path("/f11"))
    assert Path("/f11") not in settings.recent_files


def test_older_settings_are_lifted_step_by_step(tmp_path: Path):
    old = QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat)
    old.setValue("dark", "yes")
    old.sync()

    def lift(store: QSettings) -> None:
        store.setValue("view/theme", "dark" if store.value("dark") == "yes" else "light")
        store.remove("dark")

    settings = Settings(tmp_path / "s.ini", upgrades={0: lift})
    settings.save()
    assert settings.theme == "dark"
    kept = QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat)
    assert int(kept.value("version")) == VERSION
    assert not kept.contains("dark")


def test_settings_without_a_version_are_not_trusted(tmp_path: Path):
    old = QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat)
    old.setValue("view/theme", "dark")
    old.sync()
    assert Settings(tmp_path / "s.ini").theme == "system"
