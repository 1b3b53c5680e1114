"""The verdict of the engine with its finding; the shape of the mark says what its colour says."""

import itertools
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from html import escape

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from sdc_desktop.engine.verdict import MEASURED_ONLY, Grade, Reason, Verdict
from sdc_desktop.ui.theme import colours_of, spread, step
from sdc_desktop.ui.widgets.plain_parts import plain_label
from sdc_desktop.words import N_, Words
from sdc_desktop.words.verdicts.grades import grade_name
from sdc_desktop.words.verdicts.verdict import reason_texts, safe_text


class Mark(StrEnum):
    """The marks of a verdict: the four grades; MEASURED for settings without a limit. MET and WARNING are for
    criteria that a file was checked against.
    """

    NONE = "none"
    SAFE = "safe"
    RESERVATIONS = "reservations"
    UNSAFE = "unsafe"
    OPEN = "open"
    MEASURED = "measured"
    WARNING = "warning"
    MET = "met"


@dataclass(frozen=True)
class Link:
    """A link behind a reason: its text, and what a click opens."""

    text: str
    target: object


def no_links(reason: Reason) -> Sequence[Link]:
    """No link behind any reason."""
    return ()


class VerdictBar(QFrame):
    """A banner with a mark: the grade with its gravest reason, the finding, and on demand all reasons. A
    reason that some cells are the cause of ends in a link to them, others in links to what helps:
    ``links_of`` gives these.
    """

    cells_requested = Signal(object)  # Reason: its cells are shown
    remedy_requested = Signal(object)  # what a link of `links_of` asks for

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.mark = Mark.NONE
        self._sign = _Sign(self)
        self._grade, self._text, self._reasons = _line("strong"), _line("strong"), _line("")
        self._grade_text, self._reason_texts = "", ""
        self._linked: tuple[Link, ...] = ()
        self.links_of: Callable[[Reason], Sequence[Link]] = no_links
        for label in (self._grade, self._reasons):
            label.linkActivated.connect(self._on_link)
        self._more = QToolButton()
        self._more.setCheckable(True)
        self._more.setAutoRaise(True)
        self._more.toggled.connect(self._on_more)
        lines = QVBoxLayout()
        lines.setSpacing(0)
        first = QHBoxLayout()
        first.addWidget(self._grade, 1)
        first.addWidget(self._more)
        lines.addLayout(first)
        lines.addWidget(self._text)
        lines.addWidget(self._reasons)
        row = QHBoxLayout(self)
        spread(row, self)
        margins = row.contentsMargins()
        row.setContentsMargins(margins.left(), step(self, 0.25), margins.right(), step(self, 0.25))
        row.addWidget(self._sign)
        row.addLayout(lines, 1)
        self._row = row
        self.setProperty("frame", "card")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.notify(Mark.NONE, "")

    def add_button(self, button: QToolButton) -> None:
        """Put a button of the page at the end of the bar."""
        self._row.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)

    @property
    def text(self) -> str:
        """The finding."""
        return self._text.text()

    @property
    def grade_text(self) -> str:
        """The grade with its gravest reason; empty where nothing was judged."""
        return self._grade_text

    @property
    def reasons(self) -> str:
        """All reasons, one per line."""
        return self._reason_texts

    def judge(
        self, verdict: Verdict | None, finding: str, words: Words, linked: Collection[Reason] = ()
    ) -> None:
        """Show the engine's verdict and what was found. Settings that only measure have no grade, and a draft
        or an earlier result has no verdict. ``linked``: the reasons whose cells can be shown.
        """
        if verdict is None:
            self.notify(Mark.NONE, finding)
            return
        if [one.code for one in verdict.reasons] == [MEASURED_ONLY]:
            self.notify(Mark.MEASURED, finding, words.say(N_("Measured")))
            return
        name, reasons = grade_name(verdict.grade, words), reason_texts(verdict, words)
        line = whole = safe_text(verdict, words)
        if reasons:
            gravest = reason_texts(verdict, words, brief=True)[0]
            line, whole = (
                words.say(N_("{grade}: {reason}"), grade=name, reason=reason)
                for reason in (gravest, reasons[0])
            )
        further = len(reasons) - 1
        text = words.say_many(N_("{number} further reason"), N_("{number} further reasons"), further)
        self._show(_MARKS[verdict.grade], line, finding, name)
        self._grade.setToolTip("" if whole == line else whole)
        listed = [f"\u2022 {reason}" for reason in reasons[1:]]
        self._reason_texts = "\n".join(listed)
        self._reasons.setAccessibleName(self._reason_texts)
        cells = words.say(N_("Show cells"))
        links = [
            (Link(cells, one),) if one in linked else tuple(self.links_of(one)) for one in verdict.reasons
        ]
        self._linked = tuple(link for of_reason in links for link in of_reason)
        _write(self._grade, [line], links[:1], 0)
        _write(self._reasons, listed, links[1:], sum(map(len, links[:1])))
        self._more.setText(text)
        self._more.setVisible(further > 0)
        self._reasons.setVisible(further > 0 and self._more.isChecked())

    def notify(self, mark: Mark, text: str, mark_name: str = "") -> None:
        """Show a sentence without a grade; `mark_name` names the mark for screen readers."""
        self._show(mark, "", text, mark_name)
        self._reasons.clear()
        self._reason_texts, self._linked = "", ()
        self._more.hide()
        self._reasons.hide()

    def add_finding(self, text: str) -> None:
        """Show another finding under the same grade."""
        self._show_finding(text)

    def _show(self, mark: Mark, line: str, text: str, mark_name: str) -> None:
        self.mark, self._grade_text = mark, line
        _write(self._grade, [line], [], 0)
        self._grade.setAccessibleName(line)
        self._grade.setToolTip("")
        self._grade.setVisible(bool(line))
        self._sign.setVisible(mark is not Mark.NONE)
        self._sign.setToolTip(mark_name)
        self._sign.update()
        self._show_finding(text)

    def _show_finding(self, text: str) -> None:
        line = self._grade_text
        self._text.setText(text)
        self._text.setAccessibleName(text)
        self._text.setVisible(bool(text))
        self._text.setProperty("tone", "" if line else "strong")
        self._text.style().polish(self._text)
        self.setAccessibleName(f"{line or self._sign.toolTip()} {text}".strip())

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize):
            self._keep_whole()
        return done

    def _keep_whole(self) -> None:
        """Never lower than the texts need at this width: what is below would lose that height instead."""
        needed = max(self.heightForWidth(self.width()), 0) if self.isVisible() else 0
        if needed != self.minimumHeight():
            self.setMinimumHeight(needed)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            for label in (self._grade, self._reasons):
                _colour_links(label)

    @Slot(str)
    def _on_link(self, place: str) -> None:
        if place.isdigit() and int(place) < len(self._linked):
            target = self._linked[int(place)].target
            (self.cells_requested if isinstance(target, Reason) else self.remedy_requested).emit(target)

    @Slot(bool)
    def _on_more(self, shown: bool) -> None:
        self._reasons.setVisible(shown)


