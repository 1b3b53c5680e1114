"""Settings in lines: what each is about and its summary in one line; its body unfolds below."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QSizePolicy,
    QStyle,
    QStyleOption,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from sdc_desktop.ui.theme import step, take_out
from sdc_desktop.ui.widgets.elided_label import ElidedLabel
from sdc_desktop.ui.widgets.tab_order import focusable, order_tabs

HEIGHT = 3.6  # steps of the grid: of a line, as all below
_NAME, _ARROW, _EDGE, _GAP = 10.0, 1.8, 0.9, 0.6  # the widest name, the arrow, the margin, the spacing
_KEYS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class LineHead(QToolButton):
    """The line itself, which is pressed to unfold or fold the body; the arrow keys go from line to line."""

    moved = Signal(object)  # int: -1 to the line above, 1 to the one below

    def __init__(self, name: str, aside: QWidget | None, parent: QWidget) -> None:
        super().__init__(parent)
        self.setCheckable(True)
        self.setProperty("folds", True)
        self.setProperty("weight", "line")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(step(self, HEIGHT))
        self._name = name
        self.title, self.summary = ElidedLabel(name), ElidedLabel()
        self.title.setProperty("tone", "strong")
        for label in (self.title, self.summary):
            label.setProperty("elided", True)
        row = QHBoxLayout(self)
        row.setContentsMargins(step(self, _EDGE + _ARROW), 0, step(self, _EDGE), 0)
        row.setSpacing(step(self, _GAP))
        row.addWidget(self.title)
        row.addWidget(self.summary, 1)
        if aside is not None:
            row.addWidget(aside)
        self.title.setMaximumWidth(step(self, _NAME))
        self.setAccessibleName(name)

    def show_summary(self, text: str, *, muted: bool) -> None:
        """Show what is set; `muted` where that is what it would be anyway."""
        self.summary.setText(text)
        self.setAccessibleDescription(text)
        if self.summary.property("tone") != ("muted" if muted else None):
            self.summary.setProperty("tone", "muted" if muted else None)
            self.summary.style().polish(self.summary)

    def sizeHint(self) -> QSize:
        return QSize(step(self, _NAME * 2), step(self, HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(step(self, _NAME), step(self, HEIGHT))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif event.key() in _KEYS:
            self.moved.emit(_KEYS[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        option: Any = QStyleOption()
        option.initFrom(self)
        side = step(self)
        option.rect.setRect(step(self, _EDGE), (self.height() - side) // 2, side, side)
        shape = QStyle.PrimitiveElement.PE_IndicatorArrowDown
        if not self.isChecked():
            shape = QStyle.PrimitiveElement.PE_IndicatorArrowRight
        painter = QPainter(self)
        self.style().drawPrimitive(shape, option, painter, self)
        painter.end()


class SettingLine(QFrame):
    """A line and its body, which is made when it is first unfolded where it is given as what makes it."""

    opened = Signal(object)  # bool
    orders_tabs = True  # whether Tab goes through the body as it was made, once that is unfolded

    def __init__(
        self, name: str, body: QWidget | Callable[[], QWidget], *, aside: QWidget | None = None
    ) -> None:
        super().__init__()
        self.setProperty("part", "line")
        self._make = body
        self.body: QWidget | None = None
        self.button = LineHead(name, aside, self)
        self.button.toggled.connect(self._on_toggled)
        self.button.moved.connect(self._on_moved)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self.button)
        if isinstance(body, QWidget):
            self._add_body(body)

    @property
    def is_open(self) -> bool:
        """Whether the body is unfolded."""
        return self.button.isChecked()

    def unfold(self, wanted: bool = True) -> None:
        """Unfold the body, or fold it."""
        self.button.setChecked(wanted)

    def show_summary(self, text: str, *, muted: bool = False) -> None:
        """Show in the line what is set."""
        self.button.show_summary(text, muted=muted)

    def _add_body(self, body: QWidget) -> None:
        holder = QWidget()
        inner = QVBoxLayout(holder)
        inner.setContentsMargins(step(self, 1.4), 0, step(self, 1.4), step(self))
        inner.addWidget(body)
        holder.hide()
        self.body = body
        self._column.addWidget(holder)
        self._holder = holder

    @Slot(bool)
    def _on_toggled(self, shown: bool) -> None:
        if shown and self.body is None and not isinstance(self._make, QWidget):
            self._add_body(self._make())
        self._holder.setVisible(shown)
        if shown and self.orders_tabs:  # what is made late comes last in the window: here it follows its line
            order_tabs(focusable(self._holder), self.button)
        self.opened.emit(shown)

    @Slot(object)
    def _on_moved(self, by: int) -> None:
        inside: QWidget = self
        while (around := inside.parentWidget()) is not None and not isinstance(around, QScrollArea):
            inside = around
        heads = [head for head in inside.findChildren(LineHead) if head.isVisible()]
        heads.sort(key=lambda head: head.mapTo(inside, head.rect().topLeft()).y())
        place = heads.index(self.button) + by
        if 0 <= place < len(heads):
            heads[place].setFocus(Qt.FocusReason.OtherFocusReason)


class SettingLines(QWidget):
    """Lines below one another, whose names have one width; `single`: unfolding one folds the others."""

    def __init__(self, *, single: bool = False) -> None:
        super().__init__()
        self._single = single
        self.lines: list[SettingLine] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)

    def add(self, line: SettingLine, place: int | None = None) -> None:
        """Put a line at a place (from 0), or at the end."""
        at = len(self.lines) if place is None else place
        self.lines.insert(at, line)
        self._column.insertWidget(at, line)
        line.opened.connect(partial(self._on_opened, line))
        self._align()

    def order(self, lines: Sequence[SettingLine]) -> None:
        """Put lines that are here into another order."""
        self.lines = list(lines)
        for place, line in enumerate(lines):
            self._column.insertWidget(place, line)

    def remove(self, line: SettingLine) -> None:
        """Take a line out and delete it."""
        self.lines.remove(line)
        take_out(self._column, line)

    def _align(self) -> None:
        titles = [line.button.title for line in self.lines]
        for title in titles:
            title.ensurePolished()
        widest = max((title.fontMetrics().horizontalAdvance(title.text()) for title in titles), default=0)
        for line in self.lines:
            line.button.title.setFixedWidth(min(widest + step(self, 0.5), step(self, _NAME)))

    def _on_opened(self, line: SettingLine, shown: bool) -> None:
        if shown and self._single:
            for other in self.lines:
                if other is not line:
                    other.unfold(False)
