"""What moves as an order plays: courses with stacks, the records, the distributions, the log."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QSplitter, QWidget

from sdc_desktop.engine.methods.release.release.replay import Course
from sdc_desktop.engine.release.rules import Counts, Vector
from sdc_desktop.ui.theme import fill, spread, step
from sdc_desktop.ui.widgets.plots.bars_plot import Stack, StacksPlot
from sdc_desktop.ui.widgets.plots.figure_frame import SavedFigure
from sdc_desktop.ui.widgets.plots.panels_plot import Panel, PanelLine, PanelsPlot
from sdc_desktop.ui.widgets.steady_inputs import CalmComboBox
from sdc_desktop.ui.widgets.tables.saved_table import SavedTable
from sdc_desktop.words import N_, Words
from sdc_desktop.words.release.release_tab import (
    course_header,
    course_rows,
    distribution_header,
    distribution_rows,
    log_header,
    reading_texts,
    requests_header,
    stacks_header,
)
from sdc_desktop.words.words import whole

if TYPE_CHECKING:
    from sdc_desktop.engine.methods.release.release.replay import Moment, Replay

_IN_BITS = ("MIS", "KLD")


def course_panel(course: Course, words: Words) -> Panel:
    """A course as a panel of two lines."""
    x = course.released.astype(np.float64)
    lines = (
        PanelLine(words.say(N_("statistic")), x, course.statistic),
        PanelLine(words.say(N_("critical value")), x, course.critical),
    )
    unit = words.say(N_("(bits)")) if course.test in _IN_BITS else ""
    return Panel(
        course.test if course.target is None else f"{course.test}, {course.target}", lines, note=unit
    )


def distribution_panel(name: str, values: Sequence[str], counts: Counts, baseline: Vector) -> Panel:
    """Records released of a target as bars, the baseline as marks."""
    number = int(counts.sum())
    shares = counts / number if number else np.zeros(len(values))
    return Panel(
        name,
        names=tuple(values),
        bars=tuple(shares.tolist()),
        marks=tuple(baseline.tolist()),
        note=f"({whole(number)})",
    )


PANELS = 6  # that are shown at a time


class PanelPages(CalmComboBox):
    """Chooses which panels are shown where there are more than have room."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self.setAccessibleName(words.say(N_("Panels that are shown")))

    def show_number(self, number: int) -> None:
        """This many panels are there; the first are shown."""
        pages = range(0, max(number, 1), PANELS)
        self.clear()
        self.addItems(
            [
                self._words.say(
                    N_("Panels {first} to {last} of {number}"),
                    first=first + 1,
                    last=min(first + PANELS, number),
                    number=number,
                )
                for first in pages
            ]
        )
        self.setVisible(number > PANELS)

    @property
    def shown(self) -> slice:
        """The places of the panels that are shown."""
        first = max(self.currentIndex(), 0) * PANELS
        return slice(first, first + PANELS)


class PanelsView(QWidget):
    """Panels on pages, with the data behind them."""

    def __init__(self, panels: PanelsPlot, title: str, words: Words) -> None:
        super().__init__()
        self._words, self.panels = words, panels
        self.figure = SavedFigure(panels, words)
        self.figure.show_title(title)
        self.pages = PanelPages(words)
        self.pages.activated.connect(self._on_page)
        fill(self, self.pages, (self.figure, 1), spacing=0.25)

    @abstractmethod
    def _on_page(self) -> None:
        """Show the panels of the page that is chosen."""


class CoursesView(PanelsView):
    """Statistic against critical value, one panel per target and test."""

    def __init__(self, words: Words) -> None:
        panels = PanelsPlot(words.say(N_("Records released")), logarithmic=True)
        super().__init__(panels, words.say(N_("Test statistic (solid) and critical value (dashed)")), words)
        self._courses: Sequence[Course] = ()

    def show_courses(self, courses: Sequence[Course]) -> None:
        """Show other courses, the first page of them."""
        self._courses = courses
        self.pages.show_number(len(courses))
        self.figure.show_table(course_header(self._words), course_rows(courses, self._words), (2, 3, 4))
        self._on_page()

    @Slot()
    def _on_page(self) -> None:
        shown = self._courses[self.pages.shown]
        self.panels.show_panels([course_panel(course, self._words) for course in shown])


