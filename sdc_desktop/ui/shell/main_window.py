"""The window: it composes panels, tabs, docks and menus, and closes in order. Nothing is computed here."""

import logging
from functools import partial
from pathlib import Path

from PySide6.QtCore import QByteArray, QSize, Qt, QTimer, Slot
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QKeyEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QMenuBar

from sdc_desktop.engine.methods.preparing.prepare import PREPARE
from sdc_desktop.engine.problems import Problem
from sdc_desktop.ui.jobs import Job, JobManager
from sdc_desktop.ui.panels.history_panel import HistoryPanel
from sdc_desktop.ui.panels.notes_panel import NotesPanel
from sdc_desktop.ui.panels.strategies_panel import StrategiesPanel
from sdc_desktop.ui.project.data_reader import Loading
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.project.step_commands import StepCommands
from sdc_desktop.ui.screen_fit import ScrollingCentre
from sdc_desktop.ui.settings import Settings
from sdc_desktop.ui.shell.drawers import NARROW, WIDE, Drawer, Drawers
from sdc_desktop.ui.shell.file_commands import FileCommands
from sdc_desktop.ui.shell.file_drops import FileDrops
from sdc_desktop.ui.shell.file_watch import FileWatch
from sdc_desktop.ui.shell.menus import build_menus, fill_recent
from sdc_desktop.ui.shell.missing_codes import MissingCodesReport
from sdc_desktop.ui.shell.next_file import NextFile
from sdc_desktop.ui.shell.policy_desk import PolicyDesk
from sdc_desktop.ui.shell.recovery import Recovery, RecoveryOffer
from sdc_desktop.ui.shell.refusals import Refusals
from sdc_desktop.ui.shell.shell import Shell, add_tabs
from sdc_desktop.ui.shell.status_bar import StatusBar
from sdc_desktop.ui.shell.temporary_folder import Spilling
from sdc_desktop.ui.shell.top_row import TopRow
from sdc_desktop.ui.shell.tour import Tour
from sdc_desktop.ui.theme import Theme
from sdc_desktop.ui.widgets.current_stack import CurrentStack
from sdc_desktop.ui.widgets.notices import Notices
from sdc_desktop.ui.widgets.problems_panel import ProblemsPanel
from sdc_desktop.ui.widgets.questions import ask_to_stop
from sdc_desktop.ui.widgets.start_page import StartPage
from sdc_desktop.ui.widgets.tables.kept_widths import WidthMemory
from sdc_desktop.ui.widgets.why_panel import LogPanel, LogRelay
from sdc_desktop.words import N_, Words
from sdc_desktop.words.microdata.pipeline import step_titles

_log = logging.getLogger(__name__)


