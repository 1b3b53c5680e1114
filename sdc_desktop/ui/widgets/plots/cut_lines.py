"""The first lines of a text, each character in a place of its own, with the cuts between its fields."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontDatabase,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from sdc_desktop.engine.data.fixed_spec import FixedField, cuts_of
from sdc_desktop.ui.theme import Colours, colours_of
from sdc_desktop.words import N_, Words

_EVERY, _HALF = 10, 5  # characters between the figures of the ruler, and between its longer marks
_STEPS = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_PageUp: -_EVERY,
    Qt.Key.Key_PageDown: _EVERY,
}
_SIGNS = {"\t": "\u2192"}  # what cannot be seen


class CutLines(QAbstractScrollArea):
    """A click between two characters, or the space bar at the mark, makes or removes a cut: `cut_requested`
    says behind which character. The arrow keys move the mark, with Ctrl to the next cut.
    """

    cut_requested = Signal(object)  # int

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._lines: Sequence[str] = ()
        self._fields: Sequence[FixedField] = ()
        self._has_names = False
        self.at = 1  # the mark stands behind this character
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(words.say(N_("The first lines and their cuts")))
        self.viewport().setCursor(Qt.CursorShape.CrossCursor)
        self.viewport().setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self._describe()

    def show_lines(self, lines: Sequence[str], fields: Sequence[FixedField], *, has_names: bool) -> None:
        """Show other lines or cuts."""
        self._lines, self._fields, self._has_names = lines, fields, has_names
        self.at = max(1, min(self.at, self._length - 1))
        self._set_bars()
        self._describe()
        self.viewport().update()

    @property
    def _length(self) -> int:
        """Of the longest line or field."""
        ends = (*(len(line) for line in self._lines), *(field.end for field in self._fields))
        return max(ends, default=0)

    # places ------------------------------------------------------------------------------------------

    @property
    def _cell(self) -> QSize:
        metrics = self.viewport().fontMetrics()
        return QSize(max(metrics.horizontalAdvance("0"), metrics.horizontalAdvance("n")), metrics.height())

    @property
    def _margin(self) -> int:
        return self._cell.width()

    def place_of(self, at: int) -> QPoint:
        """Where the boundary behind a character is, in the middle of the first line."""
        cell = self._cell
        x = self._margin + at * cell.width() - self.horizontalScrollBar().value()
        return QPoint(x, round(2.5 * cell.height()))

    def sizeHint(self) -> QSize:
        return QSize(40 * self._cell.width(), 9 * self._cell.height())

    def minimumSizeHint(self) -> QSize:
        return QSize(20 * self._cell.width(), 5 * self._cell.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._set_bars()

    def _set_bars(self) -> None:
        cell, area = self._cell, self.viewport().size()
        for bar, whole, page, one in (
            (
                self.horizontalScrollBar(),
                2 * self._margin + self._length * cell.width(),
                area.width(),
                cell.width(),
            ),
            (
                self.verticalScrollBar(),
                (len(self._lines) + 2) * cell.height(),
                area.height(),
                cell.height(),
            ),
        ):
            bar.setRange(0, max(0, whole - page))
            bar.setPageStep(page)
            bar.setSingleStep(one)

    # keys and mouse ----------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        x = event.position().x() + self.horizontalScrollBar().value() - self._margin
        at = round(x / self._cell.width())
        if event.button() == Qt.MouseButton.LeftButton and 0 < at < self._length:
            self._move_to(at)
            self.cut_requested.emit(at)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_Space:
            self.cut_requested.emit(self.at)
        elif event.modifiers() & Qt.KeyboardModifier.ControlModifier and key in (
            Qt.Key.Key_Left,
            Qt.Key.Key_Right,
        ):
            self._move_to(self._next_cut(_STEPS[key]))
        elif key in _STEPS:
            self._move_to(self.at + _STEPS[key])
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._move_to(1 if key == Qt.Key.Key_Home else self._length - 1)
        else:
            super().keyPressEvent(event)

    def _next_cut(self, way: int) -> int:
        cuts = [cut for cut in cuts_of(self._fields) if cut < self._length]
        if way > 0:
            return next((cut for cut in cuts if cut > self.at), self.at)
        return next((cut for cut in reversed(cuts) if cut < self.at), self.at)

    def _move_to(self, at: int) -> None:
        self.at = max(1, min(at, self._length - 1))
        bar, cell = self.horizontalScrollBar(), self._cell.width()
        place = self._margin + self.at * cell
        room = self.viewport().width() - 2 * cell
        bar.setValue(min(max(bar.value(), place - room), max(place - 2 * cell, 0)))
        self._describe()
        self.viewport().update()

    def _describe(self) -> None:
        """What a screen reader says of the mark."""
        is_cut = self.at in cuts_of(self._fields)
        text = N_("Behind character {at}: a cut") if is_cut else N_("Behind character {at}: no cut")
        self.setAccessibleDescription(self._words.say(text, at=self.at))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    # painting ----------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        colours = colours_of(self)
        painter.fillRect(self.viewport().rect(), QColor(colours.surface))
        cell = self._cell
        seen = self.horizontalScrollBar().value()
        first = max(0, (seen - self._margin) // cell.width())
        last = min(self._length, first + self.viewport().width() // cell.width() + 2)
        painter.translate(self._margin - seen, 0)
        self._paint_fields(painter, colours)
        self._paint_lines(painter, colours, first, last)
        self._paint_ruler(painter, colours, first, last)
        self._paint_cuts(painter, colours)

    def _paint_fields(self, painter: QPainter, colours: Colours) -> None:
        """Every other field on another ground; what no field has is left in the window's."""
        cell, height = self._cell, self.viewport().height()
        painter.fillRect(QRect(0, 0, self._length * cell.width(), height), QColor(colours.window))
        for number, field in enumerate(sorted(self._fields, key=lambda one: one.start)):
            ground = QColor(colours.alternate if number % 2 else colours.surface)
            left = (field.start - 1) * cell.width()
            painter.fillRect(QRect(left, 0, field.width * cell.width(), height), ground)

    def _paint_lines(self, painter: QPainter, colours: Colours, first: int, last: int) -> None:
        cell = self._cell
        shift = 2 * cell.height() - self.verticalScrollBar().value()
        taken = {place for field in self._fields for place in range(field.start - 1, field.end)}
        text, muted, names = (QColor(one) for one in (colours.text, colours.muted, colours.accent))
        for number, line in enumerate(self._lines):
            top = shift + number * cell.height()
            if not cell.height() < top < self.viewport().height():
                continue
            for place in range(first, min(last, len(line))):
                is_name = self._has_names and number == 0
                painter.setPen(names if is_name else text if place in taken else muted)
                sign = _SIGNS.get(line[place], line[place])
                area = QRect(place * cell.width(), top, cell.width(), cell.height())
                painter.drawText(area, Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextDontClip, sign)

    def _paint_ruler(self, painter: QPainter, colours: Colours, first: int, last: int) -> None:
        cell = self._cell
        bottom = 2 * cell.height() - 2
        ground = QRect(first * cell.width(), 0, (last - first) * cell.width(), bottom)
        painter.fillRect(ground, QColor(colours.window))
        painter.setPen(QColor(colours.muted))
        for place in range(first, last):
            x = place * cell.width() + cell.width() // 2
            number = place + 1
            share = 0.5 if number % _HALF == 0 else 0.2
            painter.drawLine(x, bottom - round(share * cell.height()), x, bottom)
            if number % _EVERY == 0 or number == 1:
                area = QRect(x - 3 * cell.width(), 0, 6 * cell.width(), cell.height())
                painter.drawText(area, Qt.AlignmentFlag.AlignHCenter, str(number))

    def _paint_cuts(self, painter: QPainter, colours: Colours) -> None:
        cell, height = self._cell, self.viewport().height()
        painter.setPen(QPen(QColor(colours.accent), 2))
        top = round(1.2 * cell.height())
        for cut in cuts_of(self._fields):
            painter.drawLine(cut * cell.width(), top, cut * cell.width(), height)
        if self.hasFocus():
            painter.setPen(QPen(QColor(colours.text), 1, Qt.PenStyle.DashLine))
            painter.drawRect(self.at * cell.width() - 3, top, 6, height - top - 1)
