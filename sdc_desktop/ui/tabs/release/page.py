"""The place Release queue: simulation and log left, the releases in the middle, their set-up beside them."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QRectF, Qt, Signal, Slot
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QFileDialog, QGraphicsView, QPushButton, QSplitter, QVBoxLayout, QWidget

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.csv.write import write_csv
from sdc_desktop.engine.data.reading import Opened
from sdc_desktop.engine.methods.release.release import RELEASE
from sdc_desktop.engine.output.files import refuse_changed, write_problem
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.release.simulation import trace_data
from sdc_desktop.project.with_data import relative_path
from sdc_desktop.sheets.release import sheet
from sdc_desktop.sheets.sheet import About, found_text, plain_rows, read_by, tables_in
from sdc_desktop.ui.forms.parts import Choice
from sdc_desktop.ui.frame.cards import CardList, CardRail, CardView
from sdc_desktop.ui.frame.empty_place import EmptyPlace
from sdc_desktop.ui.frame.panel import Panel
from sdc_desktop.ui.frame.rows import notes_area
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.questions.question import as_work
from sdc_desktop.ui.settings import output_folder
from sdc_desktop.ui.tabs.policy_line import PolicyLine
from sdc_desktop.ui.tabs.release.live_page import LivePage
from sdc_desktop.ui.tabs.release.play_views import DistributionView
from sdc_desktop.ui.tabs.release.presenter import ReleasePresenter
from sdc_desktop.ui.tabs.release.question import Question
from sdc_desktop.ui.tabs.release.simulation_answer import VIEWS, SimulationAnswer, SimulationViews
from sdc_desktop.ui.tabs.release.tab_job import Stage, View
from sdc_desktop.ui.tabs.reports import Reports
from sdc_desktop.ui.tabs.tab_page import QuestionPage
from sdc_desktop.ui.theme import colours_of, fill, spread, step
from sdc_desktop.ui.widgets.cards_area import scrolled
from sdc_desktop.ui.widgets.current_stack import CurrentStack
from sdc_desktop.ui.widgets.plots.picture_files import save_picture, save_rows
from sdc_desktop.ui.widgets.tables.saved_table import SavedTable
from sdc_desktop.ui.widgets.verdict_bar import Mark
from sdc_desktop.words import N_, Words
from sdc_desktop.words.release.release_live import setup_text
from sdc_desktop.words.words import whole

if TYPE_CHECKING:
    from sdc_desktop.engine.methods.release.release.engine import ReleaseResult
    from sdc_desktop.ui.tabs.release.live_presenter import LiveView
    from sdc_desktop.ui.widgets.plots.figure_frame import SavedFigure

FOLDER = "release_queue"
TRACE = "trace.csv"


def new_folder(within: Path) -> Path:
    """A folder that is not there yet, made. Raises :class:`Refused`."""
    number, path = 1, within / FOLDER
    while path.exists():
        number += 1
        path = within / f"{FOLDER}_{number}"
    try:
        path.mkdir()
    except OSError as failure:
        raise Refused(write_problem(path, failure)) from None
    return path


def save_shown(folder: Path, figures: Mapping[str, SavedFigure], tables: Mapping[str, SavedTable]) -> None:
    """Pictures with their data, and tables, by name. Raises :class:`Refused`."""
    for name, figure in figures.items():
        picture = figure.picture
        assert isinstance(picture, QGraphicsView)
        for suffix in (".png", ".csv"):
            save_picture(folder / f"{name}{suffix}", picture, figure.header, figure.plain_rows)
    for name, table in tables.items():
        save_rows(folder / f"{name}.csv", table.model.header, table.plain_rows)


@as_work
def save_trace(context: JobContext, result: ReleaseResult, opened: Opened, folder: Path) -> Path:
    """Work that writes what the batch command writes: every release of the first order, by each run. The
    folder goes where that fails or is stopped.
    """
    try:
        data = trace_data(result.rules, result.runs, result.assessment, context)
        refuse_changed(opened.files)
        write_csv(data, folder / TRACE, opened.dialect, True, context)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return folder


class QueuePicture(QWidget):
    """Records that wait, that are tested together, and that are released."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._names = [words.say(name) for name in _STATES]
        self.setAccessibleName(", ".join(self._names))
        self.setMinimumHeight(step(self, 14))

    def paintEvent(self, event: QPaintEvent) -> None:
        colours, painter = colours_of(self), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side, gap, wide = step(self, 2), step(self, 0.5), self.width() / len(_STATES)
        top = (self.height() - 4 * (side + gap) - step(self, 3)) / 2
        fills = (colours.surface, colours.selection, colours.accent)
        for place, (number, colour, name) in enumerate(
            zip(_STATES.values(), fills, self._names, strict=True)
        ):
            left = place * wide + 1
            painter.setPen(QColor(colours.control_border))
            painter.setBrush(QColor(colour))
            for one in range(number):
                row, column = divmod(one, _ACROSS)
                square = QRectF(left + column * (side + gap), top + row * (side + gap), side, side)
                painter.drawRoundedRect(square, 3, 3)
            painter.setPen(QColor(colours.text))
            below = QRectF(left, top + 4 * (side + gap), wide - gap, step(self, 3))
            painter.drawText(below, Qt.AlignmentFlag.AlignVCenter, name)
            if place:
                across = QRectF(left - step(self, 5), top, step(self, 4), 2 * side)
                painter.drawText(across, Qt.AlignmentFlag.AlignCenter, "\u2192")
        painter.end()


