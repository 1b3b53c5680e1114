"""Files dropped onto a window, also where text fields are."""

from PySide6.QtCore import QEvent, QObject, QPoint
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QTextEdit, QWidget

_DRAGS = (QEvent.Type.DragEnter, QEvent.Type.DragMove, QEvent.Type.Drop)


class FileDrops(QObject):
    """Filters what the system sends to a window. Text fields would take the address of a file as text; what
    holds the field takes the file, which is the window or a page for files of its own.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._begun = False

    def begin(self) -> None:
        """Filter once the window is there; the second time nothing is done."""
        handle = self._window.windowHandle()
        if handle is not None and not self._begun:
            self._begun = True
            handle.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() not in _DRAGS or not isinstance(event, QDropEvent):
            return False
        if not any(url.isLocalFile() for url in event.mimeData().urls()):
            return False
        target = self._target(event.position().toPoint())
        if target is None:
            return False
        if event.type() == QEvent.Type.Drop:
            target.dropEvent(event)
        else:
            event.acceptProposedAction()
        return True

    def _target(self, place: QPoint) -> QWidget | None:
        """What takes files where a text field is; None elsewhere."""
        widget = self._window.childAt(place)
        over_field = False
        while widget is not None and (not widget.acceptDrops() or _is_field(widget)):
            over_field = over_field or (widget.acceptDrops() and _is_field(widget))
            widget = widget.parentWidget()
        return widget if over_field else None


def _is_field(widget: QWidget) -> bool:
    """Whether a widget is a text field, or the part of one that shows its text."""
    kinds = QLineEdit | QPlainTextEdit | QTextEdit
    return isinstance(widget, kinds) or isinstance(widget.parentWidget(), QPlainTextEdit | QTextEdit)
