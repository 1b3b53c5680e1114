"""Theme, settings, and what each says when it was never told."""

import re
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QSettings
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QLabel

from sdc_desktop.ui import theme as themes
from sdc_desktop.ui.settings import VERSION, Settings
from sdc_desktop.ui.theme import Theme, load_colours, step, wants_high_contrast

ROOT = Path(__file__).resolve().parents[2]


def contrast(first: str, second: str) -> float:
    return themes.contrast(QColor(first), QColor(second))


def test_contrast_is_that_of_the_guidelines():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)
    assert contrast("#ffffff", "#ff0000") == pytest.approx(4.0, abs=0.005)


# What text, and what marks, must have at least: level AA of WCAG 2.2, and AAA in high contrast.
LEAST = {"light": (4.5, 3), "dark": (4.5, 3), "high_light": (7, 4.5), "high_dark": (7, 4.5)}


@pytest.mark.parametrize("scheme", sorted(LEAST))
def test_every_text_can_be_read_and_every_mark_seen(scheme):
    colours = load_colours(scheme)
    for_text, for_marks = LEAST[scheme]
    for ground in (colours.window, colours.surface, colours.alternate):
        for text in (colours.text, colours.muted, colours.error, colours.warning, colours.good):
            assert contrast(text, ground) >= for_text, (text, ground)
        for mark in (colours.control_border, colours.accent, colours.blue, colours.vermillion):
            assert contrast(mark, ground) >= for_marks, (mark, ground)
        for mark in (colours.green, colours.purple, colours.ink):
            assert contrast(mark, ground) >= for_marks, (mark, ground)
    for ground in (colours.selection, colours.hover, colours.notice):
        assert contrast(colours.text, ground) >= for_text
    assert contrast(colours.on_accent, colours.accent) >= for_text


@pytest.mark.parametrize("scheme", ["high_light", "high_dark"])
def test_in_high_contrast_links_and_muted_text_are_read_and_borders_seen(scheme):
    colours = load_colours(scheme)
    for ground in (colours.window, colours.surface, colours.alternate):
        assert contrast(colours.accent, ground) >= 7
        assert contrast(colours.border, ground) >= 3
    for ground in (colours.selection, colours.hover, colours.notice):
        assert contrast(colours.muted, ground) >= 5


@pytest.mark.parametrize("scheme", sorted(LEAST))
def test_what_has_the_focus_is_framed_where_all_can_see_it(scheme):
    colours = load_colours(scheme)
    for ground in (colours.window, colours.surface, colours.alternate):
        assert contrast(colours.accent, ground) >= 3
    assert contrast(colours.on_accent, colours.accent) >= 3  # of the button that is accented already
    assert "QPushButton:focus { border: 2px solid palette(accent); }" in themes.style_sheet(points=10)


def test_the_style_sheet_names_colours_by_roles_of_the_palette_each_of_which_holds_one():
    roles = [role for role, _ in themes.ROLES.values()]
    assert len(set(roles)) == len(roles)
    assert re.search(r"#[0-9a-fA-F]{3,8}\b", themes.style_sheet(10)) is None


@pytest.mark.parametrize("scheme", sorted(LEAST))
def test_icons_are_seen_on_the_grounds_of_every_theme(scheme):
    colours = load_colours(scheme)
    _, for_marks = LEAST[scheme]
    named = re.findall(r"icons/([a-z]+[.]svg)", themes.style_sheet(10))
    assert len(set(named)) == 5
    for icon in named:
        text = (ROOT / "resources" / "icons" / icon).read_text(encoding="utf-8")
        for colour in re.findall(r"#[0-9a-f]{6}", text):
            assert contrast(colour, colours.window) >= for_marks
            assert contrast(colour, colours.surface) >= for_marks


def test_a_system_in_high_contrast_is_known_by_its_palette(qapp):
    def system(window: str, text: str) -> QPalette:
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Window, QColor(window))
        palette.setColor(QPalette.ColorRole.WindowText, QColor(text))
        return palette

    assert all(
        wants_high_contrast(system(*pair)) for pair in (("#000000", "#ffffff"), ("#ffffff", "#000000"))
    )
    for pair in (("#f0f0f0", "#000000"), ("#f3f3f3", "#000000"), ("#1e1e1e", "#ffffff")):
        assert not wants_high_contrast(system(*pair))


