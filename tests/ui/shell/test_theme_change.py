"""The window in another theme looks as one that was made in it."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]

COMPARED = """
import os, sys, time
from pathlib import Path
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QApplication, QComboBox, QGraphicsView
from sdc_desktop.app import make_application, make_window
from sdc_desktop.ui.settings import Settings
from sdc_desktop.ui.shell.main_window import MainWindow
from sdc_desktop.words import Words

folder, before, after = Path(sys.argv[1]), *sys.argv[2:4]
application = make_application(["sdc-desktop"])

def settings(theme):
    made = Settings(folder / theme / "settings.ini")
    made.theme = theme
    return made

def rest(window, until=lambda: True):
    calm, end = 0, time.monotonic() + 120
    while calm < 20:
        application.processEvents()
        calm = calm + 1 if window.jobs.idle and not window.controller.reading and until() else 0
        assert time.monotonic() < end
        if not calm:
            time.sleep(0.005)

def opened(window):
    window.files.may_leave = lambda: True
    window.resize(1440, 900)
    window.show()
    window.loading.begin()
    rest(window, lambda: window.loading.ready)
    window.open_demo("patients")
    place = window.microdata_place
    rest(window, lambda: place.page and place.page.answer and place.page.answer.planes)
    window.tour.leave()
    return window

def seen(window):
    # Plots are compared by their colours: where labels make room for one another is not of the theme.
    if QApplication.focusWidget():
        QApplication.focusWidget().clearFocus()
    application.processEvents()
    shown = window.grab().toImage()
    painter = QPainter(shown)
    colours = []
    for plot in window.findChildren(QGraphicsView):
        if plot.isVisible():
            painter.fillRect(plot.rect().translated(plot.mapTo(window, plot.rect().topLeft())), QColor("red"))
            colours.append(plot.backgroundBrush().color().name())
            colours += [axis["item"].textPen().color().name() for axis in plot.getPlotItem().axes.values()]
    painter.end()
    return shown, colours

def views(window, look):
    shown = {}
    for tab in range(window.tabs.count()):
        window.tabs.setCurrentIndex(tab)
        rest(window, lambda: not window.tabs.currentWidget().page.making)
        if look:
            shown[window.tabs.tabText(tab)] = seen(window)
    window.tabs.setCurrentIndex(0)
    window.microdata_place.page.show_card("step:anopi")
    details = window.microdata_place.page.step_tabs.bar
    for tab in [tab for tab in range(details.count()) if details.isTabVisible(tab)]:
        details.setCurrentIndex(tab)
        rest(window)
        if look:
            shown["details " + details.tabText(tab)] = seen(window)
    if look:
        for place, field in enumerate(window.findChildren(QComboBox)):
            if field.isVisible() and field.count():
                field.showPopup()
                rest(window)
                shown[f"list {place}"] = field.view().window().grab().toImage(), []
                field.hidePopup()
        for top in window.menuBar().actions():
            shown[top.text()] = top.menu().grab().toImage(), []
    return shown

changed = opened(make_window(application, settings(before), Words()))
views(changed, look=False)
changed.theme.choose(after)
while changed.theme.again.waiting and "at once" not in sys.argv:
    application.processEvents()
found = views(changed, look=True)
changed.close()
fresh = opened(MainWindow(settings(after), changed.theme, Words()))
views(fresh, look=False)
wanted = views(fresh, look=True)
assert found.keys() == wanted.keys() and len(found) > 20
print(*(name for name in wanted if found[name] != wanted[name]), sep="\\n")
sys.stdout.flush()
os._exit(0)
"""


@pytest.mark.parametrize(
    "given", [("light", "dark"), ("dark", "light", "at once")], ids=["when all is dressed", "at once"]
)
def test_a_window_in_another_theme_looks_as_one_made_in_it(tmp_path: Path, given: tuple[str, ...]) -> None:
    """In a process of its own, where no other test has changed what is shown."""
    command = [sys.executable, "-c", COMPARED, str(tmp_path), *given]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split("\n") == ["", ""]
