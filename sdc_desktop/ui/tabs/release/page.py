"""The place Release queue: the releases in the middle, their set-up beside them."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import Qt, Signal, Slot
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
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.settings import output_folder
from sdc_desktop.ui.tabs.policy_line import PolicyLine
from sdc_desktop.ui.tabs.release.live_page import LivePage
from sdc_desktop.ui.tabs.release.play_views import DistributionView
from sdc_desktop.ui.tabs.release.presenter import ReleasePresenter
from sdc_desktop.ui.tabs.release.question import Question
from sdc_desktop.ui.tabs.release.replay import Moment
from sdc_desktop.ui.tabs.release.simulation_answer import VIEWS, SimulationAnswer, SimulationViews
from sdc_desktop.ui.tabs.release.tab_job import Stage, View
from sdc_desktop.ui.tabs.reports import Reports
from sdc_desktop.ui.tabs.tab_page import QuestionPage
from sdc_desktop.ui.widgets.plots.picture_files import save_picture, save_rows
from sdc_desktop.ui.widgets.tables.saved_table import SavedTable
from sdc_desktop.ui.widgets.verdict_bar import Mark
from sdc_desktop.words import N_, Words
from sdc_desktop.words.release.release_live import setup_text

if TYPE_CHECKING:
    from sdc_desktop.engine.methods.release.release.engine import ReleaseResult
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


def save_shown(
    folder: Path, figures: Iterable[tuple[str, SavedFigure]], tables: Iterable[tuple[str, SavedTable]]
) -> None:
    """Pictures with their data, and tables, by name. Raises :class:`Refused`."""
    for name, figure in figures:
        picture = figure.picture
        assert isinstance(picture, QGraphicsView)
        for suffix in (".png", ".csv"):
            save_picture(folder / f"{name}{suffix}", picture, figure.header, figure.plain_rows)
    for name, table in tables:
        save_rows(folder / f"{name}.csv", table.model.header, table.plain_rows)


def save_trace(result: ReleaseResult, opened: Opened, folder: Path) -> Callable[[JobContext], Path]:
    """Work that writes what the batch command writes: every release of the first order, by each run. The
    folder goes where that fails or is stopped.
    """

    def work(context: JobContext) -> Path:
        try:
            data = trace_data(result.rules, result.runs, result.assessment, context)
            refuse_changed(opened.files)
            write_csv(data, folder / TRACE, opened.dialect, True, context)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        return folder

    return work


class AssessedAnswer(QWidget):
    """A table and the distributions."""

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
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
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(splitter)

    def show_result(self, result: ReleaseResult, *, stale: bool) -> None:
        """Shows a result, greyed if outdated."""
        self.setEnabled(not stale)
        if result is self._result:
            return
        self._result = result
        found = next(iter(tables_in(read_by("window", sheet(About(None, result), self._words)))))
        rows = plain_rows(found)
        self.table.model.show(len(rows), lambda n: rows[n], [one.head for one in found.columns])
        rules, table = result.rules, result.counted.counts
        self.distributions.show_names(
            rules.targets, rules.values, rules.baseline, result.attribute, result.target
        )
        numbers = table.sum(axis=1)
        none = numbers * 0
        self.distributions.show_moment(Moment(int(numbers.sum()), numbers, numbers, none, none, table))


class ReleaseQueuePage(QuestionPage):
    """Composes the tab and passes on what its parts report; the presenters decide."""

    open_data_requested = Signal()

    presenter: ReleasePresenter
    question: Question

    def __init__(
        self, controller: ProjectController, jobs: JobManager, words: Words, parent: QWidget | None = None
    ) -> None:
        super().__init__(controller, words, parent)
        self.presenter = ReleasePresenter(controller, jobs, words, self)
        self._saved_parts: tuple[SavedFigure | SavedTable, ...] = ()
        self.question = Question(words)
        self._views = SimulationViews(words)
        self.live = LivePage(controller, jobs, words, self)
        self.export_button = QPushButton(words.say(N_("E&xport all\u2026")))
        self.policy_line = PolicyLine(controller, (RELEASE.kind,), words)
        self.report = Reports(controller, jobs, self.presenter.settled_plan, words, self)
        self._lay_out()
        self._connect()
        views = (partial(getattr, self._views, name) for name in VIEWS)
        answers = (partial(getattr, self, name) for name in ("simulation", "assessed"))
        self._make_later((lambda: self._show(self.presenter.view), *views, *answers, self._take_live))

    @cached_property
    def simulation(self) -> SimulationAnswer:
        """The view of a simulation's result, made on first use, as is the next view."""
        made = SimulationAnswer(self._words, self._views)
        self._take_saved(*made.figures, *made.tables)
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
        notes = (self.policy_line, self.report.outcome)
        self._answers = self._lay_out_frame(notes, (self.empty, self.live), name=N_("Set-up"))
        self.verdict.add_actions(self.report.report_button, self.export_button)

    def _connect(self) -> None:
        self._follow_parts()
        self.question.file_requested.connect(self.ask_file)
        self.export_button.clicked.connect(self.ask_export)
        self.live.presenter.changed.connect(self._on_live)
        self.live.presenter.written.connect(self.report.report_written)

    def _take_live(self) -> None:
        """The pictures and tables of a live release."""
        self._take_saved(*self.live.figures, *self.live.tables)

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

    @Slot(object)
    def _on_way(self, way: str) -> None:
        if "simulation" in vars(self):
            self.simulation.player.pause()
        super()._on_way(way)

    @Slot(object)
    def _on_live(self, view: object) -> None:
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
        figures: list[tuple[str, SavedFigure]] = [("distributions", self.assessed.distributions.figure)]
        tables: list[tuple[str, SavedTable]] = [("assessment", self.assessed.table)]
        if view.answer.order is not None:
            self.simulation.show_everything()
            figures, tables = list(self.simulation.named_figures), list(self.simulation.named_tables)
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