_STATES = {N_("waiting"): 14, N_("tested together"): 3, N_("released"): 22}  # with squares of the picture
_ACROSS = 6


class AssessedAnswer(QWidget):
    """A table and the distributions."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self._result: ReleaseResult | None = None
        self.table = SavedTable(
            words.say(N_("Assessment of the whole file by test")), ("",), words, (2, 3, 4)
        )
        self.table.table.remember("assessment-by-test", range(1, 2))
        self.distributions = DistributionView(words)
        splitter = QSplitter(Qt.Orientation.Vertical)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(self.table)
        splitter.addWidget(self.distributions)
        fill(self, splitter)

    def show_result(self, result: ReleaseResult, *, stale: bool) -> None:
        """Shows a result, greyed if outdated."""
        self.setEnabled(not stale)
        if result is self._result:
            return
        self._result = result
        found = next(iter(tables_in(read_by("window", sheet(About(None, result), self._words)))))
        rows = plain_rows(found)
        self.table.model.show(len(rows), lambda n: rows[n], [one.head for one in found.columns])
        rules = result.rules
        self.distributions.show_names(
            rules.targets, rules.values, rules.baseline, result.attribute, result.target
        )
        self.distributions.show_counts(result.counted.counts)


class ReleaseQueuePage(QuestionPage):
    """Composes the tab and passes on what its parts report; the presenters decide."""

    open_data_requested = Signal()
    demo_requested = Signal()

    presenter: ReleasePresenter
    question: Question

    def __init__(
        self, controller: ProjectController, jobs: JobManager, words: Words, parent: QWidget | None = None
    ) -> None:
        super().__init__(controller, words, parent)
        self.presenter = ReleasePresenter(controller, jobs, words, self)
        self._saved_parts: tuple[SavedFigure | SavedTable, ...] = ()
        self._log_open = False
        self.question = Question(words)
        self._views = SimulationViews(words)
        self.live = LivePage(controller, jobs, words, self)
        self.export_button = QPushButton(words.say(N_("E&xport all\u2026")))
        self.policy_line = PolicyLine(controller, (RELEASE.kind,), words)
        self.report = Reports(controller, jobs, self.presenter.settled_plan, words, self)
        self.cards, self.rail = CardList(words.say(N_("Simulation and release log"))), CardRail()
        self._lay_out()
        self._connect()
        views = (partial(getattr, self._views, name) for name in VIEWS)
        answers = (partial(getattr, self, name) for name in ("simulation", "assessed"))
        self._make_later((lambda: self._show(self.presenter.view), *views, *answers, self._take_live))

    @cached_property
    def simulation(self) -> SimulationAnswer:
        """The view of a simulation's result, made on first use, as is the next view."""
        made = SimulationAnswer(self._words, self._views)
        self._take_saved(*made.figures.values(), *made.tables.values())
        self._answers.addWidget(made)
        return made

    @cached_property
    def assessed(self) -> AssessedAnswer:
        """The view of an assessment of the whole file."""
        made = AssessedAnswer(self._words)
        self._take_saved(made.distributions.figure, made.table)
        self._answers.addWidget(made)
        return made

    def _take_saved(self, *parts: SavedFigure | SavedTable) -> None:
        """Tell where these pictures and tables are saved, or why not, and suggest the folder of the data."""
        self.report.follow_saved(*parts)
        self._saved_parts += parts
        self._show_folder()

    def _show_folder(self) -> None:
        opened = self._controller.opened
        if opened is not None:
            for part in self._saved_parts:
                part.folder = opened.path.parent

    def _lay_out(self) -> None:
        self._answers = CurrentStack()
        for answer in (self.empty, self.live):
            self._answers.addWidget(answer)
        setup = QWidget()
        column = QVBoxLayout(setup)
        spread(column, self, margin=0, spacing=0)
        self._of_log = scrolled(self.live.set_up)
        column.addWidget(self._of_log, 3)
        column.addWidget(self.question, 2)
        parts = (self.question.problems, self.live.problems, self.policy_line, self.report.outcome)
        panel = Panel(
            setup,
            self.why,
            self._words,
            name=N_("Set-up"),
            notes=(notes_area(parts),),
            foot=(self.question.run, self.live.ask.button),
        )
        self._frame(panel, self._answers, self.cards, self.rail)
        self.verdict.add_actions(self.report.report_button, self.export_button)

    @cached_property
    def beginning(self) -> EmptyPlace:
        """What the place is for, while there is nothing in it."""
        made = EmptyPlace(_ABOUT, QueuePicture(self._words), _BEGIN, self._words)
        made.begun.connect(self._on_begun)
        self._place.addWidget(made)
        return made

    def _connect(self) -> None:
        self._follow_parts()
        self.question.file_requested.connect(self.ask_file)
        self.export_button.clicked.connect(self.ask_export)
        self.live.presenter.changed.connect(self._on_live)
        self.live.presenter.written.connect(self.report.report_written)
        for cards in (self.cards, self.rail):
            cards.chosen.connect(self._on_card)

    @Slot(object)
    def _on_begun(self, way: str) -> None:
        if way == "open":
            self.open_data_requested.emit()
        elif way == "demo":
            self.demo_requested.emit()
        else:
            self._on_card(_OPEN_LOG)

    @Slot(object)
    def _on_card(self, key: str) -> None:
        if key in (_NEW_LOG, _OPEN_LOG):
            self._turn_to("live")
            (self.live.ask_start if key == _NEW_LOG else self.live.ask_open)()
        elif key != self.presenter.view.way:
            self._turn_to(key)

    def _take_live(self) -> None:
        """The pictures and tables of a live release."""
        self._take_saved(*self.live.evidence.figures, *self.live.evidence.tables)

    @Slot()
    def begin(self) -> None:
        super().begin()
        if "simulation" in vars(self):
            self.simulation.begin()
        self.live.begin()
        self.presenter.begin()

    # showing -----------------------------------------------------------------------------------------

    @Slot(object)
    def _show(self, view: View) -> None:
        self.live.presenter.ask_by(view.params if view.stage is Stage.READY else None)
        self.question.show_view(view)
        nothing = view.stage is Stage.NO_DATA and view.way == "simulate" and self.presenter.is_new
        self._place.setCurrentWidget(self.beginning if nothing else self.frame)
        self._show_kept()
        self._show_verdict(view)
        simulated = view.ready and view.way == "simulate"
        self.report.show_ready(simulated)
        self.export_button.setEnabled(simulated)
        self._answers.setCurrentWidget(self._answer_of(view))
        self._show_folder()

    def _show_kept(self) -> None:
        state = self.live.presenter.view.state
        live = state is not None and self.presenter.view.way == "live"
        self.question.show_kept(setup_text(state.setup, self._words) if state and live else "")
        for part in (self._of_log, self.live.ask.button):
            part.setVisible(live)
        self.live.problems.setVisible(self.presenter.view.way == "live" and bool(self.live.problems.text()))
        views = tuple(_cards(self.presenter.view, self.live.presenter.view, self._words))
        for cards in (self.cards, self.rail):
            cards.show_cards(views, self.presenter.view.way)

    def _answer_of(self, view: View) -> QWidget:
        if view.way == "live" and (view.stage is not Stage.READING):
            return self.live
        answer = view.answer
        if answer is None or view.stage is not Stage.READY:
            self._show_empty(view)
            return self.empty
        if answer.order is None:
            self.assessed.show_result(answer.result, stale=view.stale)
            return self.assessed
        self.simulation.show_answer(answer, stale=view.stale)
        return self.simulation

    def _show_verdict(self, view: View) -> None:
        say, answer = self._words.say, view.answer
        if view.way == "live":
            self.live.show_verdict(self.verdict)
            return
        if answer is None or view.stage is not Stage.READY:
            text = N_("Computing…") if view.running else N_("No simulation run yet.")
            self.verdict.notify(Mark.NONE, say(text))
            return
        text = found_text(sheet(About(None, answer.result), self._words))
        self.verdict.judge(self.presenter.verdict(), view.qualified(text, self._words), self._words)

    def _show_empty(self, view: View) -> None:
        self._fill_empty(_EMPTY[view.stage], view, ready=view.stage is Stage.READY)

    # what the officer does ---------------------------------------------------------------------------

    def _turn_to(self, way: str) -> None:
        if "simulation" in vars(self):
            self.simulation.player.pause()
        self.presenter.choose_way(way)

    @Slot(object)
    def _on_live(self, view: LiveView) -> None:
        begins = view.state is not None and not self._log_open
        self._log_open = view.state is not None
        if begins and self.isVisible():
            self.frame.turn_to(0)  # records are requested there
            self.live.ask.take_focus()
        self._show_kept()
        if self.presenter.view.way == "live":
            self._show_verdict(self.presenter.view)

    @Slot()
    def _on_empty(self) -> None:
        stage = self.presenter.view.stage
        if stage is Stage.NO_DATA:
            self.open_data_requested.emit()
        elif stage is Stage.NO_VARIABLES:
            key = "attribute" if self.presenter.view.attribute is None else "target"
            box = cast(Choice, self.question.form.parts[key])
            box.setFocus(Qt.FocusReason.OtherFocusReason)
            box.showPopup()
        elif stage is Stage.NO_FILE:
            self.ask_file()
        else:
            self.presenter.run()

    @Slot()
    def ask_export(self) -> None:
        """Let the user choose a folder, and put everything into a new one within it."""
        folder = output_folder(self._controller.data_folder)
        title = self._words.say(N_("Select a location for the export folder"))
        name = QFileDialog.getExistingDirectory(self, title, str(folder))
        if name:
            self.export(Path(name))

    def export(self, within: Path) -> None:
        """Pictures, the data behind them, tables and the trace, in a new folder."""
        view, opened = self.presenter.view, self._controller.opened
        if view.answer is None or opened is None:
            return
        refused = self._controller.refused_by_policy(self.presenter.settled_plan())
        if refused:
            self.report.report_not_written(refused)
            return
        figures = {"distributions": self.assessed.distributions.figure}
        tables = {"assessment": self.assessed.table}
        if view.answer.order is not None:
            self.simulation.show_everything()
            figures, tables = self.simulation.figures, self.simulation.tables
        try:
            folder = new_folder(within)
            save_shown(folder, figures, tables)
        except Refused as refusal:
            self.report.report_not_written(refusal.problems)
            return
        self.report.write(folder, save_trace(view.answer.result, opened, folder))

    @Slot()
    def ask_file(self) -> None:
        """Let the user choose the file of requests."""
        filters = N_("Text files (*.csv *.txt *.tsv);;All files (*)")
        path = self._requested_file(N_("File of requests"), filters)
        if path is not None:
            self.presenter.change({"requests_file": relative_path(path, self._controller.base)})


