"""The window: it composes panels, tabs, docks and menus, and closes in order. Nothing is computed here."""

import logging
from pathlib import Path

from PySide6.QtCore import QByteArray, QSize, Qt, QTimer, Slot
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QDialog,
    QDockWidget,
    QMainWindow,
    QStackedWidget,
    QTabBar,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from sdc_desktop.engine.problems import Problem
from sdc_desktop.ui.data_panel import DataPanel
from sdc_desktop.ui.file_commands import FileCommands
from sdc_desktop.ui.file_watch import FileWatch
from sdc_desktop.ui.history_panel import HistoryPanel
from sdc_desktop.ui.jobs import Job, JobManager
from sdc_desktop.ui.loading import Loading
from sdc_desktop.ui.menus import build_menus, fill_recent
from sdc_desktop.ui.next_file import NextFile
from sdc_desktop.ui.notes_panel import NotesPanel
from sdc_desktop.ui.panes import go_round
from sdc_desktop.ui.policy_desk import PolicyDesk
from sdc_desktop.ui.project_controller import ProjectController
from sdc_desktop.ui.recovery import Recovery
from sdc_desktop.ui.recovery_offer import RecoveryOffer
from sdc_desktop.ui.settings import Settings
from sdc_desktop.ui.spilling import Spilling
from sdc_desktop.ui.status_bar import StatusBar
from sdc_desktop.ui.step_commands import StepCommands
from sdc_desktop.ui.strategies_panel import StrategiesPanel
from sdc_desktop.ui.theme import Theme, step
from sdc_desktop.ui.tour import Tour
from sdc_desktop.ui.widgets.banner import Banner
from sdc_desktop.ui.widgets.log_panel import LogPanel, LogRelay
from sdc_desktop.ui.widgets.menu_corner import menu_corner
from sdc_desktop.ui.widgets.problems_panel import ProblemsPanel
from sdc_desktop.ui.widgets.start_page import StartPage
from sdc_desktop.ui.widgets.why_panel import WhyPanel
from sdc_desktop.words import N_, Words

_STATE = 2  # of the arrangement of docks; raised when docks come or go
_DATA_SHARE = 0.3  # of the window's width that the Data dock takes at most, to begin with
_log = logging.getLogger(__name__)


