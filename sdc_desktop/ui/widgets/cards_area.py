"""Cards below one another that scroll downwards only, and two widgets beside each other where they fit."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLayout, QScrollArea, QWidget, QWidgetItem

from sdc_desktop.ui.qt_types import layout_of, widgets_in
from sdc_desktop.ui.theme import Part, below, fill, spread
from sdc_desktop.ui.widgets.plots.marked_label import MarkedLabel


class CardsArea(QScrollArea):
    """A scroll area for a layout; wrapped text is given the height it needs at the width there is."""

    def __init__(self, layout: QLayout, least: int | None = None) -> None:
        """`least` is the least width where the layout itself gives way, else that of what is in it."""
        super().__init__()
        self._least = least
        self._inside = _Inside()
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
        layout = layout_of(self._inside)
        bar = self.verticalScrollBar().sizeHint().width()
        self.setMinimumWidth(bar + (layout.minimumSize().width() if self._least is None else self._least))
        width = self.viewport().width()
        needed = _needed(layout, width) if layout.hasHeightForWidth() else 0
        self._inside.setMinimumHeight(max(needed, layout.minimumSize().height()))


def _needed(layout: QLayout, width: int) -> int:
    """The height at which Qt squeezes nothing: what wraps has its height at that width, not its least."""
    edges = layout.contentsMargins()
    inner = [one for one in layout.children() if isinstance(one, QLayout)]
    parts = [*map(QWidgetItem, widgets_in(layout)), *inner]  # items made here: those of Qt are left alone
    items = [item for item in parts if not item.isEmpty()]
    room = width - edges.left() - edges.right()
    heights = [
        item.heightForWidth(room) if item.hasHeightForWidth() else item.minimumSize().height()
        for item in items
    ]
    return sum(heights) + layout.spacing() * (len(items) - 1) + edges.top() + edges.bottom()


class _Inside(QWidget):
    """The content of the area, as low as possible before the area scrolls: Qt's would be higher."""

    def heightForWidth(self, width: int) -> int:
        return self.minimumHeight()


def scrolled(widget: QWidget) -> CardsArea:
    """A widget that scrolls where there is little height for it, and is not squeezed."""
    return CardsArea(below(widget, widget))


def fill_scrolling(
    widget: QWidget, *parts: Part, foot: Iterable[Part] = (), margin: float = 0.0, spacing: float = 1.0
) -> CardsArea:
    """Make these parts, which scroll, all that a widget shows; ``foot``: what stays in view below them."""
    area = CardsArea(below(widget, *parts, margin=margin, spacing=spacing))
    fill(widget, (area, 1), *foot, spacing=1.0)
    return area


class SideBySide(QWidget):
    """Holds the pictures it is given, beside one another; their names can change."""

    def __init__(self, pictures: Sequence[QWidget]) -> None:
        super().__init__()
        self.pictures = tuple(pictures)
        self._names = tuple(_name() for _ in pictures)
        grid = QGridLayout(self)
        spread(grid, self, margin=0, spacing=0.25)
        for place, (picture, name) in enumerate(zip(self.pictures, self._names, strict=True)):
            grid.addWidget(name, 0, place)
            grid.addWidget(picture, 1, place)
            grid.setColumnStretch(place, 1)
        grid.setRowStretch(1, 1)

    def name(self, place: int, text: str) -> None:
        """Name what the picture at a place (from 0) shows."""
        self._names[place].show_text(text)
        self.pictures[place].setAccessibleName(text)


def _name() -> MarkedLabel:
    label = MarkedLabel()
    label.setProperty("scale", "small")
    label.setProperty("tone", "muted")
    return label
