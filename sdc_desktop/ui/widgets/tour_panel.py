"""What a guided demo says: the step, what is done, and the way on."""

from collections.abc import Collection, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from sdc_desktop.ui.theme import spread
from sdc_desktop.words import N_, Words
from sdc_desktop.words.tours import TourStep


class TourPanel(QWidget):
    """Shows a step and tells where the officer wants to go."""

    next_wanted = Signal()
    back_wanted = Signal()
    leave_wanted = Signal()

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        say = words.say
        self.setProperty("helpPage", "first-steps")
        self.count = _wrapped("muted")
        self.title = _wrapped("strong")
        self.text = _wrapped("")
        self.state = _wrapped("muted")
        self.back = QPushButton(say(N_("&Back")))
        self.next = QPushButton(say(N_("Ne&xt")))
        self.leave = QPushButton(say(N_("&Leave")))
        self.leave.setToolTip(say(N_("Work on with the demo by yourself")))
        for button in (self.back, self.next, self.leave):
            button.setProperty("scale", "small")
        self.back.setProperty("weight", "quiet")
        self.leave.setProperty("weight", "quiet")
        row = QHBoxLayout()
        spread(row, self, margin=0, spacing=0.25)
        for button in (self.back, self.next, self.leave):
            row.addWidget(button)
        row.addStretch(1)
        column = QVBoxLayout(self)
        spread(column, self, margin=0.5, spacing=0.5)
        for part in (self.count, self.title, self.text, self.state):
            column.addWidget(part)
        column.addStretch(1)
        column.addLayout(row)
        self.back.clicked.connect(self.back_wanted)
        self.next.clicked.connect(self.next_wanted)
        self.leave.clicked.connect(self.leave_wanted)

    def show_step(self, steps: Sequence[TourStep], number: int, done: Collection[int]) -> None:
        """Show one step of some, numbered from 0, and which are done."""
        say, told = self._words.say, steps[number]
        marks = " ".join(
            "✓" if place in done else "•" if place == number else "○" for place in range(len(steps))
        )
        self.count.setText(
            say(N_("{number} of {all}   {marks}"), number=number + 1, all=len(steps), marks=marks)
        )
        self.count.setAccessibleName(
            say(N_("Step {number} of {all}, {done} done"), number=number + 1, all=len(steps), done=len(done))
        )
        self.title.setText(say(told.title))
        self.text.setText(say(told.text))
        if number in done:
            self.state.setText(say(N_("✓ Done.")))
        elif told.done == "read":
            self.state.setText("")
        else:
            self.state.setText(say(N_("Checked when done. You can continue without it.")))
        self.back.setEnabled(number > 0)
        last = number + 1 == len(steps)
        self.next.setText(say(N_("&Finish")) if last else say(N_("Ne&xt")))
        self.next.setProperty("weight", "primary" if number in done or told.done == "read" else "")
        self.next.style().polish(self.next)
        self._make_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """Wrapped text tells a dock no height of its own accord."""
        wanted = self.layout().heightForWidth(max(self.width(), self.minimumSizeHint().width()))
        self.setMinimumHeight(max(wanted, 0))


def _wrapped(tone: str) -> QLabel:
    label = QLabel()
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    if tone:
        label.setProperty("tone", tone)
    return label