def _cards(view: View, live: LiveView, words: Words) -> Iterator[CardView]:
    """The simulation, the log that is open, and ways to another one."""
    say, state = words.say, live.state
    both = (view.attribute, view.target)
    about = say(N_("{attribute} by {target}"), attribute=both[0], target=both[1]) if all(both) else ""
    yield CardView("simulate", say(N_("Simulation")), about, heading=say(N_("On the open file")))
    title, numbers = say(N_("No log open")), ""
    if state is not None:
        title = state.path.name
        numbers = say(
            N_("{released} released, {waiting} waiting"),
            released=whole(len(state.released)),
            waiting=whole(len(state.waiting)),
        )
    yield CardView("live", title, numbers, heading=say(N_("Live release")), short=say(N_("Log"))[:2])
    may = state is None and not live.busy
    yield CardView(_NEW_LOG, say(N_("New log\u2026")), add=True, short="+", enabled=may and live.may_start)
    yield CardView(_OPEN_LOG, say(N_("Open log\u2026")), add=True, short="\u2026", enabled=may)


_NEW_LOG, _OPEN_LOG = "new log", "open log"  # keys of cards
_ABOUT = (
    N_("Records released one at a time"),
    N_(
        "A record is released only when all that is released so far reveals nothing unusual about its "
        "target. Until then it waits. Try the tests on a file first, then work with a release log."
    ),
    N_("A request waits until the tests allow its release"),
)
_BEGIN = {
    "open": N_("Open a data file\u2026"),
    "log": N_("Open a release log\u2026"),
    "demo": N_("Soldiers demo"),
}
_EMPTY = {
    Stage.NO_DATA: (
        N_("No data file open"),
        N_("Open the file from which records are requested."),
        N_("Open a data file\u2026"),
    ),
    Stage.READING: (N_("Reading the file"), N_("Progress is shown below."), ""),
    Stage.NO_VARIABLES: (
        N_("Choose observed variable and target"),
        N_(
            "Choose the observed variable, such as age, and the target about which its distribution could "
            "reveal something, such as place of work."
        ),
        N_("Choose the variables"),
    ),
    Stage.NO_FILE: (
        N_("Choose a requests file"),
        N_("The file needs one column for each of the two variables and one line per request."),
        N_("Choose file of requests\u2026"),
    ),
    Stage.READY: (
        N_("No result yet"),
        N_(
            "The simulation requests the records in turn. The tests decide which are released and which wait."
        ),
        N_("Run the simulation"),
    ),
}
