"""The order of Tab in a form some of whose fields come and go."""

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QWidget

from sdc_desktop.ui.qt_types import present


def order_tabs(parts: Sequence[QWidget], fixed: QWidget) -> None:
    """Let Tab go through the parts in this order. ``fixed`` is one of them that was made with the form: where
    it stands in the window the others come to stand, too, though new widgets begin at the end.
    """
    before = present(fixed.previousInFocusChain())
    while before is not fixed and (before in parts or _has_no_focus(before, parts)):
        before = present(before.previousInFocusChain())
    chain = list(parts) if before is fixed else [before, *parts]
    for first, second in pairwise(chain):
        QWidget.setTabOrder(first, second)


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


def _has_no_focus(widget: QWidget, parts: Sequence[QWidget]) -> bool:
    inside = any(part.isAncestorOf(widget) for part in parts)  # the field of a number field
    return inside or widget.focusPolicy() == Qt.FocusPolicy.NoFocus