class MainWindow(Shell):
    """Made by `app.py`, which gives it settings, theme and words."""

    def __init__(self, settings: Settings, theme: Theme, words: Words) -> None:
        super().__init__()
        self.settings = settings
        self.theme = theme
        self.words = words
        WidthMemory(settings, self)
        self.jobs = JobManager(self)
        self.controller = ProjectController(self.jobs, words, self)
        self.notices = Notices(words)
        self.files = FileCommands(self)
        self.next_file = NextFile(self)
        self.recovery = Recovery(self.controller, settings.path.parent, self)
        self.loading = Loading(self.jobs, words, self)
        self.policy = PolicyDesk(self.controller, settings, words, self)
        self._closing = False
        self.setAcceptDrops(True)
        self._file_drops = FileDrops(self)
        self.menus = QMenuBar(self)
        self._make_centre()
        self.spilling = Spilling(self.jobs, settings, self.notices, words, self)
        self.recovery_offer = RecoveryOffer(self.recovery, self.files, self)
        self.file_watch = FileWatch(self.next_file, self)
        self.missing_codes = MissingCodesReport(self)
        self._make_drawers()
        self.refusals = Refusals(self.drawers, self)
        self.tour = Tour(self)
        self.status = StatusBar(self.controller, self.jobs, words)
        self.setStatusBar(self.status)
        self.notices.newest_changed.connect(self.status.job_bar.say_idle)
        self.notices.passed.connect(self.status.job_bar.withdraw)
        self.controller.outcome.connect(self.status.job_bar.say_idle)
        self.controller.outcome_outdated.connect(self.status.job_bar.withdraw)
        self.log_relay = LogRelay(logging.getLogger("sdc_desktop"), self)
        build_menus(self)
        self.top = TopRow(self.menus, self.tabs.tabBar(), self.command_field, self.policy.button, words)
        self.top.add_sign(self.notices)
        self.setMenuWidget(self.top)
        self._connect()
        self._restore_place()
        self._show_title()
        self._show_recent()
        if settings.unwritable is not None:
            lost = N_("Settings last until the window is closed: the folder {folder} cannot be written.")
            self.notices.notify(words.say(lost, folder=str(settings.unwritable)))

    # what it is made of ------------------------------------------------------------------------------

    def _make_centre(self) -> None:
        self.start_page = StartPage(self.words)
        self.start_page.setProperty("helpPage", "first-steps")
        self.tabs = add_tabs(self)
        self.centre = CurrentStack()
        self.centre.addWidget(self.start_page)
        self.centre.addWidget(self.tabs)
        self.centre.currentChanged.connect(self.tabs.tabBar().show_page)
        self.setCentralWidget(ScrollingCentre(self.centre))

    def _make_drawers(self) -> None:
        self.setProperty("helpPage", "window")
        self.problems_panel = ProblemsPanel(self.words)
        self.log_panel = LogPanel(self.words)
        self.step_commands = StepCommands(self.controller, self.words, self)
        self.history = HistoryPanel(self.controller, self.step_commands, self.words)
        self.strategies = StrategiesPanel(self.controller, self.step_commands, self.words)
        self.strategies.comparison_requested.connect(self.compare_strategies)
        self.notes = NotesPanel(self.controller, self.words)
        self.notes.details_requested.connect(self.show_report_details)
        for part in (self.history, self.strategies, self.notes):
            part.setProperty("helpPage", "project")
        words = self.words
        drawers = (
            Drawer("history", words.say(N_("History")), self.history, NARROW, words),
            Drawer("strategies", words.say(N_("Strategies")), self.strategies, NARROW, words),
            Drawer("notes", words.say(N_("Notes")), self.notes, NARROW, words),
            Drawer("problems", words.say(N_("Problems")), self.problems_panel, WIDE, words),
            Drawer("log", words.say(N_("Log")), self.log_panel, WIDE, words),
        )
        self.drawers = Drawers(drawers, lambda: getattr(self.tabs.page, "verdict", None), self)

    def _connect(self) -> None:
        self.start_page.open_data_requested.connect(self.files.open_data)
        self.start_page.policy_requested.connect(self.policy.notify)
        self.start_page.tables_requested.connect(self.open_for_tables)
        self.start_page.release_requested.connect(self.show_queue)
        self.start_page.open_project_requested.connect(self.files.open_project)
        self.start_page.demo_requested.connect(partial(self.open_demo, "patients"))
        self.start_page.table_demo_requested.connect(partial(self.open_demo, "enterprises"))
        self.start_page.audit_requested.connect(self.audit_table)
        self.start_page.salaries_requested.connect(partial(self.open_demo, "salaries"))
        self.start_page.episodes_requested.connect(partial(self.open_demo, "episodes"))
        self.start_page.curve_requested.connect(self.begin_curve)
        self.start_page.release_demo_requested.connect(partial(self.open_demo, "soldiers"))
        self.start_page.output_demo_requested.connect(partial(self.open_demo, "outputs"))
        self.start_page.outputs_requested.connect(self.check_outputs)
        self.start_page.file_requested.connect(self.files.open_path)
        self.tabs.currentChanged.connect(self._on_tab_help)
        self.tabs.currentChanged.connect(self.fold_sides)
        self.tabs.currentChanged.connect(self.drawers.place)
        self.tabs.tabBar().chosen.connect(self.show_place)
        self.controller.plan_changed.connect(self._on_plan)
        self.controller.title_changed.connect(self._show_title)
        self.controller.problems_changed.connect(self._on_problems)
        self.controller.file_used.connect(self._on_file)
        self.controller.project_begun.connect(self._on_begun)
        self.files.reported.connect(partial(self.notices.notify, passing=True))
        self.next_file.replaced.connect(self.show_replaced)
        self.problems_panel.jump_requested.connect(self._jump)
        self.problems_panel.reason_requested.connect(self._on_reason)
        self.status.problems_requested.connect(partial(self.drawers.toggle, "problems"))
        self.status.history_requested.connect(partial(self.drawers.toggle, "history"))
        self.jobs.started.connect(self._on_job)
        self.jobs.all_idle.connect(self._on_idle)
        self.log_relay.written.connect(self.log_panel.add)

    # what is open ------------------------------------------------------------------------------------

    @Slot()
    def _on_plan(self) -> None:
        if self._has_content():
            self.centre.setCurrentWidget(self.tabs)
            self.loading.begin()

    def _has_content(self) -> bool:
        return self.controller.plan.data is not None or bool(self.controller.plan.jobs)

    @Slot()
    def _on_begun(self) -> None:
        """A new project begins with the ways to begin."""
        if not self._has_content():
            self.centre.setCurrentWidget(self.start_page)

    @Slot(object)
    def show_replaced(self, comparison: object) -> None:
        """Lead to the card of the file that took the place of the plan's."""
        self.lead_to(self.microdata_place, lambda page: page.show_replaced(comparison))

    @Slot()
    def _show_title(self) -> None:
        self.setWindowTitle(
            self.words.say(N_("{name}[*] – SDC Desktop"), name=self.controller.title.replace("[*]", "[ * ]"))
        )
        self.setWindowModified(self.controller.dirty)

    @Slot(object)
    def _on_file(self, path: Path) -> None:
        _log.info(self.words.say(N_("Used file: {name}"), name=path.name))
        self._show_recent()

    def _show_recent(self) -> None:
        self.start_page.show_recent(self.settings.recent_files)
        fill_recent(self.recent_menu, self.settings.recent_files, self.files.open_recent, self.words)

    @Slot(int)
    def _on_tab_help(self, index: int) -> None:
        """Panels without a page of their own (history, problems) have that of the tab."""
        self.setProperty("helpPage", self.tabs.widget(index).property("helpPage"))

    # problems ----------------------------------------------------------------------------------------

    @Slot(object)
    def _on_problems(self, problems: tuple[Problem, ...]) -> None:
        plan = self.controller.whole_plan
        self.problems_panel.model.show(problems, plan.jobs, step_titles(plan, self.words))
        for problem in problems:
            _log.info(self.words.say(N_("Problem: {code}"), code=problem.code))

    @Slot(object)
    def _jump(self, problem: Problem) -> None:
        if problem.where.variable is not None:
            self.go_to_variable(problem.where.variable)
        elif problem.where.job is not None or (problem.where.key or "").startswith("jobs["):
            kinds = {job.name: job.kind for job in self.controller.whole_plan.jobs}
            kind = kinds.get(problem.where.job or "")
            if kind == PREPARE.kind:
                self.prepare_records()
            else:
                self.tabs.show_kind(kind or "")
                if kind in self.tables_place.kinds:
                    self.tables_place.ask(lambda page: page.show_named((problem,)))

    @Slot(object)
    def _on_reason(self, key: str) -> None:
        self.controller.settle()
        self.policy.answer(key)

    @Slot(object)
    def report_fault(self, report: Path | None) -> None:
        """Something in the program went wrong: say so calmly; work continues."""
        say = self.words.say
        text = say(N_("An internal error stopped the operation. Your data and settings are unchanged."))
        if report is not None:
            text += " " + say(
                N_("An error report without any of your data was saved to {file}."), file=str(report)
            )
        self.notices.notify(text)

    # place and closing -------------------------------------------------------------------------------

    def _restore_place(self) -> None:
        if self.settings.geometry is None or not self.restoreGeometry(self.settings.geometry):
            self.resize(self._first_size())

    def _first_size(self) -> QSize:
        screen = QGuiApplication.primaryScreen().availableGeometry()
        line = self.fontMetrics().height()
        return QSize(min(screen.width(), line * 84), min(screen.height() - line * 2, line * 46))

    def keep_place(self) -> None:
        self.settings.geometry = QByteArray(self.saveGeometry())
        self.settings.save()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._file_drops.begin()
        if not event.spontaneous():  # shown, not only restored from the task bar
            if self.centre.currentWidget() is self.start_page:
                self.start_page.take_focus()
            self.recovery_offer.look_for_untitled()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.drawers.place()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape that nothing else takes closes the drawer, or ends the view of the result alone."""
        if event.key() == Qt.Key.Key_Escape and self.drawers.current is not None:
            self.drawers.close()
        elif event.key() == Qt.Key.Key_Escape and self.focus_action.isChecked():
            self.focus_action.setChecked(False)
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask about running jobs and unsaved work once; stop all jobs; close when the last has ended."""
        if not self._closing and not (self._may_stop() and self.files.may_leave()):
            event.ignore()
            return
        if self.jobs.idle:
            self.loading.give_up()
            self.keep_place()
            self.recovery.discard()
            self.spilling.close()
            self.log_relay.close()
            event.accept()
            return
        event.ignore()
        self._closing = True
        for part in (self.centre, self.top, *(one.widget() for one in self.drawers.all)):
            part.setEnabled(False)  # what would be changed now would be lost
        self.status.job_bar.cancel()
        self.jobs.cancel_all()

    def _may_stop(self) -> bool:
        """Whether the jobs that the user began may be stopped."""
        titles = [job.title for job in self.jobs.running if not job.quiet]
        return not titles or ask_to_stop(titles, self.words, self)

    @Slot(object)
    def _on_job(self, job: Job) -> None:
        if self._closing:
            job.cancel()
        if not job.quiet:
            _log.info(self.words.say(N_("Started: {title}"), title=job.title))

    @Slot()
    def _on_idle(self) -> None:
        if self._closing:
            QTimer.singleShot(0, self.close)

    # drag and drop -----------------------------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        for url in event.mimeData().urls():
            if url.isLocalFile():
                event.acceptProposedAction()
                path = Path(url.toLocalFile())  # a question now would block the program that drags
                QTimer.singleShot(0, partial(self.files.open_path, path))
                return