FOLLOWED = """
from PySide6.QtGui import QColor, QPalette
from sdc_desktop.app import make_application
from sdc_desktop.ui.theme import Theme

application = make_application([""])
palette = QPalette()
palette.setColor(QPalette.ColorRole.Window, QColor("#ffffff"))
palette.setColor(QPalette.ColorRole.WindowText, QColor("#000000"))
application.setPalette(palette)
theme = Theme(application, "system")
print(theme.scheme)
theme.choose("light")
print(theme.scheme)
"""


def test_a_system_in_high_contrast_is_followed_until_another_theme_is_chosen():
    """In a process of its own: Qt falls over an application whose style sheet was taken away while windows
    were there, as could only happen here.
    """
    done = subprocess.run([sys.executable, "-c", FOLLOWED], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    followed, chosen = done.stdout.split()
    assert followed in ("high_light", "high_dark")
    assert chosen == "light"


def test_each_theme_has_a_ground_of_its_own():
    assert len({load_colours(scheme).window for scheme in LEAST}) == len(LEAST)


def test_all_themes_name_the_same_colours():
    assert len({tuple(asdict(load_colours(scheme))) for scheme in LEAST}) == 1


@pytest.fixture
def own_theme(qapp, theme):
    yield theme
    theme.choose("light")


SWITCHED = """
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QComboBox, QLabel, QPushButton
from sdc_desktop.app import make_application
from sdc_desktop.engine.verdict import Grade, Reason, Verdict
from sdc_desktop.ui.theme import Theme, colours_of, load_colours
from sdc_desktop.ui.widgets.verdict_bar import VerdictBar
from sdc_desktop.words import Words

application = make_application([""])
theme, label, told = Theme(application, "light"), QLabel("x"), []
label.show()
theme.changed.connect(told.append)
shown, hidden = QPushButton("x"), QPushButton("x")
for button in (shown, hidden):
    button.setProperty("weight", "primary")
    button.resize(80, 40)
    button.show()
hidden.hide()
field = QComboBox()
field.addItems(["x", "y"])
field.show()
field.showPopup()  # Qt makes the list, which is hidden again while the field is seen
field.hidePopup()
bar = VerdictBar()
reason = Reason("table.unsafe_published", Grade.UNSAFE, {"number": 3})
bar.judge(Verdict(Grade.UNSAFE, (reason,)), "x", Words(), (reason,))
bar.resize(400, 60)
bar.show()
sheets = []
for scheme in ("dark", "high_light", "high_dark", "light"):
    theme.choose(scheme)
    sheets.append(application.styleSheet())
    colours = load_colours(scheme)
    drawn = bar.grab().toImage()
    pixels = {drawn.pixelColor(x, y).name() for x in range(drawn.width()) for y in range(drawn.height())}
    assert colours.text in pixels
    assert told.pop() == colours_of(label) == colours
    assert application.palette().color(QPalette.ColorRole.Window).name() == colours.window
    assert shown.grab().toImage().pixelColor(40, 6).name() == colours.accent
    while theme.again.waiting:
        application.processEvents()
    hidden.show()
    assert hidden.grab().toImage().pixelColor(40, 6).name() == colours.accent
    hidden.hide()
    field.showPopup()
    below = field.view().viewport().grab().toImage()
    assert below.pixelColor(below.width() - 4, below.height() - 4).name() == colours.surface
    field.hidePopup()
assert len(set(sheets)) == 1  # another one would take seconds in a window with all tabs
"""


def test_switching_the_theme_dresses_everything_and_says_so():
    """In a process of its own: here all pages that are kept would be dressed anew, for seconds."""
    done = subprocess.run([sys.executable, "-c", SWITCHED], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


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
    settings.folder = "/data"
    settings.remember_file(Path("/data/a.csv"))
    settings.save()
    again = Settings(tmp_path / "s.ini")
    assert (again.theme, again.folder) == ("dark", "/data")
    assert again.geometry == QByteArray(b"here")
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