_MARKS = {
    Grade.SAFE: Mark.SAFE,
    Grade.RESERVATIONS: Mark.RESERVATIONS,
    Grade.UNSAFE: Mark.UNSAFE,
    Grade.OPEN: Mark.OPEN,
}


def _line(tone: str) -> QLabel:
    label = plain_label()
    label.setProperty("tone", tone)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
    return label


def _write(label: QLabel, lines: Sequence[str], links: Sequence[Sequence[Link]], first: int) -> None:
    """Put these lines into a label, each followed by its links, which are numbered from `first`."""
    flags = Qt.TextInteractionFlag.TextSelectableByMouse
    if not any(links):
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setText("\n".join(lines))
    else:
        numbers = itertools.count(first)
        anchors = ["".join(_anchor(link, next(numbers)) for link in of_line) for of_line in links]
        label.setTextFormat(Qt.TextFormat.RichText)
        label.setText("<br>".join(escape(text) + link for text, link in zip(lines, anchors, strict=True)))
        flags |= Qt.TextInteractionFlag.LinksAccessibleByMouse
        flags |= Qt.TextInteractionFlag.LinksAccessibleByKeyboard
    label.setTextInteractionFlags(flags)


def _anchor(link: Link, number: int) -> str:
    text = escape(link.text).replace(" ", "&nbsp;")
    return f' <a href="{number}">{text}</a>'


def _colour_links(label: QLabel) -> None:
    """Give links the palette's colour: Qt takes it once, when it reads the text."""
    if label.textFormat() == Qt.TextFormat.RichText:
        text = label.text()
        label.clear()  # the same text would not be read again
        label.setText(text)


