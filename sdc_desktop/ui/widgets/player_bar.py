"""Plays something from 0 to its end: back, step, play or pause, end, a slider and a speed."""

import time

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSlider, QWidget

from sdc_desktop.ui.theme import spread, step
from sdc_desktop.ui.widgets.plain_parts import push_button
from sdc_desktop.ui.widgets.steady_inputs import CalmComboBox
from sdc_desktop.words import N_, Words
from sdc_desktop.words.words import whole

_TICK_MS = 50
SPEEDS = (1, 10, 100, 1_000, 10_000)  # requests a second


class PlayerBar(QWidget):
    """`moved` has the current position, whatever moved it."""

    moved = Signal(object)  # int
    step_requested = Signal()  # to where the next thing happens

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        say = words.say
        self._at = 0.0
        self._length = 0
        self._since = 0.0
        self.begin = self._button(N_("Back"), N_("Go to start"))
        self.play = self._button(N_("P&lay"), "")
        self.play.setProperty("weight", "")
        self.step = self._button(N_("&Step"), N_("Next request"))
        self.next = self._button(N_("&Next"), N_("Go to next release"))
        self.end = self._button(N_("End"), N_("Go to end"))
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setMinimumWidth(step(self, 5))
        self.slider.setAccessibleName(say(N_("Requests processed")))
        self.speed = CalmComboBox()
        self.speed.setAccessibleName(say(N_("Speed, requests a second")))
        self.speed.addItems([say(N_("{number} / s"), number=whole(number)) for number in SPEEDS])
        self.speed.setCurrentIndex(2)
        self.speed.setToolTip(say(N_("Requests a second")))
        self._timer = QTimer(self, interval=_TICK_MS)
        buttons = self.begin, self.play, self.step, self.next, self.end
        row = QHBoxLayout(self)
        spread(row, self, margin=0, spacing=0.5)
        for part in (*buttons, self.slider, self.speed):
            row.addWidget(part, int(part is self.slider))
        self._timer.timeout.connect(self._on_tick)
        self.begin.clicked.connect(self._on_begin)
        self.end.clicked.connect(self._on_end)
        self.play.clicked.connect(self._on_play)
        self.step.clicked.connect(self._on_step)
        self.next.clicked.connect(self._on_next)
        self.slider.valueChanged.connect(self.go_to)
        for text in (N_("Pa&use"), N_("P&lay")):  # as wide as the longer of both
            self.play.setText(say(text))
            self.play.setMinimumWidth(max(self.play.minimumWidth(), self.play.sizeHint().width()))

    @property
    def at(self) -> int:
        """Where it stands."""
        return int(self._at)

    @property
    def playing(self) -> bool:
        """Whether it plays automatically."""
        return self._timer.isActive()

    def show_length(self, length: int, at: int) -> None:
        """Something else of this length is played, from the position `at`; no signal is sent."""
        self.pause()
        self._length = length
        with QSignalBlocker(self.slider):
            self.slider.setRange(0, length)
            self.slider.setPageStep(max(length // 20, 1))
            self.slider.setValue(at)
        self._at = float(at)

    @Slot()
    def pause(self) -> None:
        """Stand still."""
        self._timer.stop()
        self._name()

    def go_to(self, at: float) -> None:
        """Go to a position, and report it."""
        self._at = min(max(at, 0.0), float(self._length))
        with QSignalBlocker(self.slider):
            self.slider.setValue(int(self._at))
        if self._at >= self._length:
            self.pause()
        self.moved.emit(int(self._at))

    def _button(self, text: str, name: str) -> QPushButton:
        button = push_button(self._words.say(text), scale="small", weight="quiet")
        if name:
            button.setAccessibleName(self._words.say(name))
            button.setToolTip(self._words.say(name))
        return button

    def _name(self) -> None:
        self.play.setText(self._words.say(N_("Pa&use") if self.playing else N_("P&lay")))

    @Slot()
    def _on_play(self) -> None:
        if self.playing:
            self.pause()
            return
        if self._at >= self._length:
            self.go_to(0)
        self._since = time.monotonic()
        self._timer.start()
        self._name()

    @Slot()
    def _on_tick(self) -> None:
        now = time.monotonic()
        passed, self._since = now - self._since, now
        before = self.at
        at = self._at + passed * SPEEDS[self.speed.currentIndex()]
        if int(at) != before:
            self.go_to(at)
        else:
            self._at = at

    @Slot()
    def _on_begin(self) -> None:
        self.pause()
        self.go_to(0)

    @Slot()
    def _on_end(self) -> None:
        self.go_to(self._length)

    @Slot()
    def _on_step(self) -> None:
        self.pause()
        self.go_to(self.at + 1)

    @Slot()
    def _on_next(self) -> None:
        self.pause()
        self.step_requested.emit()
