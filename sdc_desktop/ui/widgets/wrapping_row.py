"""Widgets in a row, which continues on the next line where the width ends."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QSizePolicy, QWidget


class WrappingRow(QWidget):
    """Each widget has the width of its size hint; those that may expand share the rest of their line."""

    def __init__(self, widgets: Sequence[QWidget], spacing: int, *, to_the_right: bool = False) -> None:
        """`spacing` in pixels, between widgets and between lines; `to_the_right`: lines end at the right."""
        super().__init__()
        self._spacing = spacing
        self._to_the_right = to_the_right
        self._widgets: list[QWidget] = []
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        for widget in widgets:
            self.add(widget)

    def add(self, widget: QWidget, place: int | None = None) -> None:
        """Put a widget at a place (from 0), or at the end."""
        hidden = widget.isHidden() and widget.testAttribute(Qt.WidgetAttribute.WA_WState_ExplicitShowHide)
        self._widgets.insert(len(self._widgets) if place is None else place, widget)
        widget.setParent(self)
        widget.setVisible(not hidden)
        widget.installEventFilter(self)
        self._change()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        lines = self._lines(width)
        return sum(_height(line) for line in lines) + self._spacing * max(len(lines) - 1, 0)

    def sizeHint(self) -> QSize:
        shown = self._shown()
        width = sum(_width(widget) for widget in shown) + self._spacing * max(len(shown) - 1, 0)
        return QSize(width, _height(shown))

    def minimumSizeHint(self) -> QSize:
        shown = self._shown()
        width = max((_least(widget) for widget in shown), default=0)
        return QSize(width, self.heightForWidth(self.width()) if self.width() >= width else _height(shown))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._change()  # no widget reports another size to a hidden parent

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _CHANGES:
            self._change()
        elif event.type() in _LOOKS:  # the widget has its new size hint only when it has seen the event
            QCoreApplication.postEvent(self, QEvent(QEvent.Type.LayoutRequest))
        return False

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._change()
        return super().event(event)

    def _change(self) -> None:
        self.updateGeometry()
        self._place()

    def _place(self) -> None:
        top = 0
        for line in self._lines(self.width()):
            height = _height(line)
            room = self.width() - sum(_width(widget) for widget in line) - self._spacing * (len(line) - 1)
            growing = sum(_grows(widget) for widget in line)
            left = max(room, 0) if self._to_the_right and not growing else 0
            for widget in line:
                more = max(room, 0) // growing if _grows(widget) else 0
                width = min(_width(widget), self.width()) + more
                own = min(_height((widget,)), height)
                widget.setGeometry(QRect(left, top + (height - own) // 2, width, own))
                left += width + self._spacing
            top += height + self._spacing

    def _shown(self) -> list[QWidget]:
        return [widget for widget in self._widgets if not widget.isHidden()]

    def _lines(self, width: int) -> list[list[QWidget]]:
        lines: list[list[QWidget]] = []
        left = -1
        for widget in self._shown():
            wanted = _width(widget)
            if not lines or wanted + self._spacing > left:
                lines.append([widget])
                left = width - wanted
            else:
                lines[-1].append(widget)
                left -= wanted + self._spacing
        return lines


_CHANGES = (QEvent.Type.ShowToParent, QEvent.Type.HideToParent)
_LOOKS = (QEvent.Type.Polish, QEvent.Type.StyleChange, QEvent.Type.FontChange)


def _width(widget: QWidget) -> int:
    return min(max(widget.sizeHint().width(), widget.minimumWidth()), widget.maximumWidth())


def _least(widget: QWidget) -> int:
    return max(widget.minimumSizeHint().width(), widget.minimumWidth())


def _height(widgets: Sequence[QWidget]) -> int:
    return max((max(widget.sizeHint().height(), widget.minimumHeight()) for widget in widgets), default=0)


def _grows(widget: QWidget) -> bool:
    return bool(widget.sizePolicy().expandingDirections() & Qt.Orientation.Horizontal)
