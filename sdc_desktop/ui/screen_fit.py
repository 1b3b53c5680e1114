"""Room on small screens and at large scalings: windows stay within the screen, what does not fit scrolls."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QScrollArea, QWidget
from shiboken6 import Shiboken

_MOST = 0.9  # of the screen that a dialog takes at most
_SMALL = 140  # letters: a screen that is narrower has no room for docks and all of the middle
_YIELDS = 0.4  # of a small screen's width that the middle keeps
_DOWN = 0.7  # of the screen's height that the middle keeps at most
_SMALL_DOWN = 0.5  # the same of a small screen, where docks are below one another


def is_small(widget: QWidget) -> bool:
    """Whether the screen of a widget has no room for docks at both sides and all of the middle."""
    return widget.screen().availableGeometry().width() < _SMALL * widget.fontMetrics().averageCharWidth()


def resize_within(window: QWidget, width: int, height: int) -> None:
    """Give a window a size, at most what its screen has room for."""
    room = window.screen().availableGeometry()
    window.resize(min(width, round(_MOST * room.width())), min(height, round(_MOST * room.height())))


class ScrollingCentre(QScrollArea):
    """Insists on what its content needs as long as the screen has room for that; on a smaller one, as at
    300 %, the content keeps its size and is scrolled.

    The content has the room that is there, and never less than it needs. (Qt's own `widgetResizable` gives it
    the height that its texts would like for its width, and would scroll where all can be seen.)
    """

    def __init__(self, content: QWidget) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # what is inside takes it
        self.setWidget(content)
        content.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)
        content.installEventFilter(self)

    def minimumSizeHint(self) -> QSize:
        room, needed = self.screen().availableGeometry(), self.widget().minimumSizeHint()
        small = is_small(self)
        across = min(needed.width(), round(_YIELDS * room.width())) if small else needed.width()
        return QSize(across, min(needed.height(), round((_SMALL_DOWN if small else _DOWN) * room.height())))

    def sizeHint(self) -> QSize:
        return self.widget().sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.widget() and event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        needed = self.widget().minimumSizeHint()
        room = self.maximumViewportSize()
        scrolled = needed.width() > room.width() or needed.height() > room.height()
        self.widget().resize((self.viewport().size() if scrolled else room).expandedTo(needed))


def go_round(panes: Sequence[QWidget], forward: bool) -> None:
    """Give the focus to the next visible pane that has something to focus."""
    visible = [pane for pane in panes if pane.isVisible()]
    focus = QApplication.focusWidget()
    order = visible if forward else visible[::-1]
    within = (i for i, pane in enumerate(order) if focus and (focus is pane or pane.isAncestorOf(focus)))
    here = next(within, -1)
    for pane in (*order[here + 1 :], *order[: here + 1]):
        target = first_focus(pane)
        if target is not None:
            target.setFocus(Qt.FocusReason.ShortcutFocusReason)
            return


def first_focus(pane: QWidget) -> QWidget | None:
    """The first widget of a pane that can be reached by Tab: the leftmost in the topmost row.

    Qt's chain of Tab is not walked: each step makes Python treat the next widget as a part of the one before.
    When that widget is deleted, Python loses hold of what Qt made in the next.
    """
    if _can_focus(pane):
        return pane
    there = [one for one in pane.findChildren(QWidget) if pane.isAncestorOf(one) and _can_focus(one)]
    if not there:
        return None
    places = {one: QRect(one.mapTo(pane, QPoint(0, 0)), one.size()) for one in there}
    top = min(place.center().y() for place in places.values())
    row = [one for one, place in places.items() if place.top() <= top <= place.bottom()]
    return min(row, key=lambda one: places[one].left())


def focus_owner() -> QWidget | None:
    """What has the focus, to give it back later; of a part that Qt made, the widget that it belongs to."""
    widget = QApplication.focusWidget()
    while widget is not None and not Shiboken.createdByPython(widget):
        widget = widget.parentWidget()
    return widget


def give_back_focus(before: QWidget | None, centre: QWidget) -> None:
    """Give the focus to what had it before, where that is still in view, else into the centre of a window."""
    if before is None or not Shiboken.isValid(before) or not before.isVisible():
        before = first_focus(centre) or centre.window()
    before.setFocus()


def _can_focus(widget: QWidget) -> bool:
    takes_tab = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
    return takes_tab and widget.isVisible() and widget.isEnabled() and widget.focusProxy() is None
