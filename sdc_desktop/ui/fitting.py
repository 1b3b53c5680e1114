"""Room on small screens and at large scalings: windows stay within the screen, what does not fit scrolls."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

_MOST = 0.9  # of the screen that a dialog takes at most
_SMALL = 140  # letters: a screen that is narrower has no room for docks and all of the middle
_YIELDS = 0.4  # of a small screen's width that the middle keeps
_DOWN = 0.7  # of the screen's height that the middle keeps at most


def resize_within(window: QWidget, width: int, height: int) -> None:
    """Give a window a size, of which no more than its screen has room for."""
    room = window.screen().availableGeometry()
    window.resize(min(width, round(_MOST * room.width())), min(height, round(_MOST * room.height())))


class ScrollingCentre(QScrollArea):
    """Insists on what its content needs as long as the screen has room for that; on a smaller one, as at
    300 %, the content keeps its size and is scrolled.
    """

    def __init__(self, content: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # what is inside takes it
        self.setWidgetResizable(True)
        self.setWidget(content)
        content.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)

    def minimumSizeHint(self) -> QSize:
        room, needed = self.screen().availableGeometry(), self.widget().minimumSizeHint()
        small = room.width() < _SMALL * self.fontMetrics().averageCharWidth()
        across = min(needed.width(), round(_YIELDS * room.width())) if small else needed.width()
        return QSize(across, min(needed.height(), round(_DOWN * room.height())))

    def sizeHint(self) -> QSize:
        return self.widget().sizeHint()