class PlayView(QWidget):
    """The courses of all tests; below them a stack for each target."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self._replay: Replay | None = None
        say = words.say
        self.courses = CoursesView(words)
        parts = [say(N_("released")), say(N_("waiting")), say(N_("denied"))]
        self.stack_plot = StacksPlot(parts)
        self.stacks = SavedFigure(self.stack_plot, words)
        self.stacks.show_title(say(N_("Released (filled) and waiting (hatched) records")))
        splitter = QSplitter(Qt.Orientation.Vertical)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(self.courses)
        splitter.addWidget(self.stacks)
        splitter.setStretchFactor(0, 3)
        splitter.setStretchFactor(1, 2)
        splitter.setSizes([step(self, 36), step(self, 28)])
        fill(self, splitter)

    def show_replay(self, replay: Replay, baseline: Vector, attribute: str, target: str) -> None:
        """Show another order."""
        self._replay, self._target = replay, target
        denied = N_("Requested records. Filled: released. Crossed: denied.")
        waiting = N_("Requested records. Filled: released. Hatched: waiting.")
        self.stacks.show_title(self._words.say(denied if replay.denies else waiting))
        self.courses.show_courses(replay.courses)

    def show_moment(self, moment: Moment) -> None:
        """Show the current state."""
        assert self._replay is not None
        self.courses.panels.play_to(float(moment.released.sum()))
        stacks = [
            Stack(name, (int(moment.released[y]), int(moment.waiting[y]), int(moment.denied[y])))
            for y, name in enumerate(self._replay.targets)
        ]
        last = self._replay.moment(self._replay.length)
        self.stack_plot.show_stacks(stacks, int(last.requested.max()))
        rows = [(stack.name, *map(whole, stack.parts)) for stack in stacks]
        self.stacks.show_table(stacks_header(self._target, self._words), rows, (1, 2, 3))


class QueueView(QWidget):
    """Requests, waiting and released records as tables, side by side; one below the other where narrow."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self._replay: Replay | None = None
        say = words.say
        names = (N_("Requests"), N_("Waiting"), N_("Released"))
        self.tables = tuple(SavedTable(say(name), ("", "", ""), words, (0,)) for name in names)
        self.requests, self.waiting, self.released = self.tables
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setSizeConstraint(QBoxLayout.SizeConstraint.SetNoConstraint)
        spread(self._row, self, margin=0, spacing=0.5)
        for table in self.tables:
            self._row.addWidget(table, 1)

    def minimumSizeHint(self) -> QSize:
        least, between = [table.minimumSizeHint() for table in self.tables], self._row.spacing()
        heights = [size.height() for size in least]
        below = self._row.direction() == QBoxLayout.Direction.TopToBottom
        height = sum(heights) + between * (len(least) - 1) if below else max(heights)
        return QSize(max(size.width() for size in least), height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        least, between = [table.minimumSizeHint().width() for table in self.tables], self._row.spacing()
        beside = self.width() >= sum(least) + between * (len(least) - 1)
        direction = QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom
        if direction != self._row.direction():
            self._row.setDirection(direction)
            self.updateGeometry()

    def show_replay(self, replay: Replay, baseline: Vector, attribute: str, target: str) -> None:
        """Show another order."""
        self._replay = replay
        header = requests_header(attribute, target, self._words)
        for table in self.tables:
            table.model.show(0, lambda number: (), header)

    def show_moment(self, moment: Moment) -> None:
        """The newest request and release stand above; the longest waiting first."""
        replay = self._replay
        assert replay is not None
        say, time = self._words.say, moment.time

        def row_of(request: int) -> tuple[str, ...]:
            return whole(request + 1), replay.value_name(request), replay.target_name(request)

        gone = replay.trace.requests[: replay.out_at(time)][::-1]
        left = replay.waiting_at(time)
        names = N_("Requests: {number}"), N_("Waiting: {number}"), N_("Released: {number}")
        if replay.denies:
            names = names[0], N_("Denied: {number}"), names[2]
        self.requests.show_rows(time, lambda n: row_of(time - 1 - n), say(names[0], number=whole(time)))
        self.waiting.show_rows(
            len(left), lambda n: row_of(int(left[n])), say(names[1], number=whole(len(left)))
        )
        self.released.show_rows(
            len(gone), lambda n: row_of(int(gone[n])), say(names[2], number=whole(len(gone)))
        )


class DistributionView(PanelsView):
    """Records released of each target against the baseline."""

    def __init__(self, words: Words) -> None:
        title = N_("Released distribution (bars) and baseline (lines) by target")
        super().__init__(PanelsPlot(logarithmic=False), words.say(title), words)
        self._table: Counts | None = None

    def show_replay(self, replay: Replay, baseline: Vector, attribute: str, target: str) -> None:
        """Show another order."""
        self.show_names(replay.targets, replay.values, baseline, attribute, target)

    def show_names(
        self, targets: Sequence[str], values: Sequence[str], baseline: Vector, attribute: str, target: str
    ) -> None:
        """Show other targets, and values of another attribute."""
        self._targets, self._values, self._baseline = targets, values, baseline
        self._attribute, self._target = attribute, target
        self.pages.show_number(len(targets))

    def show_moment(self, moment: Moment) -> None:
        """Show the current state."""
        self.show_counts(moment.table)

    def show_counts(self, table: Counts) -> None:
        """Show the records released (targets, values)."""
        self._table = table
        self._on_page()

    @Slot()
    def _on_page(self) -> None:
        table, shown = self._table, self.pages.shown
        if table is None:
            return
        pairs = list(zip(self._targets, table, strict=True))[shown]
        self.panels.show_panels(
            [distribution_panel(name, self._values, counts, self._baseline) for name, counts in pairs],
            self._attribute,
        )
        rows = distribution_rows(self._targets, self._values, table, self._baseline, self._words)
        self.figure.show_table(distribution_header(self._target, self._words), rows, (2, 3, 4))


class LogView(QWidget):
    """Every release with what the tests read, the newest first."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self._replay: Replay | None = None
        self.table = SavedTable(
            words.say(N_("Release log with test statistics")), ("",), words, (0, 1, 2, *range(5, 20))
        )
        fill(self, self.table)

    def show_replay(self, replay: Replay, baseline: Vector, attribute: str, target: str) -> None:
        """Show another order."""
        self._replay = replay
        self.table.model.show(0, lambda n: (), log_header(replay.tests, attribute, target, self._words))

    def show_moment(self, moment: Moment) -> None:
        """Show the current state."""
        replay = self._replay
        assert replay is not None
        trace, out = replay.trace, replay.out_at(moment.time)

        def row(number: int) -> tuple[str, ...]:
            place = out - 1 - number
            request = int(trace.requests[place])
            when = whole(int(trace.at[place]) + 1)
            readings = trace.readings[place].tolist()
            figures = [
                text
                for statistic, critical in readings
                for text in reading_texts(statistic, critical, self._words)
            ]
            names = replay.value_name(request), replay.target_name(request)
            return whole(place + 1), whole(request + 1), when, *names, *figures

        self.table.show_rows(out, row)
