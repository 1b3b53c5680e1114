"""The kept results of a table beside each other: what each method is judged, what it does, what it costs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QWidget

from sdc_desktop.ui.tabs.tables.evidence_pages import TableEvidencePage, scrolling
from sdc_desktop.ui.theme import Colours, beside, colours_of, fill, spread, step
from sdc_desktop.ui.widgets.elided_label import ElidedLabel
from sdc_desktop.ui.widgets.plain_parts import plain_label, push_button
from sdc_desktop.ui.widgets.verdict_bar import Mark, Sign
from sdc_desktop.words import N_, Words
from sdc_desktop.words.tables.table_evidence import SORTS, cost_texts, method_row, methods_header, pattern_of
from sdc_desktop.words.verdicts.grades import grade_name
from sdc_desktop.words.verdicts.verdict import reason_texts, safe_text

if TYPE_CHECKING:
    from sdc_desktop.engine.methods.tables.table.result import TableResult
    from sdc_desktop.engine.verdict import Verdict

_PATTERN = 17.0  # height in steps of the grid
_COLUMNS = 2
_SIGN = 2.4
_COLOURS = ("alternate", "vermillion", "blue", "selection", "purple", "ink")  # of the sorts of cells


@dataclass(frozen=True)
class Compared:
    """A kept result: what it is called, and what it is judged; `current`: that of the settings."""

    label: str
    result: TableResult
    verdict: Verdict | None
    current: bool = False


class Pattern(QWidget):
    """Each cell of a table as a square; a table with more rows than columns lies on its side."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.squares: list[list[int]] = []
        self._image: QImage | None = None
        self.setFixedHeight(step(self, _PATTERN))

    def show_squares(self, squares: list[list[int]]) -> None:
        """Show these sorts of cells."""
        if len(squares) > len(squares[0] if squares else ()):
            squares = [list(line) for line in zip(*squares, strict=True)]
        self.squares, self._image = squares, None
        self.update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._image = None
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.squares:
            return
        colours, painter = colours_of(self), QPainter(self)
        if self._image is None:
            self._image = _image(self.squares, colours)
        down, across = len(self.squares), len(self.squares[0])
        painter.drawImage(QRectF(self.rect()), self._image)
        wide, high = self.width() / across, self.height() / down
        painter.setPen(QPen(QColor(colours.surface), 1))
        for column in range(across + 1) if wide >= 4 else ():
            painter.drawLine(QPointF(column * wide, 0), QPointF(column * wide, self.height()))
        for row in range(down + 1) if high >= 4 else ():
            painter.drawLine(QPointF(0, row * high), QPointF(self.width(), row * high))
        painter.end()


def _image(squares: list[list[int]], colours: Colours) -> QImage:
    """A point a cell."""
    image = QImage(len(squares[0]), len(squares), QImage.Format.Format_RGB32)
    ground = QColor(colours.surface).rgb()
    inks = [QColor(getattr(colours, one)).rgb() for one in _COLOURS]
    for y, line in enumerate(squares):
        for x, sort in enumerate(line):
            image.setPixel(x, y, ground if sort < 0 else inks[sort])
    return image


