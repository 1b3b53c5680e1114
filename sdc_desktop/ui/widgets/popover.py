"""What opens over the result for a moment: reasons, a rule, a list of choices."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QApplication, QFrame, QScrollArea, QVBoxLayout, QWidget
from shiboken6 import Shiboken

from sdc_desktop.ui.theme import fill, spread, step


class Popover(QFrame):
    """Closed by Escape or a click elsewhere; then the focus is where it was before. What is higher than the
    screen scrolls.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setProperty("part", "popover")
        content = QWidget()
        self.column = QVBoxLayout(content)
        spread(self.column, parent, margin=1, spacing=1)
        self.area = QScrollArea()
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # what is inside takes it
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setWidgetResizable(True)
        self.area.setWidget(content)
        for ground in (content, self.area.viewport()):
            ground.setAutoFillBackground(False)
        fill(self, self.area)
        self._before: QWidget | None = None

    def open_below(self, widget: QWidget, width: int) -> None:
        """Show it below a widget, or where the screen has room beside it; `width` in steps of the grid."""
        if not self.isVisible():
            self._before = QApplication.focusWidget()
        room = widget.screen().availableGeometry()
        self.setFixedWidth(min(step(widget, width), room.width()))
        anchor = QRect(widget.mapToGlobal(QPoint(0, 0)), widget.size())
        right = min(room.right(), widget.window().frameGeometry().right())
        self.setGeometry(place_for(QSize(self.width(), self._needed()), anchor, room, right))
        self.show()

    def _needed(self) -> int:
        """The height at which all is seen, in the letters that the style gives its parts."""
        for part in self.findChildren(QWidget):
            part.ensurePolished()
        self.ensurePolished()
        edges = self.height() - self.contentsRect().height()
        layout, wide = self.column, self.contentsRect().width()
        high = layout.heightForWidth(wide) if layout.hasHeightForWidth() else layout.sizeHint().height()
        return high + edges

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        before, self._before = self._before, None
        if before is not None and Shiboken.isValid(before) and before.isVisible():
            before.setFocus(Qt.FocusReason.PopupFocusReason)


def place_for(size: QSize, anchor: QRect, room: QRect, right: int) -> QRect:
    """Where a popover of this size is wholly in the room: below its anchor and no farther than `right`, else
    above it, else beside it, at its right or left; over it where there is no room at all.
    """
    wide, high = min(size.width(), room.width()), min(size.height(), room.height())
    left, top = min(anchor.left(), right + 1 - wide), anchor.bottom() + 1
    if top + high > room.bottom() + 1:
        top = anchor.top() - high
    if top < room.top():
        top = max(room.top(), min(anchor.top(), room.bottom() + 1 - high))
        left = anchor.right() + 1
        if left + wide > room.right() + 1 and anchor.left() - wide >= room.left():
            left = anchor.left() - wide
    left = max(room.left(), min(left, room.right() + 1 - wide))
    return QRect(left, top, wide, high)
