"""F6 goes round the panes of the window, Shift+F6 the other way round."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget


def go_round(panes: Sequence[QWidget], forward: bool) -> None:
    """Give the focus to the next visible pane that has something to focus."""
    there = [pane for pane in panes if pane.isVisible() and first_focus(pane) is not None]
    if not there:
        return
    focus = QApplication.focusWidget()
    here = next((i for i, pane in enumerate(there) if focus is not None and _within(focus, pane)), None)
    if here is None:
        place = 0 if forward else len(there) - 1
    else:
        place = (here + (1 if forward else -1)) % len(there)
    target = first_focus(there[place])
    assert target is not None
    target.setFocus(Qt.FocusReason.ShortcutFocusReason)


def first_focus(pane: QWidget) -> QWidget | None:
    """The first widget of a pane, in tab order, that can be reached by Tab."""
    if _can_focus(pane):
        return pane
    widget = pane.nextInFocusChain()
    while widget is not None and widget is not pane:
        if pane.isAncestorOf(widget) and _can_focus(widget):
            return widget
        widget = widget.nextInFocusChain()
    return None


def _within(widget: QWidget, pane: QWidget) -> bool:
    return widget is pane or pane.isAncestorOf(widget)


def _can_focus(widget: QWidget) -> bool:
    takes_tab = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
    return takes_tab and widget.isVisible() and widget.isEnabled() and widget.focusProxy() is None