class _Card(QFrame):
    """A result: verdict, name, pattern, cost, and the button that takes its method."""

    requested = Signal(object)  # int: its place

    def __init__(self, place: int, words: Words) -> None:
        super().__init__()
        self._place, self._words = place, words
        self._result: TableResult | None = None
        self.setProperty("part", "card")
        say = words.say
        self.sign, self.name, self.line = Sign(_SIGN), ElidedLabel(), ElidedLabel()
        self.name.setProperty("tone", "strong")
        self.use = push_button(say(N_("Use this method")))
        self.use.clicked.connect(self._on_use)
        self.current = plain_label(say(N_("current method")), tone="muted")
        self.current.setMinimumHeight(self.use.sizeHint().height())  # all cards are as high
        self.pattern, self.cost, self.share = Pattern(), ElidedLabel(), QLabel()
        self.cost.setProperty("tone", "muted")
        self.share.setProperty("tone", "strong")
        head = beside(self, self.sign, (self.name, 1), self.use, self.current)
        foot = beside(self, (self.cost, 1), self.share)
        fill(self, head, self.line, self.pattern, foot, margin=1.0, spacing=0.5)

    def show_result(self, shown: Compared) -> None:
        """Show a result."""
        self.name.setText(shown.label)
        mark, text = Mark.OPEN, self._words.say(N_("Not judged."))
        if shown.verdict is not None:
            mark = Mark(shown.verdict.grade.value)
            name, reasons = (
                grade_name(shown.verdict.grade, self._words),
                reason_texts(shown.verdict, self._words, brief=True),
            )
            text = safe_text(shown.verdict, self._words)
            if reasons:
                text = self._words.say(N_("{grade}: {reason}"), grade=name, reason=reasons[0])
        self.sign.show_mark(mark, text)
        self.line.setText(text)
        self.use.setVisible(not shown.current)
        self.current.setVisible(shown.current)
        cost, share = cost_texts(shown.result, self._words)
        self.cost.setText(cost)
        self.share.setText(share)
        self.setAccessibleName(", ".join((shown.label, text, cost, share)))
        if shown.result is not self._result:
            self._result = shown.result
            self.pattern.show_squares(pattern_of(shown.result))
        if self.property("chosen") is not shown.current:
            self.setProperty("chosen", shown.current)
            self.style().polish(self)

    @Slot()
    def _on_use(self) -> None:
        self.requested.emit(self._place)


class MethodsPage(TableEvidencePage):
    """A card a result, two beside each other, and the figures of all behind them."""

    method_requested = Signal(object)  # int: the place of a result among those shown
    title = N_("Methods")

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self.cards: list[_Card] = []
        inside = QWidget()
        self._grid = QGridLayout(inside)
        spread(self._grid, self, margin=0)
        for place in range(_COLUMNS):
            self._grid.setColumnStretch(place, 1)
        area = scrolling(inside)
        for ground in (area.viewport(), inside):
            ground.setAutoFillBackground(False)
        self.frame = self._framed(area, N_("Each square is a cell of the table"))
        self.frame.row_requested.connect(self.method_requested)
        fill(self, self.frame, _Legend(words))

    def show_view(self, results: Sequence[Compared]) -> None:
        """Show results."""
        while len(self.cards) > len(results):
            gone = self.cards.pop()
            self._grid.removeWidget(gone)
            gone.hide()
            gone.deleteLater()
        for place, shown in enumerate(results):
            if place == len(self.cards):
                card = _Card(place, self._words)
                card.requested.connect(self.method_requested)
                self.cards.append(card)
                top = Qt.AlignmentFlag.AlignTop
                self._grid.addWidget(card, place // _COLUMNS, place % _COLUMNS, top)
            self.cards[place].show_result(shown)
        self._grid.setRowStretch((len(results) + 1) // _COLUMNS + 1, 1)
        rows = [method_row(one.label, one.result, self._words) for one in results]
        self.frame.show_table(methods_header(self._words), rows, range(1, 7))
        text = N_("Protect the table by several methods to compare them here.")
        self._report_line(self._words.say(text) if len(results) < _COLUMNS else "")


class _Legend(QWidget):
    """What the colours of the squares mean."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        spread(row, self, margin=0)
        for text, colour in zip(SORTS, _COLOURS, strict=True):
            label = ElidedLabel(words.say(text))
            label.setProperty("tone", "muted")
            label.setProperty("scale", "small")
            row.addWidget(_Square(colour))
            row.addWidget(label)
        row.addStretch(1)


class _Square(QWidget):
    """The colour of a sort of cells."""

    def __init__(self, colour: str) -> None:
        super().__init__()
        self._colour = colour
        self.setFixedSize(step(self, 1.3), step(self, 1.3))

    def paintEvent(self, event: QPaintEvent) -> None:
        colours, painter = colours_of(self), QPainter(self)
        painter.fillRect(self.rect(), QColor(getattr(colours, self._colour)))
        painter.setPen(QColor(colours.border))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()
