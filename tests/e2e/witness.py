"""The program as officers start it, and a witness in its process that says what its window shows.

Asked through a pipe, the witness answers in the window's own thread: where the buttons are, which window has
the keyboard, and whether anything is under way. It changes nothing and presses nothing.
"""

import json
import os
import queue
import re
import sys
import threading
from collections.abc import Iterator
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, QPoint, QRect, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QListView,
    QPlainTextEdit,
    QTabBar,
    QTableView,
    QTextBrowser,
    QTreeView,
    QWidget,
)

_SOON = 2_000  # milliseconds: a timer that runs out by then is work that will begin
_TO_TYPE_INTO = (QAbstractSpinBox, QLineEdit, QPlainTextEdit)
_TO_PRESS = (QAbstractButton, QComboBox, *_TO_TYPE_INTO)
_TICK = 14  # pixels from the left of a row to its box
_MOST = 60  # rows and columns of a view that are named


class Witness(QObject):
    """Lives in the window's own thread and answers there what another thread requests."""

    requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.answers: queue.Queue[dict[str, Any]] = queue.Queue()
        self.requested.connect(self._look)

    @Slot()
    def _look(self) -> None:
        shown: dict[str, Any] = {"failed": "the witness could not look"}
        try:
            shown = _shown()
        finally:
            self.answers.put(shown)


def _shown() -> dict[str, Any]:
    active, focus = QApplication.activeWindow(), QApplication.focusWidget()
    tops = [window for window in QApplication.topLevelWidgets() if window.isVisible()]
    return {
        "windows": [window.windowTitle() for window in tops if window.windowTitle()],
        "active": active.windowTitle() if active else "",
        "list": QApplication.activePopupWidget() is not None,
        "focus": _name(focus) if focus else "",
        "typing": isinstance(focus, _TO_TYPE_INTO),
        "busy": _is_busy(),
        "places": list(_places(active)) if active else [],
        "texts": list(_texts(active)) if active else [],
    }


def _is_busy() -> bool:
    """Whether a job is running or a timer will soon start one."""
    from sdc_desktop.ui.jobs import JobManager

    for top in QApplication.topLevelWidgets():
        if any(not manager.idle for manager in top.findChildren(JobManager)):
            return True
        timers = top.findChildren(QTimer)
        if any(timer.isActive() and timer.isSingleShot() and timer.interval() < _SOON for timer in timers):
            return True
    return False


def _texts(window: QWidget) -> Iterator[str]:
    """What labels and explanations say."""
    yield from (label.text() for label in window.findChildren(QLabel) if label.isVisible())
    yield from (text.toPlainText() for text in window.findChildren(QTextBrowser) if text.isVisible())


def _places(window: QWidget) -> Iterator[dict[str, Any]]:
    """Name and middle on the screen of whatever can be pressed in the window."""
    from sdc_desktop.ui.frame.cards import Card

    for kind in _TO_PRESS:
        for widget in window.findChildren(kind):
            middle = _seen_part(widget).center()
            if widget.isEnabled() and widget.isVisible() and _is_at(widget, middle):
                yield _place(_name(widget), widget, middle)
    for card in window.findChildren(Card):
        middle = _seen_part(card).center()
        if card.isVisible() and _is_at(card, middle):
            yield _place(f"card {card.view.title}", card, middle)
    for bar in window.findChildren(QTabBar):
        for number in range(bar.count() if bar.isVisible() else 0):
            if bar.isTabVisible(number) and _is_at(bar, bar.tabRect(number).center()):
                text = re.sub("&(?=[^& ])", "", bar.tabText(number))
                yield _place(f"tab {text}", bar, bar.tabRect(number).center())
    for kind in (QListView, QTableView, QTreeView):
        for view in window.findChildren(kind):
            if view.isVisible() and view.isEnabled() and view.model() is not None:
                yield from _rows(view)


def _rows(view: QAbstractItemView) -> Iterator[dict[str, Any]]:
    """Name of a view and text of each item that is seen; of one that can be ticked the place of its box."""
    seen = view.viewport().rect()
    for item in _items(view):
        text, rect = item.data(Qt.ItemDataRole.DisplayRole), view.visualRect(item)
        place = rect.center()
        if item.flags() & Qt.ItemFlag.ItemIsUserCheckable:
            place.setX(rect.left() + _TICK)
        if text and seen.contains(place) and _is_at(view.viewport(), place):
            yield _place(f"{_name(view)}: {text}", view.viewport(), place)


def _items(view: QAbstractItemView) -> Iterator[QModelIndex]:
    model = view.model()
    if isinstance(view, QTreeView):
        item = model.index(0, 0)
        while item.isValid():
            yield item
            item = view.indexBelow(item)
        return
    columns = 1 if isinstance(view, QListView) else model.columnCount(QModelIndex())
    for row in range(min(model.rowCount(QModelIndex()), _MOST)):
        for column in range(min(columns, _MOST)):
            yield model.index(row, column)


def _place(name: str, widget: QWidget, place: QPoint) -> dict[str, Any]:
    on_screen = widget.mapToGlobal(place)
    return {"name": name, "at": [on_screen.x(), on_screen.y()]}


def _seen_part(widget: QWidget) -> QRect:
    """The part that is neither scrolled away nor cut."""
    return widget.visibleRegion().boundingRect()


def _is_at(widget: QWidget, place: QPoint) -> bool:
    """Whether a press at that place of the widget reaches it."""
    found = QApplication.widgetAt(widget.mapToGlobal(place))
    return found is widget or (found is not None and widget.isAncestorOf(found))


def _name(widget: QWidget) -> str:
    text = widget.accessibleName() or str(widget.property("text") or "")
    return re.sub("&(?=[^& ])", "", text)


def _serve(requests: int, answers: int, witness: Witness) -> None:
    """Answer each byte with a line of JSON; the first answer comes when the first window is there."""
    while os.read(requests, 1):
        witness.requested.emit()
        os.write(answers, json.dumps(witness.answers.get()).encode() + b"\n")


if __name__ == "__main__":
    pipes = (int(sys.argv.pop(1)), int(sys.argv.pop(1)))
    threading.Thread(target=_serve, args=(*pipes, Witness()), daemon=True).start()
    from sdc_desktop.__main__ import main

    sys.exit(main())
