"""A grid of labels and fields in pairs: several pairs in a line where they fit, else one."""

from typing import cast

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QGridLayout, QWidget

from sdc_desktop.ui.qt_types import widgets_in
from sdc_desktop.ui.theme import spread, step

_ARROW = 4  # steps: of a chooser, with its margins


class PairGrid(QWidget):
    """Holds its parts in the order in which they were added; lays them out again when its width changes."""

    def __init__(self, pairs: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pairs = pairs
        self._in_line = pairs  # as they are laid out now
        self._next = (0, 0)  # where the next label goes: row, pair
        self.grid = QGridLayout(self)
        spread(self.grid, self, margin=0, spacing=0.5)
        self._stretch()

    def add_pair(self, label: QWidget, field: QWidget) -> None:
        """A label, and its field beside it."""
        row, pair = self._next
        self.grid.addWidget(label, row, 2 * pair)
        self.grid.addWidget(field, row, 2 * pair + 1)
        self._next = (row, pair + 1) if pair + 1 < self._in_line else (row + 1, 0)

    def add_across(self, part: QWidget) -> None:
        """A part with a line of its own."""
        row = self._next[0] + (self._next[1] > 0)
        self.grid.addWidget(part, row, 0, 1, 2 * self._pairs)
        self._next = (row + 1, 0)

    def minimumSizeHint(self) -> QSize:
        """That of one pair in a line, into which it can be laid out."""
        if self._pairs == 1:
            return super().minimumSizeHint()
        pairs = [(first, second) for first, second in self._parts() if second is not None]
        least = max((first.minimumSizeHint().width() + _least(second) for first, second in pairs), default=0)
        return QSize(least + self.grid.spacing(), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._pairs == 1:
            return
        in_line = self._pairs if self._needed() <= self.width() else 1
        if in_line != self._in_line:
            self._lay_out(in_line)

    def _parts(self) -> list[tuple[QWidget, QWidget | None]]:
        """Each pair, and each part across with None, in their order."""
        placed = []
        for part in widgets_in(self.grid):
            at = self.grid.getItemPosition(self.grid.indexOf(part))
            row, column, _, wide = cast(tuple[int, int, int, int], at)
            placed.append((row, column, wide, part))
        placed.sort(key=lambda one: one[:2])
        found: list[tuple[QWidget, QWidget | None]] = []
        for _, column, wide, part in placed:
            if wide > 1:
                found.append((part, None))
            elif column % 2 == 0:
                found.append((part, part))  # its field follows
            else:
                found[-1] = (found[-1][0], part)
        return found

    def _needed(self) -> int:
        """The width of the pairs that one line should hold."""
        widths = [0] * (2 * self._pairs)
        pairs = [(first, second) for first, second in self._parts() if second is not None]
        for place, (label, field) in enumerate(pairs):
            column = 2 * (place % self._pairs)
            widths[column] = max(widths[column], label.sizeHint().width())
            widths[column + 1] = max(widths[column + 1], needed_width(field))
        return sum(widths) + self.grid.spacing() * (len(widths) - 1)

    def _lay_out(self, in_line: int) -> None:
        parts = self._parts()
        while self.grid.takeAt(0) is not None:
            pass
        self._in_line, self._next = in_line, (0, 0)
        for first, second in parts:
            if second is None:
                self.add_across(first)
            else:
                self.add_pair(first, second)
        self._stretch()

    def _stretch(self) -> None:
        for pair in range(self._pairs):
            self.grid.setColumnStretch(2 * pair + 1, 1 if pair < self._in_line else 0)


def needed_width(part: QWidget) -> int:
    """The width at which all of a field shows; for a chooser, its longest text."""
    if not isinstance(part, QComboBox):
        return part.minimumSizeHint().width()
    texts = (part.fontMetrics().horizontalAdvance(part.itemText(row)) for row in range(part.count()))
    return max(texts, default=0) + step(part, _ARROW)


def _least(part: QWidget) -> int:
    return part.minimumSizeHint().width()
