"""The result of a simulation: the first order as it plays, and all tests compared over all orders."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Slot
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from sdc_desktop.engine.methods.release.release import RELEASE
from sdc_desktop.engine.methods.release.release.replay import Moment, Replay, replay_of
from sdc_desktop.sheets.release import matrix_table
from sdc_desktop.sheets.sheet import plain_rows
from sdc_desktop.ui.frame.panel import TABS, Strip
from sdc_desktop.ui.frame.views import Views, ViewTabs
from sdc_desktop.ui.tabs.release.play_views import DistributionView, LogView, PlayView, QueueView
from sdc_desktop.ui.theme import fill, spread, step
from sdc_desktop.ui.widgets.elided_label import ElidedLabel
from sdc_desktop.ui.widgets.plain_parts import plain_label
from sdc_desktop.ui.widgets.player_bar import PlayerBar
from sdc_desktop.ui.widgets.plots.bands_plot import Band, BandsPlot
from sdc_desktop.ui.widgets.plots.figure_frame import SavedFigure
from sdc_desktop.ui.widgets.plots.heat_map import MatrixPlot
from sdc_desktop.ui.widgets.steady_inputs import CalmComboBox
from sdc_desktop.words import N_, Words
from sdc_desktop.words.release.release import run_name
from sdc_desktop.words.release.release_tab import (
    compared_header,
    compared_line,
    compared_rows,
    counters_text,
    run_title,
)

if TYPE_CHECKING:
    from sdc_desktop.engine.methods.release.release.engine import ReleaseResult
    from sdc_desktop.ui.tabs.release.tab_job import Answer
    from sdc_desktop.ui.widgets.tables.saved_table import SavedTable


class Compared:
    """Two pages of details, each a picture with its table and a line that states what it shows."""

    def __init__(self, words: Words) -> None:
        self._words = words
        say = words.say
        self.bands = BandsPlot(say(N_("Target")), say(N_("Records released")))
        self.bands_figure = SavedFigure(self.bands, words)
        self.bands_figure.show_title(say(N_("Records released by test and target")))
        self.plot = MatrixPlot(say(N_("Safe under")), say(N_("Released by")))
        self.matrix_figure = SavedFigure(self.plot, words)
        self.matrix_figure.show_title(say(N_("Safety of releases under other tests")))
        for figure in self.figures:
            figure.setMinimumHeight(step(figure, 26))
        self.line, self.matrix_line = plain_label(selectable=True), plain_label(selectable=True)
        self.tests = _page(self.bands_figure, self.line)
        self.matrix = _page(self.matrix_figure, self.matrix_line)

    @property
    def figures(self) -> tuple[SavedFigure, SavedFigure]:
        """Both pictures."""
        return self.bands_figure, self.matrix_figure

    def show_result(self, result: ReleaseResult) -> None:
        """Show another result."""
        words = self._words
        ticks = [
            (float(x), name if len(name) <= 12 else f"{name[:11]}\u2026") for x, name in enumerate(result.fit)
        ]
        bands = [
            Band(
                run_name(run.tests),
                tuple((float(x), one.released, one.sd or 0.0) for x, one in enumerate(run.targets.values())),
            )
            for run in result.runs
        ]
        fit = tuple((float(x), float(number), 0.0) for x, number in enumerate(result.fit.values()))
        bands.append(Band(words.say(N_("fitting the baseline")), fit))
        every = max(1, -(-len(ticks) // 12))
        self.bands.show_bands(bands, ticks[::every])
        self.bands_figure.show_table(
            compared_header(result.target, words), compared_rows(result, words), (2, 3, 4, 5, 6)
        )
        self.line.setText(compared_line(result, words))
        tests = tuple(result.matrix[0].safe_under)
        rows = [run_name(row.tests) for row in result.matrix]
        numbers = np.array([[row.safe_under[test] for test in tests] for row in result.matrix])
        self.plot.show_matrix(rows, [test.upper() for test in tests], numbers, result.orders)
        shown = matrix_table(result, words)
        heads = [one.head for one in shown.columns]
        self.matrix_figure.show_table(heads, plain_rows(shown), range(1, len(heads)))
        self.matrix_line.setText(shown.note)


def _page(figure: SavedFigure, line: QLabel) -> QWidget:
    page = QWidget()
    column = QVBoxLayout(page)
    spread(column, page, margin=0, spacing=0.5)
    column.addWidget(figure, 1)
    column.addWidget(line)
    return page


class SimulationViews:
    """The views of a simulation, each made when it is first wanted, for each takes its time."""

    def __init__(self, words: Words) -> None:
        self._words = words

    play = cached_property(lambda own: PlayView(own._words))  # test statistics and records of targets
    queue = cached_property(lambda own: QueueView(own._words))  # lists of records by state
    distribution = cached_property(lambda own: DistributionView(own._words))
    log = cached_property(lambda own: LogView(own._words))  # every release
    compared = cached_property(lambda own: Compared(own._words))  # all tests beside each other


VIEWS = ("play", "queue", "distribution", "log", "compared")


class SimulationAnswer(QWidget):
    """What moves as an order plays, one view at a time, and below it the bar that plays."""

    def __init__(self, words: Words, views: SimulationViews) -> None:
        super().__init__()
        self._words = words
        self._current: set[QWidget] = set()  # pages that show the replay or, compared, the result
        self._result: ReleaseResult | None = None
        self._answer: Answer | None = None
        self.replay: Replay | None = None
        say = words.say
        self.setProperty("helpPage", RELEASE.kind)
        self.run = CalmComboBox()
        self.run.setAccessibleName(say(N_("Tests that are played")))
        self.counters = ElidedLabel()
        self.player = PlayerBar(words)
        self.play_view, self.queue_view = views.play, views.queue
        self.distribution_view, self.log_view = views.distribution, views.log
        self.compared = views.compared
        pages = {
            self.play_view: N_("Test statistics"),
            self.queue_view: N_("Records"),
            self.distribution_view: N_("Distributions"),
            self.log_view: N_("Log"),
            self.compared.tests: N_("Tests compared"),
            self.compared.matrix: N_("Safe under"),
        }
        names = [say(title) for title in pages.values()]
        bar = ViewTabs("release_simulation", say(N_("Views of the simulation")), names)
        first, second = Strip("strip", TABS), Strip("strip", TABS)
        self.run.setSizeAdjustPolicy(CalmComboBox.SizeAdjustPolicy.AdjustToContents)
        self.run.setMinimumContentsLength(16)
        first.row.addWidget(self.run)
        first.row.addWidget(self.counters, 1)
        second.row.addWidget(self.player)
        self.tabs = Views(bar, list(pages), strips=(first, second))
        fill(self, self.tabs)
        self.run.activated.connect(self._show_run)
        self.player.moved.connect(self._show_moment)
        self.player.step_requested.connect(self._on_next)
        self.tabs.turned.connect(self._show_moment)

    def show_everything(self) -> None:
        """Bring views up to date that are not shown."""
        for page in self.tabs.pages:
            self._show_page(page)

    @property
    def figures(self) -> dict[str, SavedFigure]:
        """All pictures by the names of their files."""
        play, (tests, matrix) = self.play_view, self.compared.figures
        return {
            "course": play.courses.figure,
            "records_by_target": play.stacks,
            "distributions": self.distribution_view.figure,
            "tests_compared": tests,
            "safe_under": matrix,
        }

    @property
    def tables(self) -> dict[str, SavedTable]:
        """All tables by the names of their files."""
        names = ("requests", "waiting", "released", "log")
        return dict(zip(names, (*self.queue_view.tables, self.log_view.table), strict=True))

    def begin(self) -> None:
        """Forget the selection."""
        self.player.pause()
        self.run.clear()
        self.tabs.bar.setCurrentIndex(0)

    def show_answer(self, answer: Answer, *, stale: bool) -> None:
        """Shows a result, greyed if outdated."""
        self.tabs.setEnabled(not stale)
        if answer.result is self._result:
            return
        self._result, self._answer = answer.result, answer
        self._current.clear()
        chosen = self.run.currentIndex()
        self.run.clear()
        self.run.addItems([run_title(run, self._words) for run in answer.result.runs])
        self.run.setCurrentIndex(chosen if 0 <= chosen < self.run.count() else 0)
        self._show_run()

    @property
    def moment(self) -> Moment | None:
        """The state at the point that is played."""
        return None if self.replay is None else self.replay.moment(self.player.at)

    @Slot()
    def _show_run(self) -> None:
        answer, result = self._answer, self._result
        assert answer is not None
        assert answer.order is not None
        assert result is not None
        self.replay = replay_of(result, answer.order, self.run.currentIndex())
        self.player.show_length(self.replay.length, self.replay.length)
        self._current -= {self.play_view, self.queue_view, self.distribution_view, self.log_view}
        self._show_moment()

    def _show_page(self, page: QWidget) -> None:
        """Bring a page up to date: pages that are not shown wait."""
        result, replay, moment = self._result, self.replay, self.moment
        if result is None or replay is None or moment is None:
            return
        known = page in self._current
        self._current.add(page)
        if isinstance(page, PlayView | QueueView | DistributionView | LogView):
            if not known:
                page.show_replay(replay, result.rules.baseline, result.attribute, result.target)
            page.show_moment(moment)
        elif not known:
            self.compared.show_result(result)
            self._current |= {self.compared.tests, self.compared.matrix}

    @Slot()
    def _show_moment(self) -> None:
        moment = self.moment
        if moment is None:
            return
        requested, released, waiting, denied = (
            int(part.sum()) for part in (moment.requested, moment.released, moment.waiting, moment.denied)
        )
        self.counters.setText(counters_text(requested, released, waiting, denied, self._words))
        self.counters.setAccessibleName(self.counters.text())
        self._show_page(self.tabs.current)

    @Slot()
    def _on_next(self) -> None:
        if self.replay is not None:
            self.player.go_to(self.replay.next_release(self.player.at))
