"""Labels with their fields, laid out for the width there is: beside each other, or the label above."""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QComboBox, QGridLayout, QLabel, QLineEdit, QWidget

from sdc_desktop.ui.qt_types import parent_of, widgets_in
from sdc_desktop.ui.theme import spread, step

LABELS = 0.45  # of the width: the most that the labels of a group have
_ARROW, _AROUND = 4, 2.5  # steps: of a chooser and of a line of text, with their margins
_LETTERS = 6  # of a line of text without a hint: what it shows at least


class PairGrid(QWidget):
    """Holds its parts in the order in which they were added. All labels beside their fields have one width.
    One that is longer than its share, or whose field needs more than the rest, is above its field. With
    ``pairs`` that number of labels with their fields is in one line where there is room for them.
    """

    def __init__(self, pairs: int = 1, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pairs = pairs
        self._units: list[tuple[QWidget, QWidget | None]] = []  # None: the part is across
        self._placed: object = None  # how they are laid out now
        self.grid = QGridLayout(self)
        spread(self.grid, self, margin=0, spacing=0.5)

    def add_pair(self, label: QLabel, field: QWidget) -> None:
        """A label, and its field."""
        self._units.append((label, field))
        row = self.grid.rowCount()
        self.grid.addWidget(label, row, 0)
        self.grid.addWidget(field, row, 1)

    def add_across(self, part: QWidget) -> None:
        """A part with a line of its own."""
        self._units.append((part, None))
        self.grid.addWidget(part, self.grid.rowCount(), 0, 1, 2)

    def minimumSizeHint(self) -> QSize:
        """That of the widest part with every label above its field."""
        parts = [self._cell(part) for unit in self._units for part in unit if part is not None]
        widths = (part.minimumSizeHint().width() for part in parts if not isinstance(part, QLabel))
        fixed = (part.minimumWidth() for part in parts)
        return QSize(max([0, *widths, *fixed]), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._arrange()
        return done

    def _cell(self, part: QWidget) -> QWidget:
        """What is in the grid: the part, or what holds it and its "?"."""
        cell = part
        while (around := cell.parentWidget()) is not None and around is not self:
            cell = around
        return cell

    def _arrange(self) -> None:
        """Lay the parts out where that differs from how they are."""
        shown = [unit for unit in self._units if not unit[0].isHidden()]
        pairs = [(label, field) for label, field in shown if field is not None]
        gap = self.grid.spacing()
        in_line = self._pairs if self._needed(pairs) <= self.width() else 1
        room = (self.width() - gap * (in_line - 1)) // in_line
        labels, beside = self._split(pairs, room)
        placed = (in_line, labels, beside, [id(self._cell(first)) for first, _ in shown])
        if placed != self._placed:
            self._placed = placed
            self._place(shown, in_line, labels, beside)

    def _split(self, pairs: Sequence[tuple[QWidget, QWidget]], room: int) -> tuple[int, tuple[bool, ...]]:
        """The width of the labels, and for each pair whether its label is beside its field."""
        needs = [(self._label_width(label), needed_width(field)) for label, field in pairs]

        def fitting(labels: int) -> tuple[bool, ...]:
            left = room - self.grid.spacing() - labels
            return tuple(width <= labels and needed <= left for width, needed in needs)

        widths = sorted({width for width, _ in needs if width <= LABELS * room})
        best = max(widths, key=lambda labels: (sum(fitting(labels)), -labels), default=0)
        return best, fitting(best)

    def _needed(self, pairs: Sequence[tuple[QWidget, QWidget]]) -> float:
        """The width at which the pairs that one line should hold have room."""
        if self._pairs == 1:
            return 0
        widths = [0] * (2 * self._pairs)
        for place, (label, field) in enumerate(pairs):
            column = 2 * (place % self._pairs)
            widths[column] = max(widths[column], self._label_width(label))
            widths[column + 1] = max(widths[column + 1], needed_width(field))
        return sum(widths) + self.grid.spacing() * (len(widths) - 1)

    def _label_width(self, label: QWidget) -> int:
        """What a label needs in one line, with its "?"."""
        label.ensurePolished()
        text = label.text() if isinstance(label, QLabel) else ""
        own = label.fontMetrics().size(Qt.TextFlag.TextShowMnemonic, text).width() + 2
        marks = self._cell(label).findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
        return own + sum(part.minimumWidth() for part in marks if part is not label)

    def _place(
        self,
        shown: Sequence[tuple[QWidget, QWidget | None]],
        in_line: int,
        labels: int,
        beside: Sequence[bool],
    ) -> None:
        for part in list(widgets_in(self.grid)):
            self.grid.removeWidget(part)  # an item that is taken would keep the heights of before
        for column in range(2 * self._pairs):
            self.grid.setColumnStretch(column, column % 2 if column < 2 * in_line else 0)
            self.grid.setColumnMinimumWidth(column, labels if column < 2 * in_line and not column % 2 else 0)
        row, pair, fits = 0, 0, iter(beside)
        for first, field in shown:
            is_beside = field is not None and next(fits)
            if pair and not is_beside:
                row, pair = row + 1, 0
            for part in self._dressed(first, field, above=not is_beside):
                if is_beside:
                    self.grid.addWidget(part, row, 2 * pair + (part is not self._cell(first)))
                else:
                    self.grid.addWidget(part, row, 0, 1, 2 * self._pairs)
                    row += 1
            pair += is_beside
            if pair == in_line:
                row, pair = row + 1, 0

    def _dressed(self, first: QWidget, field: QWidget | None, *, above: bool) -> Iterator[QWidget]:
        """The cells of a unit; a label above its field wraps where it is longer than the form is wide."""
        if field is not None and isinstance(first, QLabel):
            wraps = above and self._label_width(first) > self.width()
            first.setWordWrap(wraps)
            row = parent_of(first).layout()
            if isinstance(row, QBoxLayout):
                row.setStretchFactor(first, 100 if wraps else 0)
        for part in (first, field):
            if part is not None:
                yield self._cell(part)


def needed_width(part: QWidget) -> int:
    """The width at which all of a field shows; for a chooser its longest text, for a line its hint."""
    inside = (*part.findChildren(QComboBox), *part.findChildren(QLineEdit))
    return max(map(_own_width, [part, *(one for one in inside if not one.isHidden())]))


def _own_width(part: QWidget) -> int:
    part.ensurePolished()
    advance = part.fontMetrics().horizontalAdvance
    if isinstance(part, QComboBox):
        texts = [part.itemText(row) for row in range(part.count())]
        return max(map(advance, [*texts, part.placeholderText()]), default=0) + step(part, _ARROW)
    if isinstance(part, QLineEdit):
        hint = max(advance(part.placeholderText()), _LETTERS * part.fontMetrics().averageCharWidth())
        return max(hint + step(part, _AROUND), part.minimumSizeHint().width())
    return part.minimumSizeHint().width()
