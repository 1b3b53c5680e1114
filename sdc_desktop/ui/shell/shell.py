"""The main window as its menus and pages see it: its parts, its places and what leads to them."""

from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import Any, Protocol

from PySide6.QtCore import SignalInstance, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDialog, QMenu, QMenuBar, QStackedWidget, QWidget

from sdc_desktop.engine.methods import curves, outputs, release, tables
from sdc_desktop.engine.methods.curves.cae import CAE
from sdc_desktop.engine.methods.outputs.output_check import OUTPUT_CHECK
from sdc_desktop.engine.methods.release.release import RELEASE
from sdc_desktop.ui.dialogs.dialog import bring_up
from sdc_desktop.ui.dialogs.report_fields import ReportDetailsDialog
from sdc_desktop.ui.project.data_reader import Loading
from sdc_desktop.ui.qt_types import present
from sdc_desktop.ui.screen_fit import go_round
from sdc_desktop.ui.shell.drawers import Drawers
from sdc_desktop.ui.shell.file_commands import FileCommands
from sdc_desktop.ui.shell.next_file import NextFile
from sdc_desktop.ui.shell.part import ProjectWindow
from sdc_desktop.ui.shell.policy_desk import PolicyDesk
from sdc_desktop.ui.shell.status_bar import StatusBar
from sdc_desktop.ui.shell.tab_places import TabPlace, TabPlaces
from sdc_desktop.ui.shell.temporary_folder import Spilling
from sdc_desktop.ui.shell.top_row import TopRow
from sdc_desktop.ui.shell.tour import Tour
from sdc_desktop.ui.theme import Theme
from sdc_desktop.ui.widgets.help_window import HelpCommand
from sdc_desktop.ui.widgets.questions import AboutCommand
from sdc_desktop.words import N_

DEMOS = {  # the place of each, and its entry in the menu
    "patients": ("microdata", N_("Demo: &patients")),
    "episodes": ("microdata", N_("Demo: hospital sta&ys")),
    "enterprises": ("tables", N_("Demo: &enterprises")),
    "salaries": ("cae", N_("Demo: sa&laries")),
    "soldiers": ("release", N_("Demo: &soldiers")),
    "outputs": ("outputs", N_("Demo: &output checking")),
}


class LanguageMenu(Protocol):
    """The part of the choice of a language that the program uses."""

    requested: SignalInstance  # str


