"""One typeface in the whole window, and a glyph for every sign that it shows."""

import ast
import subprocess
import sys
from pathlib import Path

from PySide6.QtGui import QRawFont

from sdc_desktop.resources import resource_path
from sdc_desktop.ui import theme as themes

ROOT = Path(__file__).resolve().parents[3]
WINDOW = ("sdc_desktop/ui", "sdc_desktop/words")


THEMED = """
from PySide6.QtGui import QFont
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QMainWindow
from sdc_desktop.app import make_application
from sdc_desktop.ui import theme as themes

application = make_application([""])
take_sheet = application.setStyleSheet


def brings_the_systems_font(sheet):  # as on Windows
    take_sheet(sheet)
    QApplication.setFont(QFont("Another"), "QMenu")


application.setStyleSheet = brings_the_systems_font
theme = themes.Theme(application, "light")
families = list(themes._FAMILIES)
assert QApplication.font("QMenu").families() == families
for part in themes._THEMED:
    for scheme in ("dark", "dark", "light"):
        QApplication.setFont(QFont("Another"), part)  # as Windows does with each change of colours
        assert QApplication.font(part).families() == ["Another"]
        theme.choose(scheme)
        assert QApplication.font(part).families() == families, (part, scheme)
assert application.font().families() == families
window = QMainWindow()
window.installEventFilter(theme)
QApplication.setFont(QFont("Another"), "QMenu")
QApplication.sendEvent(window, QEvent(QEvent.Type.ThemeChange))  # as Windows does some time after a change
assert QApplication.font("QMenu").families() == families
sets = []
QApplication.setFont = lambda *font: sets.append(font)  # widgets would be dressed again
theme.choose("dark")
assert not sets
"""


def test_a_font_that_the_system_gives_a_part_is_replaced_and_the_right_one_left():
    """In a process of its own: here the style of all pages kept would be set again, for seconds."""
    done = subprocess.run([sys.executable, "-c", THEMED], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def characters(path: Path) -> set[str]:
    """All characters of the texts in a source that are not ASCII, docstrings as well."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    texts = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return {sign for text in texts if isinstance(text, str) for sign in text if ord(sign) > 126}


def test_the_bundled_fonts_have_a_glyph_for_every_sign_of_the_window(qapp) -> None:
    fonts = [QRawFont(str(resource_path(*name)), 12) for name in themes._FONTS if "Bold" not in name[1]]
    assert all(font.isValid() for font in fonts)
    signs = set().union(*(characters(path) for part in WINDOW for path in (ROOT / part).rglob("*.py")))
    assert {"✕", "△", "○", "−"} <= signs
    without = [s for s in signs if not any(font.supportsCharacter(ord(s)) for font in fonts)]
    assert sorted(without) == []
