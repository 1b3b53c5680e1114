"""What opens over the result for a moment: reasons, a rule, a list of choices."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QApplication, QFrame, QVBoxLayout, QWidget
from shiboken6 import Shiboken

from sdc_desktop.ui.theme import spread, step


class Popover(QFrame):
    """Closed by Escape or a click elsewhere; then the focus is where it was before."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setProperty("part", "popover")
        self.column = QVBoxLayout(self)
        spread(self.column, parent, margin=1, spacing=1)
        self._before: QWidget | None = None

    def open_below(self, widget: QWidget, width: int) -> None:
        """Show it below a widget, within the window and the screen; `width` in steps of the grid."""
        if not self.isVisible():
            self._before = QApplication.focusWidget()
        room = widget.screen().availableGeometry()
        wide = min(step(widget, width), room.width())
        self.setFixedWidth(wide)
        layout = self.column
        high = layout.heightForWidth(wide) if layout.hasHeightForWidth() else self.sizeHint().height()
        place = widget.mapToGlobal(QPoint(0, widget.height()))
        right = min(room.right(), widget.window().frameGeometry().right())
        left = max(room.left(), min(place.x(), right - wide))
        self.setGeometry(left, place.y(), wide, min(high, room.bottom() - place.y()))
        self.show()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        before, self._before = self._before, None
        if before is not None and Shiboken.isValid(before) and before.isVisible():
            before.setFocus(Qt.FocusReason.PopupFocusReason)