class Shell(ProjectWindow):
    """Parts of a main window, without the code that makes them, and the commands that lead to its places."""

    theme: Theme
    files: FileCommands
    next_file: NextFile
    loading: Loading
    policy: PolicyDesk
    spilling: Spilling
    drawers: Drawers
    status: StatusBar
    tour: Tour

    menus: QMenuBar
    top: TopRow
    centre: QStackedWidget  # the start page, and the places
    tabs: TabPlaces
    microdata_place: TabPlace  # these are made by `add_tabs`
    tables_place: TabPlace
    cae_place: TabPlace
    release_place: TabPlace
    outputs_place: TabPlace
    recent_menu: QMenu  # and these by `build_menus`
    language: LanguageMenu
    labels_action: QAction
    about_command: AboutCommand
    help_command: HelpCommand
    focus_action: QAction
    command_field: QWidget
    runs: QDialog | None = None  # dialogs that stay once they were opened
    comparison: QDialog | None = None  # of strategies without records
    report_details: QDialog | None = None

    def menuBar(self) -> QMenuBar:  # noqa: N802 - as in Qt, whose own one would replace the top row
        """The bar of menus, a part of the top row."""
        return self.menus

    @property
    def data_panel(self) -> Any:
        """The parts of the cards File and Roles. Raises AttributeError while their page is not made."""
        return getattr(self.microdata_place.page, "data")  # noqa: B009 - a page has its own type

    # places ------------------------------------------------------------------------------------------

    @Slot(int)
    def show_place(self, number: int) -> None:
        """Show a place, also with nothing open."""
        self.centre.setCurrentWidget(self.tabs)
        self.tabs.setCurrentIndex(number)
        self.loading.begin()

    @Slot()
    def go_to_place(self) -> None:
        """Show the place of a menu entry."""
        entry = self.sender()
        if isinstance(entry, QAction):
            self.show_place(int(entry.data()))

    def lead_to(self, place: TabPlace, action: Callable[[Any], None]) -> None:
        """Show a place, also with nothing open, and ask something of its page."""
        self.show_place(self.tabs.indexOf(place))
        place.ask(action)

    @Slot()
    def begin_curve(self) -> None:
        """Lead to the field for values in Risk curves: values that are pasted need no file."""
        self.lead_to(self.cae_place, lambda page: page.begin_values())

    @Slot()
    def audit_table(self) -> None:
        """Lead to the field for a published table; that needs no data."""
        self.lead_to(self.tables_place, lambda page: page.begin_audit())

    @Slot()
    def open_for_tables(self) -> None:
        """Choose a data file, and show the place for tables once it is open."""
        self.tabs.setCurrentWidget(self.tables_place)
        self.files.open_data()

    @Slot()
    def check_outputs(self) -> None:
        """Lead to Output checking; that needs no data."""
        self.lead_to(self.outputs_place, lambda page: page.add_button.setFocus())

    @Slot()
    def show_queue(self) -> None:
        """Show the release queue; that needs no data."""
        self.show_place(self.tabs.indexOf(self.release_place))

    def open_demo(self, name: str, _checked: bool = False) -> None:
        """Open a demo in its place and lead through it, unless what is open now is to stay."""
        if self.files.open_demo(name):
            self.tabs.setCurrentWidget(getattr(self, f"{DEMOS[name][0]}_place"))
            self.tour.begin(name)

    def go_to_variable(self, name: str) -> None:
        """Show the variables, this one selected."""
        self.lead_to(self.microdata_place, lambda page: page.data.go_to_variable(name))

    @Slot()
    def find_variable(self) -> None:
        """Put the cursor into the search box of the variables."""
        self.lead_to(self.microdata_place, lambda page: page.data.find_variable())

    @Slot()
    def go_to_record(self) -> None:
        """Put the cursor into the box for a record's number."""
        self.lead_to(self.microdata_place, lambda page: page.data.go_to_record())

    @Slot(object)
    def show_record(self, number: int) -> None:
        """Show a record (numbered from 1) on the card File."""
        self.lead_to(self.microdata_place, lambda page: page.data.show_record(number))

    @Slot(bool)
    def show_labels(self, labelled: bool) -> None:
        """Show the words that the file has for its values, or the values."""
        if self.microdata_place.page is not None:
            self.data_panel.show_labels(labelled)

    @Slot()
    def check_file(self) -> None:
        """Check the open file against privacy criteria."""
        if self.microdata_place.page is not None and self.controller.opened is not None:
            self.tabs.setCurrentWidget(self.microdata_place)
            self.microdata_place.ask(lambda page: page.check_file())

    @Slot()
    def prepare_records(self) -> None:
        """Show the card for the actions that prepare the records."""
        if self.controller.file_opened is None:
            self.notices.mention(self.words.say(N_("Open a data file before preparing records.")))
            return
        self.lead_to(self.microdata_place, lambda page: page.reveal(page.prepare))

    @Slot()
    def compare_runs(self) -> None:
        """Compare the results of two runs; what was compared stays until the window is closed."""
        from sdc_desktop.ui.dialogs.compare_results import CompareResultsDialog

        if self.runs is None:
            self.runs = CompareResultsDialog(self.jobs, self.controller.data_folder, self.words, self)
        bring_up(self.runs)

    @Slot()
    def compare_strategies(self) -> None:
        """Show the plan and the strategies side by side: on the card Release, or, of tables that have no
        records, in a window of their own.
        """
        if self.controller.file_opened is not None:
            self.lead_to(self.microdata_place, lambda page: page.release.show_comparison())
            return
        from sdc_desktop.ui.dialogs.strategy_comparison import StrategyComparison, comparison_window

        if self.comparison is None:
            self.comparison = comparison_window(self.controller, self.jobs, self.words, self)
        bring_up(self.comparison)
        present(self.comparison.findChild(StrategyComparison)).compare()

    @Slot()
    def show_report_details(self) -> None:
        """Show what the report says of itself, to be filled in."""
        if self.report_details is None:
            self.report_details = ReportDetailsDialog(self.controller, self.words, self)
        bring_up(self.report_details)

    @Slot()
    def refuse_copy(self) -> None:
        """Report that too much is selected."""
        self.notices.mention(self.words.say(N_("The selection is too large to copy. Select fewer records.")))

    # the window --------------------------------------------------------------------------------------

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
        page, drawer = self.tabs.page, self.drawers.current
        middle = [self.centralWidget()] if page is None else page.panes()
        return [*middle, *([] if drawer is None else [drawer]), self.status]

    @Slot()
    def reset_layout(self) -> None:
        """Show the panels as they first were, and no drawer."""
        self.drawers.close()
        self.focus_action.setChecked(False)
        for place in self.tabs.places:
            if place.page is not None:
                place.ask(lambda page: page.frame.reset())

    @Slot(bool)
    def show_result_only(self, alone: bool) -> None:
        """Show the result alone, or the panels again."""
        self.drawers.close()
        if alone:
            self.notices.mention(self.words.say(N_("Result only: Esc or F11 shows the panels again.")))
        for number in range(self.tabs.count()):
            self.fold_sides(number)

    @Slot(int)
    def fold_sides(self, number: int) -> None:
        """Fold left and panel of a page that has them, or show them again."""
        place = self.tabs.places[number]
        if place.page is not None:
            place.ask(lambda page: page.frame.fold_sides(self.focus_action.isChecked()))


