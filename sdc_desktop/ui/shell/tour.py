"""Leads through a demo: shows one step after another with its place and panel, ticks off what is done."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from PySide6.QtCore import QRect, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QCloseEvent, QColor, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QDockWidget,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from sdc_desktop.engine.plan import Plan, plan_to_json
from sdc_desktop.ui.qt_types import layout_of, parent_of, widgets_in
from sdc_desktop.ui.screen_fit import is_small
from sdc_desktop.ui.shell.part import Part, ProjectWindow
from sdc_desktop.ui.tabs.tab_page import TabPage
from sdc_desktop.ui.theme import beside, colours_of, fill, spread, step
from sdc_desktop.ui.widgets.cards_area import CardsArea
from sdc_desktop.ui.widgets.plain_parts import plain_label, push_button
from sdc_desktop.words import N_, Words
from sdc_desktop.words.guide.tours import TOURS, TourStep


class TourPanel(QWidget):
    """Shows a step and reports where the user wants to go."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        say = words.say
        self.setProperty("helpPage", "first-steps")
        self.count = plain_label(tone="muted")
        self.title = plain_label(tone="strong")
        self.text = plain_label()
        self.state = plain_label(tone="muted")
        self.back = push_button(say(N_("&Back")), weight="quiet")
        self.next = QPushButton(say(N_("Ne&xt")))
        self.leave = push_button(say(N_("&Leave")), weight="quiet")
        self.leave.setToolTip(say(N_("Work on with the demo by yourself")))
        for button in (self.back, self.next, self.leave):
            button.setProperty("scale", "small")
        row = beside(self, self.back, self.next, self.leave, 1)
        row.setSpacing(step(self, 0.25))
        texts = QVBoxLayout()
        spread(texts, self, margin=0, spacing=0.5)
        for part in (self.count, self.title, self.text, self.state):
            texts.addWidget(part)
        texts.addStretch(1)
        self.area = CardsArea(texts)
        fill(self, (self.area, 1), row, margin=0.5, spacing=0.5)

    def show_step(self, steps: Sequence[TourStep], number: int, done: Collection[int]) -> None:
        """Show one step of some, numbered from 0, and which are done."""
        say, step = self._words.say, steps[number]
        marks = " ".join(
            "✓" if place in done else "•" if place == number else "○" for place in range(len(steps))
        )
        self.count.setText(
            say(N_("{number} of {all}   {marks}"), number=number + 1, all=len(steps), marks=marks)
        )
        self.count.setAccessibleName(
            say(N_("Step {number} of {all}, {done} done"), number=number + 1, all=len(steps), done=len(done))
        )
        self.title.setText(say(step.title))
        self.text.setText(say(step.text))
        if number in done:
            self.state.setText(say(N_("✓ Done.")))
        elif step.done == "read":
            self.state.setText("")
        else:
            self.state.setText(say(N_("Checked when done. You can continue without it.")))
        self.back.setEnabled(number > 0)
        last = number + 1 == len(steps)
        self.next.setText(say(N_("&Finish")) if last else say(N_("Ne&xt")))
        self.next.setProperty("weight", "primary" if number in done or step.done == "read" else "")
        self.next.style().polish(self.next)
        self._make_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """Give the dock the height of its wrapped text; on a small screen the text scrolls."""
        wanted = layout_of(self.area.widget()).heightForWidth(self.area.viewport().width())
        most = round(_SHARE * self.screen().availableGeometry().height())
        self.area.setMinimumHeight(max(min(wanted, most), 0))


_SHARE = 0.24  # of the screen's height that the text of a step takes at most, before it scrolls


_LOOK_MS = 300  # how often it is looked whether a step is done and where its place is


