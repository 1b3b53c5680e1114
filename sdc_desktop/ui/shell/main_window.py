"""The window: it composes panels, tabs, docks and menus, and closes in order. Nothing is computed here."""

import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QEvent, QObject, QPoint, QSize, Qt, QTimer, Slot
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QKeyEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QDialog, QLineEdit, QMenuBar, QPlainTextEdit, QTextEdit, QWidget

from sdc_desktop.engine.methods.preparing.prepare import PREPARE
from sdc_desktop.engine.problems import Problem
from sdc_desktop.ui.dialogs.report_fields import ReportDetailsDialog
from sdc_desktop.ui.jobs import Job, JobManager
from sdc_desktop.ui.panels.history_panel import HistoryPanel
from sdc_desktop.ui.panels.notes_panel import NotesPanel
from sdc_desktop.ui.panels.strategies_panel import StrategiesPanel
from sdc_desktop.ui.project.data_reader import Loading
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.project.step_commands import StepCommands
from sdc_desktop.ui.qt_types import present
from sdc_desktop.ui.screen_fit import ScrollingCentre, go_round
from sdc_desktop.ui.settings import Settings
from sdc_desktop.ui.shell.drawers import NARROW, WIDE, Drawer, Drawers
from sdc_desktop.ui.shell.file_commands import Demos, FileCommands
from sdc_desktop.ui.shell.file_watch import FileWatch
from sdc_desktop.ui.shell.menus import build_menus, fill_recent
from sdc_desktop.ui.shell.missing_codes import MissingCodesReport
from sdc_desktop.ui.shell.next_file import NextFile
from sdc_desktop.ui.shell.policy_desk import PolicyDesk
from sdc_desktop.ui.shell.recovery import Recovery, RecoveryOffer
from sdc_desktop.ui.shell.refusals import Refusals
from sdc_desktop.ui.shell.shell import Shell, add_tabs
from sdc_desktop.ui.shell.status_bar import StatusBar
from sdc_desktop.ui.shell.tab_places import TabPlace
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
_DRAGS = (QEvent.Type.DragEnter, QEvent.Type.DragMove, QEvent.Type.Drop)


