"""What a screen reader is told of the window and of every dialog, and that none is beyond the keys."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractButton, QDialog, QWidget

from sdc_desktop.ui.dialogs.dialog import Dialog
from sdc_desktop.ui.shell.main_window import MainWindow
from tests.support.every_dialog import every_dialog
from tests.ui.conftest import make_every_page

WAIT = 60_000


@pytest.fixture
def opened(qtbot, window: MainWindow, patients: Path) -> MainWindow:
    """The demo with all that is made of it, and every drawer shown."""
    window.controller.open_project(patients / "patients.sdcproj")
    qtbot.waitUntil(lambda: window.controller.opened is not None and window.loading.ready, timeout=WAIT)
    for drawer in window.drawers.all:
        drawer.show()
    make_every_page(qtbot, window)
    window.tabs.setCurrentWidget(window.microdata_place)
    page = window.microdata_place.page
    for view in page.pipeline.cards.views:
        if not view.add:
            page.show_card(view.key)
    page.release.show_comparison()
    qtbot.waitUntil(lambda: window.jobs.idle, timeout=WAIT)
    return window


def reached(root: QWidget) -> list[QWidget]:
    """What Tab can lead to, the parts of other fields left out."""
    found = []
    for widget in root.findChildren(QWidget):
        takes_tab = widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.focusProxy() is None
        inner = widget.objectName().startswith("qt_") or widget.window().windowType() == Qt.WindowType.Popup
        if takes_tab and not inner and not widget.isHidden() and widget.window() is root.window():
            found.append(widget)
    return found


def stated(widget: QWidget, what: QAccessible.Text) -> str:
    """What a screen reader is told of a widget."""
    interface = QAccessible.queryAccessibleInterface(widget)
    return interface.text(what).strip() if interface is not None else ""


def called(widget: QWidget) -> str:
    """The name a screen reader gives, or what stands on a button."""
    return stated(widget, QAccessible.Text.Name) or (
        widget.text() if isinstance(widget, QAbstractButton) else ""
    )


def lacking(root: QWidget) -> list[str]:
    """What a screen reader could only call by its class, or has a "?" and no description."""
    found = []
    for widget in reached(root):
        place = f"{type(widget).__name__} in {type(widget.parent()).__name__}"
        if not called(widget):
            found.append(f"no name: {place}")
        if widget.whatsThis() and not stated(widget, QAccessible.Text.Description):
            found.append(f"no description: {place} {called(widget)}")
    return found


def kinds_of(base: type) -> Iterator[type]:
    """The classes of the program that are based on another, however far down."""
    for kind in base.__subclasses__():
        if kind.__module__.startswith("sdc_desktop."):
            yield kind
        yield from kinds_of(kind)


def test_all_in_the_window_and_in_every_dialog_is_stated_and_escape_closes_each(qtbot, opened, patients):
    found, seen = {}, set()
    if lacking(opened):
        found["window"] = lacking(opened)
    for name, dialog in every_dialog(opened, patients, lambda done: qtbot.waitUntil(done, timeout=WAIT)):
        seen.add(type(dialog))
        assert dialog.windowTitle(), name
        assert reached(dialog), name
        if lacking(dialog):
            found[name] = lacking(dialog)
        reached(dialog)[0].setFocus()
        qtbot.keyClick(dialog, Qt.Key.Key_Escape)
        assert not dialog.isVisible(), f"Escape does not close {name}"
    assert found == {}
    own = {kind for kind in kinds_of(QDialog) if not kind.__subclasses__()}
    assert own == seen - {Dialog}, "a dialog that every_dialog does not know, or that is gone"
