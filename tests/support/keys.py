"""What keys reach: the round of Tab, and the letters underlined."""

from collections import Counter
from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QGroupBox,
    QLabel,
    QTabBar,
    QWidget,
)

_MOST = 200  # presses of Tab


def focusable(root: QWidget) -> list[QWidget]:
    """What Tab has to lead to; of buttons that exclude one another one is enough, the parts of other fields
    and scroll areas that only scroll are left out.
    """
    found = []
    for widget in root.findChildren(QWidget):
        takes_tab = widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.focusProxy() is None
        inner = widget.objectName().startswith("qt_") or widget.window() is not root.window()
        if takes_tab and not inner and widget.isVisible() and widget.isEnabled():
            found.append(widget)
    return found


def tab_round(first: QWidget, press: Callable[[QWidget], None], most: int) -> list[QWidget]:
    """What has the focus, one after the other, from `first` on until it comes round to it again or for so
    many presses of Tab; what has links keeps it for a while.
    """
    first.setFocus(Qt.FocusReason.TabFocusReason)
    passed = [first]
    for _ in range(most):
        here = QApplication.focusWidget()
        if here is None:
            break
        press(here)
        there = QApplication.focusWidget()
        if there is None or (there is first and here is not first):
            break
        passed.append(there)
    return passed


def not_reached(wanted: list[QWidget], passed: list[QWidget]) -> list[QWidget]:
    """Those that no Tab led to: neither they nor something within them or, of radio buttons, beside them."""
    left = []
    for widget in wanted:
        at = any(one is widget or widget.isAncestorOf(one) for one in passed)
        group = isinstance(widget, QAbstractButton) and widget.autoExclusive()
        beside = group and any(one.parent() is widget.parent() for one in passed)
        if not at and not beside:
            left.append(widget)
    return left


def in_tab_order(wanted: Sequence[QWidget]) -> list[QWidget]:
    """The wanted widgets in the order in which Tab goes from the first of them to the others."""
    return [widget for widget in _passed_from(wanted[0], _MOST) if widget in wanted]


def next_by_tab(widget: QWidget) -> QWidget:
    """What one press of Tab leads to."""
    return _passed_from(widget, 1)[1]


def _passed_from(first: QWidget, most: int) -> list[QWidget]:
    window = first.window()
    window.activateWindow()
    QTest.qWaitForWindowActive(window)
    return tab_round(first, lambda here: QTest.keyClick(here, Qt.Key.Key_Tab), most)


def nameless(root: QWidget, *more: QWidget) -> list[QWidget]:
    """The visible buttons, choices and spin boxes, and `more`, that take the focus without a name."""
    kinds = (QAbstractButton, QComboBox, QAbstractSpinBox)
    parts = [part for part in root.findChildren(QWidget) if isinstance(part, kinds) and part.isVisible()]
    return [
        part
        for part in (*parts, *more)
        if not part.accessibleName()
        and not (isinstance(part, QAbstractButton) and part.text())
        and part.focusPolicy() != Qt.FocusPolicy.NoFocus
    ]


def letters(root: QWidget) -> list[tuple[str, str]]:
    """The underlined letters of what is shown, each with its text."""
    texts = []
    for widget in root.findChildren(QWidget):
        if not widget.isVisible() or widget.window() is not root.window():
            continue
        is_label = isinstance(widget, QLabel) and widget.buddy() is not None and widget.buddy().isVisible()
        if isinstance(widget, QAbstractButton) or is_label:
            texts.append(widget.text())
        elif isinstance(widget, QGroupBox):
            texts.append(widget.title())
        elif isinstance(widget, QTabBar):
            texts += [widget.tabText(index) for index in range(widget.count())]
    plain = [(text.replace("&&", ""), text) for text in texts]
    return [(bare[bare.index("&") + 1].lower(), text) for bare, text in plain if "&" in bare[:-1]]


def twice(root: QWidget) -> dict[str, list[str]]:
    """Letters that are underlined more than once, with the texts."""
    found = letters(root)
    many = {letter for letter, number in Counter(letter for letter, _ in found).items() if number > 1}
    return {letter: [text for one, text in found if one == letter] for letter in many}