class FileDrops(QObject):
    """Filters what the system sends to a window. Text fields would take the address of a file as text; what
    holds the field takes the file, which is the window or a page for files of its own.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._begun = False

    def begin(self) -> None:
        """Filter once the window is there; the second time nothing is done."""
        handle = self._window.windowHandle()
        if handle is not None and not self._begun:
            self._begun = True
            handle.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() not in _DRAGS or not isinstance(event, QDropEvent):
            return False
        if not any(url.isLocalFile() for url in event.mimeData().urls()):
            return False
        target = self._target(event.position().toPoint())
        if target is None:
            return False
        if event.type() == QEvent.Type.Drop:
            target.dropEvent(event)
        else:
            event.acceptProposedAction()
        return True

    def _target(self, place: QPoint) -> QWidget | None:
        """What takes files where a text field is; None elsewhere."""
        widget = self._window.childAt(place)
        over_field = False
        while widget is not None and (not widget.acceptDrops() or _is_field(widget)):
            over_field = over_field or (widget.acceptDrops() and _is_field(widget))
            widget = widget.parentWidget()
        return widget if over_field else None


def _is_field(widget: QWidget) -> bool:
    """Whether a widget is a text field, or the part of one that shows its text."""
    kinds = QLineEdit | QPlainTextEdit | QTextEdit
    return isinstance(widget, kinds) or isinstance(widget.parentWidget(), QPlainTextEdit | QTextEdit)


def _nothing(_page: QWidget) -> None:
    """A place that is only shown."""


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
        self.files = FileCommands(self.controller, self.jobs, settings, words, self)
        self.next_file = NextFile(self.controller, self.jobs, settings, words, self)
        self.recovery = Recovery(self.controller, settings.path.parent, self)
        self.loading = Loading(self.jobs, words, self)
        self.policy = PolicyDesk(self.controller, settings, words, self)
        self._closing = False
        self.setAcceptDrops(True)
        self._file_drops = FileDrops(self)
        self.menus = QMenuBar(self)
        self._make_centre()
        self.spilling = Spilling(self.jobs, settings, self.notices, words, self)
        self.recovery_offer = RecoveryOffer(
            self.recovery, self.controller, self.files, self.notices, words, self
        )
        self.file_watch = FileWatch(self.controller, self.jobs, self.next_file, self.notices, words, self)
        self.missing_codes = MissingCodesReport(self.controller, self.notices, words, self)
        self._make_drawers()
        self.refusals = Refusals(self.controller, self.notices, self.drawers, words, self)
        self.tour = Tour(self.controller, words, self)
        self.demos = self._make_demos()
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
        self.notices = Notices(self.words)
        self.start_page = StartPage(self.words)
        self.start_page.setProperty("helpPage", "first-steps")
        self.tabs = add_tabs(self)
        self.centre = CurrentStack()
        self.centre.addWidget(self.start_page)
        self.centre.addWidget(self.tabs)
        self.centre.currentChanged.connect(self.tabs.tabBar().show_page)
        self.setCentralWidget(ScrollingCentre(self.centre))

    def _make_demos(self) -> Demos:
        places = {
            "patients": self.microdata_place,
            "episodes": self.microdata_place,
            "enterprises": self.tables_place,
            "salaries": self.cae_place,
            "soldiers": self.release_place,
            "outputs": self.outputs_place,
        }
        return Demos(self.files, self.tour, self.tabs, places)

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
        self.report_details: ReportDetailsDialog | None = None
        self._comparison: QDialog | None = None  # of strategies without records
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
        self.drawers = Drawers(drawers, lambda: getattr(self._page(), "verdict", None), self)

    def _page(self) -> Any:
        """The page that is shown; None on the start page."""
        place = self.tabs.currentWidget()
        return place.page if isinstance(place, TabPlace) and place.isVisible() else None

    @property
    def data_panel(self) -> Any:
        """The parts of the cards File and Roles. Raises AttributeError while their page is not made."""
        return getattr(self.microdata_place.page, "data")  # noqa: B009 - a page has its own type

    def _connect(self) -> None:
        self.start_page.open_data_requested.connect(self.files.open_data)
        self.start_page.tables_requested.connect(self.open_for_tables)
        self.start_page.release_requested.connect(partial(self._lead_to, self.release_place, _nothing))
        self.start_page.open_project_requested.connect(self.files.open_project)
        self.start_page.demo_requested.connect(self.open_patients)
        self.start_page.table_demo_requested.connect(self.open_table_demo)
        self.start_page.audit_requested.connect(self.audit_table)
        self.start_page.salaries_requested.connect(self.open_salaries)
        self.start_page.episodes_requested.connect(self.open_episodes)
        self.start_page.curve_requested.connect(self.begin_curve)
        self.start_page.release_demo_requested.connect(self.open_release_demo)
        self.start_page.output_demo_requested.connect(self.open_output_demo)
        self.start_page.outputs_requested.connect(self.check_outputs)
        self.start_page.file_requested.connect(self.files.open_requested)
        self.tabs.currentChanged.connect(self._on_tab_help)
        self.tabs.currentChanged.connect(self._fold_sides)
        self.tabs.currentChanged.connect(self.drawers.place)
        self.tabs.tabBar().chosen.connect(self._on_place)
        self.controller.plan_changed.connect(self._on_plan)
        self.controller.title_changed.connect(self._on_title)
        self.controller.problems_changed.connect(self._on_problems)
        self.controller.file_used.connect(self._on_file)
        self.controller.project_begun.connect(self._on_begun)
        self.files.reported.connect(self.notices.notify)
        self.next_file.replaced.connect(self.show_replaced)
        self.problems_panel.jump_requested.connect(self._jump)
        self.problems_panel.reason_requested.connect(self._on_reason)
        self.status.problems_requested.connect(partial(self.drawers.toggle, "problems"))
        self.status.history_requested.connect(partial(self.drawers.toggle, "history"))
        self.jobs.started.connect(self._on_job)
        self.jobs.all_idle.connect(self._on_idle)
        self.log_relay.written.connect(self.log_panel.add)

    # what is open ------------------------------------------------------------------------------------

    @Slot(object)
    def _on_plan(self, _plan: object) -> None:
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

    @Slot(int)
    def _on_place(self, number: int) -> None:
        """Show a place, also with nothing open."""
        place = self.tabs.widget(number)
        if isinstance(place, TabPlace):
            self.centre.setCurrentWidget(self.tabs)
            self.tabs.setCurrentWidget(place)
            self.loading.begin()

    @Slot()
    def go_to_place(self) -> None:
        """Show the place of a menu entry."""
        entry = self.sender()
        if isinstance(entry, QAction):
            self._on_place(int(entry.data()))

    @Slot()
    def fit_top(self) -> None:
        """Show in the top row what there is room for."""
        self.top.fit()

    @Slot(object)
    def show_replaced(self, comparison: object) -> None:
        """Lead to the card of the file that took the place of the plan's."""
        self._lead_to(self.microdata_place, lambda page: page.show_replaced(comparison))

    def _lead_to(self, place: TabPlace, action: Callable[[Any], None]) -> None:
        """Show a tab even with nothing open, and ask something of its page."""
        self._on_place(self.tabs.indexOf(place))
        place.ask(action)

    @Slot()
    def begin_curve(self) -> None:
        """Lead to the field for values in the tab Risk curves: values that are pasted need no file."""
        self._lead_to(self.cae_place, lambda page: page.begin_values())

    @Slot()
    def audit_table(self) -> None:
        """Lead to the field for a published table; that needs no data."""
        self._lead_to(self.tables_place, lambda page: page.begin_audit())

    @Slot()
    def open_for_tables(self) -> None:
        """Choose a data file, and show the place for tables once it is open."""
        self.tabs.setCurrentWidget(self.tables_place)
        self.files.open_data()

    @Slot()
    def check_outputs(self) -> None:
        """Lead to the tab Output checking; that needs no data."""
        self._lead_to(self.outputs_place, lambda page: page.add_button.setFocus())

    @Slot()
    def show_curves(self) -> None:
        """Show the tab Risk curves."""
        self.tabs.setCurrentWidget(self.cae_place)

    @Slot()
    def open_patients(self) -> None:
        """Open the demo on patients and ANOPI."""
        self.demos.open("patients")

    @Slot()
    def open_episodes(self) -> None:
        """Open the demo of persons."""
        self.demos.open("episodes")

    @Slot()
    def open_table_demo(self) -> None:
        """Open the demo of a table."""
        self.demos.open("enterprises")

    @Slot()
    def open_salaries(self) -> None:
        """Open the demo on salaries and risk curves."""
        self.demos.open("salaries")

    @Slot()
    def open_release_demo(self) -> None:
        """Open the demo of the release queue."""
        self.demos.open("soldiers")

    @Slot()
    def open_output_demo(self) -> None:
        """Open the demo of output checking."""
        self.demos.open("outputs")

    @Slot(object)
    def _on_title(self, _title: object) -> None:
        self._show_title()

    def _show_title(self) -> None:
        self.setWindowTitle(
            self.words.say(N_("{name}[*] – SDC Desktop"), name=self.controller.title.replace("[*]", "[ * ]"))
        )
        self.setWindowModified(self.controller.dirty)

    @Slot(object)
    def _on_file(self, path: Path) -> None:
        _log.info(self.words.say(N_("Replaced data file: {name}"), name=path.name))
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

    def go_to_variable(self, name: str) -> None:
        """Show the variables, this one selected."""
        self._lead_to(self.microdata_place, lambda page: page.data.go_to_variable(name))

    @Slot()
    def compare_strategies(self) -> None:
        """Show the plan and the strategies side by side: on the card Release, or, of tables that have no
        records, in a window of their own.
        """
        if self.controller.file_opened is not None:
            self._lead_to(self.microdata_place, lambda page: page.release.show_comparison())
            return
        from sdc_desktop.ui.dialogs.strategy_comparison import StrategyComparison, comparison_window

        if self._comparison is None:
            self._comparison = comparison_window(self.controller, self.jobs, self.words, self)
        self._comparison.show()
        self._comparison.raise_()
        present(self._comparison.findChild(StrategyComparison)).compare()

    @Slot()
    def show_report_details(self) -> None:
        """Show what the report says of itself, to be filled in."""
        if self.report_details is None:
            self.report_details = ReportDetailsDialog(self.controller, self.words, self)
        self.report_details.show()
        self.report_details.raise_()

    @Slot()
    def refuse_copy(self) -> None:
        """Report that too much is selected."""
        self.notices.mention(self.words.say(N_("The selection is too large to copy. Select fewer records.")))

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

    # menus' slots ------------------------------------------------------------------------------------

    @Slot(QAction)
    def choose_theme(self, choice: QAction) -> None:
        """Take the theme of a menu entry and remember it."""
        self.theme.choose(str(choice.data()))
        self.settings.theme = self.theme.choice

    @Slot()
    def next_pane(self) -> None:
        """Move the focus to the next pane."""
        go_round(self._panes(), forward=True)

    @Slot()
    def previous_pane(self) -> None:
        """Move the focus to the pane before."""
        go_round(self._panes(), forward=False)

    def _panes(self) -> list[QWidget]:
        """Left, middle, panel and bar, as far as the page gives them, the drawer that is open, and the status
        bar.
        """
        page, drawer = self._page(), self.drawers.current
        middle = [self.centralWidget()] if page is None else page.panes()
        return [*middle, *([] if drawer is None else [drawer]), self.status]

    @Slot()
    def find_variable(self) -> None:
        """Put the cursor into the search box of the variables."""
        self._lead_to(self.microdata_place, lambda page: page.data.find_variable())

    @Slot(bool)
    def show_labels(self, labelled: bool) -> None:
        """Show the words that the file has for its values, or the values."""
        if self.microdata_place.page is not None:
            self.data_panel.show_labels(labelled)

    @Slot()
    def check_file(self) -> None:
        """Check the open file against privacy criteria, in the tab Microdata."""
        place = self.microdata_place
        if place.page is not None and self.controller.opened is not None:
            self.tabs.setCurrentWidget(place)
            place.ask(lambda page: page.check_file())

    @Slot()
    def prepare_records(self) -> None:
        """Show the card for the actions that prepare the records."""
        if self.controller.file_opened is None:
            self.notices.mention(self.words.say(N_("Open a data file before preparing records.")))
            return
        self._lead_to(self.microdata_place, lambda page: page.reveal(page.prepare))

    @Slot()
    def go_to_record(self) -> None:
        """Put the cursor into the box for a record's number."""
        self._lead_to(self.microdata_place, lambda page: page.data.go_to_record())

    @Slot(object)
    def show_record(self, number: int) -> None:
        """Show a record (numbered from 1) on the card File."""
        self._lead_to(self.microdata_place, lambda page: page.data.show_record(number))

    @Slot()
    def reset_layout(self) -> None:
        """Show the panels as they first were, and no drawer."""
        self.drawers.close()
        self.focus_action.setChecked(False)
        for number in range(self.tabs.count()):
            place = self.tabs.widget(number)
            if isinstance(place, TabPlace) and place.page is not None:
                place.ask(lambda page: page.frame.reset())

    @Slot(bool)
    def show_result_only(self, alone: bool) -> None:
        """Show the result alone, or the panels again."""
        self.drawers.close()
        for number in range(self.tabs.count()):
            self._fold_sides(number)

    @Slot(int)
    def _fold_sides(self, number: int) -> None:
        """Fold left and panel of a page that has them, or show them again."""
        place = self.tabs.widget(number)
        if isinstance(place, TabPlace) and place.page is not None:
            place.ask(lambda page: page.frame.fold_sides(self.focus_action.isChecked()))

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
        """Escape that nothing else takes closes the drawer."""
        if event.key() == Qt.Key.Key_Escape and self.drawers.current is not None:
            self.drawers.close()
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
