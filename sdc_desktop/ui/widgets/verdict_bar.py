"""The verdict of the engine on what will be released: a sentence, figures, and what can be done with it.

Of a fixed height. The shape of the mark says what its colour says. All reasons open over the result.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from functools import partial

from PySide6.QtCore import QByteArray, QEvent, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen, QTextLayout
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QAbstractButton, QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from sdc_desktop.engine.verdict import MEASURED_ONLY, Grade, Reason, Verdict
from sdc_desktop.ui.theme import beside, colours_of, fill, step
from sdc_desktop.ui.widgets.elided_label import ElidedLabel
from sdc_desktop.ui.widgets.plain_parts import plain_label, push_button
from sdc_desktop.ui.widgets.popover import Popover
from sdc_desktop.words import N_, Words
from sdc_desktop.words.verdicts.grades import grade_name
from sdc_desktop.words.verdicts.verdict import reason_texts, safe_text

_HEIGHT = 6.25  # steps of the grid
_SIGN = 3.6
_INSET = 0.6  # between the sentence and its frame of focus
_FIGURE, _REPORT, _EXPORT = 15.0, 10.2, 13.8  # widths: the same for every word, so that nothing beside moves
_REASONS = 92  # width of the list of reasons
_NARROW = 122.0  # steps: a bar that is narrower keeps sign, sentence, a figure, the rules and Export
_SMALL = 0.88


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


@dataclass(frozen=True)
class BarFigure:
    """A figure of what will be released: its caption, and the texts before (empty: none) and after."""

    caption: str
    before: str
    after: str


@dataclass(frozen=True)
class _Line:
    """A reason with its links."""

    text: str
    links: tuple[Link, ...] = ()


def no_links(reason: Reason) -> Sequence[Link]:
    """No link behind any reason."""
    return ()


class VerdictBar(QFrame):
    """A mark, the grade with its gravest reason, and the finding; a click opens all reasons. A reason that
    some cells are the cause of has a link to them, others have links to what helps: ``links_of`` gives these.
    """

    cells_requested = Signal(object)  # Reason: its cells are shown
    remedy_requested = Signal(object)  # what a link of `links_of` asks for

    def __init__(self) -> None:
        super().__init__()
        self.mark = Mark.NONE
        self.grade_text = ""  # the grade with its gravest reason; empty where nothing was judged
        self.text = ""  # the finding
        self.reasons = ""  # all reasons but the gravest, one per line
        self._lines: tuple[_Line, ...] = ()
        self.links_of: Callable[[Reason], Sequence[Link]] = no_links
        self.setProperty("part", "bar")
        self.setFixedHeight(step(self, _HEIGHT))
        self.sign, self.sentence = Sign(_SIGN), _Sentence()
        self.sentence.clicked.connect(self.show_reasons)
        self.popover: Popover | None = None
        self._figures = (_Figure(), _Figure())
        self._chips, self._actions = QHBoxLayout(), QHBoxLayout()
        self._report: QPushButton | None = None
        self._export: QPushButton | None = None
        row = QHBoxLayout(self)
        row.setContentsMargins(step(self, 2), 0, step(self, 1.5), 0)
        row.setSpacing(step(self, 1.25))
        row.addWidget(self.sign)
        row.addWidget(self.sentence, 1)
        for figure in self._figures:
            row.addWidget(figure)
            figure.hide()
        for layout in (self._chips, self._actions):
            layout.setSpacing(step(self))
            row.addLayout(layout)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.notify(Mark.NONE, "")

    # what is shown -----------------------------------------------------------------------------------

    def add_actions(self, report: QPushButton | None, export: QPushButton) -> None:
        """Put the buttons of the place at the end of the bar."""
        self._report, self._export = report, export
        for button, width in ((report, _REPORT), (export, _EXPORT)):
            if button is not None:
                button.setMinimumWidth(step(self, width))
                self._actions.addWidget(button)

    def press_report(self) -> None:
        """Press the button of the report, also where it has no room; it is the only one of some places."""
        self._press(self._report or self._export)

    def press_export(self) -> None:
        """Press the button that exports."""
        self._press(self._export)

    def _press(self, button: QPushButton | None) -> None:
        if button is not None and button.isEnabled():
            button.click()

    def add_chip(self, chip: QWidget) -> None:
        """Put a rule of the plan before the buttons."""
        self._chips.addWidget(chip)

    def show_figures(self, figures: Sequence[BarFigure]) -> None:
        """Show up to two figures of what will be released."""
        for place, widget in enumerate(self._figures):
            widget.show_figure(figures[place] if place < len(figures) else None)
        self._fit()

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
        about = finding
        if further > 0:
            more = words.say_many(N_("{number} further reason"), N_("{number} further reasons"), further)
            about = f"{more} · {finding}"
        self.reasons = "\n".join(f"• {reason}" for reason in reasons[1:])
        cells = words.say(N_("Show cells"))
        links = [
            (*((Link(cells, one),) if one in linked else ()), *self.links_of(one)) for one in verdict.reasons
        ]
        listed = zip((whole, *reasons[1:]), links or [()], strict=False)
        self._lines = tuple(_Line(*one) for one in listed)
        self._show(MARKS[verdict.grade], line, finding, name, about)

    def notify(self, mark: Mark, text: str, mark_name: str = "") -> None:
        """Show a sentence without a grade; `mark_name` names the mark for screen readers."""
        self.reasons, self._lines = "", ()
        self._show(mark, "", text, mark_name, "")

    def add_finding(self, text: str) -> None:
        """Show another finding under the same grade."""
        self._show(self.mark, self.grade_text, text, self.sign.toolTip(), text)

    def _show(self, mark: Mark, line: str, text: str, mark_name: str, about: str) -> None:
        self.mark, self.grade_text, self.text = mark, line, text
        self.sign.show_mark(mark, mark_name)
        self.sentence.show_lines(line or text, about if line else "")
        spoken = f"{line or mark_name} {text}".strip()
        self.setAccessibleName(spoken)
        self.sentence.setAccessibleName(spoken)
        policy = Qt.FocusPolicy.StrongFocus if spoken else Qt.FocusPolicy.NoFocus
        self.sentence.setFocusPolicy(policy)
        self.sentence.setToolTip("\n".join(filter(None, (line, text, self.reasons))))

    # all reasons -------------------------------------------------------------------------------------

    @Slot()
    def show_reasons(self) -> None:
        """Open the list of all reasons, each with what helps, over the result."""
        lines = (*self._lines, *((_Line(self.text),) if self.text else ()))
        if not lines:
            return
        if self.popover is not None:
            self.popover.deleteLater()
        self.popover = Popover(self)
        for line in lines:
            row = QHBoxLayout()
            row.addWidget(plain_label(line.text, selectable=True), 1)
            for link in line.links:
                button = push_button(link.text, weight="quiet")
                button.clicked.connect(partial(self._on_link, link))
                row.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
            self.popover.column.addLayout(row)
        self.popover.open_below(self, _REASONS)

    @property
    def links(self) -> tuple[Link, ...]:
        """The links of all reasons."""
        return tuple(link for line in self._lines for link in line.links)

    def _on_link(self, link: Link, _checked: bool = False) -> None:
        if self.popover is not None:
            self.popover.hide()
        self.follow(link)

    def follow(self, link: Link) -> None:
        """Do what a link offers."""
        target = link.target
        (self.cells_requested if isinstance(target, Reason) else self.remedy_requested).emit(target)

    # room --------------------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() == QEvent.Type.Resize:
            self._fit()
        return done

    def _fit(self) -> None:
        """In a narrow bar one figure and the way out are left; the report is in its menu."""
        narrow = self.width() < step(self, _NARROW)
        self._figures[1].setVisible(not narrow and self._figures[1].shown)
        self._figures[0].setVisible(self._figures[0].shown)
        if self._report is not None:
            self._report.setVisible(not narrow)


MARKS = {
    Grade.SAFE: Mark.SAFE,
    Grade.RESERVATIONS: Mark.RESERVATIONS,
    Grade.UNSAFE: Mark.UNSAFE,
    Grade.OPEN: Mark.OPEN,
}


class _Sentence(QAbstractButton):
    """The sentence in bold type, and below it what it is about. One that is longer than a line takes the
    second line too.
    """

    def __init__(self) -> None:
        super().__init__()
        self._about = ""
        self.setProperty("elided", True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setMinimumWidth(step(self, 20))
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_lines(self, text: str, about: str) -> None:
        """Show a sentence and what it is about."""
        self.setText(text)
        self._about = about
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(step(self, 60), self.fontMetrics().height() * 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self)
        painter = QPainter(self)
        bold, small = QFont(self.font()), QFont(self.font())
        bold.setBold(True)
        small.setPointSizeF(small.pointSizeF() * _SMALL)
        inset = step(self, _INSET)
        left, wide = inset, self.width() - 2 * inset
        lines = _two_lines(self.text(), bold, wide)
        whole = QFontMetrics(bold).height()
        high = whole * 2 if len(lines) > 1 or self._about else whole
        top = (self.height() - high) / 2
        painter.setFont(bold)
        painter.setPen(QColor(colours.text))
        for line in lines:
            painter.drawText(QRectF(left, top, wide, whole), Qt.AlignmentFlag.AlignVCenter, line)
            top += whole
        if len(lines) == 1 and self._about:
            painter.setFont(small)
            painter.setPen(QColor(colours.muted))
            text = QFontMetrics(small).elidedText(self._about, Qt.TextElideMode.ElideRight, wide)
            painter.drawText(QRectF(left, top, wide, whole), Qt.AlignmentFlag.AlignVCenter, text)
        if self.hasFocus():
            painter.setPen(QPen(QColor(colours.accent), 2))
            painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), 3, 3)
        painter.end()


def _two_lines(text: str, font: QFont, width: int) -> list[str]:
    """The text in at most two lines, the second cut where that is too little."""
    metrics = QFontMetrics(font)
    if metrics.horizontalAdvance(text) <= width:
        return [text]
    layout = QTextLayout(text, font)
    layout.beginLayout()
    line = layout.createLine()
    line.setLineWidth(width)
    layout.endLayout()
    cut = line.textLength()
    rest = metrics.elidedText(text[cut:].strip(), Qt.TextElideMode.ElideRight, width)
    return [text[:cut].strip(), rest]


class _Figure(QWidget):
    """A caption, and a figure before and after; of a fixed width."""

    def __init__(self) -> None:
        super().__init__()
        self.shown = False
        self.setFixedWidth(step(self, _FIGURE))
        self._caption, self._before, self._after = ElidedLabel(), QLabel(), ElidedLabel()
        self._caption.setProperty("tone", "muted")
        self._caption.setProperty("scale", "small")
        self._after.setProperty("tone", "strong")
        line = beside(self, self._before, (self._after, 1), spacing=0)
        fill(self, 1, self._caption, line, 1, spacing=0)

    def show_figure(self, figure: BarFigure | None) -> None:
        """Show a figure; None: none."""
        self.shown = figure is not None
        if figure is None:
            return
        self._caption.setText(figure.caption)
        self._before.setText(f"{figure.before} → " if figure.before else "")
        self._after.setText(figure.after)
        self.setAccessibleName(f"{figure.caption}: {figure.before} → {figure.after}")


_SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" fill="none" stroke-width="8.3" '
    'stroke-linecap="round" stroke-linejoin="round">'
)
_OCTAGON = (
    '<path stroke="{vermillion}" d="M32 5L68 5 95 32 95 68 68 95 32 95 5 68 5 32Z"/>'
    '<path stroke="{ink}" stroke-width="10" d="M36 36L64 64M36 64L64 36"/>'
)
_SIGNS = {
    Mark.SAFE: (
        '<path stroke="{good}" d="M8 12L50 0 92 12 88 60 50 98 12 60Z"/>'
        '<path stroke="{ink}" stroke-width="10" d="M32 48L46 64 70 34"/>'
    ),
    Mark.RESERVATIONS: (
        '<path stroke="{warning}" d="M50 0L100 90 0 90Z"/>'
        '<path stroke="{ink}" stroke-width="10" d="M50 36L50 60M50 76L50 76.1"/>'
    ),
    Mark.UNSAFE: _OCTAGON,
    Mark.WARNING: _OCTAGON,
    Mark.OPEN: '<circle stroke="{muted}" cx="50" cy="50" r="37.5"/><path stroke="{muted}" d="M33 50L67 50"/>',
    Mark.MEASURED: (
        '<circle stroke="{muted}" cx="50" cy="50" r="33.3"/><circle fill="{muted}" cx="50" cy="50" r="14"/>'
    ),
    Mark.MET: (
        '<circle stroke="{good}" cx="50" cy="50" r="41.7"/>'
        '<path stroke="{good}" stroke-width="11" d="M28 50L46 68 72 34"/>'
    ),
}


class Sign(QWidget):
    """A shield with a tick (safe), a triangle with an exclamation mark (reservations), an octagon with a
    cross (not safe), a ring with a dash (not judged), a tick in a ring, or a plain disc. Of a square of fixed
    size, empty where nothing was judged.
    """

    def __init__(self, steps: float, mark: Mark = Mark.NONE) -> None:
        """`steps` of the grid are its size."""
        super().__init__()
        self._mark = mark
        self.setFixedSize(step(self, steps), step(self, steps))

    def show_mark(self, mark: Mark, name: str) -> None:
        """Show a mark, with its name for the tooltip and for screen readers."""
        self._mark = mark
        self.setToolTip(name)
        self.setAccessibleName(name)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        side = min(self.width(), self.height()) - 2.0
        box = QRectF((self.width() - side) / 2, (self.height() - side) / 2, side, side)
        drawing = _SIGNS.get(self._mark, "").format(**asdict(colours_of(self)))
        painter = QPainter(self)
        QSvgRenderer(QByteArray(f"{_SVG}{drawing}</svg>".encode())).render(painter, box)
        painter.end()