def add_tabs(window: Shell) -> TabPlaces:
    """The tabs, with a place for each page. The places become attributes of the window."""
    say = window.words.say
    tabs = TabPlaces(window.controller, window.loading, window.words)
    window.microdata_place = tabs.add(
        say(N_("Microdata")), "microdata", partial(_microdata_page, window), at_once=True
    )
    window.tables_place = tabs.add(say(N_("Tables")), "tables", partial(_tables_page, window), _kinds(tables))
    window.cae_place = tabs.add(
        say(N_("Risk curves")), CAE.kind, partial(_risk_curves_page, window), _kinds(curves)
    )
    window.release_place = tabs.add(
        say(N_("Release queue")), RELEASE.kind, partial(_release_page, window), _kinds(release)
    )
    window.outputs_place = tabs.add(
        say(N_("Output checking")), OUTPUT_CHECK.kind, partial(_outputs_page, window), _kinds(outputs)
    )
    return tabs


def _kinds(family: ModuleType) -> tuple[str, ...]:
    return tuple(method.kind for method in family.METHODS)


def _microdata_page(window: Shell, place: QWidget) -> QWidget:
    from sdc_desktop.ui.tabs.microdata.page import MicrodataPage

    page = MicrodataPage(window.controller, window.jobs, window.words, place)
    page.open_data_requested.connect(window.files.open_data)
    page.policy_requested.connect(window.policy.notify)
    for table in (page.data.variables.table, page.data.records.table):
        table.copy_refused.connect(window.refuse_copy)
    page.data.show_labels(window.labels_action.isChecked())
    return page


def _tables_page(window: Shell, place: QWidget) -> QWidget:
    from sdc_desktop.ui.tabs.tables.page import TablesPage

    page = TablesPage(window.controller, window.jobs, window.words, place)
    page.open_data_requested.connect(window.files.open_data)
    page.curve_requested.connect(partial(window.tabs.setCurrentWidget, window.cae_place))
    return page


def _risk_curves_page(window: Shell, place: QWidget) -> QWidget:
    from sdc_desktop.ui.tabs.cae.page import RiskCurvesPage

    page = RiskCurvesPage(window.controller, window.jobs, window.words, place)
    page.open_data_requested.connect(window.files.open_data)
    page.demo_requested.connect(partial(window.open_demo, "salaries"))
    page.record_requested.connect(window.show_record)
    return page


def _release_page(window: Shell, place: QWidget) -> QWidget:
    from sdc_desktop.ui.tabs.release.page import ReleaseQueuePage

    page = ReleaseQueuePage(window.controller, window.jobs, window.words, place)
    page.open_data_requested.connect(window.files.open_data)
    page.demo_requested.connect(partial(window.open_demo, "soldiers"))
    return page


def _outputs_page(window: Shell, place: QWidget) -> QWidget:
    from sdc_desktop.ui.tabs.outputs.page import OutputsPage

    return OutputsPage(window.controller, window.jobs, window.words, place)