class MainWindow(QMainWindow):
    """Made by `app.py`, which gives it settings, theme and words."""

    def __init__(self, settings: Settings, theme: Theme, words: Words) -> None:
        super().__init__()
        self.settings = settings
        self.theme = theme
        self.words = words
        self.jobs = JobManager(self)
        self.controller = ProjectController(self.jobs, words, self)
        self.files = FileCommands(self.controller, self.jobs, settings, words, self)
        self.next_file = NextFile(self.controller, self.jobs, settings, words, self)
        self.recovery = Recovery(self.controller, settings.path.parent, self)
        self.loading = Loading(self.jobs, self)
        self.policy = PolicyDesk(self.controller, settings, words, self)
        self._closing = False
        self.prepare_dialog: QDialog | None = None
        self._problems_by_itself = False  # whether the dock came because something was wrong
        self._audit_wanted = False  # once the page is there
        self._values_wanted = False  # once the tab Risk curves is made
        self.setAcceptDrops(True)
        self._make_centre()
        self.spilling = Spilling(self.jobs, settings, self.banner, words, self)
        self.recovery_offer = RecoveryOffer(
            self.recovery, self.controller, self.files, self.banner, words, self
        )
        self.file_watch = FileWatch(self.controller, self.jobs, self.next_file, self.banner, words, self)
        self._make_docks()
        self.tour = Tour(self.controller, words, self)
        self.status = StatusBar(self.controller, self.jobs, words)
        self.setStatusBar(self.status)
        self.log_relay = LogRelay(logging.getLogger("sdc_desktop"), self)
        build_menus(self)
        menu_corner(self.menuBar()).add(self.policy.button)
        self._connect()
        self._first_state = self.saveState(_STATE)
        self._restore_place()
        self._show_title()
        self._show_recent()

    # what it is made of ------------------------------------------------------------------------------

    def _make_centre(self) -> None:
        say = self.words.say
        self.banner = Banner(self.words)
        self.start_page = StartPage(self.words)
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setAccessibleName(say(N_("What to do with the data")))
        self.microdata_place = QWidget()
        QVBoxLayout(self.microdata_place).setContentsMargins(0, 0, 0, 0)
        self.microdata_place.setProperty("helpPage", "microdata")
        self.tabs.addTab(self.microdata_place, say(N_("Microdata")))
        self.tables_place = QWidget()
        QVBoxLayout(self.tables_place).setContentsMargins(0, 0, 0, 0)
        self.tables_place.setProperty("helpPage", "tables")
        self.tabs.addTab(self.tables_place, say(N_("Tables")))
        self.cae_place = QWidget()
        QVBoxLayout(self.cae_place).setContentsMargins(0, 0, 0, 0)
        self.cae_place.setProperty("helpPage", "cae")
        self.tabs.addTab(self.cae_place, say(N_("Risk curves")))
        self.release_place = QWidget()
        QVBoxLayout(self.release_place).setContentsMargins(0, 0, 0, 0)
        self.release_place.setProperty("helpPage", "release")
        self.tabs.addTab(self.release_place, say(N_("Release queue")))
        self.tabs.currentChanged.connect(self._on_tab_help)
        self.centre = QStackedWidget()
        self.centre.addWidget(self.start_page)
        self.centre.addWidget(self.tabs)
        whole = QWidget()
        layout = QVBoxLayout(whole)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(step(self, 0.5))
        layout.addWidget(self.banner)
        layout.addWidget(self.centre, 1)
        self.setCentralWidget(whole)

    def _make_docks(self) -> None:
        say = self.words.say
        area = Qt.DockWidgetArea
        self.data_panel = DataPanel(self.controller, self.jobs, self.words)
        self.setProperty("helpPage", "window")
        self.data_panel.setProperty("helpPage", "data")
        self.start_page.setProperty("helpPage", "first-steps")
        self.why = WhyPanel(self.words)
        self.problems_panel = ProblemsPanel(self.words)
        self.log_panel = LogPanel(self.words)
        self.step_commands = StepCommands(self.controller, self.words, self)
        self.history = HistoryPanel(self.controller, self.step_commands, self.words)
        self.strategies = StrategiesPanel(self.controller, self.jobs, self.step_commands, self.words)
        self.notes = NotesPanel(self.controller, self.words)
        for part in (self.history, self.strategies, self.notes):
            part.setProperty("helpPage", "project")
        self.data_dock = self._dock("data", say(N_("Data")), self.data_panel, area.LeftDockWidgetArea)
        self.why_dock = self._dock("why", say(N_("Why")), self.why, area.RightDockWidgetArea)
        self.history_dock = self._dock("history", say(N_("History")), self.history, area.RightDockWidgetArea)
        self.strategies_dock = self._dock(
            "strategies", say(N_("Strategies")), self.strategies, area.RightDockWidgetArea
        )
        self.notes_dock = self._dock("notes", say(N_("Notes")), self.notes, area.RightDockWidgetArea)
        self.tabifyDockWidget(self.history_dock, self.strategies_dock)
        self.tabifyDockWidget(self.strategies_dock, self.notes_dock)
        bottom = area.BottomDockWidgetArea
        self.problems_dock = self._dock("problems", say(N_("Problems")), self.problems_panel, bottom)
        self.log_dock = self._dock("log", say(N_("Log")), self.log_panel, bottom)
        right = (self.history_dock, self.strategies_dock, self.notes_dock)
        for hidden in (*right, self.problems_dock, self.log_dock):
            hidden.hide()
        letter = self.fontMetrics().averageCharWidth()
        data_width = min(self.data_panel.wanted_width(), round(self._first_size().width() * _DATA_SHARE))
        self.resizeDocks(
            [self.data_dock, self.why_dock], [data_width, letter * 26], Qt.Orientation.Horizontal
        )
        self.resizeDocks([self.why_dock, self.history_dock], [1, 1], Qt.Orientation.Vertical)
        self.resizeDocks([self.problems_dock], [self.fontMetrics().height() * 8], Qt.Orientation.Vertical)

    def _dock(self, name: str, title: str, widget: QWidget, area: Qt.DockWidgetArea) -> QDockWidget:
        dock = QDockWidget(title, self)
        dock.setObjectName(name)
        dock.setWidget(widget)
        self.addDockWidget(area, dock)
        return dock

    @property
    def docks(self) -> tuple[QDockWidget, ...]:
        """All docks, in the order of the View menu."""
        right = (self.why_dock, self.history_dock, self.strategies_dock, self.notes_dock)
        return (self.data_dock, *right, self.problems_dock, self.log_dock)

    def _connect(self) -> None:
        self.start_page.open_data_wanted.connect(self.files.open_data)
        self.start_page.open_project_wanted.connect(self.files.open_project)
        self.start_page.demo_wanted.connect(self.open_patients)
        self.start_page.table_demo_wanted.connect(self.open_table_demo)
        self.start_page.audit_wanted.connect(self.audit_table)
        self.start_page.salaries_wanted.connect(self.open_salaries)
        self.start_page.curve_wanted.connect(self.begin_curve)
        self.start_page.release_demo_wanted.connect(self.open_release_demo)
        self.start_page.file_wanted.connect(self.files.open_wanted)
        self.loading.loaded.connect(self._make_microdata_page)
        self.loading.loaded.connect(self._make_tables_page)
        self.loading.loaded.connect(self._make_cae_page)
        self.tabs.currentChanged.connect(self._make_tables_page)
        self.tabs.currentChanged.connect(self._make_cae_page)
        self.loading.loaded.connect(self._make_release_page)
        self.tabs.currentChanged.connect(self._make_release_page)
        self.controller.plan_changed.connect(self._on_plan)
        self.controller.title_changed.connect(self._on_title)
        self.controller.problems_changed.connect(self._on_problems)
        self.controller.file_used.connect(self._on_file)
        self.files.told.connect(self.banner.tell)
        self.problems_panel.jump_wanted.connect(self._jump)
        self.problems_panel.reason_wanted.connect(self._on_reason)
        self.status.problems_wanted.connect(self._toggle_problems)
        self.status.history_wanted.connect(self._toggle_history)
        for dock in (self.history_dock, self.strategies_dock, self.notes_dock):
            dock.toggleViewAction().triggered.connect(self._on_side_dock)
        self.jobs.started.connect(self._on_job)
        self.jobs.all_idle.connect(self._on_idle)
        self.log_relay.written.connect(self.log_panel.add)
        self.data_panel.variable_chosen.connect(self._explain)
        self.data_panel.prepare_wanted.connect(self.prepare_records)
        self.data_panel.variables.table.copy_refused.connect(self._refuse_copy)
        self.data_panel.records.table.copy_refused.connect(self._refuse_copy)

    # what is open ------------------------------------------------------------------------------------

    @Slot(object)
    def _on_plan(self, _plan: object) -> None:
        something = self.controller.plan.data is not None or bool(self.controller.plan.jobs)
        self.centre.setCurrentWidget(self.tabs if something else self.start_page)
        if something:
            self.loading.begin()

    @Slot()
    def _make_microdata_page(self) -> None:
        """Only now, for plots and arithmetic take their time to load."""
        layout = self.microdata_place.layout()
        if layout.count():
            return
        from sdc_desktop.ui.tabs.microdata.page import MicrodataPage

        page = MicrodataPage(self.controller, self.jobs, self.words, self.why, self.microdata_place)
        page.open_data_wanted.connect(self.files.open_data)
        page.variables_wanted.connect(self.choose_roles)
        page.record_wanted.connect(self.show_record)
        layout.addWidget(page)

    @Slot()
    def _make_tables_page(self) -> None:
        """Only when it is looked at: what it asks by itself is then wanted."""
        layout = self.tables_place.layout()
        if layout.count() or not self.loading.ready or self.tabs.currentWidget() is not self.tables_place:
            return
        from sdc_desktop.ui.tabs.tables.page import TablesPage

        page = TablesPage(self.controller, self.jobs, self.words, self.why, self.tables_place)
        page.open_data_wanted.connect(self.files.open_data)
        page.curve_wanted.connect(self._show_curves)
        layout.addWidget(page)
        if self._audit_wanted:
            self.audit_table()

    @Slot()
    def _make_cae_page(self) -> None:
        """Only when it is looked at: what it asks by itself is then wanted."""
        layout = self.cae_place.layout()
        if layout.count() or not self.loading.ready or self.tabs.currentWidget() is not self.cae_place:
            return
        from sdc_desktop.ui.tabs.cae.page import RiskCurvesPage

        page = RiskCurvesPage(self.controller, self.jobs, self.words, self.cae_place)
        page.open_data_wanted.connect(self.files.open_data)
        page.record_wanted.connect(self.show_record)
        layout.addWidget(page)
        if self._values_wanted:
            self.begin_curve()

    @Slot()
    def begin_curve(self) -> None:
        """Show the tab Risk curves with nothing open: values that are pasted need no file."""
        self._values_wanted = True
        self.centre.setCurrentWidget(self.tabs)
        self.tabs.setCurrentWidget(self.cae_place)
        self.loading.begin()
        self._make_cae_page()
        made = self.cae_place.layout().itemAt(0)
        if made is not None:
            self._values_wanted = False
            made.widget().begin_values()

    @Slot()
    def _show_curves(self) -> None:
        self.tabs.setCurrentWidget(self.cae_place)

    @Slot()
    def open_patients(self) -> None:
        """Open the demo on patients and ANOPI."""
        self._open_demo("patients", self.microdata_place)

    def _open_demo(self, name: str, tab: QWidget) -> None:
        if self.files.open_demo(name):
            self.tabs.setCurrentWidget(tab)
            self.tour.begin(name)

    @Slot()
    def open_salaries(self) -> None:
        """Open the demo on salaries at its tab."""
        self._open_demo("salaries", self.cae_place)

    @Slot()
    def open_table_demo(self) -> None:
        """Open the demo of a table in its tab."""
        self._open_demo("enterprises", self.tables_place)

    @Slot()
    def audit_table(self) -> None:
        """Lead to the field for a published table; that needs no data."""
        self.centre.setCurrentWidget(self.tabs)
        self._audit_wanted = not self.tables_place.layout().count()
        self.tabs.setCurrentWidget(self.tables_place)
        self.loading.begin()
        if not self._audit_wanted:
            self.tables_place.layout().itemAt(0).widget().begin_audit()

    @Slot()
    def open_release_demo(self) -> None:
        """Open the demo of the release queue, and its tab."""
        self._open_demo("soldiers", self.release_place)

    @Slot()
    def _make_release_page(self) -> None:
        """Only when it is looked at."""
        layout = self.release_place.layout()
        if layout.count() or not self.loading.ready or self.tabs.currentWidget() is not self.release_place:
            return
        from sdc_desktop.ui.tabs.release.page import ReleaseQueuePage

        page = ReleaseQueuePage(self.controller, self.jobs, self.words, self.release_place)
        page.open_data_wanted.connect(self.files.open_data)
        layout.addWidget(page)

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
        _log.info(self.words.say(N_("Used the file {name}"), name=path.name))
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
        self.problems_panel.model.show(problems)
        if any(problem.severity == "error" for problem in problems):
            self._problems_by_itself |= not self.problems_dock.isVisible()
            self.problems_dock.show()
            self.problems_dock.raise_()
        elif not problems and self._problems_by_itself:
            self._problems_by_itself = False
            self.problems_dock.hide()
        for problem in problems:
            _log.info(self.words.say(N_("Problem: {code}"), code=problem.code))

    @Slot(object)
    def _jump(self, problem: Problem) -> None:
        if problem.where.variable is not None:
            self.data_dock.show()
            self.data_panel.go_to_variable(problem.where.variable)
        elif problem.where.job is not None or (problem.where.key or "").startswith("jobs["):
            kinds = {job.name: job.kind for job in self.controller.whole_plan.jobs}
            kind = kinds.get(problem.where.job or "")
            if kind == "prepare":
                self.prepare_records()
                return
            places = {"cae": self.cae_place, "cae_experiment": self.cae_place, "release": self.release_place}
            places |= dict.fromkeys(("table", "audit", "linked_audit"), self.tables_place)
            self.tabs.setCurrentWidget(places.get(kind or "", self.microdata_place))

    @Slot(object)
    def _on_reason(self, key: str) -> None:
        self.controller.settle()
        self.policy.answer(key)

    @Slot(object)
    def _explain(self, name: str) -> None:
        self.why.show(name, self.data_panel.variables_model.explained(name))

    @Slot()
    def _toggle_problems(self) -> None:
        self._problems_by_itself = False
        self._toggle(self.problems_dock)

    @Slot()
    def _toggle_history(self) -> None:
        shown = self.history_dock.isVisible()
        self._toggle(self.history_dock)
        if not shown:
            self._name_dock_tabs()
            self._give_room()

    def _name_dock_tabs(self) -> None:
        """Qt makes the bars of docks that lie on one another by itself, and without a name."""
        for bar in self.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly):
            bar.setAccessibleName(self.words.say(N_("Panels at this side")))

    @Slot(bool)
    def _on_side_dock(self, shown: bool) -> None:
        self._name_dock_tabs()
        if shown:
            self._give_room()
            for dock in (self.history_dock, self.strategies_dock, self.notes_dock):
                if dock.toggleViewAction() is self.sender():
                    dock.raise_()

    @Slot()
    def show_report_details(self) -> None:
        """Show what the cover of the report says, to be filled in."""
        self.notes_dock.show()
        self._give_room()
        self.notes_dock.raise_()
        self.notes.fields["title"].setFocus()

    @Slot()
    def _give_room(self) -> None:
        """A dock that was hidden until now has the least height, and what it says needs some width."""
        third = self.why_dock.height() // 3
        docks = [self.why_dock, self.history_dock]
        self.resizeDocks(docks, [third, 2 * third], Qt.Orientation.Vertical)
        wanted = self.fontMetrics().averageCharWidth() * 36
        if self.why_dock.width() < wanted:
            self.resizeDocks([self.why_dock], [wanted], Qt.Orientation.Horizontal)

    def _toggle(self, dock: QDockWidget) -> None:
        dock.setVisible(not dock.isVisible())
        if dock.isVisible():
            dock.raise_()

    @Slot()
    def _refuse_copy(self) -> None:
        self.banner.tell(self.words.say(N_("That is too much to copy at once. Select fewer records.")))

    @Slot(object)
    def tell_fault(self, report: Path | None) -> None:
        """Something in the program went wrong: say so calmly; work goes on."""
        say = self.words.say
        text = say(
            N_("A fault of the program stopped what was being done. Your data and settings are unchanged.")
        )
        if report is not None:
            text += " " + say(
                N_("A report without any of your data was written to {file}."), file=str(report)
            )
        self.banner.tell(text)

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
        return [
            self.data_panel,
            self.centralWidget(),
            self.why,
            self.history,
            self.strategies,
            self.notes,
            self.problems_panel,
            self.log_panel,
            self.status,
        ]

    @Slot()
    def find_variable(self) -> None:
        """Put the cursor into the search box of the Data dock."""
        self.data_dock.show()
        self.data_panel.find()

    @Slot()
    def choose_roles(self) -> None:
        """Put the cursor where the roles of variables are chosen."""
        self.data_dock.show()
        self.data_panel.lead_to_roles()

    @Slot()
    def check_file(self) -> None:
        """Check the open file against privacy criteria, in the tab Microdata."""
        layout = self.microdata_place.layout()
        if layout.count() and self.controller.opened is not None:
            self.tabs.setCurrentWidget(self.microdata_place)
            layout.itemAt(0).widget().check_file()

    @Slot()
    def prepare_records(self) -> None:
        """Ask for the steps that make the records fit for the work."""
        self.controller.settle()
        if self.controller.file_opened is None or not self.loading.ready:
            self.banner.tell(self.words.say(N_("Open a data file first: its records are what is prepared.")))
            return
        from sdc_desktop.ui.dialogs.prepare import PrepareDialog

        self.prepare_dialog = dialog = PrepareDialog(self.controller, self.jobs, self.words, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.finished.connect(self._forget_prepare_dialog)
        dialog.open()

    @Slot(int)
    def _forget_prepare_dialog(self, _result: int) -> None:
        self.prepare_dialog = None

    @Slot()
    def go_to_record(self) -> None:
        """Put the cursor into the box for a record's number."""
        self.data_dock.show()
        self.data_panel.go_to_record()

    @Slot(object)
    def show_record(self, number: int) -> None:
        """Show a record (numbered from 1) in the Data dock."""
        self.data_dock.show()
        self.data_panel.show_record(number)

    @Slot()
    def reset_layout(self) -> None:
        """Put the docks where they first were."""
        self.restoreState(self._first_state, _STATE)

    # place and closing -------------------------------------------------------------------------------

    def _restore_place(self) -> None:
        if self.settings.geometry is None or not self.restoreGeometry(self.settings.geometry):
            self.resize(self._first_size())
        if self.settings.docks is not None:
            self.restoreState(self.settings.docks, _STATE)

    def _first_size(self) -> QSize:
        screen = QGuiApplication.primaryScreen().availableGeometry()
        line = self.fontMetrics().height()
        return QSize(min(screen.width(), line * 84), min(screen.height() - line * 2, line * 46))

    def _keep_place(self) -> None:
        self.settings.geometry = QByteArray(self.saveGeometry())
        self.settings.docks = QByteArray(self.saveState(_STATE))
        self.settings.save()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._name_dock_tabs()
        if not event.spontaneous():  # shown, not only brought back from the task bar
            self.recovery_offer.look_for_untitled()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask about unsaved work once; stop all jobs; close when the last of them has ended."""
        if not self._closing and not self.files.may_leave():
            event.ignore()
            return
        if self.prepare_dialog is not None:  # it would ask for more work
            self.prepare_dialog.reject()
        if self.jobs.idle:
            self.loading.give_up()
            self._keep_place()
            self.recovery.discard()
            self.spilling.close()
            self.log_relay.close()
            event.accept()
            return
        event.ignore()
        self._closing = True
        for part in (self.centre, self.menuBar(), *(dock.widget() for dock in self.docks)):
            part.setEnabled(False)  # what would be changed now would be lost
        self.banner.tell(self.words.say(N_("Stopping …")))
        self.jobs.cancel_all()

    @Slot(object)
    def _on_job(self, job: Job) -> None:
        if self._closing:
            job.cancel()
        if not job.quiet:
            _log.info(self.words.say(N_("Began: {title}"), title=job.title))

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
                self._dropped = Path(url.toLocalFile())
                QTimer.singleShot(0, self._open_dropped)  # a question now would hold whoever it comes from
                return

    @Slot()
    def _open_dropped(self) -> None:
        self.files.open_path(self._dropped)
