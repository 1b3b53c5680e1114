"""The way through the tab by keyboard alone, and a long drag of the weight of utility."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QWidget
from pytestqt.qtbot import QtBot

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.runner import run_plan
from sdc_desktop.ui.shell.main_window import MainWindow
from sdc_desktop.ui.tabs.microdata.anopi.view import View
from sdc_desktop.ui.tabs.microdata.page import MicrodataPage
from tests.ui.tabs.microdata.conftest import WAIT, Desk
from tests.ui.tabs.microdata.test_question import handle

_MOST_TABS = 120  # far more than the window has
_CONTROL = Qt.KeyboardModifier.ControlModifier


class Keys:
    """Presses keys and never touches a mouse; each goes to whatever has the focus."""

    def __init__(self, qtbot: QtBot, window: MainWindow) -> None:
        self._qtbot, self._window = qtbot, window

    @property
    def page(self) -> MicrodataPage:
        (page,) = self._window.microdata_place.findChildren(MicrodataPage)
        return page

    @property
    def params(self):
        return self.page.presenter.job.params

    def press(self, key: Qt.Key, times: int = 1, modifier=Qt.KeyboardModifier.NoModifier) -> None:
        for _ in range(times):
            QTest.keyClick(self.focus, key, modifier)

    def type(self, text: str) -> None:
        QTest.keyClicks(self.focus, text)

    @property
    def focus(self) -> QWidget:
        """What has the focus, in a dialog if one is open."""
        top = QApplication.activeModalWidget() or self._window
        self._qtbot.waitUntil(lambda: top.isActiveWindow() or _activate(top), timeout=WAIT)
        return QApplication.focusWidget() or top

    def tab_to(self, name: str) -> QWidget:
        """Press Tab until the widget of that accessible name (or text) has the focus."""
        for _ in range(_MOST_TABS):
            if name in _names(self.focus):
                return self.focus
            self.press(Qt.Key.Key_Tab)
        raise AssertionError(f"Tab does not lead to {name!r}")

    def rest(self) -> None:
        self._qtbot.waitUntil(lambda: self._window.jobs.idle and not self.page.making, timeout=WAIT)


def _activate(top: QWidget) -> bool:
    top.activateWindow()
    return top.isActiveWindow()


def _names(widget: QWidget) -> tuple[str, str]:
    return widget.accessibleName(), getattr(widget, "text", str)().replace("&", "")


@pytest.fixture
def keys(qtbot: QtBot, window: MainWindow, patients: Path) -> Keys:
    """The window with the patients opened, the card of the step chosen and nothing else done."""
    window.resize(1440, 800)  # both sides have room
    assert window.controller.open_plan(patients / "patients.sdcplan")
    qtbot.waitUntil(lambda: window.controller.opened is not None, timeout=WAIT)
    qtbot.waitUntil(lambda: bool(window.microdata_place.findChildren(MicrodataPage)), timeout=WAIT)
    hands = Keys(qtbot, window)
    hands.page.show_card("step:anopi")
    hands.rest()
    return hands


def test_from_points_to_the_protected_file_with_keys_only(
    keys: Keys, window: MainWindow, tmp_path: Path
) -> None:
    keys.tab_to("yob")
    keys.press(Qt.Key.Key_Return)  # unfolds its settings
    keys.tab_to("Utility points of yob")
    keys.press(Qt.Key.Key_Right, 10)  # the slider: ten points more
    keys.tab_to("ms")
    keys.press(Qt.Key.Key_Return)
    keys.tab_to("Privacy points of ms")
    assert keys.params.user_points == {"yob": 70, "ms": 30}
    keys.press(Qt.Key.Key_Tab)  # from the slider to its field
    keys.press(Qt.Key.Key_A, modifier=_CONTROL)
    keys.type("25.5")
    keys.press(Qt.Key.Key_Return)
    assert keys.params.intruder_points == {"yob": 74.5, "ms": 25.5}

    keys.tab_to("Coding of ms")
    assert isinstance(keys.focus, QComboBox)
    keys.press(Qt.Key.Key_Down)  # from "by ANOPI" to as is
    assert keys.params.override == {"ms": 1}

    keys.tab_to("Weight of utility, alpha")
    keys.press(Qt.Key.Key_A, modifier=_CONTROL)
    keys.type("0.65")
    keys.press(Qt.Key.Key_Return)
    assert keys.params.alpha == 0.65

    keys.tab_to("More")
    keys.press(Qt.Key.Key_Return)
    keys.tab_to("Suppress below k =")
    keys.press(Qt.Key.Key_Space)
    keys.press(Qt.Key.Key_Tab)
    keys.press(Qt.Key.Key_Up, 2)
    keys.tab_to("Suppression scope")
    keys.press(Qt.Key.Key_Down)
    keys.tab_to("Matching rule for suppressed values")
    keys.press(Qt.Key.Key_Down)
    assert (keys.params.suppress_below, keys.params.suppress) == (5, "cells")
    assert keys.params.suppressed_as == "kept"
    keys.rest()
    labels = [step.label for step in window.controller.project.history[1:]]
    assert len(labels) == 8
    assert "shared by at least 5 records" in keys.page.verdict.text

    keys.tab_to("Pages of the step")
    keys.press(Qt.Key.Key_Right)
    keys.rest()
    assert keys.page.step_tabs.tab == "risk"

    keys.press(Qt.Key.Key_E, modifier=_CONTROL)
    keys.rest()
    assert keys.page.card == "release"
    for name, text in (("Folder", str(tmp_path)), ("Name", "by_keys.csv")):
        keys.tab_to(name)
        keys.press(Qt.Key.Key_A, modifier=_CONTROL)
        keys.type(text)
        keys.press(Qt.Key.Key_Return)
    keys.rest()
    keys.tab_to("Export 3 files")
    keys.press(Qt.Key.Key_Space)
    keys.rest()
    target = tmp_path / "by_keys.csv"
    assert "by_keys.csv" in keys.page.exports.report.outcome.text()
    run_plan(window.controller.plan, window.controller.base, tmp_path / "out", JobContext())
    assert target.read_bytes() == (tmp_path / "out" / "by_keys.csv").read_bytes()


def test_tab_goes_round_the_whole_window_and_is_never_swallowed(keys: Keys) -> None:
    keys.tab_to("More")
    seen: list[int] = []
    for _ in range(_MOST_TABS):
        keys.press(Qt.Key.Key_Tab)
        if id(keys.focus) in seen:
            break
        seen.append(id(keys.focus))
    else:
        raise AssertionError("Tab never comes round")
    assert len(seen) > 20


def test_a_plane_is_walked_and_chosen_from_with_the_keys(keys: Keys) -> None:
    keys.tab_to("Utility and privacy of yob")
    keys.press(Qt.Key.Key_Left, 2)
    keys.press(Qt.Key.Key_Space)
    keys.rest()
    assert keys.params.override == {"yob": 5}


def test_a_drag_over_200_steps_is_one_step_and_its_drafts_come_in_order(desk: Desk) -> None:
    slider = desk.page.form.alpha_slider
    steps, plan = desk.steps, desk.controller.plan
    drafts: list[float] = []

    def note(view: View) -> None:
        if view.draft is not None and (not drafts or drafts[-1] != view.draft.job.params.alpha):
            drafts.append(view.draft.job.params.alpha)

    desk.listen(desk.page.presenter.changed, note)
    query: list[float] = []
    desk.listen(slider.moved, lambda value: query.append((100 - value) / 100))
    start = handle(slider)
    QTest.mousePress(slider, Qt.MouseButton.LeftButton, pos=start)
    for number in range(200):
        away = 60 if number % 2 else -60 + number % 40
        QTest.mouseMove(slider, start + QPoint(away, 0))
        QApplication.processEvents()
        assert desk.controller.plan is plan, "the plan stays while the handle is held"
    desk.rest()
    last = drafts[-1]
    QTest.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=start + QPoint(60, 0))
    desk.rest()

    assert desk.steps == steps + 1
    assert len(query) == 200
    place = iter(query)
    assert all(alpha in place for alpha in drafts), "every draft shown was asked for, in this order"
    assert last == query[-1] == desk.page.presenter.job.params.alpha
    assert desk.view.answer.result.alpha == last
    assert not desk.view.stale
    assert desk.view.draft is None
