"""The order in which Tab goes through fields that are made late."""

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QWidget


def order_tabs(parts: Sequence[QWidget], first: QWidget) -> None:
    """Let Tab go through the parts in this order. ``first`` was made with the form, as one of them or around
    them: the others follow its place in the window, though new widgets begin at the end.
    """
    policy = first.focusPolicy()
    first.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # Qt puts nothing behind a widget that takes no focus
    for before, after in pairwise([first, *parts]):
        QWidget.setTabOrder(before, after)
    first.setFocusPolicy(policy)


def focusable(area: QWidget) -> tuple[QWidget, ...]:
    """The fields and buttons of an area, in the order in which they were put there."""
    return tuple(
        part
        for part in area.findChildren(QWidget)
        if part.focusPolicy() != Qt.FocusPolicy.NoFocus
        and part.focusProxy() is None
        and part.window() is area.window()  # lists of choosers are windows of their own
        and not isinstance(part.parentWidget(), QAbstractSpinBox | QComboBox)
    )
