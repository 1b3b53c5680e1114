"""A column that is never lower than its wrapped texts need at its width, which a splitter ignores."""

from PySide6.QtCore import QEvent
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from sdc_desktop.ui.qt_types import widgets_in


class WrappingColumn(QWidget):
    """Has its widgets in a box layout, which is `column`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.column = QVBoxLayout(self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._make_room()
        return super().event(event)

    def _make_room(self) -> None:
        margins = self.column.contentsMargins()
        width = max(self.width() - margins.left() - margins.right(), 1)
        shown = [widget for widget in widgets_in(self.column) if not widget.isHidden()]
        between = self.column.spacing() * max(len(shown) - 1, 0)
        needed = sum(_least(widget, width) for widget in shown)
        self.setMinimumHeight(needed + between + margins.top() + margins.bottom())


def _least(widget: QWidget, width: int) -> int:
    if widget.sizePolicy().hasHeightForWidth():
        return max(widget.heightForWidth(width), widget.minimumHeight())
    return max(widget.minimumSizeHint().height(), widget.minimumHeight())
