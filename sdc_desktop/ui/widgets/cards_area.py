"""Cards beneath one another that scroll downwards only: never squeezed, never cut off to the right."""

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLayout, QScrollArea, QWidget


class CardsArea(QScrollArea):
    """A scroll area for a layout; wrapped text is given the height it needs at the width there is."""

    def __init__(self, layout: QLayout, least: int | None = None, parent: QWidget | None = None) -> None:
        """`least` is the least width where the layout itself gives way, else that of what is in it."""
        super().__init__(parent)
        self._least = least
        self._inside = QWidget()
        self._inside.setLayout(layout)
        self._inside.installEventFilter(self)
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._keep_size)
        self.setWidget(self._inside)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._later.start()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._keep_size()

    @Slot()
    def _keep_size(self) -> None:
        layout = self._inside.layout()
        bar = self.verticalScrollBar().sizeHint().width()
        self.setMinimumWidth(bar + (layout.minimumSize().width() if self._least is None else self._least))
        width = self.viewport().width()
        needed = layout.minimumHeightForWidth(width) if layout.hasHeightForWidth() else 0
        self._inside.setMinimumHeight(max(needed, layout.minimumSize().height()))