class _Sign(QWidget):
    """A shield with a tick (safe), a triangle with an exclamation mark (reservations), an octagon with a
    cross (not safe), a ring with a dash (not judged), a tick in a ring, or a plain disc.
    """

    def __init__(self, bar: VerdictBar) -> None:
        super().__init__(bar)
        self._bar = bar

    def sizeHint(self) -> QSize:
        return QSize(step(self, 2.5), step(self, 2.5))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side = min(self.width(), self.height()) - 2.0
        box = QRectF((self.width() - side) / 2, (self.height() - side) / 2, side, side)
        if self._bar.mark is Mark.RESERVATIONS:
            _draw_warning(painter, box, QColor(colours.warning), QColor(colours.ink))
        elif self._bar.mark in (Mark.UNSAFE, Mark.WARNING):
            _draw_unsafe(painter, box, QColor(colours.vermillion), QColor(colours.ink))
        elif self._bar.mark is Mark.OPEN:
            painter.setPen(QPen(QColor(colours.muted), side / 12))
            painter.drawEllipse(box.adjusted(side / 8, side / 8, -side / 8, -side / 8))
            middle = box.center()
            painter.drawLine(middle - QPointF(side / 6, 0), middle + QPointF(side / 6, 0))
        elif self._bar.mark is Mark.SAFE:
            _draw_safe(painter, box, QColor(colours.good), QColor(colours.ink))
        elif self._bar.mark is Mark.MEASURED:
            painter.setPen(QPen(QColor(colours.muted), side / 12))
            painter.drawEllipse(box.adjusted(side / 6, side / 6, -side / 6, -side / 6))
            painter.setBrush(QColor(colours.muted))
            painter.drawEllipse(box.center(), side / 10, side / 10)
        elif self._bar.mark is Mark.MET:
            _draw_met(painter, box, QColor(colours.good))
        painter.end()


def _draw_safe(painter: QPainter, box: QRectF, colour: QColor, ink: QColor) -> None:
    """A shield with a tick in it."""
    painter.setPen(QPen(colour, box.width() / 12, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    x, top, width, height = box.center().x(), box.top(), box.width(), box.height()
    shield = [(-0.42, 0.12), (0.0, 0.0), (0.42, 0.12), (0.38, 0.6), (0.0, 0.98), (-0.38, 0.6)]
    painter.drawPolygon(QPolygonF([QPointF(x + a * width, top + b * height) for a, b in shield]))
    painter.setPen(QPen(ink, box.width() / 10, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    tick = [(-0.18, 0.48), (-0.04, 0.64), (0.2, 0.34)]
    painter.drawPolyline(QPolygonF([QPointF(x + a * width, top + b * height) for a, b in tick]))


def _draw_met(painter: QPainter, box: QRectF, colour: QColor) -> None:
    side = box.width()
    painter.setPen(QPen(colour, side / 12))
    painter.drawEllipse(box.adjusted(side / 12, side / 12, -side / 12, -side / 12))
    painter.setPen(
        QPen(
            colour,
            side / 9,
            Qt.PenStyle.SolidLine,
            Qt.PenCapStyle.RoundCap,
            Qt.PenJoinStyle.RoundJoin,
        )
    )
    low, high = QPointF(-0.04, 0.18) * side, QPointF(0.22, -0.16) * side
    start, centre = QPointF(-0.22, 0.0) * side, box.center()
    painter.drawPolyline(QPolygonF([centre + start, centre + low, centre + high]))


def _draw_unsafe(painter: QPainter, box: QRectF, colour: QColor, ink: QColor) -> None:
    """An octagon with a cross in it."""
    width = box.width()
    painter.setPen(QPen(colour, width / 12, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    near, far = 0.3 * width, 0.7 * width
    right = ((near, 0), (far, 0), (width, near), (width, far))
    corners = (*right, (far, width), (near, width), (0, far), (0, near))
    inner = box.adjusted(width / 20, width / 20, -width / 20, -width / 20)
    scale = inner.width() / width
    painter.drawPolygon(QPolygonF([inner.topLeft() + QPointF(x, y) * scale for x, y in corners]))
    painter.setPen(QPen(ink, width / 10, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    middle, arm = box.center(), width / 7
    painter.drawLine(middle + QPointF(-arm, -arm), middle + QPointF(arm, arm))
    painter.drawLine(middle + QPointF(-arm, arm), middle + QPointF(arm, -arm))


def _draw_warning(painter: QPainter, box: QRectF, colour: QColor, ink: QColor) -> None:
    painter.setPen(
        QPen(
            colour,
            box.width() / 12,
            Qt.PenStyle.SolidLine,
            Qt.PenCapStyle.RoundCap,
            Qt.PenJoinStyle.RoundJoin,
        )
    )
    low = box.bottom() - box.height() / 10
    painter.drawPolygon(
        QPolygonF([QPointF(box.center().x(), box.top()), QPointF(box.right(), low), QPointF(box.left(), low)])
    )
    painter.setPen(QPen(ink, box.width() / 10, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    x, top = box.center().x(), box.top()
    painter.drawLine(QPointF(x, top + box.height() * 0.36), QPointF(x, top + box.height() * 0.60))
    painter.drawPoint(QPointF(x, top + box.height() * 0.76))
