"""Random clicks, keys and commands over the demos: whatever is done, no part of the program fails.

A failure names its seed; the same seed does the same again as far as jobs end in the same order.
"""

import gc
import random
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QStandardItem
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QFileDialog,
    QInputDialog,
    QListWidgetItem,
    QMenu,
    QMenuBar,
    QTabBar,
    QTableWidgetItem,
    QTreeWidgetItem,
    QWidget,
)
from shiboken6 import Shiboken

from sdc_desktop.ui.shell import file_commands
from sdc_desktop.ui.shell.main_window import MainWindow
from sdc_desktop.ui.shell.shell import DEMOS
from sdc_desktop.ui.widgets.questions import Answer

ITEMS = (QStandardItem, QListWidgetItem, QTreeWidgetItem, QTableWidgetItem)
SEEDS = (19, 1902, 190_203, 20_261_123)
EVENTS = 5_000  # for each seed, in the nightly part
FEW = 150
KEYS = (
    Qt.Key.Key_Tab,
    Qt.Key.Key_Backtab,
    Qt.Key.Key_Return,
    Qt.Key.Key_Escape,
    Qt.Key.Key_Space,
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_Left,
    Qt.Key.Key_Right,
    Qt.Key.Key_Home,
    Qt.Key.Key_End,
    Qt.Key.Key_PageDown,
    Qt.Key.Key_Delete,
    Qt.Key.Key_F2,
    Qt.Key.Key_1,
    Qt.Key.Key_9,
    Qt.Key.Key_Minus,
    Qt.Key.Key_A,
)
LEFT_ALONE = ("&Quit", "&User guide", "Searc&h guide")  # they end the trial, or open windows outside it


class Monkey:
    """Does random things to a window; closes menus and dialogs of the system, which would wait for a hand."""

    def __init__(self, window: MainWindow, seed: int) -> None:
        self._window = window
        self._chance = random.Random(seed)
        self._release = QTimer(window, interval=50)
        self._release.timeout.connect(self._let_go)
        self._release.start()
        self._acts: tuple[tuple[Callable[[], None], int], ...] = (
            (self._click, 10),
            (self._press, 6),
            (self._turn, 3),
            (self._command, 1),
            (self._demo, 0),
        )
        self._demos = [partial(window.open_demo, name) for name in DEMOS if name != "episodes"]

    def act(self, number: int) -> None:
        """Do one thing; every thousandth is another demo."""
        if number % 1_000 == 0:
            self._demo()
        else:
            acts, weights = zip(*self._acts, strict=True)
            self._chance.choices(acts, weights)[0]()
        QApplication.processEvents()

    def stop(self) -> None:
        """Close what is open, and let go of the window."""
        self._let_go()
        for dialog in self._window.findChildren(QDialog):
            dialog.close()
        self._release.stop()

    def _place(self) -> QWidget:
        return QApplication.activeModalWidget() or self._window

    def _widget(self) -> QWidget | None:
        found = [
            one
            for one in self._place().findChildren(QWidget)
            if one.isVisible() and one.isEnabled() and not isinstance(one, QMenuBar | QMenu)
        ]
        return self._chance.choice(found) if found else None

    def _click(self) -> None:
        widget = self._widget()
        if widget is None:
            return
        spot = QPoint(
            self._chance.randrange(max(widget.width(), 1)), self._chance.randrange(max(widget.height(), 1))
        )
        modifier = self._chance.choice(
            (Qt.KeyboardModifier.NoModifier,) * 4 + (Qt.KeyboardModifier.ShiftModifier,)
        )
        act = QTest.mouseDClick if self._chance.random() < 0.1 else QTest.mouseClick
        act(widget, Qt.MouseButton.LeftButton, modifier, spot)

    def _press(self) -> None:
        widget = QApplication.focusWidget() or self._place()
        QTest.keyClick(widget, self._chance.choice(KEYS))

    def _turn(self) -> None:
        bars = [bar for bar in self._place().findChildren(QTabBar) if bar.isVisible() and bar.count()]
        if bars:
            bar = self._chance.choice(bars)
            bar.setCurrentIndex(self._chance.randrange(bar.count()))

    def _command(self) -> None:
        if QApplication.activeModalWidget() is not None:
            return
        menus = [entry.menu() for entry in self._window.menuBar().actions()]
        actions = [
            action
            for menu in menus
            if isinstance(menu, QMenu)
            for action in menu.actions()
            if action.isEnabled() and action.menu() is None and action.text() not in LEFT_ALONE
        ]
        self._chance.choice(actions).trigger()

    def _demo(self) -> None:
        for dialog in self._window.findChildren(QDialog):
            dialog.close()
        self._chance.choice(self._demos)()

    def _let_go(self) -> None:
        popup = QApplication.activePopupWidget()
        if popup is not None:
            popup.close()


def items_made_by_qt() -> list[str]:
    """Python objects of items of lists that Qt made. They stay after Qt has deleted the item, and what Qt
    makes at the same address next would reach Python as that item.
    """
    gc.collect()
    left = [one for one in gc.get_objects() if isinstance(one, ITEMS) and not Shiboken.createdByPython(one)]
    return [type(one).__name__ for one in left]


def let_loose(qtbot, window: MainWindow, monkeypatch, folder: Path, seed: int, events: int) -> None:
    monkeypatch.chdir(folder)  # a name that is typed without a folder is a file in the current one
    for name in ("getOpenFileName", "getSaveFileName"):
        monkeypatch.setattr(QFileDialog, name, lambda *_, **__: ("", ""))
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_, **__: ([], ""))
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_, **__: "")
    for name in ("getText", "getMultiLineText", "getItem"):
        monkeypatch.setattr(QInputDialog, name, lambda *_, **__: ("", False))
    for name in ("getInt", "getDouble"):
        monkeypatch.setattr(QInputDialog, name, lambda *_, **__: (0, False))
    monkeypatch.setattr(QDialog, "exec", lambda _: 0)
    monkeypatch.setattr(file_commands, "ask_to_save", lambda *_: Answer.DISCARD)
    print(f"seed {seed}")
    monkey = Monkey(window, seed)
    for number in range(events):
        monkey.act(number)
    monkey.stop()
    window.jobs.cancel_all()
    qtbot.waitUntil(lambda: window.jobs.idle)
    assert items_made_by_qt() == []


def test_a_few_random_events_do_no_harm(qtbot, window: MainWindow, monkeypatch, tmp_path) -> None:
    let_loose(qtbot, window, monkeypatch, tmp_path, 1, FEW)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", SEEDS)
def test_random_events_do_no_harm(qtbot, window: MainWindow, monkeypatch, tmp_path, seed: int) -> None:
    let_loose(qtbot, window, monkeypatch, tmp_path, seed, EVENTS)
