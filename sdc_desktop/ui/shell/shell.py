"""The main window as its menus and pages see it."""

from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import Protocol

from PySide6.QtCore import QObject, SignalInstance
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow, QMenu, QMenuBar, QWidget

from sdc_desktop.engine.methods import curves, outputs, release, tables
from sdc_desktop.engine.methods.curves.cae import CAE
from sdc_desktop.engine.methods.outputs.output_check import OUTPUT_CHECK
from sdc_desktop.engine.methods.release.release import RELEASE
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.project.data_reader import Loading
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.settings import Settings
from sdc_desktop.ui.shell.actions import StepNames
from sdc_desktop.ui.shell.drawers import Drawers
from sdc_desktop.ui.shell.file_commands import FileCommands
from sdc_desktop.ui.shell.next_file import NextFile
from sdc_desktop.ui.shell.status_bar import StatusBar
from sdc_desktop.ui.shell.tab_places import TabPlace, TabPlaces
from sdc_desktop.ui.shell.temporary_folder import Spilling
from sdc_desktop.ui.theme import Theme
from sdc_desktop.ui.widgets.help_window import HelpCommand
from sdc_desktop.ui.widgets.notices import Notices
from sdc_desktop.ui.widgets.questions import AboutCommand
from sdc_desktop.words import N_, Words


class LanguageMenu(Protocol):
    """The part of the choice of a language that the program uses."""

    requested: SignalInstance  # str


class Shell(QMainWindow):
    """Parts and commands that a main window offers, without the code that makes them."""

    settings: Settings
    theme: Theme
    words: Words
    jobs: JobManager
    controller: ProjectController
    files: FileCommands
    next_file: NextFile
    loading: Loading
    notices: Notices
    spilling: Spilling
    show_labels: Callable[[bool], None]
    go_to_variable: Callable[[str], None]
    refuse_copy: Callable[[], None]
    drawers: Drawers
    status: StatusBar

    menus: QMenuBar
    tabs: TabPlaces
    microdata_place: TabPlace  # these are made by `add_tabs`
    tables_place: TabPlace
    cae_place: TabPlace
    release_place: TabPlace
    outputs_place: TabPlace
    recent_menu: QMenu  # and these by `build_menus`
    step_names: StepNames
    language: LanguageMenu
    labels_action: QAction
    about_command: AboutCommand
    help_command: HelpCommand
    focus_action: QAction
    command_field: QWidget
    compare_command: QObject

    fit_top: Callable[[], None]
    go_to_place: Callable[[], None]
    find_variable: Callable[[], None]
    go_to_record: Callable[[], None]
    choose_theme: Callable[[QAction], None]
    reset_layout: Callable[[], None]
    show_result_only: Callable[[bool], None]
    next_pane: Callable[[], None]
    previous_pane: Callable[[], None]
    prepare_records: Callable[[], None]
    check_file: Callable[[], None]
    audit_table: Callable[[], None]
    check_outputs: Callable[[], None]
    open_patients: Callable[[], None]
    open_table_demo: Callable[[], None]
    open_salaries: Callable[[], None]
    open_episodes: Callable[[], None]
    open_release_demo: Callable[[], None]
    open_output_demo: Callable[[], None]
    show_record: Callable[[int], None]
    show_curves: Callable[[], None]

    def menuBar(self) -> QMenuBar:  # noqa: N802 - as in Qt, whose own one would replace the top row
        """The bar of menus, a part of the top row."""
        return self.menus


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
    for table in (page.data.variables.table, page.data.records.table):
        table.copy_refused.connect(window.refuse_copy)
    page.data.show_labels(window.labels_action.isChecked())
    return page


def _tables_page(window: Shell, place: QWidget) -> QWidget:
    from sdc_desktop.ui.tabs.tables.page import TablesPage

    page = TablesPage(window.controller, window.jobs, window.words, place)
    page.open_data_requested.connect(window.files.open_data)
    page.curve_requested.connect(window.show_curves)
    return page


def _risk_curves_page(window: Shell, place: QWidget) -> QWidget:
    from sdc_desktop.ui.tabs.cae.page import RiskCurvesPage

    page = RiskCurvesPage(window.controller, window.jobs, window.words, place)
    page.open_data_requested.connect(window.files.open_data)
    page.demo_requested.connect(window.open_salaries)
    page.record_requested.connect(window.show_record)
    return page


def _release_page(window: Shell, place: QWidget) -> QWidget:
    from sdc_desktop.ui.tabs.release.page import ReleaseQueuePage

    page = ReleaseQueuePage(window.controller, window.jobs, window.words, place)
    page.open_data_requested.connect(window.files.open_data)
    page.demo_requested.connect(window.open_release_demo)
    return page


def _outputs_page(window: Shell, place: QWidget) -> QWidget:
    from sdc_desktop.ui.tabs.outputs.page import OutputsPage

    return OutputsPage(window.controller, window.jobs, window.words, place)