class Pointer(QWidget):
    """A frame around a part of the window; the mouse goes through it."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    def point_at(self, place: QWidget | None) -> None:
        """Frame what is seen of a part; nothing where it is not seen."""
        seen = QRect() if place is None or place.window() is not self.window() else seen_of(place)
        if seen.isEmpty():
            self.hide()
            return
        margin = step(self, 0.5)
        framed = seen.adjusted(-margin, -margin, margin, margin).intersected(parent_of(self).rect())
        if framed != self.geometry():
            self.setGeometry(framed)
        if self.isHidden():
            self.show()
            self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        width = max(2, step(self, 0.3))
        painter.setPen(QPen(QColor(colours_of(self).vermillion), width, Qt.PenStyle.DashLine))
        half = width // 2 + 1
        painter.drawRoundedRect(self.rect().adjusted(half, half, -half, -half), width * 2, width * 2)


class TourDock(QDockWidget):
    """Tells when it is closed: who closes it leaves the guide."""

    closed = Signal()

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self.closed.emit()


class Tour(Part):
    """Nothing of it is there until a demo is opened."""

    def __init__(self, window: ProjectWindow) -> None:
        super().__init__(window)
        self._steps: tuple[TourStep, ...] = ()
        self._done: set[int] = set()
        self._first = Plan()
        self._first_file: Path | None = None
        self._pressed: set[str] = set()
        self._watched: dict[str, QAbstractButton] = {}
        self.number = 0
        self.dock: TourDock | None = None
        self.panel: TourPanel | None = None
        self._pointer: Pointer | None = None
        self._revealed = True  # the place of the step was brought into view
        self._clock = QTimer(self, interval=_LOOK_MS)
        self._clock.timeout.connect(self.look)

    @property
    def running(self) -> bool:
        """Whether a demo is being led through."""
        return bool(self._steps)

    @property
    def done(self) -> frozenset[int]:
        """The steps that are done, from 0."""
        return frozenset(self._done)

    def begin(self, name: str) -> None:
        """Lead through a demo, which has been opened just now."""
        self._steps, self.number = TOURS[name], 0
        self._done, self._pressed = set(), set()
        self._first, self._first_file = self._controller.plan, self._file()
        self._lead()

    def take_over(self, other: Tour) -> None:
        """Continues at the step of another window's tour."""
        if not other.running:
            return
        self._steps, self.number = other._steps, other.number
        self._done, self._pressed = set(other._done), set(other._pressed)
        self._first, self._first_file = other._first, other._first_file
        self._lead()

    def _lead(self) -> None:
        self._watched = {}
        self._make()
        self._clock.start()
        self._show()

    def _file(self) -> Path | None:
        """The data file that is open; saving the project elsewhere changes only how the plan names it."""
        data = self._controller.plan.data
        return None if data is None else (self._controller.base / data.path).resolve()

    @Slot()
    def leave(self) -> None:
        """Lead no longer."""
        self._clock.stop()
        self._steps = ()
        if self._pointer is not None:
            self._pointer.hide()
        if self.dock is not None:
            self.dock.hide()

    @Slot()
    def go_on(self) -> None:
        """To the next step; a step that only is to be read is done by that."""
        if not self.running:
            return
        if self._steps[self.number].done == "read":
            self._done.add(self.number)
        if self.number + 1 == len(self._steps):
            self.leave()
            return
        self.number += 1
        self._show()

    @Slot()
    def go_back(self) -> None:
        """To the step before."""
        if self.running and self.number:
            self.number -= 1
            self._show()

    @Slot()
    def look(self) -> None:
        """Find out whether the step is done, and point at its place, which may have moved."""
        if not self.running:
            return
        if self._controller.plan.data is None or self._first.data is None:
            if self._controller.plan.data is not None:
                self._first, self._first_file = self._controller.plan, self._file()
        elif self._file() != self._first_file:
            self.leave()  # another file is open
            return
        step = self._steps[self.number]
        if not self._revealed:
            self._reveal()
        if self.number not in self._done and self._is_done(step.done):
            self._done.add(self.number)
            self._show()
        if self._pointer is not None:
            self._pointer.point_at(find_part(self._window, step.place))

    def _show(self) -> None:
        assert self.panel is not None
        self.panel.show_step(self._steps, self.number, self._done)
        self._reveal()
        self.look()

    def _reveal(self) -> None:
        """Bring the place of the step into view, as soon as its page is made."""
        path = self._steps[self.number].place
        place, _, inside = path.partition(".page.")
        page, part = find_part(self._window, f"{place}.page"), find_part(self._window, path)
        self._revealed = not inside or part is not None
        if isinstance(page, TabPage) and part is not None:
            page.reveal(part)

    def _make(self) -> None:
        """The dock, below Why, where there is room; made when first wanted."""
        if self.dock is None:
            self.panel = TourPanel(self._words)
            self.panel.next.clicked.connect(self.go_on)
            self.panel.back.clicked.connect(self.go_back)
            self.panel.leave.clicked.connect(self.leave)
            self.dock = TourDock(self._words.say(N_("Guided demo")), self._window)
            self.dock.setObjectName("tour")
            self.dock.setWidget(self.panel)
            self.dock.closed.connect(self.leave)
            area = Qt.DockWidgetArea
            small = is_small(self._window)  # then the centre has all of the width but one dock's
            place = area.LeftDockWidgetArea if small else area.RightDockWidgetArea
            self._window.addDockWidget(place, self.dock)
            self._pointer = Pointer(self._window)
        self.dock.show()

    # whether a step is done --------------------------------------------------------------------------

    def _is_done(self, done: str) -> bool:
        how, _, what = done.partition(" ")
        if how == "plan":
            return given_params(self._controller.plan, what.split()) != given_params(
                self._first, what.split()
            )
        if how == "undone":
            return self._controller.project.can_redo
        part = find_part(self._window, what)
        if how == "shown":
            return part is not None and part.isVisible()
        if how == "selected" and isinstance(part, QAbstractItemView):
            chosen = part.selectionModel()
            return part.isVisible() and chosen is not None and chosen.hasSelection()
        if how == "clicked":
            return self._was_pressed(what, part)
        return False

    def _was_pressed(self, path: str, part: QWidget | None) -> bool:
        if isinstance(part, QAbstractButton) and self._watched.get(path) is not part:
            self._watched[path] = part
            part.setProperty("tourPlace", path)
            part.clicked.connect(self._on_pressed)
        return path in self._pressed

    @Slot()
    def _on_pressed(self) -> None:
        self._pressed.add(str(self.sender().property("tourPlace")))
        self.look()


def seen_of(part: QWidget) -> QRect:
    """What is seen of a part, in its window; Qt counts what is covered by its own children as not seen."""
    if not part.isVisible():
        return QRect()
    seen, here = part.rect(), part
    while not here.isWindow():
        parent = parent_of(here)
        seen = seen.translated(here.pos()).intersected(parent.rect())
        here = parent
    return seen


def given_params(plan: Plan, keys: Sequence[str]) -> list[object]:
    """What the jobs of a plan say under some keys of their params."""
    jobs = plan_to_json(plan)["jobs"]
    return [job.get("params", {}).get(key) for job in jobs for key in keys]


def find_part(window: QWidget, path: str) -> QWidget | None:
    """A part of the window by its path; None as long as it has not been made."""
    here: object = window
    for name in path.split("."):
        if name == "page" and isinstance(here, QWidget):
            layout = here.layout()
            here = next(iter(widgets_in(layout)), None) if layout is not None else None
        else:
            here = here.get(name) if isinstance(here, dict) else getattr(here, name, None)
        if here is None:
            return None
    return here if isinstance(here, QWidget) else None
